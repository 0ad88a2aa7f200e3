"""Laws of short sheets: what comes of one is the same whatever sheets were read before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from property.test_runs import Made, as_csv, as_workbook, counted, long_sheets
from scorecheck import pipeline, weighing
from scorecheck.checks import runner
from scorecheck.layouts import plain
from support import check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.outcome import Checked

ONES = [[1, 1, 1, -1, -1], [2, 3, -1, -1, -1], [3, -1, 1, -1, 1]]


def forget() -> None:
    """As if no sheet had been read."""
    runner.clean_rows.cache_clear()
    plain.games_met.cache_clear()


def each_by_itself(sheets: Sequence[tuple[bytes, str]], **wanted: str) -> list[Checked]:
    """What comes of sheets where every row of each is read, weighed and checked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weighing, "plain_rows", lambda *_: None)
        patch.setattr(pipeline, "shared_rows", lambda *_: None)
        found: list[Checked] = []
        for data, name in sheets:
            forget()
            found.append(check(data, name, **wanted))
        return found


def law(sheets: Sequence[tuple[bytes, str]], **wanted: str) -> None:
    alone = each_by_itself(sheets, **wanted)
    forget()
    for _ in range(2):
        with pytest.MonkeyPatch.context() as patch:
            left_out = counted(patch)
            assert [check(data, name, **wanted) for data, name in sheets] == alone
    event("rows left out" if left_out else "no row left out")


@given(st.lists(long_sheets(), min_size=2, max_size=4), st.sampled_from(["tcg", "ddv"]))
@settings(max_examples=120, deadline=None)
def test_text(made: list[Made], preset: str) -> None:
    law([(as_csv(one), f"{at}.csv") for at, one in enumerate(made)], preset=preset)


@given(st.lists(long_sheets(), min_size=2, max_size=3))
# A truth value equals a number, also as the number of a game.
@example(
    [
        Made(4, "Spiel", (), rows, None)
        for rows in (
            [[at, 1, 1, -1, -1] for at in range(6)],
            [["TRUE" if at == 1 else at, 1, 1, -1, -1] for at in range(6)],
        )
    ]
)
@example([Made(4, "Spiel", (), rows, None) for rows in (ONES * 2, [[1, True, 1, -1, -1], *ONES[1:]], ONES)])
@settings(max_examples=40, deadline=None)
def test_workbooks(made: list[Made]) -> None:
    law([(as_workbook(one), f"{at}.xlsx") for at, one in enumerate(made)])


def test_rows_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the laws would say nothing."""
    rows = [[at, *((1, 1, -1, -1) if at % 2 else (3, -1, -1, -1))] for at in range(1, 25)]
    data = as_csv(Made(4, "Spiel", (), rows, None))
    forget()
    first = check(data)
    assert check(data) == first
    left_out = counted(monkeypatch)
    assert check(data) == first
    assert sum(left_out) == 22
