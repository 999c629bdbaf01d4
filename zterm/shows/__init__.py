"""Matches to be watched and told: demos, replays, chronicles, exports. Knows no screen."""
