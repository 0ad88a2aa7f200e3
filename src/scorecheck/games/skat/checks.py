"""The rules for Skat lists: one soloist per row, possible values, and the dealer at a table of four."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorecheck.checks.check import ERROR, Hit, Rule, row_check
from scorecheck.checks.deal import dealers
from scorecheck.checks.words import position_of
from scorecheck.games.skat.record import RowTold, at_table, column_of_points, gained, is_of_values, told_by
from scorecheck.games.skat.scoring import AT_TABLE, OF_GAMES, SEEGER, SoloGame, by_seeger, own_points, turn_of
from scorecheck.model.cells import value_text
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

SOLOIST = Rule("skat/soloist", ERROR, absorbs=frozenset({"skat/dealer"}))
VALUE = Rule("skat/value", ERROR, absorbs=frozenset({"skat/dealer"}))


def _soloist(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports a row with points for several players."""
    paid = [position for position, points in enumerate(entry.points) if points]
    if entry.opening or len(paid) < 2:
        return
    columns = tuple(sheet.points_columns[position] for position in paid)
    params = {"players": tuple(sheet.players[position] for position in paid)}
    yield Hit(columns[0], params, "totals" if sheet.running else "", columns[1:])


def _value(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports points of the soloist that no game gives."""
    if is_of_values(sheet) and not entry.opening:
        yield from _of_values(told_by(entry, sheet), sheet)
    turn = None if entry.opening else turn_of(entry.points)
    if turn is None or turn.is_game:
        return
    params: dict[str, Param] = {"player": sheet.players[turn.soloist], "points": turn.value}
    column = sheet.points_columns[turn.soloist]
    if turn.is_half:
        # Later totals have the same error, but another game of the same value is another fault.
        off = None if sheet.running else -turn.value
        yield Hit(column, {**params, "due": 2 * turn.value}, "half", off=off)
    else:
        yield Hit(column, params, "lost" if turn.value < 0 else "")


def _by_seeger(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports a row that no game gives by Seeger-Fabian."""
    own = own_points(entry.points)
    turn = None if own is None else turn_of(own)
    if entry.opening or (own is not None and (turn is None or turn.is_game)):
        return
    paid = [seat for seat, points in enumerate(entry.points) if points]
    lost = [seat for seat in paid if entry.points[seat] < 0]
    alone = lost if len(lost) == 1 else paid
    if len(alone) == 1:
        yield from _seeger_of(SoloGame(alone[0], entry.points[alone[0]]), entry, sheet)
        return
    at, *others = (sheet.points_columns[seat] for seat in paid)
    yield Hit(at, {"players": tuple(sheet.players[seat] for seat in paid)}, "seeger-several", tuple(others))


def _seeger_of(end: SoloGame, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """The same where it is clear who played: the others have other points, or the soloist has.

    ``end``: what the soloist has in the row.
    """
    columns, players, seat = sheet.points_columns, sheet.players, end.soloist
    due = by_seeger(end, len(players))
    wrong = [at for at, points in enumerate(entry.points) if at != seat and points != due[at]]
    params: dict[str, Param] = {"player": players[seat], "points": end.value}
    if wrong:
        params |= {"others": tuple(players[at] for at in wrong), "due": due[wrong[0]]}
        first, *others = (columns[at] for at in wrong)
        yield Hit(first, params, "seeger-others", (*others, columns[seat]))
    elif end.value < 0:
        yield Hit(columns[seat], {**params, "own": end.value + OF_GAMES}, "seeger-lost")
    else:
        yield Hit(columns[seat], {**params, "own": end.value - OF_GAMES}, "seeger-won")


def _of_values(told: RowTold, sheet: Sheet) -> Iterator[Hit]:
    """On a list without matadors: an impossible value, or points that do not follow from it."""
    said = [(sheet.column("value"), told.value)]
    if told.points is not None and not sheet.points_columns:
        said.append((column_of_points(sheet, told.points), told.points))
    for column, number in said:
        if not number or SoloGame(0, number).is_game:
            continue
        params: dict[str, Param] = {"player": told.soloist, "points": number}
        if SoloGame(0, number).is_half:
            yield Hit(column, {**params, "due": 2 * number}, "half")
        else:
            yield Hit(
                column, params, "worth" if column == sheet.column("value") else "lost" if number < 0 else ""
            )


def _dealer(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports a dealer at a table of four who plays alone."""
    turn = None if entry.opening or at_table(sheet) <= AT_TABLE else turn_of(gained(entry, sheet))
    if turn is None:
        return
    seat = position_of(value_text(entry.fields.get("dealer", "")), sheet.players)
    if seat is not None and seat == turn.soloist:
        params: dict[str, Param] = {"player": sheet.players[seat]}
        beside = sheet.points_columns[seat] if sheet.points_columns else sheet.column("soloist")
        yield Hit(sheet.column("dealer"), params, "", () if beside is None else (beside,))


def dues(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The dealer of a game by the one before it, if the deal is regular: after the last player the first."""
    if entry.opening or not past or sheet.column("dealer") is None:
        return
    before = position_of(value_text(past[-1].fields.get("dealer", "")), sheet.players)
    if before is not None:
        yield "dealer", sheet.players[(before + 1) % len(sheet.players)]


_OF_OWN_GAMES = ("points", "totals", "detail")
_JUDGED: Mapping[str, Any] = {"of_change": True, "of_columns": True}
soloist = row_check(SOLOIST, _soloist, layouts=_OF_OWN_GAMES, doubts=True, **_JUDGED)
value = row_check(VALUE, _value, layouts=_OF_OWN_GAMES, doubts=True, **_JUDGED)
seeger = row_check(VALUE, _by_seeger, layouts=(SEEGER,), doubts=True, **_JUDGED)
dealer = row_check(Rule("skat/dealer", ERROR), _dealer, **_JUDGED)
dealt_in_turn = dealers(AT_TABLE, _dealer)
