"""The ruleset of Skat: layouts, checks, and results for a ranking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from scorecheck.checks.check import late
from scorecheck.checks.common import CELL_CHECKS, RUNNING_AGREE, heading_checks, total_mismatch
from scorecheck.checks.game_numbers import game_number_checks, is_game
from scorecheck.checks.null import ODDS, of_fits
from scorecheck.checks.ruleset import TOTALS_AGREE, Ground, Layout, Ruleset
from scorecheck.checks.words import vocabulary
from scorecheck.games.skat import beside
from scorecheck.games.skat.beside import RECORD_CHECKS, points
from scorecheck.games.skat.checks import dealer, dealt_in_turn, seeger, soloist, value
from scorecheck.games.skat.list_end import below_totals, block_end, is_ended, list_end, results_at
from scorecheck.games.skat.prior import SeegerPrior, SkatPrior
from scorecheck.games.skat.record import (
    KINDS_OF_LISTS,
    NUMBERS,
    OF_VALUES,
    PASSED_IN,
    REQUIRED,
    ROLES,
    due_of,
    gained,
    is_of_values,
    names_of_row,
    told_by,
    unwritten_steps,
)
from scorecheck.games.skat.score import Due
from scorecheck.games.skat.scoring import SEEGER, OwnTally, ends, turn_of
from scorecheck.model.cells import Number, value_text
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.statistics import Played
from scorecheck.model.terms import Term


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """The final result of each player by the system in force; passed games count as games."""
    own = [OwnTally()] * len(sheet.players)
    plain = sheet.options.get("list_end") == "points"
    # What each row gives by the system is added up as written, also where no game gives it.
    as_written: Sequence[Number] | None = (
        [0] * len(sheet.players) if sheet.layout == SEEGER and not plain else None
    )
    games = 0
    for entry in entries:
        own = [one.after(points) for one, points in zip(own, gained(entry, sheet), strict=True)]
        if as_written is not None:
            as_written = [one + points for one, points in zip(as_written, entry.points, strict=True)]
        games += is_game(entry, sheet)
    given = as_written or (tuple(one.points for one in own) if plain else ends(own))
    return tuple(
        PlayerResult(name, end, games, {"own-points": one.points, "wins": one.won, "losses": one.lost})
        for name, end, one in zip(sheet.players, given, own, strict=True)
    )


def played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """Every game of the list. At a table of four, totals do not show who sat out."""
    for entry in entries:
        if is_game(entry, sheet):
            points = gained(entry, sheet)
            turn = turn_of(points)
            alone = None if turn is None else sheet.players[turn.soloist]
            yield Played(entry.label, dict(zip(sheet.players, points, strict=True)), alone)


def _coherent(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> bool:
    """One player's total changes by a possible value, or nobody's in a passed game."""
    turn = turn_of(gained(entry, sheet))
    return entry.readable and (not any(entry.points) if turn is None else turn.is_game)


def _agrees(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> bool:
    """The facts of a row give its written points."""
    told = told_by(entry, sheet)
    if is_of_values(sheet):
        turn = turn_of(gained(entry, sheet))
        return told.passed != (turn is not None and turn.is_game) and not (told.passed and any(entry.points))
    due = due_of(told, entry, sheet)
    return told.passed or (isinstance(due, Due) and due.points in gained(entry, sheet))


def _remarks(sheet: Sheet, _entries: Iterable[Entry]) -> Iterable[Term]:
    if sheet.layout != "detail" or is_of_values(sheet) or not (steps := unwritten_steps(sheet)):
        return ()
    return (Term("read-unwritten", params={"count": steps}),)


def _bears_out(sheet: Sheet, entries: Sequence[Entry]) -> bool:
    """Whether rows under such headings are Skat games, at odds of 99 to 1 against another table."""
    if sheet.column("kind") is not None and sheet.column("matadors") is not None:
        return False
    if not any(sheet.column(role) is not None for role in _OF_LOSS):
        # Values alone say by their sign who lost.
        values = (entry.numbers.get("value") for entry in entries)
        if not any(isinstance(one, int | Fraction) and one < 0 for one in values):
            return False
    fits = sum(_agrees(entry, (), sheet) and not _is_of_another_game(entry, sheet) for entry in entries)
    names = (
        sheet.players if sheet.column("soloist") is None else tuple(dict.fromkeys(map(_soloist_of, entries)))
    )
    return len(names) <= min(_MOST_NAMES, len(entries) // 2) and of_fits(fits, len(entries) - fits) > ODDS


def _is_of_another_game(entry: Entry, sheet: Sheet) -> bool:
    """Whether the cell for the kind of game has a word that is none in Skat."""
    return any((one.role, one.why) == ("kind", "kind") for one in told_by(entry, sheet).unclear)


_AMOUNT = re.compile(r"[-−–+]?[0-9]{2,4}|[-–—/.]|0")
_OF_LOSS = ("soloist_points", "result", "lost", "plus", "minus", "marked_won", "marked_lost")
"""The columns that tell which games were lost."""
_MOST_NAMES = 6
"""The largest number of names at a table of five, one of them misspelt.

In a list of players each occurs once.
"""


def _is_held_to_values(sheet: Sheet) -> bool:
    """Whether a list has values or points of games without the facts."""
    return sheet.layout != "detail" or is_of_values(sheet)


def _are_amounts(cells: Sequence[str]) -> bool:
    """Whether a column under won or lost holds what that gave, not marks or counts."""
    return all(_AMOUNT.fullmatch(cell.strip()) for cell in cells)


def _soloist_of(entry: Entry) -> str:
    return value_text(entry.fields.get("soloist", "")).strip().casefold()


def _has_facts(sheet: Sheet) -> bool:
    """Whether a list has facts that give the points."""
    if is_of_values(sheet):
        return False
    roles = ("soloist_points", "value", "plus", "minus")
    return bool(sheet.points_columns) or any(sheet.column(role) is not None for role in roles)


def _of_facts(required: frozenset[str], *, running: bool) -> Layout:
    return Layout(
        "detail",
        running,
        REQUIRED | ROLES,
        _agrees,
        foot=below_totals(),
        gaps="unchanged",
        number_roles=NUMBERS,
        min_players=3,
        max_players=5,
        may_name_players="soloist" in required,
        settles=False,
        passed_in=PASSED_IN,
        mending=partial(late("games.skat.record_repairs", "of_facts"), running),
        prior=SkatPrior,
        default=not running,
        by_preset=False,
        required=required,
        headings=vocabulary("games", "skat", "columns.toml", section="detail"),
        roles_under={"result": ("plus", _are_amounts), "lost": ("minus", _are_amounts)},
        name_roles=("soloist", "dealer"),
        names_of_row=names_of_row,
        bears_out=_bears_out if required in OF_VALUES else None,
        asks_for_missing=required not in OF_VALUES,
    )


_LEAST_VALUE = 18
"""The least that a game is worth: what many give is rarely less."""

RULESET = Ruleset(
    game="skat",
    layouts=(
        *(
            Layout(
                name,
                name == "totals",
                frozenset({"dealer", "aside"}) | beside.ROLES,
                _coherent,
                foot=below_totals(),
                gaps="unchanged",
                min_players=3,
                max_players=5,
                settles=False,
                played="base",
                passed_in=PASSED_IN,
                number_roles=beside.NUMBERS,
                mending=late("games.skat.record_repairs", "of_points"),
                prior=(lambda seats: SeegerPrior(SkatPrior(seats))) if name == SEEGER else SkatPrior,
                beside=beside.bears_out,
                default=name == "totals",
                by_preset=False,
            )
            for name in ("points", "totals", SEEGER)
        ),
        *(_of_facts(required, running=running) for required in KINDS_OF_LISTS for running in (False, True)),
    ),
    presets=("isko",),
    checks=(
        *CELL_CHECKS,
        soloist,
        value,
        seeger,
        dealer,
        dealt_in_turn,
        list_end,
        block_end,
        *RECORD_CHECKS,
        beside.value_beside,
        total_mismatch,
        *game_number_checks(),
        *heading_checks("games", "skat", "columns.toml"),
    ),
    result=result,
    headings=vocabulary("games", "skat", "columns.toml"),
    is_game=is_game,
    names=("skat", "skatliste", "seegerfabian"),
    may_score=lambda score: not score or abs(score) >= _LEAST_VALUE,
    seats=4,
    in_rounds=True,
    options={"list_end": ("seeger-fabian", "points")},
    played=played,
    alone="solo",
    results_at=results_at,
    telltale=is_ended,
    remarks=_remarks,
    grounds=(
        Ground("games", value.rule, held=_is_held_to_values),
        Ground("facts", points.rule, ("detail",), _has_facts),
        TOTALS_AGREE,
        RUNNING_AGREE,
    ),
)
