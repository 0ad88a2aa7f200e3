"""A block of games: several cards of a player side by side, and the sums over them.

The sums are in a column after the games, for every row, or in one row at the foot, for the totals alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorecheck.checks.cards.card import ALL_GAMES, Card, Cards, Row
from scorecheck.checks.check import Hit
from scorecheck.checks.money import amount
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import GAMES_SUM, Sheet
from scorecheck.model.terms import Param

OF_GAMES = frozenset({"games", "games-row"})
"""The variants of findings about sums over games."""


class _Sum(NamedTuple):
    """A cell with a sum over several games, and the right sum."""

    row: int
    column: int
    kind: str
    label: str
    cards: Sequence[Card]
    said: int
    due: int


def wrong_games(cards: Cards, sheet: Sheet, told: Iterable[Hit]) -> Iterator[Hit]:
    """The wrong sums over games, without those that the hits in ``told`` explain."""
    off: dict[int, set[int]] = {}
    rows: dict[int, set[int | None]] = {}
    for hit in told:
        if hit.column is not None:
            rows.setdefault(hit.column, set()).add(hit.row)
            said, due = hit.params.get("said"), hit.params.get("fits", hit.params.get("due"))
            if isinstance(said, int) and isinstance(due, int):
                off.setdefault(hit.column, set()).add(abs(due - said))
    for one in (*_beside(cards, sheet), *_below(cards, sheet)):
        if one.said == one.due:
            continue
        columns = [sheet.points_columns[card.position] for card in one.cards]
        known = any(
            one.row in rows.get(column, ()) or abs(one.said - one.due) in off.get(column, ())
            for column in columns
        )
        if not known:
            params: dict[str, Param] = {
                "player": one.cards[0].player,
                "category": one.label,
                "said": one.said,
                "due": one.due,
                "games": len(one.cards),
                # Each game has two sums of its own that bear it out.
                "agree": 2,
            }
            totals = one.kind in {"total", ALL_GAMES}
            yield Hit(one.column, params, "games" if totals else "games-row", row=one.row)


def _beside(cards: Cards, sheet: Sheet) -> Iterator[_Sum]:
    """The sums in columns of their own, each after the games of a player."""
    last = -1
    for column in (column.at for column in sheet.columns if column.role == GAMES_SUM):
        mine = [card for card in cards.cards if last < sheet.points_columns[card.position] < column]
        last = column
        for row in cards.rows if mine else ():
            said = amount(sheet.table.value(row.at, column))
            if said is None or said.denominator != 1 or row.kind in {"title", "rank"}:
                continue
            due = sum(int(value) for value in _values(row, mine, sheet) if value is not None)
            yield _Sum(row.at, column, row.kind, row.label, mine, int(said), due)


def _values(row: Row, cards: Sequence[Card], sheet: Sheet) -> Sequence[Number | None]:
    """The values of a player's games in a row."""
    kind = "total" if row.kind == ALL_GAMES else row.kind
    boxes = [card.boxes.get(kind) for card in cards]
    if any(box is None or box.row.at != row.at for box in boxes) and row.kind != ALL_GAMES:
        # The cards do not keep the cells of unknown rows, or of the second row of a kind.
        return [amount(sheet.table.value(row.at, sheet.points_columns[one.position])) for one in cards]
    return [box.value if box is not None else None for box in boxes]


def _below(cards: Cards, sheet: Sheet) -> Iterator[_Sum]:
    """The sums in a row at the foot, one number per player."""
    players: dict[str, list[Card]] = {}
    for card in cards.cards:
        players.setdefault(card.player.casefold(), []).append(card)
    row = cards.row(ALL_GAMES)
    for mine in players.values() if row is not None else ():
        said = [
            (card, box.value)
            for card in mine
            if (box := card.boxes.get(ALL_GAMES)) is not None and box.value is not None
        ]
        totals = [card.value("total") for card in mine]
        if row is None or len(said) != 1 or None in totals:
            continue
        card, value = said[0]
        column = sheet.points_columns[card.position]
        due = sum(total for total in totals if total is not None)
        yield _Sum(row.at, column, ALL_GAMES, row.label, mine, value, due)
