"""The facts of one game of Doppelkopf, which decide its value."""

from __future__ import annotations

from typing import Literal, TypeAlias

from scorecheck.model.record import NamedTuple

Party: TypeAlias = Literal["re", "kontra"]

PARTIES: tuple[Party, Party] = ("re", "kontra")

ALL_POINTS = 240
"""The card points (“Augen”) of a pack, with nines or without."""

NOTHING, CALLED, NO_90, NO_60, NO_30, SCHWARZ = range(6)
"""The highest call of a party. Each call includes those before it; ``CALLED`` is Re or Kontra."""
LEVELS = (NO_90, NO_60, NO_30, SCHWARZ)
"""The calls about the card points of the other side."""
LEVEL_NAMES = {CALLED: "no-120", NO_90: "no-90", NO_60: "no-60", NO_30: "no-30", SCHWARZ: "schwarz"}
BELOW = {CALLED: 120, NO_90: 90, NO_60: 60, NO_30: 30}
"""A level is reached if the other side stays below this many card points; for schwarz, without a trick."""

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
"""One against three, by preset. A wedding without a partner is a lone one."""


class Specials(NamedTuple):
    """The special points of a party; ``other`` are those of unknown kind."""

    doppelkopf: int = 0
    fox: int = 0
    hearts: int = 0
    karl: int = 0
    other: int = 0


NONE = Specials()


class Side(NamedTuple):
    """One party."""

    points: int
    """Its card points."""
    call: int = NOTHING
    """Its highest call."""
    specials: Specials = NONE
    trickless: bool = False
    """Whether it has no trick. Without nines, that means no card points."""


class GameFacts(NamedTuple):
    """A game played to its end."""

    kind: str
    re: Side
    kontra: Side

    @property
    def solo(self) -> bool:
        """Whether it is one against three."""
        return self.kind not in PAIRS

    def side(self, party: Party) -> Side:
        """The party."""
        return self.re if party == "re" else self.kontra


def other(party: Party) -> Party:
    """The party against this one."""
    return "kontra" if party == "re" else "re"


def is_reached(level: int, against: Side) -> bool:
    """Whether a side was kept below a level; for schwarz, without a trick."""
    return against.trickless if level == SCHWARZ else against.points < BELOW[level]


def has_failed(side: Side, against: Side) -> bool:
    """Whether a side called a level that it did not reach."""
    return side.call >= NO_90 and not is_reached(side.call, against)


def winner_from(facts: GameFacts, needed: int) -> Party | None:
    """The winner, if Re needs so many points: a failed call loses anyway; if both failed, nobody wins."""
    re, kontra = facts.re, facts.kontra
    re_failed, kontra_failed = has_failed(re, kontra), has_failed(kontra, re)
    if re_failed and kontra_failed:
        return None
    if re_failed or kontra_failed:
        return "kontra" if re_failed else "re"
    return "re" if re.points >= needed else "kontra"
