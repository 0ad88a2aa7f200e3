"""Unforeseen causes: their probability beside the slips that were found."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log, sqrt

from scorecheck.model.record import NamedTuple
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


def of_sheet(evidence: Evidence, parts: Sequence[Group]) -> Unforeseen:
    """The evidence of a sheet for it, by its parts."""
    model = weights().model
    learnt = log(1 + (model["few"] / (1 + evidence.sound)) ** 2)
    if evidence.mending.worked is not None:
        # Facts beside the points show what the sheet is.
        return Unforeseen(learnt)
    # If the search ended early, nothing explains the faults below.
    left = sum(evidence.doubted[parts[-1].last + 1 :]) if parts else 0
    wrong = [_wrong_rows(evidence, part) for part in parts]
    slips = sum(map(_slips, parts, wrong)) + left * log(model["undecoded"])
    games = len(evidence.entries) - left - sum(wrong)
    # The more the rows teach about unknown habits, the likelier they are another game's: beyond the variance
    # of few rows.
    strange = max(0.0, evidence.unusual - model["taught-varies"] / sqrt(max(1, evidence.sound)))
    rows = games * log(model["another-sound"]) * (1 - strange)
    hypotheses = [log(model["another"]) + rows]
    if evidence.of_nobody:
        hypotheses.append(log(model["nobody"]))
    return Unforeseen(learnt, learnt + log_sum(hypotheses) - slips)


def _wrong_rows(evidence: Evidence, part: Group) -> int:
    """The rows of a part with slips of their own.

    Without an explanation, all that do not only continue one.
    """
    if not part.hypotheses:
        return sum(evidence.doubted[part.first : part.last + 1])
    return len({correction.at for correction in part.hypotheses[0].corrections})


def _slips(part: Group, wrong: int) -> float:
    """The log-probability of the slips of a part; an unexplained row bounds it."""
    unexplained = wrong * log(constant("undecoded"))
    return max(part.hypotheses[0].slips, unexplained) if part.hypotheses else unexplained
