"""A game: three at a table, one against two; what the one gets the two pay, 2 points each way or more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorecheck.plugins import (
    Entry,
    Hit,
    Layout,
    PlayerResult,
    Rule,
    Ruleset,
    Severity,
    Sheet,
    Summary,
    row_check,
    sheet_check,
)

ZERO_SUM = Rule("tarock/zero-sum", Severity.ERROR)
GAMES = Rule("tarock/number-of-games", Severity.WARNING)


def adds_up(entry: Entry, _sheet: Sheet) -> Iterator[Hit]:
    """A hit where the points of a game do not add up to 0."""
    if out := sum(entry.points):
        yield Hit(params={"game": entry.label, "sum": out}, off=out)


def divides(summary: Summary, _sheet: Sheet) -> Iterator[Hit]:
    """A hit where not everybody has dealt equally often."""
    if summary.entries % 3:
        yield Hit(params={"count": summary.entries})


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Points and games of each player."""
    kept = list(entries)
    totals = [sum(points) for points in zip(*(entry.points for entry in kept), strict=True)]
    return tuple(
        PlayerResult(name, total, len(kept)) for name, total in zip(sheet.players, totals, strict=True)
    )


RULESET = Ruleset(
    game="tarock",
    layouts=(
        Layout(
            "tarock-points",
            running=False,
            roles=frozenset({"number"}),
            coherent=lambda entry, _past, _sheet: not sum(entry.points),
            min_players=3,
            max_players=3,
        ),
    ),
    presets=("vienna",),
    checks=(row_check(ZERO_SUM, adds_up), sheet_check(GAMES, divides)),
    result=result,
    headings={"spiel": "number", "game": "number"},
    names=("tarock",),
    zero_sum=True,
)
