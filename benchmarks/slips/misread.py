"""Sheets that are not what they are taken for: whatever is repaired on them is wrong.

``python -m benchmarks.slips.misread``: valid sheets, told as another layout or another game, or with a column
that is no player's beside the players'. Of their repairs none should be likely.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from benchmarks.slips import checking
from benchmarks.slips.layouts import LAYOUTS
from scorecheck.model.record import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.slips.sheets import Sheet

_LIKELY, _SURE = 0.5, 0.95

_TOLD = (
    ("points-4", "doppelkopf", "totals"),
    ("points-4-total", "doppelkopf", "totals"),
    ("points-5", "doppelkopf", "totals"),
    ("totals-4", "doppelkopf", "points"),
    ("totals-5", "doppelkopf", "points"),
    ("detail", "doppelkopf", "points"),
    ("points-4", "chouette", ""),
    ("totals-4", "chouette", ""),
    ("totals-5-dealer", "chouette", ""),
    ("chouette", "doppelkopf", "totals"),
    ("chouette-controls", "doppelkopf", "totals"),
    ("chouette", "doppelkopf", "points"),
)
"""Each layout with the game and the layout that it is told as."""
_BESIDE = ("points-4", "points-4-total", "points-5", "totals-4", "chouette", "chouette-controls")


def _beers(rng: Random) -> Iterator[str]:
    while True:
        yield str(rng.choice((0, 0, 1, 1, 2, 3)))


def _counter(rng: Random) -> Iterator[str]:
    count = 0
    while True:
        count += rng.choice((0, 0, 1))
        yield str(count)


def _stakes(rng: Random) -> Iterator[str]:
    while True:
        yield rng.choice(("", str(rng.choice((10, 20, 50, -10, -5)))))


def kinds() -> Iterator[tuple[str, str, Callable[[Sheet, Random], Sheet]]]:
    """Every way to take a sheet for another: its name, the layout that is made, and what becomes of it."""
    for layout, game, told in _TOLD:
        yield (
            f"{layout} told as {game} {told}".rstrip(),
            layout,
            lambda sheet, _, game=game, told=told: _told(sheet, game, told),
        )
    for layout in _BESIDE:
        for draw in (_beers, _counter, _stakes):
            yield (
                f"{layout} with {draw.__name__.strip('_')}",
                layout,
                lambda sheet, rng, draw=draw: _with_column(sheet, draw(rng)),
            )


def _told(sheet: Sheet, game: str, layout: str) -> Sheet:
    shape = replace(sheet.shape, game=game, layout=layout)
    return replace(sheet, shape=shape)


def _with_column(sheet: Sheet, said: Iterator[str]) -> Sheet:
    """The sheet with one more column beside those of the players, under a name."""
    at = sheet.shape.players[-1] + 1
    rows = tuple(
        (*row[:at], next(said) if kind == "entry" else "", *row[at:])
        for row, kind in zip(sheet.rows, sheet.kinds, strict=True)
    )
    return replace(sheet, headings=(*sheet.headings[:at], "Rita", *sheet.headings[at:]), rows=rows)


def count(layout: str, made: Callable[[Sheet, Random], Sheet], sheets: int, rng: Random) -> Counter[str]:
    """The repairs of so many sheets, and how many of them are likely, and sure."""
    counted = Counter[str]()
    for _ in range(sheets):
        findings = checking.findings_on(made(LAYOUTS[layout].generate(rng), rng))
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
    for name, layout, become in kinds():
        counted = count(layout, become, asked.sheets, Random(f"{asked.seed}/{name}"))  # noqa: S311 - no secret
        together, made = together + counted, made + asked.sheets
        if counted["repairs"]:
            sys.stdout.write(f"{name}: {_said(counted, asked.sheets)}\n")
    sys.stdout.write(f"all together: {_said(together, made)}\n")


def _said(counted: Counter[str], made: int) -> str:
    return (
        f"{counted['repairs']} repairs, {counted['likely']} over 50 %, {counted['sure']} 95 % or more; "
        f"{counted['sheets']} of {made} sheets have one over 50 %"
    )


if __name__ == "__main__":
    main()
