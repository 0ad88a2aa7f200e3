"""Validates the values in the file of a game; errors name the key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from scorecheck.checks.own_game.broken import BrokenGame
from scorecheck.checks.words import plain

LANGUAGES = ("en", "de", "nb")
LARGEST, LONGEST, MOST_LISTED = 1_000_000, 60, 200
LONGEST_NAME = 40
NAME = re.compile(r"(?=.*[a-z])[a-z0-9][a-z0-9-]{0,39}")


def table(key: str, said: Any) -> dict[str, Any]:
    """A table."""
    if not isinstance(said, dict):
        raise BrokenGame("not-table", *key.split("."), key=key)
    return cast("dict[str, Any]", said)


def tables(key: str, said: object, most: int) -> list[dict[str, Any]]:
    """A list of tables."""
    if not isinstance(said, list):
        raise BrokenGame("not-table", *key.split("."), key=key)
    found = cast("list[Any]", said)
    if len(found) > most:
        raise wrong(key, len(found), f"1 … {most}")
    for number, one in enumerate(found):
        if not isinstance(one, dict):
            raise BrokenGame("not-table", *key.split("."), number, key=f"{key}.{number}")
    return found


def wrong(key: str, value: object, expected: str) -> BrokenGame:
    """The error for a value that is not allowed, or for a missing key."""
    if value is None:
        return BrokenGame("game-lacks", *place(key), key=key, expected=expected)
    if isinstance(value, bool):
        value = str(value).lower()
    return BrokenGame("wrong-value", *place(key), key=key, value=str(value)[:LONGEST], expected=expected)


def place(key: str) -> list[str | int]:
    """The path of a dotted key."""
    return [int(part) if part.isdigit() else part for part in key.split(".")]


def known_keys(said: Mapping[str, Any], known: tuple[str, ...], *at: str | int) -> None:
    """Refuses unknown keys."""
    for key in said:
        if key not in known:
            from difflib import get_close_matches

            place = [int(part) if str(part).isdigit() else part for part in at]
            shown = ".".join(map(str, (*at, key[:LONGEST])))
            near = get_close_matches(key[:LONGEST], known, n=1)
            if near:
                raise BrokenGame("unknown-key-near", *place, key, key=shown, near=near[0])
            raise BrokenGame("unknown-key", *place, key, key=shown, known=known)


def is_whole(value: object) -> bool:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(key: str, value: object, least: int = -LARGEST, most: int = LARGEST) -> int:
    """A whole number."""
    if not is_whole(value) or not least <= cast("int", value) <= most:
        raise wrong(key, value, f"{least} … {most}")
    return cast("int", value)


def amount(key: str, said: object, tariff: Iterable[str], least: int = 0) -> int | str:
    """A whole number, or a name of the tariff."""
    if isinstance(said, str):
        return one_of(key, said, tuple(tariff) or ("1, 2, 3 …",))
    return whole(key, said, least)


def one_of(key: str, value: object, known: tuple[str, ...]) -> str:
    """One of some words."""
    if value not in known:
        raise wrong(key, value, " / ".join(known))
    return cast("str", value)


def listed(key: str, value: object) -> list[Any]:
    """A list that is not empty."""
    found = cast("list[Any]", value) if isinstance(value, list) else []
    if not 1 <= len(found) <= MOST_LISTED:
        raise wrong(key, cast("object", value), f"[…] (1 … {MOST_LISTED})")
    return found


def words(key: str, value: object, known: tuple[str, ...]) -> list[str]:
    """One of some words, or a list of them."""
    said = listed(key, [value] if isinstance(value, str) else value)
    return [one_of(key, one, known) for one in dict.fromkeys(map(str, said))]


def plain_words(key: str, value: object) -> list[str]:
    """A non-empty list of any words, returned in plain form."""
    found = listed(key, value)
    for word in found:
        if not isinstance(word, str) or not plain(word) or len(word) > LONGEST:
            raise wrong(key, word, f"1 … {LONGEST} letters")
    return list(map(plain, found))


def titles(key: str, said: object) -> Mapping[str, str]:
    """A name in every language."""
    single = isinstance(said, str)
    found: dict[str, Any] = dict.fromkeys(map(str, LANGUAGES), said) if single else table(key, said)
    known_keys(found, LANGUAGES, *key.split("."))
    for lang, text in found.items():
        if not isinstance(text, str) or not 1 <= len(text.strip()) <= LONGEST or not text.isprintable():
            raise wrong(key if single else f"{key}.{lang}", text, f"1 … {LONGEST} letters")
    if not found:
        raise wrong(key, "{}", "en, de, nb")
    first = str(next(iter(found.values())))
    return {lang: str(found.get(lang, found.get("en", first))) for lang in LANGUAGES}
