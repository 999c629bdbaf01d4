"""What was parsed from the files that come with zterm is kept in the user's cache folder, so that a start is quick.

A kept file holds the digest of what it was made from, and one of what it keeps; when that file, its place or zterm's
version has changed, or the kept file cannot be read or written, the YAML is parsed again. Nothing is lost when the
folder is deleted.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from zterm import __version__

LENGTH = 16
T = TypeVar("T")


def folder() -> Path:
    """The folder of the kept files (it need not exist)."""
    import platformdirs

    return platformdirs.user_cache_path("zterm", appauthor=False) / "parsed"


def kept(name: str, data: bytes, kind: type[T], parse: Callable[[], T]) -> T:
    """What ``parse`` gives for the bytes ``data`` of the file ``name``: taken from the cache, else parsed and kept.

    What has a name that is no UTF-8 in it is not kept.
    """
    source = _digest(f"{__version__}\n{name}\n".encode("utf-8", "surrogateescape") + data)
    place = folder() / _digest(os.fsencode(name)).hex()
    with suppress(OSError, msgspec.DecodeError):
        found = place.read_bytes()
        body = memoryview(found)[2 * LENGTH :]
        if found.startswith(source + _digest(body)):
            decoded: T = _decoder(kind).decode(body)
            return decoded
    made = parse()
    with suppress(UnicodeEncodeError):
        packed = msgspec.msgpack.encode(made)
        _keep(place, source + _digest(packed) + packed)
    return made


def _digest(data: bytes | memoryview) -> bytes:
    return blake2b(data, digest_size=LENGTH).digest()


_decoder: Callable[[Any], msgspec.msgpack.Decoder[Any]] = cache(msgspec.msgpack.Decoder)


def _keep(place: Path, data: bytes) -> None:
    beside = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(data)
        beside.replace(place)
    except OSError:
        with suppress(OSError):
            beside.unlink()
