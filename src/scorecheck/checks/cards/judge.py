"""The rules of cards: the values of the boxes and their sums, also over several cards of a player.

All findings of a player's column are made together, so that one slip gives one finding: the impossible value
and not the sums that follow from it; the wrong sum and not the total with it.

In a block of games the cards of a player stand side by side. The sums over them are in a column after the
games, for every row, or in one row at the foot, for the totals alone.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from math import log

from scorecheck.checks.cards.card import (
    ALL_GAMES,
    SUMS,
    Box,
    Card,
    Cards,
    Row,
    answered,
    cards_of,
    kind_in,
    label_of,
)
from scorecheck.checks.cards.sums import (
    WrongSum,
    absent,
    domains,
    due_total,
    halves_of,
    implied,
    is_faulty,
    wrong_sums,
)
from scorecheck.checks.cards.way import CardRules, CardWay, is_remark
from scorecheck.checks.check import HEADINGS, Check, Hit, Rule, rows_check
from scorecheck.checks.common import CELL_CHECKS
from scorecheck.checks.money import amount
from scorecheck.checks.rules import DUPLICATE_PLAYER, RANK_ORDER, SAME_CARD
from scorecheck.checks.words import nearest, plain
from scorecheck.model.cells import Number, written
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import GAMES_SUM, Entry, Sheet
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


LAYOUT = "card"


class CardFault(NamedTuple):
    """A hit and its rule."""

    rule: Rule
    hit: Hit


class CardJudge:
    """Finds all faults in the cards of a sheet. A game overrides what is special to its cards."""

    def __init__(self, rules: CardRules, way_of: Callable[[Sheet], CardWay]) -> None:
        """For the rules of a game; ``way_of`` gives the kind of card of a sheet."""
        self.rules, self.way_of = rules, way_of
        self._last: tuple[Sheet, Sequence[Entry], tuple[CardFault, ...]] | None = None

    def told_of(self, sheet: Sheet, entries: Sequence[Entry]) -> tuple[CardFault, ...]:
        """All faults in the cards of a sheet, cached because each rule asks for them in turn."""
        last = self._last
        if last is None or last[0] is not sheet or [*map(id, last[1])] != [*map(id, entries)]:
            cards = self.cards(sheet, entries)
            told = (*self.judge(cards, sheet), *_again(cards, sheet), *_misplaced(cards, sheet))
            last = self._last = sheet, entries, told
        return last[2]

    def cards(self, sheet: Sheet, entries: Iterable[Entry]) -> Cards:
        """The cards of a sheet."""
        return cards_of(sheet, entries, self.way_of(sheet))

    def judge(self, cards: Cards, sheet: Sheet) -> Iterator[CardFault]:
        """All faults in the cards of a sheet."""
        told = list(self._by_itself(cards, sheet))
        yield from told
        games = wrong_games(cards, sheet, (one.hit for one in told))
        yield from (CardFault(self.rules.total, hit) for hit in games)

    def _by_itself(self, cards: Cards, sheet: Sheet) -> Iterator[CardFault]:
        yield from self.rows(cards, sheet)
        if cards.unmarked:
            card, box = cards.unmarked[0]
            params: dict[str, Param] = {"player": card.called, "count": len(cards.unmarked)}
            column = sheet.points_columns[card.position]
            hit = Hit(column, params, "unmarked", row=box.row.at, doubtful=True)
            yield CardFault(self.rules.unfilled, hit)
        for card in cards.cards:
            column = sheet.points_columns[card.position]
            yield from self._boxes(card, cards, column)
            sums = list(self._sums(card, cards, column))
            yield from sums
            yield from self._gaps(card, cards, column)
            yield from self.beside(card, cards, column, sums)

    # Hooks for a game.

    def of_possible(self, card: Card, cards: Cards, box: Box, column: int) -> Iterator[CardFault]:
        """Faults in a box with a possible value."""
        del card, cards, box, column
        return iter(())

    def option_for(self, category: str, value: int, cards: Cards) -> str | None:
        """The option under which a value would be possible, as an event file has it."""
        del category, value, cards
        return None

    def of_sum(self, wrong: WrongSum, card: Card, cards: Cards, column: int) -> CardFault:
        """The fault for a wrong sum."""
        del card
        return self.told_sum(wrong, cards, column, wrong.variant)

    def of_gap(self, filled: int, cards: Cards) -> str:
        """The variant for an unfinished card with this number of filled boxes."""
        del filled, cards
        return ""

    def beside(self, card: Card, cards: Cards, column: int, sums: Sequence[CardFault]) -> Iterator[CardFault]:
        """Further faults in a card, given those of its sums."""
        del card, cards, column, sums
        return iter(())

    # Rules of all cards.

    def rows(self, cards: Cards, sheet: Sheet) -> Iterator[CardFault]:
        """The labels of the rows: each category once, and no unknown ones."""
        column, way, rule = sheet.column("category"), cards.way, self.rules.category
        seen: dict[str, str] = {}
        missing = list(absent((row.kind for row in cards.rows), way))
        boxes = [box for card in cards.cards for box in (*card.others, *card.boxes.values())]
        filled = {box.row.at for box in boxes if box.filled}
        for row in cards.rows:
            if row.kind in way.every and row.kind in seen:
                params: dict[str, Param] = {"category": row.label, "first": seen[row.kind]}
                yield CardFault(rule, Hit(column, params, "twice", row=row.at))
            elif row.kind in way.every:
                seen[row.kind] = row.label
                if row.kind not in way.categories and row.at in filled:
                    params = {"category": row.label, "preset": way.preset}
                    yield CardFault(rule, Hit(column, params, "other-card", row=row.at))
            else:
                hit = _unknown_row(row, column, missing, way, filled=row.at in filled)
                if hit is not None:
                    yield CardFault(rule, hit)
        if missing and cards.cards:
            params = {"missing": tuple(missing), "count": len(missing), "preset": way.preset}
            due = _due_in(missing, cards)
            if due:
                params["due"] = due
            yield CardFault(rule, Hit(column, params, "missing-due" if due else "missing", row=HEADINGS))

    def _boxes(self, card: Card, cards: Cards, column: int) -> Iterator[CardFault]:
        """Compares the value of each box with the possible ones."""
        way = cards.way
        values = domains(card, cards)
        for category in way.categories:
            box = card.boxes.get(category)
            if box is None or box.value is None:
                continue
            if not is_faulty(category, box.value, way):
                yield from self.of_possible(card, cards, box, column)
                continue
            fits = implied(card, category, values, way, halves_of(cards))
            params = params_of(card, box)
            params["near"] = tuple(map(signed, next_to(way.values_of(category), box.value)))
            variant = ""
            option = self.option_for(category, box.value, cards)
            if fits is not None:
                params["fits"] = fits
                variant = "fits"
            elif option is not None:
                params["option"] = option
                variant = "option"
            yield CardFault(self.rules.value, Hit(column, params, variant, row=box.row.at))

    def _sums(self, card: Card, cards: Cards, column: int) -> Iterator[CardFault]:
        found = list(wrong_sums(card, domains(card, cards), cards.way, halves_of(cards)))
        worth = card.boxes.get("worth")
        # Where the sums are wrong as well, the ticks may be.
        if worth is not None and not found:
            ticked = next(one.value for one in card.boxes.values() if one.row.label == worth.row.label)
            params: dict[str, Param] = {**params_of(card, worth), "due": ticked or 0}
            yield CardFault(self.rules.sum, Hit(column, params, "worth", row=worth.row.at))
        for wrong in found:
            told = self.of_sum(wrong, card, cards, column)
            yield told._replace(
                hit=told.hit._replace(params={**params_of(card, wrong.box), **told.hit.params})
            )

    def told_sum(self, wrong: WrongSum, cards: Cards, column: int, variant: str) -> CardFault:
        """The fault for a wrong sum, under its rule."""
        kind = wrong.box.row.kind
        rules = self.rules
        rule = rules.bonus if kind == "bonus" else rules.total if kind == "total" else rules.sum
        params: dict[str, Param] = {"due": wrong.due, "from": cards.way.steps[0][0] if cards.way.steps else 0}
        return CardFault(rule, Hit(column, params, variant, row=wrong.box.row.at))

    def _gaps(self, card: Card, cards: Cards, column: int) -> Iterator[CardFault]:
        """Empty boxes: missing values where there is a total, else boxes still to be played."""
        way = cards.way
        boxes = [card.boxes[kind] for kind in way.categories if kind in card.boxes]
        empty = [box for box in boxes if not box.filled and box.row.kind not in way.optional]
        total = card.boxes.get("total")
        done = total is not None and total.filled
        if not empty:
            if total is not None and not done:
                yield from self._lacks_total(card, total, cards, column)
            return
        names = tuple(box.row.label for box in empty)
        params: dict[str, Param] = {"player": card.called, "categories": names, "count": len(empty)}
        if not done:
            filled = params["filled"] = len(boxes) - len(empty)
            variant = self.of_gap(filled, cards)
            yield CardFault(self.rules.unfinished, Hit(column, params, variant, row=empty[0].row.at))
            return
        variant = ""
        fits = None
        if len(empty) == 1:
            values = domains(card, cards)
            fits = implied(card, empty[0].row.kind, values, way, halves_of(cards))
        if fits is not None:
            params["fits"] = fits
            variant = "fits" if fits else "struck"
        yield CardFault(self.rules.unfilled, Hit(column, params, variant, row=empty[0].row.at))

    def _lacks_total(self, card: Card, total: Box, cards: Cards, column: int) -> Iterator[CardFault]:
        """A full card with other sums but without a total, where other cards have one."""
        if not any(box.filled for kind, box in card.boxes.items() if kind in SUMS):
            return
        if any((other := one.boxes.get("total")) is not None and other.filled for one in cards.cards):
            due = due_total(card, cards.way)
            params: dict[str, Param] = {"player": card.called, "category": total.row.label, "due": due}
            yield CardFault(self.rules.total, Hit(column, params, "empty", row=total.row.at))


def _due_in(missing: Sequence[str], cards: Cards) -> tuple[str, ...]:
    """What the sums of each card give for the one category without a row; empty unless all tell."""
    if len(missing) > 1:
        return ()
    halves, way = halves_of(cards), cards.way
    each = [(card, implied(card, missing[0], domains(card, cards), way, halves)) for card in cards.cards]
    due = tuple(f"{card.called} {signed(value)}" for card, value in each if value is not None)
    return due if len(due) == len(each) and any(value for _, value in each) else ()


def _unknown_row(
    row: Row, column: int | None, missing: list[str], way: CardWay, *, filled: bool
) -> Hit | None:
    """The hit for a row that is no category; it takes the place of one of the ``missing`` categories."""
    likely = _likely(row.label, missing, way) if row.kind == "unknown" and (filled or missing) else None
    if likely is not None:
        missing.remove(likely)
        return Hit(column, {"category": row.label, "likely": likely}, "likely", row=row.at)
    if not filled or row.kind not in {"unknown", "nameless"}:
        return None
    if missing:
        missing.pop()
    if row.kind == "nameless":
        return Hit(column, {}, "nameless", row=row.at)
    return Hit(column, {"category": row.label}, row=row.at)


def _likely(label: str, missing: Sequence[str], way: CardWay) -> str | None:
    """The category without a row that a label is probably a misspelling of."""
    words = [word for word, kind in way.names.items() if kind in missing]
    near = nearest(label, words)
    return None if near is None else way.names[plain(near)]


def next_to(values: Iterable[int], value: int) -> tuple[int, ...]:
    """The nearest possible values below and above an impossible one, as far as there are any."""
    values = sorted(values)
    return (*[one for one in values if one < value][-1:], *[one for one in values if one > value][:1])


def params_of(card: Card, box: Box) -> dict[str, Param]:
    """The params for a box: player, category, value."""
    said = 0 if box.value is None else box.value
    return {"player": card.called, "category": box.row.label, "said": said}


def signed(value: int) -> str:
    """A number for a message, with a real minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def _card_check(rule: Rule, by: CardJudge) -> Check:
    def look(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
        return (one.hit for one in by.told_of(sheet, entries) if one.rule is rule)

    return rows_check(rule, look, layouts=(LAYOUT,))


def _of_boxes(check: Check, by: CardJudge) -> Check:
    """A check of cells restricted to boxes: not ranks, answers such as yes, or notes."""
    look = check.look

    def looks(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[Hit]:
        way = by.way_of(sheet)
        kind = kind_in(label_of(entry), way.names, sheet.own_words)
        if look is None or kind is None or kind == "rank":
            return
        for hit in look(entry, past, sheet):
            raw = "" if hit.column is None else sheet.table.value(entry.row, hit.column)
            if answered(raw, kind, way) is None and not is_remark(raw, kind):
                yield hit._replace(params={**hit.params, "game": label_of(entry)})

    return replace(check, look=looks, review=None, layouts=frozenset({LAYOUT}))


def card_checks(by: CardJudge, rules: Iterable[Rule]) -> tuple[Check, ...]:
    """The checks of cards: those of cells, then the rules in their order."""
    cells = (_of_boxes(check, by) if check.look else check for check in CELL_CHECKS)
    return (*cells, *(_card_check(rule, by) for rule in (*rules, DUPLICATE_PLAYER, SAME_CARD, RANK_ORDER)))


def _again(cards: Cards, sheet: Sheet) -> Iterator[CardFault]:
    """Cards that are equal in more boxes than dice bring about, and a second card of one player alone."""
    heads = [card.called for card in cards.cards]
    # With two cards each they played two games, and a head that names the game is no name.
    alone = len(set(heads)) == len(heads) - 1 >= _SEVERAL and len({*sheet.players}) == len(set(heads))
    seen: dict[object, Card] = {}
    for at, card in enumerate(cards.cards):
        column = sheet.points_columns[card.position]
        boxes = {kind: card.value(kind) for kind in cards.way.categories}
        # Many games end with a box struck.
        rare = sum(log(max(1, len(cards.way.values_of(kind)) / 2)) for kind, value in boxes.items() if value)
        first = seen.setdefault((*boxes.values(),), card)
        if first is not card and rare > _COPIED + log(len(cards.cards)):
            params: dict[str, Param] = {"player": card.called, "other": first.called}
            related = (sheet.points_columns[first.position],)
            yield CardFault(SAME_CARD, Hit(column, params, related=related, row=HEADINGS))
        elif alone and card.called in heads[:at]:
            hit = Hit(column, {"player": card.called}, "card", row=HEADINGS, doubtful=True)
            yield CardFault(DUPLICATE_PLAYER, hit)


_SEVERAL = 3
_COPIED = log(1000 * 99)
"""Of a thousand sheets one has a card that was copied; the odds for it are to be 99 to 1."""


def _misplaced(cards: Cards, sheet: Sheet) -> Iterator[CardFault]:
    """The places below the cards that do not follow from the totals."""
    places = [row.at for row in cards.rows if row.kind == "rank"]
    if places:
        from scorecheck.checks.places_below import misplaced

        due = {card.position: due_total(card, cards.way) for card in cards.cards}
        totals = [due.get(position, 0) for position in range(len(sheet.points_columns))]
        said = [row.at for row in cards.rows if row.kind in _TOTALS]
        yield from (CardFault(RANK_ORDER, hit) for hit in misplaced(places, said, totals, sheet))


_TOTALS = frozenset({"total", "all-games"})
