"""Cards of Yatzy and Doppel Yatzy, several players side by side."""

from __future__ import annotations

from functools import cache
from math import log
from typing import TYPE_CHECKING

from benchmarks.slips.settings import NEVER, Shares, settings, whole
from benchmarks.slips.sheets import Row, Shape, Sheet, number

if TYPE_CHECKING:
    from random import Random

_OF = settings("generators")["yatzy"]
_PLAYERS = whole(_OF["players"])
VALUES: dict[str, Shares[int]] = {name: whole(table) for name, table in _OF["values"].items()}

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
_ENOUGH, _BONUS = 63, 50


@cache
def shape_of(players: int) -> Shape:
    """What all cards of so many players have in common."""
    return Shape("yatzy", "card", tuple(range(1, players + 1)), number=None, card=True)


def support(sheet: Sheet, row: int) -> Shares[int] | None:
    """The values that the category of a row can have; ``None`` for sums and the bonus."""
    label = sheet.rows[row][0]
    if label == "Extra":
        return VALUES[_variant(sheet, row)]
    name = UPPER.get(label) or LOWER.get(label)
    return VALUES[name] if name else None


def _variant(sheet: Sheet, row: int) -> str:
    """Which way the extra is played: the one that more of the cells say."""
    below = sum(1 for cell in sheet.rows[row][1:] if cell.startswith("-"))
    above = sum(1 for cell in sheet.rows[row][1:] if cell not in ("", "0") and not cell.startswith("-"))
    return "extra_minus" if below > above else "extra_chance"


class Card:
    """Cards: a row a category, a column a player."""

    shared = False
    name = "yatzy"

    def generate(self, rng: Random) -> Sheet:
        """As in ``Generator``."""
        players = _PLAYERS.draw(rng)
        names = rng.sample(settings("generators")["names"], players)
        extra = rng.choice(("extra_chance", "extra_minus")) if rng.random() < _OF["doppel"] else None
        categories = UPPER | LOWER | ({"Extra": extra} if extra else {})
        drawn = {
            label: [VALUES[name].draw(rng) for _ in range(players)] for label, name in categories.items()
        }
        sums = [sum(drawn[label][at] for label in UPPER) for at in range(players)]
        bonus = [_BONUS if total >= _ENOUGH else 0 for total in sums]
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
        chance = 0.0
        for column in sheet.shape.players:
            upper = lower = summed = 0
            for row, (line, kind) in enumerate(zip(sheet.rows, sheet.kinds, strict=True)):
                value = number(line[column])
                if value is None:
                    return NEVER
                if kind == "sum":
                    if value != upper:
                        return NEVER
                    summed = value
                elif kind == "bonus":
                    if value != (_BONUS if summed >= _ENOUGH else 0):
                        return NEVER
                    lower += value
                elif kind == "total":
                    if value != summed + lower:
                        return NEVER
                else:
                    shares = support(sheet, row)
                    share = shares.chance.get(value) if shares else None
                    if not share:
                        return NEVER
                    chance += log(share)
                    if line[0] in UPPER:
                        upper += value
                    else:
                        lower += value
        return chance

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As in ``Generator``: a category is never left out."""
        del sheet, at
        return NEVER


LAYOUTS = (Card(),)
