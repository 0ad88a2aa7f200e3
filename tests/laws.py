"""How often the laws are tried: the one place where the numbers of Hypothesis' examples are set.

The fast suite tries each law a few times; ``--hypothesis-profile=many`` as often as it asks for. Both take
the same examples in every run, so that a change is judged by what it changes. New ones are looked for with
``--hypothesis-profile=hunt``, and what that finds gets a case of its own.
"""

from __future__ import annotations

from hypothesis import settings

FEW = 2
USUAL = 100

settings.register_profile("few", max_examples=FEW, deadline=None, derandomize=True)
settings.register_profile("many", max_examples=USUAL, deadline=None, derandomize=True)
settings.register_profile("hunt", max_examples=USUAL, deadline=None)
settings.load_profile("few")


def examples(most: int, few: int = FEW) -> settings:
    """A law that is worth ``most`` examples where there is time, and ``few`` where there is not."""
    hurried = settings.default.max_examples <= FEW
    return settings(max_examples=min(most, few) if hurried else most)
