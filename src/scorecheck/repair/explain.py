"""Explains findings by the hypotheses of the search: for each the wrong cell, and its repairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from math import exp, log
from operator import itemgetter

from scorecheck.checks.common import called_at
from scorecheck.checks.rules import NOT_A_NUMBER
from scorecheck.model.cells import CellRef, Number, value_text
from scorecheck.model.finding import Edit, Finding, Fix, Severity
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param
from scorecheck.repair.assigned import Assigning, is_in_totals
from scorecheck.repair.computed import as_computed
from scorecheck.repair.hypothesis import (
    CONTROL_FOLLOWS,
    LEFT_OUT,
    CellEdit,
    Correction,
    Group,
    Hypothesis,
    log_sum,
)
from scorecheck.repair.judge import Breaches
from scorecheck.repair.order import Order
from scorecheck.repair.slips import as_sure, constant, weights
from scorecheck.repair.unforeseen import AS_USUAL, Unforeseen

MOST_FIXES = 3
_MOST_TIED, _BESIDE_TIES = 6, 2
"""The largest number of equally likely repairs that are offered, and of others beside them."""


_Share = tuple[tuple[Correction, ...], float]
"""Corrections for a finding, with their probability."""


class Diagnosis(NamedTuple):
    """The explanation of a finding."""

    finding: Finding
    cell: CellRef | None
    """The most likely wrong cell; by default that of the finding."""
    fixes: tuple[Fix, ...]
    """The likeliest first; none if nothing makes the sheet right."""
    carried_to: CellRef | None = None
    """The last cell with the consequences of the likeliest slip."""
    told: bool = False
    """Another finding reports it, with its repair."""


class Explainer(Assigning):
    """Explains findings by hypotheses."""

    def __init__(
        self,
        sheet: Sheet,
        entries: Sequence[Entry],
        findings: Sequence[Finding],
        broken: Sequence[Breaches] = (),
        unforeseen: Unforeseen = AS_USUAL,
        *,
        singly: bool = False,
    ) -> None:
        """For ``Assigning``, and with unforeseen causes; ``singly``: rows need not add up."""
        super().__init__(sheet, entries, findings, broken)
        self.unforeseen = unforeseen
        self._singly = singly

    def of_group(self, group: Group) -> Iterable[tuple[int, Diagnosis]]:
        """The findings of a group, by position, each with its repairs."""
        group = as_computed(group, self.sheet)
        mine = self._mine(group)
        if not mine or not group.hypotheses:
            return
        highest = group.hypotheses[0].weight
        chances = [exp(hypothesis.weight - highest) for hypothesis in group.all]
        known: dict[tuple[int, frozenset[object]], tuple[Correction, ...]] = {}
        # What writes the same is one repair, with the consequences that the likeliest has.
        assigned = [
            [known.setdefault((at, _written(said)), said) for at, said in enumerate(one)]
            for one in (self._assigned(hypothesis, mine) for hypothesis in group.all)
        ]
        close = highest + log(constant("as-likely"))
        likeliest = [hypothesis for hypothesis in group.hypotheses if hypothesis.weight > close]
        shares = [self._shares(group, mine, at, likeliest, assigned, chances) for at in range(len(mine))]
        alone = len(mine) == 1 and len([f for f in self.findings if f.severity > Severity.INFO]) == 1
        # If hypotheses are equally likely, all findings show the same one first.
        first = min(
            range(len(likeliest)),
            key=lambda which: [edit[:2] for one in likeliest[which].corrections for edit in one.edits],
        )
        told = assigned[first]
        for at, ((_, which), found, corrections) in enumerate(zip(mine, shares, told, strict=True)):
            slips = [_slips(one[at]) for one in assigned]
            needed = partial(needed_with, at, slips=slips, assigned=assigned, chances=chances)
            yield which, self._diagnosis(self.findings[which], found, corrections, needed, alone=alone)

    def _shares(
        self,
        group: Group,
        mine: Sequence[tuple[int, int]],
        at: int,
        likeliest: Sequence[Hypothesis],
        assigned: Sequence[Sequence[tuple[Correction, ...]]],
        chances: Sequence[float],
    ) -> dict[tuple[Correction, ...], float]:
        """The probability of each repair of a finding, by the hypotheses that hold it."""
        unreadable = any(self.findings[which].rule == NOT_A_NUMBER.name for _, which in mine)
        several = self.sheet.running and not unreadable
        # Another cause would replace the likeliest explanation of this finding; of equally likely ones, the
        # best explanation.
        otherwise = min(
            self.unforeseen.beside(*self._explained(group, best, one[at], mine), several=several)
            for best, one in zip(likeliest, assigned, strict=False)
        )
        whole = sum(chances) + otherwise
        found: dict[tuple[Correction, ...], float] = {}
        for one, chance in zip(assigned, chances, strict=True):
            found[one[at]] = found.get(one[at], 0.0) + chance / whole
        return found

    def _explained(
        self,
        group: Group,
        best: Hypothesis,
        corrections: Sequence[Correction],
        mine: Sequence[tuple[int, int]],
    ) -> tuple[float, float]:
        """How well a hypothesis explains a finding by these corrections.

        The log-probability of their slips, and the number of slips beyond one.
        """
        if best.costs:
            # One bad explanation is enough to doubt it: of running totals, also that of the row beside.
            rows = Counter(correction.at for correction in best.corrections)
            beside = (-1, 0, 1) if self.sheet.running else (0,)
            near = {correction.at + by for correction in corrections for by in beside}
            cost, at = min(((cost, at) for at, cost in best.costs if at in near), default=(0.0, -1))
            each = [one for where, one in best.costs if where == at]
            if len(each) > 1:
                # Another cause may also be one of all wrong totals, and has to give each of them.
                cost = -log_sum((-cost, -sum(each) - len(each) * log(constant("spread"))))
            return cost, max(0, rows[at] - 1)
        # If slips are not known one by one, each finding has its share of them.
        places = {
            (correction.at, correction.edits[:1] if correction.at == len(self.entries) else ())
            for correction in best.corrections
        }
        faults = max(1, len(places) if group.joined else len({at for at, _ in mine}))
        return best.slips / faults, max(0.0, (len(best.corrections) - faults) / faults)

    def _mine(self, group: Group) -> list[tuple[int, int]]:
        """The findings of a group, each with its entry and position."""
        return sorted(
            (at, which)
            for which, at in enumerate(self.where)
            if at is not None and group.first <= at <= group.last
        )

    def of_order(self, order: Order, finding: Finding) -> Diagnosis | None:
        """The diagnosis of a finding about the order of the rows."""
        at = self._entry_of(finding)
        found = () if at is None else order.repairs(finding, at)
        spared = [(correction, self.unforeseen.spared(share)) for correction, share in found]
        likely = [one for one in spared if one[1] >= constant("least")]
        if not likely:
            return None
        likely.sort(key=lambda one: -one[1])
        best = likely[0][0]
        # A wrong number may be that of the row before.
        cell = self.sheet.table.cell(*best.edits[0][:2]) if best.kind == "number-wrong" else finding.cell
        fixes = (self.fix_of(correction, share) for correction, share in likely)
        return Diagnosis(finding, cell, tuple(map(_without_sum, fixes)))

    def fix_of(self, correction: Correction, share: float) -> Fix:
        """One correction as a repair."""
        return self._fix([correction], share, {}, alone=False)

    def _diagnosis(
        self,
        finding: Finding,
        found: Mapping[tuple[Correction, ...], float],
        first: tuple[Correction, ...],
        needed: Callable[[tuple[Correction, ...]], set[CellEdit]],
        *,
        alone: bool,
    ) -> Diagnosis:
        ordered = sorted(found.items(), key=lambda one: -one[1])
        offered = _offered(ordered, self.end)
        cell = self._wrong_cell(finding, ordered, offered)
        best = [
            corrections for corrections, share in offered if share > offered[0][1] * constant("as-likely")
        ]
        decides = self._decides(best) if len(best) > 1 else {}
        offered = _evened(_with_further(offered, ordered), len(best), first)
        fixes = tuple(
            replace(
                self._fix(corrections, share, decides, alone=alone),
                together=tuple(map(self._edit, sorted(needed(corrections), key=itemgetter(0, 1)))),
            )
            for corrections, share in offered
        )
        return Diagnosis(finding, cell, fixes, self._carried_to(offered))

    def _wrong_cell(
        self, finding: Finding, ordered: Sequence[_Share], offered: Sequence[_Share]
    ) -> CellRef | None:
        """The most likely wrong cell; by default that of the finding."""
        if not offered or finding.rule == NOT_A_NUMBER.name:
            # An unreadable cell is wrong, whatever else is.
            return finding.cell
        cells: dict[CellRef, float] = {}
        row = -1 if finding.cell is None else self.sheet.table.place_of(finding.cell)[0]
        for corrections, share in ordered:
            cell = self._first_cell(finding, row, corrections)
            if cell is not None:
                cells[cell] = cells.get(cell, 0.0) + share
        most = max(cells.values(), default=0.0)
        # If the totals include a missing row, no cell is wrong.
        missing = all(map(is_in_totals, offered[0][0]))
        if most < (offered[0][1] if missing else constant("pinned")):
            return finding.cell
        likely = sorted(cell for cell, share in cells.items() if share > most * constant("as-likely"))
        return finding.cell if finding.cell in likely else likely[0]

    def _first_cell(self, finding: Finding, row: int, corrections: Sequence[Correction]) -> CellRef | None:
        """The wrong cell of some slips: for a slip in two rows, that in the ``row`` of the finding."""
        edits = [edit for one in _causes(corrections) for edit in self._as_written(one)]
        mine = [edit for edit in edits if edit[0] == row]
        of_its_cell = row == self.sheet.total_row or finding.variant == "crossed"
        if len(mine) > 1 and finding.cell is not None and of_its_cell:
            # Of several wrong cells, none is more wrong than the others.
            return finding.cell
        # A sum above the total that it carries on.
        above = any(one.carried_to == self.end for one in corrections)
        first = next(iter(edits if above else mine or edits), None)
        return None if first is None else self.sheet.table.cell(*first[:2])

    def _carried_to(self, offered: Sequence[_Share]) -> CellRef | None:
        """The last cell with the consequences of the likeliest slip."""
        if not offered or not offered[0][0] or offered[0][0][0].carried_to is None:
            return None
        return self.sheet.table.cell(*offered[0][0][0].edits[-1][:2])

    def _fix(
        self, corrections: Sequence[Correction], share: float, decides: Mapping[str, Param], *, alone: bool
    ) -> Fix:
        causes = _causes(corrections)
        edits = self._edits_of(causes)
        behind = {at: edit for at, edit in self._edits_of(corrections).items() if at not in edits}
        shown, follows = (tuple(map(self._edit, some.values())) for some in (edits, behind))
        params = self._words_of(causes, edits, decides, alone=alone)
        return Fix(shown, _named(causes).kind, as_sure(share), params, follows=follows)

    def _words_of(
        self,
        corrections: Sequence[Correction],
        edits: Mapping[tuple[int, int], CellEdit],
        decides: Mapping[str, Param],
        *,
        alone: bool,
    ) -> dict[str, Param]:
        """The parameters of a repair's sentence."""
        named = _named(corrections)
        row = next(iter(edits))[0] if edits else self.row_at.get(named.at, -1)
        params: dict[str, Param] = {
            "who": tuple(self._who(column) for _, column in edits),
            "roles": tuple(self._role(at, named) for at in edits),
            "game": self._label(row),
            "what": self.sheet.noun,
            **decides,
        }
        if edits and row == self.sheet.total_row:
            params["place"] = "total-column" if self.sheet.table.turned else "total"
        gap = next((one for one in corrections if one.kind == LEFT_OUT), None)
        if edits and gap is not None:
            # The points of the missing game, if the total row shows them; else the game that it precedes.
            params["missing"] = self._paid(gap) or self._label(self.row_at.get(gap.at, -1))
        if corrections[0].carried_to is not None:
            params["carried"] = self._label(self.row_at.get(corrections[0].carried_to, -1))
        if edits and self._singly:
            del params["game"]
        elif alone and len(self.entries) > 1:
            # Totals brought forward above points are no game.
            brought = not self.sheet.running and self.entries[0].opening
            params["all"] = len(self.entries) - brought
        if not edits and any(named.points):
            params["who"] = self._paid(named)
        return params

    def _edits_of(self, corrections: Iterable[Correction]) -> dict[tuple[int, int], CellEdit]:
        """The edits of corrections, by row and column."""
        return {edit[:2]: edit for one in corrections for edit in self._as_written(one)}

    def _paid(self, gap: Correction) -> tuple[str, ...]:
        """The points of the missing row for each player; empty if unknown."""
        named = zip(self.sheet.players, gap.points, strict=True) if gap.points else ()
        return tuple(
            f"{player} {'−' if points < 0 else '+'}{abs(points)}" for player, points in named if points
        )

    def _as_written(self, correction: Correction) -> Iterator[CellEdit]:
        """The edits of a correction on the sheet: each of two joined names in its own cell."""
        for row, column, value in correction.edits:
            joined = self.sheet.table.apart_at(row, column)
            said = joined.saying(str(value or "")) if joined else None
            parts = self.sheet.table.sums_apart(row, column, self.row_at.values())
            if parts and value == parts[0][2] - parts[1][2]:
                yield from ((row, at, due) for at, stands, due in parts if stands != due)
                continue
            if joined is None or said is None:
                yield row, column, value
                continue
            cells = zip(joined.columns, joined.values, said.values, strict=True)
            yield from ((row, at, str(after)) for at, before, after in cells if before != after)

    def _edit(self, edit: CellEdit) -> Edit:
        row, column, value = edit
        table = self.sheet.table
        before = value_text(table.shown(row, column)) if row < len(table.rows) else ""
        after = self._nothing if value is None else self._spelt(value, row, column)
        # White space in a cell has no meaning, so nobody would change it.
        return Edit(table.cell(row, column), before.strip(), after.strip())

    def _spelt(self, value: Number | str, _row: int, _column: int) -> str:
        """A value as text; of a sheet in whole units, ``Units`` writes it in those of its cells."""
        if isinstance(value, Fraction) and value.denominator > 1:
            from decimal import Decimal

            return format(Decimal(value.numerator) / value.denominator, "f")
        return str(value)

    @cached_property
    def _nothing(self) -> str:
        """What this sheet has in the cells of players who take no part."""
        cells = [
            (cell, value_text(self.sheet.table.value(entry.row, column)))
            for entry in self.entries[:200]
            for column, cell in zip(self.sheet.points_columns, entry.written, strict=True)
        ]
        marks = Counter(said for cell, said in cells if cell is None)
        if not marks and not self.sheet.running:
            # A total of 0 is as good as any other.
            marks = Counter(said for cell, said in cells if cell == 0)
        return max(marks, key=lambda said: marks[said], default="")

    def _who(self, column: int) -> str:
        headings, columns = self.sheet.table.headings, self.sheet.points_columns
        if column in columns and len(columns) == len(self.sheet.players):
            return called_at(self.sheet, columns.index(column))
        joined = next((one for one in self.sheet.table.apart.values() if column in one.columns), None)
        if joined and joined.signed:
            return f"{headings[joined.columns[0]]} (−)"
        if joined and joined.whose:
            return f"{joined.whose[joined.columns.index(column)]} ({headings[joined.columns[0]]})"
        return headings[column] if column < len(headings) else ""

    def _role(self, at: tuple[int, int], correction: Correction) -> str:
        """The role of an edit.

        ``first`` in the row of the slip, ``total``, ``column`` beside the players', ``later``.
        """
        row, column = at
        if row == self.sheet.total_row:
            return "total"
        if column not in self.sheet.points_columns:
            return "column"
        return "first" if row == correction.edits[0][0] else "later"

    def _label(self, row: int) -> str:
        at = self.at_row.get(row)
        return self.entries[at].label if at is not None and at < len(self.entries) else ""

    def _decides(self, ties: Sequence[tuple[Correction, ...]]) -> dict[str, Param]:
        """The question for somebody who was there, if the sheet cannot decide between repairs."""
        rows = [corrections[0].points for corrections in ties]
        if (
            # No partner exists there.
            self._singly
            or not all(rows)
            or len({frozenset(correction.at for correction in corrections) for corrections in ties}) > 1
        ):
            return {"ask": "look"}
        for key, sign in (("won", 1), ("lost", -1)):
            common = [
                player
                for position, player in enumerate(self.sheet.players)
                if all(sign * points[position] > 0 for points in rows)
            ]
            if len(common) == 1:
                return {"ask": key, "with": common[0]}
        return {"ask": "ended"}


def _without_sum(fix: Fix) -> Fix:
    """A repair of the order of rows: where two change places, each adds up before and after."""
    if fix.kind != "rows-swapped":
        return fix
    return replace(fix, params={key: said for key, said in fix.params.items() if key != "game"})


def _offered(ordered: Sequence[_Share], end: int) -> list[_Share]:
    """The repairs of a finding that are worth offering, on a sheet with so many entries."""
    model = weights("model")
    offered = [
        (corrections, share)
        for corrections, share in ordered
        if share >= model["least"] and _is_whole(corrections, end)
    ]
    if not offered or offered[0][1] < model["least-best"]:
        # One of very many equally likely ones: three of them would not help.
        return []
    alike = sum(share > offered[0][1] * constant("as-likely") for _, share in offered)
    several = offered[: min(alike, _MOST_TIED) + _BESIDE_TIES]
    # If it is one of a few equally likely ones, none is left out.
    complete = alike > 1 and sum(share for _, share in several) >= constant("one-of")
    return several if complete else offered[:MOST_FIXES]


def _evened(offered: Sequence[_Share], alike: int, first: tuple[Correction, ...]) -> Sequence[_Share]:
    """The repairs with the first equally likely ones marked as such, ``first`` at the top, others by cell."""
    if alike < 2:
        return sorted(offered, key=lambda one: -one[1])
    best = sorted(
        offered[:alike],
        key=lambda one: (one[0] != first, [e[:2] for correction in one[0] for e in correction.edits]),
    )
    equal = sum(share for _, share in best) / alike
    evened = [*((corrections, equal) for corrections, _ in best), *offered[alike:]]
    return sorted(evened, key=lambda one: -one[1])


def _with_further(offered: Sequence[_Share], ordered: Sequence[_Share]) -> Sequence[_Share]:
    """The repairs with the shares of far less likely ones that have the same slips and more.

    What a repair writes is right under each hypothesis that holds it, so these are not offered beside it.
    """
    found, known = dict(offered), [(some, share, _slips(some)) for some, share in offered]
    for more, less in ordered:
        mine = _slips(more)
        likely = (one for one in known if less < constant("further") * one[1])
        held = next((some for some, _, slips in likely if slips < mine), None)
        if held is not None:
            found.pop(more, None)
            found[held] += less
    return list(found.items())


def lacks_a_row(fixes: Iterable[Fix]) -> bool:
    """Whether a row was left out by some repair, so that not all games are known."""
    return any(fix.kind == LEFT_OUT or "missing" in fix.params for fix in fixes)


def counts_a_row(fixes: Iterable[Fix]) -> bool:
    """Whether the totals count a row that some repair says was left out."""
    paid = (fix.params.get("who" if fix.kind == LEFT_OUT else "missing") for fix in fixes)
    return any(isinstance(points, tuple) and points for points in paid)


def weighed_anew(fixes: Sequence[Fix], more: Sequence[float]) -> list[Fix]:
    """Repairs with further log-probabilities, the likeliest first; the last of these is of no repair."""
    shares = [*(fix.confidence for fix in fixes), max(0.0, 1 - sum(fix.confidence for fix in fixes))]
    chances = [share * exp(chance) for share, chance in zip(shares, more, strict=True)]
    sure = [as_sure(chance / (sum(chances) or 1.0)) for chance in chances]
    found = [replace(fix, confidence=share) for fix, share in zip(fixes, sure, strict=False)]
    likely = [fix for fix in found if fix.confidence >= constant("least")]
    return sorted(likely, key=lambda fix: -fix.confidence)


def _causes(corrections: Sequence[Correction]) -> Sequence[Correction]:
    """The slips: a control that repeats a wrong number only follows its repair."""
    return [one for one in corrections if one.kind != CONTROL_FOLLOWS] or corrections


def _written(corrections: Sequence[Correction]) -> frozenset[object]:
    """What a repair writes, and which rows are missing, without controls that only follow."""
    return frozenset(what for one in _causes(corrections) for what in one.edits or (one._replace(kind=""),))


def _slips(corrections: Sequence[Correction]) -> frozenset[object]:
    """What tells slips apart: the cells, or where a row is missing."""
    return frozenset(one.edits or (one.kind, one.at) for one in corrections)


def needed_with(
    at: int,
    corrections: tuple[Correction, ...],
    slips: Sequence[frozenset[object]],
    assigned: Sequence[Sequence[tuple[Correction, ...]]],
    chances: Sequence[float],
) -> set[CellEdit]:
    """The edits of other findings that a repair needs.

    ``slips``, ``assigned`` and ``chances``: for each hypothesis its slips for this finding, its corrections
    for each, and its probability.
    """
    said = _slips(corrections)
    holds = [said <= one for one in slips]
    whole = sum(chance for chance, so in zip(chances, holds, strict=True) if so)
    rest = sum(chances) - whole
    if rest <= constant("alone") * whole:
        return set()
    beside: dict[tuple[int, tuple[Correction, ...]], float] = {}
    without = dict(beside)
    for hypothesis, chance, so in zip(assigned, chances, holds, strict=True):
        counted = beside if so else without
        for which, other in enumerate(hypothesis):
            if which != at and other != corrections:
                counted[which, other] = counted.get((which, other), 0.0) + chance
    needed = {
        edit
        for (which, other), chance in beside.items()
        if chance >= constant("together") * whole and 2 * without.get((which, other), 0.0) < rest
        for correction in other
        if correction.kind != CONTROL_FOLLOWS
        for edit in correction.edits
    }
    return needed - {edit for correction in corrections for edit in correction.edits}


def _is_whole(corrections: Sequence[Correction], end: int) -> bool:
    """Whether some corrections are a repair: edits, a row missing at a known place or with its points, or
    both."""
    missing = [one for one in corrections if one.kind == LEFT_OUT]
    edited = any(one.edits for one in corrections) or len(missing) == len(corrections) > 0
    return edited and all(one.points or one.at != end for one in missing)


def _named(corrections: Sequence[Correction]) -> Correction:
    """The correction that gives a repair its name: the first that edits a cell."""
    return next((one for one in corrections if one.edits), corrections[0])
