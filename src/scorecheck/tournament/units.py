"""One unit for all sheets of an event, where some have money, others points or cents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from scorecheck.model.cells import Number, whole
from scorecheck.model.outcome import Result
from scorecheck.model.record import replace
from scorecheck.model.statistics import Extreme, PlayerPart, PlayerTally, Tally


def in_one_unit(results: Sequence[Result]) -> list[Result]:
    """The results of sheets, with money converted to the unit of the others: points or cents."""
    if all(one.a_point for one in results):
        return list(results)
    return [times(one, 1 / Fraction(one.a_point)) if one.a_point else one for one in results]


def times(result: Result, much: Number) -> Result:
    """A result with all points multiplied."""
    return replace(
        result,
        players=tuple(
            one._replace(
                points=whole(one.points * much), each=tuple(whole(points * much) for points in one.each)
            )
            for one in result.players
        ),
        opening=tuple(whole(one * much) for one in result.opening),
        parts=tuple(parts_times(result.parts, much)),
        tally=None if result.tally is None else _tally_times(result.tally, much),
    )


def parts_times(parts: Iterable[PlayerPart], much: Number) -> Iterator[PlayerPart]:
    """The players' points in single games, multiplied."""
    for one in parts:
        yield one._replace(points=None if one.points is None else whole(one.points * much))


def _tally_times(tally: Tally, much: Number) -> Tally:
    return replace(
        tally,
        players={name: _player_times(one, much) for name, one in tally.players.items()},
        pairs={
            names: one._replace(
                with_points=whole(one.with_points * much), against_points=whole(one.against_points * much)
            )
            for names, one in tally.pairs.items()
        },
    )


def _player_times(one: PlayerTally, much: Number) -> PlayerTally:
    return one._replace(
        plus=whole(one.plus * much),
        minus=whole(one.minus * much),
        alone_points=whole(one.alone_points * much),
        best=_extreme_times(one.best, much),
        worst=_extreme_times(one.worst, much),
    )


def _extreme_times(one: Extreme | None, much: Number) -> Extreme | None:
    return None if one is None else one._replace(points=whole(one.points * much))
