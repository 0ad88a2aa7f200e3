"""The value of one game, term by term, from its facts as typed."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.games.doppelkopf.detail import (
    SOLO,
    DetailFacts,
    facts_of,
    idle_specials,
    is_trickless,
    kind_in,
    trickless_parties,
    wrong_points,
)
from scorecheck.games.doppelkopf.facts import NORMAL, PAIRS, PARTIES, REDEAL, SOLOS, Party, Specials
from scorecheck.games.doppelkopf.specials import pack_of, too_many
from scorecheck.games.doppelkopf.spelling import Call, calls_in, specials_in
from scorecheck.games.doppelkopf.valuation import LITERAL, OF_VALUE, value_of
from scorecheck.games.doppelkopf.worth import doubled_in_bock
from scorecheck.model.terms import Worked


class UnscoredError(ValueError):
    """Facts without a value; ``reason`` is a key of the labels under ``score.doppelkopf``."""

    def __init__(self, reason: str, text: str = "") -> None:
        """With the reason, and the text concerned."""
        super().__init__(reason)
        self.reason = reason
        self.text = text


def score(
    *,
    preset: str = "tcg",
    kind: str = NORMAL,
    points: Mapping[Party, str],
    calls: Mapping[Party, str],
    specials: Mapping[Party, str],
    bock: bool = False,
    options: Mapping[str, str | int | bool] = LITERAL,
) -> Worked:
    """The value of a game. Texts are as on a detail sheet; card points of one party are enough.

    Raises:
        UnscoredError: they cannot be understood, or cannot be.
    """
    had: dict[Party, int | None] = {party: _card_points(points.get(party, "")) for party in PARTIES}
    said: set[Party] = {party for party in PARTIES if is_trickless(points.get(party, ""))}
    told = DetailFacts(
        _kind(kind, preset),
        (0,),
        had,
        trickless_parties(had, said, preset),
        {party: _calls(calls.get(party, ""), party) for party in PARTIES},
        {party: _specials(specials.get(party, "")) for party in PARTIES},
        (None,),
        None,
        revoked=False,
        revoked_by=None,
        unclear=(),
    )
    wrong = wrong_points(told, preset)
    if wrong is not None:
        why, _, number = wrong
        raise UnscoredError(f"{why}-ddv" if why == "impossible" and preset == "ddv" else why, str(number))
    facts = facts_of(told)
    if facts is None:
        raise UnscoredError("points-missing")
    if idle_specials(told, preset):
        raise UnscoredError("specials-in-solo")
    if too_many(facts.re, facts.kontra, pack_of(facts.kind, preset, options)):
        raise UnscoredError("specials-impossible")
    value = value_of(facts, preset, options)
    return doubled_in_bock(value.worked) if bock else value.worked


def known_options() -> tuple[str, ...]:
    """All options with their values, as typed."""
    return tuple(
        f"{name}={'|'.join(str(value).lower() for value in values)}" for name, values in OF_VALUE.items()
    )


def option(text: str) -> tuple[str, str | bool]:
    """An option such as ``solo_point=winner``.

    Raises:
        UnscoredError: there is no such choice.
    """
    name, _, said = text.partition("=")
    for value in OF_VALUE.get(name.strip(), ()):
        if str(value).casefold() == said.strip().casefold():
            return name.strip(), value if isinstance(value, bool) else str(value)
    raise UnscoredError("option", text)


def _kind(text: str, preset: str) -> str:
    kind = kind_in(text)
    if kind == SOLO and preset == "ddv":
        # The federation values all solos alike.
        return SOLOS["ddv"][0]
    if kind is None or kind in (SOLO, REDEAL):
        raise UnscoredError("kind", text)
    if kind not in (*PAIRS, *SOLOS[preset]):
        raise UnscoredError("other-rules", text)
    return kind


def _card_points(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if is_trickless(text):
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise UnscoredError("number", text)
    return int(text)


def _calls(text: str, party: Party) -> tuple[Call, ...]:
    calls = calls_in(text, party)
    if calls is None:
        raise UnscoredError("call", text)
    return calls


def _specials(text: str) -> Specials:
    specials = specials_in(text)
    if specials is None:
        raise UnscoredError("specials", text)
    return specials
