"""A table of evenings or rounds held against what the sheets of these give, cell by cell."""

from __future__ import annotations

import re
from itertools import chain
from math import log
from typing import TYPE_CHECKING

from scorecheck.checks.null import by_itself
from scorecheck.model.record import NamedTuple
from scorecheck.tournament.evenings import evening_of
from scorecheck.tournament.names import name_key
from scorecheck.tournament.rounds import evening_of_result, names_a_round, rounds_by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scorecheck.model.cells import CellRef, Number
    from scorecheck.model.finding import Param
    from scorecheck.model.outcome import Listed, ListedPart, Result


class Evening(NamedTuple):
    """What the sheets of one evening, one round or one table give."""

    points: Mapping[str, Number]
    """By player, in the form in which names are compared."""
    names: frozenset[str]
    """What it is called, in the same form."""
    sheets: frozenset[int]
    """The numbers of the sheets among all of them."""
    faulty: bool
    """One of the sheets has errors."""

    def is_called(self, label: str) -> bool:
        """Whether a table means this evening: by its name, its day, or its number."""
        day = evening_of(label)
        if name_key(label) in self.names or (day is not None and day in map(evening_of, self.names)):
            return True
        numbers = _DIGITS.findall(label) if names_a_round(label) else []
        return bool(numbers) and any(
            names_a_round(name) and _DIGITS.findall(name) == numbers for name in self.names
        )


_DIGITS = re.compile(r"[1-9]\d*")


class Column(NamedTuple):
    """What a table says of one evening."""

    name: str
    cells: Mapping[str, ListedPart]
    """By player, as in ``Evening.points``."""

    def agreeing(self, evening: Evening) -> int:
        """How many players have here what the sheets give."""
        return sum(
            part.points is not None and part.points == evening.points.get(key)
            for key, part in self.cells.items()
        )

    def evidence(self, evenings: Sequence[Evening], *, settles: bool) -> float:
        """What speaks for this being one of some evenings, or another one, against numbers by themselves.

        ``settles``: what is won on an evening is lost there.
        """
        said = {key: part.points for key, part in self.cells.items() if part.points is not None}
        alone = {key: by_itself([float(points)], [float(points)]) for key, points in said.items()}
        ways = [
            sum(
                log(1 - _SLIP) - chance if said[key] == evening.points.get(key) else log(_SLIP / 2)
                for key, chance in alone.items()
            )
            for evening in evenings
        ]
        another = log(_SLIP) if settles and sum(said.values()) else 0.0
        return max(another, *(way - log(len(evenings)) for way in ways))

    def meant(self, evenings: Sequence[Evening]) -> Evening | None:
        """The evening that it is: of those with which half of its cells agree the one with which most do."""
        known = sum(part.points is not None for part in self.cells.values())

        def fitness(evening: Evening) -> tuple[int, bool, int]:
            return self.agreeing(evening), evening.is_called(self.name), -len(evening.sheets)

        best = max(evenings, key=fitness, default=None)
        agree = 0 if best is None else self.agreeing(best)
        return best if 2 * agree >= max(known, 2 * _FEWEST) else None


_FEWEST, _SLIP = 2, 0.03
"""So many cells at least agree with a sheet; the share of cells in which somebody slips."""


def evenings_of_sheets(results: Sequence[Result], key: Callable[[str], str]) -> tuple[Evening, ...]:
    """What the sheets give by day, by round and one by one: a table may be kept by any of these.

    ``key``: who a name is, in the form in which names are compared.
    """
    numbers = {id(result): at for at, result in enumerate(results)}
    groups: dict[frozenset[int], set[str]] = {}
    days: dict[str, set[int]] = {}
    for at, result in enumerate(results):
        groups.setdefault(frozenset({at}), set()).add(result.shown_name or result.path.rpartition("/")[2])
        day = evening_of_result(result)
        if day is not None:
            days.setdefault(str(day), set()).add(at)
    for one in rounds_by_name(results):
        mine = frozenset(numbers[id(result)] for result in one.results)
        groups.setdefault(mine, set()).add(one.name)
    for day, of_day in days.items():
        groups.setdefault(frozenset(of_day), set()).add(day)
    found: list[Evening] = []
    for sheets, names in groups.items():
        points: dict[str, Number] = {}
        for player in chain.from_iterable(results[at].players for at in sheets):
            points[key(player.player)] = points.get(key(player.player), 0) + player.points
        faulty = any(results[at].faulty for at in sheets)
        found.append(Evening(points, frozenset(map(name_key, names)), sheets, faulty))
    return tuple(found)


def columns_of(lines: Iterable[tuple[str, Listed]]) -> list[Column]:
    """What some lines, each with who it is of, say of each evening."""
    cells: dict[tuple[int, str], dict[str, ListedPart]] = {}
    for key, line in lines:
        for at, part in enumerate(line.parts):
            cells.setdefault((at, part.name), {})[key] = part
    return [Column(name, mine) for (_, name), mine in cells.items()]


class Difference(NamedTuple):
    """A cell of a table that says something else than the sheet of its evening, or an evening left out."""

    variant: str
    cell: CellRef | None
    params: Mapping[str, Param]
    related: tuple[CellRef, ...] = ()
    due: tuple[tuple[ListedPart, Number], ...] = ()
    """What the sheet gives for the cells concerned; nothing where it has errors of its own."""


def differences(
    columns: Sequence[Column],
    evenings: Sequence[Evening],
    shown: Mapping[str, str],
    names: Sequence[str],
) -> list[Difference] | None:
    """Where a table differs from the sheets; ``None`` where no evening of it is one of theirs.

    ``shown``: what each player is called there; ``names``: what the sheets are called, by their number.
    """
    pairs = [(column, column.meant(evenings)) for column in columns]
    told = {at for _, evening in pairs if evening is not None for at in evening.sheets}
    if not told:
        return None
    found: list[Difference] = []
    for column, evening in pairs:
        if evening is not None:
            found += _of_evening(column, evening, shown)
    missing = tuple(name for at, name in enumerate(names) if at not in told)
    if missing:
        found.append(Difference("evening-missing", None, {"rounds": missing, "count": len(missing)}))
    return found


def _of_evening(column: Column, evening: Evening, shown: Mapping[str, str]) -> Iterator[Difference]:
    wrong = {
        key: part for key, part in column.cells.items() if (part.points or 0) != evening.points.get(key, 0)
    }
    for key, part in wrong.items():
        score, said = evening.points.get(key, 0), part.points
        params: dict[str, Param] = {"player": shown[key], "round": column.name, "score": score}
        if said is not None:
            params["published"] = said
        twin = next((other for other in wrong if _swapped(column, evening, key, other)), None)
        if evening.faulty:
            yield Difference("evening-faulty" if said is not None else "evening-empty", part.cell, params)
        elif twin is not None:
            if list(wrong).index(key) < list(wrong).index(twin):
                second = column.cells[twin]
                due = ((part, score), (second, evening.points[twin]))
                more: dict[str, Param] = {**params, "other": shown[twin]}
                yield Difference("evening-swapped", part.cell, more, (second.cell,), due)
        elif said is None:
            yield Difference("evening-empty", part.cell, params, due=((part, score),))
        elif key not in evening.points:
            yield Difference("evening-not-there", part.cell, params)
        else:
            variant = "evening-sign" if said == -score else "evening"
            yield Difference(variant, part.cell, params, due=((part, score),))


def _swapped(column: Column, evening: Evening, key: str, other: str) -> bool:
    one, two = column.cells[key].points, column.cells[other].points
    due = evening.points
    return key != other and one is not None and (one, two) == (due.get(other), due.get(key))
