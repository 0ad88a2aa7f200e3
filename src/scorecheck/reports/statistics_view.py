"""The statistics of an event in words: a table of the players, and matrices of pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.model.statistics import Extreme, PairTally, PlayerTally, Statistics
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain

MOST_IN_MATRIX = 40
"""The most players in a matrix."""


class Matrix(NamedTuple):
    """The points of pairs of players, with a line for each player."""

    title: str
    players: tuple[str, ...]
    cells: tuple[tuple[tuple[str, str], ...], ...]
    """For each pair the points and the number of games; empty where there are none."""
    cut: str
    how: str = ""
    """What it counts."""


class StatisticsPage(NamedTuple):
    """The statistics of an event."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """The players with the cells of all columns."""
    matrices: tuple[Matrix, ...]
    lead_changes: tuple[tuple[str, str], ...]
    categories: tuple[str, ...] = ()
    means: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The players with the mean of each category of scorecards."""


def statistics_page(statistics: Statistics, messages: Messages) -> StatisticsPage:
    """The statistics in words, without columns that are empty for all players."""
    columns = [
        (key, says)
        for key, says in _columns(statistics, messages)
        if any(says(one.tally) not in {"", "0", "–"} for one in statistics.players)
    ]
    against = _matrix("against", statistics, messages, lambda pair: (pair.passed, pair.against_games))
    together = _matrix("together", statistics, messages, lambda pair: (pair.with_points, pair.with_games))
    return StatisticsPage(
        tuple(key for key, _ in columns),
        tuple(
            (plain(player), tuple(says(tally) for _, says in columns)) for player, tally in statistics.players
        ),
        tuple(matrix for matrix in (against, together) if matrix is not None),
        tuple((plain(name), str(count)) for name, count in statistics.lead_changes if count),
        tuple(plain(name) for name in statistics.categories),
        tuple(
            (plain(player), tuple(_mean(tally, name, messages) for name in statistics.categories))
            for player, tally in statistics.players
            if statistics.categories
        ),
    )


def statistics_tables(
    page: StatisticsPage, messages: Messages
) -> Iterator[tuple[str, str, Sequence[Sequence[str]]]]:
    """The tables of statistics: the title, what the table counts, and the lines, the headings first."""
    player = messages.label("standings.player")
    yield messages.label("statistics.title"), "", [[player, *page.columns], *_lines(page.rows)]
    if page.means:
        yield messages.label("statistics.means"), "", [[player, *page.categories], *_lines(page.means)]
    for matrix in page.matrices:
        cells = [tuple([points or "–" for points, _ in line]) for line in matrix.cells]
        lines = _lines(zip(matrix.players, cells, strict=True))
        yield matrix.title, matrix.how, [["", *matrix.players], *lines]


def _lines(rows: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[Sequence[str]]:
    return ((name, *cells) for name, cells in rows)


def _columns(
    statistics: Statistics, messages: Messages
) -> Iterator[tuple[str, Callable[[PlayerTally], str]]]:
    def of(key: str) -> str:
        return messages.label(f"statistics.{key}")

    yield of("games"), lambda tally: str(tally.games)
    yield of("wins"), lambda tally: str(tally.wins)
    yield of("losses"), lambda tally: str(tally.losses)
    if statistics.alone:
        alone = statistics.alone
        yield of(f"{alone}_won"), lambda tally: str(tally.alone_won)
        yield of(f"{alone}_lost"), lambda tally: str(tally.alone_lost)
        yield of(f"{alone}_points"), lambda tally: messages.number(tally.alone_points, signed=True)
    yield of("best"), lambda tally: _extreme(tally.best, messages)
    yield of("worst"), lambda tally: _extreme(tally.worst, messages)
    yield of("winning"), lambda tally: str(tally.winning.longest)
    yield of("losing"), lambda tally: str(tally.losing.longest)


def _extreme(extreme: Extreme | None, messages: Messages) -> str:
    return "–" if extreme is None else messages.number(extreme.points, signed=True)


def _mean(tally: PlayerTally, category: str, messages: Messages) -> str:
    points, filled = tally.categories.get(category, (0, 0))
    return messages.number(Fraction(points) / filled) if filled else "–"


def _matrix(
    key: str, statistics: Statistics, messages: Messages, of: Callable[[PairTally], tuple[Number, int]]
) -> Matrix | None:
    pairs = {(one.player, one.other): of(one.pair) for one in statistics.pairs}
    if not any(games for _, games in pairs.values()):
        return None
    everybody = [player for player, _ in statistics.players]
    shown = everybody[:MOST_IN_MATRIX]
    cut = ""
    if len(shown) < len(everybody):
        cut = messages.label("chart.cut", shown=len(shown), players=len(everybody))
    cells = tuple(tuple(_met(pairs.get((one, other)), messages) for other in shown) for one in shown)
    return Matrix(
        messages.label(f"statistics.{key}"),
        tuple(map(plain, shown)),
        cells,
        cut,
        messages.label(f"statistics.how_{key}"),
    )


def _met(pair: tuple[Number, int] | None, messages: Messages) -> tuple[str, str]:
    if pair is None or not pair[1]:
        return "", ""
    points, games = pair
    return messages.number(points, signed=True), messages.label("report.games", games=games)
