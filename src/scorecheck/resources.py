"""Where the data folders stand: beside the code in a wheel, at the top of a source checkout.

How our own TOML files are read; and whether a file is there at all.
"""

from __future__ import annotations

import errno
import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

_PACKAGE = Path(__file__).resolve().parent
_SHARED = frozenset({"sheet", "tournament", "repair", "standings"})
"""The areas of ours that are no game's."""


def is_file(path: Path | str) -> bool:
    """Whether a file is there. None has a name that the system refuses or hides: too long, or locked away."""
    return os.path.isfile(path)  # noqa: PTH113 - each sheet is asked about, and a Path costs as much again


def opened(path: Path | str) -> BinaryIO:
    """A file, opened to be read; a pipe is none, as nobody may ever write to it.

    Raises:
        OSError: there is no such file, or it cannot be opened.
    """
    path = Path(path)
    if not is_file(path) and path.exists():
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    return path.open("rb")


def resolved(path: Path) -> Path:
    """The whole path without links and dots; of links in a circle as far as they lead."""
    return Path(os.path.realpath(path))


def data_folder(name: str) -> Path:
    """The folder ``schemas``, ``templates`` or ``samples``, wherever this installation keeps it.

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parents[1] / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder {name!r} of scorecheck is missing: install scorecheck again")


def package_file(*parts: str) -> Path:
    """A data file that stands inside the package, beside the code that it belongs to."""
    return _PACKAGE.joinpath(*parts)


@cache
def game_areas() -> frozenset[str]:
    """The areas of our games, by their folders: asked for where no game may be imported."""
    folders = _PACKAGE.joinpath("games").iterdir()
    return frozenset(path.name.replace("_", "-") for path in folders if (path / "messages").is_dir())


def is_ours(area: str) -> bool:
    """Whether an area is one of ours, which no rule and no game of others may take."""
    return area in _SHARED or area in game_areas()


def data_of(path: Path) -> dict[str, Any]:
    """What one of our own TOML files holds. Files of others are not read by this.

    Raises:
        OSError: the file is not there.
        ValueError: it is no TOML.
    """
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def tables_of(path: Path) -> Mapping[str, Any]:
    """The tables of one of our own TOML files, read once, and each only when it is asked for.

    Raises:
        OSError: the file is not there.
    """
    return _Tables(path.read_text(encoding="utf-8"))


class _Tables(Mapping[str, Any]):
    """What a file holds by the first name of each table; most commands ask for few of many."""

    def __init__(self, text: str) -> None:
        # A line within a text of several lines may look like the beginning of a table.
        first, *parts = f"\n{text}".split("\n[") if '"""' not in text else (text,)
        self._known: dict[str, Any] = tomllib.loads(first)
        self._unread: dict[str, list[str]] = {}
        for part in parts:
            name = part.lstrip("[").partition("]")[0].partition(".")[0].strip('"')
            self._unread.setdefault(name, []).append(f"[{part}")

    def __getitem__(self, name: str) -> Any:
        if name in self._unread:
            parts = self._unread.pop(name)
            words = _lists_of_words(parts[0], name) if len(parts) == 1 else None
            self._known |= tomllib.loads("\n".join(parts)) if words is None else {name: words}
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._unread or name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter([*self._known, *self._unread])

    def __len__(self) -> int:
        return len(self._known) + len(self._unread)


def _lists_of_words(table: str, name: str) -> dict[str, list[str]] | None:
    """A table in which each key has a list of words on its line; ``None`` for any other.

    For thousands of words the library would take a tenth of each start.
    """
    head, *lines = [line for line in table.split("\n") if line and line[0] != "#"]
    if head != f"[{name}]" or "\\" in table:
        return None
    found: dict[str, list[str]] = {}
    for line in lines:
        key, _, words = line.partition(' = ["')
        quoted = key[:1] == key[-1:] == '"'
        if not words.endswith('"]') or not (quoted or key.replace("_", "").replace("-", "").isalnum()):
            return None
        found[key.strip('"')] = words[:-2].split('", "')
    return found
