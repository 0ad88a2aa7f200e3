"""Special points: their possible numbers in one game, and the least card points of a party with them.

A special point is made by a trick: a Doppelkopf by four aces and tens, a caught fox by the ace of diamonds
under a higher trump, and so on; one trick may make several. All tricks of four cards are enumerated once, and
then combined to the least card points for both parties together, which share the aces and tens of one pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, product, starmap
from operator import add, ge, le, sub

from scorecheck.games.doppelkopf.valuation import NONE, PAIRS, Side, Specials
from scorecheck.model.record import NamedTuple


class Pack(NamedTuple):
    """The pack and rules as far as they matter for special points."""

    preset: str
    heart_ten: str = "trump"
    """``trump``; ``plain``: a card of hearts like its ace and king."""
    solo: bool = False
    """One against three: then the others catch at most one fox of the soloist's in a trick."""


class _PlayingCard(NamedTuple):
    points: int
    number: int
    """The number in the pack."""
    heart: bool = False


_FOX, _CLUB_JACK, _HEART_TEN, _NINE = "fox", "club jack", "heart ten", "nine"
_CARDS = {
    _FOX: _PlayingCard(11, 2),
    "heart ace": _PlayingCard(11, 2, heart=True),
    "ace": _PlayingCard(11, 4),
    _HEART_TEN: _PlayingCard(10, 2, heart=True),
    "ten": _PlayingCard(10, 6),
    "heart king": _PlayingCard(4, 2, heart=True),
    "king": _PlayingCard(4, 6),
    "queen": _PlayingCard(3, 8),
    _CLUB_JACK: _PlayingCard(2, 2),
    "jack": _PlayingCard(2, 6),
    _NINE: _PlayingCard(0, 8),
}
"""The cards that differ here. The queens and jacks of hearts are trumps, so no hearts."""
_FULL = 40


class _Used(NamedTuple):
    """The valuable cards in some tricks.

    There are always enough others: 24 or more, and at most three tricks without a Doppelkopf take four each.
    """

    foxes: int = 0
    aces: int = 0
    heart_tens: int = 0
    tens: int = 0


_IN_PACK = _Used(2, 6, 2, 6)
_NO_CARD = _Used()


class _Trick(NamedTuple):
    makes: Specials
    used: _Used
    points: int


class Needed(NamedTuple):
    """The least card points of each party."""

    re: int
    kontra: int


def points_needed(re: Specials, kontra: Specials, pack: Pack) -> Needed | None:
    """The least card points of the parties with these special points.

    ``None`` if one pack cannot give all of them. Special points of unknown kind are left out.
    """
    re, kontra = re._replace(other=0), kontra._replace(other=0)
    for_re = _least(re, kontra, _NO_CARD, pack, (2, 1 if pack.solo else 2))
    for_kontra = _least(kontra, re, _NO_CARD, pack, (1 if pack.solo else 2, 2))
    return None if for_re is None or for_kontra is None else Needed(for_re, for_kontra)


@cache
def _least(
    mine: Specials, theirs: Specials, used: _Used, pack: Pack, most_foxes: tuple[int, int]
) -> int | None:
    """The least card points of the remaining tricks, after some cards are used."""
    if not any(mine):
        return 0 if _can_make(theirs, used, pack, most_foxes[1]) else None
    found = [
        trick.points + rest
        for trick, left, now in _next_tricks(mine, used, pack, most_foxes[0])
        if (rest := _least(left, theirs, now, pack, most_foxes)) is not None
    ]
    return min(found, default=None)


@cache
def _can_make(specials: Specials, used: _Used, pack: Pack, most_foxes: int) -> bool:
    """Whether the remaining cards can make these special points."""
    return not any(specials) or any(
        _can_make(left, now, pack, most_foxes)
        for _, left, now in _next_tricks(specials, used, pack, most_foxes)
    )


def _next_tricks(
    specials: Specials, used: _Used, pack: Pack, most_foxes: int
) -> Iterator[tuple[_Trick, Specials, _Used]]:
    """The tricks that make the first missing special point.

    With the missing points and used cards after each.
    """
    first = next(at for at, number in enumerate(specials) if number)
    for trick in _tricks(pack)[first]:
        now = _Used(*map(add, used, trick.used))
        may_make = trick.makes.fox <= most_foxes and all(map(le, trick.makes, specials))
        if may_make and all(map(le, now, _IN_PACK)) and not _wastes(trick, now):
            yield trick, Specials(*map(sub, specials, trick.makes)), now


def _wastes(trick: _Trick, now: _Used) -> bool:
    """Whether a Doppelkopf has aces where tens are left.

    A ten in place of an ace costs no more.
    """
    full = trick.makes.doppelkopf and not trick.makes.hearts
    return bool(full and trick.used.aces and now.tens < _IN_PACK.tens)


@cache
def _tricks(pack: Pack) -> tuple[tuple[_Trick, ...], ...]:
    """For each kind of special point the tricks for it, with their valuable cards and least card points."""
    least: dict[tuple[Specials, _Used], int] = {}
    names = [name for name in _CARDS if name != _NINE or pack.preset == "ddv"]
    for trick in combinations_with_replacement(names, 4):
        if any(trick.count(name) > _CARDS[name].number for name in trick):
            continue
        points = sum(_CARDS[name].points for name in trick)
        aces = trick.count("ace") + trick.count("heart ace")
        used = _Used(trick.count(_FOX), aces, trick.count(_HEART_TEN), trick.count("ten"))
        for makes in _made_by(trick, points, pack):
            least[makes, used] = min(points, least.get((makes, used), points))
    tricks = [_Trick(makes, used, points) for (makes, used), points in least.items()]
    kept = [trick for trick in tricks if not any(_is_better(one, trick) for one in tricks)]
    return tuple(tuple(trick for trick in kept if trick.makes[sort]) for sort in range(len(NONE)))


def _is_better(one: _Trick, other: _Trick) -> bool:
    """Whether a trick makes the same as another, with no more valuable cards and card points."""
    same = one.makes == other.makes and one != other
    return same and one.points <= other.points and all(map(le, one.used, other.used))


def _made_by(trick: tuple[str, ...], points: int, pack: Pack) -> Iterator[Specials]:
    """The special points that a trick can make for its party.

    A fox may be its own, and it need not be the last trick.
    """
    full = points >= _FULL
    hearts = pack.preset != "ddv" and all(
        _CARDS[name].heart and (name != _HEART_TEN or pack.heart_ten == "plain") for name in trick
    )
    above = {"queen", *((_HEART_TEN,) if pack.heart_ten == "trump" else ())}
    catching = above | {"jack", _CLUB_JACK}
    # Of two foxes in one trick, the first takes the other.
    foxes = trick.count(_FOX) - (not catching & {*trick})
    for fox in range(max(foxes, 0) + 1):
        for karl in range(_CLUB_JACK in trick and not above & {*trick}, -1, -1):
            makes = Specials(int(full), fox, int(hearts), int(karl))
            if makes != NONE:
                yield makes


MOST = {"tcg": Specials(4, 2, 1, 1), "ddv": Specials(4, 2, 0, 1)}
"""The limits for both parties together; the federation has no pure hearts trick."""
DOPPELKOPF_POINTS = 40
"""The least card points of a Doppelkopf."""


def pack_of(kind: str | None, preset: str, options: Mapping[str, str | int | bool]) -> Pack:
    """The pack of a game; for an unknown kind, as in two against two."""
    ten = "trump" if preset == "ddv" else str(options.get("heart_ten", "trump"))
    return Pack(preset, ten, solo=kind is not None and kind not in PAIRS)


def too_many(re: Side, kontra: Side, pack: Pack) -> str | None:
    """What makes the special points of a game impossible, or ``None`` if they are possible.

    ``doppelkopf``, ``fox``, ``hearts``, ``karl``: more than there can be of that sort; ``full-tricks``,
    ``pack``: one pack has not the cards for all of them; ``together``; ``re-trickless``,
    ``kontra-trickless``; ``re-points``, ``kontra-points``: too few card points for them.
    """
    most = MOST[pack.preset]
    together = Specials(*map(add, re.specials, kontra.specials))
    for name in ("doppelkopf", "fox", "hearts", "karl"):
        if getattr(together, name) > getattr(most, name):
            return name
    needed = points_needed(re.specials, kontra.specials, pack)
    if needed is None:
        return "full-tricks" if together.hearts else "pack"
    for party, side, least in (("re", re, needed.re), ("kontra", kontra, needed.kontra)):
        if side.trickless and any(side.specials):
            return f"{party}-trickless"
        if side.points < least:
            return f"{party}-points"
    if together.other and not any(
        _can_mean(re, kontra, *pair, pack) for pair in pairs_of_specials(pack.preset)
    ):
        return "together"
    return None


def _can_mean(re: Side, kontra: Side, mine: Specials, theirs: Specials, pack: Pack) -> bool:
    """Whether special points of unknown kind may be these."""
    if not (_holds(mine, re.specials) and _holds(theirs, kontra.specials)):
        return False
    needed = points_needed(mine, theirs, pack)
    return needed is not None and re.points >= needed.re and kontra.points >= needed.kontra


def _holds(specials: Specials, told: Specials) -> bool:
    """Whether special points agree with the total and with the number of each kind."""
    return sum(specials) == sum(told) and all(map(ge, specials[:4], told[:4]))


@cache
def pairs_of_specials(preset: str) -> tuple[tuple[Specials, Specials], ...]:
    """All special points of Re and Kontra by the number of each kind, the fewest first."""
    most = MOST[preset]
    sorts = [[(mine, theirs) for mine in range(n + 1) for theirs in range(n + 1 - mine)] for n in most[:4]]
    fewest_first = sorted(product(*sorts), key=lambda both: sum(map(sum, both)))
    return tuple([(Specials(*re), Specials(*kontra)) for re, kontra in starmap(zip, fewest_first)])
