"""What Skat offers: its layouts, checks, and what a list gives for a ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.common import CELL_CHECKS, game_number_checks, heading_checks, total_mismatch
from scorecheck.checks.grounds import TOTALS_AGREE, Ground
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.words import vocabulary
from scorecheck.games.skat.checks import dealer, dues, is_game, soloist, value
from scorecheck.games.skat.list_end import list_end
from scorecheck.games.skat.results import played, result
from scorecheck.games.skat.scoring import turn_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.checks.prior import RowPrior
    from scorecheck.model.sheet import Entry, Sheet


def _coherent(entry: Entry, _past: Sequence[Entry], _sheet: Sheet) -> bool:
    """One player's total changes by what a game gives, or nobody's: the game was passed in."""
    turn = turn_of(entry.points)
    return entry.readable and (not any(entry.points) if turn is None else turn.is_game)


def _is_played(entry: Entry, _sheet: Sheet) -> bool:
    return any(entry.points)


def _prior(seats: int) -> RowPrior:
    from scorecheck.games.skat.prior import SkatPrior

    return SkatPrior(seats)


RULESET = Ruleset(
    game="skat",
    layouts=tuple(
        Layout(
            name,
            name == "totals",
            frozenset({"dealer", "aside"}),
            _coherent,
            typical=_is_played,
            gaps="unchanged",
            min_players=3,
            max_players=4,
            settles=False,
            passed_in=True,
            dues=dues,
            prior=_prior,
            default=name == "totals",
            by_preset=False,
        )
        for name in ("points", "totals")
    ),
    presets=("isko",),
    checks=(
        *CELL_CHECKS,
        soloist,
        value,
        dealer,
        list_end,
        total_mismatch,
        *game_number_checks(is_game),
        *heading_checks("games", "skat", "columns.toml"),
    ),
    result=result,
    headings=vocabulary("games", "skat", "columns.toml"),
    is_game=is_game,
    names=("skat", "skatliste", "seegerfabian"),
    seats=4,
    options={"list_end": ("seeger-fabian", "points")},
    played=played,
    alone="solo",
    grounds=(Ground("games", value.rule), TOTALS_AGREE),
)
