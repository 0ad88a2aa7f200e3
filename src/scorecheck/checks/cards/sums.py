"""The sums of a card: which of them cannot follow from its boxes.

A box may be in doubt: its value is impossible, cannot be read, or is not there yet. Then a sum holds if
some possible value of that box gives it, so that a fault in a box is not told once more in every sum
below it. And what only follows from a wrong sum is no further fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from scorecheck.checks.cards.card import Box, Card, Cards
from scorecheck.checks.cards.way import CardWay
from scorecheck.model.record import NamedTuple


class WrongSum(NamedTuple):
    """A sum, bonus or total that does not follow from the card."""

    box: Box
    due: int
    """What the boxes give, as they stand."""
    variant: str = ""


def is_faulty(category: str, value: int, way: CardWay) -> bool:
    """Whether a value cannot stand in a category."""
    return value not in way.values_of(category)


def halves_of(cards: Cards) -> int:
    """The row at which the lower half begins."""
    way = cards.way
    rows = [row.at for row in cards.rows if row.kind in way.every and row.kind not in way.upper]
    return min(rows, default=len(cards.rows) and cards.rows[-1].at + 1)


def domains(card: Card, way: CardWay) -> dict[str, frozenset[int]]:
    """The values that each box may have: the one that stands there, or all that are possible in it."""
    found: dict[str, frozenset[int]] = {}
    for category in (*way.categories, *(kind for kind in card.boxes if kind not in way.categories)):
        box = card.boxes.get(category)
        if box is None or box.row.kind not in way.every:
            continue
        if category in way.optional and not box.filled:
            found[category] = frozenset({0})
        elif box.value is None:
            found[category] = way.values_of(category) | {0} if _is_known(category, way) else frozenset({0})
        elif _is_known(category, way) and is_faulty(category, box.value, way):
            found[category] = way.values_of(category) | {box.value}
        else:
            found[category] = frozenset({box.value})
    return found


def _is_known(category: str, way: CardWay) -> bool:
    return category in way.categories


def wrong_sums(card: Card, values: Mapping[str, frozenset[int]], way: CardWay, halves: int) -> list[WrongSum]:
    """The sums of a card that do not follow from boxes with these values, the first cause of each.

    ``halves`` is the row at which the lower half begins. Where the boxes in doubt can give too many sums
    to tell a wrong one, none is wrong.
    """
    above, below = _asides(card, halves)
    upper = _added([*(domain for kind, domain in values.items() if kind in way.upper), *above])
    lower = _added([*(domain for kind, domain in values.items() if kind not in way.upper), *below])
    if len(upper) > _MOST_SUMS or len(lower) > _MOST_SUMS:
        return []
    upper_due, lower_due = _as_they_stand(card, way)

    wrong, first, bonuses = _wrong_above(card, upper, upper_due, way)
    bonus = card.boxes.get("bonus")
    if bonus is not None and bonus.value is not None and bonus.value not in bonuses:
        wrong.append(WrongSum(bonus, way.bonus_for(upper_due)))
    lower_box = card.boxes.get("lower-sum")
    if lower_box is not None and lower_box.value is not None and lower_box.value not in lower:
        wrong.append(WrongSum(lower_box, lower_due, "lower"))
    lower |= set(_just(card.value("lower-sum")))
    total, said = card.boxes.get("total"), card.value("total")
    if total is not None and said is not None and not any(said - one in lower for one in first):
        wrong.append(_wrong_total(card, total, said, (upper_due, lower_due), way))
    return wrong


def _asides(card: Card, halves: int) -> tuple[list[frozenset[int]], list[frozenset[int]]]:
    """What boxes that are of no category may add to the upper and the lower half."""
    above: list[frozenset[int]] = []
    below: list[frozenset[int]] = []
    for box in card.others:
        (above if box.row.at < halves else below).append(frozenset({0, box.value or 0}))
    return above, below


def _wrong_above(
    card: Card, upper: Collection[int], due_of_boxes: int, way: CardWay
) -> tuple[list[WrongSum], set[int], set[int]]:
    """The wrong sums of the upper half.

    Returns:
        Beside them what the upper half may come to with its bonus, and what the bonus may be: a sum that
        is wrong may have been built upon.
    """
    wrong: list[WrongSum] = []
    given = card.value("bonus")
    bonuses = {way.bonus_for(value) for value in upper}
    first = {value + bonus for value in upper for bonus in {way.bonus_for(value), *_just(given)}}
    for box, with_bonus in card.sums:
        said = box.value or 0
        if said in (first if with_bonus else upper):
            continue
        due = due_of_boxes + (way.bonus_for(due_of_boxes) if with_bonus else 0)
        wrong.append(WrongSum(box, due, "with-bonus" if with_bonus else ""))
        if with_bonus:
            first.add(said)
            bonuses |= {way.bonus_for(said - bonus) for bonus in way.bonuses}
        else:
            bonuses.add(way.bonus_for(said))
            first |= {said + bonus for bonus in {*bonuses, *_just(given)}}
    return wrong, first, bonuses


def _wrong_total(card: Card, box: Box, said: int, halves: tuple[int, int], way: CardWay) -> WrongSum:
    """A wrong total, with what it was probably added up without; ``halves``: what each should come to."""
    upper, lower = halves
    given = card.value("bonus")
    bonus = way.bonus_for(upper)
    due = upper + bonus + lower
    if bonus and said == due - bonus:
        forgotten = card.boxes.get("bonus")
        if given is None and forgotten is not None:
            return WrongSum(forgotten, bonus, "forgotten")
        return WrongSum(box, due, "without-bonus")
    if any(said == due - 2 * value for kind in way.signed if (value := card.value(kind))):
        return WrongSum(box, due, "extra")
    return WrongSum(box, due)


def due_total(card: Card, way: CardWay) -> int:
    """What the boxes of a full card come to with the bonus."""
    upper, lower = _as_they_stand(card, way)
    return upper + way.bonus_for(upper) + lower


def _as_they_stand(card: Card, way: CardWay) -> tuple[int, int]:
    """What the boxes of the upper and of the lower half come to as they stand."""
    stands = {kind: box.value or 0 for kind, box in card.boxes.items() if kind in way.every}
    upper = sum(value for kind, value in stands.items() if kind in way.upper)
    return upper, sum(stands.values()) - upper


def implied(
    card: Card, category: str, values: Mapping[str, frozenset[int]], way: CardWay, halves: int
) -> int | None:
    """The one value of a box that makes all sums of the card right; ``None``: none, or several.

    ``values`` are the ``domains`` of the card.
    """
    if any(len(domain) > 1 for kind, domain in values.items() if kind != category):
        return None
    stands = card.value(category)
    if not card.sums and card.value("total") is None:
        return None
    fitting = [
        value
        for value in way.values_of(category)
        if value != stands and not wrong_sums(card, {**values, category: frozenset({value})}, way, halves)
    ]
    if len(fitting) != 1:
        return None
    if stands is not None and not wrong_sums(card, {**values, category: frozenset({stands})}, way, halves):
        return None
    return fitting[0]


def absent(rows: Iterable[str], way: CardWay) -> tuple[str, ...]:
    """The categories for which a card has no row and should have one."""
    there = {*rows, *way.optional, *way.may_lack}
    return tuple(category for category in way.categories if category not in there)


def _added(parts: Sequence[frozenset[int]]) -> set[int]:
    """All sums of one value of each part; where there are too many, more than ``_MOST_SUMS`` of them."""
    sums = {0}
    for part in parts:
        sums = {one + other for one in sums for other in part}
        if len(sums) > _MOST_SUMS:
            break
    return sums


_MOST_SUMS = 1000
"""Thirteen boxes of dice can give no more sums; what others can give, and notes beside them, could."""


def _just(value: int | None) -> tuple[int, ...]:
    return () if value is None else (value,)
