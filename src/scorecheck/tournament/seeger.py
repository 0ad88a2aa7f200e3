"""The end of Skat lists as a published list: points, won and lost games, and the final result of each.

By the extended Seeger system of the German Skat order: points + 50 for each game won more than lost + 40
(30 at a table of four) for each game that others at the table lost. The plain system has no such addition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations

from scorecheck.checks.check import Hit, Summary, sheet_check
from scorecheck.checks.words import plain, vocabulary
from scorecheck.model.cells import Number, whole
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet
from scorecheck.tournament.listed import ROW_SCORE, has_score, score_in, shown

_OF_GAMES = 50
_OF_OTHERS = {3: 40, 4: 30}
"""For each game lost by others, by the size of the table."""
_MIXED = 10
"""The step of results from tables of three and of four: the greatest common divisor of 30 and 40."""
_FEWEST_RIGHT = {
    (True, 40): 2,
    (True, 30): 2,
    (False, 0): 3,
    (False, 40): 4,
    (False, 30): 4,
    (False, _MIXED): 8,
}
"""The least number of right lines of each system: the smaller its step, the more are so by chance."""


class Ends(NamedTuple):
    """The columns of a list of ends, and the system."""

    points: int
    won: int
    lost: int
    end: int
    each: int
    """The step of what is added for games lost by others; 0 without."""
    of_table: bool
    """Whether the lines are one table: then it is known how many the others lost."""


class _SeegerLine(NamedTuple):
    points: Number
    won: Number
    lost: Number
    end: Number

    @property
    def own(self) -> Number:
        """The points with those for own games."""
        return self.points + _OF_GAMES * (self.won - self.lost)


_words = partial(vocabulary, "tournament", "columns.toml", section="ends")


def ends_of(sheet: Sheet) -> Ends | None:
    """The columns of final results that most lines bear out; ``None`` for any other list."""
    table = sheet.table
    if not has_score(sheet):
        return None
    named = {_words().get(plain(heading)): at for at, heading in enumerate(table.headings)}
    won, lost = named.get("won"), named.get("lost")
    if won is None or lost is None:
        return None
    aside = (sheet.column("name"), sheet.column("rank"))
    columns = {at: _numbers(sheet, at) for at in range(len(table.headings)) if at not in aside}
    others = [at for at, numbers in columns.items() if at not in (won, lost) and None not in numbers]
    for each, of_table in _systems(sheet.stop):
        for points, end in permutations(others, 2):
            found = Ends(points, won, lost, end, each, of_table)
            if _bears_out(_lines(columns, found), _FEWEST_RIGHT[of_table, each], sheet.stop):
                return found
    return None


def _bears_out(lines: Iterable[tuple[_SeegerLine, Number | None]], fewest: int, of: int) -> bool:
    """Whether at least so many lines, and two of three, are right; as soon as that is decided."""
    right = wrong = 0
    for line, due in lines:
        is_right = line.points != line.end and due == line.end
        right, wrong = right + is_right, wrong + (not is_right)
        if 3 * wrong > of:
            return False
    return right >= fewest


def _systems(lines: int) -> Iterator[tuple[int, bool]]:
    """The systems that a list with so many lines may show, and whether these are of one table."""
    table = _OF_OTHERS.get(lines)
    if table is not None:
        yield table, True
    yield 0, False
    if table is None:
        yield from ((each, False) for each in (*_OF_OTHERS.values(), _MIXED))


def _numbers(sheet: Sheet, at: int) -> list[Number | None]:
    """The numbers of a column, whole ones as integers, which is faster."""
    scores = (score_in(sheet.table.value(row, at)) for row in range(sheet.stop))
    return [None if one is None else whole(one) for one in scores]


def _lines(
    columns: Mapping[int, Sequence[Number | None]], ends: Ends
) -> Iterator[tuple[_SeegerLine, Number | None]]:
    """Each line with its right final result; ``None`` if the written one is wrong and others are possible."""
    points, won, lost, end = (columns[at] for at in (ends.points, ends.won, ends.lost, ends.end))
    all_lost = sum(one or 0 for one in lost)
    for row in zip(points, won, lost, end, strict=True):
        line = _SeegerLine(*(one or 0 for one in row))
        yield line, _due(line, ends, all_lost - line.lost)


def _lines_of(sheet: Sheet, ends: Ends) -> list[tuple[_SeegerLine, Number | None]]:
    """The lines of a list whose columns are known."""
    return list(_lines({at: _numbers(sheet, at) for at in ends[:4]}, ends))


def _due(line: _SeegerLine, ends: Ends, by_others: Number) -> Number | None:
    if ends.of_table or not ends.each:
        return line.own + ends.each * by_others
    more = line.end - line.own
    most = max(_OF_OTHERS.values()) * by_others
    return line.end if 0 <= more <= most and more % ends.each == 0 else None


def _wrong_ends(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    ends, names = ends_of(sheet), sheet.column("name")
    for row, (line, due) in enumerate(_lines_of(sheet, ends) if ends else ()):
        if ends is None or line.end == due:
            continue
        player = "" if names is None else str(sheet.table.value(row, names))
        params = {"player": player, "said": shown(line.end), "due": shown(line.own if due is None else due)}
        variant = "end" if ends.of_table else "end-own"
        if due is None:
            params["each"] = str(ends.each) if ends.each in _OF_OTHERS.values() else "30/40"
            variant = "end-step"
        yield Hit(ends.end, params, variant, (ends.points, ends.won, ends.lost), row=row)


def ranks_of_ends(sheet: Sheet, rows: Sequence[int]) -> list[int] | None:
    """The ranks of some rows by the Skat order: more won games, then fewer lost ones, part equal results.

    ``None`` if the list does not show what its results come from.
    """
    ends = ends_of(sheet)
    if ends is None:
        return None
    of_list = _lines_of(sheet, ends)
    lines = [of_list[row][0] for row in rows]
    keys = [(line.end, line.won, -line.lost) for line in lines]
    return [1 + sum(other > key for other in keys) for key in keys]


end_score = sheet_check(ROW_SCORE, _wrong_ends, layouts=("standings",))
