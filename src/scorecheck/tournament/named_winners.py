"""Who won or lost each evening of a grid, where a column names it, held against the points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import chain
from math import log

from scorecheck.checks.check import Hit, Rule, Summary, sheet_check
from scorecheck.checks.money import amount
from scorecheck.checks.null import SLIP
from scorecheck.checks.sides import named_in
from scorecheck.checks.words import plain, vocabulary
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet

NAMED_WINNER = Rule("tournament/named-winner", Severity.WARNING, has_repairs=False)


class _NamedRow(NamedTuple):
    """A row with names beside the points."""

    row: int
    named: frozenset[int]
    due: frozenset[int]
    """Who has the most points, or the fewest."""
    there: int
    """The number of players with points."""

    @property
    def is_right(self) -> bool:
        """Whether only players with the most, or fewest, points are named; of equals one is enough."""
        return self.named <= self.due

    @property
    def log_odds(self) -> float:
        """For a column that names the winners or losers, against arbitrary names."""
        by_chance = len(self.due) / self.there
        return log((1 - SLIP) / by_chance) if self.is_right else log(SLIP / (1 - by_chance))


class NamedWinners(NamedTuple):
    """A column that names who has the most points of each evening, or the fewest."""

    column: int
    fewest: bool
    evenings: Sequence[_NamedRow]

    @property
    def log_odds(self) -> float:
        """For the column as a whole, against arbitrary names."""
        return sum(evening.log_odds for evening in self.evenings)


def winners_named(sheet: Sheet) -> Sequence[NamedWinners]:
    """The columns under a word for winners or losers that name those with the most or the fewest points."""
    found: list[NamedWinners] = []
    words = words_for_sides()
    for at, heading in enumerate(sheet.table.headings):
        if at in sheet.points_columns or plain(heading) not in words:
            continue
        readings = [NamedWinners(at, fewest, _evenings(sheet, at, fewest=fewest)) for fewest in (False, True)]
        likeliest = max(readings, key=lambda one: one.log_odds)
        if likeliest.log_odds > 0:
            found.append(likeliest)
    return found


def words_for_sides() -> Set[str]:
    """The headings of columns of winners and of losers, in their plain form."""
    sides = (vocabulary("layouts", "words.toml", section=side) for side in ("winners", "losers"))
    return set(chain.from_iterable(sides))


def _evenings(sheet: Sheet, column: int, *, fewest: bool) -> list[_NamedRow]:
    """The rows in which a column names players; none if it holds anything but names."""
    found: list[_NamedRow] = []
    for row in range(sheet.stop):
        said = sheet.table.value(row, column)
        cells = enumerate(amount(sheet.table.value(row, at)) for at in sheet.points_columns)
        points = {seat: number for seat, number in cells if number is not None}
        if said == "" or row == sheet.total_row or len(set(points.values())) < _FEWEST_APART:
            continue
        named = named_in(said, sheet.players)
        if named is None:
            return []
        end = (min if fewest else max)(points.values())
        due = frozenset(seat for seat, number in points.items() if number == end)
        found.append(_NamedRow(row, named, due, len(points)))
    return found


_FEWEST_APART = 2


def _misnamed(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    for column, fewest, evenings in winners_named(sheet):
        for one in evenings:
            if not one.is_right:
                params = {
                    "heading": sheet.table.headings[column],
                    "named": tuple(sheet.players[seat] for seat in sorted(one.named)),
                    "due": tuple(sheet.players[seat] for seat in sorted(one.due)),
                }
                variant = "fewest" if fewest else ""
                yield Hit(column, params, variant, sheet.points_columns, row=one.row)


named_winner = sheet_check(NAMED_WINNER, _misnamed)
