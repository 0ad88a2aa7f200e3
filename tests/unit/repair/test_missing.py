"""Two games in one step: how likely what a row changes is where the row before it was left out."""

from __future__ import annotations

from scorecheck.games.chouette.prior import ChouettePrior
from scorecheck.games.doppelkopf.prior import DoppelkopfPrior
from scorecheck.repair.missing import Missing

USUAL = [(2, 2, -2, -2), (4, -4, 4, -4), (-2, 2, 2, -2), (6, -2, -2, -2)] * 4
ENTRIES = [(6, -2, -2, -2), (-6, 2, 2, 2), (2, -2, 0, 0)] * 3


def chouette(rows: list[tuple[int, ...]] = ENTRIES, repeated: float = 0.05) -> Missing:
    return Missing(ChouettePrior(len(rows[0])).learnt(rows), rows, len(rows[0]), repeated)


def test_two_games_are_those_of_the_sheet_put_together() -> None:
    two = Missing(DoppelkopfPrior(4).learnt(USUAL), USUAL, 4, 0.9)
    # 2 2 -2 -2 and 4 -4 4 -4 come to 6 -2 2 -6; no two games come to 41 0 0 -41.
    assert two((6, -2, 2, -6), (6, -2, 2, -6)) > two((41, 0, 0, -41), (41, 0, 0, -41)) + 5


def test_what_the_missing_game_changed_for_those_with_marks() -> None:
    # The row is 4 too high: they lost 4 together, 2 each as likely as not, and nobody got anything.
    two = chouette()
    found = list(two.unsaid((3, None, None, 1), 4))
    assert found[0] == (0, -2, -2, 0)
    assert {(0, -4, 0, 0), (0, 0, -4, 0)} <= set(found)
    assert all(sum(unsaid) == -4 and not unsaid[0] and not unsaid[3] for unsaid in found)
    assert list(two.unsaid((3, None, None, 1), 0)) == [(0, 0, 0, 0)]
    assert not list(two.unsaid((3, 2, 1, 1), 4))


def test_two_games_may_be_any_that_cubes_pay() -> None:
    two = chouette([(6, -2, -2, -2), (-6, 2, 2, 2)] * 5)
    # 4, 4 and 8 lost to three, and then 1 won from each: nothing of the kind is on the sheet.
    assert two((-13, 3, 3, 7), (-13, 3, 3, 7)) > two((-13, 5, 11, -3), (-13, 5, 11, -3))


def test_of_the_second_game_a_mark_says_that_a_total_did_not_change() -> None:
    two = chouette([(2, -2, 0), (-2, 2, 0), (0, 2, -2), (2, 0, -2)] * 5)
    # 2 0 -2 and 0 2 -2: of the second one somebody is unchanged, which this sheet marks.
    assert two((2, 2, -4), (2, None, -4)) > two((2, 2, -4), (2, 2, -4)) + 1
