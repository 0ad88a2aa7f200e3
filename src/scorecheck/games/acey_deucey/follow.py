"""Follows a move as written: all states after legal steps that lead to the written places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from scorecheck.games.acey_deucey.board import BAR, OFF, WAITING, Position, is_blocked, moved, target_of
from scorecheck.games.acey_deucey.moves import Dice, may_step
from scorecheck.games.acey_deucey.notation import EITHER, Hop
from scorecheck.model.record import NamedTuple

Hops: TypeAlias = "tuple[Hop, ...]"


class Reached(NamedTuple):
    """A state within a move: the hops and dice that are left."""

    position: Position
    hops: Hops
    left: Dice
    unmarked: int = 0
    """The number of unmarked hits; the meant move is the one with the fewest."""


def settled(hops: Hops, position: Position) -> Hops:
    """Hops from 25 come off the bar as long as a checker is there, then enter."""
    on_bar = position.mover[BAR] - sum(1 for hop in hops if hop.source == BAR)
    found: list[Hop] = []
    for hop in hops:
        if hop.source != EITHER:
            found.append(hop)
            continue
        found.append(hop._replace(source=BAR if on_bar > 0 else WAITING))
        on_bar -= 1
    return tuple(found)


def followed(position: Position, hops: Hops, dice: Dice, *, only_enter: bool = False) -> Iterator[Reached]:
    """All states after legal steps that follow the hops.

    The hops may be in any order, one may use several dice, and a marked hop must hit.
    """
    seen: dict[tuple[Position, Hops, Dice], int] = {}
    waiting = [Reached(position, tuple(sorted(hops, reverse=True)), dice)]
    while waiting:
        here = waiting.pop()
        if seen.get(here[:3], here.unmarked + 1) <= here.unmarked:
            continue
        seen[here[:3]] = here.unmarked
        yield here
        for at, hop in enumerate(here.hops):
            if (at and hop == here.hops[at - 1]) or (only_enter and hop.source not in (BAR, WAITING)):
                continue
            for die in set(here.left):
                if may_step(here.position, hop.source, die):
                    after = _after(here, at, die)
                    if after is not None:
                        waiting.append(after)


def _after(here: Reached, at: int, die: int) -> Reached | None:
    """The state after one die for a hop; ``None`` if the hop does not allow that."""
    hop = here.hops[at]
    target = target_of(hop.source, die)
    if target < hop.target:
        return None
    position, hit = moved(here.position, hop.source, target)
    arrived = target == hop.target
    if arrived and hop.hits and not hit:
        return None
    rest = [*here.hops[:at], *here.hops[at + 1 :]]
    if not arrived:
        rest.append(hop._replace(source=target))
    dice = list(here.left)
    dice.remove(die)
    unmarked = here.unmarked + (hit and not (arrived and hop.hits))
    return Reached(position, tuple(sorted(rest, reverse=True)), tuple(dice), unmarked)


def meant(reached: Iterable[Reached]) -> tuple[Reached, ...]:
    """The complete states with the fewest unmarked hits, each position once."""
    positions: dict[Position, Reached] = {}
    for here in sorted((here for here in reached if not here.hops), key=lambda here: here.unmarked):
        positions.setdefault(here.position, here)
    fewest = min((here.unmarked for here in positions.values()), default=0)
    return tuple(here for here in positions.values() if here.unmarked == fewest)


def as_written(position: Position, hops: Hops) -> Position | None:
    """The position by the hops alone, whatever the dice are; ``None`` if they are impossible."""
    todo = list(hops)
    while todo:
        for hop in todo:
            if position.mover[hop.source] and not (hop.target != OFF and is_blocked(position, hop.target)):
                position, _ = moved(position, hop.source, hop.target)
                todo.remove(hop)
                break
        else:
            return None
    return position


def can_be_made(hops: Hops, dice: Dice) -> bool:
    """Whether the dice allow these hops on any board."""
    if not hops:
        return True
    hop = hops[0]
    for at, die in enumerate(dice):
        target = target_of(hop.source, die)
        if die in dice[:at] or target < hop.target:
            continue
        rest = hops[1:] if target == hop.target else (hop._replace(source=target), *hops[1:])
        if can_be_made(rest, dice[:at] + dice[at + 1 :]):
            return True
    return False
