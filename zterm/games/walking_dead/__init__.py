"""The Walking Dead: a race round a track, with survivors who come back hungry."""
