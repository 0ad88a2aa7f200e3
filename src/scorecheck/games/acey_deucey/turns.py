"""A turn as it was written against the rules: where it leads, or what is wrong with it.

After a 1-2 that was played in full the player names a double, plays it, and rolls again if all four
of it were played. Whoever cannot play a part loses the rest of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from scorecheck.games.acey_deucey import faults
from scorecheck.games.acey_deucey.board import Position
from scorecheck.games.acey_deucey.faults import MoveFault
from scorecheck.games.acey_deucey.follow import Hops, Reached, followed, meant, settled
from scorecheck.games.acey_deucey.moves import Dice, dice_of, is_acey_deucey, is_complete
from scorecheck.games.acey_deucey.notation import Throw
from scorecheck.model.record import NamedTuple


class End(NamedTuple):
    """Where a turn leads, or may have led."""

    position: Position
    again: bool = False
    """A 1-2 and its double were played in full: the same player rolls again. Of a turn that is wrong
    nobody knows."""


class WrittenTurn(NamedTuple):
    """What became of a turn as it was written."""

    ends: tuple[End, ...]
    """Several where the writing or a fault leaves it open; none where nothing can be told."""
    bonus: str = ""
    """What is wrong about the double, by the variant of the message; empty if nothing is."""
    fault: MoveFault | None = None
    """Why the move is not legal."""


@lru_cache(maxsize=1024)
def turn(position: Position, throw: Throw, hops: Hops, *, only_enter: bool = False) -> WrittenTurn:
    """Judges a turn of the player who moves in ``position``.

    ``only_enter``: with the dice of the roll itself checkers may only be entered.
    """
    hops = settled(hops, position)
    judged = _judged(position, throw, hops, only_enter)
    if judged is not None:
        return judged
    unmarked = tuple(hop._replace(hits=False) for hop in hops)
    bare = _judged(position, throw, unmarked, only_enter) if unmarked != hops else None
    if bare is not None:
        return bare._replace(bonus="", fault=faults.no_hit(position, hops))
    named = throw.named is not None and is_acey_deucey(dice_of(*throw.dice))
    fault, guesses = faults.fault(position, throw if named else throw._replace(named=None), hops, only_enter)
    return WrittenTurn(tuple(map(End, guesses)), fault=fault)


def _judged(position: Position, throw: Throw, hops: Hops, only_enter: bool) -> WrittenTurn | None:
    """The turn if its moves are legal, with or without a double that is due; else ``None``."""
    dice = dice_of(*throw.dice)
    rolled = tuple(_complete(position, hops, dice, only_enter=only_enter))
    played = meant(rolled)
    double = () if throw.named is None else dice_of(*throw.named)
    goes_on = is_acey_deucey(dice) and not any(here.left or here.position.is_over for here in rolled)
    if not double:
        bonus = "double-missing" if goes_on else ""
        return WrittenTurn(tuple(End(here.position) for here in played), bonus) if played else None
    if len(double) == 2:
        # No double was named; what of the move belongs to it nobody can tell.
        ends = played or meant(_after_roll(rolled, double))
        return WrittenTurn(tuple(End(here.position) for here in ends), "no-double")
    both = meant(_after_roll(rolled, double))
    if goes_on:
        ends = tuple(End(here.position, not (here.left or here.position.is_over)) for here in both)
        return WrittenTurn(ends) if ends else None
    ends = tuple(End(here.position) for here in played or both)
    return WrittenTurn(ends, _why_no_double(dice, played)) if ends else None


def _why_no_double(dice: Dice, played: Sequence[Reached]) -> str:
    if not is_acey_deucey(dice):
        return "double-not-due"
    return "won" if any(here.position.is_over for here in played) else "forfeited"


def _complete(position: Position, hops: Hops, dice: Dice, *, only_enter: bool = False) -> Iterator[Reached]:
    """The states at which as much of the dice was played as can be."""
    for here in followed(position, hops, dice, only_enter=only_enter):
        if is_complete(position, dice, here.left, only_enter=only_enter):
            yield here


def _after_roll(rolled: Sequence[Reached], double: Dice) -> Iterator[Reached]:
    """The states after the double as well."""
    for here in rolled:
        for end in _complete(here.position, here.hops, double):
            yield end._replace(unmarked=end.unmarked + here.unmarked)
