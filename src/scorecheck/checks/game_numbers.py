"""Checks of the game numbers: none twice, and none left out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from math import log

from scorecheck.checks.check import Check, Hit, Watch, column_check
from scorecheck.checks.rules import DUPLICATE_GAME, MISSING_GAME
from scorecheck.model.cells import value_text, written
from scorecheck.model.runs import Run
from scorecheck.model.sheet import Entry, Sheet


def is_game(entry: Entry, _sheet: Sheet) -> bool:
    """Every row is a game, also one in which nobody got anything, except totals carried over."""
    return not entry.opening


def game_number_checks(counts: Callable[[Entry, Sheet], bool] = is_game) -> tuple[Check, Check]:
    """Checks of the game numbers. An entry that ``counts`` not as a game may repeat a number."""

    def numbered(watch: type[_Duplicates | _MissingNumbers]) -> Watch:
        return lambda sheet: None if sheet.column("number") is None else watch(sheet, counts)

    return column_check(DUPLICATE_GAME, numbered(_Duplicates)), column_check(
        MISSING_GAME, numbered(_MissingNumbers)
    )


class _GameNumbers(ABC):
    """Follows the game numbers; keeps the gaps and not the numbers, so memory stays small.

    A number is taken when the next one is known: between 7 and 9 any other is a miswritten 8.
    """

    def __init__(self, sheet: Sheet, counts: Callable[[Entry, Sheet], bool]) -> None:
        self.sheet = sheet
        self.counts = counts
        self.column = sheet.column("number")
        self.first: int | None = None
        self.highest = 0
        self.before = 0
        """The number above the last row."""
        self.last: Entry | None = None
        """The last row, whose number is not taken yet."""
        self.gaps: dict[int, Hit] = {}
        self.of_no_game: set[str] = set()
        """The labels of entries that are no games: a redeal or a penalty may have a number of its own."""
        self.miswritten: list[tuple[int, Hit]] = []
        """The numbers that are surely wrong."""

    def number(self, entry: Entry) -> int | None:
        # Totals carried in are no game; but in the first row of a game they have its number.
        counts = entry.fields.get("number") if entry.opening else self.counts(entry, self.sheet)
        return entry.number if counts and self.column is not None else None

    def see(self, entry: Entry) -> Iterable[Hit]:
        number = self.number(entry)
        if number is not None:
            self.take_last(number)
            self.last = entry
        elif len(self.of_no_game) < _WIDEST_GAP:
            self.of_no_game.add(entry.label)
        return ()

    def take_last(self, following: int | None = None) -> None:
        """Takes the number of the last row; ``following``: the number below it."""
        entry, self.last = self.last, None
        number = None if entry is None else entry.number
        if entry is None or number is None:
            return
        due = self.before + 1
        if number != due and following == due + 1:
            params = {"before": self.before, "after": due + 1, "said": number, "game": due}
            hit = Hit(self.column, {**params, "what": self.sheet.noun}, "number", row=entry.row)
            self.miswritten.append((number, hit))
            number = due
        self.before = number
        self.take(entry, number)

    @abstractmethod
    def take(self, entry: Entry, number: int) -> None:
        """Takes a number, corrected where it is surely wrong."""

    def is_new(self, number: int, row: int) -> bool:
        """Adds a number; returns whether it was not there before."""
        if self.first is None:
            self.first = self.highest = number
        elif number == self.highest + 1:
            self.highest = number
        elif number > self.highest:
            jump = Hit(
                self.column, {"before": self.highest, "after": number, "what": self.sheet.noun}, row=row
            )
            if number - self.highest <= _WIDEST_GAP:
                self.gaps.update((missing, jump) for missing in range(self.highest + 1, number))
            else:
                self.gaps[self.highest + 1] = jump
            self.highest = number
        elif number in self.gaps or number < self.first:
            self.gaps.pop(number, None)
        else:
            return False
        return True

    def is_there(self, number: int) -> bool:
        return (self.first or 0) <= number <= self.highest and number not in self.gaps

    def is_indifferent(self, entry: Entry) -> bool:
        """Numbers that continue from the highest fill no gap and repeat none."""
        return self.column is None or self.number(entry) == self.before + 1 == self.highest + 1

    def leap(self, run: Run) -> None:
        self.take_last()
        self.highest += run.length
        self.before += run.length


_WIDEST_GAP = 1000


class _Duplicates(_GameNumbers):
    """Finds numbers that are given twice; of several consecutive ones only the first. Below a row that is no
    game, or under another date, the numbers may begin again.

    Where most numbers repeat, they more likely number rounds, or begin again with each round.
    """

    def __init__(self, sheet: Sheet, counts: Callable[[Entry, Sheet], bool]) -> None:
        super().__init__(sheet, counts)
        self.repeated: int | None = None
        self.entries = 0
        self.above = 0
        """The row of the entry before."""
        self.day = ""
        """The last date."""
        self.anew = False
        """Whether numbers may begin again at the last row."""
        self.twice: list[tuple[Entry, bool]] = []
        """The repeated games, and whether a higher number came before."""

    def see(self, entry: Entry) -> Iterable[Hit]:
        above, self.above = self.above, entry.row
        day = self.day
        if "date" in entry.fields:
            self.day = value_text(entry.fields["date"]) or day
        super().see(entry)
        if self.last is entry:
            self.anew = entry.row > above + 1 or self.day != day
        return ()

    def take(self, entry: Entry, number: int) -> None:
        self.entries += 1
        if self.is_new(number, entry.row):
            self.repeated = None
            return
        anew = number == self.first and self.anew
        if not anew and (self.repeated is None or number != self.repeated + 1):
            self.twice.append((entry, number < self.highest))
        self.repeated = number

    def leap(self, run: Run) -> None:
        super().leap(run)
        self.entries += run.length
        self.above = run.row + run.length - 1
        self.repeated = None

    def finish(self) -> Iterator[Hit]:
        self.take_last()
        for said, hit in self.miswritten:
            if self.is_there(said):
                yield hit
        if not self.twice:
            return
        as_rounds: list[float] = []
        if not any(falls for _, falls in self.twice):
            as_rounds.append(self.entries * log(1 / 2))
        if all(entry.number == self.first for entry, _ in self.twice):
            as_rounds.append(len(self.twice) * log(_ANEW))
        if not as_rounds or len(self.twice) * log(_TWICE) > log(_OF_ROUNDS) + max(as_rounds):
            for entry, _ in self.twice:
                yield Hit(self.column, {"game": entry.label, "what": self.sheet.noun}, row=entry.row)


_TWICE, _OF_ROUNDS, _ANEW = 0.03, 0.02, 0.2
"""Probabilities: a number is written twice; a sheet numbers rounds; a round ends after a given game."""


class _MissingNumbers(_GameNumbers):
    """Finds numbers that are missing for good: two games in the wrong order leave none out.

    The order counts where each row is the total after the one above.
    """

    spare = 0

    def __init__(self, sheet: Sheet, counts: Callable[[Entry, Sheet], bool]) -> None:
        super().__init__(sheet, counts)
        self.too_high_up: dict[int | None, Hit] = {}
        """Games above those that came before them, by row."""

    def take(self, entry: Entry, number: int) -> None:
        jump = self.gaps.get(number)
        if not self.is_new(number, entry.row):
            # A repeated number explains one that is missing after it.
            self.spare += 1
        elif jump is not None and self.sheet.running:
            params = {"game": jump.params["after"], "below": number, "what": self.sheet.noun}
            self.too_high_up.setdefault(jump.row, Hit(self.column, params, "order", row=jump.row))
        elif self.spare and self.gaps and number == self.highest:
            for missing in sorted(self.gaps)[: self.spare]:
                if self.gaps[missing].row == entry.row:
                    del self.gaps[missing]
                    self.spare -= 1

    def finish(self) -> Iterator[Hit]:
        self.take_last()
        sheet, column = self.sheet, self.column
        hidden = {value_text(sheet.table.value(row, column)) for row in sheet.left_out if column is not None}
        given = hidden | self.of_no_game
        jumps = {hit.row: hit for number, hit in self.gaps.items() if str(number) not in given}
        wrong = [hit for said, hit in self.miswritten if not self.is_there(said)]
        order = self.too_high_up.values()
        return iter([*wrong, *order, *(self._empty_above(hit) or hit for hit in jumps.values())])

    def _empty_above(self, jump: Hit) -> Hit | None:
        """The empty row above with a number that seems to be missing: its game was not left out."""
        column, after = self.column or 0, jump.row or 0
        for row in range(max(0, after - _WIDEST_GAP), after):
            said = written(self.sheet.table.value(row, column))
            if isinstance(said, int) and said in self.gaps and self.gaps[said].row == jump.row:
                return Hit(column, {**jump.params, "game": said}, "empty", row=row)
        return None
