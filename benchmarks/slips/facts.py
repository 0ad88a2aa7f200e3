"""Facts that were mistyped: on Doppelkopf sheets with the facts of each game one of them is another.

``python -m benchmarks.slips.facts``: how often the first repair puts it right, or one of three. The points
of the game are right; half of the sheets do not have Kontra's card points, which would give Re's away.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips import checking
from benchmarks.slips.judging import edited, meaning
from benchmarks.slips.layouts import LAYOUTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.slips.sheets import Sheet

_SURE = 0.95
_RE, _POINTS, _KONTRA_POINTS, _CALLS, _SPECIALS = 2, 3, 4, (5, 6), (7, 8)
_LEVELS = ("", "", "k9", "k6", "k3", "schwarz")
"""Nothing, the party's own word, and the levels above."""
_OWN = ("Re", "Kontra")
_LETTERS = "DFK"


def _card_points(row: list[str], _names: list[str], rng: Random) -> None:
    at = rng.choice([at for at in (_POINTS, _KONTRA_POINTS) if row[at]])
    digits = list(row[at])
    place = rng.randrange(len(digits))
    if rng.random() < 1 / 2 or len(digits) < 2:
        digits[place] = rng.choice("0123456789")
    else:
        place = max(1, place)
        digits[place - 1 : place + 1] = reversed(digits[place - 1 : place + 1])
    row[at] = str(int("".join(digits)))


def _call(row: list[str], _names: list[str], rng: Random) -> None:
    side = rng.randrange(2)
    levels = [*_LEVELS]
    levels[1] = _OWN[side]
    level = levels.index(row[_CALLS[side]])
    row[_CALLS[side]] = levels[
        rng.choice([near for near in (level - 1, level + 1) if 0 <= near < len(levels)])
    ]


def _other_sides(row: list[str], _names: list[str], rng: Random) -> None:
    del rng
    row[_SPECIALS[0]], row[_SPECIALS[1]] = row[_SPECIALS[1]], row[_SPECIALS[0]]


def _special(row: list[str], _names: list[str], rng: Random) -> None:
    at = rng.choice(_SPECIALS)
    row[at] = rng.choice(_LETTERS) if not row[at] else ""


def _party(row: list[str], names: list[str], rng: Random) -> None:
    said = row[_RE].split(" + ")
    others = [name for name in names if name not in said]
    said[rng.randrange(len(said))] = rng.choice(others)
    row[_RE] = " + ".join(sorted(said, key=names.index))


KINDS: dict[str, Callable[[list[str], list[str], Random], None]] = {
    "card points": _card_points,
    "call": _call,
    "special point": _special,
    "special points on the wrong side": _other_sides,
    "who was Re": _party,
}


class Made(NamedTuple):
    """A sheet with one fact that is another."""

    original: Sheet
    observed: Sheet


def made(kind: str, rng: Random) -> Made | None:
    """One sheet with this kind of slip; nothing where it changed nothing."""
    sheet = next(layout for name, layout in LAYOUTS.items() if name == "detail").generate(rng)
    if rng.random() < 1 / 2:
        rows = tuple((*row[:_KONTRA_POINTS], "", *row[_KONTRA_POINTS + 1 :]) for row in sheet.rows)
        sheet = sheet.with_rows(rows, sheet.kinds)
    at = rng.randrange(len(sheet.rows))
    row = list(sheet.rows[at])
    KINDS[kind](row, list(sheet.headings[9:]), rng)
    observed = sheet.with_rows((*sheet.rows[:at], tuple(row), *sheet.rows[at + 1 :]), sheet.kinds)
    return None if observed == sheet else Made(sheet, observed)


def count(kind: str, sheets: int, rng: Random) -> Counter[str]:
    """What becomes of so many sheets."""
    counted = Counter[str]()
    while counted["made"] < sheets:
        drawn = made(kind, rng)
        if drawn is None:
            continue
        counted["made"] += 1
        findings = [one for one in checking.findings_on(drawn.observed) if one.severity.word != "info"]
        if not findings:
            continue
        counted["found"] += 1
        meant = meaning(drawn.original, numbers=True)
        fixes = max((finding.fixes for finding in findings), key=len)
        right = [meaning(edited(drawn.observed, [fix]), numbers=True) == meant for fix in fixes]
        counted["top"] += right[:1] == [True]
        counted["three"] += any(right[:3])
        counted["sure"] += bool(fixes) and fixes[0].confidence >= _SURE
        counted["sure and right"] += bool(fixes) and fixes[0].confidence >= _SURE and right[0]
    return counted


def main() -> None:
    """Prints what each kind gives, and all together."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slips.facts", description=__doc__)
    parser.add_argument("--sheets", type=int, default=200, help="sheets a kind (200)")
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    together = Counter[str]()
    for kind in KINDS:
        counted = count(kind, asked.sheets, Random(f"{asked.seed}/{kind}"))  # noqa: S311 - no secret
        together += counted
        sys.stdout.write(f"{kind}: {_said(counted)}\n")
    sys.stdout.write(f"all together: {_said(together)}\n")


def _said(counted: Counter[str]) -> str:
    share = {key: 100 * counted[key] / max(1, counted["found"]) for key in ("top", "three")}
    return (
        f"{counted['found']} of {counted['made']} found; "
        f"top {share['top']:.1f} %, of three {share['three']:.1f} %; "
        f"{counted['sure and right']} of {counted['sure']} that said 95 % or more are right"
    )


if __name__ == "__main__":
    main()
