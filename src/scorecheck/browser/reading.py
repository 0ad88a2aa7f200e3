"""How a file was read, for the page on which the user can correct that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorecheck.browser.workspace import Workspace
from scorecheck.checks.ruleset import Layout
from scorecheck.games import registry
from scorecheck.many_files.answers import Answer
from scorecheck.model.cells import column_letters, value_text
from scorecheck.model.inspected import DoubtfulTable, ReadTable
from scorecheck.model.sheet import NOTATIONS, Sheet, Table
from scorecheck.one_file.inspection import inspect_files
from scorecheck.reports.inspect_report import role_in_words, weighed
from scorecheck.reports.messages import Messages
from scorecheck.reports.noticed import noticed_lines
from scorecheck.reports.safe import plain, shown_number

_ROWS = 8
_COLUMNS = 30
_ANY_GAME = ("player", "number", "date", "kind", "remark", "unknown")
"""The roles of columns on sheets of any game."""


def tables(workspace: Workspace, path: str, messages: Messages) -> dict[str, Any]:
    """The tables of a file as they were read, the answers for the file, and the possible answers."""
    said = workspace.answers.get(path, {})
    sources = [source for source in workspace.job().sources if source.shown == path]
    shown: list[dict[str, Any]] = []
    games: dict[str | None, None] = {said.get("game"): None}
    for file, _ in inspect_files(sources):
        for sheet in file.sheets:
            for one in sheet.tables:
                shown.append(_table(one, sheet.name, messages))
                if isinstance(one, ReadTable):
                    games[one.sheet.game] = None
    known = [game for game in games if game is not None]
    return {
        "said": said,
        "tables": shown,
        "games": [{"name": game, "label": messages.label(f"game.{game}")} for game in registry.names()],
        "layouts": [
            {"name": name, "label": messages.label(f"layout.{name}")}
            for name in dict.fromkeys(one.name for game in known or registry.names() for one in _of(game))
        ],
        "notations": [{"name": one, "label": messages.label(f"layout.{one}")} for one in NOTATIONS],
        "roles": [{"name": role, "label": role_in_words(role, messages)} for role in _roles(known)],
    }


def _of(game: str) -> Sequence[Layout]:
    return registry.load(game).layouts


def _roles(games: Iterable[str]) -> list[str]:
    """The roles of columns on any sheet, and on those of some games."""
    of_games = (role for game in games for layout in _of(game) for role in sorted(layout.roles))
    return list(dict.fromkeys((*_ANY_GAME, *of_games)))


def _table(one: ReadTable | DoubtfulTable, name: str | None, messages: Messages) -> dict[str, Any]:
    sheet = one.sheet if isinstance(one, ReadTable) else None
    table = one.sheet.table if isinstance(one, ReadTable) else one.table
    noticed = one.noticed if isinstance(one, ReadTable) else None
    evidence = one.sheet.evidence if isinstance(one, ReadTable) else one.evidence
    return {
        "name": plain(name or ""),
        "read": None
        if sheet is None
        else {key: getattr(sheet, key) for key in ("game", "layout", "notation")},
        "doubt": "" if isinstance(one, ReadTable) else plain(messages.text(one.finding)),
        "evidence": [plain(line) for line in weighed(evidence, messages)],
        "noticed": [plain(line) for line in noticed_lines(noticed, messages)] if noticed else [],
        "columns": [] if table is None else list(_columns(table, sheet)),
        "rows": [] if table is None else list(_rows(table)),
    }


def _columns(table: Table, sheet: Sheet | None) -> Iterator[dict[str, str]]:
    roles = {} if sheet is None else {column.at: column.role for column in sheet.columns}
    for at, heading in list(enumerate(table.headings))[table.first_column :][:_COLUMNS]:
        yield {"letter": column_letters(at + 1), "heading": plain(heading), "role": roles.get(at, "")}


def _rows(table: Table) -> Iterator[list[str]]:
    """The first rows, as shown on the page."""
    columns = range(table.first_column, min(len(table.headings), table.first_column + _COLUMNS))
    for row in table.rows[:_ROWS]:
        yield [shown_number(plain(value_text(row[at]))) if at < len(row) else "" for at in columns]


def answers_of(said: Mapping[str, Any]) -> list[Answer]:
    """The answers for a file, as settings."""
    told = [Answer(key, plain(said[key])) for key in ("game", "layout", "notation") if said.get(key)]
    columns: Mapping[str, str] = said.get("columns") or {}
    return [*told, *(Answer("columns", plain(role), plain(heading)) for heading, role in columns.items())]
