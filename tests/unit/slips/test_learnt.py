"""Whoever learns from a sheet how often a game gives what: the chances of what may come next add up to 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from math import exp, isclose
from random import Random

import pytest

from benchmarks.slips.layouts import LAYOUTS
from benchmarks.slips.learnt import LEARNT
from benchmarks.slips.skat import values_of_games

_Cells = tuple[str, ...]


def _skat_rows() -> Iterable[_Cells]:
    yield ("", "", "")
    for value in values_of_games():
        yield from ((str(value), "", ""), ("", str(value), ""), ("", "", str(value)))


_NEXT: dict[str, Callable[[], Iterable[_Cells]]] = {
    "schwimmen-points": lambda: product("01", repeat=5),
    "darts-points": lambda: ((str(legs), str(5 - legs)) for legs in range(6)),
    "skat-points": _skat_rows,
}


@pytest.mark.parametrize("name", _NEXT)
def test_the_chances_of_the_next_row_add_up_to_one(name: str) -> None:
    sheet = LAYOUTS[name].generate(Random(f"next {name}"))
    shorter = sheet.with_rows(sheet.rows[:-1], sheet.kinds[:-1])
    before = LEARNT[name].log_prior(shorter)
    rows = (
        sheet.with_rows((*shorter.rows, (str(sheet.entries), *cells)), sheet.kinds) for cells in _NEXT[name]()
    )
    assert isclose(sum(exp(LEARNT[name].log_prior(one) - before) for one in rows), 1.0)
