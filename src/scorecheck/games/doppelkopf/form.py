"""What a form asks to work out what one game of Doppelkopf is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecheck.checks.worth import Words, choices, field, said_by
from scorecheck.games.doppelkopf.facts import PAIRS, SOLOS
from scorecheck.games.doppelkopf.score import score
from scorecheck.model.terms import Term, Worked

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
    kinds = choices(dict.fromkeys((*PAIRS, *SOLOS["tcg"], *SOLOS["ddv"])), term)
    calls = {
        party: [
            {"value": "", "label": "–"},
            *choices((party, *_CALLS), lambda key: term(key.replace(" ", "-"))),
        ]
        for party in ("re", "kontra")
    }
    return [
        field("preset", words.label("app.blank.preset"), "choice", choices=choices(("tcg", "ddv"), said)),
        blank("kind", "choice", choices=kinds),
        blank("points_re", hint="0–240"),
        blank("points_kontra", hint="0–240"),
        blank("calls_re", "choice", choices=calls["re"]),
        blank("calls_kontra", "choice", choices=calls["kontra"]),
        blank("specials_re", hint="2F D", note=said("specials")),
        blank("specials_kontra", hint="2F D"),
        field("bock", said("bock"), "flag"),
    ]


def worth(said: Mapping[str, Any]) -> Worked:
    """The value of what was filled in.

    Raises:
        Untold: there is none.
    """
    return score(said, preset=said["preset"], bock=said["bock"])
