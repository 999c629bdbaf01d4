"""zterm: zombie and post-apocalypse board games in a terminal, every rule enforced."""

__version__ = "0.1.0"
