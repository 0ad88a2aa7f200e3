"""What all tests share: running the checks on a piece of text, and the folder of cases."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

import pytest  # noqa: E402

import frozen  # noqa: E402, F401 - before any module with a record is imported
import laws  # noqa: E402, F401 - sets how often the laws are tried
from scorecheck.checks import own  # noqa: E402
from support import mend_nothing  # noqa: E402


def pytest_collection_finish() -> None:
    """Sets aside what collecting has made, which stays to the end: the collector need not walk it again.

    A tenth of the suite's time went into that.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def no_game_of_a_file_stays_known() -> None:
    """The game of a file is known to the whole process: here to one test."""
    own._clubs.clear()


@pytest.fixture
def no_repairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that ask what is found, and not what would mend it: that takes the longest."""
    mend_nothing(monkeypatch)


@pytest.fixture
def no_slips_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that ask how a sheet is read, and not how many slips on it would be noticed."""
    monkeypatch.setattr("scorecheck.one_file.inspection.tried_on_file", lambda _: 0)
