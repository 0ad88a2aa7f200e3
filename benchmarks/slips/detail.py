"""Detail sheets of Doppelkopf: the facts of each game, and the points that follow (preset ``tcg``).

The value of a game is worked out here by a second, independent reading of the rules, so that the
benchmark does not take scorecheck's own arithmetic for the truth.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips.settings import NEVER, Shares, settings
from benchmarks.slips.sheets import Row, Shape, Sheet, number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

_OF = settings("generators")["detail"]
_KINDS = Shares[str](_OF["kinds"])
_FEWEST, _MOST = settings("generators")["doppelkopf"]["games"]["4"]
_SHOWN_KINDS = {
    "normal": "normal",
    "wedding": "Hochzeit",
    "poverty": "Armut",
    "queen solo": "Damensolo",
    "jack solo": "Bubensolo",
    "trump solo": "Trumpfsolo",
    "silent wedding": "stille Hochzeit",
}
_SHOWN_CALLS = ("", "k9", "k6", "k3", "schwarz")
_ALONE = frozenset({"queen solo", "jack solo", "trump solo", "silent wedding"})
_PLAIN = frozenset({"queen solo", "jack solo"})
_MOST_SPECIALS = {"D": 4, "F": 2, "H": 1, "K": 1}
_POINTS_OF_SPECIAL = {"D": 40, "F": 17, "H": 30, "K": 8}
"""So many card points a trick of each has at least; with so many for each no sheet claims what cannot be."""
_TENS = 8
"""From the third Doppelkopf on aces, which are worth one more, take the place of tens."""
_CARD_POINTS = 240


class Party(NamedTuple):
    """One side of a game."""

    points: int
    called: int
    """-1 nothing, 0 Re or Kontra, then the levels no 90, no 60, no 30, schwarz."""
    specials: tuple[tuple[str, int], ...] = ()

    @property
    def special_points(self) -> int:
        """One point for each."""
        return sum(count for _, count in self.specials)


def _below(points: int) -> int:
    """How many levels a loser with so many card points is below: 120, 90, 60, 30, without a trick."""
    return sum(points < limit for limit in (120, 90, 60, 30)) + (points == 0)


def _kept(called: int, other: int) -> bool:
    """Whether a party with such a call held the other down to it."""
    return called <= 0 or _below(other) >= called + 1


def value_of(kind: str, re: Party, kontra: Party) -> int:
    """What each winner gets; negative where Kontra wins. The soloist gets or pays it three times."""
    re_kept, kontra_kept = _kept(re.called, kontra.points), _kept(kontra.called, re.points)
    if not re_kept and not kontra_kept:
        return 0
    re_wins = (re.points >= 121 or not kontra_kept) and re_kept
    winner, loser = (re, kontra) if re_wins else (kontra, re)
    reached = _below(loser.points)
    failed = loser.called if loser.called > 0 else -1
    levels = max(reached, failed + 1) if failed > 0 else reached
    called = max(winner.called, 0) + max(failed, 0)
    value = levels + called
    if not re_wins and not (re.points >= 121 and not re_kept):
        value += 1
    specials = {True: re.special_points, False: kontra.special_points}
    if kind in _ALONE:
        specials[True] += 1
    value = max(0, value + specials[re_wins] - specials[not re_wins])
    value *= (2 if re.called >= 0 else 1) * (2 if kontra.called >= 0 else 1)
    return value if re_wins else -value


class Detail:
    """Sheets with the facts of each game before its points."""

    shared = True
    name = "detail"
    shape = Shape("doppelkopf", "detail", (9, 10, 11, 12))

    def generate(self, rng: Random) -> Sheet:
        """As in ``Generator``."""
        names = rng.sample(settings("generators")["names"], 4)
        rows: list[Row] = [
            (str(game), *_draw_facts(names, rng)) for game in range(1, rng.randint(_FEWEST, _MOST) + 1)
        ]
        headings = (
            "Spiel",
            "Art",
            "Re",
            "Augen Re",
            "Augen Kontra",
            "Ansagen Re",
            "Ansagen Kontra",
            "Sonder Re",
            "Sonder Kontra",
            *names,
        )
        return Sheet(self.shape, headings, tuple(rows), ("entry",) * len(rows))

    def log_prior(self, sheet: Sheet) -> float:
        """As in ``Generator``. The facts are never changed by a slip, so each row is right or impossible."""
        if not _FEWEST <= len(sheet.rows) <= _MOST:
            return NEVER
        names = sheet.headings[9:]
        for row in sheet.rows:
            if row[9:] != points_of(row[1:9], names):
                return NEVER
        return 0.0

    def suspects(self, sheet: Sheet) -> Sequence[int]:
        """As in ``Generator``."""
        names = sheet.headings[9:]
        wrong = [at for at, row in enumerate(sheet.rows) if row[9:] != points_of(row[1:9], names)]
        return range(max(0, wrong[0] - 2), wrong[0] + 1) if wrong else range(len(sheet.rows))

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As in ``Generator``: any game may stand there."""
        del at
        if not _FEWEST <= len(sheet.rows) + 1 <= _MOST:
            return NEVER
        names = sheet.headings[9:]
        right = all(row[9:] == points_of(row[1:9], names) for row in sheet.rows)
        return 0.0 if right else NEVER


def _draw_facts(names: list[str], rng: Random) -> Row:
    kind = _KINDS.draw(rng)
    seats = rng.sample(range(4), 1 if kind in _ALONE else 2)
    while True:
        points = _draw_points(kind, rng)
        re_called = _draw_call(points, _CARD_POINTS - points, _OF["called_re"], rng)
        kontra_called = _draw_call(_CARD_POINTS - points, points, _OF["called_kontra"], rng)
        specials = [_draw_specials(kind, rng), _draw_specials(kind, rng)]
        re = Party(points, re_called, specials[0])
        kontra = Party(_CARD_POINTS - points, kontra_called, specials[1])
        if _possible(re, kontra):
            break
    said = " + ".join(names[seat] for seat in sorted(seats))
    facts = (
        _SHOWN_KINDS[kind],
        said,
        str(re.points),
        str(kontra.points),
        _shown_call(re.called, "Re"),
        _shown_call(kontra.called, "Kontra"),
        _shown_specials(re),
        _shown_specials(kontra),
    )
    return (*facts, *points_of(facts, tuple(names)))


def _draw_points(kind: str, rng: Random) -> int:
    while True:
        points = round(rng.gauss(135 if kind in _ALONE else 125, 34))
        if points in (0, _CARD_POINTS) or 8 <= points <= _CARD_POINTS - 8:
            return points


def _draw_call(own: int, other: int, share: float, rng: Random) -> int:
    """A call: likelier with many card points, and higher ones mostly kept."""
    if rng.random() >= share * (1.4 if own > 130 else 0.6):
        return -1
    called = 0
    while called < 4 and rng.random() < _OF["higher"]:
        if not _kept(called + 1, other) and rng.random() < _OF["fulfilled"]:
            break
        called += 1
    return called


def _draw_specials(kind: str, rng: Random) -> tuple[tuple[str, int], ...]:
    if kind in _PLAIN:
        return ()
    drawn: list[tuple[str, int]] = []
    for letter, share in _OF["specials"].items():
        count = 0
        while count < _MOST_SPECIALS[letter] and rng.random() < share:
            count += 1
        if count:
            drawn.append((letter, count))
    return tuple(drawn)


def chance_of_facts(facts: Row) -> float:
    """The chance of the facts of a row, up to a factor; nothing where they are none. Kontra's card points may
    be left away."""
    shown, said, re_points, kontra_points, re_call, kontra_call, re_specials, kontra_specials = facts
    kind = next(kind for kind, word in _SHOWN_KINDS.items() if word == shown)
    points = number(re_points)
    if points is None or not (points in (0, _CARD_POINTS) or 8 <= points <= _CARD_POINTS - 8):
        return 0.0
    if kontra_points not in ("", str(_CARD_POINTS - points)):
        return 0.0
    if len(said.split(" + ")) != (1 if kind in _ALONE else 2):
        return 0.0
    re = Party(points, _read_call(re_call, "Re"), _read_specials(re_specials))
    kontra = Party(_CARD_POINTS - points, _read_call(kontra_call, "Kontra"), _read_specials(kontra_specials))
    if not _possible(re, kontra):
        return 0.0
    chance = _KINDS.chance[kind] * exp(-(((points - (135 if kind in _ALONE else 125)) / 34) ** 2) / 2)
    for party, other, share in ((re, kontra, _OF["called_re"]), (kontra, re, _OF["called_kontra"])):
        chance *= _chance_of_call(party, other.points, share) * _chance_of_specials(party, kind)
    return chance


def _chance_of_call(party: Party, other: int, share: float) -> float:
    """As ``_draw_call`` draws it."""
    called = share * (1.4 if party.points > 130 else 0.6)
    if party.called < 0:
        return 1 - called
    for level in range(1, party.called + 1):
        called *= _OF["higher"] * (1 if _kept(level, other) else 1 - _OF["fulfilled"])
    if party.called < 4:
        stops = 0 if _kept(party.called + 1, other) else _OF["fulfilled"]
        called *= 1 - _OF["higher"] + _OF["higher"] * stops
    return called


def _chance_of_specials(party: Party, kind: str) -> float:
    """As ``_draw_specials`` draws them."""
    own = dict(party.specials)
    if kind in _PLAIN:
        return 0.0 if own else 1.0
    chance = 1.0
    for letter, share in _OF["specials"].items():
        count = own.get(letter, 0)
        chance *= share**count * (1 - share if count < _MOST_SPECIALS[letter] else 1)
    return chance


def _possible(re: Party, kontra: Party) -> bool:
    counts: dict[str, int] = {}
    for party in (re, kontra):
        own = dict(party.specials)
        least = sum(_POINTS_OF_SPECIAL[letter] * count for letter, count in own.items())
        if party.points < least + max(0, 4 * own.get("D", 0) - _TENS):
            return False
        for letter, count in own.items():
            counts[letter] = counts.get(letter, 0) + count
    if any(count > _MOST_SPECIALS[letter] for letter, count in counts.items()):
        return False
    return counts.get("D", 0) + counts.get("H", 0) <= 4


def _shown_call(called: int, word: str) -> str:
    return "" if called < 0 else word if called == 0 else _SHOWN_CALLS[called]


def _shown_specials(party: Party) -> str:
    return " ".join(f"{count if count > 1 else ''}{letter}" for letter, count in party.specials)


@lru_cache(maxsize=50_000)
def points_of(facts: Row, names: tuple[str, ...]) -> Row:
    """The points that the facts of a row give, as cells."""
    shown, said, re_points, kontra_points, re_call, kontra_call, re_specials, kontra_specials = facts
    kind = next(kind for kind, word in _SHOWN_KINDS.items() if word == shown)
    re = Party(number(re_points) or 0, _read_call(re_call, "Re"), _read_specials(re_specials))
    kontra = Party(
        number(kontra_points) or 0, _read_call(kontra_call, "Kontra"), _read_specials(kontra_specials)
    )
    value = value_of(kind, re, kontra)
    party = said.split(" + ")
    times = 3 if len(party) == 1 else 1
    return tuple(str(times * value if name in party else -value) for name in names)


def _read_call(text: str, word: str) -> int:
    return -1 if not text else 0 if text == word else _SHOWN_CALLS.index(text)


def _read_specials(text: str) -> tuple[tuple[str, int], ...]:
    return tuple((part[-1], int(part[:-1] or 1)) for part in text.split())


LAYOUTS = (Detail(),)
