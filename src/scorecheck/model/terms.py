"""A value worked out step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, record

Param: TypeAlias = "Number | str | tuple[str, ...] | Worked"
"""A parameter of a message: a word, exact numbers, names, lists of names, or a sum with its terms."""


class Term(NamedTuple):
    """One step of a sum. Its label is in the messages of the game under ``terms``."""

    key: str
    value: Number = 0
    """0 where the step has only a label."""
    factor: bool = False
    """The sum so far is multiplied by the value."""
    params: Mapping[str, Param] = {}
    floor: bool = False
    """The sum so far is raised to the value if it is less."""


@record
class Worked:
    """A value with its steps, and what each player gets."""

    area: str
    """The game whose messages label the terms."""
    terms: tuple[Term, ...]
    value: Number
    shares: tuple[tuple[str, Number], ...] = ()
    """Player, party or role, and points."""


class Sentence(NamedTuple):
    """A sentence of a repair or a report, or a part of one: the key of a message, and its parameters."""

    key: str
    params: Mapping[str, Param | Sentence | Several] = {}


class Several(NamedTuple):
    """Parts of a sentence, as a list that begins with a capital letter."""

    parts: tuple[Sentence, ...]
    inside: bool = False
    """It is inside a sentence, so its first letter stays."""


def kind_of_noun(noun: str) -> str:
    """What a row is called, ``game`` or ``round``: a club's own word is ``round/`` and its game."""
    return noun.partition("/")[0]


def total_of(terms: tuple[Term, ...]) -> Number:
    """The result of the steps, in order."""
    total: Number = 0
    for term in terms:
        if term.factor:
            total *= term.value
        elif term.floor:
            total = max(total, term.value)
        else:
            total += term.value
    return total
