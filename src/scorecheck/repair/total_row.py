"""The total row, on what the decoded rows leave of it: sums that follow, totals that are wrong, rows that are
missing, and slips that no row shows by itself."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from math import exp, inf, log
from typing import TYPE_CHECKING

from scorecheck.model.cells import Unreadable
from scorecheck.repair.channel import heard, rate
from scorecheck.repair.place import Place, only
from scorecheck.repair.proposers.columns import swapped
from scorecheck.repair.proposers.whole_rows import whole_row
from scorecheck.repair.slips import weights
from scorecheck.repair.unit import LEFT_OUT, Unit, Way, added, log_sum, merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.repair.evidence import Evidence
    from scorecheck.repair.place import Cells
    from scorecheck.repair.reading import Reader
    from scorecheck.repair.unit import Part

    Amounts = tuple[Number, ...]
    Explained = tuple[float, tuple[Unit, ...]]

MOST_JOINED = 8
"""So many parts are held against the total row at once; of more each is judged by itself."""
_MOST_TOGETHER = 300
_MOST_WAYS = 64
_MOST_TOTALS = 2
"""So many totals are wrong at once, at most."""
_CLOSE = 14.0
_TWO_AT_BEST = -15.0
"""The logarithm of the chance of two slips that no row shows, at best."""
_SOME = 0.2
"""Where sums follow, so often only some of them do."""
_EITHER = 0.5
"""There each by itself follows as often as not."""
_LISTED = 800
"""So many games are asked whether they are missing, where not all of the totals tell what it gave."""
_LIKE_OTHERS = 0.1
"""Of wrong totals so many are any other number."""
_KNOWN = 0.8
"""So sure it must be where a row is missing to say where."""
_NOTHING = Way(0.0, 0.0, ())


class TotalRow:
    """What the total row of a sheet says to the ways in which its rows may have been meant."""

    def __init__(self, evidence: Evidence, reader: Reader) -> None:
        """Compares the total row with the totals as the rows give them."""
        self.evidence, self.reader = evidence, reader
        sheet = evidence.sheet
        self.row = -1 if sheet.total_row is None else sheet.total_row
        self.end = len(evidence.entries)
        self.foot = tuple(None if isinstance(cell, Unreadable) else cell for cell in sheet.foot)
        self.given: Amounts = evidence.entries[-1].totals
        self.out: Amounts = tuple(
            0 if said is None else said - given for said, given in zip(self.foot, self.given, strict=True)
        )
        self.follows = weights().model["follows"]
        self._single: dict[Amounts, Sequence[tuple[float, Unit]]] = {}
        self._pairs: dict[Amounts, Sequence[Explained]] = {}

    def ways(self, parts: Sequence[Part]) -> list[Way]:
        """The ways of all parts together with which the columns add up, the total row mended or not."""
        together = [_NOTHING]
        for part in parts:
            both = (
                Way(a.weight + b.weight, a.slips + b.slips, (*a.units, *b.units), added(a.moved, b.moved))
                for a in together
                for b in part.ways or (_NOTHING,)
            )
            together = merged(both, _MOST_TOGETHER)
        found: list[Way] = []
        best = -inf
        for in_two_rows in (False, True):
            for way in together:
                if way.weight + (_TWO_AT_BEST if in_two_rows else 0.0) < best - _CLOSE:
                    continue
                taken = frozenset(unit.at for unit in way.units)
                for chance, explained in self._explanations(way, in_two_rows=in_two_rows):
                    for more, units in explained:
                        if not taken.isdisjoint([unit.at for unit in units if unit.edits]):
                            continue
                        weight = way.weight + chance + more
                        best = max(best, weight)
                        found.append(Way(weight, way.slips + more, (*way.units, *units)))
        return merged(found, _MOST_WAYS)

    def _explanations(self, way: Way, *, in_two_rows: bool) -> Iterator[tuple[float, Iterable[Explained]]]:
        """How the total row came about, with what explains all that it then says more than the columns:
        written by hand, or worked out from the rows as they stand, all of it or some."""
        moved = way.moved or self.evidence.none
        masked = (0 if said is None else by for said, by in zip(self.foot, moved, strict=True))
        rest = tuple([out - by for out, by in zip(self.out, masked, strict=True)])
        by_hand = any(self.out)
        followed = any(rest[at] for at in self._agree)
        hand = log(1 - self.follows) if by_hand or followed else 0.0
        if in_two_rows:
            yield hand, self._by_two_rows(rest)
            return
        yield hand, self._explained(rest)
        if by_hand and self._agree:
            some = tuple([0 if at in self._agree else by for at, by in enumerate(rest)])
            explained = self._explained(some) if followed else ()
            yield log(self.follows * _SOME), chain(explained, self._in_some(some))
        elif followed:
            yield log(self.follows), self._explained(self.evidence.none)

    @cached_property
    def _agree(self) -> frozenset[int]:
        """The columns whose totals say what the rows give as they stand: they may have been worked out."""
        return frozenset(at for at, out in enumerate(self.out) if not out and self.foot[at] is not None)

    def _in_some(self, rest: Amounts) -> Iterator[Explained]:
        """One row that keeps the rules is wrong, or one is left out, and the columns that agree followed
        what stands there."""
        if not any(rest) or self.evidence.sheet.running:
            return
        for chance, unit in self._hidden_in_some.get(rest, ()):
            yield chance, (unit,)
        if None not in self.foot:
            yield from ((chance, (unit,)) for chance, unit in self._left_out_in_some(rest))

    @cached_property
    def _hidden_in_some(self) -> dict[Amounts, list[tuple[float, Unit]]]:
        """Slips that their rows do not show, by what they take from the columns that do not follow; of
        those that do one at least hides it."""
        found: dict[Amounts, list[tuple[float, Unit]]] = {}
        for delta, slips in self._hidden.items():
            hides = sum(bool(by) for at, by in enumerate(delta) if at in self._agree)
            if hides:
                seen = tuple([0 if at in self._agree else by for at, by in enumerate(delta)])
                less = hides * log(_EITHER)
                found.setdefault(seen, []).extend((chance + less, unit) for chance, unit in slips)
        return found

    def _left_out_in_some(self, rest: Amounts) -> Iterator[tuple[float, Unit]]:
        """A game that is in no row, and only in those of the totals that do not follow."""
        found = [
            log(share) + log(_EITHER) * hides + self._somewhere(step)
            for step, share in self._games.items()
            for hides in [sum(bool(step[at]) for at in self._agree)]
            if hides and all(by == rest[at] for at, by in enumerate(step) if at not in self._agree)
        ]
        if found:
            weight = rate("row-left-out", 1) - log(self.end + 1) + log_sum(found)
            # What it gave those whose totals follow nobody knows.
            yield weight, Unit(LEFT_OUT, (), self.end)

    def _somewhere(self, step: Amounts) -> float:
        """How much likelier the numbers and the turn make it that this game is missing, wherever it was."""
        turn = self.evidence.turn
        return log_sum(
            log_sum(weigh for weigh, _ in places) + turn.sits(step, due) for due, places in self._gaps.items()
        )

    @cached_property
    def _games(self) -> Mapping[Amounts, float]:
        return self.evidence.prior.likely(_LISTED)

    def _explained(self, rest: Amounts) -> Iterator[Explained]:
        """What no row shows but the total row does, with its chance: wrong totals, and one row at most."""
        if not any(rest):
            yield 0.0, ()
            return
        yield from self._wrong_totals(rest)
        if not self.evidence.sheet.running:
            for chance, unit in self._one_row(rest):
                yield chance, (unit,)
            yield from self._beside_a_total(rest)

    def _beside_a_total(self, rest: Amounts) -> Iterator[Explained]:
        """One of the totals is wrong, and a row that keeps the rules is too, or is left out."""
        out = sum(rest)
        for at in range(len(rest)) if out else ():
            left = tuple([by - out if at == other else by for other, by in enumerate(rest)])
            if self.foot[at] is None or not any(left):
                continue
            for chance, units in self._wrong_totals(only(at, out, len(rest))):
                for more, unit in self._one_row(left):
                    yield chance + more, (*units, unit)

    def _by_two_rows(self, rest: Amounts) -> Sequence[Explained]:
        """Two rows that keep the rules are wrong, or one is and one is left out."""
        if self.evidence.sheet.running or not any(rest):
            return ()
        if not any(sum(rest) - one in self._sums for one in self._sums):
            return ()
        if rest not in self._pairs:
            self._pairs[rest] = [
                (chance + more, (unit, other))
                for delta, slips in self._hidden.items()
                for left in [tuple([out - by for out, by in zip(rest, delta, strict=True)])]
                if any(left)
                for more, other in self._one_row(left)
                for chance, unit in slips
                # The upper one comes first, so that each pair is met once.
                if unit.at < other.at or not other.edits
            ]
        return self._pairs[rest]

    @cached_property
    def _sums(self) -> set[Number]:
        """What one row can take from all columns together: mostly nothing, as it keeps the rules."""
        return {0, *map(sum, self._hidden)}

    def _one_row(self, rest: Amounts) -> Sequence[tuple[float, Unit]]:
        """A row that is left out, or one that keeps the rules and is wrong."""
        if rest not in self._single:
            left_out = [] if None in self.foot else list(self._left_out(rest))
            self._single[rest] = [*left_out, *self._hidden.get(rest, ())]
        return self._single[rest]

    def _wrong_totals(self, rest: Amounts) -> Iterator[Explained]:
        """The players are right, and one or two of the totals are wrong."""
        wrong = [at for at, out in enumerate(rest) if out]
        if len(wrong) > _MOST_TOTALS:
            return
        model = weights().model
        chance, units = 0.0, list[Unit]()
        for at in wrong:
            said = self.foot[at] or 0
            true = said - rest[at]
            slip = heard(true).get(said) if isinstance(true, int) and isinstance(said, int) else None
            share = _LIKE_OTHERS / model["spread"] + (0.0 if slip is None else exp(slip.log))
            chance += rate("total", len(self.foot)) + log(share)
            edit = (self.row, self.evidence.sheet.points_columns[at], true)
            units.append(Unit("other" if slip is None else slip.kind, (edit,), self.end))
        yield chance, tuple(units)

    # Rows that are wrong and keep the rules.

    @cached_property
    def _hidden(self) -> dict[Amounts, list[tuple[float, Unit]]]:
        """Slips that their rows do not show, by what they take from the columns."""
        evidence = self.evidence
        found: dict[Amounts, list[tuple[float, Unit]]] = {}
        for at, entry in enumerate(evidence.entries):
            if evidence.broken[at].rules or not entry.readable:
                continue
            here = evidence.odd(entry.points, at, opening=False)
            for kind, chance, cells in self._meant(at):
                points = tuple([0 if cell is None else cell for cell in cells])
                usual = evidence.usual(points, at, opening=False)
                moved = zip(entry.totals, points, entry.points, strict=True)
                changed = entry._replace(
                    points=points, written=cells, totals=tuple([t + new - old for t, new, old in moved])
                )
                if usual > -inf and evidence.judge.keeps_all(changed, evidence.past(at)):
                    edits = tuple(
                        (entry.row, column, new)
                        for column, old, new in zip(
                            evidence.sheet.points_columns, evidence.cells[at], cells, strict=True
                        )
                        if old != new
                    )
                    unit = Unit(kind, edits, at, points)
                    found.setdefault(self._moved(at, points), []).append((chance + usual - here, unit))
            if evidence.is_twice(at):
                chance = rate("row-twice", 1) - log(self.end) + evidence.steps(at, 0) - here
                delta = self._moved(at, evidence.none)
                found.setdefault(delta, []).append((chance, self.reader.row_taken(at)))
        return found

    def _meant(self, at: int) -> Iterator[tuple[str, float, Cells]]:
        evidence = self.evidence
        sums = self.reader.sums[at]
        place = Place(
            at,
            evidence.cells[at],
            evidence.none,
            None,
            sums,
            running=False,
            rows=self.end,
            nothing=evidence.nothing,
        )
        for propose in (swapped, whole_row):
            for guess in propose(place):
                if guess.meant != place.cells:
                    yield guess.kind, guess.log, guess.meant

    def _moved(self, at: int, points: Amounts) -> Amounts:
        return tuple(
            [
                0 if said is None else new - old
                for said, new, old in zip(self.foot, points, self.evidence.entries[at].points, strict=True)
            ]
        )

    # A row that is missing.

    def _left_out(self, rest: Amounts) -> Iterator[tuple[float, Unit]]:
        """A game that is in the totals and in no row."""
        evidence = self.evidence
        usual = evidence.prior(rest)
        if usual == -inf:
            return
        last = evidence.entries[-1]
        missing = last._replace(points=rest, totals=added(last.totals, rest), written=rest)
        if evidence.layout.worked is None:
            # What stands beside the points of the last game is not said of the one that is missing. Where
            # that is all the facts, a game without any would explain whatever the totals lack.
            missing = missing._replace(fields={}, numbers={}, dates={})
        if evidence.judge.keeps_all(missing, evidence.past(self.end)):
            weight = rate("row-left-out", 1) - log(self.end + 1) + usual
            gaps = [
                (log_sum(weigh for weigh, _ in places) + evidence.turn.sits(rest, due), max(places))
                for due, places in self._gaps.items()
            ]
            whole = log_sum(weigh for weigh, _ in gaps)
            _, (likeliest, at) = max(gaps)
            sure = likeliest + evidence.turn.sits(rest, self._due(at)) - whole > log(_KNOWN)
            yield weight + whole, Unit(LEFT_OUT, (), at if sure else self.end, rest)

    @cached_property
    def _gaps(self) -> dict[tuple[int, ...], list[tuple[float, int]]]:
        """The places where a row may be missing, by whose turn it was there; each with how much likelier the
        numbers and the turn make it that one is missing just there."""
        found: dict[tuple[int, ...], list[tuple[float, int]]] = {}
        for at in range(self.end + 1):
            found.setdefault(self._due(at), []).append((self.evidence.steps(at, 2), at))
        return found

    def _due(self, at: int) -> tuple[int, ...]:
        due = self.evidence.turn.of_missing(at)
        return () if due is None else (due,)


def has_total(entries: Sequence[object], foot: Sequence[object]) -> bool:
    """Whether there is a total row to hold the entries against."""
    return bool(entries) and any(cell is not None for cell in foot)
