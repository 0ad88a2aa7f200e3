"""What an event may choose of the duty to call, of late calls and of a revoke: each way tried."""

from __future__ import annotations

import pytest

from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from support import only

pytestmark = pytest.mark.usefixtures("no_repairs")

HEAD = (
    "Spiel,Geber,Art,Re,Augen Re,Augen Kontra,Ansagen Re,Ansagen Kontra,Sonder Re,1. Stich,2. Stich,"
    "1. Stich an,Verworfen,Anna,Bernd,Chris,Dora\n"
)
TAKER, FIRST, VOID = {"duty_to_call": "taker"}, {"wedding_duty": "first-trick"}, {"late_call_answered": False}
LOSES, PLAIN = {"revoke": "loses"}, {"heart_ten": "plain"}


def found(row: str, options: dict[str, str | bool]) -> list[tuple[str, str]]:
    wanted = Settings(Wanted(game="doppelkopf", preset="tcg", layout="detail"), options=options)
    file = only(check_bytes(f"{HEAD}1,Anna,{row}\n".encode(), "sheet.csv", "sheet.csv", wanted))
    return [(one.rule.partition("/")[2], one.variant) for one in file.findings if one.severity.word != "info"]


@pytest.mark.parametrize(
    ("row", "options", "told"),
    [
        # Anna, who is Re, took 32; Kontra has called.
        ("normal,Anna + Bernd,151,89,,kontra,,32,,Anna,,4,4,-4,-4", {}, []),
        ("normal,Anna + Bernd,151,89,,kontra,,32,,Anna,,4,4,-4,-4", TAKER, [("call-missing", "taker")]),
        ("normal,Anna + Bernd,151,89,re,,,32,,Anna,,4,4,-4,-4", TAKER, []),
        # Who took it is not said.
        ("normal,Anna + Bernd,151,89,,kontra,,32,,,,4,4,-4,-4", TAKER, []),
        ("normal,Anna + Bernd,151,89,,,,32,,,,2,2,-2,-2", TAKER, [("call-missing", "")]),
        # Two tricks of a wedding.
        ("Hochzeit,Anna + Bernd,151,89,re,,,32,31,Anna,,4,4,-4,-4", {}, [("call-missing", "blind")]),
        ("Hochzeit,Anna + Bernd,151,89,re,,,32,31,Anna,,4,4,-4,-4", FIRST, []),
        ("Hochzeit,Anna + Bernd,151,89,,,,20,31,Anna,,2,2,-2,-2", {}, [("call-missing", "later")]),
        ("Hochzeit,Anna + Bernd,151,89,,,,20,31,Anna,,2,2,-2,-2", FIRST, []),
        ("Hochzeit,Anna,151,89,re,,,32,31,Anna,,18,-6,-6,-6", {}, [("call-missing", "blind")]),
        # Re came at card 7, two cards late; Kontra answered at card 11.
        ("normal,Anna + Bernd,151,89,re@7,kontra@11,,20,,,,8,8,-8,-8", {}, [("call-late", "base")]),
        (
            "normal,Anna + Bernd,151,89,re@7,kontra@11,,20,,,,8,8,-8,-8",
            VOID,
            [("call-late", "base"), ("call-late", "base")],
        ),
        ("normal,Anna + Bernd,151,89,re@13,kontra@9,,20,,,,8,8,-8,-8", VOID, []),
        # Dora revoked, who is Kontra: for Re it is no 120, no 90, no 60; for Kontra 3 as well.
        ("normal,Anna + Bernd,80,40,,,,20,,,Dora,3,3,-3,-3", {}, []),
        ("normal,Anna + Bernd,80,40,,,,20,,,Dora,-3,-3,3,3", {}, []),
        ("normal,Anna + Bernd,80,40,,,,20,,,Dora,2,2,-2,-2", {}, [("revoke", "none")]),
        ("normal,Anna + Bernd,80,40,,,,20,,,Dora,3,3,-3,-3", LOSES, []),
        ("normal,Anna + Bernd,80,40,,,,20,,,Dora,-3,-3,3,3", LOSES, [("points", "revoke")]),
        ("normal,Anna + Bernd,80,40,,,,20,,,ja,2,2,-2,-2", LOSES, [("revoke", "neither")]),
        # Two tens and two kings of hearts are 28.
        ("normal,Anna + Bernd,28,212,,,H,20,,,,-4,-4,4,4", {}, [("specials-impossible", "points")]),
        ("normal,Anna + Bernd,28,212,,,H,20,,,,-4,-4,4,4", PLAIN, []),
    ],
)
def test_each_way(row: str, options: dict[str, str | bool], told: list[tuple[str, str]]) -> None:
    assert found(row, options) == told
