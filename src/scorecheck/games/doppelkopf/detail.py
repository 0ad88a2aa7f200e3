"""The detail sheet: the facts of a game in its row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial

from scorecheck.checks.check import UnclearFact
from scorecheck.checks.sketch import required_of
from scorecheck.checks.words import names_in, nearest_word, plain, position_of, vocabulary
from scorecheck.games.doppelkopf.specials import pack_of, too_many
from scorecheck.games.doppelkopf.spelling import (
    Call,
    calls_in,
    is_nothing,
    nearest_call,
    nearest_special,
    specials_in,
)
from scorecheck.games.doppelkopf.valuation import (
    ALL_POINTS,
    LITERAL,
    LONE_WEDDING,
    NORMAL,
    NOTHING,
    PAIRS,
    PARTIES,
    POVERTY,
    REDEAL,
    SOLOS,
    WEDDING,
    WITHOUT_SPECIALS,
    GameFacts,
    Party,
    Side,
    Specials,
    other,
)
from scorecheck.model.cells import Value, Written, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet


def positions_in(text: str, players: Sequence[str]) -> tuple[int, ...] | None:
    """The players whom a cell names, by position, or ``None`` if one is unknown."""
    for names in ((text,), names_in(text), tuple(text.split())):
        positions = tuple(position_of(name, players) for name in names)
        known = tuple(position for position in positions if position is not None)
        if known and len(known) == len(positions) == len(set(known)):
            return known
    return None


REQUIRED, WITHOUT_KIND = required_of("doppelkopf", "detail")
"""The columns that identify a detail sheet: with the kind of game, and without."""
TRICKS = ("first_trick", "second_trick", "third_trick")
"""The columns for card points of the first tricks; those after the first are for weddings."""
_NUMBERS = ("points_re", "points_kontra", *TRICKS)
NUMBERS = frozenset(_NUMBERS)
"""The columns for card points."""
WORDS = (
    "kind",
    "re",
    "points_re",
    "points_kontra",
    "calls_re",
    "calls_kontra",
    "specials_re",
    "specials_kontra",
    "first_trick_winner",
    "revoke",
)
"""The columns of facts in words."""
EITHER = tuple(f"{kind}_either{which}" for kind in ("calls", "specials") for which in ("", "-2", "-3"))
"""Columns of calls or special points that do not say of which party they are; there may be several."""
ROLES = frozenset((*WORDS, *_NUMBERS))
"""The columns of facts."""
CARD_POINTS_FORM = r"^[\w ./,+-]*$"
"""Card points are a number, or a word for having no trick."""
SOLO = "solo"
"""A solo of unknown kind; the federation values all of them alike."""

_kinds = partial(vocabulary, "games", "doppelkopf", "columns.toml", section="kinds")
_nearest_kind = partial(nearest_word, parts=("games", "doppelkopf", "columns.toml"), section="kinds")
_trickless_words = partial(vocabulary, "games", "doppelkopf", "columns.toml", section="trickless")


class DetailFacts(NamedTuple):
    """The readable facts in a row of a detail sheet."""

    kind: str | None
    """``None`` if missing or unknown."""
    re: tuple[int, ...]
    """The positions of the Re players; empty if missing or unreadable."""
    points: Mapping[Party, int | None]
    """The card points as written."""
    trickless: frozenset[Party]
    """The parties marked as having no trick."""
    calls: Mapping[Party, tuple[Call, ...] | None]
    """``None`` if the cell is unreadable."""
    specials: Mapping[Party, Specials | None]
    tricks: tuple[int | None, ...]
    """The card points of the first tricks."""
    first_trick_winner: int | None
    """The position of the player who took it."""
    revoked: bool
    revoked_by: int | None
    """The position of the player who revoked, if the cell names one."""
    unclear: tuple[UnclearFact, ...]

    @property
    def first_trick(self) -> int | None:
        """The card points of the first trick."""
        return self.tricks[0]

    @property
    def redeal(self) -> bool:
        """Whether the cards were dealt again: no game."""
        return self.kind == REDEAL

    def card_points(self, party: Party) -> int | None:
        """The card points of a party, as written or by those of the other."""
        mine, theirs = self.points[party], self.points[other(party)]
        if mine is not None or theirs is None or self.revoked:
            return mine
        return ALL_POINTS - theirs

    def party_of(self, player: int) -> Party | None:
        """The party of a player; ``None`` if a Re player is unknown."""
        if player in self.re:
            return "re"
        if self.kind is None or not self.re:
            return None
        return "kontra" if len(self.re) == (2 if self.kind in PAIRS else 1) else None


def told_by(entry: Entry, sheet: Sheet) -> DetailFacts:
    """The facts in a row."""
    words = tuple(value_text(entry.fields.get(role, "")).strip() for role in WORDS)
    numbers = tuple(entry.numbers.get(role) for role in _NUMBERS)
    return _told(words, numbers, sheet.players, sheet.preset or "tcg")


def says_of_either(entry: Entry) -> bool:
    """Whether calls or special points stand in a row without their party: then its value is not known."""
    return any(not is_nothing(value_text(entry.fields.get(role, ""))) for role in EITHER)


@lru_cache(maxsize=256)
def _told(
    words: tuple[str, ...], numbers: tuple[Written, ...], players: tuple[str, ...], preset: str
) -> DetailFacts:
    cells: dict[str, str] = dict(zip(WORDS, words, strict=True))
    said: dict[str, Written] = dict(zip(_NUMBERS, numbers, strict=True))
    return DetailReader(cells, said, players, preset).told()


def is_trickless(value: Value) -> bool:
    """Whether a cell for card points says that the party has no trick: schwarz."""
    return plain(value) in _trickless_words()


def trickless_parties(
    points: Mapping[Party, int | None], said: Iterable[Party], preset: str
) -> frozenset[Party]:
    """The parties without a trick.

    Without nines that is whoever has no card points, since every trick is worth some; with nines only those
    marked so.
    """
    if preset == "ddv":
        return frozenset(said)
    without: set[Party] = {
        party
        for party in PARTIES
        if points[party] == 0 or (points[party] is None and points[other(party)] == ALL_POINTS)
    }
    return frozenset(said) | without


class DetailReader:
    """Reads the cells of one row and collects what is unclear."""

    def __init__(
        self, cells: Mapping[str, str], numbers: Mapping[str, Written], players: Sequence[str], preset: str
    ) -> None:
        self.cells = cells
        self.numbers = numbers
        self.players = players
        self.preset = preset
        self.unclear: list[UnclearFact] = []

    def told(self) -> DetailFacts:
        """The facts of the row."""
        kind = self._kind()
        re = () if kind == REDEAL else self._re(kind)
        if kind is None and not self.cells["kind"] and len(re) == 2:
            kind = NORMAL
        if kind == WEDDING and len(re) == 1:
            kind = LONE_WEDDING
        said: set[Party] = {party for party in PARTIES if is_trickless(self.cells[f"points_{party}"])}
        points: dict[Party, int | None] = {
            party: 0 if party in said else self._number(f"points_{party}") for party in PARTIES
        }
        return DetailFacts(
            kind,
            re,
            points,
            trickless_parties(points, said, self.preset),
            {party: self._calls(party) for party in PARTIES},
            {party: self._specials(party) for party in PARTIES},
            tuple(map(self._number, TRICKS)),
            self._first_trick_winner(),
            not is_nothing(self.cells["revoke"]),
            position_of(self.cells["revoke"], self.players),
            tuple(self.unclear),
        )

    def _kind(self) -> str | None:
        text = self.cells["kind"]
        word = plain(text)
        if not word:
            return None
        kind = kind_in(text)
        if kind is None:
            self.unclear.append(UnclearFact("kind", "kind", text, _nearest_kind(text)))
        elif kind == SOLO:
            # The tournament values its solos differently, the federation does not.
            return SOLOS["ddv"][0] if self.preset == "ddv" else None
        elif kind != REDEAL and kind not in (*PAIRS, *SOLOS[self.preset]):
            self.unclear.append(UnclearFact("kind", "other-rules", text))
            return None
        return kind

    def _re(self, kind: str | None) -> tuple[int, ...]:
        text = self.cells["re"]
        if is_nothing(text):
            return ()
        found = positions_in(text, self.players)
        if found is None:
            self.unclear.append(UnclearFact("re", "player", text))
            return ()
        if not _fits(len(found), kind):
            why = "one-needed" if kind is not None and kind not in PAIRS else "two-needed"
            self.unclear.append(UnclearFact("re", why, text))
            return ()
        return found

    def _number(self, role: str) -> int | None:
        number = self.numbers[role]
        if isinstance(number, Fraction):
            self.unclear.append(UnclearFact(role, "number", str(self.cells.get(role, ""))))
        return number if isinstance(number, int) else None

    def _calls(self, party: Party) -> tuple[Call, ...] | None:
        text = self.cells[f"calls_{party}"]
        calls = calls_in(text, party)
        if calls is None:
            self.unclear.append(UnclearFact(f"calls_{party}", "call", text, nearest_call(text, party)))
        return calls

    def _specials(self, party: Party) -> Specials | None:
        text = self.cells[f"specials_{party}"]
        specials = specials_in(text)
        if specials is None:
            self.unclear.append(UnclearFact(f"specials_{party}", "specials", text, nearest_special(text)))
        return specials

    def _first_trick_winner(self) -> int | None:
        winner = self.cells["first_trick_winner"]
        if is_nothing(winner):
            return None
        position = position_of(winner, self.players)
        if position is None:
            self.unclear.append(UnclearFact("first_trick_winner", "player", winner))
        return position


def kind_in(text: str) -> str | None:
    """The kind of game in a cell; a compulsory solo may have “Pflicht” beside it."""
    if not text:
        return None
    words = _kinds()
    word = plain(text)
    if word in words:
        return words[word]
    bare = word
    for prefix in _COMPULSORY:
        bare = bare.replace(prefix, "")
    if bare == word:
        return None
    return words.get(bare, SOLO if bare == "" else None)


_NEARLY = 0.9
"""One letter in ten may be wrong: Pflictsolo."""
_COMPULSORY = ("pflichtsolo", "pflicht", "compulsory", "obligatorisk", "vorgeführt")


def is_compulsory(text: str) -> bool:
    """Whether a cell says that a solo was compulsory, perhaps with a letter wrong."""
    word = plain(text)
    if not word or any(prefix in word for prefix in _COMPULSORY):
        return bool(word)
    if word in _kinds():
        return False
    from difflib import get_close_matches

    return bool(get_close_matches(word, _COMPULSORY, n=1, cutoff=_NEARLY))


def _fits(names: int, kind: str | None) -> bool:
    """Whether there may be this many names under Re; in a poverty the taker may be alone."""
    if kind in (None, WEDDING, POVERTY):
        return names in (1, 2)
    return names == (2 if kind in PAIRS else 1)


def facts_of(told: DetailFacts) -> GameFacts | None:
    """The facts that the value depends on; ``None`` if one is missing or unreadable.

    For a game ended by a revoke, those so far.
    """
    if told.kind is None or told.redeal or not told.re:
        return None
    sides: list[Side] = []
    for party in PARTIES:
        points, calls, specials = told.card_points(party), told.calls[party], told.specials[party]
        if points is None or calls is None or specials is None:
            return None
        highest = max((call.level for call in calls), default=NOTHING)
        trickless = party in told.trickless
        sides.append(Side(points, highest, specials, trickless))
    return GameFacts(told.kind, *sides)


def wrong_points(told: DetailFacts, preset: str) -> tuple[str, str, int] | None:
    """Impossible card points: the reason, the column and the number; ``None`` if they are possible."""
    low, high = ((1, 7), (233, 239)) if preset != "ddv" else ((1, 1), (239, 239))
    for party in PARTIES:
        points = told.points[party]
        if points is None:
            continue
        if not 0 <= points <= ALL_POINTS:
            return "range", f"points_{party}", points
        if low[0] <= points <= low[1] or high[0] <= points <= high[1]:
            return "impossible", f"points_{party}", points
    re, kontra = told.points["re"], told.points["kontra"]
    if re is not None and kontra is not None:
        together = re + kontra
        if together > ALL_POINTS or (together < ALL_POINTS and not told.revoked):
            return "sum", "points_re", together
    return None


def idle_specials(told: DetailFacts, preset: str) -> Party | None:
    """The party with special points in a game without any.

    A bare 1 of the soloist may be the solo's own point.
    """
    kind = told.kind
    if kind is None or kind in PAIRS or (preset != "ddv" and kind not in WITHOUT_SPECIALS):
        return None
    for party in PARTIES:
        specials = told.specials[party]
        if specials and any(specials) and not (preset != "ddv" and party == "re" and specials == _OWN_POINT):
            return party
    return None


_OWN_POINT = Specials(other=1)


def sound_facts(
    told: DetailFacts, preset: str, options: Mapping[str, str | int | bool] = LITERAL
) -> GameFacts | None:
    """The facts if they are complete and possible: only then has a game a value."""
    facts = facts_of(told)
    if facts is None or wrong_points(told, preset) or idle_specials(told, preset):
        return None
    if facts.kind in WITHOUT_SPECIALS:
        return facts
    return facts if too_many(facts.re, facts.kontra, pack_of(facts.kind, preset, options)) is None else None
