"""The rules for game logs, and their results for a ranking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from scorecheck.checks.check import Hit
from scorecheck.games.chouette.log import Log, follow
from scorecheck.games.chouette.rows import LogRow, row_of
from scorecheck.games.chouette.state import ChouetteGame, LogFault, LogOptions
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.played import Played
from scorecheck.model.sheet import Entry, Sheet
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
    options = options_of(sheet)
    log = Log()
    games = dict.fromkeys(sheet.players, 0)
    ended = 0
    for entry in entries:
        log = follow(log, row_of(entry), options).log
        if log.game is not None and log.game.winner is not None and ended < log.games:
            ended = log.games
            for name in log.game.seats:
                games[name] = games.get(name, 0) + 1
    return tuple(PlayerResult(name, log.totals.get(name, 0), count) for name, count in games.items())


def games_of_log(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """The games of a log for statistics: the points of each player, and the box."""
    options = options_of(sheet)
    log = Log()
    for entry in entries:
        before = log
        log = follow(log, row_of(entry), options).log
        if log.games > before.games and before.game is not None:
            yield _played(before, before.game)
    if log.game is not None:
        yield _played(log, log.game)


def _played(log: Log, game: ChouetteGame) -> Played:
    return Played(log.number, {name: game.net.get(name, 0) for name in game.seats}, game.box)
