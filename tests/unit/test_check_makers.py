"""What the makers of checks declare: scope, reach, and what a check asks of a row."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest

from scorecheck.checks import common
from scorecheck.checks.check import ERROR, Check, Hit, Rule, column_check, row_check, sheet_check, step_check
from scorecheck.games import registry
from scorecheck.games.acey_deucey.ruleset import RULESET as ACEY_DEUCEY
from scorecheck.games.yatzy.dice_checks import DICE_CHECKS
from scorecheck.model.sheet import Column
from support import check, only

RULE = Rule("area/rule", ERROR)


def look(*_: Any) -> Iterator[Hit]:
    yield Hit(3)


def nobody(_sheet: Any) -> None:
    return None


def kept_as(layout: str, *roles: str) -> Any:
    """A sheet of a layout with columns of some roles."""
    return SimpleNamespace(layout=layout, columns=[Column(at, role, "") for at, role in enumerate(roles)])


def always(*_: Any) -> bool:
    return True


def declared(check: Check) -> dict[str, Any]:
    """What a check declares, without the functions that look."""
    names = ("rule", "scope", "layouts", "reach", "arithmetic", "of_change", "doubts", "of_unreadable")
    return {name: getattr(check, name) for name in names}


USUAL = {
    "rule": RULE,
    "layouts": frozenset(),
    "reach": 1,
    "arithmetic": True,
    "of_change": False,
    "doubts": False,
    "of_unreadable": False,
}


@pytest.mark.parametrize(
    ("check", "differs"),
    [
        (row_check(RULE, look), {"scope": "row"}),
        (
            row_check(
                RULE, look, layouts=("points", "totals"), arithmetic=False, of_change=True, doubts=True
            ),
            {
                "scope": "row",
                "layouts": frozenset({"points", "totals"}),
                "arithmetic": False,
                "of_change": True,
                "doubts": True,
            },
        ),
        (step_check(RULE, look), {"scope": "step", "of_change": True}),
        (
            step_check(RULE, look, layouts=("totals",), reach=2, doubts=True),
            {
                "scope": "step",
                "layouts": frozenset({"totals"}),
                "reach": 2,
                "of_change": True,
                "doubts": True,
            },
        ),
        (column_check(RULE, nobody), {"scope": "column", "arithmetic": False}),
        (
            column_check(RULE, nobody, layouts=("log",)),
            {"scope": "column", "layouts": frozenset({"log"}), "arithmetic": False},
        ),
        (sheet_check(RULE, look), {"scope": "sheet", "arithmetic": False}),
        (
            sheet_check(RULE, look, layouts=("log",)),
            {"scope": "sheet", "layouts": frozenset({"log"}), "arithmetic": False},
        ),
    ],
)
def test_what_is_declared(check: Check, differs: dict[str, Any]) -> None:
    assert declared(check) == USUAL | differs


def test_who_looks() -> None:
    entry: Any = "entry"
    sheet: Any = "sheet"
    seen: list[tuple[Any, ...]] = []

    def note(*args: Any) -> Iterable[Hit]:
        seen.append(args)
        return ()

    row = row_check(RULE, note, needs=always)
    assert row.look is not None
    # A row is looked at by itself: what was before it is not handed on.
    row.look(entry, ("before",), sheet)  # type: ignore[arg-type] - a mark, not an entry
    assert seen == [(entry, sheet)]
    assert (row.needs, row.watch, row.review) == (always, None, None)
    assert row_check(RULE, note).needs is None
    step = step_check(RULE, note)
    assert (step.look, step.needs, step.watch, step.review) == (note, None, None, None)
    column = column_check(RULE, nobody)
    assert (column.look, column.watch, column.review) == (None, nobody, None)
    whole = sheet_check(RULE, note)
    assert (whole.look, whole.watch, whole.review) == (None, None, note)


def test_checks_of_some_layouts() -> None:
    assert row_check(RULE, look).applies(kept_as("points"))
    assert row_check(RULE, look, layouts=("points",)).applies(kept_as("points"))
    assert not row_check(RULE, look, layouts=("points",)).applies(kept_as("totals"))


def test_checks_of_columns_beside_the_points() -> None:
    of_values = row_check(RULE, look, beside=("value", "won_by"))
    assert not of_values.applies(kept_as("points", "player", "number"))
    assert of_values.applies(kept_as("points", "player", "won_by"))
    assert row_check(RULE, look).applies(kept_as("points", "player"))


@pytest.mark.parametrize("check", common.CELL_CHECKS)
def test_checks_of_cells_look_at_what_cannot_be_read(check: Check) -> None:
    assert not check.arithmetic
    assert check.scope == "row"
    # What cannot be read in a column beside the points leaves the row readable.
    beside = {common.unreadable_column, common.uncalculated_column}
    assert check.of_unreadable == (check not in beside)


def test_games_of_a_list_of_winners_and_losers_are_numbered() -> None:
    # The second game has the number of the first.
    text = "Game,Winner,Loser,Points\n1,Anna,Bernd,12\n1,Bernd,Anna,4\n2,Anna,Bernd,15\n3,Bernd,Anna,2\n"
    findings = only(check(text)).findings
    assert [(f.rule, f.cell.a1 if f.cell else None) for f in findings] == [
        ("sheet/duplicate-game", "A3"),
    ]


def test_checks_that_are_for_some_layouts_only() -> None:
    assert {tuple(check.layouts) for check in DICE_CHECKS} == {("dice",)}
    # In a transcript each row repeats the number of its game.
    numbers = {"sheet/duplicate-game", "sheet/missing-game"}
    of_numbers = [check for check in ACEY_DEUCEY.checks if check.rule.name in numbers]
    of_both = [kept_as("games"), kept_as("points")]
    assert [all(map(check.applies, of_both)) for check in of_numbers] == [True, True]
    assert not any(check.applies(kept_as("transcript")) for check in of_numbers)


def test_what_makers_of_common_checks_declare() -> None:
    fact = common.missing_fact("value", layouts=("games",))
    assert declared(fact) == USUAL | {
        "rule": common.MISSING_VALUE,
        "scope": "row",
        "layouts": frozenset({"games"}),
        "arithmetic": False,
    }
    columns = common.whole_columns(layouts=("detail",))
    assert declared(columns) == USUAL | {
        "rule": common.NOT_A_WHOLE_NUMBER,
        "scope": "row",
        "layouts": frozenset({"detail"}),
        "arithmetic": False,
    }
    assert declared(common.total_mismatch) == USUAL | {
        "rule": common.TOTAL_MISMATCH,
        "scope": "row",
        "arithmetic": False,
    }


@pytest.mark.parametrize(
    ("game", "layouts"),
    [
        ("acey-deucey", {"points"}),
        ("chouette", {"totals"}),
        ("doppelkopf", {"points"}),
        ("yatzy", {"card"}),
    ],
)
def test_which_layout_is_taken_where_the_rows_read_the_same_in_several(game: str, layouts: set[str]) -> None:
    assert {one.name for one in registry.load(game).layouts if one.default} == layouts


def test_a_date_of_which_nobody_can_say_what_was_typed() -> None:
    # A time of day comes of no score.
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in (
        ("Spiel", "Anna", "Bernd", "Chris", "Dora"),
        (1, 1, 1, -1, -1),
        (2, 2, -2, 2, -2),
        (3, datetime.fromisoformat("2014-11-15T12:30"), 1, 1, -1),
        (4, 1, 1, -1, -1),
    ):
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    (finding,) = only(check(data.getvalue(), "date.xlsx", preset="tcg", layout="points")).findings
    assert (finding.rule, finding.variant) == ("sheet/not-a-number", "date-only")
    assert finding.cell is not None
    assert finding.cell.a1 == "B4"
