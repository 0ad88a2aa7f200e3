"""Words in headings and cells: how they are compared, and the data files with the vocabulary."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Any, TypeGuard

from scorecheck.resources import package_file, tables_of


def plain(value: object) -> str:
    """A word in plain form, in which words are compared: no case, spaces or punctuation."""
    return _plain(str(value))


@lru_cache(maxsize=1 << 14)
def _plain(text: str) -> str:
    if text.isascii() and text.isalnum():
        return text.lower()
    return _NO_WORD.sub("", unicodedata.normalize("NFKC", text).casefold())


_NO_WORD = re.compile(r"[^\w#]|_")

_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa", "ð": "d", "þ": "th"}
)


def in_ascii(text: str) -> str:
    """A text in lower case, in the letters that names of files and games may have."""
    text = unicodedata.normalize("NFKC", text).lower().translate(_LETTERS)
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


BETWEEN_NAMES = r"\s*(?:[+,;&/]|\b(?:und|and|og)\b)\s*"


def names_in(value: object) -> tuple[str, ...]:
    """The names in a cell such as ``Anna + Bernd``, ``Anna und Bernd`` or ``["Anna", "Bernd"]``."""
    names = (name.strip(_AROUND) for name in re.split(BETWEEN_NAMES, str(value)))
    return tuple(" ".join(name.split()) for name in names if name)


_AROUND = " []\"'\t\n"
"""The characters around names in lists of programs."""


def position_of(name: str, players: Sequence[str]) -> int | None:
    """The position of the player with this name, or of the only one whose name begins with it, or has it
    among its words: ``Maier`` is ``Nr. 12 Maier``."""
    said = name.strip().casefold()
    if not said:
        return None
    names = [player.casefold() for player in players]
    if said in names:
        return names.index(said)
    found = [position for position, player in enumerate(names) if player.startswith(said)]
    if not found:
        found = [position for position, player in enumerate(names) if said in re.findall(r"\w+", player)]
    return found[0] if len(found) == 1 else None


_ASIDE = r"(?s)\s*(?:[(\[=:?*].*|\s[-–—]\s.*|\s\d+(?:\s*(?i:points|pts?\.?|punkte?|pkte?\.?|poeng|p\.?))?$)"
"""A remark behind a name: in brackets, after a colon, an equals sign or a dash; or its points."""


def row_word(value: object) -> str:
    """The label of a row in the form in which it is compared."""
    said = str(value)
    # A bare number may be a label; a negative one, or a score such as 2:1, is none.
    return plain(said) if any(map(str.isalpha, said)) else said.strip().rstrip(".:)")


def row_name(value: object, names: Mapping[str, str]) -> str | None:
    """The meaning of a row's label, with or without a remark behind it: ``Chance (sum)``."""
    found = names.get(row_word(value))
    if not any(map(str.isalpha, str(value))):
        return found
    if found is None and isinstance(value, str) and not value.isalpha():
        if (bare := re.sub(_ASIDE, "", value)) != value:
            found = names.get(plain(bare))
        if found is None and "." in bare:
            found = _in_full(bare, names)
    return found


def _in_full(short: str, names: Mapping[str, str]) -> str | None:
    """The meaning of an abbreviation with full stops, if it is unique: ``Gr. Str.`` is the large straight."""
    parts = (re.escape(plain(part)) for part in short.split("."))
    begins = re.compile(r"\w*".join(parts))
    found = {kind for name, kind in names.items() if begins.fullmatch(name)}
    return found.pop() if len(found) == 1 else None


def data(*parts: str) -> Mapping[str, Any]:
    """The content of a data file of the package, read once."""
    return tables_of(package_file(*parts))


def choices_of(*parts: str, section: str = "options") -> Mapping[str, tuple[Any, ...]]:
    """The lists in a section of a data file: the choices of each option, the usual one first."""
    return {name: tuple(choices) for name, choices in data(*parts)[section].items()}


@cache
def vocabulary(*parts: str, section: str = "columns") -> Mapping[str, str]:
    """The meanings of the words in a section of a data file, by their plain forms."""
    words: dict[str, list[str]] = data(*parts).get(section, {})
    said = "\n".join(chain.from_iterable(words.values()))
    # In one call: hundreds of words are read at each start.
    forms = re.sub(r"[^\w#\n]|_", "", unicodedata.normalize("NFKC", said).casefold()).split("\n")
    meanings = (meaning for meaning, aliases in words.items() for _ in aliases)
    return dict(zip(forms, meanings, strict=True)) if said else {}


CARD_WORDS = ("checks", "cards", "words.toml")
"""The file with the labels of rows of cards, which all games share."""
row_names = partial(vocabulary, *CARD_WORDS, section="categories")
"""The meanings of the labels of a card's rows."""
penalty_words = partial(vocabulary, "layouts", "words.toml", section="penalty")
"""Labels of rows with penalties or bonuses apart from the games."""


def says_penalty(said: object) -> TypeGuard[str]:
    """Whether a text names a penalty: ``Strafe``, ``Strafe (falsch bedient)``."""
    return isinstance(said, str) and not penalty_words().keys().isdisjoint(map(plain, said.split()))


def nearest(text: str, words: Iterable[str]) -> str | None:
    """The word most similar to a misspelt one, as it is written in ``words``; ``None`` if none is similar."""
    from difflib import get_close_matches

    spelt: dict[str, str] = {}
    for word in words:
        if len(word) >= _FEWEST:
            spelt.setdefault(plain(word), word)
    near = get_close_matches(plain(text)[:_LONGEST], spelt, n=1, cutoff=_ALIKE)
    return spelt[near[0]] if near else None


def nearest_word(
    text: str, parts: tuple[str, ...], section: str, among: Container[str] | None = None
) -> str | None:
    """``nearest`` among the words of a data file: all, or those with a meaning in ``among``."""
    words: dict[str, list[str]] = data(*parts).get(section, {})
    offered = [words[meaning] for meaning in words if among is None or meaning in among]
    return nearest(text, chain.from_iterable(offered))


_FEWEST, _LONGEST = 3, 60
"""Shorter words are similar to any other; longer ones are cut."""
_ALIKE = 0.8


def setting(table: str, word: str, said: str) -> str:
    """The line of a settings file for a word of a sheet, in quotes, or for a key of ``layout``.

    Ready to be pasted. Without a table it is a key of the top level.
    """
    # Rarely needed.
    from json import dumps

    key = dumps(word, ensure_ascii=False) if table not in ("", "layout") else word
    return f"{table}.{key} = {dumps(said)}".removeprefix(".")
