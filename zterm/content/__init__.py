"""YAML in, typed data out, every mistake with its place."""
