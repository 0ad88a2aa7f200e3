"""Two sheets of one table among the files of a folder: found, mended and marked together."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest

from support import ROOT, run

HEAD = "Game,Anna,Bernd,Chris,Dora\n"
ROWS = [
    "1,2,2,-2,-2",
    "2,-1,1,-1,1",
    "3,1,1,-1,-1",
    "4,2,-2,-2,2",
    "5,-3,1,1,1",
    "6,1,-1,1,-1",
    "7,4,-4,4,-4",
    "8,-6,-6,6,6",
]
RULE = "tournament/sheets-differ"


def write(folder: Path, name: str, **changed: str) -> None:
    """The table with some rows as somebody else wrote them: ``r2="2,…"``."""
    rows = [changed.get(f"r{at}", row) for at, row in enumerate(ROWS, 1)]
    (folder / name).write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Bernd has lost his minus sign on A, Dora a digit too many on B, and game 7 is another on B."""
    write(tmp_path, "Table 1 A.csv", r4="4,2,2,-2,2")
    write(tmp_path, "Table 1 B.csv", r8="8,-6,-6,6,66", r7="7,-4,4,-4,4")
    return tmp_path


def test_a_folder_is_searched_for_them(table: Path) -> None:
    done = run("validate", ".", "--format", "json", cwd=table)
    found = [(f["rule"], f["path"], f["cell"], f["variant"]) for f in json.loads(done.stdout)["findings"]]
    assert found == [
        (RULE, "Table 1 A.csv", "C5", "sum"),
        (RULE, "Table 1 A.csv", "B8", "several"),
        (RULE, "Table 1 B.csv", "E9", "sum"),
    ]


@pytest.mark.parametrize("chosen", [("--ignore", RULE), ("--select", "doppelkopf/*")])
def test_who_does_not_ask_for_differences_gets_each_sheet_checked_by_itself(
    table: Path, chosen: tuple[str, str]
) -> None:
    done = run("validate", ".", "--format", "json", *chosen, cwd=table)
    found = [(one["rule"], one["path"], one["row"]) for one in json.loads(done.stdout)["findings"]]
    assert found == [
        ("doppelkopf/zero-sum", "Table 1 A.csv", 5),
        ("doppelkopf/zero-sum", "Table 1 B.csv", 9),
    ]
    assert "Table 1 A.csv and Table 1 B.csv are sheets of one table, and differ." in done.stderr


def test_names_of_files_say_nothing_to_the_terminal(tmp_path: Path) -> None:
    write(tmp_path, "Table 1 \x1b[31mA.csv")
    write(tmp_path, "Table 1 \u202eB\n.csv", r4="4,2,2,-2,2")
    done = run("validate", ".", cwd=tmp_path)
    assert "Table 1 [31mA.csv and Table 1 B .csv are sheets of one table" in done.stderr


def test_other_tables_of_the_same_players_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "one.csv")
    other = ["1,-4,4,4,-4", "2,2,-2,2,-2", "3,3,3,-9,3", "4,-1,-1,1,1", "5,8,-8,-8,8", "6,-2,2,2,-2"]
    (tmp_path / "two.csv").write_text(HEAD + "\n".join(other) + "\n", encoding="utf-8")
    done = run("validate", ".", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "Both sheets are right.\n")


def test_each_is_mended_in_its_own_copy_and_what_is_left_is_told(table: Path) -> None:
    done = run("fix", ".", "-o", "mended", cwd=table)
    assert done.returncode == 1
    assert "4,2,-2,-2,2\n" in (table / "mended" / "Table 1 A.csv").read_text()
    mended = (table / "mended" / "Table 1 B.csv").read_text()
    assert "8,-6,-6,6,6\n" in mended
    assert "7,-4,4,-4,4\n" in mended, "who is right of game 7 nobody knows"
    assert "mended/Table 1 A.csv:B8: error: Game 7 differs from mended/Table 1 B.csv (in B8)" in done.stdout
    assert "Nothing else is wrong" not in done.stderr


def test_sheets_that_say_the_same_once_mended_are_no_copies(tmp_path: Path) -> None:
    write(tmp_path, "one.csv", r4="4,2,2,-2,2")
    write(tmp_path, "two.csv", r8="8,-6,-6,6,66")
    done = run("fix", "one.csv", "two.csv", "-o", "mended", cwd=tmp_path)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, "Nothing else is wrong.")
    assert (tmp_path / "mended" / "one.csv").read_bytes() == (tmp_path / "mended" / "two.csv").read_bytes()


def test_equal_bytes_of_two_writers_are_no_copy(tmp_path: Path) -> None:
    write(tmp_path, "Table 1 A.csv")
    write(tmp_path, "Table 1 B.csv")
    done = run("validate", ".", cwd=tmp_path)
    assert done.returncode == 0
    assert "say the same. The table is counted once." in done.stderr
    (tmp_path / "Table 1 B.csv").rename(tmp_path / "other.csv")
    assert "[tournament/copy]" in run("validate", ".", cwd=tmp_path).stdout


def test_both_are_marked(table: Path) -> None:
    done = run("annotate", "Table 1 A.csv", "Table 1 B.csv", "-o", "marked", cwd=table)
    assert done.returncode == 1
    for name, cell, says in (("A", "C5", "With −2 it adds up"), ("B", "E9", "With 6 it adds up")):
        book = openpyxl.load_workbook(table / "marked" / f"Table 1 {name}.xlsx")
        comment = book.worksheets[0][cell].comment
        assert comment is not None
        assert says in comment.text


def test_inspect_shows_which_rows_belong_together(table: Path) -> None:
    text = (table / "Table 1 B.csv").read_text().replace("2,-1,1,-1,1\n", "")
    (table / "Table 1 B.csv").write_text(text)
    done = run("inspect", ".", cwd=table)
    assert done.stdout.endswith(
        "Sheets of one table: Table 1 A.csv and Table 1 B.csv\n"
        "  1 row the same: 2 and 2\n"
        "  3 and –, “2” is missing on Table 1 B.csv\n"
        "  1 row the same: 4 and 3\n"
        "  5 and 4, “4” differs: Bernd 2 | −2\n"
        "  2 rows the same: 6–7 and 5–6\n"
        "  8 and 7, “7” differs: Anna 4 | −4, Bernd −4 | 4, Chris 4 | −4 and Dora −4 | 4\n"
        "  9 and 8, “8” differs: Dora 6 | 66\n"
    )
    (shown,) = json.loads(run("inspect", ".", "--format", "json", cwd=table).stdout)["together"]
    assert shown["rows"][1:3] == [
        {"label": "2", "at": [3, None], "differs": []},
        {"label": "3", "at": [4, 3], "differs": []},
    ]


@pytest.mark.slow
def test_a_struck_box_of_a_card_is_said_to_be_0(tmp_path: Path) -> None:
    """On the faulty card Kari has 22 for four of a kind; on the other the box is empty."""
    samples = ROOT / "samples" / "yatzy"
    done = run("compare", samples / "yatzy.csv", samples / "yatzy-faulty.csv", cwd=tmp_path)
    assert done.returncode == 1
    assert "Kari's “Fire like” should be 0 instead of 22" in done.stdout
    # Both the bonus and the total differ; the total follows.
    assert done.stdout.count("Siri's “Bonus?” should be 0 instead of 50") == 2
    assert "Siri's “Totalt” should be" not in done.stdout


def compared(folder: Path, *names: str) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    """The findings of two sheets: path, cell, variant, and the edits of the first repair."""
    done = run("compare", *names, "--format", "json", cwd=folder)
    return [
        (
            one["path"],
            one["cell"],
            one["variant"],
            [(edit["cell"], edit["to"]) for fix in one["fixes"][:1] for edit in fix["edits"]],
        )
        for one in json.loads(done.stdout)["findings"]
    ]


def test_two_wrong_numbers_in_one_cell_have_one_truth(tmp_path: Path) -> None:
    """Bernd's 1 became 11 on a and −1 on b: 1 is one slip from both, and the row adds up."""
    write(tmp_path, "a.csv", r2="2,-1,11,-1,1")
    write(tmp_path, "b.csv", r2="2,-1,-1,-1,1")
    assert compared(tmp_path, "a.csv", "b.csv") == [
        ("a.csv", "C3", "neither", [("C3", "1")]),
        ("b.csv", "C3", "neither", [("C3", "1")]),
    ]


def test_a_total_row_tells_who_is_wrong_in_a_row_that_adds_up(tmp_path: Path) -> None:
    """Game 7 the wrong way round on a. Its totals, 0, −8, 6 and 2, are those of the right numbers."""
    write(tmp_path, "a.csv", r7="7,-4,4,-4,4")
    write(tmp_path, "b.csv")
    with (tmp_path / "a.csv").open("a", encoding="utf-8") as file:
        file.write("Total,0,-8,6,2\n")
    mended = [("B8", "4"), ("C8", "-4"), ("D8", "4"), ("E8", "-4")]
    assert compared(tmp_path, "a.csv", "b.csv") == [("a.csv", "B8", "several-total", mended)]


def test_where_rows_and_totals_allow_both_it_is_asked(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", r7="7,-4,4,-4,4")
    write(tmp_path, "b.csv")
    found = compared(tmp_path, "a.csv", "b.csv")
    turned = [("B8", "4"), ("C8", "-4"), ("D8", "4"), ("E8", "-4")]
    assert found == [("a.csv", "B8", "several", turned)]


def told(folder: Path, *more: str) -> list[tuple[str, str, str, str, list[str]]]:
    """What is found in a folder: rule, file, cell, variant, and the kinds of the repairs that are sure."""
    done = run("validate", ".", "--format", "json", *more, cwd=folder)
    return [
        (
            f["rule"],
            f["path"],
            f["cell"],
            f["variant"],
            [x["kind"] for x in f["fixes"] if x["confidence"] > 0.99],
        )
        for f in json.loads(done.stdout)["findings"]
    ]


def test_a_row_left_out_is_one_finding_on_the_sheet_that_lacks_it(tmp_path: Path) -> None:
    """Its numbers go from 2 to 4, and its total row has what game 3 gave: neither is told beside."""
    write(tmp_path, "Table 1 A.csv")
    text = HEAD + "\n".join([*ROWS[:2], *ROWS[3:], "Total,0,-8,6,2"]) + "\n"
    (tmp_path / "Table 1 B.csv").write_text(text, encoding="utf-8")
    assert told(tmp_path) == [(RULE, "Table 1 B.csv", "A4", "row-left-out", ["row-left-out"])]


def test_a_row_there_twice_is_one_finding_and_is_taken_out(tmp_path: Path) -> None:
    write(tmp_path, "Table 1 A.csv")
    write(tmp_path, "Table 1 B.csv", r3=f"{ROWS[2]}\n{ROWS[2]}")
    assert told(tmp_path) == [(RULE, "Table 1 B.csv", "A5", "row-twice", ["row-twice"])]
    done = run("fix", ".", "-o", "mended", cwd=tmp_path)
    assert done.returncode == 0
    assert ",,,," in (tmp_path / "mended" / "Table 1 B.csv").read_text(encoding="utf-8").splitlines()


def test_of_two_equal_rows_without_numbers_one_is_rather_too_many(tmp_path: Path) -> None:
    """That two games in a row gave the same is rarer than to write one twice; sure is that not."""
    rows = [row.partition(",")[2] for row in ROWS]
    for name, these in (("a.csv", rows), ("b.csv", [*rows[:3], *rows[2:]])):
        (tmp_path / name).write_text("\n".join([HEAD.strip().partition(",")[2], *these]) + "\n", "utf-8")
    assert told(tmp_path) == [(RULE, "b.csv", "A5", "row-twice", [])]


def test_a_total_row_tells_of_the_rows_of_all_sheets_together(tmp_path: Path) -> None:
    """B has game 7 the wrong way round and lacks game 2. Its totals, 0, −8, 6 and 2, are those of A."""
    write(tmp_path, "Table 1 A.csv")
    rows = [*ROWS[:1], *ROWS[2:6], "7,-4,4,-4,4", ROWS[7], "Total,0,-8,6,2"]
    (tmp_path / "Table 1 B.csv").write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    assert told(tmp_path) == [
        (RULE, "Table 1 B.csv", "A3", "row-left-out", ["row-left-out"]),
        (RULE, "Table 1 B.csv", "B7", "several-total", ["wrong-party"]),
    ]


@pytest.mark.parametrize("numbered", [True, False])
def test_a_row_that_neither_has_is_in_the_totals_of_both(tmp_path: Path, *, numbered: bool) -> None:
    """Both lack game 7, 4 −4 4 −4; with it the totals are 0 −8 6 2, and on B Dora's 2 has become 21."""
    rows = "\n".join(row if numbered else row[1:] for row in ROWS if row[0] != "7")
    for name, of_dora in (("Table 1 A.csv", 2), ("Table 1 B.csv", 21)):
        text = f"{HEAD if numbered else HEAD[4:]}{rows}\nTotal,0,-8,6,{of_dora}\n"
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = run("validate", ".", "--format", "json", cwd=tmp_path)
    told = {
        (one["path"][8], one["cell"]): (one["fixes"][0]["kind"], [e["to"] for e in one["fixes"][0]["edits"]])
        for one in json.loads(done.stdout)["findings"]
        if one["rule"] == "sheet/total-mismatch"
    }
    of_both = {(sheet, "B9"): ("row-left-out", list[str]()) for sheet in "AB"}
    assert told == of_both | {("B", "E9"): ("digit-added", ["2"])}


def test_totals_that_changed_places_are_one_finding(tmp_path: Path) -> None:
    """On B the totals after games 3 and 4, 2, 4, −4, −2 and 4, 2, −6, 0, stand in each other's row."""
    totals = [
        "1,2,2,-2,-2",
        "2,1,3,-3,-1",
        "3,2,4,-4,-2",
        "4,4,2,-6,0",
        "5,1,3,-5,1",
        "6,2,2,-4,0",
        "7,6,-2,0,-4",
    ]
    other = [*totals[:2], "3,4,2,-6,0", "4,2,4,-4,-2", *totals[4:]]
    for name, rows in (("Table 1 A.csv", totals), ("Table 1 B.csv", other)):
        (tmp_path / name).write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    assert told(tmp_path) == [(RULE, "Table 1 B.csv", "B4", "several-rules", ["rows-swapped"])]


def test_what_nobody_can_tell_is_asked_with_what_it_matters(tmp_path: Path) -> None:
    """In game 7 A gives Anna and Chris 4, B the others. Bernd, last with −8, would have 0 by B."""
    write(tmp_path, "Table 1 A.csv")
    write(tmp_path, "Table 1 B.csv", r7="7,-4,4,-4,4")
    done = run("rank", ".", "--format", "json", cwd=tmp_path)
    assert json.loads(done.stdout)["provisional"]
    done = run("process", ".", "-o", "out", cwd=tmp_path)
    (finding,) = json.loads((tmp_path / "out" / "findings.json").read_text(encoding="utf-8"))["findings"]
    assert (finding["path"], finding["cell"], finding["variant"]) == ("Table 1 A.csv", "B8", "several")
    assert finding["related"] == ["C8", "D8", "E8"]
    assert finding["impact"]["changes"] == "ranks"
    assert "Bernd from 4 to" in finding["impact"]["message"]


def test_a_slip_on_each_sheet_in_one_row(tmp_path: Path) -> None:
    """Game 1 was 2, 2, −2, −2: Anna's 2 became 22 on a, and Dora's −2 a 2 on b."""
    write(tmp_path, "a.csv", r1="1,22,2,-2,-2")
    write(tmp_path, "b.csv", r1="1,2,2,-2,2")
    assert compared(tmp_path, "a.csv", "b.csv") == [
        ("a.csv", "B2", "sum", [("B2", "2")]),
        ("b.csv", "E2", "sum", [("E2", "-2")]),
    ]


@pytest.mark.parametrize(
    ("game", "right", "wrong"), [("doppelkopf", "-0,05", "0,05"), ("schafkopf", "-0,10", "-0,01")]
)
def test_amounts_are_mended_as_amounts(tmp_path: Path, game: str, right: str, wrong: str) -> None:
    """At 5 cents a point, or in euros, the repair is no number of points, and no fraction."""
    lines = ["Spiel;Anna;Bernd;Chris;Dora"]
    for at, row in enumerate(ROWS, 1):
        a_point = 5 if game == "doppelkopf" else 50 if "-3" in row else 10
        amounts = (int(points) * a_point for points in row.split(",")[1:])
        lines.append(";".join([str(at), *(f"{n / 100:.2f}".replace(".", ",") for n in amounts)]))
    good = "\n".join(lines) + "\n"
    assert good.count(right) > 1
    bad = good.replace(f";{right}", f";{wrong}", 1)
    (tmp_path / "one.csv").write_text(good, encoding="utf-8")
    (tmp_path / "two.csv").write_text(bad, encoding="utf-8")
    done = run("validate", ".", "--game", game, "--format", "json", cwd=tmp_path)
    found = json.loads(done.stdout)["findings"]
    edits = [[(e["from"], e["to"]) for fix in one["fixes"][:1] for e in fix["edits"]] for one in found]
    assert edits == [[(wrong, right)]]


def test_columns_without_a_heading_are_not_held_against_each_other(tmp_path: Path) -> None:
    # Marks of those who won before the points of each, on one sheet as “Re”, on the other as “x”.
    for name, mark in (("Table 1 A.csv", "Re"), ("Table 1 B.csv", "x")):
        rows = ["Game,Anna,,Bernd,,Chris,,Dora,"]
        for row in ROWS:
            game, *points = row.split(",")
            rows.append(",".join([game, *(f"{mark if int(one) > 0 else ''},{one}" for one in points)]))
        (tmp_path / name).write_text("\n".join(rows) + "\n", encoding="utf-8")
    done = run("validate", ".", "--format", "json", cwd=tmp_path)
    assert json.loads(done.stdout)["findings"] == []


@pytest.mark.parametrize(("folder", "is_copy"), [("Runde 2", True), ("last year", False)])
def test_folders_of_rounds_are_of_one_event(tmp_path: Path, folder: str, is_copy: bool) -> None:
    for one in ("Runde 1", folder):
        (tmp_path / one).mkdir()
        write(tmp_path / one, "Tisch 1.csv")
    done = run("validate", ".", "--format", "json", cwd=tmp_path)
    found = [(f["rule"], f["path"]) for f in json.loads(done.stdout)["findings"]]
    assert found == [("tournament/copy", "Runde 2/Tisch 1.csv")] * is_copy


def test_cards_of_one_game_beside_cards_of_two(tmp_path: Path) -> None:
    """The same players have one card each on one sheet and two on the other."""
    card = (ROOT / "samples/yatzy/yatzy.csv").read_text(encoding="utf-8")
    rows = [line.split(",") for line in card.splitlines()]
    once, again = "\n".join(map(",".join, rows)), "\n".join(",".join([*row, *row[1:]]) for row in rows)
    (tmp_path / "a.csv").write_text(once, encoding="utf-8")
    (tmp_path / "b.csv").write_text(again.replace("To par,24", "To par,22"), encoding="utf-8")
    done = run("validate", ".", "--format", "json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    found = {one["rule"] for one in json.loads(done.stdout)["findings"]}
    assert found == {"sheet/same-card", "yatzy/total"}


@pytest.mark.parametrize(
    ("there", "cell"),
    [({}, None), ({"soloist": "Chris"}, "F10"), ({"total": "-11"}, "B11")],
)
def test_what_stands_beside_equal_points_is_compared(
    tmp_path: Path, there: dict[str, str], cell: str | None
) -> None:
    """Another soloist, or another total, whatever the checks of a sheet alone tell."""
    same: dict[str, str] = {}
    for name, made in (("Table 1 A.csv", same), ("Table 1 B.csv", there)):
        said = {"soloist": "Dora", "total": "-1"} | made
        rows = [f"{row}," for row in ROWS] + [f"9,-1,-1,-1,3,{said['soloist']}"]
        text = "\n".join((HEAD.replace("\n", ",Solo"), *rows, f"Total,{said['total']},-9,5,5,"))
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    ignored = ("--ignore", "sheet/total-mismatch", "--ignore", "doppelkopf/named-party")
    done = run("validate", ".", "--format", "json", *ignored, cwd=tmp_path)
    found = [(f["rule"], f["path"], f["cell"]) for f in json.loads(done.stdout)["findings"]]
    assert found == ([] if cell is None else [(RULE, "Table 1 B.csv", cell)])
