"""The prior of rows in Skat: the soloist, the kind of game, its multiple, and whether it is won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from math import inf, log
from types import MappingProxyType

from scorecheck.checks.prior import Step
from scorecheck.games.skat.score import SkatFacts
from scorecheck.games.skat.scoring import (
    GRAND,
    GRAND_MULTIPLES,
    NULLS,
    SUIT_MULTIPLES,
    SUITS,
    by_seeger,
    own_points,
    turn_of,
)
from scorecheck.model.cells import Number
from scorecheck.model.record import Lazy, NamedTuple, field, record

_PASSED_IN = 0.03
"""20,000 games on paper at four tournaments had 2 %, 18 million online 4.9 %."""
_OF_GAME: Mapping[int, float] = {
    **dict(zip(SUITS.values(), (0.11, 0.135, 0.17, 0.22), strict=True)),
    GRAND: 0.30,
    **dict(zip(NULLS.values(), (0.031, 0.002, 0.028, 0.004), strict=True)),
}
"""The frequency of each game, by base or value, at those tournaments; online it is similar."""
_WON: Mapping[int, float] = {GRAND: 0.91, **dict(zip(NULLS.values(), (0.71, 0.66, 0.87, 0.91), strict=True))}
_SUIT_WON = 0.78
"""The share of won games: online, and 82 % of all games on paper."""
_AT_LEAST = 0.0005
"""The least probability of each multiple: open games, and all jacks with many trumps."""
_HAND = 0.13
"""One game in eight is played without the skat, on paper."""
_MATADORS = {"suit": (0.5, 0.25, 0.13, 0.08, 0.03, 0.01), "grand": (0.455, 0.23, 0.125, 0.19)}
"""The distribution of matadors: each jack at even odds, in a grand at two to one."""
_SCHNEIDER = {"suit": (0.2, 0.01), "grand": (0.36, 0.04)}
"""The shares of Schneider and Schwarz among won games, online."""
_NO_SCHNEIDER = (0.03, 0.0)
"""The same for lost games: soloists are rarely Schneider."""
_SEEN_AS_MANY_GAMES, _SEEN_AS_MANY_ENDS = 150, 100
"""The weights of the prior in games of a sheet.

Cards are dealt at random, so tables differ only in how boldly people play, and whether they write down
Schneider.
"""


class _Way(NamedTuple):
    """A game with a given value."""

    game: int
    """Its base, or the value of a null."""
    kind: str
    multiple: int
    """1 for games without multiples."""
    won: bool
    usual: float
    """Its frequency among all games."""


def _kind(game: int) -> str:
    if game == GRAND:
        return "grand"
    return "suit" if game in SUITS.values() else "null"


def _usual_won(game: int, won: bool) -> float:
    share = _WON.get(game, _SUIT_WON)
    return share if won else 1 - share


@cache
def _ways() -> Mapping[Number, Sequence[_Way]]:
    """All values, each with the games that have it."""
    found: dict[Number, list[_Way]] = defaultdict(list)
    for game, share in _OF_GAME.items():
        kind = _kind(game)
        for won in (True, False):
            for multiple, part in _usual_multiples(kind, won).items():
                way = _Way(game, kind, multiple, won, share * part * _usual_won(game, won))
                found[game * multiple * (1 if won else -2)].append(way)
    return MappingProxyType({value: tuple(ways) for value, ways in found.items()})


def _usual_multiples(kind: str, won: bool) -> Mapping[int, float]:
    """The frequency of each multiple of a game."""
    if kind == "null":
        return {1: 1.0}
    most = (SUIT_MULTIPLES if kind == "suit" else GRAND_MULTIPLES)[-1]
    schneider, schwarz = _SCHNEIDER[kind] if won else _NO_SCHNEIDER
    found = dict.fromkeys(range(2, most + 1), _AT_LEAST)
    for matadors, share in enumerate(_MATADORS[kind], 1):
        for hand, by_hand in ((0, 1 - _HAND), (1, _HAND)):
            for more, by_more in enumerate((1 - schneider - schwarz, schneider, schwarz)):
                found[min(most, 1 + matadors + hand + more)] += share * by_hand * by_more
    whole = sum(found.values())
    return MappingProxyType({multiple: share / whole for multiple, share in found.items()})


@record
class SkatPrior(Lazy):
    """The probabilities of rows of one table. See ``RowPrior``."""

    seats: int
    seen: Mapping[Number, int] = field(default_factory=dict["Number", int])
    """The frequency of each value; 0 is a passed game."""

    def __call__(self, step: Step) -> float:
        """The log-probability of a row; minus infinity for an impossible game."""
        value = _value(step)
        if value is None:
            return -inf
        return log(self._shares[value]) - (log(self.seats) if value else 0.0)

    def learnt(self, steps: Iterable[Step]) -> SkatPrior:
        """The same after learning from rows."""
        values = (_value(step) for step in steps)
        return SkatPrior(
            self.seats, Counter(self.seen) + Counter(value for value in values if value is not None)
        )

    def likely(self, most: int) -> Mapping[Step, float]:
        """Each value with each player as soloist, the likeliest first."""
        listed: dict[Step, float] = {}
        shares = self._shares
        for value in sorted(shares, key=lambda value: -shares[value]):
            if len(listed) >= most:
                break
            for soloist in range(self.seats if value else 1):
                step = tuple([value if position == soloist else 0 for position in range(self.seats)])
                listed[step] = shares[value] / (self.seats if value else 1)
        return listed

    @cached_property
    def _shares(self) -> Mapping[Number, float]:
        return dict(_shares_after(self.seen))


@record
class SeegerPrior:
    """The same of rows that say what each player gets by Seeger-Fabian."""

    own: SkatPrior

    def __call__(self, step: Step) -> float:
        """See ``RowPrior``."""
        own = own_points(step)
        return -inf if own is None else self.own(own)

    def learnt(self, steps: Iterable[Step]) -> SeegerPrior:
        """See ``RowPrior``."""
        own = map(own_points, steps)
        return SeegerPrior(self.own.learnt(step for step in own if step is not None))

    def likely(self, most: int) -> Mapping[Step, float]:
        """See ``RowPrior``."""
        listed = self.own.likely(most).items()
        games = ((turn_of(step), step, share) for step, share in listed)
        return {step if game is None else by_seeger(game, len(step)): share for game, step, share in games}


def _shares_after(seen: Mapping[Number, int]) -> Iterator[tuple[Number, float]]:
    """The probability of each value after those seen; a value of several games is shared among them."""
    games, won = dict[int, float](), dict[object, float]()
    multiples = dict[object, float]()
    played = 0
    for value, times in seen.items():
        if value:
            played += times
            ways = _ways()[value]
            whole = sum(way.usual for way in ways)
            for way in ways:
                part = times * way.usual / whole
                games[way.game] = games.get(way.game, 0.0) + part
                for counted, key in (
                    (won, way.kind),
                    (won, (way.kind, way.won)),
                    (multiples, (way.kind, way.won)),
                    (multiples, (way.kind, way.won, way.multiple)),
                ):
                    counted[key] = counted.get(key, 0.0) + part
    passed = _learnt(_PASSED_IN, _SEEN_AS_MANY_ENDS, seen.get(0, 0), played + seen.get(0, 0))
    yield 0, passed
    of_game = {
        game: (1 - passed) * _learnt(usual, _SEEN_AS_MANY_GAMES, games.get(game, 0.0), played)
        for game, usual in _OF_GAME.items()
    }
    of_end = {
        (game, wins): _learnt(
            _usual_won(game, wins),
            _SEEN_AS_MANY_ENDS,
            won.get((_kind(game), wins), 0.0),
            won.get(_kind(game), 0.0),
        )
        for game in _OF_GAME
        for wins in (True, False)
    }
    of_multiple = {
        (kind, wins, multiple): _learnt(
            usual,
            _SEEN_AS_MANY_GAMES,
            multiples.get((kind, wins, multiple), 0.0),
            multiples.get((kind, wins), 0.0),
        )
        for kind in ("suit", "grand", "null")
        for wins in (True, False)
        for multiple, usual in _usual_multiples(kind, wins).items()
    }
    for value, ways in _ways().items():
        yield (
            value,
            sum(
                of_game[way.game] * of_end[way.game, way.won] * of_multiple[way.kind, way.won, way.multiple]
                for way in ways
            ),
        )


def _learnt(usual: float, weight: float, counted: float, of: float) -> float:
    """The estimated share of one of several, by its count among all."""
    return (weight * usual + counted) / (weight + of)


def _value(step: Step) -> Number | None:
    """The soloist's points in a row, 0 for a passed game; ``None`` if it is no game."""
    if not any(step):
        return 0
    turn = turn_of(step)
    return turn.value if turn is not None and turn.value in _ways() else None


def likely_game(facts: SkatFacts, won: bool) -> float:
    """The log-probability of a kind of game with its result."""
    base = {**SUITS, "grand": GRAND}.get(facts.kind)
    if base is None:
        name = f"null{'-open' if facts.open else ''}{'-hand' if facts.hand else ''}"
        return log(_OF_GAME[NULLS[name]] * _usual_won(NULLS[name], won))
    kind = _kind(base)
    matadors = _MATADORS[kind]
    count = abs(facts.matadors)
    chance = _OF_GAME[base] * _usual_won(base, won)
    chance *= matadors[count - 1] / 2 if 0 < count <= len(matadors) else _AT_LEAST
    chance *= _HAND if facts.hand or facts.announced else 1 - _HAND
    schneider, schwarz = _SCHNEIDER[kind] if won else _NO_SCHNEIDER
    if facts.schwarz:
        chance *= schwarz or _AT_LEAST
    elif facts.schneider:
        chance *= schneider
    if facts.announced or facts.open:
        chance *= _AT_LEAST
    # Each unwritten multiple is a hand game, or Schneider.
    return log(chance * (_HAND + schneider) ** facts.unwritten)
