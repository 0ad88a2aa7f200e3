"""Settlements that cannot fit any more are not worked out: the best is the same as of all."""

from __future__ import annotations

from random import Random

import pytest

from scorecheck.games.chouette.checks import Extra, settlement


def due(seats: int, extra: Extra, paid: int, turned: int) -> tuple[int, ...]:
    found = [paid if seat in extra.givers else 0 for seat in range(seats)]
    found[extra.box] = paid * turned
    found[extra.taker] = -sum(found)
    return tuple(found)


@pytest.mark.parametrize("seed", range(20))
def test_the_best_of_all(seed: int) -> None:
    drawn = Random(seed)
    for _ in range(20):
        seats = drawn.randint(3, 7)
        box, taker, *others = drawn.sample(range(seats), seats)
        givers = tuple(others[: drawn.randint(1, len(others))])
        extra = Extra(box, taker, givers, 1, certain=True)
        every = [
            (factor, turned, due(seats, extra, factor * 2, 2**turned))
            for factor in (1, 2, 3, -1, -2, -3)
            for turned in range(9)
        ]
        points = list(drawn.choice(every)[2])
        for seat in drawn.sample(range(seats), drawn.randint(0, seats)):
            points[seat] = drawn.choice((0, 2, -2, 4, -4, 8, 16))
        wrong = [sum(got != paid for got, paid in zip(points, one[2], strict=True)) for one in every]
        best = min(range(len(every)), key=lambda at: (wrong[at], every[at][1]))
        assert settlement(points, extra, 2) == every[best][2]
