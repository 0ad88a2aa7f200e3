"""Columns beside the points of a Skat list: who played, the value of a game, its base and its factor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorecheck.checks.check import Hit, row_check
from scorecheck.checks.null import of_fits
from scorecheck.checks.sides import only_one_in
from scorecheck.games.skat.record import RowTold, bases_in, due_of, gained, is_of_values, texts_in, told_by
from scorecheck.games.skat.record_checks import GAME_VALUE
from scorecheck.games.skat.score import Due
from scorecheck.games.skat.scoring import VALUES, SoloGame, turn_of, ways_to
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

NUMBERS = frozenset({"value", "plus", "minus", "factor"})
PARTY = "party"
"""The column of the soloists, beside the columns of the players' points."""
ROLES = NUMBERS | {"base", "result", PARTY}
"""The columns that are checked against the points, besides those of players."""
_WORTH = ("value", "plus", "minus")


def _value_beside(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports a value that differs from the points, or is not base times factor.

    The value of a lost game may be written once or doubled, with a minus or without.
    """
    if entry.opening or ROLES.isdisjoint(entry.fields):
        return
    if not _is_beside(sheet):
        yield from _base_of_facts(entry, sheet)
        return
    turn = turn_of(gained(entry, sheet))
    if turn is None:
        if not any(entry.points):
            yield from _of_nobody(entry, sheet)
        return
    if not turn.is_game:
        return
    params: dict[str, Param] = {
        "player": sheet.players[turn.soloist],
        "points": entry.points[turn.soloist],
        "due": turn.worth,
    }
    beside = (sheet.points_columns[turn.soloist],)
    # Beside facts the points are those that they give the soloist.
    role = "soloist" if is_of_values(sheet) else PARTY
    named = only_one_in(entry.fields.get(role, ""), sheet.players)
    if named not in {None, turn.soloist}:
        params["named"] = sheet.players[named or 0]
        yield Hit(sheet.column(role), params, f"beside-soloist{_side(turn)}", beside)
        return
    if sheet.layout == "detail" and sheet.column("value") is not None:
        # The winner is checked by the value there.
        yield from _base_of_facts(entry, sheet)
        return
    mark = sheet.column("result")
    won = None if mark is None else told_by(entry, sheet).won
    if won is not None and won != (turn.value > 0):
        yield Hit(mark, params, f"beside-marked-{'won' if won else 'lost'}", beside)
        return
    for role in _WORTH:
        said = number_beside(entry, role)
        if said is not None and said not in as_written(role, turn):
            yield Hit(sheet.column(role), {**params, "value": said}, f"beside{_side(turn)}", beside)
            return
    yield from _of_base(entry, sheet, turn.worth, beside)


def bears_out(entries: Iterable[Entry], sheet: Sheet) -> float:
    """The log-odds of the values, bases and factors beside the points of rows."""
    roles = [role for role in ROLES if sheet.column(role) is not None]
    if not roles:
        return 0.0
    fits = [
        not any(_value_beside(entry, sheet))
        for entry in entries
        if entry.readable and any(value_text(entry.fields.get(role, "")).strip() for role in roles)
    ]
    return of_fits(sum(fits), len(fits) - sum(fits))


def _is_beside(sheet: Sheet) -> bool:
    """Whether there are values beside points, without facts that give both."""
    beside = is_of_values(sheet) or sheet.column("plus") is not None
    return sheet.layout != "detail" or (beside and bool(sheet.points_columns))


def _of_nobody(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """A game with a value but no points."""
    for role in _WORTH:
        if said := number_beside(entry, role):
            yield Hit(sheet.column(role), {"value": said}, "beside-nobody", sheet.points_columns)
            return
    named = soloist_beside(entry, sheet)
    if named is not None:
        params: dict[str, Param] = {"player": sheet.players[named]}
        yield Hit(sheet.column(PARTY), params, "beside-nobody-named", sheet.points_columns)
        return
    base, factor = base_and_factor(entry, sheet)
    if base or factor:
        yield Hit(sheet.column("base" if base else "factor"), {}, "beside-nobody-won", sheet.points_columns)


def soloist_beside(entry: Entry, sheet: Sheet) -> int | None:
    """The position of the one player who stands in the column of the soloists."""
    return only_one_in(entry.fields.get(PARTY, ""), sheet.players)


def _side(turn: SoloGame) -> str:
    return "-lost" if turn.value < 0 else ""


def as_written(role: str, turn: SoloGame) -> tuple[Number, ...]:
    """The possible text of a column beside such points; 0 in that of the other sign."""
    if role != "value" and (role == "plus") != (turn.value > 0):
        return (0,)
    if turn.value > 0:
        return (turn.value,)
    return (turn.worth, turn.value, -turn.worth, -turn.value)


def _base_of_facts(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports bases and factors beside facts that do not give the value."""
    told = told_by(entry, sheet)
    column = sheet.column("soloist_points" if sheet.column("value") is None else "value")
    if not told.passed and (worth := worth_of(told, entry, sheet)) in VALUES:
        yield from _of_base(entry, sheet, worth or 0, () if column is None else (column,))


def worth_of(told: RowTold, entry: Entry, sheet: Sheet) -> Number | None:
    """The value of a game, by its facts or by the columns beside them."""
    due = None if is_of_values(sheet) else due_of(told, entry, sheet)
    return due.value if isinstance(due, Due) else told.worth


def ways_of(entry: Entry, sheet: Sheet, worth: Number) -> Iterator[tuple[int, int]]:
    """The bases and factors of games with this value, by the kind of game if the list has it."""
    kind = told_by(entry, sheet).kind if sheet.layout == "detail" else None
    bases = frozenset[int]() if kind is None else bases_in(kind)
    yield from (way for way in ways_to(worth) if not bases or way[0] in bases)


def _of_base(entry: Entry, sheet: Sheet, worth: Number, beside: tuple[int, ...]) -> Iterator[Hit]:
    """Reports a base and a factor that no game of this value has."""
    bases, factor = base_and_factor(entry, sheet)
    if not bases and factor is None:
        return
    ways = ways_of(entry, sheet, worth)
    if any(base in (bases or {base}) and factor in {None, times} for base, times in ways):
        return
    params: dict[str, Param] = {"due": worth, "base": min(bases, default=0), "factor": factor or 0}
    column = sheet.column("base" if factor is None else "factor")
    why = "base" if factor is None else "product" if bases else "factor"
    yield Hit(column, params, f"beside-{why}", beside)


def base_and_factor(entry: Entry, sheet: Sheet) -> tuple[frozenset[int], Number | None]:
    """The possible bases of a row, none if unknown, and its factor."""
    said = value_text(entry.fields.get("base", "")).strip()
    bases = bases_in(said)
    if not bases and said.lstrip("-").isdecimal() and int(said) and _says_bases(sheet):
        bases = frozenset({int(said)})
    factor = number_beside(entry, "factor")
    return bases, factor if factor is not None and _says_factors(sheet) else None


def _says_bases(sheet: Sheet) -> bool:
    """Whether a column of bases holds bases, except for slips."""
    said = texts_in(sheet, sheet.column("base"), _LOOKED_AT)
    return 2 * sum(bool(bases_in(text)) for text in said) > len(said)


def _says_factors(sheet: Sheet) -> bool:
    """Whether the factors are those of bases, at least 2 except in null games.

    Factors of Bock rounds are mostly 1.
    """
    said = texts_in(sheet, sheet.column("factor"), _LOOKED_AT)
    return 2 * sum(text not in {"0", "1"} for text in said) > len(said)


_LOOKED_AT = 60


def dues_beside(entry: Entry, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The right values of columns beside the points, given right points."""
    turn = turn_of(gained(entry, sheet))
    if turn is None or not turn.is_game:
        return
    for role in _WORTH:
        said = number_beside(entry, role)
        if said is None:
            continue
        for due in as_written(role, turn):
            if due and (due < 0) == (turn.value < 0 and said < 0):
                yield role, str(due)


def number_beside(entry: Entry, role: str) -> Number | None:
    """The number in a column beside the points; ``None`` without one."""
    said = entry.numbers.get(role)
    return None if isinstance(said, Unreadable) else said


value_beside = row_check(GAME_VALUE, _value_beside, of_change=True, doubts=True, of_columns=True)
