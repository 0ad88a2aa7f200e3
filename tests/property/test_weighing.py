"""What a sheet is taken for does not depend on readings that cannot be chosen any more."""

from __future__ import annotations

from itertools import pairwise
from math import inf, log
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.checks import null
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.readings import Reading
from scorecheck.model.record import replace
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.recognition import budgets_for
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.one_file.workbook_reading import outcomes_on
from support import ROOT, check

if TYPE_CHECKING:
    from pathlib import Path

    from scorecheck.model.outcome import Checked

# Of two readings that are the same, and what is found on them, the repairs are too.
pytestmark = pytest.mark.usefixtures("no_repairs")

CELLS = st.sampled_from(["", "/", "1", "-2", "x", "4/4", "9", "0", "Anna", "2,5"])
FOURS = [[2, 2, -2, -2], [3, -1, -1, -1], [-6, 2, 2, 2], [0, 0, 0, 0], [4, -4, 0, 0], [5, -3, -1, -1]]
HEADS = st.sampled_from(["Anna", "Bernd", "Chris", "Dora", "Emil", "Kontrolle", "Box", "Geber", "Cube", ""])
SHEETS = [*(ROOT / "samples").rglob("*.csv"), *(ROOT / "samples").rglob("*.xlsx")]


@st.composite
def sheets(draw: st.DrawFn) -> str:
    """Games of four, as points or totals, with faults and with headings that may mean another game."""
    names = ["Anna", "Bernd", "Chris", "Dora"]
    game = st.sampled_from(FOURS).flatmap(st.permutations).map(list)
    rows = draw(st.lists(game, min_size=1, max_size=16))
    if draw(st.booleans()):
        for before, after in pairwise(rows):
            after[:] = [a + b for a, b in zip(before, after, strict=True)]
    lines = [["Nr", *names], *([str(at), *map(str, row)] for at, row in enumerate(rows, 1))]
    if draw(st.booleans()):
        head, filling = draw(HEADS), draw(st.sampled_from(["", "4/4", "Anna", "2", "0"]))
        for at, line in enumerate(lines):
            line.append(filling if at else head)
    for _ in range(draw(st.integers(0, 3))):
        line = lines[draw(st.integers(1, len(lines) - 1))]
        line[draw(st.integers(1, len(line) - 1))] = draw(CELLS)
    if draw(st.booleans()):
        lines[0][draw(st.integers(1, 4))] = draw(HEADS)
    return "\n".join(map(",".join, lines)) + "\n"


def said(result: Checked) -> list[object]:
    """Everything but the evidence, which is what the readings are weighed for."""
    sheets = [one for file in result.files for one in file.sheets]
    read = [replace(one, sheet=replace(one.sheet, evidence=())) for one in sheets]
    return [read, [file.findings for file in result.files], result.crashes]


@given(sheets())
@examples(150)
def test_of_random_sheets(text: str) -> None:
    assert said(check(text)) == said(check(text, weigh_all=True))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
@pytest.mark.slow
def test_of_samples(path: Path) -> None:
    some, every = (
        check_files([Source(path, path.name, Settings(Wanted(weigh_all=all_)))], Keep())
        for all_ in (False, True)
    )
    assert said(some) == said(every)


def models_of(numbers: list[float]) -> list[float]:
    """All distributions of the null model that do not look at the order of numbers."""
    few = null.few_values(numbers, -inf)
    return [null.laplace(numbers), few, null.uniform(numbers), null.mostly_zeros(numbers)]


@given(
    st.lists(st.integers(-40, 40) | st.sampled_from([0, 0, 10, 20]), min_size=1).map(
        lambda x: [*map(float, x)]
    )
)
@examples(200)
def test_of_numbers_by_themselves(numbers: list[float]) -> None:
    steps = [after - before for before, after in pairwise([0.0, *numbers])]
    every = [*models_of(numbers), null.laplace(steps), null.few_values(steps, -inf)]
    if any(numbers) and not any(number % 10 for number in numbers):
        every += [one + null.ROUNDED for one in models_of([number / 10 for number in numbers])]
    assert null.by_itself(numbers, steps) == pytest.approx(max(every) - log(6))


GAMES = st.sampled_from([*FOURS, [2, 2, -2, 0], [9, 9, 9, 9]]).flatmap(st.permutations)
ROWS = st.lists(st.tuples(st.integers(0, 12), GAMES), min_size=4, max_size=16)


@given(ROWS, st.booleans())
@examples(150)
def test_whole_numbers_say_what_their_texts_say(rows: list[tuple[int, list[int]]], numbered: bool) -> None:
    lines = [(at if numbered else number, *row) for at, (number, row) in enumerate(rows, 1)]
    read: list[object] = []
    for of in (int, str):
        grid = Grid(
            None, [("Nr", "Anna", "Bernd", "Chris", "Dora"), *(tuple(map(of, line)) for line in lines)]
        )
        wanted = Wanted(game="doppelkopf")
        found = outcomes_on(grid, "a.csv", wanted, budgets_for(wanted))
        read.append(
            [
                [(entry.row, entry.label, entry.points, entry.totals) for entry in entries_of(one, one.sheet)]
                if isinstance(one, Reading)
                else (one.rule.name, one.variant)
                for one in found
            ]
        )
    assert read[0] == read[1]
