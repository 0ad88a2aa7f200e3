"""The rules of the points sheet of Doppelkopf (one row a game; points or running totals)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scorecheck.checks.check import ERROR, Hit, Rule, row_check
from scorecheck.checks.words import plain, vocabulary
from scorecheck.games.doppelkopf.scoring import Payment, payment
from scorecheck.model.cells import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet

SHEETS = ("points", "totals")
AT_TABLE = 4
"""Players in a game; at larger tables the others sit out, the dealer first of all."""

ZERO_SUM = Rule(
    "doppelkopf/zero-sum",
    ERROR,
    absorbs=frozenset({"doppelkopf/pattern", "doppelkopf/game-value", "sheet/total-mismatch"}),
)
PATTERN = Rule("doppelkopf/pattern", ERROR, absorbs=frozenset({"doppelkopf/game-value"}))
DEALER_SITS_OUT = Rule(
    "doppelkopf/dealer-sits-out",
    ERROR,
    absorbs=frozenset({"doppelkopf/zero-sum", "doppelkopf/pattern", "doppelkopf/game-value"}),
)
GAME_VALUE = Rule("doppelkopf/game-value", ERROR)


_kind_words = partial(vocabulary, "games", "doppelkopf", "columns.toml", section="words")


def is_redeal(entry: Entry) -> bool:
    """Whether the cards were dealt again: no game, and not counted."""
    return _kind_words().get(plain(entry.fields.get("kind", ""))) == "redeal"


def is_game(entry: Entry, _sheet: Sheet) -> bool:
    """Whether an entry is a game that counts. One that nets to zero is; a redeal is not."""
    return not entry.opening and not is_redeal(entry)


def _zero_sum(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    out = sum(entry.totals if sheet.running else entry.points)
    if out:
        yield Hit(None, {"sum": out}, "totals" if sheet.running else "", sheet.points_columns, off=out)


def _pattern(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if entry.opening or sum(entry.points) or payment(entry.points) is not None:
        return
    params = {"points": tuple(_signed(n) for n in entry.points if n)}
    yield Hit(None, params, "totals" if sheet.running else "", sheet.points_columns)


def _signed(number: Number) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


def _dealer_sits_out(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if len(entry.points) <= AT_TABLE or entry.opening:
        return
    in_game = [position for position, points in enumerate(entry.points) if points]
    if not in_game:
        return
    dealer = dealer_of(entry, sheet)
    if dealer is not None and dealer in in_game:
        name = sheet.players[dealer]
        if payment(entry.points) is not None and len(sheet.players) == AT_TABLE + 1:
            sitter = next(p for p in range(len(entry.points)) if p not in in_game)
            params = {"dealer": name, "sitter": sheet.players[sitter]}
            yield Hit(sheet.column("dealer"), params, "dealer", (sheet.points_columns[dealer],))
        else:
            params = {"dealer": name, "points": entry.points[dealer]}
            yield Hit(sheet.points_columns[dealer], params, "points")
    elif len(in_game) > AT_TABLE:
        yield Hit(None, {"players": len(in_game)}, "", tuple(sheet.points_columns[p] for p in in_game))


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
    paid = payment(entry.points)
    value = entry.numbers.get("value")
    if entry.opening or paid is None or value is None or isinstance(value, Unreadable):
        return
    if value_fits(value, paid):
        return
    params = {"value": value, "points": paid.value}
    yield Hit(sheet.column("value"), params, "solo" if paid.solo else "", sheet.points_columns)


def value_fits(value: Number, paid: Payment) -> bool:
    """Whether the number in the value column agrees with what the game paid.

    Its sign may say which party won. In a solo it may hold what one opponent pays, or the
    soloist's three times that.
    """
    return abs(value) == paid.value or (paid.solo and abs(value) == 3 * paid.value)


zero_sum = row_check(ZERO_SUM, _zero_sum, layouts=SHEETS)
pattern = row_check(PATTERN, _pattern, layouts=SHEETS, of_change=True, doubts=True)
dealer_sits_out = row_check(DEALER_SITS_OUT, _dealer_sits_out, layouts=SHEETS, of_change=True, doubts=True)
game_value = row_check(GAME_VALUE, _game_value, layouts=SHEETS, of_change=True)
