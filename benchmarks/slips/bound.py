"""How well slips could be repaired at best: the chance of the likeliest original, given the sheet as it is.

Who knew exactly how sheets are made and how people slip would name the original with the highest
posterior, and be right as often as that posterior says. Its mean over slipped sheets is the bound. To work
it out, every pair of an original and a slip that could have led to the observed sheet is enumerated,
each weighed by the chance of the original times that of the slip on it. One slip a sheet.

The originals are found by undoing: ``_undone`` proposes a few more than there can be, and the slip
model itself, asked forwards, says how likely each is to have become the observed sheet.
"""

from __future__ import annotations

from itertools import chain
from math import exp, log
from typing import TYPE_CHECKING

from benchmarks.slips import yatzy
from benchmarks.slips.settings import NEVER, settings
from benchmarks.slips.sheets import Undoes, number
from benchmarks.slips.slips import KINDS, before, carried_on, room_at, spots_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from benchmarks.slips.sheets import Cells, Generator, Place, Row, Sheet

Original = tuple["Row", ...] | None
"""The rows of an original; ``None``: a row was left out, whichever: it is right to say that much."""


def likeliest(chances: Mapping[Original, float], most: int = 3) -> tuple[float, ...]:
    """The chances of the likeliest originals, at most so many, the best first; a single 0 where there is
    none."""
    return tuple(sorted(chances.values(), reverse=True)[:most]) or (0.0,)


def posteriors(generator: Generator, observed: Sheet, share_of: Mapping[str, float]) -> dict[Original, float]:
    """The posterior chance of every original of a sheet with one slip."""
    numbered = _by_numbers(observed)
    if numbered is not None:
        return numbered
    weights: dict[Original, float] = {}
    for original in originals(generator, observed):
        prior = generator.log_prior(original)
        if prior == NEVER:
            continue
        slipped = chance_of(original, observed, share_of)
        if slipped > 0.0:
            weights[original.rows] = prior + log(slipped)
    for rows, weight in _of_whole_rows(generator, observed, share_of):
        known = weights.get(rows, NEVER)
        high, low = max(known, weight), min(known, weight)
        if high > NEVER:
            weights[rows] = high + log(1 + exp(low - high))
    top = max(weights.values(), default=NEVER)
    chances = {rows: exp(weight - top) for rows, weight in weights.items()}
    total = sum(chances.values())
    return {rows: chance / total for rows, chance in chances.items()}


def _by_numbers(observed: Sheet) -> dict[Original, float] | None:
    """Rows left out or doubled where the game numbers show it: no other slip does that."""
    column = observed.shape.number
    if column is None:
        return None
    numbers = [
        number(row[column])
        for row, kind in zip(observed.rows, observed.kinds, strict=True)
        if kind == "entry"
    ]
    if numbers == list(range(1, len(numbers) + 1)):
        return None
    for at in range(1, len(numbers)):
        if numbers[at] == numbers[at - 1]:
            return {(*observed.rows[:at], *observed.rows[at + 1 :]): 1.0}
    return {None: 1.0}


def chance_of(
    original: Sheet,
    observed: Sheet,
    share_of: Mapping[str, float],
    apart_from: frozenset[Place] = frozenset(),
) -> float:
    """The chance that a slip makes the one sheet of the other; by other cells than those of another slip."""
    changed = changed_cells(original, observed)
    if not changed:
        return 0.0
    first = min(row for (row, _), _ in changed)
    counts = counts_of(original)
    room = sum(share_of[kind] for kind, count in counts.items() if count)
    chance = 0.0
    for kind, count in counts.items():
        if count:
            made = sum(
                way.chance
                for spot in spots_at(kind, original, first)
                for way in spot
                if len(way.change.cells) >= len(changed)
                and effect_of(original, way.change.cells) == changed
                and not (apart_from and any(place in apart_from for place, _ in way.change.cells))
            )
            chance += share_of[kind] / room * made / count
    return chance


def changed_cells(original: Sheet, observed: Sheet) -> frozenset[tuple[Place, str]]:
    """The cells that say something else on the observed sheet, and what."""
    return frozenset(
        ((row, column), text)
        for row, line in enumerate(observed.rows)
        if line != original.rows[row]
        for column, text in enumerate(line)
        if text != original.rows[row][column]
    )


def effect_of(original: Sheet, cells: Cells) -> frozenset[tuple[tuple[int, int], str]]:
    """The cells that do not say already what is written there."""
    return frozenset(((r, c), text) for (r, c), text in cells if original.rows[r][c] != text)


_known: dict[tuple[object, ...], tuple[int, ...]] = {}
_BY_ROW = tuple(kind for kind in KINDS if kind != "total-for-change")
_MOST_KNOWN = 300_000


def counts_of(sheet: Sheet) -> dict[str, int]:
    """How many places of a sheet have room for each kind of slip."""
    counts = dict.fromkeys(KINDS, 0)
    shape = sheet.shape
    totals = (0,) * len(shape.players)
    for at, row in enumerate(sheet.rows):
        below = sheet.rows[at + 1] if at + 1 < len(sheet.rows) else ()
        kinds = sheet.kinds[at : at + 2]
        key = (shape, at == 0, kinds, totals if shape.running else (), row, below)
        known = _known.get(key)
        if known is None:
            known = tuple(room_at(kind, sheet, at) for kind in _BY_ROW)
            if len(_known) > _MOST_KNOWN:
                _known.clear()
            _known[key] = known
        for kind, count in zip(_BY_ROW, known, strict=True):
            counts[kind] += count
        if shape.running:
            totals = tuple(
                total if (value := number(row[column])) is None else value
                for column, total in zip(shape.players, totals, strict=True)
            )
        elif not shape.card and kinds[0] == "entry":
            values = [number(row[column]) for column in shape.players]
            if at:
                counts["total-for-change"] += sum(
                    1 for value, total in zip(values, totals, strict=True) if value is not None and total
                )
            totals = tuple(total + (value or 0) for value, total in zip(values, totals, strict=True))
    return counts


def _of_whole_rows(
    generator: Generator, observed: Sheet, share_of: Mapping[str, float]
) -> Iterator[tuple[Original, float]]:
    """Originals with a row more or less, under printed numbers or none."""
    if not generator.shared:
        return
    counts = counts_of(observed)
    room = log(sum(share_of[kind] for kind, count in counts.items() if count))
    printed = 0.0 if observed.shape.number is None else log(settings("slips")["rows"]["printed"])
    entries = observed.entries
    numbered = observed.shape.number
    for at in range(entries + 1):
        weight = generator.missing_row(observed, at)
        if weight > NEVER:
            yield None, weight + log(share_of["row-left-out"]) - room - log(entries + 1) + printed
    for at in range(1, entries):
        one, other = observed.rows[at - 1], observed.rows[at]
        if all(
            text == below or column == numbered
            for column, (text, below) in enumerate(zip(one, other, strict=True))
        ):
            rows = (*observed.rows[:at], *observed.rows[at + 1 :])
            original = observed.with_rows(rows, (*observed.kinds[:at], *observed.kinds[at + 1 :]))
            weight = generator.log_prior(original)
            if weight > NEVER:
                # Which of several equal rows it was makes no difference to the sheet.
                yield (
                    _unnumbered(original),
                    weight + log(share_of["row-twice"]) - room - log(entries - 1) + printed,
                )


def _unnumbered(sheet: Sheet) -> tuple[Row, ...]:
    column = sheet.shape.number
    if column is None:
        return sheet.rows
    return tuple((*row[:column], "", *row[column + 1 :]) for row in sheet.rows)


def originals(generator: Generator, observed: Sheet) -> Iterator[Sheet]:
    """Sheets with the same rows that a slip may have made the observed one of, each once; and some more."""
    seen: set[tuple[Row, ...]] = {observed.rows}
    suspects = generator.suspects(observed)
    undone = _undone_card(observed) if observed.shape.card else undone_rows(observed, suspects)
    more = (generator.undone(observed, row) for row in suspects if isinstance(generator, Undoes))
    for cells in chain(undone, *more):
        original = observed.with_cells(cells)
        if original.rows not in seen:
            seen.add(original.rows)
            yield original


def undone_rows(sheet: Sheet, suspects: Iterable[int], *, sums: bool = True) -> Iterator[Cells]:
    """What may have stood on a sheet of games: each row adds up to 0. ``sums``: and in its total row."""
    shape, players = sheet.shape, sheet.shape.players
    entries = sheet.entries
    for row in suspects:
        line = sheet.rows[row]
        off = _off(sheet, row) if shape.adds_up else 0
        for at, column in enumerate(players):
            value = number(line[column])
            if off and value is not None:
                yield (((row, column), str(value - off)),)
                if shape.running:
                    yield carried_on(sheet, row, column, -off)
            for other in players[at + 1 :]:
                yield (((row, column), line[other]), ((row, other), line[column]))
            if line[column] == shape.blank:
                for side in (at - 1, at + 1):
                    if 0 <= side < len(players):
                        yield from _moved_back(sheet, row, column, players[side])
            if row + 1 < entries:
                yield from _from_below(sheet, row, column)
        if not shape.running:
            yield from _whole_row(sheet, row)
        if row + 1 < entries:
            below = sheet.rows[row + 1]
            columns = [c for c in range(len(line)) if c != shape.number and line[c] != below[c]]
            yield (*(((row, c), below[c]) for c in columns), *(((row + 1, c), line[c]) for c in columns))
        if shape.control is not None:
            positive = sum(total for total in _totals(sheet, row) if total > 0)
            yield (((row, shape.control), f"{positive}/{positive}"),)
    if sums and sheet.kinds[-1] == "total":
        for column in players:
            summed = sum(number(sheet.rows[row][column]) or 0 for row in range(entries))
            yield (((len(sheet.rows) - 1, column), str(summed)),)


def _totals(sheet: Sheet, row: int) -> list[int]:
    """What each player's cell says in a row, carried past slashes on running totals."""
    totals: list[int] = []
    for column in sheet.shape.players:
        value = number(sheet.rows[row][column])
        if value is None:
            value = before(sheet, row, column) if sheet.shape.blank == "/" else 0
        totals.append(value)
    return totals


def _off(sheet: Sheet, row: int) -> int:
    return sum(_totals(sheet, row))


def _moved_back(sheet: Sheet, row: int, column: int, source: int) -> Iterator[Cells]:
    """A value that was written into the neighbour's column, whose own is lost."""
    shape = sheet.shape
    moved = number(sheet.rows[row][source])
    if moved is None:
        return
    back = ((row, column), str(moved))
    own = sheet.with_cells((back, ((row, source), "0")))
    yield (back, ((row, source), str(-_off(own, row))))
    yield (back, ((row, source), shape.blank))
    yield (back,)


def _from_below(sheet: Sheet, row: int, column: int) -> Iterator[Cells]:
    """A value that was exchanged with the one below, or written a row too low."""
    here, below = sheet.rows[row][column], sheet.rows[row + 1][column]
    yield (((row, column), below), ((row + 1, column), here))
    if here == sheet.shape.blank:
        back = ((row, column), below)
        own = sheet.with_cells((back, ((row + 1, column), "0")))
        yield (back, ((row + 1, column), str(-_off(own, row + 1))))
        yield (back, ((row + 1, column), sheet.shape.blank))
        yield (back,)


def _whole_row(sheet: Sheet, row: int) -> Iterator[Cells]:
    """A row that was doubled, halved, or given to the wrong party."""
    values = {c: v for c in sheet.shape.players if (v := number(sheet.rows[row][c])) is not None}
    yield tuple(((row, c), str(-value)) for c, value in values.items())
    yield tuple(((row, c), str(2 * value)) for c, value in values.items())
    if all(value % 2 == 0 for value in values.values()):
        yield tuple(((row, c), str(value // 2)) for c, value in values.items())


def _undone_card(sheet: Sheet) -> Iterator[Cells]:
    """What may have stood on a card: a value that is out by what the sums of its column say."""
    players, rows = sheet.shape.players, range(len(sheet.rows))
    entries = [row for row in rows if sheet.kinds[row] == "entry"]
    for column in players:
        if _adds_up(sheet, column):
            continue
        for row in entries:
            yield from (((((row, column), value),)) for value in _due(sheet, row, column))
        yield from _added_up(sheet, column)
        for row in entries:
            blank = not sheet.rows[row][column]
            if row + 1 in entries:
                here, below = sheet.rows[row][column], sheet.rows[row + 1][column]
                yield (((row, column), below), ((row + 1, column), here))
                if blank:
                    yield from _due_beside(sheet, ((row, column), below), (row + 1, column))
            for other in players:
                mine, theirs = sheet.rows[row][column], sheet.rows[row][other]
                if other != column:
                    yield (((row, column), theirs), ((row, other), mine))
                if blank and abs(other - column) == 1:
                    yield from _due_beside(sheet, ((row, column), theirs), (row, other))
    for row in entries:
        if row + 1 in entries:
            one, below = sheet.rows[row], sheet.rows[row + 1]
            yield (*(((row, c), below[c]) for c in players), *(((row + 1, c), one[c]) for c in players))


def _due_beside(sheet: Sheet, back: tuple[tuple[int, int], str], lost: tuple[int, int]) -> Iterator[Cells]:
    """A value that was written into another cell, whose own is lost."""
    yield (back,)
    for value in _due(sheet.with_cells((back,)), *lost):
        yield (back, (lost, value))


def _due(sheet: Sheet, row: int, column: int) -> set[str]:
    """What a category should say for the sums of its column to be right."""
    value = number(sheet.rows[row][column]) or 0
    return {str(value + out) for out in _out(sheet, column)}


def _out(sheet: Sheet, column: int) -> set[int]:
    """By how much the upper sum and the total are out."""
    at = {kind: row for row, kind in enumerate(sheet.kinds) if kind != "entry"}
    values = [number(row[column]) or 0 for row in sheet.rows]
    below = sum(values[at["bonus"] : at["total"]])
    upper = values[at["sum"]]
    return {upper - sum(values[: at["sum"]]), values[at["total"]] - upper - below} - {0}


def _adds_up(sheet: Sheet, column: int) -> bool:
    return yatzy.column_chance(sheet, column) > NEVER


def _added_up(sheet: Sheet, column: int) -> Iterator[Cells]:
    """Sum and total, or bonus and total, that are out together; and any of them alone."""
    at = {kind: row for row, kind in enumerate(sheet.kinds) if kind != "entry"}
    said = {kind: number(sheet.rows[row][column]) or 0 for kind, row in at.items()}
    upper = sum(number(sheet.rows[row][column]) or 0 for row in range(at["sum"]))
    below = sum(number(sheet.rows[row][column]) or 0 for row in range(at["bonus"] + 1, at["total"]))
    raised = said["sum"] - upper
    total = (at["total"], column)
    yield (((at["sum"], column), str(upper)), (total, str(said["total"] - raised)))
    bonus = yatzy.bonus_for(sheet, upper)
    yield (
        ((at["sum"], column), str(upper)),
        ((at["bonus"], column), str(bonus)),
        (total, str(said["total"] - raised + bonus - said["bonus"])),
    )
    yield (((at["sum"], column), str(upper)),)
    yield ((total, str(said["sum"] + said["bonus"] + below)),)
    for bonus in (0, yatzy.bonus_of(sheet)):
        cell = ((at["bonus"], column), str(bonus))
        yield (cell,)
        yield (cell, (total, str(said["total"] - said["bonus"] + bonus)))
