"""Teams: what their members have, added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorecheck.model.outcome import Standing, TeamMember, TeamStanding
from scorecheck.tournament.names import natural_key


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
