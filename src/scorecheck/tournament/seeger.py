"""The end of a Skat list as a published list: points, won and lost games, and the final result of each.

By the extended Seeger system of the German Skat order: points + 50 for each game won more than lost + 40
(30 at a table of four) for each game that others at the table lost.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations

from scorecheck.checks.check import Hit, Summary, sheet_check
from scorecheck.checks.words import plain
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet
from scorecheck.resources import package_file
from scorecheck.tournament.listed import ROW_SCORE, has_score, score_in, shown

_OF_GAMES = 50
_OF_OTHERS = {3: 40, 4: 30}
_FEWEST_RIGHT = 2


class Ends(NamedTuple):
    """The columns of a list of ends."""

    points: int
    won: int
    lost: int
    end: int


@cache
def _words() -> Mapping[str, str]:
    said: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(
        package_file("tournament", "columns.toml").read_text(encoding="utf-8")
    )
    return {plain(word): name for name, words in said["ends"].items() for word in words}


def ends_of(sheet: Sheet) -> Ends | None:
    """The columns of final results that most lines of one table bear out; ``None`` for any other list."""
    table = sheet.table
    if not has_score(sheet) or sheet.stop not in _OF_OTHERS:
        return None
    named = {_words().get(plain(heading)): at for at, heading in enumerate(table.headings)}
    won, lost = named.get("won"), named.get("lost")
    if won is None or lost is None:
        return None
    numbers = [
        at
        for at in range(len(table.headings))
        if at not in (won, lost, sheet.column("name"), sheet.column("rank"))
        and all(score_in(table.value(row, at)) is not None for row in range(sheet.stop))
    ]
    for points, end in permutations(numbers, 2):
        found = Ends(points, won, lost, end)
        both = zip(
            _both(sheet, found),
            (score_in(table.value(row, points)) for row in range(sheet.stop)),
            strict=True,
        )
        right = sum(said == due != without for (said, due), without in both)
        if right >= _FEWEST_RIGHT and 3 * right >= 2 * sheet.stop:
            return found
    return None


def _both(sheet: Sheet, ends: Ends) -> Sequence[tuple[Fraction, Fraction]]:
    """The written and the right final result of each line."""
    lines = [[score_in(sheet.table.value(row, at)) for at in ends] for row in range(sheet.stop)]
    known = [[one or Fraction(0) for one in line] for line in lines]
    lost = sum(line[2] for line in known)
    return [
        (end, points + _OF_GAMES * (won - mine) + _OF_OTHERS[sheet.stop] * (lost - mine))
        for points, won, mine, end in known
    ]


def _wrong_ends(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    ends, names = ends_of(sheet), sheet.column("name")
    for row, (said, due) in enumerate(_both(sheet, ends) if ends else ()):
        if ends is not None and said != due:
            player = "" if names is None else str(sheet.table.value(row, names))
            params = {"player": player, "said": shown(said), "due": shown(due)}
            yield Hit(ends.end, params, "end", (ends.points, ends.won, ends.lost), row=row)


def has_ends(sheet: Sheet) -> bool:
    """Whether a list shows what its final results come from."""
    return ends_of(sheet) is not None


end_score = sheet_check(ROW_SCORE, _wrong_ends, layouts=("standings",))
