"""The ruleset of acey-deucey: layouts, presets, checks, and results for a ranking."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from scorecheck.checks.check import ERROR, Check, Hit, Rule, column_check, late
from scorecheck.checks.common import (
    CELL_CHECKS,
    RUNNING_AGREE,
    has_both_signs,
    heading_checks,
    missing_fact,
    total_mismatch,
    whole_columns,
)
from scorecheck.checks.game_numbers import game_number_checks
from scorecheck.checks.ruleset import TOTALS_AGREE, Comparison, Ground, Kept, Layout, Mending, Ruleset
from scorecheck.checks.sketch import required_of
from scorecheck.checks.words import names_in, plain, vocabulary
from scorecheck.games.acey_deucey.amounts import amount, not_held
from scorecheck.games.acey_deucey.checks import (
    CHECKS,
    GAMES,
    PLACES,
    POINTS,
    faults_of,
    is_game,
    name_in,
    points_of,
    points_range,
    total_of_games,
    zero_sum,
)
from scorecheck.games.acey_deucey.prior import AceyDeuceyPrior, of_values
from scorecheck.games.acey_deucey.scoring import LEAST, MOST, NAMES, pair_of
from scorecheck.model.cells import Number, Unreadable
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.statistics import Played

if TYPE_CHECKING:
    from scorecheck.games.acey_deucey.transcript import Ending


TRANSCRIPT = ("transcript",)


def _check(kind: str) -> Check:
    watcher = late("games.acey_deucey.transcript", "TranscriptWatcher")
    rule = Rule(f"acey-deucey/{kind}", ERROR)
    return column_check(rule, lambda sheet: watcher(sheet, kind), layouts=TRANSCRIPT)


illegal_move = _check("illegal-move")
bonus = _check("bonus")


def played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """The games of a sheet of any layout, each with the points of its players."""
    if sheet.layout == "transcript":
        from scorecheck.games.acey_deucey.transcript import endings

        for ending in endings(sheet, entries):
            if ending.winner is not None and ending.loser is not None and ending.points is not None:
                points = {ending.winner: ending.points, ending.loser: -ending.points}
                yield Played(ending.label, points)
        return
    for entry in entries:
        points = _points_of_row(entry, sheet)
        if points and is_game(entry, sheet):
            yield Played(entry.label, points)


def _points_of_row(entry: Entry, sheet: Sheet) -> Mapping[str, Number]:
    if not has_both_signs(sheet):
        return dict(zip(sheet.players, entry.points, strict=True)) if any(entry.points) else {}
    if sheet.layout != "games":
        return {name: points for name, points in zip(sheet.players, entry.points, strict=True) if points}
    winner, loser, points = name_in(entry, "winner"), name_in(entry, "loser"), points_of(entry)
    if not winner or not loser or plain(winner) == plain(loser) or points is None:
        return {}
    return {winner: points, loser: -points}


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Points, games and wins of each player. An unreadable game counts for nobody."""
    names = {_key(name, sheet): name for name in sheet.players}
    points: dict[str, Number] = defaultdict(int)
    games: dict[str, int] = defaultdict(int)
    wins: dict[str, int] = defaultdict(int)
    for game in played(sheet, entries):
        for name, number in game.points.items():
            key = _key(name, sheet)
            names.setdefault(key, name)
            points[key] += number
            games[key] += 1
            wins[key] += number > 0
    return tuple(
        PlayerResult(name, points[key], games[key], {"wins": wins[key]}) for key, name in names.items()
    )


def _key(name: str, sheet: Sheet) -> str:
    """The key of a name: as written above columns, without case in cells."""
    return name if sheet.points_columns else name.casefold()


def _compare(transcript: Kept, games: Kept) -> Iterator[Hit]:
    """Compares the games of a transcript with the results of the same games."""
    from scorecheck.games.acey_deucey.transcript import endings

    ends = list(endings(*transcript))
    rows = {entry.label: entry for entry in reversed(games.entries)}
    told = transcript.sheet.column("number") is not None or any(
        end.label != str(at) for at, end in enumerate(ends, 1)
    )
    if not told and len(ends) != len(games.entries):
        # Nothing shows which of the games these are.
        return
    for end in ends:
        entry = rows.get(end.label)
        if entry is not None and end.followed and not any(faults_of(entry, games.sheet)):
            yield from _differing(end, entry, games.sheet)


def _differing(end: Ending, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    points = points_of(entry)
    if end.winner is None or end.loser is None:
        yield Hit(sheet.column("value"), {}, "unfinished", row=entry.row)
        return
    for role, name in (("winner", end.winner), ("loser", end.loser)):
        said = name_in(entry, role)
        if said and plain(said) != plain(name):
            params = {"winner": end.winner, "loser": end.loser, "said": said}
            yield Hit(sheet.column(role), params, role, row=entry.row)
            return
    if points is not None and end.points is not None and points != end.points:
        params = {"loser": end.loser, "left": end.points, "points": points}
        yield Hit(sheet.column("value"), params, row=entry.row)


comparison = Comparison(Rule("acey-deucey/result", ERROR), "transcript", "games", _compare)


def _is_pair(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> bool:
    """One player wins what one other loses, at most the number of checkers."""
    if not entry.readable:
        return False
    if entry.opening:
        return sum(entry.totals) == sheet.level
    pair = pair_of(entry.points, sheet.notation)
    return pair is not None and LEAST <= pair.points <= MOST


def _is_result(entry: Entry, _past: Sequence[Entry], _sheet: Sheet) -> bool:
    """Two different players, and possible points."""
    names = {plain(name_in(entry, role)) for role in ("winner", "loser")}
    points = points_of(entry)
    return len(names - {""}) == 2 and points is not None and LEAST <= points <= MOST


def _one_against_one(sheet: Sheet, entries: Sequence[Entry]) -> bool:
    """Whether one player wins from one, and winner and loser are all that a row says of them.

    If most rows contain the same few players in many combinations, sides play another game; ``Meier, Anna``
    occurs in one only. Rows without a loser belong to a list below. Players with columns of their own have
    their points there, and the names are beside these.
    """
    if len(set(map(plain, sheet.table.headings)) & set(map(plain, sheet.players))) > 1:
        return False
    each = [[frozenset(names_in(entry.fields.get(role, ""))) for role in NAMES] for entry in entries]
    named = [names for both in each if all(both) for names in both]
    sides = [names for names in named if len(names) > 1]
    return 2 * len(sides) < len(named) or len(set(sides)) <= len(frozenset[str]().union(*sides))


def _speaks_for(sheet: Sheet, entries: Sequence[Entry]) -> float:
    """Whether values are numbers of checkers, unlike those of other games with winners and losers.

    The scores of matches, such as 7:3, are no numbers at all.
    """
    values = [entry.numbers.get("value") for entry in entries]
    if 2 * sum(isinstance(value, Unreadable) for value in values) > len(values):
        return -inf
    if any(sheet.column(role) is not None for role in ("cube", "stake", *PLACES)):
        return 0.0
    return of_values([value for value in values if isinstance(value, int)])


def _bears_out(entries: Iterable[Entry], sheet: Sheet) -> float:
    """The log-odds of the names beside entries."""
    if all(sheet.column(role) is None for role in NAMES):
        return 0.0
    from scorecheck.games.acey_deucey.named import bears_out

    return bears_out(entries, sheet)


def _points(name: str) -> Layout:
    return Layout(
        name,
        name == "totals",
        frozenset({"cube", "control", "stake", "amount", *NAMES, "aside"}),
        _is_pair,
        gaps="unchanged",
        number_roles=frozenset({"cube", "control"}),
        min_players=2,
        prior=AceyDeuceyPrior,
        beside=_bears_out,
        mending=lambda: Mending(facts_meant=late("games.acey_deucey.named", "named_meant")),
        default=name == "points",
    )


def _records(
    name: str,
    names: tuple[str, ...],
    coherent: Callable[[Entry, Sequence[Entry], Sheet], bool],
    numbers: frozenset[str] = frozenset(),
) -> Layout:
    (required,) = required_of("acey-deucey", name)
    return Layout(
        name,
        running=False,
        roles=required
        | numbers
        | frozenset({"number", "turn", "stake", "amount", "remark", "date", "aside"}),
        coherent=coherent,
        gaps="unchanged",
        number_roles=numbers,
        min_players=0,
        required=required,
        headings=dict(vocabulary("games", "acey_deucey", "columns.toml", section=name)),
        name_roles=names,
    )


RULESET = Ruleset(
    game="acey-deucey",
    layouts=(
        _points("points"),
        _points("totals"),
        # With two players, the loser may have nothing, as in a list of income and expenses.
        replace(
            _points("points"),
            notation="plus-only",
            settles=False,
            told_only="game",
            max_players=2,
            prior=partial(AceyDeuceyPrior, notation="plus-only"),
            default=False,
        ),
        replace(
            _records("games", ("winner", "loser"), _is_result, numbers=frozenset({"value", "cube", *PLACES})),
            adds_up="value",
            bears_out=_one_against_one,
            speaks_for=_speaks_for,
            mending=lambda: Mending(facts=late("games.acey_deucey.facts", "ResultFacts")),
        ),
        replace(
            _records("transcript", ("who",), late("games.acey_deucey.transcript", "is_readable")),
            noun="row",
            details="games",
        ),
    ),
    presets=("american",),
    checks=(
        *CELL_CHECKS,
        missing_fact("winner", "loser", "value", layouts=GAMES),
        whole_columns(layouts=(*GAMES, *POINTS)),
        *CHECKS,
        amount,
        illegal_move,
        bonus,
        total_mismatch,
        total_of_games,
        *(replace(check, layouts=frozenset({*GAMES, *POINTS})) for check in game_number_checks(is_game)),
        *heading_checks("games", "acey_deucey", "columns.toml", left=not_held),
    ),
    result=result,
    headings=vocabulary("games", "acey_deucey", "columns.toml"),
    is_game=is_game,
    names=("aceydeucey", "acey", "aceydeuce", "amerikanischesbackgammon"),
    seats=2,
    options={"first_roll": ("free", "enter")},
    zero_sum=True,
    played=played,
    across=(comparison,),
    grounds=(
        Ground("zero-sum", zero_sum.rule, POINTS, has_both_signs),
        Ground("acey-deucey.range", points_range.rule, (*POINTS, *GAMES)),
        Ground("acey-deucey.moves", illegal_move.rule, ("transcript",)),
        TOTALS_AGREE,
        RUNNING_AGREE,
    ),
)
