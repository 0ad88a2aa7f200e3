"""Compares the sheets of one workbook with the same players, such as a card and its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecheck.checks.ruleset import Comparison, Kept
from scorecheck.checks.runner import run_comparison
from scorecheck.layouts.entries import entries_of, settled
from scorecheck.layouts.readings import Reading
from scorecheck.model.finding import Found, status_of
from scorecheck.model.outcome import CheckedSheet, Crash
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry
from scorecheck.one_file.settings import Settings


def compare(
    sheets: list[CheckedSheet], read: Sequence[Reading], found: list[tuple[Found, ...]], settings: Settings
) -> list[Crash]:
    """Compares the sheets of a workbook and adds the differences to the findings.

    A sheet that only explains another gives no result of its own.
    """
    crashes: list[Crash] = []
    kinds = {(reading.ruleset.game, reading.layout.name) for reading in read}
    for at, reading in enumerate(read):
        ruleset, layout = reading.ruleset, reading.layout
        if layout.details and (ruleset.game, layout.details) in kinds:
            sheets[at] = replace(sheets[at], result=None, rows=None)
        for comparison in ruleset.across:
            if comparison.other != layout.name or comparison.rule.name not in settings.selection:
                continue
            for first in _counterparts(at, comparison, sheets, read):
                one = Kept(sheets[first].sheet, tuple(_entries_of(read[first], settings)))
                other = Kept(sheets[at].sheet, tuple(_entries_of(reading, settings)))
                found[at], crashed = run_comparison(comparison, one, other, found[at])
                crashes += crashed
                findings = tuple(told.finding for told in found[at])
                result = sheets[at].result
                if result is not None and status_of(findings) == "errors":
                    result = replace(result, faulty=True)
                sheets[at] = replace(sheets[at], findings=findings, result=result)
    return crashes


def _entries_of(reading: Reading, settings: Settings) -> Iterable[Entry]:
    return entries_of(reading, settled(reading, settings.options))


def _counterparts(
    at: int, comparison: Comparison, sheets: Sequence[CheckedSheet], read: Sequence[Reading]
) -> list[int]:
    """The sheets to compare one with: those of the same players, or the only one.

    If each player has a sheet, the one of all players is compared with each.
    """
    game = read[at].ruleset.game
    ones = [
        i
        for i, r in enumerate(read)
        if r.ruleset.game == game and r.layout.name == comparison.one and i != at
    ]
    others = [i for i, r in enumerate(read) if r.ruleset.game == game and r.layout.name == comparison.other]
    if len(ones) == len(others) == 1:
        return ones

    def players(i: int) -> set[str]:
        return {name.casefold() for name in sheets[i].sheet.players}

    same = [i for i in ones if players(i) == players(at)]
    alike = [i for i in others if players(i) == players(at)]
    if len(same) == len(alike) > 1:
        # As many logs as sheets of the same players: they belong together in order.
        return [same[alike.index(at)]]
    return same or [i for i in ones if players(i) >= players(at)]
