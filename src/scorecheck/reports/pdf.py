"""What is printed: standings to pin up, the whole report, a page a player, certificates, sheets to sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from scorecheck.reports.certificates import certificates
from scorecheck.reports.charts import course_chart
from scorecheck.reports.course_view import Chart
from scorecheck.reports.printing import Printing, printed
from scorecheck.reports.printing import unprintable as letters_without_font
from scorecheck.reports.safe import breakable
from scorecheck.reports.standings_view import standings_page
from scorecheck.reports.verdict import verdict
from scorecheck.reports.view import made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scorecheck.model.outcome import Checked, Standings
    from scorecheck.reports.messages import Messages
    from scorecheck.reports.sheet_view import Line, Said, SheetPage
    from scorecheck.reports.standings_view import RoundPart, StandingRow, StandingsPage
    from scorecheck.reports.verdict import Verdict
    from scorecheck.reports.view import Group, ReportView

Data: TypeAlias = "dict[str, Any]"
Kind: TypeAlias = Literal["report", "players", "certificates", "sheets"]

_ZERO_WIDTH_SPACE = "\u200b"
_PLAIN = Printing()


def standings_pdf(
    standings: Standings, messages: Messages, checked: Checked | None = None, printing: Printing = _PLAIN
) -> bytes:
    """The standings as PDF; with ``checked`` it says what was found, and why they are provisional.

    Raises:
        CannotPrint: a club's template is faulty, or the standard for archives cannot be kept.
    """
    return printed("standings", _standings_data(standings, messages, checked, printing), printing)


def unprintable(
    standings: Standings, messages: Messages, checked: Checked | None = None, printing: Printing = _PLAIN
) -> tuple[str, ...]:
    """The letters of the standings that no font on this computer can print, in their order."""
    return letters_without_font(_standings_data(standings, messages, checked, printing))


def _standings_data(
    standings: Standings, messages: Messages, checked: Checked | None, printing: Printing
) -> Data:
    page = standings_page(standings, messages, checked)
    name = page.event or messages.label("standings.title")
    return {
        **_common(messages, printing),
        "label": _labels(messages),
        "verdict": None if checked is None else _verdict(verdict(checked, messages)),
        "standings": _standings(page, messages),
        "title": name,
    }


def print_data(kind: Kind, view: ReportView, messages: Messages, printing: Printing = _PLAIN) -> Data:
    """What one of the prints of a report holds."""
    standings = view.standings
    data: Data = {
        **_common(messages, printing),
        "label": _labels(messages),
        "title": view.title,
        "shown_title": soft(view.title),
        "day": view.day or "",
        "standings": None if standings is None else _standings(standings, messages),
    }
    return data | dict(_OF_KIND[kind](view, messages))


def report_pdf(kind: Kind, view: ReportView, messages: Messages, printing: Printing = _PLAIN) -> bytes:
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


def _labels(messages: Messages) -> Data:
    keys = ("rank", "player", "score", "games", "empty", "provisional_word")
    label = {key: messages.label(f"standings.{key}") for key in keys}
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
    provisional: list[str] = []
    if page.provisional:
        provisional = [messages.label("standings.provisional_why")]
        if page.why:
            provisional.append(messages.label("standings.provisional_sheets", sheets=page.why))
    return {
        "name": page.event or messages.label("standings.title"),
        "title": soft(page.event or messages.label("standings.title")),
        "day": page.day or "",
        "provisional": [soft(sentence) for sentence in provisional],
        "formula": f"{messages.label('standings.score')}: {page.formula}.",
        "shared": messages.label("standings.shared") if page.shared else "",
        "rounds": [soft(name) for name in page.rounds],
        "ties": [soft(name) for name in page.ties],
        "explained": [soft(one) for one in page.explained],
        "penalties": [soft(one) for one in page.penalties],
        "unranked": [{"player": soft(one.player), "why": soft(one.why)} for one in page.unranked],
        "teams": [
            {
                "rank": team.rank,
                "team": soft(team.team),
                "score": team.score,
                "members": [
                    {"name": soft(name), "score": score, "counts": counts}
                    for name, score, counts in team.members
                ],
            }
            for team in page.teams
        ],
        "rows": [
            {
                "rank": row.rank,
                "player": soft(row.player),
                "score": row.score,
                "games": row.games,
                "ties": list(row.ties),
                "rounds": [part._asdict() if part else None for part in row.rounds],
            }
            for row in page.rows
        ],
    }


def _verdict(one: Verdict) -> Data:
    return {"state": one.state, "text": soft(one.text)}


def _report(view: ReportView, messages: Messages) -> Iterator[tuple[str, object]]:
    yield "verdict", _verdict(view.verdict)
    yield "summary", view.summary
    yield "corrections", _corrections(view)
    yield "charts", [_chart(chart) for chart in view.charts]
    yield "statistics", _statistics(view)
    yield (
        "findings",
        [
            {"title": soft(group.title), "findings": [_said(one) for one in group.findings]}
            for group in view.findings
        ],
    )
    yield "unchecked", [soft(one) for one in view.unchecked]
    yield "groups", [_group(group) for group in view.groups]
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


def _corrections(view: ReportView) -> Data | None:
    page = view.corrections
    if page is None:
        return None
    return {
        "entries": [soft(one) for one in page.entries],
        "effect": page.effect,
        "changed": [soft(one) for one in page.changed],
    }


def _statistics(view: ReportView) -> Data | None:
    page = view.statistics
    if page is None:
        return None
    return {
        "columns": list(page.columns),
        "rows": [{"player": soft(name), "cells": list(cells)} for name, cells in page.rows],
        "matrices": [
            {
                "title": matrix.title,
                "how": matrix.how,
                "players": [soft(name) for name in matrix.players],
                "cells": [[points for points, _ in cells] for cells in matrix.cells],
            }
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


def _basis(part: RoundPart, messages: Messages) -> str:
    """What the score of a round comes from, and that it is left out where it is."""
    return f"{part.basis}, {messages.label('ranking.left_out')}" if part.left_out else part.basis


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
    return {
        "name": soft(row.player),
        "rank": row.rank,
        "score": row.score,
        "games": row.games,
        "rounds": [
            (soft(name), "–", messages.label("standings.missed"))
            if part is None
            else (soft(name), part.score, _basis(part, messages))
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
    axis = messages.label("chart.games")
    svg = course_chart(lines, title=title, axis=axis, number=messages.number, stages=course.stages)
    return _chart(Chart(svg, title, title, ""))


def _certificates(view: ReportView, messages: Messages) -> Iterator[tuple[str, object]]:
    mine = certificates(view, messages)
    yield "certificates", [one._replace(name=soft(one.name))._asdict() for one in mine]


def _sheets(view: ReportView, messages: Messages) -> Iterator[tuple[str, object]]:
    yield "pages", [_sheet(page, messages) for page in view.pages]


_OF_KIND: Mapping[Kind, Callable[[ReportView, Messages], Iterator[tuple[str, object]]]] = {
    "report": _report,
    "players": _players,
    "certificates": _certificates,
    "sheets": _sheets,
}


def _chart(chart: Chart) -> Data:
    return chart._asdict()


def _group(group: Group) -> Data:
    return {
        "name": soft(group.name),
        "sheets": [
            {
                "title": soft(sheet.title),
                "state": sheet.found or sheet.status_word,
                "scores": [(soft(name), points) for name, points in sheet.scores],
            }
            for sheet in group.sheets
        ],
    }


def _said(one: Said) -> Data:
    return {
        "severity": one.severity,
        "word": one.severity_word,
        "cell": one.cell,
        "sentence": soft(one.sentence),
        "more": soft(one.more),
        "rule": one.rule,
        "repairs": [soft(repair) for repair in one.repairs],
        "impact": [soft(line) for line in one.impact],
    }


def _sheet(page: SheetPage, messages: Messages) -> Data:
    lines = page.lines if page.headings is None else (page.headings, *page.lines)
    return {
        "title": soft(page.title),
        "recognised": soft(page.recognised),
        "players": [soft(name) for name in page.players],
        "said": [_said(one) for one in page.said],
        "letters": list(page.letters),
        "lines": [_line(line, messages, head=line is page.headings) for line in lines],
        "cuts": list(page.cuts),
        "chart": None if page.chart is None else _chart(page.chart),
    }


def _line(line: Line, messages: Messages, *, head: bool) -> Data:
    return {
        "row": line.row,
        "kind": "head" if head else line.kind,
        "said": [_said(one) for one in line.said],
        "cells": [
            {
                "text": soft(cell.text),
                "number": cell.number,
                "mark": cell.mark,
                "should": messages.label("page.should", value=cell.should) if cell.should else "",
            }
            for cell in line.cells
        ],
    }


def soft(text: str) -> str:
    """A text whose long words may be broken, so that no name can stretch a table."""
    return text if len(text) < 20 else _ZERO_WIDTH_SPACE.join(breakable(text))
