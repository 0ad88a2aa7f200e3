"""Validates the values in the file of a game; errors name the key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from scorecheck.checks.words import in_ascii, plain
from scorecheck.model.error import BrokenFile

LANGUAGES = ("en", "de", "nb")
LARGEST, LONGEST, MOST_LISTED = 1_000_000, 60, 200
LONGEST_NAME = 40
NAME = re.compile(r"(?=.*[a-z])[a-z0-9][a-z0-9-]{0,39}")


def table(key: str, said: Any, like: str = "") -> dict[str, Any]:
    """A table; ``like`` is an example."""
    if not isinstance(said, dict):
        raise wrong(key, said, like or f"[{key}]")
    return cast("dict[str, Any]", said)


def tables(key: str, said: object, most: int) -> list[dict[str, Any]]:
    """A list of tables."""
    found = cast("list[Any]", said) if isinstance(said, list) else [None]
    if not all(isinstance(one, dict) for one in found):
        raise wrong(key, cast("object", said), f"[[{key}]]")
    if len(found) > most:
        raise too_many(key, len(found), most)
    return cast("list[dict[str, Any]]", found)


def wrong(key: str, value: object, expected: str) -> BrokenFile:
    """The error for a value that is not allowed, or for a missing key; with an example or a range."""
    if value is None:
        return broken("game-lacks", key, expected=expected)
    return broken("wrong-value", key, value=shown(value), expected=expected)


def taken(key: str, name: str, expected: str) -> BrokenFile:
    """The error for a name that something else has."""
    return broken("game-name-taken", key, value=shown(name), expected=shown(expected))


def too_many(key: str, count: int, most: int, least: int = 1) -> BrokenFile:
    """The error for too many entries, or too few."""
    return broken("game-how-many", key, count=str(count), expected=f"{least} … {most}")


def not_with(key: str, other: str) -> BrokenFile:
    """The error for two keys of which only one can hold."""
    return broken("game-not-with", key, other=other)


def broken(reason: str, key: str, **params: str | tuple[str, ...]) -> BrokenFile:
    """The error for a dotted key; its line shows which table of a list it is in."""
    at = [int(part) if part.isdigit() else part for part in key.split(".")]
    return BrokenFile(reason, *at, key=re.sub(r"\.[0-9]+(?=\.)", "", key), **params)


def shown(value: object) -> str:
    """A value as the file has it."""
    from json import dumps

    return dumps(value, ensure_ascii=False, default=str)[:LONGEST]


def like(name: object, otherwise: str) -> str:
    """A valid name similar to an invalid one."""
    near = "-".join(re.findall(r"[a-z0-9]+", in_ascii(name)))[:LONGEST_NAME] if isinstance(name, str) else ""
    return near if NAME.fullmatch(near) else otherwise


def known_keys(said: Iterable[str], known: tuple[str, ...], at: str) -> None:
    """Refuses unknown keys of a table."""
    for key in (one[:LONGEST] for one in said if one not in known):
        from difflib import get_close_matches

        near = get_close_matches(key, known, n=1)
        if near:
            raise broken("unknown-key-near", f"{at}.{key}", near=near[0])
        raise broken("unknown-key", f"{at}.{key}", known=known)


def truth(key: str, said: object) -> bool:
    """True or false."""
    if not isinstance(said, bool):
        raise wrong(key, said, "true / false")
    return said


def is_whole(value: object) -> bool:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(key: str, value: object, least: int = -LARGEST, most: int = LARGEST) -> int:
    """A whole number."""
    if value is not None and not is_whole(value):
        raise broken("game-no-number", key, value=shown(value))
    if value is None or not least <= cast("int", value) <= most:
        raise wrong(key, value, span(least, most))
    return cast("int", value)


def span(least: int, most: int) -> str:
    """What a number may be."""
    return f"{least} … {most}" if least < most else str(least)


def amount(key: str, said: object, tariff: Iterable[str], least: int = 0) -> int | str:
    """A whole number, or a name of the tariff."""
    if isinstance(said, str):
        known = tuple(tariff)
        if said not in known:
            raise wrong(key, said, either(known) if known else "10")
        return said
    return whole(key, said, least)


def one_of(key: str, value: object, known: tuple[str, ...]) -> str:
    """One of some words."""
    if value not in known:
        raise wrong(key, value, either(known))
    return cast("str", value)


def listed(key: str, value: object, like: str) -> list[Any]:
    """A list that is not empty; ``like`` is an example."""
    found = cast("list[Any]", value) if isinstance(value, list) else []
    if not found:
        raise wrong(key, cast("object", value), like)
    if len(found) > MOST_LISTED:
        raise too_many(key, len(found), MOST_LISTED)
    return found


def some(key: str, value: object, like: str) -> list[Any]:
    """One number, or a list that is not empty."""
    return [value] if isinstance(value, int | float) else listed(key, value, like)


def either(known: Iterable[str]) -> str:
    """Some words as a file has them."""
    return " / ".join(map(shown, known))


def words(key: str, value: object, known: tuple[str, ...]) -> list[str]:
    """One of some words, or a list of them."""
    said = [value] if isinstance(value, str) else listed(key, value, either(known))
    return [one_of(key, one, known) for one in dict.fromkeys(map(str, said))]


def plain_words(key: str, value: object, like: str = '["Solo", "Wenz"]') -> list[str]:
    """A non-empty list of any words, returned in plain form."""
    return [text(key, word, plain) for word in listed(key, value, like)]


def text(key: str, value: object, read: Callable[[str], str]) -> str:
    """A text as it is read: not as nothing."""
    if not isinstance(value, str) or len(value) > LONGEST or not (found := read(value)):
        raise broken("game-no-text", key, value=shown(value), most=str(LONGEST))
    return found


def printable(text: str) -> str:
    """A text as it is shown; empty: it cannot be."""
    return text.strip() if text.isprintable() else ""


def titles(key: str, said: object, like: str = "Rommé") -> Mapping[str, str]:
    """A name in every language, such as ``like``."""
    single, usual = isinstance(said, str), f'"{like}" / {{ de = "{like}" }}'
    found: dict[str, Any] = dict.fromkeys(map(str, LANGUAGES), said) if single else table(key, said, usual)
    known_keys(found, LANGUAGES, key)
    for lang, title in found.items():
        text(key if single else f"{key}.{lang}", title, printable)
    if not found:
        raise wrong(key, found, usual)
    first = str(next(iter(found.values())))
    return {lang: str(found.get(lang, found.get("en", first))) for lang in LANGUAGES}
