"""Sheets of Doppelkopf: points and running totals, at tables of four and five; and of Schafkopf, at four."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import exp, log
from typing import TYPE_CHECKING

from benchmarks.slips.settings import NEVER, settings, whole
from benchmarks.slips.sheets import Row, Shape, Sheet, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

_MOST_KNOWN = 200_000
_PAIRS = tuple(combinations(range(4), 2))


class Pays:
    """What games of four give: two against two, or one against three; by the shares of a game."""

    def __init__(self, game: str) -> None:
        """Of the game under this name in ``generators.toml``."""
        of = settings("generators")[game]
        self.normal, self.alone = whole(of["normal"]), whole(of["alone"])
        self.solo, self.won = float(of["solo"]), float(of["soloist_wins"])
        self.games: dict[str, list[int]] = of["games"]
        self._logs: dict[tuple[int, ...], float] = {}

    def draw(self, rng: Random) -> tuple[int, ...]:
        """What a game gives each of the four who play it."""
        if rng.random() < self.solo:
            value = self.alone.draw(rng) * (1 if rng.random() < self.won else -1)
            soloist = rng.randrange(4)
            return tuple(3 * value if seat == soloist else -value for seat in range(4))
        value, winners = self.normal.draw(rng), rng.choice(_PAIRS)
        return tuple(value if seat in winners else -value for seat in range(4))

    def log(self, points: tuple[int, ...]) -> float:
        """The logarithm of the chance that a game of four gives just these points."""
        known = self._logs.get(points)
        if known is None:
            if len(self._logs) > _MOST_KNOWN:
                self._logs.clear()
            known = self._logs[points] = self._log(points)
        return known

    def _log(self, points: tuple[int, ...]) -> float:
        low, second, third, high = sorted(points)
        if low == second == -third == -high:
            every_way = 0 if high == 0 else log(len(_PAIRS))
            return log(1 - self.solo) + self.normal.log(high) - every_way
        if low == second == third and high == -3 * low:
            return log(self.solo * self.won / 4) + self.alone.log(high // 3)
        if second == third == high and low == -3 * high:
            return log(self.solo * (1 - self.won) / 4) + self.alone.log(high)
        return NEVER

    def all(self) -> list[tuple[tuple[int, ...], float]]:
        """Every game of four that can be drawn, with the logarithm of its chance."""
        normal = [
            tuple(value if seat in pair else -value for seat in range(4))
            for value in self.normal.chance
            for pair in (_PAIRS if value else _PAIRS[:1])
        ]
        alone = [
            tuple(3 * value * sign if seat == soloist else -value * sign for seat in range(4))
            for value in self.alone.chance
            for soloist in range(4)
            for sign in (1, -1)
        ]
        return [(game, self.log(game)) for game in normal + alone]


_DOPPELKOPF = Pays("doppelkopf")
draw_game = _DOPPELKOPF.draw


class Doppelkopf:
    """Sheets of points or of running totals.

    At a table of five the dealer sits out. Where the deal is known a column names the dealer, and it
    passes on by one seat a game; else anybody may sit out, as where the columns are not the seats.
    """

    shared = True

    def __init__(
        self,
        name: str,
        seats: int,
        *,
        running: bool,
        total: bool,
        dealer: bool,
        game: str = "doppelkopf",
        pays: Pays = _DOPPELKOPF,
    ) -> None:
        """``total``: with a total row; ``dealer``: with a column that says who dealt."""
        self.name, self.pays = name, pays
        first = 2 if dealer else 1
        self.shape = Shape(
            game,
            "totals" if running else "points",
            tuple(range(first, first + seats)),
            running=running,
            dealer=1 if dealer else None,
        )
        self.total = total
        fewest, most = pays.games[str(seats)]
        self._games = range(fewest, most + 1)
        self._known: dict[tuple[object, ...], tuple[float, tuple[int, ...]]] = {}

    def generate(self, rng: Random) -> Sheet:
        """A valid sheet of a whole round."""
        shape, seats = self.shape, len(self.shape.players)
        names = rng.sample(settings("generators")["names"], seats)
        dealer = rng.randrange(seats)
        so_far = [0] * seats
        rows: list[Row] = []
        games = rng.choice(self._games)
        for game in range(1, games + 1):
            out = dealer if shape.dealer is not None else rng.randrange(seats)
            at_table = [seat for seat in range(seats) if seats == 4 or seat != out]
            points = dict(zip(at_table, self.pays.draw(rng), strict=True))
            for seat, got in points.items():
                so_far[seat] += got
            if shape.running:
                cells = [str(total) for total in so_far]
            else:
                cells = [str(points[seat]) if seat in points else "" for seat in range(seats)]
            said = (names[dealer],) if shape.dealer is not None else ()
            rows.append((str(game), *said, *cells))
            dealer = (dealer + 1) % seats
        kinds = ["entry"] * games
        if self.total:
            rows.append(("Summe", *([""] if shape.dealer is not None else []), *map(str, so_far)))
            kinds.append("total")
        headings = ("Spiel", *(("Geber",) if shape.dealer is not None else ()), *names)
        return Sheet(shape, headings, tuple(rows), tuple(kinds))

    def log_prior(self, sheet: Sheet) -> float:
        """As in ``Generator``."""
        if sheet.entries not in self._games:
            return NEVER
        return self._log_rows(sheet)

    def _log_rows(self, sheet: Sheet) -> float:
        shape = self.shape
        total = sum(self.row_logs(sheet))
        if total == NEVER:
            return NEVER
        if self.total:
            sums = [
                sum(number(row[column]) or 0 for row, kind in _marked(sheet) if kind == "entry")
                for column in shape.players
            ]
            if [number(sheet.rows[-1][column]) for column in shape.players] != sums:
                return NEVER
        return total

    def row_logs(self, sheet: Sheet) -> list[float]:
        """The logarithm of the chance of each game, in its turn."""
        seats = len(self.shape.players)
        before: tuple[int, ...] = (0,) * seats
        logs: list[float] = []
        turn: int | None = None
        for row, kind in _marked(sheet):
            if kind != "entry":
                continue
            dealer = self._dealer_of(row, sheet)
            in_turn = turn is None or dealer == turn
            turn = None if dealer is None else (dealer + 1) % seats
            chance, before = self._row_log(row, before, dealer)
            logs.append(chance if in_turn else NEVER)
        return logs

    def _row_log(
        self, row: Row, before: tuple[int, ...], dealer: int | None
    ) -> tuple[float, tuple[int, ...]]:
        """The logarithm of the chance of one game, and on running totals where everybody stands after it."""
        cells = tuple(row[column] for column in self.shape.players)
        key = (cells, before, dealer)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = self._worked_log(cells, before, dealer)
        return known

    def _worked_log(
        self, cells: tuple[str, ...], before: tuple[int, ...], dealer: int | None
    ) -> tuple[float, tuple[int, ...]]:
        values = [number(cell) for cell in cells]
        points = tuple(value or 0 for value in values)
        if self.shape.running:
            changes = tuple(map(int.__sub__, points, before))
            return (self._log_changes(changes, dealer) if None not in values else NEVER), points
        blank = [seat for seat, value in enumerate(values) if value is None]
        fits = len(blank) == len(cells) - 4 and not any(cells[seat] for seat in blank)
        return (self._log_points(points, blank, dealer) if fits else NEVER), before

    def never_made(self, row: Row) -> bool:
        """Whether no game gives this row of points."""
        return self._row_log(row, (0,) * len(self.shape.players), None)[0] == NEVER

    def suspects(self, sheet: Sheet) -> Sequence[int]:
        """As in ``Generator``."""
        at = next((at for at, log in enumerate(self.row_logs(sheet)) if log == NEVER), None)
        return range(sheet.entries) if at is None else range(max(0, at - 2), at + 1)

    def _dealer_of(self, row: Row, sheet: Sheet) -> int | None:
        if self.shape.dealer is None:
            return None
        names = [sheet.headings[column] for column in self.shape.players]
        name = row[self.shape.dealer]
        return names.index(name) if name in names else None

    def _log_points(self, changes: Sequence[int], blank: Sequence[int], dealer: int | None) -> float:
        if not blank:
            return self.pays.log(tuple(changes))
        if self.shape.dealer is not None and blank[0] != dealer:
            return NEVER
        share = 0.0 if self.shape.dealer is not None else -log(len(changes))
        return share + self.pays.log(tuple(changes[: blank[0]]) + tuple(changes[blank[0] + 1 :]))

    def _log_changes(self, changes: tuple[int, ...], dealer: int | None) -> float:
        seats = len(changes)
        if seats == 4:
            return self.pays.log(changes)
        if self.shape.dealer is not None:
            return (
                self._log_points(changes, [dealer], dealer)
                if dealer is not None and not changes[dealer]
                else NEVER
            )
        # Of a game that changed nothing nobody can tell who sat out: then all five ways count.
        out = [seat for seat in range(seats) if not changes[seat]]
        if not out:
            return NEVER
        return self._log_points(changes, out[:1], None) + log(len(out))

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As in ``Generator``."""
        if sheet.entries + 1 not in self._games:
            return NEVER
        shape, seats = self.shape, len(self.shape.players)
        if not shape.running and not self.total:
            return self._any_row(sheet, at)
        if shape.running:
            return self._split(sheet, at)
        rows = [row for row, kind in zip(sheet.rows, sheet.kinds, strict=True) if kind == "entry"]
        sums = [sum(number(row[column]) or 0 for row in rows) for column in shape.players]
        said = [number(sheet.rows[-1][column]) for column in shape.players]
        due = [(told or 0) - summed for told, summed in zip(said, sums, strict=True)]
        if sum(due) or sum(1 for value in due if value) not in (0, 4):
            return NEVER
        best = [self.log_prior(_inserted(sheet, at, line)) for line in self._lines_of(sheet, at, due, seats)]
        return log_sum(best)

    def _lines_of(self, sheet: Sheet, at: int, due: Sequence[int], seats: int) -> list[Row]:
        """The rows that could stand at a place and change just this."""
        shape = self.shape
        said = self._said(sheet, at)
        if seats == 4:
            return [(str(at + 1), *said, *map(str, due))]
        return [
            (str(at + 1), *said, *("" if seat == out else str(value) for seat, value in enumerate(due)))
            for out in range(seats)
            if not due[out] and (shape.dealer is None or said == (sheet.headings[shape.players[out]],))
        ]

    def _said(self, sheet: Sheet, at: int) -> tuple[str, ...]:
        """The dealer of a row that is put in, from the row before or after it."""
        if self.shape.dealer is None:
            return ()
        seats = len(self.shape.players)
        neighbour, way = (at - 1, 1) if at else (at, -1)
        dealer = self._dealer_of(sheet.rows[neighbour], sheet)
        return (sheet.headings[self.shape.players[((dealer or 0) + way) % seats]],)

    def _any_row(self, sheet: Sheet, at: int) -> float:
        """A row of any content: its chances add up to 1, and only the dealers are to be in turn."""
        some, chance = max(self.pays.all(), key=lambda game: not any(game[0]))
        line = (str(at + 1), *self._said(sheet, at), *map(str, some))
        if len(self.shape.players) > 4:
            column = self.shape.players[0]
            if self.shape.dealer is not None:
                dealer = self._said(sheet, at)[0]
                column = sheet.headings.index(dealer)
            line = (*line[:column], "", *line[column:])
        whole_sheet = self._log_rows(_inserted(sheet, at, line))
        free = 0.0 if self.shape.dealer is not None or len(self.shape.players) == 4 else -log(5)
        return whole_sheet - chance - free

    def _split(self, sheet: Sheet, at: int) -> float:
        """Running totals: the step over the gap is two games."""
        shape, seats = self.shape, len(self.shape.players)
        logs = self.row_logs(sheet)
        if at >= len(logs):
            return sum(logs)
        rest = sum(logs[:at]) + sum(logs[at + 1 :])
        if rest == NEVER:
            return NEVER
        above = [number(sheet.rows[at - 1][c]) or 0 for c in shape.players] if at else [0] * seats
        values = [number(sheet.rows[at][c]) for c in shape.players]
        if None in values:
            return NEVER
        step = tuple((value or 0) - old for value, old in zip(values, above, strict=True))
        if sum(step):
            return NEVER
        ways: list[float] = []
        out = self._dealer_of(sheet.rows[at], sheet)
        for one in _all_changes(self.pays, seats):
            other = tuple(map(int.__sub__, step, one))
            if sum(1 for value in other if value) not in (0, 4):
                continue
            first = self._log_changes(one, None if out is None else (out - 1) % seats)
            if first > NEVER:
                ways.append(first + self._log_changes(other, out))
        return rest + log_sum(ways)


@cache
def _all_changes(pays: Pays, seats: int) -> tuple[tuple[int, ...], ...]:
    """All that a game can change, for each who may sit out; games of zeros once."""
    games = [game for game, _ in pays.all()]
    if seats == 4:
        return tuple(games)
    return tuple({(*game[:out], 0, *game[out:]) for game in games for out in range(seats)})


def _marked(sheet: Sheet) -> Iterator[tuple[Row, str]]:
    return zip(sheet.rows, sheet.kinds, strict=True)


def _inserted(sheet: Sheet, at: int, line: Row) -> Sheet:
    rows = (*sheet.rows[:at], line, *sheet.rows[at:])
    return sheet.with_rows(rows, ("entry", *sheet.kinds))


def log_sum(logs: Sequence[float]) -> float:
    """Log-sum-exp of log weights."""
    top = max(logs, default=NEVER)
    return top if top == NEVER else top + log(sum(exp(one - top) for one in logs))


LAYOUTS = (
    Doppelkopf("points-4", 4, running=False, total=False, dealer=False),
    Doppelkopf("points-5", 5, running=False, total=False, dealer=False),
    Doppelkopf("points-5-dealer", 5, running=False, total=False, dealer=True),
    Doppelkopf("points-4-total", 4, running=False, total=True, dealer=False),
    Doppelkopf("points-5-total", 5, running=False, total=True, dealer=False),
    Doppelkopf("points-5-dealer-total", 5, running=False, total=True, dealer=True),
    Doppelkopf("totals-4", 4, running=True, total=False, dealer=False),
    Doppelkopf("totals-5", 5, running=True, total=False, dealer=False),
    Doppelkopf("totals-5-dealer", 5, running=True, total=False, dealer=True),
    *(
        Doppelkopf(
            name, 4, running=running, total=total, dealer=False, game="schafkopf", pays=Pays("schafkopf")
        )
        for name, running, total in (
            ("schafkopf-points", False, False),
            ("schafkopf-points-total", False, True),
            ("schafkopf-totals", True, False),
        )
    ),
)
