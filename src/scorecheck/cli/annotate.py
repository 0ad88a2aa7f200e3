"""``scorecheck annotate``: a copy of a workbook with the bad cells coloured and commented."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli import options as o
from scorecheck.cli.one_file import OneFile, copy_refused, places_below, read_one, read_several
from scorecheck.cli.session import Session
from scorecheck.model.finding import Finding
from scorecheck.model.workbook import Workbook
from scorecheck.one_file.pipeline import Keep
from scorecheck.reports.messages import Messages

Output = Annotated[
    Path,
    typer.Option(
        "-o", metavar="FILE|DIR", help="The copy: an .xlsx workbook; of several sheets the folder for them."
    ),
]


@o.shares(*o.READING, "event", *o.RULES, *o.SCREEN)
def command(
    options: o.Options,
    paths: o.Paths,
    output: Output,
    force: o.Force = False,
) -> None:
    """Write a copy of a workbook in which bad cells are coloured and say what is wrong with them.

    Each has a comment with what it should probably say, and a sheet of its own lists all findings. Of
    other formats an .xlsx is made. Of two sheets of one table both are marked. The originals are never
    written to. Exit status: 0 the copies were written, 1 they were written and there are errors in them, 2
    wrong use.
    """
    session = Session(options)
    if len(paths) == 1 and not Path(paths[0]).is_dir():
        _one(session, paths[0], output, force=force)
    else:
        _several(session, paths, output, force=force)
    raise typer.Exit(session.status)


def _one(session: Session, file: str, output: Path, *, force: bool) -> None:
    if output.suffix.lower() != ".xlsx":
        raise session.stop_with("annotate.said-xlsx", path=output.as_posix())
    from scorecheck.readers.copying import CELLS
    from scorecheck.reports.outputs import write_file

    source, checked = read_one(session, file, Keep(rows=True), CELLS)
    made, lost = _made(session, source, checked.findings)
    with session.refusals_told():
        write_file(output, made, force=force, inputs=[source.path])
    _tell(session, output, lost)


def _several(session: Session, paths: Sequence[str], folder: Path, *, force: bool) -> None:
    """Copies of all sheets that can be read, in a folder; each of the others is said to be left out."""
    from scorecheck.reports.outputs import write_folder

    sources, checked, _ = read_several(session, paths, Keep(rows=True), repaired=False)
    made: dict[str, bytes] = {}
    lost_of: dict[str, tuple[str, ...]] = {}
    for source, place in zip(sources, places_below(paths, sources), strict=True):
        name = place.with_suffix(".xlsx").as_posix()
        if name in made:
            # a.csv beside a.xlsx
            name = f"{place.as_posix()}.xlsx"
        findings = [finding for finding in checked.findings if finding.path == source.shown]
        made[name], lost_of[name] = _made(session, source, findings)
    if not made:
        raise session.stop_with("annotate.said-one")
    with session.refusals_told():
        write_folder(folder, made, force=force, inputs=[source.path for source in sources])
    for name, lost in lost_of.items():
        _tell(session, folder / name, lost)


def _tell(session: Session, output: Path, lost: Sequence[str]) -> None:
    console, messages = session.console, session.messages
    console.note(session.say("written", path=output.as_posix()))
    if lost:
        words = tuple(messages.label(f"annotate.lost.{key}") for key in lost)
        console.note(messages.label("annotate.said-lost", path=output.as_posix(), lost=words))


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
