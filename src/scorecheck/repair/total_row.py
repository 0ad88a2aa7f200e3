"""Weighs hypotheses by the total row: sums that follow, wrong totals, missing rows, and hidden slips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from heapq import heapreplace
from itertools import chain, combinations, product
from math import exp, inf, log
from operator import itemgetter
from typing import TypeAlias

from scorecheck.checks.common import left_empty
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.repair.channel import meant, rate, read_as, summed_up
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.hypothesis import LEFT_OUT, OTHER, Correction, Group, Hypothesis, log_sum, merged
from scorecheck.repair.place import only
from scorecheck.repair.proposers.columns import pairs_of
from scorecheck.repair.reading import Reader
from scorecheck.repair.silent import Amounts, Silent, SilentSlips
from scorecheck.repair.slips import constant

MOST_JOINED = 8
"""At most this many parts are compared with the total row together; with more, each part alone."""
_MOST_TOGETHER = 300
_MOST_HYPOTHESES = 128
_MOST_FOUND = 512
"""This many hypotheses are found before less likely ones are dropped, as some have equal edits."""
_MOST_TOTALS = 2
"""At most this many totals are wrong beside slips that no row shows."""
_MOST_ALONE = 512
"""Where rows are one player's alone, so many sets of a slip for each column are made."""
_CLOSE = 14.0
_NEAR = 6.0
"""Two slips in a column are sought if they are at most this log ratio less likely than one."""
_FURTHER = 8.0
"""Hypotheses of three slips must exceed others by this log ratio to be sought."""
_NOTHING = Hypothesis(0.0, 0.0, ())
_NO_COLUMNS: frozenset[int] = frozenset()
_UNKNOWN = "unknown"
"""A slip of which no more is known than its row."""
_ANY_VALUE = frozenset({"other", "left-out", "unreadable", "wrong-column"})
"""Slips of which nothing but the total says what the cell should be."""


_Way: TypeAlias = tuple[float, tuple[tuple[float, Correction], ...]]
"""Slips with their log-probabilities, and that of all together."""


class _Origin(NamedTuple):
    """One way in which the total row was made."""

    log: float
    """Its log-probability."""
    free: frozenset[int]
    """The columns calculated from the written rows, which are no evidence of what was meant."""
    either: frozenset[int]
    """Those of them that may also be written by hand: each that must follow halves the probability."""


class TotalRow:
    """The evidence of a sheet's total row about the hypotheses of its rows.

    Each column written by hand is right, or has a slip of its own; a column calculated from the rows follows
    them. The right values are those of the rows as meant, perhaps with one or two hidden slips.
    """

    def __init__(self, evidence: Evidence, reader: Reader) -> None:
        """Compares the total row with the sums of the rows."""
        self.evidence = evidence
        sheet = evidence.sheet
        self.row = -1 if sheet.total_row is None else sheet.total_row
        self.end = len(evidence.entries)
        self._alone = not evidence.layout.settles
        """Whether a row may put one column out alone."""
        self.foot, self.out = evidence.foot, evidence.out
        self.slips = SilentSlips(evidence, reader)
        self._wrong_total, self._own = cache(self._of_total), cache(self._in_column)
        self._any_value = cache(self._of_any_value)

    def group(self, parts: Sequence[Group]) -> Group:
        """All parts together, with the hypotheses with right columns, perhaps with a corrected total row."""
        together = self._joined(parts)
        together += [other for one in together for other in self._with_any_value(one)]
        found: list[Hypothesis] = []
        best, likely = -inf, [-inf] * _MOST_FOUND
        # The likeliest come first, which limits the search for the rest.
        for many, at_best in enumerate((0.0, 0.0, 2 * self.slips.likeliest)):
            for hypothesis in together:
                # Hypotheses below many others, or far below the best, are not sought.
                least = max(best - _CLOSE, likely[0]) - hypothesis.weight
                if least > at_best:
                    continue
                taken = frozenset(one.at for one in hypothesis.corrections if self.evidence.free is None)
                for explained in self._explained(hypothesis, least, many):
                    if taken.isdisjoint([one.at for one in explained.corrections if one.edits]):
                        weight = hypothesis.weight + explained.weight
                        best = max(best, weight)
                        if weight > likely[0]:
                            heapreplace(likely, weight)
                            found.append(hypothesis.beside(explained))
        known, further = list[Hypothesis](), list[Hypothesis]()
        for one in map(self._with_empty, merged(found)):
            unknown = len(known) == _MOST_HYPOTHESES or any(slip.kind == _UNKNOWN for slip in one.corrections)
            (further if unknown else known).append(one)
        return Group(0, self.end, tuple(known), joined=True, further=tuple(further))

    @cached_property
    def _empty(self) -> Sequence[int]:
        """The players whose total is empty and follows from the rows."""
        evidence = self.evidence
        if any(evidence.spoilt) or evidence.sheet.counted is not None or evidence.penalties:
            return ()
        return left_empty(evidence.sheet, evidence.entries[-1].totals)

    def _with_empty(self, hypothesis: Hypothesis) -> Hypothesis:
        """The same with the totals that were left empty, unless those of a missing row are unknown."""
        evidence, slips = self.evidence, hypothesis.corrections
        if not self._empty or any(one.kind == LEFT_OUT for one in slips):
            return hypothesis
        cells = {entry.row: said for entry, said in zip(evidence.entries, evidence.cells, strict=True)}
        for at in self._empty:
            column, due = evidence.sheet.points_columns[at], evidence.entries[-1].totals[at]
            for row, of, value in chain.from_iterable(one.edits for one in slips):
                if of == column and row in cells and not isinstance(value, str):
                    due += (value or 0) - (cells[row][at] or 0)
            kind = "left-out" if evidence.sheet.table.value(self.row, column) == "" else OTHER
            chance = rate(kind, len(self.foot))
            slip = Correction(kind, ((self.row, column, due),), self.end)
            hypothesis = hypothesis.beside(Hypothesis(chance, chance, (slip,), costs=((self.end, chance),)))
        return hypothesis

    def _joined(self, parts: Sequence[Group]) -> list[Hypothesis]:
        """The likeliest hypotheses of all parts together.

        Errors of columns that no further part can change cost their probability at once.
        """
        wrong, follows = self._total_at_best, log(constant("follows"))
        moves = [{at for one in part.hypotheses for at, by in enumerate(one.moved) if by} for part in parts]
        together = [_NOTHING]
        for which, part in enumerate(parts):
            further = set[int]().union(*moves[which + 1 :])
            settled = [
                (at, out, wrong if out else follows)
                for at, (said, out) in enumerate(zip(self.foot, self.out, strict=True))
                if said is not None and at not in further
            ]

            def at_best(one: Hypothesis, settled: Sequence[tuple[int, Number, float]] = settled) -> float:
                moved = one.moved or self.evidence.none
                return one.weight + sum([cost for at, out, cost in settled if moved[at] != out])

            both = (a.beside(b) for a in together for b in part.hypotheses or (_NOTHING,))
            together = merged(both, _MOST_TOGETHER, at_best)
        return together

    def _with_any_value(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """The same if a value that nothing but its total tells is any other, beside a slip in its column."""
        slips = hypothesis.corrections
        for which, one in enumerate(slips):
            likelier = self._any_value(one) if one.kind in _ANY_VALUE else 0.0
            if likelier:
                two = (Correction(_UNKNOWN, (), one.at),) * 2
                other = hypothesis.likelier(log(likelier))
                yield other._replace(corrections=(*slips[:which], *two, *slips[which + 1 :]))

    def _of_any_value(self, one: Correction) -> float:
        """How much likelier than the value that only a total asks for any other is, with a slip elsewhere.

        What other rows say was tried where a value is lost.
        """
        evidence, cells, changed = self.evidence, self.evidence.cells[one.at], {edit[1] for edit in one.edits}
        columns = [at for at, column in enumerate(evidence.sheet.points_columns) if column in changed]
        # Of two cells it is that which is not empty.
        mine = [at for at in columns if len(columns) == 1 or cells[at] is not None]
        alone_tells = evidence.free is not None and not evidence.sheet.running and not evidence.mending.sums
        said = self.foot[mine[0]] if alone_tells and len(mine) == 1 else None
        if said is None or one.points[mine[0]] != (cells[mine[0]] or 0) + self.out[mine[0]]:
            return 0.0

        def likely(due: Number) -> float:
            return evidence.usual((*one.points[:at], due, *one.points[at + 1 :]), one.at, opening=False)

        (at,) = mine
        here, alone = one.points[at], self.slips.alone(at, _NO_COLUMNS)
        tried = (evidence.free or ()) if one.kind == "wrong-column" else ()
        misread = [said - true for true, _ in meant(said)] if isinstance(said, int) else []
        return sum(
            exp(likely(here - by) - likely(here)) * (alone.get(by, 0.0) + exp(self._wrong_total(at, by)[0]))
            for by in {*alone, *misread} - {0, *(here - value for value in tried)}
        )

    def _explained(self, hypothesis: Hypothesis, least: float, many: int) -> Iterator[Hypothesis]:
        """Explanations of the total row for these meant rows, none less likely than ``least``.

        With so many slips that no row shows.
        """
        moved = hypothesis.moved or self.evidence.none
        due = (0 if said is None else by for said, by in zip(self.foot, moved, strict=True))
        rest = _less(self.out, tuple(due))
        beside = () if self.evidence.free is None else hypothesis.corrections
        for counted in (self.evidence.none, self.evidence.penalties):
            if counted:
                out = _less(self.out, counted)
                yield from self._explained_by(_less(rest, counted), out, beside, least, many)

    def _explained_by(
        self, rest: Amounts, out: Amounts, beside: Sequence[Correction], least: float, many: int
    ) -> Iterator[Hypothesis]:
        """The same for a total row that exceeds the meant rows by ``rest``, and the written ones.

        ``beside``: the slips that rows show.
        """
        for origin in self._origins(rest, out):
            for silent in self._sets(rest, origin, least - origin.log, many):
                left = rest
                for one in silent:
                    left = _less(left, one.delta)
                follow = sum(bool(left[at]) for at in origin.either) * log(constant("follows-either"))
                of_rows = [(one.log, one.correction) for one in silent]
                spent = origin.log + sum(cost for cost, _ in of_rows)
                for of_totals in self._columns(left, origin, silent, least - spent):
                    slips = self._kept_in_rows([*of_totals, *of_rows], beside)
                    chance = sum(cost for cost, _ in slips)
                    if origin.log + chance >= least:
                        yield Hypothesis(
                            origin.log + follow + chance,
                            chance,
                            tuple([correction for _, correction in slips]),
                            costs=tuple([(one.at, cost + self._of_any_cause(one)) for cost, one in slips]),
                        )

    def _of_any_cause(self, correction: Correction) -> float:
        """How unlikely a missing row is beyond one number, in nats: any other cause has to give its points
        as well."""
        if correction.kind != LEFT_OUT or not correction.points:
            return 0.0
        # No further than those of the sheet are: an odd row speaks against itself.
        likely = max(self.evidence.prior(correction.points), self.evidence.typical)
        return max(0.0, -likely - log(constant("spread")))

    def _columns(
        self, left: Amounts, origin: _Origin, silent: Sequence[Silent], least: float
    ) -> Iterator[Sequence[tuple[float, Correction]]]:
        """The slips behind the columns that are still out, beside these slips in rows: in their totals, or,
        where rows are one player's, in rows of that player alone."""
        missing = [one for one in silent if one.correction.kind == LEFT_OUT]
        if self._alone and any(sum(map(bool, one.delta)) == 1 for one in missing or silent):
            # It is one of those below.
            return
        wrong = [at for at, by in enumerate(left) if by and at not in origin.free]
        if len(wrong) <= _MOST_TOTALS or not silent:
            yield self._wrong_totals(wrong, left)
        if self._alone and wrong:
            yield from self._column_by_column(wrong, left, origin.free, least)

    def _column_by_column(
        self, wrong: Sequence[int], left: Amounts, follow: frozenset[int], least: float
    ) -> Iterator[Sequence[tuple[float, Correction]]]:
        """The same with a set of slips for each column, some of them in rows."""
        most = int(_MOST_ALONE ** (1 / len(wrong)))
        each = [self._likeliest(self._own(at, left[at], follow), most) for at in wrong]
        room = sum(ways[0][0] for ways in each) - least
        likely = [[slips for chance, slips in ways if chance + room >= ways[0][0]] for ways in each]
        for some in product(*likely):
            slips = [*chain.from_iterable(some)]
            rows = sum(one.at != self.end or not one.edits for _, one in slips)
            if rows and len(slips) - rows <= _MOST_TOTALS:
                yield slips

    def _two_unknown(self, chance: float) -> _Way:
        """Two slips of which nothing is known but their effect."""
        unknown = Correction(_UNKNOWN, (), self.end)
        return chance, ((chance, unknown), (0.0, unknown))

    def _likeliest(self, ways: Sequence[_Way], most: int) -> Sequence[_Way]:
        """The likeliest of the ways, and all others as one of which nothing is known."""
        if len(ways) <= most or most == 1:
            return ways[:most]
        rest = log_sum([chance for chance, _ in ways[most - 1 :]])
        return [*ways[: most - 1], self._two_unknown(rest)]

    def _kept_in_rows(
        self, slips: list[tuple[float, Correction]], beside: Sequence[Correction]
    ) -> list[tuple[float, Correction]]:
        """The slips; a row with several, or with some beside these, is weighed and judged with all."""
        for at in {one.at for _, one in slips if one.edits and one.at != self.end}:
            mine = [which for which, (_, one) in enumerate(slips) if one.at == at and one.edits]
            row = self.evidence.entries[at].row
            also = [one for one in beside if one.at == at or row in [edit[0] for edit in one.edits]]
            if len(mine) > 1 or also or self.evidence.broken[at].rules:
                together = self.slips.in_one_row(at, [slips[which][1] for which in mine], also)
                cost, first = slips[mine[0]]
                slips[mine[0]] = (-inf if together is None else cost + together, first)
        return slips

    def _in_column(self, at: int, out: Number, follow: frozenset[int]) -> Sequence[_Way]:
        """What puts just one column out, the likeliest first: its total, a row, or two of these.

        ``follow``: the columns that were calculated from the rows.
        """

        def of_rows(by: Number, least: float) -> Iterator[tuple[float, Correction]]:
            rest = only(at, by, len(self.foot))
            return ((one.log, one.correction) for one in self.slips.with_effect(rest, follow, follow, least))

        found: list[_Way] = [(one[0], (one,)) for one in (self._wrong_total(at, out), *of_rows(out, -inf))]
        nearest = max(found)[0] - _NEAR
        for which, one in enumerate(self.slips.hidden):
            least = nearest - one.log
            if least > self._column_at_best:
                break
            by = one.delta[at]
            if not by or by == out or any(_without(one.delta, follow | {at})):
                continue
            for other in (self._wrong_total(at, out - by), *of_rows(out - by, least)):
                # The upper one comes first, so that each pair occurs once.
                if other[0] >= least and (one.at < other[1].at or not other[1].edits):
                    kept = self.slips.kept(which)
                    if kept is None:
                        break
                    found.append((kept.log + other[0], ((kept.log, kept.correction), other)))
        found.sort(key=itemgetter(0), reverse=True)
        # All other pairs together, of which each is too unlikely.
        alone = self.slips.alone(at, follow)
        pairs = sum(
            chance * (alone.get(out - by, 0.0) / 2 + exp(self._wrong_total(at, out - by)[0]))
            for by, chance in alone.items()
            if by != out
        )
        pairs -= sum(exp(chance) for chance, slips in found if len(slips) > 1)
        return [*found, self._two_unknown(log(pairs))] if pairs > 0 else found

    def _origins(self, rest: Amounts, out: Amounts) -> Iterator[_Origin]:
        """The possible origins of the total row: by hand, or in part calculated from the written rows.

        ``rest`` and ``out`` are its differences from the meant and from the written rows.
        """
        # A spreadsheet works out every total.
        follows = constant("follows") * constant("follows-blank") ** len(self._empty)
        agree = frozenset(at for at, by in enumerate(out) if not by and self.foot[at] is not None)
        differs = len(out) - len(agree) - self.foot.count(None)
        of_some = any(rest[at] for at in agree)
        yield _Origin(log(1 - follows) if differs or of_some else 0.0, _NO_COLUMNS, _NO_COLUMNS)
        if agree and differs:
            yield _Origin(
                log(follows * constant("follows-some")) + differs * log(constant("follows-either")),
                agree,
                agree,
            )
        elif of_some:
            yield _Origin(log(follows), agree, _NO_COLUMNS)

    def _bound(self, rest: Amounts, origin: _Origin) -> list[int]:
        """The columns whose total is evidence.

        If nobody's points follow from the others', those with an error.
        """
        told = [at for at, said in enumerate(self.foot) if said is not None and at not in origin.free]
        return told if self.evidence.free is None else [at for at in told if rest[at]]

    def _sets(self, rest: Amounts, origin: _Origin, least: float, many: int) -> Iterator[tuple[Silent, ...]]:
        """Sets of so many silent slips that leave at most two totals wrong, or one beside two of them."""
        bound = self._bound(rest, origin)
        if not many:
            yield ()
            return
        if self.evidence.sheet.running or not any(_without(rest, origin.free)):
            # No total speaks for a slip that no row shows.
            return
        for several in range(_MOST_TOTALS + 2 - many):
            of_rows = least - several * (self._column_at_best - (_FURTHER if many > 1 else 0.0))
            if of_rows > many * self.slips.likeliest:
                return
            for wrong in combinations(bound, several):
                free = origin.free.union(wrong)
                if not any(_without(rest, free)):
                    continue
                for some in self._with_effect(rest, free, origin, of_rows, many):
                    if all(rest[at] != sum(one.delta[at] for one in some) for at in wrong):
                        yield some

    def _with_effect(
        self, rest: Amounts, free: frozenset[int], origin: _Origin, least: float, many: int
    ) -> Iterator[tuple[Silent, ...]]:
        """One or two silent slips with just this effect on all columns except free ones."""
        if many == 1:
            yield from ((one,) for one in self.slips.with_effect(rest, free, origin.free, least))
            return
        whole = not free and not self.slips.untold
        if whole and not any(sum(rest) - one in self.slips.sums for one in self.slips.sums):
            return
        for which, one in enumerate(self.slips.hidden):
            of_other = least - one.log
            if of_other > self.slips.likeliest:
                return
            both = zip(one.delta, rest, strict=True)
            if self.evidence.free is not None and not any(by and out for by, out in both):
                # A slip of one player alone is no evidence about another's total.
                continue
            left = _less(rest, one.delta)
            if not any(_without(left, free)):
                continue
            for other in self.slips.with_effect(left, free, origin.free, of_other, one.delta):
                # The upper one comes first, so that each pair occurs once.
                if one.at < other.correction.at or not other.correction.edits:
                    kept = self.slips.kept(which)
                    if kept is None:
                        break
                    yield kept, other

    def _wrong_totals(self, wrong: Sequence[int], left: Amounts) -> list[tuple[float, Correction]]:
        """The slips behind totals with these errors: one each, or two of them swapped with each other."""
        for one, other in combinations(wrong, 2):
            mine, theirs = self.foot[one] or 0, self.foot[other] or 0
            if left[one] == mine - theirs == -left[other]:
                columns = self.evidence.sheet.points_columns
                edits = ((self.row, columns[one], theirs), (self.row, columns[other], mine))
                chance = rate("values-swapped", (self.end + 1) * pairs_of(one, other, len(self.foot)))
                swapped = (chance, Correction("values-swapped", edits, self.end))
                return [swapped, *self._wrong_totals([at for at in wrong if at not in (one, other)], left)]
        return [self._wrong_total(at, left[at]) for at in wrong]

    def _of_total(self, at: int, left: Number) -> tuple[float, Correction]:
        """A total with an error of its own, with its log-probability."""
        # It began in the first of the sums above that are out by as much, and the others were built upon it.
        above = self.evidence.so_far[at].sums if left == self.out[at] else ()
        sums, column = (*above, (self.row, self.foot[at] or 0)), self.evidence.sheet.points_columns[at]
        said = sums[0][1]
        kind, share = read_as(said, said - left)
        # A sum is as hard as a running total; below these, as each of so many.
        rows = self.end if self.evidence.sheet.running else 1
        chance = rate("total", len(self.foot)) + share
        # A number that stands alone in its column needs no adding up.
        summed = sum(bool(entry.points[at]) for entry in self.evidence.entries) > 1
        added = rate("carried", rows * len(self.foot)) if summed else -inf
        added += log(summed_up(said, said - left))
        kind = "added-up" if added > chance else kind
        chance = log_sum((chance, added))
        adds_up = None not in self.foot and not sum(said or 0 for said in self.foot)
        if self.evidence.free is not None and adds_up:
            # What adds up to 0 as it stands would do so by chance.
            chance -= log(constant("spread"))
        edits = tuple([(row, column, one - left) for row, one in sums])
        return chance, Correction(kind, edits, self.end, carried_to=self.end if above else None)

    @cached_property
    def _total_at_best(self) -> float:
        """An upper bound for the log-probability of a wrong total."""
        return rate("carried", len(self.foot))

    @cached_property
    def _column_at_best(self) -> float:
        """The same for a column that is out, perhaps by a row."""
        return max(self._total_at_best, self.slips.likeliest if self._alone else -inf)


def _less(rest: Amounts, delta: Amounts) -> Amounts:
    """The difference of two changes."""
    return tuple([out - by for out, by in zip(rest, delta, strict=True)])


def _without(amounts: Amounts, free: frozenset[int]) -> Amounts:
    """The amounts outside the free columns."""
    return tuple([by for at, by in enumerate(amounts) if at not in free]) if free else amounts
