"""The terrain expansion: barricades, rubble, breaches, water, whirlpools, bridges, church, camp, toxic zombies.

One module a feature; each puts its functions into the tables of ``points``. ``content`` reads the tokens of a mission,
``laying`` puts them on its board, ``features`` brings all modules in.
"""
