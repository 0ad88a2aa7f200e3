"""The names of the ranking methods, and their properties."""

METHODS = ("normalized", "sum", "mean", "mean-round", "place", "plus-only", "games-won")
"""All ranking methods."""
BY_COMPARING = ("place", "games-won")
"""Those that compare the points of several players: there, more is better in any game."""
UNLEVELLED = ("sum", "mean-round", "plus-only", "place", "games-won")
"""Those under which more games give more points, or may."""
WITHOUT_SCALE = tuple(method for method in METHODS if method != "normalized")
"""Those whose scores have no scale."""
