"""Shared by commands that copy files: the bytes of a file, its workbook, and its findings."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterable, Mapping, Sequence
from math import prod
from pathlib import Path
from typing import TypeAlias

from scorecheck.cli.session import ERRORS_FOUND, Session
from scorecheck.many_files.job import Job
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.outcome import Checked
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import Workbook
from scorecheck.one_file.mending import would_replace_formula
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.readers.discover import discover
from scorecheck.readers.limits import COPY_BYTES
from scorecheck.readers.read import workbooks_in
from scorecheck.reports.repairs import is_tie
from scorecheck.reports.safe import plain
from scorecheck.reports.text import question_text

_Repair: TypeAlias = tuple[str | None, tuple[Edit, ...]]
"""The edits of a repair, with their sheet."""

SURE = 0.995
"""The default for the joint probability of all repairs of a file that are made without asking: of three
repairs with 98 % each, all are right in only 94 of 100 files."""
_STOP = "q"


class RepairChoice:
    """Chooses the repairs of a file: the sure ones, and those that the user agrees to."""

    def __init__(self, session: Session, source: OneFile, *, yes: bool, least: float, may_ask: bool) -> None:
        """``yes`` takes the best repair without asking; ``least``: see ``SURE``."""
        self.session, self.yes, self.least = session, yes, least
        at_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        self.asks = may_ask and not yes and at_terminal
        self.source = source
        self.cells: dict[tuple[str | None, CellRef], str] = {}
        self.sure: Mapping[_Repair, float] = {}

    def of(self, findings: Sequence[Finding]) -> tuple[list[tuple[Finding, Fix]], list[tuple[Finding, str]]]:
        """The repairs to make, and the other findings, each with the reason.

        Raises:
            CannotEdit: a sheet of the file cannot be changed.
        """
        self.sure = sure_together(findings, self.least)
        chosen: list[tuple[Finding, Fix]] = []
        left: list[tuple[Finding, str]] = []
        for finding in findings:
            if not any(fix.edits for fix in finding.fixes):
                continue
            fix, why = self._one(finding)
            if fix is not None and self._is_formula(finding, fix):
                fix, why = None, _why_not(fix)
            if fix is not None and not self._fits(finding, fix):
                fix, why = None, "clash"
            if fix is None:
                left.append((finding, why))
            elif any(self._new(finding, fix)):
                chosen.append((finding, fix))
                self.cells |= {(finding.sheet, edit.cell): edit.after for edit in fix.all_edits}
        return self._both_or_neither(chosen, left)

    def sureness(self, chosen: Iterable[tuple[Finding, Fix]]) -> float | None:
        """The probability that all repairs are right that nobody was asked about; ``None`` without any."""
        made = {(finding.sheet, fix.edits): fix.confidence for finding, fix in chosen}
        shares = [self.sure.get(one, made[one]) for one in made if self.yes or one in self.sure]
        return prod(shares) if shares else None

    def _both_or_neither(
        self, chosen: list[tuple[Finding, Fix]], left: list[tuple[Finding, str]]
    ) -> tuple[list[tuple[Finding, Fix]], list[tuple[Finding, str]]]:
        """Drops repairs that are right only together with one that is not made."""
        made = {(f.sheet, e.cell): e.after for f, fix in chosen for e in fix.all_edits}
        alone = [
            finding
            for finding, fix in chosen
            if any(made.get((finding.sheet, e.cell)) != e.after for e in fix.together)
        ]
        if not alone:
            return chosen, left
        kept = [(finding, fix) for finding, fix in chosen if finding not in alone]
        return self._both_or_neither(kept, [*left, *((finding, "together") for finding in alone)])

    def _one(self, finding: Finding) -> tuple[Fix | None, str]:
        best = finding.fixes[0]
        if not best.edits:
            return None, "no-cell"
        tie = is_tie(finding)
        if (finding.sheet, best.edits) in self.sure or not any(self._new(finding, best)):
            return best, ""
        if self.yes and not tie:
            return best, ""
        why = "tie" if tie else "unsure" if best.confidence < self.least else "unsure-together"
        return (self._asked(finding) if self.asks else None), why

    def _asked(self, finding: Finding) -> Fix | None:
        """The repair that the user chooses; the run ends where the user stops, or standard input ends."""
        messages, console = self.session.messages, self.session.console
        told = question_text(finding, messages, color=console.color, width=console.width)
        console.out(f"\n{told}")
        while True:
            console.out(messages.label("fix.ask"))
            line = sys.stdin.readline()
            answer = line.strip()
            if not line or answer.casefold() == _STOP:
                console.out("" if line else "\n")
                console.note(messages.label("fix.stopped"))
                raise SystemExit(ERRORS_FOUND)
            if not answer:
                return None
            if answer.isdecimal() and 1 <= int(answer) <= len(finding.fixes):
                fix = finding.fixes[int(answer) - 1]
                if fix.edits:
                    return fix
                console.out(messages.label("fix.no-edits") + "\n")

    def _new(self, finding: Finding, fix: Fix) -> list[Edit]:
        """The edits of a repair that no other repair makes."""
        return [e for e in fix.all_edits if self.cells.get((finding.sheet, e.cell)) != e.after]

    def _fits(self, finding: Finding, fix: Fix) -> bool:
        return all(self.cells.get((finding.sheet, e.cell), e.after) == e.after for e in fix.all_edits)

    def _is_formula(self, finding: Finding, fix: Fix) -> bool:
        """Whether the first cell of a repair holds a formula, which must not be replaced by a number."""
        is_xlsx = self.source.workbook.format == "xlsx"
        return is_xlsx and would_replace_formula(self.source.data, finding, fix)


def sure_together(findings: Sequence[Finding], least: float) -> Mapping[_Repair, float]:
    """The repairs that are made without asking, each with its probability: the surest of a file, as long as
    their joint probability is at least ``least``."""
    sure: dict[_Repair, float] = {}
    with_edits = [one for one in findings if one.fixes and one.fixes[0].edits and not is_tie(one)]
    for finding in sorted(with_edits, key=lambda one: -one.fixes[0].confidence):
        best = finding.fixes[0]
        # Several findings may share a repair.
        repair = finding.sheet, best.edits
        if repair not in sure and prod(sure.values()) * best.confidence >= least:
            sure[repair] = best.confidence
    return sure


def _why_not(fix: Fix) -> str:
    """Why a repair is not written over a formula."""
    if not fix.kind.startswith("formula"):
        return "formula"
    return "formula-text" if fix.kind.endswith("-text") else "formula-range"


class OneFile(NamedTuple):
    """A file with its bytes and the workbook read from them."""

    path: Path
    shown: str
    data: bytes
    workbook: Workbook
    settings: Settings


def is_one_file(paths: Sequence[str]) -> bool:
    """Whether arguments name one sheet, also one of the samples that come with scorecheck."""
    if len(paths) != 1 or Path(paths[0]).exists():
        return len(paths) == 1 and Path(paths[0]).is_file() and Path(paths[0]).suffix != ".toml"
    found = discover(paths, Path.cwd())
    return bool(found.bundled) and [file.shown for file in found.files] == [Path(paths[0]).as_posix()]


def read_one(
    session: Session, argument: str, keep: Keep, most_cells: int | None = None
) -> tuple[OneFile, Checked]:
    """Reads and checks the one file that an argument names.

    Raises:
        SystemExit: it names no file or several; the file cannot be read; or it is too large to be copied, by
            its bytes or with more than ``most_cells`` cells.
    """
    job = session.plan([argument], session.settings())
    if len(job.sources) != 1:
        raise session.stop_with("annotate.said-one")
    path, shown, settings = job.sources[0][:3]
    # A pipe can be read only once, and a large file does not fit in memory: neither is copied.
    if path.is_file() and path.stat().st_size > COPY_BYTES:
        raise copy_refused(session, shown)
    data = path.read_bytes() if path.is_file() else b""
    workbooks = list(workbooks_in(data, shown, path.name))
    sheets = [one for one in workbooks if isinstance(one, Workbook)]
    if sheets and most_cells is not None and sheets[0].filled > most_cells:
        raise copy_refused(session, shown)
    checked = session.check(job, settings, keep)
    if any(file.status == "unreadable" for file in checked.files):
        for finding in checked.findings:
            session.console.complain(plain(f"{shown}: {session.messages.text(finding)}"))
        raise SystemExit(max(session.status, ERRORS_FOUND))
    if len(sheets) != 1 or len(workbooks) != 1:
        raise session.stop_with("annotate.said-one")
    return OneFile(path, shown, data, sheets[0], settings), checked


def read_several(
    session: Session, arguments: Sequence[str], keep: Keep, *, repaired: bool = True
) -> tuple[list[OneFile], Checked, Job]:
    """Checks all sheets that the arguments name.

    Returns:
        The files that can be copied (with ``repaired`` only those with repairs), the findings, and the job.
    """
    settings = session.settings()
    job = session.plan(arguments, settings)
    checked = session.check(job, settings, keep)
    return files_of(session, job, checked, repaired=repaired), checked, job


def files_of(session: Session, job: Job, checked: Checked, *, repaired: bool = True) -> list[OneFile]:
    """The files that can be copied, with ``repaired`` only those with repairs."""
    asked = {
        file.path for file in checked.files if not repaired or any(finding.fixes for finding in file.findings)
    }
    files: list[OneFile] = []
    for path, shown, own in (source[:3] for source in job.sources if source.shown in asked):
        if path.stat().st_size > COPY_BYTES:
            copy_refused(session, shown)
            continue
        data = path.read_bytes()
        workbooks = list(workbooks_in(data, shown, path.name))
        if len(workbooks) == 1 and isinstance(workbooks[0], Workbook):
            files.append(OneFile(path, shown, data, workbooks[0], own))
    return files


def places_below(arguments: Sequence[str], sources: Sequence[OneFile]) -> list[Path]:
    """The paths of copies in a folder: those of the originals relative to the named folder, or to the folder
    of the named event."""
    files = [source.path.resolve() for source in sources]
    named = Path(arguments[0]).resolve()
    base = named if named.is_dir() else named.parent
    if len(arguments) > 1 or not all(file.is_relative_to(base) for file in files):
        base = Path(os.path.commonpath([file.parent for file in files])) if files else base
    return [file.relative_to(base) for file in files]


def as_xlsx(place: Path, taken: Container[Path]) -> Path:
    """The place of an .xlsx copy of a file; of a.ods beside a.xlsx it has both endings."""
    called = place.with_suffix(".xlsx")
    return called if called not in taken else place.with_name(f"{place.name}.xlsx")


def tell_lost(session: Session, path: str, lost: Sequence[str]) -> None:
    """Notes what a copy does not keep of the original: keys of ``annotate.lost`` in the labels."""
    if lost:
        label = session.messages.label
        words = tuple(label(f"annotate.lost.{key}") for key in lost)
        session.console.note(label("annotate.said-lost", path=path, lost=words))


def copy_refused(session: Session, shown: str) -> SystemExit:
    """Complains about a file that is too large to make a copy of."""
    session.console.complain(session.messages.label("annotate.said-too-large", path=plain(shown)))
    return SystemExit(max(session.status, ERRORS_FOUND))
