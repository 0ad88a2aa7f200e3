"""Trio: three at a table; the first takes 3 points, the second 2, and the last pays 5."""
