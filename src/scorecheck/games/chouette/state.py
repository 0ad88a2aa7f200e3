"""A game of chouette between two actions (seats, cubes, offers, payments), and what actions share. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from scorecheck.model.record import NamedTuple, field, record, replace
from scorecheck.model.terms import Param

Side: TypeAlias = Literal["box", "team"]

FACTORS: Mapping[str, int] = {"single": 1, "gammon": 2, "backgammon": 3}
"""The factor of each result."""


class LogOptions(NamedTuple):
    """The options of play, named as in the event file."""

    jacoby: bool = False
    automatic_doubles: int = 0
    """The number of equal openings that double without the box's consent; 0 for none."""
    beavers: bool = False
    raccoons: bool = False
    extras: bool = False
    sole_taker_must_beaver: bool = False
    captain_double_must_be_taken: bool = False
    one_answer_a_roll: bool = False
    break_even: bool = False
    """Whether the box must take enough of simultaneous doubles to break even with a win."""
    declining: str = "once"
    """When the box may decline further automatic doubles.

    ``once``, at the first further one; or ``later`` as well, after others were counted.
    """
    captain_moves: bool = False
    """Whether the captain moves for the team."""
    box_below_zero: str = "either"
    """Whether a box that won but is below 0 in that game ``leaves`` or ``keeps`` its seat, or ``either``."""


class Action(NamedTuple):
    """One row of a log, with its names resolved."""

    kind: str
    player: str = ""
    to: tuple[str, ...] = ()
    dice: tuple[int, int] | None = None
    result: str = ""
    row: int = 0
    near: str = ""
    """The result most similar to a misspelt one."""


class Cube(NamedTuple):
    """The cube that a team member has with the box."""

    value: int = 1
    owner: Side | None = None
    """The side that may turn it; ``None``: both."""
    offered: bool = False
    """Whether it was offered or accepted, so that a gammon counts under Jacoby.

    Automatic doubles do not count.
    """


class Offer(NamedTuple):
    """A cube that was offered and not yet answered."""

    by: Side
    before: int
    """The value before the offer: the price of a pass."""
    excused: bool = False
    """Whether it is the captain's, made after the box had accepted others: it may be dropped."""


class CubeAnswer(NamedTuple):
    """The answer to an offer."""

    member: str
    kind: str
    before: int
    row: int


class LogFault(NamedTuple):
    """The fault of an action: impossible (``illegal``), or a missed duty."""

    rule: Literal["illegal", "obligation", "order"]
    kind: str
    row: int
    params: Mapping[str, Param] = {}
    where: str = "action"
    """The column of the log."""


@record
class ChouetteGame:
    """A game in progress or finished."""

    box: str
    line: tuple[str, ...]
    """The team in line; a captain who dropped a double is at its end already."""
    captain: str
    """The captain; one who was paid off stays captain while another plays on."""
    cubes: Mapping[str, Cube]
    """Of the team members still in the game."""
    net: Mapping[str, int]
    """The points of each player in this game so far."""
    equal: int = 0
    """The number of equal openings."""
    counted: int | None = None
    """The number of them that count, if the box has declined the further ones."""
    begun: bool = False
    """The opening is decided."""
    offers: Mapping[str, Offer] = field(default_factory=dict[str, Offer])
    everybody: bool = False
    """Whether the current offers were made to, or by, all still in the game before the first answer."""
    answers: tuple[CubeAnswer, ...] = ()
    """The answers to the current offers."""
    accepted: frozenset[str] = frozenset()
    """The members whose cube the box accepted in this game."""
    answered: bool = False
    """Whether the box answered a cube since the last roll."""
    beavered: Mapping[str, Side] = field(default_factory=dict[str, Side])
    """Members whose cube was beavered since the last roll, and the side that may raccoon."""
    passed: Mapping[str, int] = field(default_factory=dict[str, int])
    """Members who passed the box's offer since the last roll, with the price."""
    took: tuple[CubeAnswer, ...] = ()
    """Members who took the box's offer since the last roll."""
    proposed: tuple[str, ...] = ()
    """Passers whose extras are not yet answered."""
    extras: Mapping[str, int] = field(default_factory=dict[str, int])
    """The extra cubes that were given and accepted."""
    extra_taker: str = ""
    """The player who took them."""
    before_round: tuple[tuple[str, ...], str] | None = None
    """Line and captain before the last round of answers, in case a take is withdrawn."""
    winner: Side | None = None
    """The winner; ``None`` while the game continues."""
    left: bool = False
    """Whether the box left its seat without being beaten."""
    doubt: frozenset[str] = frozenset()
    """Members with an unclear state after a fault, who get no further faults."""
    unsure: bool = False
    """Whether a fault makes the payments unclear."""
    quiet: bool = False
    """Whether the end of the game was reported."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody in the game."""
        return (self.box, *self.line)

    @property
    def is_below(self) -> bool:
        """Whether the box has won and is below 0 in this game."""
        return self.winner == "box" and self.net[self.box] < 0

    @property
    def acting_captain(self) -> str:
        """Who moves for the team: the captain, or the next one still in the game."""
        if self.captain in self.cubes or not self.cubes:
            return self.captain
        return next(name for name in self.line if name in self.cubes)


class LogStep(NamedTuple):
    """The result of an action."""

    game: ChouetteGame
    faults: tuple[LogFault, ...] = ()


def begin(seats: tuple[str, ...]) -> ChouetteGame:
    """A game before its first throw. ``seats``: the box, the captain, the crew in line."""
    box, *line = seats
    return ChouetteGame(box, tuple(line), line[0], {name: Cube() for name in line}, dict.fromkeys(seats, 0))


HIGHEST_CUBE = 2**30
"""No real cube shows more; a log with more is not followed further."""


def flawed(
    game: ChouetteGame,
    action: Action,
    kind: str,
    members: Iterable[str] | None = None,
    *,
    where: str = "action",
    harmless: bool = False,
    **params: Param,
) -> LogStep:
    """A fault of an action, and the game with the affected members in doubt.

    ``members``: ``None`` for everybody. Members in doubt get no further fault. After a ``harmless`` fault,
    the payments are still clear.
    """
    concerned = frozenset(game.line) if members is None else frozenset(members)
    known = bool(concerned & game.doubt)
    if not harmless:
        game = replace(game, doubt=game.doubt | (concerned & set(game.line)), unsure=True)
    said: dict[str, Param] = {"player": action.player, **params}
    return LogStep(game, () if known else (LogFault("illegal", kind, action.row, said, where),))


def stranger(game: ChouetteGame, action: Action, name: str, where: str) -> LogStep:
    """The fault of a name without a seat, which puts everybody in doubt."""
    said = {"player": name, "seats": game.seats}
    game = replace(game, doubt=frozenset(game.line), unsure=True)
    return LogStep(game, (LogFault("illegal", "not-seated", action.row, said, where),))


def is_seated(game: ChouetteGame, name: str) -> bool:
    """Whether a player has a seat in this game, still in it or out."""
    return name == game.box or name in game.line


def absent_fault(game: ChouetteGame, action: Action) -> LogStep | None:
    """The fault of a player who acts and is not in the game, or no longer."""
    player = action.player
    if not is_seated(game, player):
        return stranger(game, action, player, "who")
    if player != game.box and player not in game.cubes:
        # Another player acted, and nobody knows who.
        return flawed(game, action, "out", where="who")
    return None


def answers_missing(game: ChouetteGame, action: Action) -> LogStep:
    """The fault of unanswered offers and extras, which are withdrawn."""
    if game.offers:
        waiting = tuple(game.offers)
        game, faults = flawed(game, action, "unanswered", waiting, names=waiting)
        return LogStep(replace(game, offers={}), faults)
    if game.proposed:
        waiting = (*game.proposed, *(answer.member for answer in game.took))
        game, faults = flawed(game, action, "unanswered-extras", waiting, givers=game.proposed)
        return LogStep(replace(game, proposed=()), faults)
    return LogStep(game, ())


def dropped(game: ChouetteGame, member: str, offer: Offer) -> ChouetteGame:
    """The game without a member whose cube was passed, at its value before the offer."""
    price = offer.before if offer.by == "box" else -offer.before
    cubes = {name: cube for name, cube in game.cubes.items() if name != member}
    return owing(replace(game, cubes=cubes), {game.box: price, member: -price})


def owing(game: ChouetteGame, amounts: Mapping[str, int]) -> ChouetteGame:
    """The game with payments to some and by others."""
    return replace(game, net={name: net + amounts.get(name, 0) for name, net in game.net.items()})


def settled(
    game: ChouetteGame, winner: Side, factor: int, faults: tuple[LogFault, ...], *, jacoby: bool = False
) -> LogStep:
    """The game with all payments at its end: the remaining cubes, and the extras."""
    for_box = 1 if winner == "box" else -1
    for member, cube in game.cubes.items():
        amount = for_box * cube.value * (factor if cube.offered or not jacoby else 1)
        game = owing(game, {game.box: amount, member: -amount})
    for giver, extra in game.extras.items():
        amount = for_box * extra * factor
        game = owing(game, {giver: amount, game.extra_taker: -amount})
    return LogStep(replace(game, winner=winner, answers=()), faults)
