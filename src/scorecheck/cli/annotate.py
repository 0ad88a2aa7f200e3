"""``scorecheck annotate``: a copy of a workbook with the bad cells coloured and commented."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli import options as o
from scorecheck.cli.one_file import OneFile, copy_refused, read_one
from scorecheck.cli.session import Session
from scorecheck.one_file.pipeline import Keep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.finding import Finding
    from scorecheck.model.workbook import Workbook
    from scorecheck.reports.messages import Messages

Output = Annotated[Path, typer.Option("-o", metavar="FILE", help="The copy: an .xlsx workbook.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="The file with the scoresheets.")]


@o.shares(*o.READING, "event", *o.RULES, *o.SCREEN)
def command(
    options: o.Options,
    file: File,
    output: Output,
    force: o.Force = False,
) -> None:
    """Write a copy of a workbook in which bad cells are coloured and say what is wrong with them.

    Each has a comment with what it should probably say, and a sheet of its own lists all findings. Of
    other formats an .xlsx is made. The original is never written to. Exit status: 0 the copy was
    written, 1 it was written and there are errors in it, 2 wrong use.
    """
    session = Session(options)
    if output.suffix.lower() != ".xlsx":
        raise session.stop_with("annotate.said-xlsx", path=output.as_posix())
    from scorecheck.readers.copying import CELLS

    source, checked = read_one(session, file, Keep(rows=True), CELLS)
    made, lost = _made(session, source, checked.findings)
    from scorecheck.reports.outputs import OutputRefused, write_file

    try:
        write_file(output, made, force=force, inputs=[source.path])
    except OutputRefused as refusal:
        raise session.refused(refusal) from None
    console, messages = session.console, session.messages
    console.note(session.say("written", path=output.as_posix()))
    if lost:
        words = tuple(messages.label(f"annotate.lost.{key}") for key in lost)
        console.note(messages.label("annotate.said-lost", path=output.as_posix(), lost=words))
    raise typer.Exit(session.status)


def _made(session: Session, source: OneFile, findings: list[Finding]) -> tuple[bytes, tuple[str, ...]]:
    from scorecheck.reports.annotated import CopyTooLarge

    try:
        try:
            return annotated_copy(source.data, source.workbook, findings, session.messages, whole=True)
        except ValueError:
            made = annotated_copy(source.data, source.workbook, findings, session.messages, whole=False)
            session.console.note(session.messages.label("annotate.said-broken", path=source.shown))
            return made
    except CopyTooLarge:
        raise copy_refused(session, source.shown) from None


def annotated_copy(
    data: bytes, workbook: Workbook, findings: Sequence[Finding], messages: Messages, *, whole: bool
) -> tuple[bytes, tuple[str, ...]]:
    """The copy, and what of the workbook could not be kept in it.

    With ``whole`` everything that stands in the workbook stays; else only its values.

    Raises:
        ValueError: with ``whole``, the workbook cannot be kept as it is.
        CopyTooLarge: there are more cells than a copy is made of.
    """
    from scorecheck.readers.copying import CELLS, is_light
    from scorecheck.reports.annotated import annotated

    kind = workbook.format if whole else "other"
    if kind == "xlsx" and not is_light(data):
        raise ValueError(kind)
    return annotated(data, kind, workbook.grids, findings, messages, CELLS)
