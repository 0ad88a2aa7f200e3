"""Laws of what a game is worth: its terms add up to its value, and nobody gets what nobody pays."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st
from test_doppelkopf import CALLS, KINDS, Played, card_points, games, letters, value

from laws import examples
from scorecheck.games.acey_deucey.score import score as acey_deucey
from scorecheck.games.chouette.score import BOX, Stake
from scorecheck.games.chouette.score import score as chouette
from scorecheck.games.chouette.state import FACTORS
from scorecheck.games.doppelkopf.score import score as doppelkopf
from scorecheck.games.skat.score import KINDS as SKAT_KINDS
from scorecheck.games.skat.score import MOST_MATADORS, SkatFacts
from scorecheck.games.skat.score import score as skat
from scorecheck.games.skat.scoring import VALUES
from scorecheck.games.yatzy.score import best_first
from scorecheck.games.yatzy.scoring import OPTIONAL, ScoringWay
from scorecheck.model.record import replace
from scorecheck.model.terms import total_of

presets = st.sampled_from(["tcg", "ddv"])


@given(presets.flatmap(lambda preset: st.tuples(st.just(preset), games(preset))))
@examples(400)
def test_doppelkopf(game: tuple[str, Played]) -> None:
    preset, played = game
    re, kontra = card_points(played, preset)
    facts = {
        "kind": played.kind,
        "points_re": re,
        "points_kontra": kontra,
        "calls_re": CALLS[played.calls_re].format("re"),
        "calls_kontra": CALLS[played.calls_kontra].format("kontra"),
        "specials_re": letters(played.specials_re),
        "specials_kontra": letters(played.specials_kontra),
    }
    worked = doppelkopf(facts, preset=preset)
    assert total_of(worked.terms) == worked.value
    of_re, of_kontra = (share for _, share in worked.shares)
    each = value(played, preset)
    assert (of_re, of_kontra) == (each if KINDS[preset][played.kind] == "pair" else 3 * each, -each)


@st.composite
def stakes(draw: st.DrawFn) -> list[Stake]:
    cube = st.sampled_from([1, 2, 4, 8, 16])
    ending = st.sampled_from(["played", "passed", "paid-off"])
    return [
        Stake(name, draw(cube), draw(ending), touched=draw(st.booleans()))
        for name in "ABCDE"[: draw(st.integers(1, 5))]
    ]


@given(stakes(), st.sampled_from(["box", "team"]), st.sampled_from(sorted(FACTORS)), st.booleans(), st.data())
@examples(300)
def test_chouette(at_stake: list[Stake], winner: str, result: str, jacoby: bool, data: st.DataObject) -> None:
    """By the rules: a pass costs what the cube shows, and the rest pays cube times 1, 2 or 3."""
    sign, factor = (1 if winner == "box" else -1), {"single": 1, "gammon": 2, "backgammon": 3}[result]
    box = sum(
        {
            "passed": one.cube,
            "paid-off": -one.cube,
            "played": sign * one.cube * (1 if jacoby and not one.touched else factor),
        }[one.ending]
        for one in at_stake
    )
    takers = [one for one in at_stake if one.ending == "played" and one.touched]
    passers = [one.player for one in at_stake if one.ending == "passed"]
    alone = len(takers) == 1 == sum(one.ending == "played" for one in at_stake)
    givers = data.draw(st.sets(st.sampled_from(passers))) if alone and passers else set[str]()
    worked = chouette(at_stake, winner, result, jacoby=jacoby, givers=sorted(givers))  # type: ignore[arg-type]
    shares = dict(worked.shares)
    assert total_of(worked.terms) == worked.value == shares[BOX] == box
    assert sum(shares.values()) == 0
    for giver in givers:
        # The giver takes half the cube less for a game that counts as the taker's does for the box.
        cube = takers[0].cube
        assert shares[giver] == -next(one.cube for one in at_stake if one.player == giver) + (
            sign * cube * factor - cube // 2
        )


@given(st.integers(0, 15), st.integers(0, 15), st.integers(0, 15))
@examples(100)
def test_acey_deucey(board: int, bar: int, waiting: int) -> None:
    assume(0 < board + bar + waiting <= 15)
    worked = acey_deucey(board=board, bar=bar, waiting=waiting, names=("Anna", "Bernd"))
    left = board + bar + waiting
    assert total_of(worked.terms) == worked.value == left
    assert worked.shares == (("Anna", left), ("Bernd", -left))
    assert acey_deucey(off=15 - left).value == left


WAYS = [
    *(
        ScoringWay("yatzy", strict=strict, international=international)
        for strict in (False, True)
        for international in (False, True)
    ),
    ScoringWay("maxi-yatzy"),
    ScoringWay("maxi-yatzy", strict=True),
    ScoringWay("kniffel", international=True),
    ScoringWay("yahtzee", international=True, further=100, joker=True),
    *(ScoringWay("doppel-yatzy", extra=extra) for extra in ("minus", "chance", "strike")),
]


@given(st.sampled_from(WAYS), st.lists(st.integers(1, 6), min_size=6, max_size=6))
@examples(300)
def test_yatzy(way: ScoringWay, dice: list[int]) -> None:
    worths = best_first(dice[: way.thrown], way)
    assert sorted(one.category for one in worths) == sorted(set(way.categories) - OPTIONAL)
    assert [one.value for one in worths] == sorted((one.value for one in worths), reverse=True)
    for one in worths:
        assert total_of(one.worked.terms) == one.value


@given(st.sampled_from([kind for kind in SKAT_KINDS if kind != "null"]), st.data())
@examples(300)
def test_skat(kind: str, data: st.DataObject) -> None:
    """A game has a value of the list, or minus twice one; bid too high it is lost at what reaches the bid."""
    count = data.draw(st.integers(1, MOST_MATADORS[kind])) * data.draw(st.sampled_from([1, -1]))
    facts = SkatFacts(
        kind,
        count,
        hand=data.draw(st.booleans()),
        open=data.draw(st.booleans()),
        announced=data.draw(st.sampled_from(["", "schneider", "schwarz"])),
        points=data.draw(st.integers(0, 120) | st.none()),
    )
    worked = skat(facts)
    value = worked.value
    assert total_of(worked.terms) == value
    assert (value if value > 0 else -value / 2) in VALUES
    bid = data.draw(st.sampled_from(sorted(VALUES)))
    under = skat(replace(facts, bid=bid)).value
    reached = abs(value) if value > 0 else -value // 2
    assert under == (value if bid <= reached else -2 * min(one for one in multiples(kind) if one >= bid))


def multiples(kind: str) -> list[int]:
    base = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}[kind]
    return [base * times for times in range(1, 40)]
