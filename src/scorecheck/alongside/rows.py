"""Decides which of several differing sheets of one table is right, by decoding them together, and repairs the
others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import exp, log

from scorecheck.alongside.align import OneSign, slip_rate
from scorecheck.alongside.apart import CellVerdict, Difference, place_of, sheets_with
from scorecheck.alongside.beside import Beside, KeptSheet, beside, read_again
from scorecheck.alongside.blocks import Block, JointHypothesis, with_corrections
from scorecheck.alongside.joint import Joint
from scorecheck.layouts.amounts import spelt_like
from scorecheck.model.budget import Budget, repair_budgets
from scorecheck.model.cells import Money, Number, NumberInText, written
from scorecheck.model.finding import Finding, Fix
from scorecheck.model.record import replace
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.diagnose import LONGEST_SHEET, Search, can_be_decoded, search
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.explain import Diagnosis, Explainer
from scorecheck.repair.findings import with_diagnosis
from scorecheck.repair.hypothesis import LEFT_OUT, OF_ROWS, Correction, Group, Hypothesis
from scorecheck.repair.unforeseen import AS_USUAL, Unforeseen

_SURE = 0.95
"""The confidence at which a correction is used to align the rows."""
SURE_ENOUGH = 0.8
"""The confidence at which a sheet is reported as wrong; below it the user is asked."""


class DecidedRows:
    """Sheets decoded together: for each difference the wrong sheets and their repair."""

    def __init__(self, found: Beside, differing: Sequence[Difference], searches: Sequence[Search]) -> None:
        """Decodes the rows of these differences; ``searches``: the decoding of each sheet by itself."""
        self.found, self.cells = found, differing
        self.searches = searches
        self.joint = Joint(found, self.searches)
        self.blocks = self.joint.blocks([one.rows for one in differing])
        self.shares = {block.first: _shares(block.hypotheses) for block in self.blocks}

    def _block_at(self, row: int) -> Block:
        return next(block for block in self.blocks if block.first <= row <= block.last)

    def twice(self, row: int) -> float:
        """The probability that a row which only some sheets have is a repeated one; else it was left out on
        the others."""
        block = self._block_at(row)
        return sum(
            share
            for share, hypothesis in zip(self.shares[block.first], block.hypotheses, strict=True)
            if row in hypothesis.twice
        )

    def left_out(self, which: int, row: int) -> Fix:
        """The correction for a row that is left out on a sheet, with its confidence."""
        kept = self.found.sheets[which]
        correction = Correction(LEFT_OUT, (), self.joint.below(which, row))
        return Explainer(kept.sheet, kept.entries, ()).fix_of(correction, 1 - self.twice(row))

    def verdict(self, one: Difference) -> CellVerdict:
        """The wrong sheets of a cell, and the reason."""
        there = sheets_with(self.found, one)
        chance = {which: self._is_wrong(one, which) for which in there}
        wrong = tuple(which for which in there if chance[which] > SURE_ENOUGH)
        right = [which for which in there if which not in wrong]
        if wrong and not right:
            return CellVerdict(wrong, "neither")
        if any(chance[which] > 1 - SURE_ENOUGH for which in right):
            return CellVerdict((), "")
        return CellVerdict(wrong, self._why(one, wrong, right))

    def _is_wrong(self, one: Difference, which: int) -> float:
        """The probability that a sheet is wrong in a cell."""
        block, place = self._block_at(one.row), place_of(self.found, one, which)
        return sum(
            share
            for share, hypothesis in zip(self.shares[block.first], block.hypotheses, strict=True)
            if any(_has(correction, place) for correction in hypothesis.of_sheets[which].corrections)
        )

    def _why(self, one: Difference, wrong: Sequence[int], right: Sequence[int]) -> str:
        """The reason why sheets are wrong, as messages name it."""
        if not wrong:
            return ""
        sheets = self.found.sheets
        rows = {
            entry.row for row in one.rows for entry in [self.found.entry(row, wrong[0])] if entry is not None
        }
        if not rows.isdisjoint(sheets[wrong[0]].broken):
            zero_sum = sheets[wrong[0]].reading.ruleset.zero_sum
            return "sum" if zero_sum and not adds_to_zero(self.found, one.row, wrong[0]) else "rules"
        position = self.found.seats[wrong[0]][one.seat]
        foot = sheets[wrong[0]].sheet.foot
        if position is not None and position < len(foot) and foot[position] is not None:
            # The row is valid: only the total decides.
            return "total"
        return "majority" if len(right) > len(wrong) else ""

    def fixes(self, which: int, told: Sequence[tuple[Difference, Finding]]) -> Mapping[int, tuple[Fix, ...]]:
        """The repairs of differences on a sheet, by their place in the list."""
        findings = [finding for _, finding in told]
        return {at: one.fixes for at, one in self._explained(_CellExplainer, which, findings)}

    def explained_again(self, which: int, findings: Sequence[Finding]) -> Mapping[int, Finding]:
        """A sheet's own findings, by their place in the list, with the repairs that all sheets together
        suggest."""
        sheet = self.found.sheets[which].sheet
        told = self._explained(_StyledExplainer, which, findings)
        return {at: with_diagnosis(sheet, one) for at, one in told}

    def _explained(
        self, explainer: type[Explainer], which: int, findings: Sequence[Finding]
    ) -> Iterator[tuple[int, Diagnosis]]:
        kept, searched = self.found.sheets[which], self.searches[which]
        unforeseen, singly = _given_another_witness(searched.unforeseen), not kept.reading.layout.settles
        explaining = explainer(kept.sheet, kept.entries, findings, searched.broken, unforeseen, singly=singly)
        for group in self._groups(which):
            yield from explaining.of_group(group)

    def _groups(self, which: int) -> Iterator[Group]:
        """The hypotheses about a sheet: those of all blocks together where it has a total row."""
        if which in self.joint.together:
            yield self.joint.together[which]
            return
        for block in self.blocks:
            entries = [
                at
                for row in range(block.first, block.last + 1)
                if (at := self.found.rows[row][which]) is not None
            ]
            if entries:
                # A missing row below the last one shows there.
                yield block.group(which, (min(entries), max(entries)), joined=False)


def decoded(found: Beside) -> tuple[Beside, list[Search]]:
    """Decodes each sheet by itself, and aligns the rows again after reliable corrections."""
    budgets = repair_budgets()
    searches = [_searched(one, budgets.part()) for one in found.sheets]
    meant = [_with_sure_corrections(one, search) for one, search in zip(found.sheets, searches, strict=True)]
    again = beside(meant) if any(a is not b for a, b in zip(meant, found.sheets, strict=True)) else None
    return (found if again is None else found._replace(rows=again.rows, moved=again.moved)), searches


def _with_sure_corrections(one: KeptSheet, search: Search) -> KeptSheet:
    """A sheet with reliable corrections of its cells; rows are neither added nor removed."""
    corrections = [
        correction
        for part in search.parts
        for hypothesis in part.hypotheses[:1]
        if _shares(part.hypotheses)[0] > _SURE
        for correction in hypothesis.corrections
        if correction.kind not in OF_ROWS
    ]
    if not corrections:
        return one
    sheet = with_corrections(one.sheet, corrections)
    return replace(one, sheet=sheet, entries=read_again(one, sheet))


def _searched(one: KeptSheet, budget: Budget) -> Search:
    """The decoding of a sheet by itself; where that fails, what is known of its rows."""
    checks, layout = one.reading.ruleset.checks, one.reading.layout
    if one.sheet.stop <= LONGEST_SHEET and can_be_decoded(one.sheet, layout):
        return search(SheetToMend(one.sheet, layout, checks, one.entries, (), budget))
    return Search(Evidence(one.sheet, layout, one.entries, checks, 0), (), (), (), AS_USUAL, complete=False)


class _StyledExplainer(Explainer):
    """Explains the findings of a sheet in its own notation, with amounts and units."""

    def _spelt(self, value: Number | str, row: int, column: int) -> str:
        """A value as the cell, or another one of its column, writes numbers: as decimals, or with a unit."""
        if isinstance(value, str):
            return value
        stands = (self.sheet.table.value(at, column) for at in (row, *range(self.sheet.stop)))
        like = next((one for one in stands if isinstance(written(one), int | Fraction)), "")
        in_style = isinstance(like, Money | NumberInText)
        if in_style or (isinstance(value, Fraction) and like != "" and "/" not in str(like)):
            return str(spelt_like(value, like))
        return str(value)


class _CellExplainer(_StyledExplainer):
    """Explains the single cells in which sheets differ."""

    def _assigned(
        self, hypothesis: Hypothesis, mine: Sequence[tuple[int, int]]
    ) -> list[tuple[Correction, ...]]:
        places = [self._place(self.findings[which]) for _, which in mine]
        return [
            tuple(correction for correction in hypothesis.corrections if _has(correction, place))
            for place in places
        ]

    def _place(self, finding: Finding) -> tuple[int, int] | None:
        return None if finding.cell is None else self.sheet.table.place_of(finding.cell)


def _given_another_witness(unforeseen: Unforeseen) -> Unforeseen:
    """The weight of unforeseen causes where another sheet has the right contents: they need a slip there,
    too."""
    less = log(slip_rate())
    return unforeseen._replace(learnt=unforeseen.learnt + less, another=unforeseen.another + less)


def _shares(likeliest_first: Sequence[Hypothesis | JointHypothesis]) -> list[float]:
    best = likeliest_first[0].weight
    chances = [exp(one.weight - best) for one in likeliest_first]
    return [chance / sum(chances) for chance in chances]


def _has(correction: Correction, place: tuple[int, int] | None) -> bool:
    return any(edit[:2] == place for edit in correction.edits)


def adds_to_zero(found: Beside, row: int, which: int) -> bool:
    """Whether the points of a row of a sheet add up to 0."""
    whole: Number = 0
    for seat in range(len(found.sheets[0].sheet.players)):
        amount = found.cell(row, which, seat)
        if amount is None or isinstance(amount, OneSign):
            return False
        whole += amount
    return not whole
