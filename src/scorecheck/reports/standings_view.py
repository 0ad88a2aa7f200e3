"""The standings in words, for all formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from scorecheck.model.cells import Number
from scorecheck.model.finding import status_of
from scorecheck.model.outcome import (
    AuditLine,
    Checked,
    Missing,
    Penalty,
    PlayerResult,
    RoundScore,
    Standing,
    Standings,
    TeamStanding,
)
from scorecheck.model.record import NamedTuple
from scorecheck.model.statistics import Extreme, PairTally, PlayerTally, Statistics
from scorecheck.model.terms import Param, Sentence
from scorecheck.reports.describe import Titles
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain

MAX_WHY = 5


class RoundPart(NamedTuple):
    """A player's score in one round."""

    score: str
    basis: str
    """The points and games behind the score."""
    short: str
    left_out: bool = False
    """The round does not count, as one of the worst."""


class StandingRow(NamedTuple):
    """One line of the standings; a round that the player missed is ``None``."""

    rank: str
    player: str
    score: str
    games: str
    rounds: tuple[RoundPart | None, ...]
    ties: tuple[str, ...] = ()
    """The values of the tie-breaks; a dash where one is undefined."""
    penalty: str = ""


class Unranked(NamedTuple):
    """A player without a rank."""

    player: str
    why: str
    score: str
    games: str


class Member(NamedTuple):
    """A player of a team."""

    name: str
    score: str
    counts: bool
    """The score counts for the team."""


class TeamRow(NamedTuple):
    """One line of the standings of the teams."""

    rank: str
    team: str
    score: str
    members: tuple[Member, ...]


class SumLine(NamedTuple):
    """A sum that was checked."""

    name: str
    sum: str
    wrong: bool
    """It must be 0 and is not."""


class StandingsPage(NamedTuple):
    """The standings of an event."""

    event: str
    day: str | None
    method: str
    formula: str
    provisional: tuple[str, ...]
    """Why they are provisional, in sentences; empty if they are not."""
    why: tuple[str, ...]
    """The sheets with errors, as far as they are known, and what is missing."""
    head: tuple[str, ...]
    """The headings of rank, player, score and number of games, rounds or evenings."""
    rounds: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    shared: bool
    """Some players share a rank."""
    ties: tuple[str, ...] = ()
    """The names of the tie-breaks, in order."""
    explained: tuple[str, ...] = ()
    """For neighbours with equal scores, the tie-break that separates them."""
    unranked: tuple[Unranked, ...] = ()
    teams: tuple[TeamRow, ...] = ()
    penalties: tuple[str, ...] = ()
    sums: tuple[SumLine, ...] = ()

    def provisional_text(self, messages: Messages) -> str:
        """That they are provisional, and because of which sheets; empty if they are not."""
        word = messages.label("standings.provisional_word")
        return " ".join((f"{word}.", *self.provisional)) if self.provisional else ""

    @property
    def struck(self) -> bool:
        """Whether a round of a player does not count."""
        return any(part is not None and part.left_out for row in self.rows for part in row.rounds)


def members_text(team: TeamRow) -> str:
    """The members of a team with their scores, in brackets those that do not count."""
    shown = (f"{name} {score}" if counted else f"({name} {score})" for name, score, counted in team.members)
    return ", ".join(shown)


def standings_page(standings: Standings, messages: Messages, checked: Checked | None = None) -> StandingsPage:
    """The standings in words."""
    faulty = list(_faulty(checked)) if standings.provisional and checked is not None else []
    lacking = list(dict.fromkeys(plain(one.path) for one in standings.missing))
    ranks = [line.rank for line in standings.lines]
    formula = messages.label(f"method.{standings.method}.formula", scale=standings.scale)
    if standings.counting is not None:
        formula += messages.label("ranking.counting", rounds=standings.counting)
    if standings.lower_wins:
        formula += messages.label("ranking.fewest_first")
    elif checked is not None and _may_be_upside_down(checked):
        formula += messages.label("ranking.most_first")
    if checked is not None and _counts_more_than_points(checked):
        formula += messages.label("ranking.by_seeger")
    return StandingsPage(
        event=plain(standings.event),
        day=messages.day(standings.day) if standings.day else None,
        method=messages.label(f"method.{standings.method}.name"),
        formula=formula,
        provisional=tuple(_provisional(standings, faulty, messages)),
        why=(*_first(faulty, messages), *_first(lacking, messages)),
        head=(
            *(messages.label(f"standings.{key}") for key in ("rank", "player", "score")),
            counted_text("games", standings.counts, messages),
        ),
        rounds=tuple(plain(messages.place_name(name)) for name in standings.rounds),
        rows=tuple(_row(line, standings, messages) for line in standings.lines),
        shared=len(set(ranks)) < len(ranks),
        ties=tuple(tie_name(name, messages) for name in _asked(standings)),
        explained=tuple(_explained(standings, messages)),
        unranked=tuple(_unranked(line, messages) for line in standings.unranked),
        teams=tuple(_team(team, messages) for team in standings.teams),
        penalties=tuple(_penalty(one, messages) for one in standings.penalties),
        sums=tuple(_sum(one, messages) for one in _said_once(standings.audit)),
    )


def _provisional(standings: Standings, faulty: Sequence[str], messages: Messages) -> Iterator[str]:
    if not standings.provisional:
        return
    if faulty or not standings.missing:
        yield messages.label("standings.provisional_why")
    if faulty:
        yield messages.label("standings.provisional_sheets", sheets=tuple(_first(faulty, messages)))
    lacking = [
        messages.label(
            "standings.provisional_missing", path=plain(one.path), why=plain(why_missing(one, messages))
        )
        for one in standings.missing
    ]
    yield from _first(lacking, messages, "standings.more_missing")


def _first(said: Sequence[str], messages: Messages, more: str = "report.more_sheets") -> Sequence[str]:
    """The first of several, and how many more there are."""
    if len(said) <= MAX_WHY:
        return said
    return (*said[:MAX_WHY], messages.label(more, count=len(said) - MAX_WHY))


def why_missing(one: Missing, messages: Messages) -> str:
    """Why a file is missing in standings."""
    return messages.said(one.why) if isinstance(one.why, Sentence) else messages.text(one.why)


def _counts_more_than_points(checked: Checked) -> bool:
    """Whether the end of a list of Skat is not the points of the player's own games."""
    players = (one for _, players in _players(checked) for one in players)
    return any(one.figures.get("own-points", one.points) != one.points for one in players)


def _may_be_upside_down(checked: Checked) -> bool:
    """Whether the sheets are of no known game and nobody lost, so that the fewest may win as well."""
    sheets = [*_players(checked)]
    lost = any(one.points < 0 for _, players in sheets for one in players)
    return bool(sheets) and not lost and all(game is None for game, _ in sheets)


def _players(checked: Checked) -> Iterator[tuple[str | None, Sequence[PlayerResult]]]:
    """The game of each sheet that counts in a ranking, and what its players got."""
    for file in checked.files:
        for one in file.sheets:
            if one.result is not None:
                yield one.sheet.game, one.result.players


def _faulty(checked: Checked) -> Iterator[str]:
    titles = Titles(file.path for file in checked.files)
    for file in sorted(checked.files, key=lambda file: file.path):
        for sheet in file.sheets:
            if status_of(sheet.findings) == "errors":
                yield titles(*sheet.id)


def counted_text(key: str, counts: str, messages: Messages, **params: Param) -> str:
    """A label that names what is counted: games, rounds or evenings."""
    return messages.label(f"{'standings' if counts == 'games' else counts}.{key}", **params)


def _row(line: Standing, standings: Standings, messages: Messages) -> StandingRow:
    played = {part.name: part for part in line.rounds}
    return StandingRow(
        str(line.rank),
        plain(line.player),
        messages.number(line.score),
        str(line.games),
        tuple(_part(played.get(name), standings.counts, messages) for name in standings.rounds),
        tuple("–" if value is None else messages.number(value) for value in line.ties),
        messages.number(line.penalty, signed=True) if line.penalty else "",
    )


def _part(part: RoundScore | None, counts: str, messages: Messages) -> RoundPart | None:
    if part is None:
        return None
    # Points that are the score are not repeated.
    same = part.points == part.score
    full, short = ("basis_games", "basis_games") if same else ("basis_full", "basis")
    return RoundPart(
        messages.number(part.score),
        counted_text(full, counts, messages, points=part.points, games=part.games),
        counted_text(short, counts, messages, points=part.points, games=part.games),
        not part.counted,
    )


def _explained(standings: Standings, messages: Messages) -> Iterator[str]:
    for first, second in pairwise(standings.lines):
        if first.score != second.score:
            continue
        names = {"first": plain(first.player), "second": plain(second.player)}
        if first.rank == second.rank:
            # Without tie-breaks one note on shared ranks is enough.
            if standings.ties:
                yield messages.label("ranking.level", **names)
            continue
        for name, mine, theirs in zip(_asked(standings), first.asked, second.asked, strict=True):
            if mine is not None and theirs is not None and mine != theirs:
                tie = tie_name(name, messages)
                yield messages.label("ranking.parted", **names, tie=tie, mine=mine, theirs=theirs)
                break


def _asked(standings: Standings) -> list[str]:
    return [name for name in standings.ties if name != "share"]


def tie_name(name: str, messages: Messages) -> str:
    """The name of a tie-break; one that only a game knows goes by its identifier."""
    try:
        return messages.label(f"tie.{name}")
    except KeyError:
        return plain(name)


def _unranked(line: Standing, messages: Messages) -> Unranked:
    why = messages.label(f"ranking.status.{line.status}")
    return Unranked(
        plain(line.player),
        f"{why} ({plain(line.reason)})" if line.reason else why,
        messages.number(line.score),
        str(line.games),
    )


def _team(team: TeamStanding, messages: Messages) -> TeamRow:
    return TeamRow(
        str(team.rank),
        plain(team.team),
        messages.number(team.score),
        tuple(
            Member(plain(one.player), "–" if one.score is None else messages.number(one.score), one.counted)
            for one in team.members
        ),
    )


def _penalty(one: Penalty, messages: Messages) -> str:
    return messages.label(
        "ranking.penalty_in" if one.round else "ranking.penalty",
        player=plain(one.player),
        points=one.points,
        reason=plain(one.reason),
        **({"round": plain(messages.place_name(one.round))} if one.round else {}),
    )


def _said_once(audit: Sequence[AuditLine]) -> Iterator[AuditLine]:
    """The sums without those of an only table or an only round that the next line repeats."""
    levels = [one.level for one in audit]
    for at, one in enumerate(audit):
        if one.level == "table":
            only = "table" not in levels[at - 1 : at] and levels[at + 1 : at + 2] == ["round"]
        else:
            only = levels.count("round") == 1 and levels[at:] == ["round", "event"]
        if not only or audit[at + 1]._replace(level=one.level, name=one.name) != one:
            yield one


def _sum(one: AuditLine, messages: Messages) -> SumLine:
    # The name of a table begins with that of its round.
    of_round, between, table = one.name.partition(", ") if one.level == "table" else (one.name, "", "")
    name = plain(messages.place_name(of_round) + between + table)
    if one.level == "event":
        name = messages.label("ranking.whole_event")
    return SumLine(name, messages.number(one.sum, signed=True), one.expected and one.sum != 0)


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
