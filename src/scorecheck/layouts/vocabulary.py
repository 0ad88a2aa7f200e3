"""The words that any game's sheet can use."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from scorecheck.checks.words import plain, vocabulary

common_headings = partial(vocabulary, "layouts", "words.toml")
"""What a heading, in its plain form, says its column is."""

row_words = partial(vocabulary, "layouts", "words.toml", section="rows")
"""What a word in a row says the row is: ``total`` or ``carried``."""


words_around_sums = partial(vocabulary, "layouts", "words.toml", section="around")
"""What may stand around such a word: which games it is of."""

words_so_far = partial(vocabulary, "layouts", "words.toml", section="so_far")
"""Those of the totals after which games may follow."""

words_for_winners = partial(vocabulary, "layouts", "words.toml", section="winners")
"""Headings over the names of those who won a game."""

words_for_losers = partial(vocabulary, "layouts", "words.toml", section="losers")
"""The same of those who lost it."""

words_that_part = partial(vocabulary, "tournament", "columns.toml", section="groups")
"""Headings over what parts the rows of a list: evenings, rounds, tables, games."""

words_below_names = partial(vocabulary, "layouts", "words.toml", section="below")
"""What stands below a name where the headings take two rows."""

words_of_absence = partial(vocabulary, "layouts", "words.toml", section="away")
"""What stands in the cell of somebody who is not at the table."""

SIGNS = {"+": "plus", "-": "minus", "−": "minus", "–": "minus"}
"""What a sign behind a heading says of its column."""
SIGN_ENDS = frozenset((*SIGNS, ")"))


def with_sign(role: str | None, heading: str) -> str | None:
    """What a column is whose heading ends in a sign: of values or points (``Spielwert +``) those of that
    sign. A sign by itself is nobody's name."""
    said = heading.rstrip(" )")
    if said[-1:] not in SIGNS or said[-2:-1] in _MORE_SIGNS:
        return role
    return SIGNS[said[-1:]] if role in _SIGNED or said.lstrip("(") in SIGNS else role


_SIGNED = frozenset({"value", "soloist_points"})
_MORE_SIGNS = frozenset("+/-−–|")


_lost = partial(vocabulary, "layouts", "words.toml", section="lost")


def speaks_of_lost_points(words: Iterable[object]) -> bool:
    """Whether one of some texts says that what stands there are points lost, such as ``Minuspunkte 2025``."""
    return any(lost in plain(text) for text in words for lost in _lost())


_counted = partial(vocabulary, "layouts", "words.toml", section="counted")


def counts_games(heading: str) -> bool:
    """Whether a heading only says which game it is: ``2``, ``Game 2``, ``2. Spiel``."""
    said = plain(heading)
    bare = said.strip("0123456789#")
    return said != bare and (not bare or bare in _counted())
