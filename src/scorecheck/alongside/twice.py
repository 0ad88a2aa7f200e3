"""Sheets that repeat the table of another, as a second writer's sheet or a copy, recognised by their common
rows.

Two sheets of the same players are of one table or of two. The evidence is weighed against chance: the rate at
which unrelated rows are equal. For points of Doppelkopf that is one pair of rows in twenty, so a few equal
rows mean nothing, and twenty leave no doubt. Rows that are equal up to a slip count as well, minus the cost
of the slip.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, zip_longest
from math import inf, log
from operator import eq, itemgetter
from typing import TYPE_CHECKING, TypeAlias

from scorecheck.alongside.align import RowToAlign, align, cells_unlike, row_slip
from scorecheck.model.cells import Number
from scorecheck.model.names import name_key, slips_between
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from scorecheck.tournament.seating import Board

RowsOfPoints: TypeAlias = "tuple[tuple[Number, ...], ...]"
PairsOfPoints: TypeAlias = "Sequence[tuple[tuple[Number, ...], tuple[Number, ...]]]"

_SURE = log(99)
"""At these odds two sheets are of one table."""
_BEFORE = log(10)
"""The prior odds: of two sheets of the same players in a round one in eleven is a second sheet; the others
continue a table."""
_BEFORE_ELSEWHERE = log(100_000)
"""The prior odds for sheets of different rounds, where a second sheet is rare: about six equal games are
needed, not four."""
_BEFORE_WRITERS = -_BEFORE_ELSEWHERE
"""The prior odds where names tell two writers of a table apart: as certain as different rounds are, in the
other direction."""
_USUAL = (1, 10)
"""The prior of the rate of equal rows: one in ten, with the weight of ten pairs."""
_FEWEST_SHARED = 0.5
"""Sheets with fewer common rows, counted from their first and last, are not compared further."""
_MOST_HELD = 4000
"""Up to so many pairs of rows, a bound on the odds is found in less time than an alignment."""

_COPY_OF = re.compile(r"^(?:kopie|kopi|copy)(?:\s*\(\d+\))?\s+(?:von|of|av)\s+(?P<name>.+)$", re.IGNORECASE)
_COPY = re.compile(r"^(?P<name>.+?)[\s\-–—_]+(?:kopie|kopi|copy)(?:\s*\(?\d+\)?)?$", re.IGNORECASE)
_CONTROL = re.compile(r"(?<![^\W\d_])(?:kontrolle?|control|check)(?![^\W\d_])", re.IGNORECASE)
_WRITER = re.compile(
    r"^(?P<name>.*\d)[\s\-–—_]*[a-c]$"
    r"|^(?P<table>.*?)[\s\-–—_]*(?<![^\W\d_])"
    r"(?:(?:anschreiber|schreiber|writer|scorer|fører|skriver)[\s\-–—_]*\d|kontrolle?|control|check)$",
    re.IGNORECASE,
)
"""``Tisch 1 A``, ``Tisch 1 Anschreiber 2``, ``Tisch 1 Kontrolle``."""
_NUMBERED = re.compile(r"^(?P<name>.+?)(?:\s*\(\d+\)|_\d+)$")


class Twice(NamedTuple):
    """A sheet that repeats the table of another."""

    board: Board
    other: Board
    """The sheet that counts."""
    same: bool
    """All rows are equal."""
    elsewhere: bool
    """It is of another round, by its name, its folder or the event file."""
    named: bool
    """It has the name of a copy."""
    writers: bool = False
    """Names, or the event file, tell two writers apart: then equal bytes are no copy."""


def twice(boards: Sequence[Board], control: Collection[str] = ()) -> tuple[Twice, ...]:
    """The sheets that repeat a table, each with the first sheet of that table.

    Within a round, or where nothing names rounds, they share most rows; across rounds all of them. The files
    in ``control`` are declared to be second sheets.
    """
    of_players: dict[frozenset[str], list[Board]] = {}
    for board in sorted(boards, key=lambda one: (one.path in control, _comes_later(one))):
        if board.rows:
            of_players.setdefault(board.persons, []).append(board)
    found: list[Twice] = []
    for mine, spelt in _with_misspelt(of_players):
        # Of cards each player may have several.
        for width in sorted({len(board.rows[0]) for board in mine}):
            found += _among([one for one in mine if len(one.rows[0]) == width], spelt, control)
    return tuple(found)


def _with_misspelt(
    of_players: Mapping[frozenset[str], list[Board]],
) -> Iterator[tuple[list[Board], Mapping[str, str]]]:
    """The sheets of the same players, also of those of which one name is nearly another's, with its
    meaning."""
    left = dict(of_players)
    places = {persons: at for at, persons in enumerate(of_players)}
    but_for_one: dict[frozenset[str], list[frozenset[str]]] = {}
    for persons in of_players:
        for name in persons if len(persons) > 1 else ():
            but_for_one.setdefault(persons - {name}, []).append(persons)
    for persons in of_players:
        if persons not in left:
            continue
        together = list(left.pop(persons))
        spelt: dict[str, str] = {}
        near = {others for name in persons for others in but_for_one.get(persons - {name}, ())}
        for others in sorted(near & left.keys(), key=places.__getitem__):
            (name,), (odd,) = persons - others, others - persons
            if slips_between(name, odd) is not None:
                together += left.pop(others)
                spelt[odd] = name
        if len(together) > 1:
            yield together, spelt


def _among(boards: Sequence[Board], spelt: Mapping[str, str], control: Collection[str]) -> Iterator[Twice]:
    """Those of some sheets of the same players that repeat the table of an earlier one."""
    rows = [_ordered(board, spelt) for board in boards]
    usual = _usual_boxes(rows) if all(board.of_card for board in boards) else None
    same: dict[tuple[RowsOfPoints, frozenset[int]], int] = {}
    again: set[int] = set()
    with_row: dict[object, list[int]] = {}
    """The sheets with a row in a place."""
    of_length: dict[int, list[int]] = {}
    for at, board in enumerate(boards):
        first = same.setdefault((rows[at], board.numbers), at)
        shared = Counter[int]()

        def is_again(earlier: int, board: Board = board, at: int = at, shared: Counter[int] = shared) -> bool:
            least = _before(board, boards[earlier], named=board.path in control) + _SURE
            if usual is not None:
                return _odds_of_cards(rows[earlier], rows[at], usual) >= least
            told = _odds(rows[earlier], rows[at], shared[earlier], least)
            if told < least and board.running != boards[earlier].running:
                # A wrong total changes the points of two rows, but is one slip.
                one, other = _totals(rows[earlier]), _totals(rows[at])
                told = _odds(one, other, sum(map(eq, one, other)), least)
            return told >= least

        if first != at and is_again(first):
            again.add(at)
            yield _twice(board, boards[first], control, same=True)
            continue
        # Each row with its place from above, and from below.
        placed = (*enumerate(rows[at]), *zip(range(-len(rows[at]), 0), rows[at], strict=True))
        places = [with_row.setdefault(row, []) for row in placed]
        shared.update(chain.from_iterable(places))
        for each in places:
            each.append(at)
        # Cards are short, so each is compared with all before it.
        for earlier in range(at) if usual is not None else _near(rows, at, shared, of_length):
            if earlier not in again and _may_be_one(board, boards[earlier]) and is_again(earlier):
                again.add(at)
                yield _twice(board, boards[earlier], control, same=False)
                break
        of_length.setdefault(len(rows[at]), []).append(at)


def _near(
    rows: Sequence[RowsOfPoints], at: int, shared: Mapping[int, int], of_length: Mapping[int, Sequence[int]]
) -> Sequence[int]:
    """The sheets before one that have enough rows in the same place, from above or from below, or of which
    one is a part of the other: of hundreds of the same players hardly any."""
    mine, length = rows[at], len(rows[at])
    # Of thousands of sheets most share a row or two: one bound for all leaves few to look at.
    least = _FEWEST_SHARED * min(length, *of_length) if of_length else 0
    many = [one for one, count in shared.items() if count >= least]
    found = {one for one in many if shared[one] >= _FEWEST_SHARED * min(length, len(rows[one]))}
    for other, of_other in of_length.items():
        if other != length:
            found.update(one for one in of_other if _odds_of_part(rows[one], mine) is not None)
    return sorted(found)


def _before(board: Board, other: Board, *, named: bool) -> float:
    """The prior log-odds that two sheets are of two tables and not of one.

    ``named``: the event file declares a second sheet.
    """
    if not _may_be_one(board, other):
        return _BEFORE_ELSEWHERE
    return _BEFORE_WRITERS if named or _are_writers(board, other) else _BEFORE


def _twice(board: Board, other: Board, control: Collection[str], *, same: bool) -> Twice:
    writers = board.path in control or _are_writers(board, other)
    elsewhere, named = not _may_be_one(board, other), _is_named_copy(board, other)
    return Twice(board, other, same, elsewhere, named, writers)


def _may_be_one(board: Board, other: Board) -> bool:
    """Whether nothing says that they are of two rounds, two tables or two games."""
    if board.numbers and other.numbers and board.numbers.isdisjoint(other.numbers):
        # A table that continues on another sheet continues its numbers.
        return False
    if board.day != other.day:
        return False
    if board.said or other.said:
        tables = {one.table for one in (board, other)} - {None}
        return board.occasion == other.occasion and len(tables) <= 1
    return True


def _ordered(board: Board, spelt: Mapping[str, str]) -> RowsOfPoints:
    """The rows of a sheet, with the players in an order common to all sheets of theirs."""
    persons = [seat.person for seat in board.seats[: len(board.rows[0])]]
    order = sorted(range(len(persons)), key=lambda seat: name_key(spelt.get(persons[seat], persons[seat])))
    return board.rows if order == [*range(len(board.rows[0]))] else tuple(map(itemgetter(*order), board.rows))


def _usual_boxes(cards: Iterable[RowsOfPoints]) -> Sequence[float]:
    """The rate at which each box of two cards is equal by chance: half of all straights are struck."""
    found: list[float] = []
    for box in zip_longest(*set(cards)):
        count = len(box)
        equal = sum(times * (times - 1) for times in Counter(box).values()) // 2
        found.append((equal + _USUAL[0]) / (count * (count - 1) // 2 + _USUAL[1]))
    return found


def _odds_of_cards(one: RowsOfPoints, other: RowsOfPoints, usual: Sequence[float]) -> float:
    """The log-odds that two cards are of one table; ``usual``: the rate at which each box is equal by
    chance."""
    boxes = zip(one, other, usual, strict=False)
    told = sum(max(-log(chance) - cells_unlike(a, b), -row_slip()) for a, b, chance in boxes)
    return told - abs(len(one) - len(other)) * row_slip()


def _odds(one: RowsOfPoints, other: RowsOfPoints, shared: int, least: float = -inf) -> float:
    """The log-odds that two sheets are of one table and not of two, by their rows alone; minus infinity where
    they are surely below ``least``.

    ``shared``: the number of rows in the same place from above or from below.
    """
    if (of_part := _odds_of_part(one, other)) is not None:
        return of_part
    # The search for an alignment is quick only where most rows are equal.
    doubtful = shared < min(len(one), len(other)) and len(one) * len(other) <= _MOST_HELD
    if doubtful and _at_best(one, other) < least:
        return -inf
    beside = align([RowToAlign(None, row) for row in one], [RowToAlign(None, row) for row in other])
    if beside is None:
        return -inf
    pairs = [(one[i], other[j]) for i, j in beside.pairs if i is not None and j is not None]
    return _odds_of_pairs(one, other, pairs)


def _totals(rows: RowsOfPoints) -> RowsOfPoints:
    """The totals after each row."""
    return tuple(zip(*map(accumulate, zip(*rows, strict=True)), strict=True))


def _odds_of_part(one: RowsOfPoints, other: RowsOfPoints) -> float | None:
    """The same for a sheet whose rows all stand on the other, in order: an evening beside the list of all;
    ``None`` where they do not."""
    part, whole = sorted((one, other), key=len)
    if not part or part[0] not in whole:
        return None
    places = range(len(whole) - len(part) + 1)
    if not any(whole[at] == part[0] and whole[at : at + len(part)] == part for at in places):
        return None
    # It might have stood in any place of the list.
    return _odds_of_pairs(part, part, list(zip(part, part, strict=True))) - log(len(places))


def may_be_of_one_table(one: RowsOfPoints, other: RowsOfPoints, pairs: PairsOfPoints) -> bool:
    """Whether two sheets may be of one table, as somebody says; ``pairs``: their aligned rows.

    Rows of equal amounts are no evidence: two columns may be swapped throughout.
    """
    apart = [(a, b) for a, b in pairs if a == b or sorted(map(abs, a)) != sorted(map(abs, b))]
    spared = (len(pairs) - len(apart)) * row_slip()
    return _odds_of_pairs(one, other, apart) + spared > _BEFORE_WRITERS - _SURE


def _at_best(one: RowsOfPoints, other: RowsOfPoints) -> float:
    """An upper bound for the log-odds: those of the best pairs of rows in order, and as many of them equal as
    can be."""
    surprise = row_slip() - log(_equal_by_chance(one, other, (Counter(one) & Counter(other)).total()))
    best = [_ROUNDING] * (len(other) + 1)
    for row in one:
        above, best = best, [_ROUNDING]
        for at, there in enumerate(other):
            gain = max(0.0, surprise - cells_unlike(row, there))
            best.append(max(best[at], above[at + 1], above[at] + gain))
    return best[-1] - max(len(one), len(other)) * row_slip()


_ROUNDING = 1e-6


def _equal_by_chance(one: RowsOfPoints, other: RowsOfPoints, shared: int) -> float:
    """The rate at which rows of two sheets are equal, apart from ``shared`` pairs."""
    others = Counter(other)
    equal = sum(count * others[row] for row, count in Counter(one).items()) - shared
    return (equal + _USUAL[0]) / (len(one) * len(other) - shared + _USUAL[1])


def _odds_of_pairs(one: RowsOfPoints, other: RowsOfPoints, pairs: PairsOfPoints) -> float:
    chance = _equal_by_chance(one, other, sum(a == b for a, b in pairs))
    # For two tables, rows that are equal up to a slip are no likelier than equal ones.
    told = sum(max(-log(chance) - cells_unlike(a, b), -row_slip()) for a, b in pairs)
    # A row that differs altogether stays unpaired on both sides.
    return told - (max(len(one), len(other)) - len(pairs)) * row_slip()


def _is_named_copy(board: Board, other: Board) -> bool:
    """Whether the name of a file or sheet says that it is a copy of the other."""
    if board.path == other.path:
        named = None if board.sheet is None else _base(board.sheet)
        return named is not None and other.sheet is not None and named == name_key(other.sheet)
    return _base(_stem(board.path)) == name_key(_stem(other.path))


def _are_writers(board: Board, other: Board) -> bool:
    """Whether the names of two files of a folder, or of two sheets of a file, tell two writers apart."""
    if board.path == other.path:
        names = [board.sheet or "", other.sheet or ""]
    else:
        if board.path.rpartition("/")[0] != other.path.rpartition("/")[0]:
            return False
        names = [_stem(board.path), _stem(other.path)]
    found = [_WRITER.match(name) for name in names]
    tables = [
        name if match is None else match["name"] or match["table"]
        for name, match in zip(names, found, strict=True)
    ]
    return any(found) and name_key(names[0]) != name_key(names[1]) and len({*map(name_key, tables)}) == 1


def _comes_later(board: Board) -> bool:
    """Whether the name of a sheet or its file looks like that of a copy, or of a second writer."""
    names = (_stem(board.path), board.sheet or "")
    return any(_base(name) is not None or _CONTROL.search(name) for name in names)


def _base(name: str) -> str | None:
    found = _COPY_OF.match(name) or _COPY.match(name) or _NUMBERED.match(name)
    return None if found is None else name_key(found["name"])


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name
