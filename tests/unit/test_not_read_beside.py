"""Sheets in a form that is not read are told of beside good sheets, in whole sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from support import GAMES, run, workbook

MATCHES = [
    ["Begegnung", "Tipp Anna", "Tipp Bernd"],
    ["Nord vs Süd", "2:0", "1:1"],
    ["Ost vs West", "1:0", "0:0"],
    ["Nord vs Ost", "3:1", "2:0"],
    ["Süd vs West", "0:2", "1:1"],
]
PAIRS = [
    ["Spiel", "Anna", "Bernd", "Chris"],
    *([f"{game}", "3 / 5", "2 / 7", "4 / 1"] for game in range(1, 9)),
]


@pytest.mark.parametrize(
    ("rows", "said"), [(MATCHES, "who played against whom, as “Nord vs Süd”"), (PAIRS, "such as “3 / 5”")]
)
def test_a_form_that_is_not_read_is_told_beside_a_good_sheet(
    rows: Sequence[Sequence[object]], said: str, tmp_path: Path
) -> None:
    data = workbook(**{"Tisch 1": GAMES, "Tipps": rows})
    (tmp_path / "abend.xlsx").write_bytes(data.getvalue())
    told = run("validate", "--isolated", tmp_path / "abend.xlsx")
    assert told.returncode == 0, told.stdout
    assert said in " ".join(told.stdout.split())
