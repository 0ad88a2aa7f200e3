"""The pages of all samples in a real browser: no complaint, no request, nothing to scroll sideways on
a phone, columns that sort, and no serious fault for people who see or move otherwise."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.chromium import Browser, program
from golden.small_event import (
    CHECKED,
    HOSTILE_NAMES,
    MOMENT,
    ROUNDS,
    STANDINGS,
    DemoMessages,
    sheet,
    standings_of,
)
from scorecheck.model.outcome import Checked, CheckedFile
from scorecheck.reports.html import report_html, standings_html
from scorecheck.reports.view import ShownRanking, report_view
from support import ROOT, run

NPM = shutil.which("npm")

pytestmark = pytest.mark.skipif(
    (program() is None or NPM is None) and not os.environ.get("CI"),
    reason="Chromium or npm is not on this computer",
)

SAMPLES = sorted(
    path
    for path in (ROOT / "samples").glob("*/*")
    if path.is_dir() or path.suffix in {".csv", ".xlsx", ".ods"}
)
DE = DemoMessages("de")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("axe")
    assert NPM is not None, "npm must be there where CI is set"
    call = [NPM, "install", "--silent", "--no-save", "--prefix", str(folder), "axe-core@4"]
    subprocess.run(call, check=True, capture_output=True, timeout=300)
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The report of each sample, of a small event with everything, and of hostile names."""
    folder = tmp_path_factory.mktemp("pages")
    made: dict[str, Path] = {}
    for at, path in enumerate(SAMPLES):
        out = folder / f"{at}-{path.stem}"
        done = run("report", path, "-o", out, "--lang", ("en", "de", "nb")[at % 3])
        assert done.returncode in {0, 1}, done.stderr
        made[path.relative_to(ROOT / "samples").as_posix()] = out / "index.html"
    view = report_view(CHECKED, ShownRanking(STANDINGS, ROUNDS), DE, moment=MOMENT)
    made["everything"] = folder / "everything.html"
    made["everything"].write_bytes(report_html(view, DE))
    rows = [[1, 1, -1, *[0] * (len(HOSTILE_NAMES) - 2), HOSTILE_NAMES[0]], [2, 3, -3, *[0] * 6, "x" * 300]]
    one = sheet("<b>.xlsx", HOSTILE_NAMES[0], HOSTILE_NAMES, rows, games=2)
    checked = Checked((CheckedFile("<b>.xlsx", "ok", (one,), ()),))
    hostile = standings_of(HOSTILE_NAMES, HOSTILE_NAMES)
    assert one.result is not None
    view = report_view(checked, ShownRanking(hostile, [(HOSTILE_NAMES[0], [one.result])]), DE)
    made["hostile"] = folder / "hostile.html"
    made["hostile"].write_bytes(report_html(view, DE))
    made["hostile standings"] = folder / "standings.html"
    made["hostile standings"].write_bytes(standings_html(hostile, DE))
    return made


def each(pages: dict[str, Path]) -> Iterator[tuple[str, Path]]:
    assert len(pages) > len(SAMPLES) > 5
    yield from pages.items()


def test_no_complaint_and_no_request(browser: Browser, pages: dict[str, Path]) -> None:
    for name, page in each(pages):
        browser.open(page)
        assert browser.complaints() == [], name
        assert browser.requests() == [], name
        # A name that ran would have opened a window or changed the page.
        assert browser.value("document.querySelectorAll('script').length") == 1, name


def test_the_eye_of_the_test_sees(browser: Browser, tmp_path: Path) -> None:
    """A page that does complain and ask is found out: else the test above would hold of anything."""
    bad = tmp_path / "bad.html"
    bad.write_text('<img src="http://127.0.0.1:9/x.png"><script>nobody()</script>', encoding="utf-8")
    browser.open(bad)
    assert any("nobody" in one for one in browser.complaints())
    assert browser.requests() == ["http://127.0.0.1:9/x.png"]


@pytest.mark.parametrize("width", [360, 768, 1920])
def test_nothing_to_scroll_sideways(browser: Browser, pages: dict[str, Path], width: int) -> None:
    for name, page in each(pages):
        browser.open(page, width=width, height=700)
        browser.value("document.querySelectorAll('details').forEach(one => one.open = true)")
        wide = browser.value("document.documentElement.scrollWidth")
        assert wide <= width, name


def test_columns_sort_on_a_click(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["events/tcg"])
    click = "document.querySelectorAll('table.standings thead button')[{}].click()"
    column = "[...document.querySelector('table.standings tbody').rows].map(row => row.cells[{}].innerText)"
    sorted_by = "document.querySelectorAll('table.standings thead th')[{}].getAttribute('aria-sort')"
    names = browser.value(column.format(1))
    ranks = browser.value(column.format(0))
    assert [int(rank) for rank in ranks] == sorted(int(rank) for rank in ranks)
    browser.value(click.format(1))
    assert browser.value(column.format(1)) == sorted(names)
    assert browser.value(sorted_by.format(1)) == "ascending"
    browser.value(click.format(1))
    assert browser.value(column.format(1)) == sorted(names, reverse=True)
    browser.value(click.format(4))
    scores = [
        float(text.split("\n")[0].replace("−", "-").replace(",", "."))
        for text in browser.value(column.format(4))
    ]
    assert scores == sorted(scores, reverse=True)
    assert browser.value(sorted_by.format(4)) == "descending"
    assert browser.value(sorted_by.format(1)) is None
    browser.value(click.format(0))
    assert browser.value(column.format(1)) == names


def test_a_link_opens_its_scoresheet(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["events/tcg-faulty"])
    browser.value("document.querySelectorAll('details').forEach(one => one.open = false)")
    browser.value("document.querySelector('.said a').click()")
    browser.value("new Promise(done => setTimeout(done, 200))")
    opened = browser.value("[...document.querySelectorAll('details')].map(one => one.open)")
    assert opened.count(True) == 1
    assert browser.value("document.querySelector(':target').tagName") == "TR"


def faults(browser: Browser, axe: str) -> list[tuple[str, str, list[str]]]:
    """What axe calls serious or critical on the page that is open."""
    browser.value(axe + "; 0")
    found: list[dict[str, Any]] = json.loads(
        browser.value(
            "axe.run({resultTypes: ['violations']}).then(result => JSON.stringify(result.violations))"
        )
    )
    return [
        (one["id"], one["help"], [node["html"][:200] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in {"serious", "critical"}
    ]


def test_the_check_of_access_sees(browser: Browser, axe: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text('<html><title>T</title><p style="color: #ccc">pale<img src="data:,">', encoding="utf-8")
    browser.open(bad)
    assert {"color-contrast", "image-alt", "html-has-lang"} <= {one for one, _, _ in faults(browser, axe)}


def test_no_serious_fault_of_access(browser: Browser, pages: dict[str, Path], axe: str) -> None:
    for name, page in each(pages):
        assert _faults_of_page(browser, page, axe) == [], name


@pytest.mark.parametrize("name", ["everything", "hostile", "hostile standings", "events/tcg-faulty"])
def test_no_serious_fault_of_access_in_the_dark(
    browser: Browser, pages: dict[str, Path], axe: str, name: str
) -> None:
    """All pages have one sheet of colours, and these pages all that it colours."""
    assert _faults_of_page(browser, pages[name], axe, dark=True) == []


def _faults_of_page(
    browser: Browser, page: Path, axe: str, *, dark: bool = False
) -> list[tuple[str, str, list[str]]]:
    browser.open(page, dark=dark)
    browser.value("document.querySelectorAll('details').forEach(one => one.open = true)")
    return faults(browser, axe)
