"""The value of a game by the facts beside it, and whether the rows of a sheet support that."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import log, prod
from typing import Any

from scorecheck.checks.null import ODDS, SLIP
from scorecheck.checks.own_game.file import Described, Fact, Worth
from scorecheck.checks.own_game.rows import Paid, in_hundredths, paid
from scorecheck.checks.own_game.times import once, times_of
from scorecheck.checks.words import plain
from scorecheck.model.cells import Number, Value, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet

_MOST_TARIFFS = 100


def paid_once(points: Sequence[Number], sheet: Sheet, game: Described) -> Paid | None:
    """How the points of a row that counts once are shared out, in the unit of the game."""
    return paid(in_hundredths(points, sheet, game), game, sheet.notation)


def is_worth(
    points: Sequence[Any], sheet: Sheet, game: Described, values: Mapping[str, Collection[int]]
) -> bool:
    """Whether a row that counts once can have these points."""
    if not game.sides:
        in_cells = game.cells is None or all(one in game.cells for one in points)
        return in_cells and (game.sum is None or sum(points) in game.sum)
    row = paid_once(points, sheet, game)
    return row is not None and (row.sides not in values or row.value in values[row.sides])


def values_by_sides(game: Described, tariff: Mapping[str, int]) -> Mapping[str, Mapping[int, float]]:
    """The possible values of rows, each with its share, by kind of row; kinds without given values are
    left out."""
    found: dict[str, dict[int, float]] = {}
    for worth in game.worth:
        for sides in worth.sides & game.sides:
            mine = found.setdefault(sides, {})
            for value, share in worth.values(tariff).items():
                mine[value] = mine.get(value, 0.0) + share * (_SPECIAL if worth.words else 1.0)
    return found


_SPECIAL = 0.25
"""The frequency of games that have a word of their own, relative to those without."""


def values_of_any_event(game: Described) -> Mapping[str, frozenset[int]]:
    """The possible values of rows under any choice of tariff; empty where there are too many choices."""
    if prod(map(len, game.tariff.values())) > _MOST_TARIFFS:
        return {}
    found: dict[str, frozenset[int]] = {}
    for chosen in product(*game.tariff.values()):
        for sides, values in values_by_sides(game, dict(zip(game.tariff, chosen, strict=True))).items():
            found[sides] = found.get(sides, frozenset[int]()).union(values)
    return found


def weighed_row(entry: Entry, sheet: Sheet, game: Described) -> WeighedRow | None:
    """The value of a row that counts once, with the facts beside it; ``None``: it is no game of the file."""
    times = None if entry.opening or not entry.readable else times_of(entry, game.multiplier)
    points = None if times is None else once(entry.points, times)
    row = None if points is None else paid_once(points, sheet, game)
    if row is None or not row.sides or row.value.denominator != 1:
        return None
    return WeighedRow(int(row.value), row.sides, facts_of(entry.fields, game))


FACTS = "facts-held"
"""The key of the supported facts among the options that a sheet shows; names of tariffs have no hyphen."""


NO_TARIFF = "no-tariff"
"""The key that a sheet shows among its options where its values follow no tariff of the file."""


def facts_held(sheet: Sheet) -> tuple[str, ...]:
    """The groups of facts that the rows of a sheet support."""
    return tuple(str(sheet.options.get(FACTS, "")).split())


ROLE = "fact-"
"""The prefix of the roles of columns of facts, followed by the index of the heading in the file."""
TIMES = "times"
"""The group of facts that multiply; other groups are of facts in one list of ``plus``."""
_BETWEEN = re.compile(r"[\s,;+&/]+")
MARKS = frozenset({"x", "✓", "✔", "ja", "j", "yes", "y", "true", "wahr", "1", "+", "*"})
NONE = frozenset({"", "-", "–", "—", "nein", "n", "no", "nei", "false", "falsch", "0", "normal"})
_IN_NUMBERS = frozenset({"mit", "ohne", "m", "o", "with", "without", "med", "uten"})
_NUMBER = re.compile(r"(?:m|o)?([0-9]{1,2})")
_FEWEST = 4
_WRONG = 6
"""One row of so many, but at least one, may contradict its facts."""

_Amounts = tuple[tuple[int | str, int], ...]
"""Amounts, each with how often it is added."""


def headings_of(game: Described) -> dict[str, str]:
    """The headings of columns of facts, each with its role."""
    return {word: role for word, role, _ in _columns(game)}


def _columns(game: Described) -> Iterator[tuple[str, str, int]]:
    """The headings of columns of facts, each with its role and the index of its fact."""
    over = [(word, place) for place, fact in enumerate(game.facts) for word in (*fact.words, *fact.headings)]
    yield from ((word, f"{ROLE}{at}", place) for at, (word, place) in enumerate(over))


class RowFacts(NamedTuple):
    """The facts beside a row."""

    counts: Mapping[int, int]
    """How often each fact with a column occurred, by its index."""
    words: frozenset[str]
    """The words for what was played."""


def columns_left(sheet: Sheet, groups: Collection[str], game: Described) -> frozenset[int]:
    """The columns of facts that the rows do not support, and that no rule uses."""
    of_role = {role: _group(game.facts[place], game) for _, role, place in _columns(game)}
    return frozenset(one.at for one in sheet.columns if of_role.get(one.role, "") not in {"", *groups})


def facts_of(fields: Mapping[str, Value], game: Described) -> RowFacts | None:
    """The facts beside a row; ``None``: there are none, or a cell cannot be read."""
    counts: dict[int, int] = {}
    for _, role, place in _columns(game):
        if role not in fields:
            continue
        counts.setdefault(place, 0)
        for other, times in _said(value_text(fields[role]), place, game):
            if times is None:
                return None
            counts[other] = max(counts.get(other, 0), times)
    words = value_text(fields.get("kind", "")).replace("-", " ").split()
    called: frozenset[str] = frozenset(filter(None, map(plain, (*words, " ".join(words)))))
    return RowFacts(counts, called) if counts else None


def _said(text: str, place: int, game: Described) -> Iterator[tuple[int, int | None]]:
    """The facts in a cell below the heading of one, with their counts; ``None``: the count cannot be read."""
    fact = game.facts[place]
    named = {word: at for at, one in enumerate(game.facts) for word in one.words}
    whole = text.strip().casefold()
    for part in [whole] if whole in NONE | MARKS or plain(whole) in named else _BETWEEN.split(whole):
        number = _NUMBER.fullmatch(part)
        counted = fact.each or fact.amount in game.counted_amounts
        if number is not None and (counted or int(number[1]) < 2):
            yield place, int(number[1])
        elif part in MARKS and not counted:
            yield place, 1
        elif plain(part) in named and game.facts[named[plain(part)]].amount not in game.counted_amounts:
            yield named[plain(part)], 1
        elif part not in NONE and not (counted and part in _IN_NUMBERS):
            yield place, None


def groups_of(counts: Collection[int], game: Described) -> tuple[str, ...]:
    """The groups of some facts: added once, added several times (one group each), multiplying."""
    return tuple(dict.fromkeys(_group(game.facts[at], game) for at in sorted(counts)))


def _group(fact: Fact, game: Described) -> str:
    if not fact.amount:
        return TIMES
    return fact.amount if fact.amount in game.counted_amounts else "once"


def values_by(
    row: RowFacts, sides: str, groups: Collection[str], game: Described, tariff: Mapping[str, int]
) -> Mapping[int, float]:
    """The possible values of a row, with shares, if its facts of some groups are right."""
    return _values_of(_games_of(row, sides, groups, game), tariff)


def _games_of(row: RowFacts, sides: str, groups: Collection[str], game: Described) -> tuple[Worth, ...]:
    """What a row may have been, if its facts of some groups are right."""
    called = [one for one in game.worth if one.words & row.words and sides in one.sides]
    usual = [one for one in game.worth if not (row.words and one.words)]
    return tuple(
        _narrowed(worth, row, groups, game) for worth in called or usual if sides in worth.sides & game.sides
    )


def _values_of(games: Iterable[Worth], tariff: Mapping[str, int]) -> Mapping[int, float]:
    found: dict[int, float] = {}
    for worth in games:
        for value, share in worth.values(tariff).items():
            found[value] = found.get(value, 0.0) + share
    return found


def _narrowed(worth: Worth, row: RowFacts, groups: Collection[str], game: Described) -> Worth:
    """The possible values of games with these facts."""
    plus = tuple(_narrowed_list(one, row, groups, game) for one in worth.plus)
    times = worth.times
    if TIMES in groups:
        known = [(game.facts[at], count) for at, count in row.counts.items() if not game.facts[at].amount]
        factor = max((fact.times for fact, count in known if count and not fact.each), default=1)
        for fact, count in known:
            factor *= fact.times**count if fact.each else 1
        times = (worth.times[0] * factor,)
    return worth._replace(plus=plus, times=times)


def _narrowed_list(amounts: _Amounts, row: RowFacts, groups: Collection[str], game: Described) -> _Amounts:
    """The entries of one list that are possible with these facts."""
    counts = {game.facts[at].amount: count for at, count in row.counts.items() if game.facts[at].amount}
    if any(name in game.counted_amounts for name, _ in amounts):
        repeated = [name for name in counts if name in groups and name in dict(amounts)]
        known = [(name, times) for name, times in amounts if not repeated or times == counts[repeated[0]]]
        return tuple(known) or ((repeated[0], 0),)
    return _as_marked(amounts, counts) if "once" in groups else amounts


def _as_marked(amounts: _Amounts, counts: Mapping[str, int]) -> _Amounts:
    """The entries of a list that are possible with the marks of a row."""
    known = [at for at, (name, _) in enumerate(amounts) if name in counts]
    marked = [at for at in known if counts[str(amounts[at][0])]]
    if not marked:
        # A fact without a column may have occurred.
        return tuple(one for at, one in enumerate(amounts) if at not in known)
    # Schwarz includes Schneider; if it has no column, a mark below Schneider may mean either.
    return tuple(
        one for at, one in enumerate(amounts) if at == marked[-1] or (at > marked[-1] and at not in known)
    )


class WeighedRow(NamedTuple):
    """A row with its value, for weighing tariffs and facts."""

    value: int
    sides: str
    facts: RowFacts | None


def held(rows: Sequence[WeighedRow], game: Described, tariff: Mapping[str, int]) -> tuple[str, ...]:
    """The groups of facts that the rows support under a tariff: the values of most rows follow from them."""
    weighed = [row for row in rows if row.facts is not None]
    groups = groups_of({at for row in weighed if row.facts for at in row.facts.counts}, game)
    if len(weighed) < _FEWEST:
        return ()
    found: list[tuple[float, tuple[str, ...]]] = []
    for size in range(len(groups), 0, -1):
        for some in combinations(groups, size):
            gain, wrong = weigh(explained(weighed, some, game), tariff)
            if gain > ODDS and wrong <= max(1, len(weighed) // _WRONG):
                found.append((gain, some))
    best = max((gain for gain, _ in found), default=0.0)
    # A group is left out only at odds of 99 to 1.
    return next((some for gain, some in found if gain > best - ODDS), ())


class Explained(NamedTuple):
    """What a row may have been, without its facts and by them."""

    value: int
    without: tuple[Worth, ...]
    by_facts: tuple[Worth, ...]


def explained(
    rows: Iterable[WeighedRow], groups: Collection[str], game: Described
) -> Mapping[Explained, int]:
    """What rows with facts of some groups may have been, whatever the tariff, each with its count."""
    return Counter(
        Explained(
            row.value,
            _games_of(RowFacts({}, row.facts.words), row.sides, (), game),
            _games_of(row.facts, row.sides, groups, game),
        )
        for row in rows
        if row.facts is not None
    )


def weigh(rows: Mapping[Explained, int], tariff: Mapping[str, int]) -> tuple[float, int]:
    """The log-likelihood ratio of rows with and without their facts, and the number of rows that contradict
    them."""
    gain, wrong = 0.0, 0
    for row, times in rows.items():
        before = _share(_values_of(row.without, tariff), row.value)
        now = _share(_values_of(row.by_facts, tariff), row.value)
        gain += times * log(((1 - SLIP) * now + SLIP * before + _ANY) / (before + _ANY))
        wrong += times * (not now)
    return gain, wrong


_ANY = 1e-4


def _share(values: Mapping[int, float], value: int) -> float:
    whole = sum(values.values())
    return values.get(value, 0.0) / whole if whole else 0.0
