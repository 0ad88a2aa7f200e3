"""How likely it is to read one number where another was meant."""

from __future__ import annotations

import pytest

from scorecheck.repair.slips import Where, carried_slip, rarity_of, slip_of, weights

POINTS = Where(running=False, total=99)


@pytest.mark.parametrize(
    ("seen", "true", "kind"),
    [
        (2, -2, "sign"),
        (21, 12, "digits-swapped"),
        (-21, -12, "digits-swapped"),
        (2, 20, "digits-swapped"),
        (17, 12, "digit-wrong"),
        (13, 12, "off-by-one"),
        (7, 17, "digit-dropped"),
        (122, 12, "digit-doubled"),
        (8, 4, "doubling"),
        (4, 12, "tripling"),
        (None, 4, "left-out"),
        (58, 7, "other"),
    ],
)
def test_kinds(seen: int | None, true: int, kind: str) -> None:
    assert slip_of(seen, true, POINTS).kind == kind


def test_a_0_has_no_sign_that_could_be_left_standing() -> None:
    before = Where(running=True, total=40)
    assert slip_of(6, 0, before).kind == "digit-wrong"
    assert slip_of(-6, 0, before).kind == "other"
    # The other way round a sign that stands before nothing is not seen.
    assert slip_of(0, -6, before).kind == "digit-wrong"


def test_a_total_may_stand_for_what_the_game_changed() -> None:
    before = Where(running=True, total=40)
    assert slip_of(-6, 34, before).kind == "change-for-total"
    assert slip_of(40, 34, before).kind == "old-total"
    assert slip_of(46, 34, before).kind == "wrong-way"
    # The game gave 18, and half of that was added, or twice as much.
    assert slip_of(49, 58, before).kind == "doubling"
    assert slip_of(76, 58, before).kind == "doubling"


def test_of_totals_only_what_the_game_gave_is_doubled_or_tripled() -> None:
    before = Where(running=True, total=40)
    # From 40 to 58 the game gave 18. Half of the total, twice and three times it, are as good as 27.
    assert len({slip_of(seen, 58, before) for seen in (27, 29, 116, 174)}) == 1
    assert slip_of(29, 58, before).kind == "other"
    assert slip_of(49, 58, before).kind == "doubling"
    # In the first row the total is what the game gave.
    assert slip_of(3, 9, Where(running=True, total=0)).kind == "tripling"


def test_however_few_are_soloists_anybodys_points_may_be_tripled() -> None:
    # The game gave 6, or -6, and 18 was added.
    few = Where(running=True, total=40, rarity={"tripling": 10.0})
    usual = slip_of(58, 46, Where(running=True, total=40))
    assert slip_of(58, 46, few) == (usual.kind, pytest.approx(usual.chance))
    assert slip_of(46, 58, few).chance > 5 * slip_of(46, 58, Where(running=True, total=40)).chance


def test_a_total_that_is_worked_out_wrongly_is_mostly_carried_on() -> None:
    carried = weights().model["carried"]
    # The game took 6 away and half of it was written down; and it gave a soloist 18 and 6 was added.
    for seen, true in ((37, 34), (46, 58)):
        put_right = (1 - carried) * slip_of(seen, true, Where(running=True, total=40)).chance
        assert carried * carried_slip(seen, true, 40).chance > put_right


def test_a_slip_that_is_carried_on() -> None:
    assert carried_slip(35, 34, 40, {}).kind == "off-by-one"
    assert carried_slip(44, 34, 40, {}).kind == "digit-wrong"
    assert carried_slip(46, 34, 40, {}).kind == "wrong-way"
    assert carried_slip(40, 34, 40, {}).kind == "change-forgotten"
    # The game gave 6: a soloist's points that are not tripled, and those of an opponent that are.
    forgotten, tripled = carried_slip(42, 46, 40), carried_slip(58, 46, 40)
    assert forgotten.kind == tripled.kind == "tripling"
    assert forgotten.chance > tripled.chance
    # Where few games are solos each of them is the likelier to be it.
    assert carried_slip(42, 46, 40, {"tripling": 4.0}).chance > 3 * forgotten.chance


def test_the_chances_of_a_group_add_up_to_one() -> None:
    groups = weights()
    for group in (groups.cell, groups.carried, groups.row, groups.control):
        assert sum(group.values()) == pytest.approx(1)
        assert all(chance > 0 for chance in group.values())


def test_of_all_that_may_be_seen_no_more_than_one_in_all() -> None:
    for true in (2, -6, 12, 34, -120):
        seen = [*range(-200, 300), None]
        assert sum(slip_of(one, true, Where(running=True, total=40)).chance for one in seen) < 2


def test_where_few_cells_have_room_for_a_slip_it_falls_on_those() -> None:
    few = Where(running=False, total=99, rarity=rarity_of([12, 3, 4, 2, 6, 1, 8, 2, 4, 6], None))
    many = Where(running=False, total=99, rarity=rarity_of([12, 13, 24, 32, 16, 21, 48, 52, 14, 26], None))
    for seen, kind in ((21, "digits-swapped"), (1, "digit-dropped")):
        assert slip_of(seen, 12, few).kind == slip_of(seen, 12, many).kind == kind
        assert slip_of(seen, 12, few).chance > 2 * slip_of(seen, 12, many).chance
