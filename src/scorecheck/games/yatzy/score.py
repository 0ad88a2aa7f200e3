"""The value of a throw: in one category term by term, or in all of them, best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorecheck.checks.worth import CannotScore, RankedChoices, Words, field, labelled
from scorecheck.games.yatzy.card import dice_of, pairs_of
from scorecheck.games.yatzy.scoring import OPTIONAL, PRESETS, ScoringWay, choices
from scorecheck.model.record import NamedTuple
from scorecheck.model.terms import Term, Worked


class CategoryWorth(NamedTuple):
    """The value of a throw in a category."""

    category: str
    worked: Worked

    @property
    def value(self) -> int:
        """The points."""
        return int(self.worked.value)


def throw_of(dice: str, preset: str | None = None) -> tuple[str, list[list[int]]]:
    """The kind of card of a throw, and its dice: of double dice the outer and the inner ones."""
    pairs = pairs_of(dice)
    plain = " " not in dice.strip() and len(dice_of(dice)) in {5, 6} and dice.count("-") in {4, 5}
    if pairs and not plain:
        return preset or "doppel-yatzy", [[outer for outer, _ in pairs], [inner for _, inner in pairs]]
    thrown = list(dice_of(dice))
    return preset or ("maxi-yatzy" if len(thrown) == 6 else "yatzy"), [thrown]


def refuse_impossible(dice: str, thrown: Sequence[Sequence[int]], way: ScoringWay) -> None:
    """Refuses dice of a wrong number, or with another number than 1 to 6.

    Raises:
        CannotScore: they are.
    """
    if not all(map(way.may_throw, thrown)):
        raise CannotScore("no-throw", dice=dice, count=way.thrown)


def by_side(thrown: Sequence[Sequence[int]], way: ScoringWay) -> RankedChoices:
    """The values of a throw in every category; of double dice for the outer and for the inner ones."""
    names = ("outer", "inner") if len(thrown) > 1 else ("",)
    return [
        (name, [(one.category, one.worked) for one in best_first(side, way)])
        for name, side in zip(names, thrown, strict=True)
    ]


def worth(category: str, dice: Sequence[int], way: ScoringWay, *, noted: bool = True) -> CategoryWorth:
    """The best count of a throw in a category; struck, and 0, if it gives nothing.

    ``noted``: with a note on the die that is left out.

    Raises:
        ValueError: so many dice are not thrown, or a die has another number than 1 to 6.
        KeyError: there is no such category.
    """
    found = choices(category, dice, way)
    if not found:
        return CategoryWorth(category, Worked("yatzy", (Term("struck", 0),), 0))
    best = found[0]
    if best.left_out is None or not best.value or not noted:
        return CategoryWorth(category, best.worked)
    aside = Term("left-out", 0, params={"die": best.left_out})
    return CategoryWorth(category, Worked("yatzy", (*best.worked.terms, aside), best.value))


def best_first(dice: Sequence[int], way: ScoringWay) -> list[CategoryWorth]:
    """The value of a throw in every category, the best first; equal ones in the order of the card.

    Raises:
        ValueError: so many dice are not thrown, or a die has another number than 1 to 6.
    """
    each = (
        worth(category, dice, way, noted=False) for category in way.categories if category not in OPTIONAL
    )
    return sorted(each, key=lambda one: -one.value)


def turn(outer: CategoryWorth, inner: CategoryWorth) -> Worked:
    """The value of a turn of Doppel Yatzy with one category for the outer and one for the inner dice."""
    shares = (("outer", outer.value), ("inner", inner.value))
    terms = (*outer.worked.terms, *inner.worked.terms)
    return Worked("yatzy", terms, outer.value + inner.value, shares)


PLACE = 3
"""Where the form stands among those of all games."""


def fields(words: Words) -> list[dict[str, Any]]:
    """The fields, in the order in which they are shown."""
    cards = [{"value": "", "label": words.label("app.worth.as_thrown")}, *labelled(PRESETS, str)]
    return [
        field("dice", words.label("blank.dice"), hint="3 3 3 6 6"),
        field("card", words.label("app.worth.card"), "choice", choices=cards),
    ]


def worth_of(said: Mapping[str, Any]) -> RankedChoices:
    """The value of what was filled in.

    Raises:
        CannotScore: there is none.
    """
    played, thrown = throw_of(said["dice"], said["card"] or None)
    way = ScoringWay(played, strict=played == "maxi-yatzy")
    refuse_impossible(said["dice"], thrown, way)
    return by_side(thrown, way)
