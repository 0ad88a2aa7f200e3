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
    from collections.abc import Collection, Iterator, Sequence

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


def game_of(entry: Entry, sheet: Sheet) -> Game | None:
    """A row as a game; ``None`` where it is none."""
    if not is_game(entry, sheet):
        return None
    return Game(entry.row, entry.label, is_bock(entry), frozenset(_events(entry, sheet)))


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
        if self.sheet.column("bock") is None and not any(game.bock for game in self.games):
            return
        rule = rule_of(self.sheet)
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
