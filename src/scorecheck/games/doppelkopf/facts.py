"""The facts of one game of Doppelkopf, from which its value follows."""

from __future__ import annotations

from typing import Literal, TypeAlias

from scorecheck.model.record import NamedTuple

Party: TypeAlias = Literal["re", "kontra"]

PARTIES: tuple[Party, Party] = ("re", "kontra")

ALL_POINTS = 240
"""The card points ("Augen") of a pack, with nines or without."""

NOTHING, CALLED, NO_90, NO_60, NO_30, SCHWARZ = range(6)
"""What a party called at most. Each call includes those before it; ``CALLED`` is Re or Kontra."""
LEVELS = (NO_90, NO_60, NO_30, SCHWARZ)
"""The calls that say how few card points the other side will get."""
LEVEL_NAMES = {CALLED: "no-120", NO_90: "no-90", NO_60: "no-60", NO_30: "no-30", SCHWARZ: "schwarz"}
BELOW = {CALLED: 120, NO_90: 90, NO_60: 60, NO_30: 30}
"""A level is reached where the other side stays below so many card points; schwarz, without a trick."""

NORMAL, WEDDING, POVERTY = "normal", "wedding", "poverty"
LONE_WEDDING, SILENT_WEDDING = "lone wedding", "silent wedding"
QUEEN_SOLO, JACK_SOLO, TRUMP_SOLO = "queen solo", "jack solo", "trump solo"
CLUBS_SOLO, SPADES_SOLO, HEARTS_SOLO, ACE_SOLO = "clubs solo", "spades solo", "hearts solo", "ace solo"
REDEAL = "redeal"

PAIRS = (NORMAL, WEDDING, POVERTY)
"""Two against two."""
SOLOS = {
    "tcg": (QUEEN_SOLO, JACK_SOLO, TRUMP_SOLO, SILENT_WEDDING, LONE_WEDDING),
    "ddv": (
        QUEEN_SOLO,
        JACK_SOLO,
        ACE_SOLO,
        TRUMP_SOLO,
        CLUBS_SOLO,
        SPADES_SOLO,
        HEARTS_SOLO,
        SILENT_WEDDING,
        LONE_WEDDING,
    ),
}
"""One against three, by preset. A wedding whose partner was not found is a lone one."""


class Specials(NamedTuple):
    """The special points of a party; ``other`` are those of which only the number is known."""

    doppelkopf: int = 0
    fox: int = 0
    hearts: int = 0
    karl: int = 0
    other: int = 0


NONE = Specials()


class Side(NamedTuple):
    """What one party has."""

    points: int
    """Its card points."""
    call: int = NOTHING
    """The highest call that it made."""
    specials: Specials = NONE
    trickless: bool = False
    """It has no trick. Without nines that is so where it has no card points, and only there."""


class GameFacts(NamedTuple):
    """A game that was played to its end."""

    kind: str
    re: Side
    kontra: Side

    @property
    def solo(self) -> bool:
        """One against three."""
        return self.kind not in PAIRS

    def side(self, party: Party) -> Side:
        """What a party has."""
        return self.re if party == "re" else self.kontra


def other(party: Party) -> Party:
    """The party against this one."""
    return "kontra" if party == "re" else "re"


def is_reached(level: int, against: Side) -> bool:
    """Whether a side was really kept below a level; schwarz, without a trick."""
    return against.trickless if level == SCHWARZ else against.points < BELOW[level]


def has_failed(side: Side, against: Side) -> bool:
    """Whether a side called a level that it did not reach."""
    return side.call >= NO_90 and not is_reached(side.call, against)
