"""3,000 random games of chouette, booked by the referee of the tests, who knows the rules alone."""

from __future__ import annotations

import random

import pytest

from chouette_referee import COUETTE, MCC, csv_of, evening, totals_of
from support import checked, found

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

NAMES = ["Anna", "Bea", "Carl", "Dora", "Emil"]
PRESETS = {"mcc": MCC, "couette": COUETTE}
EVENINGS, GAMES = 300, 3
PLANTED = 0.04
"""The share of evenings with a total that is out."""


@pytest.mark.parametrize("preset", PRESETS)
def test_evenings(preset: str) -> None:
    chance = random.Random(22)
    for _ in range(EVENINGS):
        names = NAMES[: chance.randint(3, 5)]
        done = evening(chance, names, PRESETS[preset], GAMES)
        if not done.entries:
            continue
        log = csv_of(done.rows)
        entries = [dict(entry) for entry in done.entries]
        planted = chance.random() < PLANTED
        if planted:
            # The winner's total is out, so that the entry does not add up.
            entry = chance.choice(entries)
            entry[max(entry, key=lambda name: entry[name])] += chance.choice([-1, 1, 5])
        both = totals_of(names, entries, controls=False) + "\n" + log
        told = found(checked(both, preset=preset, game="chouette"))
        uneven = any(table.uneven for table in done.tables)
        if not planted and not uneven:
            assert told == [], (names, entries)
            continue
        if planted:
            assert told, (names, entries)
        # The totals have something: the log by itself has nothing.
        assert found(checked(log, preset=preset, game="chouette", layout="log")) == []
