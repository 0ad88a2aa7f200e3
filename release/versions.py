"""The version, wherever it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_VERSION = r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?"
_PLACES = {
    "src/scorecheck/__init__.py": rf'(?m)^(__version__ = "){_VERSION}(")',
    "docs/ci.md": rf"(rev: v){_VERSION}()",
}
"""The files that name it, each with what stands around it."""
_UNRELEASED = re.compile(r"(?m)^## (\S+) \(unreleased\)$")


class WrongVersion(ValueError):
    """A version that cannot be released."""


def versioned(texts: dict[str, str], version: str, day: str) -> dict[str, str]:
    """The files that name the version, and the changelog, as they are in its release.

    Raises:
        WrongVersion: it is none, or the changelog has nothing that is not released.
    """
    if not re.fullmatch(_VERSION, version):
        raise WrongVersion(f"{version} is no version such as 1.2.0 or 1.2.0rc1")
    made: dict[str, str] = {}
    for path, pattern in _PLACES.items():
        made[path], count = re.subn(pattern, rf"\g<1>{version}\g<2>", texts[path])
        if count == 0:
            raise WrongVersion(f"{path} names no version")
    changes = texts["CHANGELOG.md"]
    if f"\n## {version} (" in changes.replace(f"## {version} (unreleased)", ""):
        raise WrongVersion(f"CHANGELOG.md has a release {version} already")
    if len(_UNRELEASED.findall(changes)) != 1:
        raise WrongVersion("CHANGELOG.md needs one heading such as '## 1.2.0 (unreleased)'")
    made["CHANGELOG.md"] = _UNRELEASED.sub(f"## {version} ({day})", changes)
    return made


def set_version(root: Path, version: str, day: str) -> None:
    """Writes it into all files of a checkout.

    Raises:
        WrongVersion: as above.
    """
    texts = {path: (root / path).read_text(encoding="utf-8") for path in (*_PLACES, "CHANGELOG.md")}
    for path, text in versioned(texts, version, day).items():
        (root / path).write_text(text, encoding="utf-8")
