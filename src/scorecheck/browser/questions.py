"""The questions of the page, with their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from scorecheck import __version__, catalogue
from scorecheck.browser import game_value, writing
from scorecheck.browser.making import blank, blank_sheets, event_file, rules_told
from scorecheck.browser.page_data import page_data, settings_broken
from scorecheck.browser.workspace import Workspace, answers_of
from scorecheck.checks.ruleset import Layout
from scorecheck.games import registry
from scorecheck.many_files.answers import settings_text
from scorecheck.many_files.job import corrections_in, seen_from
from scorecheck.model.cells import column_letters, value_text
from scorecheck.model.error import BrokenFile, Refusal
from scorecheck.model.inspected import DoubtfulTable, ReadTable
from scorecheck.model.sheet import NOTATIONS, Sheet, Table
from scorecheck.one_file.inspection import inspect_files
from scorecheck.one_file.mending import corrections_of, list_of
from scorecheck.reports.changes_text import corrections_page
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.formats import rendered, standings_rendered
from scorecheck.reports.inspect_report import role_in_words, weighed
from scorecheck.reports.json_report import json_text
from scorecheck.reports.messages import Messages
from scorecheck.reports.noticed import noticed_lines
from scorecheck.reports.printing import Printing
from scorecheck.reports.safe import plain, shown_number
from scorecheck.reports.view import ReportView, report_view
from scorecheck.resources import data_folder
from scorecheck.whole_event.ranking import shown_with

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
    of_games = (role for game in known for layout in _of(game) for role in sorted(layout.roles))
    roles = dict.fromkeys((*_ANY_GAME, *of_games))
    return {
        "said": said,
        "tables": shown,
        "games": [{"name": game, "label": messages.label(f"game.{game}")} for game in registry.names()],
        "layouts": [
            {"name": name, "label": messages.label(f"layout.{name}")}
            for name in dict.fromkeys(one.name for game in known or registry.names() for one in _of(game))
        ],
        "notations": [{"name": one, "label": messages.label(f"layout.{one}")} for one in NOTATIONS],
        "roles": [{"name": role, "label": role_in_words(role, messages)} for role in roles],
    }


def _of(game: str) -> Sequence[Layout]:
    return registry.load(game).layouts


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


Params: TypeAlias = "Mapping[str, Any]"
Question: TypeAlias = "Callable[[Workspace, Params, Messages], object]"


SAMPLES = {
    "slips": "chouette/mcc-extra.xlsx",
    "right": "doppelkopf/five-players.xlsx",
    "event": "events/tcg-faulty",
    "card": "yatzy/yatzy-faulty.csv",
}
"""Files or folders below ``samples``, by the names that the page uses."""


def sample(name: str) -> list[tuple[str, bytes]]:
    """The files of a sample, with their paths from its own name on.

    Raises:
        KeyError: there is none of that name.
    """
    place = data_folder("samples") / SAMPLES[name]
    files = sorted(path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]
    return [(path.relative_to(place.parent).as_posix(), path.read_bytes()) for path in files]


def place(workspace: Workspace, params: Params, _messages: Messages) -> object:
    """Adds files."""
    if params.get("anew"):
        workspace.clear()
    return {"placed": workspace.place(params["files"])}


def example(workspace: Workspace, params: Params, _messages: Messages) -> object:
    """Replaces all files by one of the samples, and returns its files."""
    from base64 import b64encode

    files = sample(params["name"])
    workspace.clear()
    workspace.place(files)
    return {"files": [(path, b64encode(data).decode()) for path, data in files]}


def look(workspace: Workspace, params: Params, _messages: Messages) -> None:
    """Checks some of the files."""
    wanted = set(params["paths"])
    for source in workspace.job().sources:
        if source.shown in wanted:
            workspace.look(source)


def findings(workspace: Workspace, params: Params, messages: Messages) -> object:
    """The findings in one of the formats of ``scorecheck validate``."""
    checked = workspace.looked().checked
    return rendered(params["format"], checked, messages, FormatOptions(), catalogue.rules).encode()


def copy(workspace: Workspace, params: Params, messages: Messages) -> object:
    """The corrected copy of a file, as ``scorecheck fix`` writes it."""
    path = params["path"]
    taken = workspace.taken.get(path, [])
    done = list_of(taken, messages)
    return workspace.copy(path, workspace.original(path), taken, done, heading=messages.label("fix.heading"))


def changes(workspace: Workspace, params: Params, messages: Messages) -> object:
    """The list of changes of a text file, which cannot contain it."""
    path = params["path"]
    heading = f"{path}: {messages.label('fix.heading')} (scorecheck)"
    done = list_of(workspace.taken.get(path, []), messages)
    return "".join(f"{plain(line)}\n" for line in (heading, *(one.said for one in done))).encode()


def corrections(workspace: Workspace, _params: Params, messages: Messages) -> object:
    """The corrections of the event with the repairs taken; nothing without an event."""
    from scorecheck.many_files.corrections import text_of

    home = workspace.event_folder()
    if home is None:
        return {}
    when = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    made = [
        one
        for path, taken in workspace.taken.items()
        for one in corrections_of(taken, seen_from(home, workspace.home / path), messages, "", when)
    ]
    return text_of([*corrections_in(home), *made]).encode()


def standings(workspace: Workspace, params: Params, messages: Messages) -> object:
    """The standings in one of the formats of ``scorecheck rank``; nothing where there are none."""
    looked = workspace.looked()
    if looked.ranking is None:
        return {"refused": ""}
    rename = _naming(workspace, params, messages)
    ranking, checked = rename((looked.ranking.standings, looked.checked))
    if params["format"] == "json":
        from scorecheck.reports.ranking_json import standings_json
        from scorecheck.whole_event.basis import basis_of

        basis = rename(tuple(basis_of(looked.job, looked.checked, looked.ranking)))
        return json_text(standings_json(ranking, messages, basis)).encode()
    made = standings_rendered(
        params["format"], ranking, checked, messages, Printing(moment=_moment(workspace))
    )
    return made.encode() if isinstance(made, str) else made


def printed(workspace: Workspace, params: Params, messages: Messages) -> object:
    """The standings or one of the prints of a report, as PDF, or as a page for printing where PDFs cannot be
    made.
    """
    from scorecheck.reports.pdf import NothingToPrint, StillProvisional, kind_of, part_to_print

    looked = workspace.looked()
    rename, moment = _naming(workspace, params, messages), _moment(workspace)
    what, pdf = params["what"], params["pdf"]
    if what == "standings":
        if looked.ranking is None:
            return {"refused": messages.label("app.prints.nothing")}
        ranking, checked = rename((looked.ranking.standings, looked.checked))
        return standings_rendered(
            "pdf" if pdf else "html", ranking, checked, messages, Printing(moment=moment)
        )
    try:
        view = part_to_print(
            what, _view(workspace, messages, rename), provisional=params.get("anyway", False)
        )
    except NothingToPrint:
        return {"refused": messages.label("app.prints.nothing")}
    except StillProvisional:
        return {"refused": messages.label("app.prints.provisional"), "anyway": True}
    if pdf:
        from scorecheck.reports.pdf import report_pdf

        return report_pdf(kind_of(what), view, messages, Printing(moment=moment))
    from scorecheck.reports.html import certificates_html, report_html

    page = certificates_html if kind_of(what) == "certificates" else report_html
    return page(view, messages)


def event(workspace: Workspace, _params: Params, messages: Messages) -> object:
    """An event file for all files, for download."""
    ranked = workspace.looked().ranking
    if ranked is None:
        return {"refused": ""}
    return event_file(workspace, ranked, messages).encode()


def arrange(workspace: Workspace, params: Params, messages: Messages) -> object:
    """Assigns sheets to rounds."""
    ranked = workspace.looked().ranking
    if ranked is None:
        return {"refused": ""}
    workspace.arrange(event_file(workspace, ranked, messages, params["rounds"]))
    return {}


def blanks(workspace: Workspace, _params: Params, messages: Messages) -> object:
    """The games and layouts with blank sheets, and the errors in files of games."""
    own_games = workspace.own_games()
    return {
        "games": blank_sheets(messages, own_games.names),
        "refused": [settings_broken(one, messages) for one in own_games.broken],
    }


def forms(_workspace: Workspace, _params: Params, messages: Messages) -> object:
    """The forms for the value of a game."""
    return {"games": game_value.forms(messages)}


def value(_workspace: Workspace, params: Params, messages: Messages) -> object:
    """The value of one game, term by term."""
    return game_value.value_of(params["game"], params["said"], messages)


def _naming(workspace: Workspace, params: Params, messages: Messages) -> Callable[[Any], Any]:
    """The function that replaces players' names by their public ones, or does nothing."""
    if not params.get("publish"):
        return lambda same: same
    from scorecheck.whole_event.publishing import renaming

    looked = workspace.looked()
    return renaming(looked.job, looked.checked, looked.ranking, messages)


def _view(workspace: Workspace, messages: Messages, rename: Callable[[Any], Any]) -> ReportView:
    """The report of all files, with renamed players."""
    from scorecheck.whole_event.corrections_account import account_of

    looked = workspace.looked()
    account = account_of(looked.job, looked.checked, looked.ranking, "")
    checked, ranked, account = rename((looked.checked, looked.ranking, account))
    return report_view(
        checked,
        shown_with(ranked, messages),
        messages,
        moment=_moment(workspace),
        corrections=None if account is None else corrections_page(account, messages),
    )


def _moment(workspace: Workspace) -> datetime | None:
    """The time of the newest file."""
    seconds = [source.path.stat().st_mtime for source in workspace.looked().job.sources]
    return datetime.fromtimestamp(max(seconds), UTC) if seconds else None


def answer(workspace: Workspace, name: str, params: Params) -> object:
    """The answer to a question, or the reason for a refusal."""
    messages = Messages(params.get("lang", "en"))
    try:
        told = QUESTIONS[name](workspace, params, messages)
    except Refusal as refused:
        return {"refused": plain(messages.label(refused.key, **refused.params))}
    except BrokenFile as broken:
        return {"refused": settings_broken(broken, messages)}
    return {} if told is None else told


QUESTIONS: Mapping[str, Question] = {
    "hello": lambda _workspace, _params, messages: {"version": __version__, "lang": messages.lang},
    # Files.
    "place": place,
    "example": example,
    "remove": lambda workspace, params, _messages: workspace.remove(params["path"]),
    "sources": lambda workspace, _params, _messages: {
        "sources": [source.shown for source in workspace.job().sources]
    },
    # Checking: file by file, then all together.
    "look": look,
    "everything": lambda workspace, _params, messages: page_data(workspace, messages),
    "findings": findings,
    # Repairs.
    "take": lambda workspace, params, _messages: workspace.take(params["finding"], params["fix"]),
    "undo": lambda workspace, params, _messages: workspace.undo(params["path"], params["at"]),
    "copy": copy,
    "changes": changes,
    "corrections": corrections,
    # How a file is read.
    "table": lambda workspace, params, messages: tables(workspace, params["path"], messages),
    "read-as": lambda workspace, params, _messages: workspace.say(
        params["path"], {key: params.get(key) for key in ("game", "layout", "notation", "columns")}
    ),
    "settings": lambda workspace, params, _messages: settings_text(
        answers_of(workspace.answers.get(params["path"], {}))
    ).encode(),
    # Standings and prints.
    "standings": standings,
    "event": event,
    "arrange": arrange,
    "print": printed,
    "print-pdf": printed,
    # Blank sheets, and a sheet that is typed in.
    "blanks": blanks,
    "new": lambda _workspace, params, messages: blank(messages, params),
    "new-pdf": lambda _workspace, params, messages: blank(messages, params, pdf=True),
    "grid": lambda _workspace, params, messages: writing.grid(params, messages),
    "typed": lambda _workspace, params, messages: writing.looked_at(params, messages),
    "written": lambda _workspace, params, messages: writing.workbook(params, messages),
    # The rules, and the value of a game.
    "rules": lambda _workspace, _params, messages: {"rules": rules_told(messages)},
    "forms": forms,
    "value": value,
}
"""Each question by its name; the answer is data, a file, or nothing."""
