"""What all tests share: running the checks on a piece of text, and the folder of cases."""

from __future__ import annotations

import gc

import pytest

import compiled  # noqa: F401 - comes before whatever is compiled
import frozen  # noqa: F401 - from here on records are frozen, so it comes before any module with one
import laws  # noqa: F401 - sets how often the laws are tried
from scorecheck.checks import own
from support import mend_nothing


def pytest_configure(config: pytest.Config) -> None:
    """Has the tests in random order, but no random numbers reset before each of their steps.

    No test asks the module ``random`` itself. The resetting took a tenth of the suite's time.
    """
    config.option.randomly_reset_seed = False


def pytest_collection_finish() -> None:
    """Sets aside what collecting has made, which stays to the end: the collector need not walk it again.

    A tenth of the suite's time went into that, and as much into looking as often as is usual; the commands
    look as rarely.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000)


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
