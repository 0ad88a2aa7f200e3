"""How much a check would notice: what is said of small sheets is worked out by hand."""

from __future__ import annotations

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from calculated import with_results
from scorecheck.model.noticed import Noticed, Share, tried_on_file, tried_on_sheet
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.reports.messages import Messages
from scorecheck.reports.noticed import noticed_json, noticed_lines

pytestmark = pytest.mark.usefixtures("no_repairs")

# Each row adds up to 0, two players win what the two others lose.
_HEADINGS = "Spiel,Anna,Bernd,Chris,Dora\n"
_GAMES = _HEADINGS + "1,2,2,-2,-2\n2,1,-1,1,-1\n3,-3,3,3,-3\n4,4,-4,-4,4\n5,-1,-1,1,1\n6,2,-2,-2,2\n"
_TOTALS = "Summe,5,-3,-3,1\n"


def noticed(text: str, tried: int = 30) -> Noticed | None:
    checked = check_bytes(text.encode(), "a.csv", "a.csv", Settings(), Keep(noticed=tried))
    assert not checked.crashes
    return checked.files[0].sheets[0].noticed


def test_rows_that_add_up_to_nothing_show_all_but_swapped_values() -> None:
    # A row in which two values changed places is another game that there is. Of the 24 numbers 12 are below
    # 0; of the 18 pairs of neighbours 7 hold the same number twice.
    found = noticed(_GAMES, tried=24)
    assert found is not None
    assert found.shares == {"number": Share(24, 24), "sign": Share(12, 12), "swap": Share(0, 11)}
    assert found.raised["total-row"] == {"swap": Share(11, 11)}
    assert found.raised["second-sheet"] == {"swap": Share(11, 11)}


def test_with_a_total_row_nothing_is_lacking() -> None:
    found = noticed(_GAMES + _TOTALS)
    assert found is not None
    assert found.shares == {"number": Share(24, 24), "sign": Share(12, 12), "swap": Share(11, 11)}
    assert not found.raised


def test_totals_that_formulas_work_out_show_no_swapped_values() -> None:
    # A spreadsheet adds up the swapped values: all sums are right again.
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    for line in _GAMES.splitlines():
        sheet.append([int(cell) if cell.lstrip("-").isdigit() else cell for cell in line.split(",")])
    formulas = [f"SUM({letter}2:{letter}7)" for letter in "BCDE"]
    sheet.append(["Summe", *(f"={one}" for one in formulas)])
    data = with_results(book, dict(zip(formulas, (5, -3, -3, 1), strict=True)))
    checked = check_bytes(data, "a.xlsx", "a.xlsx", Settings(), Keep(noticed=30))
    found = checked.files[0].sheets[0].noticed
    assert found is not None
    assert found.shares == {"number": Share(24, 24), "sign": Share(12, 12), "swap": Share(0, 11)}
    assert "total-row" not in found.raised


def test_games_below_one_another_are_tried_with_totals_as_well() -> None:
    # Three games of four, with a name and points in each cell: of the 9 pairs of neighbours 5 differ.
    games = "Spiel 1\nAnna 3\nBernd -1\nChris -1\nDora -1\n\nSpiel 2\nAnna -2\nBernd 2\nChris 2\nDora -2\n\n"
    found = noticed(
        games + "Spiel 3\nAnna 1\nBernd 1\nChris -1\nDora -1\n\nSpiel 4\nAnna 2\nBernd -2\nChris 2\nDora -2\n"
    )
    assert found is not None
    assert found.shares["number"] == Share(16, 16)
    assert found.raised["total-row"]["swap"] == found.raised["second-sheet"]["swap"] == Share(7, 7)


def test_faulty_rows_are_left_out_and_a_known_fault_is_no_new_one() -> None:
    # Game 1 does not add up: its four numbers are not tried. The total of Anna is out already.
    found = noticed(_GAMES.replace("1,2,2,", "1,5,2,") + _TOTALS)
    assert found is not None
    assert found.shares["number"].tried == 20
    assert found.shares["swap"].noticed < found.shares["swap"].tried


def test_on_a_card_each_box_takes_what_dice_can_show() -> None:
    # Three threes are 9 points and may be misread as 8 or 12: one is no sum of threes, the other one is.
    upper = "Yatzy,Ada\nAces,3\nTwos,6\nThrees,9\nFours,12\nFives,15\nSixes,18\n"
    pairs = "One pair,12\nTwo pairs,22\nThree of a kind,15\nFour of a kind,16\n"
    others = "Small straight,15\nLarge straight,20\nFull house,28\nChance,23\nYatzy,50\n"
    found = noticed(upper + pairs + others)
    assert found is not None
    assert 0 < found.shares["number"].noticed < found.shares["number"].tried == 15
    assert found.raised["second-sheet"]["number"] == Share(15, 15)
    assert "sign" not in found.shares


@pytest.mark.slow
def test_the_same_slips_are_tried_each_time() -> None:
    rows = ("2,2,-2,-2", "-1,1,1,-1", "3,-1,-1,-1", "-4,4,-4,4")
    many = _HEADINGS + "".join(f"{one},{rows[one % 4]}\n" for one in range(1, 40))
    assert noticed(many) == noticed(many)
    assert noticed(many, tried=0) is None


@pytest.mark.parametrize(
    ("files", "sheets", "tried"), [(1, 1, 30), (1, 100, 6), (60, 1, 10), (100, 8, 5), (121, 1, 0)]
)
def test_a_run_tries_no_more_with_many_files(files: int, sheets: int, tried: int) -> None:
    assert tried_on_sheet(tried_on_file(files), sheets) == tried


def test_a_share_is_said_as_all_only_where_it_is() -> None:
    found = Noticed({"number": Share(199, 200), "sign": Share(3, 3)}, {"running": {"number": Share(7, 7)}})
    assert list(noticed_lines(found, Messages("en"))) == [
        "99% of wrong numbers, 100% of lost minus signs (203 slips tried)",
        "with running totals: 100% of wrong numbers",
    ]
    assert noticed_json(found) == {
        "noticed": {"number": 0.995, "sign": 1.0},
        "noticed_tried": {"number": 200, "sign": 3},
        "noticed_with": {"running": {"number": 1.0}},
    }
