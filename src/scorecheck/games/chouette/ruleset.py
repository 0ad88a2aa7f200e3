"""What the chouette offers: its layout, presets, checks, and what a sheet gives for a ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.common import CELL_CHECKS, game_number_checks, heading_checks, total_mismatch
from scorecheck.checks.grounds import TOTALS_AGREE, Ground
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.words import vocabulary
from scorecheck.games.chouette.checks import (
    POINTS,
    SHEETS,
    Control,
    control,
    control_missing,
    control_of,
    control_text,
    dues,
    extra_payment,
    extra_settlement,
    impossible_payment,
    zero_sum,
    zero_sum_of_points,
)
from scorecheck.games.chouette.cube_column import cube_headings, cube_mismatch
from scorecheck.games.chouette.log_rules import (
    LOG,
    LOG_MISMATCH,
    begins_game,
    is_action,
    log_illegal,
    log_obligation,
    log_order,
    names_of_row,
    result_of_log,
)
from scorecheck.games.chouette.payments import is_one_entry
from scorecheck.games.chouette.played import played
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.record import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorecheck.checks.facts import Facts
    from scorecheck.checks.prior import RowPrior
    from scorecheck.model.sheet import Entry, Sheet

_SAMPLE = 60


def _coherent(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> bool:
    """What one player gets the others pay, and each of these payments is a cube's."""
    if not entry.readable:
        return False
    if entry.opening:
        return sum(entry.totals) == sheet.level
    return sum(entry.points) == 0 and is_one_entry(entry.points)


def _has_pairs(sheet: Sheet) -> bool:
    """Only chouette sheets have controls such as 37/37."""
    column = sheet.column("control")
    if column is None:
        return False
    rows = range(min(sheet.stop, _SAMPLE))
    return any(isinstance(control_of(sheet.table.value(row, column)), Control) for row in rows)


def is_game(entry: Entry, sheet: Sheet) -> bool:
    """Every entry counts but the totals that may be carried in; of a log the rows that begin a game."""
    return begins_game(entry) if sheet.layout == "log" else not entry.opening


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Where everybody stands after the last entry, counted from where the sheet starts, and the number of
    entries.

    A log gives what it pays, and the games that each player had a seat in.
    """
    if sheet.layout == "log":
        return result_of_log(sheet, entries)
    start = totals = sheet.start or (0,) * len(sheet.players)
    games = 0
    for entry in entries:
        totals = entry.totals
        games += is_game(entry, sheet)
    return tuple(
        PlayerResult(name, total - before, games)
        for name, total, before in zip(sheet.players, totals, start, strict=True)
    )


_LEARNS = 0.9
"""On sheets of a few entries; on Doppelkopf sheets told as chouettes it is more than 2."""


def _prior(seats: int) -> RowPrior:
    from scorecheck.games.chouette.prior import ChouettePrior

    return ChouettePrior(seats)


def _facts(sheet: Sheet, entries: Sequence[Entry]) -> Facts:
    from scorecheck.games.chouette.facts import LogFacts

    return LogFacts(sheet, entries)


RULESET = Ruleset(
    game="chouette",
    layouts=(
        Layout(
            "totals",
            running=True,
            roles=frozenset({"number", "control", "kind", "remark", "aside"}),
            coherent=_coherent,
            gaps="unchanged",
            min_players=3,
            opens_from_zero=False,
            dues=dues,
            prior=_prior,
            learns=_LEARNS,
            default=True,
        ),
        Layout(
            "points",
            running=False,
            roles=frozenset({"number", "kind", "remark", "aside"}),
            coherent=_coherent,
            gaps="unchanged",
            min_players=3,
            prior=_prior,
            learns=_LEARNS,
        ),
        Layout(
            "log",
            running=False,
            roles=frozenset(
                {"number", "who", "action", "to", "value", "turn", "mover", "remark", "date", "aside"}
            ),
            coherent=is_action,
            number_roles=frozenset({"value"}),
            min_players=0,
            required=frozenset({"who", "action", "to"}),
            headings=vocabulary("games", "chouette", "columns.toml", section="log"),
            names_of_row=names_of_row,
            noun="row",
            details="totals",
            facts=_facts,
        ),
    ),
    presets=("mcc", "couette"),
    checks=(
        *CELL_CHECKS,
        control_text,
        zero_sum,
        zero_sum_of_points,
        control,
        control_missing,
        impossible_payment,
        extra_payment,
        extra_settlement,
        cube_mismatch,
        total_mismatch,
        log_order,
        log_illegal,
        log_obligation,
        *(replace(check, layouts=(*SHEETS, *POINTS)) for check in game_number_checks(is_game)),
        *heading_checks("games", "chouette", "columns.toml"),
    ),
    result=result,
    headings={**dict.fromkeys(cube_headings(), "aside"), **vocabulary("games", "chouette", "columns.toml")},
    telltale=_has_pairs,
    is_game=is_game,
    names=("chouette", "couette", "backgammon"),
    noun="entry",
    zero_sum=True,
    played=played,
    alone="box",
    options={
        "extras": (True, False),
        "jacoby": (False, True),
        "automatic_doubles": (0, 1, 2, 3, 4, 5, 6),
        "beavers": (False, True),
        "raccoons": (False, True),
        "sole_taker_must_beaver": (False, True),
        "captain_double_must_be_taken": (False, True),
        "one_answer_a_roll": (False, True),
        "break_even": (False, True),
        "declining": ("once", "later"),
        "captain_moves": (False, True),
        "box_below_zero": ("either", "leaves", "keeps"),
    },
    preset_options={
        "couette": {
            "extras": False,
            "jacoby": True,
            "automatic_doubles": 1,
            "beavers": True,
            "raccoons": True,
            "sole_taker_must_beaver": True,
            "captain_double_must_be_taken": True,
            "one_answer_a_roll": True,
            "break_even": True,
            "captain_moves": True,
            "box_below_zero": "leaves",
        }
    },
    across=(LOG_MISMATCH,),
    grounds=(
        Ground("zero-sum", zero_sum.rule, (*SHEETS, *POINTS)),
        Ground("controls", control.rule, SHEETS, _has_pairs),
        Ground("log", log_illegal.rule, LOG),
        TOTALS_AGREE,
    ),
)
