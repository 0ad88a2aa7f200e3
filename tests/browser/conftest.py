"""Of each browser and form of the page all tests in one process: they ask what came of one run."""

from __future__ import annotations

from typing import Any

import pytest

LONGEST = ("chromium-single", "firefox-single", "chromium-site", "test_pages.py", "firefox-site")


def group(nodeid: str) -> str:
    """A run of the page or the file about the pages of samples, whose tests belong together; or one test."""
    return next((one for one in LONGEST if f"[{one}]" in nodeid or f"/{one}::" in nodeid), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from shared_out import Shared

    return Shared(config, log, group)


def _rank(item: pytest.Item) -> int:
    found = group(item.nodeid)
    return LONGEST.index(found) if found in LONGEST else len(LONGEST)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """After they were shuffled, those of the longest run come first."""
    items.sort(key=_rank)
