"""What control cells say, and which sums one cube can pay."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorecheck.games.chouette.checks import control_of, is_payment


@pytest.mark.parametrize(("value", "control"), [(37, 37), (4.0, 4), (0, 0), (2.5, "2.5"), ("36", 36)])
def test_a_control_that_is_a_number(value: float | str, control: int | str) -> None:
    found = control_of(value)
    assert (found, type(found)) == (control, type(control))


def test_what_one_cube_pays() -> None:
    """A power of two, once, as a gammon or as a backgammon."""
    cubes = [1, 2, 4, 8, 16, 32, 64]
    paid = {cube * factor for cube in cubes for factor in (1, 2, 3)}
    assert {amount for amount in range(1, 64) if is_payment(amount)} == {n for n in paid if n < 64}
    assert {amount for amount in range(1, 64) if is_payment(-amount)} == {n for n in paid if n < 64}
    assert is_payment(0)
    assert not is_payment(Fraction(3, 2))
