"""A second way to find the plays of acey-deucey, and to judge a transcript; and counts by both ways.

The second way knows nothing of the first: it holds one board with signed points as white sees them, and plays
every order of the dice without remembering anything.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

from scorecheck.games.acey_deucey.board import BAR, CHECKERS, OFF, START, WAITING, Position, SideCheckers
from scorecheck.games.acey_deucey.moves import dice_of, plays

if TYPE_CHECKING:
    from collections.abc import Sequence


def side(points: dict[int, int], *, bar: int = 0, off: int = 0) -> SideCheckers:
    """A side with checkers on these points, on the bar and off; the rest are to be entered."""
    places = [points.get(place, 0) for place in range(WAITING + 1)]
    places[BAR], places[OFF] = bar, off
    places[WAITING] = CHECKERS - sum(places)
    return tuple(places)


ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]

Board = tuple[tuple[int, ...], tuple[int, int], tuple[int, int], tuple[int, int]]
"""Points 1 to 24 as white sees them, white's positive and black's negative; bar, waiting and off of both."""


@lru_cache(maxsize=1 << 10)
def brute(board: Board, roll: tuple[int, int], *, white: bool = True) -> frozenset[Board]:
    """Every position that a legal play gives, by trying all orders of the dice."""
    lines: set[tuple[tuple[int, ...], Board]] = set()

    def go(board: Board, dice: list[int], used: tuple[int, ...]) -> None:
        lines.add((used, board))
        if dice:
            for after in by_one(board, dice[0], white=white):
                go(after, dice[1:], (*used, dice[0]))

    numbers = [roll[0]] * 4 if roll[0] == roll[1] else list(roll)
    for order in set(permutations(numbers)):
        go(board, list(order), ())
    longest = max(len(used) for used, _ in lines)
    best = [(used, after) for used, after in lines if len(used) == longest]
    if longest == 1 and roll[0] != roll[1] and any(max(roll) in used for used, _ in best):
        best = [(used, after) for used, after in best if max(roll) in used]
    return frozenset(after for _, after in best)


def by_one(board: Board, die: int, *, white: bool) -> list[Board]:
    points, bars, waits, offs = board
    me, sign = (0, 1) if white else (1, -1)
    found: list[Board] = []

    def put(points: list[int], bars: list[int], target: int) -> bool:
        there = points[target] * sign
        if there < -1:
            return False
        if there == -1:
            points[target] = 0
            bars[1 - me] += 1
        points[target] += sign
        return True

    if bars[me] or waits[me]:
        new_points, new_bars, new_waits = list(points), list(bars), list(waits)
        (new_bars if bars[me] else new_waits)[me] -= 1
        if put(new_points, new_bars, 24 - die if white else die - 1):
            found.append((tuple(new_points), tuple(new_bars), tuple(new_waits), offs))
    if bars[me]:
        return found
    homes = range(6) if white else range(18, 24)
    mine = [at for at in range(24) if points[at] * sign > 0]
    may_bear_off = not waits[me] and all(at in homes for at in mine)
    for at in mine:
        target = at - sign * die
        new_points, new_bars = list(points), list(bars)
        new_points[at] -= sign
        if 0 <= target < 24:
            if put(new_points, new_bars, target):
                found.append((tuple(new_points), tuple(new_bars), waits, offs))
        elif may_bear_off and (target in (-1, 24) or at == (max(mine) if white else min(mine))):
            new_offs = list(offs)
            new_offs[me] += 1
            found.append((tuple(new_points), bars, waits, tuple(new_offs)))
    return found


def as_board(position: Position, *, white: bool = True) -> Board:
    one, other = position if white else position.turned
    points = tuple(one[p] - other[25 - p] for p in range(1, 25))
    return points, (one[25], other[25]), (one[26], other[26]), (one[0], other[0])


EMPTY: Board = ((0,) * 24, (0, 0), (15, 15), (0, 0))


def apply(board: Board, steps: Sequence[tuple[str, str]], *, white: bool) -> Board | None:
    """The board after steps such as ``("bar", "22")``, whatever the dice say; ``None`` if impossible."""
    me, sign = (0, 1) if white else (1, -1)
    points, bars, waits, offs = (list(part) for part in board)
    for source, target in steps:
        if source in ("bar", "enter"):
            (bars if source == "bar" else waits)[me] -= 1
        else:
            at = int(source) - 1 if white else 24 - int(source)
            if points[at] * sign <= 0:
                return None
            points[at] -= sign
        if target == "off":
            offs[me] += 1
            continue
        at = int(target) - 1 if white else 24 - int(target)
        if points[at] * sign < -1:
            return None
        if points[at] * sign == -1:
            points[at] = 0
            bars[1 - me] += 1
        points[at] += sign
    if min(*bars, *waits) < 0:
        return None
    return tuple(points), (bars[0], bars[1]), (waits[0], waits[1]), (offs[0], offs[1])


def first_wrong(rows: Sequence[tuple[int, str, list[tuple[str, str]]]]) -> int | None:
    """The first row of a game that is not right; ``None`` if all are, whether it ended or not.

    A row is who moves (0 or 1), the roll, and the steps one by one.
    """
    board = EMPTY
    due: int | None = None
    for at, (who, roll, steps) in enumerate(rows):
        if max(board[3]) == 15 or due not in (None, who):
            return at
        white = who == 0
        numbers = [int(c) for c in roll if c.isdigit()]
        dice, named = (numbers[0], numbers[1]), numbers[2:]
        due = 1 - who
        found: Board | None = None
        if set(dice) != {1, 2}:
            after = apply(board, steps, white=white)
            fits = len(steps) <= (4 if dice[0] == dice[1] else 2)
            if not named and fits and after is not None and after in brute(board, dice, white=white):
                found = after
        else:
            for split in range(min(2, len(steps)) + 1):
                between = apply(board, steps[:split], white=white)
                if between is None or between not in brute(board, dice, white=white):
                    continue
                goes_on = split == 2 and max(between[3]) < 15
                if goes_on != bool(named):
                    continue
                if not goes_on:
                    found = between if split == len(steps) else found
                    continue
                after = apply(between, steps[split:], white=white)
                double = (named[0], named[1])
                if (
                    after is not None
                    and named[0] == named[1]
                    and after in brute(between, double, white=white)
                ):
                    found = after
                    due = who if len(steps) == split + 4 and max(after[3]) < 15 else 1 - who
        if found is None:
            return at
        board = found
    return None


def counted_both_ways(depth: int, every: int = 1) -> list[int]:
    """How many lines of plays there are from the start, roll after roll without the bonus of a 1-2.

    Both ways must give the same positions, or this fails; after the last roll those of each ``every``-th
    position are compared.
    """
    here: Counter[Position] = Counter({START: 1})
    counts = [1]
    for turn in range(depth):
        white = turn % 2 == 0
        following: Counter[Position] = Counter()
        for at, (position, times) in enumerate(here.items()):
            compared = turn < depth - 1 or at % every == 0
            board = as_board(position, white=white)
            for roll in ROLLS:
                reached = [after.turned for after in plays(position, dice_of(*roll))]
                following.update(dict.fromkeys(reached, times))
                if compared:
                    assert {as_board(one, white=not white) for one in reached} == brute(
                        board, roll, white=white
                    )
        here = following
        counts.append(here.total())
    return counts
