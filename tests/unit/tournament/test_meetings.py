"""The draw: who met whom, who sat out, a table twice."""

from __future__ import annotations

from scorecheck.reports.meetings_text import meetings_text
from scorecheck.reports.messages import Messages
from scorecheck.tournament.meetings import MeetingTable, Sitting, meetings, remarks


def sitting(name: str, *tables: str) -> Sitting:
    return Sitting(
        name, tuple(MeetingTable(f"{name}/{n}", n, frozenset(who)) for n, who in enumerate(tables, 1))
    )


def keys(*rounds: Sitting) -> list[str]:
    return [note.key for note in remarks(rounds)]


def test_pairs_that_need_not_have_met_again() -> None:
    # Nine at three tables: three from three tables can sit together, and nobody meets twice.
    first, good = sitting("R1", "ABC", "DEF", "GHI"), sitting("R2", "ADG", "BEH", "CFI")
    assert keys(first, good) == []
    second = sitting("R2", "ABG", "DEH", "CFI")
    met = meetings([first, second])
    assert met["A", "B"] == ("R1", "R2")
    assert met["A", "C"] == ("R1",)
    assert ("A", "H") not in met
    (note,) = remarks([first, second])
    assert (note.key, note.params["count"], note.params["times"]) == ("met-often", 2, 2)
    assert note.params["pairs"] == ("A + B\nR1\nR2", "D + E\nR1\nR2")


def test_pairs_that_had_to_meet_again() -> None:
    # Eight at two tables: two and two of a table come from one table, four pairs in all.
    first = sitting("R1", "ABCD", "EFGH")
    assert keys(first, sitting("R2", "ABEF", "CDGH")) == []
    # Three and one make three pairs at each table.
    (note,) = remarks([first, sitting("R2", "ABCE", "DFGH")])
    assert note.params["count"] == 6


def test_meetings_that_had_to_be() -> None:
    # Five players, four at the table, in five rounds each sits out once: each two meet three times.
    whole = "ABCDE"
    rounds = [sitting(f"R{n}", whole.replace(out, "")) for n, out in enumerate(whole)]
    assert keys(*rounds) == []
    # With one table there is no draw; with a second one for the rest nobody met too often.
    assert keys(sitting("R1", "ABCD"), sitting("R2", "ABCD")) == []


def test_who_sat_out_more_often_than_others() -> None:
    # Nine at two tables: I sits out rounds 2 and 3, all others none between their first and last.
    rounds = [
        sitting("R1", "ABCD", "EFGHI"),
        sitting("R2", "AEBF", "CGDH"),
        sitting("R3", "AGCE", "BHDF"),
        sitting("R4", "AHDI", "BGCEF"),
    ]
    (out,) = [note for note in remarks(rounds) if note.key == "sat-out-often"]
    assert out.params["players"] == ("I\nR2\nR3",)


def test_who_came_later_or_left_did_not_sit_out() -> None:
    rounds = [sitting("R1", "ABCD", "EFGH"), sitting("R2", "AEIJ"), sitting("R3", "IJBF")]
    assert "sat-out-often" not in keys(*rounds)


def test_one_number_for_two_tables_of_a_round() -> None:
    tables = (
        MeetingTable("a", 3, frozenset("ABCD")),
        MeetingTable("b", 3, frozenset("EFGH")),
        MeetingTable("c", 3, frozenset("ABCD")),
    )
    (first, second) = remarks([Sitting("R1", tables)])
    assert first.params == {"round": "R1", "table": 3, "path": "a", "other": "b"}
    assert (second.params["path"], second.params["other"]) == ("b", "c")


def test_the_list() -> None:
    text = meetings_text("ABCD", meetings([sitting("R1", "ABC"), sitting("R2", "ABD")]), Messages("de"))
    assert text.startswith("Wer mit wem gespielt hat\n\nA\n  2-mal: B\n  1-mal: C und D\n")
    assert text.endswith("D\n  1-mal: A und B\n  nie: C\n")
