"""The value of a game of Doppelkopf a second time: looked up and added up, without asking the program.

Written from the rules by itself, so that a slip in one of the two shows.
"""

from __future__ import annotations

from typing import NamedTuple

# By the card points of the other side: how many of no 120, no 90, no 60, no 30 are reached.
REACHED = [4] * 30 + [3] * 30 + [2] * 30 + [1] * 30 + [0] * 121
# By the number of levels called (no 90, no 60, no 30, schwarz): what the other side may have at most.
ALLOWED = {0: 240, 1: 89, 2: 59, 3: 29, 4: 0}
# For ddv: what must be had against a call for a point of its own.
AGAINST = (120, 90, 60, 30)


class Game(NamedTuple):
    kind: str
    """``pair``, ``solo``, or ``bare`` for a queen or jack solo."""
    re: int
    re_calls: int
    """0 nothing, 1 Re, 2 no 90, 3 no 60, 4 no 30, 5 schwarz."""
    kontra_calls: int
    re_specials: int = 0
    kontra_specials: int = 0
    re_trickless: bool = False
    kontra_trickless: bool = False
    kontra: int = -1


def tcg(
    game: Game,
    *,
    solo_point: str = "soloist",
    old_in_solo: bool = True,
    old_if_below: bool = True,
    calls_add: bool = False,
) -> int:
    """What Re gets (each, or from each opponent), by the rules of the TCG tournament; by a house rule Re and
    Kontra add two points instead of doubling them."""
    re, kontra = game.re, 240 - game.re
    re_levels, kontra_levels = max(0, game.re_calls - 1), max(0, game.kontra_calls - 1)
    re_failed, kontra_failed = kontra > ALLOWED[re_levels], re > ALLOWED[kontra_levels]
    if re_failed and kontra_failed:
        return 0
    re_wins = kontra_failed or (re >= 121 and not re_failed)
    loser = kontra if re_wins else re
    loser_levels = kontra_levels if re_wins else re_levels
    reached = REACHED[loser] + (loser == 0)
    points = max(reached, loser_levels + 1 if loser_levels else 0) + re_levels + kontra_levels
    if not re_wins:
        old = re < 121 and (not re_failed or old_if_below)
        points += old and (game.kind == "pair" or old_in_solo)
    for_re, for_kontra = (0, 0) if game.kind == "bare" else (game.re_specials, game.kontra_specials)
    if game.kind != "pair":
        for_re += solo_point == "soloist" or re_wins
        for_kontra += solo_point == "winner" and not re_wins
    points += for_re - for_kontra if re_wins else for_kontra - for_re
    calls = (game.re_calls > 0) + (game.kontra_calls > 0)
    points = max(0, points + 2 * calls) if calls_add else max(0, points) << calls
    return points if re_wins else -points


def ddv(game: Game) -> int:
    """What Re gets, by the federation's rules."""
    re, kontra = game.re, 240 - game.re
    re_levels, kontra_levels = max(0, game.re_calls - 1), max(0, game.kontra_calls - 1)

    def failed(levels: int, points: int, trickless: bool) -> bool:
        return not trickless if levels == 4 else points > ALLOWED[levels]

    re_failed = failed(re_levels, kontra, game.kontra_trickless)
    kontra_failed = failed(kontra_levels, re, game.re_trickless)
    re_played = max(0, REACHED[kontra] - 1) + game.kontra_trickless
    re_played_against = sum(re >= points for points in AGAINST[:kontra_levels])
    kontra_played = max(0, REACHED[re] - 1) + game.re_trickless
    kontra_played_against = sum(kontra >= points for points in AGAINST[:re_levels])
    specials = 0 if game.kind != "pair" else game.re_specials - game.kontra_specials
    if re_failed and kontra_failed:
        return re_played + re_played_against - kontra_played - kontra_played_against + specials
    only_kontra = game.kontra_calls > 0 and game.re_calls == 0
    re_wins = kontra_failed or (not re_failed and re >= (120 if only_kontra else 121))
    calls = 2 * (game.re_calls > 0) + 2 * (game.kontra_calls > 0) + re_levels + kontra_levels
    if re_wins:
        return 1 + re_played + re_played_against + calls + specials
    return -(1 + kontra_played + kontra_played_against + calls) + specials - (game.kind == "pair")
