"""The pages of a report: what is on them, and that nothing in a sheet can act on them."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from golden.small_event import (
    CHECKED,
    EMPTY,
    HOSTILE_NAMES,
    NAME,
    ROUNDS,
    STANDINGS,
    SUM,
    TISCH_1,
    DemoMessages,
    sheet,
    standings_of,
)
from scorecheck import __version__
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import Checked, CheckedFile, Crash
from scorecheck.reports import sheet_view, view
from scorecheck.reports.describe import Titles
from scorecheck.reports.html import site, standings_html
from scorecheck.reports.view import report_view, standings_page

DE = DemoMessages("de")
VOID = {"meta", "link", "use", "path", "circle", "wbr", "br"}


class Page(HTMLParser):
    """The elements of a page; fails where a tag is not closed."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page.decode())
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.elements if name == tag]


def pages(checked: Checked = CHECKED, standings: Any = STANDINGS, **more: Any) -> dict[str, Page]:
    made = site(report_view(checked, standings, DE, rounds=ROUNDS), DE, **more)
    return {name: Page(page) for name, page in made.items()}


def test_index() -> None:
    text = pages(downloads=("standings.pdf",))["index.html"].text
    assert "15.11.2014 TCG Doppelkopfturnier 3 Dateien geprüft: 2 Fehler, 1 Warnung, 1 Hinweis" in text
    assert "Es geht um runde1.xlsx · Tisch 1 und runde2/leer.csv." in text
    assert "1Brigitte154040+8in20Spielen−25−5in20Spielen" in text.replace(" ", "")
    assert "Punkte der Runde ÷ Spiele der Runde · 100, über die Runden addiert." in text
    assert "Bei gleicher Wertung gilt der gleiche Rang." in text
    assert "Zeile 6 ließ sich nicht alles prüfen" in text
    assert f"Geprüft von scorecheck {__version__}" in text


def test_every_link_leads_somewhere() -> None:
    made = pages(downloads=("standings.pdf",))
    for name, page in made.items():
        ids = {attrs["id"] for _, attrs in page.elements if "id" in attrs}
        for attrs in page.all("a"):
            target, _, anchor = (attrs["href"] or "").partition("#")
            if target == "standings.pdf":
                continue
            path = target.removeprefix("../") if name.startswith("sheets/") else target
            assert path in made
            if anchor:
                assert anchor in {a["id"] for _, a in made[path].elements if "id" in a}
        for attrs in page.all("use"):
            assert (attrs["href"] or "").removeprefix("#") in ids


def test_pages_need_nothing_from_outside() -> None:
    for page in pages().values():
        assert not page.all("script") + page.all("link") + page.all("img") + page.all("iframe")
        assert page.all("html") == [{"lang": "de"}]
        assert {"name": "generator", "content": f"scorecheck {__version__}"} in page.all("meta")
        assert all("on" not in {key[:2] for key in attrs} for _, attrs in page.elements)


def test_tables_tell_their_structure() -> None:
    for page in pages().values():
        assert len(page.all("main")) == len(page.all("h1")) == 1
        assert len(page.all("caption")) == len(page.all("table"))
        scoped = [attrs for attrs in page.all("th") if attrs.get("scope")]
        assert len(scoped) >= len(page.all("th")) - 2


def test_sheet_page() -> None:
    page = pages()["sheets/runde1-tisch-1.html"]
    text = page.text
    assert "Tisch 1 Doppelkopf (tcg), Punkte je Spiel, 4 Spieler, 2 Spiele 1 Fehler, 1 Warnung" in text
    assert "Fehler · C5 Game 2 adds up to +4, not 0. demo/sum Siehe auch B5 und D5." in text
    assert "<b>Solo</b>" in text
    assert "eine Notiz, kein Spiel" in text
    marked = [attrs for attrs in page.all("td") if "mark" in (attrs.get("class") or "")]
    assert [attrs["class"] for attrs in marked] == ["mark warning n", "mark error n"]
    # Not by colour alone: a sign with a name stands in the cell.
    assert [a["aria-label"] for a in page.all("svg") if a.get("role") == "img"] == ["Warnung", "Fehler"]
    assert [attrs["id"] for attrs in page.all("tr") if "id" in attrs] == [
        "r3",
        *(f"r{n}" for n in range(4, 10)),
    ]


def test_rows_of_a_sheet() -> None:
    page = sheet_view.sheet_page(TISCH_1, "slug", Titles(()), DE)
    assert page.letters == ("A", "B", "C", "D", "E", "F")
    assert [line.row for line in page.lines] == [4, 5, 6, 7, 8, 9]
    assert [line.kind for line in page.lines] == ["", "", "", "total", "ignored", "ignored"]
    assert [cell.text for cell in page.lines[0].cells] == ["1", "2", "−2", "2", "−2", ""]
    assert [cell.text for cell in page.lines[2].cells] == ["3", "x", "2,5", "−2", "2", "15.11.2014"]
    assert [cell.related for cell in page.lines[1].cells] == [False, True, False, True, False, False]
    assert page.lines[1].cells[2].mark == "error"
    assert [one.sentence for one in page.headings.said] == ["Anna and Bernd, Chris und Dora played 1 game."]


def test_findings_off_the_shown_rows_stand_above() -> None:
    far = replace(SUM, cell=CellRef(99, 2))
    whole = replace(EMPTY, path="runde1.xlsx", sheet="Tisch 1")
    page = sheet_view.sheet_page(replace(TISCH_1, findings=(far, whole)), "slug", Titles(()), DE)
    assert [one.cell for one in page.said] == ["", "B99"]


def test_long_and_wide_sheets_are_cut_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_view, "MAX_ROWS", 3)
    monkeypatch.setattr(sheet_view, "MAX_COLUMNS", 4)
    page = sheet_view.sheet_page(TISCH_1, "slug", Titles(()), DE)
    assert [line.row for line in page.lines] == [4, 5, 6]
    assert page.letters == ("A", "B", "C", "D")
    assert page.cuts == (
        "Hier stehen nur die ersten 3 von 6 Zeilen. Geprüft wurden alle.",
        "Hier stehen nur die ersten 4 von 6 Spalten.",
    )


def test_long_lists_of_findings_are_cut_from_the_lightest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "MAX_FINDINGS", 3)
    made = report_view(CHECKED, None, DE)
    shown = [one.severity for group in made.findings for one in group.findings]
    assert sorted(shown) == ["error", "error", "warning"]
    assert made.left_out == 1
    assert "1 weiterer Befund steht nur auf den Seiten" in pages(CHECKED, None)["index.html"].text


def test_report_without_standings() -> None:
    made = pages(standings=None)
    text = made["index.html"].text
    assert "Bericht über die Spielzettel" in text
    assert "Rangliste" not in text


def test_report_with_nothing_wrong_and_nothing_at_all() -> None:
    assert "Nichts sieht falsch aus." in pages(Checked(()), None)["index.html"].text
    assert "Es gibt noch keine Ergebnisse." in Page(standings_html(standings_of(()), DE)).text


def test_crashes_are_told() -> None:
    checked = Checked((), crashes=(Crash("demo/sum", "runde1.xlsx", 5, "KeyError: <b>"),))
    text = pages(checked, None)["index.html"].text
    assert "runde1.xlsx: demo/sum war nicht prüfbar, wegen eines Fehlers in scorecheck selbst." in text


def test_standings_view() -> None:
    page = standings_page(STANDINGS, DE, CHECKED)
    assert page.why == ("runde1.xlsx · Tisch 1", "runde2/leer.csv")
    assert page.shared
    assert page.rows[0] == view.StandingRow(
        "1",
        "Brigitte",
        "15",
        "40",
        (
            view.RoundPart("40", "+8 in 20 Spielen", "+8 in 20"),
            view.RoundPart("−25", "−5 in 20 Spielen", "−5 in 20"),
        ),
    )
    assert page.rows[1].score == "−1,67"
    assert page.rows[1].rounds[1] is None
    assert standings_page(replace(STANDINGS, provisional=False), DE, CHECKED).why == ()


def test_many_faulty_sheets_are_counted() -> None:
    files = tuple(CheckedFile(f"{n}.xlsx", "unreadable", (), ()) for n in range(8))
    page = standings_page(STANDINGS, DE, Checked(files))
    assert page.why == ("0.xlsx", "1.xlsx", "2.xlsx", "3.xlsx", "4.xlsx", "3 weitere")


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_hostile_texts_stay_texts(name: str) -> None:
    finding = replace(
        NAME, path=f"{name}.xlsx", sheet=name, value=name, params={**NAME.params, "player": name}
    )
    one = sheet(f"{name}.xlsx", name, (name, "B"), [[1, name, 2, name]], findings=(finding,))
    checked = Checked((CheckedFile(f"{name}.xlsx", "warnings", (one,), (finding,)),))
    standings = replace(standings_of((name,), (name,)), event=name, provisional=True)
    view_of = report_view(checked, standings, DE, rounds={name: [(f"{name}.xlsx", name)]})
    made = site(view_of, DE)
    assert len(made) == 2
    for page_bytes in [*made.values(), standings_html(standings, DE, checked)]:
        page = Page(page_bytes)
        assert not page.all("script")
        assert "49" not in page.text
        text = "".join(page.words)
        assert text.replace("\n", "").isprintable()
        if name.isprintable():
            assert name in text


def test_no_name_stretches_a_page() -> None:
    page = standings_html(standings_of(("W" * 200,), ("V" * 200,)), DE).decode()
    # A player's name is broken by the style where the column ends, the name of a round at fixed places.
    assert ".standings .player { position: sticky; left: 0; z-index: 1; background: var(--card); " in page
    assert "overflow-wrap: anywhere; }" in page.partition(".standings .player {")[2].partition("\n")[0]
    assert "V" * 20 not in page


def test_many_files_have_pages_of_their_own() -> None:
    files = tuple(
        CheckedFile(
            f"{folder}/Tisch.csv", "ok", (sheet(f"{folder}/Tisch.csv", None, ("A", "B"), [[1, 1, -1]]),), ()
        )
        for folder in ("x/a", "y/a", "z/A")
    )
    names = sorted(site(report_view(Checked(files), None, DE), DE))
    assert names == ["index.html", "sheets/a-tisch-2.html", "sheets/a-tisch-3.html", "sheets/a-tisch.html"]


def test_severities_have_icons() -> None:
    page = site(report_view(CHECKED, None, DE), DE)["index.html"].decode()
    for severity in Severity:
        assert f'id="i-{severity.word}"' in page


@pytest.mark.parametrize(
    ("paths", "titles"),
    [
        (["a.csv", "runde1/b.csv"], ["a.csv", "runde1/b.csv"]),
        (["/home/anna/e/r1/a.csv", "/home/anna/e/r2/a.csv"], ["r1/a.csv", "r2/a.csv"]),
        (["/home/anna/a.csv"], ["a.csv"]),
        (["../e/r1/a.csv", "../e/b.csv", "c.csv"], ["r1/a.csv", "b.csv", "c.csv"]),
        (["C:/Users/anna/a.csv", "D:/b.csv"], ["C:/Users/anna/a.csv", "D:/b.csv"]),
        (["/a.csv"], ["a.csv"]),
    ],
)
def test_titles_leave_out_where_the_event_stands(paths: list[str], titles: list[str]) -> None:
    named = Titles(paths)
    assert [named(path) for path in paths] == titles
    assert named(paths[0], "Tisch 1") == f"{titles[0]} · Tisch 1"
