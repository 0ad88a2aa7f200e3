"""Cards of Yatzy, Doppel Yatzy and Kniffel, several players side by side."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from benchmarks.slips.settings import NEVER, Shares, settings, whole
from benchmarks.slips.sheets import Row, Shape, Sheet, number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

_OF = settings("generators")["yatzy"]
_PLAYERS = whole(_OF["players"])
VALUES: dict[str, Shares[int]] = {name: whole(table) for name, table in _OF["values"].items()}
OF_KNIFFEL: dict[str, Shares[int]] = {
    name: whole(table) for name, table in settings("generators")["kniffel"]["values"].items()
}
"""What a box of a Kniffel card holds, where that is not as on a card of Yatzy."""

UPPER = {
    "Einser": "ones",
    "Zweier": "twos",
    "Dreier": "threes",
    "Vierer": "fours",
    "Fünfer": "fives",
    "Sechser": "sixes",
}
LOWER = {
    "Ein Paar": "pair",
    "Zwei Paare": "two_pairs",
    "Drilling": "three_of_a_kind",
    "Vierling": "four_of_a_kind",
    "Kleine Straße": "small_straight",
    "Große Straße": "large_straight",
    "Full House": "full_house",
    "Chance": "chance",
    "Yatzy": "yatzy",
}
KNIFFEL = {
    "Dreierpasch": "three_of_a_kind",
    "Viererpasch": "four_of_a_kind",
    "Full House": "full_house",
    "Kleine Straße": "small_straight",
    "Große Straße": "large_straight",
    "Kniffel": "kniffel",
    "Chance": "chance",
}
_ENOUGH, _BONUS, _OF_KNIFFEL = 63, 50, 35
_Values = dict[str, Shares[int]]


@cache
def shape_of(players: int) -> Shape:
    """What all cards of so many players have in common."""
    return Shape("yatzy", "card", tuple(range(1, players + 1)), number=None, card=True)


def _variant(sheet: Sheet, row: int) -> str:
    """Which way the extra is played: the one that more of the cells say."""
    below = sum(1 for cell in sheet.rows[row][1:] if cell.startswith("-"))
    above = sum(1 for cell in sheet.rows[row][1:] if cell not in ("", "0") and not cell.startswith("-"))
    return "extra_minus" if below > above else "extra_chance"


def bonus_of(sheet: Sheet) -> int:
    """What the bonus of a card is worth."""
    return _kind_of([row[0] for row in sheet.rows])[2]


def bonus_for(sheet: Sheet, summed: int) -> int:
    """The bonus of a card whose upper boxes are added up to so much."""
    return bonus_of(sheet) if summed >= _ENOUGH else 0


def _kind_of(labels: Sequence[str]) -> tuple[dict[str, str], _Values, int]:
    """The boxes of a card by its rows, what they hold, and its bonus."""
    if "Kniffel" in labels:
        return UPPER | KNIFFEL, VALUES | OF_KNIFFEL, _OF_KNIFFEL
    return UPPER | LOWER, VALUES, _BONUS


class Card:
    """Cards: a row a category, a column a player."""

    shared = False

    def __init__(self, name: str = "yatzy") -> None:
        """Of Yatzy, or of Kniffel."""
        self.name = name

    def generate(self, rng: Random) -> Sheet:
        """As in ``Generator``."""
        players = _PLAYERS.draw(rng)
        names = rng.sample(settings("generators")["names"], players)
        categories, values, worth = _kind_of(("Kniffel",) if self.name == "kniffel" else ())
        if self.name == "yatzy" and rng.random() < _OF["doppel"]:
            categories = categories | {"Extra": rng.choice(("extra_chance", "extra_minus"))}
        drawn = {
            label: [values[name].draw(rng) for _ in range(players)] for label, name in categories.items()
        }
        sums = [sum(drawn[label][at] for label in UPPER) for at in range(players)]
        bonus = [worth if total >= _ENOUGH else 0 for total in sums]
        below = [label for label in drawn if label not in UPPER]
        totals = [sums[at] + bonus[at] + sum(drawn[label][at] for label in below) for at in range(players)]
        lines: list[tuple[str, list[int], str]] = [(label, drawn[label], "entry") for label in UPPER]
        lines += [("Summe", sums, "sum"), ("Bonus", bonus, "bonus")]
        lines += [(label, drawn[label], "entry") for label in below]
        lines.append(("Gesamt", totals, "total"))
        rows: list[Row] = [(label, *map(str, values)) for label, values, _ in lines]
        return Sheet(
            shape_of(players), ("Kategorie", *names), tuple(rows), tuple(kind for _, _, kind in lines)
        )

    def log_prior(self, sheet: Sheet) -> float:
        """As in ``Generator``."""
        return sum(column_chance(sheet, column) for column in sheet.shape.players)

    def suspects(self, sheet: Sheet) -> Sequence[int]:
        """As in ``Generator``."""
        return range(len(sheet.rows))

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As in ``Generator``: a category is never left out."""
        del sheet, at
        return NEVER


def column_chance(sheet: Sheet, column: int) -> float:
    """The logarithm of the chance of one player's card; minus infinity where it does not add up."""
    cells = tuple(row[column] for row in sheet.rows)
    extra = next((_variant(sheet, at) for at, row in enumerate(sheet.rows) if row[0] == "Extra"), "")
    labels = tuple(row[0] for row in sheet.rows)
    return _cells_chance(cells, labels, sheet.kinds, extra)


@lru_cache(maxsize=20_000)
def _cells_chance(cells: Row, labels: Row, kinds: Row, extra: str) -> float:
    chance = 0.0
    upper = lower = summed = 0
    names, values, worth = _kind_of(labels)
    for cell, label, kind in zip(cells, labels, kinds, strict=True):
        value = number(cell)
        if value is None:
            return NEVER
        if kind == "sum":
            if value != upper:
                return NEVER
            summed = value
        elif kind == "bonus":
            if value != (worth if summed >= _ENOUGH else 0):
                return NEVER
            lower += value
        elif kind == "total":
            if value != summed + lower:
                return NEVER
        else:
            share = values[extra if label == "Extra" else names[label]].log(value)
            if share == NEVER:
                return NEVER
            chance += share
            if label in UPPER:
                upper += value
            else:
                lower += value
    return chance


LAYOUTS = (Card(), Card("kniffel"))
