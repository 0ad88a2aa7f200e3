"""The result of a sheet: points, games and figures for a ranking, statistics, and the games themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from scorecheck.checks.ruleset import Ruleset
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.readings import Reading
from scorecheck.model.cells import Number, Points, Unreadable
from scorecheck.model.finding import Edit, Finding
from scorecheck.model.outcome import PlayerResult, Result
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.statistics import Played, PlayerPart
from scorecheck.repair.checked import edited
from scorecheck.tournament.substitutes import course_of_persons, seatings, with_substitutes
from scorecheck.tournament.tally import figures_of, tally_of
from scorecheck.tournament.units import parts_times, times

if TYPE_CHECKING:
    from scorecheck.model.statistics import Tally

MOST_ROWS = 15_000
"""At most this many rows are read for the results after repairs.

That is three repairs of the longest sheet that is repaired, or hundreds for thirty games.
"""


def result_of(
    reading: Reading, sheet: Sheet, *, faulty: bool, course: list[Points] | None = None
) -> Result | None:
    """The result of a sheet for a ranking and statistics; takes passes of its own over its rows.

    ``course``, if given, receives the points of each player after each game.
    """
    ruleset, layout = reading.ruleset, reading.layout
    if ruleset.result is None:
        return None

    opening: Points = ()
    games = 0
    rows: list[int] = []
    start = sheet.start or (0,) * len(sheet.points_columns)

    def counted() -> Iterator[Entry]:
        nonlocal opening, games
        for entry in entries_of(reading, sheet):
            if entry.opening and not layout.opens_from_zero and not sheet.start:
                opening = entry.totals
            if ruleset.is_game(entry, sheet):
                games += 1
                if course is not None and sheet.points_columns:
                    course.append(tuple([now - then for now, then in zip(entry.totals, start, strict=True)]))
                    rows.append(entry.row)
            yield entry

    players = ruleset.result(sheet, counted())
    if sheet.substitutes:
        players = with_substitutes(sheet, players, partial(_result_before, reading, sheet))
    if course is not None:
        course[:] = _by_player(course, rows, reading, sheet, [player.player for player in players])
    players, tally = _with_games(players, reading, sheet)
    if sheet.foot and not sheet.running:
        players = _with_foot(players, sheet)
    # If no row is a game, as on a card, the table has played what its players have.
    games = games or max((player.games for player in players), default=0)
    result = Result(
        sheet.path,
        sheet.name,
        players,
        games,
        faulty,
        opening,
        sheet.table.title,
        sheet.shown_name,
        zero_sum=ruleset.zero_sum and sheet.notation == "plus-minus",
        tally=tally,
        table=sheet.at_table,
        after=0 if sheet.continues is None else sheet.continues.after,
        a_round=len(players) if ruleset.in_rounds and sheet.points_columns else 1,
        a_point=_A_CENT if layout.hundredths and ruleset.in_hundredths(sheet) else sheet.a_point,
    )
    return _in_units(result, sheet.a_point, course) if sheet.a_point else result


def _by_player(
    course: list[Points], rows: list[int], reading: Reading, sheet: Sheet, names: Sequence[str]
) -> Iterable[Points]:
    """The course of the players of the result: who was on the seats, or is named in the rows."""
    if not sheet.points_columns:
        return _course_of_records(_played(reading, sheet), names)
    return course_of_persons(sheet, zip(rows, course, strict=True), names) if sheet.substitutes else course


def _in_units(result: Result, a_point: Number, course: list[Points] | None) -> Result:
    """The result, and its ``course`` in place, of a sheet with this worth of a point."""
    if course is not None:
        course[:] = [tuple(one * a_point for one in points) for points in course]
    return times(result, a_point)


_A_CENT = Fraction(1, 100)


def _with_foot(players: Iterable[PlayerResult], sheet: Sheet) -> tuple[PlayerResult, ...]:
    """The players with their values in the total row; a formula on an empty cell gives 0."""
    said = dict(zip(sheet.players, sheet.foot, strict=True))
    totals = ((one, said.get(one.player, one.points)) for one in players)
    return tuple(
        one._replace(claimed=total or 0) if isinstance(total, int | None) else one for one, total in totals
    )


def repaired_results(
    reading: Reading, sheet: Sheet, findings: Iterable[Finding]
) -> Mapping[tuple[Edit, ...], Result]:
    """The results of a sheet with each repair that consists of edits, keyed by these.

    Repairs of the most severe findings come first; after ``MOST_ROWS`` rows the others are left out.
    """
    found: dict[tuple[Edit, ...], Result] = {}
    left = MOST_ROWS
    for finding in sorted(findings, key=lambda finding: -finding.severity):
        for fix in finding.fixes:
            if not fix.edits or fix.edits in found:
                continue
            left -= sheet.stop
            if left < 0:
                return found
            result = result_of(reading._replace(entries=None), edited(sheet, fix.all_edits), faulty=False)
            if result is not None:
                found[fix.edits] = result
    return found


def _course_of_records(played: Iterable[Played], players: Sequence[str]) -> Iterator[Points]:
    """The points after each game, where the players' names are in its rows."""
    standing: dict[str, Number] = {name.casefold(): 0 for name in players}
    for game in played:
        for name, points in game.points.items():
            standing[name.casefold()] = standing.get(name.casefold(), 0) + points
        yield tuple(standing[name.casefold()] for name in players)


def _result_before(reading: Reading, sheet: Sheet, row: int) -> tuple[PlayerResult, ...]:
    ruleset = reading.ruleset
    rows = takewhile(lambda entry: entry.row < row, entries_of(reading, sheet))
    return ruleset.result(sheet, rows) if ruleset.result is not None else ()


def _played(reading: Reading, sheet: Sheet) -> Iterator[Played]:
    """The games of a sheet, each with the players at the table at that time."""
    ruleset = reading.ruleset
    if ruleset.played is None:
        return
    for seated, first, stop in seatings(sheet):
        rows = (entry for entry in entries_of(reading, sheet) if first <= entry.row < stop)
        yield from ruleset.played(seated, rows)


def parts_of(reading: Reading, sheet: Sheet) -> Iterator[PlayerPart]:
    """The points of each player in each game of a sheet, and in rows that are no games.

    They add up to those of the result; unreadable cells, which count as 0 there, are ``None``.
    """
    parts = (
        part
        for seated, first, stop in seatings(sheet)
        for part in _parts_of_seated(reading, seated, first, stop)
    )
    if sheet.a_point:
        parts = parts_times(parts, sheet.a_point)
    yield from parts


def _parts_of_seated(reading: Reading, seated: Sheet, first: int, stop: int) -> Iterator[PlayerPart]:
    ruleset = reading.ruleset
    games = ruleset.as_data or ruleset.played or _each_game(ruleset)
    by_rows = bool(seated.points_columns) and ruleset.as_data is None
    seen: list[Entry] = []
    beside: list[Entry] = []

    def rows() -> Iterator[Entry]:
        for entry in entries_of(reading, seated):
            if first <= entry.row < stop:
                if by_rows and not entry.opening and not ruleset.is_game(entry, seated):
                    beside.append(entry)
                seen[:] = [entry]
                yield entry

    for game in games(seated, rows()):
        yield from _penalties(seated, beside)
        unread = _unread(seated, seen[0]) if by_rows else frozenset[str]()
        for player, points in game.points.items():
            alone = ruleset.alone if player == game.alone else "opponent" if game.alone else ""
            yield PlayerPart(game.label, player, None if player in unread else points, alone)
        yield from (PlayerPart(game.label, player, None) for player in unread - game.points.keys())
    yield from _penalties(seated, beside)


def _each_game(ruleset: Ruleset) -> Callable[[Sheet, Iterable[Entry]], Iterator[Played]]:
    """The games of a ruleset that does not say who takes part: everybody does."""

    def played(sheet: Sheet, rows: Iterable[Entry]) -> Iterator[Played]:
        for entry in rows:
            if not entry.opening and ruleset.is_game(entry, sheet):
                yield Played(entry.label, dict(zip(sheet.players, entry.points, strict=True)))

    return played


def _penalties(seated: Sheet, rows: list[Entry]) -> Iterator[PlayerPart]:
    """The points of rows that are no games, such as penalties."""
    for entry in rows:
        unread = _unread(seated, entry)
        for player, points in zip(seated.players, entry.points, strict=True):
            if points or player in unread:
                yield PlayerPart("", player, None if player in unread else points, "penalty")
    rows.clear()


def _unread(seated: Sheet, entry: Entry) -> frozenset[str]:
    """The players whose cell in a row cannot be read."""
    if entry.readable:
        return frozenset()
    pairs = zip(seated.players, entry.written, strict=True)
    return frozenset(player for player, cell in pairs if isinstance(cell, Unreadable))


def _with_games(
    players: tuple[PlayerResult, ...], reading: Reading, sheet: Sheet
) -> tuple[tuple[PlayerResult, ...], Tally | None]:
    """The results with the statistics and figures of the games; the game's own figures have priority."""
    tally = tally_of(_played(reading, sheet), sheet.path, sheet.shown_name)
    if reading.ruleset.noun == "game" and tally is not None:
        solos = reading.ruleset.alone == "solo"
        found = {name: figures_of(one, sheet.notation, solos=solos) for name, one in tally.players.items()}
        players = tuple(one._replace(figures={**found.get(one.player, {}), **one.figures}) for one in players)
    return players, tally
