"""The checks that every game shares: cells that cannot be read, game numbers, totals, headings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from fractions import Fraction
from math import log

from scorecheck.checks.check import (
    HEADINGS,
    Check,
    Hit,
    Rule,
    Summary,
    Watch,
    Watcher,
    column_check,
    row_check,
    sheet_check,
)
from scorecheck.checks.money import amount, columns_held, money_mismatch, rows_not_held
from scorecheck.checks.rules import (
    DUPLICATE_GAME,
    DUPLICATE_PLAYER,
    MISSING_GAME,
    MISSING_VALUE,
    NOT_A_NUMBER,
    NOT_A_WHOLE_NUMBER,
    RANK_ORDER,
    RUNNING_MISMATCH,
    TOTAL_MISMATCH,
    UNCALCULATED_FORMULA,
    UNKNOWN_COLUMN,
    WON_OR_LOST,
)
from scorecheck.checks.words import nearest_word, penalty_words, plain, vocabulary
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.runs import Run
from scorecheck.model.sheet import Column, Entry, Sheet
from scorecheck.model.terms import Param


def player_at(sheet: Sheet, position: int) -> str:
    """The name over a column of points, counted among those columns."""
    return sheet.table.headings[sheet.points_columns[position]]


def words_of(cell: Unreadable) -> dict[str, Param]:
    """What a message says of a cell that should hold points: its text, and what may have been typed."""
    return {"text": cell.text, "originals": cell.originals} if cell.originals else {"text": cell.text}


def variant_of(cell: Unreadable, variant: str, of_date: str) -> str:
    """The variant of a message: that for a date where it is known what may have been typed."""
    return of_date if cell.originals else variant


def _several_missing(empty: Sequence[int], sheet: Sheet) -> Hit:
    """A row that was left half filled, by the positions of its empty cells: all of them are one fault."""
    first, *others = (sheet.points_columns[at] for at in empty)
    return Hit(
        first, {"names": tuple(player_at(sheet, at) for at in empty)}, "missing-several", tuple(others)
    )


def _cells_of_kind(rule: Rule, *kinds: str) -> Check:
    """A check for cells that should hold points and do not, in the rows and in the total row."""

    def look(entry: Entry, _past: object, sheet: Sheet) -> Iterator[Hit]:
        for position, cell in enumerate(entry.written):
            if isinstance(cell, Unreadable) and cell.kind in kinds:
                if cell.kind == "missing" and entry.written.count(cell) > 1:
                    empty = [at for at, other in enumerate(entry.written) if other == cell]
                    yield _several_missing(empty, sheet)
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


def _unreadable_column(entry: Entry, _past: object, sheet: Sheet) -> Iterator[Hit]:
    """A column of numbers beside the players' in which something else stands."""
    for role, cell in entry.numbers.items():
        column = sheet.column(role)
        if isinstance(cell, Unreadable) and column is not None:
            params = {"heading": sheet.table.headings[column], **words_of(cell)}
            yield Hit(column, params, variant_of(cell, "column", "column-date"))


def _missing_fact(entry: Entry, sheet: Sheet, roles: Sequence[str]) -> Iterator[Hit]:
    for role in roles:
        column = sheet.column(role)
        # A mark such as - or x is no number either: such a game would count for nobody, unseen.
        nothing = role in entry.numbers and entry.numbers[role] is None
        if column is not None and (nothing or value_text(entry.fields.get(role, "")).strip() == ""):
            yield Hit(column, {"heading": sheet.table.headings[column]}, "column")


def missing_fact(*roles: str, layouts: Iterable[str]) -> Check:
    """A check of layouts of records for facts without which a row says nothing."""
    return row_check(
        MISSING_VALUE,
        lambda entry, sheet: _missing_fact(entry, sheet, roles),
        layouts=layouts,
        arithmetic=False,
    )


def _fraction_in_column(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    for role, number in entry.numbers.items():
        column = sheet.column(role)
        if column is not None and isinstance(number, Fraction):
            params = {"heading": sheet.table.headings[column], "text": value_text(entry.fields[role])}
            yield Hit(column, params, "column")


def whole_columns(*, layouts: Iterable[str]) -> Check:
    """A check for fractions in the columns of numbers beside the players'."""
    return row_check(NOT_A_WHOLE_NUMBER, _fraction_in_column, layouts=layouts, arithmetic=False)


unreadable_column = Check(NOT_A_NUMBER, "row", look=_unreadable_column, arithmetic=False)
not_a_number = _cells_of_kind(NOT_A_NUMBER, "text", "error", "date")
missing_value = _cells_of_kind(MISSING_VALUE, "missing")
not_a_whole_number = _cells_of_kind(NOT_A_WHOLE_NUMBER, "fraction")
uncalculated_formula = _cells_of_kind(UNCALCULATED_FORMULA, "formula")


def game_number_checks(counts: Callable[[Entry, Sheet], bool]) -> tuple[Check, Check]:
    """Checks of the game numbers. Entries that do not count as a game may repeat a number."""

    def numbered(watch: type[_Duplicates | _Missing]) -> Watch:
        return lambda sheet: None if sheet.column("number") is None else watch(sheet, counts)

    return column_check(DUPLICATE_GAME, numbered(_Duplicates)), column_check(MISSING_GAME, numbered(_Missing))


class _GameNumbers:
    """Follows the game numbers. Remembers gaps, not numbers, so that it stays small."""

    def __init__(self, sheet: Sheet, counts: Callable[[Entry, Sheet], bool]) -> None:
        self.sheet = sheet
        self.counts = counts
        self.column = sheet.column("number")
        self.first: int | None = None
        self.highest = 0
        self.gaps: dict[int, Hit] = {}

    def number(self, entry: Entry) -> int | None:
        if self.column is None or not self.counts(entry, self.sheet):
            return None
        return entry.number

    def take(self, number: int, row: int) -> bool:
        """Takes a number in; whether it was there before."""
        if self.first is None:
            self.first = self.highest = number
            return False
        if number > self.highest:
            jump = Hit(self.column, {"before": self.highest, "after": number}, row=row)
            if number - self.highest <= _WIDEST_GAP:
                self.gaps.update((missing, jump) for missing in range(self.highest + 1, number))
            else:
                self.gaps[self.highest + 1] = jump
            self.highest = number
            return False
        if number in self.gaps or number < self.first:
            self.gaps.pop(number, None)
            return False
        return True

    def is_indifferent(self, entry: Entry) -> bool:
        """Numbers that go on from the highest one close no gap and repeat none."""
        return self.column is None or self.number(entry) == self.highest

    def leap(self, run: Run) -> None:
        self.highest += run.length


_WIDEST_GAP = 1000


class _Duplicates(_GameNumbers):
    """Tells of numbers that are given twice; of several in a row, each one higher, of the first. Below
    a row that is no game they may begin anew, and with another date.

    Where most repeat it is likelier that they say which round it is, or begin anew with each.
    """

    def __init__(self, sheet: Sheet, counts: Callable[[Entry, Sheet], bool]) -> None:
        super().__init__(sheet, counts)
        self.repeated: int | None = None
        self.entries = 0
        self.above = 0
        """The row of the entry before."""
        self.day = ""
        """What was said last of the date."""
        self.twice: list[tuple[Entry, bool]] = []
        """The games that are told, and whether their number is below one before it."""

    def see(self, entry: Entry) -> Iterator[Hit]:
        number = self.number(entry)
        above, self.above = self.above, entry.row
        day, self.day = self.day, value_text(entry.fields.get("date", "")) or self.day
        if number is None:
            return iter(())
        self.entries += 1
        if not self.take(number, entry.row):
            self.repeated = None
        else:
            anew = number == self.first and (entry.row > above + 1 or self.day != day)
            if not anew and (self.repeated is None or number != self.repeated + 1):
                self.twice.append((entry, number < self.highest))
            self.repeated = number
        return iter(())

    def leap(self, run: Run) -> None:
        super().leap(run)
        self.entries += run.length
        self.above = run.row + run.length - 1
        self.repeated = None

    def finish(self) -> Iterator[Hit]:
        if not self.twice:
            return
        ways: list[float] = []
        if not any(falls for _, falls in self.twice):
            ways.append(self.entries * log(1 / 2))
        if all(entry.number == self.first for entry, _ in self.twice):
            ways.append(len(self.twice) * log(_ANEW))
        if not ways or len(self.twice) * log(_TWICE) > log(_OF_ROUNDS) + max(ways):
            for entry, _ in self.twice:
                yield Hit(self.column, {"game": entry.label, "what": self.sheet.noun}, row=entry.row)


_TWICE, _OF_ROUNDS, _ANEW = 0.03, 0.02, 0.2
"""How often a game is written down twice; a sheet numbers rounds; the next game begins one anew there."""


class _Missing(_GameNumbers):
    """Tells of numbers that are left out for good; two games that changed places leave none out."""

    spare = 0

    def __init__(self, sheet: Sheet, counts: Callable[[Entry, Sheet], bool]) -> None:
        super().__init__(sheet, counts)
        self.of_no_game: set[str] = set()

    def see(self, entry: Entry) -> Iterator[Hit]:
        number = self.number(entry)
        if number is None:
            # A redeal or a penalty may have a number of its own.
            if len(self.of_no_game) < _WIDEST_GAP:
                self.of_no_game.add(entry.label)
            return iter(())
        above = self.highest
        if self.take(number, entry.row):
            if number == above and number - 1 in self.gaps and number - 2 not in self.gaps:
                # Of two rows with one number the first may have meant the one before, which is left out.
                del self.gaps[number - 1]
                return iter(())
            # A number given twice explains one that is left out after it.
            self.spare += 1
        elif self.spare and self.gaps and number == self.highest:
            for missing in sorted(self.gaps)[: self.spare]:
                if self.gaps[missing].row == entry.row:
                    del self.gaps[missing]
                    self.spare -= 1
        return iter(())

    def finish(self) -> Iterator[Hit]:
        sheet, column = self.sheet, self.column
        hidden = {value_text(sheet.table.value(row, column)) for row in sheet.left_out if column is not None}
        given = hidden | self.of_no_game
        jumps = {hit.row: hit for number, hit in self.gaps.items() if str(number) not in given}
        return iter(jumps.values())


def _total_of_column(summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """The total row against what the rows above it give."""
    if sheet.total_row is None or summary.last is None:
        return
    given = summary.last.totals
    # Who stands at 0 may have nothing there.
    empty = {at for at, total in enumerate(sheet.foot) if total is None and given[at] and not sheet.running}
    tells_empty = 2 * len(empty) <= len(sheet.foot)
    for position, total in enumerate(sheet.foot):
        if isinstance(total, Unreadable) or position in summary.unreadable:
            continue
        at, due = sheet.points_columns[position], given[position]
        if total is None:
            if position in empty and tells_empty:
                params = {"player": player_at(sheet, position), "sum": due}
                yield Hit(at, params, "empty", row=sheet.total_row)
            continue
        follows = total == due or _is_of_sheet(sheet, position, due - total)
        if not follows and total != due + _penalties_above(sheet, at):
            params = {"player": player_at(sheet, position), "total": total, "sum": due}
            yield Hit(at, params, _place_of_totals(sheet), off=due - total, row=sheet.total_row)


def _is_of_sheet(sheet: Sheet, position: int, off: Number) -> bool:
    """Whether a total that is off leaves out just what was carried over from the sheet before."""
    return bool(sheet.running and sheet.start) and off == sheet.start[position]


def _place_of_totals(sheet: Sheet) -> str:
    """Where the totals stand, beside what they add up."""
    if sheet.table.turned:
        return "line"
    return "above" if sheet.total_row is not None and sheet.total_row < sheet.stop else "column"


def _control_of_row(entry: Entry, _past: object, sheet: Sheet) -> Iterator[Hit]:
    """A control column against what the row adds up to: its points, or its totals."""
    control = entry.numbers.get("control")
    if control is None or isinstance(control, Unreadable) or not entry.readable:
        return
    sums = (sum(entry.points), sum(entry.totals)) if sheet.running else (sum(entry.points),)
    if control not in sums:
        yield Hit(sheet.column("control"), {"total": control, "sum": sums[-1]}, "row")


def _carried(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """A first row that says where everybody stood on the sheet before, against that sheet."""
    if sheet.continues is None or not entry.opening or not entry.readable:
        return
    for position, off in enumerate(entry.points):
        if off:
            params: dict[str, Param] = {"player": player_at(sheet, position), "total": entry.totals[position]}
            params |= {"before": sheet.start[position], "sheet": sheet.continues.before}
            yield Hit(sheet.points_columns[position], params, "carried")


def _look(entry: Entry, past: object, sheet: Sheet) -> Iterator[Hit]:
    yield from _control_of_row(entry, past, sheet)
    yield from _carried(entry, sheet)


def _subtotals(sheet: Sheet) -> Watcher | None:
    """What holds the sums among the games to these, where there are any: else nothing is imported."""
    if not sheet.subtotals:
        return None
    from scorecheck.checks.subtotals import Subtotals

    return Subtotals(sheet)


total_mismatch = Check(
    TOTAL_MISMATCH, "row", look=_look, watch=_subtotals, review=_total_of_column, arithmetic=False
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
    """The rows called penalties that are no games: all below the sums, and others where they fill no more
    than half of the players' cells, which are looked for on short sheets."""
    table, below = sheet.table, len(sheet.table.rows) if sheet.total_row is None else sheet.total_row + 1
    for row in range(0 if len(table.rows) <= _SHORT else below, len(table.rows)):
        label = table.value(row, table.first_column)
        if not isinstance(label, str) or not label[:1].isalpha() or plain(label) not in penalty_words():
            continue
        filled = sum(table.value(row, at) != "" for at in sheet.points_columns)
        if row >= below or 0 < 2 * filled <= len(sheet.points_columns):
            yield row


_SHORT = 1000


def _penalties_above(sheet: Sheet, column: int) -> Number:
    """What the penalties above the total row take from a player."""
    rows = (row for row in _penalty_rows(sheet) if sheet.total_row is not None and row < sheet.total_row)
    return sum(amount(sheet.table.value(row, column)) or 0 for row in rows)


def _unknown_column(
    sheet: Sheet, words: tuple[str, ...], left: Callable[[Sheet], Container[int]]
) -> Iterator[Hit]:
    held, not_held = columns_held(sheet) | _totals_beside(sheet), left(sheet)
    unlike: list[Column] = []
    for column in sheet.columns:
        if column.role == "absent":
            yield Hit(column.at, {"heading": column.heading}, "absent", row=HEADINGS)
        if column.at in not_held:
            unlike.append(column)
        if column.role != "unknown" or column.at in held:
            continue
        near = _nearest_heading(column.heading, sheet, words)
        if near is None:
            unlike.append(column)
        else:
            yield Hit(column.at, {"heading": column.heading, "near": near}, "near", row=HEADINGS)
    if len(unlike) == 1:
        yield Hit(unlike[0].at, {"heading": unlike[0].heading}, row=HEADINGS)
    elif unlike:
        headings = tuple(column.heading for column in unlike)
        others = tuple(column.at for column in unlike[1:])
        yield Hit(unlike[0].at, {"headings": headings}, "several", others, row=HEADINGS)
    for row in _penalty_rows(sheet):
        label = str(sheet.table.value(row, sheet.table.first_column))
        yield Hit(sheet.table.first_column, {"heading": label}, "penalty-row", row=row)
    for row in rows_not_held(sheet):
        label = next(value for value in sheet.table.of_row(row) if isinstance(value, str) and value)
        yield Hit(sheet.table.first_column, {"heading": label}, "money-row", row=row)


def _nearest_heading(heading: str, sheet: Sheet, own: tuple[str, ...]) -> str | None:
    """The known heading that an unknown one is most like, if no column has its role."""
    places = ((own, sheet.layout), (own, "columns"), (("layouts", "words.toml"), "columns"))
    for parts, section in places:
        words = vocabulary(*parts, section=section)
        if plain(heading) in words:
            return None
        free = {role for role in words.values() if sheet.column(role) is None}
        near = nearest_word(heading, parts, section, free)
        if near is not None:
            return near
    return None


duplicate_player = sheet_check(DUPLICATE_PLAYER, _duplicate_player)


def unknown_column(*words: str, left: Callable[[Sheet], Container[int]] = lambda _sheet: ()) -> Check:
    """A check for columns that nobody knows, with the heading that may be meant. ``words``: where the
    headings of the game stand; ``left``: known columns that are not held to anything all the same."""
    return sheet_check(UNKNOWN_COLUMN, lambda _summary, sheet: _unknown_column(sheet, words, left))


CELL_CHECKS = (not_a_number, unreadable_column, missing_value, not_a_whole_number, uncalculated_formula)
"""Of any layout: a cell that should hold points holds something else."""


def _may_hold_totals(sheet: Sheet) -> bool:
    """Whether a column that is nobody's points may say where somebody stands: else nothing is imported."""
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


running_mismatch = sheet_check(RUNNING_MISMATCH, _running_mismatch)


def _won_or_lost(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """Points of which only custom says that they were won, not lost."""
    if sheet.decided_by == "custom":
        yield Hit(row=HEADINGS)


won_or_lost = sheet_check(WON_OR_LOST, _won_or_lost)


_FURTHEST_UP = 3


def rows_of_places(sheet: Sheet) -> tuple[list[int], list[int]]:
    """The rows before or after the games that say who came first, and all others with a word before them."""
    # Without a total row the rows below are not parted from the games.
    below = range(max(0, sheet.stop - _FURTHEST_UP), len(sheet.table.rows))
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
        # Then nothing is imported.
        return ()
    from scorecheck.checks.places_below import misplaced

    return misplaced(places, others, summary.last.totals, sheet)


rank_order_below = sheet_check(RANK_ORDER, _places_below)


def heading_checks(
    *words: str, left: Callable[[Sheet], Container[int]] = lambda _sheet: ()
) -> tuple[Check, ...]:
    """Of any layout of a game: what stands over the columns, whose the points are, money, totals and places
    beside.

    ``words``: where its headings stand; ``left``: columns that are known but not held to anything.
    """
    return (
        duplicate_player,
        unknown_column(*words, left=left),
        money_mismatch,
        running_mismatch,
        rank_order_below,
        won_or_lost,
    )
