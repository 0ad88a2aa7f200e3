"""The helps of the tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

from laws import share
from support import needs


def test_a_missing_package_fails_in_ci_and_skips_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    needs("pytest")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"no_such_package .*scorecheck\[test\]"):
        needs("no_such_package")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="no_such_package"):
        needs("no_such_package")


@given(st.integers())
def test_examples_do_not_depend_on_what_stands_in_the_program(_: int) -> None:
    """Of another version of Hypothesis the laws must be asked anew."""
    assert len(providers._get_local_constants()) == 0


def test_what_comes_and_goes_changes_no_other_share() -> None:
    words = [f"word {number}" for number in range(40)]
    taken = share(words, 10, str)
    assert {*share([*words, "new"], 11, str)} >= {*taken}
    assert share(words[::-1], 10, str) == taken
    assert share(words, 10, str, seed=1) != taken
