"""Which of the slow tests are begun first: a long one that comes last keeps one core, and the other waits."""

from __future__ import annotations

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


def _rank(item: pytest.Item) -> int:
    return LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """After they were shuffled, those of the longest files come first."""
    items.sort(key=_rank)
