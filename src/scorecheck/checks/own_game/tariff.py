"""The amounts of a tariff, and the columns of facts, that the rows of a sheet show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import log
from typing import Any

from scorecheck.checks.null import ODDS
from scorecheck.checks.own_game.file import Described
from scorecheck.checks.own_game.raised import WeighedRow, groups_of, headings_of, held, weigh
from scorecheck.checks.own_game.worth import FACTS, values_by_sides, weighed_row
from scorecheck.model.cells import Number
from scorecheck.model.sheet import Entry, Sheet, Shown
from scorecheck.model.terms import Param, Term


def shown_tariff(
    game: Described, sheet: Sheet, options: Mapping[str, Any], entries: Iterable[Entry]
) -> Mapping[str, Shown]:
    """The likeliest amounts, where rows show at odds of 99 to 1 that those in force do not hold."""
    rows = list(_rows_weighed(game, sheet, islice(entries, _MOST_ROWS)))
    in_force = {key: int(options.get(key, one[0])) for key, one in game.tariff.items()}
    chosen = _tariff_shown(game, in_force, rows)
    shown: dict[str, Shown] = {}
    if chosen != in_force:
        at = min(_wrong_by(game, in_force, rows), default=rows[0][0])
        cell = sheet.table.cell(at, sheet.points_columns[0])
        shown = {name: Shown(worth, cell) for name, worth in chosen.items() if worth != in_force[name]}
    facts = held([row for _, row in rows], game, chosen)
    if facts:
        column = next(one.at for one in sheet.columns if one.role in headings_of(game).values())
        shown[FACTS] = Shown(" ".join(facts), sheet.table.heading_cell(column))
    return shown


def _rows_weighed(
    game: Described, sheet: Sheet, entries: Iterable[Entry]
) -> Iterator[tuple[int, WeighedRow]]:
    for entry in entries:
        row = weighed_row(entry, sheet, game)
        if row is not None:
            yield entry.row, row


def _tariff_shown(
    game: Described, in_force: Mapping[str, int], rows: Sequence[tuple[int, WeighedRow]]
) -> Mapping[str, int]:
    """The amounts that rows show at odds of 99 to 1 against those in force; among plausible choices, the one
    that changes the fewest amounts."""
    if not _wrong_by(game, in_force, rows) and all(row.facts is None for _, row in rows):
        return in_force
    weighed = [(_likely_by(game, one, rows), one) for one in _tariffs(game, in_force)]
    best = max(likely for likely, _ in weighed)
    if best + _OTHER - _likely_by(game, in_force, rows) < ODDS:
        return in_force

    def changes(one: tuple[float, Mapping[str, int]]) -> tuple[int, float]:
        likely, amounts = one
        return sum(amounts[name] != worth for name, worth in in_force.items()), -likely

    return min((one for one in weighed if one[0] > best - ODDS), key=changes)[1]


def remarks(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Term]:
    """The amounts and facts that rows showed, for ``inspect``."""
    del entries
    for name, shown in sheet.shown.items():
        if name == FACTS:
            yield Term("read-facts", params={"cell": shown.cell.a1})
            continue
        params: dict[str, Param] = {"name": name, "worth": int(shown.value), "cell": shown.cell.a1}
        yield Term("read-tariff", params=params)


def _wrong_by(
    game: Described, tariff: Mapping[str, int], rows: Sequence[tuple[int, WeighedRow]]
) -> frozenset[int]:
    """The rows whose values a tariff does not allow."""
    values = values_by_sides(game, tariff)
    return frozenset(at for at, row in rows if row.sides in values and row.value not in values[row.sides])


def _tariffs(game: Described, in_force: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """The choices of amounts to weigh: base amounts independently of each other, added amounts together, by
    their index in the lists."""
    base = sorted({one for worth in game.worth for one in worth.base if isinstance(one, str)})
    added = sorted(game.tariff.keys() - set(base))
    # An amount that the event sets is not questioned.
    open_to = {
        name: amounts if in_force[name] == amounts[0] else (in_force[name],)
        for name, amounts in game.tariff.items()
    }
    places = range(max((len(open_to[name]) for name in added), default=1))
    bases = list(product(*(open_to[name] for name in base)))
    yield dict(in_force)
    for place in places if len(places) * len(bases) <= _MOST_CHOICES else ():
        more = {name: open_to[name][min(place, len(open_to[name]) - 1)] for name in added}
        yield from ({**more, **dict(zip(base, one, strict=True))} for one in bases)


def _likely_by(game: Described, tariff: Mapping[str, int], rows: Sequence[tuple[int, WeighedRow]]) -> float:
    """The log-likelihood of a tariff, if one row in thirty is wrong."""
    values = values_by_sides(game, tariff)
    chance = 0.0
    for _, row in rows:
        shares: Mapping[Number, float] = {**values.get(row.sides, {})}
        chance += log((1 - _SLIP) * shares.get(row.value, 0.0) + _SLIP / _ANY)
    with_facts = [row for _, row in rows if row.facts is not None]
    groups = groups_of({at for row in with_facts if row.facts for at in row.facts.counts}, game)
    # Either the columns hold what raised the value, or they are unrelated.
    return chance + max(0.0, weigh(with_facts, groups, game, tariff)[0])


_MOST_ROWS = 300
_MOST_CHOICES = 300


_SLIP, _ANY = 0.03, 40
"""The share of wrong rows, and the number of values that a wrong row may have."""


_OTHER = log(0.2 / _MOST_CHOICES)
"""The log-prior of each choice of other amounts than the usual."""
