"""Blanks around what stands in a cell are no part of a repair."""

from __future__ import annotations

from support import check, only


def test_a_die_is_missing_behind_a_blank() -> None:
    # A full straight of Maxi Yatzy is 1 to 6, and counts 21: the first die was left out, its blank was not.
    text = (
        "Turn,Player,Dice,Category,Score\n1,Anna, 2 3 4 5 6,Full straight,21\n2,Anna,2 2 2 5 5 5,Castle,21\n"
    )
    (finding,) = only(check(text, preset="maxi-yatzy")).findings
    ((edit,),) = (fix.edits for fix in finding.fixes)
    assert (edit.before, edit.after) == ("2 3 4 5 6", "1 2 3 4 5 6")
