"""Random games of Doppelkopf on detail sheets, against the tables written from the rules alone.

Right values are not flagged; a planted wrong value is, in the row where it stands.
"""

from __future__ import annotations

import random

import pytest

from doppelkopf_tables import Game, ddv, tcg
from support import check, only

GAMES, ON_A_SHEET = 3000, 30
NAMES = ("Anna", "Bernd", "Chris", "Dora")
KINDS = {"normal": "pair", "Damensolo": "bare", "Trumpfsolo": "solo"}
HEAD = "Spiel,Art,Re,Augen Re,Augen Kontra,Ansagen Re,Ansagen Kontra,Anna,Bernd,Chris,Dora"
CALLS = ("", "{}", "k9", "k6", "k3", "schwarz")


def one(chance: random.Random, preset: str) -> tuple[str, list[int]]:
    kind = chance.choice(["normal", "normal", *KINDS])
    points = [re for re in range(241) if not (1 <= re <= 7 or 233 <= re <= 239)]
    re, calls = chance.choice(points), (chance.randint(0, 5), chance.randint(0, 5))
    short = KINDS[kind] if preset == "tcg" else "pair" if kind == "normal" else "solo"
    game = Game(short, re, *calls, 0, 0, re == 0, re == 240)
    to_re = (tcg if preset == "tcg" else ddv)(game)
    party = chance.sample(range(4), 2 if kind == "normal" else 1)
    share = to_re if kind == "normal" else 3 * to_re
    paid = [share if seat in party else -to_re for seat in range(4)]
    shown = ["schwarz" if one == 0 else str(one) for one in (re, 240 - re)]
    said = (CALLS[calls[0]].format("Re"), CALLS[calls[1]].format("Kontra"))
    return ",".join((kind, " + ".join(NAMES[seat] for seat in party), *shown, *said)), paid


@pytest.mark.parametrize("preset", ["tcg", "ddv"])
def test_right_values_pass_and_planted_ones_do_not(preset: str) -> None:
    chance = random.Random(f"sheets {preset}")
    for _ in range(GAMES // ON_A_SHEET):
        rows = [one(chance, preset) for _ in range(ON_A_SHEET)]
        wrong = {at: chance.choice([-2, -1, 1, 2, 10]) for at in chance.sample(range(ON_A_SHEET), 3)}
        for planted in ({}, wrong):
            lines = [HEAD]
            for at, (facts, paid) in enumerate(rows):
                seat = at % 4
                said = [n + planted.get(at, 0) if p == seat else n for p, n in enumerate(paid)]
                lines.append(",".join((str(at + 1), facts, *map(str, said))))
            findings = only(check("\n".join(lines) + "\n", preset=preset, layout="detail")).findings
            told = {f.cell.row - 2 for f in findings if f.cell and f.severity.word == "error"}
            assert told == set(planted), (preset, lines)
