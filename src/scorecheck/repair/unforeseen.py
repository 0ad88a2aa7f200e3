"""Something that nobody thought of: how likely it is beside the slips that were found."""

from __future__ import annotations

from math import exp, inf, log
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple
from scorecheck.repair.slips import weights
from scorecheck.repair.unit import log_sum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.evidence import Evidence
    from scorecheck.repair.unit import Part, Way

_MOST = 5.0
_SEVERAL = log(0.15)
"""So likely at least is something that nobody thought of, beside several slips for one finding."""


class Unforeseen(NamedTuple):
    """What the sheet as a whole says of it."""

    learnt: float = 0.0
    """By how much it is likelier than usual, as a logarithm: few sound rows tell how people play."""
    another: float = -inf
    """The logarithm of the chance of another sheet than it is taken for, to that of all its slips."""

    def beside(self, best: Way, faults: int, *, several: bool) -> float:
        """Its chance (no logarithm) to that of the likeliest way, which has so many faults; ``several``: any
        number may be behind further slips."""
        chance = self.learnt + log(weights().model["unforeseen"]) - best.slips / faults
        more = (len(best.units) - faults) / faults
        if more > 0 and several:
            # Whatever else it was gave just the number that each further slip explains: one of many.
            less = chance - more * log(weights().model["spread"])
            chance = min(chance, max(less, _SEVERAL))
        return exp(min(log_sum((chance, self.another)), _MOST))


AS_USUAL = Unforeseen()


def of_sheet(evidence: Evidence, parts: Sequence[Part]) -> Unforeseen:
    """What a sheet says of it by its parts."""
    model = weights().model
    learnt = log(1 + (model["few"] / (1 + evidence.sound)) ** 2)
    if evidence.layout.worked is not None:
        # Where facts stand beside the points there is no doubt what the sheet is.
        return Unforeseen(learnt)
    # Where the search gave up, the faults below are explained by nothing.
    below = evidence.broken[parts[-1].last + 1 :] if parts else ()
    left = sum(bool(one.rules) for one in below)
    another = log(model["another"])
    if not _is_of_nobody(evidence.sheet, evidence.entries, parts):
        games = len(evidence.entries) - left - sum(map(_wrong_rows, parts))
        another += games * log(model["another-sound"])
    return Unforeseen(learnt, another - sum(map(_slips, parts)) - left * log(model["undecoded"]))


def _wrong_rows(part: Part) -> int:
    """The rows of a part with a slip of their own; all of them where no slips explain them."""
    if not part.ways:
        return part.last - part.first + 1
    return len({unit.at for unit in part.ways[0].units})


def _slips(part: Part) -> float:
    """The logarithm of the chance of the slips of a part; a row that none explain bounds it."""
    unexplained = _wrong_rows(part) * log(weights().model["undecoded"])
    return max(part.ways[0].slips, unexplained) if part.ways else unexplained


def _is_of_nobody(sheet: Sheet, entries: Sequence[Entry], parts: Sequence[Part]) -> bool:
    """Whether all slips are in columns of which one number would be left: they are no player's."""
    units = (unit for part in parts if part.ways for unit in part.ways[0].units)
    mended = {edit[:2]: edit[2] for unit in units for edit in unit.edits}
    wrong = {column for _, column in mended if column in sheet.points_columns}

    def says(at: int, column: int) -> set[object]:
        written = ((entry.row, entry.written[at]) for entry in entries if entry.written[at] is not None)
        return {mended.get((row, column), cell) for row, cell in written}

    columns = enumerate(sheet.points_columns)
    return bool(wrong) and all(len(says(*one) - {None}) <= 1 for one in columns if one[1] in wrong)
