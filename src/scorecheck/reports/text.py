"""Findings and standings as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from scorecheck.model.cells import column_letters, shortened
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.order import grouped
from scorecheck.model.outcome import Checked, CheckedFile, RoundScore, Skipped, Standings
from scorecheck.reports.describe import (
    aligned,
    checked_as,
    display_width,
    place,
    place_of,
    rule_page,
    skipped_text,
    summary,
    value_and_related,
)
from scorecheck.reports.format_options import PLAIN, FormatOptions
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from scorecheck.reports.standings_view import StandingsPage, StatisticsPage

_INDENT = "    "
_ROOM_BESIDE = 24
"""The least width for text beside its start; with less it goes below."""
_NAME_WIDTH = 40
_SHORT_NAME = 8
_IN_SHORT = 10
"""The number of findings printed with standings."""
_GAP = "…"
"""Stands for omitted columns of an excerpt."""

_BOLD, _DIM, _GREEN, _HELP = "1", "2", "32", "1;32"
_SEVERITY_COLOUR = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;36"}


def checked_text(checked: Checked, messages: Messages, look: FormatOptions = PLAIN) -> str:
    """The clean sheets and the findings, by file, and a summary; with ``look.only_findings`` only the
    findings.

    Without line breaks, each finding is on one line, with a second line for values that its sentence lacks.
    """
    paint, width, only_findings = _Paint(look.color, look.links), look.width, look.only_findings
    lines: list[str] = []
    for file in sorted(checked.files, key=lambda file: file.path):
        if not only_findings:
            lines += _clean_sheets(file, messages, paint)
        for finding in sorted(file.findings, key=lambda finding: finding.sort_key):
            lines += _finding_lines(finding, messages, paint, width)
            if not only_findings:
                lines += _excerpt_lines(finding, paint, width)
            from scorecheck.reports.repairs import help_lines

            lines += _advice("report.help", help_lines(finding, messages), messages, paint, width)
            if finding.impact:
                from scorecheck.reports.repairs import impact_lines

                lines += _advice("report.ranks", impact_lines(finding, messages), messages, paint, width)
        if not only_findings:
            lines += (part for line in _skipped_rules(file, messages) for part in _broken("", 0, line, width))
    if only_findings:
        return "".join(f"{line}\n" for line in lines)
    if lines:
        lines.append("")
    lines.append(summary(checked, messages))
    return "\n".join(lines) + "\n"


def short_text(checked: Checked, messages: Messages, *, width: int) -> str:
    """The first errors and warnings, the errors first, and how to see more."""
    paint = _Paint(wanted=False)
    told = [one for file in checked.files for one in file.findings if one.severity != Severity.INFO]
    told.sort(key=lambda one: (one.severity != Severity.ERROR, one.sort_key))
    lines = [line for one in told[:_IN_SHORT] for line in _sentence_lines(one, messages, paint, width)]
    if len(told) > _IN_SHORT:
        lines.append(messages.label("report.unlisted", count=len(told) - _IN_SHORT))
    lines.append(summary(checked, messages))
    if told:
        lines.append(messages.label("report.see_validate"))
    return "\n".join(lines)


def question_text(finding: Finding, messages: Messages, *, color: bool, width: int = 0) -> str:
    """One finding with its excerpt and its numbered repairs."""
    from scorecheck.reports.repairs import decides, with_sureness

    paint = _Paint(color)
    lines = [*_finding_lines(finding, messages, paint, width), *_excerpt_lines(finding, paint, width)]
    for number, fix in enumerate(finding.fixes, start=1):
        start = f"  {number}. "
        lines += _broken(start, len(start), with_sureness(fix, messages), width)
    asked = decides(finding.fixes[0], messages) if finding.fixes else ""
    if asked:
        lines += _broken("  ", 2, plain(asked), width)
    return "".join(f"{line}\n" for line in lines)


def standings_text(
    standings: Standings,
    messages: Messages,
    checked: Checked | None = None,
    look: FormatOptions = PLAIN,
    *,
    statistics: bool = False,
) -> str:
    """The standings as an aligned table, with tie-breaks, unranked players, penalties and teams.

    ``checked`` gives the reason why they are provisional. ``statistics`` are appended on request. A table
    that is wider than the screen is split into several, each with the players' names.
    """
    from scorecheck.reports.standings_view import standings_page

    paint, width = _Paint(look.color), look.width
    title = plain(standings.event) or messages.label("standings.title")
    if standings.day is not None:
        title = f"{title}, {messages.day(standings.day)}"
    lines = [paint(title, _BOLD)]
    page = standings_page(standings, messages, checked)
    if page.provisional:
        warning = hanging("", page.provisional_text(messages), width)
        lines += (paint(line, _SEVERITY_COLOUR[Severity.WARNING]) for line in warning)
    table = [[*page.head, *page.ties, *(shortened(name, _NAME_WIDTH) for name in page.rounds)]]
    for row, line in zip(page.rows, standings.lines, strict=True):
        played = {score.name: score for score in line.rounds}
        rounds = [_round_cell(played.get(name), standings, messages) for name in standings.rounds]
        name = shortened(row.player, _NAME_WIDTH)
        table.append([row.rank, name, row.score, row.games, *row.ties, *rounds])
    for header, *body in _parts_of(table, 1, width, kept=2):
        lines += ["", paint(header, _BOLD), *body]
    said = [page.formula]
    if page.struck:
        said.append(messages.label("ranking.in_brackets"))
    if page.ties:
        said += page.explained
    lines += ["", *(part for line in said for part in hanging("", line, width))]
    for heading, said in _beside(page, messages):
        lines += ["", paint(heading, _BOLD), *said]
    if statistics and standings.statistics is not None:
        from scorecheck.reports.standings_view import statistics_page

        lines += _statistics_lines(statistics_page(standings.statistics, messages), messages, paint, width)
    return "\n".join(lines) + "\n"


def _beside(page: StandingsPage, messages: Messages) -> Iterator[tuple[str, list[str]]]:
    """The sections below the standings: heading and lines."""
    if page.unranked:
        said = [f"{one.player}: {one.why}, {one.score} ({one.games})" for one in page.unranked]
        yield messages.label("ranking.unranked"), said
    if page.penalties:
        yield messages.label("ranking.penalties"), list(page.penalties)
    if page.teams:
        from scorecheck.reports.standings_view import members_text

        table = [
            [messages.label(key) for key in ("standings.rank", "ranking.team", "standings.score")],
            *([team.rank, shortened(team.team, _NAME_WIDTH), team.score] for team in page.teams),
        ]
        members = map(members_text, page.teams)
        lines = aligned(table, (1,))
        said = [lines[0], *(f"{row}  {mine}" for row, mine in zip(lines[1:], members, strict=True))]
        yield messages.label("ranking.teams"), said
    wrong = [
        f"{one.name}: {one.sum}. {messages.label('ranking.must_be_zero')}" for one in page.sums if one.wrong
    ]
    if wrong:
        yield messages.label("ranking.sums"), wrong


def _statistics_lines(page: StatisticsPage, messages: Messages, paint: _Paint, width: int) -> Iterator[str]:
    from scorecheck.reports.standings_view import statistics_tables

    for title, how, table in statistics_tables(page, messages):
        yield from ("", paint(title, _BOLD), *(hanging("", how, width) if how else ()))
        for at, part in enumerate(_parts_of(table, 0, width, kept=1)):
            yield from ("", *part) if at else part
    if page.lead_changes:
        yield from ("", paint(messages.label("statistics.lead_changes"), _BOLD))
        yield from (f"{name}: {count}" for name, count in page.lead_changes)


class _Paint:
    """Colours and hyperlinks, if wanted."""

    def __init__(self, wanted: bool, links: bool = False) -> None:
        self.wanted = wanted
        self.links = links

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.wanted else text

    def rule(self, line: str, rule: str) -> str:
        """A line in which the name of a rule is a hyperlink to its page."""
        if not self.links:
            return line
        page, named = rule_page(rule), f"[{rule}]"
        if page is None:
            return line
        # OSC 8: the text between the two sequences is the link.
        return line.replace(named, f"[\x1b]8;;{page}\x1b\\{rule}\x1b]8;;\x1b\\]")


def _clean_sheets(file: CheckedFile, messages: Messages, paint: _Paint) -> Iterator[str]:
    said = {"ok": paint(messages.label("status.ok"), _GREEN), "read": messages.label("status.read")}
    for checked in file.sheets:
        status = checked.status
        if status == "ok" or (status == "read" and not checked.findings):
            sheet = checked.sheet.shown_name if len(file.sheets) > 1 else None
            where = place(file.path, sheet, None)
            what = plain(checked_as(checked, messages))
            yield f"{where}: {said[status]}. {what[:1].upper()}{what[1:]}"
    if not file.sheets and not file.findings:
        yield f"{place(file.path, None, None)}: {said['read']}."


def _skipped_rules(file: CheckedFile, messages: Messages) -> Iterator[str]:
    for checked in file.sheets:
        for rules, skipped in _skipped_together(checked.skipped):
            said = skipped_text(skipped, rules, messages)
            yield f"{place(skipped.path, checked.sheet.shown_name, None)}: {said}"


def _finding_lines(finding: Finding, messages: Messages, paint: _Paint, width: int) -> Iterator[str]:
    yield from _sentence_lines(finding, messages, paint, width)
    more = " ".join(value_and_related(finding, plain(messages.text(finding)), messages))
    if more:
        yield from (paint(line, _DIM) for line in _broken(_INDENT, len(_INDENT), plain(more), width))


def _sentence_lines(finding: Finding, messages: Messages, paint: _Paint, width: int) -> Iterator[str]:
    where = place_of(finding)
    severity = messages.label(f"severity.{finding.severity.word}")
    sentence = plain(messages.text(finding))
    start = f"{paint(where, _BOLD)}: {paint(severity, _SEVERITY_COLOUR[finding.severity])}: "
    used = display_width(f"{where}: {severity}: ")
    for line in _broken(start, used, f"{sentence} [{finding.rule}]", width):
        yield paint.rule(line, finding.rule)


def _excerpt_lines(finding: Finding, paint: _Paint, width: int) -> Iterator[str]:
    """The rows around a finding, with the cell in brackets.

    On a narrow terminal names are shortened first, then columns are omitted, those of the finding last.
    """
    excerpt, cell = finding.excerpt, finding.cell
    if excerpt is None or cell is None:
        return
    letter = column_letters(cell.column)
    table = [["", *excerpt.letters], ["", *(plain(word) for word in excerpt.headings)]]
    for row, cells in excerpt.lines:
        marked = (
            f"[{plain(text).strip()}]" if row == cell.row and at == letter else plain(text)
            for at, text in zip(excerpt.letters, cells, strict=True)
        )
        table.append([str(row), *marked])
    if width:
        about = [letter, excerpt.letters[0], *(column_letters(one.column) for one in finding.related)]
        places = [excerpt.letters.index(one) + 1 for one in about if one in excerpt.letters]
        table = _fitting(table, width - len(_INDENT) - 2, list(dict.fromkeys(places)))
    yield ""
    for at, line in enumerate(aligned(table, ())):
        here = at > 1 and excerpt.lines[at - 2][0] == cell.row
        line = f"{_INDENT}{'>' if here else ' '} {line}"
        yield paint(line, _BOLD if here else _DIM)
    yield ""


def _fitting(table: list[list[str]], room: int, wanted: Sequence[int]) -> list[list[str]]:
    """An excerpt reduced to a width: the row numbers, the wanted columns, then the nearest ones."""
    if _wide(table) <= room:
        return table
    table = [table[0], [shortened(heading, _SHORT_NAME) for heading in table[1]], *table[2:]]
    cell = wanted[0]
    nearest = sorted(range(1, len(table[0])), key=lambda at: (abs(at - cell), at))
    shown = [0, cell]
    fitting = [list(_with_gaps(row, shown)) for row in table]
    for at in dict.fromkeys([*wanted, *nearest]):
        more = sorted({*shown, at})
        tried = [list(_with_gaps(row, more)) for row in table]
        if _wide(tried) <= room:
            shown, fitting = more, tried
    return fitting


def _wide(table: Sequence[Sequence[str]]) -> int:
    """The width of a table, with two blanks between its columns."""
    return sum(max(map(display_width, column)) + 2 for column in zip(*table, strict=True)) - 2


def _with_gaps(row: Sequence[str], shown: Sequence[int]) -> Iterator[str]:
    for one, other in zip(shown, [*shown[1:], len(row)], strict=True):
        yield row[one]
        if other > one + 1:
            yield _GAP


def _advice(key: str, said: Iterable[str], messages: Messages, paint: _Paint, width: int) -> Iterator[str]:
    """A labelled block of advice: repairs, or changes of ranks."""
    start = messages.label(key)
    for at, line in enumerate(said):
        below = _INDENT + " " * (display_width(start) + 1)
        head = f"{_INDENT}{paint(start, _HELP)} " if at == 0 else below
        yield from _broken(head, len(below), line, width, below)


def _skipped_together(skipped: Sequence[Skipped]) -> Iterator[tuple[tuple[str, ...], Skipped]]:
    """The rules that were skipped on the same rows, grouped."""
    untold = (one for one in skipped if one.why != "told")
    for together in grouped(untold, lambda one: (one.why, one.rows)).values():
        yield tuple(one.rule for one in together), together[0]


def _broken(start: str, used: int, sentence: str, width: int, below: str = _INDENT) -> Iterator[str]:
    """A sentence after ``start``, which is ``used`` columns wide, wrapped to ``width``; further lines begin
    with ``below``.
    """
    if not width:
        yield start + sentence
        return
    line, fresh = start, True
    for word in sentence.split():
        room = display_width(word) + (0 if fresh else 1)
        if not fresh and used + room > width:
            yield line
            line, used, fresh = below, len(below), True
            room = display_width(word)
        line, used, fresh = f"{line}{'' if fresh else ' '}{word}", used + room, False
    yield line


def folded(text: str, width: int) -> str:
    """A text with each line wrapped to ``width`` and continued with a deeper indent; 0: no wrapping."""
    if not width:
        return text
    lines: list[str] = []
    for line in text.splitlines():
        start = line[: len(line) - len(line.lstrip())]
        lines += _broken(start, len(start), line.lstrip(), width, start + _INDENT)
    return "".join(f"{line}\n" for line in lines)


def hanging(start: str, said: str, width: int) -> Iterator[str]:
    """A text after ``start``, wrapped to ``width`` with a hanging indent; 0: no wrapping.

    If the room beside ``start`` is too narrow, the text begins on the next line.
    """
    used = display_width(start)
    if not width or used + display_width(said) <= width:
        yield (start + said).rstrip()
    elif width - used >= _ROOM_BESIDE:
        yield from _broken(start, used, said, width, " " * used)
    else:
        yield start.rstrip()
        yield from _broken(_INDENT, len(_INDENT), said, width)


def _round_cell(score: RoundScore | None, standings: Standings, messages: Messages) -> str:
    """The points and games of a round, in brackets if it does not count; in a season after the score."""
    from scorecheck.reports.standings_view import counted_text

    if score is None:
        return "–"
    with_score = standings.of_events
    # Points that are the score are not repeated.
    key = "basis_games" if with_score and score.points == score.score else "basis"
    said = counted_text(key, standings.counts, messages, points=score.points, games=score.games)
    if with_score:
        said = f"{messages.number(score.score)} ({said})"
    return said if score.counted else f"[{said}]" if with_score else f"({said})"


def _parts_of(table: Sequence[Sequence[str]], left: int, width: int, kept: int) -> Iterator[list[str]]:
    """An aligned table, split to fit ``width`` into parts that each repeat the first ``kept`` columns; 0: not
    split."""
    widths = [max(display_width(cell) for cell in column) + 2 for column in zip(*table, strict=True)]
    room = width + 2 - sum(widths[:kept])
    parts: list[list[int]] = [[]]
    used = 0
    for at in range(kept, len(widths)):
        if width and parts[-1] and used + widths[at] > room:
            parts.append([])
            used = 0
        parts[-1].append(at)
        used += widths[at]
    for part in parts:
        yield aligned([[*row[:kept], *(row[at] for at in part)] for row in table], (left,))
