"""Contradictions in the settings of an event file about ranking and people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorecheck.tournament.names import clean_name, name_key
from scorecheck.tournament.problem import EventFault, shown, unknown_word
from scorecheck.tournament.ranking_methods import BY_COMPARING
from scorecheck.tournament.values import as_list, as_table


def ranking_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    """Settings of the ranking that contradict each other or have no effect."""
    ranking = as_table(data.get("ranking"))
    for key, methods in (("places", BY_COMPARING), ("place_points", ("place",))):
        if key in ranking and ranking.get("method") not in methods:
            yield EventFault(("ranking", key), "no-effect", {"value": shown(ranking[key]), "method": "place"})
    if "team_best" in ranking and not as_table(data.get("teams")):
        yield EventFault(("ranking", "team_best"), "no-teams")
    if "best_rounds" in ranking and ranking.get("drop_worst"):
        yield EventFault(("ranking", "best_rounds"), "either-or", {"other": "ranking.drop_worst"})
    rounds = as_list(data.get("rounds"))
    dropped: object = ranking.get("drop_worst")
    if rounds and isinstance(dropped, (int, float)) and dropped >= len(rounds):
        yield EventFault(
            ("ranking", "drop_worst"), "drops-all", {"value": shown(dropped), "rounds": len(rounds)}
        )
    yield from tie_faults(ranking)


def tie_faults(ranking: Mapping[str, Any]) -> Iterator[EventFault]:
    """Repeated tie-breaks, and tie-breaks after the last that can decide."""
    ties = as_list(ranking.get("ties"))
    for at, tie in enumerate(ties):
        if tie == "share" and at < len(ties) - 1:
            yield EventFault(("ranking", "ties", at), "share-last")
        elif tie in ties[:at]:
            yield EventFault(("ranking", "ties", at), "tie-twice", {"value": shown(tie)})


def people_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    """Players in two teams, players taken out twice, penalties of unknown rounds."""
    players = {
        name_key(spelling): name_key(name)
        for name, spellings in as_table(data.get("players")).items()
        for spelling in (name, *as_list(spellings))
        if isinstance(spelling, str)
    }
    teams: dict[str, str] = {}
    owners: dict[str, str] = {}
    for team, members in as_table(data.get("teams")).items():
        first = teams.setdefault(name_key(team), team)
        if first != team:
            yield EventFault(("teams", team), "team-twice", {"name": team, "other": first})
        for at, member in enumerate(as_list(members)):
            if not isinstance(member, str):
                continue
            key = players.get(name_key(member), name_key(member))
            if key in owners:
                params = {"name": member, "first": owners[key], "second": team}
                yield EventFault(("teams", team, at), "team-of-two", params)
            owners.setdefault(key, team)
    yield from _out_faults(data, players)
    yield from _penalty_faults(data)


def _out_faults(data: Mapping[str, Any], players: Mapping[str, str]) -> Iterator[EventFault]:
    seen: set[str] = set()
    for status in ("withdrawn", "disqualified"):
        for at, entry in enumerate(as_list(data.get(status))):
            name: object = as_table(entry).get("player")
            if not isinstance(name, str) or not name.strip():
                continue
            key = players.get(name_key(name), name_key(name))
            if key in seen:
                yield EventFault((status, at, "player"), "out-twice", {"name": clean_name(name)})
            seen.add(key)


def _penalty_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    """Penalties of unknown rounds; if the event names no rounds, any name is allowed."""
    rounds = [as_table(one).get("name") for one in as_list(data.get("rounds"))]
    names = [clean_name(name) for name in rounds if isinstance(name, str)]
    for at, entry in enumerate(as_list(data.get("penalties"))):
        name: object = as_table(entry).get("round")
        if names and isinstance(name, str) and name.strip() and clean_name(name) not in names:
            yield unknown_word(("penalties", at, "round"), name, names, "not-one-of")
