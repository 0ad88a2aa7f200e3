"""How often the laws are tried: the one place where the numbers of Hypothesis' examples are set.

The fast suite tries each law a few times; ``--hypothesis-profile=many`` up to a hundred times. Both take
the same examples in every run, so that a change is judged by what it changes. New ones are looked for with
``--hypothesis-profile=hunt``, as many as the law asks for, and what that finds gets a case of its own.

Where the examples are of what stands in a folder, such as a slip in a recorded sheet, each sheet has a share
of its own, found by hash: the examples of one are the same whatever others come or go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import nsmallest
from typing import TypeVar
from zlib import crc32

from hypothesis import settings
from hypothesis.internal.conjecture import providers

T = TypeVar("T")

FEW = 2
USUAL = 100

settings.register_profile("few", max_examples=FEW, deadline=None, derandomize=True)
settings.register_profile("many", max_examples=USUAL, deadline=None, derandomize=True)
settings.register_profile("hunt", max_examples=USUAL, deadline=None)
settings.load_profile("few")

_constants_of_the_program = providers._get_local_constants
# Hypothesis tries constants of the program too, of those modules that happen to be loaded: a law would have
# other examples after any change, and in another order of the tests.
providers._get_local_constants = lambda: (
    providers._local_constants if settings.default.derandomize else _constants_of_the_program()
)


def examples(most: int, few: int = FEW) -> settings:
    """A law that is worth ``most`` examples in a hunt, and ``few`` where there is little time."""
    if not settings.default.derandomize:
        return settings(max_examples=most)
    hurried = settings.default.max_examples <= FEW
    return settings(max_examples=min(most, few if hurried else USUAL))


def share(things: Iterable[T], most: int, said: Callable[[T], str], seed: int = 0) -> list[T]:
    """The ``most`` things whose hash comes first: which these are depends on nothing but themselves."""
    return nsmallest(most, things, key=lambda thing: crc32(f"{seed} {said(thing)}".encode()))
