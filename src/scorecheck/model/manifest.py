"""The list of what scorecheck wrote into a folder: each file by its path there and the SHA-256 of its bytes.

Anybody can write such a list, and anybody can change a file. So a list claims only what we could have
written, and only as long as it holds those bytes; everything else is a foreign file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, cast

MANIFEST, JOURNAL = "manifest.json", ".scorecheck-unfinished"
_WRITTEN = frozenset({".html", ".pdf", ".json", ".csv", ".xlsx", ".md", ".tsv", ".txt"})
"""The kinds of file that a report is made of, and of mended copies with the list of changes."""


def digest(data: bytes) -> str:
    """The SHA-256 of the bytes of a file."""
    return sha256(data).hexdigest()


def inside(name: str) -> PurePosixPath | None:
    """A name as a path that stays in its folder, or ``None``: a list may hold anything."""
    path = PurePosixPath(name)
    steers = "\\" in name or ":" in name or "\0" in name
    if steers or not path.parts or path.is_absolute() or ".." in path.parts:
        return None
    return path


def claimed(data: bytes) -> Mapping[str, frozenset[str]] | None:
    """What a list claims: names of files that we could have written, each with the digests of what we
    wrote there. ``None`` where it is no list of ours."""
    try:
        document: Any = json.loads(data)
        if document["tool"]["name"] != "scorecheck":
            return None
        said: object = document.get("sha256")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        # Whatever it is, it is not the list that we write.
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
    """Whether what a list claims is still so: the file stands in the folder itself, with these bytes."""
    path = folder / name
    try:
        if path.is_symlink() or not path.is_file():
            return False
        within = path.parent.resolve().is_relative_to(folder.resolve())
        return within and digest(path.read_bytes()) in digests
    except (OSError, ValueError, RuntimeError):
        return False
