"""The rules of Yatzy cards and dice logs."""

from __future__ import annotations

from scorecheck.checks.cards.judge import OF_GAMES
from scorecheck.checks.cards.way import CardRules
from scorecheck.checks.check import ERROR, INFO, WARNING, Rule

VALUE = Rule("yatzy/value", ERROR)
SUM = Rule("yatzy/sum", ERROR)
TOTAL = Rule("yatzy/total", ERROR, foot_variants=OF_GAMES)
UNFILLED = Rule("yatzy/unfilled", ERROR, doubtful=WARNING)
UNFINISHED = Rule("yatzy/unfinished", WARNING)
EXTRA_VARIANT = Rule("yatzy/extra-variant", WARNING)
CATEGORY = Rule("yatzy/category", ERROR)
WORDS = Rule("yatzy/words", INFO)
DICE = Rule("yatzy/dice", ERROR)
DICE_SCORE = Rule("yatzy/dice-score", ERROR)
JOKER = Rule("yatzy/joker", ERROR)
DICE_BETTER = Rule("yatzy/dice-better", INFO)
CARD_MISMATCH = Rule(
    "yatzy/card-mismatch",
    ERROR,
    absorbs=frozenset({"yatzy/value", "yatzy/sum", "yatzy/bonus", "yatzy/total", "yatzy/unfilled"}),
)
RULES = CardRules(VALUE, SUM, Rule("yatzy/bonus", ERROR), TOTAL, UNFILLED, UNFINISHED, CATEGORY)
"""The rules that all cards are held to."""
