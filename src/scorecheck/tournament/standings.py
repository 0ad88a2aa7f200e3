"""The ranking: exact fractions from the results of the sheets. Scores that are equal are equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Literal, TypeAlias

from scorecheck.model.order import grouped, natural_key
from scorecheck.model.outcome import AuditLine, RoundScore, Standing, Standings, TeamMember, TeamStanding
from scorecheck.tournament.event import Event
from scorecheck.tournament.gathered import Gathered, TableScores, gather, players_of, with_names_of
from scorecheck.tournament.methods import (
    CannotRank,
    Scored,
    counted_rounds,
    place_groups,
    scored_rounds,
    total_score,
)
from scorecheck.tournament.published import due_ranks
from scorecheck.tournament.ranking_methods import BY_COMPARING, METHODS
from scorecheck.tournament.rounds import Round

_FIGURES = frozenset({"wins", "solos", "fewest-minus", "yatzys", "upper-sum"})
"""The tie-breaks that are a figure of the sheets, added up."""
LESS_IS_MORE = frozenset({"fewest-minus"})
"""The tie-breaks in which the lower value wins."""

TieValue: TypeAlias = "Fraction | None"


def in_order(
    lines: Sequence[Standing], ties: Sequence[str], gathered: Gathered, *, lower_wins: bool = False
) -> list[list[Standing]]:
    """The lines in groups, best first: the lines of one group stay equal and share a rank.

    Each line gets the values of its tie-breaks. A tie-break that is undefined for one of a tie separates
    nobody in it: undefined is not 0. ``direct`` is defined only if everybody in the tie played against
    everybody.
    """
    asked = [one for one in ties if one != "share"]
    parting = _Parting(asked, {one: _values(one, lines, gathered) for one in asked}, gathered)
    by_score = grouped(lines, lambda line: line.score)
    scores = sorted(by_score, reverse=not lower_wins)
    groups = [part for score in scores for part in parting.parted(by_score[score], 0)]
    return [[parting.shown(line) for line in group] for group in groups]


class _Parting:
    """Separates lines with equal scores, and remembers the values."""

    def __init__(
        self, ties: Sequence[str], values: Mapping[str, Mapping[str, TieValue]], gathered: Gathered
    ) -> None:
        self.ties = ties
        self.values = {tie: dict(of_player) for tie, of_player in values.items()}
        self.gathered = gathered
        self.asked: dict[tuple[str, str], TieValue] = {}

    def parted(self, group: list[Standing], at: int) -> list[list[Standing]]:
        """A group of equals, separated by the first tie-break that can, and its parts by later ones."""
        if len(group) == 1 or at == len(self.ties):
            return [group]
        tie = self.ties[at]
        if tie == "direct":
            self.values[tie].update(_direct([line.player for line in group], self.gathered))
        values = {line.player: self.values[tie][line.player] for line in group}
        known = {player: value for player, value in values.items() if value is not None}
        if len(known) < len(values):
            return self.parted(group, at + 1)
        by_value = grouped(group, lambda line: known[line.player])
        self.asked.update(((tie, player), value) for player, value in known.items())
        order = sorted(by_value, reverse=tie not in LESS_IS_MORE)
        return [part for value in order for part in self.parted(by_value[value], at + 1)]

    def shown(self, line: Standing) -> Standing:
        """A line with the values of its tie-breaks."""
        return line._replace(
            ties=tuple(self.values[tie][line.player] for tie in self.ties),
            asked=tuple(self.asked.get((tie, line.player)) for tie in self.ties),
        )


def _values(tie: str, lines: Sequence[Standing], gathered: Gathered) -> Mapping[str, TieValue]:
    """The values of a tie-break for everybody; for ``direct``, which depends on the tie, none yet."""
    if tie == "direct":
        return {line.player: None for line in lines}
    if tie in _FIGURES:
        name = "minus" if tie == "fewest-minus" else tie
        figures = {line.player: gathered.figure(line.player, name) for line in lines}
        return {player: None if value is None else Fraction(value) for player, value in figures.items()}
    last = gathered.names[-1] if gathered.names else ""
    found: dict[str, TieValue] = {}
    for line in lines:
        scores = [one.score for one in line.rounds if one.games and (tie == "best-round" or one.name == last)]
        found[line.player] = max(scores, default=None)
    return found


def _direct(players: Sequence[str], gathered: Gathered) -> Mapping[str, TieValue]:
    """Each player's points in games against the others, if everybody played against everybody."""
    met = [gathered.pairs.get((one, other)) for one in players for other in players if one != other]
    if any(pair is None or not pair.against_games for pair in met):
        return dict.fromkeys(players)
    return {
        one: Fraction(sum(gathered.pairs[one, other].against_points for other in players if other != one))
        for one in players
    }


def team_standings(
    teams: Mapping[str, Sequence[str]],
    lines: Sequence[Standing],
    best: int | None,
    *,
    lower_wins: bool = False,
) -> tuple[TeamStanding, ...]:
    """The teams, best first: the scores of all members added up, or of the ``best`` so many.

    A member who is not ranked, or has not played, adds nothing. Equal scores share a rank.
    """
    scores = {line.player: line.score for line in lines}
    sign = 1 if lower_wins else -1
    found = [_team(name, members, scores, best, sign) for name, members in teams.items()]
    return tuple(
        team._replace(rank=1 + sum(1 for other in found if sign * other.score < sign * team.score))
        for team in sorted(found, key=lambda team: (sign * team.score, natural_key(team.team), team.team))
    )


def _team(
    name: str, members: Sequence[str], scores: Mapping[str, Fraction], best: int | None, sign: int
) -> TeamStanding:
    ordered = sorted(
        members,
        key=lambda one: (one not in scores, sign * scores.get(one, Fraction(0)), natural_key(one), one),
    )
    mine = tuple(
        TeamMember(one, scores.get(one), one in scores and (best is None or at < best))
        for at, one in enumerate(ordered)
    )
    total = sum((one.score for one in mine if one.score is not None and one.counted), Fraction(0))
    return TeamStanding(0, name, total, mine)


def audit(
    gathered: Gathered, lines: Sequence[Standing], event: Event, method: str, counting: int | None
) -> tuple[AuditLine, ...]:
    """The sums of the points of each table, and of the scores of each round and of the event.

    The points of a table must be 0 where the rules of the game say so. Under ``sum`` the same holds
    for the scores of a round and of the event; under ``normalized`` if, besides, all at a table are
    divided by the same number of games, and under ``mean`` if all of the event are. Penalties, rounds
    that do not count, and the other methods leave no such law.
    """
    found: list[AuditLine] = []
    implied = True
    for at, (name, tables) in enumerate(zip(gathered.names, gathered.tables, strict=True)):
        found += _tables(name, tables)
        punished = any(parts[at].penalty for parts in gathered.parts.values() if at in parts)
        lawful = _levelled(tables, method) and not punished
        implied = implied and lawful
        scores = [one.score for line in lines for one in line.rounds if one.name == name]
        found.append(AuditLine("round", name, sum(scores, Fraction(0)), lawful))
    whole = counting is None and not any(line.penalty for line in lines)
    if method == "mean":
        implied = implied and len({line.games for line in lines}) == 1
    total = sum((line.score for line in lines), Fraction(0))
    if lines:
        found.append(AuditLine("event", event.name, total, implied and whole))
    return tuple(found)


def _tables(name: str, tables: Sequence[TableScores]) -> Iterator[AuditLine]:
    found: list[AuditLine] = []
    for table in tables:
        demanded = all(result.zero_sum for result in table.results)
        found.append(
            AuditLine("table", f"{name}, {table.name}", Fraction(sum(table.points.values())), demanded)
        )
    # Whatever the order of the files, the audit is the same.
    yield from sorted(found, key=lambda line: (natural_key(line.name), line.sum))


def _levelled(tables: Sequence[TableScores], method: str) -> bool:
    """Whether the scores of a round must add up to 0 if the points of each of its tables do."""
    if not tables or not all(result.zero_sum for table in tables for result in table.results):
        return False
    if method == "sum":
        return True
    games = [set(table.games.values()) for table in tables]
    if method == "mean":
        return len(set[int]().union(*games)) == 1
    at_tables = [name for table in tables for name in table.points]
    # Who sits at two tables is divided by the games of both.
    alone = len(set(at_tables)) == len(at_tables)
    return method == "normalized" and alone and all(len(one) == 1 for one in games)


GamesCounted: TypeAlias = Literal["played", "table"]
"""The games by which a player's points are divided: those with the player, or all games of the table."""


def standings(
    rounds: Sequence[Round],
    event: Event,
    default_method: str,
    *,
    games_counted: GamesCounted = "played",
    lower_wins: bool = False,
) -> Standings:
    """Ranks the players over the rounds.

    The method is the event's, else ``default_method``:

    - ``normalized``: the sum of points / games · scale over the rounds; 0 for a round without a game.
    - ``sum``: the sum of the points.
    - ``mean``: all points divided by all games, 0 without a game; ``mean-round``: by the rounds played.
    - ``place``: the sum of the points for the places in the rounds.
    - ``plus-only``: the points of won games; ``games-won``: the number of won games.

    Points and games of several sheets of a round are added up first. Rounds that do not count stay in the
    lines. Penalties of a round are in its points, others in the score. Tie-breaks separate equal scores;
    players who stay equal share a rank, in the order of their names, and the next ranks are skipped. A player
    without a game has no rank. With ``lower_wins`` the lowest score is the best. The ranking is provisional
    if a sheet has errors.

    Raises:
        ValueError: the method is none of ``METHODS``.
        CannotRank: the sheets do not tell what the method asks for.
    """
    method = event.method or default_method
    if method not in METHODS:
        raise ValueError(f"no such way of ranking: {method}")
    players = players_of(rounds, event)
    event = with_names_of(event, players)
    gathered = gather(rounds, event, players, all_games_of_table=games_counted == "table")
    scored = scored_rounds(gathered, event, method, lower_wins=lower_wins)
    lower_wins = lower_wins and method not in BY_COMPARING
    places = _places(scored, lower_wins=lower_wins)
    counting = _counting(event, len(rounds))
    lines = [
        _line(player, tuple(_rounds_of(player, mine, gathered, places, counted)), method, event, gathered)
        for player, mine in scored.items()
        for counted in (counted_rounds(mine, counting, lower_wins=lower_wins),)
    ]
    ranked = [line for line in lines if not line.status]
    groups = in_order(ranked, event.ties, gathered, lower_wins=lower_wins)
    ordered = tuple(ranked_lines(groups))
    return Standings(
        event=event.name,
        day=event.day,
        method=method,
        scale=event.scale,
        lines=ordered,
        rounds=gathered.names,
        provisional=any(result.faulty for r in rounds for result in r.results),
        ties=tuple(one for one in event.ties if one != "share"),
        unranked=tuple(sorted((line for line in lines if line.status), key=by_name)),
        teams=team_standings(event.teams, ordered, event.team_best, lower_wins=lower_wins),
        penalties=event.penalties,
        counting=counting,
        places=tuple(group for _, group in place_groups(gathered, event)) if method == "place" else (),
        place_points=event.place_points,
        audit=audit(gathered, lines, event, method, counting),
        lower_wins=lower_wins,
    )


def by_all_methods(rounds: Sequence[Round]) -> Iterator[Standings]:
    """The standings by each method that the sheets allow."""
    for method in METHODS:
        with suppress(CannotRank):
            yield standings(rounds, Event("", method=method), method)


def _counting(event: Event, rounds: int) -> int | None:
    """The number of rounds of a player that count."""
    if event.best_rounds:
        return event.best_rounds
    return max(rounds - event.drop_worst, 1) if event.drop_worst else None


def _places(scored: Mapping[str, Sequence[Scored]], *, lower_wins: bool) -> Mapping[tuple[str, int], int]:
    """The place of each player in each round, by the score of the round; equal scores share one."""
    played = [(player, one) for player, mine in scored.items() for one in mine if one.games]
    found: dict[tuple[str, int], int] = {}
    for at, mine in grouped(played, lambda one: one[1].at).items():
        places = due_ranks([-one.score if lower_wins else one.score for _, one in mine])
        found |= {(player, at): place for (player, _), place in zip(mine, places, strict=True)}
    return found


def _rounds_of(
    player: str,
    mine: Sequence[Scored],
    gathered: Gathered,
    places: Mapping[tuple[str, int], int],
    counted: frozenset[int],
) -> Iterator[RoundScore]:
    for at, points, games, score in mine:
        place = places.get((player, at))
        yield RoundScore(gathered.names[at], points, games, score, at in counted, place)


def _line(
    player: str, rounds: tuple[RoundScore, ...], method: str, event: Event, gathered: Gathered
) -> Standing:
    """A player's line, not yet ranked."""
    penalty = sum(
        (Fraction(p.points) for p in event.penalties if p.player == player and p.round is None), Fraction(0)
    )
    games = sum(one.games for one in rounds)
    status, reason = event.out.get(player, ("", ""))
    if not status and (games < event.min_games or not gathered.has_played(player)):
        status = "too-few-games"
    score = total_score([one for one in rounds if one.counted], method) + penalty
    return Standing(0, player, score, games, rounds, penalty=penalty, status=status, reason=reason)


def ranked_lines(groups: Iterable[Sequence[Standing]]) -> Iterable[Standing]:
    """Groups of equals as lines with their ranks: 1, 2, 2, 4. Within a group the names are in order."""
    before = 0
    for group in groups:
        yield from (line._replace(rank=before + 1) for line in sorted(group, key=by_name))
        before += len(group)


def by_name(line: Standing) -> tuple[object, str]:
    """The sort key of equal players: by name, and by case where only that differs."""
    return natural_key(line.player), line.player
