"""Amounts of money in cells: exact, with their currency. Pure."""

from __future__ import annotations

import re
from fractions import Fraction

from scorecheck.checks.words import plain, vocabulary
from scorecheck.model.cells import Value, value_text
from scorecheck.model.record import NamedTuple

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
        return WrittenAmount(Fraction(f"{value:.15g}"), "") if abs(value) < 10.0**_LONGEST else None
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
