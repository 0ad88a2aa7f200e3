"""``scorecheck score``: one module a game, imported when it is asked for."""
