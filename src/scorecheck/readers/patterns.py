"""Patterns for paths, as in ``.gitignore``: which files of a folder walk are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from scorecheck.model.record import NamedTuple

_GITIGNORE = ".gitignore"
_MOST_BYTES = 1024 * 1024


class _Pattern(NamedTuple):
    """A pattern, and whether it negates earlier ones."""

    fits: re.Pattern[str]
    taken_back: bool
    only_folders: bool


class Patterns:
    """The patterns of a list or a file; paths are relative to its folder, with ``/``."""

    def __init__(self, lines: Iterable[str]) -> None:
        """By the rules of git: blank lines and comments are ignored."""
        self._lines = tuple(line for text in lines if (line := _line(text)) is not None)

    def __bool__(self) -> bool:
        return bool(self._lines)

    def says(self, path: str, *, is_folder: bool = False) -> bool | None:
        """Whether the last matching pattern includes the path or negates it; ``None``: none matches."""
        for line in reversed(self._lines):
            if (is_folder or not line.only_folders) and line.fits.fullmatch(path) is not None:
                return not line.taken_back
        return None

    def fits(self, path: str) -> bool:
        """Whether a path, or a folder above it, is matched."""
        parts = path.split("/")
        above = ("/".join(parts[:count]) for count in range(1, len(parts)))
        return any(self.says(folder, is_folder=True) for folder in above) or self.says(path) is True


def _line(text: str) -> _Pattern | None:
    text = re.sub(r"(?<!\\)[ \t]+$", "", text.rstrip("\r\n"))
    taken_back = text.startswith("!")
    text = text.removeprefix("!") if taken_back else text
    if not text or (text.startswith("#") and not taken_back):
        return None
    only_folders = text.endswith("/")
    text = text.rstrip("/") if only_folders else text
    anchored = "/" in text
    text = text.removeprefix("/")
    try:
        fits = re.compile(("" if anchored else "(?:.*/)?") + _expression(text), re.DOTALL)
    except re.error:
        return None
    return _Pattern(fits, taken_back, only_folders) if text else None


def _expression(pattern: str) -> str:
    """A pattern as a regular expression: ``*`` and ``?`` stay within a folder, ``**`` does not."""
    made: list[str] = []
    at = 0
    while at < len(pattern):
        starts = at == 0 or pattern[at - 1] == "/"
        if starts and pattern.startswith("**/", at):
            made.append("(?:.*/)?")
            at += 3
        elif starts and pattern[at:] == "**":
            made.append(".+")
            at += 2
        elif pattern[at] == "*":
            made.append("[^/]*")
            at += 1
        elif pattern[at] == "?":
            made.append("[^/]")
            at += 1
        elif pattern[at] == "[" and (found := re.match(r"\[([!^]?)(\]?[^\]]*)\]", pattern[at:])):
            inside = re.sub(r"([\[\\&~|])", r"\\\1", found[2])
            made.append(f"(?!/)[{'^' if found[1] else ''}{inside}]")
            at += found.end()
        else:
            at += pattern[at] == "\\" and at + 1 < len(pattern)
            made.append(re.escape(pattern[at]))
            at += 1
    return "".join(made)


class GitIgnored:
    """What the ``.gitignore`` files of a repository leave out; nothing outside of one."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[Path, Patterns], ...] | None] = {}

    def __call__(self, path: Path, *, is_folder: bool) -> bool:
        """Whether git would ignore a file or folder whose folder it does not ignore."""
        said: bool | None = None
        for folder, patterns in self._above(path.parent) or ():
            here = patterns.says(path.relative_to(folder).as_posix(), is_folder=is_folder)
            said = said if here is None else here
        return said is True

    def _above(self, folder: Path) -> tuple[tuple[Path, Patterns], ...] | None:
        """The files that apply to a folder, from the top of its repository down; ``None`` outside of one."""
        if folder not in self._known:
            mine = _read(folder / _GITIGNORE)
            own = ((folder, mine),) if mine else ()
            if (folder / ".git").exists():
                self._known[folder] = own
            else:
                above = None if folder.parent == folder else self._above(folder.parent)
                self._known[folder] = None if above is None else (*above, *own)
        return self._known[folder]


def _read(path: Path) -> Patterns | None:
    try:
        with path.open("rb") as file:
            return Patterns(file.read(_MOST_BYTES).decode("utf-8", "replace").splitlines())
    except OSError:
        return None
