"""Common parts of the actions of a game: a fault, a payment, the end. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorecheck.games.chouette.state import Action, ChouetteGame, LogFault, LogStep, Offer, Side
from scorecheck.model.record import replace
from scorecheck.model.terms import Param

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
