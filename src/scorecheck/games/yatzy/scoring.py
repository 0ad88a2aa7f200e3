"""What dice are worth in each category of Yatzy and its kin. Pure arithmetic.

After the rules of Doppel Yatzy, whose second part are those of Yatzy; what they leave open is an
option. Maxi Yatzy, six dice and twenty categories, goes by the card that is sold with it; so do Kniffel
and Yahtzee, which score in the international way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement

from scorecheck.checks.words import choices_of, row_names
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.model.terms import Term, Worked

FACES = (1, 2, 3, 4, 5, 6)
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
PRESETS: Mapping[str, tuple[str, ...]] = choices_of("games", "yatzy", "cards.toml", section="cards")
"""The categories of each kind of card, in order."""
INTERNATIONAL_CARDS = ("kniffel", "yahtzee")
"""The cards with international rules, each named like its five alike."""
CATEGORIES = frozenset(category for categories in PRESETS.values() for category in categories)
NOT_INTERNATIONAL = frozenset({"pair", "two-pairs"})
"""Rows that an international card may lack."""
OPTIONAL = frozenset({"further"})
"""Rows that any card may lack or leave empty: those for further yatzys."""
FURTHER = (0, 50, 100)
"""The possible values of each further yatzy."""
_MOST_FURTHER = 12
"""A card has 13 boxes, and the first yatzy takes one of them."""
EXTRAS = ("minus", "chance", "strike")
"""The three variants of the category ``extra``."""

_OF_A_KIND: Mapping[str, int] = {"pair": 2, "three-of-a-kind": 3, "four-of-a-kind": 4, "five-of-a-kind": 5}
_GROUPS: Mapping[str, tuple[int, ...]] = {
    "two-pairs": (2, 2),
    "three-pairs": (2, 2, 2),
    "full-house": (3, 2),
    "castle": (3, 3),
    "tower": (4, 2),
}
"""The sizes of the two groups."""
_STRAIGHTS: Mapping[str, tuple[int, ...]] = {
    "small-straight": (1, 2, 3, 4, 5),
    "large-straight": (2, 3, 4, 5, 6),
    "full-straight": FACES,
}
_INTERNATIONAL_RUNS: Mapping[str, tuple[int, int]] = {"small-straight": (4, 30), "large-straight": (5, 40)}
"""The lengths of straights, and their values."""
_INTERNATIONAL_FULL_HOUSE = 25
BONUSES = (35, 50)
"""The possible bonuses on cards of five counted dice."""
JOKER = "joker"
"""The term of a further yatzy that counts as a straight."""
JOKERS = (False, "forced", "free", True)
"""The rules for a further yatzy as a straight.

Not at all; ``forced``: it goes into its box of the upper half as long as that is free; ``free``: it need not,
but is no straight till then; ``True``: as ``free``.
"""


@record
class ScoringWay:
    """Scoring rules: the kind of card, and the chosen options."""

    preset: str = "yatzy"
    strict: bool = False
    """Four alike are not two pairs, five alike no full house."""
    international: bool = False
    """Fixed values for straights and full house, the sum of all dice for three and four alike."""
    with_dice: bool = False
    """A yatzy counts its dice as well."""
    extra: str = "any"
    """The variant of the category ``extra``; ``any``: each card may show it."""
    further: int = 0
    """The value of each further yatzy, in a row of its own."""
    joker: str = ""
    """Whether a further yatzy may count as a straight, by the ``forced`` or the ``free`` joker rule."""
    own_bonus: int = 0
    """The bonus, if it is not the usual one."""
    nordic_straights: bool = False
    """Under international rules, straights still count their dice: 15 and 20."""

    every, upper, optional, signed = CATEGORIES, UPPER, OPTIONAL, ("extra",)
    """All categories, ones to sixes, the rows for further yatzys, and the extra: see ``CardWay``."""

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of the card, in order."""
        return PRESETS[self.preset]

    @property
    def counted(self) -> int:
        """The number of dice that count."""
        return 6 if self.preset == "maxi-yatzy" else 5

    @property
    def thrown(self) -> int:
        """The number of dice thrown; in Doppel Yatzy one of them is left out."""
        return 6 if self.preset in {"doppel-yatzy", "maxi-yatzy"} else 5

    def may_throw(self, dice: Sequence[int]) -> bool:
        """Whether these are so many dice of 1 to 6."""
        return len(dice) == self.thrown and all(die in FACES for die in dice)

    @property
    def bonus_from(self) -> int:
        """The sum of the upper half that gives the bonus."""
        return 84 if self.preset == "maxi-yatzy" else 63

    @property
    def bonus(self) -> int:
        """The value of the bonus."""
        if self.preset == "maxi-yatzy":
            return 100
        if self.own_bonus:
            return self.own_bonus
        return 35 if self.international else 50

    @property
    def may_lack(self) -> frozenset[str]:
        """The pairs, on an international card."""
        return NOT_INTERNATIONAL if self.is_international else frozenset()

    @property
    def steps(self) -> tuple[tuple[int, int]]:
        """There is one bonus."""
        return ((self.bonus_from, self.bonus),)

    @property
    def names(self) -> Mapping[str, str]:
        """The words for categories and sums."""
        return row_names()

    def values_of(self, category: str) -> frozenset[int]:
        """The possible values of dice; for ``extra`` in any variant, which is a rule of its own."""
        return possible(category, replace(self, extra="any"))

    @property
    def is_international(self) -> bool:
        """Maxi Yatzy has no international rules, only its own card."""
        return self.international and self.preset != "maxi-yatzy"


def way_of(preset: str | None, options: Mapping[str, str | int | bool]) -> ScoringWay:
    """The scoring rules of a preset and the options in force."""
    name = preset if preset is not None and preset in PRESETS else "yatzy"
    extra = str(options.get("extra", "any"))
    further = options.get("further_yatzys", 0)
    return ScoringWay(
        name,
        strict=options.get("strict_scandinavian") is True,
        international=options.get("international") is True and name != "maxi-yatzy",
        with_dice=options.get("yatzy_with_dice") is True,
        extra=extra if extra in EXTRAS else "any",
        further=int(further),
        joker=joker if isinstance(joker := options.get("joker"), str) else "free" if joker else "",
        own_bonus=bonus if isinstance(bonus := options.get("bonus"), int) else 0,
        nordic_straights=options.get("nordic_straights") is True,
    )


class DiceChoice(NamedTuple):
    """One way to count a throw in a category."""

    worked: Worked
    left_out: int | None
    """The die that is thrown but not counted."""

    @property
    def value(self) -> int:
        """The value."""
        return int(self.worked.value)


def choices(category: str, thrown: Sequence[int], way: ScoringWay) -> tuple[DiceChoice, ...]:
    """The ways to count a throw in a category, best first; none if it can only be struck.

    In Doppel Yatzy any of the six dice may be left out; and of several pairs, or several alike, any may
    count. A category of numbers is worth 0 without the number; so is ``extra`` in the variant that is only
    struck.

    Raises:
        ValueError: so many dice are not thrown, or a die has another number than 1 to 6.
    """
    if not way.may_throw(thrown):
        raise ValueError(f"{way.thrown} dice of 1 to 6")
    found: dict[int, DiceChoice] = {}
    for dice, left_out in _counted(thrown, way):
        for terms in _ways(category, dice, way):
            value = sum(int(term.value) for term in terms)
            if value not in found:
                found[value] = DiceChoice(Worked("yatzy", terms, value), left_out)
    return tuple(found[value] for value in sorted(found, reverse=True))


def _counted(thrown: Sequence[int], way: ScoringWay) -> Iterator[tuple[tuple[int, ...], int | None]]:
    """The counted dice, and the one that is left out."""
    dice = tuple(sorted(thrown, reverse=True))
    if len(dice) == way.counted:
        yield dice, None
        return
    for face in dict.fromkeys(dice):
        at = dice.index(face)
        yield dice[:at] + dice[at + 1 :], face


def _ways(category: str, dice: tuple[int, ...], way: ScoringWay) -> Iterator[tuple[Term, ...]]:
    """The ways to count exactly these dice in a category, each as a sum."""
    counts = Counter(dice)
    if category in UPPER:
        face = UPPER.index(category) + 1
        yield (_alike(counts[face], face),)
    elif category in _OF_A_KIND:
        yield from _of_a_kind(_OF_A_KIND[category], dice, counts, way)
    elif category in _GROUPS:
        yield from _in_groups(category, counts, way)
    elif category in _STRAIGHTS:
        yield from _straight(category, counts, way)
    elif category == "yatzy":
        if len(counts) == 1:
            worth = Term("yatzy-itself", 100 if way.preset == "maxi-yatzy" else 50)
            yield (worth, _all(dice)) if way.with_dice else (worth,)
    elif category == "chance":
        yield (_all(dice),)
    elif category == "further":
        if len(counts) == 1 and way.further:
            yield (Term("fixed", way.further),)
    elif category == "extra":
        yield from _extra(dice, way)
    else:
        raise KeyError(category)


def _of_a_kind(
    alike: int, dice: tuple[int, ...], counts: Counter[int], way: ScoringWay
) -> Iterator[tuple[Term, ...]]:
    faces = [face for face in counts if counts[face] >= alike]
    if not way.is_international or alike == 2:
        yield from ((_alike(alike, face),) for face in faces)
    elif faces:
        yield (_all(dice),)


def _in_groups(category: str, counts: Counter[int], way: ScoringWay) -> Iterator[tuple[Term, ...]]:
    for faces in _groups(_GROUPS[category], counts, strict=way.strict):
        if category == "full-house" and way.is_international:
            yield (Term("fixed", _INTERNATIONAL_FULL_HOUSE),)
            return
        yield tuple(_alike(alike, face) for alike, face in zip(_GROUPS[category], faces, strict=True))


def _straight(category: str, counts: Counter[int], way: ScoringWay) -> Iterator[tuple[Term, ...]]:
    if way.is_international and not way.nordic_straights:
        length, worth = _INTERNATIONAL_RUNS[category]
        if any(all(face in counts for face in range(low, low + length)) for low in range(1, 8 - length)):
            yield (Term("fixed", worth),)
        elif way.joker and len(counts) == 1:
            yield (Term(JOKER, worth),)
        return
    row = _STRAIGHTS[category]
    if all(face in counts for face in row):
        yield (Term("straight", sum(row), params={"first": row[0], "last": row[-1]}),)


def _extra(dice: tuple[int, ...], way: ScoringWay) -> Iterator[tuple[Term, ...]]:
    for variant in EXTRAS if way.extra == "any" else (way.extra,):
        if variant == "chance":
            yield (_all(dice),)
        elif variant == "minus":
            yield (_all(dice, sign=-1),)
        else:
            yield (Term("struck", 0),)


def _alike(count: int, face: int) -> Term:
    return Term("alike", count * face, params={"count": count, "face": face})


def _all(dice: Sequence[int], sign: int = 1) -> Term:
    return Term("all-dice", sign * sum(dice))


def _groups(groups: tuple[int, ...], counts: Counter[int], *, strict: bool) -> Iterator[tuple[int, ...]]:
    """The faces of groups of alike dice; unless strict, one face may serve for two groups."""
    if not groups:
        yield ()
        return
    for face in sorted(counts, reverse=True):
        if counts[face] < groups[0]:
            continue
        left = Counter(counts)
        left[face] = 0 if strict else left[face] - groups[0]
        for others in _groups(groups[1:], left, strict=strict):
            yield (face, *others)


def possible(category: str, way: ScoringWay) -> frozenset[int]:
    """The values of all throws in a category, 0 for a struck one included.

    By enumeration of all throws; equal ones in another order count once. In the variant of ``extra`` that
    counts against the player, 0 is impossible: striking it would be a gain.
    """
    if category == "extra" and way.extra == "any":
        return frozenset[int]().union(*(possible(category, replace(way, extra=one)) for one in EXTRAS))
    return _thrown_values(category, _as_far_as_it_matters(category, way))


def _as_far_as_it_matters(category: str, way: ScoringWay) -> ScoringWay:
    """The rules without options that change nothing in a category, so that no throw is counted twice."""
    of_groups = category in _GROUPS
    of_straights = category in _STRAIGHTS
    alike = category in {"three-of-a-kind", "four-of-a-kind", "full-house"}
    return ScoringWay(
        way.preset,
        strict=way.strict and of_groups,
        international=way.international and (alike or of_straights),
        with_dice=way.with_dice and category == "yatzy",
        extra=way.extra if category == "extra" else "any",
        further=way.further if category == "further" else 0,
        joker=way.joker if of_straights else "",
        nordic_straights=way.nordic_straights and of_straights,
    )


@cache
def _thrown_values(category: str, way: ScoringWay) -> frozenset[int]:
    if category == "further":
        return frozenset(way.further * count for count in range(_MOST_FURTHER + 1))
    values = {
        sum(int(term.value) for term in terms)
        for dice in combinations_with_replacement(FACES, way.counted)
        for terms in _ways(category, dice, way)
    }
    struck = category != "extra" or way.extra != "minus"
    return frozenset(values | {0} if struck else values)


def values_of_extra(variant: str) -> range | tuple[int, ...]:
    """The possible values of the category extra in one of its variants."""
    return {"minus": range(-30, -4), "chance": (0, *range(5, 31)), "strike": (0,)}[variant]


def row_values(preset: str | None, options: Mapping[str, str | int | bool]) -> dict[str, frozenset[int]]:
    """The possible values in each row of a card, the bonus included.

    ``options`` are the chosen ones; a row may have any value under the others. The bonus is the usual one by
    default.
    """
    open_ways = [
        {name: value, **options}
        for name in ("strict_scandinavian", "international", "yatzy_with_dice")
        for value in (False, True)
    ]
    ways = {way_of(preset, chosen) for chosen in open_ways}
    usual = way_of(preset, options)
    values = {
        category: frozenset[int]().union(*(possible(category, way) for way in ways))
        for category in usual.categories
    }
    named = {preset: values["yatzy"]} if preset in INTERNATIONAL_CARDS else {}
    return {**values, **named, "bonus": frozenset({0, usual.bonus})}
