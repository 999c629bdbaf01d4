"""YAML in, typed data out, every mistake with its place; whoever reads content has the words for its mistakes."""

from pathlib import Path

from zterm.content import words
from zterm.content.catalogue import Catalogue

words.use(Catalogue(Path(__file__).with_name("messages")))
