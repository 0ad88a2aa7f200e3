"""The rules of the points sheet of Doppelkopf (one row a game; points or running totals)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from scorecheck.checks.check import ERROR, WARNING, Hit, Rule, late, row_check, rows_check
from scorecheck.checks.common import ROLES_OF_MARKS, is_marked, out_of_total
from scorecheck.checks.money import amount
from scorecheck.checks.words import plain, position_of
from scorecheck.games.doppelkopf.detail import kind_in
from scorecheck.games.doppelkopf.reachable import is_reachable
from scorecheck.games.doppelkopf.roles import AT_TABLE, OUT, PARTY, SAY_WHO_WON, WON_BY
from scorecheck.games.doppelkopf.scoring import MOST_DEDUCTED, Payment, explains, is_plain, payment_of
from scorecheck.games.doppelkopf.valuation import JACK_SOLO, NORMAL, QUEEN_SOLO, REDEAL, TRUMP_SOLO
from scorecheck.model.cells import Number, Unreadable, Value, whole
from scorecheck.model.sheet import Entry, Sheet, excess
from scorecheck.model.terms import Param

SHEETS = ("points", "totals")
WITH_GAMES = (*SHEETS, "detail")
ALL_SHEETS = (*WITH_GAMES, "rounds")
_ON_VALUE = frozenset({"doppelkopf/game-value", "doppelkopf/bock-forgotten", "doppelkopf/points-too-high"})

ZERO_SUM = Rule(
    "doppelkopf/zero-sum",
    ERROR,
    absorbs=_ON_VALUE | {"doppelkopf/pattern", "doppelkopf/parity", "sheet/total-mismatch"},
)
PATTERN = Rule("doppelkopf/pattern", ERROR, absorbs=_ON_VALUE)


def _is_a_row_out(before: Hit, now: Hit) -> bool:
    """Whether the dealer of one of two games sat out in the other."""
    if not before.variant == now.variant == "dealer":
        return False
    return now.params["sitter"] == before.params["dealer"] or now.params["dealer"] == before.params["sitter"]


DEALER_SITS_OUT = Rule(
    "doppelkopf/dealer-sits-out",
    ERROR,
    absorbs=_ON_VALUE
    | {"doppelkopf/zero-sum", "doppelkopf/pattern", "doppelkopf/points", "doppelkopf/no-negative"},
    goes_on=_is_a_row_out,
    left_open=frozenset({"shifted"}),
)
GAME_VALUE = Rule("doppelkopf/game-value", ERROR, absorbs=frozenset({"doppelkopf/points-too-high"}))
BOCK_FORGOTTEN = Rule(
    "doppelkopf/bock-forgotten",
    ERROR,
    absorbs=frozenset({"doppelkopf/points-too-high"}),
    doubtful=WARNING,
    left_open=frozenset({"alone"}),
)
POINTS_TOO_HIGH = Rule("doppelkopf/points-too-high", WARNING)
NAMED_PARTY = Rule("doppelkopf/named-party", WARNING)


def is_redeal(entry: Entry) -> bool:
    """Whether the cards were dealt again: no game, and not counted."""
    return "kind" in entry.fields and kind_in(str(entry.fields["kind"])) == REDEAL


def is_game(entry: Entry, _sheet: Sheet) -> bool:
    """Whether an entry is a game that counts: also with 0 points, but no redeal or penalty."""
    if entry.opening:
        return False
    if ROLES_OF_MARKS.isdisjoint(entry.fields):
        return True
    return not is_redeal(entry) and not (is_marked(entry) and is_plain(entry.points))


def _zero_sum(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if sheet.notation != "plus-minus":
        return
    out = excess(entry, sheet)
    if not out:
        return
    variant = "totals" if sheet.running else "round" if sheet.layout == "rounds" else ""
    if sheet.preset == "ddv":
        # A deduction in nobody's favour leaves the totals below 0.
        if (sheet.running and not sum(entry.points)) or (is_marked(entry) and _is_deducted(entry, sheet)):
            return
        if not sheet.running and is_plain(entry.points):
            variant = "penalty"
    yield Hit(None, {"sum": out}, variant, sheet.points_columns, off=out)


def _is_deducted(entry: Entry, sheet: Sheet) -> bool:
    """Whether a penalty explains why a row does not add up to 0."""
    if sheet.layout == "rounds":
        return -MOST_DEDUCTED <= sum(entry.points) < 0
    return explains(entry.points)


def _pattern(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if entry.opening:
        return
    redealt = is_redeal(entry) and any(entry.points)
    if payment_of(entry.points, sheet.notation) is not None and not redealt:
        return
    params = {"points": tuple([signed(n) for n in entry.points if n])}
    if redealt:
        yield Hit(None, params, "redeal", sheet.points_columns)
        return
    if sheet.preset == "ddv" and sheet.notation == "plus-minus":
        if is_marked(entry) and explains(entry.points):
            return
        if is_plain(entry.points) and not sum(entry.points):
            yield Hit(None, params, "penalty", sheet.points_columns)
            return
    if sheet.notation != "plus-minus":
        yield Hit(None, params, sheet.notation, sheet.points_columns)
    elif not sum(entry.points):
        yield Hit(None, params, "totals" if sheet.running else "", sheet.points_columns)


def signed(number: Number) -> str:
    """A number with its sign, for messages."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def _dealer_sits_out(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if len(entry.points) <= AT_TABLE or entry.opening or not any(entry.points):
        return
    in_game = [position for position, points in enumerate(entry.points) if points]
    yield from _second_sits_out(entry, sheet)
    dealer, out = dealer_of(entry, sheet), sum(entry.points)
    dealer = dealer if dealer in in_game else None
    # A wrong total looks like points of a player who sat out, about whom the sum says more.
    if sheet.running and out and (dealer is None or entry.points[dealer] != out):
        return
    columns = tuple(sheet.points_columns[position] for position in in_game)
    off = out if out and not sheet.running else None
    if dealer is None:
        if len(in_game) > AT_TABLE:
            yield Hit(None, {"players": len(in_game)}, "totals" if sheet.running else "", columns, off=off)
    else:
        yield _dealer_played(entry, sheet, dealer, off)


def _dealer_played(entry: Entry, sheet: Sheet, dealer: int, off: Number | None) -> Hit:
    """The finding for a dealer with points: if another sat out, the column of the dealer is wrong."""
    name = sheet.players[dealer]
    columns = tuple(
        column for column, points in zip(sheet.points_columns, entry.points, strict=True) if points
    )
    sitters = [position for position, points in enumerate(entry.points) if not points]
    if len(sitters) == 1 and payment_of(entry.points, sheet.notation) is not None:
        params: dict[str, Param] = {"dealer": name, "sitter": sheet.players[sitters[0]]}
        return Hit(sheet.column("dealer"), params, "dealer", (sheet.points_columns[dealer],))
    params = {"dealer": name, "points": entry.points[dealer]}
    variant = "total" if sheet.running else "points"
    return Hit(sheet.points_columns[dealer], params, variant, columns, off=off)


def second_sitter(entry: Entry, sheet: Sheet) -> tuple[int, int] | None:
    """At a table of six, the dealer and the other player who sits out; ``None`` if unknown."""
    if len(entry.points) != AT_TABLE + 2 or entry.opening:
        return None
    dealer = dealer_of(entry, sheet)
    sitters = [position for position, points in enumerate(entry.points) if not points]
    if dealer is None or dealer not in sitters or len(sitters) != 2:
        return None
    return dealer, next(position for position in sitters if position != dealer)


def _second_sits_out(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    after = sheet.options.get("second_sitter", 0)
    found = second_sitter(entry, sheet) if after else None
    if found is None:
        return
    dealer, other = found
    due = (dealer + int(after)) % len(entry.points)
    if other != due:
        names = sheet.players
        params: dict[str, Param] = {"dealer": names[dealer], "due": names[due], "sitter": names[other]}
        related = (sheet.points_columns[other],)
        yield Hit(sheet.points_columns[due], params, "second", related)


def _named_party(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """The players named beside a game won or lost it together."""
    paid = payment_of(entry.points, sheet.notation)
    if paid is not None and paid.value and not entry.opening:
        from scorecheck.games.doppelkopf.named import misnamed

        yield from misnamed(entry, sheet)


def dealer_of(entry: Entry, sheet: Sheet) -> int | None:
    """The player in the dealer column, by name or the start of it."""
    return position_of(str(entry.fields.get("dealer", "")), sheet.players)


def value_beside(entry: Entry) -> tuple[str, Number | None]:
    """The value beside a game, and the role of its column; ``None`` if it is no number."""
    if WON_BY in entry.fields and "value" not in entry.fields:
        from scorecheck.games.doppelkopf.named import said_won_by

        said = said_won_by(entry)
        return WON_BY, None if said is None else said.value
    value = entry.numbers.get("value")
    return "value", None if isinstance(value, Unreadable) else value


def _game_value(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    paid, (role, value) = payment_of(entry.points, sheet.notation), value_beside(entry)
    if entry.opening or paid is None or value is None:
        return
    times = times_of_value(entry, sheet)
    if value_fits(value, paid, times) or _is_bock_slip(value, paid, times):
        return
    params = {"value": value, "points": paid.value}
    yield Hit(sheet.column(role), params, "solo" if paid.solo else "", sheet.points_columns)


def _bock_forgotten(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    paid, (_, value) = payment_of(entry.points, sheet.notation), value_beside(entry)
    if entry.opening or paid is None:
        return
    if value is None:
        times = times_of(entry, sheet)
        once_more = [points * (1 - times) for points in entry.points]
        if any(once_more) and once_more == [out_of_total(sheet, at) for at in range(len(once_more))]:
            params = {"points": paid.value, "due": times * paid.value}
            yield Hit(None, params, "by-totals", sheet.points_columns)
        return
    times = times_of_value(entry, sheet)
    if not value_fits(value, paid, times) and _is_bock_slip(value, paid, times):
        due = times * paid.value if value_fits(value, paid) else paid.value / Fraction(2)
        params = {"value": value, "points": paid.value, "due": due}
        # If no other Bock game shows it, the value may be doubled already.
        alone = sheet.options.get("value_in_bock", "shown") == "shown"
        yield Hit(None, params, "alone" if alone else "", sheet.points_columns, doubtful=alone)


def times_of_value(entry: Entry, sheet: Sheet) -> int:
    """How many times the value is paid: once if that of a Bock game is doubled already."""
    return 1 if sheet.options.get("value_in_bock") == "doubled" else times_of(entry, sheet)


def _is_bock_slip(value: Number, paid: Payment, times: int) -> bool:
    """Whether a Bock row is doubled once too rarely or too often."""
    return times > 1 and (value_fits(value, paid) or value_fits(value, paid, 2 * times))


def _points_too_high(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    paid = payment_of(entry.points, sheet.notation)
    if entry.opening or paid is None or paid.value.denominator != 1 or is_marked(entry):
        return
    value, preset = int(paid.value), sheet.preset or "tcg"
    kind = NORMAL
    if paid.solo:
        said = kind_in(str(entry.fields.get("kind", "")))
        kind = QUEEN_SOLO if said in (QUEEN_SOLO, JACK_SOLO) else TRUMP_SOLO
    if is_reachable(value, kind, preset, sheet.options):
        return
    times = times_of(entry, sheet)
    if times > 1 and value % times == 0 and is_reachable(value // times, kind, preset, sheet.options):
        return
    variant = f"{'solo' if paid.solo else 'odd' if value % 2 else 'even'}{'-ddv' if preset == 'ddv' else ''}"
    yield Hit(None, {"points": value}, variant, sheet.points_columns)


def is_bock(entry: Entry, sheet: Sheet) -> bool:
    """Whether the row counts double: it is marked by a letter of B-O-C-K, or the word."""
    return times_of(entry, sheet) > 1


def times_of(entry: Entry, sheet: Sheet) -> int:
    """How many times a row counts: by its factor, or twice if it is marked as Bock."""
    fields = entry.fields
    mark = plain(fields["bock"]) if "bock" in fields else ""
    if mark not in _NO_BOCK:
        factor = mark.strip("x")
        if factor in _FACTORS - {"1"}:
            return int(factor)
        return 1 if factor == "1" and has_factors(sheet) else 2
    if not ROLES_OF_MARKS.isdisjoint(fields) and any(
        "bock" in str(fields.get(role, "")).casefold() for role in ROLES_OF_MARKS
    ):
        return 2
    return times_paid(entry, sheet) or 1 if sheet.options.get("bock_by_value") == "paid" else 1


def times_paid(entry: Entry, sheet: Sheet) -> int | None:
    """How many times the value is paid, 0 for something else; ``None`` without a value."""
    paid, (_, value) = payment_of(entry.points, sheet.notation), value_beside(entry)
    if entry.opening or not value or paid is None:
        return None
    return next((times for times in (1, 2, 4) if value_fits(value, paid, times)), 0)


def has_factors(sheet: Sheet) -> bool:
    """Whether the column of Bock holds factors, so that 1 means once.

    If others are empty, the numbers count the games of a round.
    """
    column = sheet.column("bock")
    marks = (plain(sheet.table.value(row, column or 0)).strip("x") for row in sheet.rows_of_games)
    return column is not None and all(mark in _FACTORS for mark in marks)


def dues(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The right value and dealer of a game, given its points."""
    paid = payment_of(entry.points, sheet.notation)
    if paid is None or entry.opening:
        return
    value = entry.numbers.get("value")
    if value is not None:
        minus = not isinstance(value, Unreadable) and value < 0 and _signs_values(entry, sheet)
        for due in _values_due(entry, paid, sheet):
            yield "value", str(-due if minus else due)
    if WON_BY in entry.fields:
        from scorecheck.games.doppelkopf.named import value_dues

        yield from value_dues(entry, _values_due(entry, paid, sheet))
    if sheet.column("dealer") is not None and paid.value:
        yield from (("dealer", sheet.players[at]) for at in _may_have_dealt(entry, past, sheet))


def _may_have_dealt(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Sequence[int]:
    """Who sat out, if the dealer does: of several only the one whose turn it was, if known."""
    out = [at for at, one in enumerate(entry.points) if not one]
    before = dealer_of(past[-1], sheet) if past else None
    turn = None if before is None else (before + 1) % len(sheet.players)
    return [turn] if turn in out else out


def _signs_values(entry: Entry, sheet: Sheet) -> bool:
    """Whether the sign of values shows the winning party in other rows, too."""
    column = sheet.column("value")
    rows = (row for row in range(sheet.stop) if row != entry.row)
    return column is not None and any((amount(sheet.table.value(row, column)) or 0) < 0 for row in rows)


def _values_due(entry: Entry, paid: Payment, sheet: Sheet) -> tuple[Number, ...]:
    """The right values: for a solo those of one opponent or three times that, as in other solos.

    Unchanged if no value fits, as no value has a fraction.
    """
    due = paid.value / Fraction(times_of_value(entry, sheet))
    if due.denominator > 1:
        _, said = value_beside(entry)
        return () if said is None else (said,)
    due = due.numerator
    if not paid.solo:
        return (due,)
    single, triple = _solos_say(sheet, entry.row)
    return (*((due,) if single >= triple else ()), *((3 * due,) if triple >= single else ()))


def _solos_say(sheet: Sheet, but: int) -> tuple[int, int]:
    """The number of other solos with the value of one opponent, and with three times that."""
    column, cell = sheet.column("value"), sheet.table.value
    if column is None or sheet.running:
        return 0, 0
    said = [
        _solo_says(sheet.notation, cell(row, column), *(cell(row, at) for at in sheet.points_columns))
        for row in range(sheet.stop)
        if row != but
    ]
    return sum(single for single, _ in said), sum(triple for _, triple in said)


@lru_cache(maxsize=4096, typed=True)
def _solo_says(notation: str, value: Value, *cells: Value) -> tuple[bool, bool]:
    """Whether the value of a solo is one opponent's, and whether three times that; neither for other games.

    Repairs call it for all rows, once for each possible meaning.
    """
    # The cache of payments is for whole numbers, to which equal fractions would be the same key.
    said, paid = amount(value), payment_of(tuple(whole(amount(cell) or 0) for cell in cells), notation)
    if not said or paid is None or not paid.solo:
        return False, False
    return abs(said) == paid.value, abs(said) == 3 * paid.value


_NO_BOCK = frozenset({"", "0", "nein", "no", "nei"})
_FACTORS = frozenset({"1", "2", "4", "8"})


def spells_bock(words: Sequence[str]) -> bool:
    """Whether the letters in a column spell BOCK, a letter per row, once or several times."""
    said = "".join(words).casefold().replace(" ", "")
    return len(said) >= len(_BOCK) and (_BOCK * len(said)).startswith(said)


_BOCK = "bock"


def is_code(words: Sequence[str]) -> bool:
    """Whether a column before a player's has letters for facts of each row, such as Re or a caught fox."""
    codes = (word.strip().upper() for word in words)
    return all(0 < len(code) <= 3 and _CODES.issuperset(code) for code in codes)


_CODES = frozenset("RFDKHS")


def value_fits(value: Number, paid: Payment, times: int = 1) -> bool:
    """Whether the value agrees with the payment of the game.

    Its sign may show the winning party. In a solo it may be one opponent's points, or the soloist's. A Bock
    row pays it twice, or ``times`` as often.
    """
    due = abs(value) * times
    return due == paid.value or (paid.solo and due == 3 * paid.value)


def _has_signs(sheet: Sheet) -> bool:
    """Whether values with the sign of a named party may stand beside the games."""
    return sheet.column("value") is not None and sheet.column(PARTY) is not None


_VALUES = frozenset({"value", WON_BY})
_NAMED = frozenset({OUT, "kind", *SAY_WHO_WON})
zero_sum = row_check(ZERO_SUM, _zero_sum, layouts=ALL_SHEETS)
pattern = row_check(PATTERN, _pattern, layouts=WITH_GAMES, of_change=True, doubts=True)
dealer_sits_out = row_check(
    DEALER_SITS_OUT, _dealer_sits_out, layouts=WITH_GAMES, of_change=True, doubts=True
)
CHECKS = (
    zero_sum,
    pattern,
    dealer_sits_out,
    row_check(GAME_VALUE, _game_value, layouts=SHEETS, beside=_VALUES, of_change=True),
    row_check(NAMED_PARTY, _named_party, layouts=SHEETS, beside=_NAMED, of_change=True),
    rows_check(
        NAMED_PARTY, late("games.doppelkopf.named", "against_signs"), layouts=SHEETS, where=_has_signs
    ),
    row_check(BOCK_FORGOTTEN, _bock_forgotten, layouts=SHEETS, beside=_VALUES | {"bock"}, of_change=True),
    row_check(POINTS_TOO_HIGH, _points_too_high, layouts=WITH_GAMES, of_change=True),
)
