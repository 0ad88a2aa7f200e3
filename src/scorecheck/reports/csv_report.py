"""Standings as CSV for spreadsheets and scripts."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.model.outcome import RoundScore, Standing, Standings
from scorecheck.reports.messages import Messages, decimal_text, exact
from scorecheck.reports.safe import csv_text, no_formula, plain
from scorecheck.reports.standings_view import why_missing

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
        provisional["missing"] = _text(" ".join(lacking))
    rows = [[*HEADER, *(_text(f"{name} {what}") for name in rounds for what in whats)]]
    rows[0] += (*standings.ties, *status, *provisional)
    for line in (*standings.lines, *standings.unranked):
        ties = line.ties or (None,) * len(standings.ties)
        row = _line(line, rounds, struck=struck)
        row += ("" if value is None else decimal_text(value) for value in ties)
        rows.append([*row, *(line.status for _ in status), *provisional.values()])
    return csv_text(rows)


def _line(line: Standing, rounds: Sequence[str], *, struck: bool) -> list[str]:
    played = {score.name: score for score in line.rounds}
    cells = [
        str(line.rank) if line.rank else "",
        _text(line.player),
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


def _text(text: str) -> str:
    return no_formula(plain(text))
