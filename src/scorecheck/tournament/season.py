"""Seasons: several events ranked together, by their scores or by points for ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from scorecheck.model.cells import whole
from scorecheck.model.names import Players, clean_name
from scorecheck.model.outcome import Club, Counts, RoundScore, Standing, Standings
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.resources import EVENT_FILE
from scorecheck.tournament.consistency import plain_pattern, tie_faults
from scorecheck.tournament.event import Event, Publish, people_of, read_club, read_publish, read_toml
from scorecheck.tournament.gathered import gather, players_of
from scorecheck.tournament.problem import EventFault, as_list, as_table, shown, unknown_word
from scorecheck.tournament.rounds import Round
from scorecheck.tournament.standings import by_name, in_order, ranked_lines

METHODS = ("scores", "points")
"""What counts from an event: the score, or points for the rank."""


class SeasonEvent(NamedTuple):
    """An event of a season."""

    path: Path
    """Its event file."""
    name: str | None
    """Its name in the season; ``None`` for its own name."""


@record
class Season:
    """Several events that are ranked together."""

    name: str
    events: tuple[SeasonEvent, ...]
    method: str = "scores"
    points: tuple[int, ...] = ()
    """The points for ranks, from the first; later ranks get none."""
    best_events: int | None = None
    """The number of best events of a player that count; ``None``: all."""
    min_events: int = 0
    ties: tuple[str, ...] = ()
    """As in an event file; an event counts as a round."""
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])
    path: Path | None = None
    publish: Publish | None = None
    club: Club = Club()


def load_season(path: Path) -> Season:
    """Reads a season file.

    Raises:
        BrokenEvent: the file cannot be used; with all that is wrong, not only the first.
    """
    data, _ = read_toml(path, "season", lambda data: season_faults(data, path.parent))
    season, ranking = as_table(data["season"]), as_table(data.get("ranking"))
    people = people_of(as_table(data.get("players")))
    best = ranking.get("best_events")
    return Season(
        clean_name(season["name"]),
        tuple(
            SeasonEvent(
                event_file(path.parent, entry["path"]), clean_name(entry["name"]) if "name" in entry else None
            )
            for entry in as_list(data["events"])
        ),
        ranking.get("method", "scores"),
        tuple(map(int, ranking.get("points", ()))),
        None if best is None else int(best),
        int(ranking.get("min_events", 0)),
        tuple(ranking.get("ties", ())),
        people.aliases,
        path,
        read_publish(data, people),
        read_club(data),
    )


def event_file(folder: Path, named: str) -> Path:
    """The event file that a season names, itself or by its folder."""
    path = folder / plain_pattern(named)
    return path if path.suffix.lower() == ".toml" else path / EVENT_FILE


def season_faults(data: Mapping[str, Any], folder: Path) -> Iterator[EventFault]:
    """The contradictions in a season file."""
    ranking = as_table(data.get("ranking"))
    method: object = ranking.get("method", "scores")
    if isinstance(method, str) and method not in METHODS:
        yield unknown_word(("ranking", "method"), method, METHODS, "not-one-of")
    elif method == "points" and "points" not in ranking:
        yield EventFault(("ranking", "points"), "missing")
    elif method == "scores" and "points" in ranking:
        params = {"value": shown(ranking["points"]), "method": "points"}
        yield EventFault(("ranking", "points"), "no-effect", params)
    yield from tie_faults(ranking)
    seen: set[Path] = set()
    for at, entry in enumerate(as_list(data.get("events"))):
        named: object = as_table(entry).get("path")
        if not isinstance(named, str) or not named.strip():
            continue
        plain = plain_pattern(named)
        key = ("events", at, "path")
        if plain.startswith(("/", "~")) or ".." in plain.split("/") or ":" in plain:
            yield EventFault(key, "pattern-outside", {"value": shown(named)})
            continue
        path = event_file(folder, named)
        if not path.is_file():
            yield EventFault(key, "no-event", {"value": shown(named)})
        elif (real := path.resolve()) in seen:
            yield EventFault(key, "event-twice", {"value": shown(named)})
        else:
            seen.add(real)


def season_standings(
    season: Season, events: Sequence[tuple[str, Standings]], sheets: Sequence[Round] = ()
) -> Standings:
    """Ranks the players over the events of a season, in their order; without statistics.

    ``scores`` adds up the scores, ``points`` what the ranks are worth; who share ranks share what
    these are worth in equal parts. Where only the best events count, those that were missed are none
    of the worst. Who is not ranked in an event gets nothing from it.

    Where the lowest score is the best in all events, it is in the season's, and the lowest count.

    Tie-breaks ask the ``sheets`` of the events, in which players are called as in their event; an event
    stands for a round. What tie-breaks cannot part shares a rank.
    """
    as_one = as_event(season, events)
    players = Players(as_one.aliases, as_one.aliases)
    rounds: dict[str, list[RoundScore]] = {}
    for name, one in events:
        worth = _worth(season, one)
        for line in one.lines:
            value = worth[line.player]
            part = RoundScore(name, whole(line.score), line.games, value, place=line.rank)
            rounds.setdefault(players.name(line.player), []).append(part)
    lower_wins = season.method == "scores" and bool(events) and all(one.lower_wins for _, one in events)
    lines = [_line(player, mine, season, lower_wins=lower_wins) for player, mine in rounds.items()]
    gathered = gather(sheets, as_one, players_of(sheets, as_one))
    groups = in_order(
        [line for line in lines if not line.status], season.ties, gathered, lower_wins=lower_wins
    )
    ranked = tuple(ranked_lines(groups))
    counts: set[Counts] = {one.counts for _, one in events}
    return Standings(
        season.name,
        None,
        f"season-{season.method}",
        1,
        ranked,
        tuple(name for name, _ in events),
        provisional=any(one.provisional for _, one in events),
        ties=tuple(one for one in season.ties if one != "share"),
        unranked=tuple(sorted((line for line in lines if line.status), key=by_name)),
        counting=season.best_events,
        lower_wins=lower_wins,
        counts=counts.pop() if len(counts) == 1 else "games",
    )


def as_event(season: Season, events: Sequence[tuple[str, Standings]]) -> Event:
    """A season as an event with the names of all its players, with its events as rounds."""
    called = [line.player for _, one in events for line in (*one.lines, *one.unranked)]
    players = Players(season.aliases, called)
    return Event(season.name, aliases={name: players.name(name) for name in called})


def _worth(season: Season, standings: Standings) -> Mapping[str, Fraction]:
    """What each player gets from an event."""
    if season.method == "scores":
        return {line.player: line.score for line in standings.lines}
    found: dict[str, Fraction] = {}
    for line in standings.lines:
        shared = sum(1 for other in standings.lines if other.rank == line.rank)
        taken = season.points[line.rank - 1 : line.rank - 1 + shared]
        found[line.player] = Fraction(sum(taken), shared)
    return found


def _line(player: str, mine: Sequence[RoundScore], season: Season, *, lower_wins: bool) -> Standing:
    sign = 1 if lower_wins else -1
    best = sorted(range(len(mine)), key=lambda at: (sign * mine[at].score, at))
    counted = set(best if season.best_events is None else best[: season.best_events])
    rounds = tuple(one._replace(counted=at in counted) for at, one in enumerate(mine))
    score = sum((one.score for one in rounds if one.counted), Fraction(0))
    status = "too-few-games" if len(mine) < season.min_events else ""
    return Standing(0, player, score, sum(one.games for one in mine), rounds, status=status)
