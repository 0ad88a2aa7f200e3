"""The rules for sheets of results: a row per game, with winner and loser or a column per player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorecheck.checks.check import ERROR, Hit, Rule, Watcher, column_check, late, row_check, rows_check
from scorecheck.checks.common import has_both_signs
from scorecheck.checks.money import amount
from scorecheck.checks.rules import TOTAL_MISMATCH
from scorecheck.checks.words import plain
from scorecheck.games.acey_deucey.scoring import LEAST, MOST, NAMES, Left, pair_of
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.sheet import Entry, Sheet, excess
from scorecheck.model.terms import Param

GAMES = ("games",)
POINTS = ("points", "totals")

CHECKERS_RULE = Rule("acey-deucey/checkers", ERROR, absorbs=frozenset({"acey-deucey/amount"}))
POINTS_RANGE = Rule("acey-deucey/points-range", ERROR, absorbs=frozenset({"acey-deucey/checkers"}))
CUBE = Rule(
    "acey-deucey/cube", ERROR, absorbs=frozenset({"acey-deucey/checkers", "acey-deucey/points-range"})
)
ZERO_SUM = Rule(
    "acey-deucey/zero-sum",
    ERROR,
    absorbs=frozenset({"acey-deucey/points-range", "acey-deucey/cube", "sheet/total-mismatch"}),
)
WINNER = Rule("acey-deucey/winner", ERROR)

PLACES = ("board", "bar", "waiting", "off")
"""The columns for the places of the loser's checkers."""


def is_game(entry: Entry, sheet: Sheet) -> bool:
    """Every row is a game except totals carried over and the turns of a transcript."""
    return not entry.opening and sheet.layout != "transcript"


def points_of(entry: Entry) -> int | None:
    """The points of a game on a sheet of winners and losers, if they are a whole number."""
    points = entry.numbers.get("value")
    return points if isinstance(points, int) else None


def _total(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """The total row is the sum of the games; silent if the points of a game are impossible."""
    column, row = sheet.column("value"), sheet.total_row
    said = None if column is None or row is None else amount(sheet.table.value(row, column))
    each = [points for entry in entries if (points := points_of(entry)) is not None]
    possible = len(each) == len(entries) and all(LEAST <= points <= MOST for points in each)
    if possible and said is not None and said != sum(each):
        yield Hit(column, {"total": said, "sum": sum(each)}, "games", row=row)


def name_in(entry: Entry, role: str) -> str:
    """The name in a column of names, with normalised white space."""
    return " ".join(value_text(entry.fields.get(role, "")).split())


def left_of(entry: Entry) -> Left:
    """The loser's position in a row.

    If one of board, bar and to enter has a number, an empty cell of another means none; a missing column
    means unknown.
    """
    counts = {role: entry.numbers.get(role) for role in PLACES}
    known: dict[str, Number | None] = {
        role: None if isinstance(count, Unreadable) else count for role, count in counts.items()
    }
    if any(known[role] is not None for role in PLACES[:-1]):
        for role in PLACES[:-1]:
            if role in entry.numbers and counts[role] is None:
                known[role] = 0
    return Left(known["board"], known["bar"], known["waiting"], known["off"])


def _points_range_of_games(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    points = points_of(entry)
    if points is not None and not LEAST <= points <= MOST:
        yield Hit(sheet.column("value"), {"points": points})


def _points_range(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    pair = None if entry.opening else pair_of(entry.points, sheet.notation)
    if pair is not None and not LEAST <= pair.points <= MOST:
        columns = sheet.points_columns
        params: dict[str, Param] = {"points": pair.points}
        if sheet.running:
            params |= {"winner": sheet.players[pair.winner], "loser": sheet.players[pair.loser]}
        yield Hit(columns[pair.winner], params, "totals" if sheet.running else "", (columns[pair.loser],))


def _sum(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Points of a row, or totals after it, that do not add up to 0."""
    out = excess(entry, sheet)
    if not out or not has_both_signs(sheet):
        return
    paid = [position for position, points in enumerate(entry.points) if points]
    columns = sheet.points_columns
    params: dict[str, Param] = {"sum": out}
    variant = "totals" if sheet.running else ""
    if not sheet.running and len(paid) != 2:
        variant = "one" if len(paid) == 1 else "many"
        params |= {"players": tuple(sheet.players[position] for position in paid)}
    suspects = tuple(columns[position] for position in paid) or columns
    yield Hit(suspects[0], params, variant, suspects, off=out)


def _two_players(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Points of a row that add up, but not with one winner and one loser."""
    if entry.opening or pair_of(entry.points, sheet.notation) is not None:
        return
    if has_both_signs(sheet) and sum(entry.points):
        return
    paid = [position for position, points in enumerate(entry.points) if points]
    columns = tuple(sheet.points_columns[position] for position in paid) or sheet.points_columns
    params = {"players": tuple(sheet.players[position] for position in paid)}
    variant = "nobody" if not paid else "many" if has_both_signs(sheet) else "winner"
    yield Hit(columns[0], params if variant == "many" else {}, variant, columns)


def _checkers(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    points, left = points_of(entry), left_of(entry)
    columns = {role: sheet.column(role) for role in PLACES}
    told = tuple(columns.values())
    in_play = sum(left.in_play)
    for role, count in zip(PLACES, left, strict=True):
        if count is not None and not 0 <= count <= MOST:
            yield Hit(columns[role], {"count": count}, "count")
            return
    if not left.fits:
        if left.off is None:
            at = columns[next(role for role in PLACES if columns[role] is not None)]
        else:
            # If the points agree with the checkers in play, the wrong number is that of borne-off ones.
            suspects = ("off",) if points == in_play else PLACES
            at = columns[next(role for role in suspects if columns[role] is not None)]
        params = {"sum": in_play + (left.off or 0)}
        yield Hit(at, params, "sum", (*told, sheet.column("value")))
    elif points is not None and not left.agrees(points):
        column = sheet.column("value")
        if left.remaining is None:
            yield Hit(column, {"points": points, "left": in_play}, "at-least", told)
        else:
            yield Hit(column, {"points": points, "left": left.remaining}, "", told)


def _cube(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    cube = entry.numbers.get("cube")
    if cube is not None and not isinstance(cube, Unreadable) and cube != 1:
        yield Hit(sheet.column("cube"), {"cube": cube})
        return
    points, left = points_of(entry), left_of(entry)
    remaining = left.remaining
    if points and remaining and left.fits and points in (2 * remaining, 3 * remaining):
        params = {"points": points, "left": remaining, "times": points // remaining}
        yield Hit(sheet.column("value"), params, "gammon")


def faults_of(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """The faults in the points or checkers of a row of winners and losers."""
    yield from _points_range_of_games(entry, sheet)
    yield from _checkers(entry, sheet)
    yield from _cube(entry, sheet)


_FEWEST_GAMES = 8
"""After this many games of the same two, another name is a slip; before, it may be a guest."""


class _Names(Watcher):
    """Checks the names of winners and losers."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._rows: list[tuple[int, str, tuple[str, str]]] = []

    def see(self, entry: Entry) -> Iterator[Hit]:
        names = (name_in(entry, "winner"), name_in(entry, "loser"))
        self._rows.append((entry.row, entry.label, names))
        if all(names) and plain(names[0]) == plain(names[1]):
            first, *others = (self._sheet.column(role) for role in NAMES)
            yield Hit(first, {"player": names[0]}, "", tuple(others))

    def finish(self) -> Iterator[Hit]:
        """Names of no player on this sheet: a third one in a match of two, or one almost another's."""
        strangers = meant_names([names for _, _, names in self._rows])
        for row, label, names in self._rows:
            for role, name in zip(NAMES, names, strict=True):
                meant = strangers.get(plain(name), ())
                params: dict[str, Param] = {"game": label, "what": "game", "player": name}
                if len(meant) == 1:
                    yield Hit(self._sheet.column(role), params | {"likely": meant[0]}, "misspelt", row=row)
                elif meant:
                    yield Hit(self._sheet.column(role), params | {"players": meant}, "stranger", row=row)


def counted_names(games: Iterable[tuple[str, str]]) -> Counter[str]:
    """The number of games for each name, in its plain form."""
    return Counter(plain(name) for names in games for name in set(names) if name)


def meant_names(games: Sequence[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """The names that may be meant by each that is no player's, in its plain form.

    ``games``: the winner and the loser of each.
    """
    from scorecheck.model.names import misspelt_names

    count = counted_names(games)
    spelt = {plain(name): name for names in reversed(games) for name in names if name}
    places = {
        name: frozenset(at for at, names in enumerate(games) if key in map(plain, names))
        for key, name in spelt.items()
    }
    found = {plain(odd): (name,) for odd, name in misspelt_names(places).items()}
    match = [other for other, _ in count.most_common(2)]
    if all(count[other] >= _FEWEST_GAMES for other in match) and len(count) == len(match) + 1:
        both = tuple(spelt[other] for other in match)
        found = {name: both for name in count if name not in match and count[name] == 1} | found
    return found


points_range = row_check(POINTS_RANGE, _points_range, layouts=POINTS, of_change=True)
zero_sum = row_check(ZERO_SUM, _sum, layouts=POINTS)
CHECKS = (
    zero_sum,
    row_check(ZERO_SUM, _two_players, layouts=POINTS, of_change=True, doubts=True),
    points_range,
    row_check(POINTS_RANGE, _points_range_of_games, layouts=GAMES),
    row_check(CHECKERS_RULE, _checkers, layouts=GAMES),
    row_check(CUBE, _cube),
    column_check(WINNER, lambda sheet: _Names(sheet), layouts=GAMES),
    row_check(
        WINNER, late("games.acey_deucey.named", "misnamed"), layouts=POINTS, beside=NAMES, of_change=True
    ),
)
total_of_games = rows_check(TOTAL_MISMATCH, _total, layouts=GAMES)
