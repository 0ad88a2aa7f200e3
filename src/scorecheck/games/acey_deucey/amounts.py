"""Amounts of money for games, read exactly with their currency: the stake per point, and the amount paid."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from scorecheck.checks.check import ERROR, Hit, Rule, Watcher, column_check
from scorecheck.checks.words import plain, vocabulary
from scorecheck.games.acey_deucey.scoring import LEAST, MOST, pair_of
from scorecheck.model.cells import Number, Value, exact, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

_LONGEST = 40
_MINUS = "−–—-"
_FORM = re.compile(
    rf"(?P<sign>[+{_MINUS}]?)\s*(?P<before>(?:[^\d\s.,+{_MINUS}]+\.?)?)\s*(?P<minus>[{_MINUS}]?)\s*"
    rf"(?P<number>\d[\d.,'’\s]*?|[.,]\d+)(?:[.,][{_MINUS}]+)?\s*(?P<after>[^\d\s.,+{_MINUS}]*)\.?",
    re.ASCII,
)
_DECIMAL = re.compile(r"\d*[.,]\d+", re.ASCII)
_GROUPED = re.compile(r"[1-9]\d{0,2}(?P<mark>[.,])\d{3}(?:(?P=mark)\d{3})*(?P<rest>[.,]\d+)?", re.ASCII)
_HUNDREDTH = Fraction(1, 100)


class WrittenAmount(NamedTuple):
    """What a cell says."""

    amount: Fraction
    currency: str
    """``€``, ``$``, ``kr`` …; empty where the cell does not say."""
    before: str = ""
    """The written currency before and after the number."""
    after: str = ""
    has_decimals: bool = False
    comma: bool = False
    """Written with a comma before the decimals."""
    is_small: bool = False
    """In cents and the like."""

    def agrees(self, other: WrittenAmount) -> bool:
        """Whether two amounts may be in one currency."""
        return not self.currency or not other.currency or self.currency == other.currency

    def shown(self, amount: Fraction) -> str:
        """Another amount in the style of this one."""
        number = amount / _HUNDREDTH if self.is_small else amount
        text = _decimal(number, 2 if self.has_decimals else 0)
        return f"{self.before}{text.replace('.', ',') if self.comma else text}{self.after}"


def money(value: Value) -> WrittenAmount | None:
    """The amount in a cell; ``None`` where none can be read."""
    if isinstance(value, float):
        return WrittenAmount(Fraction(exact(value)), "") if abs(value) < 10.0**_LONGEST else None
    text = "" if isinstance(value, bool) else value_text(value).strip()
    found = _FORM.fullmatch(text) if len(text) <= _LONGEST else None
    return None if found is None else _read(found, text)


def _read(found: re.Match[str], text: str) -> WrittenAmount | None:
    """The amount in a text of the right form; ``None`` if its number or currency is invalid."""
    number, word = _number(found["number"]), found["before"] or found["after"]
    currency, is_small = _currency(word)
    if number is None or (found["before"] and found["after"]) or (word and currency is None):
        return None
    if is_small:
        number *= _HUNDREDTH
    negative = not {found["sign"], found["minus"]}.isdisjoint(_MINUS)
    spaced = " " if re.search(r"\d\s+\D|\D\s+\d", text) else ""
    before, after = found["before"] or "", found["after"] or ""
    return WrittenAmount(
        -number if negative else number,
        currency or "",
        before and before + spaced,
        after and spaced + after,
        _DECIMAL.fullmatch(found["number"]) is not None,
        "," in found["number"] and not found["number"].endswith(","),
        is_small,
    )


def _currency(word: str) -> tuple[str | None, bool]:
    """The currency for a word beside an amount, and whether it is one of hundredths."""
    if word in _SIGNS:
        return word, False
    name = vocabulary("games", "acey_deucey", "columns.toml", section="currencies").get(plain(word))
    return (name.removesuffix("/100").strip(), name.endswith("/100")) if name else (None, False)


_SIGNS = frozenset("€$£")


def _number(text: str) -> Fraction | None:
    digits = re.sub(r"[\s'’]", "", text)
    if digits.isdecimal():
        return Fraction(int(digits))
    grouped = _GROUPED.fullmatch(digits)
    if grouped and grouped["rest"] and grouped["rest"][0] != grouped["mark"]:
        whole = digits.removesuffix(grouped["rest"]).replace(grouped["mark"], "")
        return Fraction(f"{whole}.{grouped['rest'][1:]}")
    if grouped and not grouped["rest"]:
        return Fraction(int(digits.replace(grouped["mark"], "")))
    return Fraction("0" + digits.replace(",", ".")) if _DECIMAL.fullmatch(digits) else None


def _decimal(number: Fraction, fewest: int) -> str:
    """A number with the decimals that it needs, none or at least two; else a fraction."""
    if number.denominator == 1 and not fewest:
        return str(number.numerator)
    places = next((n for n in range(2, 16) if (number * 10**n).denominator == 1), None)
    if places is None:
        return str(number)
    whole, rest = divmod(abs(number.numerator) * 10**places // number.denominator, 10**places)
    return f"{'−' if number < 0 else ''}{whole}.{rest:0{places}d}"


_ROLES = ("stake", "amount")
_NOTHING = frozenset({"", "-", "–", "—", "−", "/"})


StakeText: TypeAlias = "tuple[WrittenAmount | None, str]"
"""A stake with its text."""


def _points(entry: Entry, sheet: Sheet) -> Number | None:
    if sheet.layout == "games":
        points = entry.numbers.get("value")
    else:
        pair = None if entry.opening else pair_of(entry.points, sheet.notation)
        points = pair and pair.points
    return points if isinstance(points, int) and LEAST <= points <= MOST else None


class AmountsWatcher(Watcher):
    """Checks stakes and amounts. A stake applies to later games until the next one."""

    def __init__(self, sheet: Sheet, stake: StakeText | None = None) -> None:
        """For a sheet, with the stake from the rows above."""
        self._sheet = sheet
        self._columns = {role: sheet.column(role) for role in _ROLES}
        self._stake, self._stake_text = stake or (None, "")

    @property
    def stake(self) -> StakeText:
        """The current stake with its text."""
        return self._stake, self._stake_text

    def due(self, entry: Entry) -> str | None:
        """The right amount of a game, if another one is written."""
        return next((str(hit.params["due"]) for hit in self.see(entry) if "due" in hit.params), None)

    def see(self, entry: Entry) -> Iterable[Hit]:
        """The faults of the next row."""
        texts = {role: value_text(entry.fields.get(role, "")).strip() for role in _ROLES}
        read = {role: money(entry.fields[role]) for role, text in texts.items() if text not in _NOTHING}
        unclear = next((role for role in read if read[role] is None), None)
        if "stake" in read:
            self._stake, self._stake_text = read["stake"], texts["stake"]
        if unclear is not None:
            return (Hit(self._columns[unclear], {"text": texts[unclear]}, "unclear"),)
        amount = read.get("amount")
        points = _points(entry, self._sheet)
        if amount is None or self._stake is None or points is None:
            return ()
        return self._judged(amount, texts["amount"], self._stake, points)

    def _judged(
        self, amount: WrittenAmount, text: str, stake: WrittenAmount, points: Number
    ) -> Iterator[Hit]:
        related = (self._columns["stake"], self._sheet.column("value"))
        params: dict[str, Param] = {"stake": self._stake_text, "amount": text, "points": points}
        if not amount.agrees(stake):
            yield Hit(self._columns["amount"], params, "currency", related)
        elif abs(amount.amount) != abs(stake.amount) * points:
            like = amount if amount.currency or not stake.currency else stake
            params["due"] = like.shown(abs(stake.amount) * points)
            yield Hit(self._columns["amount"], params, "", related)


def _watch(sheet: Sheet) -> AmountsWatcher | None:
    if sheet.column("amount") is None:
        return None
    stake = None if sheet.column("stake") is not None else shown_stake(sheet)
    return AmountsWatcher(sheet, stake) if stake or sheet.column("stake") is not None else None


def not_held(sheet: Sheet) -> frozenset[int]:
    """The column of amounts, if nothing tells the stake."""
    column = sheet.column("amount")
    return frozenset() if column is None or _watch(sheet) is not None else frozenset({column})


def shown_stake(sheet: Sheet) -> StakeText | None:
    """The stake of a point by which most games of a sheet with amounts alone were paid."""
    column, value = sheet.column("amount"), sheet.column("value")
    stakes: list[tuple[Fraction, WrittenAmount]] = []
    for row in range(min(sheet.stop, _MOST_ROWS)) if column is not None else ():
        paid = money(sheet.table.value(row, column or 0))
        cells = (value,) if value is not None else sheet.points_columns
        points = [money(sheet.table.value(row, at)) for at in cells]
        won = max((abs(one.amount) for one in points if one is not None), default=Fraction(0))
        if paid is not None and paid.amount and won:
            stakes.append((abs(paid.amount) / won, paid))
    if not stakes:
        return None
    rate, times = Counter(stake for stake, _ in stakes).most_common(1)[0]
    like = next(one for stake, one in stakes if stake == rate)
    if times < _FEWEST_PAID or times < _TO_ONE * (len(stakes) - times):
        return None
    return like._replace(amount=rate), like.shown(rate)


_MOST_ROWS, _FEWEST_PAID, _TO_ONE = 500, 4, 3
"""The least number of games paid at one stake; at others at most a third as many."""


amount = column_check(Rule("acey-deucey/amount", ERROR), _watch, layouts=("games", "points"))
