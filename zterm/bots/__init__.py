"""Choosers that play by themselves."""
