"""Decodes the rows of a sheet from the top: the likeliest slips behind what is read.

A belief is a list of slips with the state of the writer: the totals above, and their errors if a wrong one is
continued. Each row is read under each belief; if it, or one of the next, cannot follow, the proposers give
possible slips. When all beliefs agree again with the sheet, one part of it is decoded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from math import exp, floor, inf, log

from scorecheck.repair.ahead import SLIP
from scorecheck.repair.belief import NO_SUMS, Belief, Read, Slip, Sums
from scorecheck.repair.channel import more_often
from scorecheck.repair.evidence import Evidence, as_read
from scorecheck.repair.hypothesis import (
    CONTROL_FOLLOWS,
    MOST_HYPOTHESES,
    OTHER,
    Correction,
    Group,
    Hypothesis,
    added,
    log_sum,
    merged,
)
from scorecheck.repair.judge import BudgetExhausted
from scorecheck.repair.place import Cells
from scorecheck.repair.reading import Reader

LOOKED_BACK = 2
"""The slip behind the first wrong row is at most this many rows above it."""
_MOST_BELIEFS = 120
_OF_PLAYERS = 3
"""The factor of beliefs and hypotheses where each row is one player's alone.

Slips of several players are then decoded together.
"""
_TOO_UNLIKELY = 16.0
"""Beliefs below the best by more than this log ratio are dropped."""
_OF_GAMES = 9.0
"""The same on sheets whose rows are one of many games: most guesses lead to some game there."""
_PAIR = 4.0
_CLOSE = 6.0
"""A second slip of a row is not sought if it is 400 times less likely than a found one."""
_CLOSE_TO_OTHERS = 2.0
"""The same, beside the readings of another belief."""
_UNDER_TOTALS = 6.0
"""If a total row decides between hypotheses of a row, less likely ones are sought by this much."""
MOST_SLIPS = 6
"""The largest number of slips in one part of a sheet."""


class Decoder:
    """Decodes one sheet."""

    def __init__(self, evidence: Evidence) -> None:
        """``run`` returns the groups."""
        self.evidence = evidence
        self.running = evidence.sheet.running
        self.reader = Reader(evidence)
        self._sums = NO_SUMS
        self._dropped: dict[tuple[Correction, ...], float] = {}
        """The share of dropped beliefs, relative to the kept ones, by their slips above the row."""
        self._many = _OF_PLAYERS if self.running and evidence.games else 1
        under_totals = evidence.has_total
        slips = max(1, sum(evidence.doubted))
        # Each further slip on a sheet, or in a row, is likelier than the one before.
        self._close = _CLOSE + more_often(slips + 1) - more_often(slips)
        self._close += _UNDER_TOTALS if under_totals else 0.0
        self._due = evidence.out if under_totals and any(evidence.out) else ()
        """What all totals together ask of the wrong rows of points."""
        self._joint = evidence.free is None or bool(evidence.mending.sums)
        """Whether the points of a row hang together, so that none of two slips keeps the rules by itself.

        Else only totals tell of a second slip in a row that one makes right: see ``TotalRow``.
        """

    def run(self) -> tuple[tuple[Group, ...], bool]:
        """The parts of the sheet with errors, each with its hypotheses, and whether these are all."""
        parts: list[Group] = []
        at = 0
        broken = self.evidence.broken
        while at < len(broken):
            if not broken[at].rules:
                at += 1
                continue
            begin = max(self._looked_back(at), parts[-1].last + 1 if parts else 0)
            try:
                part = self._part(begin, at)
            except BudgetExhausted:
                return tuple(parts), False
            parts.append(part)
            at = part.last + 1
        return tuple(parts), True

    def _looked_back(self, at: int) -> int:
        """The first row that may hold the slip behind a wrong row."""
        before = self.evidence.before
        if at in before:
            # The slip behind one of the next wrong rows may be above this one as well.
            firsts = (min(rows, default=row) for row, rows in before.items() if row >= at)
            return min((first for first in firsts if first <= at), default=at)
        if self.evidence.free is not None:
            return at - 1 if self.running else at
        return at - LOOKED_BACK if self.running else at

    def _part(self, begin: int, first: int) -> Group:
        """The part with ``first`` as its first wrong row; slips may be in rows from ``begin`` on."""
        evidence = self.evidence
        self._dropped = {}
        beliefs = [self.reader.begin(begin)._replace(sums=self._sums)]
        end = len(evidence.entries)
        for at in range(begin, end):
            if not beliefs:
                # No hypothesis fits: continue from the written values. Rows of points stand by themselves.
                sound = (row for row in range(at + 1, end) if not evidence.broken[row].rules)
                return Group(begin, next(sound, end) - 1 if self.running else at - 1, ())
            awaited = any(row > at > min(rows, default=row) for row, rows in evidence.before.items())
            if at > first and not awaited and all(self._is_settled(one, at) for one in beliefs):
                # Whether a spreadsheet calculated the controls is the same everywhere on the sheet.
                self._sums = max(beliefs, key=lambda one: one.log).sums
                return self._group(begin, at - 1, beliefs)
            beliefs = self._best(self._next(beliefs, at), at)
        return self._group(begin, end - 1, [one for one in beliefs if one.below is None])

    def _is_settled(self, belief: Belief, at: int) -> bool:
        """Whether a belief agrees with the sheet again from this entry on."""
        if belief.below is not None:
            return False
        if not self.running:
            return True
        return (
            not any(belief.off)
            and not self.evidence.broken[at].rules
            and belief.base == self.reader.above(at)
        )

    def _next(self, beliefs: Sequence[Belief], at: int) -> Iterator[Belief]:
        """The beliefs after one more row."""
        best = whole = top = -inf
        explained = False
        read_once: list[tuple[Belief, float]] = []
        for belief in beliefs:
            likeliest = -inf
            for read in self._readings(belief, at, best, top):
                after = self._after(belief, read, at)
                if _by_themselves(after) <= MOST_SLIPS:
                    yield after
                if read.below is None:
                    # A slip in two rows has only half of its cost so far.
                    best = max(best, after.log + self._further(after, at))
                    ahead = self.reader.ahead.next_row(at, read.base) if self.running else 0.0
                    likeliest = max(likeliest, read.log + ahead)
                    explained |= after.moved == self._due
            if belief.below is None:
                if likeliest == -inf or self._joint:
                    read_once.append((belief, likeliest))
                whole, top = max(whole, belief.log + likeliest), max(top, belief.log)
        # Two slips in a row are sought only as a last resort: beside one that makes the total row right, they
        # would leave wrong totals as well.
        for belief, likeliest in () if explained else read_once:
            if belief.log > max(whole - self.evidence.typical + _PAIR, top - self._close):
                least = max(likeliest, whole - belief.log - _CLOSE_TO_OTHERS) - self._close
                found = (self._after(belief, read, at) for read in self.reader.with_two(belief, at, least))
                yield from (after for after in found if _by_themselves(after) <= MOST_SLIPS)

    def _readings(self, belief: Belief, at: int, best: float, top: float) -> Sequence[Read]:
        """One more row under a belief.

        ``best`` is the likeliest belief after it so far, ``top`` the likeliest before it.
        """
        least, far = -inf, _TOO_UNLIKELY
        if not self.evidence.layout.settles and best > -inf:
            # If many games fit, most guesses are too improbable beside those found already.
            far = _OF_GAMES
            least = floor(best - far - belief.log)
        # One more slip costs at least this much.
        slip = belief.log - SLIP > best - far
        if self.evidence.free is not None and best > -inf:
            # Any number may follow any other, so a further slip always leads somewhere.
            slip = belief.log > top - self._close
        return self.reader.readings(belief, at, slip=slip, least=least)

    def _further(self, belief: Belief, at: int) -> float:
        """How much less likely than the likeliest rows the next rows of a belief are."""
        return self.reader.ahead.further(at, belief.base, belief.meant(at + 1))

    def _best(self, beliefs: Iterable[Belief], at: int) -> list[Belief]:
        """The likeliest beliefs after a row; equivalent ones are merged."""
        alike: dict[object, Belief] = {}
        for one in beliefs:
            edits = tuple([(slip.correction.edits, slip.correction.at, slip.carried) for slip in one.slips])
            key = (one.base, one.off, one.below, one.lost_below, one.below_at, one.sums, edits)
            known = alike.get(key)
            if known is not None:
                better, worse = (known, one) if known.log >= one.log else (one, known)
                one = better._replace(log=better.log + log(1 + exp(worse.log - better.log)))
            alike[key] = one
        weighed = [(one.log + self._further(one, at), one) for one in alike.values()]
        weighed.sort(key=lambda one: -one[0])
        most = self._many * _MOST_BELIEFS
        if len(weighed) > most:
            self._drop(weighed, most, at)
        return [one for weight, one in weighed[:most] if weight >= weighed[0][0] - _TOO_UNLIKELY]

    def _drop(self, weighed: Sequence[tuple[float, Belief]], most: int, at: int) -> None:
        """Notes what was meant above a row by beliefs beyond so many, and how likely they are."""
        best = weighed[0][0]
        kept = sum([exp(weight - best) for weight, _ in weighed[:most]])
        shares = [(exp(weight - best) / kept, one) for weight, one in weighed[most:]]
        more = 1 + sum(share for share, _ in shares)
        self._dropped = {slips: share * more for slips, share in self._dropped.items()}
        for share, one in shares:
            # Of the last slip no more is known than its row.
            above = tuple([slip.correction for slip in one.slips if slip.correction.at < at])
            if len(above) < len(one.slips):
                above = (*above, Correction(OTHER, (), at))
            self._dropped[above] = self._dropped.get(above, 0.0) + share

    def _after(self, belief: Belief, read: Read, at: int) -> Belief:
        slips = belief.slips
        if read.edits_of_last:
            which = belief.opened
            slip = slips[which]
            edits = (*slip.correction.edits, *read.edits_of_last)
            slip = slip._replace(correction=slip.correction._replace(edits=edits))
            slips = (*slips[:which], slip, *slips[which + 1 :])
        past = belief.past
        if read.entry is not None:
            past = (*past, read.entry)[-max(1, self.evidence.judge.reach) :]
        moved = belief.moved
        if not self.running and (read.slips or read.edits_of_last or read.entry is None):
            empty: Cells = (None,) * len(moved)
            now = empty if read.entry is None else as_read(read.entry)
            moved = added(moved, self.evidence.effect(at, self.evidence.cells[at], now))
        return Belief(
            belief.log + read.log,
            (*belief.costs, (at, read.slips_log)) if read.slips_log else belief.costs,
            read.base,
            read.off,
            past,
            moved,
            (*slips, *read.slips),
            *(
                (belief.below, belief.lost_below, belief.below_at)
                if belief.below_at > at
                else (read.below, read.lost_below, -1 if read.below is None else at + read.apart)
            ),
            Sums(belief.sums.followed + read.sums.followed, belief.sums.right + read.sums.right),
        )

    def _group(self, begin: int, last: int, beliefs: Iterable[Belief]) -> Group:
        """The part with the hypotheses of its beliefs."""
        found = merged(self._hypothesis(belief, last) for belief in beliefs)
        most = self._many * MOST_HYPOTHESES
        likeliest, further = found[:most], list[Hypothesis]()
        for one in found[most:]:
            # What makes totals right is the likeliest in the end, however rare its values are.
            (likeliest if self._makes_right(one) else further).append(one)
        kept = log_sum(one.weight for one in found) if self._dropped and found else 0.0
        dropped = (Hypothesis(kept + log(share), 0.0, slips) for slips, share in self._dropped.items())
        return Group(begin, last, tuple(likeliest), further=(*further, *dropped))

    def _makes_right(self, hypothesis: Hypothesis) -> bool:
        """Whether each total that a hypothesis changes is right then."""
        if not (any(hypothesis.moved) and self._due):
            return False
        return all(by in {0, due} for by, due in zip(hypothesis.moved, self._due, strict=True))

    def _hypothesis(self, belief: Belief, last: int) -> Hypothesis:
        moved = belief.moved
        if self.running:
            seen = self.evidence.entries[last].totals
            moved = tuple(
                [base + off - total for base, off, total in zip(belief.base, belief.off, seen, strict=True)]
            )
        corrections = self._carried_down(belief.slips)
        slips = sum(cost for _, cost in belief.costs)
        return Hypothesis(belief.log, slips, corrections, moved if any(moved) else (), belief.costs)

    def _carried_down(self, slips: Sequence[Slip]) -> tuple[Correction, ...]:
        """The slips with their effect on all later rows, if a wrong total is continued."""
        corrections = [slip.correction for slip in slips]
        if not any(slip.carried for slip in slips):
            return tuple(corrections)
        gone = self._repeated(corrections)
        written = {edit[:2] for correction in corrections for edit in correction.edits}
        columns = self.evidence.sheet.points_columns
        off, carrier = list(self.evidence.none), [-1] * len(columns)
        following = sorted(range(len(slips)), key=lambda which: corrections[which].at)
        for at in range(corrections[following[0]].at, len(self.evidence.entries)):
            row = () if at in gone else self.evidence.cells[at]
            for position, cell in enumerate(row):
                place = (self.evidence.entries[at].row, columns[position])
                if off[position] and cell is not None and place not in written:
                    which = carrier[position]
                    corrections[which] = corrections[which].extended((*place, cell + off[position]), at)
            while following and corrections[following[0]].at == at:
                which = following.pop(0)
                carried = slips[which].carried or self.evidence.none
                off = [before + out for before, out in zip(off, carried, strict=True)]
                carrier = [which if out else before for before, out in zip(carrier, carried, strict=True)]
        return tuple(corrections)

    def _repeated(self, corrections: Iterable[Correction]) -> Set[int]:
        """The duplicate entries, which are removed rather than repaired."""
        twice = (at for at in range(len(self.evidence.entries)) if self.evidence.numbered_twice(at))
        return {*twice, *(one.at for one in corrections if one.kind == "row-twice")}


def _by_themselves(belief: Belief) -> int:
    """The slips of a belief, without controls that only follow from them."""
    return sum(slip.correction.kind != CONTROL_FOLLOWS for slip in belief.slips)
