"""Sheets that are large in one direction: a column of a million rows, a hundred wrong cards."""

from __future__ import annotations

from typing import Any

import pytest

from scorecheck.model.sheet import Sheet
from scorecheck.repair import checked
from support import check, only
from unit.readers.test_xlsx_reader import cells, far, read
from unit.repair.test_cards_together import ROWS


def test_a_long_column_is_no_large_area() -> None:
    assert cells(read(far("A1048576"))) == {(1, 1): 1, (1048576, 1): 1}


def test_on_very_many_wrong_cards_not_all_repairs_are_held_against_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: list[Sheet] = []
    judge = checked.run_checks

    def counting(sheet: Sheet, *rest: Any) -> Any:
        judged.append(sheet)
        return judge(sheet, *rest)

    monkeypatch.setattr(checked, "run_checks", counting)
    # Like Anna's, each with a Yatzy of 51 and the total that 50 gives: a repair of each would be 130.
    rows = [[row[0], *[row[1]] * 130] for row in ROWS]
    rows[0][1:] = [f"P{player}" for player in range(130)]
    rows[-2][1:], rows[-1][1:] = ["51"] * 130, ["264"] * 130
    file = only(check("\n".join(map(",".join, rows)), game="yatzy"))
    # All of them together, and where these break a rule some one by one.
    assert len(judged) <= 1 + 8
    assert len(file.findings) == 130
    assert all(finding.fixes[0].edits[0].after == "50" for finding in file.findings)
