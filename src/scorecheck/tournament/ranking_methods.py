"""The names of the ways of ranking, and what sets them apart."""

METHODS = ("normalized", "sum", "mean", "mean-round", "place", "plus-only", "games-won")
"""The ways of ranking that there are."""
BY_COMPARING = ("place", "games-won")
"""Those under which the points of several players are held against each other: more is better in any game."""
UNLEVELLED = ("sum", "mean-round", "plus-only", "place", "games-won")
"""Those under which more games give more points, or may."""
WITHOUT_SCALE = tuple(method for method in METHODS if method != "normalized")
"""Those whose scores are not brought to a scale."""
