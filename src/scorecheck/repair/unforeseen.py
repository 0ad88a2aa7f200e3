"""Unforeseen causes: their probability beside the slips that were found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import exp, inf, log, sqrt

from scorecheck.checks.left_columns import left_columns
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.hypothesis import Group, log_sum
from scorecheck.repair.slips import constant, weights

_MOST = 5.0


class Unforeseen(NamedTuple):
    """The evidence of the whole sheet for them."""

    learnt: float = 0.0
    """The term of its log-probability if few right rows show how people play."""
    another: float = -inf
    """The log-probability of another kind of sheet, relative to that of all its slips."""

    def beside(self, slips: float, more: float, *, several: bool) -> float:
        """Its probability ratio to the likeliest hypothesis with this log-probability and further slips.

        ``several``: any number may be behind further slips.
        """
        chance = self.learnt + log(constant("unforeseen")) - slips
        if more > 0 and several:
            # Another cause gave just the number that each further slip explains: one of many.
            less = chance - more * log(constant("spread"))
            chance = min(chance, max(less, log(constant("several"))))
        return exp(min(log_sum((chance, self.another)), _MOST))

    def spared(self, share: float) -> float:
        """The probability that it leaves for a repair found otherwise than by slips in cells."""
        return share / (1 + exp(min(self.another, _MOST)))


AS_USUAL = Unforeseen()


def of_sheet(evidence: Evidence, groups: Sequence[Group]) -> Unforeseen:
    """The evidence of a sheet for it, by its groups."""
    model = weights("model")
    learnt = log(1 + (model["few"] / (1 + evidence.sound)) ** 2)
    if evidence.mending.worked is not None:
        # Facts beside the points show what the sheet is.
        return Unforeseen(learnt)
    # If the search ended early, nothing explains the faults below.
    left = sum(evidence.doubted[groups[-1].last + 1 if groups else 0 :])
    wrong = [_wrong(evidence, group) for group in groups]
    slips = sum(map(_slips, groups, map(len, wrong))) + left * log(model["undecoded"])
    sound = len(evidence.entries) - left - sum(map(len, wrong))
    if any(group.joined for group in groups):
        # A total that agrees with the rows is as sound as a row.
        sound += sum(said is not None for said in evidence.foot)
    # The more the rows teach about unknown habits, the likelier they are another game's: beyond the variance
    # of few rows.
    strange = max(0.0, evidence.unusual - model["taught-varies"] / sqrt(max(1, evidence.sound)))
    hypotheses = [log(model["another"]) + sound * log(model["another-sound"]) * (1 - strange)]
    if evidence.of_nobody:
        hypotheses.append(log(model["nobody"]))
    return Unforeseen(learnt, learnt + log_sum(hypotheses) - slips)


def of_left_columns(
    sheet: Sheet, entries: Sequence[Entry], groups: Sequence[Group]
) -> tuple[list[Group], float]:
    """The groups without a row that a column that is not known likely explains: there no repair is sure.

    And the log-odds that such a column explains the others, against their slips.
    """
    end = len(entries)
    likeliest = [group.hypotheses[0].corrections if group.hypotheses else () for group in groups]
    wrong = [{entries[one.at].row for one in corrections if one.at < end} for corrections in likeliest]
    found = left_columns(sheet, {*chain(*wrong)})
    open_ = frozenset[int]().union(*(one.rows for one in found if one.log_odds > 0))
    explained = [group for group, rows in zip(groups, wrong, strict=True) if open_.isdisjoint(rows)]
    left = [one.log_odds for one in found if one.log_odds <= 0]
    return explained, log_sum(left) if left else -inf


def _wrong(evidence: Evidence, group: Group) -> set[tuple[int, object]]:
    """The rows of a group with slips of their own, or odd ones, and each wrong total: where, and which total.

    Without an explanation, all rows that do not only continue one.
    """
    if not group.hypotheses:
        return {(at, ()) for at in range(group.first, group.last + 1) if evidence.doubted[at]}
    best, end = group.hypotheses[0], len(evidence.entries)
    wrong: set[tuple[int, object]] = {
        (one.at, one.edits[:1] if one.at == end else ()) for one in best.corrections
    }
    return wrong | {(at, ()) for at, _ in best.costs if at < end}


def _slips(group: Group, wrong: int) -> float:
    """The log-probability of the slips of a group; an unexplained row, or total, bounds it."""
    unexplained = wrong * log(constant("undecoded"))
    return max(group.hypotheses[0].slips, unexplained) if group.hypotheses else unexplained
