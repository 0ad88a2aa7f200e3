"""The legal plays of a roll.

A play uses as many of the dice as it can: all four of a double, else both numbers; where only one of the two
can be played, the higher one if possible. The bar comes first. A checker is borne off only with all fifteen
home or off, by the exact number, or by a higher one if nothing stands further back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from scorecheck.games.acey_deucey.board import (
    BAR,
    FAR,
    OFF,
    WAITING,
    CheckerStep,
    Position,
    is_blocked,
    is_home,
    moved,
    target_of,
)

Dice: TypeAlias = "tuple[int, ...]"
"""The numbers still to play: two different ones, or up to four equal ones."""

ACEY_DEUCEY: Dice = (2, 1)
"""The roll after which a player names a double and rolls again."""


def dice_of(first: int, second: int) -> Dice:
    """The numbers of a roll, the higher one first: a double counts twice."""
    return (first,) * 4 if first == second else (max(first, second), min(first, second))


def may_step(position: Position, source: int, die: int) -> bool:
    """Whether a die may move a checker from a place, as far as that alone decides."""
    mover = position.mover
    if not mover[source] or (mover[BAR] and source != BAR):
        return False
    target = target_of(source, die)
    if target != OFF:
        return not is_blocked(position, target)
    return is_home(mover) and (source == die or not any(mover[source + 1 : FAR]))


def steps(
    position: Position, die: int, *, only_enter: bool = False
) -> Iterator[tuple[CheckerStep, Position]]:
    """All steps that one die allows, with their positions.

    With ``only_enter``, only those that enter a checker.
    """
    places = (BAR,) if position.mover[BAR] else _SOURCES
    for source in places[:1] if only_enter else places:
        if may_step(position, source, die):
            target = target_of(source, die)
            after, hit = moved(position, source, target)
            yield CheckerStep(source, target, hit), after


_SOURCES = (WAITING, *range(FAR - 1, OFF, -1))


def most(position: Position, dice: Dice, *, only_enter: bool = False) -> int:
    """The largest number of dice that can be played."""
    return _most(position, dice, only_enter, {})


def _most(position: Position, dice: Dice, only_enter: bool, known: dict[tuple[Position, Dice], int]) -> int:
    if not dice:
        return 0
    if (position, dice) not in known:
        best = 0
        for die, rest in _choices(dice):
            for _, after in steps(position, die, only_enter=only_enter):
                best = max(best, 1 + _most(after, rest, only_enter, known))
                if best == len(dice):
                    break
            if best == len(dice):
                break
        known[position, dice] = best
    return known[position, dice]


def _choices(dice: Dice) -> Iterator[tuple[int, Dice]]:
    """Each number that can be played next, with the remaining ones."""
    for at, die in enumerate(dice):
        if at == 0 or die != dice[at - 1]:
            yield die, dice[:at] + dice[at + 1 :]


def is_complete(position: Position, dice: Dice, left: Dice, *, only_enter: bool = False) -> bool:
    """Whether a play that leaves these dice uses as many as it must."""
    used = len(dice) - len(left)
    if used != most(position, dice, only_enter=only_enter):
        return False
    if used != 1 or len(set(dice)) == 1:
        return True
    high = max(dice)
    return high not in left or not any(steps(position, high, only_enter=only_enter))


def plays(
    position: Position, dice: Dice, *, only_enter: bool = False
) -> Mapping[Position, tuple[CheckerStep, ...]]:
    """All legal plays: the position, and one way to it.

    A roll that cannot be used gives the same position, by no step.
    """
    reached: dict[tuple[Position, Dice], tuple[CheckerStep, ...]] = {(position, dice): ()}
    waiting = [(position, dice)]
    for here in waiting:
        for die, rest in _choices(here[1]):
            for step, after in steps(here[0], die, only_enter=only_enter):
                if (after, rest) not in reached:
                    reached[after, rest] = (*reached[here], step)
                    waiting.append((after, rest))
    fewest = min(len(rest) for _, rest in reached)
    ends = {(after, rest): way for (after, rest), way in reached.items() if len(rest) == fewest}
    highest = min((rest for _, rest in ends if len(rest) == 1), default=())
    if len(dice) == 2 and fewest == 1:
        ends = {(after, rest): way for (after, rest), way in ends.items() if rest == highest}
    return {after: way for (after, _), way in ends.items()}


def is_acey_deucey(dice: Dice) -> bool:
    """Whether these are the numbers of a 1-2."""
    return dice == ACEY_DEUCEY
