"""Possible meanings of the facts of Skat games, and their probabilities."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import log

from scorecheck.checks.facts import Facts, Followed, Meant, instead
from scorecheck.checks.ruleset import Mending
from scorecheck.checks.sides import naming
from scorecheck.checks.words import plain, position_of
from scorecheck.games.skat.beside import (
    PARTY,
    RECORD_CHECKS,
    as_written,
    base_and_factor,
    dues_beside,
    number_beside,
    soloist_beside,
    value_beside,
    ways_of,
    worth_of,
)
from scorecheck.games.skat.checks import dealer, dues, value
from scorecheck.games.skat.list_end import points_at
from scorecheck.games.skat.prior import SkatPrior, likely_game
from scorecheck.games.skat.record import (
    DOUBLES,
    HOUSE_GAMES,
    MARKS,
    RowTold,
    addition,
    at_table,
    bases_in,
    due_of,
    gained,
    is_of_values,
    is_passed,
    misspelt,
    texts_in,
    told_by,
)
from scorecheck.games.skat.score import MOST_MATADORS, Due, is_lost
from scorecheck.games.skat.scoring import OFTEN, VALUES, SoloGame, turn_of
from scorecheck.model.cells import Number, Written, value_text
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet

_LOOKED_AT = 60
_MOST_WORDS = 12
_CARD_POINTS = range(121)
_DIGITS = re.compile(r"\d+")
_MOST = MOST_MATADORS["clubs"]
_KINDS = (
    ("Kreuz", "Pik", "Herz", "Karo", "Grand", "Null"),
    ("Clubs", "Spades", "Hearts", "Diamonds", "Grand", "Null"),
    ("Kløver", "Spar", "Hjerter", "Ruter", "Grand", "Null"),
    ("12", "11", "10", "9", "24", "23"),
)
_ADDITIONS = ("Hand", "Schneider", "Schwarz", "Ouvert")
"""Additions in words that lists in all languages have."""
_WORDS = ("kind", "extras", "result", *MARKS)
_NUMBERS = ("matadors", "without", "card_points", "bid", "value", "soloist_points", "plus", "minus")
"""The columns of facts in words, and in numbers."""
_WORKED = ("value", "soloist_points", "plus")
"""Those of the numbers that are calculated."""
_AS_EASILY = 5
"""The factor of slips in facts: a row has five or six short ones, written together with the points."""
_FORGOTTEN = 3
"""The factor for forgotten additions, since most games have none."""
_MISCOUNTED = 4
"""The factor for jacks miscounted by one."""
_NO_GAME = -20.0
"""The log-probability of an impossible game."""
_UNSAID = -4.0
"""The same for a game without a value, if the sheet has values."""
_OVERBID, _ONE_MORE = 0.005, 0.3
"""The share of overbid games, and the factor for each further step by which they are: estimates."""
_WRONGLY, _ONE_MULTIPLE = 60, 4
"""The number of possible results of a wrong calculation, and the share of one multiple off."""


class RecordFacts(Facts):
    """The games of a list without columns of players. See ``Facts``."""

    def __init__(self, sheet: Sheet, entries: Sequence[Entry]) -> None:
        """For a sheet; cells may have values from its other rows."""
        del entries
        self._sheet = sheet
        self._words = {role: words_of(sheet, role) for role in _WORDS}

    def begin(self) -> None:
        """Each row is an independent game."""

    def follow(self, state: None, entry: Entry) -> Followed:
        """The state after one more game."""
        wrong = any(
            check.look is not None and any(True for _ in check.look(entry, (), self._sheet))
            for check in (*RECORD_CHECKS, value, dealer, value_beside)
        )
        return Followed(state, wrong, 0.0 if wrong else _likely_facts(entry, self._sheet))

    def meant(self, entries: Sequence[Entry], at: int, state: None) -> Iterator[Meant]:
        """Another number, word, mark or name; and the values by the facts."""
        del state
        yield from self._numbers(entries[at])
        yield from _other_facts(entries[at], self._sheet, self._words)
        yield from self._names(entries[at])

    def _names(self, entry: Entry) -> Iterator[Meant]:
        """Another player than the named one."""
        for role in ("soloist", "dealer"):
            said = value_text(entry.fields.get(role, "")).strip()
            near = misspelt(said, self._sheet) if role == "soloist" else None
            if near is not None:
                yield Meant("misspelt", ((0, role, near),))
                continue
            if self._sheet.column(role) is not None:
                players = (one for one in self._sheet.players if one.casefold() != said.casefold())
                names = (name for name in players if misspelt(name, self._sheet) is None)
                yield from instead(role, said, names, 2 * (len(self._sheet.players) - 1), "name")

    def _numbers(self, entry: Entry) -> Iterator[Meant]:
        """The values by the facts, if others are written or calculated."""
        told = told_by(entry, self._sheet)
        if is_of_values(self._sheet):
            yield from self._of_values(entry, told)
            return
        due = due_of(told, entry, self._sheet)
        if not isinstance(due, Due):
            return
        by_points = due_of(told._replace(value=None), entry, self._sheet)
        values = (*due.values, *(by_points.values if isinstance(by_points, Due) else ()))
        for role, numbers in (("soloist_points", (due.points,)), ("value", values)):
            said = told.points if role == "soloist_points" else told.value
            for number in dict.fromkeys(numbers):
                edits = self._written(entry, role, number)
                if not edits or said == number:
                    continue
                columns = _count(self._sheet, _NUMBERS)
                if said is None:
                    yield Meant("left-out", edits, columns)
                else:
                    # Won games are not doubled, so half of the points are the value of another game.
                    half = isinstance(said, int) and 2 * said == number < 0
                    yield Meant(
                        "doubling" if half else "number", edits, 1 / OFTEN["undoubled"] if half else columns
                    )
                    ways = _ways_to(said, number, due) * _count(self._sheet, _WORKED)
                    yield Meant("added-up", edits, ways)

    def _of_values(self, entry: Entry, told: RowTold) -> Iterator[Meant]:
        """On a list without matadors: another value, other points, or the other result."""
        for role, said in (("value", told.value), ("soloist_points", told.points)):
            if isinstance(said, int) and said != 0:
                yield from self._doubled(entry, role, said)
                yield from self._other_values(entry, role, said)
                due = told.gives if role == "soloist_points" else told.worth
                if due is not None and due != said and SoloGame(0, due).is_game:
                    yield Meant("added-up", self._written(entry, role, due), _WRONGLY)
        if self._sheet.column("marked_lost") is not None and told.won is not None:
            yield from _other_mark(entry, self._sheet, ("marked_won", "marked_lost"), won=told.won)

    def _doubled(self, entry: Entry, role: str, said: int) -> Iterator[Meant]:
        """A number that was doubled wrongly, or not doubled."""
        if role != "soloist_points" and said > 0:
            return
        for number in (2 * said, said // 2):
            if SoloGame(0, number).is_game:
                edits = self._written(entry, role, number)
                forgotten = number == 2 * said and len(edits) == 1
                yield Meant(
                    "doubling", edits, 1 / OFTEN["undoubled"] if forgotten else _count(self._sheet, _NUMBERS)
                )

    def _other_values(self, entry: Entry, role: str, said: int) -> Iterator[Meant]:
        """The value of another game, or the same with the other sign."""
        columns = _count(self._sheet, _NUMBERS)
        for worth in sorted(VALUES):
            number = worth if said > 0 else -2 * worth
            if number != said and number != 2 * min(0, said):
                yield Meant("number", self._written(entry, role, number), columns)
        if SoloGame(0, -said).is_game:
            edits = self._written(entry, role, -said)
            yield Meant("number" if len(edits) == 1 else "swapped", edits, columns / OFTEN["sign"])

    def _written(self, entry: Entry, role: str, number: Number) -> tuple[tuple[int, str, str], ...]:
        """The edits for a number: for points in two columns, in that of its sign, without it."""
        if self._sheet.column(role) is not None:
            return ((0, role, str(number)),)
        if role != "soloist_points" or self._sheet.column("plus") is None:
            return ()
        side, other = ("plus", "minus") if number > 0 else ("minus", "plus")
        signed = isinstance(there := entry.numbers.get("minus"), int) and there < 0
        text = str(number) if signed else str(abs(number))
        stands = entry.numbers.get(other) is not None
        return ((0, side, text), *(((0, other, ""),) if stands else ()))


def _facts_meant(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """Other facts that agree with the points, beside columns of players."""
    told = told_by(entry, sheet)
    due = due_of(told, entry, sheet)
    if isinstance(due, Due):
        seat = position_of(told.soloist, sheet.players)
        if entry.points == tuple(due.points if at == seat else 0 for at in range(len(entry.points))):
            return
    if sheet.column("soloist") is not None:
        for name, paid in zip(sheet.players, entry.points, strict=True):
            if paid and name != told.soloist:
                kind = "name" if told.soloist else "left-out"
                yield Meant(kind, ((0, "soloist", name),), (len(sheet.players) - 1) / _AS_EASILY)
    for one in _other_facts(entry, sheet, {role: words_of(sheet, role) for role in _WORDS}):
        yield one._replace(among=one.among / _AS_EASILY)


def _meant_beside(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """Possible meanings of columns beside right points: the other sign, or another word for the result."""
    turn = turn_of(gained(entry, sheet))
    if turn is None or not turn.is_game:
        return
    yield from _in_other_column(entry, sheet, turn)
    if soloist_beside(entry, sheet) not in {None, turn.soloist}:
        name = naming(sheet, sheet.column(PARTY) or 0, (turn.soloist,))
        yield Meant("name", ((0, PARTY, name),), len(sheet.players) - 1)
    for role, due in dues_beside(entry, sheet):
        if number_beside(entry, role) not in as_written(role, turn):
            yield Meant("number", ((0, role, due),))
    yield from _other_base(entry, sheet, turn.worth)
    for word in words_of(sheet, "result"):
        if word != value_text(entry.fields.get("result", "")).strip():
            yield Meant("word", ((0, "result", word),))


def _in_other_column(entry: Entry, sheet: Sheet, turn: SoloGame) -> Iterator[Meant]:
    """The value of the game in the column of its sign, if it is in the other."""
    side, other = ("plus", "minus") if turn.value > 0 else ("minus", "plus")
    said = number_beside(entry, other)
    if said and not number_beside(entry, side) and sheet.column(side) is not None:
        for due in as_written(side, turn):
            if abs(due) == abs(said):
                yield Meant("swapped", ((0, other, ""), (0, side, str(due))))


def _other_base(entry: Entry, sheet: Sheet, worth: Number) -> Iterator[Meant]:
    """Another base or factor that gives the value of the game."""
    bases, factor = base_and_factor(entry, sheet)
    for base, times in ways_of(entry, sheet, worth) if bases or factor is not None else ():
        if factor not in {None, times} and base in (bases or {base}):
            yield Meant("number", ((0, "factor", str(times)),))
        elif bases and base not in bases and factor in {None, times}:
            words = [word for word in words_of(sheet, "base") if base in bases_in(word)]
            yield Meant("word", ((0, "base", words[0] if words else str(base)),))


def _kinds_like(words: Iterable[str]) -> Sequence[str]:
    """All kinds of game, in the most frequent language of the sheet."""
    said = {plain(word) for word in words}
    return max(_KINDS, key=lambda kinds: sum(plain(kind) in said for kind in kinds))


def _additions_like(now: str, words: Iterable[str]) -> Iterator[str]:
    """The additions of a row with one more or fewer, in the words of the sheet if it has any."""
    said = now.split()
    yield from (" ".join([*said[:at], *said[at + 1 :]]) for at in range(len(said)))
    single = dict.fromkeys(word for several in words for word in several.split())
    known = {addition(word) for word in single}
    single.update((word, None) for word in _ADDITIONS if addition(word) not in known)
    yield from (" ".join([*said, word]) for word in single if word not in said)


def _ways_to(said: Written, meant: Number, due: Due) -> float:
    """The number of alternative wrong values: mostly one multiple off."""
    base = next(one for one in reversed(due.worked.terms) if one.key not in {"lost", *DOUBLES})
    near = isinstance(said, int) and base.factor and abs(said - meant) in (base.value, 2 * base.value)
    return _ONE_MULTIPLE if near else _WRONGLY


def _count(sheet: Sheet, roles: Iterable[str]) -> int:
    """The number of these columns on a sheet."""
    return max(1, sum(sheet.column(role) is not None for role in roles))


def _other_facts(entry: Entry, sheet: Sheet, words: Mapping[str, Sequence[str]]) -> Iterator[Meant]:
    """Possible other facts of the row.

    Those from other rows of the column, other counts, bids and card points, a mark more or fewer.
    """
    told = told_by(entry, sheet)
    if not told.passed:
        if (worth := worth_of(told, entry, sheet)) is not None:
            yield from _other_base(entry, sheet, worth)
        yield from _other_words(entry, sheet, words, told)
        if told.won is not None and sheet.column("lost") is not None:
            yield from _other_mark(entry, sheet, ("result", "lost"), won=told.won)
        yield from _other_matadors(entry, sheet, told)
        yield from _misread_numbers(entry, sheet)


def _other_words(
    entry: Entry, sheet: Sheet, words: Mapping[str, Sequence[str]], told: RowTold
) -> Iterator[Meant]:
    """Another word in one of the columns of words, or none."""
    columns = _count(sheet, _WORDS)
    for role, said in words.items():
        if sheet.column(role) is None:
            continue
        now = value_text(entry.fields.get(role, "")).strip()
        near = [one.near for one in told.unclear if one.role == role and one.near]
        others = [word for word in _words_for(role, now, said, near) if word != now]
        for word in others:
            if word in near:
                yield Meant("misspelt", ((0, role, word),), columns)
            else:
                kind, among = ("word", columns) if now else ("left-out", columns / _FORGOTTEN)
                yield Meant(kind, ((0, role, word),), among * len(others))


def _words_for(role: str, now: str, said: Sequence[str], near: Iterable[str]) -> Iterable[str]:
    """The possible words of a column, each once: similar ones, those of the sheet, none, and the game's."""
    marks = ["x"] if role in MARKS and not said else []
    # A game without a kind or a result cannot be checked, which is no repair.
    none = [] if role in {"kind", "result"} else [""]
    more = _kinds_like(said) if role == "kind" else _additions_like(now, said) if role == "extras" else ()
    return dict.fromkeys([*near, *said, *marks, *none, *more])


def _other_mark(entry: Entry, sheet: Sheet, roles: tuple[str, str], *, won: bool) -> Iterator[Meant]:
    """The mark for won or lost in the other column."""
    here, there = roles if won else roles[::-1]
    mark = value_text(entry.fields.get(here, "")) or "x"
    edits = tuple(
        (0, role, text) for role, text in ((here, ""), (there, mark)) if sheet.column(role) is not None
    )
    yield Meant("swapped", edits)


def _other_matadors(entry: Entry, sheet: Sheet, told: RowTold) -> Iterator[Meant]:
    """Another count of jacks, or none if a null game has none."""
    for role in ("matadors", "without"):
        now = value_text(entry.fields.get(role, "")).strip()
        said = _DIGITS.search(now)
        for count in range(1, _MOST + 1) if said is not None else ():
            text = _DIGITS.sub(str(count), now, count=1)
            if said is not None and text != now:
                likelier = _MISCOUNTED if abs(count - int(said[0])) == 1 else 1
                yield Meant("number", ((0, role, text),), _count(sheet, _NUMBERS) / likelier)
        if now and told.facts is not None and told.facts.kind == "null":
            yield Meant("word", ((0, role, ""),), _count(sheet, _WORDS))


def _misread_numbers(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """Other card points and bids that look like the written ones."""
    for role, numbers in (("card_points", _CARD_POINTS), ("bid", sorted(VALUES))):
        said = entry.numbers.get(role)
        if sheet.column(role) is not None and isinstance(said, int):
            yield from instead(role, str(said), map(str, numbers), _count(sheet, _NUMBERS), "misread")


def words_of(sheet: Sheet, role: str) -> list[str]:
    """The words of a column, each once."""
    found = dict.fromkeys(texts_in(sheet, sheet.column(role), _LOOKED_AT))
    judged = [word for word in found if not is_passed(word) and plain(word) not in HOUSE_GAMES]
    return judged[:_MOST_WORDS]


def _dues_beside(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[tuple[str, str]]:
    yield from dues(entry, past, sheet)
    yield from dues_beside(entry, sheet)


def _dues(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Also the value of the game, if its points agree with the facts."""
    yield from _dues_beside(entry, past, sheet)
    told = told_by(entry, sheet)
    due = due_of(told, entry, sheet)
    if isinstance(due, Due) and told.value not in (None, *due.values):
        yield "value", str(due.value)


def _points_due(entry: Entry, sheet: Sheet) -> list[tuple[Number, ...]]:
    """The points of each player by the facts of a game."""
    told = told_by(entry, sheet)
    due = due_of(told, entry, sheet)
    seat = position_of(told.soloist, sheet.players)
    if told.passed:
        return [(0,) * len(sheet.players)]
    if not isinstance(due, Due) or seat is None:
        return []
    return [tuple(due.points if at == seat else 0 for at in range(len(sheet.players)))]


def _ways_worked_out(entry: Entry, sheet: Sheet) -> float:
    """The number of wrong values that a miscalculated row may have."""
    due = due_of(told_by(entry, sheet), entry, sheet)
    said = [points for points in entry.points if points]
    return _ways_to(said[0], due.points, due) if isinstance(due, Due) and len(said) == 1 else _WRONGLY


def _likely_facts(entry: Entry, sheet: Sheet) -> float:
    """The log-probability of the facts of a game, without columns of players."""
    told = told_by(entry, sheet)
    if is_of_values(sheet):
        if sheet.points_columns:
            return _UNSAID if any(entry.points) and told.worth is None else 0.0
        step = gained(entry, sheet)
        return max(SkatPrior(at_table(sheet))(step), _NO_GAME)
    if told.facts is None:
        return 0.0
    due = due_of(told, entry, sheet)
    won = due.points > 0 if isinstance(due, Due) else not is_lost(told.facts)
    terms = due.worked.terms if isinstance(due, Due) else ()
    steps = sum(int(term.value) for term in terms if term.key == "unwritten")
    return likely_game(replace(told.facts, unwritten=steps), won) + _of_bid(told, due)


def _of_bid(told: RowTold, due: Due | str | None) -> float:
    """The log-probability of a bid: mostly any up to the value of the game."""
    if told.facts is None or told.facts.bid is None or not isinstance(due, Due):
        return 0.0
    keys = [term.key for term in due.worked.terms]
    if "overbid" not in keys:
        return log(1 - _OVERBID) - log(max(1, sum(1 for value in VALUES if value <= due.value)))
    over, base = due.worked.terms[keys.index("overbid") :][:2]
    bids = sum(1 for value in VALUES if due.value - base.value < value <= due.value)
    return log(_OVERBID) + float(over.value - 1) * log(_ONE_MORE) - log(max(1, bids))


def _all_meant(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    yield from _facts_meant(entry, sheet)
    if sheet.column("plus") is not None:
        yield from _meant_beside(entry, sheet)


of_points = partial(Mending, often=OFTEN, facts_meant=_meant_beside, dues=_dues_beside, results=points_at)


def of_facts(running: bool) -> Mending:
    """What the search needs to know of a list with the facts of its games, in points or running totals."""
    return Mending(
        often=OFTEN,
        meant=lambda _points: (),
        worked=_points_due,
        worked_among=None if running else _ways_worked_out,
        facts_meant=_all_meant,
        likely=_likely_facts,
        dues=_dues,
        results=points_at,
        facts=RecordFacts,
    )
