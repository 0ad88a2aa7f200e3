"""``[[game.facts]]`` of a club's game: facts that raise the value and may have a column (Schneider,
Kontra)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecheck.checks.own_game import said
from scorecheck.model.record import NamedTuple


class Fact(NamedTuple):
    """A fact that raises the value of a game."""

    words: tuple[str, ...]
    """Headings of its column, and words for it in a cell, in plain form."""
    headings: tuple[str, ...] = ()
    """Further headings of its column, or of a column that it shares with other facts."""
    amount: str = ""
    """The name in the tariff of the amount that it adds; empty: it multiplies."""
    times: int = 1
    each: bool = False
    """It may occur several times and multiplies each time; without, only the largest factor counts."""


def facts(value: object, tariff: Mapping[str, Any]) -> tuple[Fact, ...]:
    """The facts in a file.

    Raises:
        BrokenGame: a key has a wrong value.
    """
    found: list[Fact] = []
    seen: dict[str, str] = {}
    for number, table in enumerate(said.tables("game.facts", value, said.MOST_LISTED)):
        at = f"game.facts.{number}"
        said.known_keys(table, ("words", "headings", "amount", "times", "each"), "game", "facts", number)
        words, headings = (
            tuple(dict.fromkeys(said.plain_words(f"{at}.{key}", table[key]))) if key in table else ()
            for key in ("words", "headings")
        )
        if not words:
            raise said.wrong(f"{at}.words", table.get("words"), "[…]")
        for word in (*words, *headings):
            if seen.setdefault(word, at) != at:
                raise said.wrong(f"{at}.words", word, seen[word])
        if ("amount" in table) == ("times" in table):
            raise said.wrong(at, "…", 'amount = "…" / times = 2')
        amount = said.one_of(f"{at}.amount", table["amount"], tuple(tariff)) if "amount" in table else ""
        times = said.whole(f"{at}.times", table.get("times", 1), 1, 1024)
        each = table.get("each", False)
        if not isinstance(each, bool) or (each and amount):
            raise said.wrong(f"{at}.each", each, "true, false; times")
        found.append(Fact(words, headings, amount, times, each))
    return tuple(found)
