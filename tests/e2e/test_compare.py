"""``scorecheck compare``: two or three sheets of one table held against each other."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import openpyxl
import pytest

from scorecheck.whole_event import comparing
from support import ROOT, run

HEAD = "Game,Anna,Bernd,Chris,Dora\n"
ROWS = ["1,2,2,-2,-2", "2,-1,1,-1,1", "3,1,1,-1,-1", "4,2,-2,-2,2", "5,-3,1,1,1", "6,1,-1,1,-1"]
SHEET = HEAD + "\n".join(ROWS) + "\n"
TOTALS = HEAD + "1,2,2,-2,-2\n2,1,3,-3,-1\n3,2,4,-4,-2\n4,4,2,-6,0\n5,1,3,-5,1\n6,2,2,-4,0\n"
"""The same table as running totals."""
RULE = "tournament/sheets-differ"


def compared(folder: Path, *sheets: str, more: tuple[str, ...] = ()) -> tuple[int, dict[str, Any]]:
    names = [f"{letter}.csv" for letter in "abc"[: len(sheets)]]
    for name, text in zip(names, sheets, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    done = run("compare", *names, "--format", "json", *more, cwd=folder)
    return done.returncode, json.loads(done.stdout)


def told(report: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """The findings: rule, path, cell and variant."""
    return [(f["rule"], f["path"], f["cell"], f["variant"]) for f in report["findings"]]


def without(number: int) -> str:
    return HEAD + "\n".join(row for row in ROWS if not row.startswith(f"{number},")) + "\n"


def with_row(number: int, row: str) -> str:
    return HEAD + "\n".join(row if old.startswith(f"{number},") else old for old in ROWS) + "\n"


def test_sheets_that_say_the_same_agree(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(SHEET, encoding="utf-8")
    (tmp_path / "b.csv").write_text(TOTALS, encoding="utf-8")
    done = run("compare", "a.csv", "b.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The sheets a.csv and b.csv agree: 6 rows side by side.\n")


def test_players_under_other_names_are_asked_about(tmp_path: Path) -> None:
    """The rows agree, but not who played them; a name that is only shorter is no question."""
    status, report = compared(tmp_path, SHEET, SHEET.replace("Anna", "Karl").replace("Bernd", "B"))
    assert status == 1
    assert told(report) == [(RULE, "b.csv", "B1", "renamed")]
    said = "The column of Karl is that of Anna on a.csv (in B1): are they the same person?"
    assert report["findings"][0]["message"] == said
    (tmp_path / "event.toml").write_text(
        '[event]\nname = "Club"\n[players]\nAnna = ["Karl"]\n', encoding="utf-8"
    )
    done = run("compare", "a.csv", "b.csv", "--event", "event.toml", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_rules_say_which_of_two_numbers_is_right(tmp_path: Path) -> None:
    """One row that does not add up is one finding: the sheet's own is left out."""
    status, report = compared(tmp_path, SHEET, with_row(2, "2,-1,2,-1,1"))
    assert status == 1
    (finding,) = report["findings"]
    assert told(report) == [(RULE, "b.csv", "C3", "sum")]
    assert finding["message"] == "Game 2: Bernd has 2 here and 1 on a.csv (in C3). With 1 it adds up."
    assert report["compared"] == {
        "tables": [
            {
                "sheets": [{"path": "a.csv", "sheet": None}, {"path": "b.csv", "sheet": None}],
                "rows": 6,
                "differences": 1,
            }
        ],
        "alone": [],
    }


def test_the_json_keeps_the_schema_of_reports(tmp_path: Path) -> None:
    _, report = compared(tmp_path, SHEET, with_row(2, "2,-1,2,-1,1"), TOTALS)
    jsonschema.validate(report, json.loads((ROOT / "schemas" / "report.schema.json").read_text()))


@pytest.mark.parametrize(
    ("lang", "message"),
    [
        ("de", "Spiel 2: Bernd hat hier 2, auf a.csv aber 1 (in C3). Mit 1 geht es auf."),
        ("nb", "Spill 2: Bernd har 2 her og 1 på a.csv (i C3). Med 1 går det opp."),
    ],
)
def test_in_other_languages(lang: str, message: str, tmp_path: Path) -> None:
    _, report = compared(tmp_path, SHEET, with_row(2, "2,-1,2,-1,1"), more=("--lang", lang))
    assert [finding["message"] for finding in report["findings"]] == [message]


def test_the_order_of_the_sheets_and_of_the_players_does_not_matter(tmp_path: Path) -> None:
    turned = "Game,Dora,Chris,Bernd,Anna\n" + "".join(
        ",".join([number, *reversed(points)]) + "\n" for number, *points in (row.split(",") for row in ROWS)
    )
    _, report = compared(tmp_path, with_row(2, "2,-1,2,-1,1"), turned)
    assert told(report) == [(RULE, "a.csv", "C3", "sum")]


def test_two_cells_of_a_row_wrong_on_one_sheet_each(tmp_path: Path) -> None:
    """Neither row adds up; Bernd's 1 from the one and Chris's −1 from the other do."""
    _, report = compared(tmp_path, with_row(2, "2,-1,2,-1,1"), with_row(2, "2,-1,1,-3,1"))
    assert told(report) == [(RULE, "a.csv", "C3", "sum"), (RULE, "b.csv", "D3", "sum")]


def test_where_the_rules_allow_both_it_is_asked(tmp_path: Path) -> None:
    _, report = compared(tmp_path, SHEET, with_row(6, "6,1,1,-1,-1"))
    assert told(report) == [(RULE, "a.csv", "C7", "several")]
    assert report["findings"][0]["message"] == (
        "Game 6 differs from b.csv (in C7), here | there: Bernd −1 | 1 and Chris 1 | −1. The rules do not "
        "tell which is right: ask those who wrote."
    )


def test_a_third_sheet_decides(tmp_path: Path) -> None:
    _, report = compared(tmp_path, SHEET, with_row(6, "6,1,1,-1,-1"), TOTALS)
    assert told(report) == [(RULE, "b.csv", "C7", "several-majority")]


def test_a_total_that_only_one_number_agrees_with_decides(tmp_path: Path) -> None:
    """The columns of the sheet add up to 2, 2, −4, 0; with game 6 as b has it, to 2, 4, −6, 0."""
    total = "Total,2,2,-4,0\n"
    _, report = compared(tmp_path, SHEET + total, with_row(6, "6,1,1,-1,-1") + total)
    assert told(report) == [(RULE, "b.csv", "C7", "several-total")]


def test_a_total_that_was_worked_out_from_the_wrong_number_decides_nothing(tmp_path: Path) -> None:
    other = with_row(6, "6,1,1,-1,-1")
    _, report = compared(tmp_path, SHEET + "Total,2,2,-4,0\n", other + "Total,2,4,-6,0\n")
    assert told(report) == [(RULE, "a.csv", "C7", "several")]


def test_totals_that_differ_by_themselves(tmp_path: Path) -> None:
    _, report = compared(tmp_path, SHEET + "Total,2,2,-4,0\n", SHEET + "Total,2,3,-4,0\n")
    assert (RULE, "b.csv", "C8", "foot-wrong") in told(report)


def test_the_same_slip_on_both_sheets_is_found_as_on_one(tmp_path: Path) -> None:
    copied = with_row(2, "2,-1,2,-1,1")
    status, report = compared(tmp_path, copied, copied)
    assert status == 1
    assert {(rule, path) for rule, path, _, _ in told(report)} == {
        ("doppelkopf/zero-sum", "a.csv"),
        ("doppelkopf/zero-sum", "b.csv"),
    }
    assert report["compared"]["tables"][0]["differences"] == 0


def test_a_game_that_is_missing_on_one_sheet(tmp_path: Path) -> None:
    _, report = compared(tmp_path, SHEET, without(4))
    assert [one for one in told(report) if one[0] == RULE] == [(RULE, "b.csv", "A5", "row-left-out")]


@pytest.mark.parametrize(
    ("lang", "repair"),
    [
        ("en", "A game is missing at the end: a row was left out."),
        ("de", "Am Ende fehlt ein Spiel: Eine Zeile wurde ausgelassen."),
        ("nb", "Et spill mangler på slutten: En rad ble hoppet over."),
    ],
)
def test_the_last_game_that_is_missing_is_missing_before_no_other(
    lang: str, repair: str, tmp_path: Path
) -> None:
    _, report = compared(tmp_path, SHEET, without(6), more=("--lang", lang))
    (finding,) = report["findings"]
    assert [fix["message"] for fix in finding["fixes"]] == [repair]


def test_a_game_that_stands_twice(tmp_path: Path) -> None:
    twice = HEAD + "\n".join([*ROWS[:3], ROWS[2], *ROWS[3:]]) + "\n"
    _, report = compared(tmp_path, SHEET, twice)
    assert [(path, variant) for rule, path, _, variant in told(report) if rule == RULE] == [
        ("b.csv", "row-twice")
    ]


def test_two_games_that_changed_places_are_one_difference(tmp_path: Path) -> None:
    swapped = HEAD + "\n".join([*ROWS[:2], "3" + ROWS[3][1:], "4" + ROWS[2][1:], *ROWS[4:]]) + "\n"
    _, report = compared(tmp_path, SHEET, swapped)
    assert [(rule, variant) for rule, _, _, variant in told(report)] == [(RULE, "row-moved")]


def test_numbers_that_are_off_by_one_are_no_difference(tmp_path: Path) -> None:
    renumbered = HEAD + "".join(f"{int(row[0]) + 1}{row[1:]}\n" for row in ROWS)
    _, report = compared(tmp_path, SHEET, renumbered)
    assert report["compared"]["tables"][0]["differences"] == 0


def test_one_wrong_running_total_is_one_finding(tmp_path: Path) -> None:
    """Bernd's 4 after game 3 was written as 5; after game 4 he has the right total again."""
    wrong = TOTALS.replace("3,2,4,-4,-2", "3,2,5,-4,-2")
    for other in (SHEET, TOTALS):
        _, report = compared(tmp_path, other, wrong)
        assert [one[:3] for one in told(report)] == [(RULE, "b.csv", "C4")]
    assert report["findings"][0]["message"].startswith("Game 3: Bernd has 5 here and 4 on a.csv (in C4).")


def test_a_wrong_running_total_that_is_carried_on_is_one_finding(tmp_path: Path) -> None:
    carried = HEAD + "1,2,2,-2,-2\n2,1,3,-3,-1\n3,2,5,-4,-2\n4,4,3,-6,0\n5,1,4,-5,1\n6,2,3,-4,0\n"
    _, report = compared(tmp_path, TOTALS, carried)
    assert [one[:3] for one in told(report) if one[0] == RULE] == [(RULE, "b.csv", "C4")]


def test_a_sheet_of_plus_points_only(tmp_path: Path) -> None:
    plus = HEAD + "1,2,2,,\n2,,1,,1\n3,1,1,,\n4,2,,,2\n5,,1,1,1\n6,1,,1,\n"
    more = ("--game", "doppelkopf")
    _, report = compared(tmp_path, SHEET, plus, more=more)
    assert report["compared"]["tables"][0]["differences"] == 0
    _, report = compared(tmp_path, SHEET, plus.replace("6,1,,1,", "6,1,,2,"), more=more)
    assert (RULE, "b.csv", "D7") in [one[:3] for one in told(report)]


def test_cards_of_the_dice_game_are_compared_box_by_box(tmp_path: Path) -> None:
    """Kari's twos, 6 on the one, are 8 on the other: both can be thrown."""
    card = (ROOT / "samples" / "yatzy" / "yatzy.csv").read_text(encoding="utf-8")
    _, report = compared(tmp_path, card, card)
    assert report["compared"]["tables"][0]["differences"] == 0
    _, report = compared(tmp_path, card, card.replace("Toere,6,", "Toere,8,"))
    assert (RULE, "b.csv", "B3") in [one[:3] for one in told(report)]


def test_other_columns_are_compared_where_both_have_them(tmp_path: Path) -> None:
    head = "Game,Anna,Bernd,Chris,Dora,Solo\n"
    rows = ["1,2,2,-2,-2,", "2,-1,1,-1,1,", "3,1,1,-1,-1,", "4,-6,2,2,2,Anna", "5,-3,1,1,1,Anna"]
    one = head + "\n".join(rows) + "\n"
    _, report = compared(tmp_path, one, one.replace("5,-3,1,1,1,Anna", "5,-3,1,1,1,Dora"))
    assert (RULE, "b.csv", "F6", "column") in told(report)


def test_a_workbook_beside_another_each_table_with_its_own(tmp_path: Path) -> None:
    for name, order in (("a.xlsx", (1, 2)), ("b.xlsx", (2, 1))):
        book = openpyxl.Workbook()
        book.remove(book.active)
        for table in order:
            sheet = book.create_sheet(f"Table {table}")
            names = ("Anna", "Bernd", "Chris", "Dora") if table == 1 else ("Emil", "Frida", "Gerd", "Helga")
            sheet.append(["Game", *names])
            for row in ROWS:
                sheet.append(list(map(int, row.split(","))))
            if name == "b.xlsx" and table == 2:
                sheet["C3"] = 2
        book.save(tmp_path / name)
    done = run("compare", "a.xlsx", "b.xlsx", "--format", "json", cwd=tmp_path)
    report = json.loads(done.stdout)
    assert [(f["path"], f["sheet"], f["cell"]) for f in report["findings"]] == [("b.xlsx", "Table 2", "C3")]
    assert [table["differences"] for table in report["compared"]["tables"]] == [0, 1]


def test_lists_with_winner_and_loser_are_compared(tmp_path: Path) -> None:
    games = ["Tove,Knut,11", "Grete,Tove,2", "Per,Tove,8", "Tove,Grete,7", "Grete,Knut,6", "Knut,Per,4"]
    lines = ["No,Winner,Loser,Left", *(f"{number},{game}" for number, game in enumerate(games, 1)), ""]
    sheet = "\n".join(lines)
    status, report = compared(tmp_path, sheet, sheet.replace("Grete,7", "Grete,1"))
    assert status == 1
    assert told(report) == [(RULE, "a.csv", "D5", "default")]
    assert [(table["rows"], table["differences"]) for table in report["compared"]["tables"]] == [(6, 1)]


def test_tables_that_have_nothing_in_common_are_not_compared(tmp_path: Path) -> None:
    other = "Game,Emil,Frida,Gerd,Helga\n1,7,-7,7,-7\n2,-9,3,3,3\n3,4,4,-4,-4\n4,-5,5,5,-5\n5,8,-8,-8,8\n"
    (tmp_path / "a.csv").write_text(SHEET, encoding="utf-8")
    (tmp_path / "b.csv").write_text(other, encoding="utf-8")
    done = run("compare", "a.csv", "b.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert "There is nothing to compare" in done.stderr
    assert RULE not in done.stdout


def test_two_evenings_of_the_same_players_are_not_one_table(tmp_path: Path) -> None:
    """Row beside row nearly all of it differs: no repair of the one is known from the other."""
    mine = [
        "2,2,-2,-2",
        "-1,1,-1,1",
        "1,1,-1,-1",
        "9,-3,-3,-3",
        "-3,1,1,1",
        "1,-1,1,-1",
        "-4,-4,4,4",
        "2,-2,-2,2",
    ]
    other = [
        "1,-1,-1,1",
        "3,3,-3,-3",
        "-2,6,-2,-2",
        "-1,-1,1,1",
        "5,-5,5,-5",
        "2,-2,-2,2",
        "-1,1,1,-1",
        "3,-3,3,-3",
    ]
    sheets = (
        HEAD + "\n".join(f"{at},{row}" for at, row in enumerate(rows, 1)) + "\n" for rows in (mine, other)
    )
    status, report = compared(tmp_path, *sheets)
    assert (status, report["findings"]) == (2, [])
    assert [one["path"] for one in report["compared"]["alone"]] == ["a.csv", "b.csv"]


def test_it_takes_two_or_three_files(tmp_path: Path) -> None:
    for name in "abcd":
        (tmp_path / f"{name}.csv").write_text(SHEET, encoding="utf-8")
    for names in (["a.csv"], ["a.csv", "b.csv", "c.csv", "d.csv"]):
        done = run("compare", *names, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "two or three files" in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(SHEET, encoding="utf-8")
    os.mkfifo(tmp_path / "b.csv")
    assert run("compare", "a.csv", "b.csv", cwd=tmp_path).returncode == 2


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(SHEET, encoding="utf-8")
    (tmp_path / "b.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    done = run("compare", "a.csv", "b.xlsx", cwd=tmp_path)
    assert done.returncode == 2
    assert "sheet/unreadable" in done.stdout
    assert "Traceback" not in done.stderr


def test_hostile_names_steer_no_terminal(tmp_path: Path) -> None:
    names = "Game,=1+1,\x1b[31mRed,<script>,{0.__class__}\n"
    (tmp_path / "a.csv").write_text(SHEET.replace(HEAD, names), encoding="utf-8")
    (tmp_path / "b.csv").write_text(with_row(2, "2,-1,2,-1,1").replace(HEAD, names), encoding="utf-8")
    done = run("compare", "a.csv", "b.csv", cwd=tmp_path)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout + done.stderr


def test_a_fault_of_ours_is_told_and_the_sheets_are_still_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(comparing, "differences", fail)
    (tmp_path / "a.csv").write_text(SHEET, encoding="utf-8")
    (tmp_path / "b.csv").write_text(with_row(2, "2,-1,2,-1,1"), encoding="utf-8")
    done = run("compare", "a.csv", "b.csv", cwd=tmp_path)
    assert done.returncode == 3
    assert "doppelkopf/zero-sum" in done.stdout


@pytest.mark.slow
def test_sheets_with_hundreds_of_differences_are_counted(tmp_path: Path) -> None:
    """Of 400 games two players' points are exchanged in 300: one finding each, of which 200 are listed."""
    rows = [f"{n},1,1,-1,-1" if n % 2 else f"{n},-2,2,2,-2" for n in range(1, 401)]
    other = [
        row if n > 300 else f"{n},1,-1,1,-1" if n % 2 else f"{n},-2,-2,2,2" for n, row in enumerate(rows, 1)
    ]
    status, report = compared(tmp_path, HEAD + "\n".join(rows), HEAD + "\n".join(other))
    assert status == 1
    assert len(report["findings"]) == 200
    assert report["findings_more"] == [{"path": "a.csv", "sheet": None, "rule": RULE, "count": 100}]


def test_a_sum_that_follows_from_a_box_is_not_told_again(tmp_path: Path) -> None:
    """Kari's twos are 8 on the second card, and her sum and her total each 2 more."""
    rows = (ROOT / "samples" / "yatzy" / "yatzy.csv").read_text(encoding="utf-8").splitlines()
    cells = [row.split(",") for row in rows]
    for row in cells:
        if row[0] in {"Toere", "Sum", "Totalt"}:
            row[1] = str(int(row[1]) + 2)
    _, report = compared(tmp_path, "\n".join(rows), "\n".join(map(",".join, cells)))
    assert [one[2] for one in told(report) if one[0] == RULE] == ["B3"]


def test_where_more_than_two_cells_of_a_row_differ_the_row_that_adds_up_need_not_be_right(
    tmp_path: Path,
) -> None:
    """Game 3 was 2, 2, −2, −2: a writes one slip, b half of all."""
    slipped = with_row(3, "3,2,2,-2,-7")
    status, report = compared(tmp_path, slipped, with_row(3, "3,1,1,-1,-1"))
    assert status == 1
    found = [one for one in told(report) if one[0] == RULE]
    assert found == [(RULE, "a.csv", "B4", "several"), (RULE, "a.csv", "E4", "default")]


def test_two_wrong_totals_one_after_the_other_are_two_findings(tmp_path: Path) -> None:
    """Bernd's 4 and 2 after games 3 and 4 were written as 5 and 4; after game 5 he has his 3 again."""
    wrong = TOTALS.replace("3,2,4,-4,-2", "3,2,5,-4,-2").replace("4,4,2,-6,0", "4,4,4,-6,0")
    more = ("--game", "doppelkopf", "--layout", "totals")
    _, report = compared(tmp_path, TOTALS, wrong, more=more)
    assert [one[:3] for one in told(report)] == [(RULE, "b.csv", "C4"), (RULE, "b.csv", "C5")]


def test_a_running_total_beside_which_a_game_was_left_out(tmp_path: Path) -> None:
    """The totals after the gap are right: the missing game is the only difference."""
    gap = TOTALS.replace("3,2,4,-4,-2\n", "")
    for other in (SHEET, TOTALS):
        _, report = compared(tmp_path, other, gap)
        assert [one for one in told(report) if one[0] == RULE] == [(RULE, "b.csv", "A4", "row-left-out")]


def test_a_sheet_that_differs_is_not_ok(tmp_path: Path) -> None:
    """In game 2 of the first sheet a sign is lost: the difference tells it, so it is no error beside."""
    rows = ["1,1,1,-1,-1", "2,-2,2,2,-2", "3,1,1,-1,-1", "4,2,-2,2,-2"]
    (tmp_path / "a.csv").write_text(HEAD + "\n".join(rows).replace("2,-2,2,2,-2", "2,2,2,2,-2"), "utf-8")
    (tmp_path / "b.csv").write_text(HEAD + "\n".join(rows), "utf-8")
    done = run("compare", "a.csv", "b.csv", cwd=tmp_path)
    assert done.returncode == 1
    assert [line for line in done.stdout.splitlines() if ".csv: ok" in line] == [
        "b.csv: ok. Doppelkopf, points of each game, 4 players, 4 games: "
        "each adds up to 0; each pays as a game does"
    ]


def test_slips_in_neighbouring_rows_of_running_totals_are_no_missing_games(tmp_path: Path) -> None:
    """Dora's totals of games 6 and 7 changed places on one sheet, Anna's of 7 and 8 on the other. No row says
    the same on both; each sheet by itself tells what it was meant to say."""
    rows = ["2,2,-2,-2", "-1,5,-5,1", "3,1,-9,5", "4,0,-8,4", "2,-2,-6,6", "8,-8,0,{}", "{},-9,1,{}"]
    rows += ["{},-12,-2,4", "12,-14,0,2", "8,-10,4,-2"]
    text = HEAD + "".join(f"{number},{row}\n" for number, row in enumerate(rows, 1))
    _, report = compared(tmp_path, text.format(1, 7, 0, 10), text.format(0, 10, 1, 7))
    assert {one[1:] for one in told(report)} == {
        ("a.csv", "E7", "several-sum"),
        ("b.csv", "B8", "several-sum"),
    }
    mended = [[(edit["cell"], edit["to"]) for edit in one["fixes"][0]["edits"]] for one in report["findings"]]
    assert mended == [[("E7", "0"), ("E8", "1")], [("B8", "7"), ("B9", "10")]]


def test_a_wrong_control_below_a_total_carried_on_is_one_finding_with_its_repair(tmp_path: Path) -> None:
    """Chris's total of entry 3 is 10 too low and carried on on the first sheet, whose last control is wrong
    besides: -14 + 7 + 0 + 7 = 0, 14 on each side. By itself the sheet tells of the total alone."""
    sheet = """Ingo,Rolf,Anna,Chris,Kontrolle
-12,-5,1,16,17/17
-12,-3,/,14,15/15
-10,/,0,{},13/13
-12,/,2,/,15/15
/,1,/,{},12/12
-14,-1,0,{},15/15
/,7,/,{},{}
"""
    right = sheet.format(13, 9, 15, 7, "14/14")
    wrong = sheet.format(3, -1, 5, -3, "34/14")
    _, report = compared(tmp_path, wrong, right, more=("--game", "chouette"))
    assert {one[1:] for one in told(report)} == {("a.csv", "D4", "sum"), ("a.csv", "E8", "column-wrong")}
    control = next(one for one in report["findings"] if one["cell"] == "E8")
    assert control["fixes"][0]["edits"] == [{"cell": "E8", "from": "34/14", "to": "14/14"}]
    assert control["message"].endswith("With “14/14” it keeps the rules.")


def test_a_box_that_is_empty_on_one_card_and_struck_on_the_other_differs(tmp_path: Path) -> None:
    """Bo's Yatzy is 0 on the second card; on the first nothing stands there. The sum is the same on both."""
    boxes = [
        "Ones,1,3",
        "Twos,6,2",
        "Threes,9,9",
        "Fours,8,4",
        "Fives,15,15",
        "Sixes,24,18",
        "Sum,63,51",
        "Bonus,50,0",
    ]
    boxes += ["One pair,8,8", "Two pairs,0,10", "Three of a kind,15,12", "Four of a kind,12,0"]
    boxes += ["Small straight,15,0", "Large straight,20,0", "Full house,16,21", "Chance,18,27"]
    card = "Category,Ada,Bo\n" + "\n".join(boxes) + "\nYatzy,0,{}\nTotal,217,129\n"
    _, report = compared(tmp_path, card.format(""), card.format("0"))
    assert [one[:3] for one in told(report)] == [(RULE, "a.csv", "C18")]
    (fix, *_) = report["findings"][0]["fixes"]
    assert fix["edits"] == [{"cell": "C18", "from": "", "to": "0"}]


@pytest.mark.parametrize(
    ("before", "after", "cells"),
    [
        # What each won and lost, and the net: TK 11 + 7 − 2 − 8 = 8, GW 2 − 7 = −5.
        ("", "", []),
        # A sign that was lost, told by the games.
        (",-5\n", ",5\n", ["E10"]),
        # A 6 for a 7: both numbers of both players are others, those of the other two are not.
        ("TK,GW,7", "TK,GW,6", ["E9", "E10"]),
        # Winner and loser in each other's place.
        ("TK,GW,7", "GW,TK,7", ["E9", "E10"]),
    ],
)
def test_a_small_table_of_the_same_games_is_held_against_them(
    before: str, after: str, cells: list[str], tmp_path: Path
) -> None:
    games = "No,Winner,Loser,Pts\n1,TK,Dora,11\n2,GW,TK,2\n3,pmcc,TK,8\n4,TK,GW,7\n5,pmcc,Dora,4\n"
    below = "\n,Player,Won,Lost,Net\n,TK,18,10,8\n,GW,2,7,-5\n,pmcc,12,0,12\n,Dora,0,15,-15\n"
    (tmp_path / "a.csv").write_text((games + below).replace(before, after), encoding="utf-8")
    done = run("validate", "a.csv", "--format", "json", cwd=tmp_path)
    found = json.loads(done.stdout)["findings"]
    assert [(one["rule"], one["cell"]) for one in found] == [
        ("tournament/published-mismatch", cell) for cell in cells
    ]
