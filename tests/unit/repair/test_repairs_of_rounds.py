"""On a list of results a row is a round, and repairs say so."""

from __future__ import annotations

import pytest

from scorecheck.reports.messages import Language, Messages
from scorecheck.reports.repairs import decides, fix_text
from support import check, only

SHEET = """Runde,Anna,Bernd,Chris,Dora
1,10,-4,-2,-4
2,6,8,-7,-7
3,12,-12,6,6
4,-5,-5,5,5
"""


@pytest.mark.parametrize(("lang", "word"), [("en", "round"), ("de", "Runde"), ("nb", "runde")])
def test_repairs_speak_of_rounds(lang: Language, word: str) -> None:
    (finding,) = only(check(SHEET, game="doppelkopf", layout="rounds")).findings
    # 12 -12 6 6: Chris or Dora has lost a minus sign.
    assert {fix.edits[0].cell.a1 for fix in finding.fixes[:2]} == {"D4", "E4"}
    messages = Messages(lang)
    for fix in finding.fixes:
        said = f"{fix_text(fix, messages)} {decides(fix, messages)}".lower()
        assert word.lower() in said
        assert not {"game", "spiel", "spill"} & set(said.replace(".", "").split())
