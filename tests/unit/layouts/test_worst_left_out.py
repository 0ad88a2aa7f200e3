"""Which evenings the sums of a season add up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorecheck.layouts.worst_left_out import evenings_that_count
from scorecheck.model.sheet import Counted, Table

_HAD = {
    "Anna": (9, 7, -2, -8, -4),
    "Bernd": (-3, 6, 5, 4, 1),
    "Carl": (2, None, None, None, 8),
    "Doris": (-8, -13, -3, 4, -5),
}


def _found(sums: Sequence[int]) -> Counted | None:
    evenings = [
        ["" if one is None else one for one in evening] for evening in zip(*_HAD.values(), strict=True)
    ]
    table = Table(None, tuple(_HAD), 1, 2, (*evenings, list(sums)))
    return evenings_that_count(table, range(len(_HAD)), range(len(evenings)), len(evenings))


@pytest.mark.parametrize(
    ("sums", "counted"),
    [
        pytest.param((2, 13, 10, -25), None, id="all: 9 + 7 - 2 - 8 - 4 = 2"),
        pytest.param((10, 16, 10, -12), Counted(best=4), id="the best four, of Carl both"),
        pytest.param((10, 16, 8, -12), Counted(worst=1), id="all but the worst, of Carl 8"),
        pytest.param((14, 15, 10, -4), Counted(best=3), id="the best three: 9 + 7 - 2 = 14"),
        pytest.param((10, 16, 11, -12), Counted(best=4), id="the best four, with a slip for Carl"),
        pytest.param((10, 13, 10, -25), None, id="all, with a slip that leaves out the worst by chance"),
    ],
)
def test_what_counts(sums: Sequence[int], counted: Counted | None) -> None:
    """By hand: Bernd has 13, 16 without -3, 15 without 1 as well; Doris -25, -12 and -4."""
    assert _found(sums) == counted
