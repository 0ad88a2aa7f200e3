"""Work is counted: odd sheets end it where it is exhausted, say so, and starve no good sheet."""

from __future__ import annotations

from random import Random

import pytest

from scorecheck.model.budget import Budget, Pool
from scorecheck.model.cells import Value
from scorecheck.model.fence import Fence
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid, Workbook
from scorecheck.one_file.pipeline import check_workbook
from scorecheck.one_file.questions import Doubt
from scorecheck.one_file.recognition import budgets_for, recognise_sheet
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.one_file.workbook_reading import outcomes_of

_GAMES = ((2, 2, -2, -2), (-1, 3, -1, -1), (4, -4, 4, -4), (-1, -1, 1, 1), (1, -1, -1, 1), (2, 2, -6, 2))
GOOD: tuple[tuple[Value, ...], ...] = (
    ("Spiel", "Anna", "Bernd", "Chris", "Dora"),
    *((game, *_GAMES[game * game % 7 % 6]) for game in range(1, 21)),
)

_VALUES = (18, 24, -40, 33, 20, 48, -72, 27, 30, 36, 22, -46)
LIST_OF_FOUR: tuple[tuple[Value, ...], ...] = (
    ("Nr.", "Anna", "Bernd", "Chris", "Dora", "Bier"),
    *(
        (game + 1, *(_VALUES[game % 12] if at == game * 7 % 11 % 4 else "" for at in range(4)), game % 3)
        for game in range(48)
    ),
)
"""A list of Skat whose last column may be somebody's: it is weighed in many ways."""


def league(seed: int, rows: int = 60) -> tuple[tuple[Value, ...], ...]:
    """A league table without its words: ten columns of numbers that no game of ours makes."""
    random = Random(seed)
    lines: list[tuple[Value, ...]] = [("Pos", "Town", *"PQUVXYZ", "Pts")]
    for at in range(rows):
        w, d, lost, f, a = (random.randint(0, 40) for _ in range(5))
        lines.append((at + 1, f"Team {at}", w + d + lost, w, d, lost, f, a, f - a, 3 * w + d))
    return tuple(lines)


def book(*sheets: tuple[tuple[Value, ...], ...]) -> Workbook:
    return Workbook("book.xlsx", "xlsx", tuple(Grid(f"Sheet {at}", rows) for at, rows in enumerate(sheets)))


def test_a_part_has_its_own_and_draws_on_what_is_shared() -> None:
    pool = Pool(each=50, least=10, shared=60)
    first = pool.part()
    assert (first.left, first.exhausted) == (50, False)
    first.spend(55)
    assert first.exhausted
    pool.settle(first)
    # 45 of the 60 that are shared are gone.
    assert pool.part().left == 25
    pool.settle(Budget(pool.part().left - 25))
    assert pool.part().left == 10


@pytest.mark.slow
def test_what_a_misfit_takes_is_bounded() -> None:
    wanted = Wanted()
    budget = budgets_for(wanted).part()
    given = budget.left
    (outcome,) = recognise_sheet(Grid(None, league(1, 300)), "a.csv", wanted, budget)
    assert isinstance(outcome, Doubt)
    assert outcome.variant.startswith("exhausted")
    # The last reading may take more than was left.
    assert given <= given - budget.left <= given + 305


@pytest.mark.slow
def test_a_good_sheet_behind_thirty_odd_ones_is_read() -> None:
    sheets = [*(league(seed) for seed in range(30)), GOOD]
    found = [outcomes for _, outcomes in outcomes_of(book(*sheets), Wanted(), Fence("book.xlsx"))]
    assert [outcome.sheet.players for outcome in found[-1] if not isinstance(outcome, Doubt)] == [
        ("Anna", "Bernd", "Chris", "Dora")
    ]
    told = [one.variant for outcomes in found for one in outcomes if isinstance(one, Doubt)]
    assert sum(variant.startswith("exhausted") for variant in told) > 20


@pytest.mark.slow
def test_what_was_not_looked_at_is_said_and_repeats() -> None:
    workbook = book(*(league(seed) for seed in range(8)))
    once, _ = check_workbook(workbook, Settings(), Keep())
    again, _ = check_workbook(workbook, Settings(), Keep())
    assert once.findings == again.findings
    assert {(f.rule, f.severity.word) for f in once.findings if f.variant.startswith("exhausted")} == {
        ("sheet/no-table", "error")
    }


@pytest.mark.parametrize("rows", [20, 200])
def test_a_clean_sheet_takes_hardly_more_than_its_rows(rows: int) -> None:
    head, *games = GOOD
    many = (head, *((at + 1, *games[at % 20][1:]) for at in range(rows)))
    budget = Budget(10_000)
    recognise_sheet(Grid(None, many), "a.csv", Wanted(), budget)
    assert 10_000 - budget.left <= 6 * rows + 50


def test_a_sheet_of_many_rows_leaves_enough_for_the_next() -> None:
    """Of many rows each may be somebody, where the players may stand one below the other."""
    random = Random(3)
    notes = (
        ("Monat", "Abende", "Gäste", "Bier"),
        *((f"M{at}", *(random.randint(1, 90) for _ in range(3))) for at in range(12)),
    )
    found = [outcomes for _, outcomes in outcomes_of(book(notes, LIST_OF_FOUR), Wanted(), Fence("book.xlsx"))]
    (listed,) = found[1]
    assert not isinstance(listed, Doubt)
    assert listed.sheet.game == "skat"
