"""Two rows that got mixed up, on a sheet of very many players: who had nothing to do with it is left out."""

from __future__ import annotations

from scorecheck.model.sheet import Entry
from scorecheck.repair.two_rows import two_rows

SEATS = 14


def row(at: int, **points: int) -> Entry:
    """A row in which those who are named by their seat have points."""
    values = tuple(points.get(f"seat{seat}", 0) for seat in range(SEATS))
    return Entry(at, str(at), tuple(value or None for value in values), values, values, {}, {})


def test_a_value_of_either_row_may_be_in_the_wrong_one() -> None:
    above, below = row(1, seat0=3, seat1=-3), row(2, seat4=5, seat9=-5)
    pairs = [pair for pair in two_rows(above, below, 1) if pair.kind == "other-row"]
    found = {
        seat
        for pair in pairs
        for seat in range(SEATS)
        if pair.here.written[seat] != above.written[seat] or pair.there.written[seat] != below.written[seat]
    }
    assert found == {0, 1, 4, 9}
