"""The end of a Skat list as a published list: points, won and lost games, and the final result of each.

By the extended Seeger system of the German Skat order: points + 50 for each game won more than lost + 40
(30 at a table of four) for each game that others at the table lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations

from scorecheck.checks.check import Hit, Summary, sheet_check
from scorecheck.checks.words import plain, vocabulary
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet
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


_words = partial(vocabulary, "tournament", "columns.toml", section="ends")


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
        right = sum(said == due != without for without, said, due in _results(sheet, found))
        if right >= _FEWEST_RIGHT and 3 * right >= 2 * sheet.stop:
            return found
    return None


def _results(sheet: Sheet, ends: Ends) -> Sequence[tuple[Fraction, Fraction, Fraction]]:
    """The points of each line, and its written and right final result."""
    lines = [
        [score_in(sheet.table.value(row, at)) or Fraction(0) for at in ends] for row in range(sheet.stop)
    ]
    lost = sum(line[2] for line in lines)
    return [
        (points, end, points + _OF_GAMES * (won - mine) + _OF_OTHERS[sheet.stop] * (lost - mine))
        for points, won, mine, end in lines
    ]


def _wrong_ends(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    ends, names = ends_of(sheet), sheet.column("name")
    for row, (_, said, due) in enumerate(_results(sheet, ends) if ends else ()):
        if ends is not None and said != due:
            player = "" if names is None else str(sheet.table.value(row, names))
            params = {"player": player, "said": shown(said), "due": shown(due)}
            yield Hit(ends.end, params, "end", (ends.points, ends.won, ends.lost), row=row)


def has_ends(sheet: Sheet) -> bool:
    """Whether a list shows what its final results come from."""
    return ends_of(sheet) is not None


end_score = sheet_check(ROW_SCORE, _wrong_ends, layouts=("standings",))
