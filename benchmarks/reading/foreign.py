"""Kinds of tables that are no scoresheets of ours."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.reading import words
from benchmarks.reading.made import Kind, Made
from benchmarks.reading.own import framed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from benchmarks.reading.made import Cell, Rows


def lines(rng: Random, heads: Sequence[str], line: Callable[[Random, int], list[Cell]], count: range) -> Made:
    """A table under headings, drawn line by line."""
    rows: Rows = [list(heads), *(line(rng, at) for at in range(rng.choice(count)))]
    return framed(rng, Made(rows))


def of_names(
    rng: Random, heads: Sequence[str], line: Callable[[Random, int], list[Cell]], count: range
) -> Made:
    """The same with a name before each line."""
    rows: Rows = [list(heads)]
    rows += [[name, *line(rng, at)] for at, name in enumerate(words.names(rng, rng.choice(count)))]
    return framed(rng, Made(rows))


def players(
    rng: Random,
    line: Callable[[Random, list[int]], list[Cell]],
    seats: Sequence[int],
    first: str = "Nr.",
    count: range = range(6, 40),
) -> Made:
    """A column a player, of some other game; each line drawn from where everybody stands."""
    who = words.names(rng, rng.choice(seats))
    totals = [0] * len(who)
    rows: Rows = [[*([first] if first else []), *who]]
    for at in range(rng.choice(count)):
        rows.append([*([at + 1] if first else []), *line(rng, totals)])
    return framed(rng, Made(rows))


def _schafkopf(rng: Random, totals: list[int]) -> list[Cell]:
    value = rng.choice((20, 20, 20, 30, 30, 40, 50, 60)) * rng.choice((1, 1, 1, 2))
    cells = [value, value, -value, -value]
    if rng.random() < 0.25:
        value = rng.choice((50, 60, 70, 80, 100))
        cells = [3 * value, -value, -value, -value]
    rng.shuffle(cells)
    del totals
    return list(cells)


def _hearts(rng: Random, totals: list[int]) -> list[Cell]:
    cut = sorted(rng.randint(0, 26) for _ in range(len(totals) - 1))
    return [b - a for a, b in zip([0, *cut], [*cut, 26], strict=False)]


def _hearts_totals(rng: Random, totals: list[int]) -> list[Cell]:
    for at, got in enumerate(_hearts(rng, totals)):
        totals[at] += int(got)
    return list(totals)


def _rummy(rng: Random, totals: list[int]) -> list[Cell]:
    winner = rng.randrange(len(totals))
    return [0 if at == winner else rng.randint(2, 98) for at in range(len(totals))]


def _darts(rng: Random, totals: list[int]) -> list[Cell]:
    for at in range(len(totals)):
        totals[at] = max(2, (totals[at] or 501) - rng.choice((26, 41, 45, 60, 81, 85, 100, 140)))
    return list(totals)


def _bowling(rng: Random, totals: list[int]) -> list[Cell]:
    return [rng.randint(80, 230) for _ in totals]


def _mahjong(rng: Random, totals: list[int]) -> list[Cell]:
    got = [round(rng.uniform(-40, 40), 1) for _ in range(len(totals) - 1)]
    return [*got, round(-sum(got), 1)]


def _mahjong_double(rng: Random, totals: list[int]) -> list[Cell]:
    """One wins, and all others pay a power of two; who gave the tile twice as much."""
    seats, base = len(totals), 2 ** rng.choice((0, 0, 1, 1, 2, 2, 3, 4))
    winner, giver = rng.sample(range(seats), 2)
    alone = rng.random() < 0.3
    paid = [0 if at == winner else base * (1 + (alone or at == giver)) for at in range(seats)]
    return [sum(paid) if at == winner else -paid[at] for at in range(seats)]


def _cash(rng: Random, totals: list[int]) -> list[Cell]:
    got = [5 * rng.randint(-20, 30) for _ in range(len(totals) - 1)]
    return [*got, -sum(got)]


def _wizard(rng: Random, totals: list[int]) -> list[Cell]:
    for at in range(len(totals)):
        totals[at] += 10 * rng.choice((-3, -2, -1, 2, 3, 4, 5))
    return list(totals)


def _golf(rng: Random, totals: list[int]) -> list[Cell]:
    return [rng.choice((3, 4, 4, 5, 5, 6, 7)) for _ in totals]


def _noise(rng: Random, totals: list[int]) -> list[Cell]:
    return [rng.randint(-9, 9) for _ in totals]


def _ratings(rng: Random, totals: list[int]) -> list[Cell]:
    return [rng.randint(1, 5) for _ in totals]


def _beers(rng: Random, totals: list[int]) -> list[Cell]:
    return [rng.randint(0, 4) for _ in totals]


def _league(rng: Random, at: int) -> list[Cell]:
    won, drawn, lost, scored, let = (rng.randint(0, 12) for _ in range(5))
    del at
    return [won + drawn + lost, won, drawn, lost, scored, let, scored - let, 3 * won + drawn]


def _statement(rng: Random, at: int) -> list[Cell]:
    amount = round(rng.uniform(-200, 300), 2)
    return [
        f"{1 + at % 28:02}.03.2024",
        rng.choice(("Miete", "Lohn", "Strom", "Beitrag")),
        amount,
        round(1000 + amount, 2),
    ]


def _budget(rng: Random, at: int) -> list[Cell]:
    planned, spent = rng.randint(50, 900), rng.randint(50, 900)
    return [f"Posten {at}", planned, spent, planned - spent]


def _canasta(rng: Random, totals: list[int]) -> list[Cell]:
    for at in range(len(totals)):
        totals[at] += 5 * rng.randint(-20, 180)
    return list(totals)


def _shares(rng: Random, totals: list[int]) -> list[Cell]:
    """What each has paid too much or too little of a bill, in money."""
    paid, bill = rng.randrange(len(totals)), round(rng.uniform(5, 90), 2)
    each = round(bill / len(totals), 2)
    return [round(bill - each, 2) if at == paid else -each for at in range(len(totals))]


def _readings(rng: Random, totals: list[int]) -> list[Cell]:
    for at in range(len(totals)):
        totals[at] = (totals[at] or rng.randint(1000, 9000)) + rng.randint(5, 60)
    return list(totals)


def _quiz(rng: Random, totals: list[int]) -> list[Cell]:
    return [rng.randint(0, 10) for _ in totals]


def _roster(rng: Random, totals: list[int]) -> list[Cell]:
    return [rng.choice(("x", "", "", "frei")) for _ in totals]


def moved(
    rng: Random,
    heads: Sequence[tuple[str, ...]],
    first: Sequence[str],
    amounts: Sequence[int],
    extra: str = "",
) -> Made:
    """What one column loses another one gains, under dates or weeks: stock, accounts, hours."""
    who = rng.choice(heads) or tuple(words.names(rng, 2))
    label = rng.choice(first)
    rows: Rows = [[label, *([extra] if extra else []), *who]]
    for at in range(rng.randint(6, 24)):
        cells: list[Cell] = [0] * len(who)
        to, by = rng.sample(range(len(who)), 2)
        cells[to] = rng.choice(amounts)
        cells[by] = -int(cells[to])
        called = f"2024-{1 + at // 9:02}-{1 + 3 * (at % 9):02}" if label.startswith("Dat") else at + 1
        rows.append([called, *([rng.choice(("Schraube", "Mutter", "Nagel"))] if extra else []), *cells])
    return framed(rng, Made(rows))


def figures(
    rng: Random, first: Sequence[str], heads: Sequence[str], sums: Sequence[str], amounts: Sequence[int]
) -> Made:
    """What each person or branch had under dates or words, with its sum: marks, sales, hours."""
    count = rng.randint(3, 6)
    head = rng.choice(heads)
    dates = [f"{1 + 4 * at:02}.{rng.randint(1, 9):02}.2024" for at in range(count)]
    rows: Rows = [[rng.choice(first), *([f"{head}{at + 1}" for at in range(count)] if head else dates)]]
    rows[0].append(rng.choice(sums))
    for name in words.names(rng, rng.randint(5, 14)):
        each = [rng.choice(amounts) for _ in range(count)]
        rows.append([name, *each, sum(each)])
    return framed(rng, Made(rows))


def _one_paid(rng: Random, totals: list[int]) -> list[Cell]:
    """One pays a bill, and each of the others owes the same."""
    paid, each, seats = rng.randrange(len(totals)), rng.randint(2, 15), len(totals)
    return [(seats - 1) * each if at == paid else -each for at in range(seats)]


_DATES, _WEEKS = ("Datum", "Date", "Dato"), ("Woche", "Week", "Uke", "Monat", "Month", "Måned")
_SUMS = ("Summe", "Sum", "Total", "Gesamt")


def pivot(rng: Random) -> Made:
    """What a spreadsheet makes of a season, under its own headings."""
    rows: Rows = [["Row Labels", "Sum of Points", "Count of Evening", "Average of Points"]]
    for name in words.names(rng, rng.randint(4, 14)):
        points, count = rng.randint(-80, 90), rng.randint(1, 12)
        rows.append([name, points, count, round(points / count, 2)])
    sums = [sum(float(row[at]) for row in rows[1:]) for at in (1, 2)]
    rows.append(["Grand Total", *map(int, sums), round(sums[0] / sums[1], 2)])
    return framed(rng, Made(rows))


FOREIGN = (
    Kind(
        "foreign stock moves",
        partial(
            moved,
            heads=(("Lager", "Laden"), ("Warehouse", "Shop"), ("Lager", "Butikk")),
            first=_DATES,
            amounts=range(1, 16),
        ),
    ),
    Kind(
        "foreign stock moves of articles",
        partial(
            moved,
            heads=(("Köln", "Bonn"), ("Oslo", "Bergen")),
            first=_DATES,
            amounts=range(1, 13),
            extra="Artikel",
        ),
    ),
    Kind(
        "foreign stock moves of three",
        partial(
            moved,
            heads=(("Nord", "Süd", "Mitte"), ("North", "South", "Depot")),
            first=_WEEKS,
            amounts=range(1, 13),
        ),
    ),
    Kind(
        "foreign accounts",
        partial(
            moved,
            heads=(("Konto A", "Konto B"), ("Account A", "Account B")),
            first=("Nr.", "No."),
            amounts=range(1, 16),
        ),
    ),
    Kind("foreign points of two", partial(moved, heads=((),), first=_DATES, amounts=(1, 1, 1, 2, 3, 5))),
    Kind("foreign hours of two", partial(moved, heads=((),), first=_WEEKS, amounts=(1, 2, 4, 8, 8))),
    Kind(
        "foreign marks under dates",
        partial(
            figures, first=("Name", "Schüler", "Student", "Elev"), heads=("",), sums=_SUMS, amounts=range(16)
        ),
    ),
    Kind(
        "foreign marks of tasks",
        partial(
            figures,
            first=("Name", "Student", "Elev"),
            heads=("Aufgabe ", "Task ", "Oppgave "),
            sums=(*_SUMS, "Punkte", "Points"),
            amounts=range(13),
        ),
    ),
    Kind(
        "foreign figures of quarters",
        partial(
            figures,
            first=("Verkäufer", "Seller", "Selger", "Name"),
            heads=("Q", "Quartal "),
            sums=_SUMS,
            amounts=range(20, 400),
        ),
    ),
    Kind(
        "foreign hours over",
        partial(
            figures,
            first=("Name", "Mitarbeiter", "Employee"),
            heads=("",),
            sums=("Saldo", *_SUMS),
            amounts=range(-3, 5),
        ),
    ),
    Kind(
        "foreign bills one paid",
        partial(players, line=_one_paid, seats=(3, 4, 5), first="Datum", count=range(6, 14)),
    ),
    Kind("foreign canasta totals", partial(players, line=_canasta, seats=(2, 3, 4), first="Runde")),
    Kind("foreign shared bills", partial(players, line=_shares, seats=(3, 4, 5), first="Bill")),
    Kind("foreign meter readings", partial(players, line=_readings, seats=(2, 3, 4), first="Monat")),
    Kind("foreign quiz night", partial(players, line=_quiz, seats=(3, 4, 5, 6), first="Runde")),
    Kind("foreign duty roster", partial(players, line=_roster, seats=(3, 4, 5, 6), first="Woche")),
    Kind("foreign pivot of a season", pivot),
    Kind("foreign schafkopf", partial(players, line=_schafkopf, seats=(4,), first="Spiel")),
    Kind("foreign hearts", partial(players, line=_hearts, seats=(4,), first="Round")),
    Kind("foreign hearts totals", partial(players, line=_hearts_totals, seats=(4,), first="")),
    Kind("foreign rummy", partial(players, line=_rummy, seats=(3, 4, 5), first="Runde")),
    Kind("foreign darts", partial(players, line=_darts, seats=(2, 3), first="Throw")),
    Kind("foreign bowling", partial(players, line=_bowling, seats=(3, 4, 5), first="Spiel")),
    Kind("foreign mahjong", partial(players, line=_mahjong, seats=(4,), first="Game")),
    Kind(
        "foreign mahjong, giver pays double", partial(players, line=_mahjong_double, seats=(4,), first="Hand")
    ),
    Kind("foreign poker nights", partial(players, line=_cash, seats=(4, 5, 6), first="Night")),
    Kind("foreign wizard", partial(players, line=_wizard, seats=(3, 4, 5, 6), first="Runde")),
    Kind("foreign golf", partial(players, line=_golf, seats=(2, 3, 4), first="Hole", count=range(9, 19))),
    Kind("foreign noise", partial(players, line=_noise, seats=(3, 4, 5))),
    Kind("foreign ratings", partial(players, line=_ratings, seats=(3, 4, 5), first="Film")),
    Kind("foreign beer tally", partial(players, line=_beers, seats=(3, 4, 5), first="Abend")),
    Kind(
        "foreign league table",
        partial(
            of_names,
            heads=("Team", "P", "W", "D", "L", "F", "A", "GD", "Pts"),
            line=_league,
            count=range(6, 20),
        ),
    ),
    Kind(
        "foreign address list",
        partial(
            of_names,
            heads=("Name", "Straße", "PLZ", "Ort", "Telefon"),
            count=range(5, 20),
            line=lambda rng, _: [
                f"Weg {rng.randint(1, 90)}",
                rng.randint(10000, 99999),
                "Köln",
                f"0221 {rng.randint(10000, 99999)}",
            ],
        ),
    ),
    Kind(
        "foreign membership fees",
        partial(
            of_names,
            heads=("Name", "Mitglied seit", "Beitrag", "Bezahlt"),
            count=range(5, 20),
            line=lambda rng, _: [rng.randint(1980, 2024), rng.choice((30, 60)), rng.choice(("ja", "nein"))],
        ),
    ),
    Kind(
        "foreign bank statement",
        partial(lines, heads=("Datum", "Text", "Betrag", "Saldo"), line=_statement, count=range(5, 40)),
    ),
    Kind(
        "foreign time sheet",
        partial(
            lines,
            heads=("Day", "Start", "End", "Break", "Hours"),
            count=range(5, 30),
            line=lambda _, at: [f"2024-02-{1 + at % 28:02}", "08:00", "16:30", 30, 8],
        ),
    ),
    Kind(
        "foreign temperatures",
        partial(
            lines,
            heads=("Date", "Min", "Max", "Rain"),
            count=range(10, 40),
            line=lambda rng, at: [
                f"2024-02-{1 + at % 28:02}",
                rng.randint(-9, 4),
                rng.randint(3, 15),
                rng.choice((0, 0, 1, 4)),
            ],
        ),
    ),
    Kind(
        "foreign statistics",
        partial(
            of_names,
            heads=("Spieler", "Spiele", "Siege", "Soli", "Schnitt"),
            count=range(4, 12),
            line=lambda rng, _: [
                rng.randint(10, 200),
                rng.randint(5, 90),
                rng.randint(0, 12),
                round(rng.uniform(-2, 2), 2),
            ],
        ),
    ),
    Kind(
        "foreign inventory",
        partial(
            lines,
            heads=("Artikel", "Menge", "Preis", "Wert"),
            count=range(5, 20),
            line=lambda rng, at: [f"Glas {at}", rng.randint(1, 40), rng.randint(2, 9), rng.randint(4, 99)],
        ),
    ),
    Kind(
        "foreign strategy table",
        partial(
            lines,
            heads=("Hand", "2", "3", "4", "5", "6", "7"),
            count=range(8, 14),
            line=lambda rng, at: [at + 5, *(rng.choice("HSDP") for _ in range(6))],
        ),
    ),
    Kind(
        "foreign multiplication",
        partial(
            lines,
            heads=("x", "eins", "zwei", "drei", "vier"),
            count=range(5, 12),
            line=lambda _, at: [at, at, 2 * at, 3 * at, 4 * at],
        ),
    ),
    Kind(
        "foreign budget",
        partial(lines, heads=("Posten", "Plan", "Ist", "Abweichung"), line=_budget, count=range(4, 15)),
    ),
)
