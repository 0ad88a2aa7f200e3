"""The words that the sheets of any game can use."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial

from scorecheck.checks.words import plain, vocabulary

common_headings = partial(vocabulary, "layouts", "words.toml")
"""The role for a heading in its plain form."""

row_words = partial(vocabulary, "layouts", "words.toml", section="rows")
"""The kind of row for a word: ``total`` or ``carried``."""


words_around_sums = partial(vocabulary, "layouts", "words.toml", section="around")
"""Words around such a word that name a range of games."""

words_so_far = partial(vocabulary, "layouts", "words.toml", section="so_far")
"""Words for totals that games may follow."""

words_for_winners = partial(vocabulary, "layouts", "words.toml", section="winners")
"""Headings above the names of winners."""

words_for_partners = partial(vocabulary, "layouts", "words.toml", section="partners")
"""Headings above the names of those who won with the winners beside them."""

words_for_losers = partial(vocabulary, "layouts", "words.toml", section="losers")
"""Headings above the names of losers."""

words_elsewhere = partial(vocabulary, "layouts", "words.toml", section="elsewhere")
"""Headings that no sheet of ours has, with the kind of table that each shows."""

words_that_part = partial(vocabulary, "tournament", "columns.toml", section="groups")
"""Headings of columns that group the rows of a list: evenings, rounds, tables, games."""

words_below_names = partial(vocabulary, "layouts", "words.toml", section="below")
"""Words below a name in headings of two rows."""

words_of_absence = partial(vocabulary, "layouts", "words.toml", section="away")
"""Words in the cell of an absent player."""

SIGNS = {"+": "plus", "-": "minus", "−": "minus", "–": "minus"}
"""The role for a sign after a heading."""
SIGN_ENDS = frozenset((*SIGNS, ")"))


def with_sign(role: str | None, heading: str) -> str | None:
    """The role of a column whose heading ends in a sign: values or points (``Spielwert +``) of that sign.

    A sign alone is no name.
    """
    said = heading.rstrip(" )")
    if said[-1:] not in SIGNS or said[-2:-1] in _MORE_SIGNS:
        return role
    return SIGNS[said[-1:]] if role in _SIGNED or said.lstrip("(") in SIGNS else role


_SIGNED = frozenset({"value", "soloist_points"})
_MORE_SIGNS = frozenset("+/-−–|")


_unsigned = partial(vocabulary, "layouts", "words.toml", section="unsigned")


def said_of_points(words: Iterable[object]) -> str | None:
    """``lost`` or ``won``: what one of some texts says of points, such as ``Minuspunkte 2025``."""
    said = [plain(text) for text in words]
    return next((what for word, what in _unsigned().items() if any(word in text for text in said)), None)


_counted = partial(vocabulary, "layouts", "words.toml", section="counted")


@lru_cache(maxsize=1 << 12)
def counts_games(heading: str) -> bool:
    """Whether a heading is only the number of a game: ``2``, ``Game 2``, ``2. Spiel``."""
    said = plain(heading)
    bare = said.strip("0123456789#")
    return said != bare and (not bare or bare in _counted())
