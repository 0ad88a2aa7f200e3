"""Skat: one against two; only the soloist's total changes, by the value of the game."""
