"""Sheets of clubs' own games, told to scorecheck by the files of ``samples/own-games``: Rommé, Wizard,
Schwimmen, the two sheets of darts players, and Bridge butler.

What a row gives is drawn from what is held, bid or thrown; its chance is worked out from the same.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb, factorial, log
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from benchmarks.slips.doppelkopf import Doppelkopf, Pays
from benchmarks.slips.settings import NEVER, Shares, settings, whole
from benchmarks.slips.sheets import Row, Shape, Sheet, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from benchmarks.slips.sheets import Cells

_FILES = Path(__file__).parents[2] / "samples" / "own-games"


def _file_of(game: str) -> str:
    return str(_FILES / game / f"{game}.toml")


def _of(game: str) -> dict[str, Any]:
    return settings("generators")[game]


class Rows(Protocol):
    """What the rows of a game can say."""

    def draw(self, rng: Random, seats: int, at: int) -> tuple[int, ...]:
        """What the game in row ``at`` gives each player."""
        ...

    def log(self, points: tuple[int, ...], at: int) -> float:
        """The logarithm of the chance that it gives just these points."""
        ...

    def values(self) -> Sequence[int]:
        """All that a player can get in some game."""
        ...


class Rummy:
    """Who goes out has nothing; each other counts what the cards in hand are worth."""

    def __init__(self) -> None:
        """By the numbers of cards and their values, with their shares."""
        cards, counts = whole(_of("romme")["cards"]), whole(_of("romme")["held"])
        of_count: dict[int, float] = {0: 1.0}
        found: dict[int, float] = {}
        for count in range(1, max(counts.chance) + 1):
            added: dict[int, float] = {}
            for so_far, chance in of_count.items():
                for card, share in cards.chance.items():
                    added[so_far + card] = added.get(so_far + card, 0.0) + chance * share
            of_count = added
            for worth, chance in of_count.items():
                found[worth] = found.get(worth, 0.0) + counts.chance.get(count, 0.0) * chance
        self.hands = Shares(found)

    def draw(self, rng: Random, seats: int, at: int) -> tuple[int, ...]:
        """As in ``Rows``."""
        del at
        out = rng.randrange(seats)
        return tuple(0 if seat == out else self.hands.draw(rng) for seat in range(seats))

    def log(self, points: tuple[int, ...], at: int) -> float:
        """As in ``Rows``."""
        del at
        held = [one for one in points if one]
        return sum(map(self.hands.log, held)) - log(len(points)) if len(held) == len(points) - 1 else NEVER

    def values(self) -> Sequence[int]:
        """As in ``Rows``."""
        return (0, *self.hands.chance)


class Wizard:
    """As many cards as the number of the round; each trick goes to anybody; bids are met, or nearly."""

    def __init__(self) -> None:
        """By the shares of bids that are met, and of how many tricks others are missed by."""
        self.met, self.missed = float(_of("wizard")["met"]), whole(_of("wizard")["missed"])

    def _shares(self, tricks: int, cards: int) -> dict[int, float]:
        """What who took so many tricks gets, by the bids that there can be."""
        said = {20 + 10 * tricks: self.met}
        by = [by for by in self.missed.chance if tricks >= by or tricks + by <= cards]
        rest = sum(map(self.missed.chance.__getitem__, by))
        if not rest:
            return {20 + 10 * tricks: 1.0}
        return said | {-10 * one: (1 - self.met) * self.missed.chance[one] / rest for one in by}

    def draw(self, rng: Random, seats: int, at: int) -> tuple[int, ...]:
        """As in ``Rows``."""
        took = [0] * seats
        for _ in range(at + 1):
            took[rng.randrange(seats)] += 1
        return tuple(Shares(self._shares(tricks, at + 1)).draw(rng) for tricks in took)

    def log(self, points: tuple[int, ...], at: int) -> float:
        """As in ``Rows``: over all ways in which the tricks may have gone."""
        return self._log(points, at + 1)

    @lru_cache(maxsize=100_000)  # noqa: B019 - one for each process
    def _log(self, points: tuple[int, ...], cards: int) -> float:
        ways = [1.0] + [0.0] * cards
        for one in points:
            each = [
                self._shares(tricks, cards).get(one, 0.0) / factorial(tricks) for tricks in range(cards + 1)
            ]
            ways = [
                sum(ways[before] * each[all_ - before] for before in range(all_ + 1))
                for all_ in range(cards + 1)
            ]
        return log(ways[cards] * factorial(cards)) - cards * log(len(points)) if ways[cards] else NEVER

    def values(self) -> Sequence[int]:
        """As in ``Rows``."""
        return (*(-10 * by for by in self.missed.chance), *range(20, 221, 10))


class Lives:
    """Schwimmen: one loses a life, or two who tie."""

    def __init__(self) -> None:
        """By the share of ties."""
        self.tied = float(_of("schwimmen")["tied"])

    def draw(self, rng: Random, seats: int, at: int) -> tuple[int, ...]:
        """As in ``Rows``."""
        del at
        lost = rng.sample(range(seats), 2 if rng.random() < self.tied else 1)
        return tuple(int(seat in lost) for seat in range(seats))

    def log(self, points: tuple[int, ...], at: int) -> float:
        """As in ``Rows``."""
        del at
        lost, seats = sum(points), len(points)
        if set(points) - {0, 1} or lost not in (1, 2):
            return NEVER
        return log(self.tied / comb(seats, 2) if lost == 2 else (1 - self.tied) / seats)

    def values(self) -> Sequence[int]:
        """As in ``Rows``."""
        return (0, 1)


class Legs:
    """A match of darts over five legs, each won by either side as often."""

    def draw(self, rng: Random, seats: int, at: int) -> tuple[int, ...]:
        """As in ``Rows``."""
        del seats, at
        won = sum(rng.random() < 1 / 2 for _ in range(5))
        return won, 5 - won

    def log(self, points: tuple[int, ...], at: int) -> float:
        """As in ``Rows``."""
        del at
        mine, theirs = points
        return log(comb(5, mine) / 32) if mine >= 0 and theirs == 5 - mine >= 0 else NEVER

    def values(self) -> Sequence[int]:
        """As in ``Rows``."""
        return range(6)


class Own:
    """Sheets of points of a game whose rows have nothing to do with each other, but for their numbers."""

    shared = True

    def __init__(self, game: str, rows: Rows, seats: int, *, total: bool) -> None:
        """``total``: with a total row."""
        self.name = f"{game}-points{'-total' if total else ''}"
        self.shape = Shape(_file_of(game), "points", tuple(range(1, seats + 1)), adds_up=False)
        self.rows, self.total = rows, total
        fewest, most = _of(game)["games"]
        self._games = range(fewest, most + 1)

    def generate(self, rng: Random) -> Sheet:
        """A valid sheet."""
        seats = len(self.shape.players)
        names = rng.sample(settings("generators")["names"], seats)
        games = [self.rows.draw(rng, seats, at) for at in range(rng.choice(self._games))]
        rows: list[Row] = [(str(at), *map(str, points)) for at, points in enumerate(games, 1)]
        kinds = ["entry"] * len(rows)
        if self.total:
            rows.append(("Summe", *(str(sum(of_one)) for of_one in zip(*games, strict=True))))
            kinds.append("total")
        return Sheet(self.shape, ("Runde", *names), tuple(rows), tuple(kinds))

    def log_prior(self, sheet: Sheet) -> float:
        """As in ``Generator``."""
        if sheet.entries not in self._games or (self.total and any(self._due(sheet))):
            return NEVER
        return sum(self._logs(sheet))

    def _points(self, sheet: Sheet) -> list[tuple[int, ...] | None]:
        """What each game gives; ``None`` where a cell is empty."""
        said = [[number(row[column]) for column in self.shape.players] for row in sheet.rows[: sheet.entries]]
        return [None if None in one else tuple(value or 0 for value in one) for one in said]

    def _logs(self, sheet: Sheet, gap: int | None = None) -> list[float]:
        """The logarithm of the chance of each game; ``gap``: a row was left out before that one."""
        logs: list[float] = []
        for at, points in enumerate(self._points(sheet)):
            turn = at if gap is None or at < gap else at + 1
            logs.append(NEVER if points is None else self.rows.log(points, turn))
        return logs

    def _due(self, sheet: Sheet) -> list[int]:
        """What the total row says more than the rows, for each player."""
        said = [number(sheet.rows[-1][column]) or 0 for column in self.shape.players]
        given = [
            sum(number(row[column]) or 0 for row in sheet.rows[: sheet.entries])
            for column in self.shape.players
        ]
        return [told - summed for told, summed in zip(said, given, strict=True)]

    def suspects(self, sheet: Sheet) -> Sequence[int]:
        """As in ``Generator``."""
        at = next((at for at, log in enumerate(self._logs(sheet)) if log == NEVER), None)
        # A row that is there twice moves those below it, which have another number of cards in Wizard.
        moves = isinstance(self.rows, Wizard)
        return range(sheet.entries) if at is None or moves else range(max(0, at - 1), at + 1)

    def undone(self, sheet: Sheet, row: int) -> Iterator[Cells]:
        """As in ``Undoes``: any value that there is; with a total row only what that leaves."""
        due = self._due(sheet) if self.total else []
        line = sheet.rows[row]
        for seat, column in enumerate(self.shape.players):
            here = number(line[column]) or 0
            for value in [here + due[seat]] if due and due[seat] else self.rows.values():
                yield (((row, column), str(value)),)
                yield from self._beside(sheet, row, column, value)

    def _beside(self, sheet: Sheet, row: int, column: int, value: int) -> Iterator[Cells]:
        """A value that another one was written over, whose own cell is empty."""
        places = [(row, other) for other in self.shape.players if abs(other - column) == 1]
        if row:
            places.append((row - 1, column))
        for at, other in places:
            if not sheet.rows[at][other]:
                yield (((at, other), sheet.rows[row][column]), ((row, column), str(value)))

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As in ``Generator``."""
        if sheet.entries + 1 not in self._games:
            return NEVER
        rest = sum(self._logs(sheet, at))
        return rest + self.rows.log(tuple(self._due(sheet)), at) if self.total and rest > NEVER else rest


_MOST_WITH_ONE = 60


class Leg:
    """A leg of 501, a row a visit of both players, to the dart that brings one of them to 501."""

    shared, name = True, "darts-501"

    def __init__(self) -> None:
        """By what single darts score, with their shares."""
        darts = whole(_of("darts-501")["darts"]).chance
        self._finishes = float(_of("darts-501")["finishes"])
        visits: dict[int, float] = {0: 1.0}
        for _ in range(3):
            added: dict[int, float] = {}
            for so_far, chance in visits.items():
                for dart, share in darts.items():
                    added[so_far + dart] = added.get(so_far + dart, 0.0) + chance * share
            visits = added
        self._visits = Shares(visits)
        self.shape = Shape(_file_of("darts-501"), "points", (1, 2), adds_up=False)

    @cache  # noqa: B019 - one for each process
    def _scored(self, left: int) -> Shares[int]:
        """What a visit counts: nothing where it leaves 1, or is more than is left; near the end often all."""
        out = self._finishes if left <= _MOST_WITH_ONE else 0.0
        found: dict[int, float] = {left: out} if out else {}
        for score, chance in self._visits.chance.items():
            counts = score if score == left or score < left - 1 else 0
            found[counts] = found.get(counts, 0.0) + (1 - out) * chance
        return Shares(found)

    def generate(self, rng: Random) -> Sheet:
        """A valid sheet."""
        left, rows = [501, 501], list[Row]()
        while all(left):
            cells = ["", ""]
            for seat in (0, 1):
                if all(left):
                    score = self._scored(left[seat]).draw(rng)
                    left[seat] -= score
                    cells[seat] = str(score)
            rows.append((str(len(rows) + 1), *cells))
        rows.append(("Summe", *(str(501 - one) for one in left)))
        kinds = ("entry",) * (len(rows) - 1) + ("total",)
        names = rng.sample(settings("generators")["names"], 2)
        return Sheet(self.shape, ("Aufnahme", *names), tuple(rows), kinds)

    def log_prior(self, sheet: Sheet) -> float:
        """As in ``Generator``."""
        left, total = [501, 501], 0.0
        for row in sheet.rows[: sheet.entries]:
            for seat, cell in enumerate(row[1:]):
                score = number(cell)
                if (score is None) == all(left):
                    return NEVER
                if score is not None:
                    total += self._scored(left[seat]).log(score)
                    left[seat] -= score
        said = [number(cell) for cell in sheet.rows[-1][1:]]
        return NEVER if all(left) or said != [501 - one for one in left] else total

    def suspects(self, sheet: Sheet) -> Sequence[int]:
        """As in ``Generator``."""
        return range(sheet.entries)

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """Not worked out: see ``UNBOUNDED``."""
        raise NotImplementedError


class Partners(Pays):
    """Bridge butler: the first and the third player win what the others lose, or pay it."""

    def draw(self, rng: Random) -> tuple[int, ...]:
        """As in ``Pays``."""
        value = self.normal.draw(rng) * rng.choice((1, -1))
        return value, -value, value, -value

    def log(self, points: tuple[int, ...]) -> float:
        """As in ``Pays``."""
        first = points[0]
        is_board = points == (first, -first, first, -first)
        return self.normal.log(abs(first)) - (log(2) if first else 0) if is_board else NEVER

    def all(self) -> list[tuple[tuple[int, ...], float]]:
        """As in ``Pays``."""
        values = {sign * value for value in self.normal.chance for sign in (1, -1)}
        boards = [(value, -value, value, -value) for value in values]
        return [(board, self.log(board)) for board in boards]


LAYOUTS = (
    *(
        Own(game, rows, seats, total=total)
        for game, rows, seats in (
            ("romme", Rummy(), 4),
            ("wizard", Wizard(), 4),
            ("schwimmen", Lives(), 5),
            ("darts", Legs(), 2),
        )
        for total in (False, True)
    ),
    Leg(),
    *(
        Doppelkopf(
            name,
            4,
            running=running,
            total=total,
            dealer=False,
            game=_file_of("butler"),
            pays=Partners("butler"),
        )
        for name, running, total in (
            ("butler-points", False, False),
            ("butler-points-total", False, True),
            ("butler-totals", True, False),
        )
    ),
)
