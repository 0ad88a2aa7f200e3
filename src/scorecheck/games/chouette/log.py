"""Follows a game log row by row: its games, seats, payments and faults. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, permutations

from scorecheck.games.chouette.play import act, declined, may_decline, may_keep, next_seats
from scorecheck.games.chouette.rows import LogRow, Seating, nearest_action, nearest_result, part_of
from scorecheck.games.chouette.seats import due_order, seats_by_dice, shared_out
from scorecheck.games.chouette.state import Action, ChouetteGame, LogFault, LogOptions, begin, is_seated
from scorecheck.model.record import NamedTuple, field, record, replace
from scorecheck.model.terms import Param


class Hands(NamedTuple):
    """The names in the two columns; empty if unknown."""

    turn: str = ""
    """Who is on roll."""
    mover: str = ""
    """Who moved."""


TEAM = "team"
"""A word for whoever plays for the team."""


def hand_faults(hands: Hands, action: Action, game: ChouetteGame, options: LogOptions) -> Iterator[LogFault]:
    """The contradictions of an action and the game with these names."""
    for name, where in zip(hands, Hands._fields, strict=True):
        if name not in ("", TEAM) and not is_seated(game, name):
            yield LogFault("illegal", "not-seated", action.row, {"player": name, "seats": game.seats}, where)
            return
    if game.unsure:
        return
    kind, due = _on_roll(action, game)
    if hands.turn and due and not _same_side(hands.turn, due, game):
        params = {"turn": _player(hands.turn, game), "player": action.player or due, "due": due}
        yield LogFault("illegal", kind, action.row, params, "turn")
        return
    if not hands.mover:
        return
    mover = _player(hands.mover, game)
    on_roll = _player(hands.turn, game) or (due if action.kind in {"roll", "open"} else "")
    if options.captain_moves and mover not in (game.box, game.acting_captain):
        params = {"mover": mover, "captain": game.acting_captain}
        yield LogFault("illegal", "mover", action.row, params, "mover")
    elif on_roll and not _same_side(mover, on_roll, game):
        yield LogFault("illegal", "mover-turn", action.row, {"mover": mover, "turn": on_roll}, "mover")


def _on_roll(action: Action, game: ChouetteGame) -> tuple[str, str]:
    """Who is on roll by the action itself, and the variant of the message; empty if unknown."""
    if action.kind == "open" and action.dice is not None:
        box, captain = action.dice
        due = "" if box == captain else game.box if box > captain else game.acting_captain
        return "turn-open", due
    if action.kind in {"double", "raccoon"}:
        return "turn-double", action.player
    if action.kind in {"take", "beaver", "drop"}:
        return "turn-answer", game.acting_captain if action.player == game.box else game.box
    return ("turn-roll", action.player) if action.kind == "roll" else ("", "")


def _player(name: str, game: ChouetteGame) -> str:
    return game.acting_captain if name == TEAM else name


def _same_side(one: str, other: str, game: ChouetteGame) -> bool:
    return (one == game.box) == (other == game.box)


_SIDES = 6
FEWEST_SEATS = 2
"""A box and one opponent; a proper chouette has three players or more."""


class SeatsDue(NamedTuple):
    """The seats by rotation, and the reason."""

    seats: tuple[str, ...]
    why: str = ""
    params: Mapping[str, Param] = {}
    sure: bool = True
    """Whether no fault in the game before makes them unclear."""
    other: tuple[str, ...] | None = None
    """Equally right seats, if the rules do not say who keeps the box."""


@record
class Log:
    """The state of a log at one of its rows."""

    game: ChouetteGame | None = None
    number: str = ""
    """The name of the game."""
    games: int = 0
    """The number of games so far."""
    past: frozenset[str] = frozenset()
    """The names of the games before."""
    cut: frozenset[str] = frozenset()
    """Those of them without an end."""
    before: Mapping[str, int] = field(default_factory=dict[str, int])
    """The totals at the start of the game."""
    due: SeatsDue | None = None
    """The seats of the next game; ``None`` before the first."""
    lost: bool = False
    """Whether the seats are unknown: rows up to the next seats are skipped."""
    told: frozenset[str] = frozenset()
    """Options whose use has been reported once."""
    drift: Mapping[str, Fraction] = field(default_factory=dict[str, Fraction])
    """The factor by which written values exceed a member's cube."""
    held: LogFault | None = None
    """Faults unless the next row removes them.

    The value of an opening that the box must then decline, or equal dice for seats that must then be thrown
    again.
    """
    thrown: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """The dice of each player for the first seats, while some must throw again."""
    sure: bool = True
    """Whether no fault so far makes the payments unclear."""

    @property
    def totals(self) -> Mapping[str, int]:
        """The totals of all players."""
        if self.game is None:
            return self.before
        names = dict.fromkeys((*self.before, *self.game.net))
        return {name: self.before.get(name, 0) + self.game.net.get(name, 0) for name in names}


class FollowedLog(NamedTuple):
    """The state after a row, and its faults."""

    log: Log
    faults: tuple[LogFault, ...] = ()


def follow(log: Log, row: LogRow, options: LogOptions) -> FollowedLog:
    """The log after one more row, and the faults of the row, or of the row before that it reveals."""
    row = _answering(row, log.game)
    if row.kind == "again":
        # Of dice other than those for seats, only the last throw counts, which is in another row.
        return _thrown_again(log, row, log.held) if log.thrown and log.held is not None else FollowedLog(log)
    if log.held is None:
        return _follow(log, row, options)
    mends = row.kind == "skip" and not log.thrown
    step = _follow(replace(log, held=None, thrown={}), row, options)
    return step if mends else step._replace(faults=(log.held, *step.faults))


def _follow(log: Log, row: LogRow, options: LogOptions) -> FollowedLog:
    faults: list[LogFault] = []
    if row.number in log.past and row.number != log.number and row.kind != "order":
        params = {"player": row.who or row.word, "number": row.number}
        told = () if row.number in log.cut else (LogFault("illegal", "over", row.row, params, "number"),)
        return FollowedLog(replace(log, cut=log.cut | {row.number}, sure=False), told)
    if _begins(log, row):
        log, ended = _ended(log, row, options)
        faults += ended
    if log.game is None:
        if row.kind == "order":
            log, told = _seated(log, row)
            return FollowedLog(log, (*faults, *told))
        if log.due is None:
            told = () if log.lost else (LogFault("illegal", "no-seats", row.row),)
            return FollowedLog(replace(log, lost=True, sure=False), (*faults, *told))
        log = _with_game(log, row, log.due.seats)
    game = log.game
    assert game is not None  # noqa: S101 - begun above
    if row.kind is None:
        game = replace(game, doubt=frozenset(game.line), unsure=True)
        return FollowedLog(replace(log, game=game, sure=False), (*faults, _no_action(row)))
    if row.kind == "order":
        return FollowedLog(log, (*faults, *_dice_faults(row, game.seats, row.seating)))
    log, told = _acted(log, game, row, options)
    return FollowedLog(log, (*faults, *told))


def _no_action(row: LogRow) -> LogFault:
    """The fault of a row without an action, with the likely one."""
    near = nearest_action(row.word)
    if near is not None:
        return LogFault("illegal", "unknown-action-near", row.row, {"word": row.word, "near": near})
    return LogFault("illegal", "unknown-action" if row.word else "no-action", row.row, {"word": row.word})


def _acted(
    log: Log, game: ChouetteGame, row: LogRow, options: LogOptions
) -> tuple[Log, tuple[LogFault, ...]]:
    """The log after an action of its game, and its faults."""
    action = _action(row, game)
    step = act(game, action, options)
    # A fault of a row for several players is reported once.
    first = {(fault.rule, fault.kind, fault.row): fault for fault in reversed(step.faults)}
    told = tuple(
        fault
        for fault in step.faults
        if fault is first[fault.rule, fault.kind, fault.row]
        and str(fault.params.get("option", "")) not in log.told
    )
    log = replace(
        log,
        game=step.game,
        sure=log.sure and not step.game.unsure,
        told=log.told | {str(fault.params["option"]) for fault in told if "option" in fault.params},
    )
    if not step.faults and not step.game.doubt:
        log, values = _value_checked(log, row, game, options)
        told = (*told, *values)
    if not step.faults:
        told = (*told, *hand_faults(_hands(row, game), action, game, options))
    return log, told


def _answering(row: LogRow, game: ChouetteGame | None) -> LogRow:
    """The row with the meaning of a word for doubles, extras and automatic doubles alike."""
    if row.kind not in _EITHER:
        return row
    if row.kind == "decline" and game is not None and game.equal and not game.begun:
        return row._replace(kind="skip")
    of_extras = game is not None and bool(game.proposed) and not game.offers
    return row._replace(kind=_EITHER[row.kind][of_extras])


_EITHER = {"agree": ("take", "accept"), "decline": ("drop", "refuse")}
"""Its meaning for doubles, and for extras."""


def _begins(log: Log, row: LogRow) -> bool:
    """Whether a row belongs to another game than the rows before it."""
    if log.game is None:
        return False
    if row.kind == "order":
        return bool(row.seating.names) or log.game.winner is not None
    other = row.number not in ("", log.number)
    return (other and row.kind != "leave") or (
        row.kind == "open" and not row.number and log.game.winner is not None
    )


def _ended(log: Log, row: LogRow, options: LogOptions) -> tuple[Log, tuple[LogFault, ...]]:
    """The log between the end of a game and the next one."""
    game = log.game
    assert game is not None  # noqa: S101 - only called while there is one
    told: tuple[LogFault, ...] = ()
    if game.winner is None:
        if not game.doubt:
            told = (LogFault("illegal", "unfinished", row.row, {"number": log.number}, "number"),)
        due = SeatsDue(game.seats, sure=False)
    else:
        due = _due(game, options)
    over = game.winner is not None
    log = replace(
        log,
        past=log.past | {log.number},
        cut=log.cut if over else log.cut | {log.number},
        before=log.totals,
        sure=log.sure and over,
    )
    return replace(log, game=None, due=due, drift={}), told


def _due(game: ChouetteGame, options: LogOptions) -> SeatsDue:
    ways = may_keep(game, options)
    # If both are allowed, the box leaves, as the only source for it says.
    keeps = False not in ways
    seats = next_seats(game, keeps=keeps)
    params: dict[str, Param] = {"box": game.box, "captain": game.captain, "net": game.net[game.box]}
    stays = "left" if game.left else ""
    why = stays if keeps else "below" if game.is_below else "lost"
    other = next_seats(game, keeps=True) if len(ways) > 1 else None
    return SeatsDue(seats, why, params, not game.unsure, other)


def _with_game(log: Log, row: LogRow, seats: tuple[str, ...]) -> Log:
    return replace(
        log, game=begin(seats), games=log.games + 1, number=row.number or str(log.games + 1), lost=False
    )


def _seated(log: Log, row: LogRow) -> tuple[Log, tuple[LogFault, ...]]:
    """The game that an ``order`` starts, and the faults of its seats."""
    # Names stay in their first spelling.
    known = {name.casefold(): name for name in log.before}
    given = tuple(known.get(name.casefold(), name) for name in row.seating.names)
    if len(given) < FEWEST_SEATS or len({name.casefold() for name in given}) < len(given):
        kind = "few-seats" if len(given) < FEWEST_SEATS else "seat-twice"
        fault = LogFault("order", kind, row.row, {"given": given}, "to")
        if log.due is None:
            return replace(log, lost=True, sure=False), (fault,)
        return _with_game(replace(log, sure=False), row, log.due.seats), (fault,)
    told: tuple[LogFault, ...] = ()
    if log.due is None:
        told = tuple(_dice_faults(row, given, row.seating))
    elif log.due.sure:
        due = due_order(log.due.seats, given)
        if due != given and (log.due.other is None or due_order(log.due.other, given) != given):
            params = {**log.due.params, "due": due, "given": given}
            told = (LogFault("order", log.due.why, row.row, params, "to"),)
    log = _with_game(log, row, given)
    if told and told[0].kind == "dice-tied":
        return replace(log, held=told[0], thrown=_thrown_by(given, row.seating) or {}), ()
    return (_with_doubtful_seats(log), told) if told else (log, ())


def _with_doubtful_seats(log: Log) -> Log:
    """The actions show whether it was played or only written so; they cause no further faults."""
    game = log.game
    return log if game is None else replace(log, game=replace(game, doubt=frozenset(game.line)))


def _thrown_by(given: tuple[str, ...], seating: Seating) -> Mapping[str, tuple[int, ...]] | None:
    if seating.own_dice:
        return dict(zip(given, seating.own_dice, strict=True))
    return shared_out(given, seating.dice)


def _thrown_again(log: Log, row: LogRow, held: LogFault) -> FollowedLog:
    """The log after ties were thrown again, all in one row or each in one of their own.

    Without the dice for that, it is trusted.
    """
    known = {name.casefold(): name for name in log.thrown}
    names = tuple(known.get(name.casefold(), name) for name in row.seating.names or filter(None, [row.who]))
    if row.seating.own_dice:
        more = dict(zip(names, row.seating.own_dice, strict=True))
    else:
        had = list(log.thrown.values())
        tied = tuple(name for name, dice in log.thrown.items() if had.count(dice) > 1)
        more = {name: (die,) for name, die in zip(names or tied, row.seating.dice, strict=False)}
    free = replace(log, held=None, thrown={})
    if not more or not more.keys() <= log.thrown.keys():
        return FollowedLog(free)
    thrown = {name: (*before, *more.get(name, ())) for name, before in log.thrown.items()}
    after = seats_by_dice(thrown)
    wrong = _wrong_faces(chain.from_iterable(more.values()))
    if wrong:
        return FollowedLog(free, (LogFault("order", "dice-face", row.row, {"dice": wrong}, "to"),))
    if after.tied:
        still = LogFault("order", "dice-tied", row.row, {"names": after.tied}, "to")
        return FollowedLog(replace(log, held=still, thrown=thrown))
    if any(one != other and one == other[: len(one)] for one, other in permutations(thrown.values(), 2)):
        # Each throws again in a row of their own, and not all have done so.
        return FollowedLog(replace(log, thrown=thrown))
    given = tuple(thrown)
    if after.seats == given:
        return FollowedLog(free)
    fault = LogFault("order", "dice", held.row, {"due": after.seats, "given": given}, "to")
    return FollowedLog(_with_doubtful_seats(free), (fault,))


def _dice_faults(row: LogRow, given: tuple[str, ...], seating: Seating) -> Iterator[LogFault]:
    """The contradictions of the dice with the first seats."""
    if not (seating.own_dice or seating.dice):
        return
    dice = _thrown_by(given, seating)
    wrong = _wrong_faces(chain(seating.dice, *seating.own_dice))
    if wrong:
        yield LogFault("order", "dice-face", row.row, {"dice": wrong}, "to")
    elif dice is None:
        yield LogFault("order", "dice-number", row.row, {"players": len(given)}, "to")
    elif (thrown := seats_by_dice(dice)).tied:
        yield LogFault("order", "dice-tied", row.row, {"names": thrown.tied}, "to")
    elif thrown.seats != given:
        yield LogFault("order", "dice", row.row, {"due": thrown.seats, "given": given}, "to")


def _wrong_faces(dice: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, sorted({die for die in dice if not 1 <= die <= _SIDES})))


def _action(row: LogRow, game: ChouetteGame) -> Action:
    """The action of a row, with its names by the seats of the game."""
    known = {name.casefold(): name for name in game.seats}
    who = row.who
    to: list[str] = []
    for word in row.to:
        if word.casefold() in known:
            to.append(known[word.casefold()])
        elif part_of(word) in ("all", "team"):
            to += [name for name in game.cubes if name not in game.offers]
        else:
            to.append(_seat(word, game))
    if who.casefold() in known:
        who = known[who.casefold()]
        if row.kind == "win":
            who = "box" if who == game.box else "team"
    elif row.kind == "win":
        part = part_of(who)
        who = "team" if part == "captain" else part or who
    else:
        who = _seat(who, game)
    near = nearest_result(row.target) or "" if row.kind == "win" and not row.result else ""
    return Action(row.kind or "", who, tuple(to), row.dice, row.result, row.row, near)


def _seat(word: str, game: ChouetteGame) -> str:
    part = part_of(word)
    return game.box if part == "box" else game.acting_captain if part == "captain" else word


def _hands(row: LogRow, game: ChouetteGame) -> Hands:
    known = {name.casefold(): name for name in game.seats}
    return Hands(*(_hand(word, known, game) for word in (row.turn, row.mover)))


def _hand(word: str, known: Mapping[str, str], game: ChouetteGame) -> str:
    if word.casefold() in known:
        return known[word.casefold()]
    return TEAM if part_of(word) in ("all", "team") else _seat(word, game)


def _value_checked(
    log: Log, row: LogRow, before: ChouetteGame, options: LogOptions
) -> tuple[Log, tuple[LogFault, ...]]:
    """Checks the value of a row against the cube.

    A slip may be continued: values with the same factor are not reported again.
    """
    game = log.game
    if row.value is None or game is None:
        return log, ()
    expected = dict(_cubes_after(row, before, game))
    if not expected:
        return log, ()
    wrong = {
        member: Fraction(row.value, values[-1])
        for member, values in expected.items()
        if row.value not in values
        and Fraction(row.value) not in {log.drift.get(member, 1) * value for value in values}
    }
    right = {member for member, values in expected.items() if row.value in values}
    drift = {member: factor for member, factor in log.drift.items() if member not in right}
    if len(wrong) < len(expected):
        # With different cubes in one row, the value is that of one of them.
        return replace(log, drift=drift), ()
    due = next(iter(expected.values()))[-1]
    fault = LogFault("illegal", "value", row.row, {"value": row.value, "due": due}, "value")
    if row.kind == "open" and may_decline(game, options):
        cubes = declined(game, options).cubes.values()
        if row.value in {cube.value for cube in cubes}:
            numbered = fault._replace(params={"number": log.number, **fault.params})
            return replace(log, held=numbered), ()
    return replace(log, drift={**drift, **wrong}), (fault,)


def cubes_due(log: Log, row: LogRow, options: LogOptions) -> tuple[int, ...]:
    """The right values of a row, the likeliest first; none if unknown."""
    row = _answering(row, log.game)
    if log.game is None or row.kind is None or row.kind in {"order", "again"}:
        return ()
    game = act(log.game, _action(row, log.game), options).game
    found = [value for _, values in _cubes_after(row, log.game, game) for value in reversed(values)]
    return tuple(dict.fromkeys(found))


def _cubes_after(
    row: LogRow, before: ChouetteGame, after: ChouetteGame
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The members whose cube a row is about, each with possible values; the last is the likeliest.

    An offered cube is written as it is, or as after a take.
    """
    if row.kind in {"open", "skip"}:
        yield from ((member, (cube.value,)) for member, cube in after.cubes.items())
    elif row.kind == "double":
        for member, offer in after.offers.items():
            if member not in before.offers:
                yield member, (offer.before, 2 * offer.before)
    elif row.kind == "drop":
        for member in before.offers.keys() - after.offers.keys():
            yield member, (2 * before.offers[member].before, before.offers[member].before)
    elif row.kind in {"take", "beaver"}:
        for member in before.offers.keys() - after.offers.keys():
            if member in after.cubes:
                yield member, (after.cubes[member].value,)
    elif row.kind == "raccoon":
        for member in before.beavered.keys() - after.beavered.keys():
            yield member, (after.cubes[member].value,)
    elif row.kind in {"extra", "accept"} and before.took:
        taker = before.took[0].member
        # After an illegal row, the taker may be out of the game.
        if taker in before.cubes:
            yield taker, (before.cubes[taker].value,)
