"""The frequency of each kind of slip: the weights of ``slips.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from scorecheck.resources import package_file


@cache
def _tables() -> Mapping[str, Mapping[str, Any]]:
    import tomllib

    return tomllib.loads(package_file("repair", "slips.toml").read_text(encoding="utf-8"))


def weights(table: str) -> Mapping[str, Any]:
    """A table as it stands in the file."""
    return _tables()[table]


@cache
def shares(table: str = "kinds") -> Mapping[str, float]:
    """The weights of a table as shares, which add up to 1."""
    whole = sum(weights(table).values())
    return {kind: weight / whole for kind, weight in weights(table).items()}


@cache
def constant(name: str) -> float:
    """A number of the table ``model``."""
    return weights("model")[name]


def as_sure(share: float) -> float:
    """A probability as it is shown: to four places, and never 1."""
    return min(constant("surest"), round(share, 4))
