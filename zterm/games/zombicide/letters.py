"""The letter and the colour that stand for a survivor on the map."""

from __future__ import annotations

from zterm.games.zombicide.play import Play
from zterm.games.zombicide.state import LEVELS, Survivor


def letter_of(t: Play, who: Survivor) -> str:
    """A survivor's small letter: that of the sheet, else the first letter of the name that no other has."""
    sheets = t.box.sheets
    if who.name in sheets:
        return sheets[who.name].letter
    taken = {sheets[name].letter for name in t.state.survivors if name in sheets}
    letter = who.name[:1].lower()
    for name in t.state.survivors:
        if name not in sheets:
            letter = next((c for c in name.lower() if c.isalpha() and c not in taken), name[:1].lower())
            taken.add(letter)
        if name == who.name:
            break
    return letter


def role_of(who: Survivor) -> str:
    """The colour role of a survivor: the danger level."""
    return LEVELS[who.level]
