"""``scorecheck score yatzy``: the value of a throw."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from scorecheck.checks.worth import CannotScore, RankedChoices
from scorecheck.games.yatzy.card import kind_of
from scorecheck.games.yatzy.score import by_side, refuse_impossible, throw_of, turn, worth
from scorecheck.games.yatzy.scoring import INTERNATIONAL_CARDS, ScoringWay
from scorecheck.model.terms import Worked

Dice = Annotated[
    str,
    typer.Option(
        metavar="DICE", help='What was thrown: "3 3 3 6 6", or double dice, "6-5 6-4 3-3 3-2 4-1 3-2".'
    ),
]
Category = Annotated[
    str | None,
    typer.Option(help='The category, as on the card: "full house". Without it all are listed, best first.'),
]
Outer = Annotated[str | None, typer.Option(help="Double dice: the category of the outer dice.")]
Inner = Annotated[str | None, typer.Option(help="Double dice: the category of the inner dice.")]
Card = Annotated[
    Literal["yatzy", "doppel-yatzy", "maxi-yatzy", "kniffel", "yahtzee"] | None,
    typer.Option("--preset", help="Which card is played; else the dice show it."),
]
Strict = Annotated[
    bool, typer.Option("--strict-scandinavian", help="Four alike are no two pairs, five no full house.")
]
International = Annotated[bool, typer.Option("--international", help="Score in the international way.")]
WithDice = Annotated[bool, typer.Option("--yatzy-with-dice", help="A yatzy counts its dice as well.")]
Extra = Annotated[
    Literal["minus", "chance", "strike"], typer.Option(help="Doppel Yatzy: the variant of Extra.")
]


def command(
    *,
    dice: Dice,
    category: Category = None,
    outer: Outer = None,
    inner: Inner = None,
    preset: Card = None,
    strict_scandinavian: Strict = False,
    international: International = False,
    yatzy_with_dice: WithDice = False,
    extra: Extra = "chance",
) -> Worked | RankedChoices:
    """The value of a throw of Yatzy, Doppel Yatzy, Maxi Yatzy, Kniffel or Yahtzee, term by term."""
    played, thrown = throw_of(dice, preset)
    sides = thrown if len(thrown) > 1 else None
    way = ScoringWay(
        played,
        strict=strict_scandinavian or played == "maxi-yatzy",
        international=played in INTERNATIONAL_CARDS or (international and played != "maxi-yatzy"),
        with_dice=yatzy_with_dice,
        extra=extra,
    )
    refuse_impossible(dice, thrown, way)
    if outer is not None and inner is not None and sides is not None:
        both = [
            worth(_category(said, way), side, way) for said, side in zip((outer, inner), sides, strict=True)
        ]
        return turn(*both)
    if category is not None and sides is None:
        return worth(_category(category, way), thrown[0], way).worked
    if category is not None or outer is not None or inner is not None:
        raise CannotScore("throw-sides")
    return by_side(thrown, way)


def _category(said: str, way: ScoringWay) -> str:
    kind = kind_of(said) or said
    if kind not in way.categories:
        raise CannotScore("unknown-category", name=said, known=tuple(way.categories))
    return kind
