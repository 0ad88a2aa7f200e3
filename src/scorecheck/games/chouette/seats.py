"""The seats: the first by dice, the next by rotation. Pure. Seats are names in line: box, captain, crew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorecheck.model.record import NamedTuple


class Thrown(NamedTuple):
    """The result of the dice for the first seats."""

    seats: tuple[str, ...]
    """The highest first; ties in the order of their names."""
    tied: tuple[str, ...]
    """Those who threw the same and did not throw again."""


def shared_out(names: Sequence[str], dice: Sequence[int]) -> Mapping[str, tuple[int, ...]] | None:
    """The dice of each player; ``None`` if there are not enough dice, or too many.

    ``dice`` are one for each of ``names``, then, throw after throw, one for each of those who tied, in the
    order of the names.
    """
    left = list(dice)
    thrown: dict[str, tuple[int, ...]] = dict.fromkeys(names, ())
    again = list(names)
    while again and left:
        if len(left) < len(again):
            return None
        for name in again:
            thrown[name] = (*thrown[name], left.pop(0))
        again = [name for name in names if _is_equal(name, thrown)]
    return None if left else thrown


def seats_by_dice(thrown: Mapping[str, tuple[int, ...]]) -> Thrown:
    """The seats by the dice of each player."""
    tied = tuple(name for name in thrown if _is_equal(name, thrown))
    return Thrown(tuple(sorted(thrown, key=lambda name: thrown[name], reverse=True)), tied)


def _is_equal(name: str, thrown: Mapping[str, tuple[int, ...]]) -> bool:
    return sum(1 for other in thrown.values() if other == thrown[name]) > 1


def to_bottom(line: Sequence[str], name: str) -> tuple[str, ...]:
    """The team with one member moved to the end."""
    return (*(other for other in line if other != name), name)


def rotated(box: str, line: Sequence[str], captain: str, *, keeps: bool, leaves: bool) -> tuple[str, ...]:
    """The seats of the next game.

    Args:
        box: who was the box.
        line: the team in line as the game has left it.
        captain: who counts as its captain at the end of the game.
        keeps: the box won and is not below 0 in this game.
        leaves: the box gives up the seat although it keeps it.
    """
    if not keeps:
        return (captain, *(name for name in line if name != captain), box)
    seats = (box, *to_bottom(line, captain))
    return (*seats[1:], box) if leaves else seats


def due_order(due: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
    """The seats that are due among those present: who left is removed, who is new comes last."""
    stays = tuple(name for name in due if name in given)
    return (*stays, *(name for name in given if name not in due))
