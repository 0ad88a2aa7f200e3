"""Sheets of one table are held against each other, a copy is told; in both cases the table counts once."""

from __future__ import annotations

import io
import random
from pathlib import Path

import openpyxl
import pytest

from scorecheck.alongside import twice as twice_module
from scorecheck.alongside.twice import twice
from scorecheck.many_files.job import plan
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import Checked
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.reports.describe import Titles
from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.reports.view import beside_tables
from scorecheck.tournament.checks import COPY, SHEETS_DIFFER
from scorecheck.tournament.seating import Board, SeatedPlayer
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import rank_job

NAMES = ("Anna", "Bernd", "Chris", "Dora")
GAMES = (
    "2,2,-2,-2",
    "-1,1,1,-1",
    "3,-1,-1,-1",
    "-2,-2,2,2",
    "1,-1,1,-1",
    "2,-2,-2,2",
    "-1,-1,3,-1",
    "1,1,-1,-1",
)
"""Anna 5, Bernd −3, Chris 1, Dora −3."""
TOTALS = {"Anna": 5, "Bernd": -3, "Chris": 1, "Dora": -3}


def sheet(games: tuple[str, ...] = GAMES, names: tuple[str, ...] = NAMES, first: int = 1) -> str:
    rows = [f"{number},{row}" for number, row in enumerate(games, first)]
    return "\n".join([",".join(("Spiel", *names)), *rows]) + "\n"


def other_order(games: tuple[str, ...] = GAMES) -> str:
    """The same sheet with the players the other way round."""
    return sheet(tuple(",".join(row.split(",")[::-1]) for row in games), NAMES[::-1])


def looked(folder: Path, files: dict[str, str | bytes]) -> tuple[Checked, dict[str, int]]:
    """What is found in the files of a folder, and the points of each player."""
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
    job = plan(["."], folder, Settings(), None)
    assert not job.broken
    found = check(job, Settings(), Keep(results=True))
    assert found.crashes == ()
    ranked = rank_job(job, found, "x")
    assert ranked is not None
    points = {
        one.player: sum(int(part.points) for part in one.rounds if part) for one in ranked.standings.lines
    }
    return found, points


def told(found: Checked) -> list[tuple[str, str, str]]:
    return [(one.rule, one.path, one.variant) for one in found.findings]


@pytest.mark.parametrize(
    "names",
    [
        ("Anna.csv", "Dora.csv"),
        ("Tisch 1 A.csv", "Tisch 1 B.csv"),
        ("Tisch 1.csv", "Tisch 1 Kontrolle.csv"),
        ("Runde 1/Tisch 3 Anschreiber 1.csv", "Runde 1/Tisch 3 Anschreiber 2.csv"),
    ],
)
def test_a_second_sheet_that_says_the_same_counts_once(names: tuple[str, str], tmp_path: Path) -> None:
    found, points = looked(tmp_path, {names[0]: sheet(), names[1]: other_order()})
    assert told(found) == []
    assert points == TOTALS
    (note,) = found.notes
    assert (note.key, note.params) == ("sheets-agree", {"paths": names, "counted": names[0]})


def test_two_games_are_enough_where_the_names_tell_two_writers(tmp_path: Path) -> None:
    names = ("Tisch 1 A.csv", "Tisch 1 B.csv")
    found, points = looked(tmp_path, {names[0]: sheet(GAMES[:2]), names[1]: other_order(GAMES[:2])})
    assert told(found) == []
    assert points == {"Anna": 1, "Bernd": 3, "Chris": -1, "Dora": -3}
    assert [note.key for note in found.notes] == ["sheets-agree"]


def test_a_difference_is_found_and_the_better_sheet_counts(tmp_path: Path) -> None:
    """Anna's sheet gives Chris 1 in game 2 as 11: Dora's, on which the game adds up, is counted."""
    slip = ("2,2,-2,-2", "-1,1,11,-1", *GAMES[2:])
    found, points = looked(tmp_path, {"Anna.csv": sheet(slip), "Dora.csv": other_order()})
    assert told(found) == [(SHEETS_DIFFER.name, "Anna.csv", "sum")]
    (finding,) = found.findings
    assert finding.cell == CellRef(3, 4)
    # On Anna's sheet alone it is one of several repairs; Dora's leaves this one.
    (fix,) = finding.fixes
    assert [(edit.cell, edit.before, edit.after) for edit in fix.edits] == [(CellRef(3, 4), "11", "1")]
    assert 0.95 < fix.confidence < 1
    (table,) = found.together
    assert (table.players, table.differences) == (NAMES, 1)
    assert [any(line.differs) for line in table.lines] == [False, True, *[False] * 6]
    assert table.lines[1].cells == (("-1", "1", "11", "-1"), ("-1", "1", "1", "-1"))
    (shown,) = beside_tables(found.together, Titles(file.path for file in found.files))
    assert shown.titles == ("Anna.csv", "Dora.csv")
    assert [cell.text for cell in shown.rows[1].cells if cell.differs] == ["11", "1"]
    assert points == TOTALS
    (note,) = found.notes
    assert (note.key, note.params["counted"]) == ("sheets-of-one-table", "Dora.csv")


def test_a_misspelt_name_and_a_game_that_is_missing_are_no_other_table(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.csv": sheet(),
        "b.csv": sheet(GAMES[:5] + GAMES[6:], (*NAMES[:3], "Doora")),
    }
    found, points = looked(tmp_path, files)
    assert (SHEETS_DIFFER.name, "b.csv", "row-left-out") in told(found)
    assert points == TOTALS


def test_a_third_sheet_is_one_more_of_the_table(tmp_path: Path) -> None:
    slip = (*GAMES[:4], "1,1,1,-3", *GAMES[5:])
    files: dict[str, str | bytes] = {"a.csv": sheet(slip), "b.csv": other_order(), "c.csv": sheet()}
    found, points = looked(tmp_path, files)
    assert {(rule, path) for rule, path, _ in told(found)} == {(SHEETS_DIFFER.name, "a.csv")}
    assert points == TOTALS


@pytest.mark.parametrize(
    ("name", "content", "variant"),
    [
        ("Runde 1/Kopie von Tisch 1.csv", other_order(), ""),
        ("Runde 1/Tisch 1 - Kopie.csv", other_order(), ""),
        ("Runde 1/Tisch 1 (1).csv", other_order(), ""),
        ("Runde 1/Copy of Tisch 1.csv", other_order(), ""),
        ("Runde 1/Tisch 1 kopi 2.csv", other_order(), ""),
        ("Runde 1/Tisch 1 neu.csv", sheet(), "bytes"),
        ("Runde 1/Kopie von Tisch 1.csv", sheet(("2,-2,2,-2", *GAMES[1:])), "changed"),
        # Of another round, and of another table: all games are the same, though nobody copied the file.
        ("Runde 2/Tisch 1.csv", other_order(), "elsewhere"),
        ("Runde 1/Tisch 2.csv", other_order(), "elsewhere"),
        ("2026-03-05/Tisch 1.csv", other_order(), "elsewhere"),
    ],
)
def test_a_copy_is_told_and_counts_once(name: str, content: str, variant: str, tmp_path: Path) -> None:
    found, points = looked(tmp_path, {"Runde 1/Tisch 1.csv": sheet(), name: content})
    assert [(rule, how) for rule, _, how in told(found)] == [(COPY.name, variant)]
    assert points == TOTALS
    for language in LANGUAGES:
        assert "Tisch 1" in Messages(language).text(found.findings[0])


def workbook(*sheets: tuple[str, str], title: str = "") -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, text in sheets:
        page = book.create_sheet(name)
        if title:
            page.append([title])
        for line in text.split():
            page.append([int(cell) if cell.lstrip("-").isdecimal() else cell for cell in line.split(",")])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("names", "title", "expected"),
    [
        (("Tisch 1", "Tisch 1 (2)"), "", ["worksheet"]),
        (("Tisch 1", "Tisch 1 Kopie"), "", ["worksheet"]),
        # Two people wrote: nothing says that one sheet was made of the other.
        (("Anna", "Dora"), "", []),
        (("Anna", "Dora"), "Vereinsabend", ["worksheet"]),
    ],
)
def test_a_worksheet_that_was_duplicated(
    names: tuple[str, str], title: str, expected: list[str], tmp_path: Path
) -> None:
    book = workbook((names[0], sheet()), (names[1], sheet()), title=title)
    found, points = looked(tmp_path, {"Abend.xlsx": book})
    assert [how for rule, _, how in told(found) if rule == COPY.name] == expected
    assert points == TOTALS


def test_a_table_that_goes_on_on_another_sheet_counts_twice(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"Tisch 1 a.csv": sheet(), "Tisch 1 b.csv": sheet(GAMES, first=9)}
    found, points = looked(tmp_path, files)
    assert [rule for rule, *_ in told(found)] == []
    assert points == {name: 2 * value for name, value in TOTALS.items()}


EVENT = """[event]
name = 'x'
game = 'doppelkopf'
[[rounds]]
name = 'Runde 1'
sheets = ['r1/*-anna.csv']
control = ['r1/*-dora.csv']
"""


def test_the_event_says_which_are_second_sheets(tmp_path: Path) -> None:
    """Two games are too few to know it by; table 2 has no first sheet, so it is not ranked."""
    short = sheet(GAMES[:2])
    others = sheet(GAMES[:2], ("Emil", "Frieda", "Gerd", "Hanna"))
    files: dict[str, str | bytes] = {
        "event.toml": EVENT,
        "r1/1-anna.csv": short,
        "r1/1-dora.csv": other_order(GAMES[:2]),
    }
    found, points = looked(tmp_path, {**files, "r1/2-dora.csv": others})
    assert told(found) == []
    assert points == {"Anna": 1, "Bernd": 3, "Chris": -1, "Dora": -3}
    assert [note.key for note in found.notes] == ["control-alone", "sheets-agree"]
    # Without it they are two tables, or one that goes on.
    plain_event = EVENT.replace("control", "# control").replace("-anna", "-*")
    found, points = looked(tmp_path, {**files, "event.toml": plain_event, "r1/2-dora.csv": others})
    assert points["Anna"] == 2


def test_every_way_of_a_copy_is_tried_here() -> None:
    assert {*Messages("en").rule(COPY.name).texts} == {
        "default",
        "bytes",
        "changed",
        "worksheet",
        "elsewhere",
    }


def board(path: str, rows: list[tuple[int, ...]], said: str = "") -> Board:
    seats = tuple(SeatedPlayer(name, CellRef(1, at), name) for at, name in enumerate(NAMES, 2))
    return Board(path, None, path, said or path, bool(said), None, seats, len(rows), None, tuple(rows))


def doppelkopf(chance: random.Random, games: int) -> list[tuple[int, ...]]:
    """Games as they are played: two against two, one in eight a solo, mostly 1 to 4 points."""
    rows: list[tuple[int, ...]] = []
    for _ in range(games):
        value = chance.choice((1, 1, 1, 2, 2, 3, 4, 6)) * chance.choice((1, -1))
        row = [-value] * 4
        if chance.random() < 1 / 8:
            row[chance.randrange(4)] = 3 * value
        else:
            for seat in chance.sample(range(4), 2):
                row[seat] = value
        rows.append(tuple(row))
    return rows


def test_tables_of_the_same_players_are_never_taken_for_one() -> None:
    chance = random.Random(26)
    for _ in range(1000):
        games = chance.choice((6, 12, 24))
        boards = [board(path, doppelkopf(chance, games)) for path in ("a", "b")]
        assert twice(boards) == ()


@pytest.mark.slow
def test_names_of_writers_make_no_one_table_of_other_games() -> None:
    chance = random.Random(28)
    for _ in range(1000):
        games = chance.choice((6, 12, 24))
        boards = [board(path, doppelkopf(chance, games)) for path in ("Tisch 1 A.csv", "Tisch 1 B.csv")]
        assert twice(boards) == ()


TWO_SLIPS = ("2,2,-2,-2", "-1,2,1,-1", "3,-1,-1,-1", "2,-2,-2,2", "1,-1,1,-1", "2,-2,-2,2")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Tisch 1 A", "Tisch 1 B", True),
        ("tisch1a", "tisch1b", True),
        ("r1/Tisch 1", "r1/Tisch 1 Kontrolle", True),
        ("Anschreiber 1", "Anschreiber 2", True),
        ("bord_1_fører_1", "bord_1_fører_2", True),
        # Nothing in these names tells two writers of a table apart.
        ("Tisch 1 A", "Tisch 2 B", False),
        ("r1/Tisch 1 A", "r2/Tisch 1 B", False),
        ("Tisch 1", "Tisch 2", False),
        ("Anna", "Dora", False),
    ],
)
def test_where_two_of_six_games_differ_the_names_decide(one: str, other: str, expected: bool) -> None:
    first, second = ([tuple(map(int, row.split(","))) for row in games] for games in (GAMES[:6], TWO_SLIPS))
    boards = [board(f"{one}.csv", first), board(f"{other}.csv", second)]
    assert bool(twice(boards)) is expected


@pytest.mark.slow
def test_a_second_sheet_with_slips_is_known() -> None:
    chance = random.Random(27)
    for _ in range(300):
        rows = doppelkopf(chance, 24)
        other = [list(row) for row in rows]
        for _ in range(chance.randrange(4)):
            other[chance.randrange(24)][chance.randrange(4)] += chance.choice((-10, -1, 1, 10))
        lacking = other[:]
        del lacking[chance.randrange(24)]
        for second in (other, lacking):
            (found,) = twice([board("a", rows), board("b", [tuple(row) for row in second])])
            assert not found.elsewhere


def test_rows_that_are_equal_but_for_a_slip_tell_of_one_table_too() -> None:
    """Of eight games five are equal; in two a sign is lost, one was doubled on one of the sheets."""
    rows = [(2, 2, -2, -2), (1, -1, 1, -1), (-5, 5, -5, 5), (5, -5, -5, 5)]
    rows += [(4, -4, -4, 4), (-12, 4, 4, 4), (3, -3, 3, -3), (2, 2, -2, -2)]
    first, second = list(rows), list(rows)
    first[6] = (3, 3, 3, -3)
    second[1], second[4] = (2, -2, 2, -2), (4, 4, -4, 4)
    (found,) = twice([board("Tisch 1 A.csv", first), board("Tisch 1 B.csv", second)])
    assert (found.same, found.elsewhere) == (False, False)


SKAT = (("Anna", 48), ("Bernd", -72), ("Chris", 20), ("Anna", 33), ("Chris", 96), ("Bernd", 30))
SKAT += (("Anna", -96), ("Bernd", 27), ("Chris", 44), ("Bernd", 46), ("Anna", 36), ("Chris", 23))


def of_skat(games: tuple[tuple[str, int], ...] = SKAT, first: int = 1) -> bytes:
    """A list whose rows name the soloist, and a pivot of it with a column a player."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    records, pivot = book.create_sheet("Spiellisten"), book.create_sheet("Skat Input")
    records.append(["Spiel-Nr", "Alleinspieler", "Spielwert", "Gewonnen", "Punkte"])
    pivot.append(["Spiel", *NAMES[:3]])
    for number, (name, points) in enumerate(SKAT, 1):
        worth = points if points > 0 else -points // 2
        records.append([number, name, worth, "ja" if points > 0 else "nein", points])
    for number, (name, points) in enumerate(games, first):
        pivot.append([number, *(points if name == other else None for other in NAMES[:3])])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_a_pivot_of_a_list_counts_once(tmp_path: Path) -> None:
    found, points = looked(tmp_path, {"Skat.xlsx": of_skat()})
    assert told(found) == []
    assert [note.key for note in found.notes] == ["sheets-agree"]
    # Anna won 3 and lost 1, the others lost 1: 21 + 100 + 40.
    assert points["Anna"] == 161


def test_a_pivot_of_part_of_a_list_counts_once(tmp_path: Path) -> None:
    found, points = looked(tmp_path, {"Skat.xlsx": of_skat(SKAT[4:], first=5)})
    assert [note.key for note in found.notes] == ["sheets-agree"]
    assert points["Anna"] == 161


def test_a_pivot_that_says_something_else_of_a_game_is_told(tmp_path: Path) -> None:
    found, _ = looked(tmp_path, {"Skat.xlsx": of_skat((*SKAT[:5], ("Bernd", 36), *SKAT[6:]))})
    (finding,) = found.findings
    assert (finding.rule, finding.sheet, finding.cell) == (SHEETS_DIFFER.name, "Skat Input", CellRef(7, 3))
    assert (finding.params["here"], finding.params["there"]) == (36, 30)
    assert [note.key for note in found.notes] == ["sheets-of-one-table"]


WON = (
    "Tove,Knut,11",
    "Grete,Tove,2",
    "Per,Tove,8",
    "Tove,Grete,7",
    "Grete,Knut,6",
    "Knut,Per,4",
    "Per,Grete,9",
)
"""Winner, loser and checkers left."""


def of_winners(games: tuple[str, ...] = WON) -> str:
    return "No,Winner,Loser,Left\n" + "".join(f"{number},{game}\n" for number, game in enumerate(games, 1))


@pytest.mark.parametrize(
    ("at", "game", "cell", "player", "there"),
    [(3, "Tove,Grete,6", CellRef(5, 4), "Tove", 6), (4, "Knut,Grete,6", CellRef(6, 2), "Grete", -6)],
)
def test_lists_with_winner_and_loser_are_held_against_each_other(
    at: int, game: str, cell: CellRef, player: str, there: int, tmp_path: Path
) -> None:
    other = (*WON[:at], game, *WON[at + 1 :])
    found, _ = looked(tmp_path, {"a.csv": of_winners(), "b.csv": of_winners(other)})
    (finding,) = found.findings
    assert (finding.rule, finding.path, finding.cell) == (SHEETS_DIFFER.name, "a.csv", cell)
    assert (finding.params["player"], finding.params["there"]) == (player, there)
    assert finding.params["other_cell"] == cell.a1
    assert [note.key for note in found.notes] == ["sheets-of-one-table"]


def test_a_game_on_one_of_two_lists_with_winner_and_loser_is_told(tmp_path: Path) -> None:
    found, _ = looked(tmp_path, {"a.csv": of_winners(), "b.csv": of_winners((*WON[:3], *WON[4:]))})
    (finding,) = found.findings
    assert (finding.path, finding.cell, finding.variant) == ("a.csv", CellRef(5, 1), "row")


def test_lists_with_winner_and_loser_that_agree_count_once(tmp_path: Path) -> None:
    again = of_winners().replace("Left", "Checkers left")
    found, points = looked(tmp_path, {"a.csv": of_winners(), "b.csv": again})
    assert told(found) == []
    assert [note.key for note in found.notes] == ["sheets-agree"]
    assert points["Tove"] == 11 - 2 - 8 + 7


BOX = (
    "6,-2,-2,-2",
    "-1,3,-1,-1",
    "-4,-4,12,-4",
    "2,2,2,-6",
    "3,-1,-1,-1",
    "-2,6,-2,-2",
    "-1,-1,-1,3",
    "4,4,-12,4",
)
STOOD = (
    *("6,-2,-2,-2", "5,1,-3,-3", "1,-3,9,-7", "3,-1,11,-13", "6,-2,10,-14", "4,4,8,-16", "3,3,7,-13"),
    "7,7,-5,-9",
)
"""The points of a box, and the totals after each game."""


def of_box(stood: tuple[str, ...]) -> bytes:
    """A workbook with the points of the games on one sheet and the totals on another, under one title."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in (("Totals", stood), ("Points", BOX)):
        page = book.create_sheet(name)
        page.append(["First evening"])
        page.append(["Game", *NAMES])
        for number, row in enumerate(rows, 1):
            page.append([number, *map(int, row.split(","))])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_totals_of_the_games_on_another_sheet_are_no_copy(tmp_path: Path) -> None:
    """All 8 games count, and once."""
    found, points = looked(tmp_path, {"book.xlsx": of_box(STOOD)})
    assert told(found) == []
    assert [note.key for note in found.notes] == ["sheets-agree"]
    assert points == {"Anna": 7, "Bernd": 7, "Chris": -5, "Dora": -9}
    assert [sheet.result.games for sheet in found.sheets if sheet.result and not sheet.again] == [8]


def test_two_wrong_totals_of_the_games_on_another_sheet_are_told(tmp_path: Path) -> None:
    """Bernd's −2 and Dora's −14: with −4 and −12 the row adds up to 0 too, and so do both steps."""
    wrong = (*STOOD[:4], "6,-4,10,-12", *STOOD[5:])
    found, points = looked(tmp_path, {"book.xlsx": of_box(wrong)})
    assert [(one.sheet, one.cell) for one in found.findings] == [
        ("Totals", CellRef(7, 3)),
        ("Totals", CellRef(7, 5)),
    ]
    edits = [[(edit.cell, edit.after) for edit in one.fixes[0].edits] for one in found.findings]
    assert edits == [[(CellRef(7, 3), "-2")], [(CellRef(7, 5), "-14")]]
    assert [note.key for note in found.notes] == ["sheets-of-one-table"]
    assert points == {"Anna": 7, "Bernd": 7, "Chris": -5, "Dora": -9}


PLUS = ("2,2,,", ",1,,1", ",,16,16", "4,,4,", ",3,3,", "9,,,", "1,,,1", ",2,,2")
"""The points won alone; game 6 is a solo."""


@pytest.mark.parametrize(("word", "kind"), [("x", "left-out"), ("Bock", "unreadable")])
def test_a_word_for_points_won_is_mended_by_the_other_sheet(word: str, kind: str, tmp_path: Path) -> None:
    """By itself a lone 16 may be a solo's 15 as well: only the other sheet says who won with Dora."""
    wrong = (*PLUS[:2], f",,{word},16", *PLUS[3:])
    found, _ = looked(tmp_path, {"Anna.csv": sheet(PLUS), "Dora.csv": sheet(wrong)})
    (finding,) = (one for one in found.findings if one.rule == SHEETS_DIFFER.name)
    assert (finding.path, finding.cell) == ("Dora.csv", CellRef(4, 4))
    (fix,) = finding.fixes
    assert [(edit.cell, edit.after) for edit in fix.edits] == [(CellRef(4, 4), "16")]
    assert fix.kind == kind
    assert fix.confidence > 0.95
    # Nothing else is said to be wrong.
    assert [one for one in found.findings if one.severity > Severity.WARNING] == [finding]


def test_a_word_where_nobody_won_is_mended_by_nothing(tmp_path: Path) -> None:
    found, _ = looked(tmp_path, {"Anna.csv": sheet(PLUS), "Dora.csv": sheet(("2,2,Bock,", *PLUS[1:]))})
    (finding,) = (one for one in found.findings if one.rule == SHEETS_DIFFER.name)
    assert [(edit.cell, edit.after) for edit in finding.fixes[0].edits] == [(CellRef(2, 4), "")]


Game = tuple[int, ...]
SIDES = (
    *((1, 1, -1, -1), (1, -1, 1, -1), (1, -1, -1, 1), (-1, 1, 1, -1), (-1, 1, -1, 1), (-1, -1, 1, 1)),
    *((3, -1, -1, -1), (-1, 3, -1, -1), (-1, -1, 3, -1), (-1, -1, -1, 3)),
)


def drawn(luck: random.Random, games: int) -> tuple[Game, ...]:
    return tuple(
        tuple(luck.choice((1, 1, 2, 3, 4, -2)) * at for at in luck.choice(SIDES)) for _ in range(games)
    )


def somewhat_like(rows: tuple[Game, ...], luck: random.Random) -> tuple[Game, ...]:
    """Another table, or another sheet of this one: some rows of it stay, some are lost or come twice."""
    keeps = luck.choice((0.3, 0.5, 0.8))
    others = [
        row if luck.random() < keeps else other
        for row, other in zip(rows, drawn(luck, len(rows)), strict=True)
    ]
    for at in range(len(others) - 1, -1, -1):
        others[at : at + 1] = [others[at]] * luck.choice((1,) * 18 + (0, 2))
    return tuple(others)


def test_bound_on_odds_decides_as_the_alignment_does() -> None:
    luck, told = random.Random("bound"), {True: 0, False: 0}
    for _ in range(60):
        rows = drawn(luck, luck.randint(3, 9))
        others = somewhat_like(rows, luck)
        odds = twice_module._odds(rows, others, 0)
        for least in (odds - 3, odds, odds + 0.1, odds + 3, 4.6, 6.9, 16.1):
            told[odds >= least] += 1
            assert (twice_module._odds(rows, others, 0, least) >= least) is (odds >= least)
    assert min(told.values()) > 40


def test_sheets_of_two_tables_with_some_equal_rows_are_not_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(*_: object) -> None:
        raise AssertionError

    luck = random.Random("two tables")
    rows, others = drawn(luck, 24), drawn(luck, 24)
    others = (*rows[:3], *others[3:20], *rows[20:22], *others[22:23], *rows[23:])
    monkeypatch.setattr(twice_module, "align", searched)
    assert twice_module._odds(rows, others, 12, 6.9) < 6.9
    with pytest.raises(AssertionError):
        twice_module._odds(rows, others, 12)
