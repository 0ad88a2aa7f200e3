"""Tables of records are found by their headings, cards by what stands before their rows."""

from __future__ import annotations

import pytest

from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.layouts.entries import entries
from scorecheck.layouts.record_headings import nearly_records
from scorecheck.layouts.records import record_readings
from scorecheck.model.record import replace
from scorecheck.model.sheet import Column
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from support import check, only


def _never(*_: object) -> bool:
    return True


LOG = Layout(
    "log",
    running=False,
    roles=frozenset({"number", "player", "action", "remark"}),
    coherent=_never,
    required=frozenset({"who", "action", "value"}),
    headings={"spieler": "who", "aktion": "action", "wert": "value"},
    name_roles=("who",),
    min_players=0,
    number_roles=frozenset({"value"}),
)
CARD = Layout(
    "card",
    running=False,
    roles=frozenset(),
    coherent=_never,
    row_names={"einser": "ones", "zweier": "twos", "dreier": "threes", "vierer": "fours", "summe": "sum"},
    min_players=1,
)
RULESET = Ruleset(
    game="test",
    layouts=(LOG, CARD),
    presets=("plain",),
    checks=(),
    result=None,
    headings={},
)


def grid(*lines: str) -> Grid:
    return Grid("S", [[cell.strip() for cell in line.split("|")] for line in lines])


def test_a_table_of_records_is_found_below_a_title() -> None:
    sheet = grid(
        "Abend", "", "|Nr|Spieler|Aktion|Wert", "|1|Anna|double|2", "|1|Bernd|take|", "||", "|2|anna|win|4"
    )
    tables, first = record_readings(sheet, "f.csv", [RULESET])
    assert first == 2
    [[reading]] = tables
    assert reading.sheet.players == ("Anna", "Bernd")
    rows = list(entries(reading.sheet, LOG))
    assert [(row.label, row.fields["action"], row.numbers["value"]) for row in rows] == [
        ("1", "double", 2),
        ("1", "take", None),
        ("2", "win", 4),
    ]
    assert reading.sheet.table.cell(rows[2].row, 3).a1 == "D7"


def test_a_line_that_lacks_one_heading_is_told() -> None:
    nearly = nearly_records(grid("x", "Nr|Spieler|Aktion", "1|Anna|double"), [RULESET])
    assert nearly is not None
    assert (nearly.missing, nearly.row, nearly.column) == (("value",), 1, 0)
    assert nearly_records(grid("Nr|Spieler", "1|Anna"), [RULESET]) is None


def test_a_line_with_two_misspelt_headings_is_told() -> None:
    nearly = nearly_records(grid("x", "Nr|Wertt|Spieler|Akton", "1|2|Anna|double"), [RULESET])
    assert nearly is not None
    assert (nearly.missing, nearly.headings) == (("value", "action"), ("Wertt", "Akton"))
    assert (nearly.row, nearly.column) == (1, 1)
    # One heading cannot be meant to be two, and three that are misspelt are none of a log.
    assert nearly_records(grid("Nr|Wertt|Spieler", "1|2|Anna"), [RULESET]) is None
    assert nearly_records(grid("Nr|Wertt|Spielr|Akton", "1|2|Anna|double"), [RULESET]) is None


def test_cards_side_by_side_and_below_one_another() -> None:
    names = ("Einser", "Zweier", "Dreier", "Vierer", "Summe")
    sheet = grid(
        "|Anna|Bernd||Kategorie|Chris",
        *(f"{name}|1|2||{name}|3" for name in names),
        "",
        "|Dora|Emil",
        *(f"{name}|4|5" for name in names),
    )
    tables, _ = record_readings(sheet, "f.csv", [RULESET])
    found = [(reading.sheet.players, reading.sheet.table.first_row) for [reading] in tables]
    assert sorted(found) == [(("Anna", "Bernd"), 2), (("Chris",), 2), (("Dora", "Emil"), 9)]
    first = next(reading for [reading] in tables if reading.sheet.players == ("Anna", "Bernd"))
    rows = list(entries(first.sheet, CARD))
    assert [(row.fields["category"], row.written) for row in rows] == [(name, (1, 2)) for name in names]


def test_a_column_without_a_heading_is_kept_if_something_stands_in_it() -> None:
    rows = ("Nr|Spieler|Aktion|Wert||", "1|Anna|double|2||*", "1|Bernd|take|||")
    ([[reading]], _) = record_readings(grid(*rows), "f.csv", [RULESET])
    assert reading.sheet.columns == (
        Column(0, "number", "Nr"),
        Column(1, "who", "Spieler"),
        Column(2, "action", "Aktion"),
        Column(3, "value", "Wert"),
        Column(5, "tag", ""),
    )


def test_a_log_that_does_not_say_who_has_no_players() -> None:
    log = "Zug,Würfel,Kategorie,Punkte\n1,1 1 1 2 3,Einser,3\n2,2 2 2 4 5,Zweier,6\n"
    (sheet,) = only(check(log)).sheets
    assert (sheet.sheet.layout, sheet.sheet.players) == ("dice", ())


def test_headings_of_a_club_count_for_a_line_that_lacks_one_as_well() -> None:
    line = grid("Nr|Wer|Aktion", "1|Anna|double")
    assert nearly_records(line, [RULESET]) is None
    nearly = nearly_records(line, [RULESET], Wanted(headings={"Wer": "who"}))
    assert nearly is not None
    assert nearly.missing == ("value",)


def test_notes_above_a_card_are_no_rows_of_it() -> None:
    notes = [f"Notiz {at}|" for at in range(8)]
    names = ("Einser", "Zweier", "Dreier", "Vierer", "Summe")
    tables, _ = record_readings(grid(*notes, "|Anna", *(f"{name}|1" for name in names)), "f.csv", [RULESET])
    assert [reading.sheet.players for [reading] in tables] == [("Anna",)]


@pytest.mark.parametrize(("others", "found"), [(5, True), (6, False)])
def test_a_card_has_categories_in_half_of_its_rows(others: int, found: bool) -> None:
    names = ("Einser", "Zweier", "Dreier", "Vierer")
    rows = [*(f"{name}|1" for name in names), *(f"Haus {at}|1" for at in range(others)), "Summe|4"]
    tables, _ = record_readings(grid("|Anna", *rows), "f.csv", [RULESET])
    assert bool(tables) == found


def test_the_preset_that_somebody_named_holds_for_logs_and_cards() -> None:
    card = ("|Anna", *(f"{name}|1" for name in ("Einser", "Zweier", "Dreier", "Vierer", "Summe")))
    ruleset = replace(RULESET, presets=("plain", "strict"))
    for rows in (card, ("Nr|Spieler|Aktion|Wert", "1|Anna|double|2")):
        for named, preset in ((None, "plain"), ("strict", "strict"), ("of another game", "plain")):
            ([[reading]], _) = record_readings(grid(*rows), "f.csv", [ruleset], Wanted(preset=named))
            assert reading.sheet.preset == preset


def test_a_card_ends_with_its_last_row_whatever_stands_there() -> None:
    names = ("Einser", "Zweier", "Dreier", "Vierer")
    first, second = ([f"{name}|{value}" for name in names] for value in (1, 2))
    sheet = grid("|Anna", *first, "Summe|?", "|Bernd", *second, "Summe|8")
    tables, _ = record_readings(sheet, "f.csv", [RULESET])
    assert [
        (reading.sheet.players, [row.label for row in entries(reading.sheet, CARD)]) for [reading] in tables
    ] == [((player,), [*names, "Summe"]) for player in ("Anna", "Bernd")]


def test_a_card_of_nobody_is_none() -> None:
    rows = [f"|{name}|1" for name in ("Einser", "Zweier", "Dreier", "Vierer", "Summe")]
    for above in ([], [""]):
        assert record_readings(grid(*above, *rows), "f.csv", [RULESET])[0] == []


def test_two_everyday_headings_are_no_log() -> None:
    assert nearly_records(grid("Was|Wer|Euro", "Bier|Anke|12,50", "Saft|Bernd|4,00"), [RULESET]) is None
