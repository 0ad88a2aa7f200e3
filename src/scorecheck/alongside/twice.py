"""Sheets that say a table once more, a second writer's or a copy, known by the rows that they share.

Two sheets of the same players are of one table, or of two. What they share is weighed against chance: how
often rows of theirs are equal that have nothing to do with each other. On points of Doppelkopf that is one
pair of rows in twenty; so a few equal rows mean nothing, and twenty leave no doubt. A row that is equal but
for a slip counts as much, less what the slip costs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, zip_longest
from math import inf, log
from typing import TYPE_CHECKING, TypeAlias

from scorecheck.alongside.align import Line, align, cells_unlike, row_slip
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.tournament.names import name_key
from scorecheck.tournament.similar import slips_between

if TYPE_CHECKING:
    from scorecheck.tournament.seating import Board

Rows: TypeAlias = "tuple[tuple[Number, ...], ...]"
Pairs: TypeAlias = "Sequence[tuple[tuple[Number, ...], tuple[Number, ...]]]"

_SURE = log(99)
"""At these odds two sheets are of one table."""
_BEFORE = log(10)
"""Before the rows are seen, of two sheets of the same players in a round one in eleven is a second one: a
table may go on on another sheet."""
_BEFORE_ELSEWHERE = log(100_000)
"""A sheet of another round is hardly ever the same once more: about six equal games say so, not four."""
_BEFORE_WRITERS = -_BEFORE_ELSEWHERE
"""Names that tell two writers of a table apart say it as surely as that of another round says it is not."""
_USUAL = (1, 10)
"""How often rows are equal by chance before any were compared: one in ten, worth ten pairs."""
_FEWEST_SHARED = 0.5
"""Sheets that share fewer rows, from their first and their last on, are not looked at more closely."""

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
    """A sheet that says the table of another once more."""

    board: Board
    other: Board
    """The one that counts."""
    same: bool
    """All their rows are equal."""
    elsewhere: bool
    """By its name, its folder or the event file it is of another round."""
    named: bool
    """It has the name of a copy."""
    writers: bool = False
    """Names, or the event file, tell two writers apart: then equal bytes are no copy."""


def twice(boards: Sequence[Board], control: Collection[str] = ()) -> tuple[Twice, ...]:
    """The sheets that say a table once more, each with the first that says it.

    Within a round, or where nothing tells rounds, most rows are shared; between rounds all of them. Of the
    files in ``control`` somebody has said that they are second sheets.
    """
    of_players: dict[frozenset[str], list[Board]] = {}
    for board in sorted(boards, key=lambda one: (one.path in control, _comes_later(one))):
        if board.rows:
            of_players.setdefault(board.persons, []).append(board)
    found: list[Twice] = []
    for mine, spelt in _with_misspelt(of_players):
        found += _among(mine, spelt, control)
    return tuple(found)


def _with_misspelt(
    of_players: Mapping[frozenset[str], list[Board]],
) -> Iterator[tuple[list[Board], Mapping[str, str]]]:
    """The sheets of the same players, and those on which one name is almost another's, with whose it is."""
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
    """Those of some sheets of the same players that say the table of one before them."""
    rows = [_ordered(board, spelt) for board in boards]
    usual = _usual_boxes(rows) if all(board.of_card for board in boards) else None
    same: dict[tuple[Rows, frozenset[int]], int] = {}
    again: set[int] = set()
    above = _Earlier()
    for at, board in enumerate(boards):
        # Of cards, which are short, each is held against all before it.
        near = range(at) if usual is not None else above.near(rows[at])
        above.add(at, rows[at])
        first = same.setdefault((rows[at], board.numbers), at)

        def is_again(earlier: int, board: Board = board, at: int = at) -> bool:
            before = _before(board, boards[earlier], named=board.path in control)
            return _odds(rows[earlier], rows[at], usual) >= before + _SURE

        if first != at and is_again(first):
            again.add(at)
            yield _twice(board, boards[first], control, same=True)
            continue
        for earlier in near:
            if earlier not in again and _may_be_one(board, boards[earlier]) and is_again(earlier):
                again.add(at)
                yield _twice(board, boards[earlier], control, same=False)
                break


class _Earlier:
    """The sheets before one, by the rows that one of their table shares with them: of hundreds of the same
    players hardly any shares enough to be looked at."""

    def __init__(self) -> None:
        """Before the first."""
        self._ends: dict[object, list[int]] = {}
        self._begun: dict[Rows, list[int]] = {}
        self._parts: dict[Rows, list[int]] = {}
        self._lengths: dict[int, int] = {}

    def near(self, rows: Rows) -> Sequence[int]:
        """Those that share enough rows from their ends on, and those that may be a part of these rows or the
        other way about, in their order."""
        shared = Counter(chain.from_iterable(self._ends.get(key, ()) for key in _from_ends(rows)))
        enough = _FEWEST_SHARED * min([len(rows), *self._lengths.values()])
        close = [at for at, count in shared.items() if count >= enough]
        found = {at for at in close if shared[at] >= _FEWEST_SHARED * min(len(rows), self._lengths[at])}
        parts = chain(self._parts.get(rows[:2], ()), *(self._begun.get(part, ()) for part in _parts(rows)))
        # A part is shorter.
        found.update(at for at in parts if self._lengths[at] != len(rows))
        return sorted(found)

    def add(self, at: int, rows: Rows) -> None:
        """One more."""
        self._lengths[at] = len(rows)
        self._begun.setdefault(rows[:2], []).append(at)
        for key in _from_ends(rows):
            self._ends.setdefault(key, []).append(at)
        for part in _parts(rows):
            self._parts.setdefault(part, []).append(at)


def _from_ends(rows: Rows) -> Iterator[object]:
    """Each row with its place from above, and from below."""
    yield from enumerate(rows)
    yield from zip(range(-len(rows), 0), rows, strict=True)


def _parts(rows: Rows) -> frozenset[Rows]:
    """All rows, alone and with the next: a part of a sheet begins with some of these."""
    return frozenset((*zip(rows, strict=True), *pairwise(rows)))


def _before(board: Board, other: Board, *, named: bool) -> float:
    """How much likelier two sheets are of two tables than of one, before their rows are seen.

    ``named``: the event file names it as a second sheet.
    """
    if not _may_be_one(board, other):
        return _BEFORE_ELSEWHERE
    return _BEFORE_WRITERS if named or _are_writers(board, other) else _BEFORE


def _twice(board: Board, other: Board, control: Collection[str], *, same: bool) -> Twice:
    writers = board.path in control or _are_writers(board, other)
    elsewhere, named = not _may_be_one(board, other), _is_named_copy(board, other)
    return Twice(board, other, same, elsewhere, named, writers)


def _may_be_one(board: Board, other: Board) -> bool:
    """Whether nothing says that they are of two rounds, of two tables, or of other games."""
    if board.numbers and other.numbers and board.numbers.isdisjoint(other.numbers):
        # A table that goes on on another sheet goes on with its numbers.
        return False
    if board.day != other.day:
        return False
    if board.said or other.said:
        tables = {one.table for one in (board, other)} - {None}
        return board.occasion == other.occasion and len(tables) <= 1
    return True


def _ordered(board: Board, spelt: Mapping[str, str]) -> Rows:
    """The rows of a sheet with the players in an order that all sheets of theirs share."""
    persons = [seat.person for seat in board.seats[: len(board.rows[0])]]
    order = sorted(range(len(persons)), key=lambda seat: name_key(spelt.get(persons[seat], persons[seat])))
    return tuple([tuple([row[seat] for seat in order]) for row in board.rows])


def _usual_boxes(cards: Iterable[Rows]) -> Sequence[float]:
    """How often each box of two cards holds the same by chance: a straight is struck on half of all."""
    found: list[float] = []
    for box in zip_longest(*set(cards)):
        count = len(box)
        equal = sum(times * (times - 1) for times in Counter(box).values()) // 2
        found.append((equal + _USUAL[0]) / (count * (count - 1) // 2 + _USUAL[1]))
    return found


def _odds(one: Rows, other: Rows, usual: Sequence[float] | None) -> float:
    """How much likelier two sheets are of one table than of two, by their rows alone, as a logarithm.

    ``usual``: of cards how often each box is equal by chance; what else is equal has its own place on each.
    """
    if usual is not None:
        boxes = zip(one, other, usual, strict=False)
        lone = (max(len(one), len(other)) - min(len(one), len(other))) * row_slip()
        return sum(max(-log(chance) - cells_unlike(a, b), -row_slip()) for a, b, chance in boxes) - lone
    if (of_part := _odds_of_part(one, other)) is not None:
        return of_part
    if len({*_from_ends(one)} & {*_from_ends(other)}) < _FEWEST_SHARED * min(len(one), len(other)):
        return -inf
    beside = align([Line(None, row) for row in one], [Line(None, row) for row in other])
    if beside is None:
        return -inf
    pairs = [(one[i], other[j]) for i, j in beside.pairs if i is not None and j is not None]
    return _odds_of_pairs(one, other, pairs)


def _odds_of_part(one: Rows, other: Rows) -> float | None:
    """The same of a sheet all of whose rows stand on a longer one, one after the other: an evening beside the
    list of all; ``None`` where they do not."""
    part, whole = sorted((one, other), key=len)
    if not 0 < len(part) < len(whole):
        return None
    places = range(len(whole) - len(part) + 1)
    if not any(whole[at] == part[0] and whole[at : at + len(part)] == part for at in places):
        return None
    # It might have stood in any place of the list.
    return _odds_of_pairs(part, part, list(zip(part, part, strict=True))) - log(len(places))


def may_be_of_one_table(one: Rows, other: Rows, pairs: Pairs) -> bool:
    """Whether two sheets may be of one table, of which somebody says so; ``pairs``: their rows side by side.

    Rows of the same amounts speak neither way: two columns may have changed places throughout.
    """
    apart = [(a, b) for a, b in pairs if a == b or sorted(map(abs, a)) != sorted(map(abs, b))]
    spared = (len(pairs) - len(apart)) * row_slip()
    return _odds_of_pairs(one, other, apart) + spared > _BEFORE_WRITERS - _SURE


def _odds_of_pairs(one: Rows, other: Rows, pairs: Pairs) -> float:
    shared = sum(a == b for a, b in pairs)
    counts, others = Counter(one), Counter(other)
    equal = sum(count * others[row] for row, count in counts.items()) - shared
    chance = (equal + _USUAL[0]) / (len(one) * len(other) - shared + _USUAL[1])
    # Two rows that are equal but for one slip are no more to be expected of two tables than equal ones.
    told = sum(max(-log(chance) - cells_unlike(a, b), -row_slip()) for a, b in pairs)
    # A row that differs altogether is left on both sides.
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
    """Whether the name of a sheet or of its file looks like that of a copy, or of one who ticks."""
    names = (_stem(board.path), board.sheet or "")
    return any(_base(name) is not None or _CONTROL.search(name) for name in names)


def _base(name: str) -> str | None:
    found = _COPY_OF.match(name) or _COPY.match(name) or _NUMBERED.match(name)
    return None if found is None else name_key(found["name"])


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name
