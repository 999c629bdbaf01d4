"""The full-screen client (Textual)."""
