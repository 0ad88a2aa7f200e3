"""The kind of card of a game: its categories, possible values and bonuses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from scorecheck.checks.check import Rule
from scorecheck.model.cells import Value, value_text
from scorecheck.model.record import NamedTuple


class CardWay(Protocol):
    """A kind of card, under the options in force."""

    @property
    def preset(self) -> str:
        """The preset of the game."""
        ...

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of the card, in order."""
        ...

    @property
    def every(self) -> Collection[str]:
        """The categories of all kinds of cards of the game."""
        ...

    @property
    def upper(self) -> Collection[str]:
        """The categories of the upper half, whose sum earns a bonus; the others are the lower half."""
        ...

    @property
    def optional(self) -> Collection[str]:
        """Rows that may be absent or empty."""
        ...

    @property
    def may_lack(self) -> Collection[str]:
        """Rows that may be absent, but not empty."""
        ...

    @property
    def signed(self) -> Collection[str]:
        """Categories with negative values, which a total may have with the wrong sign."""
        ...

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The least sums of the upper half that earn a bonus, each with it, in ascending order."""
        ...

    @property
    def names(self) -> Mapping[str, str]:
        """The kinds of rows by label, in plain form."""
        ...

    def values_of(self, category: str) -> frozenset[int]:
        """The possible values of a category, with 0 where it may be struck."""
        ...


def bonus_for(upper: int, way: CardWay) -> int:
    """The bonus for a sum of the upper half: that of the last step reached."""
    return next((points for least, points in reversed(way.steps) if upper >= least), 0)


def bonuses_of(way: CardWay) -> tuple[int, ...]:
    """The possible bonuses other than 0, in ascending order."""
    return tuple(points for _, points in way.steps)


class CardRules(NamedTuple):
    """The rules of a game with cards."""

    value: Rule
    """The values of the boxes."""
    sum: Rule
    """The sums of the halves."""
    bonus: Rule
    total: Rule
    """The total, and the sums over several games of a player."""
    unfilled: Rule
    """A card with a total has no empty box."""
    unfinished: Rule
    """A card is played to its end."""
    category: Rule
    """Each category has one row."""


def is_remark(value: Value, kind: str) -> bool:
    """Whether words stand in place of a total, as of somebody who had to leave."""
    return kind == "total" and len(text := "".join(value_text(value).split())) > 1 and text.isalpha()
