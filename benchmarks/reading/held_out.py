"""Kinds modelled on tables that people have put on public pages; nobody looks at them one by one.

What was looked at: score trackers for Doppelkopf, Schafkopf and Skat, a chouette scoreboard, score files
of dice games, ledgers of poker rooms, tables of football leagues, results of mahjong clubs. Nothing is
copied from them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.reading import values, words
from benchmarks.reading.foreign import lines, of_names, players
from benchmarks.reading.made import Kind, Made
from benchmarks.reading.own import BEER, CARDS, DATE, VALUE, cards, grid, long_list, table

if TYPE_CHECKING:
    from random import Random

    from benchmarks.reading.made import Cell, Rows


def _tracker(rng: Random, game: str, *, totals: bool, heads: tuple[str, ...]) -> Made:
    """Rounds with the kind of game before and where everybody stands after, as apps write them out."""
    made = table(rng, game, "totals" if totals else "points", ())
    rows, seats = made.rows, len(made.players)
    top = next(at for at, row in enumerate(rows) if tuple(map(str, row[:seats])) == made.players)
    body = rows[top : top + made.games + 1]
    extra: Rows = [
        [f"Runde {at}", *(rng.choice(("Normal", "Solo", "Hochzeit", "")) for _ in heads[1:])]
        for at in range(1, made.games + 1)
    ]
    found: Rows = [[*heads, *body[0]]] + [[*one, *row] for one, row in zip(extra, body[1:], strict=True)]
    points = tuple(
        (at, column) for at in range(1, len(found)) for column in range(len(heads), len(heads) + seats)
    )
    return made._replace(rows=found, points=points)


def _signed_value(rng: Random) -> Made:
    """Running totals of four initials, and then the value of the game, below 0 where Kontra has won."""
    found = [values.doppelkopf(rng, 4) for _ in range(rng.randint(4, 20))]
    names = rng.sample("ABCDEFGHKLMPSTW", 4)
    rows: Rows = [[*names, ""]]
    for game, total in zip(found, values.running(found), strict=True):
        rows.append([*total, min((abs(x) for x in game if x), default=0) * rng.choice((1, -1))])
    points = tuple((at, column) for at in range(1, len(rows)) for column in range(4))
    return Made(rows, "doppelkopf", frozenset({"totals"}), tuple(names), len(found), points)


def _export(rng: Random) -> Made:
    """A row a game, with who sat where and what each got."""
    club = words.names(rng, rng.randint(5, 12))
    rows: Rows = [["GameId", *(f"Player {n}" for n in range(1, 5)), *(f"Points {n}" for n in range(1, 5))]]
    seen: dict[str, None] = {}
    for at in range(rng.randint(5, 40)):
        there = rng.sample(club, 4)
        seen |= dict.fromkeys(there)
        rows.append([100 + at, *there, *values.doppelkopf(rng, 4)])
    points = tuple((at, column) for at in range(1, len(rows)) for column in range(5, 9))
    return Made(rows, "list", frozenset({"points", "list"}), tuple(seen), len(rows) - 1, points)


def _stacked_total(rng: Random) -> Made:
    """Points with blank rows between the rounds of four deals, and the sums at the foot."""
    made = table(rng, "doppelkopf", total="named", seats=4)
    rows: Rows = []
    points: list[tuple[int, int]] = []
    head = next(at for at, row in enumerate(made.rows) if tuple(map(str, row[1:5])) == made.players)
    moved: dict[int, int] = {}
    for at, row in enumerate(made.rows):
        moved[at] = len(rows)
        rows.append(row)
        if head < at <= head + made.games and (at - head) % 4 == 0:
            rows.append([])
    points = [(moved[row], column) for row, column in made.points]
    return made._replace(rows=rows, points=tuple(points))


def _ledger(rng: Random, at: int) -> list[Cell]:
    bought, out = 100 * rng.randint(1, 20), 100 * rng.randint(0, 30)
    del at
    return [f"id{rng.randint(1000, 9999)}", bought, out, 0, out - bought]


def _session(rng: Random, at: int) -> list[Cell]:
    return [at, f"{1 + at % 28:02}/07/14", rng.choice((2, 2.5, 3, 3.5)), 10 * rng.randint(-30, 40)]


def _standing(rng: Random, at: int) -> list[Cell]:
    won, drawn, lost = (rng.randint(0, 20) for _ in range(3))
    return [
        at + 1,
        f"FC {words.NAMES[at]}",
        won + drawn + lost,
        won,
        drawn,
        lost,
        f"{rng.randint(10, 60)}:{rng.randint(10, 60)}",
        3 * won + drawn,
    ]


def _commits(rng: Random, at: int) -> list[Cell]:
    added, deleted = rng.randint(0, 500), rng.randint(0, 300)
    return [at + 1, added, -deleted, added - deleted]


def _hanchan(rng: Random, totals: list[int]) -> list[Cell]:
    cut = sorted(rng.randint(0, 1000) for _ in range(3))
    del totals
    return [100 * (b - a) for a, b in zip([0, *cut], [*cut, 1000], strict=True)]


def _tariff(rng: Random, totals: list[int]) -> list[Cell]:
    value = rng.choice((10, 20, 30, 40)) / 100
    cells = [value, value, -value, -value]
    rng.shuffle(cells)
    del totals
    return [round(one, 2) for one in cells]


_ORDER = (
    *("ones", "twos", "threes", "fours", "fives", "sixes", "sum", "bonus", "pair", "two_pairs"),
    *("three_of_a_kind", "four_of_a_kind", "small_straight", "large_straight", "full_house", "chance"),
    *("yatzy", "total"),
)
_CARDS_OF_OTHERS = {
    "es": "Unos/Doses/Treses/Cuatros/Cincos/Seises/Subtotal/Bonificación/Pareja/Doble pareja/Trío/Póker/"
    "Escalera pequeña/Escalera grande/Ful/Suerte/Quinteto/Puntuación",
    "nl": "Enen/Tweeën/Drieën/Vieren/Vijven/Zessen/Tussenstand/Extra punten/Een stel/Twee stellen/Drie/"
    "Vier gelijke/Kleine reeks/Grote reeks/Vol huis/Kans/Topworp/Eindtotaal",
    "it": "Uno/Due/Tre/Quattro/Cinque/Sei/Somma parziale/Premio/Coppia/Doppia coppia/Tris/Poker/Scala minima/"
    "Scala massima/Tutto pieno/Libero/Cinquina/Somma finale",
}
CARDS.update(
    {name: dict(zip(_ORDER, said.split("/"), strict=True)) for name, said in _CARDS_OF_OTHERS.items()}
)


def _bowling_frames(rng: Random) -> Made:
    """Ten frames a player, the pins of each, and the score after each."""
    rows: Rows = [["Name", *range(1, 11), "Total"]]
    for name in words.names(rng, rng.randint(2, 6)):
        stand = 0
        frames: list[Cell] = []
        for _ in range(10):
            stand += rng.randint(0, 30)
            frames.append(stand)
        rows.append([name, *frames, stand])
    return Made(rows)


_DARTS = ("Player", "Legs", "Average", "180s", "Checkout %", "High finish")
_SUBJECTS = ("Name", "Deutsch", "Mathe", "Englisch", "Sport", "Schnitt")


def _leg_averages(rng: Random, at: int) -> list[Cell]:
    del at
    average, checkout = round(rng.uniform(35, 85), 1), round(rng.uniform(5, 40), 1)
    return [rng.randint(2, 30), average, rng.randint(0, 9), checkout, rng.randint(20, 160)]


def _laps(rng: Random, totals: list[int]) -> list[Cell]:
    return [round(rng.uniform(58, 75), 2) for _ in totals]


def _grades(rng: Random, at: int) -> list[Cell]:
    del at
    got = [rng.randint(1, 5) for _ in range(4)]
    return [*got, round(sum(got) / 4, 2)]


def _tips(rng: Random, totals: list[int]) -> list[Cell]:
    for at in range(len(totals)):
        totals[at] += rng.choice((0, 2, 3, 4, 5, 6, 8, 10))
    return list(totals)


HELD_OUT = tuple(
    kind._replace(held_out=True)
    for kind in (
        Kind(
            "doppelkopf tracker, points",
            partial(_tracker, game="doppelkopf", totals=False, heads=("Runde", "Spieltyp")),
        ),
        Kind(
            "doppelkopf tracker, totals", partial(_tracker, game="doppelkopf", totals=True, heads=("Runde",))
        ),
        Kind("doppelkopf signed value", _signed_value),
        Kind("doppelkopf export", _export),
        Kind("doppelkopf blank rows", _stacked_total),
        Kind("doppelkopf dated value", partial(table, game="doppelkopf", beside=(DATE, VALUE))),
        Kind("doppelkopf dated beers", partial(table, game="doppelkopf", kept="totals", beside=(DATE, BEER))),
        Kind("chouette scoreboard", partial(_tracker, game="chouette", totals=False, heads=("Game",))),
        Kind("chouette scoreboard, totals", partial(_tracker, game="chouette", totals=True, heads=("Game",))),
        Kind("chouette turned", partial(table, game="chouette", kept="totals", turned=True)),
        Kind("acey-deucey many, silent", partial(table, game="acey-deucey", silent="", seats=4)),
        Kind("yatzy card in Norwegian", partial(cards, language="nb")),
        Kind(
            "yatzy cards a row, dated, unknown words",
            partial(cards, rows_of="cards", beside=True, language="xx"),
        ),
        Kind("rounds grid with few away", partial(grid, away=0.05)),
        Kind("list date, name, points", partial(long_list, heads=(("Date",), ("Player",), ("Score",)))),
        Kind(
            "foreign poker ledger",
            partial(
                of_names,
                heads=("player_nickname", "player_id", "buy_in", "buy_out", "stack", "net"),
                line=_ledger,
                count=range(4, 10),
            ),
        ),
        Kind(
            "foreign poker sessions",
            partial(
                lines, heads=("session", "date", "duration", "winnings"), line=_session, count=range(5, 30)
            ),
        ),
        Kind(
            "foreign football league",
            partial(
                lines,
                heads=("", "Team", "Pld", "W", "D", "L", "F:A", "Pts"),
                line=_standing,
                count=range(8, 21),
            ),
        ),
        Kind("foreign hanchan scores", partial(players, line=_hanchan, seats=(4,), first="Game")),
        Kind("foreign schafkopf in euro", partial(players, line=_tariff, seats=(4,), first="Runde")),
        Kind(
            "foreign commits",
            partial(lines, heads=("Week", "Added", "Deleted", "Net"), line=_commits, count=range(5, 30)),
        ),
        Kind(
            "foreign matrix",
            partial(
                lines,
                heads=("", "alpha", "beta", "gamma", "delta"),
                count=range(4, 9),
                line=lambda rng, at: [words.NAMES[at], *(rng.randint(-1, 1) for _ in range(4))],
            ),
        ),
        Kind(
            "foreign scores of a quiz",
            partial(
                of_names,
                heads=("Team", "R1", "R2", "R3", "Bonus"),
                count=range(4, 12),
                line=lambda rng, _: [
                    rng.randint(0, 10),
                    rng.randint(0, 10),
                    rng.randint(0, 10),
                    rng.choice((0, 0, 5)),
                ],
            ),
        ),
        Kind(
            "foreign elections",
            partial(
                lines,
                heads=("Party", "Votes", "Seats", "Change"),
                count=range(4, 9),
                line=lambda rng, at: [
                    f"Liste {at}",
                    rng.randint(1000, 90000),
                    rng.randint(0, 60),
                    rng.randint(-9, 9),
                ],
            ),
        ),
        Kind("yatzy card in Spanish", partial(cards, language="es")),
        Kind("yatzy card in Dutch", partial(cards, language="nl")),
        Kind("yatzy card in Italian, a row", partial(cards, language="it", rows_of="cards", beside=True)),
        Kind("foreign bowling frames", _bowling_frames),
        Kind(
            "foreign darts averages", partial(of_names, heads=_DARTS, line=_leg_averages, count=range(4, 12))
        ),
        Kind("foreign lap times", partial(players, line=_laps, seats=(3, 4, 5), first="Lap")),
        Kind("foreign grades", partial(of_names, heads=_SUBJECTS, line=_grades, count=range(5, 25))),
        Kind("foreign betting pool", partial(players, line=_tips, seats=(4, 5, 6), first="Spieltag")),
    )
)
"""Those of ours whose players and layouts are known are judged; what is foreign must be left alone."""
