"""What stands below a Skat list, held against what its games give: won and lost games, and the end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scorecheck.checks.check import ERROR, Hit, Rule, column_check
from scorecheck.checks.money import amount
from scorecheck.checks.words import plain, vocabulary
from scorecheck.games.skat.scoring import OF_GAMES, OwnTally, added, ends, turn_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.model.terms import Param

LIST_END = Rule("skat/list-end", ERROR, of_foot=True)

_words = partial(vocabulary, "games", "skat", "columns.toml", section="end")
"""What a row below the totals says: ``won``, ``lost``, ``own-games``, ``others`` or ``end``."""


def _rows_below(sheet: Sheet) -> Mapping[int, str]:
    """The rows of numbers below the total row, each with what its word says; empty where it is not known."""
    if sheet.total_row is None or not sheet.points_columns:
        return {}
    found: dict[int, str] = {}
    words, table = _words(), sheet.table
    for row in range(sheet.total_row + 1, len(table.rows)):
        before = (table.value(row, at) for at in range(min(sheet.points_columns)))
        name = next((words[plain(cell)] for cell in before if plain(cell) in words), "")
        if name == "all":
            name = "end" if _MADE_OF.keys() & set(found.values()) else ""
        numbers = sum(amount(table.value(row, at)) is not None for at in sheet.points_columns)
        if name or numbers >= _FEWEST_RIGHT:
            found[row] = name
    return found


_FEWEST_RIGHT = 2
"""So many numbers of a row must be what the games give, and more than are not: then it is known by them."""


def below_totals() -> frozenset[str]:
    """The words of rows that can only stand below the total row."""
    return frozenset(word for word, name in _words().items() if name != "all")


_MADE_OF: Mapping[str, tuple[str, ...]] = {
    "own-games": ("own-games", "difference", "for-won"),
    "others": ("others", "others-lost"),
}
"""What the end is made of, beside the points: as it counts, or as it is counted."""
_SAYS: Mapping[str, tuple[str, ...]] = {
    "won": ("won", "for-won"),
    "lost": ("lost", "for-lost"),
    **_MADE_OF,
    "end": ("end",),
    "": ("own-games", "others", "for-won", "for-lost", "end"),
}
"""What a row of each word may say: the first is usual, another one is known by its numbers."""


class _ListEnd:
    """Counts what each player won and lost, and says at the end which numbers below do not follow.

    Nothing is judged on a list with a row that is no game, or with totals that were carried in: what was
    won and lost is not known there.
    """

    def __init__(self, sheet: Sheet, rows: Mapping[int, str]) -> None:
        self._sheet = sheet
        self._words = rows
        self._rows: dict[str, int] = {}
        """Where each thing stands, as far as the rows tell."""
        self._own: Sequence[OwnTally] = [OwnTally()] * len(sheet.players)
        self.unchecked: Sequence[int] = ()
        """The rows below, where they have to be left unjudged."""

    def see(self, entry: Entry) -> Iterable[Hit]:
        turn = turn_of(entry.points)
        is_game = turn.is_game if turn is not None else not any(entry.points)
        if entry.opening or not entry.readable or not is_game:
            self.unchecked = sorted(row for row, word in self._words.items() if word)
        self._own = [one.after(points) for one, points in zip(self._own, entry.points, strict=True)]
        return ()

    def finish(self) -> Iterator[Hit]:
        if self.unchecked:
            return
        due = _stated(self._own)
        for row, word in self._words.items():
            said = self._what_is_said(row, word, due)
            if said is not None:
                self._rows[said] = row
        followed = self._followed()
        for name, row in self._rows.items():
            for position, column in enumerate(self._sheet.points_columns):
                said = self._said(row, position)
                if said is None or said in (due[name][position], followed[name][position]):
                    continue
                params: dict[str, Param] = {
                    "player": self._sheet.players[position],
                    "said": said,
                    "due": due[name][position],
                }
                yield Hit(column, params, name, row=row)

    def _what_is_said(self, row: int, word: str, due: Mapping[str, Sequence[Number]]) -> str | None:
        """What a row says by its word and its numbers; what follows from numbers above it is as good as what
        is due."""
        followed = self._followed()
        said = [self._said(row, position) for position in range(len(self._own))]
        names = [name for name in _SAYS[word] if name not in self._rows]
        right = {
            name: sum(
                1 for one, *others in zip(said, due[name], followed[name], strict=True) if one in others
            )
            for name in names
        }
        if not names:
            return None
        best = max(names, key=lambda name: right[name])
        alone = list(self._words.values()).count(word) == 1
        if word and alone and (right[best] or word not in _COUNTED):
            return best
        told = sum(
            1 for one, *others in zip(said, due[best], followed[best], strict=True) if one and one in others
        )
        return best if told >= _FEWEST_RIGHT and 2 * told > len(said) else None

    def _followed(self) -> Mapping[str, Sequence[Number]]:
        """What follows from the numbers above, right or wrong: that is no fault of its own."""
        own = [self._as_written(position) for position in range(len(self._own))]
        stated = {**_stated(own), **{name: _stated(self._own)[name] for name in _COUNTED}}
        ends: list[Number] = []
        for position, one in enumerate(own):
            parts = [self._said(self._rows.get(name), position) for name in _MADE_OF]
            given = zip(parts, (stated[name][position] for name in _MADE_OF), strict=True)
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


def _stated(own: Sequence[OwnTally]) -> Mapping[str, Sequence[Number]]:
    """What each row below a list may say of every player."""
    parts, lost = added(own), sum(one.lost for one in own)
    return {
        "won": [one.won for one in own],
        "lost": [one.lost for one in own],
        "difference": [one.won - one.lost for one in own],
        "for-won": [OF_GAMES * one.won for one in own],
        "for-lost": [-OF_GAMES * one.lost for one in own],
        "own-games": [part.own_games for part in parts],
        "others-lost": [lost - one.lost for one in own],
        "others": [part.others for part in parts],
        "end": ends(own),
    }


def _watched(sheet: Sheet) -> _ListEnd | None:
    rows = _rows_below(sheet)
    return _ListEnd(sheet, rows) if rows else None


list_end = column_check(LIST_END, _watched)
