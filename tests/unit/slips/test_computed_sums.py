"""Sums that follow in the benchmark of slips, and several slips on a sheet."""

from random import Random

import pytest

from benchmarks.slips import measure, slips
from benchmarks.slips.computed import columns_that_follow, followed
from benchmarks.slips.judging import Truth, Verdict, judged
from benchmarks.slips.layouts import LAYOUTS
from benchmarks.slips.sheets import Shape, Sheet
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix, Severity
from support import but_slow

SUMMED = Sheet(
    Shape("doppelkopf", "points", (1, 2, 3, 4)),
    ("Spiel", "Anna", "Bernd", "Chris", "Dora"),
    (("1", "2", "2", "-2", "-2"), ("2", "4", "-4", "4", "-4"), ("Summe", "6", "-2", "2", "-6")),
    ("entry", "entry", "total"),
)


def test_a_total_that_follows_says_what_the_rows_give() -> None:
    slipped = SUMMED.with_cells((((0, 1), "-2"), ((2, 3), "9")))
    assert followed(slipped, frozenset({1})).rows[2] == ("Summe", "2", "-2", "9", "-6")
    assert followed(slipped, frozenset({1, 3})).rows[2] == ("Summe", "2", "-2", "2", "-6")
    assert followed(slipped, frozenset()) is slipped


@pytest.mark.parametrize("name", LAYOUTS)
def test_on_a_right_sheet_nothing_follows_anew(name: str) -> None:
    for seed in range(7, 13):
        sheet = LAYOUTS[name].generate(Random(seed))
        columns = columns_that_follow(sheet, "computed", Random(1))
        assert set(columns) >= set(sheet.shape.players)
        assert followed(sheet, columns) == sheet
        assert not columns_that_follow(sheet, "hand", Random(1))


def test_of_a_repair_the_total_that_follows_need_not_be_written() -> None:
    observed = followed(SUMMED.with_cells((((0, 1), "-2"),)), frozenset({1, 2, 3, 4}))
    truth = Truth(SUMMED, observed, (slips.Change((((0, 1), "-2"),)),), frozenset({1, 2, 3, 4}))
    fix = Fix((Edit(CellRef(2, 2), "-2", "2"),), "sign", 0.999)
    wrong = Fix((Edit(CellRef(2, 3), "2", "6"),), "other", 0.997)

    def told(*fixes: Fix) -> Verdict:
        finding = Finding("doppelkopf/zero-sum", Severity.ERROR, "s", cell=CellRef(2, 2), fixes=fixes)
        return judged(truth, [finding])

    right = told(fix)
    assert right.top and right.cell and right.written and not right.spoilt
    assert told(wrong).spoilt
    assert not told(fix, Fix(wrong.edits, "other", 0.999)).written


@pytest.mark.parametrize("count", but_slow([1, 2, 3, 4], 2))
def test_several_slips_are_all_on_the_sheet(count: int) -> None:
    generator, rng, shares = LAYOUTS["points-4-total"], Random(f"several/{count}"), slips.shares("doppelkopf")
    made = [measure.several_slips("first", generator.generate(rng), shares, rng, count) for _ in range(20)]
    truths = [one.truth for one in made if one.truth is not None]
    assert truths
    for truth in truths:
        assert len(truth.changes) == count
        for change in truth.changes:
            for (row, column), text in change.cells:
                assert truth.observed.rows[row][column] == text


def test_slips_are_drawn_by_number_and_none_among_them() -> None:
    counted = measure.run(measure.Task("points-4", "7", 0, 12, measure.DRAWN, bound=False))
    assert set(counted.by_kind) <= {"no slip", "one slip", "two slips", "three slips", "four slips"}
    assert counted.by_kind["no slip"].detected == 0
