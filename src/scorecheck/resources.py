"""Where the data folders stand: beside the code in a wheel, at the top of a source checkout.

How our own TOML files are read; and whether a file is there at all.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias

Language: TypeAlias = Literal["en", "de", "nb"]
LANGUAGES: tuple[Language, ...] = ("en", "de", "nb")
SETTINGS = ("scorecheck.toml", "pyproject.toml")
"""The names of files with the settings of a club."""
EVENT_FILE, SEASON_FILE = "event.toml", "season.toml"
DEEPEST = 50
"""The most nested folders that are searched."""
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


def is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry of a folder is a folder, or a link to one."""
    try:
        return entry.is_dir()
    except OSError:
        return False


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

    The library, which takes a fifth of a start for the messages, reads what is not plain.

    Raises:
        OSError: the file is not there.
        ValueError: it is no TOML.
    """
    text = path.read_text(encoding="utf-8")
    try:
        return plain_data(text)
    except ValueError:
        import tomllib

        return tomllib.loads(text)


@cache
def tables_of(path: Path) -> Mapping[str, Any]:
    """The same, read once."""
    return data_of(path)


def plain_data(text: str) -> dict[str, Any]:
    """Tables with a value on each line that is the same in JSON, or with a list with a text on each.

    Raises:
        ValueError: there is more than that.
    """
    from json import loads

    names: list[list[str]] = [[]]
    tables: list[list[str]] = [[]]
    for line in text.replace('[\n"', '["').replace('",\n"', '", "').replace('",\n]', '"]').split("\n"):
        if line[:1] == "[":
            names.append(line[1:-1].replace('"', "").split("."))
            tables.append([])
        elif line and line[0] != "#":
            key, _, value = line.partition(" = ")
            tables[-1].append(f"{key}: {value}" if key[0] == '"' else f'"{key}": {value}')
    found: dict[str, Any] = {}
    # All at once, as a call for each line takes twice as long.
    written = ",".join(f"{{{','.join(table)}}}" for table in tables)
    for path, values in zip(names, loads(f"[{written}]"), strict=True):
        table = found
        for name in path:
            table = table.setdefault(name, {})
        table.update(values)
    return found
