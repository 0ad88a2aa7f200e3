"""Special points: their possible numbers in one game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product, starmap
from operator import add, ge

from scorecheck.games.doppelkopf.facts import PAIRS, Side, Specials
from scorecheck.games.doppelkopf.special_tricks import Pack, points_needed

MOST = {"tcg": Specials(4, 2, 1, 1), "ddv": Specials(4, 2, 0, 1)}
"""The limits for both parties together; the federation has no pure hearts trick."""
DOPPELKOPF_POINTS = 40
"""The least card points of a Doppelkopf."""


def pack_of(kind: str | None, preset: str, options: Mapping[str, str | int | bool]) -> Pack:
    """The pack of a game; for an unknown kind, as in two against two."""
    ten = "trump" if preset == "ddv" else str(options.get("heart_ten", "trump"))
    return Pack(preset, ten, solo=kind is not None and kind not in PAIRS)


def too_many(re: Side, kontra: Side, pack: Pack) -> str | None:
    """What makes the special points of a game impossible, or ``None`` if they are possible.

    ``doppelkopf``, ``fox``, ``hearts``, ``karl``: more than there can be of that sort; ``full-tricks``,
    ``pack``: one pack has not the cards for all of them; ``together``; ``re-trickless``,
    ``kontra-trickless``; ``re-points``, ``kontra-points``: too few card points for them.
    """
    most = MOST[pack.preset]
    together = Specials(*map(add, re.specials, kontra.specials))
    for name in ("doppelkopf", "fox", "hearts", "karl"):
        if getattr(together, name) > getattr(most, name):
            return name
    needed = points_needed(re.specials, kontra.specials, pack)
    if needed is None:
        return "full-tricks" if together.hearts else "pack"
    for party, side, least in (("re", re, needed.re), ("kontra", kontra, needed.kontra)):
        if side.trickless and any(side.specials):
            return f"{party}-trickless"
        if side.points < least:
            return f"{party}-points"
    if together.other and not any(
        _can_mean(re, kontra, *pair, pack) for pair in pairs_of_specials(pack.preset)
    ):
        return "together"
    return None


def _can_mean(re: Side, kontra: Side, mine: Specials, theirs: Specials, pack: Pack) -> bool:
    """Whether special points of unknown kind may be these."""
    if not (_holds(mine, re.specials) and _holds(theirs, kontra.specials)):
        return False
    needed = points_needed(mine, theirs, pack)
    return needed is not None and re.points >= needed.re and kontra.points >= needed.kontra


def _holds(specials: Specials, told: Specials) -> bool:
    """Whether special points agree with the total and with the number of each kind."""
    return sum(specials) == sum(told) and all(map(ge, specials[:4], told[:4]))


@cache
def pairs_of_specials(preset: str) -> tuple[tuple[Specials, Specials], ...]:
    """All special points of Re and Kontra by the number of each kind, the fewest first."""
    most = MOST[preset]
    sorts = [[(mine, theirs) for mine in range(n + 1) for theirs in range(n + 1 - mine)] for n in most[:4]]
    fewest_first = sorted(product(*sorts), key=lambda both: sum(map(sum, both)))
    return tuple([(Specials(*re), Specials(*kontra)) for re, kontra in starmap(zip, fewest_first)])
