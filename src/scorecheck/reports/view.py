"""The content of a report and of certificates in words, for HTML and PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import chain, count
from typing import TypeAlias

from scorecheck import __version__
from scorecheck.checks.words import in_ascii
from scorecheck.model.finding import status_of
from scorecheck.model.outcome import (
    Checked,
    CheckedFile,
    CheckedSheet,
    ComparedRow,
    Result,
    SheetId,
    Standings,
    Together,
)
from scorecheck.model.record import NamedTuple
from scorecheck.reports.changes_text import CorrectionsPage
from scorecheck.reports.course_view import Chart, Course, event_chart, event_course, score_chart
from scorecheck.reports.describe import Titles, counts_by_severity, skipped_text, summary
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.reports.sheet_view import FindingText, SheetPage, finding_text, sheet_page
from scorecheck.reports.standings_view import (
    StandingsPage,
    StatisticsPage,
    counted_text,
    standings_page,
    statistics_page,
)
from scorecheck.reports.verdict import PlaceOfSheet, Verdict, verdict

_LENGTH = 60
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


def unique_slugs(names: Iterable[SheetId]) -> list[str]:
    """A slug for each sheet, by its path and its name in the workbook; the same for the same names."""
    used: set[str] = set()
    slugs: list[str] = []
    for path, sheet in names:
        base = _slug(path, sheet)
        free = chain([base], (f"{base}-{number}" for number in count(2)))
        slug = next(one for one in free if one not in used)
        used.add(slug)
        slugs.append(slug)
    return slugs


def _slug(path: str, sheet: str | None) -> str:
    # The last folder often names the round; those above it stay private.
    *folders, name = [part for part in re.split(r"[/\\]", path) if part] or [""]
    stem = name.rpartition(".")[0] or name
    text = " ".join([*folders[-1:], stem, sheet or ""])
    slug = re.sub(r"[^a-z0-9]+", "-", in_ascii(text))[:_LENGTH].strip("-")
    return f"sheet-{slug}" if slug in _RESERVED else slug or "sheet"


class BesideCell(NamedTuple):
    """The value of a player in a row of one sheet."""

    text: str
    differs: bool


class BesideRow(NamedTuple):
    """A row of the table on all its sheets."""

    label: str
    cells: tuple[BesideCell, ...]
    """Those of the first sheet, then of the second."""


class BesideTable(NamedTuple):
    """The sheets of one table, side by side."""

    titles: tuple[str, ...]
    players: tuple[str, ...]
    rows: tuple[BesideRow, ...]


def beside_tables(together: Sequence[Together], titles: Titles) -> tuple[BesideTable, ...]:
    """All tables of which there are several sheets that differ."""
    return tuple(
        BesideTable(
            tuple(titles(path, sheet) for path, sheet in one.sheets),
            tuple(map(plain, one.players)),
            tuple(_row(line, len(one.players)) for line in one.lines),
        )
        for one in together
        if one.differences
    )


def _row(line: ComparedRow, players: int) -> BesideRow:
    lacking = ("",) * players
    alone = None in line.cells
    return BesideRow(
        plain(line.label),
        tuple(
            BesideCell(plain(text), differs or alone)
            for cells in line.cells
            for text, differs in zip(cells or lacking, line.differs, strict=True)
        ),
    )


ByRound: TypeAlias = "Sequence[tuple[str, Sequence[Result]]]"
"""The rounds by name, each with the results of its sheets."""


class ShownRanking(NamedTuple):
    """The standings, and what they rest on."""

    standings: Standings | None = None
    rounds: ByRound = ()
    names: Mapping[str, str] = {}
    """The players by their spellings on the sheets."""
    tables: Mapping[SheetId, PlaceOfSheet] = {}
    """The table and round of each sheet, as far as known."""


MAX_FINDINGS = 500
"""The most findings in the list of all; others are shown only with their sheets."""
MAX_ROWS = 60_000
"""The most rows of all sheets together, so that phones can open the page."""


class Made(NamedTuple):
    """The version and time of the check."""

    version: str
    moment: str
    """Empty where it is unknown."""


class Force(NamedTuple):
    """The rules in force on some sheets."""

    game: str
    """The game with its preset."""
    options: tuple[tuple[str, str], ...]
    """The options of the rules with their values, in words."""
    sheets: int


class SheetLine(NamedTuple):
    """A sheet in the list of all; ``href`` is ``None`` where it has no page."""

    title: str
    href: str | None
    status: str
    status_word: str
    recognised: str
    found: str
    scores: tuple[tuple[str, str], ...] = ()
    """Its players with their points."""

    @property
    def state(self) -> str:
        """The numbers of findings, else the status."""
        return self.found or self.status_word


class SheetGroup(NamedTuple):
    """The sheets of a round; the name is empty where there are no rounds."""

    name: str
    sheets: tuple[SheetLine, ...]


class FindingGroup(NamedTuple):
    """The findings of one sheet, or of a file as a whole."""

    title: str
    href: str | None
    findings: tuple[FindingText, ...]


class ReportView(NamedTuple):
    """The content of a report."""

    lang: str
    title: str
    day: str | None
    verdict: Verdict
    summary: str
    standings: StandingsPage | None
    course: Course | None
    charts: tuple[Chart, ...]
    statistics: StatisticsPage | None
    groups: tuple[SheetGroup, ...]
    findings: tuple[FindingGroup, ...]
    left_out: int
    """The number of findings that are only on the pages of their sheets."""
    unchecked: tuple[str, ...]
    """The skipped checks with their reasons."""
    pages: tuple[SheetPage, ...]
    rules: tuple[Force, ...]
    made: Made
    corrections: CorrectionsPage | None = None
    """The corrections of the event with their effect."""
    beside: tuple[BesideTable, ...] = ()
    """The sheets of one table that differ, side by side."""


def report_view(
    checked: Checked,
    ranking: ShownRanking | None,
    messages: Messages,
    *,
    moment: datetime | None = None,
    corrections: CorrectionsPage | None = None,
) -> ReportView:
    """The content of a report; ``moment`` is the time of the check."""
    standings, rounds, names, tables = ranking or ShownRanking()
    rounds = [(messages.place_name(name), results) for name, results in rounds]
    files = sorted(checked.files, key=lambda file: file.path)
    ids: list[SheetId] = [sheet.id for file in files for sheet in file.sheets]
    slugs = unique_slugs(ids)
    titles = Titles(file.path for file in files)
    table = None if standings is None else standings_page(standings, messages, checked)
    sheets = [sheet for file in files for sheet in file.sheets]
    pages = tuple(
        sheet_page(sheet, slug, titles, messages, most_rows=most)
        for sheet, slug, most in zip(sheets, slugs, _shares(sheets), strict=True)
    )
    of_id = dict(zip(ids, pages, strict=True))
    hrefs = {name: f"#s-{page.slug}" for name, page in of_id.items()}
    course = _course(checked, standings, rounds, names)
    groups, left_out = _finding_groups(checked, hrefs, titles, messages)
    lower_wins = standings is not None and standings.lower_wins
    scores_of = partial(_scores, names=names, messages=messages, lower_wins=lower_wins)
    return ReportView(
        lang=messages.lang,
        title=(table.event if table else "") or messages.label("report.title"),
        day=table.day if table else None,
        verdict=verdict(checked, messages, tables),
        summary=summary(checked, messages),
        standings=table,
        course=course,
        charts=tuple(_charts(standings, course, messages)),
        statistics=_statistics(standings, messages),
        groups=tuple(_groups(_lines(files, of_id, scores_of, titles, messages), rounds, messages)),
        findings=groups,
        left_out=left_out,
        unchecked=tuple(_unchecked(checked, titles, messages)),
        pages=pages,
        rules=tuple(_in_force(checked, messages)),
        made=made(moment, messages),
        corrections=corrections,
        beside=beside_tables(checked.together, titles) if checked.together else (),
    )


def made(moment: datetime | None, messages: Messages) -> Made:
    """The version of scorecheck, and the time."""
    return Made(__version__, messages.moment(moment) if moment is not None else "")


def _shares(sheets: Sequence[CheckedSheet]) -> Iterator[int]:
    """The number of shown rows of each sheet: ``MAX_ROWS`` in all, given to sheets with errors first."""
    left = MAX_ROWS
    shares = dict.fromkeys(range(len(sheets)), 0)
    for at in sorted(shares, key=lambda at: status_of(sheets[at].findings) != "errors"):
        table = sheets[at].sheet.table
        shares[at] = min(len(table.headings) if table.turned else len(table.rows), left)
        left -= shares[at]
    yield from shares.values()


def _course(
    checked: Checked, standings: Standings | None, rounds: ByRound, names: Mapping[str, str]
) -> Course | None:
    if standings is None:
        return None
    courses = {sheet.id: sheet.course for sheet in checked.sheets}
    return event_course(standings, rounds, names, courses)


def _charts(standings: Standings | None, course: Course | None, messages: Messages) -> Iterator[Chart]:
    if standings is None or course is None:
        return
    axis = counted_text("games", standings.counts, messages)
    charts = (event_chart(course, axis, messages), score_chart(standings, messages))
    yield from (chart for chart in charts if chart is not None)


def _statistics(standings: Standings | None, messages: Messages) -> StatisticsPage | None:
    if standings is None or standings.statistics is None or not standings.statistics.players:
        return None
    return statistics_page(standings.statistics, messages)


def _in_force(checked: Checked, messages: Messages) -> Iterator[Force]:
    """The rules and options in force, with the number of sheets under each combination."""
    counted: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}
    for file in checked.files:
        for one in file.sheets:
            sheet = one.sheet
            if sheet.game is None:
                continue
            name = messages.game(sheet.game, sheet.preset)
            options = tuple(
                (_meant(messages, sheet.game, key), _value(messages, sheet.game, key, value))
                for key, value in sorted(sheet.options.items())
            )
            counted[name, options] = counted.get((name, options), 0) + 1
    for (name, options), times in counted.items():
        yield Force(name, options, times)


def _meant(messages: Messages, game: str, name: str) -> str:
    """The meaning of an option without its full stop, as its value follows; its name for a plug-in."""
    if not messages.tells_choices(game):
        return plain(name)
    return plain(messages.choice(game, name).says).rstrip(".")


def _value(messages: Messages, game: str, name: str, value: str | int | bool) -> str:
    if isinstance(value, bool):
        return messages.label("page.yes" if value else "page.no")
    if not messages.tells_choices(game):
        return plain(str(value))
    return plain(messages.choice(game, name).values.get(str(value), str(value)))


def _lines(
    files: Sequence[CheckedFile],
    pages: Mapping[SheetId, SheetPage],
    scores_of: Callable[[CheckedSheet], tuple[tuple[str, str], ...]],
    titles: Titles,
    messages: Messages,
) -> dict[SheetId, SheetLine]:
    """A line for each sheet, and for each file without one."""
    lines: dict[SheetId, SheetLine] = {}
    for file in files:
        for sheet in file.sheets:
            page = pages[sheet.id]
            href, scores = f"#s-{page.slug}", scores_of(sheet)
            lines[sheet.id] = SheetLine(
                page.title, href, page.status, page.status_word, page.recognised, page.found, scores
            )
        if not file.sheets:
            lines[file.path, None] = SheetLine(
                titles(file.path, None),
                None,
                file.status,
                messages.label(f"status.{file.status}"),
                "",
                counts_by_severity(file.findings, messages),
            )
    return lines


def _groups(lines: dict[SheetId, SheetLine], rounds: ByRound, messages: Messages) -> Iterator[SheetGroup]:
    """The lines by round; those without a round come last."""
    lines = dict(lines)
    for name, results in rounds:
        members = [result.id for result in results]
        taken = tuple(lines.pop(member) for member in members if member in lines)
        if taken:
            yield SheetGroup(plain(name), taken)
    if lines:
        yield SheetGroup(messages.label("report.other_sheets") if rounds else "", tuple(lines.values()))


def _scores(
    checked: CheckedSheet, names: Mapping[str, str], messages: Messages, *, lower_wins: bool
) -> tuple[tuple[str, str], ...]:
    """The players of a sheet with their points, the best first."""
    players = () if checked.result is None else checked.result.players
    ordered = sorted(players, key=lambda one: one.points if lower_wins else -one.points)
    return tuple(
        (plain(names.get(one.player, one.player)), messages.number(one.points, signed=True))
        for one in ordered
    )


def _finding_groups(
    checked: Checked, hrefs: Mapping[SheetId, str], titles: Titles, messages: Messages
) -> tuple[tuple[FindingGroup, ...], int]:
    findings = checked.findings
    # A long list keeps the greatest severities.
    worst = sorted(findings, key=lambda finding: -finding.severity)[:MAX_FINDINGS]
    shown = set(map(id, worst))
    # A sheet may have several tables, so a finding is located by identity.
    tables: dict[int, SheetId] = {}
    first: dict[SheetId, str] = {}
    for file in checked.files:
        for sheet in file.sheets:
            table = sheet.id
            tables.update((id(finding), table) for finding in sheet.findings)
            first.setdefault((file.path, sheet.sheet.name), hrefs[table])
    grouped: dict[SheetId, list[FindingText]] = {}
    for finding in findings:
        if id(finding) in shown:
            table = tables.get(id(finding), (finding.path, finding.sheet))
            grouped.setdefault(table, []).append(finding_text(finding, messages))
    groups = tuple(
        FindingGroup(titles(*name), hrefs.get(name) or first.get(name), tuple(group))
        for name, group in grouped.items()
    )
    return groups, len(findings) - len(worst)


def _unchecked(checked: Checked, titles: Titles, messages: Messages) -> Iterator[str]:
    for file in sorted(checked.files, key=lambda file: file.path):
        for sheet in file.sheets:
            for skipped in sheet.skipped:
                if skipped.why == "told":
                    continue
                said = skipped_text(skipped, skipped.rule, messages)
                yield f"{titles(skipped.path, sheet.sheet.shown_name)}: {said}"
    for path, step, rule in dict.fromkeys((one.path, one.step, one.rule) for one in checked.crashes):
        if rule is not None:
            yield f"{titles(path, None)}: {messages.label('report.crash', rule=rule)}"
        else:
            yield f"{titles(path, None)}: {messages.label('report.crash-step', step=step)}"


class Certificate(NamedTuple):
    """A player's certificate."""

    name: str
    place: str
    score: str


def certificates(view: ReportView, messages: Messages) -> tuple[Certificate, ...]:
    """A certificate for everybody in the standings of a report, marked while these are provisional."""
    if view.standings is None:
        return ()
    rows = view.standings.rows
    state = f" · {messages.label('standings.provisional_word')}" if view.standings.provisional else ""
    return tuple(
        Certificate(
            row.player,
            messages.label("print.place", rank=row.rank),
            f"{messages.label('standings.score')}: {row.score}{state}",
        )
        for row in rows
    )
