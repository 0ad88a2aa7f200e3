"""Checks the marks of Bock games, and finds the rule behind the marks of a sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from scorecheck.checks.check import Hit
from scorecheck.games.doppelkopf.bock import (
    BockRule,
    Game,
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


def knows_all(events: Collection[str], sheet: Sheet) -> bool:
    """Whether a sheet shows every one of some events."""
    return sheet.layout == "detail" or set(events) <= set(ON_POINTS)


_MOST_ASKED = 4
"""More possible answers would not help."""


class BockRounds:
    """Checks that the marked games are the Bock games of the rule."""

    def __init__(self, sheet: Sheet) -> None:
        """For a sheet with a rule in its options."""
        self.sheet = sheet
        self.games: list[Game] = []

    def see(self, entry: Entry) -> Iterator[Hit]:
        """Stores the game; the faults are found at the end."""
        game = game_of(entry, self.sheet) if len(self.games) < _MOST_GAMES else None
        if game is not None:
            self.games.append(game)
        return iter(())

    def finish(self) -> Iterator[Hit]:
        """Missing and extra marks, one finding for each run of games."""
        rule = rule_of(self.sheet)
        if self.sheet.column("bock") is None and not any(game.bock for game in self.games):
            yield from self._by_values(rule)
            return
        before: tuple[str, int | None] | None = None
        runs: list[tuple[tuple[str, int | None], list[Game]]] = []
        for game, cause in zip(self.games, due(self.games, rule), strict=True):
            if game.bock == (cause is not None):
                before = None
                continue
            kind = ("missing" if cause is not None else "surplus", cause)
            if kind != before:
                runs.append((kind, []))
            runs[-1][1].append(game)
            before = kind
        for (variant, cause), run in runs:
            if variant == "surplus" and not knows_all(rule.events, self.sheet):
                continue
            params: dict[str, Param] = {"game": run[0].label, "count": len(run)}
            if cause is not None:
                events = rule.events & self.games[cause].events
                params |= {"after": self.games[cause].label, "event": min(events, key=BOCK_EVENTS.index)}
            several = f"{variant}-run" if len(run) > 1 else variant
            yield Hit(self.sheet.column("bock"), params, several, row=run[0].row)

    def _by_values(self, rule: BockRule) -> Iterator[Hit]:
        """Without marks, the values of most Bock games show that they count double: none is odd."""
        if not shows_double(self.games, rule):
            return
        for game, cause in zip(self.games, due(self.games, rule), strict=True):
            if cause is not None and game.value is not None and game.value % 2:
                events = rule.events & self.games[cause].events
                params: dict[str, Param] = {
                    "game": game.label,
                    "value": game.value,
                    "after": self.games[cause].label,
                    "event": min(events, key=BOCK_EVENTS.index),
                }
                yield Hit(None, params, "odd", self.sheet.points_columns, row=game.row)


class BockAsked:
    """Asks what starts a Bock round, if a sheet shows that there are such rounds."""

    def __init__(self, sheet: Sheet) -> None:
        """For a sheet without a rule in its options."""
        self.sheet = sheet
        self.entries: list[Entry] = []

    def see(self, entry: Entry) -> Iterable[Hit]:
        """Stores the row; the question is found at the end."""
        if len(self.entries) < _MOST_GAMES:
            self.entries.append(entry)
        return ()

    def finish(self) -> Iterator[Hit]:
        """One question, with the lines that may be the answer."""
        seats = len(self.sheet.players)
        games = [game for entry in self.entries if (game := game_of(entry, self.sheet)) is not None]
        marked = next((game for game in games if game.bock), None)
        if marked is not None:
            rules, variant = fitting_marks(games, seats, 1), ""
        else:
            # Events that need facts, or solos, rarely start a round; there, the marks show it.
            rules = [
                rule
                for rule in rules_for(games, seats, ("bock_after_zero",))
                if shows_double(games, rule, doubtful=False)
            ]
            # The largest possible number of games; shorter rounds are all even as well.
            most = max((rule.games for rule in rules), default=0)
            rules, variant = [rule for rule in rules if rule.games == most], "values"
        lines = tuple(dict.fromkeys(_line(rule, seats) for rule in rules))
        if lines and len(lines) <= _MOST_ASKED:
            first = marked or next(game for game in games if game.events & rules[0].events)
            params: dict[str, Param] = {"game": first.label, "lines": lines}
            yield Hit(self.sheet.column("bock"), params, variant, row=first.row)


def _line(rule: BockRule, seats: int) -> str:
    """The settings for a rule."""
    said = [f"options.{event} = true" for event in BOCK_EVENTS if event in rule.events]
    return "; ".join([*said, *([f"options.bock_games = {rule.games}"] if rule.games != seats else [])])
