"""Tables of no game: what they may be is said; beside scoresheets those without scores are passed over."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorecheck import validate
from scorecheck.layouts.elsewhere import kind_of
from support import GAMES, workbook

NAMES = ("Anna", "Bernd", "Chris", "Dora")
LEAGUE = [
    ["Platz", "Mannschaft", "Spiele", "S", "U", "N", "Tore", "Punkte"],
    *([at, f"SV {at}", 18, 10 - at, 4, 4 + at, "30:20", 34 - 3 * at] for at in range(1, 7)),
]
CASH = [
    ["Dato", "Tekst", "Inn", "Ut", "Saldo"],
    *([f"{day:02}.03.2024", "Kaffe", 0, day, 300 - day * (day + 1) // 2] for day in range(1, 13)),
]
STATISTICS = [
    ["Spieler", "Spiele", "Siege", "Soli", "Schnitt"],
    *([name, 20 + at, 9 - at, at, at - 2] for at, name in enumerate(NAMES)),
]
ATTENDANCE = [
    ["Datum", *NAMES],
    *([f"{day:02}.03.2024", 1, day % 2, 1 - day % 3 // 2, int(day % 4 > 0)] for day in range(1, 13)),
    ["Summe", 12, 6, 8, 9],
]
ADDRESSES = [
    ["Name", "Straße", "PLZ", "Telefon"],
    *([name, f"Weg {at}", 24103 + at, 43112345 + at] for at, name in enumerate(NAMES)),
]
RAFFLE = [
    ["Rank", "Name", "Ticket", "Sum"],
    *(
        [at, name, lots, 20 * lots]
        for at, (name, lots) in enumerate(zip(NAMES, (3, 1, 9, 2), strict=True), 1)
    ),
]
NOTES = [["Notizen"], ["Anna bringt Kuchen mit"], ["nächstes Treffen am 3. April"]]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (LEAGUE, "this looks like a league table."),
        (CASH, "this looks like a cash book or bank statement."),
        (STATISTICS, "this looks like statistics."),
        (ATTENDANCE, "this looks like an attendance list."),
        (ADDRESSES, "this looks like a list of members or addresses."),
        (RAFFLE, "this looks like a raffle or lottery."),
    ],
)
def test_what_a_table_may_be_is_said_and_nothing_else(rows: Sequence[Sequence[object]], said: str) -> None:
    (finding,) = validate(workbook(table=rows)).to_dict()["findings"]
    assert (finding["rule"], finding["message"]) == ("sheet/foreign", f"Nothing was checked: {said}")


@pytest.mark.parametrize("game", [None, "doppelkopf"])
@pytest.mark.parametrize("rows", [CASH, STATISTICS, ATTENDANCE, ADDRESSES, RAFFLE, NOTES])
def test_without_scores_it_is_passed_over_beside_a_scoresheet(
    rows: Sequence[Sequence[object]], game: str | None
) -> None:
    report = validate(workbook(games=GAMES, table=rows), game=game).to_dict()
    assert [finding["message"] for finding in report["findings"]] == []
    assert [file["status"] for file in report["files"]] == ["ok"]


@pytest.mark.parametrize("game", [None, "doppelkopf"])
def test_scores_of_others_are_named_beside_a_scoresheet(game: str | None) -> None:
    (finding,) = validate(workbook(games=GAMES, table=LEAGUE), game=game).to_dict()["findings"]
    assert (finding["rule"], finding["severity"], finding["sheet"]) == ("sheet/foreign", "info", "table")
    assert "a league table" in finding["message"]


def test_words_of_two_kinds_name_neither() -> None:
    assert kind_of([["Date", "Saldo", "Min"], ["2024-03-01", 1, 2]]) is None
    assert kind_of([["Nr", "Anna", "Bernd"], [1, 2, -2]]) is None
