"""The rules for sheets of chouette totals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from itertools import islice
from operator import ne

from scorecheck.checks.check import ERROR, WARNING, Hit, Rule, Summary, row_check, sheet_check, step_check
from scorecheck.checks.common import variant_of, words_of
from scorecheck.checks.rules import NOT_A_NUMBER
from scorecheck.model.cells import Number, Value, number_in, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet, excess
from scorecheck.model.terms import Param

_MOST_REDOUBLES = 8
"""The largest number of turns after the take: 256 times the first value."""


def is_payment(amount: Number) -> bool:
    """Whether one cube can give this payment: a power of two, once, twice or three times."""
    if not amount:
        return True
    if not isinstance(amount, int):
        return False
    # The rest after division by the largest power of two.
    return amount // (amount & -amount) in (1, 3, -1, -3)


def odd_payments(points: Sequence[Number]) -> tuple[int, ...]:
    """The changes that no cube gives; the player who deals with all others may be one."""
    return tuple([position for position, amount in enumerate(points) if not is_payment(amount)])


def is_one_entry(points: Sequence[Number]) -> bool:
    """Whether one player may have settled with each of the others by a cube."""
    return len(odd_payments(points)) <= 1


class Extra(NamedTuple):
    """An entry in which passers pay the only taker for an extra cube (MCC rule)."""

    box: int
    taker: int
    givers: tuple[int, ...]
    price: Number | None
    """The debt of each giver: half the extra cube. ``None`` if the passes were unequal."""
    certain: bool
    """Whether nothing else is possible: nobody else could be playing."""


def extra_of(points: Sequence[Number], before: Sequence[Number]) -> Extra | None:
    """The extra in an entry, by its form and the entry before; ``None`` if it is none.

    In the entry before, the box won from the passers. Now the box is unchanged, one who did not pass wins,
    and only passers pay.
    """
    boxes = [position for position, amount in enumerate(before) if amount > 0]
    takers = [position for position, amount in enumerate(points) if amount > 0]
    if len(boxes) != 1 or len(takers) != 1:
        return None
    box, taker = boxes[0], takers[0]
    passed = {position: -amount for position, amount in enumerate(before) if amount < 0}
    givers = tuple(position for position, amount in enumerate(points) if amount < 0)
    if points[box] or before[taker] or not givers or not passed.keys() >= set(givers):
        return None
    prices = set(passed.values())
    price = prices.pop() if len(prices) == 1 else None
    alone = len(passed) == len(points) - 2
    return Extra(box, taker, givers, price, certain=alone and price is not None and len(points) >= 4)


def extra_price(extra: Extra, points: Sequence[Number]) -> Number | None:
    """The debt of each giver: the price of the passes, else the most frequent one if it is half a cube."""
    if extra.price is not None:
        return extra.price
    paid = sorted(-points[giver] for giver in extra.givers)
    middle = paid[len(paid) // 2]
    return middle if isinstance(middle, int) and middle & (middle - 1) == 0 else None


def settlement(points: Sequence[Number], extra: Extra, cube: Number) -> tuple[Number, ...]:
    """The settlement after an extra that fits an entry best: the right points of each player.

    Every giver gets or pays the extra cube once, twice or three times; the box the taker's cube, which may
    have been turned again, with the same sign and factor; the taker the rest.
    """
    best: tuple[Number, ...] = ()
    most = len(points) + 1, 0
    for factor in (1, 2, 3, -1, -2, -3):
        # What the givers do not pay is wrong whatever the box does.
        least = sum([points[giver] != factor * cube for giver in extra.givers])
        for turned in range(_MOST_REDOUBLES + 1):
            if (least, turned) >= most:
                break
            dues = _settled(len(points), extra, factor * cube, 2**turned)
            wrong = sum(map(ne, points, dues)), turned
            if wrong < most:
                best, most = dues, wrong
    return best


def _settled(seats: int, extra: Extra, paid: Number, turned: int) -> tuple[Number, ...]:
    due: list[Number] = [0] * seats
    for giver in extra.givers:
        due[giver] = paid
    due[extra.box] = paid * turned
    due[extra.taker] = -sum(due)
    return tuple(due)


SHEETS = ("totals",)
"""A row per entry: all totals after it."""
POINTS = ("points",)
"""A row per entry: its points."""

ZERO_SUM = Rule(
    "chouette/zero-sum",
    ERROR,
    absorbs=frozenset({"chouette/control", "chouette/impossible-payment", "sheet/total-mismatch"}),
)
IMPOSSIBLE_PAYMENT = Rule("chouette/impossible-payment", WARNING)
_EXPLAINED_BY_EXTRA = frozenset({"chouette/zero-sum", "chouette/control", "chouette/impossible-payment"})
EXTRA_PAYMENT = Rule("chouette/extra-payment", ERROR, absorbs=_EXPLAINED_BY_EXTRA, doubtful=WARNING)
EXTRA_SETTLEMENT = Rule("chouette/extra-settlement", ERROR, absorbs=_EXPLAINED_BY_EXTRA, doubtful=WARNING)
BOX = "box"
"""The role of a column that names the box."""


class Control(NamedTuple):
    """A control: the sum of the positive totals, and of the negative ones without a sign."""

    positive: int
    negative: int


_MARKS = frozenset("/-–—−")


def control_of(value: Value) -> Control | int | str | None:
    """The control in a cell: a pair (37/37, ±37), one number, ``None`` if not calculated, else the text."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return int(value) if value == int(value) else value_text(value)
    if isinstance(value, (date, time, timedelta, bool)):
        return value_text(value)
    text = value.strip()
    if not text or text in _MARKS:
        return None
    pair = re.fullmatch(r"\+?(\d{1,9})\s*[/:|]\s*[-−–]?(\d{1,9})", text, re.ASCII)
    both = pair or re.fullmatch(r"(?:±|\+\s?/?\s?[-−–])\s*(\d{1,9})", text, re.ASCII)
    if both:
        return Control(int(both[1]), int(both[both.lastindex or 1]))
    said = text.replace("\N{MINUS SIGN}", "-")
    return int(said) if re.fullmatch(r"[-+]?\d{1,9}", said, re.ASCII) else text


def _zero_sum(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    out = excess(entry, sheet)
    if out:
        positive, negative = _sides(entry.totals)
        params = {"sum": out, "positive": positive, "negative": negative}
        suspects = tuple(sheet.points_columns[position] for position in _suspects(entry))
        yield Hit(suspects[0] if suspects else None, params, "", suspects or sheet.points_columns, off=out)


def _zero_sum_of_points(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    out = excess(entry, sheet)
    if out:
        yield Hit(None, {"sum": out}, "points", sheet.points_columns, off=out)


def _suspects(entry: Entry) -> list[int]:
    """The totals that may be wrong: those written in this row, on the side of the wrong number."""
    written = [position for position, cell in enumerate(entry.written) if cell is not None]
    control = control_of(entry.fields.get("control", ""))
    if isinstance(control, Control) and control.positive == control.negative:
        positive, negative = _sides(entry.totals)
        if positive == control.positive:
            return [position for position in written if entry.totals[position] < 0] or written
        if negative == control.negative:
            return [position for position in written if entry.totals[position] > 0] or written
    return written


def _sides_of(entry: Entry, sheet: Sheet) -> tuple[Number, Number]:
    """What a control is worked out from: the points of a row, or the totals, which may stand beside them."""
    return _sides(entry.points if _are_of_points(sheet) else entry.totals)


def _are_of_points(sheet: Sheet) -> bool:
    """Whether controls are of points, and not of totals beside them: more of the first pairs are."""
    if sheet.running or sheet.column("control") is None:
        return False
    by_points = by_totals = 0
    for said, points, totals in _first_controls(sheet):
        by_points += control_of(said) == _sides(points)
        by_totals += control_of(said) == _sides(totals)
    return by_points >= by_totals


class _FirstControl(NamedTuple):
    """A control that was worked out, with the numbers of its row, and their sums down to there."""

    said: Value
    points: Sequence[Number]
    totals: Sequence[Number]


def _first_controls(sheet: Sheet) -> Sequence[_FirstControl]:
    """The first controls that were worked out, beside numbers of which one is not 0."""
    column, found = sheet.column("control"), list[_FirstControl]()
    totals: Sequence[Number] = [0] * len(sheet.points_columns)
    for row in range(sheet.stop if column is not None else 0):
        numbers = [number_in(sheet.table.value(row, at)) or 0 for at in sheet.points_columns]
        totals = [one + more for one, more in zip(totals, numbers, strict=True)]
        said = sheet.table.value(row, column or 0)
        if isinstance(control_of(said), int | Control) and any(numbers):
            found.append(_FirstControl(said, numbers, totals))
        if len(found) == _SHOW:
            break
    return found


_SHOW = 5
"""The number of controls that show how they are written, since one of them may be wrong."""


def _sides(totals: Sequence[Number]) -> tuple[Number, Number]:
    return sum(n for n in totals if n > 0), -sum(n for n in totals if n < 0)


def _control(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    control, of_points = control_of(entry.fields.get("control", "")), _are_of_points(sheet)
    positive, negative = _sides(entry.points if of_points else entry.totals)
    params: dict[str, Param] = {"positive": positive, "negative": negative}
    column, of = sheet.column("control"), "points" if of_points else ""
    if isinstance(control, Control):
        # Of totals that follow from the points, a slip further up is told there.
        if control != (positive, negative) and (of or sheet.running or positive == negative):
            params["control"] = f"{control[0]}/{control[1]}"
            yield Hit(column, params, of)
    elif isinstance(control, int):
        form = _form_of_controls(sheet)
        # A formula for the sum adds up the row; by hand it is 0. Either number may stand among pairs.
        right = {"sum": (0, positive - negative), "plus": (positive,)}.get(form, (0, positive))
        if control not in right:
            params |= {"control": str(control), "total": control, "sum": positive - negative}
            yield Hit(column, params, f"{of or 'row'}-sum" if form == "sum" else of)


def dues(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The right control of an entry, in the form that the sheet has."""
    if sheet.column("control") is None:
        return
    positive, negative = _sides_of(entry, sheet)
    match _form_of_controls(sheet):
        case "sum":
            yield "control", str(positive - negative)
        case "plus":
            yield "control", str(positive)
        case "±" if positive == negative:
            yield "control", f"±{positive}"
        case _:
            yield "control", f"{positive}/{negative}"


def _form_of_controls(sheet: Sheet) -> str:
    """How most controls are written: the ``sum`` of the row, that of its ``plus`` side, or both sides, as
    ``/`` (37/37) or ``±`` (±37)."""
    said = [one.said for one in _first_controls(sheet)]
    numbers = [one for one in map(control_of, said) if isinstance(one, int)]
    if 2 * len(numbers) > len(said):
        return "plus" if 2 * numbers.count(0) < len(numbers) else "sum"
    return "±" if any(str(one).strip().startswith("±") for one in said) else "/"


def _control_text(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    value = entry.fields.get("control", "")
    spoilt = entry.dates.get("control")
    if spoilt is not None:
        # What was typed is known: 8/8 became 8 August. A row that does not add up has a finding of its own.
        due = _sides_of(entry, sheet)
        meant = next((said for said in spoilt.originals if control_of(said) == due), None)
        if entry.readable and _made_dates(sheet) and (meant is not None or excess(entry, sheet)):
            return
        if meant is not None and entry.readable:
            spoilt = spoilt._replace(originals=(meant,))
        yield Hit(
            sheet.column("control"), words_of(spoilt), variant_of(spoilt, "control-date-only", "control-date")
        )
    elif isinstance(control_of(value), str):
        yield Hit(sheet.column("control"), {"text": value_text(value)}, "control")


def _made_dates(sheet: Sheet) -> bool:
    """Whether a spreadsheet made dates of several controls: these are read back."""
    column = sheet.column("control") or 0
    dates = (1 for row in range(sheet.stop) if isinstance(sheet.table.value(row, column), date))
    return sum(islice(dates, 2)) > 1


def _control_missing(summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    column, last = sheet.column("control"), summary.last
    if column is not None and last is not None and control_of(last.fields.get("control", "")) is None:
        positive, negative = _sides(last.totals)
        params = {"game": last.label, "control": f"{positive}/{negative}"}
        yield Hit(
            column,
            params if last.readable and positive == negative else {"game": last.label},
            "" if last.readable and positive == negative else "unknown",
            row=last.row,
        )


def _impossible_payment(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if entry.opening or is_one_entry(entry.points):
        return
    odd = odd_payments(entry.points)
    names = tuple(sheet.players[position] for position in odd)
    points = [entry.points[position] for position in odd]
    amounts = tuple(f"+{number}" if number > 0 else f"−{-number}" for number in points)
    columns = tuple(sheet.points_columns[position] for position in odd)
    yield Hit(columns[0], {"players": names, "amounts": amounts}, "", columns[1:])


def is_marked_extra(entry: Entry) -> bool:
    """Whether a kind or a remark says that the entry is an extra."""
    said = [str(entry.fields.get(role, "")).casefold() for role in ("kind", "remark", "tag")]
    return any(word in text for text in said for word in ("extra", "ekstra"))


def extras_count(sheet: Sheet) -> bool:
    """Whether the rules of a sheet know extras."""
    return sheet.options.get("extras") is True


def _extra_payment(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[Hit]:
    if not extras_count(sheet) or entry.opening:
        return
    marked = is_marked_extra(entry)
    before = past[-1] if past and not past[-1].opening else None
    extra = extra_of(entry.points, before.points) if before else None
    if extra is None:
        if marked:
            yield from _misshapen(entry, before, sheet)
        return
    certain = (extra.certain and not _taker_was_out(extra, past[-2] if len(past) > 1 else None)) or marked
    if certain or not _is_no_odd_extra(entry):
        yield from _wrong_extra(extra, entry, sheet, doubtful=not certain)


def _wrong_extra(extra: Extra, entry: Entry, sheet: Sheet, *, doubtful: bool) -> Iterator[Hit]:
    """A wrong payment in an extra."""
    due = extra_price(extra, entry.points)
    wrong = next((giver for giver in extra.givers if due is None or entry.points[giver] != -due), None)
    names, columns, taker = sheet.players, sheet.points_columns, sheet.players[extra.taker]
    if wrong is not None:
        params = {"giver": names[wrong], "paid": -entry.points[wrong], "taker": taker}
        related = tuple(columns[p] for p in (*extra.givers, extra.taker) if p != wrong)
        variant, more = ("no-cube", {}) if due is None else ("", {"due": due, "cube": 2 * due})
        yield Hit(columns[wrong], params | more, variant, related, doubtful=doubtful)
    elif sum(entry.points):
        given = -sum(entry.points[giver] for giver in extra.givers)
        params = {"taker": taker, "got": entry.points[extra.taker], "due": given}
        yield Hit(columns[extra.taker], params, "taker", tuple(columns[giver] for giver in extra.givers))


def _taker_was_out(extra: Extra, above: Entry | None) -> bool:
    """Whether the taker had paid the same box just above the passes: then those ended the game."""
    return (
        above is not None and not above.opening and above.points[extra.box] == -above.points[extra.taker] > 0
    )


def _is_no_odd_extra(entry: Entry) -> bool:
    """Whether an entry need not be an extra, or does not add up and so is wrong anyway."""
    return is_one_entry(entry.points) or sum(entry.points) != 0


def _misshapen(entry: Entry, before: Entry | None, sheet: Sheet) -> Iterator[Hit]:
    """The wrong part of an entry that is called an extra and has another form."""
    gainers = [position for position, amount in enumerate(entry.points) if amount > 0]
    payers = [position for position, amount in enumerate(entry.points) if amount < 0]
    columns = sheet.points_columns
    if len(gainers) != 1 or not payers:
        yield Hit(None, {}, "one-taker", columns)
        return
    boxes = [p for p, amount in enumerate(before.points) if amount > 0] if before else []
    if before is None or len(boxes) != 1:
        paid = {-entry.points[p] for p in payers}
        if len(paid) > 1:
            yield Hit(
                columns[payers[0]],
                {"taker": sheet.players[gainers[0]]},
                "unequal",
                tuple(columns[p] for p in payers),
            )
        return
    if entry.points[boxes[0]]:
        yield Hit(columns[boxes[0]], {"box": sheet.players[boxes[0]]}, "box-moves")
        return
    stray = [p for p in (*payers, *gainers) if (before.points[p] < 0) != (p in payers)]
    if stray:
        kind = "not-a-passer" if stray[0] in payers else "taker-passed"
        yield Hit(columns[stray[0]], {"player": sheet.players[stray[0]]}, kind)


def _extra_settlement(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[Hit]:
    if not extras_count(sheet) or len(past) < 2 or past[-2].opening:
        return
    given = past[-1]
    extra = extra_of(given.points, past[-2].points)
    if extra is None:
        return
    certain = (
        extra.certain and not _taker_was_out(extra, past[-3] if len(past) > 2 else None)
    ) or is_marked_extra(given)
    price = extra_price(extra, given.points)
    if price is None or (not certain and _is_no_odd_extra(entry)):
        return
    due = settlement(entry.points, extra, 2 * price)
    wrong = [position for position, amount in enumerate(due) if entry.points[position] != amount]
    if not wrong:
        return
    names, columns = sheet.players, sheet.points_columns
    params = {"cube": 2 * price, "givers": tuple(names[g] for g in extra.givers), "taker": names[extra.taker]}
    related = tuple(columns[p] for p in (extra.box, extra.taker, *extra.givers) if p != wrong[0])
    if len(wrong) == 1:
        at = wrong[0]
        params |= {
            "player": names[at],
            "change": entry.points[at],
            "due": due[at],
            "total": given.totals[at] + due[at],
        }
        yield Hit(columns[at], params, "", related)
    else:
        yield Hit(columns[wrong[0]], params, "row", related, doubtful=not certain)


zero_sum = row_check(ZERO_SUM, _zero_sum, layouts=SHEETS)
control = row_check(Rule("chouette/control", ERROR), _control, layouts=(*SHEETS, *POINTS))
CHECKS = (
    row_check(NOT_A_NUMBER, _control_text, layouts=(*SHEETS, *POINTS), arithmetic=False),
    zero_sum,
    row_check(ZERO_SUM, _zero_sum_of_points, layouts=POINTS),
    control,
    sheet_check(
        Rule("chouette/control-missing", WARNING, has_repairs=False), _control_missing, layouts=SHEETS
    ),
    row_check(
        IMPOSSIBLE_PAYMENT, _impossible_payment, layouts=(*SHEETS, *POINTS), of_change=True, doubts=True
    ),
    step_check(EXTRA_PAYMENT, _extra_payment, layouts=SHEETS, reach=2, doubts=True),
    step_check(EXTRA_SETTLEMENT, _extra_settlement, layouts=SHEETS, reach=3, doubts=True),
)
