"""The formats for CI: each against its published schema, with whatever a sheet may hold."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator

from laws import examples
from scorecheck.catalogue import rules
from scorecheck.checks.check import Rule
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix, Severity
from scorecheck.model.outcome import Checked, CheckedFile, Crash
from scorecheck.model.record import replace
from scorecheck.one_file.mending import text_file
from scorecheck.reports.describe import rule_page
from scorecheck.reports.edited_files import TextFile
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.for_programs import (
    HEADER,
    findings_csv,
    github_text,
    gitlab_text,
    rdjson_text,
    summary_markdown,
)
from scorecheck.reports.junit import junit_text
from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.reports.outputs import carries_mark
from scorecheck.reports.sarif import sarif_text
from support import ROOT, but_slow, check

SCHEMAS = ROOT / "tests" / "schemas"
RULES = rules()
ENGLISH = Messages("en")
FAULTY = """Game,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,1,1,-1,1
4,2,-2,2,-2
5,1,-1,1,-1
6,3,3,-3,-3
7,1,-1,1,-1
8,-2,-2,2,2
9,1,-1,-1,1
"""


@cache
def sarif_schema() -> Draft7Validator:
    schema = json.loads((SCHEMAS / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    return Draft7Validator(schema)


@cache
def junit_schema() -> Any:
    # Imported here: it takes as long as all other modules of the tests.
    import xmlschema

    return xmlschema.XMLSchema(str(SCHEMAS / "junit-10.xsd"))


@cache
def gitlab_schema() -> Draft202012Validator:
    return Draft202012Validator(
        json.loads((SCHEMAS / "gitlab-code-quality.json").read_text(encoding="utf-8"))
    )


def valid(checked: Checked, messages: Messages, rules: Mapping[str, Rule] = RULES) -> None:
    """All formats of these findings, with these rules, can be read by those that they are for."""
    sarif_schema().validate(json.loads(sarif_text(checked, messages, rules)))
    for strict in (False, True):
        junit_schema().validate(junit_text(checked, messages, strict=strict))
    told = json.loads(rdjson_text(checked, messages, {}.get))
    assert len(told["diagnostics"]) == len(checked.findings)
    listed = json.loads(gitlab_text(checked, messages))
    gitlab_schema().validate(listed)
    assert len({one["fingerprint"] for one in listed}) == len(listed) == len(checked.findings)
    rows = list(csv.reader(io.StringIO(findings_csv(checked, messages))))
    assert tuple(rows[0]) == HEADER
    assert len(rows) == 1 + len(checked.findings)
    assert all(not cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    lines = github_text(checked, messages).splitlines()
    assert sum(line.startswith("::") for line in lines) == sum(
        min(10, checked.count(severity)) for severity in Severity
    )
    assert all("\r" not in line for line in lines)
    summary_markdown(checked, messages)


@pytest.mark.parametrize("language", but_slow(LANGUAGES, "de"))
def test_every_format_is_valid_in_every_language(language: Any) -> None:
    valid(check(FAULTY, "runde1/tisch 1.csv"), Messages(language))
    valid(check("nothing here", "a.csv"), Messages(language))
    valid(check("Game,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n", "clean.csv"), Messages(language))
    valid(Checked(()), Messages(language))


words = st.text(st.characters(codec=None, exclude_categories=()), max_size=30)


@examples(150)
@given(words, words, words, words, st.sampled_from(list(Severity)))
def test_whatever_stands_in_a_sheet(path: str, sheet: str, value: str, name: str, severity: Severity) -> None:
    fix = Fix((Edit(CellRef(3, 2), value, "-2"),), "sign", 0.5)
    finding = Finding(
        "tournament/unknown-player",
        severity,
        path or "x",
        sheet,
        CellRef(3, 2),
        (CellRef(3, 3),),
        params={
            "player": name,
            "entry": name,
            "known": (name,),
            "count": 1,
            "sheets": (name,),
            "likely": name,
        },
        value=value,
    )
    file = CheckedFile(path or "x", "errors", (), (finding, replace(finding, fixes=(fix,))))
    try:
        ENGLISH.text(finding)
    except KeyError as missing:
        pytest.fail(f"the sentence names {missing}")
    # All rules, which hold nothing of a sheet, are looked at above.
    mine = {finding.rule: RULES[finding.rule]}
    valid(Checked((file,), crashes=(Crash("x/y", path, 1, value),)), ENGLISH, mine)


def test_an_old_finding_is_known_when_its_row_has_moved() -> None:
    before = check(FAULTY, "a.csv").findings
    after = check("Club evening,,,,\n,,,,\n" + FAULTY, "a.csv").findings
    assert [f.cell for f in before] != [f.cell for f in after]
    assert fingerprints(before) == fingerprints(after)


def test_two_findings_alike_are_told_apart() -> None:
    one, *_ = [f for f in check(FAULTY, "a.csv").findings if f.severity is Severity.ERROR]
    marks = fingerprints([one, one, one])
    assert len(set(marks)) == 3
    assert fingerprints([one])[0] == marks[0]


def test_sarif_names_cell_rule_and_repair() -> None:
    checked = check(FAULTY, "runde 1/tisch.csv")
    (run,) = json.loads(sarif_text(checked, ENGLISH, RULES))["runs"]
    result = next(r for r in run["results"] if r["ruleId"] == "doppelkopf/zero-sum")
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "runde%201/tisch.csv"
    assert location["physicalLocation"]["region"]["startLine"] == 3
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "doppelkopf/zero-sum"
    assert result["level"] == "error"


TIED = """Spiel;Anna;Bernd;Chris;Dora
1;2;2;-2;-2
2;-1;3;-1;-1
3;3;-3;-3;3
4;2;2;-2;2
5;4;-4;4;-4
6;-2;2;2;-2
"""
"""Who of Anna, Bernd and Dora lost game 4 with Chris, the sheet does not tell."""


@pytest.mark.parametrize(
    "written",
    [
        lambda checked: github_text(checked, ENGLISH),
        lambda checked: summary_markdown(checked, ENGLISH),
        lambda checked: gitlab_text(checked, ENGLISH),
        lambda checked: junit_text(checked, ENGLISH),
        lambda checked: rdjson_text(checked, ENGLISH, text_of(TIED.encode())),
        lambda checked: findings_csv(checked, ENGLISH),
    ],
    ids=["github", "summary", "gitlab", "junit", "rdjson", "csv"],
)
def test_one_of_several_repairs_is_not_told_as_if_it_were_known(written: Callable[[Checked], str]) -> None:
    text = written(check(TIED))
    assert "each as likely as the other" in text
    assert all(f"{name}'s 2 should be" in text for name in ("Anna", "Bernd", "Dora"))
    # Of the one that is less likely it is said how likely it is.
    assert text.count("% sure)") + text.count("%25 sure)") + text.count("% sure\\)") == 1


def test_github_shows_ten_of_a_kind_and_hides_no_file() -> None:
    many = "Game,Anna,Bernd,Chris,Dora\n" + "".join(f"{n},2,2,-2,-1\n" for n in range(1, 16))
    files = [check(many, f"{name}.csv").files[0] for name in ("a", "b")]
    # Fifteen rows out by the same amount are fifteen games: on points sheets each is told.
    checked = Checked(tuple(files))
    lines = github_text(checked, ENGLISH).splitlines()
    errors = [line for line in lines if line.startswith("::error ")]
    assert len(errors) == min(10, checked.count(Severity.ERROR))
    assert {line.split("file=")[1][0] for line in errors} == {"a", "b"}


def test_github_cannot_be_steered_by_a_sheet() -> None:
    finding = Finding(
        "sheet/duplicate-player",
        Severity.ERROR,
        "a,b:c\n::set-env name=X::1.csv",
        params={"player": "%0A::error::x\n::warning::y"},
    )
    checked = Checked((CheckedFile(finding.path, "errors", (), (finding,)),))
    (line, _summary) = github_text(checked, ENGLISH).splitlines()
    assert line.startswith("::error file=a%2Cb%3Ac %3A%3Aset-env name=X%3A%3A1.csv,")
    assert "%250A" in line
    page = summary_markdown(
        Checked((CheckedFile("<b>.csv", "errors", (), (replace(finding, path="<b>|`x`"),)),)), ENGLISH
    )
    assert "<b>" not in page
    assert "&lt;b&gt;\\|\\`x\\`" in page


def test_a_warning_fails_a_junit_test_only_if_strict() -> None:
    checked = check(FAULTY.replace("2,1,1,-1,1", "2,1,1,-1,-1"), "a.csv")
    assert {f.rule for f in checked.findings} == {"sheet/missing-game"}
    assert 'failures="0"' in junit_text(checked, ENGLISH)
    assert 'failures="1"' in junit_text(checked, ENGLISH, strict=True)


def test_each_format_carries_our_mark() -> None:
    for checked in (check(FAULTY, "a.csv"), Checked(())):
        for text in (
            sarif_text(checked, ENGLISH, RULES),
            junit_text(checked, ENGLISH),
            gitlab_text(checked, ENGLISH),
            findings_csv(checked, ENGLISH),
            rdjson_text(checked, ENGLISH, {}.get),
        ):
            assert carries_mark(text.encode())
    assert not carries_mark(b'[{"fingerprint": "abc"}]')
    assert not carries_mark(b'{"runs": [{"tool": {"driver": {"name": "other"}}}]}')


CONTROL = """Nr,Peter,Gabi,Hansi,Maria,Kontrolle
1,2,-2,4,-4,6/6
2,4,-4,6,-6,"10/11"
"""
"""The totals of the last row are +10 and −10: its control should say 10/10."""


def text_of(data: bytes | None) -> Callable[[str], TextFile | None]:
    return lambda path: text_file(data) if path == "a.csv" and data is not None else None


def shown(text: str, line: int, start: int, stop: int) -> str:
    return text.splitlines()[line - 1][start - 1 : stop - 1]


def test_a_repair_of_a_text_file_is_a_fix_that_an_editor_can_apply() -> None:
    checked = check(CONTROL, "a.csv")
    document = json.loads(sarif_text(checked, ENGLISH, RULES, text_of(CONTROL.encode())))
    sarif_schema().validate(document)
    (run,) = document["runs"]
    (result,) = [one for one in run["results"] if one["ruleId"] == "chouette/control"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "a.csv"}
    (made,) = change["replacements"]
    # "2,4,-4,6,-6," are 12 characters; the quotes belong to the cell.
    assert made["deletedRegion"] == {"startLine": 3, "startColumn": 13, "endLine": 3, "endColumn": 20}
    assert shown(CONTROL, 3, 13, 20) == '"10/11"'
    assert made["insertedContent"] == {"text": '"10/10"'}


def test_columns_for_reviewdog_are_bytes_and_those_of_sarif_characters() -> None:
    text = "Nr,Peter,Gabi,Hansi,Maria,Kontrolle,Wo\n1,2,-2,4,-4,6/6,\nzwölf,4,-4,6,-6,10/11,ü\n"
    checked = check(text, "a.csv")
    a_csv = text_of(b"\xef\xbb\xbf" + text.encode())
    (diagnostic,) = [
        one
        for one in json.loads(rdjson_text(checked, ENGLISH, a_csv))["diagnostics"]
        if one["code"]["value"] == "chouette/control"
    ]
    (suggestion,) = diagnostic["suggestions"]
    # z w ö l f , 4 , - 4 , 6 , - 6 , are 16 characters and 17 bytes.
    assert suggestion["range"] == {"start": {"line": 3, "column": 18}, "end": {"line": 3, "column": 23}}
    assert suggestion["text"] == "10/10"
    assert diagnostic["code"]["url"].endswith("/rules/chouette/control/")
    (run,) = json.loads(sarif_text(checked, ENGLISH, RULES, a_csv))["runs"]
    (result,) = [one for one in run["results"] if one["ruleId"] == "chouette/control"]
    region = result["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"]
    assert (region["startColumn"], region["endColumn"]) == (17, 22)


@pytest.mark.parametrize("data", [None, b"", b"Nr,Peter\n1,2\n", CONTROL.replace("10/11", "9/11").encode()])
def test_a_file_that_has_changed_since_gets_no_fix(data: bytes | None) -> None:
    checked = check(CONTROL, "a.csv")
    assert checked.findings
    assert '"fixes"' not in sarif_text(checked, ENGLISH, RULES, text_of(data))
    assert "suggestions" not in rdjson_text(checked, ENGLISH, text_of(data))


def test_every_rule_of_ours_has_a_page_that_is_there() -> None:
    for name in RULES:
        assert rule_page(name) == f"https://scorecheck.github.io/scorecheck/rules/{name}/"
        assert (ROOT / "docs" / "rules" / f"{name}.md").is_file()
    assert rule_page("my-club/no-beer") is None
    (run,) = json.loads(sarif_text(Checked(()), ENGLISH, RULES))["runs"]
    assert all(rule["helpUri"] == rule_page(rule["id"]) for rule in run["tool"]["driver"]["rules"])


def cases(text: str) -> dict[tuple[str, str], list[str]]:
    return {
        (case.get("classname", ""), case.get("name", "")): [inner.tag for inner in case]
        for case in ElementTree.fromstring(text).iter("testcase")
    }


def test_a_junit_test_is_called_the_same_whatever_was_found() -> None:
    clean = CONTROL.replace("10/11", "10/10")
    before, after = (junit_text(check(text, "runde 1/a.csv"), ENGLISH) for text in (clean, CONTROL))
    name = ("runde 1/a.csv", "a.csv")
    assert cases(before) == {name: []}
    assert cases(after) == {name: ["failure"]}
    unread = junit_text(check("nothing here", "runde 1/a.csv"), ENGLISH)
    assert list(cases(unread)) == [name]


def test_junit_holds_no_time_so_equal_findings_are_equal_bytes() -> None:
    (suite,) = ElementTree.fromstring(junit_text(check(CONTROL, "a.csv"), ENGLISH))
    assert suite.keys() == ["name", "tests", "failures", "errors", "skipped", "time"]
    assert suite.get("time") == "0"
