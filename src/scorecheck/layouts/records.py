"""The tables of records on a sheet, with a row per event and its facts in columns; and cards beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.words import nearest, plain
from scorecheck.layouts.card_rows import by_row_word, is_word
from scorecheck.layouts.cards import card_readings
from scorecheck.layouts.foot import Feet
from scorecheck.layouts.read_as import ReadAs, sheet_of
from scorecheck.layouts.readings import Reading, fewer_players
from scorecheck.layouts.record_headings import FURTHEST, Line, by_plain_form, table_below
from scorecheck.layouts.sample import Sample
from scorecheck.layouts.wordy import holds_points
from scorecheck.model.cells import Value, shown_name, value_text
from scorecheck.model.record import replace
from scorecheck.model.sheet import Column, Sheet
from scorecheck.model.wanted import ANYTHING, Wanted
from scorecheck.model.workbook import Grid

_SAMPLE = 60


def record_readings(
    grid: Grid, path: str, rulesets: Iterable[Ruleset], wanted: Wanted = ANYTHING
) -> tuple[list[list[Reading]], int]:
    """The tables of records and the cards of a sheet, each with every layout that it fits.

    Also the row, counted from 0, in which the first one starts; above it may be another table.
    """
    told, words = by_plain_form(wanted.headings), by_row_word(wanted.categories)
    offered = [
        ReadAs(ruleset, one, path, ruleset.known_preset(wanted.preset), told, words)
        for ruleset in rulesets
        for one in ruleset.layouts
        if (one.required or one.row_names) and wanted.layout in (None, one.name)
    ]
    below_headings = list(_tables_of_records(grid, [one for one in offered if one.layout.required], told))
    tables = [found for _, found in below_headings]
    first = min((row for row, _ in below_headings), default=len(grid.rows))
    # Categories in a log are no card: with a log on the sheet, cards are searched above it.
    above = replace(grid, rows=grid.rows[:first]) if tables else grid
    found_cards = card_readings(above, [one for one in offered if one.layout.row_names])
    first = min([first, *(row for _, row in found_cards)])
    return [*(found for found, _ in found_cards), *tables], first


def _tables_of_records(
    grid: Grid, offered: Sequence[ReadAs], told: Mapping[str, str]
) -> Iterator[tuple[int, list[Reading]]]:
    """The tables below heading lines, each with the row of its headings."""
    lines = list(_heading_lines(grid, offered, told))
    for (row, fitting), (following, _) in pairwise([*lines, (len(grid.rows), ())]):
        stop = next((end for end in range(row + 2, following) if _begins_another(grid.rows, end)), following)
        found = [reading for one in fitting for reading in _of_records(grid, one, row, stop)]
        if found:
            yield row, found


def _heading_lines(
    grid: Grid, offered: Sequence[ReadAs], told: Mapping[str, str]
) -> Iterator[tuple[int, list[ReadAs]]]:
    fewest = min((len(one.layout.required) for one in offered), default=0)
    furthest = min(len(grid.rows), FURTHEST) if offered else 0
    known = {id(one.layout.headings): one.layout.headings for one in offered}.values()
    row = 0
    while row < furthest:
        line = Line(grid.rows[row], told)
        if line.most_roles(known) >= fewest:
            fitting = [
                one for one in offered if one.layout.required <= set(line.roles(one.layout.headings).values())
            ]
            if fitting:
                furthest = len(grid.rows)
                yield row, [one for one in fitting if not any(map(one.is_part_of, fitting))]
        row += 1


def _of_records(grid: Grid, read_as: ReadAs, row: int, stop: int) -> Iterator[Reading]:
    """The readings of the table below a heading line, if its columns fit the layout.

    A column of numbers that is no fact is a player's, or something else.
    """
    ruleset, layout = read_as.ruleset, read_as.layout
    line = grid.rows[row]
    body = grid.rows[row + 1 : stop]
    width = max([len(line), *(len(values) for values in body[:_SAMPLE])])
    headings = Line(line, read_as.headings)
    # A known word is no name, also if another column has its role.
    aside = "aside" if "aside" in layout.roles else "unknown"
    known = {at: aside for at, word in headings.words.items() if layout.headings.get(word)}
    roles = {**known, **headings.roles(layout.headings)}
    body = body[: _end(body, [at for at, role in roles.items() if role in layout.required])]
    for at, heading in enumerate(line):
        by_words = _roles_by_words(heading, at, body, layout) if at not in roles else ()
        free = (role for role in by_words if role not in roles.values())
        roles.update((at, role) for role in islice(free, 1))
    roles.update(_roles_by_content(roles, body, layout))
    columns = [
        _column(at, shown_name(line[at]) if at < len(line) else "", roles.get(at), layout, body)
        for at in range(width)
    ]
    kept = tuple(column for column in columns if column is not None)
    table = table_below(grid, row, body, width, kept[0].at if kept else 0)
    feet = Feet(table)
    for choice in fewer_players(Sample(table), read_as, kept):
        sheet = sheet_of(table, read_as, choice, feet)
        if sheet is not None and not _counts_for_names(sheet, layout):
            yield Reading(ruleset, layout, sheet)


def _roles_by_words(
    heading: Value, at: int, body: Sequence[Sequence[Value]], layout: Layout
) -> Iterable[str]:
    """The roles that a column under an unknown heading may have, if only words stand below it."""
    if layout.roles_by_words is None or not is_word(heading):
        return ()
    said = [values[at] for values in body if at < len(values) and values[at] != ""]
    words = [one for one in said if isinstance(one, str)]
    return layout.roles_by_words(shown_name(heading), words) if len(words) == len(said) else ()


def _roles_by_content(
    roles: Mapping[int, str], body: Sequence[Sequence[Value]], layout: Layout
) -> Mapping[int, str]:
    """The other roles of known columns by what stands below them, if all that may have one do."""
    found: dict[int, str] = {}
    for at, known in roles.items() if layout.roles_under else ():
        role, tells = layout.roles_under.get(known, ("", None))
        if tells is None or role in roles.values():
            continue
        said = [value_text(values[at]) for values in body if at < len(values) and values[at] != ""]
        if said and tells(said):
            found[at] = role
    return found if len(found) == len(layout.roles_under) else {}


def _end(body: Sequence[Sequence[Value]], required: Sequence[int]) -> int:
    """The end of the records: an empty row below which several rows lack a fact, as in a list of totals."""
    lacking = 0
    for at in range(len(body) - 1, 0, -1):
        row = body[at]
        if all(value == "" for value in row):
            if lacking > 1:
                return at
        elif all(column < len(row) and row[column] != "" for column in required):
            break
        else:
            lacking += 1
    return len(body)


def _begins_another(rows: Sequence[Sequence[Value]], at: int) -> bool:
    """Whether an empty row separates rows from the headings of another table.

    Such headings are words without a number, two of them above columns of numbers.
    """
    row = rows[at]
    if any(value != "" for value in rows[at - 1]) or sum(value != "" for value in row) < _FEWEST_HEADINGS:
        return False
    below = rows[at + 1 : at + 1 + _SAMPLE]
    words = [column for column, value in enumerate(row) if value != ""]
    return (
        all(is_word(row[column]) for column in words)
        and sum(holds_points(below, column) for column in words) >= _FEWEST_NUMBERS
    )


_FEWEST_HEADINGS, _FEWEST_NUMBERS = 3, 2


def _counts_for_names(sheet: Sheet, layout: Layout) -> bool:
    """Whether numbers stand for names, beside names that occur once each: counts of won and lost games."""
    if not layout.name_roles or not sheet.players or not all(map(str.isdecimal, sheet.players)):
        return False
    table, rows = sheet.table, range(min(sheet.stop, _SAMPLE))
    for at in (column.at for column in sheet.columns if column.role in {"unknown", "aside"}):
        said = [value_text(table.value(row, at)).replace(" ", "").casefold() for row in rows]
        if all(map(str.isalpha, said)) and len(set(said)) == len(said) > 1:
            return True
    return False


def _column(
    at: int, heading: str, role: str | None, layout: Layout, body: Sequence[Sequence[Value]]
) -> Column | None:
    if role is not None:
        return Column(at, role, heading)
    filled = any(at < len(row) and row[at] != "" for row in body[:_SAMPLE])
    if not plain(heading):
        return Column(at, "tag", "") if filled else None
    played = holds_points(body[:_SAMPLE], at) if filled else nearest(heading, layout.headings) is None
    return Column(at, "player" if layout.min_players and played else "unknown", heading)
