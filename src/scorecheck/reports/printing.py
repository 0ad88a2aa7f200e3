"""Makes PDFs with Typst and our fonts; characters that no font has are named before they are printed."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from scorecheck.model.record import NamedTuple
from scorecheck.reports.look import OURS, Look

if TYPE_CHECKING:
    from typst import Fonts


PaperSize: TypeAlias = Literal["a4", "a3"]

# What our fonts can write: Latin, Greek, Cyrillic and common signs. For other letters the fonts of
# the computer are asked, at the price of another file on another computer.
_OTHER_LETTERS = re.compile("[^\u0000-\u052f\u1e00-\u206f\u20a0-\u20bf\u2100-\u22ff]")
# What needs no asking: the letters of most names, and the signs of our own sentences.
_SURE_LETTERS = re.compile("[\u0000-\u024f\u0386-\u03ce\u0400-\u04ff\u200b\u2010-\u2026\u2212]+")

_JOINER = "\u200d"
NO_LETTER = "\ufffd"
ARCHIVE = "a-2a"
"""PDF/A-2, level A: kept for ever, and read aloud in the right order."""


class Printing(NamedTuple):
    """How something is printed."""

    paper: PaperSize = "a4"
    large: bool = False
    """In type to be read from some steps away."""
    archive: bool = False
    """As PDF/A-2."""
    look: Look = OURS
    moment: datetime | None = None
    """The date of the file: the same input is to give the same bytes."""


class CannotPrint(Exception):
    """Typst refused: a club's template or logo is faulty, or the standard for archives is not kept."""


def can_print() -> bool:
    """Whether typst is there, which makes the PDFs: not every kind of computer has it."""
    from importlib import import_module

    try:
        import_module("typst")
    except ImportError:
        return False
    return True


def printed(template: str, data: Mapping[str, object], printing: Printing) -> bytes:
    """A PDF of the data; the same data give the same bytes.

    A letter that no font has becomes a sign for that.

    Raises:
        CannotPrint: it cannot be made.
    """
    import typst

    look = printing.look
    text = _text(
        {
            **data,
            # Typst takes no files of bytes, but lists of them.
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
    # A longer one may begin with a shorter one.
    for letter in sorted(_without_font(text), key=len, reverse=True):
        text = text.replace(letter, NO_LETTER)
    files = {"main.typ": f'#include "{template}.typ"'.encode(), **look.typst_files()}
    try:
        return typst.compile(
            # It takes several files, though its types do not say so.
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
        raise CannotPrint(str(problem)) from problem


def unprintable(data: Mapping[str, object]) -> tuple[str, ...]:
    """The letters of the data that no font on this computer can print, in their order."""
    return _without_font(_text(data))


def _text(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False)


@lru_cache(maxsize=2)
def _fonts(*, system: bool) -> Fonts:
    """Our fonts: those of the package, found without running it, and those that typst brings."""
    from importlib.util import find_spec
    from pathlib import Path

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
    # A typst that refuses everything tells nothing of fonts.
    return missing if missing and _all_have_a_font(["A"], system=system) else ()


def _letters(text: str) -> Iterator[str]:
    """The letters of a text as a reader counts them: with their accents, and signs joined to one."""
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
    """Those of the letters that cannot be printed, found by halves: mostly there are none."""
    if _all_have_a_font(letters, system=system):
        return []
    if len(letters) == 1:
        return list(letters)
    half = len(letters) // 2
    return _missing(letters[:half], system=system) + _missing(letters[half:], system=system)


def _all_have_a_font(letters: Sequence[str], *, system: bool) -> bool:
    import typst

    try:
        # A PDF for archives must be able to show all that it holds; only that standard is refused.
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
