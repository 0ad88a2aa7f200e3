"""The standings as Markdown, for a club's web page or a chat, and as CSV, for spreadsheets and scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scorecheck import __version__
from scorecheck.model.outcome import Checked, RoundScore, Standing, Standings
from scorecheck.reports.messages import Messages, decimal_text, exact
from scorecheck.reports.safe import csv_text, no_formula, plain
from scorecheck.reports.standings_view import (
    StandingRow,
    StandingsPage,
    StatisticsPage,
    members_text,
    standings_page,
    statistics_page,
    statistics_tables,
    why_missing,
)

HEADER = ("rank", "player", "score", "exact", "games")


def standings_csv(standings: Standings, messages: Messages) -> str:
    """The standings, one line per player, with the points, games and score of each round.

    Cells of missed rounds and undefined tie-breaks are empty. Unranked players come last, without a rank and
    with a reason in a further column. If only some rounds count, each has a column for that. While the
    standings are provisional, a further column says so, and one what is missing in them.
    """
    rounds, struck = standings.rounds, standings.counting is not None
    whats = ("points", "games", "score", *(("counted",) if struck else ()))
    status = ("status",) if standings.unranked else ()
    provisional = {"provisional": "yes"} if standings.provisional else {}
    if standings.missing:
        lacking = (f"{one.path}: {why_missing(one, messages)}" for one in standings.missing)
        provisional["missing"] = _csv_text(" ".join(lacking))
    rows = [[*HEADER, *(_csv_text(f"{name} {what}") for name in rounds for what in whats)]]
    rows[0] += (*standings.ties, *status, *provisional)
    for line in (*standings.lines, *standings.unranked):
        ties = line.ties or (None,) * len(standings.ties)
        row = _csv_line(line, rounds, struck=struck)
        row += ("" if value is None else decimal_text(value) for value in ties)
        rows.append([*row, *(line.status for _ in status), *provisional.values()])
    return csv_text(rows)


def _csv_line(line: Standing, rounds: Sequence[str], *, struck: bool) -> list[str]:
    played = {score.name: score for score in line.rounds}
    cells = [
        str(line.rank) if line.rank else "",
        _csv_text(line.player),
        decimal_text(line.score),
        exact(line.score),
        str(line.games),
    ]
    for name in rounds:
        score = played.get(name)
        cells += _round(score)
        if struck:
            cells.append("" if score is None else "yes" if score.counted else "no")
    return cells


def _round(score: RoundScore | None) -> list[str]:
    if score is None:
        return ["", "", ""]
    return [decimal_text(score.points), str(score.games), decimal_text(score.score)]


def _csv_text(text: str) -> str:
    return no_formula(plain(text))


# Names are untrusted: none of these may begin a link, a picture, code, a heading or an HTML tag.
_ACTIVE = re.compile(r"[\\`*_{}\[\]<>|~&:@]|^[#+=\-]|(?<=www)\.", re.IGNORECASE)
MARK = "<!-- scorecheck report -->"
"""The line that marks our Markdown."""


def standings_markdown(standings: Standings, messages: Messages, checked: Checked | None = None) -> str:
    """The standings, unranked players, penalties, teams, and statistics."""
    page = standings_page(standings, messages, checked)
    blocks = [MARK, f"# {_safe(page.event or messages.label('standings.title'))}"]
    if page.day:
        blocks.append(_safe(page.day))
    if page.provisional:
        word = messages.label("standings.provisional_word")
        blocks.append(f"**{_safe(word)}.** {_safe(' '.join(page.provisional))}")
    blocks.append("\n".join(_standings(page, messages)))
    blocks.append(f"{_safe(messages.label('standings.score'))}: {_safe(page.formula)}.")
    if page.struck:
        blocks.append(_safe(messages.label("ranking.in_brackets")))
    if page.ties and page.explained:
        blocks.append("\n".join(f"- {_safe(one)}" for one in page.explained))
    blocks += _beside(page, messages)
    if standings.statistics is not None:
        blocks += _statistics(statistics_page(standings.statistics, messages), messages)
    blocks.append(f"*{_safe(messages.label('report.checked_by', version=__version__))}*")
    return "\n\n".join(blocks) + "\n"


def _standings(page: StandingsPage, messages: Messages) -> Iterator[str]:
    penalties = any(row.penalty for row in page.rows)
    more = [messages.label("ranking.penalties")] if penalties else []
    rows = [_cells(row, penalties=penalties) for row in page.rows]
    yield from _table([*page.head, *page.ties, *more, *page.rounds], rows, words=(1,))


def _cells(row: StandingRow, *, penalties: bool) -> list[str]:
    rounds = ["–" if part is None else f"{part.score} ({part.short})" for part in row.rounds]
    left_out = [part is not None and part.left_out for part in row.rounds]
    shown = [f"({said})" if out else said for said, out in zip(rounds, left_out, strict=True)]
    return [
        row.rank,
        row.player,
        row.score,
        row.games,
        *row.ties,
        *([row.penalty] if penalties else []),
        *shown,
    ]


def _beside(page: StandingsPage, messages: Messages) -> Iterator[str]:
    if page.unranked:
        yield f"## {_safe(messages.label('ranking.unranked'))}"
        yield "\n".join(
            f"- {_safe(one.player)}: {_safe(one.why)}, {_safe(one.score)} ({_safe(one.games)})"
            for one in page.unranked
        )
    if page.penalties:
        yield f"## {_safe(messages.label('ranking.penalties'))}"
        yield "\n".join(f"- {_safe(one)}" for one in page.penalties)
    if page.teams:
        yield f"## {_safe(messages.label('ranking.teams'))}"
        head = ["standings.rank", "ranking.team", "standings.score", "ranking.members"]
        rows = [[team.rank, team.team, team.score, members_text(team)] for team in page.teams]
        yield "\n".join(_table([messages.label(key) for key in head], rows, words=(1, 3)))


def _statistics(page: StatisticsPage, messages: Messages) -> Iterator[str]:
    for at, (title, how, (head, *rows)) in enumerate(statistics_tables(page, messages)):
        yield f"{'###' if at else '##'} {_safe(title)}"
        if how:
            yield _safe(how)
        yield "\n".join(_table(head, rows))
    if page.lead_changes:
        yield f"### {_safe(messages.label('statistics.lead_changes'))}"
        yield "\n".join(f"- {_safe(name)}: {_safe(count)}" for name, count in page.lead_changes)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> Iterator[str]:
    """A table with columns aligned to the right, except those in ``words``."""
    for cells in (head, *rows):
        yield "| " + " | ".join(_safe(cell) for cell in cells) + " |"
        if cells is head:
            yield "|" + "|".join(" --- " if at in words else " ---: " for at in range(len(head))) + "|"


def _safe(text: str) -> str:
    return _ACTIVE.sub(lambda found: "\\" + found.group(), text)
