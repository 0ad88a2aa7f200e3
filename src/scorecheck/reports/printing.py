"""Makes PDFs with Typst and our fonts, and finds characters that no font has."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from scorecheck.model.error import Refusal
from scorecheck.model.outcome import Club
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.model.toml import parsed, why_not
from scorecheck.resources import data_folder

if TYPE_CHECKING:
    from typst import Fonts


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


PaperSize: TypeAlias = Literal["a4", "a3"]

# Our fonts have Latin, Greek, Cyrillic and common signs. For other characters system fonts are used, so the
# file may differ between computers.
_OTHER_LETTERS = re.compile("[^\u0000-\u052f\u1e00-\u206f\u20a0-\u20bf\u2100-\u22ff]")
# Characters that our fonts certainly have: the letters of most names, and the signs of our own sentences.
_SURE_LETTERS = re.compile("[\u0000-\u024f\u0386-\u03ce\u0400-\u04ff\u200b\u2010-\u2026\u2212]+")

_JOINER = "\u200d"
NO_LETTER = "\ufffd"
ARCHIVE = "a-2a"
"""PDF/A-2, level A: for archives, and accessible to screen readers."""


class Printing(NamedTuple):
    """The options of a print."""

    paper: PaperSize = "a4"
    large: bool = False
    """In large type."""
    archive: bool = False
    """As PDF/A-2."""
    look: ReportLook = OURS
    moment: datetime | None = None
    """The date in the file, so that the same input gives the same bytes."""


class CannotPrint(Refusal):
    """Typst failed: a club's template or logo is faulty, or the standard for archives cannot be kept."""

    said = "cli.look-"


def can_print() -> bool:
    """Whether typst is installed; not every platform has it."""
    try:
        import_module("typst")
    except ImportError:
        return False
    return True


def printed(template: str, data: Mapping[str, object], printing: Printing) -> bytes:
    """A PDF of the data; the same data give the same bytes.

    Characters that no font has are replaced.

    Raises:
        CannotPrint: it cannot be made.
    """
    import typst

    look = printing.look
    text = _text(
        {
            **data,
            # Typst takes bytes as a list of numbers.
            "look": {
                "accent": look.accent,
                "logo": list(look.logo),
                "club": look.club,
                "footer": look.footer,
            },
            "print": {"paper": printing.paper, "large": printing.large},
        }
    )
    system = _OTHER_LETTERS.search(text) is not None
    # Longest first, as a sequence may begin with a shorter one.
    for letter in sorted(_without_font(text), key=len, reverse=True):
        text = text.replace(letter, NO_LETTER)
    files = {"main.typ": f'#include "{template}.typ"'.encode(), **look.typst_files()}
    try:
        return typst.compile(
            # It accepts several files, unlike its type hints.
            cast("bytes", files),
            font_paths=_fonts(system=system),
            ignore_system_fonts=not system,
            sys_inputs={"data": text},
            pdf_standards=ARCHIVE if printing.archive else None,
            timestamp=0 if printing.moment is None else int(printing.moment.timestamp()),
        )
    except typst.TypstError as problem:
        if look.folder is None and not printing.archive:
            raise
        raise CannotPrint("print", cause=str(problem)) from problem


def unprintable(data: Mapping[str, object]) -> tuple[str, ...]:
    """The characters of the data that no font on this computer has, in order."""
    return _without_font(_text(data))


def _text(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _fonts(*, system: bool) -> Fonts:
    """Our fonts: those of the package font-roboto, found without importing it, and those of typst."""
    import typst

    spec = find_spec("font_roboto")
    folders = [str(Path(spec.origin).parent / "files")] if spec is not None and spec.origin else []
    return typst.Fonts(include_system_fonts=system, font_paths=folders)


@lru_cache(maxsize=8)
def _without_font(text: str) -> tuple[str, ...]:
    letters = list(dict.fromkeys(_letters(_SURE_LETTERS.sub(" ", text))))
    if not letters:
        return ()
    system = _OTHER_LETTERS.search(text) is not None
    missing = tuple(_missing(letters, system=system))
    # If typst fails even for "A", the fonts are not the reason.
    return missing if missing and _all_have_a_font(["A"], system=system) else ()


def _letters(text: str) -> Iterator[str]:
    """The characters of a text, with combining marks and joined sequences."""
    letter = ""
    for char in text:
        joined = unicodedata.category(char).startswith("M") or char == _JOINER or letter.endswith(_JOINER)
        if letter and joined:
            letter += char
            continue
        if letter.strip():
            yield letter
        letter = char
    if letter.strip():
        yield letter


def _missing(letters: Sequence[str], *, system: bool) -> list[str]:
    """The characters that cannot be printed, found by bisection, as mostly there are none."""
    if _all_have_a_font(letters, system=system):
        return []
    if len(letters) == 1:
        return list(letters)
    half = len(letters) // 2
    return _missing(letters[:half], system=system) + _missing(letters[half:], system=system)


def _all_have_a_font(letters: Sequence[str], *, system: bool) -> bool:
    import typst

    try:
        # Only PDF/A fails for missing glyphs.
        typst.compile(
            OURS.typst_files()["letters.typ"],
            font_paths=_fonts(system=system),
            ignore_system_fonts=not system,
            sys_inputs={"data": json.dumps(letters)},
            pdf_standards="a-2b",
            timestamp=0,
        )
    except typst.TypstError:
        return False
    return True
