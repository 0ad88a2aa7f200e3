"""The rules for lists with the facts of each game, and for columns beside the points of a list: who played,
the value of a game, its base and its factor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorecheck.checks.check import ERROR, INFO, Hit, Rule, row_check
from scorecheck.checks.null import of_fits
from scorecheck.checks.sides import only_one_in
from scorecheck.checks.words import position_of
from scorecheck.games.skat.record import (
    RowTold,
    bases_in,
    column_of_points,
    due_of,
    gained,
    is_of_values,
    misspelt,
    texts_in,
    told_by,
    written_points,
)
from scorecheck.games.skat.score import Due, is_lost
from scorecheck.games.skat.scoring import GRAND, NULLS, SUITS, VALUES, SoloGame, turn_of, ways_to
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

DETAIL = ("detail",)
_ON_POINTS = frozenset({"skat/soloist", "skat/value", "sheet/total-mismatch"})

POINTS = Rule("skat/points", ERROR, absorbs=_ON_POINTS | {"skat/dealer", "skat/game-value"})
GAME_VALUE = Rule("skat/game-value", ERROR)
IMPOSSIBLE_FACTS = Rule("skat/impossible-facts", ERROR)
WON_OR_LOST = Rule("skat/won-or-lost", ERROR, absorbs=_ON_POINTS | {"skat/points", "skat/game-value"})
NULL_OVERBID = Rule("skat/null-overbid", INFO, tells_unchecked=frozenset({"skat/points", "skat/game-value"}))
UNCLEAR_FACTS = Rule("skat/unclear-facts", ERROR)

_NULL_OVERBID = "refused-null-overbid"
_COLUMNS = {
    "refused-bid": "bid",
    "refused-matadors": "matadors",
    "refused-null-facts": "kind",
    "refused-points": "card_points",
    "refused-points-not-so": "card_points",
}
"""The columns of facts that may be impossible."""


def is_judged(entry: Entry, sheet: Sheet) -> bool:
    """Whether the facts of a row give its points."""
    told = told_by(entry, sheet)
    if is_of_values(sheet):
        return told.passed or told.worth is not None
    return told.passed or isinstance(due_of(told, entry, sheet), Due)


def _points(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports points of the soloist that differ from the facts."""
    told = told_by(entry, sheet)
    if told.passed:
        yield from _facts_of_nobody(told, entry, sheet)
        return
    if is_of_values(sheet):
        yield from _of_value(told, entry, sheet)
        return
    due = due_of(told, entry, sheet)
    if not isinstance(due, Due):
        return
    params: dict[str, Param] = {"player": told.soloist, "due": due.points, "worked": due.worked}
    if sheet.points_columns:
        yield from _in_columns(due, params, entry, sheet)
        return
    points = written_points(told, entry, sheet)
    column = column_of_points(sheet, due.points if points is None else points)
    if column is not None and points != due.points and (points is not None or told.value is None):
        yield _other_than(due, points, Hit(column, params))


def _in_columns(due: Due, params: dict[str, Param], entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """The same with columns of players: nobody except the soloist gets points."""
    seat = position_of(str(params["player"]), sheet.players)
    meant = tuple(due.points if at == seat else 0 for at in range(len(entry.points)))
    if seat is None or entry.points == meant or not entry.readable:
        return
    column = sheet.points_columns[seat]
    out = None if sheet.running else entry.points[seat] - due.points
    paid = [at for at, points in enumerate(entry.points) if points]
    others = tuple(sheet.points_columns[at] for at in paid if at != seat)
    if others:
        params["players"] = tuple(sheet.players[at] for at in paid)
        yield Hit(column, params, "others", others, off=out)
    else:
        yield _other_than(due, entry.points[seat] or None, Hit(column, params, off=out))


def _other_than(due: Due, points: Number | None, hit: Hit) -> Hit:
    """The finding for the written points in place of the right ones: none, half of a lost game, or others."""
    if points is None:
        return hit._replace(variant="blank")
    half = due.points < 0 and due.times == 1 and 2 * points == due.points
    return hit._replace(params={**hit.params, "points": points}, variant="half" if half else "")


def _facts_of_nobody(told: RowTold, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if not sheet.points_columns and (told.points or told.value):
        role = "soloist_points" if told.points else "value"
        yield Hit(sheet.column(role), {"players": (told.soloist or "?",)}, "passed")
    paid = [at for at, points in enumerate(entry.points) if points]
    if paid and entry.readable:
        columns = tuple(sheet.points_columns[at] for at in paid)
        params: dict[str, Param] = {"players": tuple(sheet.players[at] for at in paid)}
        yield Hit(columns[0], params, "passed", columns[1:])


def _of_value(told: RowTold, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports points that do not follow from value and result."""
    points, due = written_points(told, entry, sheet), told.gives
    if told.won and (told.value or 0) < 0:
        yield Hit(sheet.column("value"), {"player": told.soloist, "points": told.value or 0}, "sign-won")
        return
    if not points or not SoloGame(0, points).is_game:
        return
    seat = position_of(told.soloist, sheet.players) if sheet.points_columns else None
    column = column_of_points(sheet, points) if seat is None else sheet.points_columns[seat]
    params: dict[str, Param] = {"player": told.soloist, "points": points}
    if due is not None and SoloGame(0, due).is_game and points != due:
        variant = "of-value" if due > 0 else "of-value-lost"
        yield Hit(column, {**params, "due": due, "value": told.worth or 0}, variant)
    elif due is None and told.won is not None and told.won != (points > 0):
        yield Hit(column, params, "sign-won" if told.won else "sign-lost")


def _of_kind(told: RowTold, sheet: Sheet) -> Iterator[Hit]:
    """Reports a value that no game of this kind has."""
    value = told.worth
    if told.kind is None or value not in VALUES:
        return
    column = sheet.column("value")
    if column is None:
        column = column_of_points(sheet, told.points or 0)
    params: dict[str, Param] = {"value": value}
    if told.kind == "null":
        if value not in NULLS.values():
            yield Hit(column, params, "of-null")
        return
    base = GRAND if told.kind == "grand" else SUITS[told.kind]
    least = base * (2 + told.extras)
    if value % base or value < least:
        yield Hit(column, {**params, "base": base, "least": least}, "of-kind")


def _game_value(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports a value that differs from the facts; for a lost game it may be written as it counts."""
    told = told_by(entry, sheet)
    if is_of_values(sheet):
        yield from _of_kind(told, sheet)
        return
    due = due_of(told, entry, sheet)
    if not isinstance(due, Due) or told.value is None or told.value in due.values:
        return
    params: dict[str, Param] = {
        "value": told.value,
        "due": due.value,
        "points": due.points,
        "worked": due.worked,
    }
    variant = "lost" if due.points < 0 else ""
    yield Hit(sheet.column("value"), params, "half" if told.value == -due.value else variant)


def _impossible(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports facts of no possible game."""
    told = told_by(entry, sheet)
    due = due_of(told, entry, sheet)
    if not isinstance(due, str) or due == _NULL_OVERBID or told.facts is None:
        return
    facts = told.facts
    params: dict[str, Param] = {
        "count": abs(facts.matadors),
        "bid": facts.bid or 0,
        "points": facts.points or 0,
    }
    column = sheet.column(_COLUMNS.get(due, "kind"))
    yield Hit(column, params, due.removeprefix("refused-"))


def _null_overbid(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    told = told_by(entry, sheet)
    if due_of(told, entry, sheet) == _NULL_OVERBID and told.facts is not None:
        yield Hit(sheet.column("bid"), {"bid": told.facts.bid or 0})


def _won_or_lost(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Reports a result that differs from the card points, or from the bid."""
    told = told_by(entry, sheet)
    due = due_of(told, entry, sheet)
    facts = told.facts
    if not isinstance(due, Due) or facts is None:
        return
    column = sheet.column("lost" if told.won is False and sheet.column("result") is None else "result")
    if told.won and due.points < 0:
        yield Hit(column, {"bid": facts.bid or 0, "worked": due.worked}, "overbid")
        return
    points = facts.points
    if told.won is None or points is None:
        return
    lost = is_lost(facts) or any(term.key == "overbid" for term in due.worked.terms)
    # All card points do not prove all tricks.
    if told.won == lost and (lost or not (facts.open or facts.announced == "schwarz")):
        related = (sheet.column("card_points"),)
        yield Hit(column, {"points": points}, "won" if lost else "lost", related)


def _unclear(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    told = told_by(entry, sheet)
    yield from (fact.hit(sheet) for fact in told.unclear)
    near = misspelt(told.soloist, sheet) if told.soloist and sheet.column("soloist") is not None else None
    if near is not None:
        yield Hit(
            sheet.column("soloist"),
            {"text": told.soloist, "near": near},
            "player-near" if sheet.column("dealer") is not None else "player-once",
        )
    if (
        sheet.column("soloist") is not None
        and sheet.points_columns
        and told.soloist
        and position_of(told.soloist, sheet.players) is None
    ):
        yield Hit(sheet.column("soloist"), {"text": told.soloist}, "player")


_JUDGED: Mapping[str, Any] = {"needs": is_judged, "doubts": True, "of_facts": True}
points = row_check(POINTS, _points, layouts=DETAIL, of_change=True, of_columns=True, **_JUDGED)
game_value = row_check(GAME_VALUE, _game_value, layouts=DETAIL, **_JUDGED)
won_or_lost = row_check(WON_OR_LOST, _won_or_lost, layouts=DETAIL, doubts=True)
impossible_facts = row_check(IMPOSSIBLE_FACTS, _impossible, layouts=DETAIL, arithmetic=False)
null_overbid = row_check(NULL_OVERBID, _null_overbid, layouts=DETAIL, arithmetic=False)
unclear_facts = row_check(UNCLEAR_FACTS, _unclear, layouts=DETAIL, arithmetic=False)

RECORD_CHECKS = (unclear_facts, impossible_facts, null_overbid, won_or_lost, points, game_value)


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
