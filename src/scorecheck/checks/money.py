"""Money beside the points: most amounts show the rate of a point, and the others are checked against it.

Money is in a column for each player (Anna, Anna €), in a row below the totals, or beside the score of a list.
It may stand for

- the points;
- what losers pay into a cash box: the points lost in each game, a final score below 0, or the distance to the
  best;
- all distances to the others, where each pays each;
- the value of each game, in a column of no player.

The options ``money`` and ``cents_a_point`` of a game can fix both the meaning and the rate.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise

from scorecheck.checks.check import HEADINGS, Hit, Summary, sheet_check
from scorecheck.checks.rules import MONEY_MISMATCH, UNKNOWN_COLUMN
from scorecheck.checks.words import plain, vocabulary
from scorecheck.model.cells import Money, Number, Unreadable, Value, written
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Column, Sheet
from scorecheck.model.terms import Param

_words = partial(vocabulary, "layouts", "words.toml", section="money")
"""Words beside a name in the heading of a column of money."""
_CURRENCIES = frozenset("€£$")
_FEWEST, _TO_ONE, _FEWEST_PAID = 3, 3, 2
"""The least number of amounts at one rate, their least ratio to amounts at other rates, and the least number
of them that are not 0: 0 for 0 points fits any rate."""
_FURTHEST_UP, _FEWEST_SAME = 5, 6
_PER = (1, 10, 100)
"""The rate must have at most two decimals for one of these numbers of points."""


POINTS, LOST_GAMES, LOST, BEHIND, BETWEEN = "points", "lost-games", "lost", "behind", "between"
BOX, WORTH, SAME = "box", "worth", "same"
"""The quantities that money may pay: the points; the points lost in each game; a final score below 0; the
distance to the best; the distances to all others, where each pays each; what the losers of a game pay into
the box; the value of a game; the same in points."""

_OF_ALL: Mapping[object, str] = {LOST_GAMES: BOX, POINTS: WORTH}
"""The quantity in a column of no player, by that in the players' columns."""


class Amount(NamedTuple):
    """Money in a cell, and the points that it stands for."""

    row: int
    column: int
    position: int
    """The owner, by position among the columns of points."""
    points: Number
    """The points that the money stands for."""
    money: Fraction
    stands_for: str = POINTS


class HeldMoney(NamedTuple):
    """Amounts at one rate a point, apart from slips."""

    rate: Fraction
    amounts: tuple[Amount, ...]


def whose_money(heading: str, names: Container[str]) -> str | None:
    """The plain name of the player whose money a heading announces; empty where it names nobody.

    ``None``: it is no heading of money, or it names somebody else. ``names`` are plain.
    """
    if _is_money(heading):
        return ""
    for name, word in (heading.rpartition(" ")[::2], heading.partition(" ")[::-2]):
        if name and _is_money(word) and plain(name) in names:
            return plain(name)
    return None


def _is_money(word: str) -> bool:
    word = word.strip(" ()[]")
    # K + R are two people.
    return word in _CURRENCIES or ("+" not in word and _words().get(plain(word)) == "money")


def speaks_of_money(heading: str) -> bool:
    """Whether a word of a heading means money: Gewinn €, Auszahlung (Euro), Kasse (5 ct)."""
    return _is_money(heading) or any(map(_is_money, heading.split()))


def held_money(sheet: Sheet) -> list[HeldMoney]:
    """The amounts of a sheet with a known rate: beside the points, and below the totals."""
    said = sheet.options.get("money", "shown")
    found: list[HeldMoney] = []
    for ways, named, words in _places(sheet):
        told = {said, _OF_ALL.get(said)}
        kept = [way for way in ways if way and (said == "shown" or way[0].stands_for in told)]
        named_rates = _rates_in(f"{words} {sheet.table.title}")
        held = _rated(kept if named else kept[:1], sheet.options.get("cents_a_point", 0), named_rates)
        # A row without a word for money may hold the totals of the season.
        if held is not None and (named or abs(held.rate) != 1):
            found.append(held)
    return found


def _places(sheet: Sheet) -> Iterator[tuple[list[list[Amount]], bool, str]]:
    """Where money may stand: the amounts by what they may pay, whether a word for money names them, and the
    words."""
    unknown = [column.heading for column in sheet.columns if column.role == "unknown"]
    for ways in (_beside(sheet), _into_the_box(sheet)) if unknown else ():
        yield ways, True, " ".join(unknown)
    yield from ((_below(sheet, row), named, label) for row, named, label in _rows_below(sheet))


def paid_again(before: Sheet, after: Sheet) -> Iterator[tuple[int, int, Fraction]]:
    """The amounts that were right for the points of a sheet and are wrong for those after edits: row, column,
    and the right amount."""
    each, again = ([way for ways, *_ in _places(one) for way in ways] for one in (before, after))
    for rate, amounts in held_money(before):
        points = {one[:3]: one.points for one in again[each.index([*amounts])]}
        for one in amounts:
            now = points.get(one[:3], one.points)
            if one.money == rate * one.points and now != one.points:
                yield one.row, one.column, rate * now


def columns_held(sheet: Sheet, found: Sequence[HeldMoney]) -> frozenset[int]:
    """The columns of the ``held_money`` of a sheet: they follow from the points."""
    amounts = {one.column for held in found for one in held.amounts}
    return frozenset(amounts - {*sheet.points_columns})


def rows_not_held(sheet: Sheet, found: Sequence[HeldMoney]) -> list[int]:
    """The rows of money below the totals that are not among the ``held_money`` of a sheet."""
    held = {one.row for held in found for one in held.amounts}
    return [row for row, named, _ in _rows_below(sheet) if named and row not in held]


def _beside(sheet: Sheet) -> list[list[Amount]]:
    """The amounts in the players' columns of money, with the points of each row, the totals after it, and the
    points lost in it."""
    names = {plain(sheet.table.headings[at]): position for position, at in enumerate(sheet.points_columns)}
    each: list[Amount] = []
    other: list[Amount] = []
    for column in sheet.columns:
        position = _position(sheet, column, names)
        if position is None:
            continue
        rows, points = _numbers_of(sheet, sheet.points_columns[position])
        if sheet.running:
            others: list[Number] = [new - old for old, new in zip([0, *points], points, strict=False)]
        else:
            others = list(accumulate(points))
        for found, said in ((each, points), (other, others)):
            for row, number in zip(rows, said, strict=True):
                money = _money(sheet, row, column.at)
                if money is not None:
                    found.append(Amount(row, column.at, position, number, money))
            if sheet.total_row is not None:
                found += _in_total_row(sheet, sheet.total_row, column.at, position)
    if sheet.layout in {"standings", "list"}:
        return [each]
    lost = [
        one._replace(points=max(0, -one.points), stands_for=LOST_GAMES)
        for one in (other if sheet.running else each)
        if one.row != sheet.total_row
    ]
    return [each, other, lost]


def _into_the_box(sheet: Sheet) -> list[list[Amount]]:
    """The amounts in a column of no player, with what each may stand for: the points lost in each game,
    those lost so far, and the value of each game. That is the smallest number of points other than 0 in its
    row; under a word that is not known it may be the largest as well."""
    column = _column_of_box(sheet)
    if column is None:
        return []
    due, wrong = _dues(sheet, column)
    right = [one for one in due if one.row not in wrong]
    summed = [one for one in right if not wrong or one.row < min(wrong)]
    if not _is_money(sheet.table.headings[column]):
        # Under a word that is not known only the points themselves, in nearly every row, are no chance.
        ways = [[(one.row, one.worth) for one in right], [(one.row, one.alone) for one in right]]
        same = [_paid_in(sheet, column, SAME, way) for way in ways]
        return [way for way in same if _is_same(way, right)]
    return [
        _paid_in(sheet, column, BOX, [(one.row, one.lost) for one in right]),
        _paid_in(sheet, column, BOX, [(one.row, one.so_far) for one in summed]),
        _paid_in(sheet, column, WORTH, [(one.row, one.worth) for one in right]),
    ]


def _dues(sheet: Sheet, column: int) -> tuple[list[_RowDue], list[int]]:
    """What each row owes, with the total row where it is no mere sum of amounts; and the wrong rows."""
    won = _points_by_row(sheet)
    # A row that does not add up has a finding of its own.
    wrong = [row for row, game in won.items() if sum(game)] if sheet.notation == "plus-minus" else []
    due = _due_to_box(won)
    if sheet.total_row is not None and due and not wrong:
        # A total that is the sum of the amounts above it adds no evidence.
        in_all = sum(_money(sheet, one.row, column) or 0 for one in due)
        if _money(sheet, sheet.total_row, column) != in_all:
            so_far = due[-1].so_far
            worth, alone = (sum(each) for each in zip(*(one[3:] for one in due), strict=True))
            due.append(_RowDue(sheet.total_row, so_far, so_far, worth, alone))
    return due, wrong


def _is_same(amounts: Sequence[Amount], rows: Sequence[object]) -> bool:
    same = [one.points for one in amounts if one.money == one.points]
    wrong = len(amounts) - len(same)
    several = len({*same}) > _FEWEST_PAID
    return several and _FEWEST_SAME * wrong <= len(same) >= _FEWEST_SAME and 2 * len(amounts) > len(rows)


class _RowDue(NamedTuple):
    """The points of a row that money of no player may stand for."""

    row: int
    lost: Number
    so_far: Number
    """Lost up to and with this row."""
    worth: Number
    """The smallest number of points other than 0."""
    alone: Number
    """The largest: what somebody alone won or lost."""


def _column_of_box(sheet: Sheet) -> int | None:
    """The column of money of no player, or else of a word that is not known, if there is exactly one.

    What a hidden column was for nobody knows.
    """
    if sheet.layout in {"standings", "list"}:
        return None
    alone = [
        column
        for column in sheet.columns
        if column.role == "unknown"
        and sheet.table.headings.count(column.heading) == 1
        and column.at not in sheet.table.hidden_columns
    ]
    paid = [column for column in alone if _is_money(column.heading)]
    return (paid or alone)[0].at if len(paid or alone) == 1 else None


def _points_by_row(sheet: Sheet) -> dict[int, list[Number]]:
    """The points of each row, without empty cells."""
    found: dict[int, list[Number]] = {}
    for column in sheet.points_columns:
        rows, numbers = _numbers_of(sheet, column)
        for row, number in zip(rows, _of_each_game(sheet, numbers), strict=True):
            found.setdefault(row, []).append(number)
    return found


def _due_to_box(won: Mapping[int, Sequence[Number]]) -> list[_RowDue]:
    """What the losers of each row owe, row by row."""
    rows = sorted(won)
    lost = [sum(max(0, -number) for number in won[row]) for row in rows]
    paid = [[abs(number) for number in won[row] if number] or [0] for row in rows]
    return list(map(_RowDue, rows, lost, accumulate(lost), map(min, paid), map(max, paid)))


def _paid_in(sheet: Sheet, column: int, stands_for: str, due: Iterable[tuple[int, Number]]) -> list[Amount]:
    """The amounts of a column of no player, with the points of their rows."""
    each = ((row, points, _money(sheet, row, column)) for row, points in due)
    return [
        Amount(row, column, 0, points, money, stands_for) for row, points, money in each if money is not None
    ]


def points_by_money(sheet: Sheet) -> dict[int, tuple[Fraction, ...]]:
    """The points of games by the money beside them, for rows whose money adds up to 0."""
    found: dict[int, dict[int, Fraction]] = {}
    for rate, amounts in held_money(sheet) if not sheet.running else ():
        for one in amounts:
            points = amount(sheet.table.value(one.row, sheet.points_columns[one.position]))
            if one.stands_for == POINTS and one.row < sheet.stop and (points or 0) == one.points:
                found.setdefault(one.row, {})[one.position] = one.money / rate
    every = range(len(sheet.points_columns))
    return {
        row: tuple(said[at] for at in every)
        for row, said in found.items()
        if len(said) == len(every) and not sum(said.values())
    }


def _position(sheet: Sheet, column: Column, names: Mapping[str, int]) -> int | None:
    """The position of the player whose money a column holds; ``None``: it holds none."""
    if column.role != "unknown":
        return None
    if sheet.layout in {"standings", "list"}:
        return 0 if speaks_of_money(column.heading) else None
    name = whose_money(column.heading, names)
    if name != "":
        return None if name is None else names[name]
    # Anna, €, Bernd, € …: the player before it.
    before = [position for position, at in enumerate(sheet.points_columns) if at == column.at - 1]
    alone = len(names) > 1 and sheet.table.headings.count(column.heading) == 1
    return before[0] if before and not alone else None


def _in_total_row(sheet: Sheet, row: int, column: int, position: int) -> Iterator[Amount]:
    total = amount(sheet.table.value(row, sheet.points_columns[position]))
    money = _money(sheet, row, column)
    if total is not None and money is not None:
        yield Amount(row, column, position, total, money)


def _numbers_of(sheet: Sheet, column: int) -> tuple[list[int], list[Number]]:
    aside = {sheet.total_row, *sheet.left_out, *(row for row, *_ in _rows_below(sheet))}
    rows = (row for row in range(sheet.stop) if row not in aside)
    said = [(row, number) for row in rows if (number := amount(sheet.table.value(row, column))) is not None]
    return [row for row, _ in said], [number for _, number in said]


def _of_each_game(sheet: Sheet, numbers: list[Number]) -> list[Number]:
    """The points of each game in a column of points or running totals."""
    return [new - old for old, new in pairwise([0, *numbers])] if sheet.running else numbers


def _rows_below(sheet: Sheet) -> Iterator[tuple[int, bool, str]]:
    """The labelled rows below the last game that may hold money: the row, whether its label is a word for
    money, and the label.

    Rows of averages are left out.
    """
    if sheet.layout in {"standings", "list"} or not sheet.points_columns:
        return
    first = min(sheet.points_columns)
    # Without a total row nothing separates the games from the rows below them.
    for row in range(max(0, sheet.stop - _FURTHEST_UP), len(sheet.table.rows)):
        values = sheet.table.rows[row]
        before = (
            values[:first] if len(values) >= first else [sheet.table.value(row, at) for at in range(first)]
        )
        words = [word for word in before if isinstance(word, str) and not word.isdecimal() and word.strip()]
        if not words:
            continue
        named = any(map(speaks_of_money, words))
        parted = sheet.total_row is not None and row >= sheet.stop and row != sheet.total_row
        if not (named or (parted and all(_words().get(plain(word)) != "average" for word in words))):
            continue
        # A single amount is the bill of the evening, or the content of the box.
        if sum(1 for at in sheet.points_columns if amount(sheet.table.value(row, at)) is not None) > 1:
            yield row, named, " ".join(words)


def _rates_in(words: str) -> frozenset[Fraction]:
    """The rates that some words name, in the currency and in hundredths of it: Kasse (5 ct)."""
    found: set[Fraction] = set()
    if not any(map(str.isdigit, words)):
        return frozenset()
    for number, unit in re.findall(_SAID, words):
        said = Fraction(number.replace(",", "."))
        found |= {said, said / 100} if unit.casefold() in _HUNDREDTHS else {said, 100 * said}
    return frozenset(found)


_HUNDREDTHS = frozenset({"c", "ct", "cent", "cents", "¢", "øre"})
_SAID = r"(?i)(\d{1,3}(?:[.,]\d{1,2})?)\s*-?(ct?|cents?|¢|øre|€|euros?|eur|kr|£|\$)(?!\w)"


def _below(sheet: Sheet, row: int) -> list[list[Amount]]:
    """The amounts of a row below the totals, with each kind of points that they may stand for."""
    found: list[Amount] = []
    lost: list[Amount] = []
    for position, column in enumerate(sheet.points_columns):
        money = _money(sheet, row, column)
        numbers = _numbers_of(sheet, column)[1]
        if money is not None and numbers:
            total = numbers[-1] if sheet.running else sum(numbers)
            if sheet.total_row is not None:
                # A wrong total has a finding of its own.
                said = amount(sheet.table.value(sheet.total_row, column))
                total = total if said is None else said
            found.append(Amount(row, column, position, total, money))
            below = sum(-number for number in _of_each_game(sheet, numbers) if number < 0)
            lost.append(found[-1]._replace(points=below, stands_for=LOST_GAMES))
    best = max((one.points for one in found), default=0)
    under = [one._replace(points=max(0, -one.points), stands_for=LOST) for one in found]
    behind = [one._replace(points=best - one.points, stands_for=BEHIND) for one in found]
    whole = sum(one.points for one in found)
    between = [one._replace(points=len(found) * one.points - whole, stands_for=BETWEEN) for one in found]
    # Where points add up to 0, these are the points themselves.
    return [found, lost, under, behind, between if whole else []]


def _rated(
    ways: Iterable[Sequence[Amount]], cents: str | int, named: frozenset[Fraction]
) -> HeldMoney | None:
    """The amounts with their rate, under the meaning that most of them fit.

    With ``cents`` a point the rate is given, for amounts in euros or in cents. A rate ``named`` near the
    amounts needs less support.
    """
    given = frozenset(Fraction(int(cents), per) for per in (1, 100)) if cents else None
    shown = [one for amounts in ways if (one := _rate_of(amounts, given, named)) is not None]
    return max(shown, key=lambda one: one[:2])[2] if shown else None


def _rate_of(
    amounts: Sequence[Amount], given: frozenset[Fraction] | None, named: frozenset[Fraction]
) -> tuple[int, int, HeldMoney] | None:
    """The number of amounts that fit the best rate, minus the number that do not, and the rate; ``None``
    where they do not show one."""
    rates = Counter(one.money / one.points for one in amounts if one.points and one.money)
    if given is not None:
        rates = Counter({rate: count for rate, count in rates.items() if abs(rate) in given})
    if not rates:
        return None
    rate, paid = max(rates.items(), key=lambda one: (one[1], abs(one[0]) in named))
    fits = [one for one in amounts if one.money == rate * one.points]
    count, off = len(fits), len(amounts) - len(fits)
    shows = count >= _FEWEST and paid >= _FEWEST_PAID and _is_shown(rate, fits)
    shows = (shows or abs(rate) in named) and count >= _TO_ONE * off
    return (count, -off, HeldMoney(rate, tuple(amounts))) if shows or given is not None else None


def _is_shown(rate: Fraction, fits: Iterable[Amount]) -> bool:
    """Whether different amounts have the rate, and it has at most two decimals for some number of points."""
    sizes = {abs(one.points) for one in fits if one.points}
    return len(sizes) > 1 and any((100 * per * rate).denominator == 1 for per in _PER)


def _money(sheet: Sheet, row: int, column: int) -> Fraction | None:
    """The money in a cell, in euros where money stands for points on the sheet as well."""
    value = sheet.table.value(row, column)
    number = amount(value)
    return (
        number * sheet.a_point
        if number is not None and isinstance(value, Money) and sheet.a_point
        else number
    )


def amount(value: Value) -> Fraction | None:
    """The number in a cell, with or without a word for money; ``None`` where none stands."""
    said = written(value)
    if isinstance(said, Unreadable) and isinstance(value, str):
        said = written(" ".join(word for word in value.split() if not _is_money(word)).strip("€£$ "))
    return Fraction(said) if isinstance(said, (int, Fraction)) else None


def _mismatches(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    for held in held_money(sheet):
        wrong_points = _rows_with_wrong_points(held)
        per = next(per for per in _PER if (100 * per * held.rate).denominator == 1)
        for one in held.amounts:
            due = held.rate * one.points
            if one.money == due or one.row in wrong_points:
                continue
            params: dict[str, Param] = {
                "player": _owner(sheet, one),
                "said": one.money,
                "due": due,
                "points": one.points,
                "per": per,
                "worth": abs(per * held.rate),
            }
            if one.stands_for == SAME:
                params["heading"] = sheet.table.headings[one.column]
            of = sheet.points_columns[one.position : one.position + 1]
            if one.stands_for in {BOX, WORTH, SAME}:
                of = sheet.points_columns
                params |= {"player": "", "agree": len(of) - 1}
            related = tuple(at for at in of if at != one.column)
            variant = "" if one.stands_for == POINTS else one.stands_for
            yield Hit(one.column, params, variant, related=related, row=one.row)


def _rows_with_wrong_points(held: HeldMoney) -> set[int]:
    """The rows whose money adds up to 0 while the points do not: there the points are wrong."""
    points, money = Counter[int](), dict[int, Fraction]()
    for one in held.amounts:
        points[one.row] += int(one.points)
        money[one.row] = money.get(one.row, Fraction(0)) + one.money
    return {row for row, sum_ in money.items() if sum_ == 0 and points[row]}


def _owner(sheet: Sheet, one: Amount) -> str:
    """The owner of an amount: the name over the points, in a list the name in the row."""
    name = sheet.column("name")
    if sheet.layout in {"standings", "list"} and name is not None:
        return str(sheet.table.value(one.row, name))
    return sheet.table.headings[sheet.points_columns[one.position]]


money_mismatch = sheet_check(MONEY_MISMATCH, _mismatches)


def _unheld(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """The columns of money in a list without a rate."""
    held = columns_held(sheet, held_money(sheet))
    for column in sheet.columns:
        if column.role == "unknown" and column.at not in held and speaks_of_money(column.heading):
            yield Hit(column.at, {"heading": column.heading}, row=HEADINGS)


money_of_lists = (money_mismatch, sheet_check(UNKNOWN_COLUMN, _unheld))
"""For lists: their money, and the columns of it that are not checked."""
