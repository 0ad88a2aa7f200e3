"""Lists of Skat with the facts of each game, on which a fact is another, or the points are.

Points stand in columns of the players, where the soloist alone has some, or in one column of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.slips.facts_made import (
    Slipped,
    chance_of_digit,
    chance_of_swap,
    digit_wrong,
    digits_swapped,
    with_row,
)
from benchmarks.slips.settings import Shares, settings
from benchmarks.slips.sheets import Row, Shape, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

_OF = settings("generators")["skat"]
_BASES = {"Karo": 9, "Herz": 10, "Pik": 11, "Kreuz": 12, "Grand": 24}
_KINDS = Shares[str](
    {
        **{kind: (1 - _OF["null"]) * _OF["bases"][str(base)] / 100 for kind, base in _BASES.items()},
        "Null": _OF["null"],
    }
)
_NULLS = {"": 23, "Hand": 35, "Ouvert": 46, "Hand Ouvert": 59}
_OF_NULLS = Shares[str]({extra: _OF["nulls"][str(value)] for extra, value in _NULLS.items()})
_JACKS = Shares[int]({1: 50, 2: 26, 3: 14, 4: 10})
_WITH = 0.5
_EXTRAS = {"": 0, "Hand": 1, "Schneider": 1, "Hand Schneider": 2}
_OF_WON = Shares[str]({"": 68, "Hand": 10, "Schneider": 20, "Hand Schneider": 2})
_OF_LOST = Shares[str]({"": 86, "Hand": 13, "Schneider": 1})
_WON, _LOST = "gewonnen", "verloren"
_SOLOIST, _KIND, _JACKS_AT, _EXTRAS_AT, _BID, _RESULT, _FIRST = range(1, 8)
_VALUES = sorted(
    {base * times for base in _BASES.values() for times in range(2, 19 if base < 24 else 12)}
    | {*_NULLS.values()}
)
_SLIPS = Shares[str](
    {
        "not doubled": 20,
        "worked out wrongly": 10,
        "digit": 12,
        "one more or less": 8,
        "swapped digits": 7,
        "sign": 5,
        "matadors": 12,
        "kind": 8,
        "addition": 14,
        "result": 4,
        "soloist": 5,
        "wrong column": 4,
        "bid": 5,
    }
)
"""The likeliest of all is a lost game that was not doubled, as the rules' page has it. What is worked out
wrongly is out by one multiple."""


class SkatFacts:
    """Tables of three."""

    preset = None
    shape = Shape("skat", "detail", ())

    def __init__(self, name: str, *, beside: bool) -> None:
        """``beside``: with a column for each player."""
        self.name, self._beside = name, beside

    def generate(self, rng: Random) -> Sheet:
        """As in ``Kind``."""
        names = rng.sample(settings("generators")["names"], 3)
        rows: list[Row] = []
        for game in range(1, rng.randint(18, 36) + 1):
            won = rng.random() < _OF["won"]
            kind, jacks = _KINDS.draw(rng), ""
            if kind == "Null":
                extras = _OF_NULLS.draw(rng)
            else:
                jacks = f"{'mit' if rng.random() < _WITH else 'ohne'} {_JACKS.draw(rng)}"
                extras = (_OF_WON if won else _OF_LOST).draw(rng)
            facts = (rng.choice(names), kind, jacks, extras)
            value = _value(facts[1:])
            bid = rng.choice([bid for bid in _VALUES if bid <= value])
            points = str(value if won else -2 * value)
            paid = [points if name == facts[0] else "" for name in names] if self._beside else [points]
            rows.append((str(game), *facts, str(bid), _WON if won else _LOST, *paid))
        of_points = names if self._beside else ["Punkte"]
        headings = ("Nr.", "Alleinspieler", "Spiel", "Spitzen", "Zusatz", "Reizwert", "Ergebnis", *of_points)
        return Sheet(self.shape, headings, tuple(rows), ("entry",) * len(rows))

    def meaning(self, row: Row) -> Row:
        """As in ``Kind``: in what order additions stand says nothing."""
        extras = " ".join(sorted(row[_EXTRAS_AT].split()))
        return (*row[:_EXTRAS_AT], extras, *row[_EXTRAS_AT + 1 :])

    def slip(self, sheet: Sheet, rng: Random) -> Slipped | None:
        """As in ``Kind``."""
        kind, at = _SLIPS.draw(rng), rng.randrange(len(sheet.rows))
        row = sheet.rows[at]
        column = _paid_at(row)
        made = [(meant, chance) for meant, chance in _ways(kind, row, _names(sheet)) if chance]
        if not made or column is None:
            if kind not in ("digit", "swapped digits", "bid") or column is None:
                return None
            column = _BID if kind == "bid" else column
            sign, digits = ("-", row[column][1:]) if row[column][0] == "-" else ("", row[column])
            wrong = (digits_swapped if kind == "swapped digits" else digit_wrong)(digits, rng)
            made = [(_with(row, column, sign + wrong), 1.0)]
        slipped = rng.choices([way for way, _ in made], [chance for _, chance in made])[0]
        return None if slipped == row else Slipped(with_row(sheet, at, slipped), kind)

    def originals(self, sheet: Sheet) -> Iterator[tuple[Sheet, float]]:
        """As in ``Kind``. Only a wrong row can hold the slip."""
        names = _names(sheet)
        for at, row in enumerate(sheet.rows):
            if self._chance(row, names):
                continue
            for meant in set(_near(row, names)):
                chance = self._chance(meant, names)
                slip = _slipped(meant, row, names) if chance else 0.0
                if slip:
                    yield with_row(sheet, at, meant), slip * chance

    def _chance(self, row: Row, names: Sequence[str]) -> float:
        """The chance of a row; nothing where its facts do not give its points."""
        _, soloist, kind, jacks, extras, bid, result, *paid = row
        if kind not in _KINDS.chance or result not in (_WON, _LOST):
            return 0.0
        won = result == _WON
        share = _KINDS.chance[kind] * (_OF["won"] if won else 1 - _OF["won"])
        if kind == "Null":
            share *= _OF_NULLS.chance.get(extras, 0.0) if not jacks else 0.0
        else:
            count = jacks.removeprefix("mit ").removeprefix("ohne ")
            count = int(count) if count.isdecimal() else 0
            share *= _JACKS.chance.get(count, 0.0) * (_OF_WON if won else _OF_LOST).chance.get(extras, 0.0)
        if not share:
            return 0.0
        value = _value((kind, jacks, extras))
        bids = [one for one in _VALUES if one <= value]
        due = str(value if won else -2 * value)
        said = [due if name == soloist else "" for name in names] if self._beside else [due]
        return share / len(bids) if bid in map(str, bids) and paid == said else 0.0


def _value(facts: Sequence[str]) -> int:
    """What a game is worth, by a second reading of the rules."""
    kind, jacks, extras = facts
    return _NULLS[extras] if kind == "Null" else _BASES[kind] * (int(jacks.split()[1]) + 1 + _EXTRAS[extras])


def _names(sheet: Sheet) -> list[str]:
    own = sheet.headings[_FIRST:]
    return [*own] if len(own) > 1 else sorted({row[_SOLOIST] for row in sheet.rows})


def _paid_at(row: Row) -> int | None:
    return next((at for at in range(_FIRST, len(row)) if row[at]), None)


def _with(row: Row, column: int, text: str) -> Row:
    return (*row[:column], text, *row[column + 1 :])


def _ways(kind: str, row: Row, names: Sequence[str]) -> Iterator[tuple[Row, float]]:
    """What a slip of a kind makes of a row, each with its chance; not of those in which digits are wrong."""
    column = _paid_at(row)
    points = 0 if column is None else int(row[column])
    base = (_BASES.get(row[_KIND]) or points) * (-2 if points < 0 else 1)
    numbers = {
        "worked out wrongly": [points + base, points - base] if row[_KIND] in _BASES else [],
        "not doubled": [points // 2] if points < 0 and not points % 2 else [],
        "sign": [-points],
        "one more or less": [points + 1, points - 1],
    }
    if column is not None and kind in numbers:
        for number in numbers[kind]:
            yield _with(row, column, str(number)), 1 / len(numbers[kind])
    if kind == "wrong column" and column is not None and len(row) > _FIRST + 1:
        beside = [at for at in (column - 1, column + 1) if _FIRST <= at < len(row)]
        for at in beside:
            yield _with(_with(row, column, ""), at, row[column]), 1 / len(beside)
    others: dict[str, tuple[int, Sequence[str]]] = {
        "kind": (_KIND, [*_KINDS.chance]),
        "addition": (_EXTRAS_AT, [*(_NULLS if row[_KIND] == "Null" else _EXTRAS)]),
        "result": (_RESULT, (_WON, _LOST)),
        "soloist": (_SOLOIST, names),
    }
    if kind in others:
        at, words = others[kind]
        words = [word for word in words if word != row[at]]
        for word in words:
            yield _with(row, at, word), 1 / len(words)
    if kind == "matadors" and row[_JACKS_AT]:
        word, _, count = row[_JACKS_AT].partition(" ")
        near = [one for one in (int(count) - 1, int(count) + 1) if one]
        for one in near:
            yield _with(row, _JACKS_AT, f"{word} {one}"), 1 / len(near)


def _near(row: Row, names: Sequence[str]) -> Iterator[Row]:
    """Rows that a slip may have made this one of, and more."""
    for kind in ("kind", "addition", "result", "soloist", "matadors", "sign", "one more or less"):
        yield from (meant for meant, _ in _ways(kind, row, names))
    yield from (meant for meant, _ in _ways("wrong column", row, names))
    for extras in {*_NULLS, *_EXTRAS}:
        yield _with(row, _EXTRAS_AT, extras)
    column = _paid_at(row)
    for value in _VALUES:
        yield _with(row, _BID, str(value))
        for points in (value, -2 * value) if column is not None else ():
            yield _with(row, column or _FIRST, str(points))


def _slipped(meant: Row, row: Row, names: Sequence[str]) -> float:
    """The chance that a slip makes the one row of the other."""
    of, column = _SLIPS.chance, _paid_at(meant)
    made = sum(of[kind] * chance for kind in of for way, chance in _ways(kind, meant, names) if way == row)
    for at, kinds in ((column, ("digit", "swapped digits")), (_BID, ("bid",))):
        if at is None or _with(meant, at, row[at]) != row or not row[at]:
            continue
        one, other = meant[at], row[at]
        if one.startswith("-") == other.startswith("-"):
            for kind in kinds:
                chance = chance_of_swap if kind == "swapped digits" else chance_of_digit
                made += of[kind] * chance(one.lstrip("-"), other.lstrip("-"))
    return made


LAYOUTS = (SkatFacts("skat-records", beside=False), SkatFacts("skat-records-beside", beside=True))
