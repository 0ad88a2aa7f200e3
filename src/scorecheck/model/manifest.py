"""The list of files that scorecheck wrote into a folder: each with its path there and the SHA-256 of its
bytes.

Anybody can write such a list, and change a file. So a list can claim only files that we could have written,
and only while they have these bytes; everything else is a foreign file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, cast

from scorecheck.resources import JOURNAL, MANIFEST

_WRITTEN = frozenset({".html", ".pdf", ".json", ".csv", ".xlsx", ".md", ".tsv", ".txt"})
"""The kinds of files of reports, and of repaired copies with their list of changes."""


def digest(data: bytes) -> str:
    """The SHA-256 of the bytes of a file."""
    return sha256(data).hexdigest()


def inside(name: str) -> PurePosixPath | None:
    """A name as a path inside its folder; ``None`` for other names: a list may hold anything."""
    path = PurePosixPath(name)
    steers = "\\" in name or ":" in name or "\0" in name
    if steers or not path.parts or path.is_absolute() or ".." in path.parts:
        return None
    return path


def claimed(data: bytes) -> Mapping[str, frozenset[str]] | None:
    """The claims of a list: names of files that we could have written, with their digests. ``None``: it is no
    list of ours."""
    try:
        document: Any = json.loads(data)
        if document["tool"]["name"] != "scorecheck":
            return None
        said: object = document.get("sha256")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        # A list in another form is not ours.
        return None
    found: dict[str, frozenset[str]] = {}
    for name, digests in cast("dict[str, object]", said).items() if isinstance(said, dict) else ():
        path = inside(name)
        if path is None or path.suffix.lower() not in _WRITTEN or name in {MANIFEST, JOURNAL}:
            continue
        several = cast("list[object]", digests if isinstance(digests, list) else [digests])
        found[name] = frozenset(one for one in several if isinstance(one, str))
    return found


def holds(folder: Path, name: str, digests: frozenset[str]) -> bool:
    """Whether a claim still holds: the file is in the folder itself, with these bytes."""
    path = folder / name
    try:
        if path.is_symlink() or not path.is_file():
            return False
        within = path.parent.resolve().is_relative_to(folder.resolve())
        return within and digest(path.read_bytes()) in digests
    except (OSError, ValueError, RuntimeError):
        return False
