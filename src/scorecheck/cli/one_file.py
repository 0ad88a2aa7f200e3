"""Shared by commands that copy files: the bytes of a file, its workbook, and its findings."""

from __future__ import annotations

import os
from collections.abc import Container, Sequence
from pathlib import Path

from scorecheck.cli.session import ERRORS_FOUND, Session
from scorecheck.many_files.job import Job
from scorecheck.model.outcome import Checked
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import Workbook
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.readers.discover import discover
from scorecheck.readers.limits import COPY_BYTES
from scorecheck.readers.read import workbooks_in
from scorecheck.reports.safe import plain


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
