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

LISTED = 20
"""What is listed here: a sheet with more than the usual 200 takes a second to read."""
WRONG = 77
GOOD = 200
"""Enough that the sheet is of the game beyond doubt: where many rows break its rules, nothing is checked."""
GAMES = ("2,-2,2,-2", "-1,-1,1,1", "3,-3,-3,3", "-2,6,-2,-2", "1,1,-1,-1", "-4,4,-4,4")


def many(wrong: int, good: int = GOOD) -> Checked:
    """A sheet of good games, and so many wrong ones: 2 - 2 + 2 - 1 = 1."""
    rows = ["Spiel,Anna,Bernd,Chris,Dora"]
    rows += [f"{game},{GAMES[game % len(GAMES)]}" for game in range(1, good + 1)]
    rows += [f"{game},2,-2,2,-1" for game in range(good + 1, good + 1 + wrong)]
    return check("\n".join(rows), "a.csv", preset="tcg", layout="points")


@pytest.fixture(scope="module")
def counted() -> Checked:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorecheck.checks.runner.MOST_LISTED", LISTED)
        return many(WRONG)


def test_so_many_are_listed() -> None:
    assert MOST_LISTED == 200


def test_the_first_are_listed_and_the_rest_are_counted(counted: Checked) -> None:
    *listed, last = counted.findings
    assert len(listed) == LISTED
    assert [one.cell.row for one in listed if one.cell] == list(range(GOOD + 2, GOOD + 2 + LISTED))
    assert (last.variant, last.rule, last.count) == (MORE, "doppelkopf/zero-sum", WRONG - LISTED)
    assert counted.count(Severity.ERROR) == WRONG
    assert last.fixes == ()


@pytest.mark.slow
@pytest.mark.parametrize("more", [0, 1])
def test_as_many_as_are_listed_need_no_count(more: int) -> None:
    found = many(MOST_LISTED + more, 3 * MOST_LISTED)
    assert len(found.findings) == MOST_LISTED + more
    assert found.count(Severity.ERROR) == MOST_LISTED + more
    assert [one.count for one in found.findings if one.variant == MORE] == [more] * more
    assert ("findings_more" in rendered("json", found, MESSAGES["en"], FormatOptions(), rules)) is bool(more)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in FORMATS if name not in {"json", "github"}])
def test_every_format_says_how_many_more(name: str, lang: Language, counted: Checked) -> None:
    messages = MESSAGES[lang]
    said = messages.label("finding.more", count=WRONG - LISTED)
    text = rendered(name, counted, messages, FormatOptions(), rules)
    # Some formats escape letters, as in "på": what comes before them is enough.
    assert text.count(said.partition("å")[0]) >= 1


def test_json_counts_them_apart(counted: Checked) -> None:
    report = json.loads(rendered("json", counted, MESSAGES["en"], FormatOptions(), rules))
    assert len(report["findings"]) == LISTED
    more = {"path": "a.csv", "sheet": None, "rule": "doppelkopf/zero-sum", "count": WRONG - LISTED}
    assert report["findings_more"] == [more]
    assert report["summary"]["errors"] == WRONG
    jsonschema.validate(report, json.loads((ROOT / "schemas" / "report.schema.json").read_text()))


def test_github_counts_them_in_what_it_leaves_out(counted: Checked) -> None:
    text = rendered("github", counted, MESSAGES["en"], FormatOptions(), rules)
    assert MESSAGES["en"].label("github.more", count=WRONG - 10, shown=10) in text


def test_the_page_counts_them(counted: Checked) -> None:
    view = report_view(counted, None, MESSAGES["en"])
    assert MESSAGES["en"].label("report.errors", count=WRONG) in repr(view)
