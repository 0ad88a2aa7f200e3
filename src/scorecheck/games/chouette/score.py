"""The payments of one chouette game, term by term, from its cubes and its result. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from scorecheck.checks.worth import CannotScore, Words, field, labelled, said_by
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
        CannotScore: a name comes twice; or extras without exactly one taker, or not by passers.
    """
    names = [stake.player for stake in stakes]
    if len(set(names)) < len(names):
        raise CannotScore("twice", "")
    takers = [stake for stake in stakes if stake.ending == "played"]
    passers = {stake.player for stake in stakes if stake.ending == "passed"}
    if givers and (len(takers) != 1 or not takers[0].touched):
        raise CannotScore("taker", "")
    if not passers.issuperset(givers) or len(set(givers)) < len(givers):
        raise CannotScore("giver", "")
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


_CUBES = tuple(str(2**power) for power in range(7))
_ENDINGS = ("played", "untouched", "passed", "paid-off")
_RESULTS = ("single", "gammon", "backgammon")
PLACE = 2
"""Where the form stands among those of all games."""


def fields(words: Words) -> list[dict[str, Any]]:
    """The fields, in the order in which they are shown."""
    said = said_by(words)
    stake = [
        field("player", words.label("blank.who")),
        field("cube", words.label("blank.cube"), "choice", choices=labelled(_CUBES, str)),
        field("ending", said("ending"), "choice", choices=labelled(_ENDINGS, said)),
        field("extra", said("extra"), "flag"),
    ]
    return [
        field(
            "preset", words.label("app.blank.preset"), "choice", choices=labelled(("mcc", "couette"), said)
        ),
        field("winner", words.label("blank.winner"), "choice", choices=labelled(("box", "team"), said)),
        field("result", said("result"), "choice", choices=labelled(_RESULTS, said)),
        field("stakes", said("stakes"), "rows", fields=stake),
    ]


def worth_of(said: Mapping[str, Any]) -> Worked:
    """The value of what was filled in.

    Raises:
        CannotScore: there is none.
    """
    stakes: list[Stake] = []
    givers: list[str] = []
    for row in said["stakes"]:
        player = row["player"].strip()
        if not player:
            continue
        touched = row["ending"] != "untouched"
        stakes.append(
            Stake(player, int(row["cube"]), row["ending"] if touched else "played", touched=touched)
        )
        if row["extra"]:
            givers.append(player)
    couette = said["preset"] == "couette"
    if not stakes:
        raise CannotScore("no-stakes")
    if couette and givers:
        raise CannotScore("no-extras")
    return score(stakes, said["winner"], said["result"], jacoby=couette, givers=givers)
