"""Kinds of our own scoresheets: small pieces put together.

Each kind names a game, how its rows are kept, and what stands beside them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.reading import values, words
from benchmarks.reading.made import Kind, Made, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from benchmarks.reading.made import Cell
    from benchmarks.reading.values import Game

GAMES: dict[str, tuple[Callable[[Random, int], Game], tuple[int, ...]]] = {
    "doppelkopf": (values.doppelkopf, (4, 4, 4, 4, 5)),
    "chouette": (values.chouette, (3, 4, 4, 5, 6)),
    "acey-deucey": (values.acey, (2, 2, 3, 4)),
    "skat": (values.skat, (3, 4)),
    "schafkopf": (values.schafkopf, (4, 4, 5)),
    "romme": (values.romme, (2, 3, 4, 5)),
    "wizard": (values.wizard, (3, 4, 5, 6)),
    "schwimmen": (values.schwimmen, (3, 4, 5, 6)),
    "darts": (values.darts, (2,)),
    "butler": (values.butler, (4,)),
}


class Table(NamedTuple):
    """A table with a row a game and a column a player, while it is made."""

    game: str
    names: list[str]
    games: list[Game]
    shown: list[Game]
    """What the rows show: points or running totals."""


Neighbour = tuple[tuple[str, ...], "Callable[[Random, Table], list[Cell]]", str]
"""Headings of a column, what it holds row by row, and whether it stands ``before`` or ``after``."""


def _counter(_rng: Random, table: Table) -> list[Cell]:
    return list(range(1, len(table.games) + 1))


def _beers(rng: Random, table: Table) -> list[Cell]:
    return [rng.choice((0, 0, 1, 1, 2, 3, "")) for _ in table.games]


def _card_points(rng: Random, table: Table) -> list[Cell]:
    return [rng.randint(45, 210) for _ in table.games]


def _hidden(rng: Random, table: Table) -> list[Cell]:
    first, step = rng.randint(100, 900), rng.randint(2, 40)
    return [first + step * at for at in range(len(table.games))]


def _value(_rng: Random, table: Table) -> list[Cell]:
    return [min((abs(x) for x in game if x), default=0) for game in table.games]


def _party(rng: Random, table: Table) -> list[Cell]:
    return [rng.choice(("Re", "Kontra")) for _ in table.games]


def _alone(_rng: Random, table: Table) -> list[Cell]:
    return [
        table.names[max(range(len(game)), key=lambda at: abs(game[at]))] if _is_alone(game) else ""
        for game in table.games
    ]


def _is_alone(game: Game) -> bool:
    return len({abs(x) for x in game if x}) == 2


def _box(_rng: Random, table: Table) -> list[Cell]:
    return [table.names[max(range(len(game)), key=lambda at: abs(game[at]))] for game in table.games]


def _zeros(_rng: Random, table: Table) -> list[Cell]:
    return [sum(row) for row in table.shown]


def _cube(_rng: Random, table: Table) -> list[Cell]:
    return [max(1, min((abs(x) for x in game if x), default=1)) for game in table.games]


def _stakes(rng: Random, table: Table) -> list[Cell]:
    return [rng.choice((0.5, 1, 1.5, 2, 2.5, "")) for _ in table.games]


def _dates(rng: Random, table: Table) -> list[Cell]:
    day = rng.randint(1, 28)
    return [f"2024-{1 + at % 12:02}-{day:02}" for at, _ in enumerate(table.games)]


NUMBER: Neighbour = (words.NUMBER, _counter, "before")
OTHER: Neighbour = (words.OTHER_NUMBER, _counter, "before")
UNNAMED: Neighbour = (("",), _counter, "before")
BEER: Neighbour = (words.BEER, _beers, "after")
EYES: Neighbour = (words.CARD_POINTS, _card_points, "after")
HIDDEN: Neighbour = (words.HIDDEN, _hidden, "after")
VALUE: Neighbour = (("Wert", "Value", "Verdi", "Spielwert", "Spielpunkte"), _value, "after")
PARTY: Neighbour = (words.PARTY, _party, "after")
ALONE: Neighbour = (words.ALONE, _alone, "after")
BOX: Neighbour = (words.BOX, _box, "before")
CHECK: Neighbour = (words.CHECK, _zeros, "after")
CUBE: Neighbour = (words.CUBE, _cube, "after")
STAKE: Neighbour = (("Einsatz", "Stake", "Innsats", "Wette", "Bet"), _stakes, "after")
DATE: Neighbour = (words.EVENING, _dates, "before")


def table(
    rng: Random,
    game: str,
    kept: str = "points",
    beside: Sequence[Neighbour] = (NUMBER,),
    *,
    total: str = "",
    one_sign: str = "",
    silent: str = "",
    turned: bool = False,
    seats: int = 0,
    carried: bool = False,
    marks: bool = False,
) -> Made:
    """A row a game, a column a player.

    ``total``: ``named`` or ``bare``; ``one_sign``: only ``+`` or ``-`` is written; ``silent``: what stands
    where nothing changed; ``marks``: who was Re is marked beside each player.
    """
    draw, tables = GAMES[game]
    seats = seats or rng.choice(tables)
    count = rng.choice((2, 3, 4, 5, *range(6, 41), *range(10, 30)))
    found: list[Game] = []
    while len(found) < count:
        one = draw(rng, seats)
        if game != "chouette" or not values.is_extra_by_chance(one, found):
            found.append(values.by_seeger(one) if kept == "seeger" else one)
    shown = values.running(found) if kept == "totals" else found
    if carried:
        start = draw(rng, seats), draw(rng, seats)
        shown = [tuple(x + a + b for x, a, b in zip(row, *start, strict=True)) for row in shown]
    made = Table(game, words.names(rng, seats), found, shown)
    columns = [(words.said(rng, heads), fill(rng, made), side) for heads, fill, side in beside]
    before = [one for one in columns if one[2] == "before"]
    after = [one for one in columns if one[2] == "after"]
    head: list[Cell] = [*(h for h, _, _ in before), *made.names, *(h for h, _, _ in after)]
    body: Rows = [
        [
            *(c[at] for _, c, _ in before),
            *_cells(found[at], shown[at], one_sign, silent),
            *(c[at] for _, c, _ in after),
        ]
        for at in range(count)
    ]
    if carried:
        # Where everybody stood before is nowhere else on the sheet.
        body[0][len(before) : len(before) + seats] = shown[0]
    first, width = len(before), len(head)
    rows: Rows = [head, *body]
    if total:
        sums: list[Cell] = list(values.running(found)[-1])
        label = words.said(rng, words.TOTAL) if total == "named" and before else ""
        if kept != "totals":
            if one_sign:
                sums = [
                    sum(c for c in column if isinstance(c, int))
                    for column in zip(*(r[first : first + seats] for r in body), strict=False)
                ]
            rows.append(
                [*([label] + [""] * (first - 1) if first else []), *sums, *[""] * (width - first - seats)]
            )
    last = first + seats
    if marks:
        rows, last = _marked(rng, rows, found, first), first + 2 * seats
    wide = range(first, last, 1 + marks)
    points = tuple((at, column) for at in range(1, count + 1) for column in wide)
    if turned:
        rows = [[row[at] if at < len(row) else "" for row in rows] for at in range(len(rows[0]))]
        points = tuple((column, at) for at, column in points)
    return framed(rng, Made(rows, game, frozenset({kept}), tuple(made.names), count, points))


def _marked(rng: Random, rows: Rows, games: Sequence[Game], first: int) -> Rows:
    """The rows with a column behind each player's, in which Re is marked."""
    heading = rng.choice(words.MARKS)
    re, kontra, alone = rng.choice(
        (("x", "", "x"), ("R", "", "S"), ("Re", "Kontra", "Solo"), ("R", "K", "R"))
    )
    made: Rows = []
    for at, row in enumerate(rows):
        seats = len(games[0])
        beside = [str(heading).format(name) for name in row[first : first + seats]]
        if at:
            game = games[at - 1] if at <= len(games) else (0,) * seats
            side = next((x for x in game if game.count(x) == 1 and x), rng.choice((-1, 1)))
            said = alone if any(game.count(x) == 1 and x for x in game) else re
            beside = ["" if not x else said if x * side > 0 else kontra for x in game]
        pairs = zip(row[first : first + seats], beside, strict=True)
        made.append([*row[:first], *(cell for pair in pairs for cell in pair), *row[first + seats :]])
    return made


def _cells(game: Game, shown: Game, one_sign: str, silent: str) -> list[Cell]:
    if one_sign == "+":
        return [x if x > 0 else silent for x in shown]
    if one_sign == "-":
        return [-x if x < 0 else silent for x in shown]
    if silent:
        return [silent if not change else x for change, x in zip(game, shown, strict=True)]
    return list(shown)


def framed(rng: Random, made: Made) -> Made:
    """The table with what people write above and below it."""
    rows, points = made.rows, made.points
    if rng.random() < 0.4:
        title = words.said(rng, words.TITLES)
        # A table whose title names Doppelkopf, and whose rows fit it, is no foreign one.
        above: Rows = [["Spieleabend" if not made.game and words.NAMING in title else title]]
        if rng.random() < 0.3:
            above.append([])
        if rng.random() < 0.1:
            above.insert(0, [rng.choice(words.NAMES), rng.choice(("Ort", "Sted", "Place")), "Köln"])
        rows = above + rows
        points = tuple((row + len(above), column) for row, column in points)
    if rng.random() < 0.15:
        rows = [*rows, [], [words.said(rng, words.NOTES)]]
    return made._replace(rows=rows, points=points)


def grid(rng: Random, *, total: bool = False, away: float = 0.25) -> Made:
    """A row an evening, a column a member, empty where somebody stayed away."""
    members = words.names(rng, rng.randint(5, 9))
    count = rng.randint(4, 16)
    rows: Rows = [[words.said(rng, words.EVENING), *members]]
    points: list[tuple[int, int]] = []
    for at in range(count):
        there = [m for m in range(len(members)) if rng.random() > away]
        while len(there) < 4:
            there = sorted(rng.sample(range(len(members)), 4))
        got = [
            sum(values.doppelkopf(rng, 4)[i % 4] * rng.randint(1, 3) for _ in range(4))
            for i in range(len(there) - 1)
        ]
        got.append(-sum(got))
        line: list[Cell] = [""] * len(members)
        for member, won in zip(there, got, strict=True):
            line[member] = won
            points.append((at + 1, member + 1))
        rows.append([f"{1 + at % 28:02}.{1 + at % 12:02}.2024", *line])
    if total:
        rows.append(
            [
                "Gesamt",
                *(
                    sum(c for c in column if isinstance(c, int))
                    for column in list(zip(*rows[1:], strict=False))[1:]
                ),
            ]
        )
    return framed(rng, Made(rows, "evenings", frozenset({"evenings"}), tuple(members), count, tuple(points)))


def long_list(rng: Random, heads: Sequence[tuple[str, ...]], *, table_column: bool = False) -> Made:
    """A row a game and player: evening or round, name, points."""
    members = words.names(rng, rng.randint(4, 8))
    rows: Rows = [[words.said(rng, head) for head in heads]]
    points: list[tuple[int, int]] = []
    count = rng.randint(3, 12)
    for at in range(count):
        there = rng.sample(members, 4)
        got = [rng.randint(-40, 40) for _ in range(3)]
        got.append(-sum(got))
        for name, won in zip(there, got, strict=True):
            points.append((len(rows), len(heads) - 1))
            rows.append([at + 1, *([1] if table_column else []), name, won])
    seen = dict.fromkeys(str(row[-2]) for row in rows[1:])
    return framed(rng, Made(rows, "list", frozenset({"list"}), tuple(seen), count, tuple(points)))


def league(rng: Random, *, in_cells: bool = False, interleaved: bool = False) -> Made:
    """A row a game, with the names of those who played and the points of each."""
    members = words.names(rng, rng.randint(5, 25))
    count = rng.randint(4, 40)
    seats = [words.said(rng, words.PLAYER), words.said(rng, words.POINTS)]
    each = [[f"{head} {seat}" for head in seats] for seat in range(1, 5)]
    heads = (
        [cell for seat in each for cell in seat]
        if interleaved
        else [head for pair in zip(*each, strict=True) for head in pair]
    )
    rows: Rows = [[words.said(rng, words.NUMBER), *heads]]
    points: list[tuple[int, int]] = []
    seen: dict[str, None] = {}
    for at in range(count):
        there, got = rng.sample(members, 4), values.doppelkopf(rng, 4)
        seen |= dict.fromkeys(there)
        pairs = list(zip(there, got, strict=True))
        if in_cells:
            rows.append([at + 1, *(f"{name}:{won:+}" for name, won in pairs)])
        elif interleaved:
            rows.append([at + 1, *(cell for pair in pairs for cell in pair)])
        else:
            rows.append([at + 1, *there, *got])
        if not in_cells:
            points += [(at + 1, 2 * seat if interleaved else 4 + seat) for seat in range(1, 5)]
    if in_cells:
        rows[0] = [rows[0][0], *(f"{seats[0]} {seat}" for seat in range(1, 5))]
    # As games; as a list where somebody played only once.
    kept = frozenset({"points", "list"})
    return framed(rng, Made(rows, "list", kept, tuple(seen), count, tuple(points)))


def bare_list(
    rng: Random, *, rounds: int = 0, heads: bool = False, first: bool = False, beside: bool = False
) -> Made:
    """Names and scores, with or without headings, with the rounds that they are the sum of.

    ``first``: the scores stand before the rounds; ``beside``: games and means stand behind them.
    """
    members = words.names(rng, rng.randint(6, 14))
    lines: Rows = []
    parts = [[rng.randint(-30, 30) for _ in members] for _ in range(max(1, rounds))]
    for part in parts:
        part[-1] -= sum(part)
    for at, name in enumerate(members):
        got = [part[at] for part in parts]
        behind: list[Cell] = [rounds, round(sum(got) / rounds, 2)] if beside else []
        shown = [sum(got), *got] if first else [*(got if rounds else []), sum(got)]
        lines.append([name, *shown, *behind])
    at = 1 if first else 1 + rounds
    lines.sort(key=lambda line: -int(line[at]))
    if heads:
        score, each = words.said(rng, words.TOTAL), [f"R{n}" for n in range(1, rounds + 1)]
        head: list[Cell] = [words.said(rng, words.PLAYER), *([score, *each] if first else [*each, score])]
        lines.insert(0, [*head, *(rng.choice((("Games", "Mean"), ("Spiele", "Schnitt"))) if beside else ())])
    players = tuple(str(line[0]) for line in lines[int(heads) :])
    points = tuple((row, column) for row in range(int(heads), len(lines)) for column in range(1, 2 + rounds))
    layouts = frozenset({"standings", "evenings"} if rounds else {"standings"})
    return Made(lines, "standings", layouts, players, len(players), points)


CARDS: dict[str, dict[str, str]] = {
    "de": {
        "ones": "Einser",
        "twos": "Zweier",
        "threes": "Dreier",
        "fours": "Vierer",
        "fives": "Fünfer",
        "sixes": "Sechser",
        "sum": "Summe",
        "bonus": "Bonus",
        "pair": "Ein Paar",
        "two_pairs": "Zwei Paare",
        "three_of_a_kind": "Drilling",
        "four_of_a_kind": "Vierling",
        "small_straight": "Kleine Straße",
        "large_straight": "Große Straße",
        "full_house": "Full House",
        "chance": "Chance",
        "yatzy": "Yatzy",
        "total": "Gesamt",
    },
    "nb": {
        "ones": "Enere",
        "twos": "Toere",
        "threes": "Treere",
        "fours": "Firere",
        "fives": "Femmere",
        "sixes": "Seksere",
        "sum": "Sum",
        "bonus": "Bonus",
        "pair": "Ett par",
        "two_pairs": "To par",
        "three_of_a_kind": "Tre like",
        "four_of_a_kind": "Fire like",
        "small_straight": "Liten straight",
        "large_straight": "Stor straight",
        "full_house": "Hus",
        "chance": "Sjanse",
        "yatzy": "Yatzy",
        "total": "Totalt",
    },
    "en": {
        "ones": "Ones",
        "twos": "Twos",
        "threes": "Threes",
        "fours": "Fours",
        "fives": "Fives",
        "sixes": "Sixes",
        "sum": "Upper",
        "bonus": "Bonus",
        "pair": "Pair",
        "two_pairs": "Two pairs",
        "three_of_a_kind": "Three of a kind",
        "four_of_a_kind": "Four of a kind",
        "small_straight": "Small straight",
        "large_straight": "Large straight",
        "full_house": "Full house",
        "chance": "Chance",
        "yatzy": "Yatzy",
        "total": "Total",
    },
    "xx": {
        "ones": "Ykköset",
        "twos": "Kakkoset",
        "threes": "Kolmoset",
        "fours": "Neloset",
        "fives": "Vitoset",
        "sixes": "Kutoset",
        "sum": "Välisumma",
        "bonus": "Lisä",
        "pair": "Pari",
        "two_pairs": "Kaksi paria",
        "three_of_a_kind": "Kolme samaa",
        "four_of_a_kind": "Neljä samaa",
        "small_straight": "Pikku suora",
        "large_straight": "Iso suora",
        "full_house": "Täyskäsi",
        "chance": "Sattuma",
        "yatzy": "Jatsi",
        "total": "Yhteensä",
    },
}
"""The last one is a language whose words nobody told us: such a card is known by its shape."""


def cards(
    rng: Random,
    *,
    rows_of: str = "categories",
    language: str = "",
    beside: bool = False,
    bonus: int = 50,
    without_sums: bool = False,
) -> Made:
    """Cards of several players: a column a player, or a row a card."""
    names = CARDS[language or rng.choice(("de", "nb", "en"))]
    if without_sums:
        names = {key: word for key, word in names.items() if key not in {"sum", "bonus"}}
    players = words.names(rng, rng.randint(2, 6))
    found = [values.card(rng) for _ in players]
    for one in found:
        if one["bonus"]:
            one["total"] += bonus - one["bonus"]
            one["bonus"] = bonus
    keys = list(names)
    if rows_of == "cards":
        head: list[Cell] = [
            *(["Date"] if beside else []),
            words.said(rng, words.PLAYER),
            *(names[key] for key in keys),
        ]
        rows: Rows = [head]
        for who, one in zip(players, found, strict=True):
            rows.append([*(["2024-05-01"] if beside else []), who, *(one[key] for key in keys)])
        first = len(head) - len(keys)
        places = [(1 + at, first + box) for at in range(len(found)) for box in range(len(keys))]
    else:
        rows = [[rng.choice(("Kategorie", "", "Feld", "Rute")), *players]]
        for key in keys:
            rows.append([names[key], *(one[key] for one in found)])
        places = [(1 + box, 1 + at) for at in range(len(found)) for box in range(len(keys))]
    words_ = tuple((names[key], key.replace("_", "-")) for key in keys if key not in {"sum", "total"})
    made = Made(rows, "yatzy", frozenset({"card", "cards"}), tuple(players), len(keys), tuple(places), words_)
    return framed(rng, made)


KNIFFEL = {
    "ones": "nur Einser zählen",
    "twos": "nur Zweier zählen",
    "threes": "nur Dreier zählen",
    "fours": "nur Vierer zählen",
    "fives": "nur Fünfer zählen",
    "sixes": "nur Sechser zählen",
    "sum": "gesamt",
    "bonus": "Bonus bei 63 oder mehr",
    "upper_total": "gesamt oberer Teil",
    "three_of_a_kind": "Dreierpasch",
    "four_of_a_kind": "Viererpasch",
    "full_house": "Full House",
    "small_straight": "Kleine Straße",
    "large_straight": "Große Straße",
    "kniffel": "Kniffel",
    "chance": "Chance",
    "lower_sum": "gesamt unterer Teil",
    "total": "Endsumme",
}
"""The rows of a printed block."""


def blocks(rng: Random, *, sums: bool = False, again: bool = False) -> Made:
    """A block of Kniffel: the games of a player side by side, and several players beside one another."""
    players = words.names(rng, rng.randint(1, 3))
    count = rng.choice((3, 4, 6, 6))
    heads: list[Cell] = [f"{at}. Spiel" if sums else f"Spiel {at}" for at in range(1, count + 1)]
    heads += ["Summe"] if sums else []
    games = [[values.kniffel(rng) for _ in range(count)] for _ in players]
    first: list[Cell] = ["Name:", players[0]] if len(players) == 1 else ["", *_over(players, len(heads))]
    rows: Rows = [first, ["", *heads * len(players)]]
    for key, label in KNIFFEL.items():
        if again and key == "three_of_a_kind":
            rows.append(["", *heads * len(players)])
        line: list[Cell] = [label]
        for mine in games:
            each = [one[key] for one in mine]
            line += [*each, sum(each)] if sums else each
        rows.append(line)
    named = tuple(who for who in players for _ in range(count))
    return framed(rng, Made(rows, "yatzy", frozenset({"card"}), named, len(named)))


def _over(names: list[str], width: int) -> list[Cell]:
    return [cell for name in names for cell in (name, *[""] * (width - 1))]


def records(rng: Random) -> Made:
    """Acey-deucey: a row a game with winner, loser, points."""
    players = words.names(rng, rng.randint(2, 5))
    heads = rng.choice(
        (("Winner", "Loser", "Points"), ("Gewinner", "Verlierer", "Punkte"), ("Vinner", "Taper", "Poeng"))
    )
    rows: Rows = [[words.said(rng, words.NUMBER), *heads]]
    seen: dict[str, None] = {}
    for at in range(rng.randint(4, 20)):
        one, other = rng.sample(players, 2)
        seen |= {one: None, other: None}
        rows.append([at + 1, one, other, rng.randint(1, 12)])
    return framed(rng, Made(rows, "acey-deucey", frozenset({"games"}), tuple(seen), len(rows) - 1))


def own_game(
    rng: Random,
    game: str,
    *,
    kept: str = "points",
    total: bool = False,
    beside: Sequence[Neighbour] = (NUMBER,),
) -> Made:
    """A sheet of a club's own game, whose file lies beside it."""
    made = table(rng, game, kept, beside, total="named" if total else "")
    return made._replace(beside=game)


def _of(name: str, *args: object, **kwargs: object) -> Kind:
    return Kind(name, partial(table, game=name.split()[0], beside=args, **kwargs))  # type: ignore[arg-type]


DK, CH, AD = "doppelkopf", "chouette", "acey-deucey"
OWN = (
    _of(f"{DK} points", NUMBER),
    _of(f"{DK} points without numbers"),
    _of(f"{DK} points other number", OTHER),
    _of(f"{DK} points unnamed number", UNNAMED),
    _of(f"{DK} points total", NUMBER, total="named"),
    _of(f"{DK} points bare total", NUMBER, total="bare"),
    _of(f"{DK} points date", DATE),
    _of(f"{DK} points of five", NUMBER, seats=5, silent="-"),
    _of(f"{DK} points of six", NUMBER, seats=6, silent=""),
    _of(f"{DK} points beers", NUMBER, BEER),
    _of(f"{DK} points eyes", NUMBER, EYES),
    _of(f"{DK} points eyes and beers", NUMBER, EYES, BEER),
    _of(f"{DK} points hidden column", NUMBER, HIDDEN),
    _of(f"{DK} points other number, hidden column", OTHER, HIDDEN),
    _of(f"{DK} points value", NUMBER, VALUE),
    _of(f"{DK} points party", NUMBER, PARTY),
    _of(f"{DK} points alone", NUMBER, ALONE),
    _of(f"{DK} points check", NUMBER, CHECK),
    _of(f"{DK} points check and beers", OTHER, CHECK, BEER),
    _of(f"{DK} points stakes", NUMBER, STAKE),
    _of(f"{DK} points turned", NUMBER, turned=True),
    _of(f"{DK} points marks", NUMBER, marks=True),
    _of(f"{DK} points marks total", OTHER, marks=True, total="named"),
    _of(f"{DK} points marks of five", NUMBER, marks=True, seats=5),
    _of(f"{DK} points marks turned", NUMBER, marks=True, turned=True),
    _of(f"{DK} totals marks", NUMBER, marks=True, kept="totals"),
    _of(f"{DK} totals", NUMBER, kept="totals"),
    _of(f"{DK} totals without numbers", kept="totals"),
    _of(f"{DK} totals other number", OTHER, kept="totals"),
    _of(f"{DK} totals beers", NUMBER, BEER, kept="totals"),
    _of(f"{DK} totals check", NUMBER, CHECK, kept="totals"),
    _of(f"{DK} totals of five", NUMBER, kept="totals", seats=5),
    _of(f"{DK} totals value", NUMBER, VALUE, kept="totals"),
    _of(f"{DK} plus only", NUMBER, one_sign="+"),
    _of(f"{DK} minus only", NUMBER, one_sign="-"),
    _of(f"{DK} minus only and beers", NUMBER, BEER, one_sign="-"),
    _of(f"{DK} plus only total", NUMBER, one_sign="+", total="named"),
    _of(f"{CH} totals", kept="totals", silent="/"),
    _of(f"{CH} totals numbered", NUMBER, kept="totals", silent="/"),
    _of(f"{CH} totals all written", kept="totals"),
    _of(f"{CH} totals carried", kept="totals", carried=True, silent="/"),
    _of(f"{CH} totals beers", OTHER, BEER, kept="totals"),
    _of(f"{CH} points", NUMBER),
    _of(f"{CH} points without numbers"),
    _of(f"{CH} points silent", NUMBER, silent="-"),
    _of(f"{CH} points total", NUMBER, total="named"),
    _of(f"{CH} points cube", NUMBER, CUBE),
    _of(f"{CH} points box", NUMBER, BOX),
    _of(f"{CH} points box and cube", NUMBER, BOX, CUBE),
    _of(f"{CH} points check", OTHER, CHECK),
    _of(f"{AD} points", NUMBER),
    _of(f"{AD} points total", NUMBER, total="named"),
    _of(f"{AD} totals", NUMBER, kept="totals"),
    Kind(f"{AD} records", records),
    _of("skat totals", NUMBER, kept="totals", silent=" "),
    _of("skat totals marked", NUMBER, kept="totals", silent="-"),
    _of("skat totals all written", NUMBER, kept="totals"),
    _of("skat totals without numbers", kept="totals", silent="-"),
    _of("skat totals beers", NUMBER, BEER, kept="totals", silent="-"),
    _of("skat points", NUMBER),
    _of("skat points silent", NUMBER, silent="-"),
    _of("skat points total", NUMBER, total="named", silent="-"),
    _of("skat seeger", NUMBER, kept="seeger"),
    _of("skat seeger total", NUMBER, kept="seeger", total="named", silent="-"),
    *(
        Kind(
            f"{game} {kept}{' total' if total else ''}", partial(own_game, game=game, kept=kept, total=total)
        )
        for game in ("schafkopf", "romme", "wizard", "schwimmen", "butler")
        for kept, total in (("points", False), ("points", True), ("totals", False))
    ),
    Kind("darts points", partial(own_game, game="darts")),
    *(
        Kind(f"{game} points beers", partial(own_game, game=game, beside=(NUMBER, BEER)))
        for game in ("schafkopf", "romme", "butler")
    ),
    Kind("yatzy card", cards),
    Kind("yatzy card bonus 35", partial(cards, bonus=35)),
    Kind("yatzy card unknown words", partial(cards, language="xx")),
    Kind("yatzy card unknown words, no upper sum", partial(cards, language="xx", without_sums=True)),
    Kind("yatzy card a row, unknown words", partial(cards, rows_of="cards", language="xx")),
    Kind("yatzy card a row", partial(cards, rows_of="cards")),
    Kind("yatzy card a row, dated", partial(cards, rows_of="cards", beside=True)),
    Kind("kniffel block", blocks),
    Kind("kniffel block halves headed", partial(blocks, again=True)),
    Kind("kniffel block with sums", partial(blocks, sums=True)),
    Kind("rounds grid of evenings", grid),
    Kind("rounds grid of evenings, total", partial(grid, total=True)),
    Kind("list evening, name, points", partial(long_list, heads=(words.EVENING, words.PLAYER, words.POINTS))),
    Kind(
        "list round, table, player, points",
        partial(
            long_list,
            heads=(("Round", "Runde"), ("Table", "Tisch", "Bord"), words.PLAYER, words.POINTS),
            table_column=True,
        ),
    ),
    Kind("list league", league),
    Kind("list league, seat by seat", partial(league, interleaved=True)),
    Kind("list league in cells", partial(league, in_cells=True)),
    Kind("standings bare", bare_list),
    Kind("standings with headings", partial(bare_list, heads=True)),
    Kind("standings of rounds", partial(bare_list, rounds=3, heads=True)),
    Kind("standings of rounds, total first", partial(bare_list, rounds=4, heads=True, first=True)),
    Kind("standings of rounds, games and means", partial(bare_list, rounds=4, heads=True, beside=True)),
    Kind(
        "standings of rounds, total first, games and means",
        partial(bare_list, rounds=3, heads=True, first=True, beside=True),
    ),
)
