"""The command that makes the pictures of the README."""

import re
import subprocess
import sys
from pathlib import Path

from tests.pictures import PICTURES

ROOT = Path(__file__).resolve().parent.parent


def test_the_pictures_of_the_readme_are_made_by_the_program(tmp_path):
    subprocess.run([sys.executable, "-m", "tests.pictures", str(tmp_path)], cwd=ROOT, check=True, timeout=300)
    for file, (mission, _, _) in PICTURES.items():
        words = re.sub("<[^>]*>|&#160;", " ", (tmp_path / file).read_text(encoding="utf-8"))
        words = " ".join(words.split())
        assert mission.upper() in words
        for shown in ("SURVIVORS", "HAND", "LOG", "Attack", ". marks"):
            assert shown in words, (file, shown)
        assert (ROOT / "themes" / file).stat().st_size > 20_000


def test_the_readme_shows_them_and_says_how_they_are_made():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"themes/{file}" in readme for file in PICTURES)
    assert "python -m tests.pictures" in readme
