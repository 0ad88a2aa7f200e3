"""How likely it is to read one number where another was meant."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, exp
from pathlib import Path

import pytest

from scorecheck.repair import slips
from scorecheck.repair.channel import (
    PEN,
    added_up,
    heard,
    meant,
    more_often,
    rate,
    rate_on_card,
    read_as,
    slip_between,
)
from scorecheck.repair.slips import constant, shares, weights


@pytest.mark.parametrize(
    ("seen", "true", "kind"),
    [
        (2, -2, "sign"),
        (21, 12, "digits-swapped"),
        (-21, -12, "digits-swapped"),
        (17, 12, "digit-wrong"),
        (-6, -8, "digit-wrong"),
        (13, 12, "off-by-one"),
        (1, 0, "off-by-one"),
        (7, 17, "digit-dropped"),
        (122, 12, "digit-doubled"),
        (27, 2, "digit-added"),
        (-142, -12, "digit-added"),
        (58, 7, "other"),
        # A sign lost and a digit wrong are two slips.
        (-6, 0, "other"),
        (21, -12, "other"),
        (Fraction(1, 2), 2, "other"),
    ],
)
def test_kinds(seen: int | Fraction, true: int, kind: str) -> None:
    assert read_as(seen, true)[0] == kind


def test_what_is_heard_is_one_in_all() -> None:
    # With any other number, of which there are many, a bit more; some kinds have no room in some numbers.
    for true in (2, -6, 12, 34, -120):
        chances = sum(exp(slip.log) for slip in heard(true).values())
        assert 0 < chances <= sum(shares()[kind] for kind in PEN) + 1e-9
        whole = sum(exp(read_as(seen, true)[1]) for seen in heard(true))
        assert whole <= 1 + len(heard(true)) / constant("spread")


def test_a_digit_that_looks_alike_is_mistaken_more_often() -> None:
    assert read_as(17, 11)[1] > read_as(14, 11)[1]
    assert read_as(14, 11)[1] == pytest.approx(read_as(18, 11)[1])


def test_who_once_wrote_any_number_does_so_again() -> None:
    share = shares()["other"]
    # Of one slip nothing is known beforehand; of more, all that may be is one in all.
    assert more_often(1) == more_often(1, 1) == 0
    alike = [comb(3, others) * share**others * (1 - share) ** (3 - others) for others in range(4)]
    seen = [exp(more_often(3, others) - more_often(3)) for others in range(4)]
    assert seen[1] < 1 < seen[2] < seen[3]
    whole = sum(a * exp(more_often(3, others)) for others, a in enumerate(alike))
    before = constant("careless"), constant("slips")
    assert whole == pytest.approx((before[0] + 1) * (before[0] + 2) / sum(before) ** 2)


def test_all_that_may_have_been_meant_is_heard_as_what_is_read() -> None:
    for seen in (0, 2, -12, 34, 120):
        found = dict(meant(seen))
        assert seen not in found
        for true in range(-200, 300):
            assert (true in found) == (seen in heard(true))
            if true in found:
                assert found[true] == heard(true)[seen]


def test_sums_are_out_by_one_or_by_a_carry() -> None:
    # Either way as often: 28 and 32 of 90, where 8 more are any other number, half of them up to 30.
    assert added_up(35, 34) == added_up(33, 34) == pytest.approx((14 + 4 * 30 / 31**2) / 90)
    assert added_up(44, 34) == pytest.approx((16 + 4 * 30 / 40**2) / 90)
    assert added_up(37, 34) == pytest.approx(4 * 30 / 33**2 / 90)
    assert added_up(39, 34) == pytest.approx((2 + 4 * 30 / 35**2) / 90)


def test_who_adds_up_wrongly_is_seldom_far_out() -> None:
    errors = [added_up(error, 0) for error in (3, 30, 300, 3000)]
    assert errors == sorted(errors, reverse=True)
    assert sum(added_up(error, 0) for error in range(-20_000, 20_001) if error) == pytest.approx(
        1 - shares("added-up")["wrong-way"], abs=0.01
    )


def test_a_slip_is_rarer_in_one_of_many_places() -> None:
    assert rate("sign", 10) - rate("sign", 40) == pytest.approx(
        rate_on_card("bonus", 10) - rate_on_card("bonus", 40)
    )
    assert exp(rate("sign", 10) - rate("sign", 40)) == pytest.approx(4)


def test_shares_add_up_to_one() -> None:
    assert sum(shares().values()) == pytest.approx(1)
    for table in (shares("control"), shares("added-up")):
        assert sum(table.values()) == pytest.approx(1)
        assert all(chance > 0 for chance in table.values())


def test_every_constant_is_used_and_has_its_reason() -> None:
    package = Path(slips.__file__).parent
    lines = (package / "slips.toml").read_text(encoding="utf-8").splitlines()
    model = lines[lines.index("[model]") + 1 :]
    sources = (package, package.parent / "alongside")
    code = "".join(path.read_text(encoding="utf-8") for one in sources for path in one.rglob("*.py"))
    for before, line in pairwise(model):
        if "=" in line and not line.startswith("#"):
            assert before.startswith("#"), line
            assert f'"{line.split()[0]}"' in code
    assert weights("model").keys() == {line.split()[0] for line in model if "=" in line and line[0] != "#"}


def test_what_was_asked_of_fractions_is_no_answer_for_whole_numbers() -> None:
    """2/1 and 2 are equal, but only 2 is written with a digit that may be another."""
    slip_between.cache_clear()
    assert slip_between(Fraction(2), Fraction(3)) is None
    slip = slip_between(2, 3)
    assert slip is not None
    assert slip.kind == "off-by-one"
