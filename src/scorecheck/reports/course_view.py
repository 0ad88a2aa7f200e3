"""The charts of an event and of a sheet: running totals, and scores per round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorecheck.model.cells import Number
from scorecheck.model.outcome import CheckedSheet, Result, SheetId, Standings
from scorecheck.model.record import NamedTuple
from scorecheck.reports.charts import (
    HALF,
    MOST_LINES,
    WIDTH,
    ChartBar,
    Course,
    Curve,
    Stage,
    course_chart,
    rounds_chart,
)
from scorecheck.reports.describe import counts_of
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.reports.standings_view import counted_text


class Chart(NamedTuple):
    """A chart with its title and alternative text."""

    svg: str
    title: str
    alt: str
    cut: str
    """A note that not all players are shown; else empty."""


def sheet_chart(checked: CheckedSheet, messages: Messages) -> Chart | None:
    """The chart of a sheet; ``None`` where it has fewer than two games."""
    if len(checked.course) < 2:
        return None
    result = checked.result
    players = checked.sheet.players if result is None else [one.player for one in result.players]
    lines = [
        Curve(name, [(0, 0), *((at + 1, totals[column]) for at, totals in enumerate(checked.course))])
        for column, name in enumerate(players)
    ]
    if checked.sheet.running and any(checked.course[0]) and len(checked.course) < checked.entries:
        # The first row only carries totals in: the chart begins there.
        lines = [line._replace(points=line.points[1:]) for line in lines]
    axis = counted_text("games", counts_of(checked), messages)
    return _course(Course(lines), axis, messages, width=HALF)


def event_course(
    standings: Standings,
    rounds: Sequence[tuple[str, Sequence[Result]]],
    names: Mapping[str, str],
    courses: Mapping[SheetId, Sequence[tuple[Number, ...]]],
) -> Course:
    """The running totals over a whole event, from the ``courses`` of its sheets.

    A sheet without a course makes one step.
    """
    points: dict[str, list[tuple[int, Number]]] = {line.player: [(0, 0)] for line in standings.lines}
    stages: list[Stage] = []
    start = 0
    for round_name, results in rounds:
        # Several sheets of a player in one round are consecutive.
        played: dict[str, int] = {}
        for result in results:
            course = courses.get(result.id, ())
            for column, one in enumerate(result.players):
                player = names.get(one.player, one.player)
                if player not in points:
                    continue
                steps = [one.points]
                width = max(one.games, 1)
                if len(course) == result.games and len(course) > 1:
                    # What a list gives for games won and lost is given at its end.
                    steps = [*(totals[column] for totals in course[:-1]), one.points]
                    width = len(steps)
                begun, stood = played.get(player, 0), points[player][-1][1]
                first = start + begun + width - len(steps) + 1
                points[player] += ((first + at, stood + step) for at, step in enumerate(steps))
                played[player] = begun + width
        stop = start + max(played.values(), default=0)
        if stop > start:
            stages.append(Stage(round_name, start, stop))
            for course_of in points.values():
                if course_of[-1][0] < stop:
                    course_of.append((stop, course_of[-1][1]))
            start = stop
    return Course(tuple(Curve(plain(name), course) for name, course in points.items()), tuple(stages))


def event_chart(course: Course, axis: str, messages: Messages) -> Chart | None:
    """The drawing of the course of an event, which ``axis`` counts; ``None`` where it has no two steps."""
    if not course.stages or course.stages[-1].stop < 2:
        return None
    shown = course._replace(lines=course.lines[:MOST_LINES])
    return _course(shown, axis, messages, len(course.lines))


def _course(course: Course, axis: str, messages: Messages, many: int = 0, width: int = WIDTH) -> Chart:
    title, lines = messages.label("chart.course"), course.lines
    best = max(lines, key=lambda line: line.points[-1][1])
    worst = min(lines, key=lambda line: line.points[-1][1])
    alt = messages.label(
        "chart.course_alt",
        best=plain(best.name),
        high=best.points[-1][1],
        worst=plain(worst.name),
        low=worst.points[-1][1],
    )
    svg = course_chart(course, title=f"{title}. {alt}", axis=axis, number=messages.number, width=width)
    return Chart(svg, title, alt, _cut(len(lines), many, messages))


def score_chart(standings: Standings, messages: Messages) -> Chart | None:
    """The chart of scores per round; ``None`` where there is only one round.

    If the score is no sum over the rounds, the bars are the points per round. Rounds that do not count are
    left out; penalties without a round are only in the score, as in the table.
    """
    if len(standings.rounds) < 2 or not standings.lines:
        return None
    adds_up = all(
        sum((part.score for part in line.rounds if part.counted), line.penalty) == line.score
        for line in standings.lines
    )
    bars = [
        ChartBar(
            line.player,
            [
                None if part is None or not part.counted else part.score if adds_up else part.points
                for part in ({p.name: p for p in line.rounds}.get(name) for name in standings.rounds)
            ],
            line.score if adds_up else sum((part.points for part in line.rounds if part.counted), 0),
        )
        for line in standings.lines[:MOST_LINES]
    ]
    title = messages.label("chart.rounds" if adds_up else "chart.rounds_points")
    alt = messages.label("chart.rounds_alt")
    names = [messages.place_name(name) for name in standings.rounds]
    svg = rounds_chart(bars, names, title=f"{title}. {alt}", number=messages.number)
    return Chart(svg, title, alt, _cut(len(bars), len(standings.lines), messages))


def _cut(shown: int, many: int, messages: Messages) -> str:
    return messages.label("chart.cut", shown=shown, players=many) if many > shown else ""
