"""Decodes sheets of one table together: one true table, and slips on each sheet.

Each sheet is decoded by itself first. Every hypothesis about the rows of one sheet is a hypothesis about all:
the others wrote the same rows, with slips of their own. Its weight is the log-probability of the rows plus
that of the slips on all sheets. A row that only some sheets have was left out on the others, or is repeated.
The total rows are weighed last, with all rows together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import combinations
from math import log

from scorecheck.alongside.beside import Beside
from scorecheck.alongside.blocks import (
    FAR,
    Block,
    JointHypothesis,
    joined,
    likely,
    merged_spans,
    with_corrections,
    without_rows,
)
from scorecheck.alongside.slipped import AsTold, of_points, of_totals, where_said
from scorecheck.layouts.entries import entries as entries_of
from scorecheck.model.cells import Number, Points, Unreadable
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry
from scorecheck.repair.assigned import is_in_totals
from scorecheck.repair.channel import rate, read_as
from scorecheck.repair.diagnose import Search
from scorecheck.repair.hypothesis import (
    LEFT_OUT,
    MOST_HYPOTHESES,
    OF_ROWS,
    TWICE,
    Correction,
    Group,
    Hypothesis,
    added,
    log_sum,
    merged,
    written_once,
)
from scorecheck.repair.slips import constant, shares

_AS_IT_STANDS = Hypothesis(0.0, 0.0, ())
_MOST_HYPOTHESES = 32
"""The number of hypotheses of a block that are taken from each sheet."""
_MOST_EXPLAINED = 8
"""How many of them are extended by further slips that lead to another sheet's cells."""
_MOST_LONE = 3
"""With more unpaired rows in a block, none is taken as repeated."""
_MOST_TOGETHER = 200
"""The number of combinations of hypotheses that are compared with the total rows."""
_COPIED = log(0.05)
"""The logarithm of the share of slips that a second writer copies from the first."""


class _TrueRows(NamedTuple):
    """The possible true rows of a block."""

    rows: range
    points: tuple[Points | None, ...]
    """The points of the common players in each row; ``None`` where they are not known."""
    twice: frozenset[int]
    """The repeated rows."""

    @property
    def each(self) -> Iterator[tuple[int, Points | None]]:
        return zip(self.rows, self.points, strict=True)


class Joint:
    """Decodes sheets of one table together."""

    def __init__(self, found: Beside, searches: Sequence[Search]) -> None:
        """``searches``: the decoding of each sheet by itself."""
        self.found, self.searches = found, searches
        self.shared = [
            seat
            for seat in range(len(found.sheets[0].sheet.players))
            if all(places[seat] is not None for places in found.seats)
        ]
        self.places = [[places[seat] or 0 for seat in self.shared] for places in found.seats]
        """For each sheet the positions of the common players."""
        self._one_way = len({one.sheet.notation for one in found.sheets}) == 1
        """Whether an empty cell means the same on all sheets, whatever the player's points."""
        self.row_of: list[dict[int, int]] = [
            {at: row for row, places in enumerate(found.rows) if (at := places[which]) is not None}
            for which in range(len(found.sheets))
        ]
        self.together: dict[int, Group] = {}
        """For sheets with a total row, the hypotheses of all blocks together."""

    def blocks(self, differing: Iterable[Sequence[int]]) -> list[Block]:
        """The blocks of rows with a difference or an error that a total row shows.

        ``differing``: the rows of each difference.
        """
        apart = [(min(rows), max(rows)) for rows in differing]
        # A missing row shows in the next total, and a repeated one beside the row above it.
        end = len(self.found.rows) - 1
        apart += ((max(0, at - 1), min(at + 1, end)) for at, row in enumerate(self.found.rows) if None in row)
        totals = [which for which in range(len(self.searches)) if self._has_total(which)]
        named = [
            (self._rows(which, group), (which, group))
            for which, one in enumerate(self.searches)
            for group in (*one.parts, *(self._hidden(which) if totals else ()))
        ]
        blocks: list[Block] = []
        for first, last in merged_spans([*apart, *(span for span, _ in named)]):
            differs = any(first <= begin <= last for begin, _ in apart)
            if differs or totals:
                inside = [group for (begin, _), group in named if first <= begin <= last]
                blocks.append(self._block(first, last, inside, differs=differs))
        return self._with_totals(blocks, totals) if totals else blocks

    def _has_total(self, which: int) -> bool:
        """Whether a sheet has a total row, which makes its rows dependent on each other."""
        one = self.found.sheets[which].sheet
        return not one.running and any(cell is not None for cell in one.foot)

    def _rows(self, which: int, group: Group) -> tuple[int, int]:
        rows = [row for at, row in self.row_of[which].items() if group.first <= at <= group.last]
        return (min(rows), max(rows)) if rows else (0, 0)

    def _hidden(self, which: int) -> Iterator[Group]:
        """Slips in valid rows that the total row of a sheet reveals."""
        search = self.searches[which]
        seen = {at for part in search.parts for at in range(part.first, part.last + 1)}
        unseen = self.row_of[which].keys() - seen
        hypotheses = [one for group in search.groups if group.joined for one in group.hypotheses]
        corrections: dict[int, dict[tuple[object, ...], Correction]] = {}
        for correction in (correction for one in hypotheses for correction in one.corrections):
            if correction.kind not in OF_ROWS and correction.at in unseen:
                corrections.setdefault(correction.at, {})[correction.edits] = correction
        many = len(self.found.sheets[which].entries)
        for at, mine in corrections.items():
            hypotheses = (
                Hypothesis(chance, chance, (correction,))
                for correction in mine.values()
                for chance in (rate(correction.kind if correction.kind in shares() else "other", many),)
            )
            yield Group(at, at, (_AS_IT_STANDS, *hypotheses))

    def _block(self, first: int, last: int, groups: Sequence[tuple[int, Group]], *, differs: bool) -> Block:
        rows = range(first, last + 1)
        lone = [row for row in rows if None in self.found.rows[row]]
        told: list[list[AsTold]] = []
        bases: list[AsTold] = []
        for which in range(len(self.searches)):
            hypotheses = self._hypotheses(which, rows, [group for at, group in groups if at == which])
            if lone:
                many = len(self.found.sheets[which].entries)
                hypotheses = merged(
                    (without_rows(hypothesis, many) for hypothesis in hypotheses), _MOST_HYPOTHESES
                )
            told.append([self._told(which, hypothesis, rows) for hypothesis in hypotheses])
            bases.append(self._told(which, _AS_IT_STANDS, rows))
        found: list[JointHypothesis] = []
        for points in self._meant(told):
            for twice in self._twice(lone):
                meant = _TrueRows(rows, points, twice)
                hypotheses = tuple(
                    self._explained(which, mine, base, meant)
                    for which, (mine, base) in enumerate(zip(told, bases, strict=True))
                )
                chances = [hypothesis.slips for hypothesis in hypotheses]
                # Where all sheets agree, the slip was copied.
                chance = sum(chances) if differs or not any(chances) else min(chances) + _COPIED
                more = tuple(self._more(which, base, meant) for which, base in enumerate(bases))
                found.append(JointHypothesis(self._usual(meant) + chance, hypotheses, twice, more))
        return Block(first, last, likely(found))

    def _meant(self, told: Sequence[Sequence[AsTold]]) -> list[tuple[Points | None, ...]]:
        """The possible true rows: those of one sheet, filled in from another where they are not known."""
        seen: dict[tuple[Points | None, ...], None] = {}
        for which, mine in enumerate(told):
            readings = dict.fromkeys(one.rows for one in mine)
            for other in (*told[:which], *told[which + 1 :]):
                if not any(None in rows for rows in readings):
                    break
                others = [one.rows for one in other[:_MOST_EXPLAINED]]
                readings = dict.fromkeys(
                    tuple(a if a is not None else b for a, b in zip(rows, there, strict=True))
                    for rows in readings
                    for there in others
                )
            seen |= dict.fromkeys(list(readings)[: _MOST_HYPOTHESES * 2])
        return list(seen)

    def _twice(self, lone: Sequence[int]) -> list[frozenset[int]]:
        """Which of the rows that some sheets lack may be repeated ones."""
        may_be = [row for row in lone if all(self._twin(which, row) is not None for which in self._with(row))]
        if len(may_be) > _MOST_LONE:
            may_be = []
        return [frozenset(some) for count in range(len(may_be) + 1) for some in combinations(may_be, count)]

    def _with(self, row: int) -> list[int]:
        return [which for which, at in enumerate(self.found.rows[row]) if at is not None]

    def _twin(self, which: int, row: int) -> int | None:
        """The row of a sheet that an adjacent one repeats, up to a slip in one cell."""
        at = self.found.rows[row][which] or 0
        kept = self.found.sheets[which]
        here = kept.entries[at]
        near = [to for to in (at - 1, at + 1) if 0 <= to < len(kept.entries)]
        apart = {
            to: sum(a != b for a, b in zip(here.written, kept.entries[to].written, strict=True))
            for to in near
        }
        best = min(near, key=lambda to: apart[to], default=None)
        return None if best is None or apart[best] > 1 else self.row_of[which][best]

    def _more(self, which: int, base: AsTold, meant: _TrueRows) -> Points:
        """The points of each player that the rows of a sheet lack."""
        none = (0,) * len(self.shared)
        whole: Points = none
        for (row, due), said in zip(meant.each, base.rows, strict=True):
            entry = self.found.entry(row, which)
            if entry is not None and said is None:
                said = tuple(entry.points[place] for place in self.places[which])
            then = none if row in meant.twice else due if due is not None else said
            whole = tuple(
                total + b - a for total, a, b in zip(whole, said or none, then or none, strict=True)
            )
        return whole

    def _with_totals(self, blocks: Sequence[Block], totals: Sequence[int]) -> list[Block]:
        """The blocks, reweighed by the total rows, given the points that their hypotheses add."""
        none = tuple((0,) * len(self.shared) for _ in self.searches)
        chosen: list[tuple[float, tuple[int, ...], tuple[Points, ...]]] = [(0.0, (), none)]
        every = (*blocks, self._on_none(none))
        for block in every:
            further = (
                (weight + one.weight, (*picks, at), tuple(map(added, more, one.more)))
                for weight, picks, more in chosen
                for at, one in enumerate(block.hypotheses)
            )
            chosen = nlargest(_MOST_TOGETHER, further, key=lambda one: one[0])
        told: list[tuple[float, tuple[int, ...], list[Hypothesis]]] = []
        for weight, picks, more in chosen:
            feet = [self._of_foot(which, more[which]) for which in totals]
            told.append((weight + sum(foot.slips for foot in feet), picks, feet))
        told.sort(key=lambda one: -one[0])
        for at, which in enumerate(totals):
            hypotheses = [
                joined(
                    weight,
                    [
                        *(b.hypotheses[p].of_sheets[which] for b, p in zip(every, picks, strict=True)),
                        feet[at],
                    ],
                )
                for weight, picks, feet in told
                if weight >= told[0][0] - FAR
            ]
            self.together[which] = Group(
                0,
                len(self.found.sheets[which].entries),
                tuple(merged(hypotheses, MOST_HYPOTHESES)),
                joined=True,
            )
        again: list[Block] = []
        for at, block in enumerate(blocks):
            weights_of: dict[int, list[float]] = {}
            for weight, picks, _ in told:
                weights_of.setdefault(picks[at], []).append(weight)
            held = (
                block.hypotheses[pick]._replace(weight=log_sum(mine)) for pick, mine in weights_of.items()
            )
            again.append(block._replace(hypotheses=likely(held)))
        return again

    def _on_none(self, none: tuple[Points, ...]) -> Block:
        """No row, or one that is in the totals and on no sheet: who copied the rows did not see it either."""
        found = {(-1, none[0]): JointHypothesis(0.0, (_AS_IT_STANDS,) * len(none), more=none)}
        end = len(self.found.rows)
        for which, one in enumerate(self.searches):
            hypotheses = (hypothesis for group in one.groups for hypothesis in group.hypotheses)
            for gap in {gap for some in hypotheses for gap in some.corrections if is_in_totals(gap)}:
                row = self.row_of[which].get(gap.at, end)
                points = tuple(gap.points[place] for place in self.places[which])
                many = len(self.found.sheets[which].entries) + 1
                where = one.evidence.steps(gap.at, 2) - log(many) if row < end else 0.0
                chance = rate(LEFT_OUT, 1) + where + one.evidence.prior(gap.points) + _COPIED
                gaps = (self._gap(sheet, row, points) for sheet in range(len(none)))
                of_sheets = tuple(Hypothesis(chance, chance, (one,)) for one in gaps)
                found[row, points] = JointHypothesis(chance, of_sheets, more=(points,) * len(none))
        return Block(0, end, likely(found.values()))

    def _gap(self, which: int, row: int, points: Points) -> Correction:
        """A row that is in the totals of a sheet and not on it."""
        gave: list[Number] = [0] * len(self.found.sheets[which].sheet.players)
        for place, amount in zip(self.places[which], points, strict=True):
            gave[place] = amount
        return Correction(LEFT_OUT, (), self.below(which, row), tuple(gave))

    def _of_foot(self, which: int, more: Points) -> Hypothesis:
        """The log-probability of a total row, given the points that the rows lack: it is right, was
        calculated from the wrong rows, or has slips of its own."""
        kept = self.found.sheets[which]
        row, end = kept.sheet.total_row, len(kept.entries)
        feet = [(at, kept.sheet.foot[place]) for at, place in enumerate(self.places[which])]
        chance, follows = 0.0, False
        corrections: list[Correction] = []
        for at, said in feet:
            given = kept.entries[-1].totals[self.places[which][at]]
            due = given + more[at]
            if said is None or isinstance(said, Unreadable) or said == due or row is None:
                continue
            if said == given:
                follows = True
                continue
            kind, share = read_as(said, due)
            chance += rate("total", len(feet)) + share
            column = kept.sheet.points_columns[self.places[which][at]]
            corrections.append(Correction(kind, ((row, column, due),), end))
        chance += log(constant("follows")) if follows else 0.0
        return Hypothesis(chance, chance, tuple(corrections))

    def _hypotheses(self, which: int, rows: range, groups: Sequence[Group]) -> list[Hypothesis]:
        """The hypotheses of a sheet by itself about a block."""
        explained = [(group.first, group.last) for group in groups if group.hypotheses]
        kept = self.found.sheets[which]
        left = [
            at
            for row in rows
            if (at := self.found.rows[row][which]) is not None and kept.entries[at].row in kept.broken
            if not any(first <= at <= last for first, last in explained)
        ]
        chance = len(left) * log(constant("undecoded"))
        hypotheses = [Hypothesis(chance, chance, ())]
        for group in groups:
            both = (
                Hypothesis(a.weight + b.weight, a.slips + b.slips, (*a.corrections, *b.corrections))
                for a in hypotheses
                for b in group.hypotheses or (_AS_IT_STANDS,)
            )
            hypotheses = merged(both, _MOST_HYPOTHESES)
        best = max(one.slips for one in hypotheses)
        return [one for one in hypotheses if one.slips >= best - FAR]

    def _told(self, which: int, hypothesis: Hypothesis, rows: range) -> AsTold:
        kept = self.found.sheets[which]
        if not hypothesis.corrections:
            read: Iterable[Entry] = kept.entries
        else:
            read = entries_of(with_corrections(kept.sheet, hypothesis.corrections), kept.reading.layout)
        entries = {entry.row: entry for entry in read}
        return AsTold(hypothesis, tuple(self._points(which, row, entries) for row in rows), entries)

    def _points(self, which: int, row: int, entries: Mapping[int, Entry]) -> Points | None:
        """The points of the common players in a row; ``None`` where they are not known."""
        now = self._entry(which, row, entries)
        if now is None or not now.readable:
            return None
        kept = self.found.sheets[which]
        if kept.sheet.running and row and self.found.rows[row - 1][which] is None:
            # It includes the row above, which is missing here.
            return None
        points: list[Number] = []
        for seat in self.shared:
            position = self.found.seats[which][seat] or 0
            if not self._one_way and kept.one_sign is not None and now.written[position] is None:
                return None
            points.append(now.points[position])
        return tuple(points)

    def _entry(self, which: int, row: int, entries: Mapping[int, Entry]) -> Entry | None:
        entry = self.found.entry(row, which)
        return None if entry is None else entries.get(entry.row)

    def _usual(self, meant: _TrueRows) -> float:
        """The log-probability of the rows, by the habits that the first sheet with them shows."""
        chance = 0.0
        for row, points in meant.each:
            which = self._with(row)[0]
            at, evidence = self.found.rows[row][which], self.searches[which].evidence
            if points is None or at is None or row in meant.twice or len(points) != evidence.wide:
                continue
            seats = {self.places[which][seat]: amount for seat, amount in enumerate(points)}
            step = tuple(seats[position] for position in range(evidence.wide))
            chance += evidence.odd(step, at, opening=evidence.entries[at].opening)
        return chance

    def _explained(self, which: int, told: Sequence[AsTold], base: AsTold, meant: _TrueRows) -> Hypothesis:
        """The likeliest slips of a sheet, given the true rows."""
        due = self._due(which, meant)
        # Missing or repeated rows may be the only fault.
        may_be = (*told, base) if any(None in self.found.rows[row] for row in meant.rows) else told
        same = [one for one in may_be if not self._differ(which, one, due)]
        if same:
            # The rows are equal; only how the sheet writes unchanged totals makes the difference.
            best = max(same, key=lambda one: one.hypothesis.slips + self._style(which, one, meant.rows))
            hypothesis = best.hypothesis
        else:
            hypotheses = (self._extended(which, one, due) for one in (*told[:_MOST_EXPLAINED], base))
            hypothesis = max(hypotheses, key=lambda hypothesis: hypothesis.slips)
        return self._with_lone(which, hypothesis, meant)

    def _due(self, which: int, meant: _TrueRows) -> _TrueRows:
        """The right rows of a sheet: a repeated row equals its twin."""
        rows, due = meant.rows, list(meant.points)
        for row in meant.twice:
            if self.found.rows[row][which] is not None and not self.found.sheets[which].sheet.running:
                twin = self._twin(which, row)
                at = None if twin is None or twin not in rows else twin - rows[0]
                due[row - rows[0]] = None if at is None else meant.points[at]
        return meant._replace(points=tuple(due))

    def _with_lone(self, which: int, hypothesis: Hypothesis, meant: _TrueRows) -> Hypothesis:
        """A hypothesis with the rows that a sheet lacks or repeats."""
        kept, evidence, slips = self.found.sheets[which], self.searches[which].evidence, hypothesis.slips
        corrections = list(hypothesis.corrections)
        many = len(kept.entries)
        for row, points in meant.each:
            at = self.found.rows[row][which]
            if None not in self.found.rows[row] or (at is None) == (row in meant.twice):
                continue
            if at is None:
                gap = self._gap(which, row, points or (0,) * len(self.shared))
                slips += rate(LEFT_OUT, many) + evidence.steps(gap.at, 2)
                corrections.append(gap if self._has_total(which) else gap._replace(points=()))
                continue
            twin = self._twin(which, row)
            lower = max(at, at if twin is None else self.found.rows[twin][which] or 0)
            slips += rate(TWICE, many) + evidence.steps(lower, 0)
            gone = kept.entries[at].row
            corrections = [
                correction for correction in corrections if any(edit[0] != gone for edit in correction.edits)
            ]
            edits = tuple((gone, column.at, "") for column in kept.sheet.columns)
            corrections.append(Correction(TWICE, edits, at))
        return Hypothesis(slips, slips, tuple(corrections)) if slips != hypothesis.slips else hypothesis

    def below(self, which: int, row: int) -> int:
        """The entry of a sheet below a row."""
        below = (places[which] for places in self.found.rows[row:])
        return next((at for at in below if at is not None), len(self.found.sheets[which].entries))

    def _differ(self, which: int, one: AsTold, meant: _TrueRows) -> bool:
        """Whether a sheet differs from the true rows."""
        if not self.found.sheets[which].sheet.running:
            return any(
                now != due and (now is not None or self._is_unreadable(which, row))
                for (row, due), now in zip(meant.each, one.rows, strict=True)
                if due is not None
            )
        return any(out for _, outs in self._out(which, one, meant) for out in outs)

    def _out(
        self, which: int, one: AsTold, meant: _TrueRows
    ) -> Iterator[tuple[int, tuple[Number | None, ...]]]:
        """The error of each running total of a sheet.

        Totals include rows that are missing on the sheet; ``None`` where such a total is not written.
        """
        kept = self.found.sheets[which]
        places = self.places[which]
        first = next((at for row in meant.rows if (at := self.found.rows[row][which]) is not None), 0)
        above = kept.entries[first - 1].totals if first else (0,) * len(kept.sheet.players)
        due: list[Number] | None = [above[place] for place in places]
        unsaid = [False] * len(places)
        for row, points in meant.each:
            if points is None:
                due = None
            elif due is not None and row not in meant.twice:
                due = [total + more for total, more in zip(due, points, strict=True)]
            index = self.found.rows[row][which]
            if index is None:
                unsaid = [True] * len(places)
                continue
            entry = one.entries.get(kept.entries[index].row)
            if entry is None:
                continue
            # The true row is not known: its points count as written.
            due = [entry.totals[place] for place in places] if due is None else due
            written = [entry.written[place] for place in places]
            unsaid = [one and said is None for one, said in zip(unsaid, written, strict=True)]
            off = [total - then for total, then in zip((entry.totals[at] for at in places), due, strict=True)]
            yield index, tuple(where_said(off, written, unsaid))

    def _extended(self, which: int, one: AsTold, meant: _TrueRows) -> Hypothesis:
        """A hypothesis with the further slips that lead from the true rows to the remaining differences."""
        kept, places = self.found.sheets[which], self.places[which]
        if kept.sheet.running:
            found = list(of_totals(kept, places, one, list(self._out(which, one, meant))))
        else:
            entries = [self.found.entry(row, which) for row in meant.rows]
            found = list(of_points(kept, places, one, meant.points, entries))
        slips = one.hypothesis.slips + sum(chance for chance, _ in found)
        corrections = [correction for _, correction in found]
        return Hypothesis(slips, slips, written_once(one.hypothesis.corrections, corrections))

    def _is_unreadable(self, which: int, row: int) -> bool:
        entry = self.found.entry(row, which)
        return entry is not None and not entry.readable

    def _style(self, which: int, one: AsTold, rows: range) -> float:
        """The log-probability that the unchanged cells of a sheet are written as they are."""
        evidence, chance = self.searches[which].evidence, 0.0
        for entry in (self._entry(which, row, one.entries) for row in rows):
            if entry is not None and not entry.opening:
                cells = zip(entry.written, entry.points, strict=True)
                chance += sum(
                    evidence.marked if cell is None else evidence.repeated
                    for cell, change in cells
                    if not change
                )
        return chance
