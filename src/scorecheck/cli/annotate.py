"""``scorecheck annotate``: a copy of a workbook with the bad cells coloured and commented."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from scorecheck.cli import options as o
from scorecheck.cli.declared import option
from scorecheck.cli.one_file import (
    OneFile,
    as_xlsx,
    copy_refused,
    places_below,
    read_one,
    read_several,
    tell_lost,
)
from scorecheck.cli.session import Session, shares
from scorecheck.model.finding import Finding
from scorecheck.model.workbook import CopyTooLarge, Workbook
from scorecheck.one_file.settings import Keep
from scorecheck.readers.copying import CELLS, is_light
from scorecheck.reports.annotated import Annotated as Annotation
from scorecheck.reports.annotated import annotated
from scorecheck.reports.messages import Messages
from scorecheck.reports.outputs import write_folder
from scorecheck.reports.safe import plain

Output = Annotated[
    Path,
    option(
        "-o", metavar="FILE|DIR", help="The copy: an .xlsx workbook; of several sheets the folder for them."
    ),
]


@shares(*o.READING, "event", *o.RULES, *o.SCREEN, *o.SETTINGS)
def command(session: Session, paths: o.Paths, output: Output, force: o.Force = False) -> None:
    """Write a copy of a workbook in which bad cells are coloured and say what is wrong with them.

    Each has a comment with what it should probably say, and a sheet of its own lists all findings. Of
    other formats an .xlsx is made. Of two sheets of one table both are marked. The originals are never
    written to. Exit status: 0 the copies were written, 1 they were written and there are errors in them, 2
    wrong use.
    """
    if len(paths) == 1 and not Path(paths[0]).is_dir():
        _one(session, paths[0], output, force=force)
    else:
        _several(session, paths, output, force=force)


def _one(session: Session, file: str, output: Path, *, force: bool) -> None:
    if output.suffix.lower() != ".xlsx":
        raise session.stop_with("annotate.said-xlsx", path=output.as_posix())
    source, checked = read_one(session, file, Keep(rows=True), CELLS)
    made = _made(session, source, checked.findings)
    session.write(output, made.data, force=force, inputs=[source.path])
    _tell(session, output, made.lost)


def _several(session: Session, paths: Sequence[str], folder: Path, *, force: bool) -> None:
    """Writes copies of all readable sheets into a folder, and names the others."""
    sources, checked, _ = read_several(session, paths, Keep(rows=True), repaired=False)
    made: dict[Path, Annotation] = {}
    for source, place in zip(sources, places_below(paths, sources), strict=True):
        name = as_xlsx(place, made)
        findings = [finding for finding in checked.findings if finding.path == source.shown]
        made[name] = _made(session, source, findings)
    if not made:
        raise session.stop_with("annotate.said-one")
    files = {name.as_posix(): one.data for name, one in made.items()}
    write_folder(folder, files, force=force, inputs=[source.path for source in sources])
    for name, one in made.items():
        _tell(session, folder / name, one.lost)


def _tell(session: Session, output: Path, lost: Sequence[str]) -> None:
    session.console.note(session.say("written", path=output.as_posix()))
    tell_lost(session, output.as_posix(), lost)


def _made(session: Session, source: OneFile, findings: list[Finding]) -> Annotation:
    try:
        made = annotated_copy(source.data, source.workbook, findings, session.messages)
    except CopyTooLarge:
        raise copy_refused(session, source.shown) from None
    if made.broken:
        session.console.note(session.messages.label("annotate.said-broken", path=plain(source.shown)))
    return made


def annotated_copy(
    data: bytes, workbook: Workbook, findings: Sequence[Finding], messages: Messages
) -> Annotation:
    """The annotated copy: of the whole workbook where openpyxl can open it, else of its values.

    Raises:
        CopyTooLarge: there are too many cells for a copy of the values.
    """
    if workbook.format == "xlsx" and is_light(data):
        # openpyxl cannot open it.
        with suppress(ValueError):
            return annotated(data, workbook, findings, messages, CELLS)
    made = annotated(None, workbook, findings, messages, CELLS)
    return made._replace(broken=workbook.format == "xlsx")
