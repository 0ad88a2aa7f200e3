"""Which of the slow tests are begun first: a long one that comes last keeps one core, and the other waits."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import pytest

LONGEST = (
    "test_guides",
    "test_wheel",
    "test_acey_deucey_transcripts",
    "test_watch",
    "test_recipes",
    "test_acey_deucey_counts",
    "test_killed",
    "test_yatzy_other_ways",
    "test_chouette_second_scorer",
    "test_doppelkopf_sheets",
)

TOGETHER = (
    "test_blank_sheets",
    "test_cluster",
    "test_long_sheet",
    "test_season",
    "test_wheel",
    "test_workbook",
)
"""Files whose tests share what is made once: all of them run in one process."""


def group(nodeid: str) -> str:
    """A file whose tests belong together, or one test."""
    file = nodeid.partition("::")[0]
    return file if PurePosixPath(file).stem in TOGETHER else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from shared_out import Shared

    return Shared(config, log, group)


def _rank(item: pytest.Item) -> int:
    return LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """After they were shuffled, those of the longest files come first."""
    items.sort(key=_rank)
