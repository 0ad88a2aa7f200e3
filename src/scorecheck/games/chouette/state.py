"""A game of chouette between two actions: the seats, the cubes, what is open, what was paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.terms import Param

Side: TypeAlias = Literal["box", "team"]

FACTORS: Mapping[str, int] = {"single": 1, "gammon": 2, "backgammon": 3}
"""How many times its cube a result pays."""


class LogOptions(NamedTuple):
    """What is played by. The event file's names are the same."""

    jacoby: bool = False
    automatic_doubles: int = 0
    """So many equal openings double without asking the box; 0: none does."""
    beavers: bool = False
    raccoons: bool = False
    extras: bool = False
    sole_taker_must_beaver: bool = False
    captain_double_must_be_taken: bool = False
    one_answer_a_roll: bool = False
    break_even: bool = False
    """Of simultaneous doubles the box takes enough not to lose by a win."""
    declining: str = "once"
    """When the box may decline further automatic doubles: ``once``, at the first further one; or ``later`` as
    well, after others were counted."""
    captain_moves: bool = False
    """The moves of the team are the captain's."""
    box_below_zero: str = "either"
    """Whether a box that won but is below 0 in that game ``leaves`` its seat or ``keeps`` it; or ``either``,
    where nothing says."""


class Action(NamedTuple):
    """One row of a log, with its names resolved."""

    kind: str
    player: str = ""
    to: tuple[str, ...] = ()
    dice: tuple[int, int] | None = None
    result: str = ""
    row: int = 0
    near: str = ""
    """The result that a misspelt one is most like."""


class Cube(NamedTuple):
    """The cube that a team member has with the box."""

    value: int = 1
    owner: Side | None = None
    """Whose side may turn it; ``None``: in the middle, either."""
    offered: bool = False
    """It was offered or accepted, so that Jacoby lets a gammon count. An automatic double is no offer."""


class Offer(NamedTuple):
    """A cube that was offered and waits for its answer."""

    by: Side
    before: int
    """What the cube shows before the offer: the price of a pass."""
    excused: bool = False
    """The captain's, made when the box had accepted others before: the box may drop it."""


class CubeAnswer(NamedTuple):
    """How an offer was answered."""

    member: str
    kind: str
    before: int
    row: int


class LogFault(NamedTuple):
    """What is wrong with an action: impossible (``illegal``), or short of what the rules demand."""

    rule: Literal["illegal", "obligation", "order"]
    kind: str
    row: int
    params: Mapping[str, Param] = {}
    where: str = "action"
    """The column of the log to look at."""


@record
class ChouetteGame:
    """A game that is being played or is over."""

    box: str
    line: tuple[str, ...]
    """The team in line; a captain who dropped a double already stands at its bottom."""
    captain: str
    """Who counts as captain; one who was paid off keeps the rank while another plays on."""
    cubes: Mapping[str, Cube]
    """Of the team members who are still in the game."""
    net: Mapping[str, int]
    """What everybody won or lost in this game so far."""
    equal: int = 0
    """How many equal openings were thrown."""
    counted: int | None = None
    """How many of them count, where the box has declined the further ones."""
    begun: bool = False
    """The opening is decided."""
    offers: Mapping[str, Offer] = field(default_factory=dict[str, Offer])
    everybody: bool = False
    """The offers being answered were made, before the first answer, to or by all still in the game."""
    answers: tuple[CubeAnswer, ...] = ()
    """Those to the offers that are being answered."""
    accepted: frozenset[str] = frozenset()
    """The members whose cube the box has accepted in this game."""
    answered: bool = False
    """The box has taken or refused a cube since the last roll."""
    beavered: Mapping[str, Side] = field(default_factory=dict[str, Side])
    """Members whose cube was beavered since the last roll, and the side that may raccoon."""
    passed: Mapping[str, int] = field(default_factory=dict[str, int])
    """Who passed the box's offer since the last roll, with the price."""
    took: tuple[CubeAnswer, ...] = ()
    """Who took the box's offer since the last roll."""
    proposed: tuple[str, ...] = ()
    """Passers whose extras wait for the taker's answer."""
    extras: Mapping[str, int] = field(default_factory=dict[str, int])
    """The extra cubes that were given and accepted."""
    extra_taker: str = ""
    """Who took them."""
    before_round: tuple[tuple[str, ...], str] | None = None
    """Line and captain before the last round of answers, for a take that is taken back."""
    winner: Side | None = None
    """Who has won; ``None`` while the game goes on."""
    left: bool = False
    """The box has left its seat though not beaten."""
    doubt: frozenset[str] = frozenset()
    """Members whose standing a fault has left unclear: nothing more is told of them."""
    unsure: bool = False
    """A fault has left it unclear what the game pays."""
    quiet: bool = False
    """That the game is over was told."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody in the game."""
        return (self.box, *self.line)

    @property
    def is_below(self) -> bool:
        """Whether the box has won, and is below 0 in this game all the same."""
        return self.winner == "box" and self.net[self.box] < 0

    @property
    def acting_captain(self) -> str:
        """Who moves for the team: the captain, or the next one still in the game."""
        if self.captain in self.cubes or not self.cubes:
            return self.captain
        return next(name for name in self.line if name in self.cubes)


class LogStep(NamedTuple):
    """What an action leads to."""

    game: ChouetteGame
    faults: tuple[LogFault, ...] = ()


def begin(seats: tuple[str, ...]) -> ChouetteGame:
    """A game before its first throw. ``seats``: the box, the captain, the crew in line."""
    box, *line = seats
    return ChouetteGame(box, tuple(line), line[0], {name: Cube() for name in line}, dict.fromkeys(seats, 0))
