"""How likely a row is in trio: each of the three may be first, second or last."""

from __future__ import annotations

from math import inf, log
from typing import TYPE_CHECKING

from scorecheck.games.trio.scoring import GAMES
from scorecheck.model.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorecheck.checks.prior import Step


@record
class TrioPrior:
    """Chances of rows of one table. See ``RowPrior``."""

    def __call__(self, step: Step) -> float:
        """The logarithm of the chance of a row."""
        return -log(len(GAMES)) if step in GAMES else -inf

    def learnt(self, _steps: Iterable[Step]) -> TrioPrior:
        """Nobody is likelier to win for having won."""
        return self

    def likely(self, _most: int) -> Mapping[Step, float]:
        """All rows, each alike."""
        return dict.fromkeys(sorted(GAMES), 1 / len(GAMES))
