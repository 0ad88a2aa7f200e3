"""PDFs: standings to pin up, the whole report, a page per player, certificates, sheets to sign."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias, cast

from scorecheck.model.outcome import Checked, Standings
from scorecheck.reports.charts import course_chart
from scorecheck.reports.course_view import Chart
from scorecheck.reports.messages import Messages
from scorecheck.reports.printing import Printing, printed
from scorecheck.reports.printing import unprintable as letters_without_font
from scorecheck.reports.safe import soft
from scorecheck.reports.sheet_view import SheetCell, SheetPage, SheetRow
from scorecheck.reports.standings_view import Matrix, StandingRow, StandingsPage, standings_page
from scorecheck.reports.verdict import verdict
from scorecheck.reports.view import ReportView, SheetLine, certificates, made

PdfKind: TypeAlias = Literal["report", "players", "certificates", "sheets"]
PrintName: TypeAlias = Literal["report", "players", "certificates", "all-certificates", "sheets"]

_CERTIFICATES = 3
"""The last rank with a certificate, unless all get one."""


def kind_of(name: PrintName) -> PdfKind:
    """The template of a print."""
    return "certificates" if name == "all-certificates" else name


class NothingToPrint(Exception):
    """There are no players, or no sheets, for the print."""


class StillProvisional(Exception):
    """The standings for certificates are provisional; ``args`` are the titles of sheets with errors."""


def part_to_print(name: PrintName, view: ReportView, *, provisional: bool = False) -> ReportView:
    """The part of a report for a print; with ``provisional`` certificates are printed in any case.

    Raises:
        NothingToPrint: it is empty.
        StillProvisional: it is for certificates, and the standings may still change.
    """
    page = view.standings
    if name == "report":
        return view
    if name == "sheets":
        if not view.pages:
            raise NothingToPrint
        return view
    if page is None or not page.rows:
        raise NothingToPrint
    if kind_of(name) == "certificates" and page.provisional and not provisional:
        raise StillProvisional(*(page.why or (page.event,)))
    if name == "certificates":
        rows = tuple(row for row in page.rows if int(row.rank) <= _CERTIFICATES)
        return view._replace(standings=page._replace(rows=rows))
    return view


Data: TypeAlias = "dict[str, Any]"

_PLAIN = Printing()


def standings_pdf(
    standings: Standings, messages: Messages, checked: Checked | None = None, printing: Printing = _PLAIN
) -> bytes:
    """The standings as PDF; with ``checked`` also the verdict, and why they are provisional.

    Raises:
        CannotPrint: a club's template is faulty, or the standard for archives cannot be kept.
    """
    return printed("standings", _standings_data(standings, messages, checked, printing), printing)


def unprintable(
    standings: Standings, messages: Messages, checked: Checked | None = None, printing: Printing = _PLAIN
) -> tuple[str, ...]:
    """The characters of the standings that no font on this computer has, in order."""
    return letters_without_font(_standings_data(standings, messages, checked, printing))


def _standings_data(
    standings: Standings, messages: Messages, checked: Checked | None, printing: Printing
) -> Data:
    page = standings_page(standings, messages, checked)
    name = page.event or messages.label("standings.title")
    return {
        **_common(messages, printing),
        "label": _labels(page, messages),
        "verdict": None if checked is None else _printed(verdict(checked, messages)),
        "standings": _standings(page, messages),
        "title": name,
    }


def print_data(kind: PdfKind, view: ReportView, messages: Messages, printing: Printing = _PLAIN) -> Data:
    """The data of one of the prints of a report, for its template."""
    standings = view.standings
    data: Data = {
        **_common(messages, printing),
        "label": _labels(standings, messages),
        "title": view.title,
        "shown_title": soft(view.title),
        "day": view.day or "",
        "standings": None if standings is None else _standings(standings, messages),
    }
    return data | dict(_OF_KIND[kind](view, messages))


def report_pdf(kind: PdfKind, view: ReportView, messages: Messages, printing: Printing = _PLAIN) -> bytes:
    """One of the prints of a report.

    Raises:
        CannotPrint: a club's template is faulty, or the standard for archives cannot be kept.
    """
    return printed(kind, print_data(kind, view, messages, printing), printing)


def _common(messages: Messages, printing: Printing) -> Data:
    by = made(printing.moment, messages)
    said = [messages.label("page.checked", version=by.version)]
    if by.moment:
        said.append(messages.label("page.newest", moment=by.moment))
    return {"lang": messages.lang, "made": " ".join(said)}


_HEAD = ("rank", "player", "score", "games")


def _labels(page: StandingsPage | None, messages: Messages) -> Data:
    label = {key: messages.label(f"standings.{key}") for key in ("empty", "provisional_word")}
    head = page.head if page is not None else [messages.label(f"standings.{key}") for key in _HEAD]
    label |= zip(_HEAD, head, strict=True)
    more = {
        "standings": "report.standings",
        "findings": "report.findings",
        "no_findings": "report.no_findings",
        "unchecked": "report.unchecked",
        "row": "report.row",
        "corrections": "corrections.title",
        "statistics": "statistics.title",
        "against": "statistics.against",
        "rounds": "page.rounds",
        "made_title": "page.made",
        "unranked": "ranking.unranked",
        "teams": "ranking.teams",
        "team": "ranking.team",
        "members": "ranking.members",
        "not_counted": "ranking.not_counted",
        "left_out": "ranking.left_out",
        "round": "print.round",
        "basis": "print.basis",
        "remarks": "print.remarks",
        "signature": "print.signature",
        "date": "print.date",
        "certificate": "print.certificate",
    }
    return label | {key: messages.label(value) for key, value in more.items()}


def _standings(page: StandingsPage, messages: Messages) -> Data:
    return _printed(page) | {
        "name": page.event or messages.label("standings.title"),
        "title": soft(page.event or messages.label("standings.title")),
        "day": page.day or "",
        "provisional": [soft(sentence) for sentence in page.provisional],
        "formula": f"{messages.label('standings.score')}: {page.formula}.",
        "shared": messages.label("standings.shared") if page.shared else "",
    }


def _report(view: ReportView, messages: Messages) -> Iterator[tuple[str, object]]:
    yield from _printed(view).items()
    yield "statistics", _statistics(view)
    yield "pages", [_sheet(page, messages) for page in view.pages]
    yield "rules", list(_rules(view, messages))


def _rules(view: ReportView, messages: Messages) -> Iterator[str]:
    for one in view.rules:
        sheets = messages.label("page.on_sheets", sheets=one.sheets)
        options = "; ".join(f"{says}: {value}" for says, value in one.options)
        choices = (
            f"{messages.label('page.options')}: {options}." if options else messages.label("page.no_options")
        )
        yield f"{one.game}, {sheets}. {choices}"


def _statistics(view: ReportView) -> Data | None:
    page = view.statistics
    if page is None:
        return None
    return {
        "columns": list(page.columns),
        "rows": [{"player": soft(name), "cells": list(cells)} for name, cells in page.rows],
        "matrices": [
            _printed(matrix) | {"cells": [[points for points, _ in cells] for cells in matrix.cells]}
            for matrix in page.matrices
        ],
    }


def _players(view: ReportView, messages: Messages) -> Iterator[tuple[str, object]]:
    if view.standings is None:
        yield "players", []
        return
    statistics = {} if view.statistics is None else dict(view.statistics.rows)
    met = dict(_met(view))
    yield "players", [_player(row, view, messages, statistics, met) for row in view.standings.rows]


def _met(view: ReportView) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    matrices = () if view.statistics is None else view.statistics.matrices
    for matrix in matrices[:1]:
        for name, cells in zip(matrix.players, matrix.cells, strict=True):
            others = zip(matrix.players, cells, strict=True)
            yield name, [(soft(other), points, games) for other, (points, games) in others if points]


def _player(
    row: StandingRow,
    view: ReportView,
    messages: Messages,
    statistics: Mapping[str, tuple[str, ...]],
    met: Mapping[str, list[tuple[str, str, str]]],
) -> Data:
    columns = view.statistics.columns if view.statistics is not None else ()
    rounds = view.standings.rounds if view.standings is not None else ()
    own = [sheet for group in view.groups for sheet in group.sheets if row.player in dict(sheet.scores)]
    left_out = messages.label("ranking.left_out")
    return {
        "name": soft(row.player),
        "rank": row.rank,
        "score": row.score,
        "games": row.games,
        "rounds": [
            (soft(name), "–", messages.label("standings.missed"))
            if part is None
            else (soft(name), part.score, f"{part.basis}, {left_out}" if part.left_out else part.basis)
            for name, part in zip(rounds, row.rounds, strict=True)
        ],
        "tables": [
            {
                "title": soft(sheet.title),
                "scores": [(soft(name), points, name == row.player) for name, points in sheet.scores],
            }
            for sheet in own
        ],
        "chart": _own_chart(row.player, view, messages),
        "figures": list(zip(columns, statistics.get(row.player, ()), strict=False)),
        "met": met.get(row.player, []),
    }


def _own_chart(player: str, view: ReportView, messages: Messages) -> Data | None:
    course = view.course
    lines = [] if course is None else [line for line in course.lines if line.name == player]
    if course is None or not lines or len(lines[0].points) < 3:
        return None
    title = messages.label("chart.course")
    axis = view.standings.head[-1] if view.standings is not None else ""
    svg = course_chart(course._replace(lines=lines), title=title, axis=axis, number=messages.number)
    return _printed(Chart(svg, title, title, ""))


_OF_KIND: Mapping[PdfKind, Callable[[ReportView, Messages], Iterable[tuple[str, object]]]] = {
    "report": _report,
    "players": _players,
    "certificates": lambda view, messages: [("certificates", [*map(_printed, certificates(view, messages))])],
    "sheets": lambda view, messages: [("pages", [_sheet(page, messages) for page in view.pages])],
}


def _sheet(page: SheetPage, messages: Messages) -> Data:
    lines = [_printed(_with_repairs(line, messages)) for line in page.lines]
    if page.headings is not None:
        headings = _with_repairs(page.headings, messages)
        lines.insert(0, _printed(headings._replace(kind="head")))
    return _printed(page) | {"lines": lines}


def _with_repairs(line: SheetRow, messages: Messages) -> SheetRow:
    """The line with the right value of each cell as a sentence."""
    cells = (
        cell._replace(should=messages.label("page.should", value=cell.should)) if cell.should else cell
        for cell in line.cells
    )
    return line._replace(cells=tuple(cells))


_FIELDS: Mapping[type, tuple[str, ...]] = {
    SheetCell: ("text", "number", "mark", "should"),
    Matrix: ("title", "how", "players"),
    ReportView: ("verdict", "summary", "corrections", "charts", "findings", "unchecked", "groups"),
    SheetLine: ("title", "state", "scores"),
    SheetPage: ("title", "recognised", "players", "said", "letters", "cuts", "chart"),
    StandingsPage: ("rounds", "ties", "explained", "penalties", "unranked", "teams", "rows"),
}
"""The printed fields of a record; of others, all. Names that are not printed must not reach typst, as
unprintable characters are reported."""
_VERBATIM = {"svg", "alt"}


def _printed(record: Any) -> Data:
    """A record as a dictionary for typst."""
    return {
        field: getattr(record, field) if field in _VERBATIM else _value(getattr(record, field))
        for field in _FIELDS.get(record.__class__, record._fields)
    }


def _value(value: object) -> object:
    if isinstance(value, str):
        return soft(value)
    if hasattr(value, "_fields"):
        return _printed(value)
    if isinstance(value, tuple):
        return [_value(one) for one in cast("tuple[object, ...]", value)]
    return value
