"""What fuzzing found: each input that once crashed something gives a report."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import ROOT, check

SLOW = {"chouette-log-taken-twice.csv"}
INPUTS = [
    pytest.param(path, marks=pytest.mark.slow if path.name in SLOW else (), id=path.name)
    for path in sorted((ROOT / "tests" / "fuzzed").iterdir())
]


@pytest.mark.parametrize("path", INPUTS)
def test_it_gives_a_report(path: Path) -> None:
    result = check(path.read_bytes(), path.name)
    assert result.crashes == ()
    assert len(result.files) == 1
