"""The statistics of an event: each player's sums over the games of all sheets."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.model.statistics import Pair, PairStatistics, PlayerStatistics, PlayerTally, Statistics
from scorecheck.tournament.event import Event
from scorecheck.tournament.gathered import players_of, tally_by_player
from scorecheck.tournament.rounds import Round
from scorecheck.tournament.tally import joined, joined_pair


def statistics(
    rounds: Sequence[Round], event: Event, order: Sequence[str], *, alone: str = ""
) -> Statistics | None:
    """The statistics over the rounds, with the players in the given ``order``.

    ``alone`` is the word for playing alone in the game. ``None`` if no sheet has single games.
    """
    players = players_of(rounds, event)
    tallies: dict[str, PlayerTally] = {}
    pairs: dict[tuple[str, str], Pair] = {}
    changes: list[tuple[str, int]] = []
    categories: dict[str, None] = {}
    for one in rounds:
        for result in one.results:
            if result.tally is None:
                continue
            tally = tally_by_player(result.tally, players)
            for name, mine in tally.players.items():
                tallies[name] = joined(tallies.get(name, PlayerTally()), mine)
                categories |= dict.fromkeys(mine.categories)
            for key, pair in tally.pairs.items():
                pairs[key] = joined_pair(pairs.get(key, Pair()), pair)
            shown = f"{result.path} ({result.shown_name})" if result.shown_name else result.path
            changes.append((shown, tally.lead_changes))
    if not tallies:
        return None
    at = {name: position for position, name in enumerate(order)}
    names = sorted(tallies, key=lambda name: (at.get(name, len(at)), name))
    return Statistics(
        tuple(PlayerStatistics(name, tallies[name]) for name in names),
        tuple(
            PairStatistics(name, other, pairs[name, other])
            for name in names
            for other in names
            if (name, other) in pairs
        ),
        tuple(changes) if not categories else (),
        alone,
        tuple(categories),
    )
