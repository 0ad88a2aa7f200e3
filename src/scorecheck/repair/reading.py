"""Reads one row under a belief: as written, or with a possible meaning, each with its probability."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import inf, log

from scorecheck.model.cells import Number
from scorecheck.model.finding import Severity
from scorecheck.model.sheet import Entry
from scorecheck.repair.ahead import Ahead
from scorecheck.repair.as_meant import AsMeant, Here
from scorecheck.repair.belief import Belief, Read, Slip
from scorecheck.repair.channel import rate, rate_of_fact, worked_out
from scorecheck.repair.contents import row_taken, with_content
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.fields import Fields
from scorecheck.repair.hypothesis import CONTROL_FOLLOWS, LEFT_OUT, Correction, added, log_sum
from scorecheck.repair.judge import Breaches
from scorecheck.repair.place import Cells, Guess, Place, in_one_cell, others, place_with, put, with_room
from scorecheck.repair.proposers import ALL, FIRST, FREE, HIDDEN, LOSING, SECOND, likeliest_second
from scorecheck.repair.proposers.added import carried_on
from scorecheck.repair.proposers.columns import swapped
from scorecheck.repair.proposers.numbers import one_number, slip_of_cell
from scorecheck.repair.slips import constant

_MOST_PAIRS = 50
_MOST_NEAR = 2


class Reader(AsMeant):
    """Reads the rows of one sheet under any belief, with a cache."""

    def __init__(self, evidence: Evidence) -> None:
        """With the evidence of the sheet."""
        super().__init__(evidence)
        self.ahead = Ahead(evidence)
        self.fields = Fields(evidence.sheet, evidence.layout, evidence.judge, evidence.entries)
        self._known: dict[object, list[Read]] = {}
        self._pairs: dict[object, tuple[float, list[Read]]] = {}
        """The readings with two slips, and how likely they must be."""
        self.sums: list[tuple[Number, ...]] = [evidence.start, *(entry.totals for entry in evidence.entries)]
        self._odd_but_right = log(constant("odd-but-right"))
        self._by_itself = cache(self._as_seen)

    def readings(self, belief: Belief, at: int, *, slip: bool, least: float = -inf) -> Sequence[Read]:
        """The row under a belief: as written, and with a slip at least as likely as ``least``.

        The rows after a belief depend only on the state that it leaves.
        """
        meant = belief.meant(at), belief.lost_below, belief.below_at
        key = (*self._state(belief, at), meant, slip, least)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = list(self._read(belief, at, slip=slip, least=least))
        return known

    def _state(self, belief: Belief, at: int) -> tuple[object, ...]:
        """What the readings of a row hang on, beside what a slip in a row above says of it."""
        hangs = self.evidence.judge.looks_back or belief.meant(at) is not None
        past = [entry.points for entry in belief.past] if hangs else []
        return at, belief.base, belief.off, belief.sums, tuple(past)

    def _here(self, belief: Belief, at: int) -> Here:
        evidence = self.evidence
        meant = belief.meant(at)
        cells = evidence.cells[at] if meant is None else meant
        spoilt = evidence.spoilt[at] if meant is None else frozenset[int]()
        garbled = evidence.garbled[at] if meant is None else frozenset[int]()
        free = at + 1 < len(evidence.entries) and not evidence.spoilt[at + 1]
        # Of two rows that wait for each other, none waits for a third.
        below = evidence.cells[at + 1] if free and belief.below_at <= at else None
        place = Place(
            at,
            cells,
            belief.base,
            below,
            self.sums[at],
            self.running,
            len(evidence.entries),
            spoilt,
            garbled,
            evidence.nothing,
            evidence.games,
            evidence.mending.often,
            evidence.free,
            evidence.told_out,
            evidence.broken[at].off,
            evidence.wrong_below(at) if belief.below is None else (),
            evidence.of_swap(at),
            evidence.revalued,
            evidence.mending.sums,
        )
        as_seen = meant is None and not any(belief.off) and belief.base == self.above(at)
        return Here(place, belief.base, belief.off, belief.past, as_seen, meant is not None, belief.sums)

    def above(self, at: int) -> tuple[Number, ...]:
        """What was above a row for its writer, by the rows as written."""
        return self.sums[at] if self.running else self.evidence.none

    def place(self, at: int) -> Place:
        """A row as written, below the rows as written."""
        return self._by_itself(at).place

    def undone(self, at: int, guess: Guess) -> Correction | None:
        """The only correction of a guess in a row alone, if the row keeps the rules then."""
        here = self._by_itself(at)
        self._look_at(here)
        slips = next((read.slips for read in self._done(here, guess)), ())
        return slips[0].correction if len(slips) == 1 else None

    def begin(self, at: int) -> Belief:
        """The belief that all rows above one are right as written."""
        none = self.evidence.none
        return Belief(0.0, (), self.above(at), none, tuple(self.evidence.past(at)), none)

    def _as_seen(self, at: int) -> Here:
        return self._here(self.begin(at), at)

    def _read(self, belief: Belief, at: int, *, slip: bool, least: float) -> Iterator[Read]:
        here = self._here(belief, at)._replace(least=least)
        if belief.meant(at) is not None:
            yield from self._of_pair(here, belief, slip=slip)
            return
        broken = self._broken(here)
        found = list(self._as_it_stands(here, broken))
        yield from found
        if not slip:
            return
        fails = _fails(broken)
        if fails:
            yield from self._whole_rows(here)
        if fails or (found and self._may_hide(here, found[0])):
            yield from self._guessed(here, least, fails=fails)

    def with_two(self, belief: Belief, at: int, least: float) -> Sequence[Read]:
        """The row under a belief with two slips in it, if that is as likely as ``least``."""
        here = self._here(belief, at)
        if belief.below is not None or here.place.games or not _fails(self._broken(here)):
            return ()
        key = self._state(belief, at)
        sought, found = self._pairs.get(key, (inf, []))
        if least < sought:
            self._look_at(here)
            found = list(self._two(here, least))
            self._pairs[key] = least, found
        return [one for one in found if one.log >= least]

    # As it stands.

    def _broken(self, here: Here) -> Breaches | None:
        """The violations of the row as written; ``None`` if it is unreadable."""
        if here.place.spoilt:
            return None
        if here.as_seen:
            return self.evidence.broken[here.place.at]
        return self.evidence.judge.breaches(self.entry(here, Guess("", 0.0, here.place.cells)), here.past)

    def _as_it_stands(self, here: Here, broken: Breaches | None) -> Iterator[Read]:
        if broken is None or broken.severity >= Severity.ERROR:
            return
        slip = self._odd_but_right if broken.rules else 0.0
        entry = self.entry(here, Guess("", 0.0, here.place.cells))
        yield self._with_its_points(here, entry, slip)._replace(slips_log=slip)

    def _with_its_points(self, here: Here, entry: Entry, chance: float) -> Read:
        """The row with its points as written; ``chance``: the log-probability of all else."""
        cells, at = here.place.cells, here.place.at
        chance += self.evidence.odd(entry.points, at, opening=entry.opening)
        chance += self.evidence.style(entry.points, cells, at)
        return Read(chance, 0.0, self.base(here, cells), here.off, entry)

    def _may_hide(self, here: Here, read: Read) -> bool:
        """Whether the row may have a slip although it keeps the rules."""
        if here.place.games:
            return here.place.at in self.evidence.suspected
        return self.running and self.ahead.soon_fails(here.place.at, read.base, as_seen=here.as_seen)

    # A slip that began in the row above.

    def _of_pair(self, here: Here, belief: Belief, *, slip: bool) -> Iterator[Read]:
        """The row as a slip in a row above says that it was meant, perhaps with a slip of its own."""
        at, said, whole = here.place.at, None, None
        opened = belief.slips[belief.opened].correction
        if opened.kind == "rows-swapped":
            said = with_content(self.evidence.entries[at], self.evidence.entries[opened.at])
        for guess in self._filled(here, Guess("", 0.0, here.place.cells, lost=belief.lost_below)):
            for read in self._ended(here, guess, said):
                whole = read
                last = tuple(edit for slip in read.slips for edit in slip.correction.edits)
                yield read._replace(slips=(), edits_of_last=last)
        free = here.place.free is not None
        # Where one value is lost, the sum of the row is right with any slip.
        if whole is None:
            more = free or belief.lost_below is None
        else:
            more = not free and self._may_hide(here, whole)
        if slip and more:
            yield from self._of_pair_and_own(here, belief, whole, said)

    def _of_pair_and_own(
        self, here: Here, belief: Belief, whole: Read | None, said: Entry | None
    ) -> Iterator[Read]:
        """The same with a slip of its own; ``whole``: without one, if it keeps the rules."""
        opened = belief.slips[belief.opened].correction
        first = Guess(opened.kind, 0.0, here.place.cells)
        proposers = (one_number, carried_on) if whole is None else (swapped,)
        for guess in (guess for propose in proposers for guess in propose(here.place)):
            for filled in self._filled(here, guess._replace(lost=belief.lost_below)):
                for read in self._ended(here, filled, said, first):
                    of_pair = [one for one in read.slips if one.correction.kind == opened.kind]
                    last = tuple(edit for one in of_pair for edit in one.correction.edits)
                    own = tuple([one for one in read.slips if one.correction.kind != opened.kind])
                    yield read._replace(slips=own, edits_of_last=last)

    # Whole rows.

    def _whole_rows(self, here: Here) -> Iterator[Read]:
        """A row missing above this one, or this one being a duplicate."""
        place, evidence, at = here.place, self.evidence, here.place.at
        rows = log(place.rows)
        if evidence.is_twice(at):
            chance = rate("row-twice", 1) - rows + evidence.steps(at, 0)
            correction = row_taken(self.sheet, evidence.entries, at)
            yield Read(chance, chance, here.base, here.off, None, (Slip(correction),))
        if not self.running or place.spoilt or place.free is not None:
            return
        if evidence.entries[at].opening and None not in place.cells:
            # Only if a first row repeats totals was there one before, or a part of it is missing.
            return
        self.fields.look_at(evidence.entries[at], here.past)
        if self.fields.tells():
            return
        steps = place.steps()
        if place.games:
            if evidence.prior(steps) == -inf:
                yield from self._two_games(here)
            return
        as_read = Guess("", rate("row-left-out", 1) - rows + evidence.steps(at, 2), place.cells)
        gap = Slip(Correction(LEFT_OUT, (), at))
        for unsaid in evidence.missing.unsaid(place.cells, sum(steps)):
            yield from self._below_a_gap(here, as_read, gap, unsaid)
        if sum(steps) and evidence.steps(at, 2) > 0:
            # By numbers or turn the row above is missing, and one total of this one is wrong as well.
            for guess in (*one_number(place), *carried_on(place)):
                both = guess._replace(log=as_read.log + guess.log)
                yield from self._below_a_gap(here, both, gap, evidence.none)

    def _two_games(self, here: Here) -> Iterator[Read]:
        """The change is that of two games, of which one is missing: here, or further up."""
        place, evidence, at = here.place, self.evidence, here.place.at
        first = min(evidence.before.get(at, ()), default=at - 1)
        places = [(evidence.steps(row, 2), row) for row in range(max(1, first + 1), at + 1)] or [(0.0, at)]
        slip = rate("row-left-out", 1) - log(place.rows) + log_sum(weight for weight, _ in places)
        gap = Slip(Correction(LEFT_OUT, (), max(places)[1]))
        yield from self._below_a_gap(here, Guess("", slip, place.cells), gap, evidence.none)

    def _below_a_gap(self, here: Here, guess: Guess, gap: Slip, unsaid: tuple[Number, ...]) -> Iterator[Read]:
        """The row by a guess, with the change of two games, as the one above is missing.

        ``unsaid``: what the missing one changed for players with marks in this one.
        """
        entry = self.entry(here, guess)
        points, totals = added(entry.points, unsaid), added(entry.totals, unsaid)
        entry = entry._replace(points=points, totals=totals)
        kept = self.fields.kept(entry, here.past, here.place.at, here.sums, step=False)
        chance = -inf if kept is None else self.evidence.missing(points, guess.meant)
        if kept is None or chance == -inf:
            return
        entry, more, of_sums, sums = kept
        own = self.corrections(here, guess, entry, None, None) if guess.kind else ()
        # A control that follows is right again with the missing row.
        more = (Slip(one) for one in more if one.kind != CONTROL_FOLLOWS)
        slips = (*(Slip(one, guess.carried) for one in own), gap, *more)
        cost, off = guess.log + of_sums, added(here.off, guess.carried or ())
        base = added(self.base(here, guess.meant), unsaid)
        yield Read(cost + chance, cost, base, off, entry, slips, sums=sums)

    # Guesses.

    def _look_at(self, here: Here) -> None:
        seen = self.evidence.entries[here.place.at]
        self.fields.look_at(seen, here.past)
        if not here.as_seen:
            self.fields.look_at(self.entry(here, Guess("", 0.0, here.place.cells)), here.past, more=True)

    def _guessed(self, here: Here, least: float, *, fails: bool) -> Iterator[Read]:
        self._look_at(here)
        hidden = HIDDEN if here.place.free is None else FREE
        for propose in ALL if fails or here.place.games else hidden:
            for guess in propose(here.place):
                if guess.log + self.evidence.most >= least:
                    yield from self._done(here, guess)
        if fails:
            yield from self._otherwise(here)

    def _two(self, here: Here, least: float) -> Iterator[Read]:
        """Two slips in one row. They are weighed first, and only the likeliest are judged by the rules."""
        place = here.place
        if len(place.spoilt) > 1:
            return
        found: list[tuple[float, Guess, Guess]] = []
        second = likeliest_second(place)
        free = place.free is not None
        proposed = (guess for propose in (FREE if free else FIRST) for guess in propose(place))
        firsts = (guess for one in proposed for guess in with_room(place, one))
        for one in sorted(firsts, key=lambda guess: -guess.log)[: _MOST_PAIRS if free else None]:
            if least - one.log > self.evidence.most + second:
                break
            found += self._with_second(here, one, least, second)
            if len(found) > 2 * _MOST_PAIRS:
                found = _likeliest(found)
                least = found[-1][0]
        for _, filled, one in _likeliest(found):
            yield from self._ended(here, filled, self._swapped_with(here, one), one)

    def _with_second(
        self, here: Here, one: Guess, least: float, likeliest: float
    ) -> Iterator[tuple[float, Guess, Guess]]:
        """A slip in a row with each second one, ``likeliest`` at best, and the log-probability of both."""
        place, room = here.place, least - one.log
        again = place_with(place, one.meant)
        # A value beside an unreadable cell is not moved from it.
        losing = () if place.spoilt else LOSING
        seconds = (*SECOND, *losing) if self._may_be_whole(again, room - likeliest) else losing
        for other in (guess for propose in seconds for guess in propose(again)):
            for filled in self._filled(here, other) if other.log >= room - self.evidence.most else ():
                if one.below is not None:
                    filled = filled._replace(below=one.below, lost_below=one.lost_below, apart=one.apart)
                if not in_one_cell(place, one, filled):
                    chance = one.log + other.log + self.usual(here, filled)
                    if chance >= least:
                        yield chance, filled, one

    def _may_be_whole(self, place: Place, least: float) -> bool:
        """Whether one more slip, in any cell, may lead to a row as likely as that."""
        steps, at = place.steps(), place.at
        out, opening = sum(steps), self.evidence.entries[at].opening
        sums = place.adds_to if place.free is not None else (0,)
        self.evidence.judge.weighed()
        return any(
            self.evidence.usual((*steps[:cell], due, *steps[cell + 1 :]), at, opening=opening) >= least
            for cell, step in enumerate(steps)
            for due in ([step - out + one for one in sums] if sums else place.free or ())
        )

    def _otherwise(self, here: Here) -> Iterator[Read]:
        """Slips that the game shows and sums do not: in cells beside the players', and of similar games."""
        place, layout, at = here.place, self.evidence.layout, here.place.at
        entry = self.entry(here, Guess("", 0.0, place.cells))
        if not place.spoilt:
            for cost, correction, meant, sums in self.fields.wrong(entry, here.past, at, here.sums):
                chance = cost + self.fields.likelier(entry, meant)
                yield self._with_its_points(here, meant, chance)._replace(
                    slips_log=cost, slips=(Slip(correction),), sums=sums
                )
        yield from self._worked_out_otherwise(here, entry)
        if layout.notation != "plus-minus":
            yield from self._near(here, self.games_near(entry.points))
        if len(place.spoilt) > 1:
            yield from self._near(here, self.evidence.missing.games)

    def _worked_out_otherwise(self, here: Here, entry: Entry) -> Iterator[Read]:
        """The facts of the row are right, and its points were miscalculated."""
        place, mending = here.place, self.evidence.mending
        dues = mending.worked(entry, self.sheet) if mending.worked is not None else ()
        for due in dues:
            wrong = sum(a != b for a, b in zip(due, entry.points, strict=True))
            if wrong and mending.worked_among is not None and any(due):
                # If nobody gets points, there is nothing to calculate.
                chance = rate_of_fact("added-up", place.rows, mending.worked_among(entry, self.sheet))
            elif wrong > 1:
                chance = rate("points-wrong", place.rows) + log(worked_out(entry.points, due))
            else:
                continue
            guess = Guess("points-wrong", chance - log(len(dues)), self._shown(here, due))
            yield from self._done(here, guess)

    def _near(self, here: Here, games: Iterable[tuple[Number, ...]]) -> Iterator[Read]:
        """Games that differ from the row in one or two cells, or in unreadable ones."""
        place = here.place
        steps = place.steps()
        for game in games:
            cells = [
                at
                for at, (n, seen) in enumerate(zip(game, steps, strict=True))
                if n != seen or at in place.spoilt
            ]
            if not 0 < len(cells) <= max(_MOST_NEAR, len(place.spoilt)) or not place.spoilt <= {*cells}:
                continue
            slips = [slip_of_cell(place, at, game[at]) for at in cells]
            kind, chance = slips[-1][0], sum(slip[1] for slip in slips)
            yield from self._done(here, Guess(kind, chance, self._shown(here, game)))

    def _shown(self, here: Here, steps: Sequence[Number]) -> Cells:
        """How the sheet would write this change of a row."""
        place = here.place
        return tuple(
            [
                None if not step and cell is None else step + before
                for step, cell, before in zip(steps, place.cells, place.base, strict=True)
            ]
        )

    def _done(self, here: Here, guess: Guess) -> Iterator[Read]:
        """The row, if a guess makes it right."""
        for filled in self._filled(here, guess):
            yield from self._ended(here, filled, self._swapped_with(here, guess))

    def _swapped_with(self, here: Here, guess: Guess) -> Entry | None:
        """The row with the content of the one that it is swapped with; ``None`` if it is not."""
        if guess.kind != "rows-swapped":
            return None
        at, entries = here.place.at, self.evidence.entries
        return with_content(entries[at], entries[at + guess.apart])

    def _filled(self, here: Here, guess: Guess) -> Sequence[Guess]:
        """The guess with the lost value, or with each possible one; none if there is none."""
        place, lost = here.place, guess.lost
        if lost is not None:
            # A value beside its column in place of an equal one leaves only a gap.
            hole = None if place.games or guess.kind != "wrong-column" else place.cells[lost]
            return [
                guess._replace(
                    kind="unreadable" if hole is not None and one == hole else guess.kind,
                    meant=put(guess.meant, (lost, one)),
                )
                for one in self._lost(here, guess, lost)
            ]
        if any(guess.meant[at] is None for at in place.spoilt):
            return ()
        if not place.blanks or 0 not in guess.meant:
            return (guess,)
        # A player who did not take part has an empty cell, as in the other rows.
        both = zip(guess.meant, place.cells, strict=True)
        meant = tuple([None if cell == 0 and cell != said else cell for cell, said in both])
        return (guess._replace(meant=meant),)

    def _lost(self, here: Here, guess: Guess, lost: int) -> Sequence[Number | None]:
        """What a lost value may be, by all others of the row."""
        place = here.place
        if place.free is not None:
            # A value beside its column may stand in place of an equal one.
            said = None if guess.kind == "wrong-column" else self.evidence.cells[place.at][lost]
            return [one for one in self._freely(here, guess, lost) if one != said]
        steps = self.step(here, guess._replace(carried=None))
        if place.games:
            changes = place.games.get((lost, others(steps, lost)), ())
            return [place.base[lost] + change for change in changes if change]
        value = place.base[lost] - sum(others(steps, lost)) - sum(guess.carried or ())
        return [None if place.nothing and not self.running and not value else value]

    def _freely(self, here: Here, guess: Guess, lost: int) -> Sequence[Number]:
        """What a lost value may be: what the sum of the row or its total asks for, else any."""
        place, entries = here.place, self.evidence.entries
        out, at = place.out[lost], place.at
        if place.adds_to:
            return place.by_sum(lost, self.step(here, guess._replace(carried=None)))
        if self.running:
            return ()
        any_other = place.free or ()
        if out is None:
            return any_other
        above = here.past[-1].points[lost] - entries[at - 1].points[lost] if here.of_pair else 0
        # With another slip in its column the total does not tell.
        return tuple(dict.fromkeys((entries[at].points[lost] + out - above, *any_other)))

    def _ended(
        self, here: Here, guess: Guess, said: Entry | None = None, first: Guess | None = None
    ) -> Iterator[Read]:
        evidence, at = self.evidence, here.place.at
        if guess.meant == evidence.cells[at] and guess.carried is None and guess.kind:
            return
        if guess.kind in _ANY and not evidence.goes_on(at, guess.meant):
            return
        chance = self.usual(here, guess)
        if chance == -inf:
            return
        base, below = self.base(here, guess.meant), guess.below if guess.apart == 1 else None
        if here.least > -inf and chance + guess.log + self.ahead.further(at, base, below) < here.least:
            return
        entry = self.entry(here, guess, said)
        kept = self.fields.kept(entry, here.past, at, here.sums)
        if kept is None:
            return
        entry, more, cost, sums = kept
        cost += guess.log + (0.0 if first is None else first.log)
        chance += self.fields.likelier(evidence.entries[at], entry)
        corrections = self.corrections(here, guess, entry, said, first)
        standing = self.standing(at)
        if not all(standing.isdisjoint(correction.edits) for correction in corrections):
            # A wrong total that is continued, and then wrong in the other direction, was not continued. Nor
            # are there two slips in one cell of which the second cancels the first.
            return
        carried = guess.carried
        slips = [
            Slip(correction, carried if which == len(corrections) - 1 else None)
            for which, correction in enumerate(corrections)
        ]
        slips.sort(key=lambda slip: [edit[:2] for edit in slip.correction.edits])
        off = added(here.off, carried or ())
        style = evidence.style(entry.points, guess.meant, at)
        yield Read(
            chance + style + cost,
            cost,
            base,
            off,
            entry,
            (*slips, *map(Slip, more)),
            below=guess.below,
            lost_below=guess.lost_below,
            apart=guess.apart,
            sums=sums,
        )


_ANY = frozenset({"other", "left-out", "old-total"})
"""After these slips, the cell is hardly evidence of its meaning."""


def _fails(broken: Breaches | None) -> bool:
    """Whether a row cannot have been meant as written."""
    return broken is None or bool(broken.rules)


def _likeliest(pairs: Sequence[tuple[float, Guess, Guess]]) -> list[tuple[float, Guess, Guess]]:
    return sorted(pairs, key=lambda pair: -pair[0])[:_MOST_PAIRS]
