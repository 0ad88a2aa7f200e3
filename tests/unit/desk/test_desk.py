"""What the page asks, and what it is told, without a browser."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorecheck.browser import open_desk
from scorecheck.browser.desk import safe_path
from support import ROOT, check

SLIPS = (ROOT / "samples" / "chouette" / "mcc-extra.xlsx").read_bytes()
TEXT = (ROOT / "samples" / "acey-deucey" / "club-night-faulty.csv").read_bytes()

DOKO = b"Anna,Bernd,Chris,Dora\n2,-2,2,-2\n1,1,-1,-1\n3,-3,-3,3\n1,-1,-1,1\n-2,2,2,-2\n1,1,-1,-1\n"


class Page:
    def __init__(self, folder: Path) -> None:
        self.answer = open_desk(str(folder))

    def ask(self, name: str, files: list[tuple[str, bytes]] | None = None, /, **told: Any) -> Any:
        text, data = self.answer(name, json.dumps({"lang": "en", **told}), files or [])
        return json.loads(text) if data is None else data

    def place(self, *files: tuple[str, bytes]) -> Any:
        return self.ask("place", list(files))["placed"]

    def shown(self, **told: Any) -> Any:
        return self.ask("everything", **told)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    before = Path.cwd()
    yield Page(tmp_path / "desk")
    os.chdir(before)


def test_a_sheet_is_shown_with_its_verdict_and_its_findings(page: Page) -> None:
    assert page.place(("mcc-extra.xlsx", SLIPS)) == ["mcc-extra.xlsx"]
    shown = page.shown()
    assert shown["verdict"] == {
        "state": "wrong",
        "text": "2 mistakes in mcc-extra.xlsx · Mit Fehlern; they change no place.",
    }
    assert [(one["rule"], one["cell"]) for one in shown["findings"]] == [
        ("chouette/control", "E2"),
        ("chouette/extra-payment", "A4"),
    ]
    first = shown["findings"][0]
    assert first["excerpt"]["headings"] == ["Peter", "Gabi", "Hansi", "Maria", "Kontrolle"]
    assert first["excerpt"]["rows"][0]["cells"][4] == {"text": "37/36", "mark": "at", "should": "37/37"}
    assert first["fixes"][0]["possible"]
    assert [row[1]["text"] for row in shown["standings"]["rows"]] == ["Maria", "Gabi", "Peter", "Hansi"]


def test_repairs_are_taken_and_undone(page: Page) -> None:
    page.place(("a.xlsx", SLIPS), ("b.csv", TEXT))
    before = page.shown()
    found = [one for one in before["findings"] if one["path"] == "a.xlsx"]
    for one in found:
        assert page.ask("take", finding=one["id"], fix=0) == {}
    after = page.shown()
    assert [one for one in after["findings"] if one["path"] == "a.xlsx"] == []
    assert [one["path"] for one in after["taken"]] == ["a.xlsx", "a.xlsx"]
    copy = page.ask("copy", path="a.xlsx")
    assert [one.rule for one in check(copy, "a.xlsx").findings if one.severity > 0] == []
    assert page.ask("undo", path="a.xlsx", at=1) == {}
    left = [one["id"] for one in page.shown()["findings"] if one["path"] == "a.xlsx"]
    assert left == [found[1]["id"]]
    assert page.ask("undo", path="a.xlsx", at=0) == {}
    assert page.shown() == before


def test_the_copy_of_a_text_file_changes_nothing_else(page: Page) -> None:
    page.place(("b.csv", TEXT))
    taken = 0
    for one in page.shown()["findings"]:
        taken += bool(one["fixes"]) and page.ask("take", finding=one["id"], fix=0) == {}
    assert taken
    copy = page.ask("copy", path="b.csv").splitlines()
    differing = [at for at, line in enumerate(TEXT.splitlines()) if line != copy[at]]
    assert 0 < len(differing) <= taken
    assert page.ask("changes", path="b.csv").decode().startswith("b.csv: Changed in this copy")


def test_what_cannot_be_mended_is_said(page: Page) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("tisch1.csv", TEXT.decode())
    page.place(("all.zip", packed.getvalue()))
    found = page.shown()["findings"]
    assert found
    assert not any(fix["possible"] for one in found for fix in one["fixes"])
    with_fixes = next(one for one in found if one["fixes"])
    assert with_fixes["fixed_elsewhere"].startswith("Repairs can be written into .xlsx and text files only.")
    refused = page.ask("take", finding=with_fixes["id"], fix=0)["refused"]
    assert refused == with_fixes["fixed_elsewhere"]


def test_the_same_words_in_three_languages(page: Page) -> None:
    page.place(("a.xlsx", SLIPS))
    page.shown()
    assert page.shown(lang="de")["verdict"]["text"].startswith("2 Fehler in ")
    assert page.shown(lang="nb")["verdict"]["text"].startswith("2 feil i ")


def test_a_broken_event_file_is_said_by_line(page: Page) -> None:
    page.place(("event/event.toml", b"[event]\nname = 3\n"), ("event/tisch1.csv", TEXT))
    shown = page.shown()
    assert shown["notes"] == ["event.toml:2: “event.name” should be text in quotation marks, not 3."]


def test_broken_settings_are_said(page: Page) -> None:
    page.place(("club/scorecheck.toml", b"gme = 3\n"), ("club/tisch1.csv", TEXT))
    assert "gme" in page.ask("sources")["refused"]
    assert "gme" in page.shown()["refused"]


def test_files_come_and_go(page: Page) -> None:
    page.place(("a.xlsx", SLIPS), ("folder/b.csv", TEXT))
    assert page.ask("sources")["sources"] == ["a.xlsx", "folder/b.csv"]
    page.ask("look", paths=["a.xlsx"])
    page.ask("remove", path="folder/b.csv")
    assert [one["path"] for one in page.shown()["files"]] == ["a.xlsx"]
    page.ask("place", [("c.csv", TEXT)], anew=True)
    assert [one["path"] for one in page.shown()["files"]] == ["c.csv"]


@pytest.mark.parametrize("name", ["slips", "right", "event", "card"])
def test_the_examples_are_there(page: Page, name: str) -> None:
    assert page.ask("example", name=name)["files"]
    state = page.shown()["verdict"]["state"]
    assert state == ("right" if name == "right" else "wrong")


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a.csv", "a.csv"),
        ("/etc/passwd", "etc/passwd"),
        ("../../a.csv", "a.csv"),
        ("Runde 1\\Tisch 2.xlsx", "Runde 1/Tisch 2.xlsx"),
        ("a\0b.csv", "ab.csv"),
        ("", "file"),
        ("..", "file"),
        ("x" * 300 + ".xlsx", "x" * 115 + ".xlsx"),
    ],
)
def test_names_stay_on_the_desk(name: str, safe: str) -> None:
    assert safe_path(name) == safe


def test_a_file_and_a_folder_of_one_name(page: Page) -> None:
    page.place(("a", TEXT), ("a/b.csv", TEXT))
    assert len(page.ask("sources")["sources"]) == 2


def test_the_report_is_that_of_the_command_line(page: Page) -> None:
    page.place(("a.xlsx", SLIPS))
    report = page.ask("report").decode()
    assert report.startswith("<!doctype html>") or "<!doctype html>" in report[:200]
    assert "Kontrolle should be 37/37" in report
    for one in ("json", "csv", "md", "html"):
        assert page.ask("standings", format=one)
    assert json.loads(page.ask("findings", format="json"))["summary"]["errors"] == 2


def test_sheets_are_put_into_other_rounds_and_the_event_is_kept(page: Page) -> None:
    """Two tables of one round: the second put into a round of its own by an event file of ours."""
    page.place(
        ("t1.csv", DOKO), ("t2.csv", DOKO.replace(b"Anna,Bernd,Chris,Dora", b"Emil,Frieda,Gerd,Hanna"))
    )
    standings = page.shown()["standings"]
    assert not standings["fixed"]
    assert [len(one["sheets"]) for one in standings["arranged"]] == [2]
    arranged = [{"name": "Vorrunde", "sheets": ["t1.csv"]}, {"name": "Finale", "sheets": ["t2.csv"]}]
    assert page.ask("arrange", rounds=arranged) == {}
    standings = page.shown()["standings"]
    assert [one["name"] for one in standings["arranged"]] == ["Vorrunde", "Finale"]
    assert not standings["fixed"]
    kept = page.ask("event")
    assert b'sheets = ["t2.csv"]' in kept
    page.ask("place", [("event.toml", kept), ("t1.csv", DOKO), ("t2.csv", DOKO)], anew=True)
    again = page.shown()["standings"]
    assert again["fixed"]
    assert [one["name"] for one in again["arranged"]] == ["Vorrunde", "Finale"]


def test_how_a_file_is_read_can_be_said_and_kept(page: Page) -> None:
    page.place(("t1.csv", DOKO.replace(b"Dora", b"Bier")))
    told = page.ask("table", path="t1.csv")
    assert [one["role"] for one in told["tables"][0]["columns"]] == ["player"] * 4
    assert told["tables"][0]["evidence"]
    assert "unknown" in [one["name"] for one in told["roles"]]
    page.ask("read-as", path="t1.csv", game="doppelkopf", columns={"Bier": "unknown"})
    told = page.ask("table", path="t1.csv")
    assert told["said"] == {"game": "doppelkopf", "columns": {"Bier": "unknown"}}
    if told["tables"][0]["read"]:
        assert told["tables"][0]["columns"][3]["role"] == "unknown"
    kept = page.ask("settings", path="t1.csv").decode()
    assert kept == 'game = "doppelkopf"\n\n[columns]\n"Bier" = "unknown"\n'
    page.ask("read-as", path="t1.csv")
    assert page.ask("table", path="t1.csv")["said"] == {}


def test_blank_sheets_of_all_games(page: Page) -> None:
    games = page.ask("blanks")["games"]
    assert {one["name"] for one in games} == {"chouette", "doppelkopf", "acey-deucey", "yatzy"}
    for game in games:
        for layout in game["layouts"]:
            names = ["Anna", "Bernd", "Chris", "Dora", "Emil", "Frieda"][: max(2, layout["least"])]
            made = page.ask("new", game=game["name"], layout=layout["name"], players=names)
            assert made.startswith(b"PK"), (game["name"], layout["name"])
    refused = page.ask("new", game="doppelkopf", players=["Anna"])["refused"]
    assert "1 player does not fit on this sheet" in refused


def test_the_rules_are_told_with_their_examples(page: Page) -> None:
    rules = {one["rule"]: one for one in page.ask("rules")["rules"]}
    assert len(rules) > 50
    one = rules["doppelkopf/zero-sum"]
    assert one["says"]
    assert one["fails"]
    assert one["passes"]
