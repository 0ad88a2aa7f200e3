"""Whole workbooks and folders as clubs keep them, read and ranked as one would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font

import scorecheck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from scorecheck.one_file.settings import Source


def _workbook(path: Path, sheets: Mapping[str, Sequence[Sequence[object]]]) -> Path:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    book.save(path)
    return path


GAMES = [(1, 3, -3, 3, -3), (2, -1, -1, 3, -1), (3, 2, 2, -2, -2), (4, -4, 4, 4, -4)]


def test_standings_with_their_rounds_beside_the_sheets_are_read(tmp_path: Path) -> None:
    names = ("Spiel", "Anna", "Bernd", "Chris", "Dora")
    standings = [
        ("Platz", "Name", "1. Runde", "2. Runde", "Summe"),
        (1, "Chris", 8, 8, 16),
        (2, "Bernd", 2, 2, 4),
        (3, "Anna", 0, 0, 0),
        (4, "Dora", -10, -10, -20),
    ]
    sheets = {"R1 T1": [names, *GAMES], "R2 T1": [names, *GAMES], "Rangliste": standings}
    report = scorecheck.validate(_workbook(tmp_path / "event.xlsx", sheets))
    assert [one.sheet.layout for one in report.checked.files[0].sheets] == ["points", "points", "evenings"]


NAMES = ("Ann", "Bob", "Cal", "Deb")
EVENINGS = {
    "2026-01-12": [
        (-12, 4, 4, 4),
        (-16, 16, 0, 0),
        (-20, 28, -4, -4),
        (-18, 22, -2, -2),
        (-24, 24, 0, 0),
        (-25, 23, 3, -1),
        (-21, 27, -9, 3),
        (-22, 25, -7, 4),
        (-25, 26, -6, 5),
        (-23, 28, -4, -1),
        (-22, 29, -7, 0),
        (-23, 32, -8, -1),
    ],
    "2026-02-12": [
        (-29, 34, -6, 1),
        (-28, 30, -7, 5),
        (-26, 32, -13, 7),
        (-28, 30, -15, 13),
        (-26, 32, -13, 7),
        (-24, 26, -11, 9),
        (-23, 27, -14, 10),
        (-26, 28, -13, 11),
        (-28, 26, -12, 14),
        (-30, 24, -13, 19),
        (-28, 26, -11, 13),
        (-22, 24, -13, 11),
    ],
    "2026-03-12": [
        (-14, 23, -12, 3),
        (-8, 24, -20, 4),
        (-2, 22, -22, 2),
        (-5, 23, -21, 3),
        (-6, 26, -22, 2),
        (-7, 26, -23, 4),
        (-5, 28, -21, -2),
        (-17, 32, -17, 2),
        (-19, 30, -11, 0),
        (-15, 34, -18, -1),
        (-7, 42, -10, -25),
        (-1, 40, -12, -27),
    ],
}


def test_the_third_evening_goes_on_where_the_second_does(tmp_path: Path) -> None:
    sheets = {day: [NAMES, *rows] for day, rows in EVENINGS.items()}
    report = scorecheck.validate(_workbook(tmp_path / "chouette.xlsx", sheets), game="chouette")
    before = [one.sheet.continues and one.sheet.continues.before for one in report.checked.files[0].sheets]
    assert before == [None, "2026-01-12", "2026-02-12"]


SHEET = """Spiel;{};{};{};{}
1;3;-3;3;-3
2;-1;-1;3;-1
3;2;2;-2;-2
4;-4;4;4;-4
"""
PLAYERS = ("Anna", "Bernd", "Chris", "Dora", "Emil", "Fritz", "Gabi", "Hans")


@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        ("{r}-0{t}.csv", ["Round 1", "Round 2"]),
        ("2026-03-14_{r}_{t}.csv", ["Round 1", "Round 2"]),
        ("Runde {R} Tisch {t}.csv", ["Runde 1", "Runde 2"]),
        ("Runde {R}/Tisch {t}.csv", ["Runde 1", "Runde 2"]),
        ("Abend {r}/Tisch {t}.csv", ["Abend 1", "Abend 2"]),
    ],
)
def test_the_names_of_files_tell_the_rounds(name: str, rounds: list[str], tmp_path: Path) -> None:
    for round_ in (1, 2):
        for table in (1, 2):
            path = tmp_path / name.format(r=round_, t=table, R="I" * round_)
            path.parent.mkdir(exist_ok=True)
            seats = PLAYERS[4 * table - 4 : 4 * table]
            path.write_text(SHEET.format(*seats[round_:], *seats[:round_]), encoding="utf-8")
    ranking = scorecheck.standings(tmp_path)
    assert [one.name for one in ranking.lines[0].rounds] == rounds


@pytest.mark.parametrize("slip", [0, 1])
def test_a_workbook_with_many_second_sheets_is_read_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slip: int
) -> None:
    """Each of four evenings stands there twice, as two people wrote it down; not read again where they
    agree."""
    from scorecheck.whole_event import comparing

    names = ("Spiel", "Anna", "Bernd", "Chris", "Dora")
    sheets: dict[str, Sequence[Sequence[object]]] = {}
    for evening in range(1, 5):
        games = [(number, a * evening, b * evening, c * evening, d * evening) for number, a, b, c, d in GAMES]
        number, anna, *others = games[0]
        sheets[f"Abend {evening} A"] = [names, *games]
        sheets[f"Abend {evening} B"] = [names, (number, anna + slip, *others), *games[1:]]
    path = _workbook(tmp_path / "season.xlsx", sheets)
    read: list[Path] = []
    workbooks_from = comparing.workbooks_from

    def counted(source: Source) -> object:
        read.append(source.path)
        return workbooks_from(source)

    monkeypatch.setattr(comparing, "workbooks_from", counted)
    report = scorecheck.validate(path)
    assert len(report.checked.together) == 4 * slip
    assert read == [path] * slip


@pytest.mark.parametrize("above", [0, 2])
def test_the_rows_around_a_finding_are_shown_on_a_sheet_that_lies_on_its_side(
    tmp_path: Path, above: int
) -> None:
    """Game 4 stands in column E: −3, −3, 3 and −3 where Dora's should be +3."""
    by_game = [(2, 2, -2, -2), (-1, 1, -1, 1), (3, -9, 3, 3), (-3, -3, 3, -3), (1, -1, 1, -1), (4, -4, -4, 4)]
    title = [("Doppelkopf am Montag",), ()][:above]
    people = zip(("Anna", "Bernd", "Chris", "Dora"), *by_game, strict=True)
    rows = [*title, ("Spieler", *range(1, 7)), *people]
    (finding,) = scorecheck.validate(_workbook(tmp_path / "quer.xlsx", {"quer": rows})).checked.findings
    assert finding.cell is not None
    assert finding.cell.column == 5
    assert finding.excerpt is not None
    assert finding.excerpt.letters == ("A", "B", "C", "D", "E", "F", "G")
    assert finding.excerpt.headings == ("Spieler", "1", "2", "3", "4", "5", "6")
    assert (above + 2, ("Anna", "2", "-1", "3", "-3", "1", "4")) in finding.excerpt.lines


def test_evenings_that_are_on_the_sheets_with_other_points_count_once(tmp_path: Path) -> None:
    # Two of four evenings have sheets, which give Anna 0 each; nothing tells what became of the others.
    season = [
        ("Datum", "Anna", "Bernd", "Chris", "Dora"),
        ("12.01.24", -5, -1, -11, 17),
        ("09.02.24", -1, -21, 9, 13),
        ("08.03.24", -2, 38, -4, -32),
        ("05.04.24", 0, -4, 14, -10),
        ("Gesamt", -8, 12, 8, -12),
    ]
    evening = [("Spiel", "Anna", "Bernd", "Chris", "Dora"), *GAMES]
    sheets = {"12.01.24": evening, "09.02.24": evening, "Gesamtwertung": season}
    path = _workbook(tmp_path / "season.xlsx", sheets)
    assert scorecheck.validate(path).findings == ()
    (anna,) = [line for line in scorecheck.standings(path).lines if line.player == "Anna"]
    assert (anna.score, anna.games) == (0, 8)


def test_a_game_that_is_crossed_out_does_not_count_and_is_named(tmp_path: Path) -> None:
    # 3, 3 and 3 against −1 is no game: somebody crossed it out and wrote it anew.
    path = _workbook(tmp_path / "evening.xlsx", {"Tisch 1": [("Nr", *"ABCD"), *GAMES]})
    book = load_workbook(path)
    sheet = book.worksheets[0]
    sheet.append((5, 3, 3, 3, -1))
    for cell in sheet[6]:
        cell.font = Font(strike=True)
    sheet.append((5, 1, 1, -1, -1))
    book.save(path)
    report = scorecheck.validate(path)
    assert report.findings == ()
    assert [one.entries for one in report.checked.files[0].sheets] == [5]
    assert [(one.key, one.params["rows"]) for one in report.checked.notes] == [("crossed-out", ("6",))]


@pytest.mark.parametrize(("score", "told"), [(9, []), (8, ["liste.csv:C2"])])
def test_a_list_above_the_folders_of_its_rounds_is_held_to_their_sheets(
    tmp_path: Path, score: int, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna has 2 in the first round and 7 in the second, and 9 on the list."""
    rounds = {
        "Runde 1/Tisch 1.csv": ["1,1,-1,-1", "2,-2,2,-2", "-1,1,-1,1", "4,4,-4,-4", "-4,-4,4,4"],
        "Runde 2/Tisch 1.csv": ["6,-2,-2,-2", "2,2,-2,-2", "-1,-1,1,1", "3,-3,3,-3", "-3,3,-3,3"],
    }
    for name, games in rounds.items():
        (tmp_path / name).parent.mkdir()
        lines = ["Spiel,Anna,Bernd,Chris,Dora", *(f"{at},{row}" for at, row in enumerate(games, 1))]
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    listed = f"Platz,Name,Punkte\n1,Anna,{score}\n2,Bernd,-1\n3,Chris,-3\n4,Dora,-5\n"
    (tmp_path / "liste.csv").write_text(listed, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    findings = scorecheck.validate(".").findings
    mismatches = [one for one in findings if one.rule == "tournament/published-mismatch"]
    assert [f"{one.path}:{one.cell and one.cell.a1}" for one in mismatches] == told


def test_a_long_name_in_an_excerpt_shows_that_it_was_cut(tmp_path: Path) -> None:
    """Game 2 adds up to +2."""
    names = ("Friederike Müller-Lüdenscheidt", "Bernd", "Chris", "Dora")
    games = [(2, -2, 2, -2), (1, 1, 1, -1), (-1, 1, -1, 1), (3, 3, -3, -3), (-2, 2, 2, -2), (-1, -1, 3, -1)]
    rows = [("Spiel", *names), *((at, *points) for at, points in enumerate(games, 1))]
    (finding,) = scorecheck.validate(_workbook(tmp_path / "lang.xlsx", {"lang": rows})).checked.findings
    assert finding.excerpt is not None
    assert finding.excerpt.headings == ("Spiel", "Friederike Müll…", "Bernd", "Chris", "Dora")


def test_a_name_in_capitals_is_the_same_name(tmp_path: Path) -> None:
    names = ("Anna", "Bernd", "Chris", "Dora")
    games = [(2, -2, 2, -2), (1, -1, -1, 1), (-1, 1, -1, 1), (3, 3, -3, -3), (-2, 2, 2, -2), (-1, -1, 3, -1)]
    sheets = {
        name: [("Spiel", *heads), *((at, *(sign * one for one in game)) for at, game in enumerate(games, 1))]
        for name, heads, sign in (("A0", names, 1), ("A1", [*map(str.upper, names)], -1), ("A2", names, 2))
    }
    report = scorecheck.validate(_workbook(tmp_path / "abend.xlsx", sheets))
    assert [one.rule for one in report.checked.findings] == []
