"""How a game is asked what one of its games is worth: by ``form.py`` of its folder for the page, by
``command.py`` for the command line. Page and command show what these give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from scorecheck.model.terms import Term, Worked

Ranked: TypeAlias = Sequence[tuple[str, Sequence[tuple[str, Worked]]]]
"""Of each side the values of its choices by their names, best first."""
_LONGEST_NUMBER = 4


class Words(Protocol):
    """The words of a language, as far as they are needed here."""

    def label(self, key: str, /, **params: Any) -> str:
        """A word or sentence of reports and commands."""
        ...

    def term_text(self, area: str, term: Term) -> str:
        """What a step of a sum is for."""
        ...


class Untold(Exception):
    """Facts of which no value can be made."""

    def __init__(self, why: Callable[[Words], str], option: str | None = None) -> None:
        """Keeps the sentence that says why, and the option of the command line that is to blame.

        No option but an empty one: the command was used wrongly.
        """
        super().__init__()
        self.why = why
        self.option = option


def field(name: str, label: str, kind: str = "text", **more: Any) -> dict[str, Any]:
    """A field of a form: ``text``, ``number``, ``flag``, ``choice`` or ``rows``."""
    return {"name": name, "label": label, "kind": kind, **more}


def choices(names: Iterable[str], label: Callable[[str], str]) -> list[dict[str, str]]:
    """What can be chosen, each with its word."""
    return [{"value": name, "label": label(name)} for name in names]


def said_by(words: Words) -> Callable[[str], str]:
    """The words that the forms have in common."""
    return lambda name: words.label(f"app.worth.{name}")


def number(said: Mapping[str, Any], name: str) -> int | None:
    """A whole number that was written into a field; ``None``: nothing was.

    Raises:
        Untold: it is none.
    """
    text = str(said.get(name, "")).strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise Untold(lambda words: words.label("app.worth.no-number", text=text))
    return int(text)
