"""Names beside the points: who won, who played Re, who played alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scorecheck.checks.words import BETWEEN_NAMES, names_in, position_of
from scorecheck.model.cells import NOTHING_MARKS, Number
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet

_FEWEST = 3


def named_in(value: object, players: Sequence[str]) -> frozenset[int] | None:
    """The positions of the players named in a cell; ``None`` where it holds anything but names."""
    names: Sequence[str] = names_in(value)
    found = {position_of(name, players) for name in names}
    if None in found:
        found = {position_of(name, players) for name in str(value).split()}
    known = frozenset(at for at in found if at is not None)
    return known if names and len(known) == len(found) else None


def only_one_in(value: object, players: Sequence[str]) -> int | None:
    """The position of the one player named in a cell; ``None`` where it holds anything else."""
    named = named_in(value, players) or ()
    return next(iter(named)) if len(named) == 1 else None


def naming(sheet: Sheet, column: int, named: Iterable[int]) -> str:
    """Some players as a column of names would write them: with its separator, and as short as its names."""
    players = sheet.players
    cells = [str(sheet.table.value(row, column)) for row in range(sheet.stop)]
    cells = [cell for cell in cells if named_in(cell, players)]
    marks = (re.search(BETWEEN_NAMES, cell) or re.search(r"\s+", cell.strip()) for cell in cells)
    between = next((mark[0] for mark in marks if mark), " + ")
    letters = max(
        (len(name) for cell in cells for name in re.split(f"{BETWEEN_NAMES}|\\s+", cell)), default=0
    )
    short = [name[:letters] for name in players]
    names = short if letters and len(set(short)) == len(players) else players
    return between.join(names[at] for at in sorted(named))


class Sides(NamedTuple):
    """The positions of the winners and losers of a game; empty where unknown."""

    won: frozenset[int]
    lost: frozenset[int]

    @property
    def alone(self) -> frozenset[int]:
        """The one player who is a side; empty if nobody is."""
        return next((side for side in self if len(side) == 1), frozenset[int]())


def sides_of(points: Sequence[Number], notation: str = "plus-minus", at_table: int | None = None) -> Sides:
    """The sides of a game by its points. Where only one side is written, the others are the other side, if
    nobody at the table sits out."""
    if notation == "plus-minus":
        won = frozenset(at for at, number in enumerate(points) if number > 0)
        return Sides(won, frozenset(at for at, number in enumerate(points) if number < 0))
    written = frozenset(at for at, number in enumerate(points) if number)
    whole = len(points) == at_table and bool(written)
    others = frozenset(range(len(points) if whole else 0)) - written
    return Sides(written, others) if notation == "plus-only" else Sides(others, written)


def mostly_agree(agree: int, wrong: int) -> bool:
    """Whether a column says what its rows give, but for slips: in four rows, and in all but one in six."""
    return agree >= _FEWEST_AGREE and _ONE_IN * wrong <= max(_ONE_IN, agree)


_FEWEST_AGREE, _ONE_IN = 4, 6


def role_of(
    rows: Iterable[tuple[object, Sides]], players: Sequence[str], *, called: bool = False
) -> str | None:
    """The role of a column of names: the ``winners`` by the points, or one ``party`` of the two.

    A few slips are allowed. ``None``: it is something else, or the rows are too few; one row is enough under
    a heading for it (``called``), and no name need be right where one stands in just those games in which
    somebody played alone.
    """
    winners = losers = others = several = elsewhere = nobody = 0
    for value, sides in rows:
        if not (sides.won or sides.lost):
            continue
        is_said = str(value).strip() not in NOTHING_MARKS
        alone = 1 in map(len, sides)
        if not is_said:
            # Rows below the games, as counts of solos, have no losers.
            nobody += alone and all(sides)
            continue
        elsewhere += not alone
        named = named_in(value, players)
        if named is None:
            return None
        won, lost = sides
        several += len(named) > 1
        winners += named == won
        losers += named == lost
        others += named not in (won, lost)
    fits = winners + losers
    if fits < (1 if called else _FEWEST) or others > max(1, fits // 3):
        return "party" if called and others >= nobody and others and not (several or elsewhere) else None
    # Where only single players are named, they may be those who played alone, and have won so far.
    return "winners" if losers <= winners // 4 and (called or several) else "party"
