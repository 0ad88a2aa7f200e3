"""A baseline: the known faults of an archive, so that from then on only new ones fail."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

from scorecheck.many_files.event_findings import less_grounds, without_findings
from scorecheck.model.finding import Finding
from scorecheck.model.outcome import Checked
from scorecheck.model.record import NamedTuple, replace
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.json_report import FORMAT_VERSION, json_text, tool


class KnownFault(NamedTuple):
    """A fault in a baseline. The fingerprint identifies it; the rest is for people."""

    fingerprint: str
    rule: str
    path: str
    """Relative to the folder of the baseline."""
    cell: str | None

    def __str__(self) -> str:
        return f"{self.path}:{self.cell} {self.rule}" if self.cell else f"{self.path} {self.rule}"


class AgainstBaseline(NamedTuple):
    """A run compared with a baseline."""

    checked: Checked
    """The new findings, and how many others are known."""
    gone: tuple[KnownFault, ...]
    """The entries of the baseline, for files of this run, that no longer occur."""


def seen_from(folder: Path, cwd: Path) -> Callable[[str], str]:
    """Makes paths relative to another folder: so a baseline works from any folder."""
    home, here = folder.resolve(), cwd.resolve()
    return lambda shown: Path(os.path.relpath(here / shown, home)).as_posix()


def baseline_text(checked: Checked, seen: Callable[[str], str] = str) -> str:
    """The findings of a run as a baseline, with paths relative to the folder of the baseline."""
    found = _placed(checked.findings, seen)
    entries = [
        {
            "fingerprint": mark,
            "rule": finding.rule,
            "path": finding.path,
            "sheet": finding.sheet,
            "cell": finding.cell.a1 if finding.cell else None,
        }
        for finding, mark in zip(found, fingerprints(found), strict=True)
    ]
    return json_text({"version": FORMAT_VERSION, "tool": tool(), "baseline": entries})


def _placed(findings: Iterable[Finding], seen: Callable[[str], str]) -> list[Finding]:
    return [replace(finding, path=seen(finding.path)) for finding in findings]


def known_faults(text: str) -> tuple[KnownFault, ...]:
    """Reads the faults in a baseline.

    Raises:
        ValueError: it is no baseline of ours.
    """
    document: Any = json.loads(text)
    try:
        entries = cast("list[dict[str, object]]", document["baseline"])
        return tuple(
            KnownFault(str(one["fingerprint"]), str(one["rule"]), str(one["path"]), _text(one.get("cell")))
            for one in entries
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError from error


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def compared(
    checked: Checked, known: Iterable[KnownFault], seen: Callable[[str], str] = str
) -> AgainstBaseline:
    """The run with the findings that are not in the baseline.

    A file that cannot be read still counts as unreadable if its finding is known: nothing in it was checked.
    """
    found = checked.findings
    marks = dict(zip(map(id, found), fingerprints(_placed(found, seen)), strict=True))
    listed = {entry.fingerprint: entry for entry in known}
    old = {one for one, mark in marks.items() if mark in listed}
    paths = {seen(file.path) for file in checked.files}
    still = set(marks.values())
    gone = tuple(one for mark, one in listed.items() if one.path in paths and mark not in still)

    files = {file.path for file in checked.files}
    left = without_findings(less_grounds(checked, old), files, lambda finding: id(finding) in old)
    return AgainstBaseline(replace(left, known=len(old)), gone)
