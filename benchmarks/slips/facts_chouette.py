"""Game logs of a chouette, and slips in them.

The games are those of the second scorer of the tests, which knows the rules by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.slips.facts_made import Slipped, with_row
from benchmarks.slips.settings import Shares, settings
from benchmarks.slips.sheets import Row, Shape, Sheet
from tests.chouette_referee import COUETTE, MCC, IllegalError, evening, is_legal, new_table, play

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tests.chouette_referee import Row as Event
    from tests.chouette_referee import Rules, Table

_GAME, _WHO, _ACTION, _TO, _VALUE = range(5)
_PLAYERS = (3, 3, 4, 4, 5)
_WITH_VALUES = 0.7
_LATE = 0.75
"""The share of logs on which a double is written with what the cube will show."""
_SLIPS = Shares[str]({"action": 26, "player": 22, "to": 22, "value": 24, "seats": 6})
_ACTIONS = ("roll", "double", "take", "drop", "beaver", "extra", "accept", "refuse", "win")


class ChouetteLog:
    """Evenings of three to six games."""

    shape = Shape("chouette", "log", ())

    def __init__(self, name: str, rules: Rules, preset: str) -> None:
        """Played by some rules, which a preset names."""
        self.name, self.rules, self.preset = name, rules, preset

    def generate(self, rng: Random) -> Sheet:
        """As in ``Kind``."""
        while True:
            names = rng.sample(settings("generators")["names"], rng.choice(_PLAYERS))
            played = evening(rng, names, self.rules, rng.randint(3, 6)).rows
            if len(played) > 10:
                break
        with_values, late = rng.random() < _WITH_VALUES, rng.random() < _LATE
        rows = (
            tuple(_with_values(played, self.rules, late=late)) if with_values else tuple(map(_bare, played))
        )
        headings = ("Game", "Player", "Action", "To", "Value")[: 5 if with_values else 4]
        return Sheet(self.shape, headings, rows, ("entry",) * len(rows))

    def meaning(self, row: Row) -> Row:
        """As in ``Kind``: in what order those stand who are doubled or answered says nothing."""
        names = row[_TO].split(", ")
        return row if row[_ACTION] == "order" else (*row[:_TO], ", ".join(sorted(names)), *row[_VALUE:])

    def slip(self, sheet: Sheet, rng: Random) -> Slipped | None:
        """As in ``Kind``."""
        kind, at = _SLIPS.draw(rng), rng.randrange(len(sheet.rows))
        row = list(sheet.rows[at])
        names = _names(sheet)
        is_order = row[_ACTION] == "order"
        if kind == "seats" and is_order:
            seats = row[_TO].split(", ")
            one = rng.randrange(len(seats) - 1)
            seats[one], seats[one + 1] = seats[one + 1], seats[one]
            row[_TO] = ", ".join(seats)
        elif kind == "action" and not is_order:
            row[_ACTION] = rng.choice([word for word in _ACTIONS if word != row[_ACTION]])
        elif kind == "player" and row[_WHO] in (*names, "box", "team"):
            others = ("box", "team") if row[_WHO] in ("box", "team") else names
            row[_WHO] = rng.choice([name for name in others if name != row[_WHO]])
        elif kind == "to" and not is_order and all(name in names for name in row[_TO].split(", ")):
            given = row[_TO].split(", ")
            which, free = rng.randrange(len(given)), [name for name in names if name not in given]
            if free and (len(given) < 2 or rng.random() < 0.7):
                given[which] = rng.choice(free)
            elif len(given) > 1:
                del given[which]
            row[_TO] = ", ".join(given)
        elif kind == "value" and len(row) > _VALUE and row[_VALUE]:
            value = int(row[_VALUE])
            row[_VALUE] = str(
                rng.choice((2 * value, max(1, value // 2), rng.randint(1, 9), 10 * value + rng.randint(0, 9)))
            )
        if tuple(row) == sheet.rows[at]:
            return None
        return Slipped(with_row(sheet, at, tuple(row)), kind)

    def originals(self, sheet: Sheet) -> Iterator[tuple[Sheet, float]] | None:
        """As in ``Kind``, where every legal log of those that come into question is as likely."""
        names = _names(sheet)
        last = self._last_right(sheet.rows)
        for at in range(min(last + 1, len(sheet.rows))):
            for meant, slip in _meant(sheet.rows[at], names):
                rows = (*sheet.rows[:at], meant, *sheet.rows[at + 1 :])
                if self._is_right(rows):
                    yield sheet.with_rows(rows, sheet.kinds), slip

    def _last_right(self, rows: tuple[Row, ...]) -> int:
        """The last row up to which nothing shows that the log is wrong: the slip is there or above."""
        first, last = 0, len(rows)
        while first < last:
            middle = (first + last) // 2
            if self._is_right(rows[: middle + 1]):
                first = middle + 1
            else:
                last = middle
        return first

    def _is_right(self, rows: tuple[Row, ...]) -> bool:
        try:
            events = [(int(row[_GAME]), (row[_WHO], row[_ACTION], row[_TO], "")) for row in rows]
            if not is_legal(events, self.rules):
                return False
            if len(rows[0]) <= _VALUE:
                return True
            ways = [tuple(_with_values(events, self.rules, late=late)) for late in (True, False)]
        except (KeyError, AttributeError, IndexError, ValueError, TypeError):
            return False
        return any(all(a[_VALUE] == b[_VALUE] for a, b in zip(way, rows, strict=True)) for way in ways)


def _names(sheet: Sheet) -> list[str]:
    seats = [row[_TO].split(", ") for row in sheet.rows if row[_ACTION] == "order"]
    return list(dict.fromkeys(name for names in seats for name in names))


def _bare(event: tuple[int, Event]) -> Row:
    game, (who, what, to, _) = event
    return str(game), who, what, to


def _with_values(events: list[tuple[int, Event]], rules: Rules, *, late: bool) -> Iterator[Row]:
    """The rows with what the cube shows, where it is one."""
    table: Table | None = None
    for game, event in events:
        _, what, to, _ = event
        if what == "order":
            table = new_table([name.strip() for name in to.split(",")])
            yield (*_bare((game, event)), "")
            continue
        value = ""
        if table is not None:
            waiting = set(table.waiting())
            prices = {name: table.members[name].price for name in waiting}
            try:
                play(table, event, rules)
            except IllegalError as wrong:
                raise ValueError from wrong
            value = _value(table, what, waiting, prices, late=late)
        yield (*_bare((game, event)), value)


def _value(table: Table, what: str, waiting: set[str], prices: dict[str, int], *, late: bool) -> str:
    now = set(table.waiting())
    if what == "double":
        values = {table.members[name].price * (2 if late else 1) for name in now - waiting}
    elif what in ("take", "beaver"):
        values = {table.members[name].cube for name in waiting - now}
    elif what == "drop":
        values = {prices[name] for name in waiting - now}
    elif what in ("open", "skip"):
        values = {member.cube for member in table.members.values()}
    else:
        return ""
    return str(values.pop()) if len(values) == 1 else ""


def _meant(row: Row, names: list[str]) -> Iterator[tuple[Row, float]]:
    """Everything that a row may have been meant to say, with the chance of the slip."""
    of = _SLIPS.chance
    is_order, given = row[_ACTION] == "order", row[_TO].split(", ")
    if is_order:
        for one in range(len(given) - 1):
            seats = [*given[:one], given[one + 1], given[one], *given[one + 2 :]]
            yield (*row[:_TO], ", ".join(seats), *row[_VALUE:]), of["seats"] / (len(given) - 1)
        return
    for word in (*_ACTIONS, "open", "skip", "raccoon", "leave"):
        if word != row[_ACTION]:
            yield (*row[:_ACTION], word, *row[_TO:]), of["action"] / (len(_ACTIONS) - 1)
    others = ["box", "team"] if row[_WHO] in ("box", "team") else names if row[_WHO] else []
    for name in others:
        if name != row[_WHO]:
            yield (row[0], name, *row[_ACTION:]), of["player"] / max(1, len(others) - 1)
    if all(name in names for name in given):
        free = [name for name in names if name not in given]
        for which in range(len(given)):
            for name in free:
                meant = [*given[:which], name, *given[which + 1 :]]
                share = 1.0 if len(given) < 2 else 0.7
                chance = of["to"] * share / len(given) / max(1, len(free))
                yield (*row[:_TO], ", ".join(meant), *row[_VALUE:]), chance
        for name in free:
            yield (*row[:_TO], ", ".join((*given, name)), *row[_VALUE:]), of["to"] * 0.3 / (len(given) + 1)
    if len(row) > _VALUE and row[_VALUE]:
        said = int(row[_VALUE])
        for value in (1, 2, 4, 8, 16, 32, 64, 128):
            made = (2 * value, max(1, value // 2))
            chance = made.count(said) / 4 + (1 <= said <= 9) / 36 + (said // 10 == value) / 40
            if value != said and chance:
                yield (*row[:_VALUE], str(value)), of["value"] * chance


LAYOUTS = (ChouetteLog("chouette", MCC, "mcc"), ChouetteLog("couette", COUETTE, "couette"))
