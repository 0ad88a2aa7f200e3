"""How likely a table is under each reading of it: log-odds against a null model, in nats.

::

    evidence = log P(headings | which columns are players')
             + Σ rows  log[ (1 − ε)·P(row | game) + ε·P(any row) ]
             + log P(total row | rows)
             + log P(reading)
             − log P(points | null model): each player's column by itself, spread as its own numbers are

ε is the rate of slips (``SLIP``). Columns that are no player's cost the same under all readings, and cancel.
The games give ``P(row | game)`` (``Layout.prior``), and this module knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import combinations, pairwise
from math import inf, log

from scorecheck.checks.null import MARK, SLIP, log_sum
from scorecheck.checks.prior import Step
from scorecheck.checks.ruleset import Ruleset
from scorecheck.checks.words import plain, vocabulary
from scorecheck.games.registry import in_money, load
from scorecheck.layouts.entries import final_totals, with_facts
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.sample import SAMPLE
from scorecheck.layouts.vocabulary import common_headings, counts_games, said_of_points, words_elsewhere
from scorecheck.model.cells import Number, Unreadable
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet, Table
from scorecheck.one_file.column_evidence import Columns, FirstRows
from scorecheck.one_file.row_evidence import (
    GameLikelihood,
    as_games,
    log_still,
    of_wrong_totals,
    out_by,
    rows_prior,
)

NEVER_ALL_WRONG = 5
"""Not all of so many rows have slips: if none is a game, the table is of something else."""
KNOWN, UNKNOWN = log(0.002), log(0.1)
"""A name that is a word for another column; a column beside the players' with an unknown heading.

The rest is as likely as in a foreign table.
"""
_UNNAMED_PLAYER, _HIDDEN_PLAYER = log(0.02), log(0.002)
"""A player's column without a name; a hidden one."""
_NAMED = log(0.01)
"""A column that is no player's, with a heading that another column contains, such as dealers or soloists."""
REPEATED = log(0.01)
"""A name over one more column: two people of one name, or one of them is misspelt."""
_APART = log(0.02)
"""Players' columns after a column of another kind: those of a table are adjacent, or at equal distances."""
CALLED, TOLD = log(50), log(2000)
"""The name of the game in the title or file name; the user's word for it."""
_ONE_SIGN = log(0.05)
"""A notation that is rarer."""
UNSIGNED = log(0.005)
"""Positive numbers that are paid: points won look the same, so more than the rows must show it."""
_ALIKE, _SETTLED, _BY_TWO = log(0.3), log(0.02), log(0.1)
"""Foreign tables with similar columns; whose rows add up to 0 (evenings, cash books); for two of these."""
_DATED = log(0.5)
"""The same with another date in each row: mostly evenings."""
_WON_BY_ONE = log(0.001)
"""Foreign tables in whose rows one wins from one of the others or from all, as in mahjong.

All pay alike, or one of them twice as much.
"""
_TRANSFERS, _ALIKE_IN_PART = log(0.0005), log(50)
"""Foreign tables in whose rows one column loses what another one gains: stock, accounts, hours of two people;
and how much likelier columns have a first word in common there than two people's.

Their amounts look like those of games, so only what stands around them tells.
"""
_DATED_TRANSFERS = log(0.3)
"""The same with another date, week or evening in each row."""
_IN_PART = log(0.001)
"""Foreign tables whose rows look like games as often as these do, whatever share of them that is."""
_COMPUTED = 0.6
"""The probability of a total row that is calculated from the rows, and so always agrees."""
_TWO, _MOST_SLIPS = 2, 6
_WORDS = "layouts", "words.toml"


class Weighed(NamedTuple):
    """A reading with its evidence."""

    reading: Reading
    evidence: float
    """The log-odds against the null model."""
    rows: int
    fits: int
    """The rows whose posterior probability of being a game is above ε."""
    mean: float
    """The mean log-probability of a row that fits."""
    foot: float = 0.0
    """The part of the evidence that comes from the total row."""
    rate: int = 1
    """The greatest common divisor of all amounts, if the quotients are likelier games than the amounts."""
    settled: bool = False
    """Whether nearly all rows add up to 0."""
    moved: int = 0
    """The rows with a change."""
    alike: float = 0.0
    """The log-odds of a foreign table against the null model: similar columns, rows that add up to 0, or with
    one winner each."""
    as_rows: float = 0.0
    """The same of those alone whose rows add up to 0 or have one winner, as the rows of games do."""
    in_part: bool = False
    """Whether it is likelier a foreign table some of whose rows look like games."""
    entries: tuple[Entry, ...] = ()
    """Its rows, without the columns beside the points."""
    is_empty: bool = False
    """Whether nothing but marks stands in any of these rows."""

    def completed(self) -> Reading:
        """The reading with the entries that were read when it was weighed, if these are all."""
        if len(self.entries) >= SAMPLE:
            return self.reading
        sheet, layout = self.reading.sheet, self.reading.layout
        return self.reading._replace(entries=tuple(with_facts(self.entries, sheet, layout)))

    @property
    def is_one_amount(self) -> bool:
        """Whether a row is one small amount that one of two won from the other: points or totals."""
        return len(self.reading.sheet.players) <= _TWO

    @property
    def is_flawless(self) -> bool:
        """Whether every row fits."""
        return self.fits == self.rows > 0


def called(ruleset: Ruleset, table: Table, path: str) -> bool:
    """Whether a sheet has the name of a game in its title, its name or the file name."""
    said = plain(" ".join((table.title, table.sheet or "", path.rpartition("/")[2])))
    return any(name in said for name in ruleset.names)


def of_elsewhere(sheet: Sheet) -> str:
    """The heading of a column beside the players' that only sheets of other games have, or the word of a
    title that only lists of hours and shifts have; empty without one."""
    words, table = words_elsewhere(), sheet.table
    if not (sheet.game and called(load(sheet.game), table, "")):
        for word in re.findall(r"\w+", f"{table.title} {table.sheet or ''}"):
            if words.get(plain(word)) == "work":
                return word
    for column in sheet.columns:
        if column.role != "player" and plain(column.heading) in words:
            return column.heading
    return ""


def _of_lost(notation: str, sheet: Sheet) -> float:
    """The log-odds of points lost against points won: custom decides, unless a word says so."""
    if notation != "losers-only":
        return 0.0
    said = _said_of_points(sheet)
    return -UNSIGNED if said == "lost" else UNSIGNED * (1 + (said == "won"))


def _said_of_points(sheet: Sheet) -> str | None:
    """Whether a word on the sheet says that its points were lost, or won."""
    table, first = sheet.table, min(sheet.points_columns)
    sums = () if sheet.total_row is None else table.rows[sheet.total_row][:first]
    return said_of_points((table.sheet or "", table.title, *table.headings[:first], *sums))


def weigh(
    reading: Reading, columns: Columns, *, called: bool = False, told: int = 0, learning: bool = False
) -> Weighed:
    """The evidence for a reading.

    ``called``: the sheet has the game's name; ``told``: the user named the game.
    """
    layout, sheet = reading.layout, reading.sheet
    seats = len(sheet.points_columns)
    rows = columns.rows(sheet, layout)
    if layout.prior is None:
        raise ValueError(layout.name)
    settles = layout.settles and layout.notation == "plus-minus"
    undone = partial(of_wrong_totals, settles=settles) if layout.running else None
    prior = rows_prior(layout.prior, seats)
    game = GameLikelihood(prior, partial(log_still, layout.prior, seats), undone)
    # A game that is named is at a rate only if that is money.
    at_a_rate = not told or (rows.amounts.in_coins and bool(in_money(reading.ruleset.game)))
    found = as_games(rows.amounts, game, learning=learning, at_a_rate=at_a_rate)
    others, loose = rows.others, rows.as_any
    beside = log(SLIP) * rows.in_parts
    if layout.beside is not None:
        beside += layout.beside(with_facts(rows.entries, sheet, layout), sheet)
    foot = _foot(reading, rows)
    said = MARK * reading.ruleset.telltale(sheet) + CALLED * called + TOLD * told
    kept = log(layout.share) * (not layout.default)
    usual = kept + _ONE_SIGN * (layout.notation != "plus-minus") + _of_lost(layout.notation, sheet)
    null, similar = columns.by_themselves(sheet.points_columns, sheet.stop, rows.left_out)
    gaps = columns.gaps(sheet.points_columns, sheet.stop, rows.left_out)
    aside = tuple(column.at for column in sheet.columns if column.role == "unknown")
    # Foreign tables are kept as totals as rarely as those of games.
    settled, won = _as_others(sheet, columns, rows)
    as_rows = won + loose - null
    alike = _ALIKE + similar
    if sheet.table.turned:
        alike = max(alike, _ALIKE + columns.across(sheet.points_columns, sheet.stop))
    alike -= null
    if gaps.cells:
        # If a row fits, the game decides who has nothing; else as many cells as usual are empty.
        cells = max(1, rows.count * seats)
        share = min(0.98, max(0.02, gaps.cells / cells))
        empty = len(others) * seats - sum(map(len, others))
        loose += empty * log(share) + sum(map(len, others)) * log(1 - share)
        null += gaps.evidence
    as_rows = max(as_rows, settled + kept + loose - null)
    if gaps.cells and layout.running:
        loose += columns.unmoved(sheet.points_columns, sheet.stop)
    if rows.amounts.are_transfers:
        # All that the game has but its name and its headings, which are the foreign table's own.
        transfers = found.evidence + foot + usual + loose - null + _transfers(sheet, rows.entries)
        as_rows = max(as_rows, transfers)
    if aside:
        if gaps.cells or layout.running:
            loose += columns.left_out(sheet.points_columns, aside, sheet.stop, running=layout.running)
        loose += _NAMED * len(columns.named.intersection(aside))
    evidence = found.evidence + loose + foot + beside + said + usual + headings_of(reading) - null
    return Weighed(
        reading,
        evidence,
        rows.count,
        found.fits,
        found.likely / max(1, found.fits),
        foot,
        found.rate,
        rows.settle,
        rows.moved,
        max(alike, as_rows),
        as_rows,
        # A wrong total spoils two steps, so twice as many rows look like none.
        _IN_PART * (1 + layout.running) + found.in_part > found.evidence,
        rows.entries,
        not rows.moved and all(cell is None for entry in rows.entries for cell in entry.written),
    )


def _as_others(sheet: Sheet, columns: Columns, rows: FirstRows) -> tuple[float, float]:
    """The log-probabilities of foreign tables whose rows add up to 0, and of those in whose rows one wins."""
    even, won = columns.as_others(rows.amounts)
    if len(sheet.points_columns) == _TWO:
        by_two = all(column.role != "unknown" for column in sheet.columns)
        return _SETTLED + _BY_TWO * by_two + even, _WON_BY_ONE + won
    dated = sheet.column("date") is not None and _named_apart(sheet, rows.entries, ("date",))
    return (_DATED if dated else _SETTLED) + even, _WON_BY_ONE + won


def _named_apart(sheet: Sheet, rows: Sequence[Entry], roles: Sequence[str]) -> bool:
    """Whether a column names the evening of each row, as none does that of a game."""
    from scorecheck.tournament.evenings_grid import names_evenings

    return names_evenings(sheet, rows, roles)


def _transfers(sheet: Sheet, rows: Sequence[Entry]) -> float:
    """The log-probability of a foreign table of transfers, by what stands beside and above them."""
    first = {plain(name.split()[0]) if " " in name.strip() else name for name in sheet.players}
    alike = len(first) == 1 and vocabulary("tournament", "columns.toml").get(*first) != "name"
    dated = _named_apart(sheet, rows, ("evening", "date"))
    return _ALIKE_IN_PART * alike + (_DATED_TRANSFERS if dated else _TRANSFERS)


def headings_of(reading: Reading) -> float:
    """log P(headings | columns).

    A name is rarely a word for another column, and the heading of another column is rarely unknown.
    """
    sheet = reading.sheet
    total = 0.0
    vocabularies = reading.ruleset.headings, common_headings(), vocabulary(*_WORDS, section="winds")
    for column in sheet.columns:
        word = plain(column.heading)
        is_known = any(word in words for words in vocabularies)
        if column.role == "player":
            total += _HIDDEN_PLAYER * (column.at in sheet.table.hidden_columns)
            if not any(map(str.isalpha, column.heading)):
                # ``=0?`` and ``Σ −`` are no names.
                total += _UNNAMED_PLAYER
            elif is_known or counts_games(column.heading):
                total += KNOWN
        elif column.heading and (column.role == "unknown" or (column.role == "control" and not is_known)):
            total += UNKNOWN
    total += REPEATED * (len(sheet.players) - len({*sheet.players}))
    columns = [column for column in sheet.columns if column.heading and column.role != "unknown"]
    at = [number for number, column in enumerate(columns) if column.role == "player"]
    apart = len({after - before for before, after in pairwise(at)})
    return total + _APART * max(0, apart - 1)


def _foot(reading: Reading, rows: FirstRows) -> float:
    """log P(total row | rows), against one that is the sum of its column or its last number.

    A total with the error of a row is calculated from the right value of their common cell.
    """
    sheet = reading.sheet
    if all(said is None for said in sheet.foot):
        return 0.0
    read_to_end = 0 < rows.count < SAMPLE
    due = rows.entries[-1].totals if read_to_end else final_totals(sheet, reading.layout)
    out: frozenset[Number] = _slipped_by(rows.amounts.steps) if reading.layout.settles else frozenset()
    total = 0.0
    for said, sums in zip(sheet.foot, due, strict=True):
        if said is None or isinstance(said, Unreadable):
            continue
        off = abs(float(said - sums))
        spread = 4.0 + abs(float(sums)) / 4
        by_hand = log(1 - _COMPUTED) + out_by(off, spread)
        worked_out = log(_COMPUTED) - (0.0 if off == 0 else log(len(due)) if said - sums in out else inf)
        total += log_sum((worked_out, by_hand)) - log(_COMPUTED / 2)
    return total


def _slipped_by(steps: Sequence[Step]) -> frozenset[Number]:
    """The errors of totals that are calculated from the right points: by one wrong row, or two."""
    off = [-sum(step) for step in steps if sum(step)][:_MOST_SLIPS]
    return frozenset(off) | {one + other for one, other in combinations(off, 2)}
