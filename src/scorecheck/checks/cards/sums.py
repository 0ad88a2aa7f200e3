"""The wrong sums of a card: those that cannot follow from its boxes.

A box is in doubt if its value is impossible, cannot be read, or is missing. Then a sum is right if some
possible value of that box gives it, so a fault in a box does not recur in every sum. A consequence of a wrong
sum is no further fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from scorecheck.checks.cards.card import Box, Card, Cards, as_they_stand
from scorecheck.checks.cards.way import CardWay, bonus_for, bonuses_of
from scorecheck.model.record import NamedTuple


class WrongSum(NamedTuple):
    """A sum, bonus or total that does not follow from the card."""

    box: Box
    due: int
    """The right value for the boxes as written."""
    variant: str = ""


def is_faulty(category: str, value: int, way: CardWay) -> bool:
    """Whether a value is impossible in a category."""
    return value not in way.values_of(category)


def halves_of(cards: Cards) -> int:
    """The row at which the lower half begins."""
    way = cards.way
    rows = [row.at for row in cards.rows if row.kind in way.every and row.kind not in way.upper]
    return min(rows, default=len(cards.rows) and cards.rows[-1].at + 1)


def domains(card: Card, cards: Cards) -> dict[str, frozenset[int]]:
    """The domain of each box: its value, or for a box in doubt all possible values.

    A box is in doubt as well if it is the only one without a row.
    """
    way = cards.way
    lacking = absent((row.kind for row in cards.rows), way)
    found = {category: way.values_of(category) | {0} for category in lacking if len(lacking) == 1}
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
    """The sums of a card that cannot follow from these domains of its boxes, without consequences.

    ``halves`` is the row at which the lower half begins. If the domains have too many sums, none is wrong.
    """
    above, below = _asides(card, halves)
    upper = _added([*(domain for kind, domain in values.items() if kind in way.upper), *above])
    lower = _added([*(domain for kind, domain in values.items() if kind not in way.upper), *below])
    if len(upper) > _MOST_SUMS or len(lower) > _MOST_SUMS:
        return []
    upper_due, lower_due = as_they_stand(card, way)

    wrong, first, bonuses = _wrong_above(card, upper, upper_due, way)
    bonus = card.boxes.get("bonus")
    if bonus is not None and bonus.value is not None and bonus.value not in bonuses:
        wrong.append(WrongSum(bonus, bonus_for(upper_due, way)))
    lower_box = card.boxes.get("lower-sum")
    if lower_box is not None and lower_box.value is not None and lower_box.value not in lower:
        wrong.append(WrongSum(lower_box, lower_due, "lower"))
    lower |= set(_just(card.value("lower-sum")))
    total, said = card.boxes.get("total"), card.value("total")
    if total is not None and said is not None and not any(said - one in lower for one in first):
        wrong.append(_wrong_total(card, total, said, (upper_due, lower_due), way))
    return wrong


def _asides(card: Card, halves: int) -> tuple[list[frozenset[int]], list[frozenset[int]]]:
    """The domains of boxes in unknown rows, for the upper and the lower half."""
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
        The wrong sums, the possible sums of the upper half with the bonus, and the possible bonuses; both
        allow for consequences of a wrong sum.
    """
    wrong: list[WrongSum] = []
    given = card.value("bonus")
    bonuses = {bonus_for(value, way) for value in upper}
    first = {value + bonus for value in upper for bonus in {bonus_for(value, way), *_just(given)}}
    for box, with_bonus in card.sums:
        said = box.value or 0
        if said in (first if with_bonus else upper):
            continue
        due = due_of_boxes + (bonus_for(due_of_boxes, way) if with_bonus else 0)
        wrong.append(WrongSum(box, due, "with-bonus" if with_bonus else ""))
        if with_bonus:
            first.add(said)
            bonuses |= {bonus_for(said - bonus, way) for bonus in bonuses_of(way)}
        else:
            bonuses.add(bonus_for(said, way))
            first |= {said + bonus for bonus in {*bonuses, *_just(given)}}
    return wrong, first, bonuses


def _wrong_total(card: Card, box: Box, said: int, halves: tuple[int, int], way: CardWay) -> WrongSum:
    """The fault for a wrong total, with its probable cause; ``halves`` are the right sums of both halves."""
    upper, lower = halves
    given = card.value("bonus")
    bonus = bonus_for(upper, way)
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
    """The total of a full card with the bonus."""
    upper, lower = as_they_stand(card, way)
    return upper + bonus_for(upper, way) + lower


def implied(
    card: Card, category: str, values: Mapping[str, frozenset[int]], way: CardWay, halves: int
) -> int | None:
    """The only value of a box that makes all sums of the card right; ``None``: there is none, or several.

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
    """The categories that a card should have a row for and has not."""
    there = {*rows, *way.optional, *way.may_lack}
    return tuple(category for category in way.categories if category not in there)


def _added(parts: Sequence[frozenset[int]]) -> set[int]:
    """All sums of one value of each part; stops after more than ``_MOST_SUMS``."""
    sums = {0}
    for part in parts:
        sums = {one + other for one in sums for other in part}
        if len(sums) > _MOST_SUMS:
            break
    return sums


_MOST_SUMS = 1000
"""Thirteen boxes of dice have fewer sums; only other games, and notes beside the boxes, can have more."""


def _just(value: int | None) -> tuple[int, ...]:
    return () if value is None else (value,)
