"""What the page asks, and what it is told, without a browser."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from typing import Any

import pytest

from scorecheck.browser import workspace
from scorecheck.browser.workspace import safe_path
from scorecheck.checks.own import shipped
from scorecheck.games import registry
from scorecheck.model.outcome import Checked
from scorecheck.one_file.settings import Source
from support import ROOT, but_slow, check
from workspace_page import Page

SLIPS = (ROOT / "samples" / "chouette" / "mcc-extra.xlsx").read_bytes()
TEXT = (ROOT / "samples" / "acey-deucey" / "club-night-faulty.csv").read_bytes()

DOKO = b"Anna,Bernd,Chris,Dora\n2,-2,2,-2\n1,1,-1,-1\n3,-3,-3,3\n1,-1,-1,1\n-2,2,2,-2\n1,1,-1,-1\n"


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


def test_repairs_in_an_event_are_saved_as_its_corrections(page: Page) -> None:
    event = b'[event]\nname = "x"\n'
    page.place(("night/event.toml", event), ("night/b.csv", TEXT))
    assert not page.shown()["corrects"]
    first = next(one for one in page.shown()["findings"] if one["fixes"])
    assert page.ask("take", finding=first["id"], fix=0) == {}
    told = page.shown()
    assert told["corrects"]
    lines = page.ask("corrections").decode().splitlines()
    assert lines[0] == "file,sheet,cell,from,to,rule,why,by,when"
    assert [line.split(",")[:3] for line in lines[1:]] == [["b.csv", "", first["cell"]]]
    # What was saved is known when it comes back with the sheet as it was handed in.
    saved = page.ask("corrections")
    page.ask("undo", path="night/b.csv", at=0)
    page.place(("night/corrections.csv", saved))
    again = page.shown()
    assert first["id"] not in [one["id"] for one in again["findings"]]
    assert b'id="corrections"' in page.ask("print", what="report", pdf=False)
    page.ask("remove", path="night/event.toml")
    assert not page.shown()["corrects"]


def test_a_question_names_nothing_to_type_for_a_button_stands_below(page: Page) -> None:
    won_by_three = b"Date,Winner,Loser,Points\n2026-01-03,Anna,Bert,3\n2026-01-10,Bert,Anna,3\n"
    page.place(("a.csv", won_by_three + b"2026-01-17,Anna,Cleo,3\n2026-01-24,Cleo,Bert,3\n"))
    (asked,) = page.shown()["findings"]
    assert asked["question"]
    assert asked["sentence"] == "This may be Acey-deucey, but its rows alone do not settle it."
    for lang in ("de", "nb"):
        (asked,) = page.shown(lang=lang)["findings"]
        assert asked["sentence"].endswith("es nicht." if lang == "de" else "det ikke.")


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


def test_a_file_is_checked_once_whatever_comes_beside_it(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def check_files(sources: Sequence[Source], *more: Any) -> Checked:
        looked_at.extend(one.shown for one in sources)
        return real_check_files(sources, *more)

    real_check_files = workspace.check_files
    monkeypatch.setattr(workspace, "check_files", check_files)
    page.place(("a.csv", DOKO))
    page.shown()
    page.place(("b.csv", TEXT))
    page.shown()
    assert looked_at == ["a.csv", "b.csv"]


@pytest.mark.parametrize("name", but_slow(["slips", "right", "event", "card"], "slips", "event"))
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
    report = page.ask("print", what="report", pdf=False).decode()
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
    arranged = [
        {"name": "Vorrunde", "sheets": ["t1.csv"], "tables": {}},
        {"name": "Finale", "sheets": ["t2.csv"], "tables": {}},
    ]
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
    assert told["tables"][0]["noticed"][0].startswith("100% of wrong numbers")
    assert "unknown" in [one["name"] for one in told["roles"]]
    page.ask("read-as", path="t1.csv", game="doppelkopf", columns={"Bier": "unknown"})
    told = page.ask("table", path="t1.csv")
    assert told["said"] == {"game": "doppelkopf", "columns": {"Bier": "unknown"}}
    if told["tables"][0]["read"]:
        assert told["tables"][0]["columns"][3]["role"] == "unknown"
    kept = page.ask("settings", path="t1.csv").decode()
    assert kept == 'game = "doppelkopf"\ncolumns."Bier" = "unknown"\n'
    page.ask("read-as", path="t1.csv")
    assert page.ask("table", path="t1.csv")["said"] == {}


def test_blank_sheets_of_all_games(page: Page) -> None:
    games = page.ask("blanks")["games"]
    assert {one["name"] for one in games} == {*registry.GAMES, *shipped()}
    # The rules are offered by names, not by the words of the options.
    told = {one["name"]: one["label"] for game in games for one in game["presets"]}
    assert (told["tcg"], told["kniffel"]) == ("TCG tournament rules", "Kniffel")
    assert not [name for name, label in told.items() if name == label]
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


FOUR = {"game": "doppelkopf", "layout": "points", "players": ["Anna", "Bernd", "Chris", "Dora"]}


def test_the_fourth_number_follows_and_an_open_row_is_no_mistake(page: Page) -> None:
    assert page.ask("grid", **FOUR)["players"] == FOUR["players"]
    three = page.ask("typed", cells=[["1", "1", "-1", ""], ["", "", "", ""]], **FOUR)
    assert (three["findings"], three["open"], three["out"]) == ([], 0, None)
    assert three["follows"] == {"column": 3, "text": "-1", "shown": "−1"}
    # With two numbers missing nothing follows; what cannot be read is no number.
    assert page.ask("typed", cells=[["1", "1", "", ""]], **FOUR)["follows"] is None
    assert page.ask("typed", cells=[["1", "1", "?", ""]], **FOUR)["follows"] is None
    assert page.ask("typed", cells=[], **FOUR)["stands"] == []


def test_a_full_row_is_held_to_the_rules_with_its_repairs(page: Page) -> None:
    told = page.ask("typed", cells=[["1", "1", "-1", "-1"], ["3", "-3", "3", "3"]], **FOUR)
    (one,) = told["findings"]
    assert (one["rule"], one["severity"], one["row"], told["open"]) == (
        "doppelkopf/zero-sum",
        "error",
        1,
        None,
    )
    assert one["text"] == "Game 2 adds up to +6, not 0."
    # Who lost alone lost 9.
    assert [[(edit["row"], edit["text"]) for edit in fix["edits"]] for fix in one["fixes"]] == [
        *([(1, "-3")],) * 3,
        [(1, "-9")],
    ]
    assert told["stands"] == [["1", "1", "−1", "−1"], ["4", "−2", "2", "2"]]


@pytest.mark.parametrize(
    ("cells", "out"),
    [
        ([["", "1", "1", "-1", "-1"]], {"row": 1, "column": 1}),
        ([["", "1", "1", "-1", "-1"], ["2", "", "2", "-2", "-2"], ["1"]], {"row": 2, "column": 2}),
        ([["1", "1", "-1", "-1", ""]], {"row": 1, "column": 0}),
        # Nobody takes turns here.
        ([["", "1", "1", "-1", "-1"], ["", "2", "2", "-2", "-2"]], None),
        ([["1", "1", "-1"]], None),
    ],
)
def test_who_sits_out_next_is_told_from_the_turn(page: Page, cells: list[list[str]], out: Any) -> None:
    five = {**FOUR, "players": [*FOUR["players"], "Emil"]}
    assert page.ask("typed", cells=cells, **five)["out"] == out


def test_running_totals_and_cards_are_written_too(page: Page) -> None:
    totals = page.ask(
        "typed", cells=[["1", "1", "-1", "-1"], ["3", "3", "-3", ""]], **{**FOUR, "layout": "totals"}
    )
    assert totals["follows"] == {"column": 3, "text": "-3", "shown": "−3"}
    # Somebody may be called what a column is called elsewhere.
    odd = page.ask(
        "typed", cells=[["1", "1", "-1", "-1"]], **{**FOUR, "players": ["Summe", "Nr", "Otto", "Ida"]}
    )
    assert (odd["findings"], odd["stands"]) == ([], [["1", "1", "−1", "−1"]])
    card = {"game": "yatzy", "layout": "card", "players": ["Anna", "Bernd"]}
    assert page.ask("grid", **card)["rows"][0] == "Ones"
    assert page.ask("typed", cells=[["3", ""]], **card)["findings"] == []
    half = [["3", "4"], ["6", "8"], ["9", "9"], ["", "12"], ["15", "16"], ["18", ""], ["12", "10"]]
    (one,) = page.ask("typed", cells=half, **card)["findings"]
    assert (one["rule"], one["row"], one["column"]) == ("yatzy/value", 4, 1)


def test_what_was_written_reads_back(page: Page) -> None:
    book = page.ask("written", cells=[["1", "1", "-1", "-1"], ["=1+1", "2", "-2", "-2"]], **FOUR)
    file = check(book, "sheet.xlsx")
    (one,) = file.files[0].sheets
    assert (one.sheet.game, one.sheet.layout, one.entries) == ("doppelkopf", "points", 2)
    # What was typed is text, never a formula.
    assert [(found.rule, found.cell and found.cell.a1) for found in file.findings] == [
        ("sheet/not-a-number", "B3")
    ]
    assert page.ask("written", cells=[], **{**FOUR, "players": ["Anna"]}) == {
        "refused": "1 player does not fit on this sheet: it is for 4 to 7."
    }


def test_what_is_to_be_published_has_the_names_that_the_event_file_says(page: Page) -> None:
    event = b'[event]\nname = "x"\n[publish]\nnames = "initials"\n[publish.players]\nDora = "full"\n'
    page.place(("night/event.toml", event), ("night/b.csv", DOKO))
    assert page.shown()["publishes"]
    assert b"Bernd" in page.ask("standings", format="csv")
    for kind in ("csv", "json", "md", "html"):
        told = page.ask("standings", format=kind, publish=True)
        assert b"Bernd" not in told
        assert b"B." in told
        assert b"Dora" in told
    for what in ("standings", "report"):
        assert b"Bernd" not in page.ask("print", what=what, pdf=False, publish=True)
        assert b"Bernd" in page.ask("print", what=what, pdf=False)


def test_the_file_of_a_game_beside_a_sheet_is_taken(page: Page) -> None:
    folder = ROOT / "samples" / "own-games" / "romme"
    sheet = (folder / "evening-faulty.csv").read_bytes()
    page.place(("romme.toml", (folder / "romme.toml").read_bytes()), ("evening.csv", sheet))
    assert [(one["rule"], one["cell"]) for one in page.shown()["findings"]] == [("romme/pattern", "D4")]


def test_cards_of_a_game_in_a_file_are_checked_and_ranked(page: Page) -> None:
    folder = ROOT / "samples" / "own-games" / "generala"
    sheet = (folder / "table-faulty.csv").read_bytes()
    page.place(("generala.toml", (folder / "generala.toml").read_bytes()), ("evening.csv", sheet))
    shown = page.shown()
    assert [(one["rule"], one["cell"]) for one in shown["findings"]] == [
        ("generala/value", "C8"),
        ("generala/total", "D13"),
    ]
    assert "Generala" in json.dumps(shown)


def test_a_broken_file_of_a_game_is_said_by_line_and_key(page: Page) -> None:
    broken = ("romme.toml", b'[game]\nname = "romme"\nplayers = 1\n')
    said = "romme.toml:3: game.players cannot be 1. It may be: 2 … 60."
    page.place(broken)
    assert page.shown()["notes"] == [said]
    assert page.ask("blanks")["refused"] == [said]
    page.place(("evening.csv", DOKO))
    assert page.shown() == {"refused": said}


def test_blank_sheets_of_a_game_whose_file_lies_here(page: Page) -> None:
    def named() -> set[str]:
        return {one["name"] for one in page.ask("blanks")["games"]}

    folder = ROOT / "samples" / "own-games" / "romme"
    page.place(("abende/romme.toml", (folder / "romme.toml").read_bytes()))
    assert "romme" in named()
    assert page.shown()["notes"][-1] == "Rummy is checked by the file abende/romme.toml."
    made = page.ask("new", game="romme", layout="points", players=["Anna", "Bernd", "Claudia"], rows=6)
    page.place(("abende/blank.xlsx", made))
    grid = page.ask("grid", game="romme", layout="points", preset="", players=["Anna", "Bernd"])
    assert grid["players"] == ["Anna", "Bernd"]
    cells = [["0", "25"], ["14", "-3"]]
    typed = page.ask(
        "typed", game="romme", layout="points", preset="", players=["Anna", "Bernd"], cells=cells
    )
    # One player goes out in each round, and nobody has less than 0.
    assert [one["row"] for one in typed["findings"]] == [1]
    page.ask("place", anew=True)
    assert "romme" not in named()


def test_a_card_of_a_game_in_a_file_is_not_wrong_while_it_is_written(page: Page) -> None:
    page.place(("g.toml", (ROOT / "samples" / "own-games" / "generala" / "generala.toml").read_bytes()))
    page.ask("blanks")
    said = {"game": "generala", "layout": "card", "preset": "", "players": ["Ana", "Beto"]}
    rows = page.ask("grid", **said)["rows"]
    written = page.ask("typed", **said, cells=[["3", "2"], ["4", ""]])
    assert len(rows) == 11
    assert written["findings"] == []
    # 7 is no number of twos.
    assert [one["row"] for one in page.ask("typed", **said, cells=[["3", "2"], ["7", ""]])["findings"]] == [1]


def test_the_event_that_is_kept_names_the_file_of_the_game(page: Page) -> None:
    folder = ROOT / "samples" / "own-games" / "romme"
    page.place(*((name, (folder / name).read_bytes()) for name in ("romme.toml", "evening.csv")))
    kept = page.ask("event")
    assert b'game = "romme.toml"' in kept
    page.place(("event.toml", kept))
    assert page.shown()["verdict"]["state"] == "right"
