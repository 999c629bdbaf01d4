"""What a content file is: told by its name, its folder and what stands in it."""

from __future__ import annotations

import os
from pathlib import Path

from zterm.content import settings
from zterm.content.loader import Node
from zterm.content.messages import is_messages
from zterm.content.paths import COACH, MANIFEST, PARTS
from zterm.content.rulebook import is_rules
from zterm.games.scenario import is_scenario


def kind_of(file: Path, root: Node) -> str:
    """The kind of a content file with the content ``root``, as ``kinds`` of the message catalogue names it.

    What nothing else is, is taken for a mission.
    """
    from zterm.ui.ownkeys import is_keymap

    in_pack = os.path.isfile(file.parent / MANIFEST)
    if is_messages(file):
        return "messages"
    if is_rules(file):
        return "rules"
    if in_pack and file.name == COACH:
        return "coach"
    if file.name == settings.FILE:
        return "settings"
    if is_keymap(file, root):
        return "keymap"
    if file.parent.name == "themes" or root.get("colours") or root.get("grounds"):
        return "theme"
    if is_scenario(root):
        return "scenario"
    return "part" if in_pack and file.name in PARTS else "mission"
