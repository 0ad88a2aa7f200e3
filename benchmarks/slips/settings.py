"""The frequencies by which sheets and slips are made."""

from __future__ import annotations

import tomllib
from bisect import bisect
from functools import cache
from itertools import accumulate
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

T = TypeVar("T")
NEVER = float("-inf")


@cache
def settings(name: str) -> dict[str, Any]:
    """The data of ``generators``, ``slips`` or ``second_model``."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


class Shares(Generic[T]):
    """Things with their shares: draws one, and knows how likely each is."""

    def __init__(self, shares: Mapping[T, float]) -> None:
        """The shares need not add up to anything."""
        total = sum(shares.values())
        self.chance: dict[T, float] = {thing: share / total for thing, share in shares.items()}
        self._things = list(self.chance)
        self._upto = list(accumulate(self.chance.values()))

    def draw(self, rng: Random) -> T:
        """One of the things, by its share."""
        return self._things[min(bisect(self._upto, rng.random()), len(self._things) - 1)]

    def log(self, thing: T) -> float:
        """The logarithm of the chance of a thing; minus infinity where there is none such."""
        chance = self.chance.get(thing)
        return log(chance) if chance else NEVER


def whole(table: Mapping[str, float]) -> Shares[int]:
    """Shares whose keys are whole numbers."""
    return Shares({int(key): share for key, share in table.items()})


def numbered(shares: Mapping[str, float]) -> Shares[str]:
    """Shares of words."""
    return Shares(shares)
