"""The columns beside the players': they follow from the players' cells, or are evidence about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import log

from scorecheck.checks.facts import FactEdit, Meant
from scorecheck.checks.ruleset import Layout
from scorecheck.model.cells import Unreadable, value_text, written
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.belief import NO_SUMS, Sums
from scorecheck.repair.channel import rate, rate_of_fact, read_as_anything, text_read_as
from scorecheck.repair.hypothesis import CONTROL_FOLLOWS, CellEdit, Correction, log_sum
from scorecheck.repair.judge import Judge
from scorecheck.repair.slips import shares, weights

_NUMBERS = re.compile(r"[0-9]{1,9}")
_SELDOM = 3.5
"""Words for facts are rarely wrong, compared with calculated numbers."""
_WORKED_OUT = "worked-out"
_BY_PEN = frozenset({"misread", _WORKED_OUT})
"""Kinds that are considered only if they are slips of the pen."""
_FOLLOWING = frozenset({"control", "value"})
"""Columns that are calculated from the players' cells."""


class Fields:
    """The other columns of one sheet."""

    def __init__(self, sheet: Sheet, layout: Layout, judge: Judge, entries: Sequence[Entry]) -> None:
        """For this sheet with these rows; the judge counts the effort."""
        self.sheet, self.layout, self.judge = sheet, layout, judge
        self._mending = layout.mending()
        self._rows = len(entries)
        self._rate = rate("control", len(entries))
        self._not_worked_out = sum(not _control(entry) for entry in entries)
        self._as_seen: dict[str, set[str]] = {}

    def look_at(self, entry: Entry, past: Sequence[Entry], *, more: bool = False) -> None:
        """Records a row as written, to learn what its other columns were calculated from.

        With ``more``, besides those recorded before.
        """
        if not more:
            self._as_seen = {}
        for role, text in self._right(entry, past):
            self._as_seen.setdefault(role, set()).add(text)

    def tells(self) -> bool:
        """Whether a column other than the control is evidence about the recorded row."""
        return bool(self._as_seen.keys() - {"control"})

    def kept(
        self, entry: Entry, past: Sequence[Entry], at: int, sums: Sums, *, step: bool = True
    ) -> tuple[Entry, tuple[Correction, ...], float, Sums] | None:
        """The row if it keeps the rules, perhaps with one of its other cells corrected.

        Without ``step``, a missing row above is in the totals that people remember; only a spreadsheet knows
        no more than the written values.
        """
        if self.judge.keeps_all(entry, past, step=step):
            # The control is a number other than the recorded row gives.
            if (seen := self._as_seen.get("control")) and _control(entry) not in {"", *seen}:
                return entry, (), log(1 - _follows(sums)), Sums(0, 1)
            return entry, (), 0.0, NO_SUMS
        # Other columns are not calculated from the players' cells, so they do not follow.
        dues = (due for due in self._dues(entry, past) if due[0] in _FOLLOWING)
        chance = _follows(sums, 0 if step else self._not_worked_out)
        for cost, kind, edit, changed in self._corrected(entry, past, dues, chance, step=step):
            told = Sums(1, 0) if kind == CONTROL_FOLLOWS else Sums(0, 1)
            return changed, (Correction(kind, (edit,), at),), cost, told
        return None

    def wrong(
        self, entry: Entry, past: Sequence[Entry], at: int, sums: Sums
    ) -> Iterator[tuple[float, Correction, Entry, Sums]]:
        """The points are right, and one of the other cells, or a fact beside them, is wrong."""
        dues = self._dues(entry, past)
        for cost, kind, edit, changed in self._corrected(entry, past, dues, _follows(sums)):
            told = Sums(1, 0) if kind == CONTROL_FOLLOWS else NO_SUMS
            yield cost, Correction(kind, (edit,), at), changed, told
        facts_meant = self._mending.facts_meant
        for meant in readable_as([entry], facts_meant(entry, self.sheet)) if facts_meant is not None else ():
            changed = entry
            for _, role, text in meant.edits:
                changed = with_field(changed, role, text)
            if self.judge.keeps_all(changed, past):
                _, cost = slip_behind([entry], meant, self._rows, "fact")
                correction = Correction("control-wrong", edits_behind(self.sheet, [entry], meant), at)
                yield cost, correction, changed, NO_SUMS

    def _corrected(
        self,
        entry: Entry,
        past: Sequence[Entry],
        dues: Iterable[tuple[str, str, bool]],
        follows: float,
        *,
        step: bool = True,
    ) -> Iterator[tuple[float, str, CellEdit, Entry]]:
        """The row with one of its other cells corrected, if it keeps the rules, and the slip."""
        for role, text, agreed in dues:
            column = self.sheet.column(role)
            changed = with_field(entry, role, text)
            if column is None or not self.judge.keeps_all(changed, past, step=step):
                continue
            edit = (entry.row, column, text)
            if agreed and role in _FOLLOWING:
                yield log(follows), CONTROL_FOLLOWS, edit, changed
            else:
                cost = log(shares("control")["control-wrong"]) + self._misread(entry, role, text)
                yield cost, "control-wrong", edit, changed

    def likelier(self, entry: Entry, meant: Entry) -> float:
        """The log-likelihood ratio of meant and written facts of a row."""
        likely = self._mending.likely
        if likely is None:
            return 0.0
        return likely(meant, self.sheet) - likely(entry, self.sheet)

    def _dues(self, entry: Entry, past: Sequence[Entry]) -> Iterator[tuple[str, str, bool]]:
        """The right values of other columns, and whether they were calculated from the written values."""
        for role, text in self._right(entry, past) if entry.readable else ():
            said = value_text(entry.fields.get(role, ""))
            if said != text:
                yield role, text, said in self._as_seen.get(role, ())

    def _right(self, entry: Entry, past: Sequence[Entry]) -> Iterator[tuple[str, str]]:
        """The values of other columns that follow from a row's points; a control of numbers is their sum."""
        if "control" in self.layout.number_roles and self.sheet.column("control") is not None:
            yield "control", str(sum(entry.totals if self.sheet.running else entry.points))
        if self._mending.dues is not None:
            yield from self._mending.dues(entry, past, self.sheet)

    def _misread(self, entry: Entry, role: str, text: str) -> float:
        """The log-probability of the value in another column, if ``text`` was meant."""
        said = value_text(entry.fields.get(role, ""))
        found = text_read_as(said, text)
        if found is None:
            # A control in another form was calculated, and may be wrong like any other.
            worked_out = role in {"dealer", "times"} or (role == "control" and _NUMBERS.search(said))
            return self._rate - log(len(self.sheet.points_columns)) - (0.0 if worked_out else _SELDOM)
        misread = self._rate + found[1]
        if role == "value" and _is_doubled(said, text):
            return log_sum((misread, rate("doubling", 2 * self._rows * len(self.sheet.points_columns))))
        return misread


def _is_doubled(said: str, text: str) -> bool:
    """Whether one of two numbers is twice the other."""
    one, other = written(said), written(text)
    return isinstance(one, int) and isinstance(other, int) and (one == 2 * other or other == 2 * one)


def readable_as(entries: Sequence[Entry], meant: Iterable[Meant]) -> Iterator[Meant]:
    """Possible meanings of facts, with numbers only by slips of the pen, unless nothing else is possible."""
    for one in meant:
        if one.kind not in _BY_PEN:
            yield one
        elif all(
            _number_read_as(entries[row], role, text)[0] != "other" for row, role, text in _misread_in(one)
        ):
            yield one._replace(kind="number") if one.kind == "misread" else one


def slip_behind(entries: Sequence[Entry], meant: Meant, rows: int, slips: str) -> tuple[str, float]:
    """The slip behind facts on a sheet of so many rows, and its log-probability.

    ``slips``: as in ``rate_of_fact``.
    """
    kind = "number" if meant.kind in _BY_PEN else meant.kind
    chance = rate_of_fact(kind, rows, meant.among, slips)
    if kind == "number":
        read = [_number_read_as(entries[row], role, text) for row, role, text in _misread_in(meant)]
        kind, chance = read[0][0], chance + sum(share for _, share in read)
    return kind, chance


def _misread_in(meant: Meant) -> Sequence[FactEdit]:
    """The edits that somebody misread; others may have been worked out from the first."""
    return meant.edits[:1] if meant.kind == _WORKED_OUT else meant.edits


def edits_behind(sheet: Sheet, entries: Sequence[Entry], meant: Meant) -> tuple[CellEdit, ...]:
    """The edits that give facts their meaning."""
    cells = [(entries[row].row, sheet.column(role), text) for row, role, text in meant.edits]
    return tuple((row, column, text) for row, column, text in cells if column is not None)


def _number_read_as(entry: Entry, role: str, meant: str) -> tuple[str, float]:
    """The slip behind a number of a row, and its log-probability among all slips in that number."""
    return text_read_as(value_text(entry.fields.get(role, "")), meant) or read_as_anything()


def with_field(entry: Entry, role: str, text: str) -> Entry:
    """An entry with another value in one of the other cells."""
    numbers = entry.numbers
    if role in numbers:
        # A value that may be a number or a word, such as ``schwarz``, is a word without a number.
        said = written(text)
        numbers = {**numbers, role: None if isinstance(said, Unreadable) else said}
    dates = {key: date for key, date in entry.dates.items() if key != role}
    return entry._replace(fields={**entry.fields, role: text}, numbers=numbers, dates=dates)


def _control(entry: Entry) -> str:
    """The control of a row; nothing if it was not calculated."""
    said = value_text(entry.fields.get("control", ""))
    return said if _NUMBERS.search(said) else ""


def _follows(sums: Sums, not_worked_out: int = 0) -> float:
    """The probability that the next control repeats a wrong number.

    One that did makes it likely for all; each one that was not calculated makes a spreadsheet improbable.
    """
    model = weights("model")
    before = model["follows-known"]
    share = model["follows"] * model["follows-blank"] ** not_worked_out
    return (before * share + sums.followed) / (before + sums.followed + sums.right)
