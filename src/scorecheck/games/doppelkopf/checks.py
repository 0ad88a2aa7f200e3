"""The rules of the points sheet of Doppelkopf (one row a game; points or running totals)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from scorecheck.checks.check import ERROR, Hit, Rule, row_check
from scorecheck.checks.words import plain, vocabulary
from scorecheck.games.doppelkopf.scoring import Payment, payment_of
from scorecheck.model.cells import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.finding import Param
    from scorecheck.model.sheet import Entry, Sheet

SHEETS = ("points", "totals")
AT_TABLE = 4
"""Players in a game; at larger tables the others sit out, the dealer first of all."""

_ON_VALUE = frozenset({"doppelkopf/game-value", "doppelkopf/bock-forgotten"})

ZERO_SUM = Rule(
    "doppelkopf/zero-sum",
    ERROR,
    absorbs=frozenset(
        {"doppelkopf/pattern", "doppelkopf/game-value", "doppelkopf/bock-forgotten", "sheet/total-mismatch"}
    ),
)
PATTERN = Rule(
    "doppelkopf/pattern", ERROR, absorbs=frozenset({"doppelkopf/game-value", "doppelkopf/bock-forgotten"})
)
DEALER_SITS_OUT = Rule(
    "doppelkopf/dealer-sits-out",
    ERROR,
    absorbs=frozenset(
        {"doppelkopf/zero-sum", "doppelkopf/pattern", "doppelkopf/game-value", "doppelkopf/bock-forgotten"}
    ),
)
GAME_VALUE = Rule("doppelkopf/game-value", ERROR)
BOCK_FORGOTTEN = Rule("doppelkopf/bock-forgotten", ERROR)


_kind_words = partial(vocabulary, "games", "doppelkopf", "columns.toml", section="words")


def is_redeal(entry: Entry) -> bool:
    """Whether the cards were dealt again: no game, and not counted."""
    return _kind_words().get(plain(entry.fields.get("kind", ""))) == "redeal"


def is_game(entry: Entry, _sheet: Sheet) -> bool:
    """Whether an entry is a game that counts. One that nets to zero is; a redeal is not."""
    return not entry.opening and not is_redeal(entry)


def _zero_sum(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if sheet.notation != "plus-minus":
        return
    out = sum(entry.totals if sheet.running else entry.points)
    if out:
        yield Hit(None, {"sum": out}, "totals" if sheet.running else "", sheet.points_columns, off=out)


def _pattern(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if entry.opening or payment_of(entry.points, sheet.notation) is not None:
        return
    params = {"points": tuple(_signed(n) for n in entry.points if n)}
    if sheet.notation != "plus-minus":
        yield Hit(None, params, sheet.notation, sheet.points_columns)
    elif not sum(entry.points):
        yield Hit(None, params, "totals" if sheet.running else "", sheet.points_columns)


def _signed(number: Number) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


def _dealer_sits_out(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    in_game = [position for position, points in enumerate(entry.points) if points]
    if len(entry.points) <= AT_TABLE or entry.opening or not in_game:
        return
    dealer, out = dealer_of(entry, sheet), sum(entry.points)
    dealer = dealer if dealer in in_game else None
    # A total that is wrong looks like points of somebody who sat out: there the sum says more.
    if sheet.running and out and (dealer is None or entry.points[dealer] != out):
        return
    columns = tuple(sheet.points_columns[position] for position in in_game)
    if dealer is None:
        if len(in_game) > AT_TABLE:
            yield Hit(None, {"players": len(in_game)}, "totals" if sheet.running else "", columns)
        return
    name = sheet.players[dealer]
    sitters = [position for position in range(len(entry.points)) if position not in in_game]
    if len(sitters) == 1 and payment_of(entry.points, sheet.notation) is not None:
        params: dict[str, Param] = {"dealer": name, "sitter": sheet.players[sitters[0]]}
        yield Hit(sheet.column("dealer"), params, "dealer", (sheet.points_columns[dealer],))
    else:
        params = {"dealer": name, "points": entry.points[dealer]}
        yield Hit(sheet.points_columns[dealer], params, "total" if sheet.running else "points", columns)


def dealer_of(entry: Entry, sheet: Sheet) -> int | None:
    """The position of the player whom the dealer column names, by name or by what it begins with."""
    said = str(entry.fields.get("dealer", "")).strip().casefold()
    if not said:
        return None
    names = [name.casefold() for name in sheet.players]
    if said in names:
        return names.index(said)
    begins = [position for position, name in enumerate(names) if name.startswith(said)]
    return begins[0] if len(begins) == 1 else None


def _game_value(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    paid, value = payment_of(entry.points, sheet.notation), entry.numbers.get("value")
    if entry.opening or paid is None or value is None or isinstance(value, Unreadable):
        return
    if value_fits(value, paid, bock=is_bock(entry)):
        return
    if _is_bock_slip(value, paid, bock=is_bock(entry)):
        return
    params = {"value": value, "points": paid.value}
    yield Hit(sheet.column("value"), params, "solo" if paid.solo else "", sheet.points_columns)


def _bock_forgotten(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    paid, value = payment_of(entry.points, sheet.notation), entry.numbers.get("value")
    if entry.opening or paid is None or value is None or isinstance(value, Unreadable):
        return
    bock = is_bock(entry)
    if not value_fits(value, paid, bock=bock) and _is_bock_slip(value, paid, bock=bock):
        params = {"value": value, "points": paid.value, "due": _due_in_bock(value, paid)}
        yield Hit(None, params, "", sheet.points_columns)


def _is_bock_slip(value: Number, paid: Payment, *, bock: bool) -> bool:
    """Whether a Bock row pays just half, or twice, what Bock asks: doubling forgotten, or done twice."""
    return bock and (value_fits(value, paid, bock=False) or value_fits(4 * value, paid, bock=False))


def _due_in_bock(value: Number, paid: Payment) -> Number:
    """What each opponent, or winner, of a Bock row should have got or paid."""
    halved = value_fits(value, paid, bock=False)
    return 2 * paid.value if halved else paid.value / Fraction(2)


def is_bock(entry: Entry) -> bool:
    """Whether the row is one of those that count double: marked by a letter of B-O-C-K, or the word."""
    if plain(entry.fields.get("bock", "")) not in _NO_BOCK:
        return True
    return any("bock" in str(entry.fields.get(role, "")).casefold() for role in ("kind", "remark", "tag"))


def dues(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What control, value and dealer of a game should say if its points are right."""
    if sheet.column("control") is not None:
        yield "control", str(sum(entry.totals if sheet.running else entry.points))
    paid, value = payment_of(entry.points, sheet.notation), entry.numbers.get("value")
    if paid is None or entry.opening:
        return
    if value is not None:
        due = paid.value / Fraction(2) if is_bock(entry) else paid.value
        minus = not isinstance(value, Unreadable) and value < 0
        for amount in (due, 3 * due) if paid.solo else (due,):
            yield "value", str(-amount if minus else amount)
    if sheet.column("dealer") is not None and len(entry.points) == AT_TABLE + 1 and paid.value:
        yield "dealer", sheet.players[entry.points.index(0)]


_NO_BOCK = frozenset({"", "0", "nein", "no", "nei"})


def spells_bock(words: Sequence[str]) -> bool:
    """Whether the letters in a column spell BOCK, a letter a row, once or several times."""
    return re.fullmatch("(bock)+(b|bo|boc)?", "".join(words).casefold().replace(" ", "")) is not None


def is_code(words: Sequence[str]) -> bool:
    """Whether a column before a player's tells, a letter a row, who was Re, who caught a fox."""
    return all(re.fullmatch("[RFDKHS]{1,3}", word.strip().upper()) for word in words)


def value_fits(value: Number, paid: Payment, *, bock: bool) -> bool:
    """Whether the number in the value column agrees with what the game paid.

    Its sign may say which party won. In a solo it may hold what one opponent pays, or the
    soloist's three times that. In a Bock row the game pays it twice.
    """
    due = abs(value) * (2 if bock else 1)
    return due == paid.value or (paid.solo and due == 3 * paid.value)


zero_sum = row_check(ZERO_SUM, _zero_sum, layouts=SHEETS)
pattern = row_check(PATTERN, _pattern, layouts=SHEETS, of_change=True, doubts=True)
dealer_sits_out = row_check(DEALER_SITS_OUT, _dealer_sits_out, layouts=SHEETS, of_change=True, doubts=True)
bock_forgotten = row_check(BOCK_FORGOTTEN, _bock_forgotten, layouts=SHEETS, of_change=True)
game_value = row_check(GAME_VALUE, _game_value, layouts=SHEETS, of_change=True)
