"""The value of a game, term by term, by the rules of the TCG tournament and by the German federation's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from scorecheck.checks.words import choices_of
from scorecheck.model.record import NamedTuple
from scorecheck.model.terms import Term, Worked, total_of


class Valuation(NamedTuple):
    """The value of a game, and its winner."""

    winner: Party | None
    """``None`` if both parties failed their calls."""
    worked: Worked
    """The value for the winner, or for Re without one. Negative if the others are paid."""
    unbounded: int
    """The value without the limit at 0, as scorers write it who forget the limit."""
    solo: bool

    @property
    def re_value(self) -> int:
        """The value for Re: negative if Re pays."""
        value = int(self.worked.value)
        return -value if self.winner == "kontra" else value


def valuation(
    facts: GameFacts, winner: Party | None, terms: tuple[Term, ...], unbounded: int | None = None
) -> Valuation:
    """The sum of the terms, and each player's points: a soloist's are three times an opponent's."""
    value = int(total_of(terms))
    to_re = -value if winner == "kontra" else value
    shares = (
        (("soloist", 3 * to_re), ("opponents", -to_re)) if facts.solo else (("re", to_re), ("kontra", -to_re))
    )
    worked = Worked("doppelkopf", terms, value, shares)
    return Valuation(winner, worked, value if unbounded is None else unbounded, facts.solo)


def doubled_in_bock(worked: Worked) -> Worked:
    """The value in a Bock round, in which everything counts double."""
    if not worked.value:
        return worked
    shares = tuple((who, 2 * points) for who, points in worked.shares)
    return Worked(worked.area, (*worked.terms, Term("bock", 2, factor=True)), 2 * worked.value, shares)


def terms_of_calls(facts: GameFacts, *, adds: bool) -> tuple[Term, ...]:
    """The effect of calls of Re and Kontra: 2 more points each, or doubling."""
    sides = (("re", facts.re), ("kontra", facts.kontra))
    return tuple(
        Term(f"{party}-called", 2) if adds else Term(f"{party}-doubles", 2, factor=True)
        for party, side in sides
        if side.call >= CALLED
    )


def terms_of_specials(specials: Specials, sign: int, suffix: str) -> Iterator[Term]:
    """One term per kind of special point."""
    for name, count in zip(specials._fields, specials, strict=True):
        if count:
            yield Term(f"{name}{suffix}", sign * count)


Party: TypeAlias = Literal["re", "kontra"]

PARTIES: tuple[Party, Party] = ("re", "kontra")

ALL_POINTS = 240
"""The card points (“Augen”) of a pack, with nines or without."""

NOTHING, CALLED, NO_90, NO_60, NO_30, SCHWARZ = range(6)
"""The highest call of a party. Each call includes those before it; ``CALLED`` is Re or Kontra."""
LEVELS = (NO_90, NO_60, NO_30, SCHWARZ)
"""The calls about the card points of the other side."""
LEVEL_NAMES = {CALLED: "no-120", NO_90: "no-90", NO_60: "no-60", NO_30: "no-30", SCHWARZ: "schwarz"}
BELOW = {CALLED: 120, NO_90: 90, NO_60: 60, NO_30: 30}
"""A level is reached if the other side stays below this many card points; for schwarz, without a trick."""

NORMAL, WEDDING, POVERTY = "normal", "wedding", "poverty"
LONE_WEDDING, SILENT_WEDDING = "lone wedding", "silent wedding"
QUEEN_SOLO, JACK_SOLO, TRUMP_SOLO = "queen solo", "jack solo", "trump solo"
CLUBS_SOLO, SPADES_SOLO, HEARTS_SOLO, ACE_SOLO = "clubs solo", "spades solo", "hearts solo", "ace solo"
REDEAL = "redeal"

PAIRS = (NORMAL, WEDDING, POVERTY)
"""Two against two."""
SOLOS = {
    "tcg": (QUEEN_SOLO, JACK_SOLO, TRUMP_SOLO, SILENT_WEDDING, LONE_WEDDING),
    "ddv": (
        QUEEN_SOLO,
        JACK_SOLO,
        ACE_SOLO,
        TRUMP_SOLO,
        CLUBS_SOLO,
        SPADES_SOLO,
        HEARTS_SOLO,
        SILENT_WEDDING,
        LONE_WEDDING,
    ),
}
"""One against three, by preset. A wedding without a partner is a lone one."""


class Specials(NamedTuple):
    """The special points of a party; ``other`` are those of unknown kind."""

    doppelkopf: int = 0
    fox: int = 0
    hearts: int = 0
    karl: int = 0
    other: int = 0


NONE = Specials()


class Side(NamedTuple):
    """One party."""

    points: int
    """Its card points."""
    call: int = NOTHING
    """Its highest call."""
    specials: Specials = NONE
    trickless: bool = False
    """Whether it has no trick. Without nines, that means no card points."""


class GameFacts(NamedTuple):
    """A game played to its end."""

    kind: str
    re: Side
    kontra: Side

    @property
    def solo(self) -> bool:
        """Whether it is one against three."""
        return self.kind not in PAIRS

    def side(self, party: Party) -> Side:
        """The party."""
        return self.re if party == "re" else self.kontra


def other(party: Party) -> Party:
    """The party against this one."""
    return "kontra" if party == "re" else "re"


def is_reached(level: int, against: Side) -> bool:
    """Whether a side was kept below a level; for schwarz, without a trick."""
    return against.trickless if level == SCHWARZ else against.points < BELOW[level]


def has_failed(side: Side, against: Side) -> bool:
    """Whether a side called a level that it did not reach."""
    return side.call >= NO_90 and not is_reached(side.call, against)


def winner_from(facts: GameFacts, needed: int) -> Party | None:
    """The winner, if Re needs so many points: a failed call loses anyway; if both failed, nobody wins."""
    re, kontra = facts.re, facts.kontra
    re_failed, kontra_failed = has_failed(re, kontra), has_failed(kontra, re)
    if re_failed and kontra_failed:
        return None
    if re_failed or kontra_failed:
        return "kontra" if re_failed else "re"
    return "re" if re.points >= needed else "kontra"


_RE_NEEDS = 121
_FILE = ("games", "doppelkopf", "options.toml")
OF_VALUE = choices_of(*_FILE, section="value")
"""Open questions about the value in the source, with the choices for event files.

The first is the literal one.
"""
_STARTS_OF_BOCK = choices_of(*_FILE, section="bock")
BOCK_EVENTS = tuple(_STARTS_OF_BOCK)
"""The options for what starts a Bock round."""
HOUSE_RULES = {**_STARTS_OF_BOCK, **choices_of(*_FILE, section="house")}
"""House rules, with the choices for event files."""
OPTIONS = {**OF_VALUE, **choices_of(*_FILE, section="calls")}
"""All open questions and house rules."""

LITERAL: Mapping[str, str | int | bool] = {name: values[0] for name, values in OPTIONS.items()}

WITHOUT_SPECIALS = frozenset({QUEEN_SOLO, JACK_SOLO})
"""The games without special points other than the solo's own."""
_REACHED_AGAINST = {NO_90: 120, NO_60: 90, NO_30: 60, SCHWARZ: 30}
"""Card points against a call that give an extra point."""


def value_of(facts: GameFacts, preset: str, options: Mapping[str, str | int | bool] = LITERAL) -> Valuation:
    """The value of a game. ``preset`` is ``tcg`` or ``ddv``.

    The options are those of ``tcg`` and not used for ``ddv``.
    """
    if preset == "ddv":
        return _federal_value(facts, options)
    return tournament_value(facts, {**LITERAL, **options})


def tournament_value(facts: GameFacts, options: Mapping[str, str | int | bool]) -> Valuation:
    """The value by the rules of the TCG tournament: net, never below 0, then doubled."""
    winner = winner_from(facts, _RE_NEEDS)
    if winner is None and options["both_failed"] == "cards":
        return tournament_value(without_levels(facts), options)
    return _valued(facts, winner, options)


def _valued(facts: GameFacts, winner: Party | None, options: Mapping[str, str | int | bool]) -> Valuation:
    """The value if this party has won."""
    if winner is None:
        failed = has_failed(facts.re, facts.kontra) and has_failed(facts.kontra, facts.re)
        return valuation(facts, None, (Term("both-failed" if failed else "nobody-won", 0),))
    adds = options["calls_count"] == "two"
    called = terms_of_calls(facts, adds=adds)
    terms = (
        *_won(facts, winner, options),
        *(called if adds else ()),
        *_special_terms(facts, winner, options),
    )
    factors = () if adds else called
    net = int(total_of(terms))
    floor = (Term("not-below-zero", 0, floor=True),) if net < 0 else ()
    unbounded = net * 2 ** len(factors)
    return valuation(facts, winner, (*terms, *floor, *(factors if net > 0 else ())), unbounded)


def values_so_far(
    facts: GameFacts, revoked_by: Party | None, options: Mapping[str, str | int | bool] = LITERAL
) -> tuple[Valuation, ...]:
    """The possible values of a game that a revoke ended, by what each party has so far.

    The winner is clear if a call has failed, or a party has its 121 or 120; otherwise the rules do not say,
    and it may be either, or nobody. With the option ``revoke = loses``, the other party wins.
    """
    options = {**LITERAL, **options}
    re, kontra = facts.re, facts.kontra
    if options["revoke"] == "loses":
        winners: tuple[Party | None, ...] = ("re", "kontra") if revoked_by is None else (other(revoked_by),)
    elif has_failed(re, kontra) or has_failed(kontra, re) or re.points > 120 or kontra.points >= 120:
        winners = (winner_from(facts, _RE_NEEDS),)
    else:
        winners = ("re", "kontra", None)
    return tuple(_valued(facts, winner, options) for winner in winners)


def without_levels(facts: GameFacts) -> GameFacts:
    """The game without calls above Re or Kontra."""
    re, kontra = (side._replace(call=min(side.call, CALLED)) for side in (facts.re, facts.kontra))
    return facts._replace(re=re, kontra=kontra)


def _won(facts: GameFacts, winner: Party, options: Mapping[str, str | int | bool]) -> Iterator[Term]:
    """The points of the winner without special points."""
    mine, theirs = facts.side(winner), facts.side(other(winner))
    for level in (CALLED, *LEVELS):
        name = LEVEL_NAMES[level]
        if is_reached(level, theirs):
            yield Term(name, 1)
        elif theirs.call >= max(level, NO_90):
            yield Term(f"{name}-given", 1)
        if level in LEVELS:
            yield from _calls(level, mine, theirs)
    if winner == "kontra" and _counts_against_the_old(facts, options):
        yield Term("against-the-old", 1)


def _calls(level: int, mine: Side, theirs: Side) -> Iterator[Term]:
    if mine.call >= level:
        yield Term(f"{LEVEL_NAMES[level]}-called", 1)
    if theirs.call >= level:
        yield Term(f"{LEVEL_NAMES[level]}-called-by-them", 1)


def _counts_against_the_old(facts: GameFacts, options: Mapping[str, str | int | bool]) -> bool:
    if facts.solo and not options["against_the_old_in_solo"]:
        return False
    if has_failed(facts.re, facts.kontra):
        return facts.re.points <= 120 and bool(options["against_the_old_if_call_failed_below_121"])
    return True


def _special_terms(
    facts: GameFacts, winner: Party, options: Mapping[str, str | int | bool]
) -> Iterator[Term]:
    """The special points of the winner, minus those of the loser."""
    soloist = winner if options["solo_point"] == "winner" else "re"
    for party in (winner, other(winner)):
        sign, suffix = (1, "") if party == winner else (-1, "-of-them")
        if facts.kind not in WITHOUT_SPECIALS:
            yield from terms_of_specials(facts.side(party).specials, sign, suffix)
        if facts.solo and party == soloist:
            yield Term(f"solo{suffix}", sign)


def _federal_value(facts: GameFacts, options: Mapping[str, str | int | bool]) -> Valuation:
    """The value by the federation's rules: calls are added, not multiplied, and it may be below 0.

    By the house rule ``calls_count = double``, Re and Kontra double the value.
    """
    winner = _federal_winner(facts)
    if winner is None:
        return valuation(facts, None, (*_of_nobody(facts), *_federal_specials(facts, "re")))
    doubled = options.get("calls_count") == "double"
    called = terms_of_calls(facts, adds=not doubled)
    terms = (*_federal_points(facts, winner, () if doubled else called), *_federal_specials(facts, winner))
    return valuation(facts, winner, (*terms, *(called if doubled else ())))


def _federal_winner(facts: GameFacts) -> Party | None:
    """The winner; if only Kontra was called, Re wins with 120."""
    return winner_from(facts, 120 if facts.kontra.call >= CALLED and facts.re.call == NOTHING else 121)


def _federal_points(facts: GameFacts, winner: Party, called: Sequence[Term]) -> Iterator[Term]:
    mine, theirs = facts.side(winner), facts.side(other(winner))
    yield Term("won", 1)
    yield from _below(theirs, 1, "")
    yield from called
    for level in LEVELS:
        yield from _calls(level, mine, theirs)
    yield from _against_calls(mine, theirs, 1, "")


def _of_nobody(facts: GameFacts) -> Iterator[Term]:
    """Both failed: each side keeps its levels; no points for winning or calls."""
    yield from _below(facts.kontra, 1, "")
    yield from _against_calls(facts.re, facts.kontra, 1, "")
    yield from _below(facts.re, -1, "-of-them")
    yield from _against_calls(facts.kontra, facts.re, -1, "-of-them")


def _below(against: Side, sign: int, suffix: str) -> Iterator[Term]:
    for level in LEVELS:
        if is_reached(level, against):
            yield Term(f"{LEVEL_NAMES[level]}{suffix}", sign)


def _against_calls(mine: Side, theirs: Side, sign: int, suffix: str) -> Iterator[Term]:
    for level, points in _REACHED_AGAINST.items():
        if theirs.call >= level and mine.points >= points:
            yield Term(f"against-{LEVEL_NAMES[level]}{suffix}", sign, params={"points": points})


def _federal_specials(facts: GameFacts, party: Party) -> Iterator[Term]:
    """Special points of a party, minus those of the other; none in a solo."""
    if facts.solo:
        return
    if _federal_winner(facts) == "kontra":
        yield Term("against-the-old", 1)
    yield from terms_of_specials(facts.side(party).specials, 1, "")
    yield from terms_of_specials(facts.side(other(party)).specials, -1, "-of-them")
