"""Scorecards: boxes that each player fills once, one for each category, and their sums."""
