"""Substitutes: seats whose player changes within a sheet; the first keeps the points until then."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from scorecheck.model.cells import Number
from scorecheck.model.names import clean_name, name_key
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet, Substitute


class SeatChange(NamedTuple):
    """A substitute by the event file or by the sheet."""

    leaves: str
    enters: str
    game: int
    """The number of the substitute's first game."""
    spellings: frozenset[str]
    """All spellings of the leaving player, as name keys."""
    table: str | None = None
    """The name of the sheet in its workbook, if needed."""


def substitutes_of(
    sheet: Sheet,
    changes: Iterable[SeatChange],
    entries: Callable[[], Iterable[Entry]],
    is_game: Callable[[Entry, Sheet], bool],
) -> tuple[Substitute, ...]:
    """The substitutes of a sheet: by the event file, and by rows that repeat the names.

    Names without a game below them have no effect. A change that does not fit the sheet is ignored here: it
    is reported when all sheets of the event are known.
    """
    found = dict.fromkeys([*_said(sheet, changes, entries), *_written(sheet)])
    last = max((entry.row for entry in entries() if is_game(entry, sheet)), default=-1) if found else -1
    played = (one for one in found if one.row <= last)
    return tuple(sorted(played, key=lambda one: (one.row, one.seat)))


def _said(
    sheet: Sheet, changes: Iterable[SeatChange], entries: Callable[[], Iterable[Entry]]
) -> Iterator[Substitute]:
    keys = [name_key(name) for name in sheet.players]
    for change in changes:
        seat = next((at for at, key in enumerate(keys) if key in change.spellings), None)
        if seat is None or change.table not in (None, sheet.name):
            continue
        row = next((entry.row for entry in entries() if entry.label == str(change.game)), None)
        if row is not None:
            yield Substitute(seat, change.enters, row)


def _written(sheet: Sheet) -> Iterator[Substitute]:
    """Rows that repeat the players' names, most of them unchanged and some different."""
    table, columns = sheet.table, sheet.points_columns
    now = [name_key(name) for name in sheet.players]
    for row in range(min(sheet.stop, len(table.rows))) if len(columns) == len(now) else ():
        words = [table.value(row, column) for column in columns]
        names = [clean_name(word) for word in words if isinstance(word, str)]
        for seat in _changed_seats(names, now):
            now[seat] = name_key(names[seat])
            yield Substitute(seat, names[seat], row)


def _changed_seats(names: Sequence[str], now: Sequence[str]) -> list[int]:
    """The seats that change in a row of names: fewer than half, and nobody has two."""
    if len(names) < len(now) or not all(any(map(str.isalpha, name)) for name in names if name):
        return []
    new = list(map(name_key, names))
    kept = sum(one == other for one, other in zip(new, now, strict=True))
    seated = [key for key in new if key]
    if 2 * kept < len(now) or len(set(seated)) < len(seated):
        return []
    return [seat for seat, key in enumerate(new) if key and key != now[seat]]


def seatings(sheet: Sheet) -> Iterator[tuple[Sheet, int, int]]:
    """The sheet with the players at the table for each range of its rows."""
    rows = sorted({one.row for one in sheet.substitutes})
    for first, stop in pairwise([0, *rows, max(sheet.stop, *rows, 0) + 1 if rows else sheet.stop]):
        players = list(sheet.players)
        for one in sheet.substitutes:
            if one.row <= first and one.row > 0:
                players[one.seat] = one.player
        yield replace(sheet, players=tuple(players)), first, stop


def with_substitutes(
    sheet: Sheet, players: Sequence[PlayerResult], before: Callable[[int], Sequence[PlayerResult]]
) -> tuple[PlayerResult, ...]:
    """The results of a sheet, each seat's shared among its players.

    ``before`` gives the results of the rows before a row. A player with two seats, or who came back, has one
    result.
    """
    found: dict[str, PlayerResult] = {}
    at_row = {one.row: before(one.row) for one in sheet.substitutes}
    shares: list[PlayerResult] = []
    for seat, whole in enumerate(players):
        changes = [one for one in sheet.substitutes if one.seat == seat]
        marks = [_NOTHING, *(at_row[one.row][seat] for one in changes), whole]
        names = [whole.player, *(one.player for one in changes)]
        parts = [
            _less(after, until, name) for name, (until, after) in zip(names, pairwise(marks), strict=True)
        ]
        found.setdefault(whole.player, parts[0]._replace(points=0, games=0, figures={}))
        shares += parts
    for part in shares:
        known = found.get(part.player)
        found[part.player] = part if known is None else _plus(known, part)
    return tuple(found.values())


def course_of_persons(
    sheet: Sheet, course: Iterable[tuple[int, tuple[Number, ...]]], players: Sequence[str]
) -> Iterator[tuple[Number, ...]]:
    """The points of each player of a result after each game, for a substitute from 0.

    ``course`` gives the row of each game and the points of the seats after it.
    """
    standing: dict[str, Number] = dict.fromkeys(players, 0)
    seated = list(sheet.players)
    to_come = deque(sheet.substitutes)
    before: tuple[Number, ...] = (0,) * len(seated)
    for row, totals in course:
        while to_come and to_come[0].row <= row:
            one = to_come.popleft()
            seated[one.seat] = one.player
        for name, now, then in zip(seated, totals, before, strict=True):
            standing[name] += now - then
        before = totals
        yield tuple(standing.values())


_NOTHING = PlayerResult("", 0, 0)


def _less(whole: PlayerResult, part: PlayerResult, name: str) -> PlayerResult:
    figures = {key: number - part.figures.get(key, 0) for key, number in whole.figures.items()}
    return PlayerResult(name, whole.points - part.points, whole.games - part.games, figures)


def _plus(one: PlayerResult, other: PlayerResult) -> PlayerResult:
    figures: dict[str, Number] = dict(one.figures)
    for key, number in other.figures.items():
        figures[key] = figures.get(key, 0) + number
    return PlayerResult(one.player, one.points + other.points, one.games + other.games, figures)
