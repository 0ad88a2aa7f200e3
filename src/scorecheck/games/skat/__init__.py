"""Skat: one plays against the two others, and only the soloist's total changes, by the value of the game."""
