"""What a run tells of long sheets, of totals that are out again, and of two sheets together. By hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from scorecheck.checks.check import ERROR, Check, Hit, Rule, column_check, row_check
from scorecheck.checks.common import total_mismatch
from scorecheck.checks.ruleset import Comparison, Kept, Layout
from scorecheck.checks.runner import run_checks, run_comparison
from scorecheck.games import registry
from scorecheck.layouts.entries import entries, entries_and_runs, known_rows
from scorecheck.model import runs
from scorecheck.model.finding import Finding, Found, Severity
from scorecheck.model.outcome import Crash
from scorecheck.model.sheet import Entry, Sheet
from support import checked, found

pytestmark = pytest.mark.usefixtures("no_repairs")

NAMES = "Anna,Bernd,Chris,Dora"
RULE = Rule("area/rule", ERROR)


def points(*rows: str, heading: str = f"Spiel,{NAMES}") -> str:
    return "\n".join((heading, *(f"{number},{row}" for number, row in enumerate(rows, 1)))) + "\n"


def sheet_of(text: str) -> Sheet:
    (one,) = checked(text, preset="tcg", layout="points").sheets
    return one.sheet


# Long sheets, of which rows like those before are left out.


@pytest.fixture
def twenty_alike(monkeypatch: pytest.MonkeyPatch) -> Sheet:
    """Twenty games of which all but the number is the same, on what counts as a long sheet here."""
    monkeypatch.setattr(runs, "SHORTEST", 10)
    return sheet_of(points(*["1,1,-1,-1"] * 20))


def layout_of(sheet: Sheet) -> Layout:
    return next(one for one in registry.load("doppelkopf").layouts if one.name == sheet.layout)


def ran(sheet: Sheet, *checks: Check) -> Any:
    layout = layout_of(sheet)
    known = known_rows(sheet, layout)
    assert known is not None
    return run_checks(sheet, entries_and_runs(sheet, layout, known), checks, known)


def fails(entry: Entry, _sheet: Sheet) -> Iterable[Hit]:
    raise ValueError(f"row {entry.row}")


def test_a_row_that_was_not_judged_is_no_reason_to_leave_out_others(twenty_alike: Sheet) -> None:
    def never(_entry: Entry, _sheet: Sheet) -> bool:
        return False

    outcome = ran(twenty_alike, row_check(RULE, lambda _entry, _sheet: (), needs=never))
    assert [(one.rule, one.rows) for one in outcome.skipped] == [("area/rule", tuple(range(2, 22)))]
    outcome = ran(twenty_alike, row_check(RULE, fails))
    assert [(one.row, one.cause) for one in outcome.crashes] == [
        (at + 2, f"ValueError: row {at}") for at in range(20)
    ]
    assert outcome.entries == 20


class Count:
    """Counts the rows that it is shown; it cannot do without any."""

    def __init__(self, _sheet: Sheet) -> None:
        self.rows = 0

    def see(self, _entry: Entry) -> Iterator[Hit]:
        self.rows += 1
        return iter(())

    def finish(self) -> Iterator[Hit]:
        yield Hit(0, {"rows": self.rows}, row=0)


def test_who_follows_a_column_is_shown_every_row(twenty_alike: Sheet) -> None:
    (finding,) = ran(twenty_alike, column_check(RULE, Count)).findings
    assert finding.params == {"rows": 20}


def test_a_round_too_many_is_counted_on_a_long_sheet() -> None:
    # 505 games are 21 rounds of 24 and one game more.
    rows = [("1,1,-1,-1", "-2,2,2,-2")[at % 2] for at in range(505)]
    findings = checked(points(*rows), preset="ddv", layout="points").findings
    (games,) = [one for one in findings if one.rule == "doppelkopf/games-in-round"]
    assert (games.cell.a1 if games.cell else None, games.params["games"]) == ("A26", 505)


# Running totals.


@pytest.mark.parametrize(
    ("out", "rows"),
    [
        ((0, 0, 0, 0, 0, 0), ()),
        # What is carried on is one fault; once it is mended the same slip is a new one.
        ((0, 1, 1, 0, 0, 0), (2,)),
        ((0, 1, 0, 1, 0, 0), (2, 4)),
        ((0, 1, 0, 1, 1, 1), (2, 4)),
        ((0, 1, 0, 0, 0, 1), (2, 6)),
        ((0, 0, 1, 2, 2, 0), (3, 4)),
    ],
)
def test_totals_that_are_out_mended_and_out_again(out: tuple[int, ...], rows: tuple[int, ...]) -> None:
    games = ((2, 2, -2, -2), (-1, 1, 1, -1), (3, -1, -1, -1), (2, -2, 2, -2), (-1, -1, 1, 1), (1, 1, -1, -1))
    totals, said = [0] * 4, list[str]()
    for game, more in zip(games, out, strict=True):
        totals = [total + number for total, number in zip(totals, game, strict=True)]
        said.append(",".join(map(str, (*totals[:3], totals[3] + more))))
    told = found(checked(points(*said), preset="tcg", layout="totals"))
    assert [(rule, cell and cell[1:]) for rule, cell, _ in told] == [
        ("doppelkopf/zero-sum", str(row + 1)) for row in rows
    ]


# Rows and columns that are out by the same.


@pytest.mark.parametrize(("wrong", "variants"), [(40, {"C2": "crossed"}), (41, {})])
def test_so_many_wrong_rows_are_looked_through_for_what_a_column_is_out_by(
    wrong: int, variants: dict[str, str]
) -> None:
    # The first row gives Bernd 7 too many, the total row does not; the others are out by 1 each. The good
    # games are enough that the sheet is of the game beyond doubt.
    good = ["1,-1,1,-1", "2,2,-2,-2", "-3,3,3,-3", "6,-2,-2,-2", "-1,-1,1,1"] * 60
    rows = ["2,9,-2,-2", *["3,-1,-1,0"] * (wrong - 1), *good]
    of_good = [sum(column) for column in zip(*(map(int, row.split(",")) for row in good), strict=True)]
    wrongly = [2 + 3 * (wrong - 1), 2 - (wrong - 1), -2 - (wrong - 1), -2]
    total = [one + other for one, other in zip(wrongly, of_good, strict=True)]
    text = points(*rows) + f"Summe,{','.join(map(str, total))}\n"
    findings = checked(text, preset="tcg", layout="points").findings
    crossed = {f.cell.a1: f.variant for f in findings if f.cell and f.variant == "crossed"}
    assert crossed == variants
    totals = [f.cell.a1 for f in findings if f.rule == "sheet/total-mismatch" and f.cell]
    assert totals == ([] if variants else [f"C{wrong + len(good) + 2}"])


def test_the_only_row_that_is_no_game_and_the_only_column_that_is_out_cross_in_the_wrong_cell() -> None:
    # Anna got 4 and Bernd 5; by the total row Bernd had 4 as well. As the checks see it.
    rows = ("2,2,,", ",3,3,", "4,5,,", "6,,,", ",1,,1")
    text = points(*rows) + "Summe,12,10,3,1\n"
    (one,) = checked(text, preset="tcg", layout="points", notation="plus-only").sheets
    ruleset = registry.load("doppelkopf")
    layout = next(kept for kept in ruleset.layouts if kept.notation == "plus-only")
    (finding,) = run_checks(one.sheet, entries(one.sheet, layout), ruleset.checks).findings
    assert (finding.rule, finding.cell and finding.cell.a1) == ("doppelkopf/pattern", "C4")
    assert [cell.a1 for cell in finding.related] == ["B4", "D4", "E4"]


def test_nothing_is_in_doubt_before_the_first_row_of_totals() -> None:
    # 5 against 1, 2 and 2 is no game; the next one is.
    text = points("5,-1,-2,-2", "6,0,-3,-3", "7,1,-4,-4")
    assert found(checked(text, preset="tcg", layout="totals")) == [("doppelkopf/pattern", "B2", "error")]


def test_a_total_that_is_not_there_says_nothing_of_the_others() -> None:
    # Bernd has 1 - 2 + 1; Anna has 4, and no total.
    text = points("1,1,-1,-1", "2,-2,2,-2", "1,1,-1,-1") + "Summe,,1,0,-4\n"
    sheet = sheet_of(text)
    empty, one = run_checks(sheet, entries(sheet, layout_of(sheet)), [total_mismatch]).findings
    assert (empty.cell and empty.cell.a1, empty.variant, empty.params["sum"]) == ("B5", "empty", 4)
    assert (one.cell and one.cell.a1, one.params["total"], one.params["sum"]) == ("C5", 1, 0)
    # Without a game above it there is nothing that it could be the total of.
    outcome = run_checks(sheet, (), [total_mismatch])
    assert (outcome.findings, outcome.crashes) == ((), [])


def test_a_control_that_is_wrong_is_told_at_the_control() -> None:
    # As the check sees it: which cell it was shows the repair.
    rows = ("2,2,-2,-2,0", "1,-1,1,-1,2", "3,-1,-1,-1,0", "1,1,-1,-1,0")
    sheet = sheet_of(points(*rows, heading=f"Spiel,{NAMES},Summe"))
    (one,) = run_checks(sheet, entries(sheet, layout_of(sheet)), [total_mismatch]).findings
    assert (one.cell and one.cell.a1, one.variant, one.params["total"], one.params["sum"]) == (
        "F3",
        "row",
        2,
        0,
    )


# Two sheets of a workbook.


def kept() -> Kept:
    sheet = sheet_of(points("1,1,-1,-1", "2,-2,2,-2", "-1,3,-1,-1"))
    return Kept(sheet, tuple(entries(sheet, layout_of(sheet))))


def finding(sheet: Sheet, rule: str, row: int | None) -> Finding:
    cell = None if row is None else sheet.table.cell(row, 1)
    return Finding(rule, Severity.ERROR, sheet.path, sheet.name, cell)


DIFFERS = Rule("area/differs", ERROR, absorbs=frozenset({"area/follows"}))
Still = Callable[[Kept, Kept], Iterable[tuple[str, int | None, int | None]]]


def compared(hits: Iterable[Hit], remaining: Still | None) -> list[tuple[str, str | None]]:
    one = kept()
    sheet = one.sheet
    had = [finding(sheet, rule, row) for rule in ("area/follows", "area/other") for row in (None, 0, 1)]
    comparison = Comparison(DIFFERS, "points", "points", lambda _one, _other: hits, remaining)
    told, crashes = run_comparison(comparison, one, one, tuple(Found(f, f.cell) for f in had))
    assert crashes == ()
    return [(f.rule, f.cell.a1 if f.cell else None) for f, _ in told]


OTHER = [("area/other", None), ("area/other", "B2"), ("area/other", "B3")]


def test_what_follows_from_a_difference_is_not_told_again() -> None:
    hit = (Hit(2, row=0),)
    # Without more it follows where it is on the same row; of what would still be wrong all else does.
    assert sorted(compared(hit, None), key=str) == sorted(
        [("area/differs", "C2"), ("area/follows", None), ("area/follows", "B3"), *OTHER], key=str
    )
    for still, stays in (
        ((), []),
        ((("area/follows", 0, 1),), [("area/follows", "B2")]),
        ((("area/follows", None, None),), [("area/follows", None)]),
        (
            (("area/follows", 1, 1), ("area/follows", 1, None)),
            [("area/follows", None), ("area/follows", "B3")],
        ),
        ((("area/other", 0, 1),), []),
    ):
        told = compared(hit, lambda _one, _other, still=still: still)
        assert sorted(told, key=str) == sorted([("area/differs", "C2"), *stays, *OTHER], key=str)
    # Where nothing differs nothing follows, and nobody is asked.
    assert len(compared((), lambda *_: pytest.fail("asked"))) == 6


@pytest.mark.parametrize(
    ("still", "stays"),
    [
        # Wrong whatever the other sheet says; then that it is told in the cell to look at first is no matter.
        ([("area/follows", 0, 1)], True),
        ([("area/follows", 1, 1)], False),
        # Nobody knows what would still be wrong: it follows where it was found on the row that differs.
        (None, False),
    ],
)
def test_what_follows_is_asked_of_the_cell_in_which_it_was_found(
    still: list[tuple[str, int | None, int | None]] | None, stays: bool
) -> None:
    one = kept()
    # Found in B2, where the difference is; a repair says to look at B3.
    had = Found(finding(one.sheet, "area/follows", 1), one.sheet.table.cell(0, 1))
    remaining: Still | None = None if still is None else lambda _one, _other: still
    comparison = Comparison(DIFFERS, "points", "points", lambda _one, _other: (Hit(2, row=0),), remaining)
    told, _ = run_comparison(comparison, one, one, (had,))
    assert [(f.rule, f.cell and f.cell.a1, at and at.a1) for f, at in told] == [
        ("area/differs", "C2", "C2"),
        *([("area/follows", "B3", "B2")] if stays else []),
    ]


def test_a_comparison_that_fails_leaves_the_findings_and_says_why() -> None:
    def fail(_one: Kept, _other: Kept) -> Iterator[Hit]:
        raise KeyError("seat")
        yield Hit()

    one = kept()
    had = (Found(finding(one.sheet, "area/other", 1), None),)
    assert run_comparison(Comparison(DIFFERS, "points", "points", fail), one, one, had) == (
        had,
        (Crash("area/differs", "sheet.csv", None, "KeyError: 'seat'", "comparison", one.sheet.name),),
    )
