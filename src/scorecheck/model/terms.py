"""A value worked out step by step, so that everybody can follow it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, record

Param: TypeAlias = "Number | str | tuple[str, ...] | Worked"
"""A word or number that a message names: exact numbers, names, lists of names, a sum term by term."""


class Term(NamedTuple):
    """One step of a sum. What it is for stands in the messages of its game under ``terms``."""

    key: str
    value: Number = 0
    """Nothing where the step only says something."""
    factor: bool = False
    """All before it is multiplied by the value, instead of the value being added."""
    params: Mapping[str, Param] = {}
    floor: bool = False
    """All before it is raised to the value where it lies below it."""


@record
class Worked:
    """A value with the steps that lead to it, and what each player gets by it."""

    area: str
    """The game whose messages name the terms."""
    terms: tuple[Term, ...]
    value: Number
    shares: tuple[tuple[str, Number], ...] = ()
    """Player, party or role, and points."""


class Sentence(NamedTuple):
    """A sentence of a repair or a report, or a part of one: a key of its messages, and what it names."""

    key: str
    params: Mapping[str, Param | Sentence | Several] = {}


class Several(NamedTuple):
    """Parts of a sentence, as a list that begins with a capital."""

    parts: tuple[Sentence, ...]
    inside: bool = False
    """It stands inside a sentence, and begins as its first part does."""


def total_of(terms: tuple[Term, ...]) -> Number:
    """What the steps come to, one after the other."""
    total: Number = 0
    for term in terms:
        if term.factor:
            total *= term.value
        elif term.floor:
            total = max(total, term.value)
        else:
            total += term.value
    return total
