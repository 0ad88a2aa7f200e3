"""Every combination of card points, calls and special points, valued in two ways."""

from __future__ import annotations

from itertools import product

import pytest

from doppelkopf_tables import Game, ddv, tcg
from scorecheck.games.doppelkopf.specials import MOST, Pack, pairs_of_specials, too_many
from scorecheck.games.doppelkopf.valuation import (
    NORMAL,
    OF_VALUE,
    QUEEN_SOLO,
    TRUMP_SOLO,
    GameFacts,
    Side,
    value_of,
)
from unit.doppelkopf.test_doppelkopf_value import reachable

KINDS = {"pair": NORMAL, "solo": TRUMP_SOLO, "bare": QUEEN_SOLO}
IMPOSSIBLE = {"tcg": {*range(1, 8), *range(233, 240)}, "ddv": {1, 239}}


def possible_tricks(re: int, preset: str) -> list[tuple[bool, bool]]:
    """Whether Re or Kontra is without a trick: with nines a trick may be worth nothing."""
    ways = [(re == 0, re == 240)]
    return [*ways, (False, False)] if preset == "ddv" and re in (0, 240) else ways


@pytest.mark.parametrize("preset", ["tcg", "ddv"])
@pytest.mark.parametrize("short", ["pair", "solo", "bare"])
def test_all_card_points_calls_and_differences(preset: str, short: str) -> None:
    if preset == "ddv" and short == "bare":
        short = "solo"
    values: set[int] = set()
    pack = Pack(preset, solo=short != "pair")
    count = 0
    for re in set(range(241)) - IMPOSSIBLE[preset]:
        for no_re, no_kontra in possible_tricks(re, preset):
            differences = {
                sum(mine) - sum(theirs): (mine, theirs)
                for mine, theirs in pairs_of_specials(preset)
                if too_many(Side(re, 0, mine, no_re), Side(240 - re, 0, theirs, no_kontra), pack) is None
            }
            for (mine, theirs), calls_re, calls_kontra in product(differences.values(), range(6), range(6)):
                facts = GameFacts(
                    KINDS[short],
                    Side(re, calls_re, mine, no_re),
                    Side(240 - re, calls_kontra, theirs, no_kontra),
                )
                game = Game(short, re, calls_re, calls_kontra, sum(mine), sum(theirs), no_re, no_kontra)
                expected = tcg(game) if preset == "tcg" else ddv(game)
                got = value_of(facts, preset).re_value
                assert got == expected, facts
                values.add(abs(got))
                count += 1
    assert count > 50_000
    assert values == reachable(KINDS[short], preset)


@pytest.mark.parametrize("chosen", list(product(*OF_VALUE.values())))
def test_all_options(chosen: tuple[str | bool, ...]) -> None:
    options = dict(zip(OF_VALUE, chosen, strict=True))
    values: dict[str, set[int]] = {short: set() for short in KINDS}
    # No option has a border of its own: that nothing changes between these is shown above, for all points.
    borders = sorted({re for border in range(0, 241, 30) for re in range(border - 1, border + 2)})[1:-1]
    for short, re, calls_re, calls_kontra in product(KINDS, borders, range(6), range(6)):
        if re in IMPOSSIBLE["tcg"]:
            continue
        kontra = 240 - re
        facts = GameFacts(
            KINDS[short],
            Side(re, calls_re, trickless=re == 0),
            Side(kontra, calls_kontra, trickless=kontra == 0),
        )
        got = value_of(facts, "tcg", options)
        if got.winner is None or options["both_failed"] == "cards":
            continue
        expected = tcg(
            Game(short, re, calls_re, calls_kontra),
            solo_point=str(options["solo_point"]),
            old_in_solo=bool(options["against_the_old_in_solo"]),
            old_if_below=bool(options["against_the_old_if_call_failed_below_121"]),
            calls_add=options["calls_count"] == "two",
        )
        assert got.re_value == expected, (facts, options)
        values[short].add(abs(got.re_value))
    assert all(found <= reachable(KINDS[short], "tcg", options) for short, found in values.items())


def test_most_specials_are_those_of_the_rules() -> None:
    assert MOST["tcg"] == (4, 2, 1, 1, 0)
