"""Facts of game logs for the search of repairs: probabilities of events, and possible meanings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, log

from scorecheck.checks.facts import Followed, Meant
from scorecheck.checks.prior import learnt_shares
from scorecheck.checks.words import nearest, plain
from scorecheck.games.chouette.log import Log, cubes_due, follow
from scorecheck.games.chouette.log_checks import options_of
from scorecheck.games.chouette.rows import (
    LogRow,
    action_words,
    nearest_action,
    nearest_result,
    part_of,
    row_of,
)
from scorecheck.model.cells import value_text
from scorecheck.model.sheet import Entry, Sheet

_FURTHEST_BACK = 40
_ANSWERS = {"take": 0.62, "drop": 0.3, "beaver": 0.08}
_OF_EXTRAS = {"accept": 0.7, "refuse": 0.3}
"""The frequencies of answers to cubes and extras."""
_WEIGHT = 6
"""The weight of the prior, in answers."""
_TO_NOBODY = frozenset({"roll", "accept", "refuse", "skip", "leave"})
_NEEDLESS = 0.03
"""The frequency of an unnecessary name beside an action, or a cube beside a roll."""
_RESULTS = {"single": 0.75, "gammon": 0.22, "backgammon": 0.03}
_ALL_AT_ONCE = 0.6
"""The frequency of doubling everybody at once."""
_MISTAKEN: Mapping[str, Sequence[str]] = {
    "take": ("drop", "beaver", "double"),
    "drop": ("take", "beaver", "double"),
    "beaver": ("take", "drop", "raccoon"),
    "double": ("take", "roll", "drop"),
    "roll": ("double",),
    "accept": ("refuse", "take"),
    "refuse": ("accept", "drop"),
    "raccoon": ("beaver", "double"),
    "extra": ("double", "take", "drop"),
    "open": ("roll",),
}
"""The actions that are most easily confused."""
_OTHER_ACTIONS = 12
"""How much rarer each other confusion is."""
_NEVER = frozenset({"few-seats", "seat-twice", "dice", "dice-face", "dice-number"})
"""Faults of seats that are impossible."""
_TO_SOMEBODY = frozenset({"double", "take", "drop", "beaver", "raccoon", "extra"})
_SEATED = ("who", "turn", "mover")
_DIE = re.compile(r"(?<![0-9])[0-9](?![0-9])")


class LogFacts:
    """The events of one log. See ``Facts``."""

    def __init__(self, sheet: Sheet, entries: Sequence[Entry]) -> None:
        """For a sheet, with its words."""
        self._sheet = sheet
        self._options = options_of(sheet)
        rows = [row_of(entry) for entry in entries]
        self._has_value = sheet.column("value") is not None
        self._words = {row.kind: row.word for row in reversed(rows) if row.kind is not None}
        self._parts = {part: row.who for row in reversed(rows) for part in (part_of(row.who),) if part}
        said = Counter(row.kind for row in rows if row.kind in _ANSWERS)
        self._answers = {**learnt_shares(said, _ANSWERS, _WEIGHT), **_OF_EXTRAS}
        named = [bool(row.target) for row in rows if row.kind in _TO_SOMEBODY]
        self._named = (sum(named) + 0.5) / (len(named) + 1)
        self._early, self._late = self._written(rows)
        # What else is said, such as of seats, has many words.
        said = [self._words[kind].casefold() for kind in _ENGLISH & self._words.keys()]
        english = bool(said) and _ENGLISH.issuperset(said)
        self._actions_meant = {**({word: word for word in _ENGLISH} if english else {}), **self._words}

    def _written(self, rows: Sequence[LogRow]) -> tuple[int, int]:
        """How often the value of a double is the cube before it, and after it."""
        state, early, late = Log(), 0, 0
        for row in rows:
            if row.kind == "double" and row.value is not None:
                due = cubes_due(state, row, self._options)
                late += row.value in due[:1]
                early += row.value in due[1:]
            state = follow(state, row, self._options).log
        return early, late

    def begin(self) -> Log:
        """No game yet."""
        return Log()

    def follow(self, state: Log, entry: Entry) -> Followed:
        """One more event."""
        row = row_of(entry)
        log_after, faults = follow(state, row, self._options)
        really = any(fault.rule != "illegal" and fault.kind not in _NEVER for fault in faults)
        return Followed(log_after, bool(faults), 0.0 if faults else self._chance(state, row), really)

    def is_wrong_at_end(self, state: Log) -> bool:
        """Faults that only the next row could have removed."""
        return state.held is not None

    def suspects(self, entries: Sequence[Entry], at: int, state: Log) -> Sequence[int]:
        """The rows of the game; for wrong seats, also those of the game before."""
        del state
        begins, last = at, row_of(entries[at]).kind == "order"
        while begins > max(0, at - _FURTHEST_BACK):
            if row_of(entries[begins]).kind == "order" and not (last and begins == at):
                break
            begins -= 1
        return range(begins, at + 1)

    def meant(self, entries: Sequence[Entry], at: int, state: Log) -> Iterator[Meant]:
        """Other players, actions, values, dice, seats."""
        entry = entries[at]
        row, game = row_of(entry), state.game or state.due
        seats = game.seats if game is not None else ()
        if row.kind == "order":
            yield from self._orders(entry, row, state)
            return
        for role in _SEATED:
            yield from self._names(entry, role, seats, row)
        yield from self._actions(row)
        yield from self._targets(entry, row, seats)
        yield from self._values(entries[at:], row, state)
        yield from self._numbers(entries, at)

    def _orders(self, entry: Entry, row: LogRow, state: Log) -> Iterator[Meant]:
        """Two seats swapped, one name for another, dice."""
        names, text = row.seating.names, value_text(entry.fields.get("to", ""))
        pairs = list(combinations(range(len(names)), 2))
        for one, other in pairs:
            changed = list(names)
            changed[one], changed[other] = names[other], names[one]
            yield Meant("swapped", ((0, "to", _with_names(text, names, changed)),), len(pairs))
        others = [other for other in state.totals if other not in names]
        for place in range(len(names)):
            yield from _with_another(text, names, place, others)
        due = state.due
        if due is not None and set(due.seats) == set(names):
            yield Meant("word", ((0, "to", _with_names(text, names, due.seats)),), _OTHER_ACTIONS)
        if row.seating.own_dice:
            by_dice = _by_dice(text, row)
            if by_dice is not None:
                yield Meant("swapped", ((0, "to", by_dice),))
        yield from _other_dice(text, 5 * len(names))

    def _names(self, entry: Entry, role: str, seats: Sequence[str], row: LogRow) -> Iterator[Meant]:
        said = " ".join(value_text(entry.fields.get(role, "")).split())
        if not said or self._sheet.column(role) is None:
            return
        part = part_of(said)
        if role == "who" and row.kind == "win":
            if part in ("box", "team") or said in seats:
                other = "team" if part == "box" or (seats and said == seats[0]) else "box"
                if seats:
                    yield Meant("name", ((0, role, self._parts.get(other) or seats[other == "team"]),))
            return
        for kind, name, among in _likely_names(said, seats):
            yield Meant(kind, ((0, role, name),), among)

    def _actions(self, row: LogRow) -> Iterator[Meant]:
        if row.kind is None:
            near = nearest_action(row.word) if row.word else None
            if near is not None:
                kind = action_words()[plain(near)]
                yield Meant("misspelt", ((0, "action", self._words.get(kind, near)),))
                return
        likely = _MISTAKEN.get(row.kind or "", ())
        for kind, word in self._actions_meant.items():
            if kind not in (row.kind, "order"):
                among = len(likely) + 1 if kind in likely else (len(likely) + 1) * _OTHER_ACTIONS
                yield Meant("word", ((0, "action", word),), among)

    def _targets(self, entry: Entry, row: LogRow, seats: Sequence[str]) -> Iterator[Meant]:
        """Other dice, another result, another name, one more or one less."""
        text = value_text(entry.fields.get("to", ""))
        if row.kind == "win":
            near = nearest_result(text) if not row.result else None
            if near is not None:
                yield Meant("misspelt", ((0, "to", near),))
            return
        if row.kind in ("open", "again"):
            yield from _other_dice(text, 10 if row.kind == "open" else 5)
        if row.kind not in _TO_SOMEBODY:
            return
        names = row.to
        if len(names) == 1 and row.who and part_of(names[0]) is None:
            yield Meant("swapped", ((0, "who", names[0]), (0, "to", row.who)))
        others = [
            name for name in seats if name.casefold() not in {one.casefold() for one in (*names, row.who)}
        ]
        for place, name in enumerate(names):
            if part_of(name) is not None:
                continue
            yield from _with_another(text, names, place, others)
            if len(names) > 1:
                fewer = [*names[:place], *names[place + 1 :]]
                yield Meant("name-added", ((0, "to", ", ".join(fewer)),), len(seats))
        if names:
            for name in others:
                yield Meant("name-missing", ((0, "to", ", ".join((*names, name))),), len(names) + 1)
        else:
            yield from (Meant("left-out", ((0, "to", name),)) for name in others)

    def _values(self, entries: Sequence[Entry], row: LogRow, state: Log) -> Iterator[Meant]:
        """The cube; if a wrong one is continued, up to the end of the game."""
        if row.value is None or not self._has_value:
            return
        for due in cubes_due(state, row, self._options):
            if due == row.value:
                continue
            yield Meant("number", ((0, "value", str(due)),))
            below = list(self._carried(entries, state, row, due))
            doubled = max(due, row.value) == 2 * min(due, row.value)
            for edits in (((0, "value", str(due)),), ((0, "value", str(due)), *below) if below else ()):
                if edits and (doubled or len(edits) > 1):
                    yield Meant("doubling" if doubled else "carried", edits, 2.0)

    def _carried(
        self, entries: Sequence[Entry], state: Log, row: LogRow, due: int
    ) -> Iterator[tuple[int, str, str]]:
        """The later values in the game with the same error, corrected as well."""
        state = follow(state, row._replace(value=due), self._options).log
        for below, other in enumerate(map(row_of, entries[1:]), 1):
            if other.kind == "order" or other.number not in ("", row.number) or row.value is None:
                return
            step = follow(state, other, self._options)
            if step.faults and other.value is not None and other.value * due % row.value == 0:
                value = other.value * due // row.value
                step = follow(state, other._replace(value=value), self._options)
                yield below, "value", str(value)
            if step.faults:
                return
            state = step.log

    def _numbers(self, entries: Sequence[Entry], at: int) -> Iterator[Meant]:
        """The game number of the adjacent rows."""
        said = value_text(entries[at].fields.get("number", "")).strip()
        beside = {
            value_text(entries[near].fields.get("number", "")).strip()
            for near in (at - 1, at + 1)
            if 0 <= near < len(entries)
        }
        yield from (Meant("number", ((0, "number", other),)) for other in beside - {said, ""})

    def _chance(self, state: Log, row: LogRow) -> float:
        """The log-probability of an event."""
        kind, chance = row.kind or "", 0.0
        if kind in _TO_NOBODY and row.target:
            chance += log(_NEEDLESS)
        if kind in _TO_SOMEBODY:
            chance += log(self._named if row.target else 1 - self._named)
        if kind == "roll" and row.value is not None:
            chance += log(_NEEDLESS)
        if kind in self._answers:
            return chance + log(self._answers[kind]) * max(1, len(row.to) if kind != "accept" else 1)
        if kind == "win":
            return chance + log(_RESULTS.get(row.result, 1.0))
        game = state.game
        if kind == "double" and game is not None and row.who.casefold() in (game.box.casefold(), "box"):
            free = len(game.cubes)
            asked = free if any(part_of(name) in ("all", "team") for name in row.to) else len(row.to)
            chance = log(_ALL_AT_ONCE if asked >= free else (1 - _ALL_AT_ONCE) / max(1, comb(free, asked)))
        if kind == "double" and row.value is not None:
            said = self._late if row.value in cubes_due(state, row, self._options)[:1] else self._early
            chance += log((said + 1) / (self._early + self._late + 2))
        return chance


_ENGLISH = frozenset({*_MISTAKEN, "skip", "win"})


def _by_dice(text: str, row: LogRow) -> str | None:
    """The seats in the order of the dice beside the names."""
    parts = text.split(", ")
    if len(parts) != len(row.seating.names):
        return None
    order = sorted(range(len(parts)), key=lambda at: row.seating.own_dice[at], reverse=True)
    return ", ".join(parts[at] for at in order)


def _other_dice(text: str, among: float) -> Iterator[Meant]:
    for found in _DIE.finditer(text):
        for face in "123456":
            if face != found[0]:
                said = text[: found.start()] + face + text[found.end() :]
                yield Meant("die", ((0, "to", said),), among)


def _likely_names(said: str, names: Iterable[str]) -> list[tuple[str, str, float]]:
    """Possible names, each with the kind of slip and the number of alternatives."""
    others = [name for name in names if name.casefold() != said.casefold()]
    near = nearest(said, others)
    return [("misspelt", near, 1.0)] if near is not None else [("name", name, len(others)) for name in others]


def _with_another(text: str, names: Sequence[str], place: int, others: Sequence[str]) -> Iterator[Meant]:
    """A list of names with another one in a place."""
    for kind, meant, among in _likely_names(names[place], others):
        changed = [*names[:place], meant, *names[place + 1 :]]
        yield Meant(kind, ((0, "to", _with_names(text, names, changed)),), among * len(names))


def _with_names(text: str, names: Sequence[str], changed: Sequence[str]) -> str:
    """A list of names with others in it, and everything else unchanged."""
    found: list[str] = []
    rest = text
    for name, other in zip(names, changed, strict=True):
        begin = rest.find(name)
        if begin < 0:
            return ", ".join(changed)
        found += (rest[:begin], other)
        rest = rest[begin + len(name) :]
    return "".join((*found, rest))
