"""What the pages show, as plain words: made once, used by HTML and PDF alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from scorecheck import __version__
from scorecheck.reports.describe import Titles, found, ranges, recognised, status_of, summary
from scorecheck.reports.safe import plain
from scorecheck.reports.sheet_view import SheetPage, said, sheet_page
from scorecheck.reports.slugs import unique_slugs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorecheck.model.outcome import Checked, CheckedFile, RoundScore, Standing, Standings
    from scorecheck.reports.messages import Messages
    from scorecheck.reports.sheet_view import Said

SheetId: TypeAlias = "tuple[str, str | None]"
"""A sheet by its path and its name in the workbook."""

MAX_FINDINGS = 500
MAX_WHY = 5


class RoundPart(NamedTuple):
    """What a player has from one round."""

    score: str
    basis: str
    """The points and games that the score comes from."""
    short: str


class StandingRow(NamedTuple):
    """One line of the standings; a round that the player missed is ``None``."""

    rank: str
    player: str
    score: str
    games: str
    rounds: tuple[RoundPart | None, ...]


class StandingsPage(NamedTuple):
    """The standings of an event."""

    event: str
    day: str | None
    method: str
    formula: str
    provisional: bool
    why: tuple[str, ...]
    """The sheets for which the standings are provisional, as far as they are known."""
    rounds: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    shared: bool
    """Some players share a rank."""


class SheetLine(NamedTuple):
    """A sheet in the list of all; ``href`` is ``None`` where there is nothing to look at."""

    title: str
    href: str | None
    status: str
    status_word: str
    recognised: str
    found: str


class Group(NamedTuple):
    """Sheets under one heading: a round. The heading is empty where there are no rounds."""

    name: str
    sheets: tuple[SheetLine, ...]


class FindingGroup(NamedTuple):
    """The findings of one sheet, or of one file as a whole."""

    title: str
    href: str | None
    findings: tuple[Said, ...]


class ReportView(NamedTuple):
    """Everything that a report shows."""

    lang: str
    version: str
    title: str
    day: str | None
    summary: str
    standings: StandingsPage | None
    groups: tuple[Group, ...]
    findings: tuple[FindingGroup, ...]
    left_out: int
    """How many findings are only on the pages of their sheets."""
    unchecked: tuple[str, ...]
    """What could not be checked, and why."""
    pages: tuple[SheetPage, ...]


def report_view(
    checked: Checked,
    standings: Standings | None,
    messages: Messages,
    *,
    rounds: Mapping[str, Sequence[SheetId]] | None = None,
) -> ReportView:
    """All that a report shows; ``rounds`` tells which sheets belong to which round."""
    files = sorted(checked.files, key=lambda file: file.path)
    ids: list[SheetId] = [(file.path, sheet.sheet.shown_name) for file in files for sheet in file.sheets]
    slugs = unique_slugs(ids)
    titles = Titles(file.path for file in files)
    table = None if standings is None else standings_page(standings, messages, checked)
    pages = tuple(
        sheet_page(sheet, slug, titles, messages)
        for sheet, slug in zip((s for file in files for s in file.sheets), slugs, strict=True)
    )
    hrefs = {name: f"sheets/{slug}.html" for name, slug in zip(ids, slugs, strict=True)}
    groups, left_out = _finding_groups(checked, hrefs, titles, messages)
    return ReportView(
        lang=messages.lang,
        version=__version__,
        title=(table.event if table else "") or messages.label("report.title"),
        day=table.day if table else None,
        summary=summary(checked, messages),
        standings=table,
        groups=tuple(_groups(files, hrefs, rounds, titles, messages)),
        findings=groups,
        left_out=left_out,
        unchecked=tuple(_unchecked(checked, titles, messages)),
        pages=pages,
    )


def standings_page(standings: Standings, messages: Messages, checked: Checked | None = None) -> StandingsPage:
    """The standings in words."""
    why: list[str] = []
    if standings.provisional and checked is not None:
        why = list(_faulty(checked))
    if len(why) > MAX_WHY:
        more = messages.label("report.more_sheets", count=len(why) - MAX_WHY)
        why = [*why[:MAX_WHY], more]
    ranks = [line.rank for line in standings.lines]
    return StandingsPage(
        event=plain(standings.event),
        day=messages.day(standings.day) if standings.day else None,
        method=messages.label(f"method.{standings.method}.name"),
        formula=messages.label(f"method.{standings.method}.formula", scale=standings.scale),
        provisional=standings.provisional,
        why=tuple(why),
        rounds=tuple(plain(name) for name in standings.rounds),
        rows=tuple(_row(line, standings.rounds, messages) for line in standings.lines),
        shared=len(set(ranks)) < len(ranks),
    )


def _faulty(checked: Checked) -> Iterator[str]:
    titles = Titles(file.path for file in checked.files)
    for file in sorted(checked.files, key=lambda file: file.path):
        if file.status == "unreadable":
            yield titles(file.path, None)
        for sheet in file.sheets:
            if status_of(sheet.findings) == "errors":
                yield titles(sheet.sheet.path, sheet.sheet.shown_name)


def _row(line: Standing, rounds: Sequence[str], messages: Messages) -> StandingRow:
    played = {part.name: part for part in line.rounds}
    return StandingRow(
        str(line.rank),
        plain(line.player),
        messages.number(line.score),
        str(line.games),
        tuple(_part(played.get(name), messages) for name in rounds),
    )


def _part(part: RoundScore | None, messages: Messages) -> RoundPart | None:
    if part is None:
        return None
    # Where the points are the score, to print them twice would only puzzle.
    same = part.points == part.score
    full, short = ("basis_games", "basis_games") if same else ("basis_full", "basis")
    return RoundPart(
        messages.number(part.score),
        messages.label(f"standings.{full}", points=part.points, games=part.games),
        messages.label(f"standings.{short}", points=part.points, games=part.games),
    )


def _groups(
    files: Sequence[CheckedFile],
    hrefs: Mapping[SheetId, str],
    rounds: Mapping[str, Sequence[SheetId]] | None,
    titles: Titles,
    messages: Messages,
) -> Iterator[Group]:
    lines: dict[SheetId, SheetLine] = {}
    for file in files:
        for sheet in file.sheets:
            name = (file.path, sheet.sheet.shown_name)
            status = status_of(sheet.findings)
            lines[name] = SheetLine(
                titles(file.path, sheet.sheet.shown_name),
                hrefs[name],
                status,
                messages.label(f"status.{status}"),
                plain(recognised(sheet, messages)),
                found(sheet.findings, messages),
            )
        if not file.sheets:
            lines[file.path, None] = SheetLine(
                titles(file.path, None),
                None,
                file.status,
                messages.label(f"status.{file.status}"),
                "",
                found(file.findings, messages),
            )
    for name, members in (rounds or {}).items():
        taken = tuple(lines.pop(member) for member in members if member in lines)
        if taken:
            yield Group(plain(name), taken)
    if lines:
        yield Group(messages.label("report.other_sheets") if rounds else "", tuple(lines.values()))


def _finding_groups(
    checked: Checked, hrefs: Mapping[SheetId, str], titles: Titles, messages: Messages
) -> tuple[tuple[FindingGroup, ...], int]:
    findings = checked.findings
    # A long list is cut; what is left out first is what weighs least.
    worst = sorted(findings, key=lambda finding: -finding.severity)[:MAX_FINDINGS]
    shown = set(map(id, worst))
    # A finding names no more than the sheet; its page is that of the table that it is of.
    tables: dict[int, SheetId] = {}
    first: dict[SheetId, str] = {}
    for file in checked.files:
        for sheet in file.sheets:
            table = (file.path, sheet.sheet.shown_name)
            tables.update((id(finding), table) for finding in sheet.findings)
            first.setdefault((file.path, sheet.sheet.name), hrefs[table])
    grouped: dict[SheetId, list[Said]] = {}
    for finding in findings:
        if id(finding) in shown:
            table = tables.get(id(finding), (finding.path, finding.sheet))
            grouped.setdefault(table, []).append(said(finding, messages))
    groups = tuple(
        FindingGroup(titles(*name), hrefs.get(name) or first.get(name), tuple(group))
        for name, group in grouped.items()
    )
    return groups, len(findings) - len(worst)


def _unchecked(checked: Checked, titles: Titles, messages: Messages) -> Iterator[str]:
    for file in sorted(checked.files, key=lambda file: file.path):
        for sheet in file.sheets:
            for skipped in sheet.skipped:
                said_of = messages.label(
                    "report.skipped",
                    count=len(skipped.rows),
                    rows=ranges(skipped.rows),
                    rules=skipped.rule,
                )
                yield f"{titles(skipped.path, sheet.sheet.shown_name)}: {said_of}"
    for crash in checked.crashes:
        yield f"{titles(crash.path, None)}: {messages.label('report.crash', rule=crash.rule)}"
