"""Compares a dice log with the card of the same workbook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorecheck.checks.cards.card import Box, Card, Cards
from scorecheck.checks.check import Hit
from scorecheck.checks.ruleset import Kept
from scorecheck.games.yatzy.card import cards_of
from scorecheck.games.yatzy.card_checks import JUDGE
from scorecheck.games.yatzy.dice import card_of, player_of, scores_of
from scorecheck.games.yatzy.dice_checks import judged
from scorecheck.model.record import NamedTuple
from scorecheck.model.terms import Param


class _LoggedScore(NamedTuple):
    """The score of a log for one box of a card."""

    value: int
    sure: bool
    """Whether the dice give it; otherwise the log has a fault of its own."""


def mismatches(log: Kept, card: Kept) -> Iterator[Hit]:
    """The boxes of a card that differ from the dice log."""
    cards = cards_of(card.sheet, card.entries)
    for one, turns in _side_by_side(_turns(log), cards):
        column = card.sheet.points_columns[one.position]
        lacking: list[Box] = []
        for category in cards.way.categories:
            box = one.boxes.get(category)
            if box is None or (box.filled and box.value is None):
                continue
            turn = turns.get(category)
            if turn is None:
                lacking += [box] if box.filled else []
                continue
            params: dict[str, Param] = {"player": one.called, "category": box.row.label, "log": turn.value}
            if not box.filled:
                yield Hit(column, params, "empty", row=box.row.at)
            elif box.value is not None and _differs(box.value, turn):
                yield Hit(column, {**params, "said": box.value}, row=box.row.at)
        if lacking:
            names = tuple(box.row.label for box in lacking)
            params = {"player": one.called, "categories": names, "count": len(lacking)}
            yield Hit(column, params, "no-turn", row=lacking[0].row.at)


def remaining(log: Kept, card: Kept) -> frozenset[tuple[str, int | None, int | None]]:
    """The faults of the card if its boxes had the values of the log: rule, row, column."""
    cards = cards_of(card.sheet, card.entries)
    corrected: dict[int, Card] = {}
    for one, turns in _side_by_side(_turns(log), cards):
        boxes = dict(one.boxes)
        for category, turn in turns.items():
            box = boxes.get(category)
            if box is not None and (not box.filled or (box.value is not None and _differs(box.value, turn))):
                boxes[category] = box._replace(filled=True, value=turn.value)
        corrected[one.position] = one._replace(boxes=boxes)
    again = cards._replace(cards=tuple(corrected.get(one.position, one) for one in cards.cards))
    return frozenset(
        (told.rule.name, told.hit.row, told.hit.column) for told in JUDGE.judge(again, card.sheet)
    )


def _differs(value: int, turn: _LoggedScore) -> bool:
    """Whether a box and a turn differ, without a fault of the log alone."""
    return value != turn.value and turn.sure


def _turns(log: Kept) -> dict[str, dict[str, list[tuple[str, _LoggedScore]]]]:
    """The scores of the log by player and category, each with the card of the turn."""
    found: dict[str, dict[str, list[tuple[str, _LoggedScore]]]] = {}
    for entry in log.entries:
        ways = {score.column: choices for score, choices, _ in judged(entry, log.sheet)}
        for score in scores_of(entry, log.sheet):
            if score.category is not None and score.value is not None:
                given = {0, *(choice.value for choice in ways.get(score.column, ()))}
                turn = _LoggedScore(score.value, score.value in given)
                mine = found.setdefault(player_of(entry).casefold(), {})
                mine.setdefault(score.category, []).append((card_of(entry), turn))
    return found


def _side_by_side(
    log: Mapping[str, Mapping[str, Sequence[tuple[str, _LoggedScore]]]], cards: Cards
) -> Iterator[tuple[Card, Mapping[str, _LoggedScore]]]:
    """Pairs each card with the turns that filled it; several cards of a player in their order."""
    count: dict[str, int] = {}
    for one in cards.cards:
        name = one.player.casefold()
        at = count[name] = count.get(name, -1) + 1
        alone = set(log) == {""} and len(cards.cards) == 1
        mine = log.get("" if alone else name)
        if mine is None:
            continue
        games = list(dict.fromkeys(game for turns in mine.values() for game, _ in turns))
        if len(games) > 1:
            game = games[at] if at < len(games) else None
            yield one, {c: turn for c, turns in mine.items() for said, turn in turns if said == game}
        else:
            yield one, {c: turns[at][1] for c, turns in mine.items() if at < len(turns)}
