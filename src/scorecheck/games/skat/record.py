"""The list with the facts of each game: what its rows say, and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from scorecheck.checks.sketch import required_of
from scorecheck.checks.words import nearest, nearest_word, plain, position_of, vocabulary
from scorecheck.games.skat.score import SkatFacts, UnscoredSkatError, is_schneider, kinds, score
from scorecheck.games.skat.scoring import GRAND, NULLS, SUITS, SoloGame, turn_of
from scorecheck.model.cells import Number, Unreadable, Value, Written, value_text
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Term, Worked, total_of

KINDS_OF_LISTS = required_of("skat", "detail")
REQUIRED, _OF_FORM, *_OF_VALUES = KINDS_OF_LISTS
"""The columns by which a list is known: of facts; of the printed form, on which the number in a player's
column says who played alone; and of lists without matadors, what each game is worth, and who won it, or what
that gave."""
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
"""The columns of marks, and what a mark says."""
DOUBLES = ("bock", "kontra", "rekontra")
"""The columns of marks each of which doubles a game, by the house rules of a round."""
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
"""Several players have points, which is told of the points."""
_NORWEGIAN = frozenset({"vt", "vunnet", "vunnettapt"})
"""Headings under which a v says that a game was won; elsewhere it is German, and says that it was lost."""
_LOOKED_AT = 200
"""The rows that are asked who deals: four times round more often than a list has games."""
_TICKS = frozenset("✓✔☑✗✘+*•●")
_NOTHING = frozenset("-–—/.")
_BLANK = frozenset({"(blank)", "(leer)", "(tom)"})
_BASES = {str(base): kind for kind, base in SUITS.items()} | {
    str(GRAND): "grand",
    **{str(value): name.replace("-", " ") for name, value in NULLS.items()},
}
"""What a base value, or that of a null game, says of what was played."""
_MATADORS = re.compile(r"\s*([^\W\d]*)[\s.]*([-+−]?)\s*(\d{1,3})\s*")

_extras = partial(vocabulary, "games", "skat", "columns.toml", section="extras")
_marks = partial(vocabulary, "games", "skat", "columns.toml", section="marks")
PASSED_IN = frozenset(vocabulary("games", "skat", "columns.toml", section="passed"))
"""What says that nobody played."""
HOUSE_GAMES = frozenset(vocabulary("games", "skat", "columns.toml", section="house"))
"""What is played by agreement alone: Ramsch, where everybody passes."""
_headings = partial(vocabulary, "games", "skat", "columns.toml", section="detail")
_nearest_kind = partial(nearest_word, parts=("games", "skat", "columns.toml"), section="kinds")


def addition(word: str) -> str | None:
    """What a word adds to a game, as the vocabulary calls it, ``nothing`` too; ``None``: no such word."""
    return _extras().get(plain(word))


class UnclearFact(NamedTuple):
    """A fact that cannot be understood, or is not there."""

    role: str
    """The column that it stands in."""
    why: str
    """The variant of the rule's sentence."""
    text: str = ""
    near: str | None = None
    """What was most likely meant."""


class RowTold(NamedTuple):
    """What a row says, as far as it can be understood."""

    soloist: str
    """As the row names him or her."""
    facts: SkatFacts | None
    """What was played, and not whether it was won; ``None`` where something is missing or unclear."""
    won: bool | None
    """Where the row says it in a word or by a mark."""
    value: Number | None
    points: Number | None
    """What stands there as the value of the game, and as the soloist's points."""
    unclear: tuple[UnclearFact, ...] = ()
    passed: bool = False
    """Nobody played."""
    kind: str | None = None
    """What was played, where it is known."""
    extras: int = 0
    """How many things are added to the game."""
    doubled: tuple[str, ...] = ()
    """What doubles what the game gives: those of ``DOUBLES`` that are marked."""

    @property
    def worth(self) -> Number | None:
        """What the game is worth without a sign, by a list without matadors."""
        if self.value is None:
            return None if self.points is None else SoloGame(0, self.points).worth
        # Of a lost game the value may stand there as it counts.
        return SoloGame(0, self.value).worth

    @property
    def gives(self) -> Number | None:
        """What the soloist gets by the value and who won."""
        if self.value is None or self.value < 0:
            return self.value
        lost = self.won is False or (self.won is None and (self.points or 0) < 0)
        return -2 * self.value if lost else self.value


class Due(NamedTuple):
    """What follows from the facts of a row."""

    worked: Worked
    value: Number
    """What the game is worth, won or lost."""
    points: Number
    """What the soloist gets."""
    times: int = 1
    """How often the game counts: in a Bock round, or after Kontra and Re, twice each."""

    @property
    def values(self) -> tuple[Number, ...]:
        """What may stand there as the value of the game: as it is, as often as it counts, or as it counts."""
        return (self.value, self.times * self.value, self.points)


def told_by(entry: Entry, sheet: Sheet) -> RowTold:
    """What a row says."""
    column = sheet.column("result")
    heading = "" if column is None else plain(sheet.table.headings[column])
    who, *others = (value_text(entry.fields.get(role, "")).strip() for role in _WORDS)
    if sheet.column("soloist") is None:
        paid = [at for at, points in enumerate(entry.points) if points]
        # Whose total is written anew played alone, also where it has not changed.
        paid = paid or [at for at, cell in enumerate(entry.written) if isinstance(cell, int)]
        who = sheet.players[paid[0]] if len(paid) == 1 else _TWO if any(entry.points) else ""
    words = (who, *others)
    numbers = tuple(entry.numbers.get(role) for role in _NUMBERS)
    return _told(words, numbers, heading in _NORWEGIAN, is_of_values(sheet))


def is_of_values(sheet: Sheet) -> bool:
    """Whether a list does not say with how many matadors games were played, so that no value follows."""
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
    return _Reader(cells, said, of_values=of_values).told()


class _Reader:
    """Reads the cells of one row, and gathers what is unclear on the way."""

    def __init__(
        self, cells: Mapping[str, str], numbers: Mapping[str, Number | None], *, of_values: bool
    ) -> None:
        """The words and the numbers of the row, by role; ``of_values``: there are no matadors."""
        self.cells, self.numbers, self.of_values = cells, numbers, of_values
        self.unclear: list[UnclearFact] = []
        self.extras: set[str] = set()

    def told(self) -> RowTold:
        """All that the row says."""
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
        """Nobody is named and nothing was played, or a word says it."""
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
        """What was played; what stands behind it is an addition: ``Null ouvert Hand``."""
        text = self.cells["kind"]
        text = _BASES.get(text, text)
        for symbol, word in _SYMBOLS.items():
            text = text.replace(symbol, word)
        if not _says(text):
            if not self.of_values:
                self.unclear.append(UnclearFact("kind", "no-kind"))
            return None
        if plain(text) in HOUSE_GAMES:
            # No rules say what it is worth, so the row is not judged.
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
        """Additions in words or letters, with or without commas; the longest that fits comes first. How many
        there are says no more."""
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
        """With how many, as a positive number, or without how many. Which it was changes no value."""
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
        """Who won, where the row says it; a number in that column is what the soloist got."""
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
    """Whose name this one is, misspelt, where the rows alone name the players: nobody of this name deals, or
    plays alone but once, and somebody of a like name does."""
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
"""Who plays alone once beside somebody of a like name who does so many times is hardly another player."""


@lru_cache(maxsize=256)
def _like(name: str, players: tuple[str, ...]) -> str | None:
    return nearest(name, [other for other in players if other.casefold() != name.casefold()])


def at_table(sheet: Sheet) -> int:
    """How many sit at the table; a misspelt name is nobody's."""
    return sum(misspelt(name, sheet) is None for name in sheet.players)


def bases_in(text: str) -> frozenset[int]:
    """The base values that a cell may name, by a number or by the game: a null game has one of four."""
    if text.strip() in _BASES:
        return frozenset({int(text)})
    kind = kinds().get(plain(text))
    if kind == "null":
        return frozenset(NULLS.values())
    return frozenset() if kind is None else frozenset({GRAND if kind == "grand" else SUITS[kind]})


def texts_in(sheet: Sheet, column: int | None, most: int) -> list[str]:
    """What stands in the first cells of a column, as text, without the empty ones."""
    rows = range(min(sheet.stop, most) if column is not None else 0)
    return [text for row in rows if (text := value_text(sheet.table.value(row, column or 0)).strip())]


def _is_count(text: str) -> bool:
    """Whether a cell counts what somebody has won or lost so far, and not only says that it is so."""
    return text.isdecimal() and text not in {"0", "1"}


def is_passed(text: str) -> bool:
    """Whether a word says that nobody played."""
    return plain(text) in PASSED_IN


def _says(text: str) -> bool:
    """Whether something stands in a cell; a dash says that nothing does, and so does what a pivot table puts
    there."""
    return bool(text) and not set(text) <= _NOTHING and text.casefold() not in _BLANK


def written_points(told: RowTold, entry: Entry, sheet: Sheet) -> Number | None:
    """What the sheet says that the soloist got: among the players' columns where one of them alone has
    something, else in a column of points."""
    if not sheet.points_columns:
        return told.points
    turn = turn_of(entry.points)
    return None if turn is None else turn.value


def due_of(told: RowTold, entry: Entry, sheet: Sheet) -> Due | str | None:
    """What the facts of a row give; why they cannot be, as ``UnscoredSkatError`` says it; ``None`` where they
    do not tell it."""
    if told.facts is None:
        return None
    points = written_points(told, entry, sheet)
    signed = told.value if points is None else points
    minus = signed is not None and signed < 0
    due = _due(told.facts, told.won, minus, told.doubled)
    if not isinstance(due, Due) or told.value in due.values or (told.value is None and points == due.points):
        return due
    said = points if told.value is None else told.value
    for steps in range(1, unwritten_steps(sheet) + 1) if said and told.kind != "null" else ():
        more = _due(replace(told.facts, unwritten=steps), told.won, minus, told.doubled)
        if isinstance(more, Due) and said in (more.values if told.value is not None else (more.points,)):
            return more
    return due


def unwritten_steps(sheet: Sheet) -> int:
    """How many steps a game may be worth more than its facts say, as no cell of the list says hand, or
    Schneider and Schwarz."""
    if any(sheet.column(role) is not None for role in ("extras", *MARKS)) or _says_additions(sheet):
        return 0
    # Card points say who is Schneider.
    return _HAND + (_SCHNEIDER_AND_SCHWARZ if sheet.column("card_points") is None else 0)


_HAND, _SCHNEIDER_AND_SCHWARZ = 1, 2


def _says_additions(sheet: Sheet) -> bool:
    """Whether additions stand behind what was played: ``Pik Hand``; that of a null game is its name."""
    return any(
        addition(word) is not None
        for first, *others in map(str.split, texts_in(sheet, sheet.column("kind"), _LOOKED_AT))
        if kinds().get(plain(first)) not in {None, "null"}
        for word in others
    )


@lru_cache(maxsize=1024)
def _due(facts: SkatFacts, won: bool | None, minus: bool, doubled: tuple[str, ...]) -> Due | str:
    """``won``: what the row says of it; else the card points do, or that the points bear a minus."""
    try:
        worked = score(facts)
        if won is not None and facts.points is not None:
            # Whether the card points agree with that is another rule.
            below = facts.schneider or is_schneider(facts.points)
            worked = score(replace(facts, points=None, schneider=below, lost=not won))
        elif won is not None or facts.points is None:
            worked = score(replace(facts, lost=minus if won is None else not won))
    except UnscoredSkatError as refused:
        return refused.told.key
    terms = worked.terms[:-1] if worked.terms[-1].key == "lost" else worked.terms
    value, times = total_of(terms), 2 ** len(doubled)
    if doubled:
        more = (*worked.terms, *(Term(role, 2, factor=True) for role in doubled))
        worked = replace(worked, terms=more, value=times * worked.value)
    return Due(worked, value, worked.value, times)


def gained(entry: Entry, sheet: Sheet) -> tuple[Number, ...]:
    """What a row gives each player, as the sheet has it; where it says no points, what follows from facts."""
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
    """Who plays alone and who deals; a word that nobody played may stand there as well."""
    for role in ("soloist", "dealer"):
        name = value_text(fields.get(role, "")).strip()
        if _says(name) and not is_passed(name):
            yield name


def column_of_points(sheet: Sheet, points: Number) -> int | None:
    """Where a list without columns of players has what the soloist gets."""
    column = sheet.column("soloist_points")
    return sheet.column("plus" if points > 0 else "minus") if column is None else column
