"""``scorecheck fix``: a copy of a sheet with the sure repairs made; about the others it asks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli import options as o
from scorecheck.cli.one_file import OneFile, read_one
from scorecheck.cli.session import ERRORS_FOUND, FINE, Options, Session
from scorecheck.mending import CAN_BE_MENDED, edits_of, hold_formulas, list_of, mended
from scorecheck.pipeline import Keep, check_bytes
from scorecheck.reports.describe import place
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import CellRef
    from scorecheck.model.finding import Edit, Finding, Fix
    from scorecheck.reports.mended import Done

SURE = 0.95
_STOP = "q"
Output = Annotated[Path, typer.Option("-o", metavar="FILE", help="The repaired copy.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="The sheet: .xlsx or text, such as .csv.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Take the best repair without asking.")]
Least = Annotated[
    float,
    typer.Option(
        "--min-confidence", min=0, max=1, metavar="SHARE", help="Repairs that sure are made without asking."
    ),
]


def command(
    file: File,
    output: Output,
    yes: Yes = False,
    least: Least = SURE,
    game: o.Game = None,
    preset: o.Preset = None,
    layout: o.Layout = None,
    notation: o.Notation = None,
    event: o.EventFile = None,
    force: o.Force = False,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Write a copy of a sheet with its repairs made. The original is never written to.

    What is surer than --min-confidence (0.95) is repaired at once; on a terminal the rest is asked one
    by one. The copy is checked afterwards. Exit status: 0 nothing is wrong with the copy, 1 something is
    left, 2 wrong use.
    """
    session = Session(Options(game, preset, layout, notation, event, lang, quiet=quiet, no_color=no_color))
    source, checked = read_one(session, file, Keep(rows=True))
    kind = source.workbook.format
    if kind not in CAN_BE_MENDED:
        raise session.stop_with("fix.kind", path=source.shown)
    messages, console = session.messages, session.console
    findings = [finding for finding in checked.findings if finding.cell is not None]
    if not any(fix.edits for finding in findings for fix in finding.fixes):
        remaining = "fix.none" if checked.findings else "fix.clean"
        console.note(messages.label(remaining))
        raise typer.Exit(session.status)
    try:
        chosen, left = _Choice(session, source, yes=yes, least=least).of(findings)
    except _Stopped:
        console.note(messages.label("fix.stopped"))
        raise typer.Exit(ERRORS_FOUND) from None
    if not chosen:
        _tell_left(session, left)
        console.note(messages.label("fix.none"))
        raise typer.Exit(max(session.status, ERRORS_FOUND))
    done = list_of(chosen, messages)
    data = _mended(session, source, chosen, done)
    _write(session, source, output, data, done, force=force)
    for line in done:
        console.out(plain(line.said) + "\n")
    console.note(
        messages.label(
            "fix.applied", path=plain(output.as_posix()), count=len({id(fix) for _, fix in chosen})
        )
    )
    _tell_left(session, left)
    _check_again(session, source, output, data)
    raise typer.Exit(session.status)


class _Stopped(Exception):  # noqa: N818 - what somebody wants, no fault
    """Whoever was asked wants to have nothing written."""


class _Choice:
    """Which repairs are made: the sure ones, and those that somebody agrees to."""

    def __init__(self, session: Session, source: OneFile, *, yes: bool, least: float) -> None:
        self.session, self.yes, self.least = session, yes, least
        self.asks = not yes and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        self.source = source
        self.cells: dict[tuple[str | None, CellRef], str] = {}
        self.findings: Sequence[Finding] = ()
        self.formulas: dict[str, frozenset[CellRef]] = {}

    def of(self, findings: Sequence[Finding]) -> tuple[list[tuple[Finding, Fix]], list[tuple[Finding, str]]]:
        """The repairs to make, and the findings that are left with the reason."""
        self.findings = findings
        chosen: list[tuple[Finding, Fix]] = []
        left: list[tuple[Finding, str]] = []
        for finding in findings:
            if not any(fix.edits for fix in finding.fixes):
                continue
            fix, why = self._one(finding)
            if fix is not None and self._is_formula(finding, fix):
                fix, why = None, "formula"
            if fix is not None and not self._fits(finding, fix):
                fix, why = None, "clash"
            if fix is None:
                left.append((finding, why))
            elif any(self._new(finding, fix)):
                chosen.append((finding, fix))
                self.cells |= {(finding.sheet, edit.cell): edit.after for edit in fix.edits}
        return chosen, left

    def _one(self, finding: Finding) -> tuple[Fix | None, str]:
        best, *others = finding.fixes
        if not best.edits:
            return None, "unsure"
        tie = bool(others) and others[0].confidence == best.confidence
        if (best.confidence >= self.least and not tie) or not any(self._new(finding, best)):
            return best, ""
        if self.yes:
            return (None, "tie") if tie else (best, "")
        if self.asks:
            return self._asked(finding), "tie" if tie else "unsure"
        return None, "tie" if tie else "unsure"

    def _asked(self, finding: Finding) -> Fix | None:
        """The repair that somebody chooses.

        Raises:
            _Stopped: the answer is to stop, or there will be none.
        """
        from scorecheck.reports.text import question_text

        messages, console = self.session.messages, self.session.console
        told = question_text(finding, messages, color=console.color, width=console.width)
        console.out(f"\n{told}")
        while True:
            console.out(messages.label("fix.ask"))
            line = sys.stdin.readline()
            answer = line.strip()
            if not line or answer.casefold() == _STOP:
                console.out("" if line else "\n")
                raise _Stopped
            if not answer:
                return None
            if answer.isdecimal() and 1 <= int(answer) <= len(finding.fixes):
                fix = finding.fixes[int(answer) - 1]
                if fix.edits:
                    return fix
                console.out(messages.label("fix.no-edits") + "\n")

    def _new(self, finding: Finding, fix: Fix) -> list[Edit]:
        """The edits of a repair that are not made already by another one."""
        return [e for e in fix.edits if self.cells.get((finding.sheet, e.cell)) != e.after]

    def _fits(self, finding: Finding, fix: Fix) -> bool:
        return all(self.cells.get((finding.sheet, e.cell), e.after) == e.after for e in fix.edits)

    def _is_formula(self, finding: Finding, fix: Fix) -> bool:
        """Whether the cell that is wrong first holds a formula: a number there would not last."""
        if self.source.workbook.format != "xlsx" or finding.sheet is None:
            return False
        from scorecheck.reports.mended import CannotEdit

        if finding.sheet not in self.formulas:
            cells = {e.cell for f in self._all_fixes(finding.sheet) for e in f.edits}
            try:
                self.formulas[finding.sheet] = hold_formulas(self.source.data, finding.sheet, cells)
            except CannotEdit as cannot:
                raise self.session.stop_with(f"fix.{cannot.reason}", cell=cannot.cell.a1) from None
        return fix.edits[0].cell in self.formulas[finding.sheet]

    def _all_fixes(self, sheet: str) -> list[Fix]:
        return [fix for finding in self.findings if finding.sheet == sheet for fix in finding.fixes]


def _mended(
    session: Session, source: OneFile, chosen: Sequence[tuple[Finding, Fix]], done: Sequence[Done]
) -> bytes:
    from scorecheck.reports.mended import CannotEdit

    heading = session.messages.label("fix.heading")
    try:
        return mended(source.data, source.workbook.format, edits_of(chosen), done, heading)
    except CannotEdit as cannot:
        raise session.stop_with(f"fix.{cannot.reason}", cell=cannot.cell.a1) from None


def _write(
    session: Session, source: OneFile, output: Path, data: bytes, done: Sequence[Done], *, force: bool
) -> None:
    """Writes the copy; what was changed in a text file stands in a list beside it."""
    from scorecheck.reports.outputs import OutputRefused, write_file

    try:
        if source.workbook.format == "csv":
            listing = output.with_name(f"{output.name}.changes.txt")
            heading = f"{output.name}: {session.messages.label('fix.heading')} (scorecheck)"
            text = "".join(f"{plain(line)}\n" for line in (heading, *(one.said for one in done)))
            # The copy comes last: where it stands, its list stands, too.
            write_file(listing, text.encode(), force=force, inputs=[source.path])
            write_file(output, data, force=force, inputs=[source.path])
            session.console.note(session.messages.label("fix.list", path=plain(listing.as_posix())))
        else:
            write_file(output, data, force=force, inputs=[source.path])
    except OutputRefused as refusal:
        raise session.refused(refusal) from None


def _tell_left(session: Session, left: Sequence[tuple[Finding, str]]) -> None:
    for finding, why in left:
        where = place(finding.path, finding.sheet, finding.cell.a1 if finding.cell else None)
        reason = session.messages.label(f"fix.{why}")
        session.console.note(session.messages.label("fix.left", where=where, what=reason))


def _check_again(session: Session, source: OneFile, output: Path, data: bytes) -> None:
    """Checks the copy, and says what remains."""
    from scorecheck.reports.text import checked_text

    checked = check_bytes(data, output.as_posix(), output.name, source.settings)
    # The list of changes is no scoresheet, and says so itself.
    messages, console = session.messages, session.console
    remaining = [finding for finding in checked.findings if finding.severity > 0]
    session.status = ERRORS_FOUND if remaining else FINE
    if not remaining:
        console.note(messages.label("fix.nothing_remains"))
        return
    console.note(messages.label("fix.remains"))
    console.out(checked_text(checked, messages, color=console.color, width=console.width, only_findings=True))
