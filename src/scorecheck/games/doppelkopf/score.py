"""The value of one game, term by term, from its facts as typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecheck.checks.worth import CannotScore, Words, field, labelled, said_by
from scorecheck.games.doppelkopf.detail import (
    TRICKS,
    WORDS,
    DetailFacts,
    DetailReader,
    facts_of,
    idle_specials,
    is_trickless,
    wrong_points,
)
from scorecheck.games.doppelkopf.specials import pack_of, too_many
from scorecheck.games.doppelkopf.valuation import (
    LITERAL,
    OF_VALUE,
    PAIRS,
    REDEAL,
    SOLOS,
    doubled_in_bock,
    value_of,
)
from scorecheck.model.cells import Written
from scorecheck.model.terms import Term, Worked


def score(
    said: Mapping[str, str],
    *,
    preset: str = "tcg",
    bock: bool = False,
    options: Mapping[str, str | int | bool] = LITERAL,
) -> Worked:
    """The value of a game from its facts, as on a detail sheet: one party's card points are enough.

    Raises:
        CannotScore: they cannot be understood, or cannot be.
    """
    told = _told(said, preset)
    wrong = wrong_points(told, preset)
    if wrong is not None:
        why, _, number = wrong
        raise CannotScore(f"{why}-ddv" if why == "impossible" and preset == "ddv" else why, text=str(number))
    facts = facts_of(told)
    if facts is None:
        raise CannotScore("points-missing")
    if idle_specials(told, preset):
        raise CannotScore("specials-in-solo")
    if too_many(facts.re, facts.kontra, pack_of(facts.kind, preset, options)):
        raise CannotScore("specials-impossible")
    value = value_of(facts, preset, options)
    return doubled_in_bock(value.worked) if bock else value.worked


def _told(said: Mapping[str, str], preset: str) -> DetailFacts:
    """The facts of a game; whoever played Re.

    Raises:
        CannotScore: they cannot be understood.
    """
    cells = {role: said.get(role, "") for role in WORDS}
    of_parties = {role: _card_points(cells[role]) for role in ("points_re", "points_kontra")}
    numbers: dict[str, Written] = {**dict.fromkeys(TRICKS), **of_parties}
    told = DetailReader(cells, numbers, (), preset).told()
    if told.kind in (None, REDEAL) and not any(fact.role == "kind" for fact in told.unclear):
        raise CannotScore("kind", text=cells["kind"])
    for fact in told.unclear:
        raise CannotScore(fact.why, text=fact.text)
    return told._replace(re=(0,))


def option(text: str) -> tuple[str, str | bool]:
    """An option such as ``solo_point=winner``.

    Raises:
        CannotScore: there is no such choice.
    """
    name, _, said = text.partition("=")
    for value in OF_VALUE.get(name.strip(), ()):
        if str(value).casefold() == said.strip().casefold():
            return name.strip(), value if isinstance(value, bool) else str(value)
    known = (
        f"{name}={'|'.join(str(value).lower() for value in values)}" for name, values in OF_VALUE.items()
    )
    raise CannotScore("option", text=text, known=tuple(known))


def _card_points(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if is_trickless(text):
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise CannotScore("number", text=text)
    return int(text)


_CALLS = ("no 90", "no 60", "no 30", "schwarz")
PLACE = 1
"""Where the form stands among those of all games."""


def fields(words: Words) -> list[dict[str, Any]]:
    """The fields, in the order in which they are shown."""

    def term(key: str) -> str:
        return words.term_text("doppelkopf", Term(key, 0))

    def blank(key: str, kind: str = "text", **more: Any) -> dict[str, Any]:
        return field(key, words.label(f"blank.{key}"), kind, **more)

    said = said_by(words)
    kinds = labelled(dict.fromkeys((*PAIRS, *SOLOS["tcg"], *SOLOS["ddv"])), term)
    calls = {
        party: [
            {"value": "", "label": "–"},
            *labelled((party, *_CALLS), lambda key: term(key.replace(" ", "-"))),
        ]
        for party in ("re", "kontra")
    }
    return [
        field("preset", words.label("app.blank.preset"), "choice", choices=labelled(("tcg", "ddv"), said)),
        blank("kind", "choice", choices=kinds),
        blank("points_re", hint="0–240"),
        blank("points_kontra", hint="0–240"),
        blank("calls_re", "choice", choices=calls["re"]),
        blank("calls_kontra", "choice", choices=calls["kontra"]),
        blank("specials_re", hint="2F D", note=said("specials")),
        blank("specials_kontra", hint="2F D"),
        field("bock", said("bock"), "flag"),
    ]


def worth_of(said: Mapping[str, Any]) -> Worked:
    """The value of what was filled in.

    Raises:
        CannotScore: there is none.
    """
    return score(said, preset=said["preset"], bock=said["bock"])
