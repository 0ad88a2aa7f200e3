"""The ruleset of the chouette: layouts, presets, checks, and results for a ranking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import log

from scorecheck.checks.check import ERROR, Check, Hit, Rule, late, rows_check, step_check
from scorecheck.checks.common import CELL_CHECKS, RUNNING_AGREE, heading_checks, total_mismatch
from scorecheck.checks.game_numbers import game_number_checks
from scorecheck.checks.null import of_fits
from scorecheck.checks.ruleset import NEVER, TOTALS_AGREE, Comparison, Ground, Layout, Mending, Ruleset
from scorecheck.checks.sketch import required_of
from scorecheck.checks.words import choices_of, data, plain, vocabulary
from scorecheck.games.chouette.checks import (
    BOX,
    CHECKS,
    POINTS,
    SHEETS,
    Control,
    control,
    control_of,
    dues,
    extra_of,
    extras_count,
    is_one_entry,
    zero_sum,
)
from scorecheck.games.chouette.prior import ChouettePrior
from scorecheck.model.cells import Number, Value
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.statistics import Played

LOG = ("log",)


def _log_check(kind: str) -> Check:
    """A check of game logs. What follows a log is imported with the first one: no other sheet needs it."""
    look = partial(late("games.chouette.log_checks", "faults_of_log"), kind)
    return rows_check(Rule(f"chouette/log-{kind}", ERROR), look, layouts=LOG)


log_illegal = _log_check("illegal")
LOG_MISMATCH = Rule(
    "chouette/log-mismatch",
    ERROR,
    absorbs=frozenset(
        {
            "chouette/zero-sum",
            "chouette/control",
            "chouette/impossible-payment",
            "chouette/extra-payment",
            "chouette/extra-settlement",
        }
    ),
)
_begins_game = late("games.chouette.rows", "begins_game")
_games_of_log = late("games.chouette.log_checks", "games_of_log")
_result_of_log = late("games.chouette.log_checks", "result_of_log")


def played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """The entries of a totals sheet; for a log, which has more detail, its games."""
    return _games_of_log(sheet, entries) if sheet.layout == "log" else _payments(sheet, entries)


def _payments(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """The players with payments in every entry.

    The box is the one who deals with all others, at least two of them, in one direction. In an extra and in
    the settlement after it that is the taker, so nobody counts as the box there.
    """
    before: Sequence[Number] = ()
    after_extra = False
    for entry in entries:
        if entry.opening:
            continue
        extra = bool(before) and extras_count(sheet) and extra_of(entry.points, before) is not None
        hub = None if extra or after_extra else _hub(entry.points)
        points = {name: number for name, number in zip(sheet.players, entry.points, strict=True) if number}
        if points:
            yield Played(entry.label, points, None if hub is None else sheet.players[hub])
        before, after_extra = entry.points, extra


def _hub(points: Sequence[Number]) -> int | None:
    """The player who got from, or paid to, at least two others."""
    for sign in (1, -1):
        mine = [position for position, number in enumerate(points) if sign * number > 0]
        theirs = [position for position, number in enumerate(points) if sign * number < 0]
        if len(mine) == 1 and len(theirs) > 1:
            return mine[0]
    return None


cube_headings = partial(vocabulary, "games", "chouette", "columns.toml", section="cube")
"""The headings of a column of cubes, in their plain form."""
_PAYS = (1, 2, 3)
"""A cube pays once, for a gammon twice, for a backgammon three times."""
_FEWEST, _TO_ONE = 3, 5
"""At least this many entries with a turned cube must agree with it, and this many for each that does not."""


def _against_cubes(sheet: Sheet, entries: Iterable[Entry]) -> tuple[list[int], list[Hit]]:
    """The cubes that the points of their entries agree with, and a hit for each of the others."""
    column = _column_of_cubes(sheet)
    agree: list[int] = []
    off: list[Hit] = []
    for entry in entries if column is not None else ():
        cube = _cube_in(sheet.table.value(entry.row, column or 0))
        # Entries that do not add up are reported separately; the first totals may be of an earlier evening.
        counts = entry.readable and not entry.opening and any(entry.points) and not sum(entry.points)
        if cube is None or not counts:
            continue
        if _pays(cube, entry.points):
            agree.append(cube)
        else:
            pays = tuple(str(times * cube) for times in _PAYS)
            params = {"cube": cube, "pays": pays, "game": entry.label}
            off.append(Hit(column, params, related=sheet.points_columns, row=entry.row))
    return agree, off


def _cube_mismatch(sheet: Sheet, entries: Sequence[Entry]) -> Sequence[Hit]:
    """Checks the points of each entry against the cube, if most entries show that the column holds cubes."""
    agree, off = _against_cubes(sheet, entries)
    turned = [cube for cube in agree if cube > 1]
    shows = len(turned) >= _FEWEST and len(set(turned)) > 1 and len(agree) >= _TO_ONE * len(off)
    return off if shows else ()


def _pays(cube: int, points: Sequence[Number]) -> bool:
    """Whether a cube can give an entry.

    Passers pay half of the written cube, beside the player whom they pay, or who pays them.
    """
    others = sorted(abs(amount) for amount in points if amount)[:-1]
    return any(one in {times * cube for times in _PAYS} for one in others) and all(
        not one % cube or 2 * one == cube for one in others
    )


def _cube_in(value: Value) -> int | None:
    """The power of two in a cell; ``None`` for anything else."""
    text = str(value).strip().removesuffix(".0")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    return number if number.bit_count() == 1 else None


def _column_of_cubes(sheet: Sheet) -> int | None:
    return next((one.at for one in sheet.columns if plain(one.heading) in cube_headings()), None)


def _bears_out(entries: Iterable[Entry], sheet: Sheet) -> float:
    """The log-odds of the cubes, boxes and controls beside entries."""
    entries = tuple(entries)
    agree, off = _against_cubes(sheet, entries)
    odds = of_fits(len(agree), len(off))
    if not sheet.running and _has_pairs(sheet):
        odds += _PAIRS_BESIDE_POINTS
    if sheet.column(BOX) is None:
        return odds
    from scorecheck.games.chouette.named_box import likely

    return likely(entries, sheet) + odds


_SAMPLE = 60
_PAIRS_BESIDE_POINTS = log(0.0001)
"""How seldom clubs work out both sides where they write points and no totals, or both."""


def _coherent(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> bool:
    """One player gets what the others pay, each payment by a cube."""
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


def _tells_its_game(sheet: Sheet) -> bool:
    """Whether a sheet has what only chouette sheets have: a column for the box, or such controls."""
    for column in sheet.columns:
        if column.role == BOX or (column.role == "aside" and plain(column.heading) in _captain_headings()):
            return True
    return _has_pairs(sheet)


_captain_headings = partial(vocabulary, "games", "chouette", "columns.toml", section="captain")


def is_game(entry: Entry, sheet: Sheet) -> bool:
    """Every entry counts except totals carried over; in a log, the rows that start a game."""
    return _begins_game(entry) if sheet.layout == "log" else not entry.opening


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """The final totals, counted from the start of the sheet, and the number of entries.

    On a sheet of points, those in which a player has a number: who plays wins or loses. For a log, its
    payments, and each player's number of games.
    """
    if sheet.layout == "log":
        return _result_of_log(sheet, entries)
    start = totals = sheet.start or (0,) * len(sheet.players)
    games = [0] * len(start)
    for entry in entries:
        totals = entry.totals
        if entry.opening and not sheet.running:
            start = totals
        if is_game(entry, sheet):
            took_part = (sheet.layout != "points" or said is not None for said in entry.written)
            games = [count + more for count, more in zip(games, took_part, strict=True)]
    points = (total - before for total, before in zip(totals, start, strict=True))
    return tuple(map(PlayerResult, sheet.players, points, games))


_LEARNS = 0.9
"""On sheets of a few entries; for Doppelkopf sheets read as chouettes it is more than 2."""


def _named_box(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[Hit]:
    if BOX in entry.fields:
        from scorecheck.games.chouette.named_box import misnamed

        yield from misnamed(entry, past, sheet)


NAMED_BOX = Rule("chouette/named-box", Severity.WARNING)
named_box = step_check(NAMED_BOX, _named_box, layouts=(*SHEETS, *POINTS), reach=2)


# Each player has a cube, so that hardly all of a row is doubled wrongly.
_MENDING = Mending(
    often={"tripling": NEVER, "carried-row": 0.05}, facts_meant=late("games.chouette.named_box", "meant")
)
"""The box gets what all others pay together: nobody triples anything."""
_TOTALS = Layout(
    "totals",
    running=True,
    roles=frozenset({"number", "control", "kind", "remark", "aside", BOX}),
    coherent=_coherent,
    gaps="unchanged",
    min_players=3,
    opens_from_zero=False,
    mending=lambda: replace(_MENDING, dues=dues),
    prior=ChouettePrior,
    learns=_LEARNS,
    beside=_bears_out,
    default=True,
)
RULESET = Ruleset(
    game="chouette",
    layouts=(
        _TOTALS,
        replace(_TOTALS, name="points", running=False, opens_from_zero=True, default=False),
        Layout(
            "log",
            running=False,
            roles=frozenset(
                {"number", "who", "action", "to", "value", "turn", "mover", "remark", "date", "aside"}
            ),
            coherent=late("games.chouette.rows", "is_action"),
            number_roles=frozenset({"value"}),
            min_players=0,
            required=required_of("chouette", "log")[0],
            headings=vocabulary("games", "chouette", "columns.toml", section="log"),
            names_of_row=late("games.chouette.rows", "names_of_row"),
            noun="row",
            details="totals",
            mending=lambda: Mending(facts=late("games.chouette.facts", "LogFacts")),
        ),
    ),
    presets=("mcc", "couette"),
    checks=(
        *CELL_CHECKS,
        *CHECKS,
        rows_check(
            Rule("chouette/cube-mismatch", Severity.WARNING, has_repairs=False),
            _cube_mismatch,
            layouts=("totals", "points"),
            where=lambda sheet: _column_of_cubes(sheet) is not None,
        ),
        named_box,
        total_mismatch,
        _log_check("order"),
        log_illegal,
        _log_check("obligation"),
        *(replace(check, layouts=(*SHEETS, *POINTS)) for check in game_number_checks(is_game)),
        *heading_checks("games", "chouette", "columns.toml"),
    ),
    result=result,
    headings={
        **dict.fromkeys(cube_headings(), "aside"),
        **vocabulary("games", "chouette", "columns.toml"),
        **vocabulary("games", "chouette", "columns.toml", section="box"),
        **_captain_headings(),
    },
    telltale=_tells_its_game,
    is_game=is_game,
    names=("chouette", "couette", "backgammon"),
    noun="entry",
    zero_sum=True,
    played=played,
    alone="box",
    options=choices_of("games", "chouette", "options.toml"),
    preset_options=data("games", "chouette", "options.toml")["presets"],
    across=(Comparison(LOG_MISMATCH, "log", "totals", late("games.chouette.log_checks", "mismatch")),),
    grounds=(
        Ground("zero-sum", zero_sum.rule, (*SHEETS, *POINTS)),
        Ground("chouette.controls", control.rule, (*SHEETS, *POINTS), _has_pairs),
        Ground("chouette.log", log_illegal.rule, LOG),
        TOTALS_AGREE,
        RUNNING_AGREE,
    ),
)
