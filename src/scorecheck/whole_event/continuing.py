"""Finds sheets that continue others.

Running totals start one game away from the last totals of an earlier sheet; the total row of a sheet of
points exceeds its rows by the earlier ones. For running totals only the first row is weighed::

    log P(first row | it continues that sheet) − log P(first row | it starts from 0)

under the game's own distribution of rows, where one total may be a slip. File names do not count, since
sheets may come in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, product, takewhile
from math import inf, log
from operator import eq

from scorecheck.checks.null import ODDS, SLIP, log_sum
from scorecheck.checks.prior import RowPrior, Step
from scorecheck.games import registry
from scorecheck.model.cells import Number, Written
from scorecheck.model.finding import Edit
from scorecheck.model.names import name_key
from scorecheck.model.outcome import Checked, CheckedSheet, Rows, SheetId
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet, Start
from scorecheck.one_file.row_evidence import rows_prior

_GOES_ON, _AS_OTHERS = log(0.2), log(0.8)
"""Most sheets start from 0, except beside others that continue, or where the first row says so."""
_SAME_TOTALS = log(0.5)
"""The first row may repeat the last totals."""
_FROM_ELSEWHERE, _ALL_WRONG = log(0.1), log(0.001)
"""Totals may come from a sheet that is missing, or may be wrong for any other reason."""
_NONE_MISSING = log(5)
"""Where other sheets continue each other, a missing sheet between two is this many times rarer."""
_LEAST = ODDS - (_AS_OTHERS - _GOES_ON + _NONE_MISSING)
"""The odds that are enough beside others that continue."""
_LOOKED_AT = 12
_OF_A_SLIP = 2
"""The most totals that one slip makes wrong."""
_FURTHEST = 50
"""For a sheet of points, at most this many earlier sheets are considered."""
_MOST_WAYS = 100
"""At most this many combinations of repairs are tried."""
_FEWEST = 2
"""At least this many players must have a total other than 0 when a sheet continues another."""


class _GoesOn(NamedTuple):
    """A sheet continues another: the totals there, and the evidence."""

    sheet: int
    before: int
    ends: Mapping[str, Number]
    evidence: float


class _OtherEnd(NamedTuple):
    """The last totals of a sheet that another may continue."""

    sheet: int
    nearness: int
    """The number of sheets that are nearer."""
    ends: Mapping[str, Number]
    """The last totals."""
    stood: Step
    """The same totals in the order of the players of the other sheet."""


def starts_of(checked: Checked) -> Mapping[SheetId, Start]:
    """For each sheet that continues another of the run, the totals before its first row.

    Players who are missing on the earlier sheet keep the totals of a sheet before that.
    """
    sheets = [sheet for sheet in checked.sheets if sheet.rows and sheet.rows.points]
    if len(sheets) < _FEWEST:
        return {}
    before: dict[int, _GoesOn] = {}
    for link in sorted(_links(sheets), key=lambda link: -link.evidence):
        sure = link.evidence > (_LEAST if before else ODDS)
        if sure and link.sheet not in before and link.sheet not in _back(link.before, before):
            before[link.sheet] = link
    for at in sorted(before):
        last = _last_between(before[at].before, at, before)
        if last is not None:
            # Two sheets do not go on from one: the totals are those of a sheet too early.
            before[at] = before[at]._replace(before=last, ends=next(_ends(sheets[last], _sums(sheets[last]))))
    found: dict[SheetId, Start] = {}
    for at in before:
        totals: dict[str, Number] = {}
        for earlier in reversed([at, *_back(at, before)][:-1]):
            totals |= before[earlier].ends
        sheet, other = sheets[at].sheet, sheets[before[at].before].sheet
        known = {name: totals[name_key(name)] for name in sheet.players if name_key(name) in totals}
        # Files are named by path alone; sheets of a workbook also by name.
        shown = other.shown_name if other.path == sheet.path else None
        after = len(list(_back(at, before))) - 1
        found[sheet.path, sheet.shown_name] = Start(shown or other.path.rpartition("/")[2], known, after)
    return found


def _last_between(first: int, at: int, before: Mapping[int, _GoesOn]) -> int | None:
    """The last of the sheets that go on from the ``first`` and stand between it and another, in order."""
    last = first
    while (
        after := min((one for one in before if before[one].before == last < one < at), default=None)
    ) is not None:
        last = after
    return last if last != first else None


def _back(at: int, before: Mapping[int, _GoesOn]) -> Iterator[int]:
    """A sheet, then the earlier ones, the nearest first."""
    yield at
    while at in before:
        at = before[at].before
        yield at


def _links(sheets: Sequence[CheckedSheet]) -> Iterator[_GoesOn]:
    """For each sheet whose first row does not start from 0, the sheets that it may continue."""
    sums = list(map(_sums, sheets))

    @cache
    def gives(other: int) -> Sequence[Mapping[str, Number]]:
        return list(_given(sheets[other], sums[other]))

    for at, one in enumerate(sheets):
        ruleset = registry.load(one.sheet.game or "")
        layout = ruleset.layout(one.sheet.layout)
        if layout.prior is None or one.rows is None or not one.sheet.says_totals:
            continue
        first = one.rows.points[0]
        if not layout.running:
            opened = _links_of_opening(at, first, sheets, sums) if one.rows.opens else ()
            yield from opened or _links_of_totals(at, sheets, sums, gives)
            continue
        zero_sum = ruleset.zero_sum and layout.notation == "plus-minus"
        chances = _Chances(rows_prior(layout.prior, len(first)), one.rows, zero_sum=zero_sum)
        anew = chances.anew(first, carried=one.rows.opens or not layout.opens_from_zero)
        likely = anew > 2 * _AS_OTHERS - _GOES_ON - ODDS + chances.usual
        if likely and layout.opens_from_zero:
            # It starts like any other sheet, so nothing else can be much likelier.
            continue
        goes_on = _AS_OTHERS if one.rows.opens else _GOES_ON
        for other in _other_ends(at, sheets, sums):
            if likely and first != other.stood:
                continue
            before = goes_on - log(1 + other.nearness) - anew
            evidence = before + chances(first, other.stood, least=_LEAST - before)
            if not layout.opens_from_zero and first == other.stood:
                # These are exactly the totals that may be carried over.
                evidence = max(evidence, 2 * ODDS)
            yield _GoesOn(at, other.sheet, other.ends, evidence)


def _other_ends(
    at: int, sheets: Sequence[CheckedSheet], sums: Sequence[Mapping[str, Number]]
) -> Iterator[_OtherEnd]:
    """The possible last totals of each other sheet of the same game, the nearest sheet first.

    Only where enough players of this sheet had totals other than 0. ``sums`` holds the points of the rows of
    each sheet.
    """
    mine = sheets[at].sheet
    names = list(map(name_key, mine.players))
    for nearness, before in enumerate((*range(at - 1, -1, -1), *range(at + 1, len(sheets)))):
        other = sheets[before]
        if other.sheet.game != mine.game or not other.sheet.says_totals:
            continue
        for ends in _ends(other, sums[before]):
            stood = tuple([ends.get(name, 0) for name in names])
            if sum(map(bool, stood)) >= _FEWEST:
                yield _OtherEnd(before, nearness, ends, stood)


def _links_of_opening(
    at: int, first: Step, sheets: Sequence[CheckedSheet], sums: Sequence[Mapping[str, Number]]
) -> Sequence[_GoesOn]:
    """For a sheet of points below totals carried in, the sheets that end with most of them."""
    links: list[_GoesOn] = []
    for other in _other_ends(at, sheets, sums):
        same = sum(map(eq, first, other.stood))
        if same >= _FEWEST and 2 * same >= len(first):
            links.append(_GoesOn(at, other.sheet, other.ends, 2 * ODDS + same - log(1 + other.nearness)))
    return links


def _links_of_totals(
    at: int,
    sheets: Sequence[CheckedSheet],
    sums: Sequence[Mapping[str, Number]],
    gives: Callable[[int], Sequence[Mapping[str, Number]]],
) -> Iterator[_GoesOn]:
    """For a sheet of points, the earlier sheets whose points its total row includes.

    They may come from the rows or from a total row. Half of the players with points, and at least two, must
    agree, which slips do not bring about. The first of several blocks side by side may hold the totals of
    all. ``sums`` holds the points of the rows of each sheet, ``gives`` what each may give with its repairs.
    """
    sheet = sheets[at].sheet
    names = list(map(name_key, sheet.players))
    own = [sums[at].get(name) for name in names]
    out = list(map(_out, sheet.foot, own))
    if not any(out):
        return
    above = range(at - 1, max(-1, at - _FURTHEST), -1)
    beside = takewhile(lambda other: _stands_beside(sheets[other].sheet, sheet), range(at + 1, len(sheets)))
    for several, by_itself in ((above, False), (beside, _tells_own(sheet, own))):
        if not by_itself and sum(map(bool, out)) < _FEWEST:
            continue
        fewest = 0 if by_itself else _FEWEST
        given = ((other, sheets[other].sheet, gives(other)) for other in several)
        for before, nearness, ends, stood in _added_ends(names, out, fewest, given):
            same = sum(map(eq, out, stood))
            if by_itself or (same >= fewest and 2 * same >= sum(map(bool, stood))):
                yield _GoesOn(at, before, ends, 2 * ODDS + same - log(1 + nearness))


def _added_ends(
    names: Sequence[str],
    out: Sequence[Number | None],
    fewest: int,
    several: Iterable[tuple[int, Sheet, Sequence[Mapping[str, Number]]]],
) -> Iterator[_OtherEnd]:
    """What the points of one sheet, of two and so on add up to, and the total row of each.

    Not where fewer than ``fewest`` players, each by itself, can have the totals ``out``.
    """
    ways: list[Step] = [(0,) * len(names)]
    may: list[set[Number]] = [{0} for _ in names]
    added: list[Sequence[Step]] = []
    last = -1
    for nearness, (at, sheet, given) in enumerate(several):
        if given[0].keys().isdisjoint(names):
            continue
        last = at if last < 0 else last
        each = list(dict.fromkeys(tuple([points.get(name, 0) for name in names]) for points in given))
        may = [
            {total + more for more in set(points) for total in totals}
            for totals, points in zip(may, zip(*each, strict=True), strict=True)
        ]
        added.append(each)
        if sum(wanted in totals for wanted, totals in zip(out, may, strict=True)) >= fewest:
            for more in added:
                ways = [
                    tuple([total + by for total, by in zip(way, points, strict=True)])
                    for way, points in islice(product(ways, more), _MOST_WAYS)
                ]
            added.clear()
            yield from (_OtherEnd(last, nearness, dict(zip(names, way, strict=True)), way) for way in ways)
        foot = _foot(sheet)
        yield _OtherEnd(at, nearness, foot, tuple([foot.get(name, 0) for name in names]))


def _foot(sheet: Sheet) -> dict[str, Number]:
    """The totals of a total row, by name."""
    said = zip(map(name_key, sheet.players), sheet.foot, strict=False)
    return {name: one for name, one in said if isinstance(one, (int, Fraction))}


def _out(said: Written, given: Number | None) -> Number | None:
    """By how much a total row exceeds the rows, if it does."""
    return said - given or None if isinstance(said, (int, Fraction)) and given is not None else None


def _stands_beside(one: Sheet, other: Sheet) -> bool:
    """Whether two tables are blocks side by side on one sheet."""
    here, there = one.table, other.table
    return (one.path, here.sheet, here.heading_row) == (other.path, there.sheet, there.heading_row)


def _tells_own(sheet: Sheet, own: Sequence[Number | None]) -> bool:
    """Whether a row right above the total row already holds the totals of this sheet, or most of them.

    Then the total row includes other sheets.
    """
    if not sheet.subtotals or sheet.total_row is None:
        return False
    row, said = sheet.subtotals[-1]
    between = sheet.table.rows[row + 1 : sheet.total_row]
    filled = any(cells[at] != "" for cells in between for at in sheet.points_columns if at < len(cells))
    same = sum(one == total for one, total in zip(said, own, strict=False))
    return row < sheet.total_row and not filled and 2 * same >= len(own)


def _given(checked: CheckedSheet, sums: Mapping[str, Number]) -> Iterator[Mapping[str, Number]]:
    """What a sheet gives: with one repair of each finding, the likeliest first, then as written."""
    offered = [finding.fixes for finding in checked.findings if finding.fixes]
    for chosen in islice(product(*offered), _MOST_WAYS if offered else 0):
        made = {edit.cell: edit for fix in chosen for edit in fix.edits}
        yield _with_edits(checked.sheet, sums, made.values())
    yield sums


def _with_edits(sheet: Sheet, sums: Mapping[str, Number], edits: Iterable[Edit]) -> Mapping[str, Number]:
    # Rows of facts name the players, who have no columns.
    names = {at: name_key(name) for at, name in zip(sheet.points_columns, sheet.players, strict=False)}
    mended = dict(sums)
    for edit in edits:
        row, column = sheet.table.place_of(edit.cell)
        amounts = [int(text) if _is_whole(text) else 0 for text in (edit.before, edit.after)]
        if column in names and row != sheet.total_row:
            mended[names[column]] += amounts[1] - amounts[0]
    return mended


def _sums(checked: CheckedSheet) -> dict[str, Number]:
    """The sum of each player's points in the rows of a sheet."""
    columns = zip(*checked.rows.points, strict=True) if checked.rows is not None else ()
    return {name_key(name): sum(column) for name, column in zip(checked.sheet.players, columns, strict=False)}


class _Chances:
    """The probability of a first row, by the changes that it makes."""

    def __init__(self, prior: RowPrior, rows: Rows, *, zero_sum: bool) -> None:
        self._prior, self._opens, self._zero_sum = prior, rows.opens, zero_sum
        # A wrong total in the first row makes the next change wrong as well.
        amounts = [abs(float(x)) for step in rows.points[2:] or rows.points[1:] for x in step]
        self._spread = max(1.0, sum(amounts) / max(1, len(amounts)))
        self.usual = max(map(prior, rows.points[1:_LOOKED_AT]), default=0.0)
        """The log-probability of the likeliest of its own rows."""

    def __call__(self, first: Step, stood: Step, *, least: float = -inf) -> float:
        """The log-probability of a first row after some totals; one total may be wrong, or two swapped.

        Minus infinity where it is hardly above ``least``.
        """
        step = tuple([now - then for now, then in zip(first, stood, strict=True)])
        right = log(1 - SLIP) + self._right(step)
        slips = log(SLIP) + self.usual + log_sum((-self._bits_of_slip(0), -log(len(step)))) - log(len(step))
        # One slip does not make them the same totals, and a game is hardly likelier than those of the sheet.
        if sum(map(bool, step)) > _OF_A_SLIP and log_sum((right, slips)) <= least:
            return -inf
        wrong = log_sum((self._one_wrong(step), self._changed_places(step, first)))
        return log_sum((right, log(SLIP) + wrong))

    def anew(self, first: Step, *, carried: bool) -> float:
        """The same for a sheet that starts from 0, or from unknown totals."""
        wrong = self._zero_sum and sum(first)
        free = sorted(map(abs, first))[: len(first) - (self._zero_sum and not wrong)]
        anywhere = (_FROM_ELSEWHERE if carried else _ALL_WRONG) - self._bits(free)
        anywhere += log(SLIP) if carried and wrong else 0.0
        return anywhere if self._opens else log_sum((self(first, (0,) * len(first)), anywhere))

    def _right(self, step: Step) -> float:
        if self._opens:
            return -inf if any(step) else 0.0
        return self._prior(step) if any(step) else _SAME_TOTALS

    def _one_wrong(self, step: Step) -> float:
        """The same with one wrong total, which follows from the others if points add up to 0."""
        ways: list[float] = []
        for at, amount in enumerate(step):
            off = sum(step) if self._zero_sum else amount
            if off:
                meant = (*step[:at], amount - off, *step[at + 1 :])
                ways.append(self._right(meant) - self._bits_of_slip(off) - log(len(step)))
        return max(ways, default=-inf)

    def _changed_places(self, step: Step, first: Step) -> float:
        ways = [-inf]
        for one, other in combinations(range(len(step)), 2):
            by = first[other] - first[one]
            meant = [amount + by * ((at == one) - (at == other)) for at, amount in enumerate(step)]
            ways.append(self._right(tuple(meant)) if by else -inf)
        return max(ways) - 2 * log(len(step))

    def _bits_of_slip(self, off: Number) -> float:
        """The same for the error in one number, which is large if a sign is lost."""
        return 2 * log(1 + float(abs(off)) / self._spread) + log(2 * self._spread + 1)

    def _bits(self, amounts: Sequence[Number]) -> float:
        """The negative log-probability of arbitrary numbers of this size."""
        return sum(float(abs(x)) / self._spread + log(2 * self._spread + 1) for x in amounts)


def _ends(checked: CheckedSheet, ends: Mapping[str, Number]) -> Iterator[Mapping[str, Number]]:
    """The last totals of a sheet: its total row, its rows, and these with one wrong total corrected."""
    sheet = checked.sheet
    names = {at: name_key(name) for at, name in zip(sheet.points_columns, sheet.players, strict=True)}
    if sheet.foot and not sheet.running:
        yield {**ends, **_foot(sheet)}
    yield ends
    for edit in (edit for finding in checked.findings for fix in finding.fixes for edit in fix.edits):
        name = names.get(sheet.table.place_of(edit.cell)[1])
        if name is not None and edit.before == str(ends[name]) and _is_whole(edit.after):
            yield {**ends, name: int(edit.after)}


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii()
