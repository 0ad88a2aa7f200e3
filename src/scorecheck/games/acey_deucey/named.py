"""Winners and losers named beside the points of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log

from scorecheck.checks.check import Hit
from scorecheck.checks.facts import Meant
from scorecheck.checks.null import SLIP
from scorecheck.checks.sides import named_in, naming
from scorecheck.games.acey_deucey.scoring import NAMES, pair_of
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet


class _Misnamed(NamedTuple):
    """A column whose name differs from the points."""

    role: str
    column: int
    named: frozenset[int]
    due: int


def _misnamed(entry: Entry, sheet: Sheet) -> Iterator[_Misnamed]:
    pair = None if entry.opening else pair_of(entry.points, sheet.notation)
    for role, due in () if pair is None else zip(NAMES, (pair.winner, pair.loser), strict=True):
        named = named_in(entry.fields.get(role, ""), sheet.players)
        column = sheet.column(role)
        if named and column is not None and named != frozenset({due}):
            yield _Misnamed(role, column, named, due)


def bears_out(entries: Iterable[Entry], sheet: Sheet) -> float:
    """The log-odds of names of winners and losers beside entries, against chance."""
    held = [
        next(_misnamed(entry, sheet), None) is None
        for entry in entries
        if any(named_in(entry.fields.get(role, ""), sheet.players) for role in NAMES)
    ]
    right, players = sum(held), len(sheet.players)
    return right * log((1 - SLIP) * players) + (len(held) - right) * log(SLIP * players / (players - 1))


def misnamed(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """A named winner, or else loser, who differs from the points."""
    for one in _misnamed(entry, sheet):
        params = {
            "heading": sheet.table.headings[one.column],
            "named": tuple(sheet.players[at] for at in sorted(one.named)),
            "player": sheet.players[one.due],
        }
        yield Hit(one.column, params, f"named-{one.role}", sheet.points_columns)
        return


def named_meant(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """Possible meanings of names that differ from the points: one of them is wrong, or both are swapped."""
    wrong = list(_misnamed(entry, sheet))
    edits = tuple((0, one.role, naming(sheet, one.column, {one.due})) for one in wrong)
    if len(edits) == len(NAMES):
        yield Meant("swapped", edits)
    elif edits:
        yield Meant("name", edits, len(sheet.players) - 1)
