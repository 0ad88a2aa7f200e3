"""A club's own look: its logo, its colours, and its own templates instead of ours.

A folder of templates may hold ``look.toml`` (``accent``, ``accent_dark``, ``logo``), and any of our
templates under its own name. A template of the club that begins with
``{% extends "scorecheck/report/index.html.j2" %}`` replaces single blocks and leaves the rest as it is.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from scorecheck.model.error import Refusal
from scorecheck.model.outcome import Club
from scorecheck.model.record import record, replace
from scorecheck.model.toml import parsed, why_not
from scorecheck.resources import data_folder

LOOK_FILE = "look.toml"
MOST_BYTES = 2 * 1024 * 1024
"""The largest size of a logo, which is embedded in every page."""

_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_KEYS = ("accent", "accent_dark", "logo")
_KINDS = ((b"\x89PNG\r\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif"))
MEDIA = {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "svg": "image/svg+xml"}
"""The formats of logos with their media types."""


class BrokenLook(Refusal):
    """A folder of templates that cannot be used."""

    said = "cli.look-"


@record
class ReportLook:
    """The look of reports; without a folder, ours."""

    folder: Path | None = None
    accent: str = "#1c5d49"
    accent_dark: str = "#7cc7a8"
    logo: bytes = b""
    logo_kind: str = ""
    """``svg``, ``png``, ``jpeg`` or ``gif``; empty without a logo."""
    club: str = ""
    """The name of the club, above the title; may be empty."""
    footer: str = ""
    """A line at the foot of every page."""

    def typst_files(self) -> dict[str, bytes]:
        """Our templates for print, replaced by the club's templates of the same name."""
        ours = data_folder("templates") / "print"
        files = {path.name: path.read_bytes() for path in sorted(ours.glob("*.typ"))}
        if self.folder is not None:
            files |= {path.name: path.read_bytes() for path in sorted((self.folder / "print").glob("*.typ"))}
        return files


OURS = ReportLook()


def look_of(folder: Path) -> ReportLook:
    """The look of a folder of templates.

    Raises:
        BrokenLook: there is no such folder, or its ``look.toml`` is invalid.
    """
    if not folder.is_dir():
        raise BrokenLook("no-folder", path=folder.as_posix())
    said = _look_file(folder / LOOK_FILE)
    colours: dict[str, str] = {}
    for key in ("accent", "accent_dark"):
        value = said.get(key)
        if value is None:
            continue
        if not isinstance(value, str) or not _COLOUR.fullmatch(value):
            raise BrokenLook("no-colour", name=key, value=str(value))
        colours[key] = value.lower()
    logo, kind = _logo(folder, said.get("logo"))
    return ReportLook(folder, logo=logo, logo_kind=kind, **colours)


def with_club(look: ReportLook, club: Club, folder: Path) -> ReportLook:
    """The look with the club of an event file in a folder, whose logo takes precedence.

    Raises:
        BrokenLook: there is no such logo in the folder, or it is no picture.
    """
    own = replace(look, club=club.name, footer=club.footer)
    if not club.logo:
        return own
    logo, kind = _logo(folder, club.logo)
    return replace(own, logo=logo, logo_kind=kind)


def _look_file(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    data = path.read_bytes()
    try:
        said = parsed(data.decode())
    except (ValueError, RecursionError) as problem:
        why = why_not(problem, data)
        place = path.as_posix() if why.line is None else f"{path.as_posix()}:{why.line}"
        raise BrokenLook("no-toml", path=place, cause=why.slip) from problem
    for key in said:
        if key not in _KEYS:
            raise BrokenLook("unknown-key", name=key, known=", ".join(_KEYS))
    return said


def _logo(folder: Path, name: object) -> tuple[bytes, str]:
    if name is None:
        return b"", ""
    path = folder / str(name)
    if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
        raise BrokenLook("no-logo", path=path.as_posix())
    if path.stat().st_size > MOST_BYTES:
        raise BrokenLook("large-logo", path=path.as_posix(), limit=str(MOST_BYTES // 1024**2))
    data = path.read_bytes()
    kind = next((kind for start, kind in _KINDS if data.startswith(start)), "")
    if not kind and b"<svg" in data[:4096]:
        kind = "svg"
    if not kind:
        raise BrokenLook("no-picture", path=path.as_posix())
    return data, kind
