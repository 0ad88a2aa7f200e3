"""Writes to the screen in any encoding without failing; finds the user's language."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TextIO

from scorecheck.resources import Language

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
    """The text with characters that an encoding lacks replaced by plainer ones."""
    encoding = encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        shown = (c if c.encode(encoding, "ignore") else _IN_PLAIN_LETTERS.get(c, c) for c in text)
        return "".join(shown).encode(encoding, "replace").decode(encoding)
    except LookupError:
        return text.encode("ascii", "replace").decode("ascii")
    return text


def language(asked: Language | None) -> Language:
    """The language asked for, else that of the system, else English."""
    if asked is not None:
        return asked
    named = next((os.environ[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(v)), None)
    return language_named(named if named is not None else _system_locale()) or "en"


def language_named(tag: str) -> Language | None:
    """The language of a tag or locale such as ``no``, ``de-AT`` or ``nb_NO.UTF-8``."""
    return None if tag[2:3].isalpha() else _LANGUAGES.get(tag[:2].lower())


_LANGUAGES: Mapping[str, Language] = {"en": "en", "de": "de", "nb": "nb", "nn": "nb", "no": "nb"}


def _system_locale() -> str:
    """The locale of a system that does not set it in the environment: Windows, macOS."""
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "en")
    import locale

    return locale.getlocale()[0] or "en"


class OutputLost(Exception):
    """Standard output or error cannot be written to: a full disk, a lost connection."""


class Console:
    """Standard output for results, standard error for notes and complaints."""

    def __init__(self, *, quiet: bool = False, no_color: bool = False) -> None:
        """``quiet`` suppresses notes. Colours are on for a terminal or ``FORCE_COLOR``, off for
        ``NO_COLOR``."""
        self.quiet = quiet
        self.ends_unread = False
        """Whether a run ends when nobody reads its output any more; else its files and its status count."""
        wanted = not no_color and not os.environ.get("NO_COLOR")
        forced = os.environ.get("FORCE_COLOR", "0") not in {"", "0", "false"}
        on_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and _understands_colour()
        self.color = wanted and (forced or on_terminal)

    @property
    def links(self) -> bool:
        """Whether the terminal shows hyperlinks; ``FORCE_HYPERLINK`` overrides the detection."""
        forced = os.environ.get("FORCE_HYPERLINK")
        if forced is not None:
            return forced not in {"", "0", "false"}
        return self.color and sys.stdout.isatty() and not os.environ.get("CI") and knows_links(os.environ)

    @property
    def width(self) -> int:
        """The columns of the terminal; 0 where standard output is none."""
        if not sys.stdout.isatty():
            return 0
        import shutil

        return shutil.get_terminal_size().columns

    @property
    def shows_all(self) -> bool:
        """Whether standard output can show every character."""
        return (sys.stdout.encoding or "").lower().replace("-", "") in {"utf8", "utf16", "utf32"}

    def out(self, text: str) -> None:
        """Writes a result."""
        self._write(sys.stdout, text)

    def raw(self, data: bytes) -> None:
        """Writes bytes as they are."""
        with self._output_lost(sys.stdout):
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def note(self, text: str) -> None:
        """Writes a remark to standard error, unless ``quiet``."""
        if not self.quiet:
            self.complain(text)

    def complain(self, text: str) -> None:
        """Writes a complaint to standard error."""
        self._write(sys.stderr, text + "\n")

    def _write(self, stream: TextIO, text: str) -> None:
        with self._output_lost(stream):
            stream.write(showable(text, stream.encoding))
            stream.flush()

    @contextmanager
    def _output_lost(self, stream: TextIO) -> Generator[None]:
        """Turns a failure to write into ``OutputLost``, except for a pipe that its reader has closed."""
        try:
            yield
        except BrokenPipeError:
            if self.ends_unread:
                raise
            silence(stream)
        except OSError as problem:
            raise OutputLost from problem


def silence(stream: TextIO) -> None:
    """Redirects a stream to the null device, so that writing and flushing it cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


_KNOW_LINKS = {
    "TERM_PROGRAM": {"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "WarpTerminal", "zed"},
    "TERM": {"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"},
}
_SINCE = {"VTE_VERSION": 5000, "KONSOLE_VERSION": 201200}
"""Terminals that support hyperlinks from a version on."""


def knows_links(said: Mapping[str, str]) -> bool:
    """Whether the environment is that of a terminal known to support hyperlinks."""
    if said.get("TMUX") or said.get("STY"):
        # Terminal multiplexers may not pass hyperlinks on.
        return False
    if "WT_SESSION" in said or any(said.get(name) in known for name, known in _KNOW_LINKS.items()):
        return True
    return any(
        version.isdecimal() and int(version) >= first
        for name, first in _SINCE.items()
        if (version := said.get(name, ""))
    )


def _understands_colour() -> bool:
    """Whether the terminal supports colours; on Windows this turns on escape sequences."""
    if sys.platform != "win32":
        return True
    import ctypes

    kernel = ctypes.windll.kernel32
    handle, mode = kernel.GetStdHandle(-11), ctypes.c_ulong()
    return bool(
        kernel.GetConsoleMode(handle, ctypes.byref(mode)) and kernel.SetConsoleMode(handle, mode.value | 4)
    )
