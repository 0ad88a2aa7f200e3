"""Checks the marks of Bock games, and finds the rule behind the marks of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from scorecheck.checks.check import Hit
from scorecheck.games.doppelkopf.bock import (
    BockGame,
    BockRule,
    due,
    fitting_marks,
    game_of,
    rules_for,
    shows_double,
)
from scorecheck.games.doppelkopf.valuation import BOCK_EVENTS
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

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
