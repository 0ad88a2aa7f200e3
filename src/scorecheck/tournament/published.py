"""Published standings: a list of players with their scores, and what can be said of it alone."""

from __future__ import annotations

import tomllib
import unicodedata
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING

from scorecheck.checks.check import WARNING, Hit, Rule, sheet_check
from scorecheck.checks.grounds import Ground, nothing_to_check
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.resources import package_file
from scorecheck.tournament.listed import (
    RANK_ORDER,
    ROW_SCORE,
    SCORE_STEP,
    STEPS,
    USUAL_SCALE,
    has_negatives,
    has_ranks,
    has_rounds,
    rank_order,
    row_score,
    score_step,
    shown_score,
    whole_score,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorecheck.checks.check import Summary
    from scorecheck.model.finding import Param
    from scorecheck.model.sheet import Sheet

STANDINGS_SUM = Rule("tournament/standings-sum", WARNING)

TOURNAMENT_RULES = (STANDINGS_SUM, ROW_SCORE, SCORE_STEP, RANK_ORDER)
"""The rules that a list of standings is held to."""


def _standings_sum(summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """Scores of a complete list add up to 0, but for half a unit of rounding a player.

    Holds where everybody at a table plays the same number of games. A list without a score below
    0 is of another kind (only plus points, another game): nothing can be said of it.
    """
    if summary.last is None or summary.unreadable:
        return
    column = sheet.points_columns[0]
    scores = [shown_score(sheet.table.value(row, column)) for row in range(sheet.stop)]
    printed = [score for score in scores if score is not None]
    if not any(negative for negative, _ in printed):
        return
    unit = Fraction(1, 10 ** max(decimals for _, decimals in printed))
    (total,) = summary.last.totals
    if abs(total) <= summary.entries * unit / 2:
        return
    params: dict[str, Param] = {"sum": total, "players": summary.entries}
    whole = [whole_score(sheet.table.value(row, column)) for row in range(sheet.stop)]
    step = gcd(*(score for score in whole if score)) if unit == 1 else 1
    if step in STEPS:
        # A score that grows by 5 a game point, at 100 a point a game, is that of 20 games.
        yield Hit(
            column,
            {**params, "games": USUAL_SCALE // step, "step": step, "points": total // step},
            "games",
            row=-1,
        )
    else:
        yield Hit(column, params, row=-1)


standings_sum = sheet_check(STANDINGS_SUM, _standings_sum, layouts=("standings",))


GROUNDS = (
    Ground("scores-zero", STANDINGS_SUM, held=has_negatives),
    Ground("rounds", ROW_SCORE, held=has_rounds),
    Ground("ranks", RANK_ORDER, held=has_ranks),
)
"""What an ok of a list rests on."""


def _headings() -> Mapping[str, str]:
    """What each heading, in its plain form, says its column is."""
    words: Mapping[str, list[str]] = tomllib.loads(
        package_file("tournament", "columns.toml").read_text(encoding="utf-8")
    )["columns"]
    return {_plain(word): role for role, aliases in words.items() for word in aliases}


def _plain(heading: str) -> str:
    """A heading without case, spaces and punctuation; ``#`` stays."""
    text = unicodedata.normalize("NFKC", heading).casefold()
    return "".join(c for c in text if c.isalnum() or c == "#")


RULESET = Ruleset(
    game=None,
    layouts=(
        Layout(
            name="standings",
            running=False,
            roles=frozenset({"rank", "name", "score"}),
            coherent=lambda entry, _past, _sheet: entry.readable,
            whole=False,
            min_players=1,
            list_of="name",
        ),
    ),
    presets=(),
    checks=(
        standings_sum,
        row_score,
        score_step,
        rank_order,
        nothing_to_check(GROUNDS, ("standings",)),
    ),
    result=None,
    headings=_headings(),
    grounds=GROUNDS,
    telltale=lambda sheet: sheet.column("name") is not None and sheet.column("score") is not None,
)
"""Published standings, read and checked like the sheets of a game, which they are not."""
