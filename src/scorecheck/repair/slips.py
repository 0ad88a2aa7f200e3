"""The frequency of each kind of slip: the weights of ``slips.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from scorecheck.model.record import NamedTuple
from scorecheck.resources import package_file


class Weights(NamedTuple):
    """The tables of ``slips.toml``."""

    kinds: Mapping[str, float]
    """The weights of slips on rows; not yet shares."""
    card: Mapping[str, float]
    """The same for slips on cards only."""
    control: Mapping[str, float]
    """Shares that add up to 1, as the next."""
    added_up: Mapping[str, float]
    """The size of errors in miscalculated sums, of either sign."""
    facts: Mapping[str, float]
    """The weights of slips on sheets of facts; not yet shares."""
    room: Mapping[str, Sequence[str]]
    """The kinds that only sheets of some sort have room for."""
    model: Mapping[str, float]


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weights, read from the file at the first call."""
    import tomllib

    tables = tomllib.loads(package_file("repair", "slips.toml").read_text(encoding="utf-8"))
    control, added_up = (_shares(tables[name]) for name in ("control", "added-up"))
    kinds, card, facts, room, model = (tables[name] for name in ("kinds", "card", "facts", "room", "model"))
    return Weights(kinds, card, control, added_up, facts, room, model)


def _shares(table: Mapping[str, float]) -> dict[str, float]:
    whole = sum(table.values())
    return {kind: weight / whole for kind, weight in table.items()}


@cache
def constant(name: str) -> float:
    """A number of the table ``model``."""
    return weights().model[name]


def as_sure(share: float) -> float:
    """A probability as it is shown: to four places, and never 1."""
    return min(constant("surest"), round(share, 4))
