"""Lists of Skat: the value of each game, or the new total of whoever played alone, at three and at four."""

from __future__ import annotations

from functools import cache
from math import exp, log
from typing import TYPE_CHECKING

from benchmarks.slips.settings import NEVER, Shares, settings, whole
from benchmarks.slips.sheets import Row, Shape, Sheet, number
from benchmarks.slips.slips import before, carried_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from benchmarks.slips.sheets import Cells

_OF = settings("generators")["skat"]
_PASSED_IN = float(_OF["passed_in"])


@cache
def _values() -> Shares[int]:
    """What a game that was played can give, won and lost, each with its share."""
    found: dict[int, float] = {}
    bases, times, nulls = whole(_OF["bases"]), whole(_OF["times"]), whole(_OF["nulls"])
    of_nulls, won = float(_OF["null"]), float(_OF["won"])

    def add(value: int, share: float) -> None:
        found[value] = found.get(value, 0.0) + won * share
        found[-2 * value] = found.get(-2 * value, 0.0) + (1 - won) * share

    for base, share in bases.chance.items():
        for count, part in times.chance.items():
            add(base * count, (1 - of_nulls) * share * part)
    for value, share in nulls.chance.items():
        add(value, of_nulls * share)
    return Shares(found)


def values_of_games() -> Sequence[int]:
    """All that a game can give, won and lost."""
    return tuple(_values().chance)


@cache
def _two_games(step: int) -> float:
    """The logarithm of the chance that two games of one player come to this."""
    values = _values().chance
    return _log_sum(
        [log(share * values[step - one]) for one, share in values.items() if step - one in values]
    )


class Skat:
    """Lists of points or of running totals; only the soloist's cell is filled in."""

    shared = True

    def __init__(self, name: str, seats: int, *, running: bool, total: bool) -> None:
        """``total``: with a total row."""
        self.name = name
        layout = "totals" if running else "points"
        self.shape = Shape("skat", layout, tuple(range(1, seats + 1)), running=running, adds_up=False)
        self.total = total
        fewest, most = _OF["games"][str(seats)]
        self._games = range(fewest, most + 1)

    def generate(self, rng: Random) -> Sheet:
        """A valid list."""
        shape, seats = self.shape, len(self.shape.players)
        names = rng.sample(settings("generators")["names"], seats)
        so_far = [0] * seats
        rows: list[Row] = []
        games = rng.choice(self._games)
        for game in range(1, games + 1):
            cells = [""] * seats
            if rng.random() >= _PASSED_IN:
                alone, value = rng.randrange(seats), _values().draw(rng)
                so_far[alone] += value
                cells[alone] = str(so_far[alone] if shape.running else value)
            rows.append((str(game), *cells))
        kinds = ["entry"] * games
        if self.total:
            rows.append(("Summe", *map(str, so_far)))
            kinds.append("total")
        return Sheet(shape, ("Spiel", *names), tuple(rows), tuple(kinds))

    def log_prior(self, sheet: Sheet) -> float:
        """As in ``Generator``."""
        if sheet.entries not in self._games:
            return NEVER
        total = sum(self.row_logs(sheet))
        if self.total and total > NEVER and any(self._due(sheet)):
            return NEVER
        return total

    def row_logs(self, sheet: Sheet) -> list[float]:
        """The logarithm of the chance of each game, in its turn."""
        return [self._log_of(step) for step in self._steps(sheet)]

    def _steps(self, sheet: Sheet) -> list[tuple[int, int] | None]:
        """Who played alone in each row, and what that gave; nobody with 0; ``None`` where it is no row."""
        so_far = [0] * len(self.shape.players)
        found: list[tuple[int, int] | None] = []
        for row, kind in zip(sheet.rows, sheet.kinds, strict=True):
            if kind != "entry":
                continue
            said = [(seat, row[column]) for seat, column in enumerate(self.shape.players) if row[column]]
            value = number(said[0][1]) if len(said) == 1 else None
            if value is None:
                found.append(None if said else (0, 0))
                continue
            seat = said[0][0]
            before = so_far[seat] if self.shape.running else 0
            so_far[seat] = value if self.shape.running else so_far[seat] + value
            # A number that says nothing new is not written down.
            found.append((seat, value - before) if value != before else None)
        return found

    def _log_of(self, step: tuple[int, int] | None) -> float:
        if step is None:
            return NEVER
        if not step[1]:
            return log(_PASSED_IN)
        return log(1 - _PASSED_IN) - log(len(self.shape.players)) + _values().log(step[1])

    def _due(self, sheet: Sheet) -> list[int]:
        """What the total row says more than the rows, for each player."""
        so_far = [0] * len(self.shape.players)
        for step in self._steps(sheet):
            if step is not None:
                so_far[step[0]] += step[1]
        said = [number(sheet.rows[-1][column]) for column in self.shape.players]
        return [(told or 0) - summed for told, summed in zip(said, so_far, strict=True)]

    def never_made(self, row: Row) -> bool:
        """Whether no game gives this row of points."""
        sheet = Sheet(self.shape, (), (row,), ("entry",))
        return self.row_logs(sheet)[0] == NEVER

    def suspects(self, sheet: Sheet) -> Sequence[int]:
        """As in ``Generator``. A total is held against the last one of the same player, however far above."""
        at = next((at for at, log in enumerate(self.row_logs(sheet)) if log == NEVER), None)
        if at is None:
            return range(sheet.entries)
        return range(at + 1) if self.shape.running else range(max(0, at - 1), at + 1)

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As in ``Generator``."""
        if sheet.entries + 1 not in self._games:
            return NEVER
        steps, logs = self._steps(sheet), self.row_logs(sheet)
        if self.total:
            due = [(seat, by) for seat, by in enumerate(self._due(sheet)) if by]
            return sum(logs) + self._log_of((due or [(0, 0)])[0]) if len(due) < 2 else NEVER
        if not self.shape.running:
            return sum(logs)
        ways = [sum(logs) + log(_PASSED_IN)]
        each = log(1 - _PASSED_IN) - log(len(self.shape.players))
        for seat in range(len(self.shape.players)):
            mine = [
                row for row in range(at, len(steps)) if (step := steps[row]) and step[0] == seat and step[1]
            ]
            if not mine:
                # Nothing below tells what the game gave.
                ways.append(sum(logs) + each)
                continue
            step = steps[mine[0]]
            both = _two_games(step[1]) if step is not None else NEVER
            others = sum(logs[: mine[0]]) + sum(logs[mine[0] + 1 :])
            ways.append(others + 2 * each + both)
        return _log_sum(ways)

    def undone(self, sheet: Sheet, row: int) -> Iterator[Cells]:
        """As in ``Undoes``."""
        players, running = sheet.shape.players, sheet.shape.running
        line = sheet.rows[row]
        alone = [column for column in players if number(line[column]) is not None]
        for column in alone if len(alone) == 1 else players:
            said, above = line[column], before(sheet, row, column) if running else 0
            below = _next(sheet, row, column) if running else None
            for value in _values().chance:
                text = str(above + value)
                if text != said and (below is None or below - above - value in _values().chance):
                    yield (((row, column), text),)
                if running and text != said and number(said) is not None:
                    yield carried_on(sheet, row, column, above + value - int(said))
        if row + 1 < sheet.entries:
            for column in players:
                here, low = line[column], number(sheet.rows[row + 1][column])
                if here == sheet.shape.blank and low is not None:
                    # Written a row too low, over what belongs there.
                    for value in _values().chance:
                        text = str(low + value if running else value)
                        yield (((row, column), str(low)), ((row + 1, column), text))


def _next(sheet: Sheet, row: int, column: int) -> int | None:
    """The next number in a column, below a row."""
    values = (number(sheet.rows[at][column]) for at in range(row + 1, sheet.entries))
    return next((value for value in values if value is not None), None)


def _log_sum(logs: Sequence[float]) -> float:
    top = max(logs, default=NEVER)
    return top if top == NEVER else top + log(sum(exp(one - top) for one in logs))


LAYOUTS = (
    Skat("skat-points", 3, running=False, total=False),
    Skat("skat-points-total", 3, running=False, total=True),
    Skat("skat-totals", 3, running=True, total=False),
    Skat("skat-totals-4", 4, running=True, total=False),
)
