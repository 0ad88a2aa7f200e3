"""People deal in turn: where the turn skips somebody a game is missing, and the totals say which. By hand."""

from __future__ import annotations

import pytest

from scorecheck.model.outcome import CheckedFile
from scorecheck.repair.turn import Turn
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import edits_text
from support import check, only

NAMES = ["Anna", "Bernd", "Chris", "Dora", "Emil"]
GAMES = [
    *((0, -1, -1, 1, 1), (2, 0, -2, 2, -2), (3, -3, 0, -3, 3), (1, 1, -1, 0, -1), (-2, 2, 2, -2, 0)),
    *((0, -1, -1, 1, 1), (4, 0, 4, -4, -4), (-1, -1, 0, 1, 1), (2, 2, -2, 0, -2), (1, -1, -1, 1, 0)),
]
"""Ten games; Anna deals the first, and who deals sits out. The first and the sixth are alike."""


def sheet(rows: list[tuple[int, ...]], foot: list[int], *, dealers: bool = True) -> CheckedFile:
    """The rows as they are kept, with printed numbers."""
    lines = [
        f"{number},{NAMES[row.index(0)] + ',' if dealers else ''}{','.join(str(n) if n else '' for n in row)}"
        for number, row in enumerate(rows, 1)
    ]
    beside = "Geber," if dealers else ""
    text = [f"Spiel,{beside}{','.join(NAMES)}", *lines, f"Summe,{',' * dealers}{','.join(map(str, foot))}"]
    return only(check("\n".join(text), game="doppelkopf", layout="points"))


def foot_of(games: list[tuple[int, ...]]) -> list[int]:
    return [sum(column) for column in zip(*games, strict=True)]


@pytest.mark.parametrize("dealers", [True, False])
def test_a_game_is_missing_where_the_turn_skips_its_dealer(dealers: bool) -> None:
    # Without the sixth game the totals lack 0 -1 -1 1 1, which the first one, doubled, would give as well.
    findings = sheet(GAMES[:5] + GAMES[6:], foot_of(GAMES), dealers=dealers).findings
    assert {(one.rule, one.cell and one.cell.row) for one in findings} == {
        ("doppelkopf/dealer-rotation", 7),
        ("sheet/total-mismatch", 11),
    }
    for finding in findings:
        fix = finding.fixes[0]
        assert (fix.kind, fix.edits) == ("row-left-out", ())
        assert fix.confidence > 0.8
        # The turn tells where it was, the totals what it gave as well.
        points = (
            ""
            if finding.rule == "doppelkopf/dealer-rotation"
            else ": Bernd −1, Chris −1, Dora +1 and Emil +1"
        )
        assert edits_text(fix, Messages("en")) == f"A game is missing before game 6{points}"


def test_where_the_turn_is_kept_the_row_that_would_be_doubled_is_the_likelier_one() -> None:
    foot = [sum(pair) for pair in zip(foot_of(GAMES), GAMES[0], strict=True)]
    for finding in sheet(GAMES, foot).findings:
        assert [fix.kind for fix in finding.fixes[:1]] == ["doubling"]
        assert {edit.cell.row for edit in finding.fixes[0].edits} <= {2, 7}


def test_the_last_game_may_be_missing_whoever_dealt_the_one_before() -> None:
    # 8 is in no other game, and Emil, who dealt the last one that is there, took part in it.
    for finding in sheet(GAMES, foot_of([*GAMES, (0, 8, -8, 8, -8)])).findings:
        assert [fix.kind for fix in finding.fixes] == ["row-left-out"]


def test_a_finding_of_the_turn_is_not_mended_by_a_slip_elsewhere() -> None:
    # Bernd deals the eighth game as well as the seventh; in the second one the parties are turned.
    said = [GAMES[0], (-2, 0, 2, -2, 2), *GAMES[2:7], (5, 0, 5, -5, -5), *GAMES[8:]]
    findings = sheet(said, foot_of([GAMES[0], GAMES[1], *said[2:]])).findings
    by_rule = {finding.rule: finding for finding in findings}
    assert [fix.kind for fix in by_rule["sheet/total-mismatch"].fixes] == ["wrong-party"]
    assert "wrong-party" not in [fix.kind for fix in by_rule["doppelkopf/dealer-rotation"].fixes]


def test_beside_a_gap_that_the_turn_shows_a_row_that_keeps_the_rules_may_be_wrong_too() -> None:
    # The sixth game is missing, and in the seventh the parties are turned.
    rows = [*GAMES[:5], (-4, 0, -4, 4, 4), *GAMES[7:]]
    findings = sheet(rows, foot_of(GAMES)).findings
    by_rule = {finding.rule: finding.fixes[0] for finding in findings}
    totals, deal = by_rule["sheet/total-mismatch"], by_rule["doppelkopf/dealer-rotation"]
    assert totals.kind == "wrong-party"
    assert [(edit.cell.a1, edit.after) for edit in totals.edits] == [
        *(("C7", "4"), ("E7", "4"), ("F7", "-4"), ("G7", "-4"))
    ]
    assert totals.params["missing"] == ("Bernd −1", "Chris −1", "Dora +1", "Emil +1")
    assert (deal.kind, deal.edits) == ("row-left-out", ())


def test_a_row_that_is_there_twice_is_known_by_the_turn_beside_another_slip() -> None:
    # Game 3 again under the next printed number, and in game 7, now the eighth row, the parties are turned.
    rows = [*GAMES[:3], *GAMES[2:6], (-4, 0, -4, 4, 4), *GAMES[7:]]
    findings = sheet(rows, foot_of(GAMES)).findings
    assert {finding.rule for finding in findings} == {"sheet/total-mismatch"}
    by_kind = {finding.fixes[0].kind: finding.fixes[0] for finding in findings}
    assert by_kind.keys() == {"row-twice", "wrong-party"}
    assert {edit.cell.row for edit in by_kind["row-twice"].edits} <= {4, 5}
    assert {edit.cell.row for edit in by_kind["wrong-party"].edits} == {9}


@pytest.mark.parametrize("at", [0, 3, 8])
def test_two_rows_that_changed_places_are_found_by_the_turn_at_the_top_and_the_foot_too(at: int) -> None:
    rows = [*GAMES[:at], GAMES[at + 1], GAMES[at], *GAMES[at + 2 :]]
    findings = sheet(rows, foot_of(GAMES)).findings
    assert {finding.rule for finding in findings} == {"doppelkopf/dealer-rotation"}
    for finding in findings:
        assert [fix.kind for fix in finding.fixes] == ["rows-swapped"]
        assert {edit.cell.row for edit in finding.fixes[0].edits} == {at + 2, at + 3}


@pytest.mark.parametrize(
    ("number", "sure"), [pytest.param(7, 0.99, id="not printed"), pytest.param(6, 0.9, id="printed")]
)
def test_a_gap_of_which_numbers_and_turn_tell_is_surer_than_one_of_which_only_one_tells(
    number: int, sure: float
) -> None:
    # The sixth game is missing; without a total row its points are not known.
    rows = [*enumerate(GAMES[:5], 1), *enumerate(GAMES[6:], number)]
    lines = [f"{at},{NAMES[row.index(0)]},{','.join(str(n) if n else '' for n in row)}" for at, row in rows]
    text = "\n".join([f"Spiel,Geber,{','.join(NAMES)}", *lines])
    findings = only(check(text, game="doppelkopf", layout="points")).findings
    told = [(fix.kind, fix.confidence) for finding in findings for fix in finding.fixes]
    assert told == [("row-left-out", pytest.approx(sure))] * (2 if number == 7 else 1)


def turn(*seats: int) -> Turn:
    return Turn(enumerate(seats), 5, sits_out=True)


def test_the_turn_skips_a_seat_where_a_row_is_missing() -> None:
    known = turn(0, 1, 2, 3, 4, 1, 2, 3, 4, 0)
    assert known.shown
    said = [known.steps(at, 2) for at in range(11)]
    # Nothing is known above the first row and below the last; next to the gap one of them was out of turn.
    assert [round(n / said[5]) for n in said] == [0, -1, -1, -1, 0, 1, 0, -1, -1, -1, 0]
    assert said[5] > 5
    assert known.of_missing(5) == 0
    assert known.of_missing(0) == 4
    assert known.of_missing(10) == 1
    assert known.of_missing(2) is None


@pytest.mark.parametrize(
    "seats",
    [
        pytest.param((0, 1, 2, 3, 0, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4), id="one out of turn"),
        pytest.param((0, 1, 2, 4, 3, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4), id="two in each other's place"),
    ],
)
def test_a_turn_that_goes_on_as_it_began_skips_nobody(seats: tuple[int, ...]) -> None:
    known = turn(*seats)
    assert known.shown
    assert max(known.steps(at, 2) for at in range(16)) <= 0
    assert known.due(4) == (4,)


def test_who_often_deal_out_of_turn_say_less_of_what_is_missing() -> None:
    kept = turn(*[at % 5 for at in range(20)], *[(at + 1) % 5 for at in range(20, 40)])
    often = turn(*[(at + at // 10) % 5 for at in range(40)])
    assert 1 < often.steps(20, 2) < kept.steps(20, 2) - 1


def test_without_a_turn_nothing_is_said_of_it() -> None:
    known = turn(0, 3, 1, 4, 4, 2, 0, 2, 1, 3)
    assert not known.shown
    assert (known.steps(5, 2), known.of_missing(5), known.due(5)) == (0.0, None, ())
