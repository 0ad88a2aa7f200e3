"""The rules for game logs, their results for a ranking, and the sheet of totals beside a log, whose every row
is a state of the log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from scorecheck.checks.check import HEADINGS, Hit
from scorecheck.checks.ruleset import Kept
from scorecheck.games.chouette.log import Log, follow
from scorecheck.games.chouette.rows import LogRow, row_of
from scorecheck.games.chouette.state import LogFault, LogOptions
from scorecheck.model.cells import Number, Points
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.statistics import Played
from scorecheck.model.terms import Param


def options_of(sheet: Sheet) -> LogOptions:
    """The options for a log."""
    chosen = {name: sheet.options[name] for name in LogOptions._fields if name in sheet.options}
    return LogOptions()._replace(**chosen)


def faults_of_log(rule: str, sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Hit]:
    """All faults of a log against one of the rules. Some show rows later."""
    for fault, number in _faults(tuple(map(row_of, entries)), options_of(sheet)):
        if fault.rule != rule:
            continue
        params: dict[str, Param] = {"number": number, **fault.params}
        kind = f"off-{params['option']}" if "option" in params else fault.kind
        column = sheet.column(fault.where)
        yield Hit(sheet.column("action") if column is None else column, params, kind, row=fault.row)


@lru_cache(maxsize=1)
def _faults(rows: Sequence[LogRow], options: LogOptions) -> Sequence[tuple[LogFault, str]]:
    """All faults of a log with their games, computed once for all rules."""
    log = Log()
    found: list[tuple[LogFault, str]] = []
    for row in rows:
        log, faults = follow(log, row, options)
        found += ((fault, log.number) for fault in faults)
    if log.held is not None:
        found.append((log.held, log.number))
    return tuple(found)


def result_of_log(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """The payments of a log, and each player's number of finished games."""
    log = Log()
    games = dict.fromkeys(sheet.players, 0)
    ended = 0
    for log in _states(sheet, entries):
        if log.game is not None and log.game.winner is not None and ended < log.games:
            ended = log.games
            for name in log.game.seats:
                games[name] = games.get(name, 0) + 1
    return tuple(PlayerResult(name, log.totals.get(name, 0), count) for name, count in games.items())


def games_of_log(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """The games of a log for statistics: the points of each player, and the box."""
    for log, after in pairwise((*_states(sheet, entries), None)):
        if log is not None and log.game is not None and (after is None or after.games > log.games):
            points = {name: log.game.net.get(name, 0) for name in log.game.seats}
            yield Played(log.number, points, log.game.box)


def _states(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Log]:
    """The state of a log after each of its rows."""
    options, log = options_of(sheet), Log()
    for entry in entries:
        log = follow(log, row_of(entry), options).log
        yield log


_FURTHEST_AHEAD = 60
"""The meaning of a wrong row is sought among this many later payments."""
_ROWS_AHEAD = 20
"""This many rows below a wrong one show which payment it was."""


class TotalsAfter(NamedTuple):
    """The totals after a row of the log with a payment."""

    number: str
    totals: Mapping[str, int]
    sure: bool


def states_of(sheet: Sheet, entries: Iterable[Entry]) -> list[TotalsAfter]:
    """The totals of the log, payment by payment; the first is the start of the evening.

    Each pass is a state of its own even if several make one entry: sheets may have either.
    """
    log = Log()
    states = [TotalsAfter("", {}, sure=True)]
    for log in _states(sheet, entries):
        last = states[-1]
        if any(log.totals.get(name, 0) != last.totals.get(name, 0) for name in log.totals) or (
            last.sure and not log.sure
        ):
            states.append(TotalsAfter(log.number, log.totals, log.sure))
    states[0] = states[0]._replace(number=states[1].number if len(states) > 1 else log.number)
    return states


def mismatch(log: Kept, sheet: Kept) -> Iterator[Hit]:
    """The rows of a totals sheet that are no later state of the log, and a wrong end."""
    states = states_of(log.sheet, log.entries)
    places = {name.casefold(): position for position, name in enumerate(sheet.sheet.players)}
    # A player without points may have a column of zeros, or none.
    zeros = {heading.casefold() for heading in sheet.sheet.table.headings}
    absent = [
        name
        for name, total in states[-1].totals.items()
        if name.casefold() not in places
        and (total or name.casefold() not in zeros)
        and any(state.totals.get(name, 0) for state in states)
    ]
    if absent:
        yield Hit(None, {"player": absent[0]}, "absent", row=HEADINGS)
        return
    due = [_row_of(state, places) for state in states]
    rows = [entry for entry in sheet.entries if entry.readable]
    if not rows:
        return
    carried = _walk(rows[1:], due, states, rows[0].totals)
    # A first row is carried over only if that explains more than a first payment.
    plain = _walk(rows, due, states, (0,) * len(places))
    told = carried if rows[0].opening and len(carried) < len(plain) else plain
    for hit in told:
        yield hit.at(sheet.sheet)


def _row_of(state: TotalsAfter, places: Mapping[str, int]) -> Points:
    row: list[Number] = [0] * len(places)
    for name, amount in state.totals.items():
        if name.casefold() in places:
            row[places[name.casefold()]] = amount
    return tuple(row)


class _Differs(NamedTuple):
    """A row of the sheet that is no state of the log."""

    row: int
    position: int | None
    """The player to look at first; ``None`` if the one just ends before the other."""
    due: Number
    game: str
    kind: str = ""
    others: tuple[int, ...] = ()

    def at(self, sheet: Sheet) -> Hit:
        if self.position is None:
            return Hit(None, {"number": self.game}, self.kind, row=self.row)
        columns = sheet.points_columns
        params: dict[str, Param] = {
            "player": sheet.players[self.position],
            "due": self.due,
            "number": self.game,
        }
        return Hit(
            columns[self.position], params, self.kind, tuple(columns[at] for at in self.others), row=self.row
        )


def _walk(
    rows: Sequence[Entry], due: Sequence[Points], states: Sequence[TotalsAfter], start: Points
) -> list[_Differs]:
    """The rows that are no later state of the log, each at its first difference.

    A wrong row stands for the state from which the next row continues: the one with the fewest differences,
    then the one with the most rows that follow. ``start`` is the base of the totals. Continued errors are not
    reported again, and nothing after a fault of the log that makes its payments unclear.
    """
    known = next((at for at, state in enumerate(states) if not state.sure), len(states))
    log = _TotalsOfLog(start, due, {})
    for at, paid in enumerate(due[:known]):
        log.places.setdefault(paid, []).append(at)
    base, at = start, 0
    found: list[_Differs] = []
    settled = 0
    for index, entry in enumerate(rows):
        place = log.find(entry.totals, (base, start), at)
        if place is not None:
            at, base = place
            settled = len(found)
            continue
        if at == known - 1:
            if known == len(states):
                found.append(_Differs(entry.row, None, 0, states[at].number, "beyond"))
            break
        following = [row.totals for row in rows[index + 1 : index + 1 + _ROWS_AHEAD]]
        nearest = log.meant(entry.totals, following, base, range(at, min(known, at + _FURTHEST_AHEAD)))
        odd = _differing(entry.totals, due[nearest], base)
        found.append(
            _Differs(
                entry.row,
                odd[0],
                due[nearest][odd[0]] + base[odd[0]],
                states[nearest].number,
                "row" if len(odd) > 1 else "",
                tuple(odd[1:]),
            )
        )
        at = nearest
        base = _without(entry.totals, due[nearest])
    if known < len(states):
        # After the fault of the log, right and wrong rows cannot be distinguished.
        return found[:settled]
    if due[at] != due[-1]:
        found.append(_Differs(rows[-1].row if rows else 0, None, 0, states[at + 1].number, "end"))
    return found


class _TotalsOfLog(NamedTuple):
    """The totals in each state of a log, counted from ``start``."""

    start: Points
    due: Sequence[Points]
    places: dict[Points, list[int]]
    """The states with the same totals, in order."""

    def meant(self, said: Points, following: Sequence[Points], base: Points, states: range) -> int:
        """The state that a wrong row stands for."""
        due = self.due

        def unlikeness(state: int) -> tuple[bool, int, int, bool, int]:
            reach = self._reach(following, (_without(said, due[state]), base, self.start), state)
            goes_on = reach > 0 if following else due[state] == due[-1]
            return not goes_on, len(_differing(said, due[state], base)), -reach, state == states.start, state

        return min(states, key=unlikeness)

    def _reach(self, rows: Sequence[Points], bases: tuple[Points, ...], first: int) -> int:
        """The number of rows that continue from a state."""
        for reached, totals in enumerate(rows):
            place = self.find(totals, bases, first)
            if place is None:
                return reached
            first, base = place
            bases = (base, *bases[1:])
        return len(rows)

    def find(self, totals: Points, bases: Iterable[Points], first: int) -> tuple[int, Points] | None:
        """The next state that equals a row of the sheet, counted from one of the bases."""
        for base in bases:
            later = self.places.get(_without(totals, base), ())
            at = bisect_left(later, first)
            if at < len(later):
                return later[at], base
        return None


def _without(totals: Points, paid: Points) -> Points:
    return tuple(said - amount for said, amount in zip(totals, paid, strict=True))


def _differing(totals: Points, paid: Points, base: Points) -> list[int]:
    return [position for position, said in enumerate(totals) if said != paid[position] + base[position]]
