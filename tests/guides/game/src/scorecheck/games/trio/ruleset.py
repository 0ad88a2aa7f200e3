"""What trio offers: its layouts, its check, and what a sheet gives for a ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.common import CELL_CHECKS, heading_checks, total_mismatch
from scorecheck.checks.game_numbers import game_number_checks
from scorecheck.checks.ruleset import TOTALS_AGREE, Ground, Layout, Ruleset
from scorecheck.checks.words import vocabulary
from scorecheck.games.trio.checks import CHECKS, SHARES
from scorecheck.games.trio.prior import TrioPrior
from scorecheck.games.trio.scoring import GAMES
from scorecheck.model.outcome import PlayerResult

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorecheck.model.sheet import Entry, Sheet


def _is_game(entry: Entry, _past: Sequence[Entry], _sheet: Sheet) -> bool:
    return entry.readable and entry.points in GAMES


def _result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    played = [entry.points for entry in entries if entry.readable]
    return tuple(
        PlayerResult(name, sum(points[seat] for points in played), len(played))
        for seat, name in enumerate(sheet.players)
    )


RULESET = Ruleset(
    game="trio",
    layouts=tuple(
        Layout(
            name,
            name == "totals",
            frozenset(),
            _is_game,
            min_players=3,
            max_players=3,
            prior=lambda _seats: TrioPrior(),
            default=name == "points",
        )
        for name in ("points", "totals")
    ),
    presets=("club",),
    checks=(
        *CELL_CHECKS,
        *CHECKS,
        total_mismatch,
        *game_number_checks(lambda _entry, _sheet: True),
        *heading_checks("games", "trio", "columns.toml"),
    ),
    result=_result,
    headings=vocabulary("games", "trio", "columns.toml"),
    names=("trio",),
    seats=3,
    zero_sum=True,
    grounds=(Ground("trio.shares", SHARES), TOTALS_AGREE),
)
