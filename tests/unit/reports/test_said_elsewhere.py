"""Another program makes every sentence from the JSON alone: in JavaScript, and equal to ours."""

from __future__ import annotations

import json
import subprocess
from fractions import Fraction
from itertools import chain
from typing import Any

import pytest

from scorecheck.catalogue import choices, rules
from scorecheck.games import registry
from scorecheck.many_files.job import plan
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix, Impact, Moved, Severity
from scorecheck.model.outcome import Checked, CheckedFile, Note
from scorecheck.model.record import replace
from scorecheck.model.terms import Term, Worked
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.reports.json_report import catalogue_json, checked_json, json_text
from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.whole_event.check_job import check
from support import ROOT, program

PROGRAM = """
import { readFileSync } from "node:fs";
import { sentences } from "./samples/programs/messages.mjs";
const { catalogue, reports } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(reports.map((report) => sentences(report, catalogue))));
"""


def said_by_node(reports: list[dict[str, Any]]) -> list[dict[str, Any]]:
    node = program("node")
    catalogue = catalogue_json(rules().values(), registry.GAMES, choices())
    done = subprocess.run(
        [node, "--input-type=module", "-e", PROGRAM],
        input=json_text({"catalogue": catalogue, "reports": reports}),
        cwd=ROOT,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return told


def differing(reports: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The sentences that are made otherwise there, each beside ours."""
    pairs: list[tuple[str, str]] = []
    for told, report in zip(said_by_node(reports), reports, strict=True):
        ours = our_own(report)
        assert list(map(len, told["fixes"])) == list(map(len, ours["fixes"]))
        for kind in ("findings", "notes", "asks", "impacts", "rests"):
            pairs += zip(told[kind], ours[kind], strict=True)
        pairs += zip(chain.from_iterable(told["fixes"]), chain.from_iterable(ours["fixes"]), strict=True)
    return [(one, other) for one, other in pairs if one != other]


def our_own(report: dict[str, Any]) -> dict[str, Any]:
    return {
        "findings": [finding["message"] for finding in report["findings"]],
        "fixes": [[fix["message"] for fix in finding["fixes"]] for finding in report["findings"]],
        "asks": [finding.get("asks", {"message": ""})["message"] for finding in report["findings"]],
        "impacts": [finding.get("impact", {"message": ""})["message"] for finding in report["findings"]],
        "rests": [
            text for file in report["files"] for sheet in file["sheets"] for text in sheet.get("rests_on", ())
        ],
        "notes": [note["message"] for note in report.get("notes", ())],
    }


@pytest.mark.parametrize(
    "folder",
    [
        "samples/doppelkopf",
        pytest.param("samples", marks=pytest.mark.slow),
        pytest.param("tests/corpus", marks=pytest.mark.slow),
    ],
)
def test_every_sentence_about_the_samples(folder: str) -> None:
    job = plan([str(ROOT / folder)], ROOT, Settings(), None)
    checked = check(job, Settings(), Keep())
    reports = [json.loads(json_text(checked_json(checked, Messages(lang)))) for lang in LANGUAGES]
    assert len(reports[0]["findings"]) > 5
    assert our_own(reports[0])["rests"]
    assert [one["lang"] for one in reports] == ["en", "de", "nb"]
    assert differing(reports) == []


IMPACTS = (
    Impact("nothing"),
    Impact("scores"),
    *(Impact("unknown", why=why) for why in ("no-edits", "not-looked-at", "cannot-rank")),
    Impact("ranks", ranks=(Moved("{x}", 1, 2), Moved("Bernd", 2, 1))),
    Impact("ranks", ranks=(Moved("a", None, 3), Moved("b", 2, None), Moved("c", 3, 4))),
    Impact("ranks", teams=tuple(Moved(f"t{at}", at, at + 1) for at in range(1, 9))),
    Impact("ranks", (Moved("x" * 99, 2, 1),), (Moved("t", 1, 2),), (Moved("s", 4, 3),)),
)


@pytest.mark.slow
def test_every_impact_and_question() -> None:
    edits = (Edit(CellRef(2, 2), "1", "-1"),)
    asks = [key.split("-") for key in Messages("en").area("repair")["ask"]]
    fixes = [
        Fix(edits, "sign", 0.5, {"who": ("Anna",), "game": "{game}", "ask": ask, "what": what, "with": "A"})
        for ask, what in asks
    ]
    one = Finding("doppelkopf/zero-sum", Severity.ERROR, "a.csv", params={"game": "5", "sum": 2})
    found = [replace(one, fixes=(fix,)) for fix in fixes]
    for impact in IMPACTS:
        found.append(replace(one, fixes=fixes[:1], impact=(impact,)))
        found += [replace(one, fixes=tuple(fixes[:2]), impact=(impact, other)) for other in IMPACTS]
    checked = Checked((CheckedFile("a.csv", "errors", (), tuple(found)),))
    reports = [json.loads(json_text(checked_json(checked, Messages(lang)))) for lang in LANGUAGES]
    assert sum("asks" in finding for finding in reports[0]["findings"]) == len(found)
    assert reports[0]["findings"][len(asks)]["impact"]["message"] == "If so, no score and no rank changes."
    assert differing(reports) == []


def odd(rule: str, variant: str, params: dict[str, Any], *fixes: Fix) -> Finding:
    return Finding(rule, Severity.ERROR, "a.csv", variant=variant, params=params, fixes=fixes)


def odd_cases() -> Checked:
    """Numbers, names and lists such as no sample has."""
    together = Fix(
        (Edit(CellRef(2, 2), "1", "-1"),),
        "sign",
        0.5,
        {"who": ("x" * 99,), "what": "game", "game": "{who}"},
        (Edit(CellRef(3, 2), "", "4"), Edit(CellRef(4, 2), "\u202e7", "")),
    )
    known = Messages("en").area("doppelkopf")["terms"]
    plain = [key for key in known if "{" not in known[key]][:4]
    terms = (
        Term(plain[0], 1),
        Term(plain[1], -2),
        Term(plain[2], Fraction(7, 2), factor=True),
        Term(plain[3], 1, floor=True),
    )
    asked = rules()
    found: list[Finding] = []
    for rule in asked:
        for variant, template in Messages("en").rule(rule).texts.items():
            for number in (1, -1234567890123456789, Fraction(-1, 400), Fraction(5, 2), Fraction(1, 8)):
                params = {
                    name: _fitting(spec, number, Worked("doppelkopf", terms, Fraction(1)))
                    for name, spec in _params_of(template)
                }
                found.append(odd(rule, "" if variant == "default" else variant, params, together))
    notes = (
        Note("unsaved-changes", {"path": "{path}", "program": "x" * 99}),
        Note(
            "met-often",
            {
                "pairs": _fitting("of_rounds", 1, Worked("doppelkopf", terms, Fraction(1))),
                "count": 2,
                "times": 2,
            },
        ),
    )
    return Checked((CheckedFile("a.csv", "errors", (), tuple(found)),), notes)


def _params_of(template: str) -> list[tuple[str, str]]:
    from string import Formatter

    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name]


def _fitting(spec: str, number: Any, worked: Worked) -> Any:
    kind, *forms = spec.split("|")
    known: dict[str, Any] = {
        "game": ("doppelkopf", "chouette"),
        "layout": "points",
        "noun": "game",
        "method": "sum",
        "step": "check",
        "table": "league",
        "role": "remark",
        "or": ("Anna", "Bernd", "{x}"),
        "row": ("sixes=Les 6", "total={x}"),
        "round": (
            "Round 3",
            "Table 12",
            "2026-02-05 Round 1",
            "2026-02-30",
            "2026-02-05x",
            "Round of 16",
            "{x}",
        ),
        "of_rounds": ("Anna + Bernd\nRound 2\n2026-02-05", "C" * 99 + "\nRunde {x}"),
        "day": "1945-03-07" if number == 1 else "--03-07" if number == Fraction(5, 2) else "1945-03",
    }
    if kind == "term":
        texts = Messages("en").area(forms[0])["terms"]
        return next(key for key in texts if "{" not in texts[key])
    if kind in known:
        return known[kind]
    if kind in {"plural", "form", "+"}:
        return number
    return worked if number == Fraction(1, 8) else number


@pytest.mark.slow
def test_every_template_with_odd_numbers_and_names() -> None:
    checked = odd_cases()
    reports = [json.loads(json_text(checked_json(checked, Messages(lang)))) for lang in LANGUAGES]
    assert len(reports[0]["findings"]) > 1000
    assert differing(reports) == []


def test_the_catalogue_has_every_rule_in_every_language() -> None:
    catalogue = catalogue_json(rules().values(), registry.GAMES, choices())
    assert [one["rule"] for one in catalogue["rules"]] == list(rules())
    for one in catalogue["rules"]:
        assert set(one["texts"]) == {"en", "de", "nb"}
        variants = {tuple(texts["findings"]) for texts in one["texts"].values()}
        assert len({frozenset(names) for names in variants}) == 1
        assert all(texts["says"] and texts["findings"] for texts in one["texts"].values())


def test_the_catalogue_has_every_option_with_what_its_values_mean() -> None:
    catalogue = catalogue_json(rules().values(), registry.GAMES, choices())
    options = {(one["game"], one["option"]): one for one in catalogue["options"]}
    assert options.keys() == {(choice.game, choice.name) for choice in choices()}
    revoke = options["doppelkopf", "revoke"]
    assert revoke["values"] == ["cards", "loses"]
    assert set(revoke["texts"]["de"]["values"]) == {"cards", "loses"}
    strict = options["yatzy", "strict_scandinavian"]
    assert (strict["values"][0], strict["by_preset"]) == (False, {"maxi-yatzy": True})
