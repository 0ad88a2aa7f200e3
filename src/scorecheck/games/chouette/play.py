"""The chouette as a state machine: the effect of each action of a log on a game. Pure.

An impossible action is a fault, and the game continues as the log most likely means it. Players whose state
becomes unclear are in doubt and get no further fault in this game. So one error is one finding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorecheck.games.chouette.doubles import answer, double, raccoon
from scorecheck.games.chouette.moves import (
    HIGHEST_CUBE,
    absent_fault,
    answers_missing,
    dropped,
    flawed,
    is_seated,
    owing,
    settled,
    stranger,
)
from scorecheck.games.chouette.seats import rotated
from scorecheck.games.chouette.state import (
    FACTORS,
    Action,
    ChouetteGame,
    Cube,
    LogFault,
    LogOptions,
    LogStep,
    Offer,
    Side,
)
from scorecheck.model.record import replace


def extra(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    """A passer offers the only taker an extra."""
    giver = action.player
    if not is_seated(game, giver):
        return stranger(game, action, giver, "who")
    faults: tuple[LogFault, ...] = ()
    if not options.extras:
        game, faults = flawed(game, action, "off", (), harmless=True, option="extras")
    concerned = {giver} & set(game.line) or None
    takers = tuple(answer.member for answer in game.took)
    if len(takers) != 1 or set(game.cubes) != set(takers) or game.offers:
        game, told = flawed(game, action, "extra-alone", concerned)
    elif giver not in game.passed:
        game, told = flawed(game, action, "extra-passer", concerned, where="who", to=takers)
    elif action.to not in ((), takers):
        game, told = flawed(game, action, "extra-taker", concerned, where="to", to=takers)
    elif giver in game.proposed or giver in game.extras:
        game, told = flawed(game, action, "extra-twice", concerned, to=takers)
    else:
        return LogStep(replace(game, proposed=(*game.proposed, giver), beavered={}), faults)
    return LogStep(game, (*faults, *told))


def accept(game: ChouetteGame, action: Action, _options: LogOptions) -> LogStep:
    """The taker takes all extras and gets half of each at once."""
    fault = _not_asked(game, action)
    if fault is not None:
        return fault
    taker = game.took[0].member
    cube = game.cubes[taker].value
    given = dict.fromkeys(game.proposed, cube)
    amounts = dict.fromkeys(given, -cube // 2)
    game = owing(game, {**amounts, taker: sum(-amount for amount in amounts.values())})
    return LogStep(replace(game, extras=given, extra_taker=taker, proposed=()))


def refuse(game: ChouetteGame, action: Action, _options: LogOptions) -> LogStep:
    """The taker withdraws the take: all have passed, and the game is over."""
    fault = _not_asked(game, action)
    if fault is not None:
        return fault
    took = game.took[0]
    line, captain = game.before_round or (game.line, game.captain)
    game = replace(game, proposed=(), line=line, captain=captain)
    game = dropped(game, took.member, Offer("box", took.before))
    return settled(game, "box", 1, ())


def _not_asked(game: ChouetteGame, action: Action) -> LogStep | None:
    if not game.proposed:
        return flawed(game, action, "no-extras")
    taker = game.took[0].member
    if action.player not in ("", taker):
        return flawed(game, action, "extra-answer", None, where="who", to=(taker,))
    return None


def act(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    """The game after an action, and its faults."""
    if game.winner is not None and action.kind != "leave":
        return LogStep(game) if game.quiet else flawed(replace(game, quiet=True), action, "over")
    early: tuple[LogFault, ...] = ()
    if action.kind not in _OPENING and not game.begun:
        if game.equal:
            game, early = flawed(game, action, "open-equal")
        game = replace(game, begun=True)
    step = _ACTIONS[action.kind](game, action, options)
    return step._replace(faults=step.faults or early)


def next_seats(game: ChouetteGame, *, keeps: bool) -> tuple[str, ...]:
    """The seats of the next game, if the box keeps its seat or not. Only after the end of a game."""
    return rotated(game.box, game.line, game.captain, keeps=keeps, leaves=game.left and keeps)


def may_keep(game: ChouetteGame, options: LogOptions) -> frozenset[bool]:
    """Whether the box keeps its seat after a game; both if the rules do not say."""
    if game.is_below:
        return {"leaves": frozenset({False}), "keeps": frozenset({True})}.get(
            options.box_below_zero, frozenset({True, False})
        )
    return frozenset({game.winner == "box"})


def opening_cube(game: ChouetteGame, options: LogOptions) -> int:
    """The cubes after the opening: doubled by every automatic double that counts."""
    if not options.automatic_doubles:
        return 1
    counted = game.equal if game.counted is None else min(game.equal, game.counted)
    return min(2**counted, HIGHEST_CUBE)


def may_decline(game: ChouetteGame, options: LogOptions) -> bool:
    """Whether the box may decline further automatic doubles now.

    Once: when the last one that counts anyway is thrown, or after the first further one.
    """
    asked = options.automatic_doubles
    latest = game.equal if options.declining == "later" else asked + 1
    return not game.begun and game.counted is None and 0 < asked <= game.equal <= latest


def declined(game: ChouetteGame, options: LogOptions) -> ChouetteGame:
    """The game after the box has declined: the last throw, if it is a further one, and all later ones."""
    counted = max(options.automatic_doubles, game.equal - 1)
    return _with_opening_cubes(replace(game, counted=counted), options)


# The opening


def _open(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    if game.begun:
        # Probably another game starts here without seats: no further faults for this one.
        return flawed(game, action, "open-again")
    if action.dice is None:
        return flawed(replace(game, begun=True), action, "dice", where="to")
    first, second = action.dice
    if first != second:
        return LogStep(replace(game, begun=True))
    return LogStep(_with_opening_cubes(replace(game, equal=game.equal + 1), options))


def _with_opening_cubes(game: ChouetteGame, options: LogOptions) -> ChouetteGame:
    value = opening_cube(game, options)
    return replace(game, cubes={name: Cube(value) for name in game.cubes})


def _skip(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    if not options.automatic_doubles:
        return flawed(game, action, "off", (), harmless=True, option="automatic_doubles")
    if action.player not in ("", game.box):
        return flawed(game, action, "not-the-box", where="who", box=game.box)
    if not may_decline(game, options):
        later = may_decline(game, options._replace(declining="later"))
        return flawed(game, action, "skip-later" if later else "skip")
    return LogStep(declined(game, options))


# Rolls


def _roll(game: ChouetteGame, action: Action, _options: LogOptions) -> LogStep:
    faults: tuple[LogFault, ...] = ()
    if action.player:
        absent = absent_fault(game, action)
        # Moves of checkers pay nothing, so a slip makes nothing else uncertain.
        faults = absent.faults if absent is not None else ()
    game, missing = answers_missing(game, action)
    game = replace(game, answers=(), before_round=None, answered=False, beavered={}, passed={}, took=())
    return LogStep(game, (*faults, *missing))


# The end


def _win(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    game, faults = answers_missing(game, action)
    if action.player not in ("box", "team"):
        return flawed(game, action, "winner", (), where="who")
    if action.result not in FACTORS:
        kind = "result-near" if action.near else "result"
        game, told = flawed(game, action, kind, where="to", near=action.near)
        faults = (*faults, *told)
    winner: Side = "box" if action.player == "box" else "team"
    return settled(game, winner, FACTORS.get(action.result, 1), faults, jacoby=options.jacoby)


def _leave(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    if game.winner is None:
        return flawed(game, action, "leave-early")
    if action.player not in ("", game.box):
        return flawed(game, action, "not-the-box", where="who", box=game.box)
    if True not in may_keep(game, options):
        return flawed(game, action, "leave-beaten", box=game.box)
    return LogStep(replace(game, left=True))


_OPENING = frozenset({"open", "skip"})
_ACTIONS: Mapping[str, Callable[[ChouetteGame, Action, LogOptions], LogStep]] = {
    "open": _open,
    "skip": _skip,
    "roll": _roll,
    "double": double,
    "take": answer,
    "beaver": answer,
    "drop": answer,
    "raccoon": raccoon,
    "extra": extra,
    "accept": accept,
    "refuse": refuse,
    "leave": _leave,
    "win": _win,
}
