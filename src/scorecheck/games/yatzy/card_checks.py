"""Rules for Yatzy cards besides those for all cards: further yatzys, the category extra, scoring rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorecheck.checks.cards.card import Box, Card, Cards
from scorecheck.checks.cards.judge import CardFault, CardJudge, card_checks, params_of, signed
from scorecheck.checks.cards.sums import WrongSum, is_faulty
from scorecheck.checks.check import Hit
from scorecheck.checks.words import row_word, setting
from scorecheck.games.yatzy.card import cards_of, way_in, way_on
from scorecheck.games.yatzy.rules import CATEGORY, EXTRA_VARIANT, RULES, TOTAL, VALUE, WORDS
from scorecheck.games.yatzy.scoring import FACES, FURTHER, OPTIONAL, ScoringWay, choices, values_of_extra
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param


class _YatzyJudge(CardJudge):
    def cards(self, sheet: Sheet, entries: Iterable[Entry]) -> Cards:
        return cards_of(sheet, entries)

    def rows(self, cards: Cards, sheet: Sheet) -> Iterator[CardFault]:
        """Reports also the words whose meaning was found by the shape of the card."""
        column = sheet.column("category")
        named = {row.label: row for row in reversed(cards.rows) if row_word(row.label) in sheet.by_shape}
        if named:
            first = min(row.at for row in named.values())
            labels = tuple(sorted(named, key=lambda label: named[label].at))
            rows = tuple(f"{named[label].kind}={label}" for label in labels)
            line = setting("categories", labels[0], named[labels[0]].kind)
            yield CardFault(WORDS, Hit(column, {"rows": rows, "line": line}, row=first))
        yield from super().rows(cards, sheet)

    def of_possible(self, card: Card, cards: Cards, box: Box, column: int) -> Iterator[CardFault]:
        """Further yatzys: the first must have scored, and each must have filled a box."""
        if box.row.kind not in OPTIONAL or not box.value:
            return
        way = way_in(cards)
        first = card.boxes.get("yatzy")
        params = params_of(card, box)
        if first is not None and first.filled and first.value == 0:
            yield CardFault(VALUE, Hit(column, params, "first-struck", row=box.row.at))
            return
        count = box.value // way.further
        others = [card.boxes.get(kind) for kind in way.categories if kind not in {"yatzy", *OPTIONAL}]
        most = sum(1 for one in others if one is None or not one.filled or _may_be_alike(one, way))
        if count > most:
            params |= {"count": count, "most": most}
            yield CardFault(VALUE, Hit(column, params, "too-many", row=box.row.at))

    def option_for(self, category: str, value: int, cards: Cards) -> str | None:
        """The option that would make a value possible, with no other box wrong."""
        way = way_in(cards)
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

    def of_sum(self, wrong: WrongSum, card: Card, cards: Cards, column: int) -> CardFault:
        """A wrong total may be due to the sign of the extra, a wrong bonus to the scoring rules."""
        box, variant = card.boxes.get("extra"), wrong.variant
        if variant == "extra" and box is not None and box.value not in values_of_extra(variant_of(cards)):
            # The total is right: the sign in the box is the slip.
            params: dict[str, Param] = {**params_of(card, box), "due": signed(-(box.value or 0))}
            return CardFault(TOTAL, Hit(column, params, "sign", row=box.row.at))
        way, said = way_in(cards), wrong.box.value
        if wrong.box.row.kind == "bonus" and not variant and wrong.due and way.preset != "maxi-yatzy":
            for called, is_international in _OTHER_BONUS.items():
                other = replace(way, international=is_international)
                if said == _USUAL_BONUS[called] == other.bonus and _keeps_boxes(cards, other):
                    variant = called
        return self.told_sum(wrong, cards, column, variant)

    def of_gap(self, filled: int, cards: Cards) -> str:
        """In Doppel Yatzy, each turn fills two boxes."""
        return "odd" if cards.way.preset == "doppel-yatzy" and filled % 2 == 1 else ""

    def beside(self, card: Card, cards: Cards, column: int, sums: Sequence[CardFault]) -> Iterator[CardFault]:
        """The category extra: the same variant on all cards."""
        box = card.boxes.get("extra")
        if any(told.hit.variant == "sign" for told in sums):
            return
        if box is None or box.value is None or is_faulty("extra", box.value, cards.way):
            return
        variant = variant_of(cards)
        if box.value not in values_of_extra(variant):
            told = f"zero-{variant}" if box.value == 0 else variant
            yield CardFault(EXTRA_VARIANT, Hit(column, params_of(card, box), told, row=box.row.at))


_OTHER_BONUS = {"international": True, "scandinavian": False}
"""The variant for a wrong bonus that is right under other scoring rules."""
_USUAL_BONUS = {"international": 35, "scandinavian": 50}


def _may_be_alike(box: Box, way: ScoringWay) -> bool:
    """Whether five alike may have filled a box: with their value there, or struck."""
    alike = ((face,) * way.counted for face in FACES)
    return not box.value or any(
        choice.value == box.value for dice in alike for choice in choices(box.row.kind, dice, way)
    )


def _keeps_boxes(cards: Cards, other: ScoringWay) -> bool:
    """Whether every right box stays right under other scoring rules.

    Otherwise the advice to use these would lead to advice against them.
    """
    way = way_in(cards)
    for card in cards.cards:
        for category, box in card.boxes.items():
            if box.value is None:
                continue
            if category == "bonus" and box.value == way.bonus != other.bonus:
                return False
            known = category in way.categories and category in other.categories
            right = known and not is_faulty(category, box.value, way)
            if right and is_faulty(category, box.value, other):
                return False
    return True


def variant_of(cards: Cards) -> str:
    """The variant of the category extra: the chosen one, else that of most cards."""
    way = way_in(cards)
    if way.extra != "any":
        return way.extra
    values = [value for card in cards.cards if (value := card.value("extra"))]
    minus = sum(1 for value in values if value < 0)
    if 2 * minus == len(values) and values:
        return "minus" if values[0] < 0 else "chance"
    return "minus" if 2 * minus > len(values) else "chance"


JUDGE = _YatzyJudge(RULES, way_on)
CARD_CHECKS = card_checks(JUDGE, (*RULES[:-1], EXTRA_VARIANT, CATEGORY, WORDS))
"""The checks of a card."""
