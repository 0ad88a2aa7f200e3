"""Slips that no row shows and totals tell of: wrong rows that keep the rules, and rows that are missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from math import exp, inf, log
from typing import TypeAlias

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, replace
from scorecheck.repair.channel import Heard, meant, more_often, rate, rate_of, rate_of_copy, slip_between
from scorecheck.repair.contents import row_taken
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.hypothesis import COPIED, LEFT_OUT, Correction, added, log_sum
from scorecheck.repair.place import Cells, Guess, Place, place_with
from scorecheck.repair.proposers.added import carried_on, change_written
from scorecheck.repair.proposers.columns import beside_its_column, swapped
from scorecheck.repair.proposers.numbers import one_number, scaled
from scorecheck.repair.proposers.whole_rows import whole_row
from scorecheck.repair.reading import Reader
from scorecheck.repair.slips import constant

Amounts: TypeAlias = tuple[Number, ...]

_FURTHER = 8.0
"""A row that is missing exceeds the likeliest row by at most this log ratio, by numbers and turn."""
_OPPOSITE = 2
"""The columns of slips that make up for each other."""
_OF_ROWS = (swapped, whole_row)
"""The proposers of slips after which a row still adds up."""
_OF_NUMBERS = (one_number, scaled, beside_its_column, change_written)
"""Further ones where rows need not add up, so that any number may be another one."""


class Silent(NamedTuple):
    """A slip that no row shows: a wrong row that keeps the rules, or a missing one."""

    delta: Amounts
    """Its effect on the columns."""
    log: float
    """Its log-probability, relative to that of the rows as written."""
    correction: Correction


class Hidden(NamedTuple):
    """A possible meaning of a row. The checks have not judged it yet."""

    delta: Amounts
    """The effect of the slip on the columns."""
    log: float
    """Its log-probability, relative to that of the row as written."""
    at: int
    guess: Guess | None
    """``None`` for a duplicate row."""


class SilentSlips:
    """The slips of a sheet that no row shows, by their effect on the columns."""

    def __init__(self, evidence: Evidence, reader: Reader) -> None:
        """With the evidence of the sheet."""
        self.evidence, self.reader = evidence, reader
        self.foot, self.end = evidence.foot, len(evidence.entries)
        self.untold = frozenset(at for at, said in enumerate(self.foot) if said is None)
        """The columns without a total that says anything of what was meant."""
        self.kept = cache(self._judged)
        self._apart = evidence.free is not None and not evidence.sheet.running
        self._left_out, self._row_at_best = cache(self._missing), cache(self._missing_at_best)
        self._may_be_missing, self.in_two_cells = cache(self._is_whole), cache(self._opposite)
        self._copied = cache(self._of_copy)
        self._misread, self.alone = cache(self._slips_of_the_pen), cache(self._alone_in)

    @cached_property
    def sums(self) -> set[Number]:
        """The possible effects of one row on the sum of all columns: mostly none, or as of a missing game."""
        return {0, *self.evidence.mending.sums, *(sum(one.delta) for one in self.hidden)}

    @cached_property
    def likeliest(self) -> float:
        """The log-probability of the likeliest hidden slip, as a bound."""
        games = self.evidence.missing.games
        # Of rows without dependencies, each is rare.
        usual = log(max(games.values())) if games else min(0.0, self.evidence.most + _FURTHER)
        return max([self._any_missing + usual, *(one.log for one in self.hidden[:1])])

    @cached_property
    def _any_missing(self) -> float:
        """The log-probability that a row is missing, apart from its points, as a bound."""
        anywhere = log_sum(weigh for weigh, _ in self._gaps.values())
        return rate("row-left-out", 1) - log(self.end + 1) + anywhere + log(len(self.foot))

    def with_effect(
        self,
        rest: Amounts,
        free: frozenset[int],
        follow: frozenset[int],
        least: float,
        beside: Amounts = (),
    ) -> Iterator[Silent]:
        """Slips with just this effect on all columns except free ones; none below ``least``.

        ``follow``: the free ones that were calculated from the rows. ``beside``: the effect of another slip.
        """
        if least > self.likeliest:
            return
        for which in self._with(rest, free):
            if self.hidden[which].log < least:
                break
            kept = self.kept(which)
            if kept is not None:
                yield kept
        if self.evidence.sheet.running:
            # What else no row shows stands in its totals.
            return
        if not free:
            copied = (self._copied(at, rest) for at in range(1, self.end) if self.evidence.repeats(at))
            yield from (one for one in copied if one is not None and one.log >= least)
        for asked in self._made_up_for(rest, free):
            yield from (both for both in self.in_two_cells(asked) if both.log >= least)
        if not self._rules_out_missing(rest, free | self.untold, beside, least):
            yield from self._missing_with(rest, free | self.untold, follow | self.untold, least)

    def _of_copy(self, at: int, rest: Amounts) -> Silent | None:
        """A row that was copied from the one above, perhaps with its number, where the totals tell what it
        should be."""
        points, (numbered, more) = self.evidence.entries[at].points, self.evidence.number_copied(at)
        both = zip(self.evidence.cells[at], rest, strict=True)
        meant = tuple([(cell or 0) + by if by else cell for cell, by in both])
        chance = rate_of_copy(self.end) + more
        chance += self._usual(at, added(points, rest)) - self._usual(at, points)
        undone = self.reader.undone(at, Guess(COPIED, chance, meant)) if chance > -inf else None
        return undone and Silent(rest, chance, undone._replace(edits=(*numbered, *undone.edits)))

    def _missing_with(
        self, rest: Amounts, free: frozenset[int], follow: frozenset[int], least: float
    ) -> Iterator[Silent]:
        """A missing game with just this effect on all columns except free ones."""
        lost = free - follow
        if not free or (not follow and len(lost) == 1):
            # The game adds up, so the others show the points of the player with the wrong total: none, where
            # one plays alone.
            for points in self._with_lost(rest, *lost):
                game = self._left_out(points)
                if game is not None and game.log >= least and self._may_be_missing(points):
                    yield game
        elif follow and not lost:
            told = tuple([at for at in range(len(rest)) if at not in free])
            if any(seen := tuple([rest[at] for at in told])):
                games = self.evidence.missing.by_changes(told).get(seen, ())
                # Of totals that may follow none is sure to be typed, so nothing is told of its points.
                known = told if follow == self.untold else ()
                some = (self._left_out(points, known) for points, _ in games)
                yield from (game for game in some if game is not None and game.log >= least)

    def _with_lost(self, rest: Amounts, lost: int = -1) -> Iterator[Amounts]:
        """The points of a missing game if one total is wrong: by the others, or by that total's slips."""
        if lost < 0:
            yield rest
            return
        sums = (0,) if self.evidence.layout.settles else self.evidence.mending.sums
        said, dues = self.foot[lost], [0]
        if len(sums) == 1:
            dues = [sums[0] - sum(rest) + rest[lost]]
        elif self.evidence.free is not None and isinstance(said, int):
            dues = [rest[lost] + true - said for true, _ in meant(said)]
        yield from ((*rest[:lost], due, *rest[lost + 1 :]) for due in dues)

    def _with(self, rest: Amounts, free: frozenset[int]) -> Iterator[int]:
        """Which hidden slips have just this effect on all columns except free ones, the likeliest first."""
        left = (1 << len(self.hidden)) - 1
        for at, by in enumerate(rest):
            if at not in free:
                left &= self._by_effect[at].get(by, 0)
        while left:
            first = left & -left
            yield first.bit_length() - 1
            left ^= first

    @cached_property
    def _by_effect(self) -> Sequence[Mapping[Number, int]]:
        """By column and effect on it, a number with the bits of the hidden slips that have it."""
        found: list[dict[Number, int]] = [{} for _ in self.foot]
        for which, one in enumerate(self.hidden):
            for bits, by in zip(found, one.delta, strict=True):
                bits[by] = bits.get(by, 0) | 1 << which
        return found

    def _alone_in(self, column: int, free: frozenset[int]) -> Mapping[Number, float]:
        """The probability of each effect on a column of slips that have none on others but free ones."""
        found: dict[Number, float] = {}
        for one in self.hidden:
            if one.delta[column] and not any(
                by for at, by in enumerate(one.delta) if at != column and at not in free
            ):
                found[one.delta[column]] = found.get(one.delta[column], 0.0) + exp(one.log)
        return found

    # Rows that are wrong and keep the rules.

    @cached_property
    def hidden(self) -> list[Hidden]:
        """Slips that their rows do not show, the likeliest first."""
        evidence = self.evidence
        found: list[Hidden] = []
        for at, entry in enumerate(evidence.entries):
            place = self.reader.place(at)
            if self._is_wrong(at):
                # Beside the slip that shows there, where nobody's points follow from the others'.
                for delta, guess in self._guesses(place_with(place, place.cells)) if self._apart else ():
                    found.append(Hidden(delta, guess.log, at, guess))
                continue
            here = evidence.odd(entry.points, at, opening=entry.opening, hidden=True)
            for delta, guess in self._guesses(place):
                steps = place.steps(guess.meant)
                usual = evidence.usual(steps, at, opening=entry.opening, hidden=True)
                below = any(
                    by and at not in one.games for by, one in zip(delta, evidence.so_far, strict=True)
                )
                if usual > -inf and not below:
                    found.append(Hidden(delta, guess.log + usual - here, at, guess))
            if evidence.is_twice(at) and not evidence.sheet.running:
                chance = rate("row-twice", 1) - log(self.end) + evidence.steps(at, 0) - here
                found.append(Hidden(evidence.effect(at, entry.points, evidence.none), chance, at, None))
        return sorted(found, key=lambda one: -one.log)

    def _judged(self, which: int) -> Silent | None:
        """The correction of a hidden slip, if its row then keeps the rules, or is wrong without it."""
        one, evidence = self.hidden[which], self.evidence
        if one.guess is None:
            return Silent(one.delta, one.log, row_taken(evidence.sheet, evidence.entries, one.at))
        if self._is_wrong(one.at):
            both = zip(evidence.sheet.points_columns, evidence.cells[one.at], one.guess.meant, strict=True)
            edits = [(evidence.entries[one.at].row, at, new) for at, old, new in both if new != old]
            return Silent(one.delta, one.log, Correction(one.guess.kind, tuple(edits), one.at))
        correction = self.reader.undone(one.at, one.guess)
        return None if correction is None else Silent(one.delta, one.log, correction)

    def _is_wrong(self, at: int) -> bool:
        """Whether a row shows a slip."""
        return bool(self.evidence.broken[at].rules) or not self.evidence.entries[at].readable

    def _made_up_for(self, rest: Amounts, free: frozenset[int]) -> Iterator[Amounts]:
        """The effects of two slips in a row that make up for each other, perhaps one in a free column."""
        if not (self.evidence.layout.settles or len(self.evidence.mending.sums) == 1):
            # Where rows need not add up, each of them is a slip by itself.
            return
        asked = tuple([0 if at in free else by for at, by in enumerate(rest)])
        out = sum(map(bool, asked))
        if out == _OPPOSITE and not sum(asked):
            yield asked
        elif out == 1:
            yield from ((*asked[:at], -sum(asked), *asked[at + 1 :]) for at in sorted(free))

    def _opposite(self, rest: Amounts) -> Sequence[Silent]:
        """Two slips of the pen that make up for each other in one row, with just this effect."""
        one, other = (self._misread(column, by) for column, by in enumerate(rest) if by)
        found: list[Silent] = []
        for at in [at for at in one if at in other]:
            entry, cells = self.evidence.entries[at], self.evidence.cells[at]
            meant = tuple([None if cell is None else cell + by for cell, by in zip(cells, rest, strict=True)])
            step = tuple([cell or 0 for cell in meant])
            if self.evidence.usual(step, at, opening=entry.opening) == -inf:
                continue
            places = self.reader.place(at).places
            chance = rate_of(one[at].log, places) + rate_of(other[at].log, places) + more_often(2)
            chance += self.evidence.room
            both = self.reader.undone(at, Guess(one[at].kind, chance, meant))
            if both is not None:
                chance += self._usual(at, both.points) - self._usual(at, entry.points)
                found.append(Silent(rest, chance, both))
        return found

    def _slips_of_the_pen(self, column: int, by: Number) -> Mapping[int, Heard]:
        """The rows that keep the rules in which one slip makes a number of a column wrong by so much."""
        said = ((at, cells[column]) for at, cells in enumerate(self.evidence.cells))
        read = {at: slip_between(cell, cell + by) for at, cell in said if cell is not None}
        return {at: slip for at, slip in read.items() if slip and not self.evidence.broken[at].rules}

    def in_one_row(self, at: int, slips: Sequence[Correction], beside: Sequence[Correction]) -> float | None:
        """By how much several slips in one row are likelier than apart; ``None`` if they break a rule.

        Each is in another cell, also those ``beside`` them, which show there.
        """
        meant, shown = self._meant(at, [*slips, *beside]), self._meant(at, beside)
        if meant is None or shown is None or self.reader.undone(at, Guess("", 0.0, meant)) is None:
            return None
        both, before = (self._usual(at, tuple([cell or 0 for cell in some])) for some in (meant, shown))
        if beside or self._is_wrong(at):
            return None if before == -inf else both - before
        here = self._usual(at, self.evidence.entries[at].points)
        return both - here - sum(self._usual(at, one.points) - here for one in slips)

    def _meant(self, at: int, slips: Sequence[Correction]) -> Cells | None:
        """The cells of a row without slips; ``None`` if two of these write the same cell, or another row."""
        row, columns = self.evidence.entries[at].row, self.evidence.sheet.points_columns
        edits = [edit for one in slips for edit in one.edits]
        written = {column: value for of, column, value in edits if of == row and not isinstance(value, str)}
        if len(written) < len(edits) or not written.keys() <= {*columns}:
            return None
        both = zip(columns, self.evidence.cells[at], strict=True)
        return tuple([written.get(column, cell) for column, cell in both])

    def _usual(self, at: int, points: Amounts) -> float:
        return self.evidence.usual(points, at, opening=False, hidden=True)

    def _guesses(self, place: Place) -> Iterator[tuple[Amounts, Guess]]:
        """The slips that a row may have, with their effects on the columns."""
        if self.evidence.sheet.running:
            yield from self._of_last_totals(place)
            return
        for propose in _OF_ROWS if self.evidence.layout.settles else (*_OF_ROWS, *_OF_NUMBERS):
            for guess in propose(place):
                delta = self.evidence.effect(place.at, place.cells, guess.meant)
                if guess.lost is None and any(delta):
                    yield delta, guess

    def _of_last_totals(self, place: Place) -> Iterator[tuple[Amounts, Guess]]:
        """One wrong running total, miswritten or added up wrongly, that no row below continues."""
        last = [at for at, below in enumerate(self.evidence.written_below[place.at]) if below is None]
        if self.evidence.layout.settles or not last:
            return
        both = zip(self.foot, self.evidence.out, strict=True)
        place = replace(place, out=tuple([None if said is None else by for said, by in both]))
        for guess in (*one_number(place), *carried_on(place)):
            off = guess.carried or self.evidence.none
            meant = tuple([cell and cell + by for cell, by in zip(guess.meant, off, strict=True)])
            delta = self.evidence.effect(place.at, place.cells, meant)
            if any(delta[at] for at in last) and not any(by for at, by in enumerate(delta) if at not in last):
                yield delta, guess._replace(meant=meant, carried=None)

    # A row that is missing.

    def _is_whole(self, points: Amounts) -> bool:
        """Whether a missing game would keep the rules."""
        evidence = self.evidence
        last = evidence.entries[-1]
        missing = last._replace(points=points, totals=added(last.totals, points), written=points)
        if evidence.mending.worked is None:
            # The columns beside the points of the last game are not those of the missing one. If they are all
            # the facts, a game without any would explain everything that the totals lack.
            missing = missing._replace(fields={}, numbers={}, dates={})
        return evidence.judge.keeps_all(missing, evidence.past(self.end))

    def _missing(self, rest: Amounts, told: tuple[int, ...] | None = None) -> Silent | None:
        """A game that is in the totals and in no row. The checks have not judged it yet.

        ``told``: the players whose totals tell their points, where not all do.
        """
        evidence = self.evidence
        usual = evidence.prior(rest)
        if usual == -inf:
            return None
        evidence.judge.weighed()
        # How much likelier numbers and turn make it that this game is missing, by the place.
        gaps = [
            (weigh + evidence.turn.sits(rest, due), likeliest)
            for due, (weigh, likeliest) in self._gaps.items()
        ]
        whole = log_sum(weigh for weigh, _ in gaps)
        weight = rate("row-left-out", 1) - log(self.end + 1) + usual + whole
        _, (likeliest, at) = max(gaps)
        sure = likeliest + evidence.turn.sits(rest, self._due(at)) - whole > log(constant("known-place"))
        counted = tuple([0 if one in self.untold else by for one, by in enumerate(rest)])
        points = rest if told is None else tuple([by * (one in told) for one, by in enumerate(rest) if told])
        place = at if sure and points else self.end
        return Silent(counted, weight, Correction(LEFT_OUT, (), place, points))

    def _rules_out_missing(self, rest: Amounts, free: frozenset[int], beside: Amounts, least: float) -> bool:
        """Whether any missing row with this effect is too unlikely, whatever it has in some columns.

        In those that another slip changes as well at first, as most of its numbers need not be tried then.
        Where rows have a sum, numbers of one row beside those of another tell nothing.
        """
        if not self._apart or self.evidence.mending.sums:
            return False
        for any_value in (free.union(at for at, by in enumerate(beside) if by), free):
            known = tuple([0 if at in any_value else by for at, by in enumerate(rest)])
            if any_value and self._row_at_best(known, any_value) < least:
                return True
        return False

    def _missing_at_best(self, rest: Amounts, any_value: frozenset[int]) -> float:
        """About how likely a missing row with this effect is at best, if some columns may have any value."""
        rows = {
            tuple([entry.points[at] if at in any_value else by for at, by in enumerate(rest)])
            for entry in self.evidence.entries
        }
        return self._any_missing + _FURTHER + max(map(self.evidence.prior, rows))

    @cached_property
    def _gaps(self) -> dict[tuple[int, ...], tuple[float, tuple[float, int]]]:
        """How much likelier numbers and turn make a missing row, by whose turn it was.

        In any of the places, and in the likeliest, which is returned as well.
        """
        found: dict[tuple[int, ...], list[tuple[float, int]]] = {}
        for at in range(self.end + 1):
            found.setdefault(self._due(at), []).append((self.evidence.steps(at, 2), at))
        return {due: (log_sum([weigh for weigh, _ in places]), max(places)) for due, places in found.items()}

    def _due(self, at: int) -> tuple[int, ...]:
        due = self.evidence.turn.of_missing(at)
        return () if due is None else (due,)
