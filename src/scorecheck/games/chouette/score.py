"""The payments of one chouette game, term by term, from its cubes and its result. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from scorecheck.checks.worth import Untold
from scorecheck.games.chouette.state import FACTORS
from scorecheck.model.record import NamedTuple
from scorecheck.model.terms import Term, Worked, total_of

BOX = "box"
"""The name for the box among those who get or pay something."""


class Stake(NamedTuple):
    """The stake of a team member against the box."""

    player: str
    cube: int
    """The value of the cube; for a pass, that before the offer."""
    ending: Literal["played", "passed", "paid-off"] = "played"
    """How it ended: played out, or passed by the member or by the box."""
    touched: bool = True
    """Whether it was offered or accepted; under Jacoby an untouched cube pays single."""


def score(
    stakes: Sequence[Stake],
    winner: Literal["box", "team"],
    result: str,
    *,
    jacoby: bool = False,
    givers: Sequence[str] = (),
) -> Worked:
    """What the box gets in a game, and what everybody else does.

    Args:
        stakes: each team member once.
        winner: who won what was played to the end.
        result: ``single``, ``gammon`` or ``backgammon``.
        jacoby: a gammon counts only for cubes that were offered or accepted.
        givers: passers who gave the only taker an extra (MCC rule).

    Raises:
        Untold: a name comes twice; or extras without exactly one taker, or not by passers.
    """
    names = [stake.player for stake in stakes]
    if len(set(names)) < len(names):
        raise Untold("twice", "")
    takers = [stake for stake in stakes if stake.ending == "played"]
    passers = {stake.player for stake in stakes if stake.ending == "passed"}
    if givers and (len(takers) != 1 or not takers[0].touched):
        raise Untold("taker", "")
    if not passers.issuperset(givers) or len(set(givers)) < len(givers):
        raise Untold("giver", "")
    sign = 1 if winner == "box" else -1
    shares = dict.fromkeys(names, 0)
    terms: list[Term] = []
    for stake in stakes:
        term = _term(stake, sign, result, jacoby=jacoby)
        terms.append(term)
        shares[stake.player] -= int(term.value)
    for giver in givers:
        taker, extra = takers[0].player, takers[0].cube
        gets = sign * extra * FACTORS[result] - extra // 2
        shares[giver] += gets
        shares[taker] -= gets
        params = {"giver": giver, "taker": taker, "cube": extra, "half": extra // 2, "gets": gets}
        terms.append(Term("extra", 0, params=params))
    value = total_of(tuple(terms))
    return Worked("chouette", tuple(terms), value, ((BOX, value), *shares.items()))


def _term(stake: Stake, sign: int, result: str, *, jacoby: bool) -> Term:
    params = {"player": stake.player, "cube": stake.cube}
    if stake.ending == "passed":
        return Term("passed", stake.cube, params=params)
    if stake.ending == "paid-off":
        return Term("paid-off", -stake.cube, params=params)
    if jacoby and not stake.touched and FACTORS[result] > 1:
        return Term("jacoby", sign * stake.cube, params=params)
    return Term(f"cube-{result}", sign * stake.cube * FACTORS[result], params=params)
