"""Lists of Skat without matadors: what each game is worth beside what the soloist got, and blocks of results.

A value, a base, a factor, a point or a total is another number; what follows from it stays as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.slips.facts_made import Slipped, digit_wrong, digits_swapped, with_row
from benchmarks.slips.settings import Shares, settings, whole
from benchmarks.slips.sheets import Row, Shape, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

_OF = settings("generators")["skat"]
_BASES, _TIMES, _NULLS = whole(_OF["bases"]), whole(_OF["times"]), whole(_OF["nulls"])
_SEATS, _LOST_BY_OTHERS, _OF_GAMES = 3, 40, 50
_SLIPS = Shares[str]({"digit": 40, "swapped digits": 14, "not doubled": 20, "sign": 6, "digit dropped": 20})
_FIRST = 1
_OF_VALUES = frozenset(
    ["Grundwert", "Faktor", "Wert", "Spielwert +", "Spielwert -", "Punkte", "Gewonnen", "Verloren", "Gesamt"]
)
"""The columns that are nobody's."""


class SkatValues:
    """Tables of three. Nothing works out a bound for them."""

    preset = None

    def __init__(self, name: str, form: str) -> None:
        """``form``: ``points`` with base, factor and value behind them and a total row, ``totals`` behind
        the soloist and the values under signs, ``results`` to the right of points."""
        self.name, self._form = name, form
        self.shape = Shape("skat", "detail" if form == "totals" else "points", ())

    def generate(self, rng: Random) -> Sheet:
        """As in ``Kind``."""
        names = rng.sample(settings("generators")["names"], _SEATS)
        stands = [0] * _SEATS
        won, lost = [0] * _SEATS, [0] * _SEATS
        rows: list[Row] = []
        for game in range(1, rng.randint(18, 36) + 1):
            is_null = rng.random() < _OF["null"]
            base = (_NULLS if is_null else _BASES).draw(rng)
            times = 1 if is_null else _TIMES.draw(rng)
            seat, is_won = rng.randrange(_SEATS), rng.random() < _OF["won"]
            points = base * times if is_won else -2 * base * times
            stands[seat] += points
            (won if is_won else lost)[seat] += 1
            number = stands[seat] if self._form == "totals" else points
            cells = tuple(str(number) if at == seat else "" for at in range(_SEATS))
            if self._form == "totals":
                both = (str(points), "") if is_won else ("", str(-points))
                rows.append((str(game), names[seat], *both, *cells))
            elif self._form == "points":
                rows.append((str(game), *cells, str(base), str(times), str(base * times)))
            else:
                rows.append((str(game), *cells))
        if self._form == "points":
            rows.append(("Summe", *map(str, stands), "", "", ""))
        elif self._form == "results":
            others = [sum(lost) - one for one in lost]
            ends = [
                points + _OF_GAMES * (more - less) + _LOST_BY_OTHERS * theirs
                for points, more, less, theirs in zip(stands, won, lost, others, strict=True)
            ]
            block = [
                (names[at], *map(str, (stands[at], won[at], lost[at], ends[at]))) for at in range(_SEATS)
            ]
            rows = [
                (*row, "", *(block[at] if at < _SEATS else ("",) * len(block[0])))
                for at, row in enumerate(rows)
            ]
        heads = {
            "points": ("Spiel", *names, "Grundwert", "Faktor", "Wert"),
            "totals": ("Nr.", "Alleinspieler", "Spielwert +", "Spielwert -", *names),
            "results": ("Spiel", *names, "", "Spieler", "Punkte", "Gewonnen", "Verloren", "Gesamt"),
        }
        kinds = ["total" if row[0] == "Summe" else "entry" for row in rows]
        return Sheet(self.shape, heads[self._form], tuple(rows), tuple(kinds))

    def meaning(self, row: Row) -> Row:
        """As in ``Kind``."""
        return row

    def slip(self, sheet: Sheet, rng: Random) -> Slipped | None:
        """As in ``Kind``."""
        kind, at = _SLIPS.draw(rng), rng.randrange(len(sheet.rows))
        row = sheet.rows[at]
        numbers = [column for column in range(_FIRST, len(row)) if row[column].lstrip("-").isdigit()]
        column = rng.choice(numbers)
        text = _slipped(row[column], kind, rng)
        if text is None or text == row[column]:
            return None
        heading = sheet.headings[column]
        part = f"{kind}, {heading if heading in _OF_VALUES else 'number'}"
        return Slipped(with_row(sheet, at, (*row[:column], text, *row[column + 1 :])), part)

    def originals(self, sheet: Sheet) -> Iterator[tuple[Sheet, float]]:
        """As in ``Kind``; not worked out."""
        del sheet
        return iter(())


def _slipped(said: str, kind: str, rng: Random) -> str | None:
    """A number after a slip of a kind; ``None`` where it cannot have this one."""
    sign, digits = ("-", said[1:]) if said.startswith("-") else ("", said)
    if kind == "sign":
        return digits if sign else f"-{digits}"
    if kind == "not doubled":
        return str(int(said) // 2) if sign and int(said) % 2 == 0 else None
    if kind == "digit":
        return sign + digit_wrong(digits, rng)
    if len(digits) < 2:
        return None
    if kind == "digit dropped":
        return sign + digits[:-1]
    return sign + digits_swapped(digits, rng)


LAYOUTS = (
    SkatValues("skat-values-points", "points"),
    SkatValues("skat-values-totals", "totals"),
    SkatValues("skat-values-results", "results"),
)
