"""Known faults of an archive, written down once: from then on only new ones fail."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from scorecheck.model.record import NamedTuple
from scorecheck.pipeline import status_of
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.json_report import FORMAT_VERSION, json_text, tool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorecheck.model.finding import Finding
    from scorecheck.model.outcome import Checked


class Compared(NamedTuple):
    """A run against a baseline."""

    checked: Checked
    """What is new."""
    known: int
    """The findings that the baseline knows."""
    gone: int
    """The entries of the baseline, for files of this run, that are no longer found."""


def baseline_text(checked: Checked) -> str:
    """The findings of a run as a baseline. Rule and place are for people: the fingerprint counts."""
    found = checked.findings
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


def known_faults(text: str) -> dict[str, str]:
    """The fingerprints that a baseline lists, each with its file.

    Raises:
        ValueError: it is no baseline of ours.
    """
    document: Any = json.loads(text)
    try:
        entries = cast("list[dict[str, object]]", document["baseline"])
        return {str(entry["fingerprint"]): str(entry["path"]) for entry in entries}
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError from error


def compared(checked: Checked, known: dict[str, str]) -> Compared:
    """The findings that a baseline does not know, and how many it does.

    A file that cannot be read stays unreadable, though its finding is known: nothing in it was checked.
    """
    found = checked.findings
    marks = dict(zip(map(id, found), fingerprints(found), strict=True))
    new = {one for one, mark in marks.items() if mark not in known}
    paths = {file.path for file in checked.files}
    gone = sum(1 for mark, path in known.items() if path in paths and mark not in set(marks.values()))

    def kept(findings: Iterable[Finding]) -> tuple[Finding, ...]:
        return tuple(finding for finding in findings if id(finding) in new)

    files = tuple(
        replace(
            file,
            findings=kept(file.findings),
            status=file.status if file.status == "unreadable" else status_of(kept(file.findings)),
            sheets=tuple(replace(sheet, findings=kept(sheet.findings)) for sheet in file.sheets),
        )
        for file in checked.files
    )
    return Compared(replace(checked, files=files), len(marks) - len(new), gone)
