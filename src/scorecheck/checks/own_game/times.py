"""``[game.multiplier]`` of a club's game: a column that says how many times a row counts (Bock, Kontra)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import exp, inf, log, prod
from typing import Any, cast

from scorecheck.checks.null import log_sum
from scorecheck.checks.own_game import said
from scorecheck.checks.prior import RowPrior, Step
from scorecheck.checks.words import plain
from scorecheck.model.cells import Number, Value, value_text
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.sheet import Entry, Sheet

ROLE = "times"
_MOST = 1024
_NUMBER = re.compile(r"[x×*]?\s*([0-9]{1,4})\s*[x×*]?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;+&/]+")
_USUAL = (2, 4)
_ONCE = 0.7
"""The initial share of rows that count once."""
_WEIGHT = 10


class Multiplier(NamedTuple):
    """How a column gives the multiplier of a row."""

    headings: frozenset[str]
    heading: str
    """The first of them as the file has it."""
    words: Mapping[str, int]
    """Words in plain form with their factors; two of them in a cell are multiplied."""

    def of(self, value: Value) -> int | None:
        """The multiplier for a cell: 1 where it is empty; ``None``: it cannot be read."""
        text = value_text(value).strip()
        times = self._one(text)
        if times is None:
            parts = map(self._one, _BETWEEN.split(text))
            times = prod(_MOST + 1 if part is None else part for part in parts)
        return times if 1 <= times <= _MOST else None

    def _one(self, text: str) -> int | None:
        if not text or text in {"-", "–", "—"}:
            return 1
        number = _NUMBER.fullmatch(text)
        return int(number[1]) if number is not None else self.words.get(plain(text))

    @property
    def likely(self) -> tuple[int, ...]:
        """The likely multipliers, 1 first."""
        return tuple(dict.fromkeys((1, *sorted({*self.words.values(), *_USUAL}))))


def multiplier(value: object) -> Multiplier | None:
    """The multiplier in a file, if there is one.

    Raises:
        BrokenFile: a key has a wrong value.
    """
    key = "game.multiplier"
    if value is None:
        return None
    table = said.table(key, value, '{ headings = ["Bock"] }')
    said.known_keys(table, ("headings", "words"), key)
    headings = table.get("headings")
    one_or_more = cast("list[Any]", [headings] if isinstance(headings, str) else headings)
    some = said.plain_words(f"{key}.headings", one_or_more, '["Bock", "Faktor"]')
    words = said.table(f"{key}.words", table.get("words", {}), "{ Bock = 2 }")
    if len(words) > said.MOST_LISTED:
        raise said.too_many(f"{key}.words", len(words), said.MOST_LISTED)
    found: dict[str, int] = {}
    for word, times in words.items():
        at = f"{key}.words.{word[: said.LONGEST]}"
        found[said.text(at, word, plain)] = said.whole(at, times, 1, _MOST)
    return Multiplier(frozenset(some), str(one_or_more[0]).strip(), found)


def times_of(entry: Entry, how: Multiplier | None) -> int | None:
    """The multiplier of a row; ``None`` where its cell cannot be read."""
    return 1 if how is None else how.of(entry.fields.get(ROLE, ""))


def once(points: Iterable[Number], times: int) -> tuple[Number, ...] | None:
    """The points of a row divided by its multiplier; ``None`` where they are not divisible."""
    found = tuple(points)
    if times == 1:
        return found
    return None if any(one % times for one in found) else tuple(one // times for one in found)


def spelt(times: int, sheet: Sheet, how: Multiplier) -> str:
    """How the sheet most often writes a multiplier."""
    column = sheet.column(ROLE)
    if column is None:
        return ""
    cells = (value_text(sheet.table.value(row, column)).strip() for row in range(len(sheet.table.rows)))
    spellings = Counter(text for text in cells if how.of(text) == times)
    return next((text for text, _ in spellings.most_common(1)), str(times) if times > 1 else "")


@record
class TimesPrior:
    """The prior of rows that may count several times. See ``RowPrior``."""

    prior: RowPrior
    likely_times: tuple[int, ...]
    seen: Mapping[int, int] = field(default_factory=dict[int, int])

    def __call__(self, step: Step) -> float:
        """See ``RowPrior``."""
        return log_sum([log(share) + chance for _, share, chance in self._ways(step) if chance > -inf])

    def _ways(self, step: Step) -> Iterator[tuple[int, float, float]]:
        rows = sum(self.seen.values()) + _WEIGHT
        others = len(self.likely_times) - 1
        for times in self.likely_times if any(step) else (1,):
            before = _ONCE if times == 1 else (1 - _ONCE) / others
            row = once(step, times)
            if row is not None:
                yield times, (before * _WEIGHT + self.seen.get(times, 0)) / rows, self.prior(row)

    def learnt(self, steps: Iterable[Step]) -> TimesPrior:
        """See ``RowPrior``."""
        seen, rows = Counter(self.seen), list[tuple["Number", ...]]()
        for step in steps:
            ways = [
                (log(share) + chance, times) for times, share, chance in self._ways(step) if chance > -inf
            ]
            if ways:
                times = max(ways)[1]
                seen[times] += 1
                rows.append(once(step, times) or tuple(step))
        return TimesPrior(self.prior.learnt(rows), self.likely_times, seen)

    def likely(self, most: int) -> Mapping[Step, float]:
        """See ``RowPrior``; only rows that count once."""
        return {step: exp(self(step)) for step in self.prior.likely(most)}
