"""What was found on one sheet is nothing to the next; a row found clean speaks for rows like it alone."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from scorecheck.checks import runner
from scorecheck.checks.check import ERROR, Hit, Rule, row_check
from scorecheck.games import registry
from scorecheck.layouts.entries import entries
from scorecheck.model.sheet import Entry, Sheet
from support import checked, found

GAMES = ((1, 1, -1, -1), (-3, 9, -3, -3), (3, -3, 3, -3), (2, 2, -2, -2), (-4, 4, -4, 4), (1, -1, -1, 1))
HIGH = (15, 15, -15, -15)
"""An odd value over 13: the federation's rules have it, those of the TCG tournament do not."""


def sheet(*rows: tuple[int, ...], names: str = "Anna,Bernd,Chris,Dora") -> str:
    lines = (f"{at},{','.join(map(str, row))}" for at, row in enumerate(rows, 1))
    return "\n".join((f"Spiel,{names}", *lines))


def points_of(preset: str, *rows: tuple[int, ...], names: str = "Anna,Bernd,Chris,Dora") -> list[object]:
    file = checked(sheet(*rows, names=names), game="doppelkopf", preset=preset, layout="points")
    return [one for one in found(file) if one[0] != "doppelkopf/compulsory-solo"]


@pytest.mark.parametrize("first", ["tcg", "ddv"])
def test_a_row_that_is_clean_by_one_preset_is_judged_anew_by_the_other(first: str) -> None:
    told = {"tcg": [("doppelkopf/points-too-high", "B8", "warning")], "ddv": []}
    for preset in (first, *(told.keys() - {first}), first):
        assert points_of(preset, *GAMES, HIGH) == told[preset]


def test_a_wrong_row_is_told_on_every_sheet() -> None:
    wrong = (3, 3, -3, -2)
    for _ in range(2):
        assert points_of("tcg", *GAMES, wrong) == [("doppelkopf/zero-sum", "E8", "error")]


def test_a_row_on_which_a_check_failed_was_not_found_clean() -> None:
    def fails(_entry: Entry, _sheet: Sheet) -> Iterable[Hit]:
        raise ValueError("of us")

    check = row_check(Rule("area/rule", ERROR), fails)
    for names in ("Anna,Bernd,Chris,Dora", "Emil,Frida,Gustav,Hanna"):
        file = checked(sheet(*GAMES, GAMES[0], names=names), game="doppelkopf", layout="points")
        one = file.sheets[0].sheet
        layout = next(known for known in registry.load("doppelkopf").layouts if known.name == "points")
        crashes = runner.run_checks(one, entries(one, layout), [check]).crashes
        assert [crash.row for crash in crashes] == [2, 3, 4, 5, 6, 7, 8]


def test_a_row_with_another_word_beside_it_is_judged_anew() -> None:
    # A redeal pays nothing; without a column of game numbers the kind is all that stands beside the points.
    games = ",1,1,-1,-1\n,-3,9,-3,-3\n,3,-3,3,-3\n,2,2,-2,-2\nneu gegeben,1,1,-1,-1"
    file = checked(f"Spielart,Anna,Bernd,Chris,Dora\n{games}", game="doppelkopf", layout="points")
    assert found(file) == [("doppelkopf/pattern", "B6", "error")]
