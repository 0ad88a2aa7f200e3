"""Something that nobody thought of: how likely it is beside the slips that were found."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log, sqrt

from scorecheck.model.record import NamedTuple
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.hypothesis import Part, log_sum
from scorecheck.repair.slips import constant, weights

_MOST = 5.0


class Unforeseen(NamedTuple):
    """What the sheet as a whole says of it."""

    learnt: float = 0.0
    """What is added to its log-probability where few sound rows tell how people play."""
    another: float = -inf
    """The log-probability of another sheet than it is taken for, to that of all its slips."""

    def beside(self, slips: float, more: float, *, several: bool) -> float:
        """Its probability ratio to that of the likeliest hypothesis, whose slips for a finding are as
        likely as that log-probability, and so many more than one; ``several``: any number may be behind
        further slips."""
        chance = self.learnt + log(constant("unforeseen")) - slips
        if more > 0 and several:
            # Whatever else it was gave just the number that each further slip explains: one of many.
            less = chance - more * log(constant("spread"))
            chance = min(chance, max(less, log(constant("several"))))
        return exp(min(log_sum((chance, self.another)), _MOST))

    def spared(self, share: float) -> float:
        """What it leaves of the chance of a repair that was found otherwise than by slips in cells."""
        return share / (1 + exp(min(self.another, _MOST)))


AS_USUAL = Unforeseen()


def of_sheet(evidence: Evidence, parts: Sequence[Part]) -> Unforeseen:
    """What a sheet says of it by its parts."""
    model = weights().model
    learnt = log(1 + (model["few"] / (1 + evidence.sound)) ** 2)
    if evidence.layout.worked is not None:
        # Where facts stand beside the points there is no doubt what the sheet is.
        return Unforeseen(learnt)
    # Where the search gave up, the faults below are explained by nothing.
    left = sum(evidence.doubted[parts[-1].last + 1 :]) if parts else 0
    wrong = [_wrong_rows(evidence, part) for part in parts]
    slips = sum(map(_slips, parts, wrong)) + left * log(model["undecoded"])
    games = len(evidence.entries) - left - sum(wrong)
    # The more a row had to teach of habits that the game does not know, the likelier it is another game's:
    # by more than few rows vary in what they teach.
    strange = max(0.0, evidence.unusual - model["taught-varies"] / sqrt(max(1, evidence.sound)))
    rows = games * log(model["another-sound"]) * (1 - strange)
    hypotheses = [log(model["another"]) + rows]
    if evidence.of_nobody:
        hypotheses.append(log(model["nobody"]))
    return Unforeseen(learnt, learnt + log_sum(hypotheses) - slips)


def _wrong_rows(evidence: Evidence, part: Part) -> int:
    """The rows of a part with a slip of their own; all that do not only carry one on where no slips explain
    them."""
    if not part.hypotheses:
        return sum(evidence.doubted[part.first : part.last + 1])
    return len({correction.at for correction in part.hypotheses[0].corrections})


def _slips(part: Part, wrong: int) -> float:
    """The log-probability of the slips of a part; a row that none explain bounds it."""
    unexplained = wrong * log(constant("undecoded"))
    return max(part.hypotheses[0].slips, unexplained) if part.hypotheses else unexplained
