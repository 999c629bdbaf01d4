"""What was parsed is kept in the cache folder, and never stands in for a file that says something else now."""

from hashlib import blake2b

import pytest

from zterm.content import kept, loader
from zterm.content.problems import ContentError

TEXT = "name: Ward\nrows:\n  - {level: blue, count: 2, open: true, note: }\n  - [1, 2.5, x]\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "part.yaml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def parsed(monkeypatch):
    """The files that were really parsed, by name."""
    seen = []
    parse = loader.parse
    monkeypatch.setattr(loader, "parse", lambda data, path="", *more: seen.append(path) or parse(data, path, *more))
    return seen


def places(node):
    inner = node.value
    parts = inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
    within = [(key, places(part)) for key, part in parts]
    return node.path, node.line, node.column, node.keys, within or (type(inner), inner)


def test_the_second_reading_is_the_first_without_parsing(file, parsed):
    first, second = loader.read(file, keep=True), loader.read(file, keep=True)
    assert parsed.count(str(file)) == 1
    assert places(first) == places(second) == places(loader.parse(TEXT.encode(), str(file)))
    assert places(second.at("rows", 0))[1:3] == (3, 5)


def test_only_what_is_asked_for_is_kept(file, parsed):
    loader.read(file)
    loader.read(file)
    assert parsed.count(str(file)) == 2
    assert not kept.folder().exists()


@pytest.mark.parametrize("change", ["text", "version", "damage", "letter", "shortened", "empty", "form"])
def test_anything_changed_is_parsed_again(file, parsed, monkeypatch, change):
    loader.read(file, keep=True)
    (place,) = kept.folder().iterdir()
    found = place.read_bytes()
    if change == "text":
        file.write_text(TEXT.replace("Ward", "Cell"))
    elif change == "version":
        monkeypatch.setattr(kept, "__version__", "0.0.0")
    elif change == "damage":
        place.write_bytes(bytes([found[0] ^ 1]) + found[1:])
    elif change == "letter":
        place.write_bytes(found.replace(b"Ward", b"Wars"))
    elif change == "form":
        body = b"\x93\x01\x02\x03"
        place.write_bytes(found[: kept.LENGTH] + blake2b(body, digest_size=kept.LENGTH).digest() + body)
    else:
        place.write_bytes(found[: 2 * kept.LENGTH + 9] if change == "shortened" else b"")
    assert loader.read(file, keep=True).at("name").value == ("Cell" if change == "text" else "Ward")
    assert parsed.count(str(file)) == 2
    assert loader.read(file, keep=True).at("rows", 1, 1).value == 2.5
    assert parsed.count(str(file)) == 2
    assert list(kept.folder().iterdir()) == [place]


def test_a_folder_that_cannot_be_made_costs_only_time(file, parsed, tmp_path, monkeypatch):
    (tmp_path / "no_folder").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no_folder"))
    assert loader.read(file, keep=True).at("name").value == "Ward"
    assert loader.read(file, keep=True).at("name").value == "Ward"
    assert parsed.count(str(file)) == 2


def test_mistakes_are_not_kept(file, parsed):
    file.write_text("name: [")
    for _ in range(2):
        with pytest.raises(ContentError):
            loader.read(file, keep=True)
    assert parsed.count(str(file)) == 2
