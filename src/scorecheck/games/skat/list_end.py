"""Checks the rows below a Skat list by its games: won and lost games, and the final result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from scorecheck.checks.check import ERROR, Hit, Rule, column_check
from scorecheck.checks.money import amount
from scorecheck.checks.ruleset import ResultBeside
from scorecheck.checks.words import plain, position_of, vocabulary
from scorecheck.games.skat.record import gained
from scorecheck.games.skat.scoring import OF_GAMES, SEEGER, OwnTally, added, ends, turn_of
from scorecheck.model.cells import CellRef, Number, Value
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param
from scorecheck.model.workbook import parts

LIST_END = Rule("skat/list-end", ERROR, of_foot=True)

_words = partial(vocabulary, "games", "skat", "columns.toml", section="end")
"""The meaning of a row below the totals: ``won``, ``lost``, ``both``, ``end`` and others."""


class _EndLine(NamedTuple):
    """Numbers below a list with the same meaning for every player."""

    word: str
    """The meaning by the word before or above them; empty if unknown."""
    cells: tuple[tuple[int, int] | None, ...]
    """The row and column of each player's number."""


def _rows_below(sheet: Sheet) -> Sequence[_EndLine]:
    """The rows of numbers below the total row, or else below the games, each with its meaning."""
    if not sheet.points_columns:
        return ()
    found: list[_EndLine] = []
    words, table = _words(), sheet.table
    total = sheet.stop if sheet.total_row is None else sheet.total_row + 1
    for row in range(max(sheet.stop, total), len(table.rows)):
        before = (table.value(row, at) for at in range(min(sheet.points_columns)))
        name = next((words[plain(cell)] for cell in before if plain(cell) in words), "")
        if name == "points":
            name = ""
        if name == "all":
            name = "end" if _MADE_OF.keys() & {line.word for line in found} else ""
        numbers = sum(amount(table.value(row, at)) is not None for at in sheet.points_columns)
        if name or numbers >= _FEWEST_RIGHT:
            found.append(_EndLine(name, tuple((row, at) for at in sheet.points_columns)))
    return found


def is_ended(sheet: Sheet) -> bool:
    """Whether a row below the games has a word for the end of a Skat list."""
    return any(line.word == "end" for line in _rows_below(sheet))


class _ResultBlock(NamedTuple):
    """Results below a list, or to its right after an empty column, with a row per player."""

    heading: CellRef
    """The first of its headings."""
    players: Sequence[str]
    """The players of the list, then those who never played alone, if the list has no columns of players."""
    lines: Sequence[_EndLine]


def _block(sheet: Sheet) -> _ResultBlock | None:
    """The results of a list, recognised by their headings and the names below these."""
    table = sheet.table
    lines, top = table.around, table.heading_row - 1
    end = min(len(lines), table.first_row - 1 + len(table.rows))
    for at in (*range(top, min(end, top + _LOOKED_AT)), *range(end, min(len(lines), end + _LOOKED_AT))):
        found_parts = parts([value != "" for value in lines[at]])
        for start, stop in found_parts if at >= end else found_parts[1:]:
            said = {column: _words().get(plain(lines[at][column]), "") for column in range(start, stop)}
            words = {column: word for column, word in said.items() if word}
            if not _OF_BLOCKS & {*words.values()} or (at < end and len(words) == 1):
                continue
            below = lines[at + 1 : at + 1 + _FURTHEST * len(sheet.players)]
            for column in range(max(0, start - 1), min(words)):
                rows = _rows_of(sheet, below, column, at + 2 - table.first_row)
                if rows is not None:
                    found = [
                        _EndLine("end" if word == "all" else word, tuple((row, at) for row in rows.values()))
                        for at, word in said.items()
                        if word or (at > column and _are_numbers(sheet, rows.values(), at))
                    ]
                    return _ResultBlock(CellRef(at + 1, start + 1), tuple(rows), found)
    return None


_OF_BLOCKS = frozenset({"won", "lost", "own-games", "others", "end", "seeger"})
"""Each block of results has one of these."""
_LOOKED_AT = 60
"""The number of rows that are searched for a block of results."""
_FURTHEST = 2
"""The largest distance of its rows."""


def _are_numbers(sheet: Sheet, rows: Iterable[int], column: int) -> bool:
    return all(amount(sheet.table.value(row, column)) is not None for row in rows)


def _rows_of(
    sheet: Sheet, rows: Iterable[Sequence[Value]], column: int, first: int
) -> Mapping[str, int] | None:
    """The row of each name in a column, the sheet's players first; ``None`` if one of these is missing.

    Rows start at ``first``.
    """
    mine: dict[str, int] = {}
    others: dict[str, int] = {}
    for row, values in enumerate(rows, first):
        name = str(values[column]).strip() if column < len(values) else ""
        seat = position_of(name, sheet.players)
        if seat is not None:
            mine.setdefault(sheet.players[seat], row)
        elif name and not sheet.points_columns and plain(name).isalpha() and plain(name) not in _words():
            others.setdefault(name, row)
    if len(mine) < len(sheet.players):
        return None
    return {**{player: mine[player] for player in sheet.players}, **others}


def results_at(sheet: Sheet) -> CellRef | None:
    """The first heading of the block with the final results of a list."""
    block = _block(sheet)
    return None if block is None else block.heading


_COUNTED = ("won", "lost")


def points_at(sheet: Sheet) -> Sequence[ResultBeside]:
    """The points of each player in that block.

    Without a block, the ends below the list, with what won and lost games there add to the points.
    """
    block = _block(sheet) if sheet.points_columns else None
    # Of two lines under one word, the first counts; the end may have an unknown one, and is the last.
    below = _rows_below(sheet) if block is None else block.lines
    lines = {line.word: line.cells for line in reversed(below)}
    if block is None and below and "end" not in lines and not below[-1].word:
        lines["end"] = below[-1].cells
    cells = [cell for cell in lines.get("points" if block else "end", ()) if cell is not None]
    if block is not None:
        return list(map(ResultBeside, cells))
    own = _own_games(*(_numbers(sheet, lines.get(word, ())) for word in _COUNTED))
    if len(own) != len(cells):
        return ()
    return [ResultBeside(cell, sum(more)) for cell, more in zip(cells, added(own), strict=True)]


def _own_games(won: Sequence[Number | None], lost: Sequence[Number | None]) -> list[OwnTally]:
    """The games of each player by what is written; one of the two may have no line with a known word."""
    both = zip(won, lost, strict=False)
    return [OwnTally(0, int(one), int(other)) for one, other in both if one is not None and other is not None]


def _numbers(sheet: Sheet, cells: Iterable[tuple[int, int] | None]) -> list[Number | None]:
    return [amount(sheet.table.value(*cell)) if cell else None for cell in cells]


_FEWEST_RIGHT = 2
"""This many numbers of a row, and more than half, must agree with the games to show its meaning."""


def below_totals() -> frozenset[str]:
    """The words of rows that are only below the total row."""
    return frozenset(word for word, name in _words().items() if name not in {"all", "points"})


_MADE_OF: Mapping[str, tuple[str, ...]] = {
    "own-games": ("own-games", "difference", "for-won", "settled"),
    "others": ("others", "others-lost"),
}
"""The parts of the final result besides the points: counted, or in points. Under the same words may stand
what everybody gets of each of the others."""
_SAYS: Mapping[str, tuple[str, ...]] = {
    "won": ("won", "for-won"),
    "lost": ("lost", "for-lost"),
    **_MADE_OF,
    "both": ("both", "own-games"),
    "end": ("end",),
    "place": ("place",),
    "points": ("points", "end"),
    "seeger": ("end", "own-end"),
    "": ("own-games", "others", "both", "for-won", "for-lost", "end", "own-end", "settled"),
}
"""The possible meanings of each word: the first is usual, others are recognised by their numbers."""


_BY_NUMBERS = frozenset({"points", "seeger", "both"})
"""The words whose meaning only numbers tell."""


class _ListEnd:
    """Counts each player's won and lost games, and reports wrong numbers below at the end.

    On a list with a row that is no game, or with totals carried over, nothing is checked, since won and lost
    games are unknown there.
    """

    def __init__(self, sheet: Sheet, players: Sequence[str], lines: Sequence[_EndLine]) -> None:
        self._sheet, self._players = sheet, players
        self._lines = lines
        self._known: dict[str, _EndLine] = {}
        """Where each thing stands, as far as the rows tell."""
        self._own: Sequence[OwnTally] = [OwnTally()] * len(players)
        self.unchecked: Sequence[int] = ()
        """The rows below, where they have to be left unjudged."""

    def see(self, entry: Entry) -> Iterable[Hit]:
        gains = gained(entry, self._sheet)
        gains += (0,) * (len(self._players) - len(gains))
        turn = turn_of(gains)
        is_game = turn.is_game if turn is not None else not any(gains)
        if entry.opening or not entry.readable or not is_game:
            rows = {cell[0] for line in self._lines if line.word for cell in line.cells if cell}
            self.unchecked = sorted(rows & {*range(len(self._sheet.table.rows))})
            self._lines = ()
        self._own = [one.after(points) for one, points in zip(self._own, gains, strict=True)]
        return ()

    def finish(self) -> Iterator[Hit]:
        if not self._lines:
            return
        due = _stated(self._own)
        for line in self._lines:
            said = self._what_is_said(line, due)
            if said is not None:
                self._known[said] = line
        followed = self._followed()
        for name, line in self._known.items():
            for position, cell in enumerate(line.cells):
                said = self._said(line, position)
                if cell is None or said is None or said in (due[name][position], followed[name][position]):
                    continue
                end = due["end"]
                if name == "place" and ("end" not in self._known or end.count(end[position]) > 1):
                    # The final results alone do not decide the place: not written, or equal.
                    continue
                params: dict[str, Param] = {
                    "player": self._players[position],
                    "said": said,
                    "due": due[name][position],
                    "agree": self._agreeing(name, position, due),
                }
                yield Hit(cell[1], params, name, row=cell[0])

    def _agreeing(self, name: str, position: int, due: Mapping[str, Sequence[Number]]) -> int:
        """The number of further values of a player that agree with the games."""
        others = self._known.keys() - {name, "place"}
        said = {other: self._said(self._known[other], position) for other in others}
        said["points"] = self._points(position)
        return sum(one == due[other][position] for other, one in said.items() if other != name)

    def _what_is_said(self, line: _EndLine, due: Mapping[str, Sequence[Number]]) -> str | None:
        """The meaning of numbers by their word and values.

        Agreement with other numbers below the list is as good as the right values.
        """
        followed, word = self._followed(), line.word
        said = [self._said(line, position) for position in range(len(self._own))]
        names = [name for name in _SAYS[word] if name not in self._known]
        right = {
            name: sum(
                1 for one, *others in zip(said, due[name], followed[name], strict=True) if one in others
            )
            for name in names
        }
        if not names:
            return None
        best = max(names, key=lambda name: right[name])
        alone = [line.word for line in self._lines].count(word) == 1
        if word and alone and word not in _BY_NUMBERS and (right[best] or word not in _COUNTED):
            return best
        told = sum(
            1 for one, *others in zip(said, due[best], followed[best], strict=True) if one and one in others
        )
        return best if told >= _FEWEST_RIGHT and 2 * told > len(said) else None

    def _followed(self) -> Mapping[str, Sequence[Number]]:
        """The consequence of the numbers above, right or wrong, which is no fault of its own."""
        own = [self._as_written(position) for position in range(len(self._own))]
        stated = {**_stated(own), **{name: _stated(self._own)[name] for name in _GIVEN}}
        ends: list[Number] = []
        for position, one in enumerate(own):
            parts = [self._said(self._known.get(name), position) for name in _MADE_OF]
            given = zip(parts, (stated[name][position] for name in _MADE_OF), strict=True)
            both = self._said(self._known.get("both"), position)
            more = sum(due if said is None else said for said, due in given) if both is None else both
            ends.append(one.points + more)
        own_ends = [
            one.points + (part if (said := self._said(self._known.get("own-games"), at)) is None else said)
            for at, (one, part) in enumerate(zip(own, stated["own-games"], strict=True))
        ]
        return {**stated, "end": ends, "own-end": own_ends, "place": _places(ends)}

    def _as_written(self, position: int) -> OwnTally:
        """A player's result by the total row and the counts below it, as far as written."""
        own, points = self._own[position], self._points(position)
        won, lost = (self._said(self._known.get(name), position) for name in _COUNTED)
        return OwnTally(
            own.points if points is None else points,
            own.won if won is None else int(won),
            own.lost if lost is None else int(lost),
        )

    def _points(self, position: int) -> Number | None:
        """A player's points by the results, or else by the total row."""
        points = self._said(self._known.get("points"), position)
        of_own_games = self._sheet.points_columns and self._sheet.layout != SEEGER
        if points is None and self._sheet.total_row is not None and of_own_games:
            row, column = self._sheet.total_row, self._sheet.points_columns[position]
            return amount(self._sheet.table.value(row, column))
        return points

    def _said(self, line: _EndLine | None, position: int) -> Number | None:
        cell = None if line is None else line.cells[position]
        return None if cell is None else amount(self._sheet.table.value(*cell))


_GIVEN = ("points", *_COUNTED)
"""Rows that do not follow from other numbers below the list."""


def _stated(own: Sequence[OwnTally]) -> Mapping[str, Sequence[Number]]:
    """The possible values of each row below a list, for every player."""
    parts, lost, end = added(own), sum(one.lost for one in own), ends(own)
    own_games, others = ([part[at] for part in parts] for at in (0, 1))
    everybody = sum(one.points for one in own)
    return {
        "points": [one.points for one in own],
        "won": [one.won for one in own],
        "lost": [one.lost for one in own],
        "difference": [one.won - one.lost for one in own],
        "for-won": [OF_GAMES * one.won for one in own],
        "for-lost": [-OF_GAMES * one.lost for one in own],
        "own-games": own_games,
        "others-lost": [lost - one.lost for one in own],
        "others": others,
        "both": list(map(sum, parts)),
        "end": end,
        "own-end": [one.points + more for one, more in zip(own, own_games, strict=True)],
        "settled": [len(own) * one.points - everybody for one in own],
        "place": _places(end),
    }


def _places(ends: Sequence[Number]) -> Sequence[int]:
    return [1 + sum(other > end for other in ends) for end in ends]


def _watched(sheet: Sheet) -> _ListEnd | None:
    lines = _rows_below(sheet)
    return _ListEnd(sheet, sheet.players, lines) if lines else None


def _watched_block(sheet: Sheet) -> _ListEnd | None:
    block = _block(sheet)
    return None if block is None else _ListEnd(sheet, block.players, block.lines)


list_end = column_check(LIST_END, _watched)
block_end = column_check(LIST_END, _watched_block)
