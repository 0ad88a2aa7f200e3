"""Two standings of the same sheets, one of them repaired: whose rank is another."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scorecheck.model.impact import Impact, Moved
from scorecheck.model.outcome import Standings
from scorecheck.tournament.names import natural_key


def impact(before: Standings, after: Standings, season: tuple[Standings, Standings] | None = None) -> Impact:
    """What changes from the standings ``before`` a repair to those ``after`` it.

    ``season`` are the standings of the season with the one and with the other.
    """
    ranks = _moved(_ranks(before), _ranks(after))
    teams = _moved(_team_ranks(before), _team_ranks(after))
    of_season = () if season is None else _moved(*map(_ranks, season))
    if ranks or teams or of_season:
        return Impact("ranks", ranks, teams, of_season)
    same = _scores(before) == _scores(after) and (season is None or _scores(season[0]) == _scores(season[1]))
    return Impact("nothing" if same else "scores")


def _ranks(standings: Standings) -> Mapping[str, int]:
    return {line.player: line.rank for line in standings.lines}


def _team_ranks(standings: Standings) -> Mapping[str, int]:
    return {team.team: team.rank for team in standings.teams}


def _scores(standings: Standings) -> tuple[Mapping[str, Fraction], Mapping[str, Fraction]]:
    """The scores of all players, ranked or not, and of the teams."""
    return (
        {line.player: line.score for line in (*standings.lines, *standings.unranked)},
        {team.team: team.score for team in standings.teams},
    )


def _moved(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Moved, ...]:
    """Whose rank differs, in the order of the ranks before; who had none comes last."""
    found = (Moved(name, before.get(name), after.get(name)) for name in before.keys() | after.keys())
    return tuple(sorted((one for one in found if one.before != one.after), key=_place))


def _place(one: Moved) -> tuple[bool, int, object, str]:
    return one.before is None, one.before or one.after or 0, natural_key(one.name), one.name
