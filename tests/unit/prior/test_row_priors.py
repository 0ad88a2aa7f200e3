"""The games' chances of their own rows: what the rules forbid, what adds up to one, what is learnt."""

from itertools import product
from math import inf, isclose, log

import pytest

from scorecheck.checks.prior import AnySettlement
from scorecheck.games.acey_deucey.prior import AceyDeuceyPrior
from scorecheck.games.chouette.prior import ChouettePrior
from scorecheck.games.doppelkopf.prior import DoppelkopfPrior
from scorecheck.games.registry import load


def test_doppelkopf_knows_pairs_and_solos_and_nothing_else():
    prior = DoppelkopfPrior(4)
    assert prior((2, 2, -2, -2)) > prior((6, -2, -2, -2)) > -inf
    assert prior((2, -2, -2, 2)) == prior((2, 2, -2, -2))
    for step in ((2, 2, -2, 2), (2, 2, -2, -3), (4, -2, -2, 0), (1, -1, 0, 0)):
        assert prior(step) == -inf


@pytest.mark.parametrize("notation", ["plus-minus", "plus-only", "minus-only"])
@pytest.mark.parametrize("seats", [4, 5])
def test_the_games_listed_have_nearly_all_of_the_chance(seats, notation):
    listed = DoppelkopfPrior(seats, notation).likely(100_000)
    assert 0.995 < sum(listed.values()) < 1.0001
    four = DoppelkopfPrior(seats, notation).likely(1)
    assert 0 < len(four) < len(listed)


def test_every_game_of_small_values_is_listed():
    listed = DoppelkopfPrior(4).likely(100_000)
    prior = DoppelkopfPrior(4)
    small = [step for step in product(range(-3, 4), repeat=4) if prior(step) > -inf]
    # All nothing; six pairs with each of three values; four soloists who win or lose with the value 1.
    assert len(small) == 1 + 6 * 3 + 4 * 2
    assert set(small) <= set(listed)


def test_who_sits_out_is_anybody():
    five = DoppelkopfPrior(5)
    assert isclose(five((0, 2, 2, -2, -2)), DoppelkopfPrior(4)((2, 2, -2, -2)) - log(5))
    assert isclose(five((0, 2, 2, -2, -2)), five((2, 2, -2, 0, -2)))
    assert five((1, 2, 2, -2, -3)) == -inf


def test_values_and_solos_are_learnt_and_the_prior_stays_as_it_was():
    prior = DoppelkopfPrior(4)
    before = prior((14, 14, -14, -14))
    learnt = prior.learnt([(14, -14, 14, -14)] * 5 + [(1, 2, 3, 4)])
    assert learnt((14, 14, -14, -14)) > before + 1
    assert prior((14, 14, -14, -14)) == before
    again = prior.learnt([(14, -14, 14, -14)] * 2).learnt([(14, -14, 14, -14)] * 3)
    assert again((14, 14, -14, -14)) == learnt((14, 14, -14, -14))


def test_in_acey_deucey_one_wins_from_one():
    prior = AceyDeuceyPrior(3)
    assert prior((5, -5, 0)) > -inf
    assert prior((5, -4, -1)) == prior((0, 0, 0)) == -inf
    # Thirty is more than there are checkers: only a cube makes it.
    assert -inf < prior((30, -30, 0)) < prior((15, -15, 0)) - 3
    assert isclose(sum(prior.likely(1000).values()), 1.0)
    assert prior.learnt([(5, 0, -5)] * 10)((5, -5, 0)) > prior((5, -5, 0)) + 1


def test_nobody_wins_or_loses_where_nobody_was():
    assert AnySettlement(4)(()) == 0


def test_in_a_chouette_one_deals_with_all_by_cubes():
    prior = ChouettePrior(4)
    assert prior((6, -2, -2, -2)) > prior((10, -5, -5, 0))
    assert prior((3, -1, -1, -2)) == -inf
    # All by one cube is likelier than each by another.
    assert prior((6, -2, -2, -2)) > prior((7, -1, -2, -4))
    taught = prior.learnt([(0, 8, -8, 0)] * 10)
    assert taught((8, 0, 0, -8)) > prior((8, 0, 0, -8))
    assert taught((12, -4, -4, -4)) < prior((12, -4, -4, -4))
    assert sum(prior.likely(2000).values()) < 1


def test_nothing_is_too_large_to_weigh():
    for prior in (ChouettePrior(4), AnySettlement(4)):
        assert -inf < prior((10**6, -(10**6), 0, 0)) < prior((100, -100, 0, 0))


def test_the_layouts_offer_their_priors():
    for game, layouts in {
        "doppelkopf": ("points", "totals", "detail", "rounds"),
        "chouette": ("totals",),
        "acey-deucey": ("points", "totals"),
    }.items():
        for name in layouts:
            prior = load(game).layout(name).prior
            assert prior is not None
            assert prior(4)((0, 0, 0, 1)) == -inf
