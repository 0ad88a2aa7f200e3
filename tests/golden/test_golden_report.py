"""The pages of a small event, as they were looked at and found good.

After a wanted change: SCORECHECK_GOLDEN=write python -m pytest tests/golden
and look at the pages in tests/golden/pages in a browser, before they are committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from golden.small_event import CHECKED, MOMENT, ROUNDS, STANDINGS, DemoMessages
from scorecheck import __version__
from scorecheck.reports.html import report_html, standings_html
from scorecheck.reports.view import ShownRanking, report_view

PAGES = Path(__file__).parent / "pages"
NAMES = ("index.html", "standings.html")


@pytest.fixture(scope="module")
def pages() -> dict[str, bytes]:
    messages = DemoMessages("de")
    view = report_view(CHECKED, ShownRanking(STANDINGS, ROUNDS), messages, moment=MOMENT)
    made = {
        "index.html": report_html(view, messages, downloads=("standings.pdf",)),
        "standings.html": standings_html(STANDINGS, messages, CHECKED, moment=MOMENT),
    }
    # The version changes with each release, the pages do not.
    return {
        name: page.replace(f"scorecheck {__version__}".encode(), b"scorecheck VERSION")
        for name, page in made.items()
    }


def test_pages_are_those(pages: dict[str, bytes]) -> None:
    assert sorted(pages) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_page_is_as_it_was(pages: dict[str, bytes], name: str) -> None:
    path = PAGES / name
    if os.environ.get("SCORECHECK_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pages[name])
    assert pages[name].decode() == path.read_text(encoding="utf-8")
