"""What is published shows no whole name: not in a page, a print, an export, or the name of a file."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.whole_event.publishing import Renaming, initials, published_names
from support import but_slow, run

PEOPLE = ("Anna Meier", "Bernd Wurzelschmidt", "Chris Øvergård", "Dora")
HIDDEN = (
    "Anna Meier",
    "Meier, Anna",
    "anna_meier",
    "anna-meier",
    "Bernd",
    "Wurzel",
    "Øverg",
    "Dora",
    "Annchen",
)
EVENT = """
[event]
name = "Farewell of Anna Meier"
game = "doppelkopf"
[ranking]
method = "sum"
[players]
"Anna Meier" = ["Annchen"]
[teams]
Two = ["Dora", "Chris Øvergård"]
[[penalties]]
player = "Dora"
points = -1
reason = "Dora came late"
"""
WISHES = """
[publish]
names = "initials"
[publish.players]
"Chris Øvergård" = "The Viking"
"""
# Anna's 12 in game 7 was written as 21, and a note speaks of her.
SHEET = (
    "{heading}\n1,2,2,-2,-2\n2,-3,1,1,1\n3,3,-3,-3,3\n4,-2,-2,2,2\n5,-4,-4,4,4\n6,-2,2,2,-2\n"
    "7,21,12,-12,-12\n\nMeier, Anna pays for Dora,,,,\n"
)


@pytest.fixture
def night(tmp_path: Path) -> Path:
    folder = tmp_path / "night"
    folder.mkdir()
    (folder / "event.toml").write_text(EVENT + WISHES, encoding="utf-8")
    (folder / "anna_meier table 1.csv").write_text(
        SHEET.format(heading="Game," + ",".join(PEOPLE)), encoding="utf-8"
    )
    other = SHEET.format(heading="Game,Annchen," + ",".join(PEOPLE[1:])).replace("21,12", "12,21")
    (folder / "Dora-Runde 2.csv").write_text(other, encoding="utf-8")
    return folder


def texts_of(path: Path) -> str:
    """All that a file says, with its name: of a workbook its parts, of a PDF its text."""
    data = path.read_bytes()
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            said = "\n".join(parts.read(name).decode("utf-8") for name in parts.namelist())
    elif data.startswith(b"%PDF"):
        if shutil.which("pdftotext") is None:
            return path.name
        done = subprocess.run(
            ["pdftotext", str(path), "-"], capture_output=True, check=True, encoding="utf-8"
        )
        said = done.stdout + re.sub(rb"stream.*?endstream", b"", data, flags=re.DOTALL).decode("latin-1")
    else:
        said = data.decode("utf-8")
    return f"{path.name}\n{said}"


def shown_in(said: str, names: tuple[str, ...] = HIDDEN) -> list[str]:
    # Long words may be broken anywhere.
    bare = said.replace("<wbr>", "").replace("\xad", "").casefold()
    return [name for name in names if name.casefold() in bare]


@pytest.mark.parametrize(
    "made",
    but_slow([(name, lang) for name in ("report", "process") for lang in LANGUAGES], ("process", "de")),
)
def test_no_output_holds_a_whole_name(night: Path, made: tuple[str, str]) -> None:
    command, lang = made
    assert run("fix", "night", "--yes", "--by", "Anna Meier", cwd=night.parent).returncode in {0, 1}
    (night / "corrections.csv").rename(night / "aside")
    prints = [
        part for what in ("report", "players", "all-certificates", "sheets") for part in ("--print", what)
    ]
    for corrected in (False, True):
        if corrected:
            shutil.copy(night / "aside", night / "corrections.csv")
        asked = (command, "night", "-o", "out", "--publish", "--provisional", "--lang", lang, *prints)
        done = run(*asked, cwd=night.parent)
        assert done.returncode in {0, 1}, done.stderr
        written = [path for path in (night.parent / "out").rglob("*") if path.is_file()]
        assert {"index.html", "standings.json", "findings.json"} <= {path.name for path in written}
        assert [path.suffix for path in written].count(".pdf") == 5
        for path in written:
            assert shown_in(texts_of(path)) == [], path.name
        page = (night.parent / "out" / "index.html").read_text(encoding="utf-8")
        assert "A. M." in page
        assert "The Viking" in page


@pytest.mark.parametrize(
    "kind", but_slow(["text", "json", "csv", "xlsx", "md", "html", "pdf"], "xlsx", "html")
)
def test_no_standings_hold_a_whole_name(night: Path, kind: str) -> None:
    assert run("rank", "night", "--format", "json", "-o", "then.json", cwd=night.parent).returncode == 1
    asked = ("--format", kind, "-o", f"now.{kind}", "--publish", "--meetings", "--against", "then.json")
    done = run("rank", "night", *asked, cwd=night.parent)
    assert done.returncode == 1, done.stderr
    said = texts_of(night.parent / f"now.{kind}")
    assert shown_in(said) == []
    whole = run("rank", "night", "--format", kind, "-o", f"whole.{kind}", cwd=night.parent)
    assert whole.returncode == 1
    if kind != "pdf" or shutil.which("pdftotext"):
        assert "A. M." in said
        assert "Dora" in shown_in(texts_of(night.parent / f"whole.{kind}"))


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_no_export_holds_a_whole_name(night: Path, kind: str) -> None:
    assert run("export", "night", "-o", f"games.{kind}", "--publish", cwd=night.parent).returncode == 1
    said = texts_of(night.parent / f"games.{kind}")
    assert shown_in(said) == []
    assert "A. M." in said


def test_the_numbers_are_the_same(night: Path) -> None:
    whole, bare = (
        list(
            csv.DictReader(
                io.StringIO(run("rank", "night", "--format", "csv", *more, cwd=night.parent).stdout)
            )
        )
        for more in ((), ("--publish",))
    )
    assert [line.pop("player") for line in bare] == [
        {"Anna Meier": "A. M.", "Bernd Wurzelschmidt": "B. W.", "Chris Øvergård": "The Viking", "Dora": "D."}[
            line.pop("player")
        ]
        for line in whole
    ]
    assert [[*line.values()] for line in bare] == [[*line.values()] for line in whole]


def test_without_a_word_of_it_there_are_initials_and_a_misspelt_one_is_told(night: Path) -> None:
    (night / "event.toml").write_text(EVENT, encoding="utf-8")
    done = run("rank", "night", "--format", "json", "--publish", cwd=night.parent)
    assert "C. Ø." in {line["player"] for line in json.loads(done.stdout)["standings"]}
    (night / "event.toml").write_text(EVENT + '[publish]\nnames = "some"\n', encoding="utf-8")
    assert run("rank", "night", cwd=night.parent).returncode == 2
    (night / "event.toml").write_text(EVENT + '[publish.players]\n"Dara" = "full"\n', encoding="utf-8")
    found = json.loads(run("validate", "night", "--format", "json", cwd=night.parent).stdout)["findings"]
    told = [one["message"] for one in found if one["rule"] == "tournament/matches-nothing"]
    assert len(told) == 1
    assert "Dara" in told[0]


def test_names_are_told_apart() -> None:
    english = Messages("en")
    people = ("Anna Meier", "Arno Müller", "A. M.", "Dora", "Ørjan von Berg", "4711")
    for kind in ("initials", "pseudonyms"):
        shown = published_names(people, kind, {"dora": "full", "4711": "A. M. 2"}, english)
        assert len(set(shown.values())) == len(people)
        assert (shown["Dora"], shown["4711"]) == ("Dora", "A. M. 2")
    assert initials("Ørjan von Berg") == "Ø. V. B."
    assert initials("👍") == "…"
    numbered = published_names(people, "pseudonyms", {}, english)
    assert sorted(numbered.values()) == [f"Player {number}" for number in range(1, 7)]
    assert numbered == published_names(reversed(people), "pseudonyms", {}, english)


def test_a_name_is_found_as_people_write_it_and_no_other_word() -> None:
    rename = Renaming({"Anna Meier": "A. M.", "Bo": "B.", "sum": "S.", "Zoë": "Z."})
    for said, then in {
        "Anna Meier": "A. M.",
        "ANNA  MEIER": "A. M.",
        "Meier, Anna": "A. M.",
        "anna_meier.csv": "A. M..csv",
        "Anna Meiers 12": "A. M.s 12",
        "Bo's 3": "B.'s 3",
        "Board of Bo": "Board of B.",
        "Zoe\u0308": "Z.",
        "Annabel Meier": "Annabel Meier",
    }.items():
        assert rename(said) == then


def test_players_called_like_words_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "sum.csv").write_text(
        SHEET.format(heading="Game,doppelkopf,normalized,tcg,wins"), encoding="utf-8"
    )
    done = run("report", "sum.csv", "-o", "out", "--publish", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    told = json.loads((tmp_path / "out" / "standings.json").read_text(encoding="utf-8"))
    assert {line["player"] for line in told["standings"]} >= {"D.", "N.", "T.", "W."}


@pytest.mark.parametrize("name", ["Anna Weiß", "İlhan Koç", "ﬁnn", "Straße Ǆ", "ẞen"])
def test_a_letter_whose_case_is_two_letters_hides_no_name(name: str) -> None:
    rename = Renaming({name: "X."})
    for spelt in (name, name.upper(), name.casefold(), name.lower(), "_".join(reversed(name.split()))):
        assert rename(f"{spelt} pays") == "X. pays", spelt
