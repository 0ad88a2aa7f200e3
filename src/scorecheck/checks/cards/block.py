"""A block of games: several cards of a player side by side, and the sums over them.

The sums are in a column after the games, for every row, or in one row at the foot, for the totals alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from scorecheck.checks.cards.card import ALL_GAMES, Card, Cards, Row
from scorecheck.checks.check import Hit
from scorecheck.checks.money import amount
from scorecheck.checks.words import plain
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import GAMES_SUM, Sheet
from scorecheck.model.terms import Param
from scorecheck.model.written import written

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
    """The sums in rows at the foot, one number per player, over the totals of these or of all cards.

    Under a word that does not say so, half of them must agree.
    """
    total = cards.row("total")
    last = len(sheet.table.rows) if total is None else total.at
    for row in cards.rows:
        if row.kind == ALL_GAMES or (row.at > last and row.kind in _NO_KIND):
            ways = [list(_at_foot(row, others, cards, sheet)) for others in (None, total)]
            agree = [sum(one.said == one.due and len(one.cards) > 1 for one in found) for found in ways]
            found = ways[agree.index(max(agree))]
            if row.kind == ALL_GAMES or 2 * max(agree) >= max(1, len(found)):
                yield from found


_NO_KIND = frozenset({"title", "unknown", "nameless"})


def _at_foot(row: Row, others: Row | None, cards: Cards, sheet: Sheet) -> Iterator[_Sum]:
    """The sums in a row over the totals of the cards, and of ``others``: those with such a row of totals."""
    players: dict[str, list[Card]] = {}
    for card in cards.cards:
        players.setdefault(card.player.casefold(), []).append(card)
    also: Mapping[str, Sequence[int]] = (
        {} if others is None else _on_other_cards(others, players.keys(), sheet)
    )
    for player, mine in players.items():
        columns = [sheet.points_columns[card.position] for card in mine]
        said = [(at, one) for at in columns if isinstance(one := written(sheet.table.value(row.at, at)), int)]
        totals = [*(card.value("total") for card in mine), *also.get(player, ())]
        if len(said) == 1 and None not in totals:
            games = [*mine, *(mine[:1] * (len(totals) - len(mine)))]
            (at, value), due = said[0], sum(filter(None, totals))
            yield _Sum(row.at, at, ALL_GAMES, row.label, games, value, due)


def _on_other_cards(total: Row, players: Container[str], sheet: Sheet) -> Mapping[str, Sequence[int]]:
    """The totals of players on other cards of a sheet: below the same name, in a row with the same word."""
    table, label, found = sheet.table, plain(total.label), dict[str, list[int]]()
    names: dict[int, str] = {}
    for line, values in enumerate(() if table.turned else table.around[:_MOST_ROWS], start=1):
        sums = any(value.__class__ is str and plain(value) == label for value in values)
        for at, value in enumerate(values):
            own = line == table.line(total.at) and at in sheet.points_columns
            if value.__class__ is str and (name := str(value).casefold()) in players:
                names[at] = name
            elif sums and not own and at in names and isinstance(number := written(value), int):
                found.setdefault(names[at], []).append(number)
    return found


_MOST_ROWS = 1000
