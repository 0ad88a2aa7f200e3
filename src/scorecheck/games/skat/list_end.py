"""What stands below a Skat list, held against what its games give: won and lost games, and the end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scorecheck.checks.check import ERROR, Hit, Rule, column_check
from scorecheck.checks.money import amount
from scorecheck.checks.words import plain, vocabulary
from scorecheck.games.skat.scoring import OwnTally, added, ends, turn_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.model.terms import Param

LIST_END = Rule("skat/list-end", ERROR, of_foot=True)

_words = partial(vocabulary, "games", "skat", "columns.toml", section="end")
"""What a row below the totals says: ``won``, ``lost``, ``own-games``, ``others`` or ``end``."""


def _rows_below(sheet: Sheet) -> Mapping[str, int]:
    """The rows below the total row that are named, by what they say; nothing where one is named twice."""
    found: dict[str, int] = {}
    if sheet.total_row is None or not sheet.points_columns:
        return found
    words = _words()
    for row in range(sheet.total_row + 1, len(sheet.table.rows)):
        before = (sheet.table.value(row, at) for at in range(min(sheet.points_columns)))
        name = next((words[plain(cell)] for cell in before if plain(cell) in words), None)
        if name == "all":
            name = "end" if found.keys() & set(_ADDED) else None
        if name in found:
            return {}
        if name is not None:
            found[name] = row
    return found


def _unnamed_below(sheet: Sheet, named: Mapping[str, int]) -> tuple[int, ...]:
    """The rows of numbers below the total row of which no word tells what they say."""
    if sheet.total_row is None:
        return ()
    table, known = sheet.table, set(named.values())
    return tuple(
        row
        for row in range(sheet.total_row + 1, len(table.rows))
        if row not in known
        and sum(amount(table.value(row, at)) is not None for at in sheet.points_columns) >= _FEWEST_RIGHT
    )


_FEWEST_RIGHT = 2
"""So many numbers of a row must be what the games give, and more than are not: then it is known by them."""


def below_totals() -> frozenset[str]:
    """The words of rows that can only stand below the total row."""
    return frozenset(word for word, name in _words().items() if name != "all")


class _ListEnd:
    """Counts what each player won and lost, and says at the end which numbers below do not follow.

    Nothing is judged on a list with a row that is no game, or with totals that were carried in: what was
    won and lost is not known there.
    """

    def __init__(self, sheet: Sheet, rows: Mapping[str, int], unnamed: Sequence[int]) -> None:
        self._sheet = sheet
        self._rows = rows
        self._unnamed = unnamed
        self._own: Sequence[OwnTally] = [OwnTally()] * len(sheet.players)
        self.unchecked: Sequence[int] = ()
        """The rows below, where they have to be left unjudged."""

    def see(self, entry: Entry) -> Iterable[Hit]:
        turn = turn_of(entry.points)
        is_game = turn.is_game if turn is not None else not any(entry.points)
        if entry.opening or not entry.readable or not is_game:
            self.unchecked = sorted(self._rows.values())
        self._own = [one.after(points) for one, points in zip(self._own, entry.points, strict=True)]
        return ()

    def finish(self) -> Iterator[Hit]:
        if self.unchecked:
            return
        due = _stated(self._own)
        self._known_by_numbers(_ADDED, due)
        self._known_by_numbers(("end",), due)
        followed = self._followed()
        for name, row in self._rows.items():
            for position, column in enumerate(self._sheet.points_columns):
                said = self._said(row, position)
                if said is None or said == due[name][position]:
                    continue
                if name not in _COUNTED and said == followed[name][position]:
                    continue
                params: dict[str, Param] = {
                    "player": self._sheet.players[position],
                    "said": said,
                    "due": due[name][position],
                }
                yield Hit(column, params, name, row=row)

    def _known_by_numbers(self, names: Sequence[str], due: Mapping[str, Sequence[Number]]) -> None:
        """Knows rows that no word tells by what most of their numbers say; what follows from numbers above
        them is as good as what is due."""
        followed = self._followed()
        for name in (name for name in names if name not in self._rows):
            for row in (row for row in self._unnamed if row not in self._rows.values()):
                said = [self._said(row, position) for position in range(len(self._own))]
                both = zip(said, due[name], followed[name], strict=True)
                right = sum(1 for one, *others in both if one and one in others)
                if right >= _FEWEST_RIGHT and 2 * right > len(said):
                    self._rows = {**self._rows, name: row}
                    break

    def _followed(self) -> Mapping[str, Sequence[Number]]:
        """What follows from the numbers above, right or wrong: that is no fault of its own."""
        own = [self._as_written(position) for position in range(len(self._own))]
        stated = _stated(own)
        ends: list[Number] = []
        for position, one in enumerate(own):
            parts = [self._said(self._rows.get(name), position) for name in _ADDED]
            given = zip(parts, (stated[name][position] for name in _ADDED), strict=True)
            ends.append(one.points + sum(due if said is None else said for said, due in given))
        return {**stated, "end": ends}

    def _as_written(self, position: int) -> OwnTally:
        """What a player has by the total row and the counts below it, as far as they say it."""
        own = self._own[position]
        points = self._said(self._sheet.total_row, position)
        won, lost = (self._said(self._rows.get(name), position) for name in _COUNTED)
        return OwnTally(
            own.points if points is None else points,
            own.won if won is None else int(won),
            own.lost if lost is None else int(lost),
        )

    def _said(self, row: int | None, position: int) -> Number | None:
        return (
            None
            if row is None
            else amount(self._sheet.table.value(row, self._sheet.points_columns[position]))
        )


_COUNTED = ("won", "lost")
"""What does not follow from other numbers below the list."""
_ADDED = ("own-games", "others")
"""What the end is made of, beside the points."""


def _stated(own: Sequence[OwnTally]) -> Mapping[str, Sequence[Number]]:
    """What each row below a list says of every player."""
    parts = added(own)
    return {
        "won": [one.won for one in own],
        "lost": [one.lost for one in own],
        "own-games": [part.own_games for part in parts],
        "others": [part.others for part in parts],
        "end": ends(own),
    }


def _watched(sheet: Sheet) -> _ListEnd | None:
    rows = _rows_below(sheet)
    unnamed = _unnamed_below(sheet, rows)
    return _ListEnd(sheet, rows, unnamed) if rows or unnamed else None


list_end = column_check(LIST_END, _watched)
