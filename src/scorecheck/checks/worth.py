"""The interface for the value of a single game: ``score.py`` in a game's folder has the form of the page,
``command.py`` the command line. Page and command show what these return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from scorecheck.model.terms import Param, Term, Worked

RankedChoices: TypeAlias = Sequence[tuple[str, Sequence[tuple[str, Worked]]]]
"""For each side its choices by name with their values, best first."""
_LONGEST_NUMBER = 4


class Words(Protocol):
    """The messages of a language, as far as they are needed here."""

    def label(self, key: str, /, **params: Any) -> str:
        """A word or sentence of reports and commands."""
        ...

    def term_text(self, area: str, term: Term) -> str:
        """The text of a term of a sum."""
        ...


class GameForm(Protocol):
    """The module ``score.py`` of a game that has a form on the page."""

    PLACE: int
    """The place of the game among the forms."""

    def fields(self, words: Words) -> list[dict[str, Any]]:
        """The fields of the form."""
        ...

    def worth_of(self, said: Mapping[str, Any]) -> Worked | RankedChoices:
        """The value for the filled form.

        Raises:
            CannotScore: there is none.
        """
        ...


class CannotScore(ValueError):
    """The facts give no value. ``told`` says why: a term of the game, ``refused-`` and the reason."""

    def __init__(self, reason: str, option: str | None = None, **params: Param) -> None:
        """``option`` is that of the command at fault, or empty if the command as a whole is used wrongly."""
        super().__init__(reason)
        self.reason = reason
        self.option = option
        self.told = Term(f"refused-{reason}", params=params)


def field(name: str, label: str, kind: str = "text", **more: Any) -> dict[str, Any]:
    """A field of a form: ``text``, ``number``, ``flag``, ``choice`` or ``rows``."""
    return {"name": name, "label": label, "kind": kind, **more}


def labelled(names: Iterable[str], label: Callable[[str], str]) -> list[dict[str, str]]:
    """The choices of a field, each with its label."""
    return [{"value": name, "label": label(name)} for name in names]


def said_by(words: Words) -> Callable[[str], str]:
    """The labels that all forms share."""
    return lambda name: words.label(f"app.worth.{name}")


def number(said: Mapping[str, Any], name: str) -> int | None:
    """The whole number in a field; ``None`` where it is empty.

    Raises:
        CannotScore: the field holds something else.
    """
    text = str(said.get(name, "")).strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise CannotScore("no-number", text=text)
    return int(text)
