"""``scorecheck score yatzy``: what a throw is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import typer

from scorecheck.cli import options
from scorecheck.cli.session import Options, Session
from scorecheck.cli.worked import printed, show
from scorecheck.games.yatzy.card import kind_of
from scorecheck.games.yatzy.score import CategoryWorth, best_first, can_be_thrown, throw_of, turn, worth
from scorecheck.games.yatzy.scoring import INTERNATIONAL_CARDS, ScoringWay

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
    as_json: options.AsJson = False,
    lang: options.Lang = None,
) -> None:
    """What a throw of Yatzy, Doppel Yatzy, Maxi Yatzy, Kniffel or Yahtzee is worth, term by term."""
    session = Session(Options(lang=lang))
    played, thrown = throw_of(dice, preset)
    sides = thrown if len(thrown) > 1 else None
    way = ScoringWay(
        played,
        strict=strict_scandinavian or played == "maxi-yatzy",
        international=played in INTERNATIONAL_CARDS or (international and played != "maxi-yatzy"),
        with_dice=yatzy_with_dice,
        extra=extra,
    )
    if not can_be_thrown(thrown, way):
        raise session.stop("no-throw", dice=dice, count=way.thrown)
    if outer is not None and inner is not None and sides is not None:
        both = [
            worth(_category(session, said, way), side, way)
            for said, side in zip((outer, inner), sides, strict=True)
        ]
        show(session, turn(*both), as_json=as_json)
    if category is not None and sides is None:
        show(session, worth(_category(session, category, way), thrown[0], way).worked, as_json=as_json)
    if category is not None or outer is not None or inner is not None:
        raise session.stop("throw-sides")
    _all(session, [best_first(side, way) for side in thrown], as_json=as_json)


def _category(session: Session, said: str, way: ScoringWay) -> str:
    kind = kind_of(said) or said
    if kind not in way.categories:
        names = tuple(way.categories)
        raise session.stop("unknown-category", name=said, known=names)
    return kind


def _all(session: Session, found: Sequence[Sequence[CategoryWorth]], *, as_json: bool) -> None:
    from scorecheck.reports.worked import ranked_json, ranked_text

    sides = ("outer", "inner") if len(found) > 1 else ("",)
    lists = [
        (side, [(one.category, one.worked) for one in side_found])
        for side, side_found in zip(sides, found, strict=True)
    ]
    printed(session, ranked_json if as_json else ranked_text, lists)
