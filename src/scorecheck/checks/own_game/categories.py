"""``[[game.categories]]`` and ``[[game.bonus]]`` of a club's game: the rows of its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from scorecheck.checks.cards.card import card_terms, sum_names
from scorecheck.checks.own_game import said
from scorecheck.checks.words import row_names, row_word
from scorecheck.model.record import NamedTuple

FEWEST, MOST = 5, 40
"""The limits for the number of categories; fewer labels do not identify a card."""
MOST_VALUES, _MOST_TOGETHER = 301, 1000
"""The most values of one box, and of all together: repairs try each of them."""
_KEYS = ("name", "title", "words", "cells", "half", "strike", "optional")


class Category(NamedTuple):
    """A box that each player fills once."""

    name: str
    title: Mapping[str, str]
    """Its name, by language."""
    words: frozenset[str]
    """The labels of its row, in plain form."""
    cells: tuple[int | str, ...]
    """The possible values other than 0: numbers, or names of the tariff."""
    upper: bool
    """It belongs to the half that earns a bonus."""
    strike: bool
    """The value 0 is possible."""
    optional: bool
    """Its row may be absent or empty."""

    def values(self, tariff: Mapping[str, int]) -> frozenset[int]:
        """All possible values under a tariff."""
        worth = {one if isinstance(one, int) else tariff[one] for one in self.cells}
        return frozenset(worth | {0} if self.strike else worth)


class Bonus(NamedTuple):
    """A bonus for the upper half."""

    least: int
    points: int | str
    """A number, or a name of the tariff."""


def categories(value: object, tariff: Mapping[str, tuple[int, ...]]) -> tuple[Category, ...]:
    """The categories in a file.

    Raises:
        BrokenFile: a key has a wrong value.
    """
    key = "game.categories"
    found: list[Category] = []
    words: dict[str, str] = {}
    for number, table in enumerate(said.tables(key, value, MOST)):
        one = _category(f"{key}.{number}", table, tariff)
        if any(one.name == other.name for other in found):
            raise said.taken(f"{key}.{number}.name", one.name, f"{one.name}-2")
        for word in sorted(one.words):
            other = words.setdefault(word, one.name)
            if other != one.name:
                raise said.broken("game-word-twice", f"{key}.{number}.words", word=word, other=other)
        found.append(one)
    if len(found) < FEWEST:
        raise said.too_many(key, len(found), MOST, FEWEST)
    together = sum(len(one.cells) for one in found)
    if together > _MOST_TOGETHER:
        raise said.too_many(f"{key}.*.cells", together, _MOST_TOGETHER)
    return tuple(found)


def _category(at: str, table: Mapping[str, Any], tariff: Mapping[str, tuple[int, ...]]) -> Category:
    said.known_keys(table, _KEYS, at)
    name = table.get("name")
    if not isinstance(name, str) or not said.NAME.fullmatch(name):
        raise said.wrong(f"{at}.name", name, said.shown(said.like(name, "full-house")))
    if name in frozenset({*sum_names().values(), "title", "unknown", "nameless"}):
        raise said.taken(f"{at}.name", name, f"our-{name}")
    theirs = {word for word, kind in row_names().items() if kind == name}
    title = said.titles(f"{at}.title", table["title"]) if "title" in table else _dice_title(name)
    words = said.listed(f"{at}.words", table["words"], '["Str.", "Str"]') if "words" in table else []
    others = [said.text(f"{at}.words", word, lambda one: row_word(said.printable(one))) for word in words]
    return Category(
        name,
        title,
        frozenset({*map(row_word, title.values()), *others, *theirs}),
        tuple(_cells(f"{at}.cells", table.get("cells"), tariff)),
        said.one_of(f"{at}.half", table.get("half", "lower"), ("upper", "lower")) == "upper",
        said.truth(f"{at}.strike", table.get("strike", True)),
        said.truth(f"{at}.optional", table.get("optional", False)),
    )


def _cells(key: str, value: object, tariff: Mapping[str, tuple[int, ...]]) -> Iterator[int | str]:
    if isinstance(value, dict):
        table = cast("dict[str, Any]", value)
        said.known_keys(table, ("least", "most", "step"), key)
        least, most = (said.whole(f"{key}.{one}", table.get(one)) for one in ("least", "most"))
        step = said.whole(f"{key}.step", table.get("step", 1), 1)
        if least > most:
            raise said.wrong(f"{key}.least", least, f"… {most}")
        found = range(-(-least // step) * step, most + 1, step)
        if not 1 <= len(found) <= MOST_VALUES:
            raise said.too_many(key, len(found), MOST_VALUES)
        yield from found
        return
    both = (
        [value]
        if isinstance(value, str)
        else said.some(key, value, "25 / [20, 25] / { least = 0, most = 30 }")
    )
    for one in both:
        yield said.amount(key, one, tariff, least=-said.LARGEST)


def bonuses(value: object, tariff: Mapping[str, tuple[int, ...]], *, halves: bool) -> tuple[Bonus, ...]:
    """The bonuses of the upper half, by ascending sums.

    Raises:
        BrokenFile: a key has a wrong value.
    """
    key = "game.bonus"
    single = isinstance(value, dict)
    steps = [cast("dict[str, Any]", value)] if single else said.tables(key, value, said.MOST_LISTED)
    found: list[Bonus] = []
    for number, table in enumerate(steps):
        at = key if single else f"{key}.{number}"
        said.known_keys(table, ("from", "points"), at)
        least = said.whole(f"{at}.from", table.get("from"))
        if found and least <= found[-1].least:
            raise said.wrong(f"{at}.from", least, f"{found[-1].least + 1} …")
        found.append(Bonus(least, said.amount(f"{at}.points", table.get("points"), tariff)))
    if not halves or not found:
        raise said.broken("game-needs", key, other='half = "upper"')
    return tuple(found)


def _dice_title(name: str) -> Mapping[str, str]:
    """The title of a category without one: the usual name if it is one of dice games, else its own name."""
    if name not in row_names().values():
        return dict.fromkeys(said.LANGUAGES, name.replace("-", " ").capitalize())
    return {lang: terms[name] for lang, terms in card_terms().items()}
