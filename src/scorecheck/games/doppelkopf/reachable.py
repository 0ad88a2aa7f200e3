"""Which values a game can have at all: enumerated from the rules, not written down.

A value depends on the card points only by the levels that they reach, so one number of card points
for each stretch between two levels is enough; and on the special points only by what is left when
those of one party are taken off the other's. So a few thousand games stand for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise, product, tee

from scorecheck.games.doppelkopf.specials import Pack, pack_of, pairs_of_specials, points_needed
from scorecheck.games.doppelkopf.valuation import (
    ALL_POINTS,
    NONE,
    NORMAL,
    NOTHING,
    OF_VALUE,
    PAIRS,
    QUEEN_SOLO,
    SCHWARZ,
    TRUMP_SOLO,
    WITHOUT_SPECIALS,
    GameFacts,
    Side,
    Specials,
    value_of,
)

_USUAL = tuple(values[0] for values in OF_VALUE.values())
_BOUNDS = (0, 1, 30, 60, 90, 120, 121, 151, 181, 211, ALL_POINTS, ALL_POINTS + 1)
"""The card points of Re at which the value of games may change."""


def is_reachable(value: int, kind: str, preset: str, options: Mapping[str, str | int | bool]) -> bool:
    """Whether a game of a kind can have a value, regardless of sign.

    Each winner of a normal game gets it; in a solo each opponent pays it. Most values are small and are found
    among the first few games; only an impossible one needs all of them.
    """
    known = _values(_like(kind, preset), preset, tuple(map(options.get, OF_VALUE, _USUAL)))
    return abs(value) in known.found or any(abs(value) == found for found in known)


class _ReachableValues:
    """Enumerates the games once, as far as needed, and caches the values."""

    def __init__(self, games: Iterator[int]) -> None:
        self.found: set[int] = set()
        self._games = games

    def __iter__(self) -> Iterator[int]:
        for value in self._games:
            if value not in self.found:
                self.found.add(value)
                yield value


def _like(kind: str, preset: str) -> str:
    """The kind that represents all those with equal values."""
    if kind in PAIRS:
        return NORMAL
    return QUEEN_SOLO if preset == "tcg" and kind in WITHOUT_SPECIALS else TRUMP_SOLO


@cache
def _values(kind: str, preset: str, options: tuple[str | int | bool, ...]) -> _ReachableValues:
    return _ReachableValues(_games(kind, preset, dict(zip(OF_VALUE, options, strict=True))))


def _games(kind: str, preset: str, options: Mapping[str, str | int | bool]) -> Iterator[int]:
    """The values of all games; those with special points last, which take long and add few values."""
    pack = pack_of(kind, preset, options)
    yield from _called(kind, preset, options, _sides(pack, [(NONE, NONE)]))
    if kind == NORMAL or (preset == "tcg" and kind not in WITHOUT_SPECIALS):
        # If both parties have some, a game with the same difference has fewer, and needs fewer card points.
        one_sided = (pair for pair in pairs_of_specials(preset) if pair.count(NONE) == 1)
        yield from _called(kind, preset, options, _sides(pack, one_sided))


def _called(
    kind: str, preset: str, options: Mapping[str, str | int | bool], sides: Iterator[tuple[Side, Side]]
) -> Iterator[int]:
    """The values of some games, first without calls, then with all possible ones."""
    once, again = tee(sides)
    calls = range(NOTHING, SCHWARZ + 1)
    for re, kontra in once:
        yield abs(value_of(GameFacts(kind, re, kontra), preset, options).re_value)
    games = tuple(again)
    by_call = [
        [(re._replace(call=call), kontra._replace(call=call)) for re, kontra in games] for call in calls
    ]
    # Most games have Re or Kontra called, and nothing above.
    for mine, theirs in sorted(product(calls, calls), key=max)[1:]:
        for (re, _), (_, kontra) in zip(by_call[mine], by_call[theirs], strict=True):
            yield abs(value_of(GameFacts(kind, re, kontra), preset, options).re_value)


def _sides(pack: Pack, pairs: Iterable[tuple[Specials, Specials]]) -> Iterator[tuple[Side, Side]]:
    """One game for each range of card points and each difference of special points.

    Those with the fewest come first, since most values on sheets are small.
    """
    seen: set[tuple[int, int, bool, bool]] = set()
    for mine, theirs in pairs:
        needed = points_needed(mine, theirs, pack)
        if needed is None:
            continue
        difference = sum(mine) - sum(theirs)
        for first, end in pairwise(_BOUNDS):
            points = max(first, needed.re)
            left = ALL_POINTS - points
            if points >= end or left < needed.kontra:
                continue
            for tricks in _trickless(points, left, pack.preset):
                game = (first, difference, *tricks)
                if game in seen or (tricks[0] and any(mine)) or (tricks[1] and any(theirs)):
                    continue
                seen.add(game)
                yield (
                    Side(points, specials=Specials(other=max(0, difference)), trickless=tricks[0]),
                    Side(left, specials=Specials(other=max(0, -difference)), trickless=tricks[1]),
                )


def _trickless(re: int, kontra: int, preset: str) -> Iterator[tuple[bool, bool]]:
    """The parties that may have no trick, given their card points."""
    # With nines, a trick may be worth nothing.
    if preset == "ddv" or (re and kontra):
        yield False, False
    if not re or not kontra:
        yield not re, not kontra
