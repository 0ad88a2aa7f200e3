"""The paths that match a pattern such as ``**/*.csv``, in folders whose links may lead in circles."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from scorecheck.resources import DEEPEST, is_folder

_PATTERN = r"[*?\[]"


def matching(pattern: str, root: Path) -> Iterator[Path]:
    """The paths that match a pattern, relative to a folder; hidden ones only if the pattern has the dot.

    Unlike ``glob``, it follows links that lead in circles no more than once.
    """
    parts = Path(os.path.normpath(pattern)).parts
    if not parts or "\0" in pattern:
        return
    fixed = next((at for at, part in enumerate(parts) if re.search(_PATTERN, part)), len(parts) - 1)
    folder = Path(os.path.normpath(root.joinpath(*parts[:fixed])))
    yield from _matches(folder, parts[fixed:], frozenset())


def _matches(folder: Path, parts: tuple[str, ...], above: frozenset[str]) -> Iterator[Path]:
    part, rest = parts[0], parts[1:]
    if part == "**":
        if rest:
            yield from _matches(folder, rest, frozenset())
        above |= {os.path.realpath(folder)}
    elif not re.search(_PATTERN, part):
        inside = folder / part
        if os.path.exists(inside):  # noqa: PTH110 - a Path raises if the system refuses the name
            yield from _matches(inside, rest, frozenset()) if rest else [inside]
        return
    try:
        with os.scandir(folder) as listing:
            entries = list(listing)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") and not part.startswith("."):
            continue
        path = folder / entry.name
        if part == "**":
            if is_folder(entry):
                if len(above) < DEEPEST and os.path.realpath(path) not in above:
                    yield from _matches(path, parts, above)
            elif not rest:
                yield path
        elif fnmatch(entry.name, part):
            if not rest:
                yield path
            elif is_folder(entry):
                yield from _matches(path, rest, frozenset())
