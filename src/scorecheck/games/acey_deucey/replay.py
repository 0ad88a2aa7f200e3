"""Replays a transcript turn by turn, with all possible positions.

After a fault, the game continues from the written position and from the nearest legal plays; later turns
decide. If they fit none of them, the game is not judged further, since that would repeat the same fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from scorecheck.checks.words import plain
from scorecheck.games.acey_deucey.board import CHECKERS, OFF, START, Position
from scorecheck.games.acey_deucey.moves import (
    ACEY_DEUCEY,
    Dice,
    Hops,
    MoveFault,
    Opening,
    Reached,
    Throw,
    as_written,
    dice_of,
    followed,
    hops_of,
    is_complete,
    meant,
    misspelt_in,
    moves_text,
    no_hit,
    plays,
    settled,
    side_text,
    throw_of,
    why_illegal,
)
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.model.terms import Param


class End(NamedTuple):
    """The position after a turn, or a possible one."""

    position: Position
    again: bool = False
    """Whether a 1-2 and its double were played in full, so that the player rolls again.

    Unknown for a wrong turn.
    """


class WrittenTurn(NamedTuple):
    """The result of a written turn."""

    ends: tuple[End, ...]
    """Several if the notation or a fault leaves it open; none if unknown."""
    bonus: str = ""
    """The variant for a fault of the double; empty for none."""
    fault: MoveFault | None = None
    """Why the move is not legal."""


@lru_cache(maxsize=1024)
def turn(position: Position, throw: Throw, hops: Hops, *, only_enter: bool = False) -> WrittenTurn:
    """Judges a turn of the player to move in ``position``.

    ``only_enter``: the dice of the roll itself may only enter checkers.
    """
    hops = settled(hops, position)
    judged = _judged(position, throw, hops, only_enter)
    if judged is not None:
        return judged
    unmarked = tuple(hop._replace(hits=False) for hop in hops)
    bare = _judged(position, throw, unmarked, only_enter) if unmarked != hops else None
    if bare is not None:
        return bare._replace(bonus="", fault=no_hit(position, hops))
    named = throw.named is not None and dice_of(*throw.dice) == ACEY_DEUCEY
    fault, guesses = why_illegal(position, throw if named else throw._replace(named=None), hops, only_enter)
    return WrittenTurn(tuple(map(End, guesses)), fault=fault)


def _judged(position: Position, throw: Throw, hops: Hops, only_enter: bool) -> WrittenTurn | None:
    """The turn if its moves are legal, with or without a required double; else ``None``."""
    dice = dice_of(*throw.dice)
    rolled = tuple(_complete(position, hops, dice, only_enter=only_enter))
    played = meant(rolled)
    double = () if throw.named is None else dice_of(*throw.named)
    goes_on = dice == ACEY_DEUCEY and not any(here.left or here.position.is_over for here in rolled)
    if not double:
        bonus = "double-missing" if goes_on else ""
        return WrittenTurn(tuple(End(here.position) for here in played), bonus) if played else None
    if len(double) == 2:
        # No double was named, so the moves that belong to it are unknown.
        ends = played or meant(_after_roll(rolled, double))
        return WrittenTurn(tuple(End(here.position) for here in ends), "no-double")
    both = meant(_after_roll(rolled, double))
    if goes_on:
        ends = tuple(End(here.position, not (here.left or here.position.is_over)) for here in both)
        return WrittenTurn(ends) if ends else None
    ends = tuple(End(here.position) for here in played or both)
    return WrittenTurn(ends, _why_no_double(dice, played)) if ends else None


def _why_no_double(dice: Dice, played: Sequence[Reached]) -> str:
    if dice != ACEY_DEUCEY:
        return "double-not-due"
    return "won" if any(here.position.is_over for here in played) else "forfeited"


def _complete(position: Position, hops: Hops, dice: Dice, *, only_enter: bool = False) -> Iterator[Reached]:
    """The states after which no more dice can be played."""
    for here in followed(position, hops, dice, only_enter=only_enter):
        if is_complete(position, dice, here.left, only_enter=only_enter):
            yield here


def _after_roll(rolled: Sequence[Reached], double: Dice) -> Iterator[Reached]:
    """The states after the double as well."""
    for here in rolled:
        for end in _complete(here.position, here.hops, double):
            yield end._replace(unmarked=end.unmarked + here.unmarked)


_MOST_LINES = 40
"""The largest number of positions that are followed at once."""


class TurnRow(NamedTuple):
    """A turn as written. A cell that became a date has several meanings."""

    player: str
    rolls: tuple[str, ...]
    moves: tuple[str, ...]


class Branch(NamedTuple):
    """A possible position of the game."""

    position: Position
    """From the view of the first player."""
    due: int | None = None
    """Who rolls next; ``None`` for anybody."""
    again: bool = False
    """Whether that is because of a 1-2."""


class RowFault(NamedTuple):
    """A fault in a row."""

    rule: str
    """``illegal-move`` or ``bonus``."""
    role: str
    """The column of the fault."""
    variant: str
    params: Mapping[str, Param] = {}
    certain: bool = False
    """Whether it cannot follow from an earlier fault: no position would make it right."""


@record
class Replay:
    """A game as far as it was replayed."""

    players: tuple[str, ...] = ()
    lines: tuple[Branch, ...] = (Branch(START),)
    """All possible positions; none if unknown."""
    begun: bool = False
    """Whether a player has rolled for a turn."""
    forfeited: bool = False
    """Whether the last roll was a 1-2 that was not played in full."""
    doubted: bool = False
    """Whether there was a fault from which later ones may follow."""

    @property
    def is_over(self) -> bool:
        """Whether somebody has borne off all checkers."""
        return bool(self.lines) and all(winner_of(line.position) is not None for line in self.lines)


def winner_of(position: Position) -> int | None:
    """Which side has borne off all its checkers: 0, 1, or ``None``."""
    return next((at for at, one in enumerate(position) if one[OFF] == CHECKERS), None)


def advance(game: Replay, row: TurnRow, *, enter_first: bool = False) -> tuple[Replay, tuple[RowFault, ...]]:
    """The game after one more row, and the faults of the row.

    With ``enter_first``, the first roll of a player only enters checkers.
    """
    if not game.lines:
        return game, ()
    if game.is_over:
        return _stopped(game), (() if game.doubted else (RowFault("illegal-move", "who", "over"),))
    # If the end of the game is uncertain, another turn shows that it went on.
    game = replace(game, lines=tuple(line for line in game.lines if winner_of(line.position) is None))
    game, me = _seated(game, row.player)
    if me is None:
        variant = "third-player" if row.player.strip() else "no-player"
        params: dict[str, Param] = {"names": game.players} if variant == "third-player" else {}
        return _stopped(game), (RowFault("illegal-move", "who", variant, params),)
    throws = [throw for throw in map(throw_of, row.rolls) if throw is not None]
    moves = [hops for hops in map(hops_of, row.moves) if hops is not None]
    if not game.begun and throws and isinstance(throws[0], Opening) and moves and not moves[0]:
        # The roll of one die each for the first turn is no turn.
        return game, ()
    rolled = [throw for throw in throws if not isinstance(throw, Opening)]
    return _moved(game, _TurnSaid(me, rolled, moves, enter_first), row)


class _TurnSaid(NamedTuple):
    """The turn in a row."""

    me: int
    """The player, by position."""
    rolled: Sequence[Throw]
    moves: Sequence[Hops]
    enter_first: bool


def _moved(game: Replay, said: _TurnSaid, row: TurnRow) -> tuple[Replay, tuple[RowFault, ...]]:
    """The game after a turn, in order or not, and its faults."""
    game, order = _in_turn(game, said.me)
    if order and game.doubted:
        return _stopped(game), ()
    clear = bool(said.rolled and said.moves)
    after, told = _likeliest(game, said) if clear else _unclear(game, said, row)
    after = replace(after, begun=True)
    if order:
        theirs = _of_the_other(game, said) if told and clear else None
        # If a turn of the other player is missing, the next moves need not fit.
        return theirs or (replace(after, doubted=True), order)
    if told and game.doubted and not any(one.certain for one in told):
        return _stopped(after), ()
    return after, told


def _of_the_other(game: Replay, said: _TurnSaid) -> tuple[Replay, tuple[RowFault, ...]] | None:
    """A move out of turn and illegal, as the other player's, if it is legal so."""
    me = said.me
    if len(game.players) != 2:
        return None
    theirs, wrong = _likeliest(game, said._replace(me=1 - me))
    if wrong:
        return None
    params: dict[str, Param] = {"player": game.players[me], "due": game.players[1 - me]}
    return replace(theirs, begun=True), (RowFault("bonus", "who", "wrong-player", params),)


def _likeliest(game: Replay, said: _TurnSaid) -> tuple[Replay, tuple[RowFault, ...]]:
    """The game after a turn.

    In a move that became a date, the number format shows the order of the numbers, or else the rules do.
    """
    me, rolled, moves, enter_first = said
    ways = [_played(game, me, rolled[0], hops, enter_first) for hops in moves]
    return min(ways, key=lambda way: len(way[1]))


def _stopped(game: Replay) -> Replay:
    return replace(game, lines=())


def _seated(game: Replay, name: str) -> tuple[Replay, int | None]:
    """The game with its player and position; nobody for a third player.

    An empty cell stands for the player who is due, if that is certain.
    """
    word = plain(name)
    if not word:
        dues = {line.due for line in game.lines}
        due = dues.pop() if len(dues) == 1 else None
        return game, due if len(game.players) == 2 else None
    for at, other in enumerate(game.players):
        if plain(other) == word:
            return game, at
    if len(game.players) == 2:
        return game, None
    return replace(game, players=(*game.players, name.strip())), len(game.players)


def _in_turn(game: Replay, me: int) -> tuple[Replay, tuple[RowFault, ...]]:
    """The game with only the positions in which a player may roll now, or the fault of the turn."""
    mine = tuple(line for line in game.lines if line.due in (None, me))
    if mine:
        return replace(game, lines=mine), ()
    lines = tuple(line._replace(due=None) for line in game.lines)
    if any(line.again for line in game.lines):
        variant, who = "roll-missing", game.players[1 - me]
    else:
        variant, who = "again-forfeited" if game.forfeited else "again", game.players[me]
    return replace(game, lines=lines), (RowFault("bonus", "who", variant, {"player": who}),)


def _seen_by(position: Position, me: int) -> Position:
    return position if me == 0 else position.turned


def _played(
    game: Replay, me: int, throw: Throw, hops: Hops, enter_first: bool
) -> tuple[Replay, tuple[RowFault, ...]]:
    """The game after a turn, for positions in which it is legal; else for those with the smallest fault."""
    positions = [_seen_by(line.position, me) for line in game.lines]
    judged = [
        turn(position, throw, hops, only_enter=enter_first and not any(position.mover[:-1]))
        for position in positions
    ]
    legal = [one for one in judged if one.fault is None]
    right = [one for one in legal if not one.bonus]
    least_wrong = right or legal or judged
    # After a wrong turn, anybody may be due: it may have been a 1-2.
    lines = dict.fromkeys(_after(end, me, sure=bool(right)) for one in least_wrong for end in one.ends)
    kept = tuple(lines)[:_MOST_LINES]
    forfeited = dice_of(*throw.dice) == ACEY_DEUCEY and not any(line.again for line in kept)
    after = replace(game, lines=kept, forfeited=forfeited, doubted=game.doubted or not legal)
    return after, () if right else (_fault_of(least_wrong[0], throw, positions[0]),)


def _fault_of(written: WrittenTurn, throw: Throw, position: Position) -> RowFault:
    """The fault of a turn: a missing bonus, else the move."""
    named = "-".join(map(str, throw.named)) if throw.named else ""
    roll = "-".join(map(str, throw.dice))
    if written.fault is None:
        return RowFault("bonus", "roll", written.bonus, {"roll": roll, "double": named})
    return _illegal(written.fault, position, f"{roll} {named}".strip())


def _after(end: End, me: int, *, sure: bool) -> Branch:
    """A position after one end of a turn; the next player is open if uncertain."""
    due = (me if end.again else 1 - me) if sure else None
    return Branch(_seen_by(end.position, me), due, end.again and sure)


def _illegal(fault: MoveFault, position: Position, roll: str) -> RowFault:
    params: dict[str, Param] = {
        "where": fault.where,
        "roll": roll,
        "legal": fault.legal,
        "mine": side_text(position.mover),
        "theirs": side_text(position.other),
    }
    return RowFault("illegal-move", "move", fault.reason, params, fault.of_dice)


def _unclear(game: Replay, said: _TurnSaid, row: TurnRow) -> tuple[Replay, tuple[RowFault, ...]]:
    """The game after a row with an unreadable roll or move, as far as the other cell allows."""
    me, rolled, moves, _ = said
    lines: dict[Branch, None] = {}
    legal = ""
    for line in game.lines:
        position = _seen_by(line.position, me)
        if rolled:
            found = plays(position, dice_of(*rolled[0].dice))
            legal = legal or next((moves_text(way) for way in found.values()), "")
            if rolled[0].named is None:
                lines.update({Branch(_seen_by(after, me)): None for after in found})
        elif moves:
            after = as_written(position, settled(moves[0], position))
            if after is not None:
                lines[Branch(_seen_by(after, me))] = None
    kept = tuple(lines) if len(lines) <= _MOST_LINES else ()
    after = replace(game, lines=kept, forfeited=False, doubted=True)
    position = _seen_by(game.lines[0].position, me)
    params: dict[str, Param] = {
        "text": (row.moves if rolled else row.rolls)[0] or "–",
        "legal": legal,
        "mine": side_text(position.mover),
        "theirs": side_text(position.other),
    }
    if rolled:
        variant, misspelt = "unclear-move", misspelt_in(row.moves[0]) if row.moves else None
        if misspelt is not None:
            variant = "misspelt-move"
            params["word"], params["near"] = misspelt
        return after, (RowFault("illegal-move", "move", variant, params, certain=True),)
    return after, (RowFault("illegal-move", "roll", "unclear-roll", params, certain=True),)
