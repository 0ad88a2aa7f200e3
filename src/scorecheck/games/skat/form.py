"""What a form asks to work out what one game of Skat is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecheck.checks.worth import Words, choices, field, number
from scorecheck.games.skat.score import ANNOUNCED, KINDS, MOST_MATADORS, SkatFacts, score
from scorecheck.model.terms import Term, Worked

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
    announced = [{"value": "", "label": "–"}, *choices(ANNOUNCED[1:], term)]
    flags = [field(name, term(name), "flag") for name in ("hand", "schneider", "schwarz", "open", "lost")]
    return [
        field("kind", words.label("blank.kind"), "choice", choices=choices(KINDS, term)),
        field("matadors", term("matadors"), "choice", choices=matadors),
        field("announced", term("announced"), "choice", choices=announced),
        *flags,
        field("points", term("card-points"), "number", hint="0–120"),
        field("bid", term("bid"), "number"),
    ]


def worth(said: Mapping[str, Any]) -> Worked:
    """The value of what was filled in.

    Raises:
        Untold: there is none.
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
