"""The helps of the tests."""

from __future__ import annotations

import pytest

from support import needs


def test_a_missing_package_fails_in_ci_and_skips_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    needs("pytest")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"no_such_package .*scorecheck\[test\]"):
        needs("no_such_package")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="no_such_package"):
        needs("no_such_package")
