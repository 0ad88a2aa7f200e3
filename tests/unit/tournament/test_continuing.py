"""Totals carried into the next evening: counted from there, a round each, and a slip in the carried row."""

from __future__ import annotations

import io
import random
from itertools import accumulate
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.reading.values import doppelkopf
from laws import examples
from scorecheck.many_files.job import plan
from scorecheck.model.outcome import Checked
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import Ranked, rank_job
from support import run

NAMES = ("Anna", "Bernd", "Chris", "Dora")
FIRST = (
    (6, 6, -6, -6),
    (3, -3, 3, -3),
    (12, -4, -4, -4),
    (-2, -2, 2, 2),
    (5, -5, -5, 5),
    (2, -2, 2, -2),
    (4, -4, 4, -4),
    (-1, -1, 3, -1),
)
"""Anna 29, Bernd −15, Chris −1, Dora −13."""
SECOND = (
    (-3, 3, 3, -3),
    (4, -4, -4, 4),
    (-1, -1, 3, -1),
    (-2, 2, -2, 2),
    (-6, -6, 6, 6),
    (1, 1, -1, -1),
    (3, -3, -3, 3),
)
"""Anna −4, Bernd −8, Chris 2, Dora 10; so they stand at 25, −23, 1, −3."""
THIRD = ((1, -1, -1, 1), (-4, -4, 4, 4), (3, 3, -3, -3), (2, -2, 2, -2), (-1, 1, 1, -1))
"""Anna 1, Bernd −3, Chris 3, Dora −1."""
ENDS, ENDS_TOO = (29, -15, -1, -13), (25, -23, 1, -3)

Rows = list[list[object]]


def totals(games: tuple[tuple[int, ...], ...], start: tuple[int, ...] = (0, 0, 0, 0)) -> Rows:
    """The rows of a sheet of running totals with its headings."""
    stands = accumulate(
        games, lambda stand, game: tuple(map(sum, zip(stand, game, strict=True))), initial=start
    )
    return [["Spiel", *NAMES], *([number, *stand] for number, stand in enumerate(stands) if number)]


def csv(rows: Rows) -> str:
    return "\n".join(",".join(map(str, row)) for row in rows) + "\n"


def workbook(sheets: dict[str, Rows]) -> bytes:
    book = openpyxl.Workbook(write_only=True)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def looked(folder: Path, files: dict[str, str | bytes]) -> tuple[Checked, Ranked]:
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    job = plan(["."], folder, Settings(), None)
    found = check(job, Settings(), Keep(results=True))
    assert found.crashes == ()
    ranked = rank_job(job, found, "x")
    assert ranked is not None
    return found, ranked


def rounds(ranked: Ranked) -> dict[str, dict[str, tuple[int, int]]]:
    """By round what each player won in how many games."""
    return {
        one.name: {
            player.player: (int(player.points), player.games)
            for result in one.results
            for player in result.players
        }
        for one in ranked.rounds
    }


def said(found: Checked) -> list[tuple[str, str, str | None, list[str]]]:
    """Each finding: its rule, sheet and cell, and what its likeliest repair writes."""
    return [
        (
            one.rule,
            one.sheet or one.path,
            one.cell and one.cell.a1,
            [f"{edit.cell.a1}: {edit.before} -> {edit.after}" for fix in one.fixes[:1] for edit in fix.edits],
        )
        for one in found.findings
    ]


EVENINGS = {"12.3.": totals(FIRST), "19.3.": totals(SECOND, ENDS), "26.3.": totals(THIRD, ENDS_TOO)}
WON = {
    "12.3": {"Anna": (29, 8), "Bernd": (-15, 8), "Chris": (-1, 8), "Dora": (-13, 8)},
    "19.3": {"Anna": (-4, 7), "Bernd": (-8, 7), "Chris": (2, 7), "Dora": (10, 7)},
    "26.3": {"Anna": (1, 5), "Bernd": (-3, 5), "Chris": (3, 5), "Dora": (-1, 5)},
}


class TestCountedFromThere:
    """Each sheet is a round of its own, and the games before it are not its."""

    def test_worksheets_of_a_workbook(self, tmp_path: Path) -> None:
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(EVENINGS)})
        assert said(found) == []
        assert rounds(ranked) == WON
        assert {line.player: line.score for line in ranked.standings.lines} == {
            "Anna": 26,
            "Bernd": -26,
            "Chris": 4,
            "Dora": -4,
        }

    def test_the_newest_sheet_first(self, tmp_path: Path) -> None:
        newest = dict(reversed(EVENINGS.items()))
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(newest)})
        assert said(found) == []
        assert list(rounds(ranked)) == ["12.3", "19.3", "26.3"]
        assert rounds(ranked) == WON

    def test_a_file_an_evening(self, tmp_path: Path) -> None:
        files = {f"Abend {number}.csv": csv(rows) for number, rows in enumerate(EVENINGS.values(), 1)}
        found, ranked = looked(tmp_path, dict(files))
        assert said(found) == []
        assert list(rounds(ranked)) == ["Abend 1", "Abend 2", "Abend 3"]
        assert list(rounds(ranked).values()) == list(WON.values())

    def test_the_totals_stand_once_more_in_the_first_row(self, tmp_path: Path) -> None:
        for word in ("Übertrag", ""):
            rows = totals(SECOND, ENDS)
            rows.insert(1, [word, *ENDS])
            sheets = {"12.3.": totals(FIRST), "19.3.": rows}
            found, ranked = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
            assert said(found) == [], word
            assert rounds(ranked) == {name: WON[name] for name in ("12.3", "19.3")}

    def test_who_joins_starts_from_nothing_and_who_comes_back_where_they_stood(self, tmp_path: Path) -> None:
        second: Rows = [
            ["Spiel", "Anna", "Chris", "Dora", "Emil"],
            [1, 26, 2, -16, 3],
            [2, 30, -2, -12, -1],
            [3, 29, 1, -13, -2],
            [4, 27, -1, -11, 0],
            [5, 21, 5, -5, -6],
            [6, 24, 2, -2, -9],
        ]
        third: Rows = [
            ["Spiel", "Anna", "Bernd", "Chris", "Dora", "Emil"],
            [1, 26, -17, 2, 0, -11],
            [2, 23, -17, 5, -3, -8],
            [3, 23, -21, 9, -7, -4],
            [4, 24, -20, 8, -8, -4],
            [5, 22, -22, 10, -8, -2],
        ]
        sheets: dict[str, Rows] = {"12.3.": totals(FIRST), "19.3.": second, "26.3.": third}
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
        assert said(found) == []
        assert rounds(ranked)["19.3"] == {"Anna": (-5, 6), "Chris": (3, 6), "Dora": (11, 6), "Emil": (-9, 6)}
        assert rounds(ranked)["26.3"] == {
            "Anna": (-2, 4),
            "Bernd": (-7, 4),
            "Chris": (8, 4),
            "Dora": (-6, 4),
            "Emil": (7, 4),
        }

    def test_sheets_that_begin_anew_are_one_round(self, tmp_path: Path) -> None:
        sheets = {"Links": totals(FIRST), "Rechts": totals(SECOND)}
        found, ranked = looked(tmp_path, {"abend.xlsx": workbook(sheets)})
        assert said(found) == []
        assert len(ranked.rounds) == 1
        assert {line.player: line.score for line in ranked.standings.lines}["Anna"] == 25

    def test_short_evenings_are_read_like_the_sheets_beside(self, tmp_path: Path) -> None:
        cut = {
            "1": totals(FIRST),
            "2": totals(SECOND[:2], ENDS),
            "3": totals(SECOND[2:4], (30, -16, -2, -12)),
        }
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(cut)})
        assert said(found) == []
        assert rounds(ranked)["3"] == {"Anna": (-3, 2), "Bernd": (1, 2), "Chris": (1, 2), "Dora": (1, 2)}

    @pytest.mark.usefixtures("no_slips_tried")
    def test_it_is_said(self, tmp_path: Path) -> None:
        (tmp_path / "saison.xlsx").write_bytes(workbook(EVENINGS))
        for lang, words in (("en", "going on from “12.3.”"), ("de", "ab „12.3.“"), ("nb", "fra «12.3.»")):
            for command in ("validate", "inspect"):
                assert words in run(command, "saison.xlsx", "--lang", lang, cwd=tmp_path).stdout
        assert (
            '"continues": "12.3."' in run("validate", "saison.xlsx", "--format", "json", cwd=tmp_path).stdout
        )


class TestSlips:
    """A wrong total where two sheets meet is one finding, in its cell."""

    @pytest.mark.parametrize(
        ("sheet", "row", "column", "wrong", "right"),
        [
            ("19.3.", 1, 2, -14, -12),
            ("19.3.", 1, 4, 16, -16),
            ("12.3.", 8, 3, -11, -1),
            ("26.3.", 1, 1, 62, 26),
        ],
    )
    def test_in_the_first_row_or_the_last(
        self, sheet: str, row: int, column: int, wrong: int, right: int, tmp_path: Path
    ) -> None:
        sheets = {name: [list(line) for line in rows] for name, rows in EVENINGS.items()}
        assert sheets[sheet][row][column] == right
        sheets[sheet][row][column] = wrong
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
        cell = f"{'ABCDE'[column]}{row + 1}"
        assert said(found) == [("doppelkopf/zero-sum", sheet, cell, [f"{cell}: {wrong} -> {right}"])]
        assert list(rounds(ranked)) == ["12.3", "19.3", "26.3"]

    def test_in_what_is_carried_over(self, tmp_path: Path) -> None:
        rows = totals(SECOND, ENDS)
        rows.insert(1, ["Übertrag", 29, -15, -6, -13])
        sheets = {"12.3.": totals(FIRST), "19.3.": rows}
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
        assert said(found) == [("doppelkopf/zero-sum", "19.3.", "D2", ["D2: -6 -> -1"])]
        assert list(rounds(ranked)) == ["12.3", "19.3"]

    def test_two_totals_changed_places_on_the_way(self, tmp_path: Path) -> None:
        rows = totals(SECOND, ENDS)
        rows.insert(1, ["Übertrag", 29, -13, -1, -15])
        sheets = {"12.3.": totals(FIRST), "19.3.": rows}
        found, _ = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
        edits = ["C2: -13 -> -15", "E2: -15 -> -13"]
        assert said(found) == [("doppelkopf/pattern", "19.3.", "C2", edits)]


@examples(60)
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_law_of_a_sheet_that_is_cut_into_evenings(
    tmp_path_factory: pytest.TempPathFactory, seed: int, parts: int
) -> None:
    """However a sheet of running totals is cut, its players have what they had on the whole sheet."""
    rng = random.Random(seed)
    games = [doppelkopf(rng, 4) for _ in range(parts * 9)]
    stand = [0, 0, 0, 0]
    sheets: dict[str, Rows] = {}
    for part in range(parts):
        mine = tuple(games[part * 9 : part * 9 + 9])
        sheets[f"Zettel {part}"] = totals(mine, tuple(stand))
        stand = [old + sum(game[at] for game in mine) for at, old in enumerate(stand)]
    found, ranked = looked(tmp_path_factory.mktemp("cut"), {"x.xlsx": workbook(sheets)})
    assert not [one for one in found.findings if one.severity.word == "error"]
    assert {line.player: line.score for line in ranked.standings.lines} == dict(
        zip(NAMES, stand, strict=True)
    )
    assert all(line.games == len(games) for line in ranked.standings.lines)


def points(games: tuple[tuple[int, ...], ...], word: str, total: tuple[int, ...]) -> Rows:
    """The rows of a sheet of points with its headings and its total row."""
    return [["Spiel", *NAMES], *([number, *game] for number, game in enumerate(games, 1)), [word, *total]]


POINTS = {
    "12.3.": points(FIRST, "Stand", ENDS),
    "19.3.": points(SECOND, "Stand", ENDS_TOO),
    "26.3.": points(THIRD, "Endstand", (26, -26, 4, -4)),
}


def brought_forward(
    word: str, start: tuple[int, ...], games: tuple[tuple[int, ...], ...], total: tuple[int, ...]
) -> Rows:
    """The rows of a sheet of points below the totals of the sheet before."""
    rows = points(games, "Endstand", total)
    return [rows[0], [word, *start], *rows[1:]]


class TestBroughtForward:
    """Points of each game below a row with the totals of the sheet before, which is no game."""

    @pytest.mark.parametrize("word", ["Übertrag", "b/f", "", "12.3."])
    @pytest.mark.parametrize("game", ["doppelkopf", "chouette"])
    def test_counted_once(self, tmp_path: Path, word: str, game: str) -> None:
        sheets = {
            "12.3.": brought_forward(word, (0, 0, 0, 0), FIRST, ENDS),
            "19.3.": brought_forward(word, ENDS, SECOND, ENDS_TOO),
        }
        (tmp_path / "event.toml").write_text(f'[event]\nname = "Saison"\ngame = "{game}"\n')
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
        wrong = [one for one in said(found) if one[0] == "sheet/total-mismatch"]
        assert (wrong, rounds(ranked)) == ([], {name: WON[name] for name in ("12.3", "19.3")})

    def test_two_totals_changed_places_on_the_way(self, tmp_path: Path) -> None:
        carried, ends = (29, -13, -1, -15), (25, -21, 1, -5)
        sheets = {
            "12.3.": points(FIRST, "Endstand", ENDS),
            "19.3.": brought_forward("Übertrag", carried, SECOND, ends),
        }
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
        edits = ["C2: -13 -> -15", "E2: -15 -> -13"]
        assert said(found)[0] == ("sheet/total-mismatch", "19.3.", "C2", edits)
        assert rounds(ranked)["19.3"] == WON["19.3"]

    def test_of_a_sheet_too_early(self, tmp_path: Path) -> None:
        """The third sheet begins with the end of the first one, where the second goes on from that."""
        sheets = {
            "12.3.": points(FIRST, "Endstand", ENDS),
            "19.3.": brought_forward("Übertrag", ENDS, SECOND, ENDS_TOO),
            "26.3.": brought_forward("Übertrag", ENDS, THIRD, (30, -18, 2, -14)),
        }
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
        cells = [("sheet/total-mismatch", "26.3.", cell) for cell in ("B2", "C2", "D2", "E2")]
        assert [one[:3] for one in said(found)] == cells
        assert rounds(ranked) == WON

    def test_an_error_of_the_sheet_before_is_told_there(self, tmp_path: Path) -> None:
        slipped = (*FIRST[:2], (12, -4, -4, -5), *FIRST[3:])
        carried, ends = (29, -15, -1, -14), (25, -23, 1, -4)
        sheets = {
            "12.3.": points(slipped, "Endstand", carried),
            "19.3.": brought_forward("Übertrag", carried, SECOND, ends),
        }
        found, _ = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
        assert [one[:3] for one in said(found)] == [("doppelkopf/zero-sum", "12.3.", "E4")]

    def test_right_below_a_sheet_with_a_slip(self, tmp_path: Path) -> None:
        """The total row of the sheet before is right, and so is what was carried on."""
        slipped = (*FIRST[:2], (12, -4, -4, -5), *FIRST[3:])
        sheets = {
            "12.3.": points(slipped, "Endstand", ENDS),
            "19.3.": brought_forward("Übertrag", ENDS, SECOND, ENDS_TOO),
        }
        found, _ = looked(tmp_path, {"saison.xlsx": workbook(sheets)})
        assert said(found) == [("doppelkopf/zero-sum", "12.3.", "E4", ["E4: -5 -> -4"])]


def with_cell(sheet: str, row: int, column: int, value: int) -> dict[str, Rows]:
    """Those sheets with another number in a cell, counted from 1."""
    rows = [list(row) for row in POINTS[sheet]]
    rows[row - 1][column - 1] = value
    return {**POINTS, sheet: rows}


class TestTotalsOfAllSheets:
    """Points of each game, with totals below them in which those of the sheets before are counted as well."""

    def test_all_agree(self, tmp_path: Path) -> None:
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(POINTS)})
        assert said(found) == []
        assert rounds(ranked) == WON

    def test_one_table_below_the_other(self, tmp_path: Path) -> None:
        tables = "".join(f"{name}\n{csv(rows)}\n" for name, rows in POINTS.items())
        found, _ = looked(tmp_path, {"saison.csv": tables})
        assert said(found) == []

    @pytest.mark.parametrize(
        ("sheet", "row", "column", "wrong", "right"),
        [
            # A wrong total is no reason to doubt the sheets after it, which were added up rightly.
            ("12.3.", 10, 2, 92, 29),
            ("19.3.", 9, 4, 11, 1),
            ("26.3.", 7, 2, 62, 26),
        ],
    )
    def test_wrong_total(
        self, tmp_path: Path, sheet: str, row: int, column: int, wrong: int, right: int
    ) -> None:
        found, _ = looked(tmp_path, {"saison.xlsx": workbook(with_cell(sheet, row, column, wrong))})
        cell = f"{' ABCDE'[column]}{row}"
        assert said(found) == [("sheet/total-mismatch", sheet, cell, [f"{cell}: {wrong} -> {right}"])]

    def test_lost_sign(self, tmp_path: Path) -> None:
        # Game 3 of the second evening is −1 −1 +3 −1; Anna's total 25 is that with her minus.
        found, ranked = looked(tmp_path, {"saison.xlsx": workbook(with_cell("19.3.", 4, 2, 1))})
        assert {(rule, cell, *edits) for rule, _, cell, edits in said(found)} == {
            ("doppelkopf/zero-sum", "B4", "B4: 1 -> -1")
        }
        assert rounds(ranked)["12.3"] == WON["12.3"]

    def test_sums_of_their_own_are_no_others(self, tmp_path: Path) -> None:
        own = {**POINTS, "19.3.": points(SECOND, "Summe", (-4, -8, 2, 10))}
        found, _ = looked(tmp_path, {"saison.xlsx": workbook(own)})
        assert [one for one in said(found) if one[1] != "26.3."] == []


def side_by_side(
    *, sums: bool, slips: dict[tuple[int, int], int] | None = None, total: tuple[int, ...] = ENDS_TOO
) -> str:
    """The first two evenings as blocks side by side, below the first the total of both; ``slips``: numbers by
    row and column of the sheet, counted from 1."""
    left, right = points(FIRST, "Summe", ENDS), points(SECOND, "Summe", (-4, -8, 2, 10))
    right.insert(-1, [""] * 5)
    rows = [["1. Runde", *[""] * 5, "2. Runde", *[""] * 4]]
    rows += [[*one, "", *other] for one, other in zip(left, right, strict=True)]
    rows = [*(rows if sums else rows[:-1]), [""] * 11, ["Gesamt", *total, *[""] * 6]]
    for (row, column), value in (slips or {}).items():
        rows[row - 1][column - 1] = value
    return csv(rows)


@pytest.mark.parametrize("sums", [True, False], ids=["sums-of-each", "no-sums-of-each"])
class TestTotalOfBlocksSideBySide:
    """A total of both blocks below the first: its rows had repairs, up to 99 % sure."""

    def test_all_agree(self, tmp_path: Path, *, sums: bool) -> None:
        found, ranked = looked(tmp_path, {"abend.csv": side_by_side(sums=sums)})
        assert said(found) == []
        assert list(rounds(ranked).values()) == [WON["12.3"], WON["19.3"]]

    @pytest.mark.parametrize(
        ("row", "column", "wrong", "right"),
        [
            # Game 2 of the first block is 3 −3 3 −3, game 3 of the second −1 −1 3 −1.
            pytest.param(4, 2, 8, 3, id="first"),
            pytest.param(5, 10, -3, 3, id="second"),
        ],
    )
    def test_slip_in_a_block(
        self, tmp_path: Path, row: int, column: int, wrong: int, right: int, *, sums: bool
    ) -> None:
        sheet = side_by_side(sums=sums, slips={(row, column): wrong})
        found, _ = looked(tmp_path, {"abend.csv": sheet})
        cell = f"{' ABCDEFGHIJK'[column]}{row}"
        assert {(cell, *edits) for _, _, cell, edits in said(found)} == {
            (cell, f"{cell}: {wrong} -> {right}")
        }

    def test_wrong_total(self, tmp_path: Path, *, sums: bool) -> None:
        found, _ = looked(tmp_path, {"abend.csv": side_by_side(sums=sums, total=(52, *ENDS_TOO[1:]))})
        assert [(rule, edits) for rule, _, _, edits in said(found)] == [
            ("sheet/total-mismatch", [f"B{13 if sums else 12}: 52 -> 25"])
        ]


BELOW = """Spiel,Anna,Bernd,Chris,Dora
1,-1,1,-1,1
2,6,-6,-6,6
3,-6,-6,18,-6
4,-2,-2,2,2
Summe,-3,-13,13,3

Spiel,Anna,Bernd,Chris,Dora
1,3,-3,-3,3
2,-3,3,-3,3
3,1,-1,-1,1
4,-1,1,-1,1
5,-4,4,4,-4
Summe,-4,4,-4,4

Gesamt,-7,-9,9,7
"""


class TestTotalOfTablesBelowEachOther:
    """A total of both tables below the second, with an empty row between or none."""

    @pytest.mark.parametrize("between", ["\n\n", "\n"], ids=["empty", "none"])
    @pytest.mark.parametrize(
        ("slips", "told"),
        [
            ({}, []),
            # Chris's 18 and his -3 are wrong, and his total of both, 13 and -4, bears out what they were.
            ({"18": "48", "2,-3,3,-3": "2,-3,3,-7"}, [("D4", "18"), ("D10", "-3")]),
            ({"Gesamt,-7,-9": "Gesamt,-7,-8"}, [("C{end}", "-9")]),
            # A wrong sum of the second table is the only slip: its rows and the total are right.
            ({"Summe,-4,4,-4": "Summe,-4,4,4"}, [("D14", "-4")]),
        ],
        ids=["clean", "both", "total", "sums"],
    )
    def test_slips(
        self, tmp_path: Path, between: str, slips: dict[str, str], told: list[tuple[str, str | None]]
    ) -> None:
        text = BELOW.replace("\n\nGesamt", between + "Gesamt")
        for right, wrong in slips.items():
            assert right in text
            text = text.replace(right, wrong, 1)
        found, _ = looked(tmp_path, {"evening.csv": text})
        end = text.count("\n")
        due = [(cell.format(end=end), due) for cell, due in told]
        assert [
            (one.cell.a1 if one.cell else None, one.fixes[0].edits[0].after if one.fixes else None)
            for one in found.findings
        ] == due
