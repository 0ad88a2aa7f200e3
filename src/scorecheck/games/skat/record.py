"""Lists with the facts of each game: the content of their rows, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from scorecheck.checks.check import UnclearFact
from scorecheck.checks.sketch import required_of
from scorecheck.checks.words import nearest, nearest_word, plain, position_of, vocabulary
from scorecheck.games.skat.score import Due, SkatFacts, kinds, worked_out
from scorecheck.games.skat.scoring import GRAND, NULLS, SEEGER, SUITS, SoloGame, own_points, turn_of
from scorecheck.model.cells import Number, Unreadable, Value, Written, value_text
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet

KINDS_OF_LISTS = required_of("skat", "detail")
REQUIRED, _OF_FORM, *_OF_VALUES = KINDS_OF_LISTS
"""The columns that identify a list.

Those of facts; of the printed form, where the number in a player's column shows the soloist; and of lists
without matadors, with value and winner or points.
"""
OF_VALUES = frozenset(_OF_VALUES)
NUMBERS = frozenset({"card_points", "bid", "value", "soloist_points", "plus", "minus", "factor"})
MARKS = {
    "hand": "hand",
    "schneider": "schneider",
    "schneider_announced": "schneider-announced",
    "schwarz": "schwarz",
    "schwarz_announced": "schwarz-announced",
    "open": "open",
}
"""The columns of marks, and their meaning."""
DOUBLES = ("bock", "kontra", "rekontra")
"""The columns of marks that double a game by house rules."""
_WORDS = (
    "soloist",
    "kind",
    "matadors",
    "without",
    "extras",
    "result",
    "lost",
    "marked_won",
    "marked_lost",
    *MARKS,
    *DOUBLES,
)
_NUMBERS = ("card_points", "bid", "value", "soloist_points", "plus", "minus")
ROLES = frozenset((*_WORDS, *_NUMBERS, "dealer", "base", "factor", "aside"))
"""The columns of facts."""
_SYMBOLS = {"♣": " clubs ", "♠": " spades ", "♥": " hearts ", "♦": " diamonds "}
_TWO = "?"
"""Several players have points, which is reported for the points."""
_NORWEGIAN = frozenset({"vt", "vunnet", "vunnettapt"})
"""Headings under which a v stands for a won game; elsewhere it is German, for a lost one."""
_LOOKED_AT = 200
"""The number of rows that show the dealers: four times round more often than a list has games."""
_TICKS = frozenset("✓✔☑✗✘+*•●")
_NOTHING = frozenset("-–—/.")
_BLANK = frozenset({"(blank)", "(leer)", "(tom)"})
_BASES = {str(base): kind for kind, base in SUITS.items()} | {
    str(GRAND): "grand",
    **{str(value): name.replace("-", " ") for name, value in NULLS.items()},
}
"""The kinds of game for a base value, or for that of a null game."""
_MATADORS = re.compile(r"\s*([^\W\d]*)[\s.]*([-+−]?)\s*(\d{1,3})\s*")

_extras = partial(vocabulary, "games", "skat", "columns.toml", section="extras")
_marks = partial(vocabulary, "games", "skat", "columns.toml", section="marks")
PASSED_IN = frozenset(vocabulary("games", "skat", "columns.toml", section="passed"))
"""Words for a game that nobody played."""
HOUSE_GAMES = frozenset(vocabulary("games", "skat", "columns.toml", section="house"))
"""Games by agreement only: Ramsch, if everybody passes."""
_headings = partial(vocabulary, "games", "skat", "columns.toml", section="detail")
_nearest_kind = partial(nearest_word, parts=("games", "skat", "columns.toml"), section="kinds")


def addition(word: str) -> str | None:
    """The addition for a word, as in the vocabulary, ``nothing`` included; ``None`` for an unknown word."""
    return _extras().get(plain(word))


class RowTold(NamedTuple):
    """The readable content of a row."""

    soloist: str
    """The written name."""
    facts: SkatFacts | None
    """The facts without the result; ``None`` if something is missing or unclear."""
    won: bool | None
    """The result, if a word or mark shows it."""
    value: Number | None
    points: Number | None
    """The written value of the game, and the written points of the soloist."""
    unclear: tuple[UnclearFact, ...] = ()
    passed: bool = False
    """Nobody played."""
    kind: str | None = None
    """The kind of game, if known."""
    extras: int = 0
    """The number of additions to the game."""
    doubled: tuple[str, ...] = ()
    """The marked columns of ``DOUBLES``."""

    @property
    def worth(self) -> Number | None:
        """The value of the game without a sign, on a list without matadors."""
        if self.value is None:
            return None if self.points is None else SoloGame(0, self.points).worth
        # For a lost game, the value may be written with its factor.
        return SoloGame(0, self.value).worth

    @property
    def gives(self) -> Number | None:
        """The soloist's points by the value and the result."""
        if self.value is None or self.value < 0:
            return self.value
        lost = self.won is False or (self.won is None and (self.points or 0) < 0)
        return -2 * self.value if lost else self.value


def told_by(entry: Entry, sheet: Sheet) -> RowTold:
    """The content of a row."""
    column = sheet.column("result")
    heading = "" if column is None else plain(sheet.table.headings[column])
    who, *others = (value_text(entry.fields.get(role, "")).strip() for role in _WORDS)
    if sheet.column("soloist") is None:
        paid = [at for at, points in enumerate(entry.points) if points]
        # A player whose total is written again played alone, even if it is unchanged.
        paid = paid or [at for at, cell in enumerate(entry.written) if isinstance(cell, int)]
        who = sheet.players[paid[0]] if len(paid) == 1 else _TWO if any(entry.points) else ""
    words = (who, *others)
    numbers = tuple(entry.numbers.get(role) for role in _NUMBERS)
    return _told(words, numbers, heading in _NORWEGIAN, is_of_values(sheet))


def is_of_values(sheet: Sheet) -> bool:
    """Whether a list has no matadors, so that no value follows."""
    return sheet.layout == "detail" and sheet.column("matadors") is None


@lru_cache(maxsize=1024)
def _told(words: tuple[str, ...], numbers: tuple[Written, ...], v_is_won: bool, of_values: bool) -> RowTold:
    cells = dict(zip(_WORDS, words, strict=True))
    said = {
        role: None if isinstance(number, Unreadable) else number
        for role, number in zip(_NUMBERS, numbers, strict=True)
    }
    if cells["result"] in {"v", "V"}:
        cells["result"] = "won" if v_is_won else "lost"
    if said["soloist_points"] is None and (said["plus"] or said["minus"]):
        said["soloist_points"] = said["plus"] or -abs(said["minus"] or 0)
    return _FactsReader(cells, said, of_values=of_values).told()


class _FactsReader:
    """Reads the cells of one row and collects what is unclear."""

    def __init__(
        self, cells: Mapping[str, str], numbers: Mapping[str, Number | None], *, of_values: bool
    ) -> None:
        """The words and the numbers of the row, by role; ``of_values``: there are no matadors."""
        self.cells, self.numbers, self.of_values = cells, numbers, of_values
        self.unclear: list[UnclearFact] = []
        self.extras: set[str] = set()

    def told(self) -> RowTold:
        value, points = self.numbers["value"], self.numbers["soloist_points"]
        if self._is_passed():
            return RowTold(self.cells["soloist"], None, None, value, points, passed=True)
        if not _says(self.cells["soloist"]):
            self.unclear.append(UnclearFact("soloist", "no-soloist"))
        kind = self._kind()
        for role, extra in MARKS.items():
            if self._is_marked(role):
                self.extras.add(extra)
        self._read_extras(self.cells["extras"])
        doubled = tuple(role for role in DOUBLES if self._is_marked(role))
        matadors = 0 if self.of_values else self._matadors(kind)
        won = self._won()
        facts = None
        if not (self.unclear or self.of_values) and kind is not None and self.cells["soloist"] != _TWO:
            card_points = self.numbers["card_points"]
            facts = SkatFacts(
                kind,
                matadors,
                hand="hand" in self.extras,
                open="open" in self.extras,
                announced=self._announced(),
                schneider="schneider" in self.extras,
                schwarz="schwarz" in self.extras,
                points=None if card_points is None or kind == "null" else int(card_points),
                bid=None if self.numbers["bid"] is None else int(self.numbers["bid"]),
            )
        result = self.cells["result"]
        if points is None and re.fullmatch(r"[-+−]?\d{2,3}", result):
            points = int(result.replace("−", "-"))
        unclear, extras = tuple(self.unclear), len(self.extras)
        who = self.cells["soloist"]
        return RowTold(who, facts, won, value, points, unclear, kind=kind, extras=extras, doubled=doubled)

    def _is_passed(self) -> bool:
        """Whether nobody is named and nothing was played, or a word says so."""
        said = [self.cells[role] for role in ("soloist", "kind", "matadors", "extras", "result")]
        if any(map(is_passed, said)):
            return True
        return not any(map(_says, said)) and not self.numbers["value"] and not self.numbers["soloist_points"]

    def _announced(self) -> str:
        for one in ("schwarz", "schneider"):
            if f"{one}-announced" in self.extras:
                return one
        return ""

    def _kind(self) -> str | None:
        """The kind of game; words after it are additions: ``Null ouvert Hand``."""
        text = self.cells["kind"]
        text = _BASES.get(text, text)
        for symbol, word in _SYMBOLS.items():
            text = text.replace(symbol, word)
        if not _says(text):
            if not self.of_values:
                self.unclear.append(UnclearFact("kind", "no-kind"))
            return None
        if plain(text) in HOUSE_GAMES:
            # Its value has no rules, so the row is not judged.
            return None
        if plain(text) in kinds():
            return kinds()[plain(text)]
        words = text.split()
        first = kinds().get(plain(words[0])) if words else None
        if first is None:
            self.unclear.append(UnclearFact("kind", "kind", self.cells["kind"], _nearest_kind(text)))
            return None
        self._read_extras(" ".join(words[1:]), "kind")
        return first

    def _read_extras(self, text: str, role: str = "extras") -> None:
        """Additions in words or letters, with or without commas; the longest match comes first.

        A number of additions has no further meaning.
        """
        words = [word for word in re.split(r"[\s,;+/&()]+", text) if _says(word) and not word.isdecimal()]
        at = 0
        while at < len(words):
            for length in (2, 1):
                known = addition("".join(words[at : at + length]))
                if known is not None:
                    self.extras |= {known} - {"nothing"}
                    at += length
                    break
            else:
                self.unclear.append(UnclearFact(role, "extra", words[at]))
                return

    def _is_marked(self, role: str) -> bool:
        text = self.cells[role]
        if not _says(text):
            return False
        said = _marks().get(plain(text))
        if said in {"yes", "no"}:
            return said == "yes"
        known = {_extras().get(plain(text)), _headings().get(plain(text))}
        if set(text) <= _TICKS or not known.isdisjoint({role, MARKS.get(role, role)}):
            return True
        self.unclear.append(UnclearFact(role, "mark", text))
        return False

    def _matadors(self, kind: str | None) -> int:
        """The number of matadors, with or without, which does not change the value."""
        counts: list[int] = []
        for role, sign in (("matadors", 1), ("without", -1)):
            text = self.cells[role]
            if not _says(text):
                continue
            found = _MATADORS.fullmatch(text)
            word = plain(found[1]) if found else ""
            means = {"": sign, "m": 1, "o": -1, "u": -1}.get(word)
            if means is None:
                means = {"matadors": 1, "without": -1}.get(_headings().get(word, ""))
            if found is None or means is None:
                self.unclear.append(UnclearFact(role, "matadors", text))
                return 0
            number = int(found[3])
            if number:
                counts.append(-number if found[2] in {"-", "−"} else means * number)
        if len(counts) > 1:
            self.unclear.append(UnclearFact("matadors", "both", f"{counts[0]} / {-counts[1]}"))
            return 0
        if not counts and kind not in {None, "null"}:
            self.unclear.append(UnclearFact("matadors", "no-matadors"))
        return counts[0] if counts else 0

    def _won(self) -> bool | None:
        """The result, if written; a number in that column is the soloist's points."""
        if self.of_values and (_says(self.cells["marked_won"]) or _says(self.cells["marked_lost"])):
            return not _says(self.cells["marked_lost"])
        lost = self.cells["lost"]
        if _says(lost) and not _is_count(lost) and _marks().get(plain(lost)) not in {"no", "won"}:
            return False
        text = self.cells["result"]
        if text in {"+", "-", "−"}:
            return text == "+"
        if not _says(text) or _is_count(text) or re.fullmatch(r"[-+−]?\d{2,3}", text):
            return None
        said = _marks().get(plain(text))
        if said is None and set(text) <= _TICKS:
            said = "yes"
        if said is None:
            self.unclear.append(UnclearFact("result", "result", text))
        return None if said is None else said in {"won", "yes"}


def misspelt(name: str, sheet: Sheet) -> str | None:
    """The player that a misspelt name stands for, if only the rows name the players.

    Nobody of this name deals, or plays alone more than once, and somebody with a similar name does.
    """
    near = None if sheet.points_columns else _like(name, tuple(sheet.players))
    if near is None:
        return None
    dealer = sheet.column("dealer")
    column = sheet.column("soloist") if dealer is None else dealer
    said = [text.casefold() for text in texts_in(sheet, column, _LOOKED_AT)]
    own, other = said.count(name.casefold()), said.count(near.casefold())
    if dealer is not None:
        return near if other and not own else None
    return near if own == 1 and other >= _OFTEN_ALONE else None


_OFTEN_ALONE = 3
"""A single soloist with a name similar to that of a frequent one is hardly another player."""


@lru_cache(maxsize=256)
def _like(name: str, players: tuple[str, ...]) -> str | None:
    return nearest(name, [other for other in players if other.casefold() != name.casefold()])


def at_table(sheet: Sheet) -> int:
    """The number of players at the table; misspelt names do not count."""
    return sum(misspelt(name, sheet) is None for name in sheet.players)


def bases_in(text: str) -> frozenset[int]:
    """The possible base values of a cell, by a number or by the game: a null game has one of four."""
    if text.strip() in _BASES:
        return frozenset({int(text)})
    kind = kinds().get(plain(text))
    if kind == "null":
        return frozenset(NULLS.values())
    return frozenset() if kind is None else frozenset({GRAND if kind == "grand" else SUITS[kind]})


def texts_in(sheet: Sheet, column: int | None, most: int) -> list[str]:
    """The first cells of a column that are not empty, as text."""
    rows = range(min(sheet.stop, most) if column is not None else 0)
    return [text for row in rows if (text := value_text(sheet.table.value(row, column or 0)).strip())]


def _is_count(text: str) -> bool:
    """Whether a cell is a running count of won or lost games, not only a mark."""
    return text.isdecimal() and text not in {"0", "1"}


def is_passed(text: str) -> bool:
    """Whether a word says that nobody played."""
    return plain(text) in PASSED_IN


def _says(text: str) -> bool:
    """Whether a cell has content; a dash counts as empty, and so do the entries of a pivot table."""
    return bool(text) and not set(text) <= _NOTHING and text.casefold() not in _BLANK


def written_points(told: RowTold, entry: Entry, sheet: Sheet) -> Number | None:
    """The written points of the soloist: in the only filled players' column, else in a column of points."""
    if not sheet.points_columns:
        return told.points
    turn = turn_of(entry.points)
    return None if turn is None else turn.value


def due_of(told: RowTold, entry: Entry, sheet: Sheet) -> Due | str | None:
    """What the facts of a row give; the reason why they are impossible; ``None`` if unknown."""
    if told.facts is None:
        return None
    points = written_points(told, entry, sheet)
    signed = told.value if points is None else points
    minus = signed is not None and signed < 0
    due = worked_out(told.facts, told.won, minus, told.doubled)
    if not isinstance(due, Due) or told.value in due.values or (told.value is None and points == due.points):
        return due
    said = points if told.value is None else told.value
    for facts in _untold(told.facts, sheet) if said else ():
        more = worked_out(facts, told.won, minus, told.doubled)
        if isinstance(more, Due) and said in (more.values if told.value is not None else (more.points,)):
            return more
    return due


def _untold(facts: SkatFacts, sheet: Sheet) -> Iterator[SkatFacts]:
    """What a game may have been as well, on a list without cells for what was added to it."""
    if facts.kind != "null":
        yield from (replace(facts, unwritten=steps) for steps in range(1, unwritten_steps(sheet) + 1))
    elif sheet.column("extras") is None and not _says_additions(sheet, of_null=True):
        hand, is_open = (sheet.column(role) is None for role in ("hand", "open"))
        yield replace(facts, hand=facts.hand or hand)
        yield replace(facts, open=facts.open or is_open)
        yield replace(facts, hand=facts.hand or hand, open=facts.open or is_open)


def unwritten_steps(sheet: Sheet) -> int:
    """The possible further multiples of a game on a list without cells for hand, or Schneider and Schwarz."""
    if any(sheet.column(role) is not None for role in ("extras", *MARKS)) or _says_additions(sheet):
        return 0
    # Card points show who is Schneider.
    return _HAND + (_SCHNEIDER_AND_SCHWARZ if sheet.column("card_points") is None else 0)


_HAND, _SCHNEIDER_AND_SCHWARZ = 1, 2


def _says_additions(sheet: Sheet, *, of_null: bool = False) -> bool:
    """Whether additions follow the kind of game: ``Pik Hand``; that of a null game is part of its name."""
    return any(
        addition(word) is not None
        for first, *others in map(str.split, texts_in(sheet, sheet.column("kind"), _LOOKED_AT))
        if (kind := kinds().get(plain(first))) and (kind == "null") == of_null
        for word in others
    )


def gained(entry: Entry, sheet: Sheet) -> tuple[Number, ...]:
    """Each player's points of own games in a row; without points, those by the facts."""
    if sheet.layout == SEEGER:
        return own_points(entry.points) or (0,) * len(entry.points)
    if sheet.points_columns:
        return entry.points
    told = told_by(entry, sheet)
    points: Number | None = told.points
    if points is None:
        due = due_of(told, entry, sheet)
        points = due.points if isinstance(due, Due) else told.gives if is_of_values(sheet) else told.value
    seat = position_of(told.soloist, sheet.players)
    return tuple([(points or 0) if at == seat else 0 for at in range(len(sheet.players))])


def names_of_row(fields: Mapping[str, Value]) -> Iterator[str]:
    """The soloist and the dealer; a word for a passed game may be there as well."""
    for role in ("soloist", "dealer"):
        name = value_text(fields.get(role, "")).strip()
        if _says(name) and not is_passed(name):
            yield name


def column_of_points(sheet: Sheet, points: Number) -> int | None:
    """The column of the soloist's points on a list without columns of players."""
    column = sheet.column("soloist_points")
    return sheet.column("plus" if points > 0 else "minus") if column is None else column
