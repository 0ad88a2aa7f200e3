"""Extras of the MCC rule: offered by passers to the only taker, who takes all or drops. Pure."""

from __future__ import annotations

from scorecheck.games.chouette.moves import (
    dropped,
    flawed,
    is_seated,
    owing,
    refused,
    settled,
    stranger,
)
from scorecheck.games.chouette.state import Action, ChouetteGame, LogFault, LogOptions, LogStep, Offer
from scorecheck.model.record import replace


def extra(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    """A passer offers the only taker an extra."""
    giver = action.player
    if not is_seated(game, giver):
        return LogStep(*stranger(game, action, giver, "who"))
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
    """The taker takes the take back: all have passed, and the game is over."""
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
        return refused(game, action, "no-extras")
    taker = game.took[0].member
    if action.player not in ("", taker):
        return refused(game, action, "extra-answer", None, where="who", to=(taker,))
    return None
