"""Where the data folders stand: beside the code in a wheel, at the top of a source checkout.

How our own TOML files are read; and whether a file is there at all.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias

Language: TypeAlias = Literal["en", "de", "nb"]
LANGUAGES: tuple[Language, ...] = ("en", "de", "nb")
SETTINGS = ("scorecheck.toml", "pyproject.toml")
"""The names of files with the settings of a club."""
EVENT_FILE, SEASON_FILE = "event.toml", "season.toml"
_PACKAGE = Path(__file__).resolve().parent
_SHARED = frozenset({"sheet", "tournament", "repair", "standings"})
"""The areas of ours that are no game's."""
MANIFEST, JOURNAL = "manifest.json", ".scorecheck-unfinished"
"""The lists of the files that a run has written into a folder, and that an unfinished one is writing."""
MARKS_CSV = (
    b"rank,player,score,exact",
    b"rule,severity,path,sheet,cell,",
    b"file,sheet,cell,from,to,",
    b"event,round,table,path,sheet,kind,game,player,points,role,",
)
"""The beginnings of lists of standings, findings, corrections and games that scorecheck wrote."""


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
    return _data_in([path.read_text(encoding="utf-8")])


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
        self._known = _data_in([first])
        self._unread: dict[str, list[str]] = {}
        for part in parts:
            name = part.lstrip("[").partition("]")[0].partition(".")[0].strip('"')
            self._unread.setdefault(name, []).append(f"[{part}")

    def __getitem__(self, name: str) -> Any:
        if name in self._unread:
            self._known |= _data_in(self._unread.pop(name))
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._unread or name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter([*self._known, *self._unread])

    def __len__(self) -> int:
        return len(self._known) + len(self._unread)


def _data_in(tables: Sequence[str]) -> dict[str, Any]:
    """What some tables hold. The library, which takes a twentieth of a start, reads what is not plain."""
    try:
        return _plain_data("\n".join(tables))
    except ValueError:
        import tomllib

        return tomllib.loads("\n".join(tables))


def _plain_data(text: str) -> dict[str, Any]:
    """Tables with a value on each line that is the same in JSON, or with a list with a text on each.

    Raises:
        ValueError: there is more than that.
    """
    from json import loads

    def key_of(said: str) -> str:
        return said if said.replace("_", "").replace("-", "").isalnum() else str(loads(said))

    found: dict[str, Any] = {}
    table = found
    for line in text.replace('[\n"', '["').replace('",\n"', '", "').replace('",\n]', '"]').split("\n"):
        if line[:1] == "[":
            table = found
            for name in line[1:-1].split("."):
                table = table.setdefault(key_of(name), {})
        elif line and line[0] != "#":
            key, _, value = line.partition(" = ")
            table[key_of(key)] = loads(value)
    return found
