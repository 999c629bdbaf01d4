"""Rooms beside the play screen: demos and replays to watch, campaigns, and settings."""
