"""Recognises the files that scorecheck wrote, by its lists or by a mark in them: they are no sheets."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.source import FileContent, source_of
from scorecheck.resources import JOURNAL, MANIFEST, MARKS_CSV

_NO_SHEETS = (*MARKS_CSV, b"file,sheet,cell,from,to", b"file;sheet;cell;from;to")
"""The beginnings of lists that are no sheets: ours, and corrections that somebody else may have written."""
OWN_FILE = "own-file"
"""The reason for leaving out a file that scorecheck wrote."""
COPIES = "scorecheck.changes.txt"
"""The list of changes in a folder of repaired copies."""
_MARK_XLSX = rb"<(?:\w+:)?(?:creator|Application)\b[^<>]*>\s*scorecheck\b"
_MANIFEST_BYTES = 16 * 1024 * 1024


def own_files(files: Iterable[Path], top: Path) -> frozenset[Path]:
    """The files in or below ``top`` that scorecheck wrote, by its lists or its mark."""
    lists: dict[Path, frozenset[str]] = {}
    found: set[Path] = set()
    for path in files:
        for folder in path.parents:
            if not folder.is_relative_to(top):
                break
            if folder not in lists:
                lists[folder] = listed(folder) or frozenset()
            if os.path.normcase(path) in lists[folder]:
                found.add(path)
        if is_ours(path):
            found.add(path)
    return frozenset(found)


def status_of(path: Path) -> os.stat_result | None:
    """The status of a path, links followed; ``None`` if there is nothing or it cannot be a path."""
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


def listed(folder: Path) -> frozenset[str] | None:
    """The files in a folder that our lists claim with their present bytes; ``None`` without such a list.

    The list of a run that was killed counts as well: it may have written any of its files.
    """
    lists = [names for name in (MANIFEST, JOURNAL) if (names := _claimed_in(folder / name)) is not None]
    if not lists:
        return None
    from scorecheck.model.manifest import holds

    return frozenset(
        os.path.normcase(folder / name)
        for names in lists
        for name, digests in names.items()
        if holds(folder, name, digests)
    )


def _claimed_in(path: Path) -> Mapping[str, frozenset[str]] | None:
    """The claims of a list that scorecheck wrote."""
    status = status_of(path)
    if status is None or not stat.S_ISREG(status.st_mode) or status.st_size > _MANIFEST_BYTES:
        return None
    from scorecheck.model.manifest import claimed

    try:
        return claimed(path.read_bytes())
    except OSError:
        return None


def is_ours(path: Path) -> bool:
    """Whether a list or a workbook was written by scorecheck, by its mark."""
    suffix = path.suffix.lower()
    if suffix not in {".csv", ".xlsx"}:
        return False
    # Only the beginning of a list is read.
    source = FileContent if suffix == ".csv" else source_of
    try:
        with path.open("rb") as stream:
            return is_own_output(source(stream, os.fstat(stream.fileno()).st_size, suffix))
    except OSError:
        # The reader will report what is wrong with it.
        return False


def is_own_output(source: FileContent) -> bool:
    """Whether a list or a workbook bears the mark of those that scorecheck has written."""
    if source.suffix == ".csv":
        return source.head(64).removeprefix(b"\xef\xbb\xbf").startswith(_NO_SHEETS)
    if source.suffix != ".xlsx":
        return False
    try:
        archive = source.archive
        return any(
            re.search(_MARK_XLSX, archive.part(name, limits.SMALL_PART_BYTES))
            for name in ("docProps/app.xml", "docProps/core.xml")
            if name in archive
        )
    except CannotRead:
        return False
