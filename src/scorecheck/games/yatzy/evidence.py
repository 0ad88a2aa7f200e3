"""What a sheet shows by itself: which card it is, by which way it is scored, and how it is kept.

Taken only where it is beyond doubt, so that a slip is never explained away: several boxes of several
categories must say it, and none may speak against it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scorecheck.checks.words import plain
from scorecheck.games.yatzy.card import cards_of, kind_of
from scorecheck.games.yatzy.dice import dice_of, scores_of
from scorecheck.games.yatzy.scoring import FURTHER, INTERNATIONAL_CARDS, NOT_INTERNATIONAL, OPTIONAL, PRESETS
from scorecheck.games.yatzy.sums import values_of
from scorecheck.model.record import replace
from scorecheck.model.sheet import Shown
from scorecheck.model.terms import Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scorecheck.games.yatzy.card import Cards
    from scorecheck.model.cells import CellRef
    from scorecheck.model.finding import Param
    from scorecheck.model.sheet import Entry, Sheet

_OF_MAXI = frozenset(PRESETS["maxi-yatzy"]) - frozenset(PRESETS["yatzy"])
_TELLING = ("small-straight", "large-straight", "full-house", "bonus")
"""Rows that have fixed values in the international way."""
_INTERNATIONAL: Mapping[str, int] = {
    "small-straight": 30,
    "large-straight": 40,
    "full-house": 25,
    "bonus": 35,
}
_FEWEST = 2
"""So many rows must show the international way, so many boxes a yatzy that counts its dice."""
_FEWEST_WITH_A_SLIP, _TO_ONE = 3, 4
"""Where a box speaks against it, so many rows must show it, and so many boxes for each that does."""
_SAMPLE = 40


def shown_preset(sheet: Sheet) -> str:
    """The card that a sheet is, by the rows that only it has; of a log, by how many dice are thrown."""
    if sheet.layout == "card":
        column = sheet.column("category")
        if column is None:
            return "yatzy"
        kinds = {kind_of(sheet.table.value(row, column)) for row in range(len(sheet.table.rows))}
        if len(kinds & _OF_MAXI) > 1:
            return "maxi-yatzy"
        return "doppel-yatzy" if "extra" in kinds else _international_card(kinds, sheet, column)
    if sheet.column("outer-category") is not None:
        return "doppel-yatzy"
    column = sheet.column("dice")
    rows = range(min(len(sheet.table.rows), _SAMPLE)) if column is not None else ()
    thrown = Counter(len(dice_of(sheet.table.value(row, column or 0))) for row in rows)
    return "maxi-yatzy" if thrown[6] > thrown[5] else "yatzy"


def _international_card(kinds: set[str | None], sheet: Sheet, column: int) -> str:
    """Kniffel or Yahtzee, where a card has all of its rows and none of the pairs, and says the name."""
    if kinds & NOT_INTERNATIONAL or not kinds >= set(PRESETS["kniffel"]) - OPTIONAL:
        return "yatzy"
    said = {plain(sheet.table.value(row, column)) for row in range(len(sheet.table.rows))}
    return next((name for name in INTERNATIONAL_CARDS if name in said), "yatzy")


def shown_options(
    sheet: Sheet, options: Mapping[str, str | int | bool], entries: Iterable[Entry]
) -> dict[str, Shown]:
    """The options that a sheet shows, each with a cell that shows it."""
    if sheet.layout != "card":
        return dict(_shown_by_scores(sheet, entries))
    cards = cards_of(replace(sheet, options=options), entries)
    return dict(_shown_by_boxes(cards, sheet))


def _shown_by_boxes(cards: Cards, sheet: Sheet) -> Iterator[tuple[str, Shown]]:
    boxes = [
        (kind, box.value, sheet.table.cell(box.row.at, sheet.points_columns[card.position]))
        for card in cards.cards
        for kind, box in card.boxes.items()
        if box.value
    ]
    extra = [(value, cell) for kind, value, cell in boxes if kind == "extra"]
    yield from _shown_extra(extra)
    yatzys = [(value, cell) for kind, value, cell in boxes if kind == "yatzy"]
    with_dice = values_of("yatzy", replace(cards.way, with_dice=True)) - {0}
    if len(yatzys) >= _FEWEST and all(value in with_dice for value, _ in yatzys):
        yield "yatzy_with_dice", Shown(value=True, cell=yatzys[0][1])
    further = [(value, cell) for kind, value, cell in boxes if kind == "further"]
    if further and not cards.way.further:
        for worth in sorted(FURTHER[1:], reverse=True):
            if all(value % worth == 0 for value, _ in further):
                yield "further_yatzys", Shown(worth, further[0][1])
                break
    if cards.way.preset == "maxi-yatzy" or cards.way.preset in INTERNATIONAL_CARDS:
        return
    telling = [(kind, value, cell) for kind, value, cell in boxes if kind in _TELLING]
    agreeing = [(kind, cell) for kind, value, cell in telling if value == _INTERNATIONAL[kind]]
    against = len(telling) - len(agreeing)
    rows = {kind for kind, _ in agreeing}
    if not {row.kind for row in cards.rows} & NOT_INTERNATIONAL:
        rows.add("no pairs")
    # One slip among many boxes that agree is a slip, and no other way to score.
    fewest = _FEWEST_WITH_A_SLIP if against else _FEWEST
    if agreeing and len(rows) >= fewest and len(agreeing) >= _TO_ONE * against:
        yield "international", Shown(value=True, cell=agreeing[0][1])


def _shown_by_scores(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[tuple[str, Shown]]:
    extra = [
        (score.value, sheet.table.cell(score.row, score.column))
        for entry in entries
        for score in scores_of(entry, sheet)
        if score.category == "extra" and score.value
    ]
    yield from _shown_extra(extra)


def _shown_extra(found: list[tuple[int, CellRef]]) -> Iterator[tuple[str, Shown]]:
    signs = {value > 0 for value, _ in found}
    if len(signs) == 1:
        cell = found[0][1]
        yield "extra", Shown("chance" if signs.pop() else "minus", cell)


def remarks(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Term]:
    """How a sheet was read, where cards are kept in several ways."""
    for option, shown in sheet.shown.items():
        where: dict[str, Param] = {"cell": shown.cell.a1}
        said = f"{option}-{shown.value}" if isinstance(shown.value, str) else option
        yield Term(f"read-{said}", params=where)
    if sheet.layout != "card":
        return
    cards = cards_of(sheet, entries)
    column = sheet.column("category") or 0
    for row in cards.rows:
        params: dict[str, Param] = {"label": row.label, "cell": sheet.table.cell(row.at, column).a1}
        if row.at in cards.with_bonus:
            yield Term("read-sum-with-bonus" if cards.with_bonus[row.at] else "read-sum", params=params)
        elif row.kind in {"bonus", "lower-sum", "total", "rank"}:
            yield Term(f"read-{row.kind}", params=params)
