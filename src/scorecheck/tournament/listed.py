"""A published list: its lines and rounds, and the checks of its scores alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain

from scorecheck.checks.check import ERROR, HEADINGS, WARNING, Hit, Rule, rows_check
from scorecheck.model.cells import Number, Value, value_text
from scorecheck.model.outcome import Listed, ListedPart, PlayerResult, Result
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Counted, Entry, Sheet, Table

STANDINGS_SUM = Rule("tournament/standings-sum", WARNING)
ROW_SCORE = Rule("tournament/row-score", ERROR)

ROUND_ROLES = tuple((f"round{n}_points", f"round{n}_games") for n in range(1, 21))
"""The roles of the columns with points and games of each round, by its number."""
USUAL_SCALE = 100
"""The scale of a list of which nothing else is known."""
STEPS = (50, 25, 20, 10, 5, 4)
"""The change of a score by one point, for 2 to 25 games. Smaller steps occur by chance."""
_FEWEST_SCORES = 6
_MOST_DECIMALS = 6
"""More decimals are those of a spreadsheet that was not told to round."""
_WRITTEN = re.compile(r"(?P<sign>[-−–(]?)\+?(?P<whole>\d+)(?:[.,](?P<decimals>\d+))?\)?(?P<after>-?)")
_RANK = re.compile(r"(\d{1,6})\s*[.):]?")


class ListLine(NamedTuple):
    """A line of a list."""

    row: int
    player: str
    score: Number
    rank: int | None


class ShownScore(NamedTuple):
    """A score as a list shows it."""

    amount: Fraction
    decimals: int


def shown_score(value: Value) -> ShownScore | None:
    """A score with its decimals as written; ``None`` for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if not isinstance(value, str):
        exponent = Decimal(repr(value)).normalize().as_tuple().exponent
        decimals = -exponent if isinstance(exponent, int) else 0
        return ShownScore(Fraction(str(value)), min(max(decimals, 0), _MOST_DECIMALS))
    found = _WRITTEN.fullmatch(value.strip())
    if found is None:
        return None
    digits = found["decimals"] or ""
    # Three digits after a single point or comma may be thousands: 1.234 counts as a whole number.
    decimals = 0 if len(digits) == 3 else len(digits)
    amount = Fraction(int(found["whole"] + digits), 10**decimals)
    is_negative = found["sign"] or found["after"]
    return ShownScore(-amount if is_negative else amount, min(decimals, _MOST_DECIMALS))


def score_in(value: Value) -> Fraction | None:
    """The score in a cell; ``None`` for anything else."""
    shown = shown_score(value)
    return None if shown is None else shown.amount


def listed(sheet: Sheet, entries: Iterable[Entry]) -> tuple[Listed, ...]:
    """The lines of a published list, with the cells of their scores; none if it has no scores."""
    if not has_score(sheet):
        return ()
    column, rounds = sheet.points_columns[0], rounds_of(sheet)
    of_rounds = () if rounds is None else rounds.points
    others = [one.at for one in sheet.columns if one.role == "unknown" and one.at not in of_rounds]
    found: list[Listed] = []
    for line in lines_of(sheet, entries):
        value, cell = sheet.table.value(line.row, column), sheet.table.cell(line.row, column)
        shown, said = shown_score(value), value_text(value).strip()
        parts, beside = (_parts(sheet.table, line.row, columns) for columns in (of_rounds, others))
        one = Listed(line.player, line.score, shown.decimals if shown else 0, line.rank, cell, parts, said)
        found.append(one._replace(beside=beside))
    return tuple(found)


def _parts(table: Table, row: int, columns: Iterable[int]) -> tuple[ListedPart, ...]:
    return tuple(
        part_in(table, table.headings[at], score_in(table.value(row, at)), row, at) for at in columns
    )


def part_in(table: Table, called: str, points: Number | None, row: int, at: int) -> ListedPart:
    """The value of a table cell for one evening or round."""
    return ListedPart(called, points, table.cell(row, at), value_text(table.value(row, at)).strip())


def has_score(sheet: Sheet) -> bool:
    """Whether a list has a column of scores; otherwise they follow from the rounds."""
    return sheet.column("score") is not None


def lines_of(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[ListLine]:
    """The lines whose score could be read or calculated. An empty place is that of the line above."""
    rounds = None if has_score(sheet) else rounds_of(sheet)
    above: int | None = None
    for entry in entries:
        name = entry.fields.get("name", "")
        rank = _rank(entry.fields.get("rank", ""))
        if rank is None and sheet.column("rank") is not None:
            rank = above
        above = rank
        if rounds is None:
            score = entry.points[0] if entry.readable else None
        else:
            score = rounds.due(sheet.table, entry.row)
        if isinstance(name, str) and score is not None:
            yield ListLine(entry.row, name, score, rank)


def _rank(value: Value) -> int | None:
    found = _RANK.fullmatch(str(value).strip().removesuffix(".0"))
    return int(found[1]) if found else None


def has_ranks(sheet: Sheet) -> bool:
    """Whether a list shows at least two places."""
    column = sheet.column("rank")
    if column is None:
        return False
    places = (_rank(sheet.table.value(row, column)) for row in range(sheet.stop))
    return sum(1 for place in places if place is not None) > 1


def has_negatives(sheet: Sheet) -> bool:
    """Whether a score of a list is below 0: then all of them add up to 0."""
    rounds = None if has_score(sheet) else rounds_of(sheet)
    if rounds is not None:
        dues = (rounds.due(sheet.table, row) for row in range(sheet.stop))
        return any(due is not None and due < 0 for due in dues)
    return has_scores_below_zero(sheet)


def has_scores_below_zero(sheet: Sheet) -> bool:
    """Whether a written score is below 0: then the losers pay the winners."""
    return any(score < 0 for score in numbers_in(sheet, sheet.points_columns[0]))


def _steps(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """The only score that no whole number of points gives.

    Of six scores or more, all except one are multiples of the worth of a point.
    """
    lines = list(lines_of(sheet, entries)) if has_score(sheet) else []
    if len(lines) < _FEWEST_SCORES or not any(line.score < 0 for line in lines):
        return
    for step in STEPS:
        line, *others = [line for line in lines if line.score % step] or [None]
        if line is None:
            return
        if not others:
            low = step * (Fraction(line.score) / step).__floor__()
            params = {
                "player": line.player,
                "score": line.score,
                "step": step,
                "games": USUAL_SCALE // step,
                "low": low,
                "high": low + step,
            }
            yield Hit(sheet.points_columns[0], params, row=line.row)
            return


def _round_scores(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """Checks each score against its rounds: points and games (PR1, SPR1, PR2, SPR2), or points alone.

    Points / games · 100 (or what the list shows instead), added up over the rounds and only then rounded; or
    the sum of points.
    """
    rounds = rounds_of(sheet)
    if rounds is None:
        return
    if not has_score(sheet):
        yield from _open(sheet, entries, rounds)
        return
    table, score = sheet.table, sheet.points_columns[0]
    for line in lines_of(sheet, entries):
        value, due = table.value(line.row, score), rounds.due(table, line.row)
        if shown_score(value) is None or due is None or _is_rounded(due, value):
            continue
        params = {"player": line.player, "score": line.score, "due": shown(due)}
        yield Hit(score, params, "", rounds.columns, row=line.row)


def _open(sheet: Sheet, entries: Sequence[Entry], rounds: Rounds) -> Iterator[Hit]:
    """Reports lines without a score whose rounds do not give one."""
    table = sheet.table
    for entry in entries:
        for number, columns in rounds.numbered:
            if _of_round(table, entry.row, columns) is not None:
                continue
            points = _whole(table.value(entry.row, columns[0]))
            params = {"player": str(entry.fields.get("name", "")), "round": number}
            yield Hit(columns[points is not None], params, "no-score", columns, row=entry.row)
            break


class Rounds(NamedTuple):
    """The columns beside the scores that give them."""

    points: tuple[int, ...]
    games: tuple[int, ...] = ()
    """The games of each round; without them, the points are the scores of the rounds."""
    numbers: tuple[int, ...] = ()
    """The numbers of the rounds with games."""
    added: bool = False
    """The score is the sum of the points, whatever the number of games."""
    scale: int = USUAL_SCALE
    """What a point a game is worth."""
    counted: Counted = Counted()
    """Which rounds of each player are added up."""
    mean: bool = False
    """The score is their mean, for those who were there."""

    @property
    def numbered(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """The number of each round, with its columns of points and games."""
        return zip(self.numbers, zip(self.points, self.games, strict=True), strict=True)

    @property
    def columns(self) -> tuple[int, ...]:
        """All columns, round by round."""
        return (
            tuple(chain.from_iterable(zip(self.points, self.games, strict=True)))
            if self.games and not self.added
            else self.points
        )

    def due(self, table: Table, row: int) -> Fraction | None:
        """The score by the rounds of a line; ``None`` if one of them cannot be read."""
        if not self.games or self.added:
            said = (table.value(row, at) for at in self.points)
            there = [one for one in said if not _is_away(one)]
            known = [score for one in there if (score := score_in(one)) is not None]
            # The mean of equal rounds is no evidence of one.
            if len(known) < len(there) or (self.mean and len({*known}) < _FEWEST_APART):
                return None
            total = Fraction(sum(self.counted.of(known)))
            return total / max(1, len(there)) if self.mean else total
        due = Fraction(0)
        for columns in zip(self.points, self.games, strict=True):
            of_round = _of_round(table, row, columns)
            if of_round is None:
                return None
            points, games = of_round
            due += Fraction(self.scale * points, games) if games else 0
        return due


def _is_away(value: Value) -> bool:
    return value_text(value).strip().casefold() in _NOTHING


def _of_round(table: Table, row: int, columns: tuple[int, int]) -> tuple[int, int] | None:
    """Points and games of a round, 0 and 0 for an absent player; ``None`` if they give no score."""
    points, games = (_whole(table.value(row, column)) for column in columns)
    if points is None or games is None or games < 0 or (points and not games):
        return None
    return points, games


def rounds_of(sheet: Sheet) -> Rounds | None:
    """The rounds beside the scores: recognised by headings, or because they add up to most scores."""
    pairs = {number: tuple(map(sheet.column, roles)) for number, roles in enumerate(ROUND_ROLES, 1)}
    games = [pair[1] for pair in pairs.values() if pair[1] is not None]
    if games:
        whole = {n: (a, b) for n, (a, b) in pairs.items() if a is not None and b is not None}
        known = sum(1 for pair in pairs.values() if pair != (None, None))
        points = tuple(a for a, _ in whole.values())
        if len(whole) != known:
            return None
        rounds = Rounds(points, tuple(games), tuple(whole))
        return next((one for one in _ways(sheet, rounds) if _give_most(sheet, one)), rounds)
    return _rounds_that_add_up(sheet) if has_score(sheet) else None


def _ways(sheet: Sheet, rounds: Rounds) -> Iterator[Rounds]:
    """The ways in which points and games may give the written scores: added up, or a game at a scale."""
    if has_score(sheet):
        yield rounds._replace(added=True)
        yield rounds
        a_point = [score / due for due, score in scores_due(sheet, rounds._replace(scale=1)) if due and score]
        yield from (rounds._replace(scale=scale) for scale in dict.fromkeys(map(round, a_point)) if scale > 0)


def rounds_give_most(sheet: Sheet) -> bool:
    """Whether a list shows rounds that give two thirds of its scores."""
    rounds = rounds_of(sheet)
    return rounds is not None and _give_most(sheet, rounds)


def _rounds_that_add_up(sheet: Sheet) -> Rounds | None:
    """The number columns that add up to the scores: all, or those on one side of the scores.

    The last one or two may be left out (games, means), and the first (starters, members), or every second
    one: the tables of the rounds. Of all on one side, everybody's worst may be left out, or the score is
    their mean.
    """
    roles = {"unknown", *(points for points, _ in ROUND_ROLES)}
    score = sheet.points_columns[0]
    beside = [one.at for one in sheet.columns if one.role in roles and _may_be_round(sheet, one.at)]
    sides = (beside, [at for at in beside if at < score], [at for at in beside if at > score])
    several = (
        Rounds(tuple(side[before : len(side) - behind : step]))
        for step in (1, 2)
        for before in range(_MOST_OTHERS + 1)
        for behind in range(_MOST_OTHERS + 1)
        for side in sides
        if len(side) - behind - before > step
    )
    struck = (Rounds(tuple(side), counted=counted) for side in sides for counted in Counted.ways(len(side)))
    means = (Rounds(tuple(side), mean=True) for side in sides if side)
    return next((rounds for rounds in chain(several, struck, means) if _give_most(sheet, rounds)), None)


_MOST_OTHERS = 2


def numbers_in(sheet: Sheet, column: int) -> list[Fraction]:
    """The numbers in a column of a list, without the rows that hold none."""
    said = (score_in(sheet.table.value(row, column)) for row in range(sheet.stop))
    return [one for one in said if one is not None]


def _may_be_round(sheet: Sheet, column: int) -> bool:
    """Whether a column holds more numbers than words."""
    there = sum(not _is_away(sheet.table.value(row, column)) for row in range(sheet.stop))
    return 2 * len(numbers_in(sheet, column)) > there


def _give_most(sheet: Sheet, rounds: Rounds) -> bool:
    """Whether the points of rounds add up to two thirds of the scores."""
    fits = [due == score for due, score in scores_due(sheet, rounds)]
    return len(fits) >= _FEWEST_ADDED and 3 * sum(fits) >= 2 * len(fits)


def scores_due(sheet: Sheet, rounds: Rounds) -> Iterator[tuple[Fraction, Fraction | None]]:
    """The score by the rounds of each line, where they can be read, rounded as the written one; and that."""
    score = sheet.points_columns[0]
    for row in range(sheet.stop):
        due, value = rounds.due(sheet.table, row), sheet.table.value(row, score)
        if due is not None:
            said = score_in(value)
            yield due if said is None or not _is_rounded(due, value) else said, said


def _is_rounded(due: Fraction, value: Value) -> bool:
    """Whether a written score is a number, rounded to its decimals."""
    said, shown = score_in(value), shown_score(value)
    return said is not None and shown is not None and abs(due - said) * 2 * 10 ** shown[1] <= 1


_FEWEST_ADDED = 3


def _score_sums(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """Checks that scores calculated from the rounds add up to 0: nothing is rounded.

    As for written scores, only if one is below 0, and all are known.
    """
    lines = [] if has_score(sheet) else list(lines_of(sheet, entries))
    total = sum(line.score for line in lines)
    if total and has_negatives(sheet) and len(lines) == len(entries):
        first, *others = sheet.points_columns
        yield Hit(first, {"sum": shown(total), "players": len(lines)}, "", tuple(others), row=HEADINGS)


def results_of_rounds(sheet: Sheet, entries: Iterable[Entry], *, faulty: bool) -> tuple[Result, ...]:
    """The results of a list without scores for a ranking, one for each round."""
    rounds = None if has_score(sheet) else rounds_of(sheet)
    if rounds is None:
        return ()
    lines = list(lines_of(sheet, entries))
    results: list[Result] = []
    for number, columns in rounds.numbered:
        said = ((line.player, _of_round(sheet.table, line.row, columns)) for line in lines)
        players = tuple(PlayerResult(player, *one) for player, one in said if one is not None and one[1])
        name = f"Round {number}"
        most = max((player.games for player in players), default=0)
        results.append(Result(sheet.path, sheet.name, players, most, faulty, title=name, shown_name=name))
    return tuple(results)


def _whole(value: Value) -> int | None:
    """The whole number of points or games in a cell; an empty cell is 0."""
    text = str(value).strip().replace("−", "-").removesuffix(".0").removeprefix("+")
    if text in _NOTHING:
        return 0
    return int(text) if re.fullmatch(r"-?\d{1,6}", text, re.ASCII) else None


_FEWEST_APART = 2
_NOTHING = frozenset({"", "-", "–", "—", "/", "x"})
"""The ways to write that somebody missed a round."""


def shown(number: Number) -> Number:
    """A score as shown: whole, or with two decimals."""
    return int(number) if number == int(number) else Fraction(round(number * 100), 100)


sum_worked_out = rows_check(STANDINGS_SUM, _score_sums, layouts=("standings",))
row_score = rows_check(ROW_SCORE, _round_scores, layouts=("standings",))
score_step = rows_check(Rule("tournament/score-step", WARNING), _steps, layouts=("standings",))
