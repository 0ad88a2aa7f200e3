"""The time limits and the order of calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from scorecheck.games.doppelkopf.facts import CALLED, NO_30, NO_60, NO_90, SCHWARZ, WEDDING, Party, other
from scorecheck.games.doppelkopf.spelling import Call
from scorecheck.model.record import NamedTuple

LATEST: Mapping[str, Mapping[Party, Mapping[int, int]]] = {
    "tcg": {
        "re": {CALLED: 5, NO_90: 9, NO_60: 13, NO_30: 17, SCHWARZ: 21},
        "kontra": {CALLED: 9, NO_90: 13, NO_60: 17, NO_30: 21, SCHWARZ: 25},
    },
    # Limits: 11 cards in hand, then 10, 9, 8, 7; the last player of the second trick still has 11 until the
    # 8th card.
    "ddv": {party: {CALLED: 8, NO_90: 12, NO_60: 16, NO_30: 20, SCHWARZ: 24} for party in ("re", "kontra")},
}
"""The last card at which each call is allowed."""
TO_ANSWER = 4
"""The number of cards within which a call may be answered with Re or Kontra."""
OF_WEDDING = 8
"""By the federation's rules, a wedding decided in the third trick shifts all calls by two.

The sheet does not name the trick.
"""


class Late(NamedTuple):
    """A call that came too late."""

    level: int
    card: int
    latest: int


def first_late(
    calls: Mapping[Party, Sequence[Call] | None],
    party: Party,
    kind: str | None,
    preset: str,
    *,
    late_answered: bool = True,
) -> Late | None:
    """The first late call of a party, among those with a known card.

    ``late_answered``: a late call of the other party may be answered all the same.
    """
    mine, theirs = calls[party] or (), calls[other(party)] or ()
    shift = OF_WEDDING if preset == "ddv" and kind == WEDDING else 0
    if not late_answered:
        theirs = [
            call for call in theirs if (call.card or 0) <= LATEST[preset][other(party)][call.level] + shift
        ]
    for level, card in mine:
        if card is None:
            continue
        latest = LATEST[preset][party][level] + shift
        if level == CALLED:
            latest = max(latest, _to_answer(theirs, card, other(party), preset) + shift)
        if card > latest:
            return Late(level, card, latest)
    return None


def _to_answer(theirs: Sequence[Call], card: int, party: Party, preset: str) -> int:
    """The last card for an answer to the other party's call, by default to one as late as possible."""
    latest = LATEST[preset][party]
    if preset == "ddv":
        # One card fewer in hand than for the call itself.
        return max((latest[call.level] + TO_ANSWER for call in theirs if (call.card or 0) <= card), default=0)
    return max(
        (
            (latest[call.level] if call.card is None else call.card) + TO_ANSWER
            for call in theirs
            if call.card is None or call.card <= card
        ),
        default=0,
    )


def first_out_of_order(calls: Sequence[Call], preset: str) -> tuple[int, int] | None:
    """The first two calls in a wrong order, by their levels.

    Each level requires the one before it; the federation allows to skip some.
    """
    if all(call.card is not None for call in calls):
        calls = sorted(calls, key=lambda call: call.card or 0)
    for before, after in pairwise(calls):
        step = after.level - before.level
        early = before.card is not None and after.card is not None and after.card < before.card
        if early or step < 1 or (step > 1 and preset != "ddv"):
            return before.level, after.level
    return None
