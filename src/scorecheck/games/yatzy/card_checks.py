"""The rules of a Yatzy card: what stands in its boxes, and what they add up to.

All of them come from one look at a player's column, so that one slip is told once: an impossible value
instead of the sums that follow from it, a wrong sum instead of the total that it is in.
"""

from __future__ import annotations

from dataclasses import dataclass
from json import dumps
from typing import TYPE_CHECKING

from scorecheck.checks.check import Hit, column_check
from scorecheck.checks.common import CELL_CHECKS
from scorecheck.checks.words import plain, row_word
from scorecheck.games.yatzy.block import wrong_games
from scorecheck.games.yatzy.card import answer_of, cards_of, kind_of, label_of, nearest_category, row_names
from scorecheck.games.yatzy.rules import (
    BONUS,
    CATEGORY,
    EXTRA_VARIANT,
    SUM,
    TOTAL,
    UNFILLED,
    UNFINISHED,
    VALUE,
    WORDS,
)
from scorecheck.games.yatzy.scoring import CATEGORIES, FACES, FURTHER, OPTIONAL, choices, nearest
from scorecheck.games.yatzy.sums import absent, domains, halves_of, implied, is_faulty, values_of, wrong_sums
from scorecheck.model.record import NamedTuple, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.checks.check import Check, Rule
    from scorecheck.games.yatzy.card import Box, Card, Cards
    from scorecheck.games.yatzy.scoring import ScoringWay
    from scorecheck.model.finding import Param
    from scorecheck.model.sheet import Entry, Sheet

LAYOUT = "card"


class Told(NamedTuple):
    """What is wrong, by which rule."""

    rule: Rule
    hit: Hit


def judge(cards: Cards, sheet: Sheet) -> Iterator[Told]:
    """All that is wrong with the cards of a sheet."""
    told = list(_by_itself(cards, sheet))
    yield from told
    yield from (Told(TOTAL, hit) for hit in wrong_games(cards, sheet, (one.hit for one in told)))


def _by_itself(cards: Cards, sheet: Sheet) -> Iterator[Told]:
    """What is wrong with each card."""
    yield from _rows(cards, sheet)
    variant = variant_of(cards)
    for card in cards.cards:
        column = sheet.points_columns[card.position]
        yield from _boxes(card, cards, column)
        sums = list(_sums(card, cards, column, variant))
        yield from sums
        yield from _gaps(card, cards, column)
        if not any(told.hit.variant == "sign" for told in sums):
            yield from _extra(card, cards, column, variant)


def _rows(cards: Cards, sheet: Sheet) -> Iterator[Told]:
    """The names before the rows: each category once, and none that nobody knows."""
    column = sheet.column("category")
    named = {row.label: row for row in reversed(cards.rows) if row_word(row.label) in sheet.by_shape}
    if named:
        first = min(row.at for row in named.values())
        labels = tuple(sorted(named, key=lambda label: named[label].at))
        rows = tuple(f"{named[label].kind}={label}" for label in labels)
        line = f"categories.{dumps(labels[0], ensure_ascii=False)} = {dumps(named[labels[0]].kind)}"
        yield Told(
            WORDS,
            Hit(column, {"rows": rows, "line": line}, row=first),
        )
    seen: dict[str, str] = {}
    missing = list(absent((row.kind for row in cards.rows), cards.way))
    boxes = [box for card in cards.cards for box in (*card.others, *card.boxes.values())]
    filled = {box.row.at for box in boxes if box.filled}
    for row in cards.rows:
        if row.kind in CATEGORIES and row.kind in seen:
            params: dict[str, Param] = {"category": row.label, "first": seen[row.kind]}
            yield Told(CATEGORY, Hit(column, params, "twice", row=row.at))
        elif row.kind in CATEGORIES:
            seen[row.kind] = row.label
            if row.kind not in cards.way.categories and row.at in filled:
                params = {"category": row.label, "preset": cards.way.preset}
                yield Told(CATEGORY, Hit(column, params, "other-card", row=row.at))
        elif row.kind == "unknown" and (row.at in filled or missing):
            likely = _likely(row.label, missing)
            if likely is not None:
                missing.remove(likely)
                params = {"category": row.label, "likely": likely}
                yield Told(CATEGORY, Hit(column, params, "likely", row=row.at))
            elif row.at in filled:
                if missing:
                    missing.pop()
                yield Told(CATEGORY, Hit(column, {"category": row.label}, row=row.at))
        elif row.kind == "nameless" and row.at in filled:
            if missing:
                missing.pop()
            yield Told(CATEGORY, Hit(column, {}, "nameless", row=row.at))
    if missing and cards.cards:
        params = {"missing": tuple(missing), "count": len(missing), "preset": cards.way.preset}
        yield Told(CATEGORY, Hit(column, params, "missing", row=-1))


def _likely(label: str, missing: Sequence[str]) -> str | None:
    """The category that a word is a misspelling of, among those that have no row."""
    near = nearest_category(label, among=missing)
    return None if near is None else row_names()[plain(near)]


def _boxes(card: Card, cards: Cards, column: int) -> Iterator[Told]:
    """The value of each box against those that dice can give."""
    values = domains(card, cards.way)
    for category in cards.way.categories:
        box = card.boxes.get(category)
        if box is None or box.value is None:
            continue
        if not is_faulty(category, box.value, cards.way):
            if category in OPTIONAL and box.value:
                yield from _further(card, box, cards.way, column)
            continue
        fits = implied(card, category, values, cards.way, halves_of(cards))
        params = _params(card, box)
        params["near"] = tuple(map(_written, nearest(values_of(category, cards.way), box.value)))
        variant = ""
        option = _option_for(category, box.value, cards)
        if fits is not None:
            params["fits"] = fits
            variant = "fits"
        elif option is not None:
            params["option"] = option
            variant = "option"
        yield Told(VALUE, Hit(column, params, variant, row=box.row.at))


def _further(card: Card, box: Box, way: ScoringWay, column: int) -> Iterator[Told]:
    """Further yatzys: the first must have been written with its points, and each filled a box."""
    first = card.boxes.get("yatzy")
    params = _params(card, box)
    if first is not None and first.filled and first.value == 0:
        yield Told(VALUE, Hit(column, params, "first-struck", row=box.row.at))
        return
    count = (box.value or 0) // way.further
    others = [card.boxes.get(kind) for kind in way.categories if kind not in {"yatzy", *OPTIONAL}]
    most = sum(1 for one in others if one is None or not one.filled or _may_be_alike(one, way))
    if count > most:
        params |= {"count": count, "most": most}
        yield Told(VALUE, Hit(column, params, "too-many", row=box.row.at))


def _may_be_alike(box: Box, way: ScoringWay) -> bool:
    """Whether five alike may have filled a box: with what they give there, or struck."""
    alike = ((face,) * way.counted for face in FACES)
    return not box.value or any(
        choice.value == box.value for dice in alike for choice in choices(box.row.kind, dice, way)
    )


def _option_for(category: str, value: int, cards: Cards) -> str | None:
    """The option under which a value would be possible, and no other box wrong, as an event file has it."""
    way = cards.way
    others = {
        "yatzy_with_dice = true": replace(way, with_dice=True),
        "yatzy_with_dice = false": replace(way, with_dice=False),
        "strict_scandinavian = false": replace(way, strict=False),
        "international = true": replace(way, international=way.preset != "maxi-yatzy"),
        "international = false": replace(way, international=False),
        **{f"further_yatzys = {worth}": replace(way, further=worth) for worth in reversed(FURTHER)},
    }
    for option, other in others.items():
        if other != way and not is_faulty(category, value, other) and _keeps_boxes(cards, other):
            return option
    return None


def _keeps_boxes(cards: Cards, other: ScoringWay) -> bool:
    """Whether every box that is right as the cards are counted is right in another way to count them, too.

    Else the advice to count so would lead to one to count otherwise.
    """
    for card in cards.cards:
        for category, box in card.boxes.items():
            if box.value is None:
                continue
            if category == "bonus" and box.value == cards.way.bonus != other.bonus:
                return False
            known = category in cards.way.categories and category in other.categories
            right = known and not is_faulty(category, box.value, cards.way)
            if right and is_faulty(category, box.value, other):
                return False
    return True


def _sums(card: Card, cards: Cards, column: int, extra: str) -> Iterator[Told]:
    values = domains(card, cards.way)
    for wrong in wrong_sums(card, values, cards.way, halves_of(cards)):
        kind = wrong.box.row.kind
        box = card.boxes.get("extra")
        if wrong.variant == "extra" and box is not None and box.value not in values_of_extra(extra):
            # The total has it right: the sign in the box is the slip.
            due = _written(-(box.value or 0))
            yield Told(TOTAL, Hit(column, {**_params(card, box), "due": due}, "sign", row=box.row.at))
            continue
        rule = BONUS if kind == "bonus" else TOTAL if kind == "total" else SUM
        params = _params(card, wrong.box)
        params["due"] = wrong.due
        params["from"] = cards.way.bonus_from
        variant = wrong.variant
        if variant in _OTHER_BONUS:
            other = replace(cards.way, international=_OTHER_BONUS[variant])
            if wrong.box.value != other.bonus or not _keeps_boxes(cards, other):
                variant = ""
        yield Told(rule, Hit(column, params, variant, row=wrong.box.row.at))


_OTHER_BONUS = {"international": True, "scandinavian": False}
"""Variants of a wrong bonus that is right in the other way to count."""


def _gaps(card: Card, cards: Cards, column: int) -> Iterator[Told]:
    """The boxes that are not filled yet: too late where there is a total, else still to be played."""
    boxes = [card.boxes[kind] for kind in cards.way.categories if kind in card.boxes]
    empty = [box for box in boxes if not box.filled and box.row.kind not in OPTIONAL]
    total = card.boxes.get("total")
    done = total is not None and total.filled
    odd = cards.way.preset == "doppel-yatzy" and (len(boxes) - len(empty)) % 2 == 1
    if not empty:
        return
    names = tuple(box.row.label for box in empty)
    params: dict[str, Param] = {"player": card.called, "categories": names, "count": len(empty)}
    if not done:
        params["filled"] = len(boxes) - len(empty)
        yield Told(UNFINISHED, Hit(column, params, "odd" if odd else "", row=empty[0].row.at))
        return
    variant = ""
    fits = None
    if len(empty) == 1:
        values = domains(card, cards.way)
        fits = implied(card, empty[0].row.kind, values, cards.way, halves_of(cards))
    if fits is not None:
        params["fits"] = fits
        variant = "fits" if fits else "struck"
    yield Told(UNFILLED, Hit(column, params, variant, row=empty[0].row.at))


def variant_of(cards: Cards) -> str:
    """The variant of the category extra that is played: the one that was chosen, else that of most cards."""
    if cards.way.extra != "any":
        return cards.way.extra
    values = [value for card in cards.cards if (value := card.value("extra"))]
    minus = sum(1 for value in values if value < 0)
    if 2 * minus == len(values) and values:
        return "minus" if values[0] < 0 else "chance"
    return "minus" if 2 * minus > len(values) else "chance"


def _extra(card: Card, cards: Cards, column: int, variant: str) -> Iterator[Told]:
    """The category extra: one variant on all cards."""
    box = card.boxes.get("extra")
    if box is None or box.value is None or is_faulty("extra", box.value, cards.way):
        return
    if box.value not in values_of_extra(variant):
        told = f"zero-{variant}" if box.value == 0 else variant
        yield Told(EXTRA_VARIANT, Hit(column, _params(card, box), told, row=box.row.at))


def values_of_extra(variant: str) -> range | tuple[int, ...]:
    """Whether a value agrees with a variant of the category extra, by its sign."""
    return {"minus": range(-30, -4), "chance": (0, *range(5, 31)), "strike": (0,)}[variant]


def _params(card: Card, box: Box) -> dict[str, Param]:
    said = 0 if box.value is None else box.value
    return {"player": card.called, "category": box.row.label, "said": said}


def _written(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")


@dataclass(slots=True)
class _Watcher:
    """Keeps the rows of a card until all of them are there, and tells what one rule says of them."""

    sheet: Sheet
    rule: Rule
    entries: list[Entry]

    def see(self, entry: Entry) -> Iterator[Hit]:
        self.entries.append(entry)
        return iter(())

    def finish(self) -> Iterator[Hit]:
        cards = cards_of(self.sheet, self.entries)
        return (told.hit for told in judge(cards, self.sheet) if told.rule is self.rule)


def _card_check(rule: Rule) -> Check:
    return column_check(rule, lambda sheet: _Watcher(sheet, rule, []), layouts=(LAYOUT,))


def _of_boxes(check: Check) -> Check:
    """A check of cells that leaves alone what is no box: ranks, answers such as yes, notes."""
    look = check.look

    def looks(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[Hit]:
        kind = kind_of(label_of(entry), sheet.own_words)
        if look is None or kind in {None, "rank"}:
            return
        for hit in look(entry, past, sheet):
            raw = "" if hit.column is None else sheet.table.value(entry.row, hit.column)
            if kind != "bonus" or answer_of(raw) is None:
                yield hit._replace(params={**hit.params, "game": label_of(entry)})

    return replace(check, look=looks, review=None, layouts=frozenset({LAYOUT}))


CARD_CHECKS = (
    *map(_of_boxes, CELL_CHECKS),
    *map(_card_check, (VALUE, SUM, BONUS, TOTAL, UNFILLED, UNFINISHED, EXTRA_VARIANT, CATEGORY, WORDS)),
)
"""The checks of a card."""
