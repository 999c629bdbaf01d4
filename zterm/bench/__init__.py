"""zterm's own speed on this machine: every figure a time or a ratio taken in the same run."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Sequence
from typing import Any

Say = Callable[[str], None]


def bench(screen: bool = True, say: Say | None = None) -> dict[str, Any]:
    """Measure all rows and say which bars are met.

    ``screen`` also measures the full-screen client in a pseudo-terminal; ``say`` hears what is measured next.
    Returns ``machine`` and ``rows``; a row has ``id``, ``what``, ``value`` (None: could not be measured, ``note`` says
    why), ``unit``, ``bar``, ``sense`` ("least" or "most" the bar), ``met``, and the figures it was made from.
    """
    from zterm.bench import engine, foresight

    hear = say or (lambda text: None)
    rows = engine.rows(hear) + foresight.rows(engine.GAME, hear)
    if screen:
        from zterm.bench import screens

        rows += screens.rows(hear)
    return {"machine": machine(), "rows": rows}


def machine() -> dict[str, Any]:
    """Name the machine: system, processor, cores, memory in MB, Python."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_mb": memory,
        "python": f"{platform.python_implementation()} {sys.version.split()[0]}",
        "load": round(os.getloadavg()[0], 2),
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def row(id: str, what: str, value: float | None, unit: str, bar: float, sense: str, **more: Any) -> dict[str, Any]:
    """Make a row of the report; ``sense`` says whether the value has to be at "least" or at "most" the bar."""
    met = None if value is None else (value >= bar if sense == "least" else value <= bar)
    shown = None if value is None else round(value, 4)
    return {"id": id, "what": what, "value": shown, "unit": unit, "bar": bar, "sense": sense, "met": met, **more}


def p95(values: Sequence[float]) -> float:
    """The 95th percentile."""
    ordered = sorted(values)
    return float(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))])
