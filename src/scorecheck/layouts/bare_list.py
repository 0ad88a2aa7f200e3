"""Finds lists without headings, with a name and a score per line: standings, or games below each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, takewhile
from math import lgamma, log, pi

from scorecheck.checks.null import ODDS, SLIP, out_of_order
from scorecheck.checks.words import plain, vocabulary
from scorecheck.layouts.locate import title_above
from scorecheck.layouts.unrolled import GameOfNames, GameRow, Seat, alone, by_player, games_across, points_in
from scorecheck.layouts.vocabulary import SIGNS, counts_games, words_below_names, words_that_part
from scorecheck.model.cells import (
    CellRef,
    Number,
    Unreadable,
    Value,
    number_in,
    shown_name,
    value_text,
    written,
)
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Table
from scorecheck.model.workbook import Grid

_FEWEST = 4
"""The least number of lines of a list."""
_FEWEST_KNOWN = 3
"""The same where the names are known, or the user may say that it is a list."""
_FURTHEST = 400
"""The number of rows that are searched."""
_LONGEST_NAME = 40
WIDEST = 3
"""The cells of a line without rounds: rank, name and score."""
_FEWEST_GAMES = 2
_HEADINGS = partial(vocabulary, "tournament", "columns.toml")
_BOTH_SIDES = log(10)
"""How much rarer numbers below 0 are in other lists."""
_IN_ONE_CELL = re.compile(
    r"(?:(?:(?P<rank>\d{1,4})[.)]?|(?P<medal>[🥇🥈🥉]))\s+)?(?P<name>[^\W\d_][^\d:=]*?)[\s:]+"
    r"(?P<score>[-−–+]?\s?\d{1,6}(?:[.,]\d{1,3})?)(?:\s*(?P<unit>[^\W\d_]+)\.?)?"
    r"(?:\s*\(\d+\s*[^\W\d_]+\.?\))?"
)
_MEDALS = "🥇🥈🥉"


class _BareLine(NamedTuple):
    """A line of such a list."""

    cells: tuple[Value, ...]
    headings: tuple[str, ...]
    name: str
    score: Number
    joined: bool = False
    """Whether name and score are in one cell."""

    @property
    def kind(self) -> tuple[str, ...]:
        """The headings, if in one cell without that of a rank."""
        return self.headings[-2:] if self.joined else self.headings


def bare_lists(grid: Grid, *, told: bool) -> Iterator[Iterator[Table]]:
    """The lists on a sheet, as tables with standard headings: of rounds where numbers stand before the
    score, first as points alone, then as points and games.

    Words and numbers alone are weak evidence. Unless the user says that it is a list, some scores must be
    below 0. And all must be in ranked order or add up to 0, at odds of 99 to 1 against chance: those of one
    list, which bears out the others on its sheet.
    """
    lists = [
        (start, lines) for start, lines in _runs(grid.rows[:_FURTHEST]) if _may_be_list(lines, told=told)
    ]
    if told or any(max(_ranked([one.score for one in lines]), _settled(lines)) > ODDS for _, lines in lists):
        yield from (_as_tables(grid, start, lines) for start, lines in lists)


def _may_be_list(lines: Sequence[_BareLine], *, told: bool) -> bool:
    """Whether some lines have different names, and scores below 0 unless the user says that it is a list.

    A dash before each number stands between name and number.
    """
    apart = len({plain(line.name) for line in lines}) == len(lines) >= (_FEWEST_KNOWN if told else _FEWEST)
    signed = told or min(line.score for line in lines) < 0
    return apart and signed and not all(str(line.cells[-1])[1:2].isspace() for line in lines)


def _as_tables(grid: Grid, start: int, lines: Sequence[_BareLine]) -> Iterator[Table]:
    """A list as it may be read: its rounds as points, then as points and games."""
    rows, title = [line.cells for line in lines], title_above(grid.rows, start)
    for headings in dict.fromkeys((lines[0].headings, _in_pairs(lines[0].headings))):
        yield Table(grid.name, headings, start + 1, start + 1, rows, joined=lines[0].joined, title=title)


def _in_pairs(headings: Sequence[str]) -> tuple[str, ...]:
    """The headings of rounds with points and games instead of those of points."""
    rounds = [at for at, heading in enumerate(headings) if heading.startswith(_ROUND)]
    if len(rounds) % 2 or not rounds:
        return tuple(headings)
    pairs = [f"{kind}{n}" for n in range(1, len(rounds) // 2 + 1) for kind in ("PR", "SPR")]
    return (*headings[: rounds[0]], *pairs, *headings[rounds[-1] + 1 :])


_ROUND = "Round "
_MOST_SCORES = 4
"""Of many numbers behind each name only the last ones may be the scores."""


def lists_of(grid: Grid, names: Container[str], is_left: Callable[[int, int], bool]) -> Iterator[Table]:
    """The lists on a sheet with people in ``names``, as tables with standard headings.

    Each line is a name with numbers behind it and nothing before it. Each of these may be the score, the last
    one first; only the given numbers (row and column from 0) count.
    """
    runs: dict[int, list[str]] = {}
    for at, row in enumerate((*grid.rows, ())):
        named = {
            column: value
            for column, value in enumerate(row)
            if isinstance(value, str) and value in names
            if _scores_behind(row, column) and is_left(at, column + 1)
        }
        for column in [column for column, run in runs.items() if named.get(column, run[0]) in run]:
            start = at - len(runs[column])
            if len(runs.pop(column)) >= _FEWEST_KNOWN:
                rows = grid.rows[start:at]
                title = title_above([one[column:] for one in grid.rows[:at]], start)
                last = min(_scores_behind(row, column) for row in rows)
                for score in range(last, max(0, last - _MOST_SCORES), -1):
                    headings = (*([""] * column), "Name", *([""] * (score - 1)), "Score")
                    yield Table(grid.name, headings, start + 1, start + 1, rows, column, title=title)
        for column, name in named.items():
            runs.setdefault(column, []).append(name)


def _scores_behind(row: Sequence[Value], column: int) -> int:
    """How many numbers stand behind a cell, with nothing before it and nothing else behind them; else 0."""
    behind = row[column + 1 :]
    count = sum(1 for _ in takewhile(lambda value: number_in(value) is not None, behind))
    around = *row[max(0, column - 1) : column], *behind[count : count + 1]
    return 0 if any(value != "" for value in around) else count


def games_of_names(grid: Grid) -> Table | None:
    """The same names again and again, each with its points, as a table with a game per row, or ``None``.

    A game is a list below the others, below a line with its title, or a row with all names in it.
    """
    for games_in in (_games_below, games_across):
        if len(list(islice(games_in(grid.rows[:_FURTHEST]), _FEWEST_GAMES))) < _FEWEST_GAMES:
            continue
        games = list(games_in(grid.rows))
        names = {plain(seat.name): seat.name for game in games for seat in game.seats}
        often = Counter(plain(seat.name) for game in games for seat in game.seats)
        twice = any(len({plain(seat.name) for seat in game.seats}) < len(game.seats) for game in games)
        # If only one side is written down, half of the players are in a game.
        share = 3 if len(_signs(games)) > 1 else 1
        usual = 4 * often.total() >= share * len(games) * len(names) and min(often.values()) > 1
        if usual and not twice and not _seats_above(grid, games[0]):
            games += _unread(grid, {game.row for game in games}, names)
            return _by_name(grid, sorted(games, key=lambda game: game.row), names)
        # Hardly anybody is in all of them, somebody only once, such as a misspelt name, or twice in one.
    return None


def _seats_above(grid: Grid, first: GameOfNames) -> bool:
    """Whether headings stand above several seats of a row, as in the export of a league."""
    above = grid.rows[first.row - 1] if first.row else ()
    seats = {seat.top.column - 1 for seat in first.seats}
    return sum(at < len(above) and above[at] != "" for at in seats) > 1


def _unread(grid: Grid, read: Container[int], names: Mapping[str, str]) -> Iterator[GameOfNames]:
    """The games with one name, and those with an unreadable cell: numbers stand in it behind some names."""
    for at, row in enumerate(grid.rows):
        if at not in read and (one := alone(at, row)) is not None and plain(one.seats[0].name) in names:
            yield one
            continue
        for column, value in enumerate(() if at in read else row):
            said = value_text(value)
            there = [name for name in names.values() if re.search(rf"\b{re.escape(name)}\W*\d", said)]
            if len(there) >= _FEWEST_GAMES:
                cell = CellRef(at + 1, column + 1)
                yield GameOfNames(at, "", [Seat(there[0], cell, value, cell)])


def _signs(games: Iterable[GameOfNames]) -> set[bool]:
    """The signs in front of the points of games: True for plus; both if one has none."""
    said = {value_text(seat.points).strip()[:1] for game in games for seat in game.seats}
    return {SIGNS[sign] == "plus" for sign in said} if said <= SIGNS.keys() else {True, False}


def _by_name(grid: Grid, games: Sequence[GameOfNames], names: Mapping[str, str]) -> Table:
    """Games as a table with a column per name."""
    called = Counter(game.called for game in games if game.called)
    # What stands above the first of many alone is their title.
    named = 2 * called.total() > len(games)
    rows = [
        GameRow(
            (named and called[game.called] == 1 and game.called) or count,
            CellRef(game.row + 1, 1),
            [
                seat._replace(name=names[plain(seat.name)], points=points_in(grid.rows, seat))
                for seat in game.seats
            ],
        )
        for count, game in enumerate(games, start=1)
    ]
    first = games[0].row + 1
    table = Table(grid.name, (), first, first, (), title=title_above(grid.rows, games[0].row))
    return by_player(table, list(names.values()), rows)


def _games_below(rows: Sequence[Sequence[Value]]) -> Iterator[GameOfNames]:
    """The lists of a sheet, with each name once per list; name and score share a cell in all or in none."""
    game, named = GameOfNames(0, "", []), set[str]()
    lines = list(map(_line, rows))
    kinds = Counter(line.joined for line in lines if line is not None)
    for at, (row, line) in enumerate(zip(rows, lines, strict=True)):
        if line is not None and not _is_score(line, kinds):
            line = None
        again = line is not None and plain(line.name) in named
        if (line is None or again) and game.seats:
            yield game
            game, named = GameOfNames(at, "", []), set[str]()
        if line is not None:
            game = game if game.seats or game.called else game._replace(row=at)
            last = 1 if line.joined else len(line.cells)
            top = CellRef(at + 1, max(1, last - 1))
            game.seats.append(Seat(line.name, top, line.cells[-1], CellRef(at + 1, last)))
            named.add(plain(line.name))
        elif any(value != "" for value in row):
            game = GameOfNames(at, " ".join(value_text(value) for value in row if value != ""), [])
    if game.seats:
        yield game


def _is_score(line: _BareLine, kinds: Counter[bool]) -> bool:
    """Whether a line says what a player has: one as most are, of which ``kinds`` counts those in one cell."""
    is_usual = 2 * kinds[line.joined] > kinds.total() and len(line.cells) <= WIDEST
    counts = counts_games(f"{line.name} {line.score}") or plain(line.name) in words_that_part()
    return is_usual and not counts


def _ranked(scores: Sequence[Number]) -> float:
    """The log-odds that scores are in ranked order, except for slips.

    A slip may be anywhere. Scores on both sides of 0 are rare in other lists.
    """
    count, out = len(scores), out_of_order(scores[::-1])
    # The scores that are out of order, where they would belong, and where they are.
    return lgamma(count + 1) + out * (log(SLIP) - 2 * log(count)) + _BOTH_SIDES


def _settled(lines: Sequence[_BareLine]) -> float:
    """The log-odds that scores are the wins and losses of players, by their sum and signs.

    A sum of 0 is as rare in other lists as any of its size.
    """
    scores = [line.score for line in lines]
    if sum(scores):
        return 0.0
    signed = any(value_text(line.cells[-1]).strip().startswith("+") for line in lines)
    return _BOTH_SIDES + log(2 * pi * float(sum(score**2 for score in scores))) / 2 + _PLUS * signed


_PLUS = log(4)
"""How much rarer plus signs are in other lists."""


def _runs(rows: Sequence[Sequence[Value]]) -> Iterator[tuple[int, list[_BareLine]]]:
    """The runs of rows that may be lines of one list, each with its first row."""
    run: list[_BareLine] = []
    for at, row in enumerate(rows):
        line = _line(row)
        if run and (line is None or line.joined != run[0].joined or line.kind != run[0].kind):
            yield at - len(run), _all_alike(run)
            run = []
        # The first line may be the headings, such as the day of a quiz.
        if line is not None and (run or _HEADINGS().get(plain(line.name)) != "name"):
            run.append(line)
    if run:
        yield len(rows) - len(run), _all_alike(run)


def _all_alike(run: list[_BareLine]) -> list[_BareLine]:
    """The lines, without their ranks if not all have one."""
    if len({line.headings for line in run}) == 1:
        return run
    return [line._replace(cells=line.cells[-2:], headings=line.headings[-2:]) for line in run]


def _line(row: Sequence[Value]) -> _BareLine | None:
    """A name and a score, in two cells or in one, or with the rank in a cell before them, or with rounds
    between them."""
    width = max((at + 1 for at, value in enumerate(row) if value != ""), default=0)
    if width == 1:
        return _line_in_one_cell(shown_name(row[0]))
    ranked = (
        width > _FEWEST_CELLS and re.fullmatch(r"\d{1,4}[.)]?", str(row[0]).strip(), re.ASCII) is not None
    )
    name, *rounds, said = row[ranked:width] if width >= _FEWEST_CELLS else ("", "")
    score = number_in(said)
    if len(rounds) == 1 or any(isinstance(written(value), Unreadable) for value in rounds):
        return None
    if score is None or not _is_name(name):
        return None
    heads = (*("Rank",) * ranked, "Name", *(f"{_ROUND}{n}" for n in range(1, len(rounds) + 1)), "Score")
    return _BareLine(tuple(row[:width]), heads, shown_name(name), score)


def _line_in_one_cell(text: str) -> _BareLine | None:
    found = _IN_ONE_CELL.fullmatch(text)
    score = number_in(found["score"]) if found else None
    if not found or score is None or not _is_name(found["name"]):
        return None
    if found["unit"] and words_below_names().get(plain(found["unit"])) != "points":
        return None
    said, heads = (found["name"], found["score"]), ("Name", "Score")
    rank = found["medal"] and str(_MEDALS.index(found["medal"]) + 1)
    if rank := rank or found["rank"]:
        said, heads = (rank, *said), ("Rank", *heads)
    return _BareLine(said, heads, found["name"], score, joined=True)


_FEWEST_CELLS = 2


def _is_name(value: Value) -> bool:
    return (
        isinstance(value, str)
        and 0 < len(value.strip()) <= _LONGEST_NAME
        and isinstance(written(value), Unreadable)
    )
