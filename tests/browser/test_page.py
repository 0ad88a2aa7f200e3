"""The page that needs nothing installed, in Chromium and Firefox, from the disk and from a server."""

from __future__ import annotations

import base64
import fcntl
import io
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from typer.testing import CliRunner

from golden.small_event import HOSTILE_NAMES
from page.driving import NEEDED, built, missing, node_modules, program, served
from scorecheck.cli.program import app
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from support import ROOT

pytestmark = pytest.mark.skipif(
    bool(missing()) and not os.environ.get("CI"), reason=f"not on this computer: {', '.join(missing())}"
)

SAMPLES = {
    path.relative_to(ROOT / "samples").as_posix(): path
    for path in sorted((ROOT / "samples").glob("*/*"))
    if (path.is_dir() or path.suffix in {".csv", ".xlsx"}) and path.parent.name != "own-games"
}
SLIPS = ROOT / "samples" / "chouette" / "mcc-extra.xlsx"
GOOD = ROOT / "samples" / "doppelkopf" / "five-players.xlsx"
EVERYTHING = (
    "repairs",
    "samples",
    "refused",
    "ended",
    "hostile",
    "words",
    "keyboard",
    "access",
    "marked",
    "reading",
    "rounds",
    "second",
    "worth",
    "pages",
    "writing",
    "own",
    "offline",
)
RUNS = {
    ("chromium", "single"): EVERYTHING,
    ("chromium", "site"): (
        "repairs",
        "hostile",
        "words",
        "keyboard",
        "access",
        "reading",
        "rounds",
        "worth",
        "prints",
        "writing",
        "offline",
        "update",
    ),
    # By its protocol Firefox gets keys that do not move the focus.
    ("firefox", "single"): (
        "repairs",
        "samples",
        "words",
        "access",
        "marked",
        "reading",
        "worth",
        "pages",
        "writing",
        "own",
        "offline",
    ),
    ("firefox", "site"): ("repairs", "hostile", "reading", "rounds", "second", "prints", "offline"),
}
MOST_REFUSED = 150
DOUBTFUL = """\
Spiel,Anna,Bernd,Chris,Dora,Emil
1,2,2,-2,-2,0
2,-1,1,1,-1,0
3,3,-1,-1,-1,0
4,-2,-2,2,2,0
5,4,-4,4,-4,0
"""
SECOND = {
    "anna.csv": """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-1,1,1,-1
3,3,-1,-1,-1
4,-2,-2,2,2
5,2,-1,1,-1
6,2,-2,-2,2
""",
    "dora.csv": """Spiel,Dora,Chris,Bernd,Anna
1,-2,-2,2,2
2,-1,1,1,-1
3,-1,-1,-1,3
4,2,2,-2,-2
5,-1,1,-1,1
6,2,-2,-2,2
""",
}
"""One table on two sheets: Anna has 2 − 1 + 3 − 2 + 1 + 2 = 5, and on her own sheet one more in game 5."""
CELLS = """\
Anna\tBernd\tChris\tDora
2\t-2\t2\t-2
1\t1\t-1\t-1
3\t-3\t3\t3
1\t-1\t-1\t1
-2\t2\t2\t-2
1\t1\t-1\t-1
"""


def base64_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


def files_of(path: Path) -> list[tuple[str, str]]:
    files = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
    return [(one.relative_to(path.parent).as_posix(), base64_of(one.read_bytes())) for one in files]


def own_game(work: Path) -> dict[str, str]:
    """The file of a game, a sheet of it with a slip, and a file with a mistake."""
    folder = ROOT / "samples" / "own-games" / "romme"
    broken = work / "broken.toml"
    broken.write_text('[game]\nname = "skyjo"\nplayers = 1\n', encoding="utf-8")
    return {
        "game": str(folder / "romme.toml"),
        "sheet": str(folder / "evening-faulty.csv"),
        "broken": str(broken),
    }


def event_without_its_file() -> list[tuple[str, str]]:
    """The sheets of a tournament in folders that say their rounds."""
    files = files_of(ROOT / "samples" / "events" / "tcg-faulty")
    return [
        (f"turnier/{name.partition('/')[2]}", data) for name, data in files if not name.endswith("event.toml")
    ]


def hostile_sheet() -> bytes:
    """A sheet whose players have the names that reports are tested with; its second game is wrong."""
    names = [name for name in HOSTILE_NAMES if "\x1b" not in name][:4]
    rows = [
        "1;-1;1;-1",
        "3;-1;-1;-1",
        "2;2;-2;-2",
        "-1;1;1;-1",
        "4;4;-4;-4",
        "3;-3;3;3",
        "1;1;-1;-1",
        "6;-2;-2;-2",
    ]
    quoted = ";".join('"' + name.replace('"', '""') + '"' for name in names)
    return "\n".join([quoted, *rows]).encode()


class Runs(dict[tuple[str, str], dict[str, Any]]):
    """What came of all that was tried, by browser and form of the page; each is run when it is asked for."""

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        self.factory = factory

    @cached_property
    def refused(self) -> dict[str, bytes]:
        """Every file that reading refuses in the tests of the readers."""
        folder = self.factory.mktemp("refused")
        call = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "0",
            "-p",
            "browser.recorder",
            "-p",
            "no:cacheprovider",
        ]
        call += ["tests/unit/readers", "-k", "not pieces"]
        paths = os.pathsep.join((str(ROOT / "tests"), str(ROOT)))
        environment = {**os.environ, "SCORECHECK_REFUSED": str(folder), "PYTHONPATH": paths}
        subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, timeout=300, check=False)
        files = sorted(folder.iterdir())
        # Their names are hashes: some of them are as good as any others.
        return {path.name: path.read_bytes() for path in files[:MOST_REFUSED]}

    def __missing__(self, run: tuple[str, str]) -> dict[str, Any]:
        browser, form = run
        work = self.factory.mktemp(f"{browser}-{form}")
        if "PYTEST_XDIST_WORKER" in os.environ:
            # Another process that runs it as well would double what takes longest.
            (self.factory.getbasetemp().parent / f"{browser}-{form} is run").touch(exist_ok=False)
        refused = self.refused if "refused" in RUNS[run] else {}
        plan = {
            "program": program(browser),
            "tries": RUNS[run],
            "slips": str(SLIPS),
            "good": files_of(GOOD),
            "samples": {name: files_of(path) for name, path in SAMPLES.items()},
            "refused": [(name, base64_of(data)) for name, data in refused.items()],
            "hostile": [("<img src=x onerror=alert(1)>.csv", base64_of(hostile_sheet()))],
            "cells": CELLS,
            "doubtful": DOUBTFUL,
            "second": [(name, base64_of(text.encode())) for name, text in SECOND.items()],
            "event": event_without_its_file(),
            "own": own_game(work),
            "site": str(work / "site"),
        }
        shutil.copytree(built() / "site", work / "site")
        (work / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        with address_of(work, form) as address:
            call = ["node", str(ROOT / "tests" / "browser" / "page.mjs"), browser, form, address, str(work)]
            environment = {**os.environ, "SCORECHECK_NODE_MODULES": str(node_modules())}
            done = subprocess.run(call, env=environment, capture_output=True, encoding="utf-8", timeout=900)
        assert done.returncode == 0, done.stderr
        self[run] = json.loads((work / "outcome.json").read_text(encoding="utf-8"))
        return self[run]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    return Runs(tmp_path_factory)


@contextmanager
def address_of(folder: Path, form: str) -> Iterator[str]:
    if form == "single":
        yield (built() / "scorecheck.html").as_uri()
        return
    with served(folder / "site") as address:
        yield address


@pytest.fixture(scope="module")
def by_command_line(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, Any]]:
    """What ``scorecheck process`` writes for each sample: findings and standings."""
    # All processes of a run have one folder: who comes first writes, and the others wait.
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "process"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            for at, path in enumerate(SAMPLES.values()):
                with chdir(path.parent):
                    call = ["process", path.name, "-o", str(folder / str(at)), "--lang", "en"]
                    CliRunner().invoke(app, call)
            (folder / "done").touch()
    made: dict[str, tuple[Any, Any]] = {}
    for at, name in enumerate(SAMPLES):
        out = folder / str(at)
        findings = json.loads((out / "findings.json").read_text(encoding="utf-8"))
        ranked = out / "standings.json"
        made[name] = findings, json.loads(ranked.read_text(encoding="utf-8")) if ranked.is_file() else None
    return made


def tried(runs: Runs, browser: str, form: str, name: str) -> Any:
    outcome = runs[browser, form][name]
    assert "fault" not in outcome, outcome["fault"]
    assert [one for one in outcome["complaints"] if not one.startswith("log:")] == []
    return outcome["value"]


def each(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("browser", "form"), [named(run) for run, tries in RUNS.items() if name in tries]
    )


def named(run: tuple[str, str]) -> Any:
    """A run as a parameter: by its name all tests of it go to one process, so that it is run once."""
    return pytest.param(*run, id="-".join(run))


@each("repairs")
def test_a_repair_is_taken_by_a_click_and_undone_by_another(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "repairs")
    both = [["chouette/control", "E2"], ["chouette/extra-payment", "A4"]]
    assert found["before"]["findings"] == both
    assert found["before"]["verdict"].startswith("2 mistakes")
    assert found["marked"] == "37/36 → 37/37"
    assert found["once"]["findings"] == both[1:]
    assert found["undone"] == found["before"]
    assert found["after"]["findings"] == []
    assert found["after"]["verdict"] == "Both sheets are right."
    copy = check_bytes(base64.b64decode(found["copy"]), "copy.xlsx", "copy.xlsx", Settings())
    assert [one.rule for one in copy.findings if one.severity > 0] == []


@each("samples")
def test_each_sample_is_what_the_command_line_says(
    runs: Any, by_command_line: dict[str, tuple[Any, Any]], browser: str, form: str
) -> None:
    found = tried(runs, browser, form, "samples")
    assert found.keys() == SAMPLES.keys()
    for name, (findings, standings) in by_command_line.items():
        assert json.loads(found[name]["findings"]) == findings, name
        mine = found[name]["standings"]
        assert (None if mine is None else json.loads(mine)) == standings, name
        assert found[name]["verdict"], name


@each("refused")
def test_what_cannot_be_read_has_its_sentence(runs: Any, browser: str, form: str) -> None:
    assert len(runs.refused) > 50
    found = tried(runs, browser, form, "refused")
    told = {(one["path"], one["rule"], one["cell"]) for one in json.loads(found["json"])["findings"]}
    for name, data in runs.refused.items():
        expected = check_bytes(data, name, name, Settings()).findings
        assert {(one.path, one.rule, one.cell and one.cell.a1) for one in expected} <= told, name
    assert found["after"] == "The sheet is right."


@each("ended")
def test_a_file_that_takes_too_long_is_put_aside(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "ended")
    assert len(found["notes"]) == 1
    assert found["notes"][0].startswith("long.csv: This file took more than 30 seconds")
    assert found["after"]["files"] == [GOOD.name]
    assert found["after"]["verdict"] == "The sheet is right."


@each("reading")
def test_what_a_column_is_can_be_said_on_the_table(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "reading")
    assert found["before"]["sentence"].startswith("Is “Emil” a player?")
    assert found["rows"] == 5
    assert "Doppelkopf, points of each game: fits 5 of 5 rows" in found["evidence"]
    assert found["kept"] == 'columns."Emil" = "player"\n'
    assert found["after"]["verdict"] == "The sheet is right."
    assert "5 players" in found["after"]["sheet"]
    # A sheet with the same headings is read so at once.
    assert found["again"] == found["after"]


@each("rounds")
def test_sheets_are_put_into_other_rounds(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "rounds")
    assert [name for name, _ in found["shown"]] == ["Runde 1", "Runde 2"]
    assert found["fixed"] == 0
    (first, one), (second, two) = found["before"]
    assert [len(one), len(two)] == [2, 2]
    # Both are of table 1, and stand together.
    assert found["chosen"] == [[first, [one[0], two[0], one[1]]], [second, two[1:]]]
    assert [(name, sorted(sheets)) for name, sheets in found["dragged"]] == [(first, one), (second, two)]
    assert found["tabled"] == [
        [[["1", 1], ["2", 1]], [["1", 1], ["2", 1]]],
        [[["2", 1], ["3", 1]], [["1", 1], ["2", 1]]],
        [[["2", 2]], [["1", 1], ["2", 1]]],
    ]
    assert tomllib.loads(found["moved"])["rounds"][0]["tables"] == {"3": [one[0]]}
    assert tomllib.loads(found["event"])["rounds"][0]["tables"] == {"2": [one[0]]}
    assert tomllib.loads(found["event"])["rounds"][1]["name"] == second
    reopened = found["reopened"]
    assert [(name, sorted(sheets)) for name, sheets in reopened["arranged"]] == [(first, one), (second, two)]
    assert reopened["standings"] == found["standings"]


@each("second")
def test_two_sheets_of_one_table_are_held_against_each_other(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "second")
    assert found["findings"] == [["tournament/sheets-differ", "B6", 1]]
    assert "1,Anna,5," in found["standings"]
    assert found["after"].startswith("Both sheets are right")


@each("worth")
def test_what_a_game_is_worth(runs: Any, browser: str, form: str) -> None:
    """A trump solo lost with 110, Re called: no 120, against the old, less the solo's point, doubled."""
    found = tried(runs, browser, form, "worth")
    assert found["solo"][-3:] == [["value", "2"], ["the soloist", "−6"], ["each opponent", "+2"]]
    assert found["refused"] == "241 card points: there are 0 to 240."
    assert found["games"] == ["doppelkopf", "chouette", "yatzy", "acey-deucey", "skat"]
    assert found["violations"] == []
    assert found["wide"] <= 390


@each("pages")
def test_the_single_file_prints_by_the_browser(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "pages")
    assert found["offered"] == ["standings", "report", "certificates", "all-certificates"]
    assert found["refused"] == "The standings are still provisional, so no certificates are printed."
    assert found["names"] == ["Dagmar", "Achim", "Frank"]


@each("prints")
def test_the_site_makes_pdfs(runs: Any, tmp_path: Path, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "prints")
    # What makes them is loaded for the first of them, once.
    assert (found["before"], found["after"]) == (0, 1)
    refused = {what: one["refused"] for what, one in found["made"].items()}
    assert refused == {
        "standings": "",
        "certificates": "The standings are still provisional, so no certificates are printed.",
        "sheets": "",
    }
    texts = {what: text_of(one["pdf"], tmp_path) for what, one in found["made"].items()}
    assert "Provisional" in texts["standings"]
    places = [texts["standings"].index(name) for name in ("Dagmar", "Achim", "Frank", "Holger")]
    assert places == sorted(places)
    assert texts["certificates"].count("Score:") == 3
    # A page a sheet.
    assert texts["sheets"].count("\f") == 4
    assert "Bernd" in text_of(found["blank"], tmp_path)


def text_of(pdf: str, folder: Path) -> str:
    """What stands on a PDF."""
    path = folder / "print.pdf"
    path.write_bytes(base64.b64decode(pdf))
    done = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, encoding="utf-8", check=True)
    return done.stdout


@each("hostile")
def test_what_stands_in_a_sheet_is_text(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "hostile")
    assert found["scripts"] == 0
    assert "<script>alert(1)</script>" in found["said"]
    assert "<img src=x onerror=alert(1)>.csv" in found["said"]
    assert found["frame"] == {"sandbox": "allow-same-origin allow-modals", "scripts": False}


@each("words")
def test_three_languages_and_the_examples(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "words")
    said = found["said"]
    assert {lang: one["lang"] for lang, one in said.items()} == {"en": "en", "de": "de", "nb": "nb"}
    assert said["en"]["verdict"].startswith("1 mistake")
    assert said["de"]["verdict"].startswith("1 Fehler")
    assert said["nb"]["verdict"].startswith("1 feil")
    assert len({one["sentence"] for one in said.values()}) == 3
    assert found["examples"]["slips"].startswith("2 mistakes")
    assert found["examples"]["right"] == "The sheet is right."
    assert "mistake" in found["examples"]["event"]


@each("keyboard")
def test_the_keyboard_is_enough(runs: Any, browser: str, form: str) -> None:
    assert tried(runs, browser, form, "keyboard") == {"before": 2, "after": 1, "at": "verdict"}


@each("access")
def test_nothing_to_scroll_sideways_and_nothing_that_axe_finds(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "access")
    assert len(found) == (4 if browser == "chromium" else 2)
    for one in found:
        assert one["wide"] <= one["width"], one
        assert one["violations"] == [], one


@each("marked")
def test_the_marked_cell_is_in_sight_and_its_repair_on_paper(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "marked")
    assert found["inSight"] == [True, True]
    if browser == "chromium":
        assert [said.split(":")[0] for said in found["printed"]] == [
            "Uwe (Spiel 1)'s “Full House” should be 25 instead of 28",
            "Jana's “Summe” should be 852 instead of 825",
        ]


@each("writing")
def test_a_sheet_is_written_at_the_table(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "writing")
    assert found["why"] == "1 player does not fit on this sheet: it is for 4 to 7."
    nothing = [""] * 5
    first = ["", "2", "2", "−2", "−2"]
    open_row = ["1", "", "−1", "1", ""]
    assert found["open"]["cells"] == [first, open_row, nothing]
    # Bernd sits out after Anna, so what is left of the row is Emil's.
    assert found["open"]["out"] == [["1", "1"]]
    assert found["open"]["follows"] == "Emil: −1"
    assert found["open"]["wrong"] == []
    assert found["open"]["stands"][1] == ["1", "sits out", "1", "−1", ""]
    wrong = found["wrong"]
    assert wrong["cells"][1] == ["1", "", "−1", "1", "−1"]
    assert (wrong["wrong"], wrong["said"]) == (["3"], [["doppelkopf/zero-sum", "2"]])
    assert found["undone"] == wrong
    mended = found["mended"]
    assert (mended["wrong"], mended["said"], mended["follows"]) == ([], [], None)
    assert sum(int(cell.replace("−", "-")) for cell in mended["cells"][2] if cell) == 0
    assert found["reloaded"] == mended
    (listed,) = found["checked"]
    assert listed.startswith("Typed sheet.xlsx")
    assert found["violations"] == []
    assert found["wide"] <= 390
    saved = check_bytes(base64.b64decode(found["saved"]), "saved.xlsx", "saved.xlsx", Settings())
    assert [(one.sheet.game, one.sheet.layout, one.entries) for one in saved.files[0].sheets] == [
        ("doppelkopf", "points", 3)
    ]
    assert saved.findings == []


@each("own")
def test_a_game_of_ones_own_is_opened_and_sheets_are_checked_by_it(
    runs: Any, browser: str, form: str
) -> None:
    found = tried(runs, browser, form, "own")
    assert "romme" not in found["before"]
    assert found["chosen"] == "romme"
    blank = openpyxl.load_workbook(io.BytesIO(base64.b64decode(found["blank"]))).worksheets[0]
    assert {"Anna", "Bernd", "Chris"} <= {cell.value for row in blank.iter_rows() for cell in row}
    note = "Rummy is checked by the file romme.toml."
    assert found["alone"] == [note]
    assert found["checked"]["findings"] == [["romme/pattern", "D4"]]
    assert found["checked"]["notes"] == [note]
    told = "broken.toml:3: game.players cannot be 1. It may be: 2 … 60."
    assert found["refused"] == [told]
    assert found["told"] == told


@each("offline")
def test_no_network_is_needed(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "offline")
    assert found["said"].startswith("2 mistakes")
    assert found["after"] == []


@each("update")
def test_an_update_loses_nothing(runs: Any, browser: str, form: str) -> None:
    found = tried(runs, browser, form, "update")
    assert found["before"] == {"findings": 1, "taken": 1}
    assert found["after"] == {"findings": 2, "taken": 0}


@pytest.mark.parametrize(("browser", "form"), [named(run) for run in RUNS])
def test_not_one_request_after_loading(runs: Any, browser: str, form: str) -> None:
    """The single file asks for itself alone; the site for the files beside it."""
    asked = runs[browser, form]["requests"]
    if (browser, form) == ("firefox", "single"):
        # It does not tell of files on the disk.
        assert asked == []
    elif form == "single":
        assert {url.rpartition("/")[2] for url in asked} == {"scorecheck.html"}
    else:
        assert {url.split("/")[2].partition(":")[0] for url in asked} == {"127.0.0.1"}


@pytest.mark.parametrize("config", ["tsconfig.json", "tsconfig.offline.json"])
def test_the_types_of_the_front_end_fit(config: str) -> None:
    assert any(one.startswith("typescript@") for one in NEEDED)
    tsc = node_modules() / ".bin" / "tsc"
    call = [str(tsc), "-p", str(ROOT / "page" / "src" / config)]
    done = subprocess.run(call, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout
