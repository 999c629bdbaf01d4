"""The core that knows no game: decisions, chance, matches, journals, views."""
