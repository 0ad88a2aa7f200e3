"""``[game]`` in a TOML file: what a club says of its own game. See ``docs/own-game.md``.

The file is data that others wrote: it is read within limits, each key is checked, and nothing in it is run.
"""

from __future__ import annotations

import re
from dataclasses import field
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from scorecheck.checks.own import is_ours
from scorecheck.checks.own_game.broken import BrokenGame
from scorecheck.model.record import NamedTuple, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

MOST_BYTES = 64 * 1024
_MOST_PLAYERS, _LARGEST, _LONGEST = 60, 1_000_000, 60
_MOST_LISTED, _MOST_VALUES = 200, 5000
_LANGUAGES = ("en", "de", "nb")
SIDES = ("two-two", "one-rest")
"""Who can play against whom, where not just anybody wins from anybody."""
_RANKINGS = ("sum", "mean", "normalized")


class Worth(NamedTuple):
    """What some games can be worth: a base, one of each list of extras, times one of the multipliers."""

    sides: frozenset[str]
    base: tuple[int | str, ...]
    """Numbers, or names of the tariff."""
    plus: tuple[tuple[tuple[int | str, int], ...], ...]
    """Of each list one is added: a number or a name of the tariff, and how often it counts."""
    times: tuple[int, ...]

    def values(self, tariff: Mapping[str, int]) -> frozenset[int]:
        """All that these games can be worth under a tariff."""

        def amount(said: int | str) -> int:
            return said if isinstance(said, int) else tariff[said]

        extras = [[amount(said) * count for said, count in one] for one in self.plus]
        sums = {amount(base) + sum(chosen) for base in self.base for chosen in product(*extras)}
        return frozenset(value * times for value in sums for times in self.times)


class Cells(NamedTuple):
    """What one player can get in a row."""

    least: int | None = None
    most: int | None = None
    step: int = 1
    listed: frozenset[int] = frozenset()

    def __contains__(self, points: object) -> bool:
        """Whether a player can get so many points."""
        if not isinstance(points, int):
            return False
        if self.listed:
            return points in self.listed
        low = self.least is None or points >= self.least
        high = self.most is None or points <= self.most
        return low and high and points % self.step == 0


@record
class Described:
    """A game as its file says it; what is not said is not checked."""

    name: str
    title: Mapping[str, str]
    least: int
    most: int
    playing: int | None = None
    """So many play in each row, the others sit out."""
    sum: int | None = None
    """What the points of a row add up to."""
    sides: frozenset[str] = frozenset()
    """Empty: anybody can win from anybody."""
    cells: Cells | None = None
    zeros: int | None = None
    """So many players have 0 in each row."""
    worth: tuple[Worth, ...] = ()
    tariff: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, "tuple[int, ...]"])
    """Names of amounts, each with what an event can choose; the first holds otherwise."""
    lower_wins: bool = False
    ranking: str = "sum"
    kept: tuple[str, ...] = ("points", "totals")
    seats: int = 0


def described(data: bytes) -> Described:
    """The game that a file says.

    Raises:
        BrokenGame: it says none, or something that cannot be.
    """
    if len(data) > MOST_BYTES:
        raise BrokenGame("too-large")
    from scorecheck.model.toml import parsed

    try:
        text = data.decode("utf-8-sig")
        table = parsed(text)
    except (ValueError, RecursionError) as error:
        raise BrokenGame("no-toml", cause=str(error)) from error
    try:
        return _game(_table("game", table.get("game")))
    except BrokenGame as broken:
        broken.text = text
        raise


def _game(said: dict[str, Any]) -> Described:
    _known_keys(said, _KEYS, "game")
    name = said.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name) or is_ours(name):
        raise _wrong("game.name", name, "romme, our-game")
    sides = _sides(said)
    total = None if "sum" not in said else _whole("game.sum", said["sum"])
    if sides and total not in (None, 0):
        raise _wrong("game.sum", total, "0")
    least, most = _players(said)
    playing = _playing(said, sides, least, most)
    kept_usually = ["points", "totals"] if total == 0 or sides else ["points"]
    kept = tuple(_words("game.kept", said.get("kept", kept_usually), ("points", "totals")))
    tariff = _tariff(said.get("tariff", {}))
    game = Described(
        name=name,
        title=_title(said.get("title", name)),
        least=least,
        most=most,
        playing=playing,
        sum=0 if sides else total,
        sides=sides,
        cells=_cells(said["cells"]) if "cells" in said else None,
        zeros=_whole("game.zeros", said["zeros"], 1, most) if "zeros" in said else None,
        worth=tuple(_worth(said.get("values", []), tariff)),
        tariff=tariff,
        lower_wins=_one("game.wins", said.get("wins", "higher"), ("higher", "lower")) == "lower",
        ranking=_one("game.ranking", said.get("ranking", "sum"), _RANKINGS),
        kept=kept,
        seats=_whole("game.seats", said.get("seats", 0), 0, most),
    )
    if game.worth and not sides:
        raise _wrong("game.values", "…", 'sides = "two-two"; cells')
    return game


def _table(key: str, said: Any) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise BrokenGame("not-table", *key.split("."), key=key)
    return cast("dict[str, Any]", said)


def _wrong(key: str, value: object, expected: str) -> BrokenGame:
    at = [int(part) if part.isdigit() else part for part in key.split(".")]
    return BrokenGame("wrong-value", *at, key=key, value=str(value)[:_LONGEST], expected=expected)


def _known_keys(said: Mapping[str, Any], known: tuple[str, ...], *at: str | int) -> None:
    for key in said:
        if key not in known:
            from difflib import get_close_matches

            shown = ".".join(map(str, (*at, key[:_LONGEST])))
            near = get_close_matches(key[:_LONGEST], known, n=1)
            if near:
                raise BrokenGame("unknown-key-near", *at, key, key=shown, near=near[0])
            raise BrokenGame("unknown-key", *at, key, key=shown, known=known)


_KEYS = (
    "name",
    "title",
    "players",
    "playing",
    "sum",
    "sides",
    "cells",
    "zeros",
    "values",
    "tariff",
    "wins",
    "ranking",
    "kept",
    "seats",
)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(key: str, value: object, least: int = -_LARGEST, most: int = _LARGEST) -> int:
    if not _is_whole(value) or not least <= cast("int", value) <= most:
        raise _wrong(key, value, f"{least} … {most}")
    return cast("int", value)


def _one(key: str, value: object, known: tuple[str, ...]) -> str:
    if value not in known:
        raise _wrong(key, value, " / ".join(known))
    return cast("str", value)


def _list(key: str, value: object) -> list[Any]:
    found = cast("list[Any]", value) if isinstance(value, list) else []
    if not 1 <= len(found) <= _MOST_LISTED:
        raise _wrong(key, cast("object", value), f"[…] (1 … {_MOST_LISTED})")
    return found


def _words(key: str, value: object, known: tuple[str, ...]) -> list[str]:
    said = _list(key, [value] if isinstance(value, str) else value)
    return [_one(key, one, known) for one in dict.fromkeys(map(str, said))]


def _title(said: object) -> Mapping[str, str]:
    whole = isinstance(said, str)
    titles: dict[str, Any] = (
        dict.fromkeys(map(str, _LANGUAGES), said) if whole else _table("game.title", said)
    )
    _known_keys(titles, _LANGUAGES, "game", "title")
    for lang, text in titles.items():
        if not isinstance(text, str) or not 1 <= len(text.strip()) <= _LONGEST or not text.isprintable():
            key = "game.title" if whole else f"game.title.{lang}"
            raise _wrong(key, text, f"1 … {_LONGEST} letters")
    if not titles:
        raise _wrong("game.title", "{}", "en, de, nb")
    first = str(next(iter(titles.values())))
    return {lang: str(titles.get(lang, titles.get("en", first))) for lang in _LANGUAGES}


def _players(said: Mapping[str, Any]) -> tuple[int, int]:
    value: Any = said.get("players")
    both = [value, value] if _is_whole(value) else _list("game.players", value)
    if len(both) != 2:
        raise _wrong("game.players", value, "4, [2, 6]")
    least, most = (_whole("game.players", one, 2, _MOST_PLAYERS) for one in both)
    if least > most:
        raise _wrong("game.players", value, f"[{most}, {least}]")
    return least, most


def _sides(said: Mapping[str, Any]) -> frozenset[str]:
    value = said.get("sides", [])
    if value in ([], "any", "all"):
        return frozenset()
    return frozenset(_words("game.sides", value, SIDES))


def _playing(said: Mapping[str, Any], sides: frozenset[str], least: int, most: int) -> int | None:
    if "playing" in said:
        playing = _whole("game.playing", said["playing"], 2, least)
    elif "two-two" in sides:
        playing = 4
    elif sides and least != most:
        raise _wrong("game.playing", "?", f"2 … {least}")
    else:
        playing = least if sides else None
    if "two-two" in sides and (playing != 4 or least < 4):
        raise _wrong("game.playing" if "playing" in said else "game.players", playing or least, "4")
    if playing is not None and "one-rest" in sides and playing < 3:
        raise _wrong("game.playing", playing, "3 …")
    return playing


def _cells(said: object) -> Cells:
    if not isinstance(said, dict):
        return Cells(listed=frozenset(_whole("game.cells", one) for one in _list("game.cells", said)))
    table = cast("dict[str, Any]", said)
    _known_keys(table, ("least", "most", "step"), "game", "cells")
    least, most = (
        None if key not in table else _whole(f"game.cells.{key}", table[key]) for key in ("least", "most")
    )
    if least is not None and most is not None and least > most:
        raise _wrong("game.cells.least", least, f"… {most}")
    return Cells(least, most, _whole("game.cells.step", table.get("step", 1), 1))


def _tariff(said: object) -> dict[str, tuple[int, ...]]:
    if not isinstance(said, dict) or len(cast("dict[str, Any]", said)) > _MOST_LISTED:
        raise BrokenGame("not-table", "game", "tariff", key="game.tariff")
    found: dict[str, tuple[int, ...]] = {}
    for name, value in cast("dict[str, Any]", said).items():
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name):
            raise _wrong(f"game.tariff.{name[:_LONGEST]}", name, "a-z, 0-9, _")
        key = f"game.tariff.{name}"
        amounts = [value] if _is_whole(value) else _list(key, value)
        found[name] = tuple(dict.fromkeys(_whole(key, one, 0) for one in amounts))
    return found


def _worth(said: object, tariff: Mapping[str, tuple[int, ...]]) -> Iterator[Worth]:
    if not isinstance(said, list) or len(cast("list[Any]", said)) > _MOST_LISTED:
        raise BrokenGame("not-table", "game", "values", key="game.values")
    for number, one in enumerate(cast("list[Any]", said)):
        at = f"game.values.{number}"
        if not isinstance(one, dict):
            raise BrokenGame("not-table", "game", "values", number, key=at)
        table = cast("dict[str, Any]", one)
        _known_keys(table, ("sides", "base", "plus", "times"), "game", "values", number)
        worth = _one_worth(at, table, tariff)
        ways = len(worth.base) * len(worth.times)
        for extras in worth.plus:
            ways *= len(extras)
        if ways > _MOST_VALUES:
            raise _wrong(at, ways, f"… {_MOST_VALUES}")
        yield worth


def _one_worth(at: str, table: Mapping[str, Any], tariff: Mapping[str, tuple[int, ...]]) -> Worth:
    def amount(key: str, said: object) -> int | str:
        if isinstance(said, str):
            return _one(key, said, tuple(tariff) or ("1, 2, 3 …",))
        return _whole(key, said, 0)

    base: object = table.get("base")
    bases = cast("list[Any]", base) if isinstance(base, list) else [base]
    plus = [
        tuple(_extras(f"{at}.plus", one, amount))
        for one in (_list(f"{at}.plus", table["plus"]) if "plus" in table else [])
    ]
    return Worth(
        frozenset(_words(f"{at}.sides", table.get("sides", list(SIDES)), SIDES)),
        tuple(amount(f"{at}.base", one) for one in _list(f"{at}.base", bases)),
        tuple(plus),
        tuple(_whole(f"{at}.times", one, 1) for one in _list(f"{at}.times", table.get("times", [1]))),
    )


def _extras(
    key: str, said: object, amount: Callable[[str, object], int | str]
) -> Iterator[tuple[int | str, int]]:
    """One of these is added: ``[0, 10, "black"]``, or so many times an amount,
    ``{each = "runner", counts = [0, 3, 4]}``."""
    if isinstance(said, dict):
        table = cast("dict[str, Any]", said)
        _known_keys(table, ("each", "counts"), *key.split("."))
        each = amount(key, table.get("each"))
        for count in _list(key, table.get("counts")):
            yield each, _whole(key, count, 0, _MOST_LISTED)
        return
    for one in _list(key, said):
        yield amount(key, one), 1


def read(path: Path) -> Described:
    """The game that a file says.

    Raises:
        BrokenGame: it cannot be read, or says no game.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        return described(data)
    except OSError as error:
        broken = BrokenGame("unreadable", cause=error.strerror or "?")
        broken.path = path
        raise broken from error
    except BrokenGame as broken:
        broken.path = path
        raise
