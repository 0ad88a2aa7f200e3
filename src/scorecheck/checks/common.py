"""The checks that all games share: cells that cannot be read, totals, headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from scorecheck.checks.check import HEADINGS, Check, Hit, Rule, Summary, Watcher, row_check, sheet_check
from scorecheck.checks.money import HeldMoney, amount, columns_held, held_money, money_mismatch, rows_not_held
from scorecheck.checks.rules import (
    DUPLICATE_PLAYER,
    MISSING_VALUE,
    NOT_A_NUMBER,
    NOT_A_WHOLE_NUMBER,
    RANK_ORDER,
    RUNNING_MISMATCH,
    SHIFTED_ROW,
    TOTAL_MISMATCH,
    UNCALCULATED_FORMULA,
    UNKNOWN_COLUMN,
    WON_OR_LOST,
)
from scorecheck.checks.ruleset import Ground
from scorecheck.checks.words import (
    nearest_word,
    penalty_words,
    plain,
    row_name,
    says_penalty,
    setting,
    vocabulary,
)
from scorecheck.model.cells import Number, Unreadable, number_in, value_text, whole
from scorecheck.model.sheet import Column, Entry, Sheet, Table
from scorecheck.model.terms import Param


def has_both_signs(sheet: Sheet) -> bool:
    """Whether both plus and minus points are written, so that rows can be added up."""
    return sheet.notation == "plus-minus"


def player_at(sheet: Sheet, position: int) -> str:
    """The name over a column of points, by its position among those columns."""
    return sheet.table.headings[sheet.points_columns[position]]


def called_at(sheet: Sheet, position: int) -> str:
    """The same with the player's name, where a player has several columns, one a game."""
    player, heading = sheet.players[position], player_at(sheet, position)
    if sheet.players.count(player) == 1 or heading in {"", player}:
        return player
    return heading if heading.startswith(f"{player} ") else f"{player} ({heading})"


def words_of(cell: Unreadable) -> dict[str, Param]:
    """The params for a cell that should hold points: its text, and what may have been typed."""
    return {"text": cell.text, "originals": cell.originals} if cell.originals else {"text": cell.text}


def variant_of(cell: Unreadable, variant: str, of_date: str) -> str:
    """``of_date`` where the cell is a date and it is known what may have been typed; else ``variant``."""
    return of_date if cell.originals else variant


def _cells_of_kind(rule: Rule, *kinds: str) -> Check:
    """A check for unreadable cells of some kinds among the points and in the total row."""

    def look(entry: Entry, _past: object, sheet: Sheet) -> Iterator[Hit]:
        for position, cell in enumerate(entry.written):
            if isinstance(cell, Unreadable) and cell.kind in kinds:
                if cell.kind == "missing" and entry.written.count(cell) > 1:
                    empty = [at for at, other in enumerate(entry.written) if other == cell]
                    first, *others = (sheet.points_columns[at] for at in empty)
                    names = tuple(player_at(sheet, at) for at in empty)
                    yield Hit(first, {"names": names}, "missing-several", tuple(others))
                    return
                params = {"player": player_at(sheet, position), **words_of(cell)}
                plain = "date-only" if cell.kind == "date" else cell.kind
                yield Hit(sheet.points_columns[position], params, variant_of(cell, plain, "date"))

    def review(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
        for position, cell in enumerate(sheet.foot):
            if isinstance(cell, Unreadable) and cell.kind in kinds:
                params = {"player": player_at(sheet, position), **words_of(cell)}
                variant = variant_of(cell, "total", "total-date")
                yield Hit(sheet.points_columns[position], params, variant, row=sheet.total_row)

    return Check(rule, "row", look=look, review=review, arithmetic=False, of_unreadable=True)


def _columns_of_kind(rule: Rule, *, formulas: bool) -> Check:
    """A check for unreadable cells in number columns other than the players': formulas, or all others."""

    def look(entry: Entry, _past: object, sheet: Sheet) -> Iterator[Hit]:
        for role, cell in entry.numbers.items():
            column = sheet.column(role)
            if isinstance(cell, Unreadable) and column is not None and formulas == (cell.kind == "formula"):
                params = {"heading": sheet.table.headings[column], **words_of(cell)}
                yield Hit(column, params, variant_of(cell, "column", "column-date"))

    return Check(rule, "row", look=look, arithmetic=False, of_numbers=True)


def missing_fact(*roles: str, layouts: Iterable[str]) -> Check:
    """A check of layouts of records for empty cells in these roles."""

    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        for role in roles:
            column = sheet.column(role)
            # A mark such as - or x is no number either: such a game would count for nobody, unseen.
            nothing = role in entry.numbers and entry.numbers[role] is None
            if column is not None and (nothing or value_text(entry.fields.get(role, "")).strip() == ""):
                yield Hit(column, {"heading": sheet.table.headings[column]}, "column")

    return row_check(MISSING_VALUE, look, layouts=layouts, arithmetic=False)


def whole_columns(*, layouts: Iterable[str]) -> Check:
    """A check for fractions in number columns other than the players'."""

    def look(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
        for role, number in entry.numbers.items():
            column = sheet.column(role)
            if column is not None and isinstance(number, Fraction):
                params = {"heading": sheet.table.headings[column], "text": value_text(entry.fields[role])}
                yield Hit(column, params, "column")

    return row_check(NOT_A_WHOLE_NUMBER, look, layouts=layouts, arithmetic=False)


unreadable_column = _columns_of_kind(NOT_A_NUMBER, formulas=False)
uncalculated_column = _columns_of_kind(UNCALCULATED_FORMULA, formulas=True)
not_a_number = _cells_of_kind(NOT_A_NUMBER, "text", "error", "date")
missing_value = _cells_of_kind(MISSING_VALUE, "missing")
not_a_whole_number = _cells_of_kind(NOT_A_WHOLE_NUMBER, "fraction")
uncalculated_formula = _cells_of_kind(UNCALCULATED_FORMULA, "formula")


def _total_of_column(summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """Compares the total row with the sums of the rows above it."""
    if sheet.total_row is None or summary.last is None:
        return
    given = summary.last.totals
    empty = left_empty(sheet, given)
    place = "line" if sheet.table.turned else "above" if sheet.total_row < sheet.stop else "column"
    nothing = adds_up_nothing(sheet, given)
    if nothing and not sheet.table.turned:
        place = "nothing"
    for position, total in enumerate(sheet.foot):
        if isinstance(total, Unreadable) or position in summary.unreadable:
            continue
        at, due = sheet.points_columns[position], given[position]
        if total is not None and not _is_right(total, due, position, sheet):
            due += penalties_counted(sheet, given)[position]
            params = {"player": player_at(sheet, position), "total": total, "sum": due}
            from scorecheck.checks.subtotals import of_part

            off = None if nothing else due - total
            yield of_part(Hit(at, params, place, off=off, row=sheet.total_row), sheet)
        elif position in empty:
            params = {"player": player_at(sheet, position), "sum": due}
            yield Hit(at, params, "empty", row=sheet.total_row)


def adds_up_nothing(sheet: Sheet, given: Sequence[Number]) -> bool:
    """Whether all totals are 0 while several players got something: formulas pass over numbers in text."""
    return {*sheet.foot} == {0} and sum(map(bool, given)) > 1


def sitting(sheet: Sheet, entry: Entry) -> Sequence[int]:
    """Who sits out a row: the only player without points, or the only one with a mark where others have an
    empty cell or a 0; else nobody."""
    idle = [at for at, points in enumerate(entry.points) if not points]
    if len(idle) > 1:
        cells = [(at, value_text(sheet.table.value(entry.row, sheet.points_columns[at]))) for at in idle]
        idle = [at for at, text in cells if text.strip() not in {"", "0"}]
    return idle if len(idle) == 1 else ()


def left_empty(sheet: Sheet, given: Sequence[Number]) -> Sequence[int]:
    """The players of sheets of points who got something and have no total, where at least half have one."""
    empty = [at for at, total in enumerate(sheet.foot) if total is None and given[at]]
    return () if sheet.running or 2 * len(empty) > len(sheet.foot) else empty


def out_of_total(sheet: Sheet, at: int) -> Number:
    """The sum of a player's points minus the total row; 0 where that is unknown."""
    said = sheet.foot[at] if sheet.foot and not sheet.running and sheet.stop <= _MOST_ADDED else None
    if said is None or isinstance(said, Unreadable):
        return 0
    column = sheet.points_columns[at]
    return whole(sum(amount(sheet.table.value(row, column)) or 0 for row in sheet.rows_of_games) - said)


_MOST_ADDED = 300
"""On longer sheets the rows are not compared with the total row."""


def _is_right(total: Number, due: Number, position: int, sheet: Sheet) -> bool:
    """Whether a total is the sum, the sum without what was carried in, or the sum with the penalties."""
    if total == due or (sheet.running and sheet.start and due - total == sheet.start[position]):
        return True
    return total == due + penalties_above(sheet)[position]


def _control_of_row(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Compares a control column with the sum of the row's points, or of its totals."""
    control = entry.numbers.get("control")
    if control is None or isinstance(control, Unreadable) or not entry.readable:
        return
    sums = (sum(entry.points), sum(entry.totals)) if sheet.running else (sum(entry.points),)
    if control not in sums:
        yield Hit(sheet.column("control"), {"total": control, "sum": sums[-1]}, "row")


def _carried(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Compares a first row of carried-over totals with the sheet before."""
    if sheet.continues is None or not entry.opening or not entry.readable:
        return
    for position, (total, before) in enumerate(zip(entry.totals, sheet.start, strict=True)):
        if total != before:
            params: dict[str, Param] = {"player": player_at(sheet, position), "total": total}
            params |= {"before": before, "sheet": sheet.continues.before}
            yield Hit(sheet.points_columns[position], params, "carried")


def _subtotals(sheet: Sheet) -> Watcher | None:
    """The watcher of subtotals, imported only where the sheet has some."""
    if not sheet.subtotals:
        return None
    from scorecheck.checks.subtotals import Subtotals

    return Subtotals(sheet)


total_mismatch = Check(
    TOTAL_MISMATCH,
    "row",
    look=lambda entry, _past, sheet: (*_control_of_row(entry, sheet), *_carried(entry, sheet)),
    watch=_subtotals,
    review=_total_of_column,
    arithmetic=False,
    of_numbers=True,
)


def _duplicate_player(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    if sheet.layout in {"standings", "list"}:
        return
    seen: dict[str, int] = {}
    for position, column in enumerate(sheet.points_columns):
        name = player_at(sheet, position)
        first = seen.setdefault(name.casefold(), column)
        if first != column:
            yield Hit(column, {"player": name}, related=(first,), row=HEADINGS)


def _penalty_rows(sheet: Sheet) -> Iterator[int]:
    """The rows labelled as penalties that are no games: all of them below the sums; above, on short sheets
    only, those that are unlike a game."""
    table, below = sheet.table, len(sheet.table.rows) if sheet.total_row is None else sheet.total_row + 1
    if sheet.column("category") is not None:
        # A box of a card may be called so.
        return
    for row in range(0 if len(table.rows) <= _SHORT else below, len(table.rows)):
        said = table.value(row, table.first_column)
        if is_penalty(table, row, sheet.points_columns) or (row >= below and says_penalty(said)):
            yield row


def is_penalty(table: Table, row: int, columns: Sequence[int]) -> bool:
    """Whether a row is labelled as a penalty, or as points beside the games, and is unlike a game: at most
    half of the players have any, or they do not add up to 0 where games do."""
    said = table.value(row, table.first_column)
    if said.__class__ is int or not says_penalty(said) or not said[:1].isalpha():
        return False
    first = [
        [amount(table.value(at, column)) or 0 for column in columns]
        for at in range(min(_SHOWING, len(table.rows)))
    ]
    mine = [amount(table.value(row, column)) or 0 for column in columns]
    even = sum(any(numbers) and not sum(numbers) for numbers in first)
    return 2 * sum(map(bool, mine)) <= len(columns) or (2 * even > sum(map(any, first)) and sum(mine) != 0)


ROLES_OF_MARKS = frozenset({"kind", "remark", "tag"})
"""The columns in which a row is marked: a redeal, a penalty, a Bock game."""
_MARKS = ("straf", "penalt")


def is_marked(entry: Entry) -> bool:
    """Whether a row is marked as having a penalty."""
    fields = entry.fields
    if ROLES_OF_MARKS.isdisjoint(fields):
        return False
    said = " ".join([str(fields[role]) for role in fields if role in ROLES_OF_MARKS]).casefold()
    return any(mark in said for mark in _MARKS)


_SHOWING = 20
"""The number of rows that show whether games add up to 0."""
_SHORT = 1000


def penalties_above(sheet: Sheet) -> tuple[Number, ...]:
    """The sum of each player's penalties above the total row, and in remarks."""
    rows = [row for row in _penalty_rows(sheet) if sheet.total_row is not None and row < sheet.total_row]
    found = [sum([amount(sheet.table.value(row, at)) or 0 for row in rows]) for at in sheet.points_columns]
    for position, cost, _ in _penalties_said(sheet):
        found[position] -= cost
    return tuple(map(whole, found))


def penalties_counted(sheet: Sheet, given: Sequence[Number]) -> tuple[Number, ...]:
    """The same where the total of somebody with a penalty shows that the total row counts them; else 0."""
    penalties = penalties_above(sheet)
    both = zip(sheet.foot, given, penalties, strict=True)
    counted = any(cost and total == due + cost for total, due, cost in both)
    return penalties if counted else (0,) * len(penalties)


def _penalties_said(sheet: Sheet) -> Iterator[tuple[int, int, Hit]]:
    """The remarks that name a penalty, one player and one number: the player, the penalty, and the hit."""
    column = sheet.column("remark")
    for row in range(min(sheet.stop, _SHORT)) if column is not None else ():
        said = sheet.table.value(row, column or 0)
        if not says_penalty(said):
            continue
        words = set(map(plain, said.split()))
        if all(penalty_words().get(word) != "penalty" for word in words):
            continue
        named = [position for position, name in enumerate(sheet.players) if plain(name) in words]
        costs = re.findall(_COST, said)
        if len(named) == len(costs) == 1:
            yield named[0], int(costs[0]), Hit(column, {"said": said}, "penalty-said", row=row)


_COST = r"[0-9]{1,6}"


def _unknown_column(
    summary: Summary, sheet: Sheet, words: tuple[str, ...], left: Callable[[Sheet], Container[int]]
) -> Iterator[Hit]:
    money = held_money(sheet)
    held, not_held = columns_held(sheet, money) | _totals_beside(sheet), left(sheet)
    unlike: list[Column] = []
    for column in sheet.columns:
        if column.role == "absent":
            yield Hit(column.at, {"heading": column.heading}, "absent", row=HEADINGS)
        if column.at in not_held:
            unlike.append(column)
        if column.at == sheet.check_of_zeros:
            line = setting("columns", column.heading, "player")
            params: dict[str, Param] = {"heading": column.heading, "line": line}
            yield Hit(column.at, params, "zeros", row=HEADINGS)
        games = summary.may_count.get(column.at)
        if games:
            line = setting("columns", column.heading, "other")
            params = {"heading": column.heading, "games": games, "line": line}
            yield Hit(column.at, params, "may-count", row=HEADINGS, doubtful=True)
            continue
        if column.role != "unknown" or column.at in held:
            continue
        if column.at in sheet.table.hidden_columns:
            yield Hit(column.at, {"heading": column.heading}, "hidden", row=HEADINGS)
            continue
        near = _nearest_heading(column.heading, sheet, words)
        if near is None:
            unlike.append(column)
        else:
            yield Hit(column.at, {"heading": column.heading, "near": near}, "near", row=HEADINGS)
    if unlike:
        # One heading may stand beside each player.
        headings = (*dict.fromkeys(column.heading for column in unlike),)
        others = tuple(column.at for column in unlike[1:])
        if len(headings) == 1:
            yield Hit(unlike[0].at, {"heading": headings[0]}, related=others, row=HEADINGS)
        else:
            yield Hit(unlike[0].at, {"headings": headings}, "several", others, row=HEADINGS)
    yield from _rows_left(sheet, money, words)


def _rows_left(sheet: Sheet, money: Sequence[HeldMoney], words: tuple[str, ...]) -> Iterator[Hit]:
    """The rows that count for nothing, or are not checked."""
    first, not_held = sheet.table.first_column, rows_not_held(sheet, money)
    for row in _penalty_rows(sheet):
        yield Hit(first, {"heading": str(sheet.table.value(row, first))}, "penalty-row", row=row)
    yield from (hit for _, _, hit in _penalties_said(sheet))
    for row in not_held:
        label = next(value for value in sheet.table.of_row(row) if isinstance(value, str) and value)
        yield Hit(first, {"heading": label}, "money-row", row=row)
    added = {row for row, _ in sheet.subtotals}
    below = dict(_rows_below(sheet, added))
    for row in sorted(below.keys() & added):
        yield Hit(first, {"heading": below[row]}, "penalty-row", row=row)
    if sheet.game is None or vocabulary(*words, section="end"):
        # Where a game has words for the rows below, it checks them; so do lists.
        return
    known = {*not_held, *added, *(one.row for rate in money for one in rate.amounts)}
    left = {row: label for row, label in below.items() if row not in known}
    if left:
        row, *others = left
        yield Hit(first, {"headings": tuple(left.values())}, "rows-below", row=row, rows=tuple(others))


def _rows_below(sheet: Sheet, added: Container[int]) -> Iterator[tuple[int, str]]:
    """The rows of numbers below the totals that no check of games looks at, with their words; of those that
    are ``added`` to the totals one number is enough."""
    table, columns = sheet.table, sheet.points_columns
    rows, beside = (vocabulary("layouts", "words.toml", section=section) for section in ("rows", "columns"))
    below = () if sheet.total_row is None else range(max(sheet.stop, sheet.total_row + 1), len(table.rows))
    for row in below:
        numbers = sum(number_in(table.value(row, at)) is not None for at in columns)
        label = next((one for one in table.of_row(row)[: columns[0]] if isinstance(one, str) and one), "")
        means = rows.get(plain(label), beside.get(plain(label)))
        is_word = any(map(str.isalpha, label)) and not says_penalty(label)
        if (
            (2 * numbers > len(columns) or row in added)
            and is_word
            and means not in {"rank", "total", "carried", "aside"}
        ):
            yield row, label


def _nearest_heading(heading: str, sheet: Sheet, own: tuple[str, ...]) -> str | None:
    """The known heading most similar to an unknown one, among roles that no column has yet.

    What is not looked at anyway, as drinks, is not asked about.
    """
    shared = "layouts", "words.toml"
    # “Re/Kontra” is of both, and neither is misspelt.
    if "/" in heading or any(
        plain(heading) in vocabulary(*shared, section=section) for section in ("winners", "losers", "whose")
    ):
        return None
    for parts, section in ((own, sheet.layout), (own, "columns"), (shared, "columns")):
        words = vocabulary(*parts, section=section)
        if plain(heading) in words or row_name(heading, words) is not None:
            return None
        free = {role for role in words.values() if role != "aside" and sheet.column(role) is None}
        near = nearest_word(heading, parts, section, free)
        if near is not None:
            return near
    return None


def unknown_column(*words: str, left: Callable[[Sheet], Container[int]] = lambda _sheet: ()) -> Check:
    """A check for unknown columns, with the heading that may be meant. ``words`` is the data file with the
    game's headings; ``left`` gives known columns that no rule checks on the sheet."""
    return sheet_check(UNKNOWN_COLUMN, partial(_unknown_column, words=words, left=left))


def _of_shifted(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    sides = ("below", "above") if sheet.table.turned else ("right", "left")
    for row, (_, by) in sheet.table.shifted.items():
        params = {"line": sheet.table.line_name(row)}
        yield Hit(sheet.points_columns[0], params, sides[by < 0], row=row)


shifted_row = Check(SHIFTED_ROW, "row", review=_of_shifted, arithmetic=False, of_unreadable=True)

CELL_CHECKS = (
    shifted_row,
    not_a_number,
    unreadable_column,
    missing_value,
    not_a_whole_number,
    uncalculated_formula,
    uncalculated_column,
)
"""For any layout: cells that should hold numbers and do not."""


def _may_hold_totals(sheet: Sheet) -> bool:
    """Whether a column other than those of points may hold running totals; else the check is not imported."""
    roles = {column.role for column in sheet.columns}
    return bool(roles & {"unknown", "running", "tag"} and sheet.points_columns) and not sheet.running


def _totals_beside(sheet: Sheet) -> frozenset[int]:
    if not _may_hold_totals(sheet):
        return frozenset()
    from scorecheck.checks.standing_beside import columns_of_totals

    return frozenset(columns_of_totals(sheet))


def _running_mismatch(_summary: Summary, sheet: Sheet) -> Iterable[Hit]:
    if not _may_hold_totals(sheet):
        return ()
    from scorecheck.checks.standing_beside import mismatches

    return mismatches(sheet)


RUNNING_AGREE = Ground("running", RUNNING_MISMATCH, held=_totals_beside)
"""The running totals beside the points agree with them."""


def _won_or_lost(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """Reports points that count as won only by custom, and totals that include points nobody wrote."""
    if sheet.decided_by == "custom":
        yield Hit(row=HEADINGS)
    if sheet.notation != "plus-minus" and sheet.total_row is not None and not (sheet.foot or sheet.counted):
        yield Hit(sheet.points_columns[0], variant="net", row=sheet.total_row)


won_or_lost = sheet_check(WON_OR_LOST, _won_or_lost)


_FURTHEST_UP = 3


def rows_of_places(sheet: Sheet) -> tuple[list[int], list[int]]:
    """The labelled rows above or below the games: those of places, and all others."""
    # Without a total row nothing separates the games from the rows below them.
    first = sheet.stop if sheet.total_row is not None else max(0, sheet.stop - _FURTHEST_UP)
    below = range(first, len(sheet.table.rows))
    above = range(1 - sheet.table.first_row, 0) if sheet.table.turned else ()
    before = range(min(sheet.points_columns, default=0))
    rows = [row for row in (*above, *below) if row != sheet.total_row]
    values = [(row, sheet.table.value(row, at)) for row in rows for at in before]
    called = {row: value for row, value in values if isinstance(value, str) and value[:1].isalpha()}
    if not called:
        return [], []
    words = vocabulary("layouts", "words.toml", section="rows")
    places = [row for row, value in called.items() if words.get(plain(value)) == "rank"]
    return places, [row for row in called if row not in places]


def _places_below(summary: Summary, sheet: Sheet) -> Iterable[Hit]:
    if sheet.layout in {"standings", "list"} or summary.last is None:
        return ()
    places, others = rows_of_places(sheet)
    if not places:
        return ()
    from scorecheck.checks.places_below import misplaced

    return misplaced(places, others, summary.last.totals, sheet)


def heading_checks(
    *words: str, left: Callable[[Sheet], Container[int]] = lambda _sheet: ()
) -> tuple[Check, ...]:
    """For any layout of a game: the headings, and the money, totals and places beside the points.

    See ``unknown_column`` for ``words`` and ``left``.
    """
    return (
        sheet_check(DUPLICATE_PLAYER, _duplicate_player),
        unknown_column(*words, left=left),
        money_mismatch,
        sheet_check(RUNNING_MISMATCH, _running_mismatch),
        sheet_check(RANK_ORDER, _places_below),
        won_or_lost,
    )
