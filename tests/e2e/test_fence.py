"""A fault of ours in any step: the file is named, and everything else is done.

Each test plants a failure in one step, which only the sheet of a player called Zoltan meets, and runs the
program beside two good sheets.
"""

from __future__ import annotations

import faulthandler
import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from typer.testing import CliRunner, Result

from scorecheck.checks.check import ERROR, Check, Rule
from scorecheck.cli.program import app
from scorecheck.games import registry
from scorecheck.many_files.workers import FORKS
from scorecheck.model.outcome import Checked
from scorecheck.model.record import replace
from scorecheck.readers import read
from scorecheck.reports.view import ReportView
from support import ROOT, but_slow

HEAD = "Game,{},Bernd,Chris,Dora\n"
ROWS = """\
1,2,2,-2,-2
2,1,1,-1,-1
3,2,-2,2,-2
4,1,-1,1,-1
5,3,3,-3,-3
6,-1,1,1,-1
7,6,-2,-2,-2
8,-2,2,-2,2
9,1,1,-1,-1
10,-4,4,-4,4
11,2,-2,-2,2
12,-1,-1,1,1
"""
FAULTY = ROWS.replace("4,1,-1,1,-1", "4,1,-1,1,1")
"""A sheet with a finding and its repairs, so that every step is reached."""
FAULTS = [
    pytest.param(ValueError("planted"), id="ValueError"),
    *(
        pytest.param(fault("planted"), id=fault.__name__, marks=pytest.mark.slow)
        for fault in (RecursionError, MemoryError)
    ),
]
BAD = "Zoltan"


def in_arguments(args: object) -> bool:
    return BAD in repr(args)


def in_results(args: object) -> bool:
    """Whether a run is asked to count Zoltan's sheet."""
    runs = (one for one in args if isinstance(one, Checked)) if isinstance(args, tuple) else ()
    return any(BAD in repr(sheet.result) for run in runs for file in run.files for sheet in file.sheets)


def in_sheets(args: object) -> bool:
    """Whether a run, or the view of one, shows Zoltan's sheet; the standings have the name as well."""
    parts = args if isinstance(args, tuple) else ()
    runs = [file.sheets for one in parts if isinstance(one, Checked) for file in one.files]
    return BAD in repr([*runs, *(one.pages for one in parts if isinstance(one, ReportView))])


def in_source(args: object) -> bool:
    """Whether a reader is given Zoltan's sheet."""
    (source,) = args if isinstance(args, tuple) else ()
    return BAD.encode() in source.all(10_000)


def always(_: object) -> bool:
    return True


class Aborts(BaseException):
    """Stands for the end of the process, which no fence holds: a worker's only."""


PARENT = os.getpid()


def end_process() -> NoReturn:
    """Ends a worker as a library does that gives up."""
    assert os.getpid() != PARENT
    # Or the one of pytest tells at length what is on purpose.
    faulthandler.disable()
    os.abort()


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def planted(name: str, fault: BaseException, when: Callable[[object], bool] = in_arguments) -> None:
        module, _, function = name.rpartition(".")
        before = getattr(__import__(module, fromlist=["_"]), function)

        def instead(*args: Any, **named: Any) -> Any:
            if when((*args, *named.values())):
                if isinstance(fault, Aborts):
                    end_process()
                raise fault
            return before(*args, **named)

        monkeypatch.setattr(name, instead)

    return planted


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two good sheets and one that meets the fault; the working folder."""
    for name, player in (("a.csv", "Anna"), ("bad.csv", BAD), ("c.csv", "Anna")):
        # So far ahead that no repair of another sheet speaks of Zoltan's rank.
        more = "13,12,-4,-4,-4\n14,12,-4,-4,-4\n" if player == BAD else ""
        (tmp_path / name).write_text(HEAD.format(player) + FAULTY + more, encoding="utf-8")
        # So that a watcher does not wait for more to be written.
        os.utime(tmp_path / name, (1e9, 1e9))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(*args: str) -> Result:
    return CliRunner().invoke(app, [*args, "--lang", "en"], env={"SCORECHECK_DEBUG": ""})


forked = pytest.mark.skipif(not FORKS, reason="what is planted reaches forks alone")


def report(*args: str) -> dict[str, Any]:
    done = ran("validate", *args, "--format", "json")
    assert done.exit_code == 3, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def names(found: dict[str, Any], rule: str) -> dict[str, list[str]]:
    return {
        file["path"]: [
            one["message"] for one in found["findings"] if one["path"] == file["path"] and one["rule"] == rule
        ]
        for file in found["files"]
    }


def held(found: dict[str, Any], *steps: str) -> None:
    """The two good sheets have their findings, and the bad one is named."""
    assert [file["path"] for file in found["files"]] == ["a.csv", "bad.csv", "c.csv"]
    slips = names(found, "doppelkopf/zero-sum")
    assert len(slips["a.csv"]) == len(slips["c.csv"]) == 1
    told = names(found, "sheet/not-checked")
    assert (told["a.csv"], told["c.csv"]) == ([], [])
    assert len(told["bad.csv"]) == len(steps)
    assert all(said.startswith("A fault in scorecheck, not in the sheet: ") for said in told["bad.csv"])
    assert {(one["path"], one["step"]) for one in found["crashes"]} == {("bad.csv", step) for step in steps}
    assert next(file["status"] for file in found["files"] if file["path"] == "bad.csv") == "errors"


STEPS = {
    "locating": ("scorecheck.one_file.points_tables.partitions", "recognition"),
    "recognition": ("scorecheck.one_file.workbook_reading.recognise_sheet", "recognition"),
    "settling": ("scorecheck.one_file.sheet_check.settled", "check"),
    "checking": ("scorecheck.one_file.sheet_check.run_checks", "check"),
    "comparing": ("scorecheck.one_file.pipeline.compare", "comparison"),
    "repair": ("scorecheck.repair.findings.repair", "repair"),
    "excerpt": ("scorecheck.repair.findings.excerpt", "repair"),
    "ignored rows": ("scorecheck.one_file.sheet_check.ignored_rows", "check"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("step", but_slow(STEPS, "recognition", "repair"))
def test_a_step_on_a_sheet(step: str, fault: Exception, folder: Path, plant: Callable[..., None]) -> None:
    name, told = STEPS[step]
    plant(name, fault)
    held(report("."), told)


@forked
@pytest.mark.parametrize(
    "name",
    but_slow(
        (
            *(name for name, _ in STEPS.values()),
            "scorecheck.readers.csv_reader.read",
            "scorecheck.one_file.sheet_result.result_of",
            "scorecheck.one_file.sheet_result.repaired_results",
        ),
        "scorecheck.readers.csv_reader.read",
        "scorecheck.one_file.sheet_check.run_checks",
    ),
)
def test_a_step_that_ends_its_process(name: str, folder: Path, plant: Callable[..., None]) -> None:
    plant(name, Aborts(), in_source if "readers" in name else in_arguments)
    done = ran("process", ".", "-o", "out")
    assert done.exit_code == 3, done.output
    said = "at bad.csv: the process that checked it broke off, twice, so nothing in it was checked"
    assert said in done.stderr
    held(json.loads((folder / "out" / "findings.json").read_text(encoding="utf-8")), "ended")
    standings = json.loads((folder / "out" / "standings.json").read_text(encoding="utf-8"))
    assert {line["player"] for line in standings["standings"]} == {"Anna", "Bernd", "Chris", "Dora"}


def hold_to(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    """Holds the sheets of Doppelkopf to one more check."""
    ruleset = registry.load("doppelkopf")
    more = replace(ruleset, checks=(*ruleset.checks, check))
    monkeypatch.setattr("scorecheck.games.doppelkopf.ruleset.RULESET", more)


@forked
@pytest.mark.parametrize("kind", but_slow(["row", "step", "column", "sheet"], "row"))
def test_a_check_that_ends_its_process(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hold_to(dict(checks_that_fail(Aborts()))[kind], monkeypatch)
    held(report("."), "ended")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(
    "reader",
    but_slow(
        ["csv_reader", "xlsx_reader", "json_reader", "ods_reader", "xls_reader", "xlsb_reader"],
        "csv_reader",
        "xlsx_reader",
    ),
)
def test_a_reader(
    reader: str, fault: Exception, tmp_path: Path, plant: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    good = ROOT / "samples" / "doppelkopf" / "five-players-faulty.xlsx"
    if reader == "xlsx_reader":
        shutil.copy(good, tmp_path / "bad.xlsx")
        for name in ("a.csv", "c.csv"):
            (tmp_path / name).write_text(HEAD.format("Anna") + FAULTY, encoding="utf-8")
    elif reader in {"ods_reader", "xls_reader", "xlsb_reader"}:
        # What it is, is seen before; its reader fails whatever is in it.
        (tmp_path / "bad.ods").write_text("not empty", encoding="utf-8")
        known = reader.removesuffix("_reader")
        before = read.recognise

        def recognised(source: Any) -> str:
            return known if source.suffix == ".ods" else before(source)

        monkeypatch.setattr(read, "recognise", recognised)
        for name in ("a.xlsx", "c.xlsx"):
            shutil.copy(good, tmp_path / name)
    else:
        content = '{"game": "doppelkopf"}' if reader == "json_reader" else HEAD.format("Anna") + FAULTY
        (tmp_path / "bad.csv").write_text(content, encoding="utf-8")
        for name in ("a.xlsx", "c.xlsx"):
            shutil.copy(good, tmp_path / name)
    plant(f"scorecheck.readers.{reader}.read", fault, always)
    found = report(".")
    (crash,) = found["crashes"]
    assert (crash["step"], crash["path"].partition(".")[0], crash["rule"]) == ("reading", "bad", None)
    others = [file for file in found["files"] if not file["path"].startswith("bad")]
    assert len(others) == 2
    assert all(file["sheets"] and file["status"] == "errors" for file in others)


def test_a_sheet_in_a_zip(folder: Path, plant: Callable[..., None]) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(folder.glob("*.csv")):
            archive.write(path, path.name)
            path.unlink()
    (folder / "sheets.zip").write_bytes(packed.getvalue())

    plant("scorecheck.readers.csv_reader.read", ValueError("planted"), in_source)
    found = report("sheets.zip")
    assert [file["path"] for file in found["files"]] == [f"sheets.zip/{n}.csv" for n in ("a", "bad", "c")]
    assert [len(file["sheets"]) for file in found["files"]] == [1, 0, 1]
    assert [one["path"] for one in found["crashes"]] == ["sheets.zip/bad.csv"]


def checks_that_fail(fault: BaseException) -> Iterator[tuple[str, Check]]:
    rule = Rule("doppelkopf/pattern", ERROR)

    def look(_entry: object, _past: object, sheet: Any) -> Any:
        at_once(sheet)
        return ()

    def at_once(sheet: Any) -> Any:
        if BAD in sheet.players:
            if isinstance(fault, Aborts):
                end_process()
            raise fault

    def at_last(_summary: object, sheet: Any) -> Any:
        return look(None, None, sheet)

    yield "row", Check(rule, "row", look=look)
    yield "step", Check(rule, "step", look=look)
    yield "column", Check(rule, "column", watch=at_once)
    yield "sheet", Check(rule, "sheet", review=at_last)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("kind", but_slow(["row", "step", "column", "sheet"], "row", "sheet"))
def test_each_kind_of_check(
    kind: str, fault: Exception, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_to(dict(checks_that_fail(fault))[kind], monkeypatch)
    found = report(".")
    # The search for repairs runs the checks of rows and steps again.
    held(found, "check", *(["repair"] if kind in {"row", "step"} else []))
    assert {one["rule"] for one in found["crashes"] if one["step"] == "check"} == {"doppelkopf/pattern"}
    told = names(found, "sheet/not-checked")["bad.csv"]
    assert any("the rule doppelkopf/pattern could not be checked" in said for said in told)


RANKED = {
    "result": ("scorecheck.one_file.sheet_result.result_of", in_arguments, "result"),
    "repaired": ("scorecheck.one_file.sheet_result.repaired_results", in_arguments, "impact"),
    "together": ("scorecheck.whole_event.check_job._held_together", in_results, "together"),
    "published": ("scorecheck.whole_event.check_job._with_lists", in_results, "published"),
    "impact": ("scorecheck.whole_event.impact.with_impact", in_results, "impact"),
    "ranking": ("scorecheck.cli.standings.ranked_or_why", in_results, "ranking"),
}
PAGES = {
    "view": ("scorecheck.cli.process.report_view", in_sheets, "page"),
    "html": ("scorecheck.cli.process.report_html", in_sheets, "page"),
    "findings": ("scorecheck.cli.process.checked_json", in_arguments, "page"),
    "text": ("scorecheck.cli.process.checked_text", in_arguments, "page"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("step", but_slow([*RANKED, *PAGES], "result", "impact", "html"))
def test_process_does_all_it_can(
    step: str, fault: Exception, folder: Path, plant: Callable[..., None]
) -> None:
    name, when, told = {**RANKED, **PAGES}[step]
    plant(name, fault, when)
    done = ran("process", ".", "-o", "out")
    assert done.exit_code == 3, done.output
    assert "A fault in scorecheck itself, at bad.csv: " in done.stderr
    written = {path.name for path in (folder / "out").iterdir()}
    assert written == {"findings.json", "index.html", "manifest.json", "standings.json", "standings.pdf"}
    page = (folder / "out" / "index.html").read_text(encoding="utf-8")
    assert "a.csv" in page
    assert "c.csv" in page
    found = json.loads((folder / "out" / "findings.json").read_text(encoding="utf-8"))
    if step == "text":
        # The folder was written by then.
        assert "crashes" not in found
        assert "bad.csv" in done.stdout
        return
    assert {(one["path"], one["step"]) for one in found["crashes"]} == {("bad.csv", told)}
    assert len(names(found, "doppelkopf/zero-sum")["a.csv"]) == 1
    assert len(names(found, "sheet/not-checked")["bad.csv"]) == 1
    standings = json.loads((folder / "out" / "standings.json").read_text(encoding="utf-8"))
    players = {line["player"] for line in standings["standings"]}
    assert players >= {"Anna", "Bernd", "Chris", "Dora"}
    assert (BAD in players) == (step not in {"result", "ranking"})
    assert standings["provisional"]


OUTPUTS = {
    "scorecheck.cli.process.report_html": "index.html",
    "scorecheck.reports.pdf.standings_pdf": "standings.pdf",
    "scorecheck.cli.process.standings_json": "standings.json",
    "scorecheck.cli.process.checked_json": "findings.json",
}


@pytest.mark.parametrize("name", but_slow(OUTPUTS, "scorecheck.reports.pdf.standings_pdf"))
def test_an_output_that_cannot_be_made_is_missing_and_named(
    name: str, folder: Path, plant: Callable[..., None]
) -> None:
    plant(name, ValueError("planted"), always)
    done = ran("process", ".", "-o", "out")
    assert done.exit_code == 3, done.output
    missing = OUTPUTS[name]
    assert f"A fault in scorecheck itself, at {missing}: this output could not be made" in done.stderr
    written = {path.name for path in (folder / "out").iterdir()}
    whole = {"findings.json", "index.html", "manifest.json", "standings.json", "standings.pdf"}
    assert written == whole - {missing}


FORMATS = {
    "text": "scorecheck.reports.text.checked_text",
    "concise": "scorecheck.reports.for_programs.concise_text",
    "json": "scorecheck.reports.json_report.checked_json",
    "sarif": "scorecheck.reports.sarif.sarif_text",
    "junit": "scorecheck.reports.junit.junit_text",
    "github": "scorecheck.reports.for_programs.github_text",
    "gitlab": "scorecheck.reports.for_programs.gitlab_text",
    "rdjson": "scorecheck.reports.for_programs.rdjson_text",
    "csv": "scorecheck.reports.for_programs.findings_csv",
}


@pytest.mark.parametrize("name", but_slow(FORMATS, "text", "json"))
def test_each_format_of_validate(name: str, folder: Path, plant: Callable[..., None]) -> None:
    plant(FORMATS[name], ValueError("planted"))
    done = ran("validate", ".", "--format", name)
    assert done.exit_code == 3, done.output
    assert all(path in done.stdout for path in ("a.csv", "bad.csv", "c.csv")), done.stdout
    assert BAD not in done.stdout
    assert (
        "at bad.csv: it could not be shown, so the output is without it (ValueError: planted)" in done.stderr
    )


RANKINGS = {
    "text": "scorecheck.cli.rank.standings_text",
    "json": "scorecheck.cli.rank.standings_json",
    "csv": "scorecheck.reports.standings_files.standings_csv",
    "md": "scorecheck.reports.standings_files.standings_markdown",
    "xlsx": "scorecheck.reports.xlsx.standings_xlsx",
    "html": "scorecheck.reports.html.standings_html",
    "pdf": "scorecheck.reports.pdf.standings_pdf",
}


@pytest.mark.parametrize("name", but_slow(RANKINGS, "json", "pdf"))
def test_a_list_that_cannot_be_made_is_named(name: str, folder: Path, plant: Callable[..., None]) -> None:
    plant(RANKINGS[name], ValueError("planted"), always)
    done = ran("rank", ".", "--format", name, "-o", f"standings.{name}")
    assert done.exit_code == 3
    assert f"at standings.{name}: this output could not be made (ValueError: planted)" in done.stderr
    assert not (folder / f"standings.{name}").exists()


def test_a_fault_of_a_whole_step_is_told_of_the_folder(folder: Path, plant: Callable[..., None]) -> None:
    plant("scorecheck.cli.standings.ranked_or_why", ValueError("planted"), always)
    done = ran("process", ".", "-o", "out")
    assert done.exit_code == 3
    assert "at .: the standings could not be worked out (ValueError: planted)" in done.stderr
    assert (folder / "out" / "index.html").exists()


def test_inspect_goes_on(folder: Path, plant: Callable[..., None]) -> None:
    plant("scorecheck.one_file.workbook_reading.recognise_sheet", ValueError("planted"))
    done = ran("inspect", ".")
    assert done.exit_code == 3
    assert "bad.csv: A fault in scorecheck, not in the sheet" in done.stdout
    assert done.stdout.count("Anna") >= 2


WATCHED = {
    "check": "scorecheck.one_file.sheet_check.run_checks",
    "view": "scorecheck.cli.drop_folder.report_view",
    "page": "scorecheck.cli.drop_folder.report_html",
    "marked": "scorecheck.cli.drop_folder.annotated_copy",
    "plan": "scorecheck.cli.drop_folder.check",
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("step", but_slow(WATCHED, "check", "plan"))
def test_watch_goes_on(step: str, fault: Exception, folder: Path, plant: Callable[..., None]) -> None:
    plant(WATCHED[step], fault, always if step == "plan" else in_arguments)
    done = ran("watch", ".", "--once")
    assert done.exit_code == 3, done.output
    assert "Traceback" not in done.output
    reports = {path.name for path in folder.glob("*.html")}
    assert reports == set() if step == "plan" else {f"{n}.csv.report.html" for n in ("a", "bad", "c")}
    assert "A fault in scorecheck itself, at bad.csv: " in done.stderr
    assert not list(folder.glob(".*"))


def test_a_sheet_that_killed_watch_is_tried_once_more_and_then_left(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """What no fence holds; a mark that is left behind stands for the end of the process."""

    def dies(*args: Any) -> Any:
        if BAD in args[0].sources[0].path.read_text(encoding="utf-8"):
            raise Killed
        return before(*args)

    import scorecheck.cli.drop_folder as watched

    before = watched.check
    monkeypatch.setattr(watched, "check", dies)
    unlink = Path.unlink
    monkeypatch.setattr(Path, "unlink", lambda path, **named: None)
    mark = folder / ".bad.csv.scorecheck-tried"
    for tries in (1, 2):
        with pytest.raises(Killed):
            CliRunner().invoke(app, ["watch", ".", "--once"], catch_exceptions=False)
        assert len(mark.read_text(encoding="ascii").split()) == tries
    monkeypatch.setattr(Path, "unlink", unlink)
    done = ran("watch", ".", "--once")
    assert done.exit_code == 3
    assert "bad.csv: the process that checked it broke off, twice" in done.stderr
    page = (folder / "bad.csv.report.html").read_text(encoding="utf-8")
    assert "the process that checked it broke off, twice" in page
    assert not mark.exists()
    # It is left until it changes.
    assert ran("watch", ".", "--once").exit_code == 0


def test_the_traceback_is_shown_where_it_is_asked_for(folder: Path, plant: Callable[..., None]) -> None:
    plant("scorecheck.one_file.workbook_reading.recognise_sheet", ValueError("planted"))
    done = CliRunner().invoke(app, ["validate", ".", "--lang", "en"], env={"SCORECHECK_DEBUG": "1"})
    assert done.exit_code == 3
    assert "Traceback" in done.stderr
    assert "Traceback" not in ran("validate", ".").output
