"""Facts of result rows for the search of repairs: probabilities and possible meanings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log

from scorecheck.checks.facts import Facts, Followed, Meant, instead
from scorecheck.checks.words import plain
from scorecheck.games.acey_deucey.amounts import AmountsWatcher, StakeText
from scorecheck.games.acey_deucey.checks import (
    PLACES,
    counted_names,
    faults_of,
    left_of,
    meant_names,
    name_in,
    points_of,
)
from scorecheck.games.acey_deucey.scoring import LEAST, MOST, NAMES
from scorecheck.model.cells import value_text
from scorecheck.model.sheet import Entry, Sheet

_TIMES = {2: "doubling", 3: "tripling"}
_EVEN = 3
"""The prior for equal winning chances counts as this many games of each player."""
_ANY_COUNT = 0.3
"""The uniform prior for checkers on the bar or to be entered counts as this many games."""
_OFF_THE_BOARD = ("bar", "waiting")


class ResultFacts(Facts):
    """The results of one sheet. See ``Facts``."""

    def __init__(self, sheet: Sheet, entries: Sequence[Entry]) -> None:
        """For a sheet: the players, how often each wins, and where checkers are left."""
        self._sheet = sheet
        self._roles = [role for role in ("value", *PLACES) if sheet.column(role) is not None]
        games = [(name_in(entry, "winner"), name_in(entry, "loser")) for entry in entries]
        self._counts, self._strangers = counted_names(games), meant_names(games)
        self._spelt = {plain(name): name for names in reversed(games) for name in names}
        sides = [tuple(plain(name_in(entry, role)) for role in NAMES) for entry in entries]
        self._wins = Counter(one for one, other in sides if one != other)
        self._usual = {role: _falls(entries, role) for role in _OFF_THE_BOARD}
        self._has_amounts = sheet.column("amount") is not None and sheet.column("stake") is not None

    def begin(self) -> None:
        """The state: no stake."""

    def follow(self, state: StakeText | None, entry: Entry) -> Followed:
        """The state after one more game; a name that occurs only once is wrong in its row."""
        names = [plain(name_in(entry, role)) for role in NAMES]
        wrong = not all(names) or names[0] == names[1] or any(self._meant(name) for name in names)
        wrong = wrong or any(not self._is_number(entry, role) for role in self._roles)
        wrong = wrong or any(True for _ in faults_of(entry, self._sheet))
        if self._has_amounts:
            amounts = AmountsWatcher(self._sheet, state)
            wrong = any(True for _ in amounts.see(entry)) or wrong
            state = amounts.stake
        return Followed(state, wrong, 0.0 if wrong else self._chance(entry, names[0]))

    def meant(self, entries: Sequence[Entry], at: int, state: StakeText | None) -> Iterator[Meant]:
        """Other points, other counts, two of them swapped, another name, another amount."""
        entry = entries[at]
        said = {role: value_text(entry.fields.get(role, "")) for role in (*self._roles, "cube", *NAMES)}
        for role in self._roles:
            numbers = map(str, range(LEAST if role == "value" else 0, MOST + 1))
            yield from instead(role, said[role], numbers, len(self._roles))
        pairs = list(combinations(self._roles, 2))
        for one, other in pairs:
            if said[one] != said[other]:
                yield Meant("swapped", ((0, one, said[other]), (0, other, said[one])), len(pairs))
        points, left = points_of(entry), left_of(entry).remaining
        if points and left and points % left == 0 and points // left in _TIMES:
            yield Meant(_TIMES[points // left], ((0, "value", str(left)),), 4)
        if entry.numbers.get("cube") not in (None, 1):
            yield Meant("word", ((0, "cube", "1"),))
        yield from self._names(entry)
        if self._has_amounts:
            due = AmountsWatcher(self._sheet, state).due(entry)
            if due is not None:
                yield Meant("added-up", ((0, "amount", due),))
                yield Meant("number", ((0, "amount", due),), len(self._roles))

    def _names(self, entry: Entry) -> Iterator[Meant]:
        for role in NAMES:
            said = plain(name_in(entry, role))
            meant = self._meant(said) or [name for name in self._spelt if name not in ("", said)]
            kind, among = ("name", 2 * len(meant)) if said else ("left-out", 2 * len(meant))
            if said and len(self._meant(said)) == 1:
                kind, among = "misspelt", 1
            for name in meant:
                if not self._meant(name):
                    yield Meant(kind, ((0, role, self._spelt[name]),), among)

    def _meant(self, name: str) -> Sequence[str]:
        return [plain(meant) for meant in self._strangers.get(name, ())]

    def _is_number(self, entry: Entry, role: str) -> bool:
        number = entry.numbers.get(role)
        return isinstance(number, int) or (number is None and role != "value")

    def _chance(self, entry: Entry, winner: str) -> float:
        """The log-probability of a game: the winner, and the places of the loser's checkers."""
        chance = log((self._wins[winner] + _EVEN) / (self._counts[winner] + 2 * _EVEN))
        for role, falls in self._usual.items():
            count = entry.numbers.get(role)
            if isinstance(count, int):
                usual = (1 - falls) * falls**count
                chance += log((1 - _ANY_COUNT) * usual + _ANY_COUNT / (MOST + 1))
        return chance


def _falls(entries: Sequence[Entry], role: str) -> float:
    """How fast larger counts become rarer on the sheet."""
    counts = [count for entry in entries for count in (entry.numbers.get(role),) if isinstance(count, int)]
    usual = (sum(max(0, min(count, MOST)) for count in counts) + 0.5) / (len(counts) + 1)
    return usual / (1 + usual)
