"""Of very many findings of one rule the first are listed, and the rest are counted, in every format."""

from __future__ import annotations

import json

import jsonschema
import pytest

from scorecheck.catalogue import rules
from scorecheck.model.finding import MORE, MOST_LISTED, Severity
from scorecheck.model.outcome import Checked
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.formats import FORMATS, rendered
from scorecheck.reports.messages import LANGUAGES, Language
from scorecheck.reports.view import report_view
from support import MESSAGES, ROOT, check

WRONG = 210
GOOD = 300
"""Enough that the sheet is of the game beyond doubt: where most rows break its rules, nothing is checked."""


def many(wrong: int = WRONG) -> Checked:
    """A sheet of good games, and so many wrong ones: 2 - 2 + 2 - 1 = 1."""
    rows = ["Spiel,Anna,Bernd,Chris,Dora"]
    rows += [f"{game},2,-2,2,-2" for game in range(1, GOOD + 1)]
    rows += [f"{game},2,-2,2,-1" for game in range(GOOD + 1, GOOD + 1 + wrong)]
    return check("\n".join(rows), "a.csv", preset="tcg", layout="points")


@pytest.fixture(scope="module")
def counted() -> Checked:
    return many()


def test_the_first_are_listed_and_the_rest_are_counted(counted: Checked) -> None:
    *listed, last = counted.findings
    assert len(listed) == MOST_LISTED
    assert [one.cell.row for one in listed if one.cell] == list(range(GOOD + 2, GOOD + 2 + MOST_LISTED))
    assert (last.variant, last.rule, last.count) == (MORE, "doppelkopf/zero-sum", WRONG - MOST_LISTED)
    assert counted.count(Severity.ERROR) == WRONG
    assert last.fixes == ()


@pytest.mark.slow
def test_as_many_as_are_listed_need_no_count() -> None:
    found = many(MOST_LISTED)
    assert len(found.findings) == found.count(Severity.ERROR) == MOST_LISTED
    assert all(one.variant != MORE for one in found.findings)
    assert "findings_more" not in json.loads(rendered("json", found, MESSAGES["en"], FormatOptions(), rules))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in FORMATS if name not in {"json", "github"}])
def test_every_format_says_how_many_more(name: str, lang: Language, counted: Checked) -> None:
    messages = MESSAGES[lang]
    said = messages.label("finding.more", count=WRONG - MOST_LISTED)
    text = rendered(name, counted, messages, FormatOptions(), rules)
    # Some formats escape letters, as in "på": what comes before them is enough.
    assert text.count(said.partition("å")[0]) >= 1


def test_json_counts_them_apart(counted: Checked) -> None:
    report = json.loads(rendered("json", counted, MESSAGES["en"], FormatOptions(), rules))
    assert len(report["findings"]) == MOST_LISTED
    more = {"path": "a.csv", "sheet": None, "rule": "doppelkopf/zero-sum", "count": WRONG - MOST_LISTED}
    assert report["findings_more"] == [more]
    assert report["summary"]["errors"] == WRONG
    jsonschema.validate(report, json.loads((ROOT / "schemas" / "report.schema.json").read_text()))


def test_github_counts_them_in_what_it_leaves_out(counted: Checked) -> None:
    text = rendered("github", counted, MESSAGES["en"], FormatOptions(), rules)
    assert str(WRONG - 10) in text


def test_the_page_counts_them(counted: Checked) -> None:
    view = report_view(counted, None, MESSAGES["en"])
    assert str(WRONG) in repr(view)
