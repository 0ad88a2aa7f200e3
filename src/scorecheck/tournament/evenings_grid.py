"""Grids of evenings: a row per evening, a column per member, empty if somebody was absent.

The points of those present add up to 0. A list with a row per player and a column per round is such a grid,
transposed; if it has no points below 0, nothing shows whether it is right.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence, Set
from itertools import chain, pairwise
from math import log
from operator import attrgetter
from statistics import fmean
from string import digits

from scorecheck.checks.check import Hit, Rule, Summary, row_check, rows_check, sheet_check
from scorecheck.checks.common import CELL_CHECKS, heading_checks, player_at, rows_of_places, total_mismatch
from scorecheck.checks.money import amount
from scorecheck.checks.null import LEAST_RATE, ODDS, SLIP, multiples_of
from scorecheck.checks.own_game.rows import CellsPrior
from scorecheck.checks.places_below import follow
from scorecheck.checks.prior import AnySettlement, RowPrior
from scorecheck.checks.rules import RANK_ORDER, TOTAL_MISMATCH
from scorecheck.checks.ruleset import NEVER, TOTALS_AGREE, Ground, Layout, Mending, Ruleset, nothing_to_check
from scorecheck.checks.sides import named_in
from scorecheck.checks.words import plain, vocabulary
from scorecheck.model.cells import Number, Value, value_text, written
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import Listed, ListedPart, PlayerResult
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Counted, Entry, Sheet
from scorecheck.model.statistics import Played
from scorecheck.model.terms import Param
from scorecheck.tournament.listed import ROW_SCORE, part_in
from scorecheck.tournament.long_list import GROUP_SUM
from scorecheck.tournament.long_list import RULESET as LONG
from scorecheck.tournament.rounds import names_a_round

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


LAYOUT = "evenings"
_NAMING = ("evening", "date", "round", "game", "number", "table")
"""The roles of columns that identify the evening of a row, by priority."""
_ROWS = vocabulary("layouts", "words.toml", section="rows")
_OF_A_LINE = frozenset({"average", "evenings", "wins", "best", "worst"})
"""What follows from the evenings of a line: no column of these is a player."""
_FEWEST_EVENINGS = 2
_FEWEST_LISTED = 3


def of_those_there(entry: Entry) -> tuple[Number, ...]:
    """The points of those present on an evening."""
    return tuple(points for cell, points in zip(entry.written, entry.points, strict=True) if cell is not None)


def is_of_evenings(sheet: Sheet, rows: Sequence[Entry]) -> bool:
    """Whether somebody was absent or each row names its evening, and amounts are no multiples of one number.

    Otherwise it may be a cash book, or the games of one evening; or its rows are the totals so far.
    """
    there = list(map(of_those_there, rows))
    away = any(len(points) < len(entry.written) for points, entry in zip(there, rows, strict=True))
    called = away or names_evenings(sheet, rows)
    return (
        called and multiples_of(there) < LEAST_RATE and not _in_parts(sheet, rows) and are_points(sheet, rows)
    )


def _in_parts(sheet: Sheet, rows: Iterable[Entry]) -> bool:
    """Whether rows add up to 0 with the fractions in them, which are no slips then but money."""
    parts = (entry.row for entry in rows if not entry.readable)
    sums = (sum(amount(sheet.table.value(row, at)) or 0 for at in sheet.points_columns) for row in parts)
    return [*sums].count(0) > 1


def makes_sense(sheet: Sheet, rows: Sequence[Entry]) -> bool:
    """Whether rows that the user calls evenings may be: most add up to 0, or three people came to most, and
    the numbers are no totals so far and no money."""
    settled = sum(entry.readable and not sum(entry.points) for entry in rows)
    there = list(map(of_those_there, rows))
    full = sum(len(points) >= _FEWEST_LISTED for points in there)
    return _MOST * settled >= (_MOST - 1) * len(rows) or (
        2 * full > len(rows) and multiples_of(there) < LEAST_RATE and are_points(sheet, rows)
    )


_MOST = 4


def are_points(sheet: Sheet, rows: Sequence[Entry]) -> bool:
    """Whether rows are the points of each evening and no running totals, at odds of 99 to 1.

    Each number's distance from 0, or from the player's mean where rows do not add up to 0, is compared with
    that from the one above. Totals below decide; so does an empty cell below a number: who stays away keeps
    the total.
    """
    lines = lines_of(sheet, rows)
    numbers = [[float(one.points) for one in line.parts if one.points is not None] for line in lines]
    left = any(
        one.points is not None and two.points is None for line in lines for one, two in pairwise(line.parts)
    )
    if left or any(written(line.said) == line.score != 0 for line in lines):
        return True
    around = [0.0 if settles(sheet) or not each else fmean(each) for each in numbers]
    pairs = zip(numbers, around, strict=True)
    apart = sum(abs(number - middle) for each, middle in pairs for number in each[1:])
    steps = sum(abs(after - before) for each in numbers for before, after in pairwise(each))
    # The last of each row follows from the others.
    free = sum(len(each) - 1 for each in numbers if each) * (1 - 1 / max(2, len(numbers)))
    return free * log((1 + steps) / (1 + apart)) + _RARELY_TOTALS > ODDS


_RARELY_TOTALS = log(20)
"""Totals so far without the points of the evenings are rare in grids."""


def names_evenings(
    sheet: Sheet, rows: Iterable[Entry], roles: Container[str | None] = ("evening", "date")
) -> bool:
    """Whether a column gives each row a different name, and has one of these ``roles`` or holds evenings."""
    at_rows = [entry.row for entry in rows]
    for at, heading in enumerate(sheet.table.headings):
        said = [sheet.table.value(row, at) for row in at_rows]
        apart = len({value_text(one).strip() for one in said} - {""}) == len(said) >= _FEWEST_EVENINGS
        told = LONG.headings.get(plain(heading)) in roles or sheet.column("date") == at
        if at not in sheet.points_columns and apart and (told or all(map(_is_an_evening, said))):
            return True
    return False


def _is_an_evening(said: Value) -> bool:
    """Whether a cell is a date, or the name of an evening: many games have rounds."""
    word = plain(value_text(said)).strip(digits)
    return names_a_round(said) and LONG.headings.get(word) != "round"


def settles(sheet: Sheet) -> bool:
    """Whether the losers pay the winners: there are points below 0, and half of the rows
    with points add up to 0.

    In Skat nobody loses what the soloist wins.
    """
    rows = [row for row in range(min(sheet.stop, _LOOKED_AT)) if row != sheet.total_row]
    scores = [[amount(sheet.table.value(row, at)) or 0 for at in sheet.points_columns] for row in rows]
    scores = list(filter(any, scores))
    lost = any(score < 0 for row in scores for score in row)
    return lost and _AT_LEAST * sum(not sum(row) for row in scores) >= len(scores)


_LOOKED_AT, _AT_LEAST = 200, 2


def _adds_up(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    total = sum(entry.points)
    if total and settles(sheet):
        there = (at for at, said in zip(sheet.points_columns, entry.written, strict=True) if said is not None)
        yield Hit(next(there), {"group": _called(entry, sheet), "sum": total}, off=total)


def _called(entry: Entry, sheet: Sheet) -> str:
    """The name of the evening of a row; a number stands after its heading: ``Evening 3``."""
    for role in _NAMING:
        column = sheet.column(role)
        said = "" if column is None else value_text(sheet.table.value(entry.row, column)).strip()
        if column is not None and said:
            return f"{sheet.table.headings[column]} {said}".strip() if said.isdigit() else said
    beside = (at for at in range(len(sheet.table.headings)) if at not in sheet.points_columns)
    words = (value_text(sheet.table.value(entry.row, at)).strip() for at in beside)
    return next(filter(None, words), entry.label)


def _result(sheet: Sheet, rows: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Everybody's points on the evenings that count, and the number of evenings attended."""
    return tuple(
        PlayerResult(line.player, line.score, sum(part.points is not None for part in line.parts))
        for line in lines_of(sheet, rows)
    )


def lines_of(sheet: Sheet, rows: Iterable[Entry]) -> tuple[Listed, ...]:
    """Everybody's points on each evening and in total, as a published list."""
    parts: list[list[ListedPart]] = [[] for _ in sheet.players]
    for entry in rows:
        called = _called(entry, sheet)
        for seat, (at, said) in enumerate(zip(sheet.points_columns, entry.written, strict=True)):
            points = None if said is None else entry.points[seat]
            parts[seat].append(part_in(sheet.table, called, points, entry.row, at))
    count = sheet.counted or Counted()

    def line(name: str, at: int, own: Sequence[ListedPart]) -> Listed:
        score = sum(count.of(part.points for part in own if part.points is not None))
        heading = sheet.table.heading_cell(at)
        if sheet.total_row is None:
            return Listed(name, score, 0, None, heading, tuple(own))
        total = part_in(sheet.table, "", score, sheet.total_row, at)
        return Listed(name, score, 0, None, total.cell, tuple(own), total.said, heading)

    return tuple(map(line, sheet.players, sheet.points_columns, parts))


def _as_data(sheet: Sheet, rows: Iterable[Entry]) -> Iterator[Played]:
    for entry in rows:
        pairs = zip(sheet.players, entry.written, entry.points, strict=True)
        yield Played(
            _called(entry, sheet), {name: points for name, cell, points in pairs if cell is not None}
        )


def _total_of_the_best(sheet: Sheet, rows: Sequence[Entry]) -> Iterator[Hit]:
    """Players whose total is not the sum of the evenings that count, where the worst ones are left out."""
    if sheet.counted is None or sheet.total_row is None:
        return
    both = zip(sheet.points_columns, lines_of(sheet, rows), strict=True)
    for position, (at, line) in enumerate(both):
        said = amount(sheet.table.value(sheet.total_row, at))
        if said is not None and said != line.score:
            params: dict[str, Param] = {"player": player_at(sheet, position), "total": said}
            params |= {"sum": line.score}
            yield Hit(at, params, "best", off=line.score - said, row=sheet.total_row)


def _wrong_below(sheet: Sheet, rows: Sequence[Entry]) -> Iterator[Hit]:
    if sheet.stop + (sheet.total_row is not None) < len(sheet.table.rows):
        # Most grids have nothing below the totals.
        from scorecheck.tournament.published import wrong_below

        yield from wrong_below(sheet, lines_of(sheet, rows))


def _has_places(sheet: Sheet) -> bool:
    places, others = rows_of_places(sheet)
    return follow(places, others, sheet)


def _any_numbers(seats: int) -> RowPrior:
    return CellsPrior(seats, None, None)


_GRID = Layout(
    name=LAYOUT,
    running=False,
    may_leave_out=True,
    roles=frozenset({*_NAMING, "control", "remark", "aside"}),
    coherent=lambda entry, _past, _sheet: entry.readable and not sum(entry.points),
    gaps="unchanged",
    number_roles=frozenset({"control"}),
    min_players=4,
    prior=AnySettlement,
    # The points of evenings are copied from their sheets, so nothing is doubled here.
    mending=lambda: Mending(often=dict.fromkeys(("doubling", "tripling", "doubled-row"), NEVER)),
    noun="round",
    by_preset=False,
)
GROUNDS = (
    Ground("zero-sum", GROUP_SUM, held=settles),
    TOTALS_AGREE,
    Ground("totals-best", TOTAL_MISMATCH, held=attrgetter("counted")),
    Ground("ranks", RANK_ORDER, held=_has_places),
    Ground("winners", NAMED_WINNER, held=winners_named),
)
"""The checks that are behind an OK of a grid."""

RULESET = Ruleset(
    game=None,
    layouts=(_GRID,),
    presets=(),
    checks=(
        *CELL_CHECKS,
        row_check(GROUP_SUM, _adds_up),
        total_mismatch,
        rows_check(TOTAL_MISMATCH, _total_of_the_best),
        rows_check(ROW_SCORE, _wrong_below),
        named_winner,
        *heading_checks("tournament", "columns.toml"),
        nothing_to_check(GROUNDS, (LAYOUT,)),
    ),
    result=_result,
    headings={
        **dict.fromkeys(words_for_sides(), "aside"),
        **{word: "other" for word, kind in _ROWS.items() if kind in _OF_A_LINE},
        **{word: role for word, role in LONG.headings.items() if role in _NAMING},
    },
    noun="round",
    as_data=_as_data,
    grounds=GROUNDS,
)
"""Grids of evenings, read and checked like the sheets of a game, which they are not."""

LIST_OF_ROUNDS = replace(RULESET, layouts=(replace(_GRID, min_players=_FEWEST_LISTED, whole=False),))
"""The same for a list with a row per player: fewer players may be enough, and points may be halves."""

LIST_WITHOUT_SUM = replace(
    RULESET,
    layouts=(replace(_GRID, min_players=_FEWEST_LISTED, whole=False, settles=False, prior=_any_numbers),),
)
"""The same for a list on which hardly any round adds up to 0."""

WITHOUT_SUM = replace(
    RULESET, layouts=(replace(_GRID, min_players=_FEWEST_LISTED, settles=False, prior=_any_numbers),)
)
"""The same for a game in which nobody loses what others win."""

OF_ANY_SIZE = replace(RULESET, layouts=(replace(_GRID, min_players=2, whole=False),))
"""The same for a grid that the user names, or beside its sheets: as few players as the game needs are enough.
"""
