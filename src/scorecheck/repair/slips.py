"""How likely each slip is that people make: the weights of ``slips.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from scorecheck.model.record import NamedTuple
from scorecheck.resources import package_file


class Weights(NamedTuple):
    """The tables of ``slips.toml``."""

    kinds: Mapping[str, float]
    """Of all slips on rows, those of each kind; not yet shares."""
    card: Mapping[str, float]
    """The same of what happens on cards only."""
    control: Mapping[str, float]
    """Shares: they add up to one, as the next."""
    added_up: Mapping[str, float]
    """By how much a sum is out, of all that are worked out wrongly: either way together."""
    facts: Mapping[str, float]
    """Of the slips on sheets of facts, those of each kind; not yet shares."""
    model: Mapping[str, float]


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weights, read from the file at the first call."""
    import tomllib

    tables = tomllib.loads(package_file("repair", "slips.toml").read_text(encoding="utf-8"))
    control, added_up = (_shares(tables[name]) for name in ("control", "added-up"))
    return Weights(tables["kinds"], tables["card"], control, added_up, tables["facts"], tables["model"])


def _shares(table: Mapping[str, float]) -> dict[str, float]:
    whole = sum(table.values())
    return {kind: weight / whole for kind, weight in table.items()}


def constant(name: str) -> float:
    """One of the numbers of the table ``model``."""
    return weights().model[name]
