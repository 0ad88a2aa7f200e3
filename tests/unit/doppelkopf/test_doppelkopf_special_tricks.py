"""The least card points of special points, against figures worked out by hand from the cards."""

from __future__ import annotations

import pytest

from scorecheck.games.doppelkopf.specials import Pack, points_needed
from scorecheck.games.doppelkopf.valuation import NONE, Specials

TCG, DDV = Pack("tcg"), Pack("ddv")
PLAIN = Pack("tcg", "plain")

# Foxes 0, 1, 2 without Karl, then with. A fox is taken by a jack at least: 11 + 2 + 2 + 2, with nines 11 + 2;
# two in one trick: 22 + 2 + 2, or 22 + 2. Karl: four jacks, or one and nines; he may take a fox himself.
# Doppelköpfe take the eight tens first, then aces. A fox in one costs the ace for a ten, and the ten of
# hearts takes it; among three are four aces anyway.
ALONE = {
    TCG: (
        (0, 17, 26, 8, 17, 26),
        (40, 41, 42, 48, 49, 50),
        (80, 81, 82, 88, 89, 90),
        (124, 124, 124, 132, 132, 132),
        (168, 168, 168, 176, 176, 176),
    ),
    DDV: (
        (0, 13, 24, 2, 13, 24),
        (40, 41, 42, 42, 43, 44),
        (80, 81, 82, 82, 83, 84),
        (124, 124, 124, 126, 126, 126),
        (168, 168, 168, 170, 170, 170),
    ),
}


def both(re: Specials, kontra: Specials, pack: Pack = TCG) -> tuple[int, int] | None:
    needed = points_needed(re, kontra, pack)
    assert needed == ((other := points_needed(kontra, re, pack)) and other[::-1]) or pack.solo
    return needed


@pytest.mark.parametrize("pack", [TCG, DDV])
def test_one_party_alone(pack: Pack) -> None:
    for number, row in enumerate(ALONE[pack]):
        wanted = [Specials(number, fox, 0, karl) for karl in (0, 1) for fox in range(3)]
        assert [both(specials, NONE, pack) for specials in wanted] == [(least, 0) for least in row]


def test_a_pure_hearts_trick_is_two_aces_and_two_kings() -> None:
    for number, row in enumerate(ALONE[TCG][:4]):
        wanted = [Specials(number, fox, 1, karl) for karl in (0, 1) for fox in range(3)]
        assert [both(specials, NONE) for specials in wanted] == [(least + 30, 0) for least in row]
    # Its aces are missing for a fourth Doppelkopf.
    assert both(Specials(4, 0, 1), NONE) is None
    assert both(Specials(4), Specials(hearts=1)) is None


def test_where_the_ten_of_hearts_is_no_trump() -> None:
    # Two tens and two kings.
    assert both(Specials(hearts=1), NONE, PLAIN) == (28, 0)
    # Both aces and both tens of hearts are a Doppelkopf as well.
    assert both(Specials(1, 0, 1), NONE, PLAIN) == (42, 0)
    assert both(Specials(4, 0, 1), NONE, PLAIN) == (168, 0)
    assert both(Specials(4), Specials(hearts=1), PLAIN) is None
    # Among aces and tens only the other fox takes a fox: 11 + 11 + 10 + 10; both take a trick of their own.
    assert both(Specials(1, 1), NONE, PLAIN) == (42, 0)
    assert both(Specials(1, 2), NONE, PLAIN) == (66, 0)


@pytest.mark.parametrize(
    ("re", "kontra", "needed"),
    [
        # Either can have the eight tens, not both at once.
        (Specials(2), Specials(2), (80, 80)),
        (Specials(3), Specials(1), (124, 40)),
        # All sixteen aces and tens are used. One fox may be taken by the other; for both Kontra needs a ten
        # of hearts, so that Re has seven tens and an ace.
        (Specials(2), Specials(2, 1), (80, 81)),
        (Specials(2), Specials(2, 2), (81, 82)),
        (Specials(1), Specials(3), (40, 124)),
        (Specials(1), Specials(1, 2, 0, 1), (40, 50)),
        (Specials(fox=1), Specials(fox=1, karl=1), (17, 17)),
        (Specials(fox=1, karl=1), Specials(2, 1), (17, 81)),
        # Both foxes lie in the four Doppelköpfe.
        (Specials(4), Specials(fox=1), None),
        (Specials(4, 1), Specials(karl=1), (168, 8)),
    ],
)
def test_both_parties_share_the_pack(re: Specials, kontra: Specials, needed: tuple[int, int] | None) -> None:
    assert both(re, kontra) == needed


def test_a_soloist_plays_one_fox_into_a_trick() -> None:
    solo = Pack("tcg", solo=True)
    assert points_needed(Specials(fox=2), NONE, solo) == (26, 0)
    assert points_needed(NONE, Specials(fox=2), solo) == (0, 34)
    assert points_needed(NONE, Specials(1, 2), solo) == (0, 58)
    assert points_needed(NONE, Specials(2, 2), solo) == (0, 82)


def test_bare_numbers_are_left_out() -> None:
    assert both(Specials(other=5), Specials(fox=1, other=2)) == (0, 17)
