"""Finds repairs from redundancy: which cell is wrong, its right value, and the probability."""
