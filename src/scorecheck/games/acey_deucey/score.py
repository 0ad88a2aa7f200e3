"""The value of one game, term by term, from the loser's checkers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecheck.checks.worth import CannotScore, Words, field, number
from scorecheck.games.acey_deucey.board import CHECKERS
from scorecheck.games.acey_deucey.scoring import LEAST
from scorecheck.model.terms import Term, Worked, total_of

AREA = "acey-deucey"


def score(
    *,
    board: int = 0,
    bar: int = 0,
    waiting: int = 0,
    off: int | None = None,
    names: tuple[str, str] = ("winner", "loser"),
) -> Worked:
    """The points of a game: one for each of the loser's checkers on the board, on the bar or to be entered.

    With ``off`` alone they are those of the fifteen that are not borne off. ``names``: who won, and who lost.

    Raises:
        CannotScore: these cannot be the checkers of somebody who lost.
    """
    in_play = board + bar + waiting
    if min(board, bar, waiting, off or 0) < 0:
        raise CannotScore("negative")
    if in_play > CHECKERS or (off or 0) > CHECKERS:
        raise CannotScore("too-many")
    if in_play and off is not None and in_play + off != CHECKERS:
        raise CannotScore("not-fifteen")
    if in_play or off is None:
        terms = (Term("board", board), Term("bar", bar), Term("waiting", waiting))
        terms = tuple(term for term in terms if term.value)
    else:
        terms = (Term("all", CHECKERS), *((Term("off", -off),) if off else ()))
    value = total_of(terms)
    if value < LEAST:
        raise CannotScore("all-off")
    return Worked(AREA, terms, value, ((names[0], value), (names[1], -value)))


_CHECKERS = ("board", "bar", "waiting", "off")
PLACE = 4
"""Where the form stands among those of all games."""


def fields(words: Words) -> list[dict[str, Any]]:
    """The fields, in the order in which they are shown."""
    return [field(name, words.term_text("acey-deucey", Term(name, 0)), "number") for name in _CHECKERS]


def worth_of(said: Mapping[str, Any]) -> Worked:
    """The value of what was filled in.

    Raises:
        CannotScore: there is none.
    """
    board, bar, waiting, off = (number(said, name) for name in _CHECKERS)
    return score(board=board or 0, bar=bar or 0, waiting=waiting or 0, off=off)
