"""Acey-deucey, the American backgammon: every checker starts off the board, and 1-2 is the best roll."""
