"""Until which card a call may be made, and answered, by both rules. Worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorecheck.games.doppelkopf.spelling import Call, Late, first_late
from scorecheck.games.doppelkopf.valuation import CALLED, NO_90, WEDDING, Party, other


@pytest.mark.parametrize(
    ("preset", "party", "theirs", "last"),
    [
        # Without a call to answer: Re by the 5th card, Kontra by the 9th; with eleven cards in hand the 8th.
        ("tcg", "re", (), 5),
        ("tcg", "kontra", (), 9),
        ("ddv", "re", (), 8),
        ("ddv", "kontra", (), 8),
        # Four cards after the call that is answered, where that is later.
        ("tcg", "re", (Call(CALLED, 9),), 13),
        ("tcg", "re", (Call(CALLED, 7),), 11),
        ("tcg", "kontra", (Call(CALLED, 3),), 9),
        ("tcg", "kontra", (Call(CALLED, 3), Call(NO_90, 9)), 13),
        # Where nobody wrote at which card it was, as if it had come as late as it could.
        ("tcg", "re", (Call(CALLED),), 13),
        ("tcg", "kontra", (Call(CALLED),), 9),
        # With one card fewer in hand than the call itself takes, whenever it came: ten, or nine after no 90.
        ("ddv", "kontra", (Call(CALLED, 3),), 12),
        ("ddv", "kontra", (Call(CALLED),), 12),
        ("ddv", "re", (Call(CALLED, 8), Call(NO_90, 9)), 16),
    ],
)
def test_the_last_card_for_re_and_kontra(
    preset: str, party: Party, theirs: tuple[Call, ...], last: int
) -> None:
    assert first_late(called((Call(CALLED, last),), theirs, party), party, None, preset) is None
    late = Late(CALLED, last + 1, last)
    assert first_late(called((Call(CALLED, last + 1),), theirs, party), party, None, preset) == late


@pytest.mark.parametrize(("preset", "last"), [("tcg", 5), ("ddv", 8)])
def test_a_later_call_is_none_to_answer(preset: str, last: int) -> None:
    theirs = (Call(NO_90, last + 3),)
    assert first_late(called((Call(CALLED, last + 2),), theirs, "re"), "re", None, preset) == Late(
        CALLED, last + 2, last
    )


def called(mine: Sequence[Call], theirs: Sequence[Call], party: Party) -> dict[Party, Sequence[Call]]:
    return {party: mine, other(party): theirs}


def test_a_wedding_that_is_cleared_in_the_third_trick_shifts_all_by_two_tricks() -> None:
    assert first_late(called((Call(CALLED, 16),), (), "re"), "re", WEDDING, "ddv") is None
    assert first_late(called((Call(CALLED, 17),), (), "re"), "re", WEDDING, "ddv") == Late(CALLED, 17, 16)
    assert first_late(called((Call(CALLED, 6),), (), "re"), "re", WEDDING, "tcg") == Late(CALLED, 6, 5)
    assert (
        first_late(called((Call(CALLED, 20),), (Call(CALLED, 9),), "kontra"), "kontra", WEDDING, "ddv")
        is None
    )
    assert first_late(called((Call(CALLED),), (), "re"), "re", None, "ddv") is None
