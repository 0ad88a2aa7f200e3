"""Tournaments: the event file, rounds and players, standings, and lists that were published."""
