"""A zip of sheets: each is read as a file of its own, under its name in the zip."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import PurePosixPath

from scorecheck.model.fence import Fence
from scorecheck.model.order import path_key
from scorecheck.model.outcome import Crash
from scorecheck.model.workbook import Workbook
from scorecheck.readers import limits
from scorecheck.readers.archive import Archive, ArchiveMember, UnpackingBudget
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.own import is_own_output
from scorecheck.readers.source import FileContent
from scorecheck.readers.suffixes import is_called_like_a_sheet

_METHODS = (0, 8)
"""Stored and deflated, which all programs can write."""


def sheets(
    source: FileContent, shown: str, read: Callable[[FileContent, str], Workbook]
) -> Iterator[Workbook | tuple[str, CannotRead | Crash]]:
    """The sheets of a zip, each read, or with the reason why not.

    The total unpacked size is limited, workbooks included. Names are only displayed: nothing is written to
    them.
    """
    try:
        archive = source.archive
        found = _found(archive)
        archive.budget = UnpackingBudget(limits.ZIP_BYTES)
    except CannotRead as problem:
        yield shown, problem
        return
    something = False
    for label in sorted(found, key=path_key):
        fence = Fence(f"{shown}/{label}", lets_through=(CannotRead,))
        one: Workbook | tuple[str, CannotRead | Crash] | None = None
        try:
            with fence.around("reading"):
                inner = _unpacked(archive, found[label], label)
                if not is_own_output(inner):
                    one = read(inner, fence.path)
        except CannotRead as problem:
            if archive.budget.left < 0:
                yield shown, CannotRead("zip-too-large", limit=limits.ZIP_BYTES // limits.MIB)
                return
            one = fence.path, problem
        for crash in fence.crashes:
            one = fence.path, crash
        if one is not None:
            something = True
            yield one
    if not something:
        yield shown, CannotRead("zip-empty")


def _found(archive: Archive) -> dict[str, str]:
    """The parts of a zip with names of sheets, by the names to display.

    Raises:
        CannotRead: they are too many, or protected by a password.
    """
    found = {_label(entry): part for part, entry in archive.entries.items() if _is_sheet(entry)}
    if len(found) > limits.ZIP_SHEETS:
        raise CannotRead("zip-too-many", count=len(found), limit=limits.ZIP_SHEETS)
    if any(archive.entries[part].encrypted for part in found.values()):
        raise CannotRead("zip-encrypted")
    return found


def _unpacked(archive: Archive, part: str, label: str) -> FileContent:
    """A file in a zip as a source of its own, which shares the budget for unpacking."""
    if archive.entries[part].method not in _METHODS:
        raise CannotRead("packed", kind="zip")
    data = archive.part(part, limits.PACKED_BYTES)
    return FileContent(BytesIO(data), len(data), PurePosixPath(label).suffix.lower(), archive.budget)


def _is_sheet(entry: ArchiveMember) -> bool:
    """Whether a file in a zip has the name of a sheet; hidden ones and the extra files of Macs have not."""
    *folders, name = _label(entry).split("/")
    if name.startswith("~$") or any(part.startswith(".") or part == "__MACOSX" for part in (*folders, name)):
        return False
    return not entry.name.endswith(("/", "\\")) and is_called_like_a_sheet(name)


def _label(entry: ArchiveMember) -> str:
    """The name of a file in a zip, without parts that lead out of it."""
    parts = entry.name.replace("\\", "/").split("/")
    return "/".join(part for part in parts if part not in ("", ".", ".."))
