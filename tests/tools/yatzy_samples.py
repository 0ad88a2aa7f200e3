"""The samples of Yatzy: cards in three languages, and a game of Doppel Yatzy with its dice log.

The games are made up; the first turn of the Doppel Yatzy is the example of its rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from operator import itemgetter
from typing import TypeAlias

from scorecheck.checks.cards.way import bonus_for
from scorecheck.games.yatzy.scoring import UPPER, ScoringWay, choices

Row: TypeAlias = "list[int | str | None]"

GERMAN = (
    "Einser Zweier Dreier Vierer Fünfer Sechser Paar Zwei_Paare Drilling Vierling Kleine_Straße "
    "Große_Straße Full_House Chance Yatzy Extra"
)
NORWEGIAN = (
    "Enere Toere Treere Firere Femmere Seksere Ett_par To_par Tre_like Fire_like Liten_straight "
    "Stor_straight Hus Sjanse Yatzy"
)
KNIFFEL = (
    "Einser Zweier Dreier Vierer Fünfer Sechser Dreierpasch Viererpasch Full_House Kleine_Straße "
    "Große_Straße Kniffel Chance Weitere_Kniffel"
)
SWEDISH = (
    "Ettor Tvåor Treor Fyror Femmor Sexor Ett_par Två_par Tre_par Tretal Fyrtal Femtal Liten_stege "
    "Stor_stege Full_stege Kåk Hus Torn Chans Maxi_Yatzy"
)
Values: TypeAlias = "dict[str, int]"
EXAMPLE = ((6, 6, 3, 3, 4, 3), (5, 4, 3, 2, 1, 2))


def names_of(words: str, way: ScoringWay) -> dict[str, str]:
    """What each category is called."""
    return dict(zip(way.categories, (word.replace("_", " ") for word in words.split()), strict=True))


def throw(chance: random.Random, way: ScoringWay) -> tuple[int, ...]:
    """A throw of which some dice were thrown again to be alike."""
    kept = chance.randint(1, 6)
    return tuple(kept if chance.random() < 0.45 else chance.randint(1, 6) for _ in range(way.thrown))


def best(category: str, dice: tuple[int, ...], way: ScoringWay) -> int:
    """The best that a throw gives in a category."""
    found = choices(category, dice, way)
    return found[0].value if found else 0


def worth(category: str, value: int) -> float:
    """How gladly somebody fills a category with a value: not a good one with little."""
    usual = (UPPER.index(category) + 1) * 3 if category in UPPER else 17
    return value - usual - (100 if category == "chance" else 0)


def game(seed: int, way: ScoringWay) -> Values:
    """A card, each turn a throw and the category that it suits best."""
    chance = random.Random(seed)
    values: Values = {}
    while len(values) < len(way.categories):
        dice = throw(chance, way)
        free = [category for category in way.categories if category not in values]
        chosen = max(free, key=lambda c: worth(c, best(c, dice, way)))
        values[chosen] = best(chosen, dice, way)
    return values


def doppel(
    seed: int, way: ScoringWay, *, example: bool
) -> list[tuple[tuple[int, ...], str, tuple[int, ...], str]]:
    """The turns of a game of Doppel Yatzy: outer dice and category, inner dice and category."""
    chance = random.Random(seed)
    free = list(way.categories)
    turns: list[tuple[tuple[int, ...], str, tuple[int, ...], str]] = []
    while free:
        first = example and not turns
        outer, inner = EXAMPLE if first else (throw(chance, way), throw(chance, way))
        one = "full-house" if first else max(free, key=lambda c: worth(c, best(c, outer, way)))
        free.remove(one)
        other = "small-straight" if first else max(free, key=lambda c: worth(c, best(c, inner, way)))
        free.remove(other)
        turns.append((outer, one, inner, other))
    return turns


def card(words: str, way: ScoringWay, players: dict[str, Values], foot: tuple[str, str, str]) -> list[Row]:
    """A card with sum, bonus and total; what gave nothing is struck."""
    names = names_of(words, way)

    def line(category: str) -> Row:
        return [names[category], *(values[category] or "-" for values in players.values())]

    uppers = [sum(value for c, value in values.items() if c in UPPER) for values in players.values()]
    bonuses = [bonus_for(upper, way) for upper in uppers]
    totals = [sum(v.values()) + bonus for v, bonus in zip(players.values(), bonuses, strict=True)]
    return [
        ["", *players],
        *map(line, UPPER),
        [foot[0], *uppers],
        [foot[1], *bonuses],
        [None] * (len(players) + 1),
        *(line(category) for category in way.categories if category not in UPPER),
        [foot[2], *totals],
    ]


def yatzy() -> list[Row]:
    """A card of four, in Norwegian."""
    players = {
        name: game(seed, ScoringWay()) for seed, name in ((7, "Kari"), (2, "Ola"), (3, "Siri"), (4, "Nils"))
    }
    return card(NORWEGIAN, ScoringWay(), players, ("Sum", "Bonus?", "Totalt"))


def maxi() -> list[Row]:
    """A card of three of Maxi Yatzy, in Swedish, with the ranks at its foot."""
    way = ScoringWay("maxi-yatzy", strict=True)
    players = {name: game(seed, way) for seed, name in ((117, "Astrid"), (12, "Sven"), (13, "Lars"))}
    rows = card(SWEDISH, way, players, ("Summa", "Bonus", "Totalt"))
    totals = [int(total or 0) for total in rows[-1][1:]]
    return [*rows, ["Placering", *(f"{sorted(totals, reverse=True).index(t) + 1}." for t in totals)]]


def doppel_yatzy() -> dict[str, list[Row]]:
    """A game of two of Doppel Yatzy, Extra with minus points: the card, and the log of its dice."""
    way = ScoringWay("doppel-yatzy", extra="minus")
    players: dict[str, Values] = {}
    turns = {name: doppel(seed, way, example=name == "Anna") for seed, name in ((21, "Anna"), (22, "Bernd"))}
    names = names_of(GERMAN, way)
    log: list[Row] = []
    for number in range(8):
        for name, made in turns.items():
            outer, one, inner, other = made[number]
            values = players.setdefault(name, {})
            values[one], values[other] = best(one, outer, way), best(other, inner, way)
            dice = " ".join(f"{a}-{b}" for a, b in zip(outer, inner, strict=True))
            log.append([number + 1, name, dice, names[one], values[one], names[other], values[other]])
    head: Row = [
        "Zug",
        "Spieler",
        "Würfel",
        "Kategorie außen",
        "Punkte außen",
        "Kategorie innen",
        "Punkte innen",
    ]
    return {
        "Karte": card(GERMAN, way, players, ("Summe", "Bonus", "Gesamtzahl")),
        "Würfel": [head, *log],
    }


def yatzy_faulty() -> list[Row]:
    """The card of four with a fault in each column: an impossible value, a total, a bonus, an empty box."""
    rows = yatzy()
    at = {row[0]: row for row in rows}
    at["Fire like"][1] = 22
    at["Totalt"][2] = int(at["Totalt"][2] or 0) + 100
    at["Bonus?"][3] = 50
    at["Totalt"][3] = int(at["Totalt"][3] or 0) + 50
    at["Sjanse"][4] = None
    return rows


def doppel_yatzy_faulty() -> dict[str, list[Row]]:
    """The game of two with a box that was copied wrongly, a score that no dice give, a die too few."""
    sheets = doppel_yatzy()
    next(row for row in sheets["Karte"] if row[0] == "Full House")[1] = 12
    log = sheets["Würfel"]
    log[8][4] = 9
    log[9][2] = str(log[9][2]).rpartition(" ")[0]
    return sheets


def kniffel() -> list[Row]:
    """A card of three of Kniffel, in German, as the block has its rows."""
    way = ScoringWay("kniffel", international=True)
    seeds = ((34, "Jana"), (32, "Uwe"), (33, "Mia"))
    players = {name: {**game(seed, way), "further": 0} for seed, name in seeds}
    rows = card(KNIFFEL, way, players, ("Summe oben", "Bonus", "Gesamt"))
    rows[0][0] = "Kniffel"
    return [row for row in rows if row[0] != "Weitere Kniffel"]


def kniffel_faulty() -> list[Row]:
    """The same with an impossible full house, and a bonus of the Scandinavian card with its total."""
    rows = kniffel()
    at = {row[0]: row for row in rows[1:]}
    at["Full House"][1] = 28
    at["Bonus"][3] = 50
    at["Gesamt"][3] = int(at["Gesamt"][3] or 0) + 50
    return rows


def kniffel_block() -> list[Row]:
    """Two blocks of six games side by side, as the printed ones have their rows, with what all come to."""
    way = ScoringWay("kniffel", international=True)
    names = names_of(KNIFFEL, way)
    blocks = {
        name: [{**game(seed, way), "further": 0} for seed in range(first, first + 6)]
        for name, first in (("Jana", 40), ("Uwe", 60))
    }
    above = [cell for name in blocks for cell in (name, *[None] * 6)]
    counted = [cell for _ in blocks for cell in (*(f"Spiel {number}" for number in range(1, 7)), "Summe")]

    def line(label: str, value: Callable[[Values], int]) -> Row:
        each = [[value(values) for values in games] for games in blocks.values()]
        return [label, *(cell for values in each for cell in (*values, sum(values)))]

    def upper(values: Values) -> int:
        return sum(values[category] for category in UPPER)

    def whole(values: Values) -> int:
        return upper(values) + bonus_for(upper(values), way)

    def lower(values: Values) -> int:
        return sum(value for category, value in values.items() if category not in UPPER)

    boxes = [line(names[category], itemgetter(category)) for category in way.categories]
    return [
        [None, *above],
        ["Oberer Teil", *counted],
        *boxes[:6],
        line("gesamt", upper),
        line("Bonus bei 63 oder mehr", lambda values: bonus_for(upper(values), way)),
        line("gesamt oberer Teil", whole),
        ["Unterer Teil", *counted],
        *boxes[6:-1],
        line("gesamt unterer Teil", lower),
        line("gesamt oberer Teil", whole),
        line("Endsumme", lambda values: whole(values) + lower(values)),
    ]


def kniffel_block_faulty() -> list[Row]:
    """The same with a sum of all games that has two digits swapped, and an impossible full house."""
    rows = kniffel_block()
    ends = rows[-1]
    ends[7] = int(str(ends[7])[:-2] + str(ends[7])[:-3:-1])
    house = next(row for row in rows if row[0] == "Full House")
    house[next(at for at in range(8, 14) if house[at])] = 28
    return rows
