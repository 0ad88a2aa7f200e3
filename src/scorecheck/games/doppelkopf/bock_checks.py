"""Whether the games of Bock rounds are marked, and which rule a sheet means by its marks."""

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
"""The events that points alone show; of the others a sheet with the facts of each game tells."""
_MOST_GAMES = 2000


def rule_of(sheet: Sheet) -> BockRule:
    """The rule that the options say; a round has as many games as there are players at the table."""
    games = sheet.options.get("bock_games", "players")
    return BockRule(
        frozenset(event for event in BOCK_EVENTS if sheet.options.get(event)),
        games if isinstance(games, int) else len(sheet.players),
        str(sheet.options.get("bock_again", "added")),
    )


def knows_all(events: Collection[str], sheet: Sheet) -> bool:
    """Whether a sheet shows each time that one of some events happened."""
    return sheet.layout == "detail" or set(events) <= set(ON_POINTS)


_MOST_ASKED = 4
"""Who is offered more answers than that is not helped."""


class BockRounds:
    """Sees to it that the games marked as Bock are those that the rule makes such games."""

    def __init__(self, sheet: Sheet) -> None:
        """For a sheet on whose options a rule stands."""
        self.sheet = sheet
        self.games: list[Game] = []

    def see(self, entry: Entry) -> Iterator[Hit]:
        """Keeps the game; what is wrong shows in the end."""
        game = game_of(entry, self.sheet) if len(self.games) < _MOST_GAMES else None
        if game is not None:
            self.games.append(game)
        return iter(())

    def finish(self) -> Iterator[Hit]:
        """Games that should be marked, and games that should not, each run of them once."""
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
        """Without marks the values of most Bock games show that they count double: not one that is odd."""
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
    """Asks after which games a Bock round begins, where a sheet shows that there are such rounds."""

    def __init__(self, sheet: Sheet) -> None:
        """For a sheet on whose options no rule stands."""
        self.sheet = sheet
        self.entries: list[Entry] = []

    def see(self, entry: Entry) -> Iterable[Hit]:
        """Keeps the row; what to ask shows in the end."""
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
            # What only the facts tell, or a solo, starts a round on few sheets; there the marks say it.
            rules = [
                rule
                for rule in rules_for(games, seats, ("bock_after_zero",))
                if shows_double(games, rule, doubtful=False)
            ]
            # As many games as can be told of; all that are shorter are even as well.
            most = max((rule.games for rule in rules), default=0)
            rules, variant = [rule for rule in rules if rule.games == most], "values"
        lines = tuple(dict.fromkeys(_line(rule, seats) for rule in rules))
        if lines and len(lines) <= _MOST_ASKED:
            first = marked or next(game for game in games if game.events & rules[0].events)
            params: dict[str, Param] = {"game": first.label, "lines": lines}
            yield Hit(self.sheet.column("bock"), params, variant, row=first.row)


def _line(rule: BockRule, seats: int) -> str:
    """What an event file says of a rule."""
    said = [f"{event} = true" for event in BOCK_EVENTS if event in rule.events]
    return "; ".join([*said, *([f"bock_games = {rule.games}"] if rule.games != seats else [])])
