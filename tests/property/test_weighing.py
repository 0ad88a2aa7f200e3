"""What a sheet is taken for does not depend on readings that cannot be chosen any more."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.model.record import replace
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
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
