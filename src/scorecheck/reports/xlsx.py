"""The standings as a workbook whose formulas recompute them, so that the ranking can be verified.

Points and games are numbers; the scores of rounds, the rounds that count, the totals and the ranks are
formulas. Scores by places are computed on a sheet of their own. For the method with plus points the points
are those won. Won games, and the events of a season, are numbers. Scores that differ by less than 1e-9 count
as equal, because a spreadsheet has no exact fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font

from scorecheck import __version__
from scorecheck.model.cells import Number, column_letters
from scorecheck.model.outcome import Checked, RoundScore, Standing, Standings
from scorecheck.model.record import NamedTuple
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain, sheet_number
from scorecheck.reports.standings_view import standings_page, tie_name
from scorecheck.reports.workbooks import mark_as_ours, prints_one_page_wide, row_height, saved, say

_DIGITS = 9
"""The number of decimals by which scores are compared."""
_LESS_IS_MORE = frozenset({"fewest-minus"})
_FIRST_LINE = 6
_WHY_LINE = 4
"""The line with the reason why the standings are provisional."""
_SCALE = "$B$3"
_NAMES = 2
_LONGEST_NAME = 31
_LEAST_NAME, _WIDEST_NAME, _NUMBER_WIDTH, _WIDEST_NUMBER = 24, 48, 9, 16


class _Plan(NamedTuple):
    """The standings with the first column of each block, counted from 1."""

    standings: Standings
    rounds: int
    points: int
    games: int
    scores: int
    counts: int
    penalty: int
    ties: int
    first: int
    last: int
    """The first and the last row of ranked players."""

    def cell(self, block: int, at: int, row: int) -> str:
        """A cell of a block, by the position of the round."""
        return f"{column_letters(block + at)}{row}"

    def across(self, block: int, row: int) -> str:
        """The cells of a block in one line."""
        return f"{self.cell(block, 0, row)}:{self.cell(block, self.rounds - 1, row)}"

    def down(self, column: int) -> str:
        """A column over all who are ranked."""
        letters = column_letters(column)
        return f"${letters}${self.first}:${letters}${self.last}"


class _InPlaces(NamedTuple):
    """A player's rows on the sheet of places for one round, at one or two tables."""

    sheet: str
    rows: tuple[int, ...] = ()
    points: Number = 0

    def cells(self, column: str) -> list[str]:
        """The player's cells in a column of that sheet."""
        return [f"'{self.sheet}'!${column}${row}" for row in self.rows]


_CellsByPlace: TypeAlias = "Mapping[tuple[str, str], _InPlaces]"
_POINTS, _WORTH = "D", "E"
"""Columns of the sheet of places."""
_LIST = 7
"""The column of the list of place points there."""


def standings_xlsx(standings: Standings, messages: Messages, checked: Checked | None = None) -> bytes:
    """The workbook. Names are never formulas; the author's name is our mark."""
    book: Any = Workbook()
    sheet: Any = book.active
    sheet.title = _sheet_name(messages.label("standings.title"))
    page = standings_page(standings, messages, checked)
    rounds = len(standings.rounds)
    plan = _Plan(
        standings,
        rounds,
        points := len(page.head) + 1,
        points + rounds,
        points + 2 * rounds,
        points + 3 * rounds,
        points + 4 * rounds,
        points + 4 * rounds + 1,
        _FIRST_LINE,
        _FIRST_LINE + len(standings.lines) - 1,
    )
    say(sheet.cell(1, 1), page.event or messages.label("standings.title"))
    sheet.cell(1, 1).font = Font(bold=True, size=14)
    say(sheet.cell(2, 1), page.formula)
    if standings.provisional:
        say(sheet.cell(_WHY_LINE, 1), page.provisional_text(messages))
    say(sheet.cell(3, 1), messages.label("workbook.scale"))
    sheet.cell(3, 2).value = standings.scale if standings.method == "normalized" else 1
    for at, heading in enumerate((*page.head, *_headings(standings, messages)), 1):
        say(sheet.cell(_FIRST_LINE - 1, at), heading)
        sheet.cell(_FIRST_LINE - 1, at).font = Font(bold=True)
        side = "left" if at == _NAMES else "right"
        sheet.cell(_FIRST_LINE - 1, at).alignment = Alignment(side, "top", wrap_text=True)
    places = _places(book, standings, messages)
    for row, line in enumerate(standings.lines, _FIRST_LINE):
        _line(sheet, row, line, plan, places)
    row = plan.last + 2
    for line in standings.unranked:
        _line(sheet, row, line, plan, places)
        row += 1
    for sentence in _remarks(page, standings, messages):
        row += 1
        say(sheet.cell(row, 1), sentence)
    _sized(sheet, standings)
    sheet.freeze_panes = sheet.cell(_FIRST_LINE, 3)
    _teams(book, plan, messages)
    for one in book.worksheets:
        prints_one_page_wide(one, _FIRST_LINE - 1 if one is sheet else 1)
    mark_as_ours(book)
    book.properties.description = messages.label("report.checked_by", version=__version__)
    book.calculation.fullCalcOnLoad = True
    return saved(book)


def _sized(sheet: Any, standings: Standings) -> None:
    """Fits the widths of columns to their headings, and the heights of rows to their texts."""
    for column in range(1, sheet.max_column + 1):
        words = str(sheet.cell(_FIRST_LINE - 1, column).value or "").split()
        width = min(max(_NUMBER_WIDTH, *(len(word) + 2 for word in words), 0), _WIDEST_NUMBER)
        sheet.column_dimensions[column_letters(column)].width = width
    longest = max((len(plain(line.player)) + 2 for line in standings.lines), default=0)
    sheet.column_dimensions["B"].width = min(max(_LEAST_NAME, longest), _WIDEST_NAME)
    for row in range(_FIRST_LINE - 1, sheet.max_row + 1):
        # The rank beside it is aligned to the right.
        sheet.cell(row, _NAMES).alignment = Alignment("left", "top", indent=1)
    sheet.row_dimensions[_FIRST_LINE - 1].height = row_height(sheet, _FIRST_LINE - 1)
    if sheet.cell(_WHY_LINE, 1).value:
        sheet.cell(_WHY_LINE, 1).alignment = Alignment(wrap_text=True, vertical="top")
        sheet.merge_cells(start_row=_WHY_LINE, end_row=_WHY_LINE, start_column=1, end_column=sheet.max_column)
        sheet.row_dimensions[_WHY_LINE].height = row_height(sheet, _WHY_LINE, sheet.max_column)


def _headings(standings: Standings, messages: Messages) -> Iterator[str]:
    points = "points_won" if standings.method == "plus-only" else "points"
    for key in (points, standings.counts, "score", "counts"):
        yield from (
            messages.label(f"workbook.{key}", round=plain(messages.place_name(name)))
            for name in standings.rounds
        )
    yield messages.label("ranking.penalties")
    yield from (tie_name(name, messages) for name in standings.ties)


def _line(sheet: Any, row: int, line: Standing, plan: _Plan, places: _CellsByPlace) -> None:
    """Writes a player's line; unranked players have the same formulas except for the rank."""
    played = {one.name: one for one in line.rounds}
    say(sheet.cell(row, 2), plain(line.player))
    for at, name in enumerate(plan.standings.rounds):
        part = played.get(name)
        if part is None:
            continue
        in_places = places.get((line.player, name))
        sheet.cell(row, plan.points + at).value = _points(part, plan.standings, in_places)
        sheet.cell(row, plan.games + at).value = part.games
        sheet.cell(row, plan.scores + at).value = _round_formula(part, at, row, plan, in_places)
        sheet.cell(row, plan.counts + at).value = _counts_formula(part, at, row, plan)
    if line.penalty:
        sheet.cell(row, plan.penalty).value = sheet_number(line.penalty)
    sheet.cell(row, 3).value = _total_formula(row, plan)
    sheet.cell(row, 3).number_format = "0.00"
    sheet.cell(row, 4).value = f"=SUM({plan.across(plan.games, row)})" if plan.rounds else 0
    for at, value in enumerate(line.asked):
        if value is not None:
            sheet.cell(row, plan.ties + at).value = sheet_number(value)
    if line.rank:
        sheet.cell(row, 1).value = _rank_formula(row, plan)
    else:
        say(sheet.cell(row, 1), "–")


def _points(part: RoundScore, standings: Standings, in_places: _InPlaces | None) -> str | int | float:
    """The points of a round for the method."""
    if standings.method == "plus-only":
        return sheet_number(part.score)
    # A penalty is in the points of both tables, but only once in those of the round.
    if in_places is not None and in_places.points == part.points:
        return "=" + "+".join(in_places.cells(_POINTS))
    return sheet_number(part.points)


def _round_formula(
    part: RoundScore, at: int, row: int, plan: _Plan, in_places: _InPlaces | None
) -> str | int | float:
    """The score of a round; for an event of a season a number."""
    points, games = plan.cell(plan.points, at, row), plan.cell(plan.games, at, row)
    match plan.standings.method:
        case "normalized" | "mean":
            factor = f"*{_SCALE}" if plan.standings.method == "normalized" else ""
            return f"=IF({games}>0,{points}/{games}{factor},0)"
        case "sum" | "mean-round" | "plus-only":
            return f"={points}"
        case _ if in_places is not None:
            return "=" + "+".join(in_places.cells(_WORTH))
        case _:
            return sheet_number(part.score)


def _counts_formula(part: RoundScore, at: int, row: int, plan: _Plan) -> str | int:
    """The formula for whether a round counts: 1 if fewer than ``counting`` are better, or equal and
    earlier."""
    if plan.standings.counting is None or not (part.games or part.points):
        return 1 if part.counted else 0
    own = f"ROUND({plan.cell(plan.scores, at, row)},{_DIGITS})"
    all_of_line = f"ROUND({plan.across(plan.scores, row)},{_DIGITS})"
    there = f"({plan.across(plan.games, row)}<>0)"
    than = "<" if plan.standings.lower_wins else ">"
    better = f"SUMPRODUCT({there}*({all_of_line}{than}{own}))"
    earlier = "0"
    if at:
        before = f"{plan.cell(plan.scores, 0, row)}:{plan.cell(plan.scores, at - 1, row)}"
        games = f"{plan.cell(plan.games, 0, row)}:{plan.cell(plan.games, at - 1, row)}"
        earlier = f"SUMPRODUCT(({games}<>0)*(ROUND({before},{_DIGITS})={own}))"
    return f"=IF({better}+{earlier}<{plan.standings.counting},1,0)"


def _total_formula(row: int, plan: _Plan) -> str | int:
    if not plan.rounds:
        return 0
    counts = plan.across(plan.counts, row)
    penalty = f"N({column_letters(plan.penalty)}{row})"
    scores = f"SUMPRODUCT({plan.across(plan.scores, row)},{counts})"
    if plan.standings.method == "mean":
        points = f"SUMPRODUCT({plan.across(plan.points, row)},{counts})"
        games = f"SUMPRODUCT({plan.across(plan.games, row)},{counts})"
        return f"=IF({games}>0,{points}/{games},0)+{penalty}"
    if plan.standings.method == "mean-round":
        played = f"SUMPRODUCT(({plan.across(plan.games, row)}<>0)*{counts})"
        return f"=IF({played}>0,{scores}/{played},0)+{penalty}"
    return f"={scores}+{penalty}"


def _rank_formula(row: int, plan: _Plan) -> str:
    """The formula for the rank: one more than the number of players who are better by score or tie-breaks."""
    better, equal = "0", "1"
    keys = [
        (3, False),
        *((plan.ties + at, tie in _LESS_IS_MORE) for at, tie in enumerate(plan.standings.ties)),
    ]
    for column, less_is_more in keys:
        everybody = f"ROUND({plan.down(column)},{_DIGITS})"
        own = f"ROUND({column_letters(column)}{row},{_DIGITS})"
        better += f"+{equal}*({everybody}{'<' if less_is_more else '>'}{own})"
        equal += f"*({everybody}={own})"
    return f"=1+SUMPRODUCT({better.removeprefix('0+')})"


def _places(book: Any, standings: Standings, messages: Messages) -> _CellsByPlace:
    """Writes the sheet of places: the compared points, and the formulas for the score of each place."""
    found: dict[tuple[str, str], _InPlaces] = {}
    if not standings.places:
        return found
    sheet: Any = book.create_sheet(_sheet_name(messages.label("workbook.places")))
    headings = (
        "workbook.round",
        "workbook.table",
        "standings.player",
        "workbook.points_of",
        "workbook.worth",
    )
    for at, key in enumerate(headings, 1):
        say(sheet.cell(1, at), messages.label(key))
    listed = _list_of_worths(sheet, standings.place_points, messages)
    row = 2
    for group in standings.places:
        points = f"ROUND(${_POINTS}${row}:${_POINTS}${row + len(group.points) - 1},{_DIGITS})"
        for player, number in group.points:
            for at, text in enumerate((group.round, group.table or "", player), 1):
                say(sheet.cell(row, at), plain(text))
            sheet.cell(row, 4).value = sheet_number(number)
            own = f"ROUND({_POINTS}{row},{_DIGITS})"
            better = f"SUMPRODUCT(--({points}>{own}))"
            level = f"SUMPRODUCT(--({points}={own}))"
            # Shared places share their points equally.
            sheet.cell(row, 5).value = (
                f"={len(group.points)}-{better}-({level}-1)/2"
                if listed is None
                else f"=SUMPRODUCT(({listed[0]}>{better})*({listed[0]}<={better}+{level})*{listed[1]})"
                f"/{level}"
            )
            before = found.get((player, group.round), _InPlaces(sheet.title))
            found[player, group.round] = before._replace(
                rows=(*before.rows, row), points=before.points + number
            )
            row += 1
    return found


def _list_of_worths(sheet: Any, worths: Sequence[int], messages: Messages) -> tuple[str, str] | None:
    """Writes the list of place points; returns the ranges of its places and points."""
    if not worths:
        return None
    say(sheet.cell(1, _LIST), messages.label("workbook.place"))
    say(sheet.cell(1, _LIST + 1), messages.label("workbook.worth"))
    for place, worth in enumerate(worths, 1):
        sheet.cell(place + 1, _LIST).value, sheet.cell(place + 1, _LIST + 1).value = place, worth
    places, worth = column_letters(_LIST), column_letters(_LIST + 1)
    last = len(worths) + 1
    return f"${places}$2:${places}${last}", f"${worth}$2:${worth}${last}"


def _teams(book: Any, plan: _Plan, messages: Messages) -> None:
    """Writes the sheet of teams, with references to the members' scores on the first sheet."""
    if not plan.standings.teams:
        return
    main = book.active.title
    sheet: Any = book.create_sheet(_sheet_name(messages.label("ranking.teams")))
    labels = ("standings.rank", "ranking.team", "standings.score")
    for at, key in enumerate(labels, 1):
        say(sheet.cell(1, at), messages.label(key))
    rows = {line.player: row for row, line in enumerate(plan.standings.lines, plan.first)}
    last = len(plan.standings.teams) + 1
    for row, team in enumerate(plan.standings.teams, 2):
        say(sheet.cell(row, 2), plain(team.team))
        counted = [rows[one.player] for one in team.members if one.counted and one.player in rows]
        terms = "+".join(f"'{main}'!$C${one}" for one in counted)
        sheet.cell(row, 3).value = f"={terms}" if terms else 0
        scores = f"ROUND($C$2:$C${last},{_DIGITS})"
        sheet.cell(row, 1).value = f"=1+SUMPRODUCT(--({scores}>ROUND(C{row},{_DIGITS})))"
        sheet.cell(row, 3).number_format = "0.00"
        for at, one in enumerate(team.members, 4):
            say(sheet.cell(row, at), plain(one.player) if one.counted else f"({plain(one.player)})")


def _remarks(page: Any, standings: Standings, messages: Messages) -> Sequence[str]:
    unranked = [f"{one.player}: {one.why}" for one in page.unranked]
    season = [messages.label("workbook.of_season")] if standings.method.startswith("season-") else []
    ties = [messages.label("workbook.ties_given")] if standings.ties else []
    recomputes = messages.label("workbook.recomputes")
    return [*unranked, *page.penalties, *page.explained, recomputes, *ties, *season]


def _sheet_name(text: str) -> str:
    return "".join(char for char in text if char not in "[]:*?/\\'")[:_LONGEST_NAME]
