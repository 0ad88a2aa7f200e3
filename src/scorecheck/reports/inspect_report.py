"""How files were read, as text and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorecheck.checks.money import columns_held, held_money
from scorecheck.checks.own import asked_for_by
from scorecheck.checks.standing_beside import columns_of_totals
from scorecheck.model.cells import Unreadable, Written, column_letters, value_text
from scorecheck.model.finding import Severity
from scorecheck.model.inspected import DoubtfulTable, InspectedFile, InspectedSheet, ReadTable
from scorecheck.model.order import grouped
from scorecheck.model.outcome import CheckedSheet
from scorecheck.model.sheet import GAMES_SUM, Entry, ReadingEvidence, Sheet, Table
from scorecheck.model.terms import kind_of_noun
from scorecheck.reports.describe import aligned, display_width, people, place, ranges, recognised
from scorecheck.reports.json_report import (
    FORMAT_VERSION,
    fields_json,
    finding_json,
    number_json,
    range_of,
    row_of,
    tool,
)
from scorecheck.reports.messages import Messages
from scorecheck.reports.noticed import noticed_json, noticed_lines
from scorecheck.reports.safe import plain
from scorecheck.reports.text import hanging

NO_FACTS = frozenset({"player", "unknown", "tag", "running", GAMES_SUM})
"""The roles of columns that are no facts: points, unknown ones, and sums."""


def sheet_json(read: ReadTable) -> dict[str, Any]:
    """The sheet in the form of ``schemas/<game>.schema.json``: each row with its facts by name.

    Unreadable values are kept as text.
    """
    sheet = read.sheet
    document: dict[str, Any] = {"version": FORMAT_VERSION, "game": sheet.game, "layout": sheet.layout}
    open_ = sheet.shown.get("preset")
    if sheet.preset and not (open_ is not None and open_.asked):
        document["preset"] = sheet.preset
    if sheet.notation != "plus-minus":
        document["notation"] = sheet.notation
    if sheet.shown_name:
        document["name"] = sheet.shown_name
    document["players"] = list(_names(sheet).values()) if _has_games(sheet) else list(sheet.players)
    document["rows"] = [_row(entry, sheet) for entry in read.entries]
    if sheet.total_row is not None and sheet.foot:
        # Without columns of points the totals follow from the rows; those of both sides stand for no column.
        document["total"] = _cells(sheet.total_row, sheet.foot, sheet)
    return document


def _row(entry: Entry, sheet: Sheet) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for role, value in entry.fields.items():
        if role in NO_FACTS or value == "":
            continue
        if role in entry.dates and entry.dates[role].originals:
            row[role] = entry.dates[role].originals[0]
        elif role in entry.numbers:
            number = _number(entry.numbers[role])
            # A mark such as - is a value, unlike an empty cell.
            row[role] = value_text(value).strip() if number is None else number
        else:
            row[role] = value_text(value).strip()
    if sheet.points_columns:
        row["points"] = _cells(entry.row, entry.written, sheet)
    return row


def _has_games(sheet: Sheet) -> bool:
    """Whether a sheet is a card with several games per player."""
    names = {name.casefold() for name in sheet.players}
    return sheet.column("category") is not None and 0 < len(names) < len(sheet.points_columns)


def _names(sheet: Sheet) -> dict[int, str]:
    """The names of the columns of points; with several games per player, also of the columns of sums."""
    if not _has_games(sheet):
        return {at: sheet.table.headings[at] for at in sheet.points_columns}
    owners = dict(zip(sheet.points_columns, sheet.players, strict=True))
    found: dict[int, str] = {}
    for column in sheet.columns:
        if column.at not in owners and column.role != GAMES_SUM:
            continue
        owner = owners.get(column.at) or next(
            (owners[at] for at in sorted(owners, reverse=True) if at < column.at), ""
        )
        heading = sheet.table.headings[column.at]
        if heading in {"", owner}:
            # Cards under the same name are told apart by their number.
            heading = f"{owner} {1 + sum(name.startswith(f'{owner} ') for name in found.values())}"
        found[column.at] = heading if heading.startswith(f"{owner} ") else f"{owner} ({heading})"
    return found


def _cells(row: int, cells: Sequence[Written], sheet: Sheet) -> dict[str, Any]:
    """The players' filled cells in a row, by name."""
    said = dict(zip(sheet.points_columns, cells, strict=True))
    found: dict[str, Any] = {}
    for at, name in _names(sheet).items():
        value, cell = sheet.table.value(row, at), said.get(at)
        if value != "":
            if cell is None or isinstance(cell, Unreadable):
                found[name] = value_text(value).strip()
            else:
                found[name] = number_json(cell)
    return found


def _number(cell: Written) -> Any:
    if cell is None:
        return None
    return cell.text if isinstance(cell, Unreadable) else number_json(cell)


_INDENT = "  "
_GAP = "  "
_MOST_EVIDENCE = 6
_MOST_TOTALS = 12
_BOLD = "1"

_Part = tuple[str, list[str]]


def inspect_text(
    files: Sequence[InspectedFile], messages: Messages, *, color: bool = False, width: int = 0
) -> str:
    """How each file was read: one line, then the details of each table, wrapped to ``width`` if given."""

    def bold(text: str) -> str:
        return f"\x1b[{_BOLD}m{text}\x1b[0m" if color else text

    blocks: list[str] = []
    for file in files:
        path = place(file.path, None, None)
        first, *more = hanging(f"{path}: ", plain(file_sentence(file, messages)), width)
        lines = [first.replace(path, bold(path), 1), *more]
        for sheet in file.sheets:
            lines += ["", *_sheet_lines(sheet, messages, bold(plain(sheet.name or "")), width)]
        blocks.append("\n".join(lines))
    return "\n\n\n".join(blocks) + "\n"


def file_sentence(file: InspectedFile, messages: Messages) -> str:
    """How a file was recognised, in one line."""
    if file.problem is not None:
        return messages.text(file.problem)
    read = [table for sheet in file.sheets for table in sheet.tables if isinstance(table, ReadTable)]
    unread = [
        table
        for sheet in file.sheets
        for table in sheet.tables
        if not isinstance(table, ReadTable) and table.finding.severity is Severity.ERROR
    ]
    parts: list[str] = []
    if len(read) == 1:
        parts.append(messages.label("inspect.one", said=_recognised(read[0], messages)))
    elif read:
        kinds = dict.fromkeys(_kind(table.sheet, messages) for table in read)
        parts.append(messages.label("inspect.several", count=len(read), said="; ".join(kinds)))
    else:
        parts.append(messages.label("inspect.nothing"))
    if read and unread:
        parts.append(messages.label("inspect.not-read", count=len(unread)))
    elif unread:
        parts.append(messages.text(unread[0].finding))
    return " ".join(parts)


def was_read(file: InspectedFile) -> bool:
    """Whether everything in a file that looks like a scoresheet was read."""
    return file.problem is None and all(
        isinstance(table, ReadTable) or table.finding.severity < Severity.ERROR
        for sheet in file.sheets
        for table in sheet.tables
    )


def _recognised(table: ReadTable, messages: Messages) -> str:
    return recognised(CheckedSheet(table.sheet, table.size, ()), messages)


def _kind(sheet: Sheet, messages: Messages) -> str:
    """The game and the layout, without details of a single table."""
    game = [messages.label(f"game.{sheet.game}")] if sheet.game else []
    return ", ".join((*game, _kept(sheet.layout, sheet.notation, messages)))


def _kept(layout: str, notation: str, messages: Messages) -> str:
    said = messages.label(f"layout.{layout}")
    return said if notation == "plus-minus" else f"{said}, {messages.label(f'layout.{notation}')}"


def _sheet_lines(sheet: InspectedSheet, messages: Messages, name: str, width: int) -> Iterator[str]:
    hidden = messages.label("inspect.hidden-sheet") if sheet.hidden else ""
    if name or hidden:
        yield f"{name} ({hidden})" if hidden else name
    around: list[_Part] = []
    if sheet.hidden_rows:
        around.append((messages.label("inspect.hidden-rows"), [", ".join(ranges(sheet.hidden_rows))]))
    if sheet.hidden_columns:
        letters = map(column_letters, sheet.hidden_columns)
        around.append((messages.label("inspect.hidden-columns"), [", ".join(letters)]))
    yield from _aligned(around, width)
    if not sheet.tables:
        yield _INDENT + messages.label("inspect.empty-sheet")
    for at, table in enumerate(sheet.tables):
        if at or around:
            yield ""
        yield from _aligned(
            list(
                _read_parts(table, messages)
                if isinstance(table, ReadTable)
                else _unread_parts(table, messages)
            ),
            width,
        )


def _aligned(parts: Sequence[_Part], room: int) -> Iterator[str]:
    """Each part with its name before its first line, without control characters."""
    width = max((display_width(name) for name, _ in parts), default=0)
    for name, lines in parts:
        for at, line in enumerate(lines):
            before = name if at == 0 else ""
            start = f"{_INDENT}{before}{' ' * (width - display_width(before))}{_GAP}"
            yield from hanging(start, plain(line), room)


def _read_parts(read: ReadTable, messages: Messages) -> Iterator[_Part]:
    sheet, table = read.sheet, read.sheet.table

    def part(key: str, *lines: str) -> _Part:
        return messages.label(f"inspect.{key}"), list(lines)

    is_list = sheet.layout == "standings"
    yield part("read-as", _recognised(read, messages))
    yield part("same-as", _as_options(sheet))
    yield part("stands", range_of(sheet))
    if table.part:
        yield part("part", table.part)
    if table.title:
        yield part("title", table.title)
    yield part("kept", messages.label(f"inspect.{_direction(sheet)}"))
    yield part("decided", messages.label(f"inspect.decided_by.{sheet.decided_by}"))
    if sheet.evidence:
        yield part("weighed", *weighed(sheet.evidence, messages))
    if read.noticed is not None:
        yield part("would-notice", *noticed_lines(read.noticed, messages))
    if read.remarks:
        yield part("remarks", *(messages.term_text(sheet.game or "", one) for one in read.remarks))
    yield part("players", messages.joined(people(sheet)))
    yield part("columns", *_columns(sheet, messages))
    rows = {"game": "games", "round": "rounds"}.get(kind_of_noun(sheet.noun), "entries")
    yield part("names" if is_list else rows, _extent(read, messages))
    if sheet.total_row is not None:
        foot = _foot(sheet, messages)
        yield part("total", _at(table, [sheet.total_row], messages) + (foot and f": {foot}"))
    if sheet.ignored:
        yield part("left-alone", *_left_alone(sheet, messages))


def _unread_parts(doubtful: DoubtfulTable, messages: Messages) -> Iterator[_Part]:
    finding, table = doubtful.finding, doubtful.table
    yield messages.label("inspect.why-not"), [f"{messages.text(finding)} [{finding.rule}]"]
    if table is not None:
        headings = ", ".join(word for word in table.headings[table.first_column :] if word)
        first = table.heading_cell(table.first_column).a1
        yield messages.label("inspect.looked-at"), [f"{first}: {headings}"]
    if doubtful.evidence:
        yield messages.label("inspect.weighed"), list(weighed(doubtful.evidence, messages))


def _direction(sheet: Sheet) -> str:
    if sheet.table.turned:
        return "turned"
    if sheet.layout == "standings":
        return "list"
    if sheet.layout == "list":
        return "long-list"
    if not sheet.points_columns:
        return "records"
    return "card" if sheet.column("category") is not None else "upright"


def _as_options(sheet: Sheet) -> str:
    game = sheet.game and asked_for_by(sheet.game)
    said = {"game": game, "preset": sheet.preset, "layout": sheet.layout}
    if sheet.layout not in {"standings", "list"}:
        said["notation"] = sheet.notation
    return " ".join(f"--{name} {value}" for name, value in said.items() if value)


def weighed(evidence: Sequence[ReadingEvidence], messages: Messages) -> Iterator[str]:
    """The weighed readings, the best one first, with their players where these differ."""
    players = len({one.players for one in evidence}) > 1
    for one in evidence[:_MOST_EVIDENCE]:
        game = [messages.label(f"game.{one.game}")] if one.game else []
        said = ", ".join((*game, _kept(one.layout, one.notation, messages)))
        if players:
            said += f" ({messages.joined(one.players)})"
        yield messages.label("inspect.fits", said=said, fits=one.fits, rows=one.rows)
    if len(evidence) > _MOST_EVIDENCE:
        yield messages.label("inspect.more", count=len(evidence) - _MOST_EVIDENCE)


def _columns(sheet: Sheet, messages: Messages) -> list[str]:
    held = _held(sheet)
    table = [
        (
            _column_place(sheet.table, column.at),
            plain(column.heading),
            role_in_words(held.get(column.at, column.role), messages),
        )
        for column in sheet.columns
    ]
    return aligned(table, range(3))


def _held(sheet: Sheet) -> Mapping[int, str]:
    """The columns that are recognised by their numbers and checked against the points."""
    if not sheet.points_columns:
        return {}
    totals = () if sheet.running else columns_of_totals(sheet)
    money = columns_held(sheet, held_money(sheet))
    return {**dict.fromkeys(money, "money_held"), **dict.fromkeys(totals, "totals_held")}


def role_in_words(role: str, messages: Messages) -> str:
    """The role of a column in words; an unknown role, from an event file, stays as it is."""
    of_round = re.fullmatch(r"round(\d+)_(points|games)", role)
    if of_round is not None:
        return messages.label(f"inspect.role.round_{of_round[2]}", number=of_round[1])
    try:
        # Several columns of one kind have their own role each.
        return messages.label(f"inspect.role.{role.partition('-')[0]}")
    except KeyError:
        return role


def _column_place(table: Table, column: int) -> str:
    """The letters of a column; in a transposed table, its row on the sheet."""
    cell = table.heading_cell(column)
    return str(cell.row) if table.turned else column_letters(cell.column)


def _extent(read: ReadTable, messages: Messages) -> str:
    if read.first is None or read.last is None:
        return "0"
    table = read.sheet.table
    first, last = (_at(table, [row], messages) for row in (read.first, read.last))
    return messages.label("inspect.from-to", count=read.size, first=first, last=last)


def _at(table: Table, rows: Sequence[int], messages: Messages) -> str:
    """The position of rows on their sheet: ``rows 7, 9–12``."""
    key = ("column" if table.turned else "row") + ("s" if len(rows) > 1 else "")
    if table.turned:
        at = ", ".join(str(row_of(table, row)) for row in rows)
    else:
        at = ", ".join(ranges([table.cell(row, 0).row for row in rows]))
    return messages.label(f"inspect.at-{key}", at=at)


def _foot(sheet: Sheet, messages: Messages) -> str:
    names = [sheet.table.headings[at] for at in sheet.points_columns]
    said = [
        f"{name} {_written(cell, messages)}"
        for name, cell in zip(names[:_MOST_TOTALS], sheet.foot, strict=False)
    ]
    return ", ".join((*said, "…") if len(names) > _MOST_TOTALS else said)


def _written(cell: Written, messages: Messages) -> str:
    if cell is None:
        return "–"
    return cell.text if isinstance(cell, Unreadable) else messages.number(cell, signed=True)


def _left_alone(sheet: Sheet, messages: Messages) -> Iterator[str]:
    for why, some in grouped(sheet.ignored, lambda one: one.why).items():
        yield f"{_at(sheet.table, [one.row for one in some], messages)}: {messages.label(f'ignored.{why}')}"


def inspect_json(files: Iterable[InspectedFile], messages: Messages) -> dict[str, Any]:
    """How each file was read, with its entries, as JSON."""
    return {"version": FORMAT_VERSION, "tool": tool(), "files": [_file(file, messages) for file in files]}


def _file(file: InspectedFile, messages: Messages) -> dict[str, Any]:
    return {
        **fields_json(file, "path", "format"),
        "read": was_read(file),
        "says": file_sentence(file, messages),
        "problem": None if file.problem is None else finding_json(file.problem, messages),
        "sheets": [_sheet(sheet, messages) for sheet in file.sheets],
    }


def _sheet(sheet: InspectedSheet, messages: Messages) -> dict[str, Any]:
    return {
        **fields_json(sheet, "name", "hidden"),
        "hidden_rows": list(sheet.hidden_rows),
        "hidden_columns": [column_letters(column) for column in sheet.hidden_columns],
        "tables": [
            _table(table, messages) if isinstance(table, ReadTable) else _unread(table, messages)
            for table in sheet.tables
        ],
    }


def _unread(doubtful: DoubtfulTable, messages: Messages) -> dict[str, Any]:
    table = doubtful.table
    return {
        "read": False,
        "finding": finding_json(doubtful.finding, messages),
        "cell": None if table is None else table.heading_cell(table.first_column).a1,
        "headings": [] if table is None else list(table.headings[table.first_column :]),
        "evidence": [_evidence(one) for one in doubtful.evidence],
    }


def _table(read: ReadTable, messages: Messages) -> dict[str, Any]:
    sheet, table = read.sheet, read.sheet.table
    total = None
    if sheet.total_row is not None:
        total = {
            "row": row_of(table, sheet.total_row),
            "written": [_written_json(cell) for cell in sheet.foot],
        }
    return {
        "read": True,
        "range": range_of(sheet),
        **fields_json(table, "title", "part", "turned"),
        **fields_json(sheet, "game", "preset", "layout", "notation"),
        "options": dict(sheet.options),
        "decided_by": sheet.decided_by,
        "evidence": [_evidence(one) for one in sheet.evidence],
        "remarks": [
            {"key": one.key, "says": messages.term_text(sheet.game or "", one)} for one in read.remarks
        ],
        "players": list(sheet.players),
        "columns": [
            {
                "at": _column_place(table, column.at),
                **fields_json(column, "heading", "role"),
                "says": role_in_words(column.role, messages),
            }
            for column in sheet.columns
        ],
        "total": total,
        "ignored": [
            {"row": row_of(table, one.row), "why": one.why, "says": messages.label(f"ignored.{one.why}")}
            for one in sheet.ignored
        ],
        **({} if read.noticed is None else noticed_json(read.noticed)),
        "rows": read.size,
        "entries": [_entry(entry, table) for entry in read.entries],
        "sheet": sheet_json(read),
    }


def _evidence(one: ReadingEvidence) -> dict[str, Any]:
    return one._asdict() | {"players": list(one.players)}


def _entry(entry: Entry, table: Table) -> dict[str, Any]:
    """An entry; if it cannot be read, its points are 0 and its totals unchanged."""
    return {
        "row": row_of(table, entry.row),
        "label": entry.label,
        "written": [_written_json(cell) for cell in entry.written],
        "points": [number_json(number) for number in entry.points],
        "totals": [number_json(number) for number in entry.totals],
        "readable": entry.readable,
    }


def _written_json(cell: Written) -> Any:
    """A number, null for an empty cell, or the unreadable text with its kind."""
    if cell is None:
        return None
    return {"text": cell.text, "kind": cell.kind} if isinstance(cell, Unreadable) else number_json(cell)
