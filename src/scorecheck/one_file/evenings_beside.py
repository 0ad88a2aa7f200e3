"""A season table, or a list of players, beside the sheets of its evenings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import log

from scorecheck.checks.null import ODDS, SLIP
from scorecheck.layouts.entries import entries_of, settled
from scorecheck.layouts.locate import partitions, turned_tables
from scorecheck.layouts.readings import Reading, readings
from scorecheck.layouts.sample import SAMPLE
from scorecheck.model.names import name_key
from scorecheck.model.outcome import Result
from scorecheck.model.record import replace
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.evidence import headings_of
from scorecheck.one_file.sheet_result import result_of
from scorecheck.tournament.compare import PublishedList, says_mostly
from scorecheck.tournament.evenings_grid import OF_ANY_SIZE, lines_of
from scorecheck.tournament.list_as_evidence import by_totals
from scorecheck.tournament.listed import listed
from scorecheck.tournament.rounds import rounds_by_name
from scorecheck.tournament.season_table import (
    Evening,
    all_together,
    columns_of,
    evenings_of_sheets,
    figures_of_sheets,
    scores_of,
)
from scorecheck.tournament.standings import by_all_methods


def given_by(games: Iterable[Reading]) -> Iterator[Result]:
    """The results of sheets, as far as they are known before the checks."""
    for game in games:
        result = result_of(game, settled(game, {}), faulty=False)
        if result is not None:
            yield result


def of_evenings(grid: Grid, path: str, wanted: Wanted, results: Sequence[Result]) -> Reading | None:
    """A sheet as a grid of evenings whose games are on other sheets; ``None`` if it is none.

    The evidence is that its numbers are the results of these sheets, unlike those in tables of money or
    drinks with the same players.
    """
    if wanted.layout or wanted.game or wanted.notation:
        return None
    people = {name_key(player.player) for result in results for player in result.players}
    named = {name_key(cell) for row in grid.rows[:SAMPLE] for cell in row if isinstance(cell, str)}
    if 2 * len(people & named) < len(people):
        return None
    evenings = evenings_of_sheets(results, name_key)
    settles = all(result.zero_sum for result in results)
    best: tuple[float, Reading | None] = (ODDS, None)
    for table in chain(chain.from_iterable(cut.tables for cut in partitions(grid)), turned_tables(grid)):
        for reading in readings(table, path, OF_ANY_SIZE, wanted):
            others = (column.heading for column in reading.sheet.columns if column.role != "player")
            if not people.isdisjoint(map(name_key, others)):
                continue
            reading = reading._replace(entries=tuple(entries_of(reading, reading.sheet)))
            evidence = _evidence_by(evenings, reading, settles=settles)
            best = max(best, (evidence, reading), key=lambda one: one[0])
    reading = best[1]
    return reading and reading._replace(sheet=replace(reading.sheet, decided_by="beside"))


def is_theirs(reading: Reading, games: Iterable[Reading]) -> bool:
    """Whether a list has the scores of some sheets for most players.

    The scores may be by rows or totals, and by any ranking method.
    """
    sheet = reading.sheet
    lines = listed(sheet, entries_of(reading, sheet))
    given = tuple(given_by(games))
    if not lines or not given:
        return False
    heading = sheet.table.heading_cell(sheet.points_columns[0])
    published = PublishedList(sheet.path, sheet.name, heading, lines)
    scores = scores_of((name_key(line.player), line) for line in lines)
    return scores.figure(figures_of_sheets(given, name_key)) is not None or any(
        says_mostly(published, standings, {})
        for results in (given, tuple(map(by_totals, given)))
        for standings in by_all_methods(rounds_by_name(results))
    )


def theirs_among(lists: Sequence[Reading], games: Sequence[Reading]) -> Reading | None:
    """Of columns of numbers behind some names, each read as the scores, that with the points of some sheets.

    What each player won and lost may stand beside them, and a wrong game changes all numbers of its players.
    """
    given = tuple(given_by(games))
    if not given:
        return None
    points, *figures = all_together(given, name_key), *figures_of_sheets(given, name_key)
    scores: list[Reading] = []
    evidence, off = 0.0, set[str]()
    for one in lists:
        lines = listed(one.sheet, entries_of(one, one.sheet))
        column = scores_of((name_key(line.player), line) for line in lines)
        best = max((points, *figures), key=column.agreeing)
        said = column.evidence_by_cell(best.points)
        evidence += sum(weight for weight in said.values() if weight > 0)
        off |= {key for key, weight in said.items() if weight <= 0}
        # Noughts are equal by chance.
        same = sum(weight > 0 and bool(points.points[key]) for key, weight in said.items())
        scores += [one] if best is points and 2 * same >= len(said) else []
    sure = len(lists) > 1 and evidence + len(off) * log(SLIP) > ODDS
    return next(iter(scores if sure else (one for one in lists if is_theirs(one, games))), None)


def _evidence_by(evenings: Sequence[Evening], reading: Reading, *, settles: bool) -> float:
    """The likelihood of a table, given the results of the sheets of its evenings."""
    rows = reading.entries or ()
    columns = columns_of((name_key(line.player), line) for line in lines_of(reading.sheet, rows))
    evidence = sum(column.evidence(evenings, settles=settles) for column in columns)
    return evidence + headings_of(reading) + log(SLIP) * sum(not entry.readable for entry in rows)
