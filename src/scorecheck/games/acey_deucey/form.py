"""What a form asks to work out what one game of acey-deucey is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecheck.checks.worth import Words, field, number
from scorecheck.games.acey_deucey.score import score
from scorecheck.model.terms import Term, Worked

_CHECKERS = ("board", "bar", "waiting", "off")
PLACE = 4
"""Where the form stands among those of all games."""


def fields(words: Words) -> list[dict[str, Any]]:
    """The fields, in the order in which they are shown."""
    return [field(name, words.term_text("acey-deucey", Term(name, 0)), "number") for name in _CHECKERS]


def worth(said: Mapping[str, Any]) -> Worked:
    """The value of what was filled in.

    Raises:
        Untold: there is none.
    """
    board, bar, waiting, off = (number(said, name) for name in _CHECKERS)
    return score(board=board or 0, bar=bar or 0, waiting=waiting or 0, off=off)
