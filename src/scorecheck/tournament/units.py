"""One unit for all sheets of an event: where some have cents and others euros, all count in cents."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.model.outcome import PlayerResult, Result
from scorecheck.model.record import replace
from scorecheck.model.statistics import Extreme, Pair, PlayerTally, Tally

_PARTS = 100


def in_one_unit(results: Sequence[Result]) -> list[Result]:
    """The results of sheets, those in hundredths of what the others have times a hundred."""
    if all(one.hundredths for one in results) or not any(one.hundredths for one in results):
        return list(results)
    return [_in_parts(one) if one.hundredths else one for one in results]


def _in_parts(result: Result) -> Result:
    return replace(
        result,
        players=tuple(map(_of_player, result.players)),
        opening=tuple(one * _PARTS for one in result.opening),
        parts=tuple(
            one._replace(points=None if one.points is None else one.points * _PARTS) for one in result.parts
        ),
        tally=None if result.tally is None else _of_tally(result.tally),
    )


def _of_player(one: PlayerResult) -> PlayerResult:
    return one._replace(points=one.points * _PARTS, each=tuple(points * _PARTS for points in one.each))


def _of_tally(tally: Tally) -> Tally:
    return replace(
        tally,
        players={name: _of_player_tally(one) for name, one in tally.players.items()},
        pairs={names: _of_pair(one) for names, one in tally.pairs.items()},
    )


def _of_player_tally(one: PlayerTally) -> PlayerTally:
    return one._replace(
        plus=one.plus * _PARTS,
        minus=one.minus * _PARTS,
        alone_points=one.alone_points * _PARTS,
        best=_of_extreme(one.best),
        worst=_of_extreme(one.worst),
    )


def _of_extreme(one: Extreme | None) -> Extreme | None:
    return None if one is None else one._replace(points=one.points * _PARTS)


def _of_pair(one: Pair) -> Pair:
    return one._replace(with_points=one.with_points * _PARTS, against_points=one.against_points * _PARTS)
