"""The value of Skat games, and the final result of a list. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from types import MappingProxyType

from scorecheck.model.cells import Number, whole
from scorecheck.model.record import NamedTuple

SUITS = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12}
GRAND = 24
NULLS = {"null": 23, "null-hand": 35, "null-open": 46, "null-open-hand": 59}
SUIT_MULTIPLES, GRAND_MULTIPLES = range(2, 19), range(2, 12)
"""At least one matador and the game; at most all of them with every addition."""
VALUES = frozenset(
    chain(
        (base * multiple for base in SUITS.values() for multiple in SUIT_MULTIPLES),
        (GRAND * multiple for multiple in GRAND_MULTIPLES),
        NULLS.values(),
    )
)
"""The values of won games."""
_MULTIPLES = (*((base, SUIT_MULTIPLES) for base in SUITS.values()), (GRAND, GRAND_MULTIPLES))


def ways_to(worth: Number) -> Iterator[tuple[int, int]]:
    """The bases and factors with this value; for null games, which have none, the value itself."""
    for base, multiples in _MULTIPLES:
        if worth % base == 0 and worth // base in multiples:
            yield base, int(worth // base)
    for value in NULLS.values():
        if value == worth:
            yield value, 1
            # Some count open twice.
            yield NULLS["null"], int(worth // NULLS["null"])


OFTEN: Mapping[str, float] = MappingProxyType({"undoubled": 40, "sign": 0.4})
"""How much more frequent kinds of slips are here than on other sheets.

A lost game that was not doubled is the likeliest of all: as common as a wrong sign elsewhere, which is four
times as common as doublings, half of them in this direction; and a fifth of the games are lost. A fifth of
the numbers have a sign, where half do elsewhere.
"""
AT_TABLE = 3
"""The number of players; at a table of four the dealer sits out."""
OF_GAMES = 50
"""For each own game won more than lost."""
_OF_OTHERS = {3: 40, 4: 30}
"""For each game lost by another one, by the size of the table."""


class SoloGame(NamedTuple):
    """The soloist, by position, and the points."""

    soloist: int
    value: Number

    @property
    def is_game(self) -> bool:
        """Whether a game has this value: won, or lost and so doubled."""
        return self.value in VALUES or (self.value < 0 and -self.value / 2 in VALUES)

    @property
    def worth(self) -> Number:
        """The value of the game, won or lost."""
        return self.value if self.value > 0 else whole(Fraction(-self.value) / 2)

    @property
    def is_half(self) -> bool:
        """Whether this is half of the points of a lost game, which were not doubled."""
        return not self.is_game and -self.value in VALUES


SEEGER = "seeger"
"""The layout of lists whose rows say what each player gets by Seeger-Fabian."""


def by_seeger(game: SoloGame, players: int) -> tuple[Number, ...]:
    """What each player of a table gets for a game by Seeger-Fabian: the ends of a list of this game alone."""
    own = tuple(game.value if seat == game.soloist else 0 for seat in range(players))
    return ends([OwnTally().after(points) for points in own])


def own_points(row: Sequence[Number]) -> tuple[Number, ...] | None:
    """The points of the own game in a row by Seeger-Fabian; ``None`` if these are no such row."""
    for soloist, end in enumerate(row):
        for value in (end - OF_GAMES, end + OF_GAMES):
            if value and by_seeger(SoloGame(soloist, value), len(row)) == tuple(row):
                return tuple(value if seat == soloist else 0 for seat in range(len(row)))
    return None if any(row) else tuple(row)


def turn_of(points: Sequence[Number]) -> SoloGame | None:
    """The soloist of a row; ``None`` if nobody has points, or several have."""
    paid = [position for position, number in enumerate(points) if number]
    return SoloGame(paid[0], points[paid[0]]) if len(paid) == 1 else None


class OwnTally(NamedTuple):
    """A player's sums over the own games."""

    points: Number = 0
    won: int = 0
    lost: int = 0

    def after(self, points: Number) -> OwnTally:
        """The sums after a row with these points."""
        return OwnTally(self.points + points, self.won + (points > 0), self.lost + (points < 0))


def added(own: Sequence[OwnTally]) -> tuple[tuple[int, int], ...]:
    """The additions of the extended Seeger system (Seeger-Fabian) for each player of a table.

    50 for each own game won more than lost; and for each game lost by others, 40 at a table of three and 30
    at one of four.
    """
    lost = sum(one.lost for one in own)
    # A table has three or four players: a fifth name is a misspelt one; a third may not have played alone.
    for_others = _OF_OTHERS[min(max(len(own), 3), 4)]
    return tuple((OF_GAMES * (one.won - one.lost), for_others * (lost - one.lost)) for one in own)


def ends(own: Sequence[OwnTally]) -> tuple[Number, ...]:
    """The final results by the extended Seeger system: the points of own games, and the additions."""
    return tuple(one.points + sum(more) for one, more in zip(own, added(own), strict=True))
