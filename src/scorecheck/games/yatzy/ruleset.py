"""The ruleset of Yatzy: layouts, presets, options, checks, and results for a ranking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from scorecheck.checks.cards.card import label_of
from scorecheck.checks.cards.given import CardGame, as_played, games_of, results
from scorecheck.checks.check import late
from scorecheck.checks.common import unknown_column
from scorecheck.checks.null import MARK, of_fits
from scorecheck.checks.ruleset import Comparison, Ground, Layout, Mending, Ruleset
from scorecheck.checks.sketch import required_of
from scorecheck.checks.words import row_names
from scorecheck.games.yatzy.card import (
    card_of,
    cards_of,
    dice_of,
    kind_of,
    log_headings,
    player_of,
    scores_of,
    way_on,
)
from scorecheck.games.yatzy.card_checks import CARD_CHECKS
from scorecheck.games.yatzy.dice_checks import DICE_CHECKS, mismatches, remaining
from scorecheck.games.yatzy.evidence import remarks, shown_options, shown_preset
from scorecheck.games.yatzy.rules import CARD_MISMATCH, DICE_SCORE, EXTRA_VARIANT, VALUE
from scorecheck.games.yatzy.scoring import (
    BONUSES,
    CATEGORIES,
    EXTRAS,
    FURTHER,
    JOKERS,
    PRESETS,
    UPPER,
    row_values,
)
from scorecheck.model.cells import Unreadable
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.statistics import Played

if TYPE_CHECKING:
    from scorecheck.checks.card import Box


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Each player's points over all cards on the sheet, calculated from the boxes, and the cards as games.

    The figures ``yatzys`` and ``upper-sum`` are those for tie-breaks.
    """
    way = way_on(sheet)

    def figures(games: Sequence[CardGame]) -> dict[str, int]:
        yatzys = sum(1 for game in games if game.values.get("yatzy"))
        return {"yatzys": yatzys, "upper-sum": sum(game.upper(way) for game in games)}

    return results(_games(sheet, entries), way, figures)


def cards(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """Each card as a game of its player, numbered among the player's cards."""
    return as_played(_games(sheet, entries), way_on(sheet))


def _games(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[CardGame]:
    return games_of(cards_of(sheet, entries)) if sheet.layout == "card" else _of_log(sheet, entries)


def _of_log(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[CardGame]:
    found: dict[tuple[str, str], dict[str, int]] = {}
    names: dict[str, str] = {}
    for entry in entries:
        name = names.setdefault(player_of(entry).casefold(), player_of(entry))
        values = found.setdefault((name, card_of(entry)), {})
        for score in scores_of(entry, sheet):
            if score.category is not None and score.value is not None:
                values.setdefault(score.category, score.value)
    for (name, _), values in found.items():
        if name:
            yield CardGame(name, values)


def _bears_out(sheet: Sheet, entries: Iterable[Entry]) -> bool:
    """Whether the rows under the words of a card are one, not a table of strategies or probabilities.

    Nor turns of a log: a card has each category once, up to a slip.
    """
    fits = misses = again = 0
    seen: set[str] = set()
    for entry in entries:
        kind = kind_of(label_of(entry), sheet.own_words)
        if kind is None:
            continue
        again += kind in seen
        seen.add(kind)
        face = UPPER.index(kind) + 1 if kind in UPPER else 0
        for said in entry.written if kind not in EXTRAS else ():
            if isinstance(said, int) and (said in range(0, 6 * face + 1, face) if face else said >= 0):
                fits += 1
            elif isinstance(said, int) or (isinstance(said, Unreadable) and said.kind == "fraction"):
                misses += 1
    return MARK + of_fits(fits, misses) > 0 and of_fits(len(seen), again) >= 0


def _says_limits(boxes: Mapping[str, Box]) -> bool:
    """Whether a column shows the limits of the upper half, or what gives the bonus: as many of each face.

    Nobody throws all dice alike six times; three of each face may be a player's who has nothing else yet.
    """
    upper = [(face, boxes.get(kind)) for face, kind in enumerate(UPPER, 1)]
    counts = {Fraction(said, face) if isinstance(said, int) else 0 for face, said in upper}
    if len(counts) > 1 or 0 in counts:
        return False
    below = any(boxes[kind] is not None for kind in boxes.keys() & CATEGORIES.difference(UPPER))
    return min(counts) >= _ALL_DICE or not below


_ALL_DICE = 5
"""This many dice of one face are all, or all except one."""


def _has_throws(_sheet: Sheet, entries: Iterable[Entry]) -> bool:
    """Whether the column of throws in a log holds dice, not numbers of turns."""
    thrown = [said for entry in entries if (said := entry.fields.get("dice", "")) != ""]
    return 2 * sum(len(dice_of(said)) > _A_NUMBER for said in thrown) >= len(thrown)


_A_NUMBER = 3
"""The largest number of digits in the number of a turn."""

_SCORE = r"^([-−]?[0-9]{1,4}|[-–—/xX×])$"
"""The notation of a turn's points: a number, or a mark for a struck category."""
_OF_DICE, _OF_DOUBLE_DICE = required_of("yatzy", "dice")
_log = partial(
    Layout,
    "dice",
    running=False,
    coherent=lambda entry, _past, _sheet: entry.fields.get("dice", "") != "",
    gaps="unchanged",
    headings=log_headings(),
    name_roles=("who",),
    bears_out=_has_throws,
    min_players=0,
    forms=dict.fromkeys(("score", "outer-score", "inner-score"), _SCORE),
    details="card",
    mending=lambda: Mending(facts=late("games.yatzy.facts", "DiceFacts")),
)

_MOST_CARDS = 5000
"""With a card per row, each may be another player's."""
_LEAST_CARD = 60
"""Hardly a card that was played to its end gives less."""

RULESET = Ruleset(
    game="yatzy",
    layouts=(
        Layout(
            "card",
            running=False,
            roles=frozenset({"category"}),
            coherent=lambda entry, _past, sheet: kind_of(label_of(entry), sheet.own_words) is not None,
            gaps="unchanged",
            row_names=row_names(),
            named=late("games.yatzy.shape", "named"),
            says_limits=_says_limits,
            bears_out=_bears_out,
            min_players=1,
            max_players=_MOST_CARDS,
            default=True,
            mending=lambda: Mending(card=late("games.yatzy.repairs", "columns_of")),
        ),
        _log(
            roles=frozenset({"number", "game", "who", "dice", "category", "score", "remark"}),
            required=_OF_DICE,
            number_roles=frozenset({"score"}),
        ),
        _log(
            roles=frozenset(log_headings().values()) - {"category", "score", "dice or number"},
            required=_OF_DOUBLE_DICE,
            number_roles=frozenset({"outer-score", "inner-score"}),
        ),
    ),
    presets=tuple(PRESETS),
    checks=(*CARD_CHECKS, *DICE_CHECKS, unknown_column("games", "yatzy", "columns.toml")),
    result=result,
    as_data=cards,
    headings={},
    is_game=lambda _entry, _sheet: False,
    names=("yatzy", "kniffel", "yahtzee"),
    may_score=lambda score: not score or score >= _LEAST_CARD,
    seats=4,
    noun="row",
    options={
        "strict_scandinavian": (False, True),
        "international": (False, True),
        "yatzy_with_dice": (False, True),
        "extra": ("any", *EXTRAS),
        "further_yatzys": FURTHER,
        "joker": JOKERS,
        "bonus": ("usual", *BONUSES),
        "nordic_straights": (False, True),
    },
    deprecated={"international": ("kniffel", "yahtzee")},
    preset_options={
        "maxi-yatzy": {"strict_scandinavian": True},
        "kniffel": {"international": True},
        "yahtzee": {"international": True, "further_yatzys": 100, "joker": "forced"},
    },
    grounds=(Ground("yatzy.boxes", VALUE, ("card",)), Ground("yatzy.dice", DICE_SCORE, ("dice",))),
    across=(Comparison(CARD_MISMATCH, "dice", "card", mismatches, remaining),),
    shown_preset=shown_preset,
    shown_options=shown_options,
    shared={"extra": EXTRA_VARIANT},
    row_values=row_values,
    remarks=remarks,
)
