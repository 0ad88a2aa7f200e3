"""What the cards of a game are held to, as the game says it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from scorecheck.checks.check import Rule
from scorecheck.model.record import NamedTuple


class CardWay(Protocol):
    """A kind of card, with what is chosen where the rules of its game leave a choice."""

    @property
    def preset(self) -> str:
        """What the game calls this kind of card."""
        ...

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of the card, in its order."""
        ...

    @property
    def every(self) -> Collection[str]:
        """The categories of all kinds of cards that the game has."""
        ...

    @property
    def upper(self) -> Collection[str]:
        """Those that make up the upper half, from whose sum on there is a bonus; the others are the lower."""
        ...

    @property
    def optional(self) -> Collection[str]:
        """Rows that a card may do without, and that need not be filled."""
        ...

    @property
    def may_lack(self) -> Collection[str]:
        """Rows that a card may do without, and that are filled where they are there."""
        ...

    @property
    def signed(self) -> Collection[str]:
        """Categories that may count against the player, so that a total may have one with the wrong sign."""
        ...

    @property
    def bonus_from(self) -> int:
        """The least sum of the upper half with a bonus."""
        ...

    @property
    def bonuses(self) -> tuple[int, ...]:
        """What the bonus may be worth, where there is one; the greatest is last."""
        ...

    @property
    def names(self) -> Mapping[str, str]:
        """What the words before the rows stand for, each in its plain form."""
        ...

    def bonus_for(self, upper: int) -> int:
        """The bonus that a sum of the upper half earns."""
        ...

    def values_of(self, category: str) -> frozenset[int]:
        """What can stand in the box of a category of the card, 0 where it may be struck."""
        ...


class CardRules(NamedTuple):
    """The rules of a game with cards."""

    value: Rule
    """What may stand in a box."""
    sum: Rule
    """The sums of the halves."""
    bonus: Rule
    total: Rule
    """The total, and what several games of a player come to."""
    unfilled: Rule
    """A card with a total has no empty box."""
    unfinished: Rule
    """A card is played to its end."""
    category: Rule
    """Each category has one row."""
