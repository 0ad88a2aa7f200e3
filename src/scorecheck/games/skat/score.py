"""The value of one game, term by term, from its facts as typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from scorecheck.checks.words import plain, vocabulary
from scorecheck.checks.worth import CannotScore, Words, field, labelled, number
from scorecheck.games.skat.scoring import GRAND, NULLS, SUITS, VALUES
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.model.terms import Term, Worked, total_of

KINDS = (*reversed(SUITS), "grand", "null")
"""The kinds of game, the highest suit first."""
ANNOUNCED = ("", "schneider", "schwarz")
MOST_MATADORS = {"grand": 4, **dict.fromkeys(SUITS, 11)}
"""The largest number of trumps in sequence from the highest."""
_ALL, _TO_WIN, _SCHNEIDER = 120, 61, 90
"""Card points: all, those that win a game, and those that make the others Schneider."""
_BELOW = 30
"""The soloist is Schneider up to this number."""

kinds = partial(vocabulary, "games", "skat", "columns.toml", section="kinds")
"""The game for each name, in its plain form."""


@record
class SkatFacts:
    """The facts of a game."""

    kind: str
    """One of ``KINDS``."""
    matadors: int = 0
    """The number of trumps in sequence from the jack of clubs, negative if missing; 0 in a null."""
    hand: bool = False
    open: bool = False
    announced: str = ""
    """One of ``ANNOUNCED``."""
    schneider: bool = False
    """Whether the loser has at most 30 card points."""
    schwarz: bool = False
    """Whether the loser has no trick."""
    points: int | None = None
    """The soloist's card points; they show the winner, and Schneider."""
    lost: bool = False
    bid: int | None = None
    unwritten: int = 0
    """The number of further multiples that the list cannot show."""


class Due(NamedTuple):
    """What follows from the facts of a row."""

    worked: Worked
    value: Number
    """The value of the game, won or lost."""
    points: Number
    """The soloist's points."""
    times: int = 1
    """The factor of the game: in a Bock round, or after Kontra and Re, 2 each."""

    @property
    def values(self) -> tuple[Number, ...]:
        """The possible notations of the value: plain, with its factor, or as it counts."""
        return (self.value, self.times * self.value, self.points)


def score(facts: SkatFacts) -> Worked:
    """The soloist's points: the value, or minus twice the value of a lost game.

    An overbid game is lost at the lowest multiple of its base that reaches the bid. Announced games are
    played without the skat, and count whether the announcement was reached or not.

    Raises:
        CannotScore: the facts contradict each other, or there is no such game.
    """
    _look_at(facts)
    terms = tuple(_of_null(facts) if facts.kind == "null" else _of_multiples(facts))
    value = total_of(terms)
    if facts.bid is not None and facts.kind == "null" and value < facts.bid:
        raise CannotScore("null-overbid", text=str(facts.bid))
    overbid = facts.bid is not None and value < facts.bid
    if facts.bid is not None and overbid:
        base = terms[-1]
        due = -(-facts.bid // int(base.value))
        more = due - int(total_of(terms[:-1]))
        terms = (*terms[:-1], Term("overbid", more, params={"bid": facts.bid}), base)
    if overbid or is_lost(facts):
        terms = (*terms, Term("lost", -2, factor=True))
    value = total_of(terms)
    return Worked("skat", terms, value, (("soloist", value),))


@lru_cache(maxsize=1024)
def worked_out(facts: SkatFacts, won: bool | None, minus: bool, doubled: tuple[str, ...]) -> Due | str:
    """``won``: the written result; else card points decide, or the minus of the points."""
    try:
        worked = score(facts)
        if won is not None and facts.points is not None:
            # Whether the card points agree with that is another rule.
            below = facts.schneider or is_schneider(facts.points)
            worked = score(replace(facts, points=None, schneider=below, lost=not won))
        elif won is not None or facts.points is None:
            worked = score(replace(facts, lost=minus if won is None else not won))
    except CannotScore as refused:
        return refused.told.key
    terms = worked.terms[:-1] if worked.terms[-1].key == "lost" else worked.terms
    value, times = total_of(terms), 2 ** len(doubled)
    if doubled:
        more = (*worked.terms, *(Term(role, 2, factor=True) for role in doubled))
        worked = replace(worked, terms=more, value=times * worked.value)
    return Due(worked, value, worked.value, times)


def kind_in(text: str) -> str:
    """The game for a word.

    Raises:
        CannotScore: it names none.
    """
    kind = kinds().get(plain(text))
    if kind is None:
        raise CannotScore("kind", text=text)
    return kind


def matadors_in(holding: int, lacking: int) -> int:
    """The signed number of matadors, if one of the two is 0.

    Raises:
        CannotScore: it is played with matadors and without, or with fewer than none.
    """
    if (holding and lacking) or min(holding, lacking) < 0:
        raise CannotScore("matadors-both")
    return holding - lacking


def _of_null(facts: SkatFacts) -> Iterator[Term]:
    name = f"null{'-open' if facts.open else ''}{'-hand' if facts.hand else ''}"
    yield Term(name, NULLS[name])


def _of_multiples(facts: SkatFacts) -> Iterator[Term]:
    """The multiples, and their base."""
    count = abs(facts.matadors)
    yield Term("with" if facts.matadors > 0 else "without", count, params={"count": count})
    yield Term("game", 1)
    announced_schwarz = facts.open or facts.announced == "schwarz"
    announced = announced_schwarz or facts.announced == "schneider"
    schwarz = announced_schwarz or facts.schwarz
    points = facts.points
    schneider = announced or schwarz or facts.schneider
    schneider = schneider or (points is not None and is_schneider(points))
    for name, counts in (
        ("hand", facts.hand or announced),
        ("schneider", schneider),
        ("schneider-announced", announced),
        ("schwarz", schwarz),
        ("schwarz-announced", announced_schwarz),
        ("open", facts.open),
    ):
        if counts:
            yield Term(name, 1)
    if facts.unwritten:
        yield Term("unwritten", facts.unwritten)
    yield Term(facts.kind, GRAND if facts.kind == "grand" else SUITS[facts.kind], factor=True)


def is_schneider(points: int) -> bool:
    """Whether the loser has at most 30 card points, by those of the soloist."""
    return not _BELOW < points < _SCHNEIDER


def is_lost(facts: SkatFacts) -> bool:
    """Whether the soloist lost, as written or by the card points."""
    if facts.lost or facts.points is None:
        return facts.lost
    return facts.points < _due(facts)


def _due(facts: SkatFacts) -> int:
    """The card points that win the game."""
    if facts.open or facts.announced == "schwarz":
        return _ALL
    return _SCHNEIDER if facts.announced == "schneider" else _TO_WIN


def _look_at(facts: SkatFacts) -> None:
    """Checks that the game is possible.

    Raises:
        CannotScore: there is none.
    """
    bid = facts.bid
    if bid is not None and bid not in VALUES:
        raise CannotScore("bid", text=str(bid))
    if facts.kind == "null":
        if facts.matadors or facts.schneider or facts.schwarz or facts.announced or facts.points is not None:
            raise CannotScore("null-facts")
        return
    most = MOST_MATADORS[facts.kind]
    if not facts.matadors:
        raise CannotScore("matadors-missing")
    if abs(facts.matadors) > most:
        raise CannotScore("matadors", text=str(most))
    if facts.points is not None:
        _look_at_points(facts, facts.points)


def _look_at_points(facts: SkatFacts, points: int) -> None:
    """Checks that the card points are possible."""
    if not 0 <= points <= _ALL:
        raise CannotScore("points", text=str(points))
    reached = _due(facts) <= points
    if facts.lost and reached and not (facts.open or facts.announced == "schwarz"):
        raise CannotScore("points-won", text=str(points))
    if (facts.schneider and not is_schneider(points)) or (facts.schwarz and points not in (0, _ALL)):
        raise CannotScore("points-not-so", text=str(points))


PLACE = 5
"""Where the form stands among those of all games."""


def fields(words: Words) -> list[dict[str, Any]]:
    """The fields, in the order in which they are shown."""

    def term(key: str, **params: int) -> str:
        return words.term_text("skat", Term(key, params=params))

    counts = range(1, max(MOST_MATADORS.values()) + 1)
    matadors = [
        *({"value": str(count), "label": term("with", count=count)} for count in counts),
        *({"value": str(-count), "label": term("without", count=count)} for count in counts),
    ]
    announced = [{"value": "", "label": "–"}, *labelled(ANNOUNCED[1:], term)]
    flags = [field(name, term(name), "flag") for name in ("hand", "schneider", "schwarz", "open", "lost")]
    return [
        field("kind", words.label("blank.kind"), "choice", choices=labelled(KINDS, term)),
        field("matadors", term("matadors"), "choice", choices=matadors),
        field("announced", term("announced"), "choice", choices=announced),
        *flags,
        field("points", term("card-points"), "number", hint="0–120"),
        field("bid", term("bid"), "number"),
    ]


def worth_of(said: Mapping[str, Any]) -> Worked:
    """The value of what was filled in.

    Raises:
        CannotScore: there is none.
    """
    return score(
        SkatFacts(
            said["kind"],
            0 if said["kind"] == "null" else int(said["matadors"]),
            announced=said["announced"],
            points=number(said, "points"),
            bid=number(said, "bid"),
            **{name: said[name] for name in ("hand", "schneider", "schwarz", "open", "lost")},
        )
    )
