"""What a game of Skat is worth, and what a list comes to at its end. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from types import MappingProxyType

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple

SUITS = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12}
GRAND = 24
NULLS = {"null": 23, "null-hand": 35, "null-open": 46, "null-open-hand": 59}
SUIT_MULTIPLES, GRAND_MULTIPLES = range(2, 19), range(2, 12)
"""With or without one matador at least, and the game; all there are, and every addition."""
VALUES = frozenset(
    chain(
        (base * multiple for base in SUITS.values() for multiple in SUIT_MULTIPLES),
        (GRAND * multiple for multiple in GRAND_MULTIPLES),
        NULLS.values(),
    )
)
"""What a game that was won can give."""
_MULTIPLES = (*((base, SUIT_MULTIPLES) for base in SUITS.values()), (GRAND, GRAND_MULTIPLES))


def ways_to(worth: Number) -> Iterator[tuple[int, int]]:
    """The bases and factors that give a value; of null games, which have none, the value itself."""
    for base, multiples in _MULTIPLES:
        if worth % base == 0 and worth // base in multiples:
            yield base, int(worth // base)
    for value in NULLS.values():
        if value == worth:
            yield value, 1
            # Open is written down as twice by some.
            yield NULLS["null"], int(worth // NULLS["null"])


OFTEN: Mapping[str, float] = MappingProxyType({"undoubled": 40, "sign": 0.4})
"""How much oftener than on other sheets kinds of slips happen. A lost game that was not doubled is the
likeliest of all: as common as a wrong sign elsewhere, which is four times as common as doublings, half of
them this way round; and it happens in the fifth of the games that are lost. A fifth of the numbers bear a
sign, where half do elsewhere."""
AT_TABLE = 3
"""So many play; at a table of four the dealer sits out."""
OF_GAMES = 50
"""For each own game that was won more than lost."""
_OF_OTHERS = {3: 40, 4: 30}
"""For each game that another one at a table of so many lost."""


class SoloGame(NamedTuple):
    """Who played alone, by position, and what that gave."""

    soloist: int
    value: Number

    @property
    def is_game(self) -> bool:
        """Whether a game has this value: won, or lost and so doubled."""
        return self.value in VALUES or (self.value < 0 and -self.value / 2 in VALUES)

    @property
    def worth(self) -> Number:
        """What the game is worth, won or lost."""
        half = Fraction(-self.value) / 2
        return self.value if self.value > 0 else half.numerator if half.denominator == 1 else half

    @property
    def is_half(self) -> bool:
        """Whether this is what a lost game would give if it were not doubled."""
        return not self.is_game and -self.value in VALUES


def turn_of(points: Sequence[Number]) -> SoloGame | None:
    """The soloist of a row; ``None`` where nobody has points, or more than one."""
    paid = [position for position, number in enumerate(points) if number]
    return SoloGame(paid[0], points[paid[0]]) if len(paid) == 1 else None


class OwnTally(NamedTuple):
    """What a player has from the games that he or she played alone."""

    points: Number = 0
    won: int = 0
    lost: int = 0

    def after(self, points: Number) -> OwnTally:
        """The same after a row that gave so much."""
        return OwnTally(self.points + points, self.won + (points > 0), self.lost + (points < 0))


class Added(NamedTuple):
    """What a player is given at the end of a list beside the points of the own games."""

    own_games: int
    """50 for each that was won more than lost."""
    others: int
    """For each game that another one lost 40 at a table of three, and 30 at one of four."""


def added(own: Sequence[OwnTally]) -> tuple[Added, ...]:
    """What the extended Seeger system (Seeger-Fabian) gives each player of a table."""
    lost = sum(one.lost for one in own)
    # Three or four sit at a table: a fifth name is one of them, misspelt; a third may not have played alone.
    for_others = _OF_OTHERS[min(max(len(own), 3), 4)]
    return tuple(Added(OF_GAMES * (one.won - one.lost), for_others * (lost - one.lost)) for one in own)


def ends(own: Sequence[OwnTally]) -> tuple[Number, ...]:
    """The end of a list by the extended Seeger system: the points of the own games, and what is added."""
    return tuple(one.points + sum(more) for one, more in zip(own, added(own), strict=True))
