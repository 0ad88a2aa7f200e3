"""Chouettes: running totals with and without controls, and with extras as the MCC plays them."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import exp, factorial, log
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips.settings import NEVER, settings, whole
from benchmarks.slips.sheets import Row, Shape, Sheet, number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

_OF = settings("generators")["chouette"]
_PLAYERS, _CUBE, _FACTOR = whole(_OF["players"]), whole(_OF["cube"]), whole(_OF["factor"])
_FEWEST, _MOST = _OF["rows"]
_SPREAD = _OF["carried_spread"]

_AMOUNTS = frozenset(cube * factor for cube in _CUBE.chance for factor in _FACTOR.chance)
"""What one cube pays."""
_ANY_AMOUNT = frozenset(2**turned * factor for turned in range(12) for factor in (1, 2, 3))
"""What one cube pays after an extra, when it has been turned again."""

Points = tuple[int, ...]


def _draw_entry(seats: int, rng: Random) -> Points:
    """What one entry pays: one deals with all the others, each by a cube of their own with them."""
    while True:
        hub, factor = rng.randrange(seats), _FACTOR.draw(rng)
        common = _CUBE.draw(rng) if rng.random() < _OF["one_cube"] else None
        sign = rng.choice((1, -1))
        mixed = rng.random() < _OF["mixed"]
        points = [0] * seats
        for seat in range(seats):
            if seat != hub and rng.random() >= _OF["untouched"]:
                cube = common or _CUBE.draw(rng)
                points[seat] = (rng.choice((1, -1)) if mixed else sign) * cube * factor
        points[hub] = -sum(points)
        if any(points):
            return tuple(points)


@lru_cache(maxsize=200_000)
def _entry_chance(points: Points) -> float:
    """The chance that one entry pays just this."""
    seats = len(points)
    nobody = (_OF["untouched"]) ** (seats - 1)
    chance = sum(_hub_chance(points[:hub] + points[hub + 1 :]) for hub in range(seats)) / seats
    return chance / (1 - nobody) if any(points) else 0.0


def _hub_chance(paid: Points) -> float:
    untouched, mixed, common = _OF["untouched"], _OF["mixed"], _OF["one_cube"]
    signs = {1 if amount > 0 else -1 for amount in paid if amount}
    if not signs:
        return 0.0
    moved = sum(1 for amount in paid if amount)
    ways = mixed * 0.5**moved + ((1 - mixed) * 0.5 if len(signs) == 1 else 0.0)
    cubes = 0.0
    for factor, share in _FACTOR.chance.items():
        if any(amount % factor for amount in paid):
            continue
        shown = {abs(amount) // factor for amount in paid if amount}
        if not shown <= _CUBE.chance.keys():
            continue
        own = 1.0
        for amount in paid:
            if amount:
                own *= _CUBE.chance[abs(amount) // factor]
        one = _CUBE.chance[next(iter(shown))] if len(shown) == 1 else 0.0
        cubes += share * (common * one + (1 - common) * own)
    return ways * cubes * untouched ** (len(paid) - moved) * (1 - untouched) ** moved


class _Passed(NamedTuple):
    """An entry in which all but one passed at one price."""

    box: int
    taker: int
    price: int


def passed_in(points: Points) -> _Passed | None:
    """The pass that an entry looks like, with four players or more."""
    losers = {amount for amount in points if amount < 0}
    boxes = [seat for seat, amount in enumerate(points) if amount > 0]
    idle = [seat for seat, amount in enumerate(points) if not amount]
    if len(points) < 4 or len(losers) != 1 or len(boxes) != 1 or len(idle) != 1:
        return None
    return _Passed(boxes[0], idle[0], -losers.pop())


def looks_extra(points: Points, passed: _Passed | None) -> bool:
    """Whether an entry after a pass can sensibly only be an extra: box idle, taker paid by passers."""
    if passed is None or points[passed.box] or points[passed.taker] <= 0:
        return False
    return all(amount <= 0 for seat, amount in enumerate(points) if seat != passed.taker)


@cache
def _extra_by_chance(seats: int) -> float:
    """The chance that an entry drawn freely looks like an extra after a pass: the same for every pass."""
    amounts = sorted({0} | {-amount for amount in _AMOUNTS})
    chance = 0.0
    for paid in combinations_with_replacement(amounts, seats - 2):
        if any(paid):
            orders = factorial(seats - 2)
            for amount in set(paid):
                orders //= factorial(paid.count(amount))
            chance += orders * _entry_chance((0, -sum(paid), *paid))
    return chance


class Chouette:
    """Sheets of running totals. An unchanged total is a slash."""

    shared = True

    def __init__(self, name: str, *, controls: bool, extras: bool) -> None:
        """``extras``: some entries are extras with their settlement, at tables of four and more."""
        self.name = name
        self._controls = controls
        self._extras = extras

    def _shape(self, seats: int) -> Shape:
        return _shape_of(seats, controls=self._controls)

    def generate(self, rng: Random) -> Sheet:
        """A valid sheet of an evening."""
        seats = _PLAYERS.draw(rng)
        while self._extras and seats < 4:
            seats = _PLAYERS.draw(rng)
        shape = self._shape(seats)
        names = rng.sample(settings("generators")["names"], seats)
        entries = rng.randint(_FEWEST, _MOST)
        carried = rng.random() < _OF["carried"]
        steps: list[Points] = [_draw_opening(seats, rng)] if carried else [_draw_entry(seats, rng)]
        while len(steps) < entries:
            steps += self._draw_next(steps, entries, rng)
        totals = [0] * seats
        rows: list[Row] = []
        for at, points in enumerate(steps):
            totals = [total + got for total, got in zip(totals, points, strict=True)]
            cells = [
                str(total) if got or not at or rng.random() < _OF["repeated"] else "/"
                for total, got in zip(totals, points, strict=True)
            ]
            rows.append((*cells, *self._draw_control(totals, rng, last=at == entries - 1)))
        headings = (*names, *(["Kontrolle"] if self._controls else []))
        return Sheet(shape, headings, tuple(rows), ("entry",) * entries)

    def _draw_next(self, steps: Sequence[Points], entries: int, rng: Random) -> list[Points]:
        seats, before = len(steps[0]), passed_in(steps[-1]) if len(steps) > 1 else None
        if self._extras and len(steps) > 1 and len(steps) + 3 <= entries and rng.random() < _OF["extra"]:
            while True:
                block = _draw_extra(seats, rng)
                if not looks_extra(block[0], before):
                    return block
        while True:
            points = _draw_entry(seats, rng)
            if not looks_extra(points, before):
                return [points]

    def _draw_control(self, totals: Sequence[int], rng: Random, *, last: bool) -> tuple[str, ...]:
        if not self._controls:
            return ()
        positive = sum(total for total in totals if total > 0)
        return (f"{positive}/{positive}",) if last or rng.random() < _OF["control"] else ("/",)

    def log_prior(self, sheet: Sheet) -> float:
        """As in ``Generator``."""
        entries = len(sheet.rows)
        if not _FEWEST <= entries <= _MOST:
            return NEVER
        return self._log_rows(sheet)

    def _log_rows(self, sheet: Sheet) -> float:
        read = self._read(sheet)
        if read is None:
            return NEVER
        chance, steps = read
        first = _OF["carried"] * _opening_chance(steps[0]) + (1 - _OF["carried"]) * _entry_chance(steps[0])
        if first <= 0.0:
            return NEVER
        chance += log(first)
        at = 1
        while at < len(steps):
            ahead = self._extra_at(steps, at) if self._extras else 0.0
            before = passed_in(steps[at - 1]) if at > 1 else None
            plain = _entry_chance(steps[at])
            if before is not None and looks_extra(steps[at], before):
                return NEVER
            if before is not None:
                # What looks like an extra by chance is drawn again, a plain entry and a pass alike.
                seats = len(steps[at])
                plain /= 1 - _extra_by_chance(seats)
                ahead /= 1 - 1 / (seats * (seats - 1))
            room = self._extras and at > 1 and at + 3 <= len(steps)
            if ahead > 0.0 and room:
                chance += log(_OF["extra"] * ahead)
                at += 3
                continue
            if plain <= 0.0:
                return NEVER
            chance += log(plain * (1 - _OF["extra"]) if room else plain)
            at += 1
        return chance

    def _read(self, sheet: Sheet) -> tuple[float, list[Points]] | None:
        """What each row changed, and the chance that it is written as it is; ``None`` where it never is."""
        seats, chance = len(sheet.shape.players), 0.0
        totals = (0,) * seats
        steps: list[Points] = []
        repeated = (log(_OF["repeated"]), log(1 - _OF["repeated"]))
        for at, row in enumerate(sheet.rows):
            after: list[int] = []
            for column, total in zip(sheet.shape.players, totals, strict=True):
                if row[column] == "/" and at:
                    after.append(total)
                    chance += repeated[1]
                    continue
                value = number(row[column])
                if value is None:
                    return None
                if at and value == total:
                    chance += repeated[0]
                after.append(value)
            if sum(after) or (at and tuple(after) == totals):
                return None
            if sheet.shape.control is not None:
                positive = sum(total for total in after if total > 0)
                said, last = row[sheet.shape.control], at == len(sheet.rows) - 1
                if said not in ("/", f"{positive}/{positive}") or (last and said == "/"):
                    return None
                if not last:
                    chance += log(1 - _OF["control"] if said == "/" else _OF["control"])
            steps.append(tuple(map(int.__sub__, after, totals)))
            totals = tuple(after)
        return chance, steps

    def _extra_at(self, steps: Sequence[Points], at: int) -> float:
        """The chance of a pass, the extra after it and its settlement; 0 where these rows are none."""
        if at + 3 > len(steps):
            return 0.0
        return _extra_chance(tuple(steps[at : at + 3]))

    def suspects(self, sheet: Sheet) -> Sequence[int]:
        """As in ``Generator``."""
        totals = [0] * len(sheet.shape.players)
        for at, row in enumerate(sheet.rows):
            above = totals[:]
            for seat, column in enumerate(sheet.shape.players):
                totals[seat] = number(row[column]) or (0 if row[column] == "0" else totals[seat])
            positive = sum(total for total in totals if total > 0)
            said = row[sheet.shape.control] if sheet.shape.control is not None else "/"
            changes = [new - old for new, old in zip(totals, above, strict=True)]
            odd = sum(1 for change in changes if change and abs(change) not in _ANY_AMOUNT)
            if sum(totals) or said not in ("/", f"{positive}/{positive}") or (at and odd > 1):
                return range(max(0, at - 2), at + 1)
        return range(len(sheet.rows))

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As in ``Generator``.

        Of the two entries that a gap makes one, the first is taken to have moved all by the same
        amount: the others are so seldom that the bound does not feel them.
        """
        shape = sheet.shape
        if len(sheet.rows) + 1 > _MOST or at not in self.suspects(sheet):
            return NEVER
        if at == 0:
            return self._missing_opening(sheet)
        totals = [0] * len(shape.players)
        for row in sheet.rows[:at]:
            told = [number(row[column]) for column in shape.players]
            totals = [old if new is None else new for old, new in zip(totals, told, strict=True)]
        below = [number(sheet.rows[at][column]) for column in shape.players]
        silent = tuple(seat for seat, value in enumerate(below) if value is None)
        step = tuple(0 if new is None else new - old for old, new in zip(totals, below, strict=True))
        if not silent and sum(value or 0 for value in below):
            return NEVER
        chances: list[float] = []
        for points in _parts_of(step, silent):
            cells = [str(total + got) if got else "/" for total, got in zip(totals, points, strict=True)]
            now = (total + got for total, got in zip(totals, points, strict=True))
            positive = sum(total for total in now if total > 0)
            line = (*cells, *((f"{positive}/{positive}",) if shape.control is not None else ()))
            rows = (*sheet.rows[:at], line, *sheet.rows[at:])
            chances.append(self._log_rows(sheet.with_rows(rows, ("entry", *sheet.kinds))))
        top = max(chances, default=NEVER)
        return top if top == NEVER else top + log(sum(exp(one - top) for one in chances))

    def _missing_opening(self, sheet: Sheet) -> float:
        """Slashes in the first row tell that there was one above; the sum of the row tells what it said."""
        shape = sheet.shape
        told = [number(sheet.rows[0][column]) for column in shape.players]
        silent = [seat for seat, value in enumerate(told) if value is None]
        if not silent:
            return NEVER
        filled = [str(value or 0) for value in told]
        filled[silent[0]] = str(-sum(value or 0 for value in told))
        cells = tuple(((0, column), text) for column, text in zip(shape.players, filled, strict=True))
        return self._log_rows(sheet.with_cells(cells))


@cache
def _shape_of(seats: int, *, controls: bool) -> Shape:
    return Shape(
        "chouette",
        "totals",
        tuple(range(seats)),
        running=True,
        blank="/",
        number=None,
        control=seats if controls else None,
    )


@lru_cache(maxsize=50_000)
def _parts_of(step: Points, silent: tuple[int, ...]) -> tuple[Points, ...]:
    """The first entries of two that together give a row: it writes this step, and the silent do not move.

    Where the row is silent on a player it says what stood in the one above it, so the first entry
    alone has moved that player.
    """
    found: list[Points] = []
    whole_step = sum(step)
    seats = [seat for seat in range(len(step)) if seat not in silent]
    for points in _simple_entries(len(step)):
        rest = [step[seat] - points[seat] for seat in seats]
        odd = sum(1 for amount in rest if amount and abs(amount) not in _AMOUNTS)
        if odd > 1 or sum(points[seat] for seat in seats) != whole_step:
            continue
        left = [0] * len(step)
        for seat, amount in zip(seats, rest, strict=True):
            left[seat] = amount
        if _entry_chance(tuple(left)) > 0.0:
            found.append(points)
    return tuple(found)


@cache
def _simple_entries(seats: int) -> tuple[Points, ...]:
    """The entries in which one deals with some of the others at one and the same amount."""
    found: set[Points] = set()
    for hub in range(seats):
        for moved in product((0, 1), repeat=seats - 1):
            for amount in _AMOUNTS:
                paid = [amount * one for one in moved]
                points = (*paid[:hub], -sum(paid), *paid[hub:])
                found |= {points, tuple(-got for got in points)}
    return tuple(points for points in found if any(points))


@cache
def _opening() -> dict[int, float]:
    weights = {total: _SPREAD + 1 - abs(total) for total in range(-_SPREAD, _SPREAD + 1)}
    whole_weight = sum(weights.values())
    return {total: weight / whole_weight for total, weight in weights.items()}


def _draw_opening(seats: int, rng: Random) -> Points:
    chances = _opening()
    drawn = rng.choices(list(chances), list(chances.values()), k=seats - 1)
    return (*drawn, -sum(drawn))


def _opening_chance(totals: Points) -> float:
    chance = 1.0
    for total in totals[:-1]:
        chance *= _opening().get(total, 0.0)
    return chance


def _draw_extra(seats: int, rng: Random) -> list[Points]:
    """A pass of all but one, the extras given to that one, and how they were settled."""
    box, taker = rng.sample(range(seats), 2)
    passers = [seat for seat in range(seats) if seat not in (box, taker)]
    price = _CUBE.draw(rng)
    givers: list[int] = []
    while not givers:
        givers = [seat for seat in passers if rng.random() < _OF["gives"]]
    factor = _FACTOR.draw(rng) * rng.choice((1, -1))
    turned = 2 if rng.random() < _OF["turned_again"] else 1
    passed = [-price if seat in passers else 0 for seat in range(seats)]
    passed[box] = price * len(passers)
    extra = [-price if seat in givers else 0 for seat in range(seats)]
    extra[taker] = price * len(givers)
    settled = [2 * price * factor if seat in givers else 0 for seat in range(seats)]
    settled[box] = 2 * price * factor * turned
    settled[taker] = -sum(settled)
    return [tuple(passed), tuple(extra), tuple(settled)]


@lru_cache(maxsize=50_000)
def _extra_chance(three: tuple[Points, ...]) -> float:
    points, extra, settled = three
    passed = passed_in(points)
    if passed is None or not looks_extra(extra, passed):
        return 0.0
    seats = len(points)
    givers = [seat for seat, amount in enumerate(extra) if amount < 0]
    if any(extra[giver] != -passed.price for giver in givers) or passed.price not in _CUBE.chance:
        return 0.0
    gives, passers = _OF["gives"], seats - 2
    chance = _CUBE.chance[passed.price] / (seats * (seats - 1))
    chance *= gives ** len(givers) * (1 - gives) ** (passers - len(givers)) / (1 - (1 - gives) ** passers)
    each = settled[givers[0]]
    factor, rest = divmod(abs(each), 2 * passed.price)
    if rest or factor not in _FACTOR.chance or any(settled[giver] != each for giver in givers):
        return 0.0
    idle = [seat for seat in range(seats) if seat not in (*givers, passed.box, passed.taker)]
    if sum(settled) or any(settled[seat] for seat in idle) or settled[passed.box] not in (each, 2 * each):
        return 0.0
    again = _OF["turned_again"]
    return chance * _FACTOR.chance[factor] * 0.5 * (again if settled[passed.box] == 2 * each else 1 - again)


LAYOUTS = (
    Chouette("chouette-controls", controls=True, extras=False),
    Chouette("chouette", controls=False, extras=False),
    Chouette("chouette-extras", controls=True, extras=True),
)
