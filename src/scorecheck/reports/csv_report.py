"""Standings as CSV for spreadsheets and scripts."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from scorecheck.reports.messages import decimal_text
from scorecheck.reports.safe import no_formula, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.outcome import RoundScore, Standing, Standings

HEADER = ("rank", "player", "score", "exact", "games")


def standings_csv(standings: Standings) -> str:
    """The standings, one line a player, with the points, games and score of each round.

    Cells of a round that a player missed are empty.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            *HEADER,
            *(_text(f"{name} {what}") for name in standings.rounds for what in ("points", "games", "score")),
        ]
    )
    writer.writerows(_line(line, standings.rounds) for line in standings.lines)
    return out.getvalue()


def _line(line: Standing, rounds: Sequence[str]) -> list[str]:
    played = {score.name: score for score in line.rounds}
    cells = [
        str(line.rank),
        _text(line.player),
        decimal_text(line.score),
        f"{line.score.numerator}/{line.score.denominator}",
        str(line.games),
    ]
    for name in rounds:
        cells += _round(played.get(name))
    return cells


def _round(score: RoundScore | None) -> list[str]:
    if score is None:
        return ["", "", ""]
    return [decimal_text(score.points), str(score.games), decimal_text(score.score)]


def _text(text: str) -> str:
    return no_formula(plain(text))
