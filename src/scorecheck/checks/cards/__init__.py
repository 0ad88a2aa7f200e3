"""Cards: boxes that each player fills once, one of each category, and what they add up to."""
