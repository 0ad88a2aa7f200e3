"""The slips that people make on scoresheets (first model): what each kind can do at each place of a sheet.

A slip is drawn in three steps: its kind, by the shares in ``slips.toml`` among the kinds that the
sheet has room for; its place, each alike; what it says there. So the chance of every slip on every
sheet is known, which is what the bound needs.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips.garbled import NUMBER_KINDS, garbled
from benchmarks.slips.settings import settings
from benchmarks.slips.sheets import Cells, Sheet, number
from benchmarks.slips.yatzy import bonus_for, bonus_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

KINDS: tuple[str, ...] = tuple(settings("slips")["kinds"] | settings("slips")["skat"])
"""Those of all games; a sheet has room for those of its own."""


class Change(NamedTuple):
    """What a slip does to a sheet."""

    cells: Cells = ()
    left_out: int | None = None
    """A row that is not there any more."""
    twice: int | None = None
    """A row that stands there once more, below itself."""
    printed: bool = False
    """The numbers of the games are printed: they go on as if nothing had happened."""


class Way(NamedTuple):
    """Something that a slip may do at a place, and how likely that is there."""

    chance: float
    change: Change


Spot = tuple[Way, ...]
"""A place that has room for a slip of some kind: all that it can do there; the chances add up to 1."""


class Slip(NamedTuple):
    """A slip that was made."""

    kind: str
    change: Change


def shares(game: str, frequencies: int | None = None) -> dict[str, float]:
    """The share of each kind in a game; with a seed drawn at random, each up to five times more or less."""
    of = settings("slips")
    given: dict[str, float] = {**of["kinds"], **(of["skat"] if game == "skat" else {})}
    if frequencies is None:
        return given
    rng = Random(f"frequencies/{frequencies}")  # noqa: S311 - no secret
    return {kind: share * 5 ** rng.uniform(-1, 1) for kind, share in given.items()}


def draw(sheet: Sheet, share_of: Mapping[str, float], rng: Random) -> Slip:
    """One slip on a sheet."""
    left = dict(share_of)
    while left:
        kind = rng.choices(list(left), list(left.values()))[0]
        spots = [spot for row in range(len(sheet.rows)) for spot in spots_at(kind, sheet, row)]
        if spots:
            spot = rng.choice(spots)
            way = rng.choices(spot, [way.chance for way in spot])[0]
            return Slip(kind, way.change)
        del left[kind]
    raise ValueError("this sheet has no room for any slip")


def applied(sheet: Sheet, change: Change) -> Sheet:
    """The sheet after a slip."""
    if change.left_out is not None:
        at = change.left_out
        rows = [*sheet.rows[:at], *sheet.rows[at + 1 :]]
        kinds = (*sheet.kinds[:at], *sheet.kinds[at + 1 :])
        return (
            _numbered(sheet.with_rows(tuple(rows), kinds), sheet)
            if change.printed
            else sheet.with_rows(tuple(rows), kinds)
        )
    if change.twice is not None:
        at = change.twice
        rows = [*sheet.rows[: at + 1], *sheet.rows[at:]]
        kinds = (*sheet.kinds[: at + 1], *sheet.kinds[at:])
        return (
            _numbered(sheet.with_rows(tuple(rows), kinds), sheet)
            if change.printed
            else sheet.with_rows(tuple(rows), kinds)
        )
    return sheet.with_cells(change.cells)


def _numbered(sheet: Sheet, original: Sheet) -> Sheet:
    """The sheet with its games numbered from 1 on, if they were."""
    column = original.shape.number
    if column is None:
        return sheet
    rows = tuple(
        (*row[:column], str(at), *row[column + 1 :]) if kind == "entry" else row
        for at, (row, kind) in enumerate(zip(sheet.rows, sheet.kinds, strict=True), 1)
    )
    return sheet.with_rows(rows, sheet.kinds)


def spots_at(kind: str, sheet: Sheet, row: int) -> Sequence[Spot]:
    """The places in a row that have room for a slip of a kind. Slips in two rows belong to the upper one."""
    if kind in NUMBER_KINDS:
        return _numbers(kind, sheet, row)
    return tuple(_MAKERS[kind](sheet, row))


def room_at(kind: str, sheet: Sheet, row: int) -> int:
    """How many places ``spots_at`` would give; faster, where that is easily seen."""
    if kind in NUMBER_KINDS:
        line = sheet.rows[row]
        return sum(1 for column in _columns_of(kind, sheet, row) if garbled(kind, line[column]))
    if kind in ("row-left-out", "row-twice"):
        return int(_is_entry(sheet, row) and not sheet.shape.card)
    if kind == "swapped-players":
        line = sheet.rows[row]
        return int(_is_entry(sheet, row) and len({line[column] for column in sheet.shape.players}) > 1)
    if sheet.shape.running and kind in _ROOM_OF_STEPS:
        return _ROOM_OF_STEPS[kind](sheet, row) if row and _is_entry(sheet, row) else 0
    return len(spots_at(kind, sheet, row))


def _one(*cells: tuple[tuple[int, int], str]) -> Spot:
    return (Way(1.0, Change(cells)),)


def _is_entry(sheet: Sheet, row: int) -> bool:
    return sheet.kinds[row] == "entry"


def _columns_of(kind: str, sheet: Sheet, row: int) -> Sequence[int]:
    if not _is_entry(sheet, row):
        return ()
    if kind == "sign" and sheet.shape.card:
        # Nobody writes a minus on a card, but where there is one it can be lost.
        return [c for c in sheet.shape.players if sheet.rows[row][c].startswith("-")]
    return sheet.shape.players


def _numbers(kind: str, sheet: Sheet, row: int) -> Sequence[Spot]:
    found: list[Spot] = []
    for column in _columns_of(kind, sheet, row):
        ways = garbled(kind, sheet.rows[row][column])
        if ways:
            found.append(tuple(Way(chance, Change((((row, column), text),))) for chance, text in ways))
    return found


def _swapped_players(sheet: Sheet, row: int) -> Iterator[Spot]:
    if not _is_entry(sheet, row):
        return
    line, players = sheet.rows[row], sheet.shape.players
    favour = settings("slips")["swapped"]["neighbours"]
    pairs = [
        (favour if at + 1 == other else 1, players[at], players[other])
        for at in range(len(players))
        for other in range(at + 1, len(players))
        if line[players[at]] != line[players[other]]
    ]
    total = sum(weight for weight, _, _ in pairs)
    if pairs:
        yield tuple(
            Way(weight / total, Change((((row, a), line[b]), ((row, b), line[a])))) for weight, a, b in pairs
        )


def _wrong_column(sheet: Sheet, row: int) -> Iterator[Spot]:
    yield from _in_column_beside(sheet, row, over=False)


def _overwritten(sheet: Sheet, row: int) -> Iterator[Spot]:
    yield from _in_column_beside(sheet, row, over=True)


def _in_column_beside(sheet: Sheet, row: int, *, over: bool) -> Iterator[Spot]:
    if not _is_entry(sheet, row):
        return
    line, players, blank = sheet.rows[row], sheet.shape.players, sheet.shape.blank
    for at, column in enumerate(players):
        if number(line[column]) is None:
            continue
        for other in (at - 1, at + 1):
            if 0 <= other < len(players) and over is (number(line[players[other]]) is not None):
                yield _one(((row, column), blank), ((row, players[other]), line[column]))


def _left_out(sheet: Sheet, row: int) -> Iterator[Spot]:
    # Where totals are kept, or on a card, an empty cell may be right.
    if _is_entry(sheet, row) and not (sheet.shape.running or sheet.shape.card):
        for column in sheet.shape.players:
            if number(sheet.rows[row][column]) is not None:
                yield _one(((row, column), sheet.shape.blank))


def _wrong_row(sheet: Sheet, row: int) -> Iterator[Spot]:
    if not _is_entry(sheet, row) or row + 1 >= len(sheet.rows) or not _is_entry(sheet, row + 1):
        return
    exchanged = settings("slips")["wrong-row"]["exchanged"]
    blank = sheet.shape.blank
    for column in sheet.shape.players:
        here, below = sheet.rows[row][column], sheet.rows[row + 1][column]
        if number(here) is None:
            continue
        lost = Change((((row, column), blank), ((row + 1, column), here)))
        if here == below:
            yield (Way(1.0, lost),)
        else:
            both = Change((((row, column), below), ((row + 1, column), here)))
            yield (Way(exchanged, both), Way(1 - exchanged, lost))


def before(sheet: Sheet, row: int, column: int) -> int:
    """A player's running total above a row, found past slashes; 0 at the top."""
    for above in range(row - 1, -1, -1):
        value = number(sheet.rows[above][column])
        if value is not None:
            return value
    return 0


def carried_on(sheet: Sheet, row: int, column: int, by: int) -> Cells:
    """A player's totals from a row to the end, all changed by the same."""
    cells: list[tuple[tuple[int, int], str]] = []
    for at in range(row, len(sheet.rows)):
        value = number(sheet.rows[at][column])
        if value is not None and _is_entry(sheet, at):
            cells.append(((at, column), str(value + by)))
    return tuple(cells)


def _changed_step(sheet: Sheet, row: int, column: int, step: int, carried: float) -> Spot:
    """A total whose last step was worked out wrongly, alone or carried on."""
    value = number(sheet.rows[row][column]) or 0
    by = before(sheet, row, column) + step - value
    alone = (((row, column), str(value + by)),)
    on = carried_on(sheet, row, column, by)
    if alone == on:
        return (Way(1.0, Change(alone)),)
    return (Way(carried, Change(on)), Way(1 - carried, Change(alone)))


def _step(sheet: Sheet, row: int, column: int) -> int:
    """What a row changes for a player: 0 where nothing is written."""
    value = number(sheet.rows[row][column])
    if value is None:
        return 0
    return value - before(sheet, row, column) if sheet.shape.running else value


def _joined(ways: Sequence[tuple[float, Spot]]) -> Spot:
    total = sum(weight for weight, _ in ways)
    return tuple(Way(weight / total * way.chance, way.change) for weight, spot in ways for way in spot)


def _doubling(sheet: Sheet, row: int) -> Iterator[Spot]:
    if not _is_entry(sheet, row) or sheet.shape.card or (sheet.shape.running and row == 0):
        return
    of = settings("slips")["doubling"]
    columns = [c for c in sheet.shape.players if _step(sheet, row, c)]
    for column in columns:
        step = _step(sheet, row, column)
        ways = [(1 - of["forgotten"], 2 * step)]
        if step % 2 == 0:
            ways.append((of["forgotten"], step // 2))
        yield _joined([(w, _spoilt(sheet, row, column, new, of["carried"])) for w, new in ways])
    if columns and not sheet.shape.running:
        # As many places as cells, so that the row takes the share that it has in the data.
        ways = [(1 - of["forgotten"], _scaled(sheet, row, columns, 2, 1))]
        if all(_step(sheet, row, column) % 2 == 0 for column in columns):
            ways.append((of["forgotten"], _scaled(sheet, row, columns, 1, 2)))
        for _ in range(round(len(columns) * of["row"] / (1 - of["row"]))):
            yield _joined(ways)


def _spoilt(sheet: Sheet, row: int, column: int, step: int, carried: float) -> Spot:
    if sheet.shape.running:
        return _changed_step(sheet, row, column, step, carried)
    return _one(((row, column), str(step)))


def _scaled(sheet: Sheet, row: int, columns: Sequence[int], times: int, by: int) -> Spot:
    return _one(*(((row, c), str((number(sheet.rows[row][c]) or 0) * times // by)) for c in columns))


def _undoubled(sheet: Sheet, row: int) -> Iterator[Spot]:
    """Skat: what was lost stands there as what the game is worth, with a minus."""
    if sheet.shape.game != "skat" or not _is_entry(sheet, row):
        return
    for column in sheet.shape.players:
        step = _step(sheet, row, column)
        if step < 0 and not step % 2:
            yield _spoilt(sheet, row, column, step // 2, settings("slips")["doubling"]["carried"])


def _tripling(sheet: Sheet, row: int) -> Iterator[Spot]:
    shape = sheet.shape
    if not _is_entry(sheet, row) or shape.card or shape.game != "doppelkopf" or (shape.running and not row):
        return
    of = settings("slips")["tripling"]
    steps = {column: _step(sheet, row, column) for column in shape.players}
    soloist = _soloist(steps)
    if soloist is not None:
        yield from [_spoilt(sheet, row, soloist, steps[soloist] // 3, of["carried"])] * of["solo"]
    elif any(steps.values()):
        ways = [(1.0, _spoilt(sheet, row, c, 3 * step, of["carried"])) for c, step in steps.items() if step]
        yield _joined(ways)


def _soloist(steps: Mapping[int, int]) -> int | None:
    """Who got or paid three times what the others did."""
    largest = max(map(abs, steps.values()))
    if not largest or largest != 3 * min(abs(step) for step in steps.values() if step):
        return None
    alone = [column for column, step in steps.items() if abs(step) == largest]
    return alone[0] if len(alone) == 1 else None


def _room_of_tripling(sheet: Sheet, row: int) -> int:
    if sheet.shape.game != "doppelkopf":
        return 0
    steps = {column: _step(sheet, row, column) for column in sheet.shape.players}
    if _soloist(steps) is not None:
        return settings("slips")["tripling"]["solo"]
    return 1 if any(steps.values()) else 0


def _room_of_doubling(sheet: Sheet, row: int) -> int:
    return sum(1 for column in sheet.shape.players if _step(sheet, row, column))


def _room_of_addition(sheet: Sheet, row: int) -> int:
    return sum(1 for column in sheet.shape.players if number(sheet.rows[row][column]) is not None)


def _change_for_total(sheet: Sheet, row: int) -> Iterator[Spot]:
    if sheet.shape.running and row and _is_entry(sheet, row):
        for column in sheet.shape.players:
            text = str(_step(sheet, row, column))
            if number(sheet.rows[row][column]) is not None and text != sheet.rows[row][column]:
                yield _one(((row, column), text))


def _total_for_change(sheet: Sheet, row: int) -> Iterator[Spot]:
    shape = sheet.shape
    if shape.running or shape.card or not row or not _is_entry(sheet, row):
        return
    for column in shape.players:
        here = number(sheet.rows[row][column])
        if here is None:
            continue
        total = sum(number(sheet.rows[at][column]) or 0 for at in range(row + 1))
        if total != here:
            yield _one(((row, column), str(total)))


def _old_total(sheet: Sheet, row: int) -> Iterator[Spot]:
    if sheet.shape.running and row and _is_entry(sheet, row):
        for column in sheet.shape.players:
            if _step(sheet, row, column):
                yield _one(((row, column), str(before(sheet, row, column))))


def _addition(sheet: Sheet, row: int) -> Iterator[Spot]:
    shape = sheet.shape
    by: Mapping[str, float] = settings("slips")["addition"]["by"]
    if shape.card or sheet.kinds[row] == "total":
        for column in shape.players if sheet.kinds[row] in {"sum", "total"} else ():
            worked_out = ((share, int(key)) for key, share in by.items() if key != "turned")
            yield _joined([(share, _one(*_worked_out(sheet, row, column, out))) for share, out in worked_out])
        return
    if not shape.running or not row or not _is_entry(sheet, row):
        return
    for column in shape.players:
        if number(sheet.rows[row][column]) is None:
            continue
        step = _step(sheet, row, column)
        ways: list[tuple[float, Spot]] = []
        for key, share in by.items():
            amount = -2 * step if key == "turned" else int(key)
            if amount:
                ways.append((share, (Way(1.0, Change(carried_on(sheet, row, column, amount))),)))
        yield _joined(ways)


def _worked_out(sheet: Sheet, row: int, column: int, by: int) -> Iterator[tuple[tuple[int, int], str]]:
    """A sum that is out, and on a card what is worked out from it: the bonus, and the total."""
    said = number(sheet.rows[row][column]) or 0
    yield (row, column), str(said + by)
    if sheet.kinds[row] == "sum":
        bonus, last = bonus_for(sheet, said + by), len(sheet.rows) - 1
        given = number(sheet.rows[row + 1][column]) or 0
        if bonus != given:
            yield (row + 1, column), str(bonus)
        total = (number(sheet.rows[last][column]) or 0) + by + bonus - given
        yield (last, column), str(total)


def _row_left_out(sheet: Sheet, row: int) -> Iterator[Spot]:
    if not sheet.shape.card and _is_entry(sheet, row):
        yield _printed_or_not(sheet, lambda printed: Change(left_out=row, printed=printed))


def _row_twice(sheet: Sheet, row: int) -> Iterator[Spot]:
    if not sheet.shape.card and _is_entry(sheet, row):
        yield _printed_or_not(sheet, lambda printed: Change(twice=row, printed=printed))


def _printed_or_not(sheet: Sheet, change: Callable[[bool], Change]) -> Spot:
    if sheet.shape.number is None:
        return (Way(1.0, change(False)),)  # noqa: FBT003 - the one thing that is asked for
    printed = settings("slips")["rows"]["printed"]
    return (Way(printed, change(True)), Way(1 - printed, change(False)))  # noqa: FBT003 - as above


def _rows_swapped(sheet: Sheet, row: int) -> Iterator[Spot]:
    if row + 1 >= len(sheet.rows) or not (_is_entry(sheet, row) and _is_entry(sheet, row + 1)):
        return
    one, other = sheet.rows[row], sheet.rows[row + 1]
    fixed = 0 if sheet.shape.card else sheet.shape.number
    # All cells of the two rows belong to it, those that say the same as well: a slip in one of them is not
    # seen apart from it.
    columns = [c for c in range(len(sheet.headings)) if c != fixed]
    if any(one[c] != other[c] for c in columns):
        yield _one(*(((row, c), other[c]) for c in columns), *(((row + 1, c), one[c]) for c in columns))


def _control(sheet: Sheet, row: int) -> Iterator[Spot]:
    shape, line = sheet.shape, sheet.rows[row]
    if shape.control is not None and "/" in line[shape.control] and line[shape.control] != "/":
        positive, negative = line[shape.control].split("/")
        ways = [
            (
                1.0,
                tuple(
                    Way(c, Change((((row, shape.control), f"{t}/{negative}"),)))
                    for c, t in _any_garbled(positive)
                ),
            ),
            (
                1.0,
                tuple(
                    Way(c, Change((((row, shape.control), f"{positive}/{t}"),)))
                    for c, t in _any_garbled(negative)
                ),
            ),
        ]
        yield _joined([way for way in ways if way[1]])
    if _is_entry(sheet, row):
        return
    for column in shape.players:
        if sheet.kinds[row] == "bonus":
            yield _bonus(sheet, row, column)
        else:
            cell = (row, column)
            yield tuple(
                Way(chance, Change(((cell, text),)))
                for chance, text in _any_garbled(line[column], signs=not shape.card)
            )


def _bonus(sheet: Sheet, row: int, column: int) -> Spot:
    """A bonus that was forgotten, or given where it was not reached; added up so, or not."""
    carried = settings("slips")["bonus"]["carried"]
    last, given = len(sheet.rows) - 1, sheet.rows[row][column]
    worth = bonus_of(sheet)
    new, by = ("0", -worth) if given == str(worth) else (str(worth), worth)
    alone = ((row, column), new)
    total = str((number(sheet.rows[last][column]) or 0) + by)
    return (Way(carried, Change((alone, ((last, column), total)))), Way(1 - carried, Change((alone,))))


def _any_garbled(text: str, *, signs: bool = False) -> Sequence[tuple[float, str]]:
    """A number written wrongly in any of the ways, as often as on players' cells."""
    given: Mapping[str, float] = settings("slips")["kinds"]
    kinds = [kind for kind in NUMBER_KINDS if (signs or kind != "sign") and garbled(kind, text)]
    ways = [
        (given[kind] * chance, made)
        for kind in kinds
        for chance, made in garbled(kind, text)
        if signs or made[0] != "-"
    ]
    total = sum(weight for weight, _ in ways)
    return [(weight / total, made) for weight, made in ways]


def _wrong_party(sheet: Sheet, row: int) -> Iterator[Spot]:
    if sheet.shape.running or sheet.shape.card or not _is_entry(sheet, row):
        return
    columns = [c for c in sheet.shape.players if number(sheet.rows[row][c])]
    if columns:
        yield _one(*(((row, c), str(-(number(sheet.rows[row][c]) or 0))) for c in columns))


_MAKERS: Mapping[str, Callable[[Sheet, int], Iterator[Spot]]] = {
    "swapped-players": _swapped_players,
    "wrong-column": _wrong_column,
    "overwritten": _overwritten,
    "left-out": _left_out,
    "wrong-row": _wrong_row,
    "doubling": _doubling,
    "tripling": _tripling,
    "undoubled": _undoubled,
    "change-for-total": _change_for_total,
    "total-for-change": _total_for_change,
    "old-total": _old_total,
    "addition": _addition,
    "row-left-out": _row_left_out,
    "row-twice": _row_twice,
    "rows-swapped": _rows_swapped,
    "control": _control,
    "wrong-party": _wrong_party,
}
_ROOM_OF_STEPS: Mapping[str, Callable[[Sheet, int], int]] = {
    "addition": _room_of_addition,
    "doubling": _room_of_doubling,
    "tripling": _room_of_tripling,
}
