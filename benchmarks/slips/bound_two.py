"""The bound of two slips: how well sheets of Doppelkopf with two slips could be repaired at best.

As ``bound`` does for one slip, every pair of an original and two slips that could have led to the
observed sheet is enumerated and weighed. The benchmark counts only sheets on which each slip would be
found without the other, so only such pairs count here. That there are two, the bound knows; scorecheck
does not.

What is left out: a value lost under another slip of the same row, and rows that were left out, or
written twice, after a slip in them. ``tests/slow`` holds how seldom that is.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips.bound import chance_of, changed_cells, counts_of, effect_of, originals, undone_rows
from benchmarks.slips.doppelkopf import LAYOUTS, log_sum
from benchmarks.slips.settings import NEVER, settings
from benchmarks.slips.sheets import number
from benchmarks.slips.slips import spots_at
from benchmarks.slips.undoing_two import columns_out, never_made, originals_of_two, speaks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from benchmarks.slips.doppelkopf import Doppelkopf
    from benchmarks.slips.sheets import Place, Row, Sheet

BOUNDED = {one.name: one for one in LAYOUTS if one.name in ("points-4", "points-4-total", "totals-4")}
"""The layouts for which the bound of two slips can be worked out."""


class Outcome(NamedTuple):
    """What a sheet should say, as far as it can be known."""

    rows: tuple[Row, ...]
    """The players' cells, without a row that was left out."""
    left_out: bool = False
    """A row was left out as well."""


def outcome_of(sheet: Sheet, *, left_out: bool = False) -> Outcome:
    """What it is to mend a sheet so that it says what this one does."""
    rows = tuple(tuple(row[column] for column in sheet.shape.players) for row in sheet.rows)
    return Outcome(rows, left_out)


def posteriors_of_two(
    generator: Doppelkopf, observed: Sheet, share_of: Mapping[str, float]
) -> dict[Outcome, float]:
    """The posterior chance of all that a sheet with two slips may have been meant to say."""
    weights: dict[Outcome, list[float]] = {}
    for outcome, weight in _weighed(generator, observed, share_of):
        if weight > NEVER:
            weights.setdefault(outcome, []).append(weight)
    summed = {outcome: log_sum(logs) for outcome, logs in weights.items()}
    top = max(summed.values(), default=NEVER)
    chances = {outcome: exp(weight - top) for outcome, weight in summed.items()}
    total = sum(chances.values())
    return {outcome: chance / total for outcome, chance in chances.items()}


def _weighed(
    generator: Doppelkopf, observed: Sheet, share_of: Mapping[str, float]
) -> Iterator[tuple[Outcome, float]]:
    at = _out_of_number(observed)
    if at is None:
        for original in originals_of_two(generator, observed):
            prior = generator.log_prior(original)
            if prior > NEVER:
                chance = _chance_of_two(original, observed, share_of)
                if chance:
                    yield outcome_of(original), prior + log(chance)
        if generator.total:
            for row in range(1, observed.entries):
                if _same(observed, row) and any(
                    number(observed.rows[row][c]) for c in observed.shape.players
                ):
                    yield from _beside_twice(generator, observed, row, share_of, printed=True)
            yield from _beside_left_out(generator, observed, None, share_of)
        elif generator.shape.running:
            yield from _beside_left_out(generator, observed, None, share_of)
    elif at and _number(observed, at) == _number(observed, at - 1):
        yield from _beside_twice(generator, observed, at, share_of, printed=False)
    else:
        yield from _beside_left_out(generator, observed, at, share_of)


# A row left out or written twice, and a slip in a cell.


def _out_of_number(sheet: Sheet) -> int | None:
    """The first row whose number does not follow from the one above."""
    return next((at for at in range(sheet.entries) if _number(sheet, at) != at + 1), None)


def _number(sheet: Sheet, row: int) -> int | None:
    return number(sheet.rows[row][sheet.shape.number or 0])


def _same(sheet: Sheet, row: int) -> bool:
    return all(sheet.rows[row][column] == sheet.rows[row - 1][column] for column in sheet.shape.players)


def _of_row(sheet: Sheet, kind: str, share_of: Mapping[str, float], *, printed: bool) -> float:
    """The logarithm of the chance that a row is left out, or written twice, whichever, before or after
    the other slip."""
    room = sum(share_of[one] for one, count in counts_of(sheet).items() if count)
    shown = settings("slips")["rows"]["printed"]
    return log(2 * share_of[kind] / room / sheet.entries * (shown if printed else 1 - shown))


def _beside_twice(
    generator: Doppelkopf, observed: Sheet, at: int, share_of: Mapping[str, float], *, printed: bool
) -> Iterator[tuple[Outcome, float]]:
    if not _same(observed, at):
        return
    rows = [*observed.rows[:at], *observed.rows[at + 1 :]]
    for row in range(at, observed.entries - 1):
        rows[row] = (str(row + 1), *rows[row][1:])
    once = observed.with_rows(tuple(rows), (*observed.kinds[:at], *observed.kinds[at + 1 :]))
    slip = _of_row(once, "row-twice", share_of, printed=printed)
    for original in originals(generator, once):
        prior = generator.log_prior(original)
        if prior > NEVER and speaks(original, once):
            chance = chance_of(original, once, share_of)
            if chance:
                yield outcome_of(original), prior + log(chance) + slip


def _beside_left_out(
    generator: Doppelkopf, observed: Sheet, gap: int | None, share_of: Mapping[str, float]
) -> Iterator[tuple[Outcome, float]]:
    """The ways with a row left out: before ``gap``, as the numbers say, or somewhere."""
    sheet = observed
    if gap is not None:
        rows = [(str(at), *row[1:]) for at, row in enumerate(observed.rows[: observed.entries], 1)]
        sheet = observed.with_rows((*rows, *observed.rows[observed.entries :]), observed.kinds)
    slip = _of_row(sheet, "row-left-out", share_of, printed=gap is None)
    seen: set[tuple[Row, ...]] = set()
    for cells in undone_rows(sheet, range(sheet.entries), sums=False):
        meant = sheet.with_cells(cells)
        if meant.rows in seen:
            continue
        seen.add(meant.rows)
        found = _with_gap(generator, meant, gap)
        if found > NEVER and speaks(meant, sheet):
            chance = chance_of(meant, sheet, share_of)
            if chance:
                yield outcome_of(meant, left_out=True), found + log(chance) + slip
    if generator.total:
        yield from _beside_wrong_total(generator, sheet, gap, share_of, slip)


def _beside_wrong_total(
    generator: Doppelkopf, sheet: Sheet, gap: int | None, share_of: Mapping[str, float], slip: float
) -> Iterator[tuple[Outcome, float]]:
    """A row is left out and one of the totals is wrong."""
    off = sum(columns_out(sheet))
    last = len(sheet.rows) - 1
    if off and not never_made(generator, sheet):
        for column in sheet.shape.players:
            cell = ((last, column), str((number(sheet.rows[last][column]) or 0) - off))
            meant = sheet.with_cells((cell,))
            found = _with_gap(generator, meant, gap)
            if found > NEVER:
                chance = chance_of(meant, sheet, share_of)
                if chance:
                    yield outcome_of(meant, left_out=True), found + log(chance) + slip


def _with_gap(generator: Doppelkopf, sheet: Sheet, gap: int | None) -> float:
    """The logarithm of the chance of the sheets with one more row, at the gap or anywhere."""
    broken = never_made(generator, sheet)
    if gap is not None:
        return generator.missing_row(sheet, gap) if set(broken) <= {gap} else NEVER
    if generator.shape.running:
        # Where two games made a step that one could make, no rule tells of it.
        return generator.missing_row(sheet, broken[0]) if len(broken) == 1 else NEVER
    if broken or sum(columns_out(sheet)):
        return NEVER
    return generator.missing_row(sheet, 0) + log(sheet.entries + 1)


# Two slips in cells.


def _chance_of_two(original: Sheet, observed: Sheet, share_of: Mapping[str, float]) -> float:
    """The chance that two slips make the one sheet of the other, each of which would be found alone."""
    changed = changed_cells(original, observed)
    counts = counts_of(original)
    room = sum(share_of[kind] for kind, count in counts.items() if count)
    firsts: dict[tuple[frozenset[tuple[Place, str]], frozenset[Place]], float] = {}
    rows = _begun(original, observed, [place for place, _ in changed])
    for kind, count in counts.items():
        if not count:
            continue
        each = share_of[kind] / room / count
        for row in rows:
            for spot in spots_at(kind, original, row):
                for way in spot:
                    # Most ways lead elsewhere, which their first cells tell.
                    if not any(cell in changed for cell in way.change.cells):
                        continue
                    effect = effect_of(original, way.change.cells)
                    if effect < changed:
                        places = frozenset(place for place, _ in way.change.cells)
                        key = (effect, places)
                        firsts[key] = firsts.get(key, 0.0) + each * way.chance
    chance = 0.0
    found: dict[frozenset[tuple[Place, str]], bool] = {}
    for (effect, places), made in firsts.items():
        for part in (effect, changed - effect):
            if part not in found:
                found[part] = speaks(original, original.with_cells(tuple(part)))
        if found[effect] and found[changed - effect]:
            between = original.with_cells(tuple(effect))
            chance += made * chance_of(between, observed, share_of, apart_from=places)
    return chance


def _begun(original: Sheet, observed: Sheet, places: Iterable[Place]) -> Sequence[int]:
    """The rows in which slips may begin: on running totals where a cell is not out by just what the one
    above it is."""
    if not original.shape.running:
        return sorted({row for row, _ in places})

    def out(row: int, column: int) -> int | None:
        said = number(observed.rows[row][column])
        return None if said is None else said - (number(original.rows[row][column]) or 0)

    return sorted(
        {
            row
            for row, column in places
            if not row or out(row, column) in (None, 0) or out(row, column) != out(row - 1, column)
        }
    )
