"""The words beside the points of long tables."""

from __future__ import annotations

from scorecheck.layouts.called import Called
from scorecheck.model.sheet import Table


def test_a_word_that_first_stands_below_the_rows_that_decide_is_like_no_other() -> None:
    rows = [
        ("alike", 1),
        *[(f"word {chr(97 + at % 26)}", at) for at in range(2000)],
        ("new", 3),
        ("alike", 1),
    ]
    called = Called(Table(None, ("Song", "Plays"), 1, 2, rows))
    assert [*called.alike(len(rows) - 2, [0])] == []
    assert [*called.alike(len(rows) - 1, [0])] == [0]
