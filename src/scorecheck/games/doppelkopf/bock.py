"""Bock rounds: the games that start them, the games that count double, and the checks of their marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from math import comb

from scorecheck.checks.check import Hit
from scorecheck.checks.facts import Meant
from scorecheck.checks.words import plain
from scorecheck.games.doppelkopf.checks import has_factors, is_game, times_of_value, times_paid
from scorecheck.games.doppelkopf.detail import facts_of, told_by
from scorecheck.games.doppelkopf.dues import counts, times_by_facts
from scorecheck.games.doppelkopf.scoring import payment_of
from scorecheck.games.doppelkopf.valuation import BOCK_EVENTS, CALLED, HOUSE_RULES, value_of
from scorecheck.model.cells import Number, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param


class BockGame(NamedTuple):
    """A game with its meaning for Bock rounds."""

    row: int
    label: str
    bock: bool
    """Whether it is marked as counting double."""
    events: frozenset[str]
    """Its events that may start a Bock round, by their options."""
    value: Number | None = None
    """Its value, if known."""
    once: bool = False
    """Whether it certainly counts once: its value is odd, or its facts give its points."""


def game_of(entry: Entry, sheet: Sheet) -> BockGame | None:
    """A row as a game; ``None`` for other rows."""
    if not is_game(entry, sheet):
        return None
    paid = payment_of(entry.points, sheet.notation)
    events = frozenset(_events(entry, sheet))
    bock, value = counts(entry, sheet) > 1, None if paid is None else paid.value
    by_facts = sheet.layout == "detail" and not bock and times_by_facts(entry, sheet) == 1
    once = value is not None and (value % 2 != 0 or by_facts)
    return BockGame(entry.row, entry.label, bock, events, value, once)


def _events(entry: Entry, sheet: Sheet) -> Iterator[str]:
    paid = payment_of(entry.points, sheet.notation)
    if paid is not None and not paid.value:
        yield "bock_after_zero"
    if paid is not None and paid.solo and max(entry.points, key=abs) < 0 and sheet.notation == "plus-minus":
        yield "bock_after_lost_solo"
    if sheet.layout != "detail":
        return
    facts = facts_of(told_by(entry, sheet))
    if facts is None:
        return
    if facts.re.points == facts.kontra.points:
        yield "bock_after_even"
    if facts.re.specials.hearts or facts.kontra.specials.hearts:
        yield "bock_after_hearts"
    winner = value_of(facts, sheet.preset or "tcg", sheet.options).winner
    if any(facts.side(party).call >= CALLED and winner != party for party in ("re", "kontra")):
        yield "bock_after_lost_call"


class BockRule(NamedTuple):
    """Which games start a Bock round, and how many games it has."""

    events: frozenset[str]
    games: int
    again: str
    """The effect of such a game within a round: its games are ``added``, start ``anew``, or ``none``."""


def due(games: Sequence[BockGame], rule: BockRule) -> Iterator[int | None]:
    """For each game the one that made it a Bock game, by position; ``None`` if it is none."""
    waiting: list[int] = []
    for at, game in enumerate(games):
        cause = waiting.pop(0) if waiting else None
        yield cause
        if game.events and rule.events & game.events and (cause is None or rule.again != "none"):
            waiting = [at] * rule.games if rule.again == "anew" else [*waiting, *[at] * rule.games]


_RIGHT_TO_ONE = 5
"""This many games must be marked as by a rule for each that is not."""


def fitting_marks(games: Sequence[BockGame], seats: int, fewest: int) -> list[BockRule]:
    """The rules that explain nearly all marks; of these, those with the fewest starting events.

    At least ``fewest`` rounds must start.
    """
    marked = [game.bock for game in games]
    found: dict[tuple[int, int], list[BockRule]] = {}
    for rule in rules_for(games, seats) if any(marked) else ():
        wrong = _wrong_marks(rule, games, marked, fewest)
        if wrong is not None:
            found.setdefault((wrong, len(rule.events)), []).append(rule)
    return found[min(found)] if found else []


def rules_for(
    games: Sequence[BockGame], seats: int, events_of: Sequence[str] = BOCK_EVENTS
) -> Iterator[BockRule]:
    """All rules with events in some of the games, those with one event first."""
    happened = [event for event in events_of if any(event in game.events for game in games)]
    lengths = dict.fromkeys((seats, *(n for n in HOUSE_RULES["bock_games"] if isinstance(n, int))))
    for size in range(1, len(happened) + 1):
        for events, length, again in product(
            combinations(happened, size), lengths, HOUSE_RULES["bock_again"]
        ):
            yield BockRule(frozenset(events), length, str(again))


def _wrong_marks(
    rule: BockRule, games: Sequence[BockGame], marked: Sequence[bool], fewest: int
) -> int | None:
    """The number of marks that differ from a rule; ``None`` if it does not explain the marks."""
    causes = list(due(games, rule))
    starts = {cause for cause in causes if cause is not None}
    started = frozenset(event for cause in starts for event in games[cause].events & rule.events)
    if started != rule.events:
        return None
    wrong = sum(1 for cause, is_marked in zip(causes, marked, strict=True) if (cause is None) == is_marked)
    return wrong if len(starts) >= fewest + bool(wrong) and wrong * _RIGHT_TO_ONE <= sum(marked) else None


_ODDS = 1000
"""Games that may all be doubled by chance are less likely than by one of the rules, at these odds."""
_TO_ONE = 10
"""At most one game in this many may count once although it is due to count double, by a slip."""


def shows_double(games: Sequence[BockGame], rule: BockRule, *, doubtful: bool = True) -> bool:
    """Whether unmarked games are doubled by a rule: all of them may be, unlike others.

    ``doubtful``: one in ten may count once.
    """
    double = single = once = once_single = 0
    for game, cause in zip(games, due(games, rule), strict=True):
        if not game.value:
            continue
        if cause is None:
            single += 1
            once_single += game.once
            continue
        double += 1
        once += game.once
        if once and not doubtful:
            return False
    if once * _TO_ONE > double:
        return False
    # The share of games that may be doubled by chance is as the others show it, and any before.
    maybe = single - once_single
    chance = comb(double, once) * _of_shares(maybe + double - once, once_single + once)
    return _ODDS * chance < _of_shares(maybe, once_single)


def _of_shares(yes: int, no: int) -> Fraction:
    """The mean probability of just these answers over all shares of yes, each as likely."""
    return Fraction(1, (yes + no + 1) * comb(yes + no, yes))


def marks_meant(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """Another mark with which a game pays its written value: a missing or extra mark, or a factor of 1."""
    due, said = times_paid(entry, sheet), value_text(entry.fields.get("bock", "")).strip()
    times = times_of_value(entry, sheet)
    if not due or due == times:
        return
    factors, column = has_factors(sheet), sheet.column("bock") or 0
    if factors and due > times:
        digits = plain(said).strip("x")
        # One of two or three possible marks, not a misread number.
        yield Meant("word", ((0, "bock", said.replace(digits, str(due))),))
        return
    once = Counter(mark for row in range(sheet.stop) if _is_once(mark := _mark(sheet, row, column)))
    beside = sum(not _is_once(_mark(sheet, row, column)) for row in (entry.row - 1, entry.row + 1))
    if due == 1:
        usual = once.most_common(1)[0][0] if factors and once else ""
        yield Meant("word", ((0, "bock", usual),), _IN_A_ROUND ** (beside // 2 * 2))
    elif due == _DOUBLE and not said:
        marks = Counter(filter(None, (_mark(sheet, row, column) for row in range(sheet.stop))))
        above = _mark(sheet, entry.row - 1, column)
        following = _NEXT.get(above.upper()) if len(marks) > 1 else None
        for mark, _ in marks.most_common(1):
            yield Meant("word", ((0, "bock", following or mark),), _IN_A_ROUND ** (1 - beside))


_DOUBLE = 2
_NEXT = {"B": "O", "O": "C", "C": "K", "K": "B"}
_IN_A_ROUND = 10
"""Per mark beside it, a missing mark is this much likelier. Between two marks, an extra one is as much rarer
for each; right behind a round it is not: that is where people count one game too many."""


def _is_once(mark: str) -> bool:
    """Whether a game with this mark, or factor, counts once."""
    return plain(mark).strip("x") in ("", "1")


def _mark(sheet: Sheet, row: int, column: int) -> str:
    return value_text(sheet.table.value(row, column)).strip() if 0 <= row < sheet.stop else ""


ON_POINTS = ("bock_after_zero", "bock_after_lost_solo")
"""The events that points alone show; the others need the facts of each game."""
_MOST_GAMES = 2000


def rule_of(sheet: Sheet) -> BockRule:
    """The rule of the options; by default, a round has as many games as players at the table."""
    games = sheet.options.get("bock_games", "players")
    return BockRule(
        frozenset(event for event in BOCK_EVENTS if sheet.options.get(event)),
        games if isinstance(games, int) else len(sheet.players),
        str(sheet.options.get("bock_again", "added")),
    )


_MOST_ASKED = 4
"""More possible answers would not help."""


def bock_faults(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Hit]:
    """Missing and extra marks of Bock games by the rule in the options, one finding for each run of games."""
    games = _games_in(sheet, entries)
    rule = rule_of(sheet)
    if sheet.column("bock") is None and not any(game.bock for game in games):
        yield from _by_values(sheet, games, rule)
        return
    before: tuple[str, int | None] | None = None
    runs: list[tuple[tuple[str, int | None], list[BockGame]]] = []
    for game, cause in zip(games, due(games, rule), strict=True):
        if game.bock == (cause is not None):
            before = None
            continue
        kind = ("missing" if cause is not None else "surplus", cause)
        if kind != before:
            runs.append((kind, []))
        runs[-1][1].append(game)
        before = kind
    for (variant, cause), run in runs:
        if variant == "surplus" and not (sheet.layout == "detail" or set(rule.events) <= set(ON_POINTS)):
            continue
        params: dict[str, Param] = {"game": run[0].label, "count": len(run)}
        if cause is not None:
            params |= _cause(games[cause], rule)
        several = f"{variant}-run" if len(run) > 1 else variant
        yield Hit(sheet.column("bock"), params, several, row=run[0].row)


def _by_values(sheet: Sheet, games: Sequence[BockGame], rule: BockRule) -> Iterator[Hit]:
    """Without marks, the values of most Bock games show that they count double: none is odd."""
    if not shows_double(games, rule):
        return
    for game, cause in zip(games, due(games, rule), strict=True):
        if cause is not None and game.value is not None and game.value % 2:
            params = {"game": game.label, "value": game.value, **_cause(games[cause], rule)}
            yield Hit(None, params, "odd", sheet.points_columns, row=game.row)


def _games_in(sheet: Sheet, entries: Iterable[Entry]) -> list[BockGame]:
    games = (game_of(entry, sheet) for entry in entries)
    return list(islice((game for game in games if game is not None), _MOST_GAMES))


def _cause(game: BockGame, rule: BockRule) -> Mapping[str, Param]:
    """The game after which a Bock round starts, and the event that starts it."""
    return {"after": game.label, "event": min(rule.events & game.events, key=BOCK_EVENTS.index)}


def bock_question(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Hit]:
    """What starts a Bock round, if a sheet shows that there are such rounds: one question, with the lines
    that may be the answer."""
    seats = len(sheet.players)
    games = _games_in(sheet, islice(entries, _MOST_GAMES))
    marked = next((game for game in games if game.bock), None)
    if marked is not None:
        rules = fitting_marks(games, seats, 1)
        variant = "values" if sheet.options.get("bock_by_value") == "paid" else ""
    else:
        rules, variant = _fitting_values(games, seats), "values"
    lines = tuple(dict.fromkeys(_line(rule, seats) for rule in rules))
    if lines and len(lines) <= _MOST_ASKED:
        starts = next(game for game in games if game.events & rules[0].events)
        first = starts if marked is None or variant else marked
        params: dict[str, Param] = {"game": first.label, "lines": lines}
        yield Hit(sheet.column("bock"), params, variant, row=first.row)


def _fitting_values(games: Sequence[BockGame], seats: int) -> list[BockRule]:
    """The rules of the longest rounds whose values are all even, on a sheet without marks."""
    # Events that need facts, or solos, rarely start a round; there, the marks show it.
    possible = rules_for(games, seats, ("bock_after_zero",))
    if sum("bock_after_zero" in game.events for game in games) == 1:
        # What another one does within the round makes no difference.
        possible = (rule for rule in possible if rule.again == "added")
    rules = [rule for rule in possible if shows_double(games, rule, doubtful=False)]
    most = max((rule.games for rule in rules), default=0)
    return [rule for rule in rules if rule.games == most]


def _line(rule: BockRule, seats: int) -> str:
    """The settings for a rule."""
    said = [f"options.{event} = true" for event in BOCK_EVENTS if event in rule.events]
    return "; ".join([*said, *([f"options.bock_games = {rule.games}"] if rule.games != seats else [])])
