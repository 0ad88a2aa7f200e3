"""People who join a chouette and leave it: what stands in their cells meanwhile is no slip."""

from __future__ import annotations

import pytest

from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Keep, Settings

POINTS = (
    "Game,Cube,Anna,Bo,Cem,Dov\n1,2,4,-2,-2,{0}\n2,4,-8,4,4,{0}\n3,2,-2,-2,6,-2\n"
    "4,1,2,-1,{1},-1\n5,4,-4,8,{1},-4\n6,2,2,-4,{1},2\n"
)
TOTALS = (
    "Game,Anna,Bo,Cem,Dov\n1,4,-2,-2,{0}\n2,-4,2,2,{0}\n3,-6,0,8,-2\n"
    "4,-4,-1,{1},-3\n5,-8,7,{1},-7\n6,-6,3,{1},-5\n"
)


@pytest.mark.parametrize("text", [POINTS, TOTALS])
@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("joins", "out"), ("in", "left"), ("ute", "gikk"), ("", "raus")]
)
def test_who_is_not_there_has_no_number(text: str, before: str, after: str) -> None:
    checked = check_bytes(
        text.format(before, after).encode(), "a.csv", "a.csv", Settings(), Keep(results=True)
    )
    (sheet,) = checked.files[0].sheets
    assert [finding.rule for finding in sheet.findings] == []
    assert sheet.result is not None
    given = {player.player: player.points for player in sheet.result.players}
    assert given == {"Anna": -6, "Bo": 3, "Cem": 8, "Dov": -5}


def test_another_word_is_told() -> None:
    checked = check_bytes(POINTS.format("", "?!").encode(), "a.csv", "a.csv", Settings(), Keep())
    assert {finding.rule for finding in checked.findings} == {"sheet/not-a-number"}


def test_at_a_table_of_four_everybody_plays() -> None:
    text = "Spiel,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,-1,1,out,-1\n3,1,1,-1,-1\n4,2,-2,2,-2\n5,-1,1,1,-1\n"
    checked = check_bytes(text.encode(), "a.csv", "a.csv", Settings(), Keep())
    assert [(one.rule, one.cell.a1 if one.cell else "") for one in checked.findings] == [
        ("sheet/not-a-number", "D3")
    ]
