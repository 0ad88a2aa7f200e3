"""The legal plays of a roll, and the plays that a written move may be.

A play uses as many of the dice as it can: all four of a double, else both numbers; where only one of the two
can be played, the higher one if possible. The bar comes first. A checker is borne off only with all fifteen
home or off, by the exact number, or by a higher one if nothing stands further back.

A written move leads to all states after legal steps to its places; where there are none, to the reason, the
nearest legal move, and possible positions after it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from scorecheck.checks.words import nearest_word, plain, vocabulary
from scorecheck.games.acey_deucey.board import (
    BAR,
    FAR,
    OFF,
    WAITING,
    CheckerStep,
    Position,
    SideCheckers,
    is_blocked,
    is_home,
    moved,
    target_of,
)
from scorecheck.model.record import NamedTuple

EITHER = WAITING + 1
"""A move from 25: off the bar if a checker is there, else entering."""

_MOST_HOPS = 8
"""The largest number of hops: two of a 1-2, four of its double, and some for errors."""
_LONGEST = 120


class Throw(NamedTuple):
    """A roll: the two dice, and the named double after a 1-2."""

    dice: tuple[int, int]
    named: tuple[int, int] | None = None


class Opening(NamedTuple):
    """The roll of one die for the first turn."""

    die: int


class Hop(NamedTuple):
    """A written move of a checker, by one die or by several at once."""

    source: int
    target: int
    hits: bool = False
    """Whether it is marked with a ``*``."""


_DIGITS = re.compile(r"[1-6]")
_ROLL = re.compile(r"[\s(\[]*[1-6](?:[^\w]*0?[1-6]){0,3}[\s)\]]*", re.ASCII)


def throw_of(text: str) -> Throw | Opening | None:
    """The roll in a cell; ``None`` if it is unreadable.

    Two digits are a roll, a third and a fourth the named double; one alone decides who starts.
    """
    if len(text) > _LONGEST or not _ROLL.fullmatch(text):
        return None
    numbers = [int(digit) for digit in _DIGITS.findall(text)]
    if len(numbers) == 1:
        return Opening(numbers[0])
    first, second, *named = numbers
    return Throw((first, second), (named[0], named[-1]) if named else None)


_nearest = partial(nearest_word, parts=("games", "acey_deucey", "columns.toml"), section="moves")
_words = partial(vocabulary, "games", "acey_deucey", "columns.toml", section="moves")
_ARROWS = re.compile(r"\s*(?:->|=>|[/>→–—−-])\s*")
_TIMES = re.compile(r"\s*\(\s*[x×]?\s*([1-9])\s*[x×]?\s*\)", re.ASCII)


def hops_of(text: str) -> tuple[Hop, ...] | None:
    """The moves in a cell, with chains separated and ``(2)`` expanded; ``None`` if unclear.

    A dash, an empty cell or a word such as ``pass`` is no move.
    """
    text = text.strip()
    if not text.strip("-–—−/. ") or _words().get(plain(text)) == "none":
        return ()
    if len(text) > _LONGEST:
        return None
    hops: list[Hop] = []
    for move in re.split(r"[\s,;]+", _ARROWS.sub("/", _TIMES.sub(r"(\1)", text))):
        of_move = _hops_of_move(move) if move else ()
        if of_move is None or len(hops) + len(of_move) > _MOST_HOPS:
            return None
        hops += of_move
    return tuple(hops)


def _hops_of_move(move: str) -> tuple[Hop, ...] | None:
    times = re.search(r"\(([1-9])\)", move)
    count = int(times[1]) if times else 1
    if times:
        # In ``24/18(2)*`` the mark belongs to the last point.
        move = move[: times.start()] + move[times.end() :]
    places = [(_place(part.rstrip("*")), part.endswith("*")) for part in move.split("/")]
    if len(places) < 2:
        return None
    hops: list[Hop] = []
    for (source, _), (target, hits) in pairwise(places):
        if source is None or target is None:
            return None
        if not OFF <= target < min(source, FAR):
            return None
        hops.append(Hop(source, target, hits))
    # Only the first of several checkers can hit on a point.
    return (*hops, *(hop._replace(hits=False) for _ in range(count - 1) for hop in hops))


def misspelt_in(text: str) -> tuple[str, str] | None:
    """The first unknown word in a move that is similar to a known one, and that one."""
    for word in re.findall(r"[^\W\d_]+", text[:_LONGEST]):
        near = None if plain(word) in _words() else _nearest(word)
        if near is not None:
            return word, near
    return None


def _place(word: str) -> int | None:
    if word.isascii() and word.isdecimal() and len(word) <= 2:
        return EITHER if int(word) == FAR else int(word) if int(word) < FAR else None
    return _PLACES.get(_words().get(plain(word), ""))


_PLACES = {"bar": BAR, "enter": WAITING, "off": OFF}


def moves_text(steps: Sequence[CheckerStep]) -> str:
    """The text of a play, ``-`` for none."""
    counts = Counter((step.source, step.target) for step in steps)
    hits = {(step.source, step.target) for step in steps if step.hit}
    texts: list[str] = []
    for way, count in counts.items():
        source, target = map(place_text, way)
        texts.append(f"{source}/{target}{'*' * (way in hits)}{f'({count})' * (count > 1)}")
    return " ".join(texts) or "-"


def side_text(one: SideCheckers) -> str:
    """The text of a side: ``24(2) 18 bar(1) enter(12)``."""
    points = [(str(point), one[point]) for point in range(FAR - 1, OFF, -1)]
    texts = [f"{name}({count})" if count > 1 else name for name, count in points if count]
    aside = ((name, one[place]) for place, name in sorted(_NAMES.items(), reverse=True) if place != EITHER)
    return " ".join([*texts, *(f"{name}({count})" for name, count in aside if count)])


_NAMES = {OFF: "off", BAR: "bar", WAITING: "enter", EITHER: "25"}


def place_text(place: int) -> str:
    """The text of a place in a move."""
    return _NAMES.get(place, str(place))


def hop_text(hop: Hop) -> str:
    """The text of a hop."""
    return f"{place_text(hop.source)}/{place_text(hop.target)}{'*' * hop.hits}"


Dice: TypeAlias = "tuple[int, ...]"
"""The numbers still to play: two different ones, or up to four equal ones."""

ACEY_DEUCEY: Dice = (2, 1)
"""The roll after which a player names a double and rolls again."""


def dice_of(first: int, second: int) -> Dice:
    """The numbers of a roll, the higher one first: a double counts twice."""
    return (first,) * 4 if first == second else (max(first, second), min(first, second))


def may_step(position: Position, source: int, die: int) -> bool:
    """Whether a die may move a checker from a place, as far as that alone decides."""
    mover = position.mover
    if not mover[source] or (mover[BAR] and source != BAR):
        return False
    target = target_of(source, die)
    if target != OFF:
        return not is_blocked(position, target)
    return is_home(mover) and (source == die or not any(mover[source + 1 : FAR]))


def steps(
    position: Position, die: int, *, only_enter: bool = False
) -> Iterator[tuple[CheckerStep, Position]]:
    """All steps that one die allows, with their positions.

    With ``only_enter``, only those that enter a checker.
    """
    places = (BAR,) if position.mover[BAR] else _SOURCES
    for source in places[:1] if only_enter else places:
        if may_step(position, source, die):
            target = target_of(source, die)
            after, hit = moved(position, source, target)
            yield CheckerStep(source, target, hit), after


_SOURCES = (WAITING, *range(FAR - 1, OFF, -1))


def most(position: Position, dice: Dice, *, only_enter: bool = False) -> int:
    """The largest number of dice that can be played."""
    return _most(position, dice, only_enter, {})


def _most(position: Position, dice: Dice, only_enter: bool, known: dict[tuple[Position, Dice], int]) -> int:
    if not dice:
        return 0
    if (position, dice) not in known:
        best = 0
        for die, rest in _choices(dice):
            for _, after in steps(position, die, only_enter=only_enter):
                best = max(best, 1 + _most(after, rest, only_enter, known))
                if best == len(dice):
                    break
            if best == len(dice):
                break
        known[position, dice] = best
    return known[position, dice]


def _choices(dice: Dice) -> Iterator[tuple[int, Dice]]:
    """Each number that can be played next, with the remaining ones."""
    for at, die in enumerate(dice):
        if at == 0 or die != dice[at - 1]:
            yield die, dice[:at] + dice[at + 1 :]


def is_complete(position: Position, dice: Dice, left: Dice, *, only_enter: bool = False) -> bool:
    """Whether a play that leaves these dice uses as many as it must."""
    used = len(dice) - len(left)
    if used != most(position, dice, only_enter=only_enter):
        return False
    if used != 1 or len(set(dice)) == 1:
        return True
    high = max(dice)
    return high not in left or not any(steps(position, high, only_enter=only_enter))


def plays(
    position: Position, dice: Dice, *, only_enter: bool = False
) -> Mapping[Position, tuple[CheckerStep, ...]]:
    """All legal plays: the position, and one way to it.

    A roll that cannot be used gives the same position, by no step.
    """
    reached: dict[tuple[Position, Dice], tuple[CheckerStep, ...]] = {(position, dice): ()}
    waiting = [(position, dice)]
    for here in waiting:
        for die, rest in _choices(here[1]):
            for step, after in steps(here[0], die, only_enter=only_enter):
                if (after, rest) not in reached:
                    reached[after, rest] = (*reached[here], step)
                    waiting.append((after, rest))
    fewest = min(len(rest) for _, rest in reached)
    ends = {(after, rest): way for (after, rest), way in reached.items() if len(rest) == fewest}
    highest = min((rest for _, rest in ends if len(rest) == 1), default=())
    if len(dice) == 2 and fewest == 1:
        ends = {(after, rest): way for (after, rest), way in ends.items() if rest == highest}
    return {after: way for (after, _), way in ends.items()}


Hops: TypeAlias = "tuple[Hop, ...]"


class Reached(NamedTuple):
    """A state within a move: the hops and dice that are left."""

    position: Position
    hops: Hops
    left: Dice
    unmarked: int = 0
    """The number of unmarked hits; the meant move is the one with the fewest."""


def settled(hops: Hops, position: Position) -> Hops:
    """Hops from 25 come off the bar as long as a checker is there, then enter."""
    on_bar = position.mover[BAR] - sum(1 for hop in hops if hop.source == BAR)
    found: list[Hop] = []
    for hop in hops:
        if hop.source != EITHER:
            found.append(hop)
            continue
        found.append(hop._replace(source=BAR if on_bar > 0 else WAITING))
        on_bar -= 1
    return tuple(found)


def followed(position: Position, hops: Hops, dice: Dice, *, only_enter: bool = False) -> Iterator[Reached]:
    """All states after legal steps that follow the hops.

    The hops may be in any order, one may use several dice, and a marked hop must hit.
    """
    seen: dict[tuple[Position, Hops, Dice], int] = {}
    waiting = [Reached(position, tuple(sorted(hops, reverse=True)), dice)]
    while waiting:
        here = waiting.pop()
        if seen.get(here[:3], here.unmarked + 1) <= here.unmarked:
            continue
        seen[here[:3]] = here.unmarked
        yield here
        for at, hop in enumerate(here.hops):
            if (at and hop == here.hops[at - 1]) or (only_enter and hop.source not in (BAR, WAITING)):
                continue
            for die in set(here.left):
                if may_step(here.position, hop.source, die):
                    after = _after(here, at, die)
                    if after is not None:
                        waiting.append(after)


def _after(here: Reached, at: int, die: int) -> Reached | None:
    """The state after one die for a hop; ``None`` if the hop does not allow that."""
    hop = here.hops[at]
    target = target_of(hop.source, die)
    if target < hop.target:
        return None
    position, hit = moved(here.position, hop.source, target)
    arrived = target == hop.target
    if arrived and hop.hits and not hit:
        return None
    rest = [*here.hops[:at], *here.hops[at + 1 :]]
    if not arrived:
        rest.append(hop._replace(source=target))
    dice = list(here.left)
    dice.remove(die)
    unmarked = here.unmarked + (hit and not (arrived and hop.hits))
    return Reached(position, tuple(sorted(rest, reverse=True)), tuple(dice), unmarked)


def meant(reached: Iterable[Reached]) -> tuple[Reached, ...]:
    """The complete states with the fewest unmarked hits, each position once."""
    positions: dict[Position, Reached] = {}
    for here in sorted((here for here in reached if not here.hops), key=lambda here: here.unmarked):
        positions.setdefault(here.position, here)
    fewest = min((here.unmarked for here in positions.values()), default=0)
    return tuple(here for here in positions.values() if here.unmarked == fewest)


def as_written(position: Position, hops: Hops) -> Position | None:
    """The position by the hops alone, whatever the dice are; ``None`` if they are impossible."""
    todo = list(hops)
    while todo:
        for hop in todo:
            if position.mover[hop.source] and not (hop.target != OFF and is_blocked(position, hop.target)):
                position, _ = moved(position, hop.source, hop.target)
                todo.remove(hop)
                break
        else:
            return None
    return position


def can_be_made(hops: Hops, dice: Dice) -> bool:
    """Whether the dice allow these hops on any board."""
    if not hops:
        return True
    hop = hops[0]
    for at, die in enumerate(dice):
        target = target_of(hop.source, die)
        if die in dice[:at] or target < hop.target:
            continue
        rest = hops[1:] if target == hop.target else (hop._replace(source=target), *hops[1:])
        if can_be_made(rest, dice[:at] + dice[at + 1 :]):
            return True
    return False


class MoveFault(NamedTuple):
    """The fault of a move."""

    reason: str
    """The variant of the message."""
    where: str = ""
    """The part of the move, or the place, that is wrong."""
    legal: str = ""
    """The legal move nearest to the written one."""
    of_dice: bool = False
    """Whether the dice allow no such move on any board."""


_MOST_GUESSES = 60
_NEAR = 4
"""The distance of two positions that differ by one checker."""
_MOST_TRIED = 6


def no_hit(position: Position, hops: Hops) -> MoveFault:
    """The fault of a move that is legal except for a mark without a hit."""
    wrong = next((hop for hop in hops if hop.hits and position.other[FAR - hop.target] != 1), hops[0])
    right = (hop._replace(hits=False) if hop == wrong else hop for hop in hops)
    return MoveFault("no-hit", str(wrong.target), " ".join(map(hop_text, right)))


def why_illegal(
    position: Position, throw: Throw, hops: Hops, only_enter: bool
) -> tuple[MoveFault, tuple[Position, ...]]:
    """The fault of a move, and the positions that may follow it, the likeliest first.

    That is the written position, then legal plays in which at most one checker moved differently.
    """
    near = _near(position, throw, hops, only_enter)
    reason, where = _reason(position, throw, hops, only_enter)
    legal = near[0][2] if near else "-"
    said = as_written(position, hops)
    guesses = dict.fromkeys(() if said is None else (said,))
    guesses |= dict.fromkeys(end for far, end, _ in near if far <= _NEAR)
    return MoveFault(reason, where, legal, reason == "dice"), tuple(guesses)[:_MOST_GUESSES]


_NOBODY = {BAR: "nobody-on-bar", WAITING: "nobody-to-enter"}


def _reason(position: Position, throw: Throw, hops: Hops, only_enter: bool) -> tuple[str, str]:
    """Why no legal play is as written, and the part that is wrong."""
    dice = dice_of(*throw.dice)
    double: Dice = () if throw.named is None else dice_of(*throw.named)
    if hops and not most(position, dice, only_enter=only_enter):
        return "none", ""
    if not can_be_made(hops, (*dice, *double)):
        return "dice", next((hop_text(hop) for hop in hops if not can_be_made((hop,), (*dice, *double))), "")
    nobody = _where_nobody_is(position, hops)
    if nobody is not None:
        return _NOBODY.get(nobody, "nobody"), place_text(nobody)
    if hops and position.mover[BAR] > sum(hop.source == BAR for hop in hops):
        return "bar", ""
    if only_enter and any(hop.source not in (BAR, WAITING) for hop in hops):
        return "enter-first", ""
    for hop in hops:
        if hop.target != OFF and is_blocked(position, hop.target):
            return "blocked", str(hop.target)
    return _reason_of_order(position, dice, double, hops, only_enter)


def _where_nobody_is(position: Position, hops: Hops) -> int | None:
    """The first place that more checkers leave than are there or arrive."""
    leaving, arriving = Counter(hop.source for hop in hops), Counter(hop.target for hop in hops)
    return next((at for at in leaving if leaving[at] > position.mover[at] + arriving[at]), None)


def _reason_of_order(
    position: Position, dice: Dice, double: Dice, hops: Hops, only_enter: bool
) -> tuple[str, str]:
    """The fault if each hop alone is possible: not home yet, passed over, or not all dice played."""
    off = [hop for hop in hops if hop.target == OFF]
    if off:
        inside = as_written(position, tuple(hop for hop in hops if hop.target != OFF))
        if inside is not None and not is_home(inside.mover):
            return "not-home", hop_text(off[0])
    for here in followed(position, hops, dice, only_enter=only_enter):
        doubled = followed(here.position, here.hops, double) if double and not here.left else ()
        if not here.hops or any(not end.hops for end in doubled):
            used = len(dice) - len(here.left)
            if used == 1 and not double and used == most(position, dice, only_enter=only_enter):
                return "higher", str(max(dice))
            return "more", ""
    if off:
        return "further-back", hop_text(off[0])
    return "between", ""


def _near(position: Position, throw: Throw, hops: Hops, only_enter: bool) -> list[tuple[int, Position, str]]:
    """Legal plays with their distance from the hops, their positions and texts; the nearest first.

    After a 1-2, the double is tried only from some of the nearest positions.
    """
    wanted = list(position.mover)
    for hop in hops:
        wanted[hop.source] -= 1
        wanted[hop.target] += 1
    dice = dice_of(*throw.dice)
    found: list[tuple[int, Position, str]] = []
    rolled = sorted(
        plays(position, dice, only_enter=only_enter).items(), key=lambda one: _distance(one[0].mover, wanted)
    )
    double: Dice = () if throw.named is None else dice_of(*throw.named)
    for after, way in rolled[: _MOST_TRIED if double else None]:
        goes_on = len(way) == len(dice) and not after.is_over
        for last, more in plays(after, double if goes_on else ()).items():
            found.append((_distance(last.mover, wanted), last, moves_text((*way, *more))))
    return sorted(found, key=lambda one: one[0])


def _distance(one: SideCheckers, other: Sequence[int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
