"""Writing to the screen: never a crash, whatever the console can show, and in the user's language."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TextIO

from scorecheck.reports.messages import Language

_IN_PLAIN_LETTERS = {
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "·": "*",
    "→": "->",
    "÷": "/",
    "×": "x",
    "½": "1/2",
    "≥": ">=",
    "≤": "<=",
    "✓": "ok",
    "\u00a0": " ",
    "\u202f": " ",
}


def showable(text: str, encoding: str | None) -> str:
    """The text with what a console of this encoding cannot show written in plainer characters."""
    encoding = encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        plainer = "".join(c if _can_show(c, encoding) else _IN_PLAIN_LETTERS.get(c, c) for c in text)
        return plainer.encode(encoding, "replace").decode(encoding)
    except LookupError:
        return text.encode("ascii", "replace").decode("ascii")
    return text


def _can_show(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def language(asked: Language | None) -> Language:
    """The language asked for, else that of the system, else English."""
    if asked is not None:
        return asked
    named = next((os.environ[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(v)), None)
    return _of_locale(named if named is not None else _system_locale())


def _of_locale(name: str) -> Language:
    match name[:2].lower():
        case "de":
            return "de"
        case "nb" | "nn" | "no":
            return "nb"
        case _:
            return "en"


def _system_locale() -> str:
    """The locale of a system that says it otherwise than in the environment: Windows, the Mac."""
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "en")
    import locale

    return locale.getlocale()[0] or "en"


class OutputLost(Exception):
    """The screen, or what stands in its place, cannot be written to: a full disk, a lost connection."""


class Console:
    """Standard output for what was asked for, standard error for notes and complaints."""

    def __init__(self, *, quiet: bool = False, no_color: bool = False) -> None:
        """With ``quiet`` no notes; colours on a terminal or by ``FORCE_COLOR``, not against ``NO_COLOR``."""
        self.quiet = quiet
        wanted = not no_color and not os.environ.get("NO_COLOR")
        forced = os.environ.get("FORCE_COLOR", "0") not in {"", "0", "false"}
        on_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and _understands_colour()
        self.color = wanted and (forced or on_terminal)

    @property
    def links(self) -> bool:
        """Whether the terminal shows links; ``FORCE_HYPERLINK`` says so, or not."""
        forced = os.environ.get("FORCE_HYPERLINK")
        if forced is not None:
            return forced not in {"", "0", "false"}
        return self.color and sys.stdout.isatty() and not os.environ.get("CI") and knows_links(os.environ)

    @property
    def width(self) -> int:
        """The columns of the terminal; 0 where the output goes elsewhere."""
        if not sys.stdout.isatty():
            return 0
        import shutil

        return shutil.get_terminal_size().columns

    @property
    def shows_all(self) -> bool:
        """Whether standard output can show every character."""
        return (sys.stdout.encoding or "").lower().replace("-", "") in {"utf8", "utf16", "utf32"}

    def out(self, text: str) -> None:
        """Writes what was asked for."""
        _write(sys.stdout, text)

    def raw(self, data: bytes) -> None:
        """Writes bytes as they are."""
        with _told():
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def note(self, text: str) -> None:
        """Writes a remark for the person at the screen, unless it is to be quiet."""
        if not self.quiet:
            self.complain(text)

    def complain(self, text: str) -> None:
        """Writes what stands in the way."""
        _write(sys.stderr, text + "\n")


def _write(stream: TextIO, text: str) -> None:
    with _told():
        stream.write(showable(text, stream.encoding))
        stream.flush()


@contextmanager
def _told() -> Generator[None]:
    """Raises ``OutputLost`` for a failure to write; a closed pipe is no failure."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise OutputLost from problem


_KNOW_LINKS = {
    "TERM_PROGRAM": {"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "WarpTerminal", "zed"},
    "TERM": {"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"},
}
_SINCE = {"VTE_VERSION": 5000, "KONSOLE_VERSION": 201200}
"""Terminals that know links from a version on."""


def knows_links(said: Mapping[str, str]) -> bool:
    """Whether a terminal is one of those that know links, by what it says of itself."""
    if said.get("TMUX") or said.get("STY"):
        # Not all that run in another terminal pass a link on.
        return False
    if "WT_SESSION" in said or any(said.get(name) in known for name, known in _KNOW_LINKS.items()):
        return True
    return any(
        version.isdecimal() and int(version) >= first
        for name, first in _SINCE.items()
        if (version := said.get(name, ""))
    )


def _understands_colour() -> bool:
    """Whether colours reach the screen. An old Windows console must first be told to obey them."""
    if sys.platform != "win32":
        return True
    import ctypes

    kernel = ctypes.windll.kernel32
    handle, mode = kernel.GetStdHandle(-11), ctypes.c_ulong()
    return bool(
        kernel.GetConsoleMode(handle, ctypes.byref(mode)) and kernel.SetConsoleMode(handle, mode.value | 4)
    )
