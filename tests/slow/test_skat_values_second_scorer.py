"""3,000 random games of Skat on lists without matadors, valued a second time from what was played: right
lists are clean and end as the second scorer says, and of a wrong number the row is found."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Keep, Settings
from support import found, only

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

NAMES = ("Anna", "Bernd", "Chris", "Doris")
BASES = (9, 10, 11, 12, 24)
NULLS = (23, 35, 46, 59)
TIMES = (2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7)
LISTS = 11
"""Of each form, at three and at four: 36 or 48 games each, 3,696 in all."""


class Game(NamedTuple):
    """What was played: a null game has its value as base, and is played once."""

    soloist: int
    base: int
    times: int
    won: bool

    @property
    def worth(self) -> int:
        value = 0
        for _ in range(self.times):
            value += self.base
        return value

    @property
    def gives(self) -> int:
        return self.worth if self.won else -self.worth - self.worth


def played(chance: random.Random, number: int, seats: int) -> Game | None:
    """A game, or none where all passed; at a table of four the dealer sits out."""
    if chance.random() < 0.03:
        return None
    soloist = chance.choice([seat for seat in range(seats) if seats == 3 or seat != number % seats])
    won = chance.random() < 0.75
    if chance.random() < 0.1:
        return Game(soloist, chance.choice(NULLS), 1, won)
    return Game(soloist, chance.choice(BASES), chance.choice(TIMES), won)


def ends(games: list[Game | None], seats: int) -> list[tuple[int, int, int, int]]:
    """Points, games won and lost, and the end of each player, one game after the other."""
    points, won, lost, end = ([0] * seats for _ in range(4))
    for game in games:
        if game is None:
            continue
        for seat in range(seats):
            if seat == game.soloist:
                points[seat] += game.gives
                end[seat] += game.gives + (50 if game.won else -50)
                (won if game.won else lost)[seat] += 1
            elif not game.won:
                end[seat] += 40 if seats == 3 else 30
    return list(zip(points, won, lost, end, strict=True))


def of_values(games: list[Game | None], seats: int) -> list[list[str]]:
    """Soloist, value and who won, with the results below, behind an empty row."""
    rows = [["Nr.", "Alleinspieler", "Spielwert", "G/V"]]
    for number, game in enumerate(games, 1):
        said = [NAMES[game.soloist], str(game.worth), "G" if game.won else "V"] if game else ["eingepasst"]
        rows.append([str(number), *said])
    return [*rows, [], *results(games, seats)]


def under_signs(games: list[Game | None], seats: int) -> list[list[str]]:
    """Soloist, values under signs, and the totals of all."""
    rows = [["Nr.", "Alleinspieler", "Spielwert +", "Spielwert -", *NAMES[:seats]]]
    stands = [0] * seats
    for number, game in enumerate(games, 1):
        cells = [""] * seats
        signs = ["", "", ""]
        if game is not None:
            stands[game.soloist] += game.gives
            cells[game.soloist] = str(stands[game.soloist])
            signs = [NAMES[game.soloist], *([str(game.gives), ""] if game.won else ["", str(-game.gives)])]
        rows.append([str(number), *signs, *cells])
    return rows


def beside(games: list[Game | None], seats: int) -> list[list[str]]:
    """Points with base, factor and value behind them."""
    rows = [["Spiel", *NAMES[:seats], "Grundwert", "Faktor", "Wert"]]
    for number, game in enumerate(games, 1):
        cells = [str(game.gives) if game and game.soloist == seat else "" for seat in range(seats)]
        worth = [str(game.base), str(game.times), str(game.worth)] if game else ["", "", ""]
        rows.append([str(number), *cells, *worth])
    return rows


def to_the_right(games: list[Game | None], seats: int) -> list[list[str]]:
    """Points, and the results to their right, behind an empty column."""
    rows = [row[: seats + 1] for row in beside(games, seats)]
    block = results(games, seats)
    return [[*row, "", *block[at]] if at < len(block) else row for at, row in enumerate(rows)]


def results(games: list[Game | None], seats: int) -> list[list[str]]:
    lines = [[NAMES[seat], *map(str, one)] for seat, one in enumerate(ends(games, seats))]
    return [["Spieler", "Punkte", "Gewonnen", "Verloren", "Gesamt"], *reversed(lines)]


FORMS = {one.__name__: one for one in (of_values, under_signs, beside, to_the_right)}


def told(rows: list[list[str]]) -> tuple[list[tuple[str, str | None, str]], list[int]]:
    """What is found on a list, and how it ends."""
    text = "".join(";".join(row) + "\n" for row in rows).encode()
    file = only(check_bytes(text, "list.csv", "list.csv", Settings(), Keep(results=True)))
    sheet = file.sheets[0]
    assert sheet.sheet.game == "skat"
    assert sheet.result is not None
    by_name = {one.player: int(one.points) for one in sheet.result.players}
    return found(file), [by_name[name] for name in NAMES if name in by_name]


def wronged(form: str, rows: list[list[str]], games: list[Game | None], chance: random.Random) -> int:
    """Makes one number of a list another one that cannot be, and says in which row."""
    at = chance.choice([at for at, game in enumerate(games) if game and game.won and game.base in BASES])
    game = games[at]
    assert game is not None
    if form == "under_signs":
        # The value of a game that is one, but not the one that the total tells.
        rows[at + 1][2] = str(game.worth + game.base)
    elif form == "beside":
        rows[at + 1][-3] = str(next(base for base in BASES if base != game.base))
    else:
        block = next(row for row, line in enumerate(rows) if "Gesamt" in line)
        at = block + chance.randrange(len(rows[block + 1 :][:3]))
        last = chance.choice((-1, -2, -3, -4))
        rows[at + 1][last] = str(int(rows[at + 1][last]) + chance.choice((-20, -1, 1, 10)))
    return at + 2


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("form", [*FORMS])
def test_a_second_scorer_comes_to_the_same(form: str, seats: int) -> None:
    chance = random.Random(f"{form} {seats}")
    for _ in range(LISTS):
        games = [played(chance, number, seats) for number in range(12 * seats)]
        rows = FORMS[form](games, seats)
        assert told(rows) == ([], [end for *_, end in ends(games, seats)])
        row = wronged(form, rows, games, chance)
        findings, _ = told(rows)
        rule = "skat/game-value" if form in ("under_signs", "beside") else "skat/list-end"
        assert [(name, (cell or "").lstrip("ABCDEFGHIJK")) for name, cell, _ in findings] == [
            (rule, str(row))
        ]
