"""Yatzy cards and logs as whole sheets: options, several sheets, results, and how they were read."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest

from scorecheck.many_files.job import plan
from scorecheck.model.inspected import ReadTable
from scorecheck.model.outcome import CheckedFile, PlayerResult
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.inspection import inspect_files
from scorecheck.one_file.pipeline import check_bytes, check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.reports.inspect_report import inspect_text
from scorecheck.reports.messages import Messages
from scorecheck.whole_event.check_job import check as check_job
from support import ROOT, checked, found, only

pytestmark = pytest.mark.usefixtures("no_repairs")

NAMES = (
    "Ones Twos Threes Fours Fives Sixes Sum Bonus Pair Two_pairs Three_of_a_kind Four_of_a_kind "
    "Small_straight Large_straight Full_house Chance Yatzy"
)
ROWS = [name.replace("_", " ") for name in NAMES.split()]
FULL = [3, 6, 9, 12, 15, 18, 63, 50, 12, 22, 18, 16, 15, 20, 28, 24, 50]
"""Adds up to 318."""
POOR = [2, 6, 9, 8, 15, 18, 58, 0, 10, 18, 0, 0, 0, 20, 17, 16, 0]
"""Adds up to 139."""


def card(extra: int | None = None, base: list[int] = FULL, *, name: str = "Anna") -> list[list[object]]:
    values = [*base, *([] if extra is None else [extra])]
    total = sum(values) - values[6]
    rows = [*ROWS, *([] if extra is None else ["Extra"]), "Total"]
    return [["Category", name], *([row, value] for row, value in zip(rows, [*values, total], strict=True))]


def csv_of(rows: list[list[object]]) -> str:
    return "\n".join(",".join(map(str, row)) for row in rows) + "\n"


def workbook(**sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def under(text: str, **options: str | bool) -> CheckedFile:
    return only(check_bytes(text.encode(), "s.csv", "s.csv", Settings(Wanted(), options)))


def with_box(row: str, value: object, total: int, base: list[int] = FULL) -> str:
    rows = card(base=base)
    for line in rows:
        if line[0] == row:
            line[1] = value
    rows[-1][1] = total
    return csv_of(rows)


def test_strict_scandinavian_is_an_option() -> None:
    four_alike = with_box("Two pairs", 24, 320)
    assert found(under(four_alike)) == []
    assert found(under(four_alike, strict_scandinavian=True)) == [("yatzy/value", "B11", "error")]
    five_alike = with_box("Full house", 25, 315)
    assert found(under(five_alike)) == []
    assert found(under(five_alike, strict_scandinavian=True)) == [("yatzy/value", "B16", "error")]


def test_yatzy_with_its_dice_is_an_option() -> None:
    assert found(under(with_box("Yatzy", 65, 333), yatzy_with_dice=True)) == []
    assert found(under(with_box("Yatzy", 50, 318), yatzy_with_dice=True)) == [("yatzy/value", "B18", "error")]


def test_international_is_an_option() -> None:
    rows = card(base=[3, 6, 9, 12, 15, 18, 63, 35, 12, 22, 23, 17, 30, 40, 25, 24, 50])
    assert found(under(csv_of(rows), international=True)) == []
    # Said otherwise, the sheet is not believed.
    told = found(under(csv_of(rows), international=False))
    assert ("yatzy/bonus", "B9", "error") in told


@pytest.mark.parametrize(
    ("variant", "extra", "told"),
    [
        ("minus", -8, []),
        ("chance", 8, []),
        ("strike", 0, []),
        ("chance", 0, []),
        ("minus", 8, [("yatzy/extra-variant", "B19", "warning")]),
        ("minus", 0, [("yatzy/extra-variant", "B19", "warning")]),
        ("chance", -8, [("yatzy/extra-variant", "B19", "warning")]),
        ("strike", 8, [("yatzy/extra-variant", "B19", "warning")]),
        ("strike", 31, [("yatzy/value", "B19", "error")]),
    ],
)
def test_the_event_chooses_the_variant_of_extra(variant: str, extra: int, told: object) -> None:
    assert found(under(csv_of(card(extra)), extra=variant)) == told


def test_cards_of_a_workbook_play_one_variant_of_extra() -> None:
    data = workbook(A=card(-8), B=card(-9, name="Bernd"), C=card(17, name="Chris"))
    file = only(check_bytes(data, "w.xlsx", "w.xlsx", Settings()))
    assert [(f.rule, f.sheet, f.cell.a1 if f.cell else "") for f in file.findings] == [
        ("yatzy/extra-variant", "C", "B19")
    ]
    assert "minus points" in Messages("en").text(file.findings[0])
    alike = workbook(A=card(20), B=card(0, name="Bernd"))
    assert only(check_bytes(alike, "w.xlsx", "w.xlsx", Settings())).findings == ()


def test_cards_of_an_event_play_one_variant_of_extra(tmp_path: Path) -> None:
    for name, extra in (("one", -8), ("two", -9), ("three", 17)):
        (tmp_path / f"{name}.csv").write_text(csv_of(card(extra, name=name)), encoding="utf-8")
    event = '[event]\nname = "E"\ngame = "yatzy"\n[[rounds]]\nname = "R"\nsheets = ["*.csv"]\n'
    (tmp_path / "event.toml").write_text(event, encoding="utf-8")
    settings = Settings()
    result = check_job(plan(["."], tmp_path, settings, None), settings, Keep(results=True))
    told = [(f.rule, f.path, f.cell.a1 if f.cell else "") for f in result.findings]
    assert told == [("yatzy/extra-variant", "three.csv", "B19")]


LOG = [
    ["Turn", "Player", "Dice", "Category", "Score"],
    [1, "Anna", "1 1 1 4 5", "Ones", 3],
    [2, "Anna", "3 3 3 6 6", "Full house", 21],
]


def test_a_log_on_another_sheet_is_held_against_the_card() -> None:
    rows = card()
    for line in rows:
        if line[0] == "Full house":
            line[1] = 12
    rows[-1][1] = 302
    file = only(check_bytes(workbook(Card=rows, Dice=LOG), "w.xlsx", "w.xlsx", Settings()))
    told = [(f.rule, f.sheet, f.cell.a1 if f.cell else "", f.variant) for f in file.findings]
    # The log has two turns only: what it lacks is told once.
    assert told == [
        ("yatzy/card-mismatch", "Card", "B3", "no-turn"),
        ("yatzy/card-mismatch", "Card", "B16", ""),
    ]


def results(data: bytes, name: str) -> tuple[PlayerResult, ...]:
    path = Path(name)
    path.write_bytes(data)
    from scorecheck.one_file.settings import Source

    (file,) = check_files([Source(path, name, Settings())], Keep(results=True)).files
    given = [sheet.result for sheet in file.sheets if sheet.result is not None]
    (result,) = given
    assert result.games == max(player.games for player in result.players)
    return result.players


def test_what_cards_give_for_a_ranking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [["Category", "Anna", "", "Bernd"], ["", 1, 2, 1]]
    both = zip([*ROWS, "Total"], [*FULL, 318], [*POOR, 139], strict=True)
    rows += [[row, full, poor, full] for row, full, poor in both]
    anna, bernd = results(csv_of(rows).encode(), "cards.csv")
    assert anna == PlayerResult("Anna", 457, 2, {"yatzys": 1, "upper-sum": 121}, (318, 139), 457)
    assert bernd == PlayerResult("Bernd", 318, 1, {"yatzys": 1, "upper-sum": 63}, (318,), 318)


def test_a_log_beside_its_card_gives_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (anna,) = results(workbook(Card=card(), Dice=LOG), "both.xlsx")
    assert (anna.player, anna.points) == ("Anna", 318)
    (alone,) = results(workbook(Dice=LOG), "log.xlsx")
    assert alone == PlayerResult("Anna", 24, 1, {"yatzys": 0, "upper-sum": 3}, (24,))


def remarks(text: str, lang: str = "en") -> str:
    ((file, _),) = inspect_files([Source(Path("s.csv"), "s.csv", Settings(), text.encode())])
    return inspect_text([file], Messages(lang))  # type: ignore[arg-type]


@pytest.mark.usefixtures("no_slips_tried")
def test_how_a_card_was_read_is_said() -> None:
    rows = card()
    rows[7][1] = 113
    text = csv_of([*rows, ["Platz", "1."]])
    said = remarks(text)
    assert "A8 Sum: the sum of the upper half, with the bonus in it" in said
    assert "A9 Bonus: the bonus" in said
    assert "A19 Total: the total" in said
    assert "A20 Platz: the ranks" in said
    assert "one category a row, one column a card" in said
    assert "der Bonus ist darin" in remarks(text, "de")
    assert "med bonusen i" in remarks(text, "nb")
    assert "without the bonus" in remarks(csv_of(card()))


@pytest.mark.usefixtures("no_slips_tried")
def test_an_international_card_says_so() -> None:
    rows = card(base=[3, 6, 9, 12, 15, 18, 63, 35, 12, 22, 23, 17, 30, 40, 25, 24, 50])
    said = remarks(csv_of(rows))
    assert "scored in the international way, as B9 and others show" in said
    ((file, _),) = inspect_files([Source(Path("s.csv"), "s.csv", Settings(), csv_of(rows).encode())])
    (table,) = file.sheets[0].tables
    assert isinstance(table, ReadTable)
    assert table.sheet.options["international"] is True


def test_the_dice_show_the_preset() -> None:
    maxi = "Turn,Player,Dice,Category,Score\n1,Anna,1 2 3 4 5 6,Chance,21\n"
    assert checked(maxi).sheets[0].sheet.preset == "maxi-yatzy"
    assert checked(maxi.replace(" 6", "").replace("21", "15")).sheets[0].sheet.preset == "yatzy"


def test_columns_that_explain_the_rules_are_no_players() -> None:
    rows = [[row[0], "how to score", *row[1:]] for row in card()]
    rows[0][1] = "Rule"
    file = checked(csv_of(rows))
    assert file.sheets[0].sheet.players == ("Anna",)
    assert found(file) == []
    rows[0][1] = "Whatever"
    file = checked(csv_of(rows))
    assert file.sheets[0].sheet.players == ("Anna",)
    assert found(file) == [("sheet/unknown-column", "B1", "info")]


def test_cards_below_one_another_are_apart() -> None:
    text = csv_of(card()) + "\n" + csv_of(card(base=POOR, name="Bernd"))
    file = checked(text)
    assert [sheet.sheet.players for sheet in file.sheets] == [("Anna",), ("Bernd",)]
    assert found(file) == []


def test_cards_beside_one_another_are_apart() -> None:
    rows = [[*one, "", *other] for one, other in zip(card(), card(base=POOR, name="Bernd"), strict=True)]
    file = checked(csv_of(rows))
    assert [sheet.sheet.players for sheet in file.sheets] == [("Anna",), ("Bernd",)]
    assert found(file) == []


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ("minus", ["Anna has 0 in Extra, but Extra counts as minus points here, at least 5 of them."]),
        ("chance", ["Bernd has -19 in Extra, but Extra counts as Chance here, with plus points."]),
        ("strike", ["Bernd has -19 in Extra, but Extra is only struck here."]),
    ],
)
def test_the_event_says_how_extra_is_played_in_a_log(extra: str, said: list[str]) -> None:
    rows = [
        "Turn,Player,Dice,Outer category,Outer score,Inner category,Inner score",
        "1,Anna,6-5 6-4 3-3 3-2 4-1 3-2,Extra,0,Twos,4",
        "2,Bernd,6-5 6-4 3-3 3-2 4-1 3-2,Extra,-19,Twos,4",
    ]
    settings = Settings(Wanted("yatzy", "doppel-yatzy"), {"extra": extra})
    file = only(check_bytes("\n".join(rows).encode(), "d.csv", "d.csv", settings))
    found = [finding for finding in file.findings if finding.rule == "yatzy/extra-variant"]
    texts = [Messages("en").text(finding).replace("−", "-") for finding in found]
    assert [text[: len(start)] for text, start in zip(texts, said, strict=True)] == said


def test_the_good_samples_are_clean() -> None:
    for name in ("yatzy.csv", "maxi-yatzy.csv", "kniffel.csv", "doppel-yatzy.xlsx"):
        data = (ROOT / "samples" / "yatzy" / name).read_bytes()
        file = only(check_bytes(data, name, name, Settings()))
        assert [f for f in file.findings if f.severity] == [], name


@pytest.mark.slow
def test_the_faulty_samples_have_just_their_faults() -> None:
    data = (ROOT / "samples" / "yatzy" / "yatzy-faulty.csv").read_bytes()
    assert found(only(check_bytes(data, "y.csv", "y.csv", Settings()))) == [
        ("yatzy/bonus", "D9", "error"),
        ("yatzy/value", "B14", "error"),
        ("yatzy/unfilled", "E18", "error"),
        ("yatzy/total", "C20", "error"),
    ]
    data = (ROOT / "samples" / "yatzy" / "kniffel-faulty.csv").read_bytes()
    assert found(only(check_bytes(data, "k.csv", "k.csv", Settings()))) == [
        ("yatzy/bonus", "D9", "error"),
        ("yatzy/value", "B13", "error"),
    ]
    data = (ROOT / "samples" / "yatzy" / "doppel-yatzy-faulty.xlsx").read_bytes()
    file = only(check_bytes(data, "d.xlsx", "d.xlsx", Settings()))
    told = [(f.rule, f.sheet, f.cell.a1 if f.cell else "") for f in file.findings if f.severity]
    assert told == [
        ("yatzy/card-mismatch", "Karte", "B17"),
        ("yatzy/dice-score", "Würfel", "E9"),
        ("yatzy/dice", "Würfel", "C10"),
    ]
