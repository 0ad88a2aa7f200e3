"""Duties under the Norwegian rules when answering a double. Pure.

They are checked when all offers of a round are answered; only the captain's double counts alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.games.chouette.state import ChouetteGame, CubeAnswer, LogFault, LogOptions, Offer

FEWEST_AT_ONCE = 2
"""A single cube is no double of everybody."""


def captain_refused(
    game: ChouetteGame, member: str, offer: Offer, options: LogOptions, row: int
) -> Iterator[LogFault]:
    """The box must take the captain's double, unless it had accepted others before."""
    must = options.captain_double_must_be_taken and member == game.captain and not offer.excused
    if must and not game.doubt:
        yield LogFault("obligation", "", row, {"box": game.box, "captain": member})


def duties_of_round(game: ChouetteGame, options: LogOptions, *, by_box: bool) -> Iterator[LogFault]:
    """The missed duties of a round of answers. ``game`` is the state after its last answer."""
    if not game.everybody or game.doubt:
        return
    if by_box:
        yield from _sole_taker(game, options)
    else:
        yield from _simultaneous(game, options)


def _accepted(game: ChouetteGame) -> list[CubeAnswer]:
    return [answer for answer in game.answers if answer.kind != "drop"]


def _sole_taker(game: ChouetteGame, options: LogOptions) -> Iterator[LogFault]:
    """The only taker, if the box doubled everybody, must beaver."""
    takers = _accepted(game)
    if options.sole_taker_must_beaver and options.beavers and len(takers) == 1 and takers[0].kind == "take":
        taker = takers[0]
        params = {"taker": taker.member, "box": game.box, "cube": 4 * taker.before}
        yield LogFault("obligation", "sole-taker", taker.row, params)


def _simultaneous(game: ChouetteGame, options: LogOptions) -> Iterator[LogFault]:
    """Of the doubles of all opponents, the box takes enough to break even with a single win."""
    if not options.break_even:
        return
    takes = _accepted(game)
    drops = [answer for answer in game.answers if answer.kind == "drop"]
    if any(drop.member == game.captain for drop in drops) and options.captain_double_must_be_taken:
        return
    if len(takes) == 1 and takes[0].member == game.captain and takes[0].kind == "take" and options.beavers:
        params = {"box": game.box, "captain": game.captain, "cube": 4 * takes[0].before}
        yield LogFault("obligation", "captain-alone", takes[0].row, params)
        return
    net = if_box_wins(game)
    # The gain from a taken cube instead of a passed one: its double, and the price.
    gains = sorted((3 * drop.before for drop in drops), reverse=True)
    if net < 0 <= net + sum(gains):
        more = next(count for count in range(1, len(gains) + 1) if net + sum(gains[:count]) >= 0)
        yield LogFault("obligation", "break-even", drops[-1].row, {"box": game.box, "net": net, "more": more})


def if_box_wins(game: ChouetteGame) -> int:
    """The box's points in this game with a single win, including earlier payments."""
    return game.net[game.box] + sum(cube.value for cube in game.cubes.values())
