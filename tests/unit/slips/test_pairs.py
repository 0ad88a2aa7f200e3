"""Two sheets of one table with slips of their own: how they are made and judged, and what is told of them."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.slips import pairs
from benchmarks.slips.layouts import LAYOUTS
from benchmarks.slips.sheets import Shape, Sheet
from benchmarks.slips.slips import Change, Slip
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix, Severity
from support import but_slow

TABLE = Sheet(
    Shape("doppelkopf", "points", (1, 2, 3, 4)),
    ("Spiel", "Anna", "Bernd", "Chris", "Dora"),
    (("1", "2", "2", "-2", "-2"), ("2", "-1", "1", "1", "-1"), ("3", "3", "-1", "-1", "-1")),
    ("entry",) * 3,
)


def slipped(sheet: Sheet, *changes: Change) -> pairs.Writer:
    return pairs.written(sheet, [lambda _, change=change: Slip("digit", change) for change in changes])


def told(name: str, cell: str, variant: str, after: str | None = None, sure: float = 0.99) -> Finding:
    at = CellRef(int(cell[1:]), ord(cell[0]) - ord("A") + 1)
    fixes = () if after is None else (Fix((Edit(at, "", after),), "sign", sure),)
    return Finding(pairs.DIFFER, Severity.ERROR, name, None, at, (), variant, fixes=fixes)


def test_a_sheet_can_be_kept_in_other_ways() -> None:
    rng = Random(1)
    assert pairs.as_totals(TABLE, rng).rows == (
        ("1", "2", "2", "-2", "-2"),
        ("2", "1", "3", "-1", "-3"),
        ("3", "4", "2", "-2", "-4"),
    )
    assert pairs.with_total_row(TABLE, rng).rows[-1] == ("Summe", "4", "2", "-2", "-4")
    assert pairs.with_total_row(pairs.with_total_row(TABLE, rng), rng) == TABLE
    assert [row[0] for row in pairs.numbered_from_two(TABLE, rng).rows] == ["2", "3", "4"]
    other = pairs.in_other_order(TABLE, rng)
    assert other.headings != TABLE.headings
    assert [dict(zip(other.headings, row, strict=True)) for row in other.rows] == [
        dict(zip(TABLE.headings, row, strict=True)) for row in TABLE.rows
    ]


def test_the_rows_that_only_one_sheet_has_are_known() -> None:
    whole, shorter, longer = (
        slipped(TABLE),
        slipped(TABLE, Change(left_out=1, printed=True)),
        slipped(TABLE, Change(twice=2)),
    )
    second, third = (-1, 1, 1, -1), (3, -1, -1, -1)
    assert pairs.lone_rows((whole, shorter)) == ([frozenset({second})], [])
    assert pairs.lone_rows((shorter, longer)) == ([], [frozenset({second}), frozenset({third})])
    assert pairs.differ((whole, shorter))
    assert not pairs.differ((whole, whole))
    said = [told("a.csv", "A3", "row")]
    assert pairs.are_told(pairs.lone_rows((whole, shorter)), pairs.told_rows((whole, shorter), said))
    assert not pairs.are_told(pairs.lone_rows((whole, longer)), pairs.told_rows((whole, longer), said))
    # Of two rows of one game, of which one has a slip, either may be the one too many.
    twice = slipped(TABLE, Change(twice=2), Change((((3, 1), "33"),)))
    for cell in ("A4", "A5"):
        told_of_it = pairs.told_rows((twice, whole), [told("a.csv", cell, "row-twice")])
        assert pairs.are_told(pairs.lone_rows((twice, whole)), told_of_it)
    assert not pairs.are_told(
        pairs.lone_rows((twice, whole)), pairs.told_rows((twice, whole), [told("a.csv", "A2", "row-twice")])
    )


def test_a_sheet_is_restored_by_the_first_repair_of_each_finding() -> None:
    one = slipped(TABLE, Change((((0, 1), "-2"),)))
    assert pairs.restored(one, [told("a.csv", "B2", "sum", "2")])
    assert not pairs.restored(one, [told("a.csv", "B2", "sum", "-3")])
    assert not pairs.restored(one, [told("a.csv", "B2", "")])
    # Who blames a cell that is right spoils it.
    assert not pairs.restored(slipped(TABLE), [told("a.csv", "C2", "sum", "4")])
    assert pairs.restored(slipped(TABLE), [told("a.csv", "C2", "")])


def test_what_could_be_reached_is_half_where_either_sheet_may_be_right() -> None:
    generator = LAYOUTS["points-4"]
    original = generator.generate(Random(3))
    turned = tuple(str(-int(cell)) for cell in original.rows[0][1:])
    both_games = Change(tuple(((0, column), text) for column, text in enumerate(turned, 1)))
    no_game = Change((((0, 1), str(int(original.rows[0][1]) + 1)),))
    assert abs(sum(map(abs, map(int, turned))) - 4 * abs(int(turned[0]))) == 0, "a normal game"
    assert pairs.bound_of(generator, (slipped(original), slipped(original, both_games))) == pytest.approx(0.5)
    assert pairs.bound_of(generator, (slipped(original), slipped(original, no_game))) == 1.0


@pytest.mark.parametrize(
    "layout",
    [
        "points-4",
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("points-5-dealer-total", "totals-4")),
    ],
)
@pytest.mark.parametrize("variant", but_slow(["plain", "order", "left-out", "copied"], "order"))
def test_differences_of_two_sheets_are_found_and_mended(layout: str, variant: str) -> None:
    task = pairs.Task(layout, variant, "a", 0, 5, 0 if variant == "copied" else 1)
    counted = pairs.run(task)
    tallies = counted.tallies.values()
    assert sum(tally.pairs for tally in tallies) == 5
    assert sum(tally.apart + tally.alarms for tally in tallies) == 0
    assert sum(tally.found for tally in tallies) == sum(tally.differ for tally in tallies)
    assert sum(tally.aligned for tally in tallies) == sum(tally.rows for tally in tallies)
    if variant in ("plain", "order"):
        assert sum(tally.top for tally in tallies) == sum(tally.detectable for tally in tallies) > 0


@pytest.mark.parametrize("variant", but_slow(["plain", "order", "left-out", "copied"], "copied"))
def test_pairs_of_the_same_seed_are_the_same_whatever_ran_before(variant: str) -> None:
    task = pairs.Task("points-4", variant, "law", 0, 1, 0 if variant == "copied" else 1)
    counted = pairs.run(task)
    pairs.run(task._replace(seed="another"))
    assert pairs.run(task) == counted


@pytest.mark.slow
def test_only_sheets_of_one_table_are_taken_for_one() -> None:
    rng = Random(7)
    for name in ("points-5-dealer", "totals-4", "chouette"):
        generator = LAYOUTS[name]
        pair = pairs.drawn(generator, "plain", (1, 1), rng)
        sheets = [one.observed for one in pair]
        assert pairs.taken_for_one(sheets, sheets[0].shape.game, rounds=False)
        assert pairs.run_apart(pairs.Task(name, "apart", "law", 0, 4)) == 0
