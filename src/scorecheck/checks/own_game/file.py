"""``[game]`` in a TOML file: a club's description of its own game. See ``docs/own-game.md``.

The file is untrusted: its size is limited, each key is checked, and nothing in it is executed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import ceil, floor, gcd, prod
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from scorecheck.checks.own_game import said
from scorecheck.checks.own_game.categories import Bonus, Category, bonuses, categories
from scorecheck.checks.own_game.times import Multiplier, multiplier
from scorecheck.checks.words import plain
from scorecheck.model.cells import Number
from scorecheck.model.error import BrokenFile
from scorecheck.model.record import Lazy, NamedTuple, field, record, replace
from scorecheck.model.sheet import Entry
from scorecheck.model.toml import loaded, located
from scorecheck.resources import is_ours, opened


class Fact(NamedTuple):
    """A fact that raises the value of a game."""

    words: tuple[str, ...]
    """Headings of its column, and words for it in a cell, in plain form."""
    heading: str
    """The first of them as the file has it."""
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
        BrokenFile: a key has a wrong value.
    """
    found: list[Fact] = []
    seen: dict[str, int] = {}
    for number, table in enumerate(said.tables("game.facts", value, said.MOST_LISTED)):
        at = f"game.facts.{number}"
        said.known_keys(table, ("words", "headings", "amount", "times", "each"), at)
        words, headings = (
            tuple(dict.fromkeys(said.plain_words(f"{at}.{key}", table[key]))) if key in table else ()
            for key in ("words", "headings")
        )
        if not words:
            raise said.wrong(f"{at}.words", None, '["Schneider", "Schn."]')
        for word in (*words, *headings):
            if (other := seen.setdefault(word, number)) != number:
                raise said.broken("game-word-twice", f"{at}.words", word=word, other=found[other].words[0])
        if "amount" in table and "times" in table:
            raise said.not_with(f"{at}.amount", "times")
        if "amount" not in table and "times" not in table:
            raise said.wrong(f"{at}.amount", None, f"{said.either(tariff or ['schneider'])} / times = 2")
        amount = said.one_of(f"{at}.amount", table["amount"], tuple(tariff)) if "amount" in table else ""
        times = said.whole(f"{at}.times", table.get("times", 1), 1, 1024)
        each = said.truth(f"{at}.each", table.get("each", False))
        if each and amount:
            raise said.not_with(f"{at}.each", "amount")
        found.append(Fact(words, str(table["words"][0]).strip(), headings, amount, times, each))
    return tuple(found)


MOST_BYTES = 64 * 1024
_MOST_PLAYERS = 60
_MOST_VALUES = 5000
_MOST_ROWS = 500
SIDES = ("two-two", "one-rest")
"""The possible sides of a game: two against two, or one against the rest."""
NOUNS = ("game", "round")
_RARER = 2
"""The n-th entry of a list of values is n to this power times rarer than the first: about a quarter of all
games are Schneider, and as many have runners that count."""
_RANKINGS = ("sum", "mean", "normalized")


class Worth(NamedTuple):
    """The possible values of some games: a base, plus one entry of each list, times one of the
    multipliers."""

    sides: frozenset[str]
    base: tuple[int | str, ...]
    """Numbers, or names of the tariff."""
    plus: tuple[tuple[tuple[int | str, int], ...], ...]
    """One entry of each list is added: a number or a name of the tariff, and how often it counts."""
    times: tuple[int, ...]
    words: frozenset[str] = frozenset()
    """The words for these games, in plain form; empty: all games without words."""

    def values(self, tariff: Mapping[str, int]) -> Mapping[int, float]:
        """The possible values under a tariff, each with its share: the first entry of each list is usual,
        each further one rarer."""

        def amount(said: int | str) -> int:
            return said if isinstance(said, int) else tariff[said]

        extras = tuple(tuple(amount(said) * count for said, count in one) for one in self.plus)
        return _values(tuple(map(amount, self.base)), extras, self.times)


@lru_cache(maxsize=2048)
def _values(
    bases: tuple[int, ...], extras: tuple[tuple[int, ...], ...], multipliers: tuple[int, ...]
) -> Mapping[int, float]:
    found: dict[int, float] = {}
    for base in bases:
        for chosen in product(*map(enumerate, extras), enumerate(multipliers)):
            *added, (_, times) = chosen
            value = (base + sum(extra for _, extra in added)) * times
            share = prod(float(place + 1) ** -_RARER for place, _ in chosen)
            found[value] = found.get(value, 0.0) + share
    whole = sum(found.values())
    return MappingProxyType({value: share / whole for value, share in found.items()})


_NOTHING = frozenset({0})


class Cells(NamedTuple):
    """The possible points of one player in a row, or the possible sums of a row."""

    least: int | None = None
    most: int | None = None
    step: int = 1
    listed: frozenset[int] = frozenset()

    def __contains__(self, points: object) -> bool:
        """Whether some points are possible."""
        if not isinstance(points, int):
            return False
        if self.listed:
            return points in self.listed
        low = self.least is None or points >= self.least
        high = self.most is None or points <= self.most
        return low and high and points % self.step == 0

    def next_to(self, points: Fraction) -> tuple[int, ...]:
        """The nearest possible points, below and above."""
        if self.listed:
            below = max((one for one in self.listed if one <= points), default=None)
            above = min((one for one in self.listed if one >= points), default=None)
            return tuple(dict.fromkeys(one for one in (below, above) if one is not None))
        low, high = self.ends
        near = [whole(points / self.step) * self.step for whole in (floor, ceil)]
        near = [one if low is None else max(one, low) for one in near]
        return tuple(dict.fromkeys(one if high is None else min(one, high) for one in near))

    @property
    def ranges(self) -> tuple[tuple[int | None, int | None, int], ...]:
        """The possible points as ranges, each with its step."""
        return tuple((one, one, 1) for one in sorted(self.listed)) or ((self.least, self.most, self.step),)

    @property
    def unit(self) -> int:
        """The number that all possible points are multiples of."""
        return gcd(*self.listed) or 1 if self.listed else self.step

    def values(self, most: int) -> Sequence[int]:
        """All possible points; none where there are more than so many."""
        low, high = self.ends
        if self.listed or low is None or high is None:
            return tuple(self.listed)
        found = range(low, high + 1, self.step)
        return found if len(found) <= most else ()

    @property
    def ends(self) -> tuple[int | None, int | None]:
        """The least and the greatest possible points."""
        if self.listed:
            return min(self.listed), max(self.listed)
        low = None if self.least is None else ceil(Fraction(self.least, self.step)) * self.step
        return low, None if self.most is None else self.most // self.step * self.step


@record
class Described(Lazy):
    """A game as its file describes it; what the file omits is not checked."""

    name: str
    title: Mapping[str, str]
    least: int
    most: int
    playing: int | None = None
    """The number of players in each row; the others sit out."""
    sum: Cells | None = None
    """The possible sums of a row."""
    sides: frozenset[str] = frozenset()
    """Empty: there are no sides."""
    cells: Cells | None = None
    zeros: int | None = None
    """The number of players with ``fixed`` points in each row; below 0: of all but so many; 0: of any, and
    empty cells are zeros."""
    fixed: int = 0
    drops_out: bool = False
    """A player may be out before the others; the cells below stay empty."""
    out: int = 0
    """The total from which a player is out; 0: unknown."""
    ends: int = 0
    """The total from which the game is over; 0: unknown."""
    rows: Mapping[int, int] = field(default_factory=dict[int, int])
    """The number of rows of a game by the number of players, or under 0 for any."""
    worth: tuple[Worth, ...] = ()
    tariff: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, "tuple[int, ...]"])
    """Named amounts, each with the choices of an event; the first is the default."""
    lower_wins: bool = False
    ranking: str = "sum"
    kept: tuple[str, ...] = ("points", "totals")
    seats: int = 0
    noun: str = "game"
    """The name of a row in sentences: one of ``NOUNS``, or ``round/`` and the game for its own."""
    nouns: Mapping[str, str] = field(default_factory=dict[str, str])
    """Its own name of a row, by language."""
    categories: tuple[Category, ...] = ()
    """Not empty: a game with scorecards, with a box of each category per player."""
    bonus: tuple[Bonus, ...] = ()
    multiplier: Multiplier | None = None
    """The column with the multiplier of each row."""
    kinds: Mapping[str, str] = field(default_factory=dict[str, str])
    """The sides of a game, by the words for what was played, in plain form."""
    facts: tuple[Fact, ...] = ()
    """Facts that raise the value and may have a column."""
    hundredths: bool = False
    """Sheets may be in a hundred times the unit of the file: euros for cents."""

    def amounts(self, options: Mapping[str, Any]) -> dict[str, int]:
        """The amounts of the tariff that are in force under some options."""
        return {name: int(options.get(name, choices[0])) for name, choices in self.tariff.items()}

    @cached_property
    def counted_amounts(self) -> frozenset[str]:
        """The names of the tariff that may be added several times."""
        lists = (one for worth in self.worth for one in worth.plus)
        return frozenset(name for one in lists for name, times in one if isinstance(name, str) and times > 1)

    def counted(self, entry: Entry) -> Sequence[Number]:
        """The points of a row, without those of players who are out."""
        if not self.drops_out:
            return entry.points
        return [one for one, said in zip(entry.points, entry.written, strict=True) if said is not None]

    def zeros_of(self, players: int) -> int | None:
        """How many of so many players have the ``fixed`` points in a row; ``None``: any number."""
        return max(0, players + self.zeros) if self.zeros and self.zeros < 0 else self.zeros or None

    @property
    def settles(self) -> bool:
        """Whether rows add up to 0."""
        return self.sum is not None and self.sum.listed == _NOTHING

    @property
    def beside(self) -> tuple[str, ...]:
        """The headings of the columns with facts and with the multiplier, as the file has them."""
        times = () if self.multiplier is None else (self.multiplier.heading,)
        return *(fact.heading for fact in self.facts), *times

    @property
    def called(self) -> tuple[str, ...]:
        """The names of the game, in plain form."""
        return tuple(dict.fromkeys(map(plain, (self.name, *self.title.values()))))


def described(data: bytes, path: Path = Path()) -> Described:
    """The game in the content of a file.

    Raises:
        BrokenFile: there is none, or a key has a wrong value.
    """
    if len(data) > MOST_BYTES:
        raise BrokenFile("game-too-large", most=str(MOST_BYTES // 1024))
    text, whole = loaded(data, "game-no-toml")
    with located(path, text):
        return _game(said.table("game", whole.get("game")))


_OF_ALL = ("name", "title", "players", "tariff", "wins", "ranking", "seats")
_OF_ROWS = (
    *("playing", "sum", "sides", "cells", "zeros", "winner", "drops_out", "ends", "rows", "values"),
    *("kept", "multiplier", "kinds", "hundredths", "facts", "noun"),
)
_OF_CARD = ("categories", "bonus")


def _game(table: dict[str, Any]) -> Described:
    said.known_keys(table, (*_OF_ALL, *_OF_ROWS, *_OF_CARD), "game")
    name = table.get("name")
    if not isinstance(name, str) or not said.NAME.fullmatch(name):
        near = said.like(name, "romme")
        raise said.wrong("game.name", name, said.shown(f"our-{near}" if is_ours(near) else near))
    if is_ours(name):
        raise said.taken("game.name", name, f"our-{name}")
    is_card = "categories" in table or "bonus" in table
    least, most = _players(table.get("players"), 1 if is_card else 2)
    rankings = (*_RANKINGS, "games-won") if is_card else _RANKINGS
    game = Described(
        name=name,
        title=said.titles("game.title", table.get("title", name)),
        least=least,
        most=most,
        tariff=_tariff(table.get("tariff", {})),
        lower_wins=said.one_of("game.wins", table.get("wins", "higher"), ("higher", "lower")) == "lower",
        ranking=said.one_of("game.ranking", table.get("ranking", "sum"), rankings),
        seats=said.whole("game.seats", table.get("seats", 0), 0, most),
    )
    return _with_cards(game, table) if is_card else _with_rows(game, table)


def _with_cards(game: Described, table: Mapping[str, Any]) -> Described:
    for key in _OF_ROWS:
        if key in table:
            raise said.not_with(f"game.{key}", "categories" if "categories" in table else "bonus")
    found = categories(table.get("categories", []), game.tariff)
    halves = any(one.upper for one in found)
    bonus = bonuses(table["bonus"], game.tariff, halves=halves) if "bonus" in table else ()
    return replace(game, kept=("card",), categories=found, bonus=bonus)


def _with_rows(game: Described, table: Mapping[str, Any]) -> Described:
    sides = _sides(table.get("sides", []))
    for key, other in _NEEDS.items():
        if table.get(key) and not (sides if other == "sides" else table.get(other)):
            raise said.broken("game-needs", f"game.{key}", other=other)
    for other in ("zeros", "sides", "multiplier", "drops_out") if "winner" in table else ():
        if table.get(other):
            raise said.not_with("game.winner", other)
    total = _cells("game.sum", table["sum"]) if "sum" in table else None
    cells = _cells("game.cells", table["cells"]) if "cells" in table else None
    playing, noun = _playing(table.get("playing"), sides, game), table.get("noun", NOUNS[0])
    out = table.get("drops_out", False)
    game = replace(
        game,
        playing=playing,
        sum=Cells(listed=_NOTHING) if sides else total,
        sides=sides,
        cells=cells,
        zeros=_zeros(table.get("zeros", 1 if "winner" in table else None), playing or game.most),
        fixed=said.whole("game.winner", table["winner"], 1) if "winner" in table else 0,
        drops_out=said.is_whole(out) or said.truth("game.drops_out", out),
        out=said.whole("game.drops_out", out, 1) if said.is_whole(out) else 0,
        ends=said.whole("game.ends", table["ends"], 1) if "ends" in table else 0,
        rows=dict(_rows(table.get("rows", {}), game)),
        worth=tuple(_worth(table.get("values", []), game.tariff, sides)),
        multiplier=multiplier(table.get("multiplier")),
        kinds=dict(_kinds(table.get("kinds", {}), sides)),
        facts=facts(table.get("facts", []), game.tariff),
        noun=noun if noun in NOUNS else f"{NOUNS[1]}/{game.name}",
        nouns={} if noun in NOUNS else _nouns(noun),
        hundredths=said.truth("game.hundredths", table.get("hundredths", False)),
        kept=tuple(said.words("game.kept", table.get("kept", ["points", "totals"]), ("points", "totals"))),
    )
    for one, other in _exclusive(game, total):
        raise said.not_with(f"game.{one}", other)
    return game


_NEEDS = {"values": "sides", "kinds": "sides", "hundredths": "sides", "facts": "values"}


def _zeros(value: object, most: int) -> int | None:
    if value is None:
        return None
    if isinstance(value, str) and value in _ZEROS:
        return _ZEROS[value]
    return said.whole("game.zeros", value, 1, most)


_ZEROS = {"any": 0, "all-but-one": -1}


def _rows(value: object, game: Described) -> Iterator[tuple[int, int]]:
    table = cast("dict[str, Any]", value) if isinstance(value, dict) else {"0": value}
    for players, rows in table.items():
        count = int(players) if re.fullmatch("[0-9]{1,2}", players) else -1
        if count not in {0, *range(game.least, game.most + 1)}:
            raise said.wrong(
                f"game.rows.{players[: said.LONGEST]}", players, said.span(game.least, game.most)
            )
        yield count, said.whole(f"game.rows.{players}" if count else "game.rows", rows, 1, _MOST_ROWS)


def _exclusive(game: Described, total: Cells | None) -> Iterator[tuple[str, str]]:
    """Keys of which only one can hold."""
    without_it = game.cells is not None and game.fixed not in game.cells
    if game.sides and total not in (None, Cells(listed=_NOTHING)):
        yield "sum", "sides"
    players = (game.playing or game.least, game.playing or game.most)
    if game.cells is not None and total is not None and not _reached(total, game.cells, players):
        yield "sum", "cells"
    if game.zeros is not None and without_it:
        yield "winner" if game.fixed else "zeros", "cells"
    if game.drops_out:
        without = (("sides", game.sides), ("sum", total), ("cells", without_it))
        yield from (("drops_out", other) for other, there in without if there)


def _reached(total: Cells, cells: Cells, players: tuple[int, int]) -> bool:
    """Whether the points of some row can come to such a sum."""
    low, high = cells.ends
    below, above = total.ends
    too_low = low is not None and above is not None and above < min(low * count for count in players)
    return not (
        too_low or (high is not None and below is not None and below > max(high * count for count in players))
    )


def _kinds(value: object, sides: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The words for what was played, each with its sides."""
    table = said.table("game.kinds", value)
    said.known_keys(table, tuple(one for one in SIDES if one in sides) or SIDES, "game.kinds")
    seen: dict[str, str] = {}
    for one, words in table.items():
        key = f"game.kinds.{one}"
        for word in said.plain_words(key, words):
            if seen.setdefault(word, one) != one:
                raise said.broken("game-word-twice", key, word=word, other=seen[word])
    yield from seen.items()


def _players(value: Any, fewest: int) -> tuple[int, int]:
    both = said.some("game.players", value, "4 / [2, 6]")
    if len(both) > 2:
        raise said.wrong("game.players", value, "4 / [2, 6]")
    least, most = (said.whole("game.players", one, fewest, _MOST_PLAYERS) for one in (both[0], both[-1]))
    if least > most:
        raise said.wrong("game.players", value, f"[{most}, {least}]")
    return least, most


def _nouns(value: object) -> Mapping[str, str]:
    """The name of a row in every language, as at the beginning of a sentence."""
    return {lang: one[0].upper() + one[1:] for lang, one in said.titles("game.noun", value, "Leg").items()}


def _sides(value: object) -> frozenset[str]:
    return frozenset() if value in ([], "any", "all") else frozenset(said.words("game.sides", value, SIDES))


def _playing(value: object, sides: frozenset[str], game: Described) -> int | None:
    fewest = 4 if "two-two" in sides else 3 if sides else 2
    if game.least < fewest:
        raise said.wrong("game.players", game.least, f"{fewest} / [{fewest}, 6]")
    if value is not None:
        return said.whole("game.playing", value, fewest, 4 if "two-two" in sides else game.least)
    if "two-two" in sides:
        return 4
    if sides and game.least != game.most:
        raise said.wrong("game.playing", None, said.span(fewest, game.least))
    return game.least if sides else None


def _cells(key: str, value: object) -> Cells:
    if not isinstance(value, dict):
        some = said.some(key, value, "0 / [0, 5, 10] / { least = 0 }")
        return Cells(listed=frozenset(said.whole(key, one) for one in some))
    table = cast("dict[str, Any]", value)
    said.known_keys(table, ("least", "most", "step"), key)
    least, most = (
        None if one not in table else said.whole(f"{key}.{one}", table[one]) for one in ("least", "most")
    )
    if least is not None and most is not None and least > most:
        raise said.wrong(f"{key}.least", least, f"… {most}")
    found = Cells(least, most, said.whole(f"{key}.step", table.get("step", 1), 1))
    low, high = found.ends
    if low is not None and high is not None and low > high:
        raise said.wrong(f"{key}.step", found.step, f"1 … {most}")
    return found


def _tariff(value: object) -> dict[str, tuple[int, ...]]:
    table = said.table("game.tariff", value)
    if len(table) > said.MOST_LISTED:
        raise said.too_many("game.tariff", len(table), said.MOST_LISTED)
    found: dict[str, tuple[int, ...]] = {}
    for name, amounts in table.items():
        key = f"game.tariff.{name[: said.LONGEST]}"
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name):
            raise said.wrong(key, name, said.like(name, "schneider").replace("-", "_"))
        some = said.some(key, amounts, "10 / [10, 20]")
        found[name] = tuple(dict.fromkeys(said.whole(key, one, 0) for one in some))
    return found


def _worth(value: object, tariff: Mapping[str, tuple[int, ...]], sides: frozenset[str]) -> Iterator[Worth]:
    for number, table in enumerate(said.tables("game.values", value, said.MOST_LISTED)):
        at = f"game.values.{number}"
        said.known_keys(table, ("sides", "base", "plus", "times", "words"), at)
        base: object = table.get("base")
        bases = [base] if isinstance(base, str) else said.some(f"{at}.base", base, "10 / [10, 20]")
        plus = said.listed(f"{at}.plus", table["plus"], _PLUS) if "plus" in table else []
        times = said.listed(f"{at}.times", table.get("times", [1]), "[1, 2, 4]")
        worth = Worth(
            frozenset(said.words(f"{at}.sides", table.get("sides", list(SIDES)), SIDES)),
            tuple(said.amount(f"{at}.base", one, tariff) for one in bases),
            tuple(tuple(_extras(f"{at}.plus", one, tariff)) for one in plus),
            tuple(said.whole(f"{at}.times", one, 1) for one in times),
            frozenset(said.plain_words(f"{at}.words", table["words"])) if "words" in table else frozenset(),
        )
        for one in sorted(worth.sides - sides if sides and "sides" in table else ()):
            raise said.wrong(f"{at}.sides", one, said.either(sorted(sides)))
        ways = prod(map(len, (worth.base, worth.times, *worth.plus)))
        if ways > _MOST_VALUES:
            raise said.too_many(f"{at}.plus", ways, _MOST_VALUES)
        yield worth


_PLUS = "[[0, 10]] / [{ each = 10, counts = [0, 3, 4] }]"


def _extras(
    key: str, value: object, tariff: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[int | str, int]]:
    """A list of extras: ``[0, 10, "black"]``, or multiples of an amount,
    ``{each = "runner", counts = [0, 3, 4]}``."""
    if isinstance(value, dict):
        table = cast("dict[str, Any]", value)
        said.known_keys(table, ("each", "counts"), key)
        each = said.amount(f"{key}.each", table.get("each"), tariff)
        for count in said.listed(f"{key}.counts", table.get("counts"), "[0, 3, 4]"):
            yield each, said.whole(f"{key}.counts", count, 0, said.MOST_LISTED)
        return
    for one in said.listed(key, value, _PLUS):
        yield said.amount(key, one, tariff), 1


def read(path: Path) -> Described:
    """The game in a file.

    Raises:
        BrokenFile: the file cannot be read, or holds no game.
    """
    with located(path):
        try:
            with opened(path) as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            missing = isinstance(error, FileNotFoundError)
            raise BrokenFile("game-missing" if missing else "game-unreadable") from error
        return described(data, path)
