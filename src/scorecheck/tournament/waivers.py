"""Waivers: a finding that somebody has accepted becomes a remark and stays in every report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorecheck.checks.rules import (
    AMBIGUOUS_GAME,
    AMBIGUOUS_NOTATION,
    FOREIGN,
    NO_TABLE,
    NOT_CHECKED,
    UNREADABLE,
)
from scorecheck.model.finding import Finding, Severity, Waived
from scorecheck.model.names import name_key
from scorecheck.model.record import NamedTuple, replace
from scorecheck.tournament.event import Waiver

NOT_READ = frozenset(
    rule.name for rule in (UNREADABLE, NOT_CHECKED, NO_TABLE, FOREIGN, AMBIGUOUS_GAME, AMBIGUOUS_NOTATION)
)
"""The rules for sheets that could not be read, not reliably read, or not checked."""


class Accepted(NamedTuple):
    """The findings of a run after the waivers of an event."""

    instead: Mapping[int, Finding]
    """The replacement of a finding, by its identity."""
    used: frozenset[int]
    """The positions of waivers that match a finding."""
    refused: frozenset[int]
    """Waivers that only match unreadable sheets: these were not checked, so nobody can accept them."""


def accept(
    findings: Iterable[Finding], waivers: Sequence[Waiver], files: Mapping[str, frozenset[str]]
) -> Accepted:
    """Matches findings with waivers; ``files`` holds the paths for each pattern."""
    instead: dict[int, Finding] = {}
    used: set[int] = set()
    refused: set[int] = set()
    for finding in findings:
        for at, waiver in enumerate(waivers):
            if not _fits(waiver, finding, files.get(waiver.sheet, frozenset())):
                continue
            if finding.rule in NOT_READ and finding.severity is Severity.ERROR:
                refused.add(at)
                continue
            used.add(at)
            waived = Waived(waiver.reason, waiver.by, finding.severity)
            instead.setdefault(id(finding), replace(finding, severity=Severity.INFO, waived=waived))
    return Accepted(instead, frozenset(used), frozenset(refused - used))


def _fits(waiver: Waiver, finding: Finding, files: frozenset[str]) -> bool:
    if finding.rule != waiver.rule or finding.path not in files:
        return False
    if waiver.table is not None and name_key(waiver.table) != name_key(finding.sheet or ""):
        return False
    return waiver.cell is None or (finding.cell is not None and finding.cell.a1 == waiver.cell)
