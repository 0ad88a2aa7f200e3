"""What a sheet shows beyond doubt: the kind of card, its scoring rules, and its notation.

Slips must never be explained away: several boxes of several categories must show it, and none may contradict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from scorecheck.checks.cards.card import Cards, rows_read
from scorecheck.checks.cards.sums import absent, domains, halves_of, is_faulty, wrong_sums
from scorecheck.checks.money import amount
from scorecheck.checks.words import plain
from scorecheck.games.yatzy.card import cards_of, dice_of, kind_of, scores_of, way_in
from scorecheck.games.yatzy.scoring import (
    BONUSES,
    FURTHER,
    INTERNATIONAL_CARDS,
    NOT_INTERNATIONAL,
    OPTIONAL,
    PRESETS,
    ScoringWay,
    choices,
    way_of,
)
from scorecheck.model.cells import CellRef, Value
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet, Shown
from scorecheck.model.terms import Param, Term

_OF_MAXI = frozenset(PRESETS["maxi-yatzy"]) - frozenset(PRESETS["yatzy"])
_INTERNATIONAL: Mapping[str, int] = {
    "small-straight": 30,
    "large-straight": 40,
    "full-house": 25,
    "bonus": 35,
}
"""Rows with fixed values under international rules."""
_FEWEST = 2
"""The least number of boxes that show scoring rules, if something is wrong under all."""
_TO_ONE = 4
"""This many boxes must agree for each that contradicts."""
_ADDED = frozenset({"sum", "upper-total", "lower-sum", "total"})
_SAMPLE = 40


def shown_preset(sheet: Sheet) -> str:
    """The kind of card by rows that only it has; for a log, by the number of dice."""
    if sheet.layout == "card":
        column = sheet.column("category")
        if column is None:
            return "yatzy"
        rows = range(len(sheet.table.rows))
        kinds = {kind_of(sheet.table.value(row, column), sheet.own_words) for row in rows}
        if len(kinds & _OF_MAXI) > 1:
            return "maxi-yatzy"
        return "doppel-yatzy" if "extra" in kinds else _international_card(kinds, sheet, column)
    if sheet.column("outer-category") is not None:
        return "doppel-yatzy"
    columns = [sheet.column(role) or 0 for role in ("dice", "category", "score")]
    rows = range(min(len(sheet.table.rows), _SAMPLE))
    turns = [[sheet.table.value(row, column) for column in columns] for row in rows]
    thrown = Counter(len(dice_of(dice)) for dice, _, _ in turns)
    return "maxi-yatzy" if thrown[6] > thrown[5] else _international_log(turns)


def _international_log(turns: Iterable[Sequence[Value]]) -> str:
    """Kniffel or Yahtzee, if more scores agree with the dice only under international rules than otherwise.

    A slip hardly turns one into the other. Without such scores, the name counts.
    """
    here, abroad = way_of("yatzy", {}), way_of("yatzy", {"international": True, "joker": "free"})
    words: set[str] = set()
    only_here = only_abroad = 0
    for dice, label, said in turns:
        kind, numbers, score = kind_of(label), dice_of(dice), amount(said)
        if kind in NOT_INTERNATIONAL:
            return "yatzy"
        words.add(plain(label))
        if score and kind in here.categories and here.may_throw(numbers):
            fits = {
                way: score in {one.value for one in choices(kind, numbers, way)} for way in (here, abroad)
            }
            only_here += fits[here] and not fits[abroad]
            only_abroad += fits[abroad] and not fits[here]
    named = _named_in(words)
    if only_here and only_abroad <= only_here:
        return "yatzy"
    return named or ("kniffel" if only_abroad else "yatzy")


def _named_in(words: Iterable[str]) -> str | None:
    """The card that one of some words names: Kniffel or Yahtzee."""
    return next((name for name in INTERNATIONAL_CARDS for word in words if word.startswith(name)), None)


def _international_card(kinds: set[str | None], sheet: Sheet, column: int) -> str:
    """Kniffel or Yahtzee, if a card has all of its rows, none of the pairs, and the name in a row or above.

    A card without either name is Kniffel if its boxes show it.
    """
    if kinds & NOT_INTERNATIONAL or not kinds >= set(PRESETS["kniffel"]) - OPTIONAL:
        return "yatzy"
    rows = range(len(sheet.table.rows))
    above = f"{sheet.table.title} {sheet.table.headings[column]}".replace("(", " ").split()
    said = {plain(word) for word in (*(sheet.table.value(row, column) for row in rows), *above)}
    named = _named_in(said)
    if named is not None or any(kind_of(sheet.table.value(row, column)) == "yatzy" for row in rows):
        return named or "yatzy"
    shown: list[bool] = []
    for row in rows:
        worth = _INTERNATIONAL.get(kind_of(sheet.table.value(row, column), sheet.own_words) or "")
        boxes = [amount(sheet.table.value(row, at)) for at in sheet.points_columns] if worth else []
        shown += [box == worth for box in boxes if box]
    return "kniffel" if len(shown) >= _FEWEST and all(shown) else "yatzy"


def shown_options(
    sheet: Sheet, options: Mapping[str, str | int | bool], entries: Iterable[Entry]
) -> dict[str, Shown]:
    """The options that a sheet shows, each with a cell."""
    if sheet.layout != "card":
        return dict(_shown_by_scores(sheet, options, list(entries)))
    return dict(_shown_by_cards(sheet, options, list(entries)))


def _shown_by_cards(
    sheet: Sheet, options: Mapping[str, str | int | bool], entries: Sequence[Entry]
) -> Iterator[tuple[str, Shown]]:
    """The options of whole cards: those with the fewest wrong boxes and sums."""
    cards = cards_of(replace(sheet, options=options), entries)
    extra = [
        (box.value, sheet.table.cell(box.row.at, sheet.points_columns[card.position]))
        for card in cards.cards
        if (box := card.boxes.get("extra")) is not None and box.value
    ]
    yield from _shown_extra(extra)
    faults = _faults(cards)
    if not faults:
        return
    best: Mapping[str, str | int | bool] = {}
    fewest, shown_at = (len(faults), 0), dict[str, _CardPlace]()
    for chosen in _choices(cards):
        found = _faults(cards_of(replace(sheet, options={**options, **chosen}), entries))
        if (len(found), len(chosen)) < fewest and _is_shown(chosen, faults, found, cards):
            best, fewest = chosen, (len(found), len(chosen))
            shown_at = _places(chosen, faults, found, cards)
    for option, value in best.items():
        position, row = shown_at[option]
        yield option, Shown(value, sheet.table.cell(row, sheet.points_columns[position]))


_CardPlace: TypeAlias = "tuple[int, int]"
"""The position of a card and the row of the table; -1 if no card has such a row."""
_Faults: TypeAlias = "dict[_CardPlace, str]"
"""Faults: a box by its category, a sum by its kind, a missing row by its category."""


def _faults(cards: Cards) -> _Faults:
    """The wrong boxes and sums, column by column, and the missing rows."""
    way, halves = cards.way, halves_of(cards)
    found: _Faults = {}
    for card in cards.cards:
        for kind, box in card.boxes.items():
            if kind in way.categories and box.value is not None and is_faulty(kind, box.value, way):
                found[card.position, box.row.at] = kind
        for wrong in wrong_sums(card, domains(card, cards), way, halves):
            found[card.position, wrong.box.row.at] = wrong.box.row.kind
    for at, kind in enumerate(absent((row.kind for row in cards.rows), way)):
        found[-1 - at, -1] = kind
    return found


def _choices(cards: Cards) -> Iterator[dict[str, str | int | bool]]:
    """The other scoring rules for such cards, each by its options.

    Without those that only allow more: under them more is right, whoever has slipped.
    """
    way = way_in(cards)
    maxi = way.preset == "maxi-yatzy"
    of_further = FURTHER[:0:-1] if not way.further and cards.row("further") is not None else ()
    switches: tuple[tuple[tuple[str, str | int | bool], ...], ...] = (
        (("yatzy_with_dice", not way.with_dice),),
        () if maxi or way.preset in INTERNATIONAL_CARDS else (("international", not way.international),),
        () if maxi else tuple(("bonus", worth) for worth in BONUSES),
        () if maxi or way.nordic_straights else (("nordic_straights", True),),
        tuple(("further_yatzys", worth) for worth in of_further),
    )
    for each in product(*((None, *switch) for switch in switches)):
        chosen: dict[str, str | int | bool] = {one[0]: one[1] for one in each if one is not None}
        international = chosen.get("international", way.international) is True
        same_bonus = chosen.get("bonus") == replace(way, international=international).bonus
        if chosen and not same_bonus and ("nordic_straights" not in chosen or international):
            yield chosen


def _is_shown(chosen: Mapping[str, object], before: _Faults, now: _Faults, cards: Cards) -> bool:
    """Whether cards show these scoring rules rather than slips.

    For each option, a kind of row must be right only with it; for the international one two, or one and no
    rows for pairs. If not all of the cards are right with them, several boxes must be; and for each box that
    is wrong only with them, that many more.
    """
    right = [place for place in before if place not in now]
    wrong = [place for place in now if place not in before]
    kinds = {before[place] for place in right} - NOT_INTERNATIONAL
    needed = len(chosen)
    if chosen.get("international"):
        telling = _international_boxes(cards)
        if not telling:
            return False
        kinds |= set(telling.values())
        right += [place for place in telling if place not in before]
        needed += bool({row.kind for row in cards.rows} & NOT_INTERNATIONAL)
    if wrong:
        return len(kinds) > needed and len(right) >= _TO_ONE * len(wrong)
    # A sum alone may be miscalculated.
    is_told = any(kind not in _ADDED for kind in kinds)
    return len(kinds) >= needed and (is_told or len(right) >= _FEWEST)


def _international_boxes(cards: Cards) -> _Faults:
    """The boxes that are right under international rules alone, with their kinds."""
    return {
        (card.position, box.row.at): kind
        for card in cards.cards
        for kind, box in card.boxes.items()
        if box.value and box.value == _INTERNATIONAL.get(kind)
    }


def _places(chosen: Iterable[str], before: _Faults, now: _Faults, cards: Cards) -> dict[str, _CardPlace]:
    """A cell that shows each of the options."""
    right = {place: kind for place, kind in before.items() if place not in now and place[1] >= 0}
    found: dict[str, _CardPlace] = {}
    for option in chosen:
        seen = _international_boxes(cards) if option == "international" else {}
        seen = seen or {place: kind for place, kind in right.items() if kind in _SEEN_IN.get(option, ())}
        found[option] = next(iter(seen or right or _international_boxes(cards)))
    return found


_SEEN_IN: Mapping[str, tuple[str, ...]] = {
    "yatzy_with_dice": ("yatzy",),
    "bonus": ("bonus",),
    "nordic_straights": ("small-straight", "large-straight"),
    "further_yatzys": ("further",),
}
"""The boxes that show an option, by priority."""


def _shown_by_scores(
    sheet: Sheet, options: Mapping[str, str | int | bool], entries: Sequence[Entry]
) -> Iterator[tuple[str, Shown]]:
    extra = [
        (score.value, sheet.table.cell(score.row, score.column))
        for entry in entries
        for score in scores_of(entry, sheet)
        if score.category == "extra" and score.value
    ]
    yield from _shown_extra(extra)
    way = way_of(sheet.preset, options)
    if way.is_international and not way.joker:
        yield from _shown_joker(sheet, way, entries)


def _shown_joker(sheet: Sheet, way: ScoringWay, entries: Iterable[Entry]) -> Iterator[tuple[str, Shown]]:
    """Five alike with the full points of a straight are no slip."""
    free = replace(way, joker="free")
    for entry in entries:
        dice = dice_of(entry.fields.get("dice", ""))
        if not way.may_throw(dice):
            continue
        for score in scores_of(entry, sheet):
            if score.value and score.category in way.categories:
                with_joker, without = (choices(score.category, dice, of) for of in (free, way))
                if score.value in {one.value for one in with_joker} - {one.value for one in without}:
                    yield "joker", Shown("free", sheet.table.cell(score.row, score.column))
                    return


def _shown_extra(found: list[tuple[int, CellRef]]) -> Iterator[tuple[str, Shown]]:
    signs = {value > 0 for value, _ in found}
    if len(signs) == 1:
        cell = found[0][1]
        yield "extra", Shown("chance" if signs.pop() else "minus", cell)


def remarks(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Term]:
    """Remarks on how a sheet was read, if there are several ways."""
    for option, shown in sheet.shown.items():
        where: dict[str, Param] = {"cell": shown.cell.a1}
        said = f"{option}-{shown.value}" if isinstance(shown.value, str) else option
        if option == "bonus":
            said, where["worth"] = "bonus-of", int(shown.value)
        yield Term(f"read-{said}", params=where)
    if sheet.layout != "card":
        return
    yield from rows_read(cards_of(sheet, entries), sheet)
