"""Where the data folders stand: beside the code in a wheel, at the top of a source checkout.

And how our own data files are read: what they mostly hold is read line by line, many times faster
than the TOML parser of the library, which reads all else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
_SHARED = frozenset({"sheet", "tournament", "repair", "standings"})
"""The areas of ours that are no game's."""


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
    return _read(path.read_text(encoding="utf-8"))


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
        self._unread: dict[str, list[str]] = {}
        self._known: dict[str, Any] = {}
        first, *parts = f"\n{text}".split("\n[")
        try:
            names = [_names("[" + part.partition("\n")[0])[0] for part in parts]
        except _NotPlainError:
            names = []
        if not names or any(line and line[0] != "#" for line in first.splitlines()):
            self._known = _read(text)
            return
        for name, part in zip(names, parts, strict=True):
            self._unread.setdefault(name, []).append(f"[{part}")

    def __getitem__(self, name: str) -> Any:
        if name in self._unread:
            self._known[name] = _read("\n".join(self._unread[name]))[name]
            del self._unread[name]
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._unread or name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter([*self._known, *self._unread])

    def __len__(self) -> int:
        return len(self._known) + len(self._unread)


def _read(text: str) -> dict[str, Any]:
    try:
        return _plain_data(text)
    except _NotPlainError:
        import tomllib

        return tomllib.loads(text)


class _NotPlainError(Exception):
    """A line that only a real parser understands."""


def _plain_data(text: str) -> dict[str, Any]:
    """What a file of tables, words and lists of words holds.

    Raises:
        _NotPlainError: it holds more than that.
    """
    data: dict[str, Any] = {}
    table = data
    opened: set[str] = set()
    lines = iter(text.splitlines())
    for line in lines:
        if not line or line[0] == "#":
            continue
        if line[0] == "[":
            if line in opened:
                raise _NotPlainError
            opened.add(line)
            table = _opened(data, line)
            continue
        key, equals, value = line.partition(" = ")
        if not equals or not value:
            raise _NotPlainError
        if value[0] == "[":
            while value[-1] != "]":
                more = next(lines, None)
                if more is None:
                    raise _NotPlainError
                value += more
        name = _bare(key)
        if name in table:
            raise _NotPlainError
        table[name] = _value(value)
    return data


def _opened(data: dict[str, Any], line: str) -> dict[str, Any]:
    """The table that a line such as ``[rules."area/rule".text]`` begins."""
    table: Any = data
    for name in _names(line):
        table = table.setdefault(name, {})
        if table.__class__ is not dict:
            raise _NotPlainError
    return table


def _names(line: str) -> list[str]:
    """The names in the line that begins a table."""
    header = line[1:-1]
    if line[-1] != "]" or line[1] == "[" or any(sign in header for sign in "'\\ #"):
        raise _NotPlainError
    if '"' not in header:
        names = [name for name in header.split(".") if name]
    else:
        # A dot between quotes parts nothing.
        names = [
            name
            for at, part in enumerate(header.split('"'))
            for name in ([part] if at % 2 else filter(None, part.split(".")))
        ]
    if not names:
        raise _NotPlainError
    return names


def _bare(key: str) -> str:
    if key[0] == '"' and key[-1] == '"' and key.count('"') == 2 and "\\" not in key:
        return key[1:-1]
    if not key.replace("-", "").replace("_", "").isalnum() or not key.isascii():
        raise _NotPlainError
    return key


def _value(value: str) -> object:
    if value[0] in "\"'":
        return _word(value)
    if value[0] == "[" and "\\" not in value:
        first, *rest = value[1:-1].split('"')
        words, between = rest[::2], [one.strip() for one in rest[1::2]]
        parted = all(one == "," for one in between[:-1]) and between[-1:] in ([], [""], [","])
        if not first.strip() and len(words) == len(between) and parted:
            return words
    if value in ("true", "false"):
        return value == "true"
    if value.isdigit() and value.isascii() and (value[0] != "0" or value == "0"):
        return int(value)
    raise _NotPlainError


def _word(value: str) -> str:
    quote, text = value[0], value[1:-1]
    if len(value) < 2 or value[-1] != quote:
        raise _NotPlainError
    if quote == '"' and "\\" in text:
        return "\\".join(map(_unescaped, text.split("\\\\")))
    if quote in text:
        raise _NotPlainError
    return text


_ESCAPES = {'"': '"', "n": "\n", "t": "\t"}


def _unescaped(text: str) -> str:
    start, *rest = text.split("\\")
    said = [start]
    for part in rest:
        sign = part[:1]
        if sign == "u":
            said += (chr(int(part[1:5], 16)), part[5:])
        elif sign in _ESCAPES:
            said += (_ESCAPES[sign], part[1:])
        else:
            raise _NotPlainError
    if '"' in start or any('"' in part[1:] for part in rest):
        raise _NotPlainError
    return "".join(said)
