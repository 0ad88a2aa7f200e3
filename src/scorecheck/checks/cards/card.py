"""A card as it was read: the kind of each row, and the boxes of each player.

Cards vary: the sum of the upper half may include the bonus or not, in one row or two; the lower half may have
a sum as well; ``Sum`` and ``Total`` have different meanings by their position; there may be a rank at the
foot. All of that is settled here, once for the whole sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress

from scorecheck.checks.cards.way import CardWay, bonus_for, bonuses_of, is_remark
from scorecheck.checks.common import called_at
from scorecheck.checks.words import CARD_WORDS, data, plain, row_name, row_names, vocabulary
from scorecheck.model.cells import Value, value_text, written
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param, Term
from scorecheck.resources import LANGUAGES

_titles = partial(vocabulary, *CARD_WORDS, section="titles")
_answers = partial(vocabulary, *CARD_WORDS, section="answers")

UPPER_SUMS = frozenset({"sum", "upper-total"})
ALL_GAMES = "all-games"
"""The kind of a row with the sum over all games of a player."""
SUMS = UPPER_SUMS | {"bonus", "lower-sum", "total", ALL_GAMES}
"""The kinds of rows that are computed from the others."""
_OF_NO_CATEGORY = SUMS | {"rank"}
_BOXES_TELL = 2
"""The weight of the boxes, in units of the total, as evidence on whether a sum includes the bonus: a total
has many more cells that may be wrong."""


class Row(NamedTuple):
    """A row of a card."""

    at: int
    """The row of the table."""
    kind: str
    """A category, ``sum`` (of the upper half), ``upper-total`` (with the bonus), ``bonus``, ``lower-sum``,
    ``total``, ``all-games``, ``rank``, ``title``, ``unknown`` (an unknown label), ``nameless`` (no label) or
    ``worth`` (the points of the category above, which is ticked: ``Score 100 per ✓``)."""
    label: str


class Box(NamedTuple):
    """A player's box."""

    row: Row
    filled: bool
    value: int | None
    """The points, 0 if struck; ``None``: the box is empty or cannot be read."""


class Card(NamedTuple):
    """One player's column."""

    position: int
    """The position among the players' columns."""
    player: str
    called: str
    """The player for messages, with the game where there are several."""
    boxes: Mapping[str, Box]
    """The boxes by kind of row; for two rows of a kind the first. ``worth``: other points than are ticked."""
    sums: tuple[tuple[Box, bool], ...]
    """The filled sums of the upper half, each with whether it includes the bonus."""
    others: tuple[Box, ...]
    """Filled boxes in unknown rows, or in the second row of a category."""

    def value(self, kind: str) -> int | None:
        """The points in the box of a kind of row, or ``None``."""
        box = self.boxes.get(kind)
        return None if box is None else box.value


class Cards(NamedTuple):
    """The cards of a sheet."""

    way: CardWay
    rows: tuple[Row, ...]
    cards: tuple[Card, ...]
    """Those that are not empty."""
    with_bonus: Mapping[int, bool]
    """For each row with a sum of the upper half, whether it includes the bonus."""
    unmarked: tuple[tuple[Card, Box], ...] = ()
    """The empty boxes that count as struck, as the sheet has no mark for that."""

    def row(self, kind: str) -> Row | None:
        """The first row of a kind."""
        return next((row for row in self.rows if row.kind == kind), None)


def sum_names() -> dict[str, str]:
    """The labels of rows other than categories: sums, the bonus, ranks."""
    return {word: kind for word, kind in row_names().items() if kind in _OF_NO_CATEGORY}


def card_terms() -> dict[str, Mapping[str, str]]:
    """The terms of cards, by language."""
    return {lang: data("checks", "cards", "messages", f"{lang}.toml")["terms"] for lang in LANGUAGES}


def kind_in(label: object, names: Mapping[str, str], own_words: Mapping[str, str]) -> str | None:
    """The kind of row for a label, regardless of position; ``own_words`` are one club's labels."""
    return (row_name(label, own_words) if own_words else None) or row_name(label, names)


def answer_of(value: object) -> int | None:
    """How often a row was made by the mark in its cell: 1 for yes, 0 for no, else the number of ticks."""
    word = "".join(str(value).split()).casefold()
    marks = set(word)
    # A dash, or a single cross, is no answer: the row is struck.
    if marks and (marks <= _TICKS or (marks in _CROSSES and len(word) > 1)):
        return len(word)
    said = _answers().get(plain(value))
    return None if said is None else int(said == "yes")


_TICKS = frozenset("✓✔√+")
_CROSSES = ({"x"}, {"×"}, {"|"}, {"i"})


def answered(value: Value, kind: str, way: CardWay) -> int | None:
    """The points of a box that only says whether, or how often, it was made: a bonus of which there is one
    kind, or a category that may be made repeatedly."""
    worths, times = list[int](), answer_of(value)
    if kind == "bonus" and len(way.steps) == 1:
        worths = [*bonuses_of(way)]
    elif kind in way.optional:
        worths, said = sorted(way.values_of(kind) - {0}), written(value)
        if isinstance(said, int) and 0 < said < _NO_COUNT and said not in worths:
            times = said
    points = None if times is None or not worths else times * worths[0]
    return points if points in {0, *worths} else None


_NO_COUNT = 5
"""This many further Yahtzees are less likely than a slip of the pen."""


def label_of(entry: Entry) -> str:
    """The label of a row as written, without a colon or dots behind it."""
    return re.sub(r"(?:[:\s…]|\.{2,})+$", "", " ".join(value_text(entry.fields.get("category", "")).split()))


def cards_of(sheet: Sheet, entries: Iterable[Entry], way: CardWay) -> Cards:
    """The cards of a sheet, with the kind of each row."""
    kept = list(entries)
    rows = _rows(sheet, kept, way)
    rows = tuple(row._replace(kind="title") if _is_heading(row, sheet) else row for row in rows)
    columns = _columns(sheet, kept, rows, way)
    sums = {row.at for row in rows if row.kind == "bonus" and _says_sum(row, columns, way)}
    if sums:
        rows = tuple(row._replace(kind="upper-total") if row.at in sums else row for row in rows)
        columns = _columns(sheet, kept, rows, way)
    with_bonus = {row.at: _holds_bonus(row, rows, columns, way) for row in rows if row.kind in UPPER_SUMS}
    cards = tuple(
        _card(sheet, position, boxes, with_bonus, way)
        for position, boxes in enumerate(columns)
        if any(box.filled and box.value != 0 for box in boxes)
        or any(box.filled and box.row.kind in way.every for box in boxes)
    )
    return _with_unmarked(Cards(way, rows, cards, with_bonus))


def _with_unmarked(cards: Cards) -> Cards:
    """The cards, with 0 in their empty boxes where the sheet shows that struck boxes are left empty.

    It does if several cards with empty boxes have the right total, and hardly a box has a 0 or a stroke. A
    card with most boxes empty is not finished, whatever a formula for its total gives.
    """
    way = cards.way
    each = [(card, _gaps(card, way)) for card in cards.cards if card.value("total") is not None]
    finished = [(card, gaps) for card, gaps in each if 2 * len(gaps) <= len(way.categories)]
    right = [len(gaps) for card, gaps in finished if gaps and _adds_up(card, way)]
    if len(right) < _SEVERAL:
        return cards
    struck = sum(
        box.value == 0 for card in cards.cards for kind, box in card.boxes.items() if kind in way.categories
    )
    if sum(right) < _ENOUGH_EMPTY * max(1, struck):
        return cards
    zeros = {
        card.position: {box.row.kind: box._replace(filled=True, value=0) for box in gaps}
        for card, gaps in finished
    }
    filled = [one._replace(boxes={**one.boxes, **zeros.get(one.position, {})}) for one in cards.cards]
    unmarked = [(card, box) for card, gaps in finished for box in gaps]
    return cards._replace(cards=tuple(filled), unmarked=tuple(unmarked))


def _gaps(card: Card, way: CardWay) -> list[Box]:
    """The empty boxes of a card that may have been struck."""
    kinds = (kind for kind in way.categories if kind in card.boxes and kind not in way.optional)
    return [card.boxes[kind] for kind in kinds if not card.boxes[kind].filled and 0 in way.values_of(kind)]


def as_they_stand(card: Card, way: CardWay) -> tuple[int, int]:
    """The sums of the upper and the lower half as written."""
    stands = {kind: box.value or 0 for kind, box in card.boxes.items() if kind in way.every}
    upper = sum(value for kind, value in stands.items() if kind in way.upper)
    return upper, sum(stands.values()) - upper


def _adds_up(card: Card, way: CardWay) -> bool:
    """Whether the total of a card is the sum of its boxes and the bonus, or of what it says of its upper
    half and of its lower boxes."""
    upper, lower = as_they_stand(card, way)
    bonuses = {bonus_for(upper, way), card.value("bonus") or 0}
    uppers = {upper + bonus for bonus in bonuses}
    for box, with_bonus in card.sums:
        uppers |= {(box.value or 0) + bonus for bonus in ({0} if with_bonus else bonuses)}
    return any(card.value("total") == one + lower for one in uppers)


_SEVERAL, _ENOUGH_EMPTY = 2, 3


def _columns(sheet: Sheet, entries: Sequence[Entry], rows: Sequence[Row], way: CardWay) -> list[list[Box]]:
    """The boxes of each column, from top to bottom."""
    return [
        [
            _box(sheet, entry, row, position, way)
            for entry, row in zip(entries, rows, strict=True)
            if row.kind not in {"title", "rank"}
        ]
        for position in range(len(sheet.players))
    ]


def _says_sum(row: Row, columns: Sequence[Sequence[Box]], way: CardWay) -> bool:
    """Whether the row labelled as the bonus holds the sum of the upper half with the bonus, in more cards."""
    sums = bonuses = 0
    for boxes in columns:
        said = next((box.value for box in boxes if box.row.at == row.at), None)
        added = sum(box.value or 0 for box in boxes if box.row.kind in way.upper)
        if said is not None:
            bonuses += said in {0, *bonuses_of(way)}
            sums += said == added + bonus_for(added, way) and said not in {0, *bonuses_of(way)}
    return sums > bonuses


def _is_heading(row: Row, sheet: Sheet) -> bool:
    """Whether a row repeats the headings of the columns, as blocks do above their lower half."""
    if row.kind not in {"unknown", "nameless"}:
        return False
    headings = [sheet.table.headings[column] for column in sheet.points_columns]
    said = [value_text(sheet.table.value(row.at, column)) for column in sheet.points_columns]
    return all(
        word != "" and (word == heading or heading.endswith(f"({word})"))
        for word, heading in zip(said, headings, strict=True)
    )


def _rows(sheet: Sheet, entries: Sequence[Entry], way: CardWay) -> tuple[Row, ...]:
    labels = [(entry.row, label_of(entry)) for entry in entries]
    kinds = [
        _first_kind(label, sheet.own_words, way, holds=any(isinstance(cell, int) for cell in entry.written))
        for (_, label), entry in zip(labels, entries, strict=True)
    ]
    categories = [at for at, kind in enumerate(kinds) if kind in way.every]
    lower = [at for at in categories if kinds[at] not in way.upper]
    first, last = (categories[0], categories[-1]) if categories else (0, -1)
    halves = lower[0] if lower else len(kinds)
    ends = [at for at, kind in enumerate(kinds) if kind in {"sum", "total"} and at > last]
    if len(ends) > 1 and _is_of_all_games(sheet, entries[ends[-1]], entries[ends[-2]]):
        kinds[ends.pop()] = ALL_GAMES
    has_bonus = "bonus" in kinds

    def settled(at: int, kind: str, label: str) -> str:
        """The kind of a row, by its position where the label is ambiguous."""
        if kind in {"sum", "total"} and lower:
            if first <= at < halves:
                of_bonus = "upper-total" if has_bonus else "bonus"
                return of_bonus if plain(label) == "totalbonus" else "sum"
            if at in ends[:-1]:
                return "sum" if "lower-sum" in kinds or _adds_upper(entries, kinds, at, way) else "lower-sum"
            if at in ends:
                return "total"
        if kind in UPPER_SUMS and not way.upper:
            # Without an upper half a sum between the boxes has no known summands.
            return "unknown"
        above = kinds[at - 1] if at and labels[at - 1][1] != label else ""
        if above in way.optional and kind in {"nameless", above}:
            worths = way.values_of(above) - {0}
            return "worth" if not worths.isdisjoint(entries[at].written) else "title"
        outside = at < first or (at > last and not _may_be_category(at, kinds, way))
        return "title" if kind in {"unknown", "nameless"} and outside else kind

    return tuple(
        Row(row, settled(at, kind, label), label)
        for at, ((row, label), kind) in enumerate(zip(labels, kinds, strict=True))
    )


def _adds_upper(entries: Sequence[Entry], kinds: Sequence[str], at: int, way: CardWay) -> bool:
    """Whether a sum below both halves holds that of the upper one in more cards than that of the lower."""
    upper = [kind in way.upper for kind in kinds]
    lower = [kind in way.every and kind not in way.upper for kind in kinds]
    above = below = 0
    for column, said in enumerate(entries[at].written):
        boxes = [cell if isinstance(cell, int) else 0 for cell in (one.written[column] for one in entries)]
        added = sum(compress(boxes, upper))
        above += said in {added, added + bonus_for(added, way)}
        below += said == sum(compress(boxes, lower))
    return above > below


def _is_of_all_games(sheet: Sheet, entry: Entry, above: Entry) -> bool:
    """Whether a total has one number per player, and the total above it one per game."""
    once, each = (
        sorted(player for player, said in zip(sheet.players, one.written, strict=True) if said is not None)
        for one in (entry, above)
    )
    return once == sorted(set(each)) and len(each) > len(once)


def _first_kind(label: str, own_words: Mapping[str, str], way: CardWay, *, holds: bool) -> str:
    """The kind of a row by its label, and whether it ``holds`` numbers."""
    if not label:
        return "nameless"
    if not any(map(str.isalnum, label)) and not holds:
        return "title"
    return kind_in(label, way.names, own_words) or ("title" if row_name(label, _titles()) else "unknown")


def _may_be_category(at: int, kinds: Sequence[str], way: CardWay) -> bool:
    """Whether a row after the last category may be one more: there is no sum between them."""
    last = max((i for i, kind in enumerate(kinds) if kind in way.every), default=-1)
    return kinds[at] == "unknown" and all(kind == "unknown" for kind in kinds[last + 1 : at])


def _box(sheet: Sheet, entry: Entry, row: Row, position: int, way: CardWay) -> Box:
    raw = sheet.table.value(entry.row, sheet.points_columns[position])
    if raw == "" or is_remark(raw, row.kind):
        return Box(row, filled=False, value=None)
    said = entry.written[position]
    if (points := answered(raw, row.kind, way)) is not None:
        return Box(row, filled=True, value=points)
    if said is None:
        return Box(row, filled=True, value=0)
    return Box(row, filled=True, value=said if isinstance(said, int) else None)


def _holds_bonus(row: Row, rows: Sequence[Row], columns: Sequence[Sequence[Box]], way: CardWay) -> bool:
    """Whether a sum of the upper half includes the bonus: by the numbers, else by its position or label."""
    spoken = [_speaks_for_bonus(row, boxes, way) for boxes in columns]
    with_it, without = (sum(one[side] for one in spoken) for side in (0, 1))
    bonus = next((other.at for other in rows if other.kind == "bonus"), None)
    placed = row.kind == "upper-total" if bonus is None else bonus < row.at
    # A single total may be wrong by just the bonus, so its position or label decides.
    return placed if abs(with_it - without) <= 1 else with_it > without


def _speaks_for_bonus(row: Row, boxes: Sequence[Box], way: CardWay) -> tuple[int, int]:
    """The evidence of a card that a sum includes the bonus, and that it does not, from its boxes and its
    total.

    A slip in a box leaves the evidence of the total, and vice versa.
    """
    value = {box.row.kind: box.value for box in reversed(boxes)}
    said = next((box.value for box in boxes if box.row.at == row.at), None)
    upper = [box for box in boxes if box.row.kind in way.upper]
    if said is None or not any(box.filled for box in upper):
        return 0, 0
    added = _added(upper)
    given, total = value.get("bonus"), value.get("total")
    bonuses = {bonus_for(added, way), given or 0} - {0}
    with_it = _BOXES_TELL * sum(said == added + bonus for bonus in bonuses)
    without = _BOXES_TELL * (said == added and bool(bonuses))
    paid = bonus_for(added, way) if given is None else given
    if total is not None and paid:
        lower = _added(box for box in boxes if box.row.kind in way.every and box not in upper)
        with_it += said + lower == total
        without += said + paid + lower == total
    return with_it, without


def _added(boxes: Iterable[Box]) -> int:
    return sum(box.value or 0 for box in boxes)


def _card(
    sheet: Sheet, position: int, boxes: Sequence[Box], with_bonus: Mapping[int, bool], way: CardWay
) -> Card:
    by_kind: dict[str, Box] = {}
    others: list[Box] = []
    for at, box in enumerate(boxes):
        again = box.row.kind in way.every and box.row.kind in by_kind
        if box.row.kind == "worth":
            above = boxes[at - 1]
            if box.filled and above.value is None:
                by_kind[above.row.kind] = box._replace(row=above.row._replace(at=box.row.at))
            elif box.filled and box.value != above.value:
                by_kind["worth"] = box._replace(row=box.row._replace(label=above.row.label))
        elif again or box.row.kind in {"unknown", "nameless"}:
            if box.filled:
                others.append(box)
        elif box.row.kind not in by_kind:
            by_kind[box.row.kind] = box
    sums = tuple(
        (box, with_bonus[box.row.at])
        for box in boxes
        if box.row.kind in UPPER_SUMS and box.filled and box.value is not None
    )
    ordered = tuple(sorted(sums, key=lambda pair: pair[1]))
    player, called = sheet.players[position], called_at(sheet, position)
    return Card(position, player, called, by_kind, ordered, tuple(others))


def rows_read(cards: Cards, sheet: Sheet) -> Iterator[Term]:
    """How the sums of cards were read, for ``inspect``."""
    column = sheet.column("category") or 0
    for row in cards.rows:
        params: dict[str, Param] = {"label": row.label, "cell": sheet.table.cell(row.at, column).a1}
        if row.at in cards.with_bonus:
            yield Term("read-sum-with-bonus" if cards.with_bonus[row.at] else "read-sum", params=params)
        elif row.kind in _READ:
            yield Term(f"read-{row.kind}", params=params)


_READ = _OF_NO_CATEGORY - UPPER_SUMS
