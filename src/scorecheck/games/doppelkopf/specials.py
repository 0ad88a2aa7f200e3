"""Special points: how many there can be in one game."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from scorecheck.games.doppelkopf.facts import Specials

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorecheck.games.doppelkopf.facts import Side

MOST = {"tcg": Specials(4, 2, 1, 1), "ddv": Specials(4, 2, 0, 1)}
"""What both parties can have together; the federation knows no pure hearts trick."""
MOST_FULL_TRICKS = 4
"""Doppelköpfe and the pure hearts trick together: four Doppelköpfe use up all aces and tens."""
DOPPELKOPF_POINTS, HEARTS_POINTS = 40, 30
"""So many card points such a trick brings at least."""


def too_many(re: Side, kontra: Side, preset: str) -> str | None:
    """What makes the special points of a game impossible, or ``None`` if they are possible.

    ``doppelkopf``, ``fox``, ``hearts``, ``karl``: more than there can be of that sort; ``together``;
    ``re-trickless``, ``kontra-trickless``; ``re-points``, ``kontra-points``: too few card points for them.
    """
    most = MOST[preset]
    together = Specials(*(a + b for a, b in zip(re.specials, kontra.specials, strict=True)))
    for name in ("doppelkopf", "fox", "hearts", "karl"):
        if getattr(together, name) > getattr(most, name):
            return name
    if together.doppelkopf + together.hearts > MOST_FULL_TRICKS:
        return "full-tricks"
    for party, side in (("re", re), ("kontra", kontra)):
        if side.trickless and any(side.specials):
            return f"{party}-trickless"
        if side.points < points_needed(side.specials):
            return f"{party}-points"
    if together.other and not any(_meanings(re, kontra, preset)):
        return "together"
    return None


def points_needed(specials: Specials) -> int:
    """The card points that a party with these special points has at least."""
    return DOPPELKOPF_POINTS * specials.doppelkopf + HEARTS_POINTS * specials.hearts


def _meanings(re: Side, kontra: Side, preset: str) -> Iterator[bool]:
    """Of every way to read bare numbers of special points, whether it is possible."""
    for mine, theirs in pairs_of_specials(preset):
        if _can_mean(re, mine) and _can_mean(kontra, theirs):
            yield True


def _can_mean(side: Side, specials: Specials) -> bool:
    return (
        sum(specials) == sum(side.specials)
        and all(a >= b for a, b in zip(specials[:4], side.specials[:4], strict=True))
        and side.points >= points_needed(specials)
    )


@cache
def pairs_of_specials(preset: str) -> tuple[tuple[Specials, Specials], ...]:
    """All that Re and Kontra can have between them, whatever their card points."""
    most = MOST[preset]
    sorts = [[(mine, theirs) for mine in range(n + 1) for theirs in range(n + 1 - mine)] for n in most[:4]]
    pairs: list[tuple[Specials, Specials]] = []
    for sort in product(*sorts):
        re, kontra = (Specials(*(both[party] for both in sort)) for party in (0, 1))
        if re.doppelkopf + kontra.doppelkopf + re.hearts + kontra.hearts <= MOST_FULL_TRICKS:
            pairs.append((re, kontra))
    return tuple(pairs)
