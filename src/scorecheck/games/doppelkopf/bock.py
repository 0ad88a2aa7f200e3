"""Bock rounds: after which games they begin, and which games count double because of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.check import Hit
from scorecheck.games.doppelkopf.checks import is_bock, is_game
from scorecheck.games.doppelkopf.detail import facts_of, told_by
from scorecheck.games.doppelkopf.facts import CALLED
from scorecheck.games.doppelkopf.rounds import BOCK_EVENTS
from scorecheck.games.doppelkopf.scoring import payment_of
from scorecheck.games.doppelkopf.valuation import value_of
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.finding import Param
    from scorecheck.model.sheet import Entry, Sheet

ON_POINTS = ("bock_after_zero", "bock_after_lost_solo")
"""The events that points alone show; of the others a sheet with the facts of each game tells."""
_MOST_GAMES = 2000


class Game(NamedTuple):
    """A game, and what it means for Bock rounds."""

    row: int
    label: str
    bock: bool
    """It is marked as one that counts double."""
    events: frozenset[str]
    """What happened in it that may start a Bock round, by the options that say so."""
    value: Number | None = None
    """What it is worth, where that shows."""


def game_of(entry: Entry, sheet: Sheet) -> Game | None:
    """A row as a game; ``None`` where it is none."""
    if not is_game(entry, sheet):
        return None
    paid = payment_of(entry.points, sheet.notation)
    events = frozenset(_events(entry, sheet))
    return Game(entry.row, entry.label, is_bock(entry), events, None if paid is None else paid.value)


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
    """After which games a Bock round begins, and how many games it has."""

    events: frozenset[str]
    games: int
    again: str
    """What such a game does within a round: its games are ``added``, they begin ``anew``, or ``none``."""


def rule_of(sheet: Sheet) -> BockRule:
    """The rule that the options say; a round has as many games as there are players at the table."""
    games = sheet.options.get("bock_games", "players")
    return BockRule(
        frozenset(event for event in BOCK_EVENTS if sheet.options.get(event)),
        games if isinstance(games, int) else len(sheet.players),
        str(sheet.options.get("bock_again", "added")),
    )


def due(games: Sequence[Game], rule: BockRule) -> list[int | None]:
    """For each game the one that made it a Bock game, by their places; ``None``: it is none."""
    found: list[int | None] = []
    waiting: list[int] = []
    for at, game in enumerate(games):
        found.append(waiting.pop(0) if waiting else None)
        if not rule.events & game.events or (found[-1] is not None and rule.again == "none"):
            continue
        waiting = [at] * rule.games if rule.again == "anew" else [*waiting, *[at] * rule.games]
    return found


def knows_all(events: Collection[str], sheet: Sheet) -> bool:
    """Whether a sheet shows each time that one of some events happened."""
    return sheet.layout == "detail" or set(events) <= set(ON_POINTS)


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
        from scorecheck.games.doppelkopf.house import fitting_marks, rules_for

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


_MOST_ASKED = 4
"""Who is offered more answers than that is not helped."""
_ODDS = 1000
"""Values that are even by chance are so much less likely than by one of the rules that there are."""
_TO_ONE = 10
"""One game of so many may be odd although it counts double: somebody slipped."""


def shows_double(games: Sequence[Game], rule: BockRule, *, doubtful: bool = True) -> bool:
    """Whether games without marks are worth double by a rule: all of them are even, where others are not.

    ``doubtful``: one in ten may be odd.
    """
    valued = [
        (cause is not None, game.value)
        for game, cause in zip(games, due(games, rule), strict=True)
        if game.value
    ]
    double = [value for is_double, value in valued if is_double]
    single = [value for is_double, value in valued if not is_double]
    odd = sum(1 for value in double if value % 2)
    even = (sum(1 for value in single if not value % 2) + 1) / (len(single) + 2)
    if odd * _TO_ONE > len(double) * doubtful:
        return False
    return _ODDS * even ** (len(double) - odd) * (1 - even) ** odd * max(1, len(double)) ** odd < 1


def _line(rule: BockRule, seats: int) -> str:
    """What an event file says of a rule."""
    said = [f"{event} = true" for event in BOCK_EVENTS if event in rule.events]
    return "; ".join([*said, *([f"bock_games = {rule.games}"] if rule.games != seats else [])])
