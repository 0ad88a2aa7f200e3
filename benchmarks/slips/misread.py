"""Sheets that are not what they are taken for: whatever is repaired on them is wrong.

``python -m benchmarks.slips.misread``: valid sheets, told as another layout, game or notation, or with a
column beside the players' that is no player's, even if it is told to be one. Of their repairs none should be
likely.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips import checking
from benchmarks.slips.layouts import LAYOUTS
from benchmarks.slips.sheets import Sheet
from scorecheck.model.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LIKELY, _SURE = 0.5, 0.95
_NEXT_DAY = 0.2

_POINTS = ("points-4", "points-4-total", "points-5")
_TOTALS = ("totals-4", "totals-5", "totals-5-dealer")
_CHOUETTES = ("chouette", "chouette-controls")
_TOLD = tuple(
    (layout, game, told)
    for layouts, game, told in (
        ((*_POINTS, *_CHOUETTES), "doppelkopf", "totals"),
        ((*_TOTALS, *_CHOUETTES, "detail"), "doppelkopf", "points"),
        ((*_POINTS, *_TOTALS), "chouette", ""),
        (("skat-points", "skat-points-total", "romme-points-total"), "doppelkopf", "points"),
        (("skat-totals", "skat-totals-4"), "doppelkopf", "totals"),
        (("wizard-points-total", "darts-points", "schafkopf-points"), "doppelkopf", "points"),
        ((*_POINTS, "schafkopf-points-total", "romme-points"), "skat", "points"),
        ((*_TOTALS, "schafkopf-totals"), "skat", "totals"),
        (("points-4", "points-4-total", "butler-points", "skat-points"), "schafkopf", "points"),
        (("kniffel",), "yatzy", ""),
    )
    for layout in layouts
)
"""Each layout with the game and the layout that it is told as."""
_NOTATIONS = ("plus-only", "minus-only", "losers-only")
"""None of them is that of ours."""
_BESIDE = (
    "points-4",
    "points-4-total",
    "points-5",
    "totals-4",
    "chouette",
    "chouette-controls",
    "skat-points",
)
_MORE = "Rita"
"""The heading of a column beside those of the players."""


def _beers(rng: Random) -> Iterator[str]:
    while True:
        yield str(rng.choice((0, 0, 1, 1, 2, 3)))


def _counter(rng: Random) -> Iterator[str]:
    count = 0
    while True:
        count += rng.choice((0, 0, 1))
        yield str(count)


def _days(rng: Random) -> Iterator[str]:
    day = rng.randrange(1, 20)
    while True:
        yield str(day)
        day += rng.random() < _NEXT_DAY


def _stakes(rng: Random) -> Iterator[str]:
    while True:
        yield rng.choice(("", str(rng.choice((10, 20, 50, -10, -5)))))


class Kind(NamedTuple):
    """A way to take a sheet for another."""

    name: str
    layout: str
    """What is made."""
    told: Wanted
    """What it is said to be; of the game and the layout that it is, unless another game is named."""
    beside: Callable[[Random], Iterator[str]] | None = None
    """What stands in a further column."""


def kinds() -> Iterator[Kind]:
    """Every way to take a sheet for another."""
    for layout, game, told in _TOLD:
        yield Kind(
            f"{layout} told as {game} {told}".rstrip(),
            layout,
            Wanted(game=game, layout=told or None),
        )
    for layout in (*_POINTS, *_TOTALS):
        for notation in _NOTATIONS:
            yield Kind(f"{layout} told as {notation}", layout, Wanted(notation=notation))
    for layout in _BESIDE:
        for draw in (_beers, _counter, _stakes, _days):
            for columns in ({}, {_MORE: "player"}):
                name = f"{layout} with {draw.__name__.strip('_')}{' told as a player' if columns else ''}"
                yield Kind(name, layout, Wanted(headings=columns), draw)


def _with_column(sheet: Sheet, said: Iterator[str]) -> Sheet:
    """The sheet with one more column beside those of the players, under a name."""
    at = sheet.shape.players[-1] + 1
    rows = tuple(
        (*row[:at], next(said) if kind == "entry" else "", *row[at:])
        for row, kind in zip(sheet.rows, sheet.kinds, strict=True)
    )
    headings = (*sheet.headings[:at], _MORE, *sheet.headings[at:])
    return Sheet(sheet.shape, headings, rows, sheet.kinds)


def count(kind: Kind, sheets: int, rng: Random) -> Counter[str]:
    """The repairs of so many sheets, and how many of them are likely, and sure."""
    counted = Counter[str]()
    for _ in range(sheets):
        sheet = LAYOUTS[kind.layout].generate(rng)
        if kind.beside is not None:
            sheet = _with_column(sheet, kind.beside(rng))
        told = kind.told
        if told.game is None:
            told = told._replace(game=sheet.shape.game, layout=sheet.shape.layout or None)
        findings = checking.findings_as(sheet, told)
        # What several findings tell with the same repairs counts once.
        fixes = {(fix.kind, fix.edits): fix.confidence for finding in findings for fix in finding.fixes}
        counted["repairs"] += len(fixes)
        counted["likely"] += sum(confidence > _LIKELY for confidence in fixes.values())
        counted["sure"] += sum(confidence >= _SURE for confidence in fixes.values())
        counted["sheets"] += any(confidence > _LIKELY for confidence in fixes.values())
    return counted


def main() -> None:
    """Prints what each kind gives, and all together."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slips.misread", description=__doc__)
    parser.add_argument("--sheets", type=int, default=100, help="sheets a kind (100)")
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    together, made = Counter[str](), 0
    for kind in kinds():
        counted = count(kind, asked.sheets, Random(f"{asked.seed}/{kind.name}"))  # noqa: S311 - no secret
        together, made = together + counted, made + asked.sheets
        if counted["repairs"]:
            sys.stdout.write(f"{kind.name}: {_said(counted, asked.sheets)}\n")
            sys.stdout.flush()
    sys.stdout.write(f"all together: {_said(together, made)}\n")


def _said(counted: Counter[str], made: int) -> str:
    return (
        f"{counted['repairs']} repairs, {counted['likely']} over 50 %, {counted['sure']} 95 % or more; "
        f"{counted['sheets']} of {made} sheets have one over 50 %"
    )


if __name__ == "__main__":
    main()
