"""The pages of a report: what is on them, and that nothing in a sheet can act on them."""

from __future__ import annotations

from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from golden.small_event import (
    CHECKED,
    EMPTY,
    HOSTILE_NAMES,
    MOMENT,
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
from scorecheck.catalogue import choices
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import (
    AuditLine,
    Checked,
    CheckedFile,
    Crash,
    Missing,
    Penalty,
    RoundScore,
    Standing,
    Standings,
    TeamMember,
    TeamStanding,
)
from scorecheck.model.record import replace
from scorecheck.model.terms import Sentence
from scorecheck.reports import sheet_view, view
from scorecheck.reports.describe import Titles
from scorecheck.reports.html import report_html, standings_html
from scorecheck.reports.messages import Language, Messages
from scorecheck.reports.standings_view import RoundPart, StandingRow, standings_page
from scorecheck.reports.view import ShownRanking, report_view

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
        if not self.open or self.open[-1] not in {"style", "script"}:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.elements if name == tag]


def page(checked: Checked = CHECKED, standings: Any = STANDINGS, **more: Any) -> Page:
    view_of = report_view(checked, ShownRanking(standings, ROUNDS), DE, moment=MOMENT)
    return Page(report_html(view_of, DE, **more))


def test_index() -> None:
    text = page(downloads=("standings.pdf",)).text
    head = "15.11.2014 TCG Doppelkopfturnier 1 von 3 Dateien ließ sich nicht als Spielzettel lesen. 1 Fehler"
    assert head in text
    assert "3 Dateien geprüft: 2 Fehler, 1 Warnung, 1 Hinweis" in text
    assert "Es geht um runde1.xlsx · Tisch 1. In dieser Rangliste fehlt runde2/leer.csv: " in text
    assert "1Brigitte154040+8in20Spielen−25−5in20Spielen" in text.replace(" ", "")
    assert "Punkte der Runde ÷ Spiele der Runde · 100, über die Runden addiert." in text
    assert "Bei gleicher Wertung gilt der gleiche Rang." in text
    assert "Zeile 6 ließ sich nicht alles prüfen" in text
    assert f"Geprüft von scorecheck {__version__}." in text
    assert "Die neueste der Dateien wurde zuletzt am 15.11.2014, 22:41 Uhr UTC geändert." in text
    assert "Doppelkopf (tcg), 2 Spielzettel. Die Regeln lassen nichts offen." in text
    assert "Anna +4 Chris +0" not in text
    assert "Anna +4 Bernd 0 Chris 0 Dora 0" in text


def test_what_is_to_be_looked_at_comes_before_who_has_won() -> None:
    ids = [attrs["id"] for _, attrs in page().elements if attrs.get("id") in {"findings", "standings"}]
    assert ids == ["findings", "standings"]


def test_every_link_leads_somewhere() -> None:
    made = page(downloads=("standings.pdf",))
    ids = [attrs["id"] for _, attrs in made.elements if "id" in attrs]
    assert len(set(ids)) == len(ids)
    for attrs in (*made.all("a"), *made.all("use")):
        target, _, anchor = (attrs["href"] or "").partition("#")
        assert anchor in ids if anchor else target == "standings.pdf"
    for _, attrs in made.elements:
        if "aria-labelledby" in attrs:
            assert attrs["aria-labelledby"] in ids


def test_pages_need_nothing_from_outside() -> None:
    made = page()
    assert not made.all("link") + made.all("img") + made.all("iframe")
    assert made.all("script") == [{}]
    assert made.all("html") == [{"lang": "de"}]
    assert {"name": "generator", "content": f"scorecheck {__version__}"} in made.all("meta")
    assert all("on" not in {key[:2] for key in attrs} for _, attrs in made.elements)
    # Only our own script may run, and nothing may be fetched.
    (policy,) = (a["content"] or "" for a in made.all("meta") if "http-equiv" in a)
    assert policy.startswith("default-src 'none'; ")
    assert "script-src 'sha256-" in policy


def test_tables_tell_their_structure() -> None:
    made = page()
    assert len(made.all("main")) == len(made.all("h1")) == 1
    assert len(made.all("caption")) == len(made.all("table"))
    assert all(attrs.get("scope") or attrs.get("aria-hidden") for attrs in made.all("th"))
    # Whoever cannot see a drawing is told what it shows.
    drawings = [attrs for attrs in made.all("svg") if attrs.get("role") == "img" and "viewbox" in attrs]
    assert len(drawings) == 3
    assert "Anna endet mit +4 am höchsten" in made.text


def test_sheet_page() -> None:
    made = page()
    text = made.text
    assert "runde1.xlsx · Tisch 11 Fehler, 1 Warnung Doppelkopf (tcg), Punkte je Spiel, 4 Spieler" in text
    assert "Fehler · C5 Game 2 adds up to +4, not 0. demo/sum Siehe auch B5 und D5." in text
    assert "Bei Bernd sollte −2 statt 2 stehen: Das Minus ging verloren" in text
    # The repair stands in the cell, beside what was read.
    assert "522" in text
    assert "2 wohl −2" in text
    assert "<b>Solo</b>" in text
    assert "eine Notiz, kein Spiel" in text
    marked = [attrs for attrs in made.all("td") if "mark" in (attrs.get("class") or "")]
    assert [attrs["class"] for attrs in marked] == ["mark warning n", "mark error n"]
    # Not by colour alone: a sign with a name stands in the cell.
    assert [a["aria-label"] for a in made.all("svg") if "aria-label" in a] == ["Warnung", "Fehler"]
    ids = [attrs["id"] for attrs in made.all("tr") if "id" in attrs]
    assert ids == [f"s-runde1-tisch-1:{n}" for n in (3, 4, 5, 6, 7, 9)] + [
        f"s-runde2-tisch:{n}" for n in (3, 4)
    ]
    assert [attrs["id"] for attrs in made.all("details")] == ["s-runde1-tisch-1", "s-runde2-tisch"]


def test_rows_of_a_sheet() -> None:
    page = sheet_view.sheet_page(TISCH_1, "slug", Titles(()), DE)
    assert page.letters == ("A", "B", "C", "D", "E", "F")
    # Row 8 is empty.
    assert [line.row for line in page.lines] == [4, 5, 6, 7, 9]
    assert [line.kind for line in page.lines] == ["", "", "", "total", "ignored"]
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
        "Hier stehen nur die ersten 3 von 5 Zeilen. Geprüft wurden alle.",
        "Hier stehen nur die ersten 4 von 6 Spalten.",
    )


def test_long_lists_of_findings_are_cut_from_the_lightest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "MAX_FINDINGS", 3)
    made = report_view(CHECKED, None, DE)
    shown = [one.severity for group in made.findings for one in group.findings]
    assert sorted(shown) == ["error", "error", "warning"]
    assert made.left_out == 1
    assert "1 weiterer Befund steht nur auf den Seiten" in page(CHECKED, None).text


def test_report_without_standings() -> None:
    text = page(standings=None).text
    assert "Bericht über die Spielzettel" in text
    assert "Rangliste" not in text


def test_report_with_nothing_wrong_and_nothing_at_all() -> None:
    assert "Nichts sieht falsch aus." in page(Checked(()), None).text
    assert "Es gibt noch keine Ergebnisse." in Page(standings_html(standings_of(()), DE)).text


def test_crashes_are_told() -> None:
    checked = Checked((), crashes=(Crash("demo/sum", "runde1.xlsx", 5, "KeyError: <b>"),))
    text = page(checked, None).text
    assert "runde1.xlsx: demo/sum war nicht prüfbar, wegen eines Fehlers in scorecheck selbst." in text


def test_standings_view() -> None:
    page = standings_page(STANDINGS, DE, CHECKED)
    assert page.why == ("runde1.xlsx · Tisch 1", "runde2/leer.csv")
    assert page.shared
    assert page.rows[0] == StandingRow(
        "1",
        "Brigitte",
        "15",
        "40",
        (
            RoundPart("40", "+8 in 20 Spielen", "+8 in 20 Spielen"),
            RoundPart("−25", "−5 in 20 Spielen", "−5 in 20 Spielen"),
        ),
    )
    assert page.rows[1].score == "−1,67"
    assert page.rows[1].rounds[1] is None
    page = standings_page(replace(STANDINGS, provisional=False, missing=()), DE, CHECKED)
    assert (page.provisional, page.why) == ((), ())


def test_where_the_fewest_points_win_the_formula_says_so() -> None:
    assert not standings_page(STANDINGS, DE, CHECKED).formula.endswith("die wenigsten zuerst")
    page = standings_page(replace(STANDINGS, lower_wins=True), DE, CHECKED)
    assert page.formula.endswith(", die wenigsten zuerst")


def test_many_faulty_sheets_are_counted() -> None:
    missing = tuple(Missing(f"{n}.xlsx", Sentence("standings.not_there")) for n in range(8))
    page = standings_page(replace(STANDINGS, missing=missing), DE)
    assert page.why == ("0.xlsx", "1.xlsx", "2.xlsx", "3.xlsx", "4.xlsx", "3 weitere")
    first = "In dieser Rangliste fehlt 0.xlsx: Diese Datei oder diesen Ordner gibt es nicht."
    assert (page.provisional[0], page.provisional[5]) == (first, "Und 3 weitere.")


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_hostile_texts_stay_texts(name: str) -> None:
    finding = replace(
        NAME, path=f"{name}.xlsx", sheet=name, value=name, params={**NAME.params, "player": name}
    )
    rows = [[1, 1, -1, name], [2, 3, -3, name]]
    one = sheet(f"{name}.xlsx", name, (name, "B"), rows, findings=(finding,), games=2)
    assert one.result is not None
    checked = Checked((CheckedFile(f"{name}.xlsx", "warnings", (one,), (finding,)),))
    standings = replace(standings_of((name,), (name,)), event=name, provisional=True)
    view_of = report_view(checked, ShownRanking(standings, [(name, [one.result])]), DE)
    for made in (report_html(view_of, DE), standings_html(standings, DE, checked)):
        read = Page(made)
        assert read.all("script") == [{}]
        assert "49" not in read.text
        text = "".join(read.words)
        assert text.replace("\n", "").isprintable()
        if name.isprintable():
            assert name in text


def test_no_name_stretches_a_page() -> None:
    page = standings_html(standings_of(("W" * 200,), ("V" * 200,)), DE).decode()
    # Long words may be broken at fixed places, and where a column still ends earlier, there.
    assert "overflow-wrap: break-word; }" in page.partition(".standings .player {")[2].partition("\n")[0]
    assert "V" * 20 not in page
    assert "W" * 20 not in page.partition("<tbody>")[2]


def test_names_of_two_long_words_are_broken_at_the_hyphen_alone() -> None:
    page = standings_html(standings_of(("Παπαδοπούλου-Κωνσταντινίδη",), ("Runde 1",)), DE).decode()
    assert "Παπαδοπούλου-Κωνσταντινίδη" in page


def test_sheets_of_one_name_are_told_apart() -> None:
    files = tuple(
        CheckedFile(
            f"{folder}/Tisch.csv", "ok", (sheet(f"{folder}/Tisch.csv", None, ("A", "B"), [[1, 1, -1]]),), ()
        )
        for folder in ("x/a", "y/a", "z/A")
    )
    slugs = [one.slug for one in report_view(Checked(files), None, DE).pages]
    assert slugs == ["a-tisch", "a-tisch-2", "a-tisch-3"]


def test_severities_have_icons() -> None:
    text = report_html(report_view(CHECKED, None, DE), DE).decode()
    for severity in Severity:
        assert f'id="i-{severity.word}"' in text


def test_only_so_many_rows_are_shown_and_those_with_errors_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "MAX_ROWS", 6)
    made = report_view(CHECKED, ShownRanking(STANDINGS), DE)
    assert [len(one.lines) for one in made.pages] == [5, 0]
    assert made.pages[1].cuts == ("Hier stehen nur die ersten 0 von 1 Zeilen. Geprüft wurden alle.",)


def test_ties_are_explained() -> None:
    lines = tuple(
        Standing(rank, name, Fraction(10), 20, (RoundScore("R", 10, 20, Fraction(10)),), ties, ties)
        for rank, name, ties in (
            (1, "Anna", (Fraction(3), Fraction(5))),
            (2, "Bernd", (Fraction(3), Fraction(4))),
            (3, "Chris", (Fraction(2), None)),
            (3, "Dora", (Fraction(2), None)),
        )
    )
    tied = replace(standings_of(()), lines=lines, ties=("solos", "direct"))
    made = standings_page(tied, DE)
    assert made.ties == ("gewonnene Soli", "Spiele gegeneinander")
    assert [row.ties for row in made.rows] == [("3", "5"), ("3", "4"), ("2", "–"), ("2", "–")]
    assert made.explained == (
        "Anna steht bei gleicher Wertung vor Bernd: Spiele gegeneinander 5 gegen 4.",
        "Bernd steht bei gleicher Wertung vor Chris: gewonnene Soli 3 gegen 2.",
        "Chris und Dora liegen gleichauf und teilen sich den Rang.",
    )
    assert made.explained[0] in Page(standings_html(tied, DE)).text


def test_who_is_not_ranked_teams_penalties_and_sums() -> None:
    whole = replace(
        standings_of(("Anna",)),
        unranked=(Standing(0, "Bernd", Fraction(5), 3, (), status="too-few-games", reason="<b>"),),
        teams=(
            TeamStanding(
                1,
                "Die Damen",
                Fraction(10, 3),
                (TeamMember("Anna", Fraction(10, 3), counted=True), TeamMember("Eva", None, counted=False)),
            ),
        ),
        penalties=(Penalty("Anna", -5, "zu spät", "Runde 1"), Penalty("Anna", -1, "Bier")),
        audit=(
            AuditLine("table", "Tisch 1", Fraction(3), expected=True),
            AuditLine("event", "", Fraction(3), expected=False),
        ),
        counting=3,
    )
    text = page(CHECKED, whole).text
    assert "Bernd: zu wenige Spiele (<b>)" in text
    assert "1Die Damen3,33Anna 3,33, Eva – (zählt nicht)" in text
    assert "Anna: −5 in Runde 1 (zu spät). Anna: −1 (Bier)." in text
    assert "Tisch 1 +3 Das sollte 0 sein. Das ganze Turnier+3 " in text
    assert "Punkte aller Runden, addiert, davon die besten 3." in text


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


@pytest.mark.parametrize("lang", ["en", "de", "nb"])
def test_options_are_told_in_words(lang: Language) -> None:
    (sheet, *_), *_ = [file.sheets for file in CHECKED.files if file.sheets]
    options = {one.name: one.values[0] for one in choices("doppelkopf")}
    told = replace(sheet, sheet=replace(sheet.sheet, game="doppelkopf", options=options), findings=())
    checked = replace(CHECKED, files=(replace(CHECKED.files[0], findings=(), sheets=(told,)),))
    (force,) = report_view(checked, None, Messages(lang)).rules
    assert len(force.options) == len(options)
    said = " ".join(" ".join(one) for one in force.options)
    assert not [name for name in options if "_" in name and name in said]
    assert "true" not in said
    assert "false" not in said


def test_the_best_of_a_sheet_stands_first() -> None:
    # On the only sheet with a result Anna has 4, the others 0.
    def order(standings: Standings) -> list[str]:
        shown = report_view(CHECKED, ShownRanking(standings, ROUNDS), DE)
        return [player for group in shown.groups for line in group.sheets for player, _ in line.scores]

    assert order(STANDINGS) == ["Anna", "Bernd", "Chris", "Dora"]
    assert order(replace(STANDINGS, lower_wins=True)) == ["Bernd", "Chris", "Dora", "Anna"]
