"""The chouette as a state machine: the effect of each action of a log on a game. Pure.

An impossible action is a fault, and the game continues as the log most likely means it. Players whose state
becomes unclear are in doubt and get no further fault in this game. So one error is one finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scorecheck.games.chouette.seats import rotated, to_bottom
from scorecheck.games.chouette.state import (
    FACTORS,
    HIGHEST_CUBE,
    Action,
    ChouetteGame,
    Cube,
    CubeAnswer,
    LogFault,
    LogOptions,
    LogStep,
    Offer,
    Side,
    absent_fault,
    answers_missing,
    dropped,
    flawed,
    is_seated,
    owing,
    settled,
    stranger,
)
from scorecheck.model.record import replace

FEWEST_AT_ONCE = 2
"""A single cube is no double of everybody."""


def captain_refused(
    game: ChouetteGame, member: str, offer: Offer, options: LogOptions, row: int
) -> Iterator[LogFault]:
    """The box must take the captain's double, unless it had accepted others before."""
    must = options.captain_double_must_be_taken and member == game.captain and not offer.excused
    if must and not game.doubt:
        yield LogFault("obligation", "", row, {"box": game.box, "captain": member})


def duties_of_round(game: ChouetteGame, options: LogOptions, *, by_box: bool) -> Iterator[LogFault]:
    """The missed duties of a round of answers. ``game`` is the state after its last answer."""
    if not game.everybody or game.doubt:
        return
    if by_box:
        yield from _sole_taker(game, options)
    else:
        yield from _simultaneous(game, options)


def _takers(game: ChouetteGame) -> list[CubeAnswer]:
    return [answer for answer in game.answers if answer.kind != "drop"]


def _sole_taker(game: ChouetteGame, options: LogOptions) -> Iterator[LogFault]:
    """The only taker, if the box doubled everybody, must beaver."""
    takers = _takers(game)
    if options.sole_taker_must_beaver and options.beavers and len(takers) == 1 and takers[0].kind == "take":
        taker = takers[0]
        params = {"taker": taker.member, "box": game.box, "cube": 4 * taker.before}
        yield LogFault("obligation", "sole-taker", taker.row, params)


def _simultaneous(game: ChouetteGame, options: LogOptions) -> Iterator[LogFault]:
    """Of the doubles of all opponents, the box takes enough to break even with a single win."""
    if not options.break_even:
        return
    takes = _takers(game)
    drops = [answer for answer in game.answers if answer.kind == "drop"]
    if any(drop.member == game.captain for drop in drops) and options.captain_double_must_be_taken:
        return
    if len(takes) == 1 and takes[0].member == game.captain and takes[0].kind == "take" and options.beavers:
        params = {"box": game.box, "captain": game.captain, "cube": 4 * takes[0].before}
        yield LogFault("obligation", "captain-alone", takes[0].row, params)
        return
    # The box's points in this game with a single win, earlier payments included.
    net = game.net[game.box] + sum(cube.value for cube in game.cubes.values())
    # The gain from a taken cube instead of a passed one: its double, and the price.
    gains = sorted((3 * drop.before for drop in drops), reverse=True)
    if net < 0 <= net + sum(gains):
        more = next(count for count in range(1, len(gains) + 1) if net + sum(gains[:count]) >= 0)
        yield LogFault("obligation", "break-even", drops[-1].row, {"box": game.box, "net": net, "more": more})


_TURNS = {"take": 2, "beaver": 4}
"""The value of the accepted cube, as a multiple of that before the offer."""


# Doubles


def double(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    """A player offers a cube: a member to the box, or the box to one or more members."""
    absent = absent_fault(game, action)
    if absent is not None:
        return absent
    faults: list[LogFault] = []
    by: Side = "box" if action.player == game.box else "team"
    if game.proposed or any(offer.by != by for offer in game.offers.values()):
        game, told = answers_missing(game, action)
        faults += told
    if by == "team":
        game, told = _double_by_member(game, action, options)
    else:
        game, told = _double_by_box(game, action)
    return LogStep(game, (*faults, *told))


def _double_by_member(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    member = action.player
    if action.to not in ((), (game.box,)):
        return flawed(game, action, "target", where="to", targets=(game.box,))
    if member in game.offers:
        return flawed(game, action, "twice", {member}, to=(game.box,))
    faults: tuple[LogFault, ...] = ()
    if options.one_answer_a_roll and game.answered:
        game, faults = flawed(game, action, "closed", {member}, harmless=True, box=game.box)
        # A missing row may be a roll, after which the others may double as well.
        game = replace(game, answered=False)
    if game.cubes[member].owner == "box":
        game, told = flawed(game, action, "", {member}, to=(game.box,), owner=game.box)
        faults = (*faults, *told)
    offer = Offer("team", game.cubes[member].value, excused=bool(game.accepted - {member}))
    return LogStep(_with_offer(game, member, offer), faults)


def _double_by_box(game: ChouetteGame, action: Action) -> LogStep:
    faults: list[LogFault] = []
    targets = action.to
    if not targets:
        if len(game.cubes) > 1:
            return flawed(game, action, "nobody", where="to")
        targets = tuple(game.cubes)
    for member in dict.fromkeys(targets):
        told: tuple[LogFault, ...] = ()
        if member == game.box:
            game, told = flawed(game, action, "target", where="to", targets=tuple(game.cubes))
        elif member not in game.line:
            game, told = stranger(game, action, member, "to")
        elif member not in game.cubes:
            game, told = flawed(game, action, "out", {member}, where="to", player=member)
        elif member in game.offers:
            game, told = flawed(game, action, "twice", {member}, where="to", to=(member,))
        else:
            if game.cubes[member].owner == "team":
                game, told = flawed(game, action, "", {member}, where="to", to=(member,), owner=member)
            game = _with_offer(game, member, Offer("box", game.cubes[member].value))
        faults += told
    return LogStep(game, tuple(faults))


def _with_offer(game: ChouetteGame, member: str, offer: Offer) -> ChouetteGame:
    cube = game.cubes[member]
    return replace(
        game,
        offers={**game.offers, member: offer},
        cubes={**game.cubes, member: cube._replace(offered=True)},
        beavered={},
    )


# Answers


def answer(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    """A player takes, drops or beavers offers: the box one or more, a member the box's."""
    if not is_seated(game, action.player):
        return stranger(game, action, action.player, "who")
    faults: tuple[LogFault, ...] = ()
    if action.kind == "beaver" and not options.beavers:
        game, faults = flawed(game, action, "off", (), harmless=True, option="beavers")
    if action.player == game.box:
        members = action.to or tuple(m for m, offer in game.offers.items() if offer.by == "team")
        if not members:
            return flawed(game, action, "no-offer")
        by: Side = "team"
    else:
        if action.to not in ((), (game.box,)):
            return flawed(game, action, "target", where="to", targets=(game.box,))
        members, by = (action.player,), "box"
    for member in members:
        step = _answer_one(game, action, member, by, options)
        game, faults = step.game, (*faults, *step.faults)
    return LogStep(game, faults)


def _without_offer(game: ChouetteGame, action: Action, member: str, by: Side) -> tuple[LogStep, bool]:
    """The game after an answer to no offer, and whether the answer is valid all the same."""
    # Among other answers, one name is wrong; otherwise the whole offer is missing from the log.
    again = any(answer.member == member for answer in (*game.answers, *game.took))
    in_round = game.offers or game.answers or again or member in game.passed
    concerned = {member, *game.offers} if in_round else None
    where = "who" if by == "box" else "to"
    if not is_seated(game, member):
        return stranger(game, action, member, where), False
    if member == game.box:
        return flawed(game, action, "target", where=where, targets=tuple(game.line)), False
    if member not in game.cubes:
        return flawed(game, action, "out", concerned, where=where, player=member), False
    return flawed(game, action, "no-offer", concerned, to=(member,)), not again


def _answer_one(game: ChouetteGame, action: Action, member: str, by: Side, options: LogOptions) -> LogStep:
    offer = game.offers.get(member)
    faults: tuple[LogFault, ...] = ()
    if offer is None or offer.by != by:
        step, holds = _without_offer(game, action, member, by)
        if not holds:
            return step
        game, faults = step.game, step.faults
        offer = Offer(by, game.cubes[member].value)
    if not game.answers:
        at_once = game.offers.keys() >= game.cubes.keys()
        game = replace(game, everybody=at_once and len(game.offers) >= FEWEST_AT_ONCE)
    if action.kind == "drop":
        if by == "team":
            faults = (*faults, *captain_refused(game, member, offer, options, action.row))
        game = dropped(game, member, offer)
    else:
        if offer.before * _TURNS[action.kind] > HIGHEST_CUBE:
            return flawed(game, action, "too-high", {member})
        game = _accepted(game, member, offer, action.kind)
    answer = CubeAnswer(member, action.kind, offer.before, action.row)
    offers = {name: other for name, other in game.offers.items() if name != member}
    game = replace(game, offers=offers, answers=(*game.answers, answer))
    if by == "team":
        game = replace(game, answered=True)
    elif action.kind == "drop":
        game = replace(game, passed={**game.passed, member: offer.before})
    else:
        game = replace(game, took=(*game.took, answer))
    if offers:
        return LogStep(game, faults)
    ended = _round_over(game, by, options)
    return ended._replace(faults=(*faults, *ended.faults))


def _accepted(game: ChouetteGame, member: str, offer: Offer, kind: str) -> ChouetteGame:
    accepter: Side = "team" if offer.by == "box" else "box"
    cube = Cube(offer.before * _TURNS[kind], accepter, offered=True)
    accepted = game.accepted | {member} if accepter == "box" else game.accepted
    beavered: Mapping[str, Side] = {**game.beavered, member: offer.by} if kind == "beaver" else game.beavered
    return replace(game, cubes={**game.cubes, member: cube}, accepted=accepted, beavered=beavered)


def _round_over(game: ChouetteGame, by: Side, options: LogOptions) -> LogStep:
    """All offers are answered: whether the game continues, who is captain, and missed duties."""
    faults = tuple(duties_of_round(game, options, by_box=by == "box"))
    dropped = [answer.member for answer in game.answers if answer.kind == "drop"]
    if not game.cubes:
        # If the last live cube is passed, the other side has won.
        return settled(game, "box" if by == "box" else "team", 1, faults)
    before = (game.line, game.captain)
    if by == "box" and game.captain in dropped:
        line = to_bottom(game.line, game.captain)
        game = replace(game, line=line, captain=next(name for name in line if name in game.cubes))
    return LogStep(replace(game, answers=(), before_round=before), faults)


def raccoon(game: ChouetteGame, action: Action, options: LogOptions) -> LogStep:
    """Who offered doubles a beavered cube once more; it stays with the accepter."""
    if not is_seated(game, action.player):
        return stranger(game, action, action.player, "who")
    faults: tuple[LogFault, ...] = ()
    if not options.raccoons:
        game, faults = flawed(game, action, "off", (), harmless=True, option="raccoons")
    by: Side = "box" if action.player == game.box else "team"
    members = (action.player,) if by == "team" else action.to or tuple(game.beavered)
    if not members:
        return flawed(game, action, "no-beaver")
    for member in members:
        if game.beavered.get(member) != by or member not in game.cubes:
            game, told = flawed(game, action, "no-beaver", {member} & set(game.line) or None)
            faults = (*faults, *told)
            continue
        cube = game.cubes[member]
        if 2 * cube.value > HIGHEST_CUBE:
            return flawed(game, action, "too-high", {member})
        beavered = {name: side for name, side in game.beavered.items() if name != member}
        cubes = {**game.cubes, member: cube._replace(value=2 * cube.value)}
        game = replace(game, cubes=cubes, beavered=beavered)
    return LogStep(game, faults)


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
