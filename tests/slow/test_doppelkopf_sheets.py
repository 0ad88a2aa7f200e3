"""Random games of Doppelkopf on detail sheets, against the tables written from the rules alone.

Right values are not flagged; a planted wrong value is, in the row where it stands.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from doppelkopf_deals import Deal, Made, deal, least
from doppelkopf_tables import Game, ddv, tcg
from support import check, only

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

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


SOLO = {"normal": 2, "Trumpfsolo": 1, "Damensolo": 1}
FACTS = (
    "Spiel,Art,Re,Augen Re,Augen Kontra,Ansagen Re,Ansagen Kontra,Sonder Re,Sonder Kontra,"
    "1. Stich,1. Stich an,Anna,Bernd,Chris,Dora"
)


def dealt(chance: random.Random, preset: str) -> tuple[str, Deal, tuple[int, int]]:
    """A kind of game, how it went card by card, and what was called."""
    kind = chance.choice(["normal", "normal", "Trumpfsolo", "Damensolo"])
    game = deal(chance, preset, SOLO[kind])
    calls = chance.randint(0, 5), chance.randint(0, 5)
    if game.first >= 30 and not any(calls):
        calls = (1, 0)
    return kind, game, calls


def line(kind: str, game: Deal, calls: tuple[int, int], made: tuple[Made, Made], preset: str) -> list[str]:
    """The row of a game by what the scorer of the tests says it is worth."""
    short = {"normal": "pair", "Trumpfsolo": "solo", "Damensolo": "bare"}[kind]
    short = "solo" if short == "bare" and preset == "ddv" else short
    tricks = 12 if preset == "ddv" else 10
    counted = made if short == "pair" or (short == "solo" and preset == "tcg") else (Made(), Made())
    no_re, no_kontra = game.tricks_of_re == 0, game.tricks_of_re == tricks
    mine, theirs = map(sum, counted)
    facts = Game(short, game.re, calls[0], calls[1], mine, theirs, no_re, no_kontra)
    to_re = (tcg if preset == "tcg" else ddv)(facts)
    share = to_re if short == "pair" else 3 * to_re
    shown = ["schwarz" if no_re else str(game.re), "schwarz" if no_kontra else str(240 - game.re)]
    return [
        kind,
        " + ".join(NAMES[seat] for seat in game.party),
        *shown,
        CALLS[calls[0]].format("Re"),
        CALLS[calls[1]].format("Kontra"),
        *map(str, counted),
        str(game.first),
        NAMES[game.first_winner],
        *(str(share if seat in game.party else -to_re) for seat in range(4)),
    ]


def too_much(chance: random.Random, game: Deal, preset: str) -> tuple[Made, Made]:
    """Special points for the party with fewer card points that it cannot have with these."""
    poor = 0 if game.re <= 120 else 1
    points = min(game.re, 240 - game.re)
    hearts = (0, 1) if preset == "tcg" else (0,)
    some = [Made(d, f, h, k) for d, f, h, k in product(range(4), range(3), hearts, (0, 1))]
    first = game.first >= 40 and (game.first_winner in game.party) == (poor == 0)
    never = [made for made in some if least(made, preset) > points and made.doppelkopf >= first]
    chosen = chance.choice(never[:4])
    theirs = Made(doppelkopf=int(game.first >= 40 and not first))
    return (chosen, theirs) if poor == 0 else (theirs, chosen)


@pytest.mark.parametrize("preset", ["tcg", "ddv"])
def test_special_points_of_dealt_games_pass_and_planted_ones_do_not(preset: str) -> None:
    chance = random.Random(f"deals {preset}")
    specials = 0
    for _ in range(GAMES // ON_A_SHEET):
        games = [dealt(chance, preset) for _ in range(ON_A_SHEET)]
        rows = [line(*game, game[1].made, preset) for game in games]
        specials += sum(bool(row[6] or row[7]) for row in rows)
        may = [at for at, (kind, game, _) in enumerate(games) if kind == "normal" and 0 < game.re < 240]
        wrong = set(chance.sample(may, min(3, len(may))))
        planted = [
            line(*game, too_much(chance, game[1], preset), preset) if at in wrong else rows[at]
            for at, game in enumerate(games)
        ]
        for sheet, expected in ((rows, set[int]()), (planted, wrong)):
            text = "\n".join([FACTS, *(f"{at + 1},{','.join(row)}" for at, row in enumerate(sheet))])
            findings = only(check(text + "\n", preset=preset, layout="detail")).findings
            told = {(f.cell.row - 2, f.rule) for f in findings if f.cell and f.severity.word == "error"}
            assert told == {(at, "doppelkopf/specials-impossible") for at in expected}, text
    assert specials > GAMES // 4
