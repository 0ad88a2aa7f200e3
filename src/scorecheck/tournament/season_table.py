"""Compares a table of evenings or rounds with their sheets, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import log

from scorecheck.checks.null import ODDS, SLIP, by_itself
from scorecheck.model.cells import CellRef, Number
from scorecheck.model.names import name_key
from scorecheck.model.outcome import Listed, ListedPart, Result
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.terms import Param
from scorecheck.tournament.rounds import evening_of, evening_of_result, names_a_round, rounds_by_name


class Evening(NamedTuple):
    """The results of the sheets of one evening, one round or one table."""

    points: Mapping[str, Number]
    """By player, as name keys."""
    mended: Mapping[str, Number]
    """The same with the likeliest repairs of their errors."""
    claimed: Mapping[str, Number]
    """The same with the written totals, if there are any: the list may be copied from these."""
    names: frozenset[str]
    """Its names, as keys."""
    sheets: frozenset[int]
    """The numbers of its sheets."""
    faulty: bool
    """Whether one of the sheets has errors."""
    settles: bool
    """Whether the losers pay the winners."""

    @property
    def ways(self) -> Sequence[Mapping[str, Number]]:
        """The points that a table may show: with errors on the sheets, also repaired ones and totals."""
        return (self.points, self.mended, self.claimed) if self.faulty else (self.points,)

    def is_called(self, label: str) -> bool:
        """Whether a table names this evening: by its name, its day, or its number."""
        day = evening_of(label)
        if name_key(label) in self.names or (day is not None and day in map(evening_of, self.names)):
            return True
        numbers = _DIGITS.findall(label) if names_a_round(label) else []
        return bool(numbers) and any(
            names_a_round(name) and _DIGITS.findall(name) == numbers for name in self.names
        )


_DIGITS = re.compile(r"[1-9]\d*")


class EveningColumn(NamedTuple):
    """A table column with one evening."""

    name: str
    cells: Mapping[str, ListedPart]
    """By player, as in ``Evening.points``."""

    def agreeing(self, evening: Evening) -> int:
        """The number of players with the points of the sheets."""
        return sum(
            part.points is not None and part.points == evening.points.get(key)
            for key, part in self.cells.items()
        )

    def evidence(self, evenings: Sequence[Evening], *, settles: bool) -> float:
        """The evidence for each evening, and for another one, against arbitrary numbers.

        ``settles``: the losers of an evening pay the winners.
        """
        ways = [sum(self.evidence_by_cell(evening.points).values()) for evening in evenings]
        won = sum(part.points or 0 for part in self.cells.values())
        another = log(SLIP) if settles and won else 0.0
        return max(another, *(way - log(len(evenings)) for way in ways))

    def evidence_by_cell(self, points: Mapping[str, Number]) -> dict[str, float]:
        """The evidence of each cell for these points, against an arbitrary number.

        Two swapped cells are one slip.
        """
        said = {key: one.points for key, one in self.cells.items() if one.points is not None}
        wrong = {key: one for key, one in said.items() if one != points.get(key)}
        found: dict[str, float] = {}
        for key, one in said.items():
            alone = by_itself([float(one)], [float(one)])
            if key not in wrong:
                found[key] = log(1 - SLIP) - alone
            elif _swapped_with(key, wrong, points) is not None:
                found[key] = log(SLIP) / 2 - alone
            else:
                found[key] = log(SLIP / 2)
        return found

    def meant(self, evenings: Sequence[Evening]) -> Evening | None:
        """The evening of the column, if it is likelier than none of them."""

        def odds(evening: Evening) -> tuple[float, int]:
            left_out = [key for key, part in self.cells.items() if part.points is None]
            ways = [
                sum(self.evidence_by_cell(points).values())
                + log(SLIP) * sum(key in points for key in left_out)
                for points in evening.ways
            ]
            return max(ways) + _CALLED * evening.is_called(self.name), -len(evening.sheets)

        weighed = [(odds(evening), evening) for evening in evenings]
        (found, _), best = max(weighed, key=lambda one: one[0], default=((0.0, 0), None))
        return best if found > 0 else None

    def figure(self, figures: Iterable[Evening]) -> Evening | None:
        """The figure that the column shows, at odds of 99 to 1 against any other numbers."""
        said = {key: one.points for key, one in self.cells.items() if one.points is not None}
        numbers = [float(one) for one in said.values()]
        alone = by_itself(numbers, numbers) / max(1, len(numbers))

        def evidence(figure: Evening) -> float:
            return max(
                sum(
                    log(1 - SLIP) - alone if one == points.get(key) else log(SLIP / 2)
                    for key, one in said.items()
                )
                for points in figure.ways
            )

        best = max(figures, key=evidence, default=None)
        return best if best is not None and evidence(best) > ODDS else None


_CALLED = log(50)
"""The evidence of an equal name."""


def evenings_of_sheets(
    results: Sequence[Result],
    key: Callable[[str], str],
    repaired: Sequence[Result] = (),
    claimed: Sequence[Result] = (),
) -> tuple[Evening, ...]:
    """The results of sheets by day, by round and by sheet, since a table may be kept by any of these: each
    alone, and with all before it.

    ``key`` gives the name key of a player. ``repaired``: the same results with the likeliest repairs, and
    ``claimed`` with the written totals.
    """
    numbers = {id(result): at for at, result in enumerate(results)}
    sheets = [
        (frozenset({at}), result.shown_name or result.path.rpartition("/")[2])
        for at, result in enumerate(results)
    ]
    of_rounds = [
        (frozenset(numbers[id(result)] for result in one.results), one.name)
        for one in rounds_by_name(results)
    ]
    days: dict[str, set[int]] = {}
    for at, result in enumerate(results):
        day = evening_of_result(result)
        if day is not None:
            days.setdefault(str(day), set()).add(at)
    of_days = [(frozenset(mine), day) for day, mine in sorted(days.items())]
    groups: dict[frozenset[int], set[str]] = {}
    ways = (sheets, of_rounds, of_days)
    for mine, name in chain(*ways, *map(_so_far, ways)):
        groups.setdefault(mine, set()).add(name)
    given = _SheetResults(results, repaired or results, claimed or results, key)
    return tuple(given.by(sheets, names) for sheets, names in groups.items())


_MOST_SO_FAR = 200
"""Longer tables are not looked through for totals so far."""


def _so_far(groups: Sequence[tuple[frozenset[int], str]]) -> Iterator[tuple[frozenset[int], str]]:
    """Each group of sheets together with those before it, under its name."""
    so_far: frozenset[int] = frozenset()
    for mine, name in groups if len(groups) <= _MOST_SO_FAR else ():
        so_far |= mine
        yield so_far, name


def all_together(
    results: Sequence[Result], key: Callable[[str], str], claimed: Sequence[Result] = ()
) -> Evening:
    """The results of all sheets together, as one evening."""
    return _SheetResults(results, results, claimed or results, key).by(frozenset(range(len(results))), ())


def figures_of_sheets(
    results: Sequence[Result], key: Callable[[str], str], repaired: Sequence[Result] = ()
) -> tuple[Evening, ...]:
    """What all sheets together give besides the points, as won games, each as an evening of its own."""
    players = [player for result in results for player in result.players]
    names = set(players[0].figures if players else ()).intersection(*(one.figures for one in players))

    def of(figure: str, some: Sequence[Result]) -> list[Result]:
        return [
            replace(
                one, players=tuple(mine._replace(points=mine.figures.get(figure, 0)) for mine in one.players)
            )
            for one in some
        ]

    everything = frozenset(range(len(results)))
    return tuple(
        _SheetResults(mine, of(name, repaired or results), mine, key).by(everything, (name,))
        for name in sorted(names - _COUNTED_OTHERWISE)
        for mine in (of(name, results),)
    )


_COUNTED_OTHERWISE = frozenset({"solos"})
"""Lists count the solos that somebody played, or those won."""


class _SheetResults(NamedTuple):
    """The results of sheets: as written, repaired, and by their total rows."""

    results: Sequence[Result]
    repaired: Sequence[Result]
    claimed: Sequence[Result]
    key: Callable[[str], str]

    def by(self, sheets: frozenset[int], names: Iterable[str]) -> Evening:
        """The sum of some results, by their numbers."""
        points, mended, said = (
            _points_of((of[at] for at in sheets), self.key)
            for of in (self.results, self.repaired, self.claimed)
        )
        faulty = any(self.results[at].faulty for at in sheets)
        settles = all(self.results[at].zero_sum for at in sheets)
        return Evening(points, mended, said, frozenset(map(name_key, names)), sheets, faulty, settles)


def _points_of(results: Iterable[Result], key: Callable[[str], str]) -> Mapping[str, Number]:
    points: dict[str, Number] = {}
    for player in chain.from_iterable(result.players for result in results):
        points[key(player.player)] = points.get(key(player.player), 0) + player.points
    return points


def columns_of(lines: Iterable[tuple[str, Listed]], *, beside: bool = False) -> list[EveningColumn]:
    """The evenings that some lines show, each with its player; or their columns ``beside``."""
    cells: dict[tuple[int, str], dict[str, ListedPart]] = {}
    for key, line in lines:
        for at, part in enumerate(line.beside if beside else line.parts):
            cells.setdefault((at, part.name), {})[key] = part
    return [EveningColumn(name, mine) for (_, name), mine in cells.items()]


def scores_of(lines: Iterable[tuple[str, Listed]]) -> EveningColumn:
    """The totals of all evenings that some lines show, each with its player."""
    return EveningColumn("", {key: ListedPart("", line.score, line.cell, line.said) for key, line in lines})


class EveningDifference(NamedTuple):
    """A cell of a table that differs from the sheet of its evening, or a missing evening."""

    variant: str
    cell: CellRef | None
    params: Mapping[str, Param]
    related: tuple[CellRef, ...] = ()
    due: tuple[tuple[ListedPart, Number], ...] = ()
    """The right values of these cells, by the repaired sheet."""
    alone: bool = False
    """Whether the sheet has no errors and agrees with all else: then the cell is wrong."""


class HeldTable(NamedTuple):
    """A table compared with the sheets of its evenings."""

    differences: tuple[EveningDifference, ...]
    follows: tuple[tuple[ListedPart, Number], ...]
    """The values that cells will need when the errors of their sheets are repaired."""


def held_to(
    columns: Sequence[EveningColumn],
    evenings: Sequence[Evening],
    shown: Mapping[str, str],
    names: Sequence[str],
) -> HeldTable | None:
    """Compares a table with the sheets; ``None`` if no evening of it is one of theirs.

    ``shown``: each player's name in the table; ``names``: the names of the sheets, by number.
    """
    pairs = [(column, column.meant(evenings)) for column in columns]
    told = {at for _, evening in pairs if evening is not None for at in evening.sheets}
    if not told:
        return None
    found: list[EveningDifference] = []
    follows: list[tuple[ListedPart, Number]] = []
    for column, evening in pairs:
        if evening is not None:
            found += of_evening(column, evening, shown)
            follows += _following(column, evening)
    missing = tuple(name for at, name in enumerate(names) if at not in told)
    if missing:
        found.append(EveningDifference("evening-missing", None, {"rounds": missing, "count": len(missing)}))
    return HeldTable(tuple(found), tuple(follows))


def _following(column: EveningColumn, evening: Evening) -> Iterator[tuple[ListedPart, Number]]:
    """The values that cells repeating sheets with errors will need.

    If the repair is unknown, one cell holds what the others leave.
    """
    if not evening.faulty:
        return
    said = [
        (part, evening.mended.get(key, 0))
        for key, part in column.cells.items()
        if part.points is not None and part.points in (evening.points.get(key), evening.claimed.get(key))
    ]
    yield from ((part, due) for part, due in said if part.points != due)
    off = sum(evening.mended.values())
    if said and off and evening.settles:
        part, due = said[0]
        yield part, due - off


def of_evening(
    column: EveningColumn, evening: Evening, shown: Mapping[str, str]
) -> Iterator[EveningDifference]:
    """The cells of a column that differ from the sheets of its evening."""
    wrong = {
        key: part
        for key, part in column.cells.items()
        if (part.points or 0) not in {way.get(key, 0) for way in evening.ways}
    }
    for key, part in wrong.items():
        score, said, alone = evening.points.get(key, 0), part.points, len(wrong) == 1
        params: dict[str, Param] = {"player": shown[key], "round": column.name, "score": score}
        if said is not None:
            params["published"] = said
        twin = _swapped_with(key, {other: cell.points for other, cell in wrong.items()}, evening.points)
        if evening.faulty:
            variant = "evening-faulty" if said is not None else "evening-empty"
            yield EveningDifference(variant, part.cell, params, due=((part, evening.mended.get(key, 0)),))
        elif twin is not None:
            if list(wrong).index(key) < list(wrong).index(twin):
                second = column.cells[twin]
                due = ((part, score), (second, evening.points[twin]))
                more: dict[str, Param] = {**params, "other": shown[twin]}
                yield EveningDifference("evening-swapped", part.cell, more, (second.cell,), due)
        elif said is None:
            yield EveningDifference("evening-empty", part.cell, params, (), ((part, score),), alone)
        elif key not in evening.points:
            yield EveningDifference("evening-not-there", part.cell, params, due=((part, 0),))
        else:
            variant = "evening-sign" if said == -score else "evening"
            yield EveningDifference(variant, part.cell, params, (), ((part, score),), alone)


def _swapped_with(key: str, wrong: Mapping[str, Number | None], points: Mapping[str, Number]) -> str | None:
    """The player whose points are swapped with those of another."""
    one = wrong[key]
    others = wrong.items() if one is not None else ()
    return next(
        (
            twin
            for twin, other in others
            if twin != key and (one, other) == (points.get(twin), points.get(key))
        ),
        None,
    )
