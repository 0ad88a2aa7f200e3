"""What sheets of one table differ in, and what the rules say of it: each difference is one finding."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from scorecheck.alongside.align import Line, OneSign, agree, seats, side_by_side
from scorecheck.alongside.due import UNDECIDED, Decided, Decision, Difference, Due
from scorecheck.checks.runner import run_checks
from scorecheck.checks.words import plain
from scorecheck.layouts.entries import entries_of
from scorecheck.model.cells import Unreadable, value_text
from scorecheck.model.compared import Line as Shown
from scorecheck.model.finding import MORE, MOST_LISTED, Edit, Finding, Severity
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.repair.order import edited
from scorecheck.tournament.checks import SHEETS_DIFFER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.alongside.align import Cell
    from scorecheck.layouts.readings import Reading
    from scorecheck.model.cells import CellRef, Number
    from scorecheck.model.finding import Param
    from scorecheck.model.sheet import Entry, Sheet

_MOST_TRIED = 200_000
"""So many rows are held against the rules to learn which of several numbers they allow."""
_MOST_TOLD = 2
"""Of rows that differ in so many cells every mixture is tried. Where more differ, a whole row may be another
game: the one that keeps the rules need not be the right one."""
_MOST_MIXED = 4
"""The same of the cells of a player's card, of which one is as good as any other."""
_NOT_COMPARED = frozenset({"number", "category", "player", "unknown"})
"""Columns that say nothing of a game. A control is compared where the players' cells are the same."""
_NOTHING = "–"
_MOST_SHOWN = 300
"""So many rows are shown side by side."""
_FEWEST_SHARED = 0.5
"""Sheets that share fewer rows than that are hardly of one table."""


@record
class Kept:
    """A sheet that is held against others, with its rows and what is wrong with them by themselves."""

    reading: Reading
    sheet: Sheet
    entries: tuple[Entry, ...]
    broken: frozenset[int]
    """The rows of the table on which an error is found."""
    totals: frozenset[int]
    """The columns of the table whose total does not agree."""
    columns: frozenset[int] = frozenset()
    """The columns of the table in which an error is found: of a card, which has no rows that add up."""

    @property
    def one_sign(self) -> OneSign | None:
        """What an empty cell says where points of one sign alone are written."""
        signs = {"plus-only": OneSign(-1), "minus-only": OneSign(1)}
        return signs.get(self.sheet.notation)


def kept(reading: Reading, sheet: Sheet) -> Kept:
    """A sheet as it is held against others; ``sheet`` is the reading's own, settled."""
    entries = tuple(entries_of(reading, sheet))
    return _kept(reading, sheet, entries)


def _kept(reading: Reading, sheet: Sheet, entries: tuple[Entry, ...]) -> Kept:
    broken: set[int] = set()
    totals: set[int] = set()
    columns: set[int] = set()
    for finding in _errors(reading, sheet, entries):
        if finding.cell is not None:
            row, column = _in_table(sheet, finding.cell)
            columns.add(column)
            (totals.add(column) if row == sheet.total_row else broken.add(row))
    return Kept(reading, sheet, entries, frozenset(broken), frozenset(totals), frozenset(columns))


def _errors(reading: Reading, sheet: Sheet, entries: Iterable[Entry]) -> list[Finding]:
    found = run_checks(sheet, entries, reading.ruleset.checks).findings
    return [finding for finding in found if finding.severity is Severity.ERROR]


def _in_table(sheet: Sheet, cell: CellRef) -> tuple[int, int]:
    return sheet.table.place_of(cell)


class Beside(NamedTuple):
    """Sheets of one table, row beside row."""

    sheets: tuple[Kept, ...]
    rows: tuple[tuple[int | None, ...], ...]
    """For each row, the entry of each sheet by position; ``None`` where it has none."""
    seats: tuple[tuple[int | None, ...], ...]
    """For each sheet, the position of each player of the first one."""

    def cell(self, row: int, which: int, seat: int) -> Cell:
        """What a row of a sheet gives a player; ``None`` where there is nothing that can be read."""
        at, position = self.rows[row][which], self.seats[which][seat]
        if at is None or position is None:
            return None
        return _cell(self.sheets[which], self.sheets[which].entries[at], position)

    def entry(self, row: int, which: int) -> Entry | None:
        """The entry of a sheet in a row."""
        at = self.rows[row][which]
        return None if at is None else self.sheets[which].entries[at]

    def apart(self, row: int, seat: int) -> tuple[Number, ...] | None:
        """How far a player's totals after a row are from those on the first sheet; ``None`` where that cannot
        be said."""
        totals: list[Number] = []
        for which in range(len(self.sheets)):
            entry, position = self.entry(row, which), self.seats[which][seat]
            amount = self.cell(row, which, seat)
            if entry is None or position is None or amount is None or isinstance(amount, OneSign):
                return None
            totals.append(entry.totals[position])
        return tuple(total - totals[0] for total in totals)


def _cell(one: Kept, entry: Entry, position: int) -> Cell:
    written = entry.written[position]
    if isinstance(written, Unreadable):
        return None
    if written is None and one.one_sign is not None:
        return one.one_sign
    return entry.points[position]


def beside(sheets: Sequence[Kept]) -> Beside | None:
    """Sheets row beside row; ``None`` where they have too little in common to be of one table."""
    first = sheets[0]
    places: list[tuple[int | None, ...]] = [tuple(range(len(first.sheet.players)))]
    for other in sheets[1:]:
        columns, others = _columns(first), _columns(other)
        places.append(seats(first.sheet.players, other.sheet.players, columns, others))
    seats_of_first = range(len(first.sheet.players))
    shared = [seat for seat in seats_of_first if all(place[seat] is not None for place in places)]
    if 2 * len(shared) < max(len(one.sheet.players) for one in sheets):
        return None
    running = any(one.sheet.running for one in sheets)
    lines = [
        [_line(one, entry, [place[seat] for seat in shared], running=running) for entry in one.entries]
        for one, place in zip(sheets, places, strict=True)
    ]
    rows = side_by_side(lines)
    if rows is None:
        return None
    found = Beside(tuple(sheets), rows, tuple(places))
    alike = sum(1 for row in rows if None not in row)
    return found if alike >= _FEWEST_SHARED * max(len(one.entries) for one in sheets) else None


def _columns(one: Kept) -> list[list[Cell]]:
    return [[_cell(one, entry, at) for entry in one.entries] for at in range(len(one.sheet.players))]


def _line(one: Kept, entry: Entry, positions: Sequence[int | None], *, running: bool) -> Line:
    cells = tuple(None if at is None else _cell(one, entry, at) for at in positions)
    name = entry.label if one.reading.layout.row_names else ""
    known = running and entry.readable and one.one_sign is None
    totals = tuple(entry.totals[at] for at in positions if at is not None) if known else ()
    return Line(entry.number, cells, name, totals)


def _of_columns(found: Beside) -> Iterator[Finding]:
    """What other columns say of a row, such as the kind of a game, where the first two that say it differ."""
    for at, row in enumerate(found.rows):
        said: dict[str, tuple[int, str]] = {}
        same = all(_agree(found, at, seat) for seat in range(len(found.sheets[0].sheet.players)))
        for which, position in enumerate(row):
            if position is None:
                continue
            entry = found.sheets[which].entries[position]
            for role, value in entry.fields.items():
                text = value_text(value).strip()
                follows = role == "control" and not same
                if role in _NOT_COMPARED or follows or not text:
                    continue
                before, there = said.setdefault(role, (which, text))
                if plain(there) != plain(text):
                    yield _in_column(found, at, role, (which, text), (before, there))


def _in_column(found: Beside, row: int, role: str, here: tuple[int, str], there: tuple[int, str]) -> Finding:
    one, other = found.sheets[here[0]], found.sheets[there[0]]
    entry, counterpart = found.entry(row, here[0]), found.entry(row, there[0])
    column, beside_it = one.sheet.column(role), other.sheet.column(role)
    if entry is None or counterpart is None or column is None or beside_it is None:
        raise LookupError(role)
    params: dict[str, Param] = {
        **_of_entry(one, entry),
        "heading": one.sheet.table.headings[column],
        "here": here[1],
        "there": there[1],
        "other": _named(other),
        "other_cell": other.sheet.table.cell(counterpart.row, beside_it).a1,
    }
    return _finding(one, one.sheet.table.cell(entry.row, column), "column", params, here[1])


def lines(found: Beside) -> Iterator[Shown]:
    """The rows of both as they stand on the sheets, for showing them side by side."""
    seats_of_first = range(len(found.sheets[0].sheet.players))
    for at in range(min(len(found.rows), _MOST_SHOWN)):
        entries = [found.entry(at, which) for which in range(len(found.sheets))]
        label = next(entry.label for entry in entries if entry is not None)
        cells = tuple(
            None if entry is None else tuple(_standing(found, which, entry, seat) for seat in seats_of_first)
            for which, entry in enumerate(entries)
        )
        differs = tuple(None not in entries and not _agree(found, at, seat) for seat in seats_of_first)
        yield Shown(label, cells, differs)


def _standing(found: Beside, which: int, entry: Entry, seat: int) -> str:
    """What stands in a player's cell; empty where nothing does, or the player is not on the sheet."""
    position, one = found.seats[which][seat], found.sheets[which].sheet
    if position is None:
        return ""
    return value_text(one.table.value(entry.row, one.points_columns[position]))


class Told(NamedTuple):
    """What sheets differ in."""

    findings: tuple[Finding, ...]
    follows: tuple[Finding, ...]
    """What the checks find on the sheets by themselves, and would not if they said what the rules say."""
    remain: tuple[Finding, ...]
    """What they would still find on those sheets."""
    due: tuple[tuple[str, str | None, Edit], ...] = ()
    """What cells should say, each with its file and sheet, where the rules tell."""


def differences(found: Beside) -> Told:
    """Each difference as a finding of the sheet that is wrong, where that can be told."""
    told = list(_of_players(found))
    told += _of_rows(found)
    told += _of_columns(found)
    decided = _without_sums(found, _all_decided(found))
    wanted = Due(found, decided)
    for one, decision in decided:
        told += _findings(found, one, decision, wanted)
    edits: dict[int, list[Edit]] = {}
    for which, edit in wanted.edits():
        edits.setdefault(which, []).append(edit)
    differing = {(which, column) for which, column in _columns_of(found, decided)}
    told += _of_totals(found, differing)
    follows: list[Finding] = []
    remain: list[Finding] = []
    for which, more in edits.items():
        one = found.sheets[which]
        sheet = edited(one.sheet, more)
        left = _errors(one.reading, sheet, _read_again(one, sheet))
        still = {(finding.rule, finding.cell) for finding in left}
        remain += left
        follows += (
            finding
            for finding in _errors(one.reading, one.sheet, one.entries)
            if (finding.rule, finding.cell) not in still
        )
    due = (
        (found.sheets[which].sheet.path, found.sheets[which].sheet.name, edit)
        for which, more in edits.items()
        for edit in more
    )
    return Told(tuple(_listed(told)), tuple(follows), tuple(remain), tuple(due))


def _of_players(found: Beside) -> Iterator[Finding]:
    """Players whom only some of the sheets name."""
    first = found.sheets[0]
    for which, other in enumerate(found.sheets[1:], 1):
        places = found.seats[which]
        for seat, name in enumerate(first.sheet.players):
            if places[seat] is None:
                yield _at_heading(first, seat, "player", {"player": name, "other": _named(other)})
        for position, name in enumerate(other.sheet.players):
            if position not in places:
                yield _at_heading(other, position, "player", {"player": name, "other": _named(first)})


def _at_heading(one: Kept, position: int, variant: str, params: Mapping[str, Param]) -> Finding:
    columns = one.sheet.points_columns
    column = columns[position] if position < len(columns) else one.sheet.table.first_column
    return _finding(one, one.sheet.table.heading_cell(column), variant, params)


def _of_rows(found: Beside) -> Iterator[Finding]:
    """Rows that stand on some sheets only, or in another place there."""
    lone = [at for at, row in enumerate(found.rows) if None in row and not _opens(found, at)]
    told: set[int] = set()
    for at in lone:
        if at in told:
            continue
        row = found.rows[at]
        which = next(which for which, position in enumerate(row) if position is not None)
        one, position = found.sheets[which], row[which] or 0
        entry = one.entries[position]
        elsewhere = next((other for other in lone if other > at and _is_moved(found, at, other)), None)
        if elsewhere is not None:
            told.add(elsewhere)
            there = next(to for to, place in enumerate(found.rows[elsewhere]) if place is not None)
            other = found.sheets[there]
            counterpart = other.entries[found.rows[elsewhere][there] or 0]
            place = _row_cell(other, counterpart).a1
            params = {**_of_entry(one, entry), "other": _named(other), "other_cell": place}
            yield _finding(one, _row_cell(one, entry), "row-moved", params)
            continue
        lacking = next(found.sheets[to] for to, place in enumerate(row) if place is None)
        twice = position > 0 and _says_the_same(one, entry, one.entries[position - 1])
        params = {**_of_entry(one, entry), "other": _named(lacking)}
        yield _finding(one, _row_cell(one, entry), "row-twice" if twice else "row", params)


def _is_moved(found: Beside, row: int, other: int) -> bool:
    """Whether two rows, each on sheets that lack the other, are one and the same."""
    mine = [which for which, position in enumerate(found.rows[row]) if position is not None]
    theirs = [which for which, position in enumerate(found.rows[other]) if position is not None]
    seats_of_first = range(len(found.sheets[0].sheet.players))
    return not set(mine) & set(theirs) and all(
        agree(found.cell(row, mine[0], seat), found.cell(other, theirs[0], seat)) for seat in seats_of_first
    )


def _opens(found: Beside, at: int) -> bool:
    """Whether a row is no game but the zeros that somebody starts from."""
    entries = [entry for which in range(len(found.sheets)) if (entry := found.entry(at, which)) is not None]
    return all(entry.opening and not any(entry.points) for entry in entries)


def _says_the_same(one: Kept, entry: Entry, above: Entry) -> bool:
    """Whether a row is the one above once more: by its number, or where nobody's total changes."""
    return entry.written == above.written and (one.sheet.running or entry.label == above.label)


def _row_cell(one: Kept, entry: Entry) -> CellRef:
    sheet = one.sheet
    column = sheet.column("number")
    if column is None:
        column = sheet.points_columns[0] if sheet.points_columns else sheet.table.first_column
    return sheet.table.cell(entry.row, column)


def _of_cells(found: Beside) -> Iterator[Difference]:
    """The cells in which the sheets differ."""
    full = [at for at, row in enumerate(found.rows) if sum(entry is not None for entry in row) > 1]
    running = any(one.sheet.running for one in found.sheets)
    for seat in range(len(found.sheets[0].sheet.players)):
        if running:
            yield from _of_totals_kept(found, full, seat)
        else:
            yield from (Difference(at, seat, (at,)) for at in full if not _agree(found, at, seat))


def _is_card(found: Beside) -> bool:
    return found.sheets[0].reading.layout.card is not None


def _without_sums(found: Beside, decided: Sequence[Decided]) -> Sequence[Decided]:
    """The differences without those of sums on cards of players whose boxes differ, where nothing tells who
    is right: they follow."""
    first = found.sheets[0]
    card = first.reading.layout.card
    if card is None:
        return decided
    sums = {one.row for column in card(first.sheet, first.entries) for one in column.sums}

    def is_sum(one: Difference) -> bool:
        entry = found.entry(one.row, 0)
        return entry is not None and entry.row in sums

    boxes = {one.seat for one, _ in decided if not is_sum(one)}
    return [
        (one, decision)
        for one, decision in decided
        if not (is_sum(one) and one.seat in boxes and decision.why in UNDECIDED)
    ]


def _of_totals_kept(found: Beside, full: Sequence[int], seat: int) -> Iterator[Difference]:
    """The cells of a player in which sheets differ of which some are kept as running totals.

    What counts is how far the totals are apart. Where that stays as it is, the slip was carried on; where
    it is as before again, the totals went right, and the rows from the slip to there are judged together.
    """
    usual: tuple[Number, ...] = (0,) * len(found.sheets)
    last = usual
    open_ones: list[tuple[int, tuple[Number, ...]]] = []
    loose = False

    def told(rows: tuple[int, ...], *, carried: bool = False) -> Iterator[Difference]:
        """The rows in which the totals are further apart than before."""
        judged = (*(row for row, _ in open_ones), *rows)
        for row, out in open_ones:
            off = tuple(new - old for new, old in zip(out, usual, strict=True))
            yield Difference(row, seat, judged, off, usual, carried and row == open_ones[-1][0])
        open_ones.clear()

    for at in full:
        apart = found.apart(at, seat)
        loose = loose or apart is None or None in found.rows[at] or (at > 0 and None in found.rows[at - 1])
        if apart is None or (loose and _agree(found, at, seat)):
            yield from told(())
            if apart is not None:
                usual, last, loose = apart, apart, False
            elif not _agree(found, at, seat):
                yield Difference(at, seat, (at,), usual=usual)
            continue
        loose = False
        if apart in (usual, last) or not any(apart):
            carried = apart == last and apart != usual
            yield from told(() if carried else (at,), carried=carried)
            usual = apart
        else:
            open_ones.append((at, apart))
        last = apart
    yield from told(())


def _agree(found: Beside, row: int, seat: int) -> bool:
    """Whether all sheets that have a row give the player the same in it.

    On running totals a row holds what the rows before it gave that were left out there.
    """
    there = [
        which
        for which in range(len(found.sheets))
        if found.rows[row][which] is not None and found.seats[which][seat] is not None
    ]
    cells = [found.cell(row, which, seat) for which in there]
    if all(agree(one, other) for at, one in enumerate(cells) for other in cells[:at]):
        return True
    if not any(found.sheets[which].sheet.running for which in there) or None not in found.rows[row - 1]:
        return False
    sums = {_since_full(found, row, which, seat) for which in there}
    return len(sums) == 1 and None not in sums


def _since_full(found: Beside, row: int, which: int, seat: int) -> Number | None:
    """What a sheet gives a player since the last row before that all sheets have."""
    whole: Number = 0
    for at in range(row, -1, -1):
        if at < row and None not in found.rows[at]:
            break
        if found.rows[at][which] is None:
            continue
        amount = found.cell(at, which, seat)
        if amount is None or isinstance(amount, OneSign):
            return None
        whole += amount
    return whole


class _Spent:
    """How many rows were held against the rules."""

    def __init__(self) -> None:
        self.rows = 0

    def allows(self, rows: int) -> bool:
        """Whether so many more may be; counts them."""
        self.rows += rows
        return self.rows <= _MOST_TRIED


def _all_decided(found: Beside) -> list[Decided]:
    """All differences, with what is right in them."""
    spent = _Spent()
    groups: dict[int, list[Difference]] = {}
    for one in _of_cells(found):
        groups.setdefault(one.seat if _is_card(found) else one.row, []).append(one)
    known = {key: _decided(found, group, spent, {}) for key, group in groups.items()}
    if any(one.sheet.total_row is not None for one in found.sheets):
        # A total says more once it is known what else its column should say.
        mended = _mended(found, ((groups[key], decisions) for key, decisions in known.items()))
        for key, decisions in known.items():
            if any(decision.why in ("", "several") for decision in decisions):
                again = _decided(found, groups[key], spent, mended)
                known[key] = [
                    new if old.why in UNDECIDED else old for old, new in zip(decisions, again, strict=True)
                ]
    return [pair for key, decisions in known.items() for pair in zip(groups[key], decisions, strict=True)]


Mended: TypeAlias = "Mapping[tuple[int, int], Number]"
"""For a sheet and a player, by how much the points grow by what is decided."""


def _mended(found: Beside, known: Iterable[tuple[Sequence[Difference], Sequence[Decision]]]) -> Mended:
    grown: dict[tuple[int, int], Number] = {}
    for group, decisions in known:
        for one, decision in zip(group, decisions, strict=True):
            due = found.cell(one.row, decision.right[0], one.seat) if decision.right else None
            if decision.why in UNDECIDED or due is None or isinstance(due, OneSign):
                continue
            for which in range(len(found.sheets)):
                here = found.cell(one.row, which, one.seat)
                if which not in decision.right and here is not None and not isinstance(here, OneSign):
                    grown[which, one.seat] = grown.get((which, one.seat), 0) + due - here
    return grown


def _decided(found: Beside, group: Sequence[Difference], spent: _Spent, mended: Mended) -> list[Decision]:
    """What is right in the cells in which the sheets differ: those of one row, or on cards of one player.

    ``mended``: what is known of the rest of the columns.
    """
    there = [
        which
        for which in range(len(found.sheets))
        if all(found.entry(one.row, which) is not None for one in group)
    ]
    allowed = [tuple([which] * len(group)) for which in there if _is_clean(found, which, group)]
    if len(group) > _MOST_TOLD and not _is_card(found):
        return _of_whole_row(found, group, there, allowed, mended)
    if 1 < len(group) <= (_MOST_MIXED if _is_card(found) else _MOST_TOLD):
        allowed += (
            mixture
            for mixture in product(there, repeat=len(group))
            if len(set(mixture)) > 1 and _keeps_rules(found, mixture, group, spent)
        )
    return [_decision(found, group, at, there, allowed, mended) for at in range(len(group))]


def _of_whole_row(
    found: Beside,
    group: Sequence[Difference],
    there: Sequence[int],
    allowed: Sequence[tuple[int, ...]],
    mended: Mended,
) -> list[Decision]:
    """The same of rows that may be another game as a whole: only totals tell, those of all cells alike."""
    rows = [[_saying_the_same(found, one, there, which) for one in group] for which, *_ in allowed]
    wanted = [
        same
        for same in rows
        if all(_total_wants(found, one, who, there, mended) for one, who in zip(group, same, strict=True))
    ]
    if len(wanted) != 1:
        return [Decision(tuple(there), "several")] * len(group)
    return [Decision(same, "total") for same in wanted[0]]


def _saying_the_same(found: Beside, one: Difference, there: Sequence[int], which: int) -> tuple[int, ...]:
    return next(same for same in _alike(found, one, there) if which in same)


def _is_clean(found: Beside, which: int, group: Sequence[Difference]) -> bool:
    """Whether the rows are without an error on a sheet as it stands, with all cells readable; of a card the
    player's column."""
    one = found.sheets[which]
    rows = {row for difference in group for row in difference.rows}
    entries = [entry for row in rows if (entry := found.entry(row, which)) is not None]
    return all(entry.readable for entry in entries) and _is_sound(found, which, one, group, entries)


def _is_sound(
    found: Beside, which: int, one: Kept, group: Sequence[Difference], entries: Sequence[Entry]
) -> bool:
    """Whether no error is found in some rows of a sheet; of a card in the player's column."""
    if not _is_card(found):
        return all(entry.row not in one.broken for entry in entries)
    position = found.seats[which][group[0].seat]
    return position is not None and one.sheet.points_columns[position] not in one.columns


def _keeps_rules(found: Beside, mixture: Sequence[int], group: Sequence[Difference], spent: _Spent) -> bool:
    """Whether nothing is wrong where some cells are from the one sheet and some from the other."""
    which = mixture[0]
    one = found.sheets[which]
    if one.sheet.running or not spent.allows(len(one.entries)):
        return False
    edits: list[Edit] = []
    entries: list[Entry] = []
    for source, difference in zip(mixture, group, strict=True):
        entry = found.entry(difference.row, which)
        amount, position = (
            found.cell(difference.row, source, difference.seat),
            found.seats[which][difference.seat],
        )
        if entry is None or amount is None or isinstance(amount, OneSign) or position is None:
            return False
        cell = one.sheet.table.cell(entry.row, one.sheet.points_columns[position])
        edits.append(Edit(cell, "", str(amount)))
        entries.append(entry)
    sheet = edited(one.sheet, edits)
    again = _kept(one.reading, sheet, tuple(_read_again(one, sheet)))
    return _is_sound(found, which, again, group, entries)


def _read_again(one: Kept, sheet: Sheet) -> Iterable[Entry]:
    return entries_of(one.reading._replace(entries=None, sheet=sheet), sheet)


def _decision(
    found: Beside,
    group: Sequence[Difference],
    at: int,
    there: Sequence[int],
    allowed: Sequence[tuple[int, ...]],
    mended: Mended,
) -> Decision:
    difference = group[at]
    alike = _alike(found, difference, there)
    fitting = [same for same in alike if any(choice[at] in same for choice in allowed)]
    if len(fitting) == 1:
        choice = next(choice for choice in allowed if choice[at] in fitting[0])
        sources = {one.seat: which for one, which in zip(group, choice, strict=True)}
        wrong = [which for which in there if which not in fitting[0]]
        is_sum = _adds_up(found, difference.row, choice[at], sources) and not any(
            _adds_up(found, difference.row, which) for which in wrong
        )
        return Decision(fitting[0], "sum" if is_sum else "rules")
    if not fitting:
        return Decision(tuple(there), "neither")
    by_total = [same for same in fitting if _total_wants(found, difference, same, there, mended)]
    if len(by_total) == 1:
        return Decision(by_total[0], "total")
    most = Counter({same: len(same) for same in fitting}).most_common(2)
    if most[0][1] > most[1][1]:
        return Decision(most[0][0], "majority")
    return Decision(tuple(there), "")


def _alike(found: Beside, difference: Difference, there: Sequence[int]) -> list[tuple[int, ...]]:
    """The sheets that say the same, together."""
    groups: list[list[int]] = []
    for which in there:
        mine = found.cell(difference.row, which, difference.seat)
        for group in groups:
            if agree(mine, found.cell(difference.row, group[0], difference.seat)):
                group.append(which)
                break
        else:
            groups.append([which])
    return [tuple(group) for group in groups]


def _adds_up(found: Beside, row: int, which: int, sources: Mapping[int, int] | None = None) -> bool:
    """Whether a row of a sheet makes 0, with some players' points from others, where all points have to."""
    if not found.sheets[which].reading.ruleset.zero_sum:
        return False
    whole: Number = 0
    for seat in range(len(found.sheets[0].sheet.players)):
        amount = found.cell(row, (sources or {}).get(seat, which), seat)
        if amount is None or isinstance(amount, OneSign):
            return False
        whole += amount
    return not whole


def _total_wants(
    found: Beside, one: Difference, same: Sequence[int], there: Sequence[int], mended: Mended
) -> bool:
    """Whether the total of a sheet that says something else agrees with what some sheets say instead.

    A total that agrees with its own sheet says nothing: it may have been worked out from the wrong number.
    """
    due = found.cell(one.row, same[0], one.seat)
    for which in set(there).difference(same):
        kept_there, position = found.sheets[which], found.seats[which][one.seat]
        here = found.cell(one.row, which, one.seat)
        if due is None or isinstance(due, OneSign) or here is None or isinstance(here, OneSign):
            continue
        if position is None or kept_there.sheet.running or position >= len(kept_there.sheet.foot):
            continue
        total = kept_there.sheet.foot[position]
        if total is None or isinstance(total, Unreadable):
            continue
        rows = sum(entry.points[position] for entry in kept_there.entries)
        if total == rows + mended.get((which, one.seat), 0) - here + due:
            return True
    return False


def _findings(found: Beside, one: Difference, decision: Decision, wanted: Due) -> Iterator[Finding]:
    """A finding on each sheet that says something else than the one that is taken for right, or the first."""
    there = [
        which
        for which, entry in enumerate(found.rows[one.row])
        if entry is not None and found.seats[which][one.seat] is not None
    ]
    right = next((which for which in decision.right if which in there), there[0])
    for which in there:
        same = agree(found.cell(one.row, which, one.seat), found.cell(one.row, right, one.seat))
        if which != right and not same:
            fix = wanted.fix(one, decision, which)
            yield replace(_difference(found, one, which, right, decision.why), fixes=(fix,) if fix else ())


def _difference(found: Beside, one: Difference, which: int, right: int, why: str) -> Finding:
    here, there = found.sheets[which], found.sheets[right]
    entry, other = found.entry(one.row, which), found.entry(one.row, right)
    position, place = found.seats[which][one.seat], found.seats[right][one.seat]
    if entry is None or other is None or position is None or place is None:
        raise LookupError(one)
    cell = _cell_of(here, entry, position)
    params: dict[str, Param] = {
        **_of_entry(here, entry),
        "player": here.sheet.players[position],
        "here": _said(found, one, which),
        "there": _said(found, one, right),
        "other": _named(there),
        "other_cell": _cell_of(there, other, place).a1,
    }
    value = value_text(here.sheet.table.value(entry.row, here.sheet.points_columns[position]))
    return _finding(here, cell, why, params, value)


def _said(found: Beside, one: Difference, which: int) -> Param:
    """What a sheet says in a cell: totals where all keep totals, else the points of the game."""
    entry, position = found.entry(one.row, which), found.seats[which][one.seat]
    if entry is None or position is None:
        return ""
    written = entry.written[position]
    if written is None or isinstance(written, Unreadable):
        return _NOTHING if written is None else written.text or _NOTHING
    as_totals = all(other.sheet.running for other in found.sheets)
    return written if as_totals else entry.points[position]


def _cell_of(one: Kept, entry: Entry, position: int) -> CellRef:
    return one.sheet.table.cell(entry.row, one.sheet.points_columns[position])


def _of_entry(one: Kept, entry: Entry) -> dict[str, Param]:
    return {"game": entry.label, "what": one.sheet.noun}


def _named(one: Kept) -> str:
    """How messages name a sheet."""
    name = one.sheet.shown_name
    return one.sheet.path if name is None else f"{one.sheet.path} ({name})"


def _finding(
    one: Kept, cell: CellRef, variant: str, params: Mapping[str, Param], value: str | None = None
) -> Finding:
    rule, sheet = SHEETS_DIFFER, one.sheet
    return Finding(rule.name, rule.severity, sheet.path, sheet.name, cell, (), variant, value, params)


def _columns_of(found: Beside, decided: Sequence[Decided]) -> Iterator[tuple[int, int]]:
    """The columns, by sheet and position, in which something differs above the total."""
    lacking = any(None in row for row in found.rows)
    for which, place in enumerate(found.seats):
        for seat, position in enumerate(place):
            differs = any(one.seat == seat for one, _ in decided)
            if position is not None and (differs or lacking):
                yield which, position


def _of_totals(found: Beside, differing: set[tuple[int, int]]) -> Iterator[Finding]:
    """Total rows that differ though nothing above them does."""
    for seat, player in enumerate(found.sheets[0].sheet.players):
        feet = [
            (which, position, one.sheet.foot[position])
            for which, one in enumerate(found.sheets)
            if (position := found.seats[which][seat]) is not None
            and (which, position) not in differing
            and position < len(one.sheet.foot)
            and not isinstance(one.sheet.foot[position], Unreadable)
            and one.sheet.foot[position] is not None
        ]
        for which, position, total in feet[1:]:
            right, place, due = feet[0]
            tells = _is_off(found, which, position) != _is_off(found, right, place)
            if tells and _is_off(found, right, place):
                (which, position, total), (right, place, due) = (right, place, due), (which, position, total)
            one, other = found.sheets[which], found.sheets[right]
            row, row_there = one.sheet.total_row, other.sheet.total_row
            if total == due or row is None or row_there is None:
                continue
            table, there = one.sheet.table, other.sheet.table
            params: dict[str, Param] = {
                "player": player,
                "here": "" if total is None or isinstance(total, Unreadable) else total,
                "there": "" if due is None or isinstance(due, Unreadable) else due,
                "other": _named(other),
                "other_cell": there.cell(row_there, other.sheet.points_columns[place]).a1,
            }
            cell = table.cell(row, one.sheet.points_columns[position])
            yield _finding(one, cell, "foot-wrong" if tells else "foot", params)


def _is_off(found: Beside, which: int, position: int) -> bool:
    """Whether a total is another than the cells above it make."""
    one = found.sheets[which]
    return one.sheet.points_columns[position] in one.totals


def _listed(told: Iterable[Finding]) -> Iterator[Finding]:
    """The findings as far as they are listed, and for the further ones of a sheet one that counts them."""
    count: Counter[tuple[str, str | None]] = Counter()
    for finding in told:
        count[finding.path, finding.sheet] += 1
        if count[finding.path, finding.sheet] <= MOST_LISTED:
            yield finding
    for (path, sheet), whole in count.items():
        if whole > MOST_LISTED:
            params = {"count": whole - MOST_LISTED}
            yield Finding(
                SHEETS_DIFFER.name, SHEETS_DIFFER.severity, path, sheet, variant=MORE, params=params
            )
