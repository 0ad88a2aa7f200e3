"""Counts of legal lines of play, three rolls deep, by two ways that share nothing."""

from __future__ import annotations

from acey_brute import counted_both_ways


def test_both_ways_count_the_same_three_rolls_deep() -> None:
    assert counted_both_ways(3, every=24) == [1, 60, 3604, 744388]
