"""What the facts of a game of Skat may have been meant to say, and how likely they are."""

from __future__ import annotations

import re
from math import log
from typing import TYPE_CHECKING

from scorecheck.checks.facts import Followed, Meant
from scorecheck.checks.words import position_of
from scorecheck.games.skat.checks import dealer
from scorecheck.games.skat.prior import likely_game
from scorecheck.games.skat.record import MARKS, ROLES, Due, RowTold, due_of, is_passed, told_by
from scorecheck.games.skat.record_checks import RECORD_CHECKS
from scorecheck.games.skat.score import MOST_MATADORS, is_lost
from scorecheck.games.skat.scoring import UNDOUBLED, VALUES
from scorecheck.model.cells import value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet

_LOOKED_AT = 60
_MOST_WORDS = 12
_CARD_POINTS = range(121)
_DIGITS = re.compile(r"\d+")
_MOST = MOST_MATADORS["clubs"]
_WRONGLY = 16
"""So many values may come out where a game is worked out wrongly."""


class RecordFacts:
    """The games of a list without columns of players. See ``Facts``."""

    def __init__(self, sheet: Sheet, entries: Sequence[Entry]) -> None:
        """Of a sheet; what its rows say elsewhere is what a cell may say."""
        del entries
        self._sheet = sheet
        self._columns = sum(column.role in ROLES - {"aside"} for column in sheet.columns)
        self._words = {role: words_of(sheet, role) for role in ("kind", "extras", "result", *MARKS)}

    def begin(self) -> None:
        """Each row is a game by itself."""

    def follow(self, state: None, entry: Entry) -> Followed:
        """One more game."""
        wrong = any(
            check.look is not None and any(True for _ in check.look(entry, (), self._sheet))
            for check in (*RECORD_CHECKS, dealer)
        )
        return Followed(state, wrong, 0.0 if wrong else likely_facts(entry, self._sheet))

    def is_wrong_at_end(self, state: None) -> bool:
        """All has been seen by then."""
        del state
        return False

    def suspects(self, entries: Sequence[Entry], at: int, state: None) -> Sequence[int]:
        """The game itself."""
        del entries, state
        return (at,)

    def meant(self, entries: Sequence[Entry], at: int, state: None) -> Iterator[Meant]:
        """Another number, word, mark or name; what the facts give where it is written otherwise."""
        del state
        entry = entries[at]
        yield from self._numbers(entry, at)
        for role, text in other_facts(entry, self._sheet, self._words):
            said = value_text(entry.fields.get(role, "")).strip()
            if not said:
                yield Meant("left-out", ((at, role, text),), self._columns)
            elif text and _DIGITS.search(said):
                yield Meant("number", ((at, role, text),), self._columns)
            elif text in (one.near for one in told_by(entry, self._sheet).unclear):
                yield Meant("misspelt", ((at, role, text),), self._columns)
            else:
                yield Meant("word", ((at, role, text),), self._columns)
        for role in ("soloist", "dealer"):
            said = value_text(entry.fields.get(role, "")).strip()
            for name in self._sheet.players if self._sheet.column(role) is not None else ():
                if name.casefold() != said.casefold():
                    kind = "name" if said else "left-out"
                    yield Meant(kind, ((at, role, name),), 2 * len(self._sheet.players))

    def _numbers(self, entry: Entry, at: int) -> Iterator[Meant]:
        due = due_of(told_by(entry, self._sheet), entry, self._sheet)
        if not isinstance(due, Due):
            return
        for role, numbers in (("soloist_points", (due.points,)), ("value", (due.value, due.points))):
            said = entry.numbers.get(role)
            for number in dict.fromkeys(numbers):
                if self._sheet.column(role) is None or said == number:
                    continue
                edits = ((at, role, str(number)),)
                if said is None:
                    yield Meant("left-out", edits, self._columns)
                else:
                    half = isinstance(said, int) and 2 * said == number
                    yield Meant("doubling" if half else "number", edits, 1 / UNDOUBLED if half else 1)
                    yield Meant("added-up", edits, _WRONGLY)


def other_facts(
    entry: Entry, sheet: Sheet, words: dict[str, list[str]] | None = None
) -> Iterator[tuple[str, str]]:
    """Other facts with which the row may be right: those that stand elsewhere in the column, other counts,
    bids and card points, a mark more or less."""
    told = told_by(entry, sheet)
    if told.passed:
        return
    words = words or {role: words_of(sheet, role) for role in ("kind", "extras", "result", *MARKS)}
    for role, said in words.items():
        now = value_text(entry.fields.get(role, "")).strip()
        near = [one.near for one in told.unclear if one.role == role and one.near]
        marks = [*near, *said, *(["x"] if role in MARKS and not said else [])]
        # A game without a kind or a result says less; that is no repair.
        none = [] if role in {"kind", "result"} else [""]
        if sheet.column(role) is not None:
            yield from ((role, word) for word in dict.fromkeys([*marks, *none]) if word != now)
    for role in ("matadors", "without"):
        now = value_text(entry.fields.get(role, "")).strip()
        for count in range(1, _MOST + 1) if _DIGITS.search(now) else ():
            text = _DIGITS.sub(str(count), now, count=1)
            if text != now:
                yield role, text
        if now and told.facts is not None and told.facts.kind == "null":
            yield role, ""
    for role, numbers in (("card_points", _CARD_POINTS), ("bid", sorted(VALUES))):
        said = entry.numbers.get(role)
        if sheet.column(role) is not None and isinstance(said, int):
            yield from ((role, str(number)) for number in numbers if _may_be_misread(said, number))


def _may_be_misread(said: int, meant: int) -> bool:
    """Whether one number is the other with one digit wrong, dropped or doubled, or two swapped."""
    one, other = str(abs(said)), str(meant)
    if len(one) != len(other):
        less, more = sorted((one, other), key=len)
        return len(more) - len(less) == 1 and less in {more[:at] + more[at + 1 :] for at in range(len(more))}
    apart = [at for at in range(len(one)) if one[at] != other[at]]
    swapped = len(apart) == 2 and one[apart[0]] == other[apart[1]] and one[apart[1]] == other[apart[0]]
    return len(apart) == 1 or swapped or abs(abs(said) - meant) == 1


def words_of(sheet: Sheet, role: str) -> list[str]:
    """What stands in a column of words, each word once."""
    column = sheet.column(role)
    if column is None:
        return []
    rows = range(min(sheet.stop, _LOOKED_AT))
    found = dict.fromkeys(value_text(sheet.table.value(row, column)).strip() for row in rows)
    return [word for word in found if word and not is_passed(word)][:_MOST_WORDS]


def facts_due(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Other facts with which a row goes with its points, beside columns of players."""
    told = told_by(entry, sheet)
    due = due_of(told, entry, sheet)
    seat = position_of(told.soloist, sheet.players)
    if isinstance(due, Due):
        if entry.points == tuple(due.points if at == seat else 0 for at in range(len(entry.points))):
            if told.value is not None and told.value not in (due.value, due.points):
                yield "value", str(due.value)
            return
        for name, paid in zip(sheet.players, entry.points, strict=True):
            if paid and name != told.soloist:
                yield "soloist", name
    yield from other_facts(entry, sheet)


def points_due(entry: Entry, sheet: Sheet) -> tuple[Number, ...] | None:
    """What the facts of a game give each player."""
    told = told_by(entry, sheet)
    due = due_of(told, entry, sheet)
    seat = position_of(told.soloist, sheet.players)
    if told.passed:
        return (0,) * len(sheet.players)
    if not isinstance(due, Due) or seat is None:
        return None
    return tuple(due.points if at == seat else 0 for at in range(len(sheet.players)))


def likely_facts(entry: Entry, sheet: Sheet) -> float:
    """The logarithm of the chance of the facts of a game."""
    told = told_by(entry, sheet)
    if told.facts is None:
        return 0.0
    due = due_of(told, entry, sheet)
    won = due.points > 0 if isinstance(due, Due) else not is_lost(told.facts)
    return likely_game(told.facts, won) + _of_bid(told, due)


def _of_bid(told: RowTold, due: Due | str | None) -> float:
    """The logarithm of the chance of a bid: mostly one of those up to the value of the game."""
    if told.facts is None or told.facts.bid is None or not isinstance(due, Due):
        return 0.0
    bids = sum(1 for value in VALUES if value <= due.value)
    return -log(max(1, bids))
