"""What is printed: it holds together for every number of players and every name, and is kept for ever."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import get_args

import pytest

from golden.small_event import CHECKED, HOSTILE_NAMES, MOMENT, ROUNDS, STANDINGS, DemoMessages, sheet
from scorecheck.model.outcome import Checked, CheckedFile, Result, RoundScore, Standing, Standings
from scorecheck.model.record import replace
from scorecheck.model.sheet import Ignored
from scorecheck.reports.outputs import carries_mark
from scorecheck.reports.pdf import PdfKind, print_data, report_pdf, standings_pdf
from scorecheck.reports.printing import Printing, unprintable
from scorecheck.reports.view import ReportView, ShownRanking, report_view
from support import but_slow

DE = DemoMessages("de")
KINDS: tuple[PdfKind, ...] = get_args(PdfKind)
ALL_KINDS = pytest.mark.parametrize("kind", KINDS)
PLAIN = Printing(moment=MOMENT)


def view() -> ReportView:
    return report_view(CHECKED, ShownRanking(STANDINGS, ROUNDS), DE, moment=MOMENT)


def event_of(
    names: tuple[str, ...], rounds: int = 2
) -> tuple[Checked, Standings, list[tuple[str, list[Result]]]]:
    """Tables of four, each with two games a round."""
    files: list[CheckedFile] = []
    of_rounds: list[tuple[str, list[Result]]] = []
    for number in range(rounds):
        of_rounds.append((f"Runde {number + 1}", []))
        for start in range(0, len(names), 4):
            four = names[start : start + 4]
            path = f"r{number}/t{start}.csv"
            one = sheet(path, None, four, [[1, 1, -1, 1, -1, ""], [2, 3, -1, -1, -1, ""]], games=2)
            files.append(CheckedFile(path, "ok", (one,), ()))
            assert one.result is not None
            of_rounds[-1][1].append(one.result)
    scored = tuple(RoundScore(name, 4, 2, Fraction(200)) for name, _ in of_rounds)
    lines = tuple(Standing(at + 1, name, Fraction(400 - at), 4, scored) for at, name in enumerate(names))
    names_of_rounds = tuple(name for name, _ in of_rounds)
    standings = Standings("Groß", None, "normalized", 100, lines, names_of_rounds, provisional=False)
    return Checked(tuple(files)), standings, of_rounds


def page_count(pdf: bytes) -> int:
    found = re.search(rb"<xmpTPg:NPages>(\d+)<", pdf)
    assert found
    return int(found.group(1))


@ALL_KINDS
def test_same_bytes_our_mark_and_the_date_of_the_input(kind: PdfKind) -> None:
    pdf = report_pdf(kind, view(), DE, PLAIN)
    assert pdf == report_pdf(kind, view(), DE, PLAIN)
    assert carries_mark(pdf)
    assert b"<xmp:CreateDate>2014-11-15T22:41:00" in pdf
    assert b"/StructTreeRoot" in pdf


@ALL_KINDS
def test_archives_get_pdf_a(kind: PdfKind) -> None:
    pdf = report_pdf(kind, view(), DE, PLAIN._replace(archive=True))
    assert b"<pdfaid:part>2</pdfaid:part>" in pdf
    assert b"<pdfaid:conformance>A</pdfaid:conformance>" in pdf
    assert b"<pdfaid:part>" not in report_pdf(kind, view(), DE, PLAIN)


def test_hostile_names_are_printed_not_run() -> None:
    """A name that typst took for markup would end this with an error, or make pages of its own."""
    checked, standings, rounds = event_of(HOSTILE_NAMES)
    made = report_view(checked, ShownRanking(replace(standings, event='#panic("x")'), rounds), DE)
    for kind in KINDS:
        assert report_pdf(kind, made, DE, PLAIN._replace(archive=True)).startswith(b"%PDF-")
    data = print_data("players", made, DE)
    assert [one["name"] for one in data["players"]][:4] == [
        "<scrip\u200bt>aler\u200bt(1)</\u200bscript>",
        '=HYPERLINK("x")',
        '#panic("x")',
        "{{ 7*7 }}",
    ]


@pytest.mark.parametrize("paper", ["a4", "a3"])
@pytest.mark.parametrize("large", but_slow([False, True], True))  # noqa: FBT003 - a value
def test_standings_on_every_paper(paper: str, large: bool) -> None:
    pages: list[int] = []
    for many in (4, 8, 40, 200):
        _, standings, _ = event_of(tuple(f"Øystein Ελένη Сергей {n}" for n in range(many)))
        pages.append(page_count(standings_pdf(standings, DE, None, Printing(paper, large))))  # type: ignore[arg-type]
    assert pages[:2] == [1, 1]
    assert pages == sorted(pages)
    assert pages[2] <= (4 if large else 1)


def test_large_type_takes_more_room() -> None:
    _, standings, _ = event_of(tuple(f"Anna {n}" for n in range(100)))
    plain, large, a3 = (
        page_count(standings_pdf(standings, DE, None, printing))
        for printing in (Printing(), Printing(large=True), Printing("a3"))
    )
    assert a3 <= plain < large


def test_a_page_a_player_and_a_certificate_each() -> None:
    checked, standings, rounds = event_of(("Anna", "Bernd", "Chris", "Dora"))
    made = report_view(checked, ShownRanking(standings, rounds), DE)
    assert page_count(report_pdf("players", made, DE)) == 4
    assert page_count(report_pdf("certificates", made, DE)) == 4
    assert page_count(report_pdf("sheets", made, DE)) == 2
    first = print_data("players", made, DE)["players"][0]
    assert first["rounds"] == [
        ("Runde 1", "200", "+4 in 2 Spielen"),
        ("Runde 2", "200", "+4 in 2 Spielen"),
    ]
    assert first["tables"][0]["scores"] == [
        ("Anna", "+4", True),
        ("Chris", "0", False),
        ("Bernd", "−2", False),
        ("Dora", "−2", False),
    ]
    assert "Anna 8" in first["chart"]["svg"]


def test_players_whose_rounds_were_missed() -> None:
    data = print_data("players", view(), DE)
    anna = data["players"][1]
    assert anna["rounds"][1] == ("Runde 2", "–", "nicht gespielt")


def test_sheet_to_sign_has_a_line_for_each_player() -> None:
    data = print_data("sheets", view(), DE)
    (first, second) = data["pages"]
    assert first["players"] == ["Anna", "Bernd", "Chris", "Dora"]
    # Row 8 is empty.
    assert [line["row"] for line in first["lines"]] == [3, 4, 5, 6, 7, 9]
    assert first["lines"][2]["cells"][2] == {
        "text": "2",
        "number": True,
        "mark": "error",
        "should": "wohl −2",
    }
    assert second["players"] == ["Anna", "Bernd", "Chris", "Dora"]


def test_letters_of_everything_printed_are_named() -> None:
    checked, standings, rounds = event_of(("Anna \u0378", "Ελένη", "Сергей", "Ἀχιλλεύς Ngũgĩ Nguyễn"))
    made = report_view(checked, ShownRanking(standings, rounds), DE)
    for kind in KINDS:
        assert unprintable(print_data(kind, made, DE)) == ("\u0378",)
        assert report_pdf(kind, made, DE, PLAIN._replace(archive=True)).startswith(b"%PDF-")


@pytest.mark.slow
def test_many_players() -> None:
    checked, standings, rounds = event_of(tuple(f"Anna {n}" for n in range(40)))
    made = report_view(checked, ShownRanking(standings, rounds), DE)
    assert page_count(report_pdf("players", made, DE)) == 40
    assert page_count(report_pdf("report", made, DE)) > 4


def test_nothing_at_all() -> None:
    empty = report_view(Checked(()), None, DE)
    for kind in KINDS:
        assert page_count(report_pdf(kind, empty, DE)) == 1


def test_rows_that_nobody_wrote_in_are_not_printed() -> None:
    """A template for six games of which two were played: a note in an unplayed row stays."""
    unplayed = [
        [3, "", "", "", "", ""],
        [4, "", "", "", "", ""],
        ["", "", "", "", "", ""],
        [6, "", "", "", "", "Licht aus"],
    ]
    rows: list[list[object]] = [[1, 1, -1, 1, -1, ""], [2, 3, -1, -1, -1, ""], *unplayed]
    ignored = (*(Ignored(at, "unfilled") for at in (2, 3)), Ignored(5, "note"))
    one = sheet("t.csv", None, ("Anna", "Bernd", "Chris", "Dora"), rows, games=2, ignored=ignored, stop=2)
    made = report_view(Checked((CheckedFile("t.csv", "ok", (one,), ()),)), None, DE)
    (page,) = print_data("sheets", made, DE)["pages"]
    # The headings stand in row 3, the games in rows 4 and 5, the note in row 9.
    assert [line["row"] for line in page["lines"]] == [3, 4, 5, 9]


@pytest.mark.parametrize("games", [20, 40, 60])
def test_a_sheet_and_its_signatures_are_one_page(games: int) -> None:
    names = tuple(
        f"{name} von Stauffenberg-Müllerbach" for name in ("Anneliese", "Bärbel", "Dietlinde", "Øystein")
    )
    rows: list[list[object]] = [[game + 1, 1, -1, 1, -1, ""] for game in range(games)]
    one = sheet("t.csv", None, names, rows, games=games)
    made = report_view(Checked((CheckedFile("t.csv", "ok", (one,), ()),)), None, DE)
    assert page_count(report_pdf("sheets", made, DE)) == 1
