"""Reads one row under a belief: as written, or with a possible meaning, each with its probability."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf, log

from scorecheck.model.cells import Number
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry
from scorecheck.repair.belief import NO_SUMS, Belief, Read, Slip, Sums
from scorecheck.repair.channel import added_up, rate, rate_of, rate_of_fact, slip_between
from scorecheck.repair.contents import edits_to, row_taken, with_content
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.fields import Fields
from scorecheck.repair.hypothesis import (
    CONTROL_FOLLOWS,
    LEFT_OUT,
    CellEdit,
    Correction,
    log_sum,
    written_once,
)
from scorecheck.repair.judge import Breaches
from scorecheck.repair.place import Cells, Guess, Place, others, put
from scorecheck.repair.proposers import ALL, FIRST, FREE, HIDDEN, LOSING, SECOND, likeliest_second
from scorecheck.repair.proposers.added import carried_on
from scorecheck.repair.proposers.numbers import one_number
from scorecheck.repair.slips import constant

SLIP = 8.0
"""One more slip lowers the log-probability by at least this."""
_MOST_PAIRS = 50
_AHEAD = 2
"""A slip that its own row does not show may show within this many rows below."""
_MOST_NEAR = 2


class _Here(NamedTuple):
    """The row to read, and the belief."""

    place: Place
    base: tuple[Number, ...]
    off: tuple[Number, ...]
    past: tuple[Entry, ...]
    as_seen: bool
    """Whether the belief takes all above as written."""
    sums: Sums = NO_SUMS
    least: float = -inf
    """Readings with a lower log-probability are not sought."""


class Reader:
    """Reads the rows of one sheet under any belief, with a cache."""

    def __init__(self, evidence: Evidence) -> None:
        """With the evidence of the sheet."""
        self.evidence = evidence
        self.sheet, self.running = evidence.sheet, evidence.sheet.running
        self.fields = Fields(evidence.sheet, evidence.layout, evidence.judge, evidence.entries)
        self._known: dict[object, list[Read]] = {}
        self._further: dict[object, float] = {}
        self.sums: list[tuple[Number, ...]] = [evidence.start, *(entry.totals for entry in evidence.entries)]
        self._odd_but_right = log(constant("odd-but-right"))

    def readings(self, belief: Belief, at: int, *, slip: bool, least: float = -inf) -> Sequence[Read]:
        """The row under a belief: as written, and with a slip at least as likely as ``least``.

        The rows after a belief depend only on the state that it leaves.
        """
        past = tuple([entry.points for entry in belief.past])
        meant = belief.meant(at), belief.lost_below, belief.below_at
        key = (at, belief.base, belief.off, meant, belief.sums, past, slip, least)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = list(self._read(belief, at, slip=slip, least=least))
        return known

    def _here(self, belief: Belief, at: int) -> _Here:
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
            evidence.layout.often,
            evidence.free,
            evidence.told_out,
            evidence.broken[at].off,
            evidence.wrong_below(at) if belief.below is None else (),
            evidence.revalued,
        )
        seen_above = self.sums[at] if self.running else evidence.none
        as_seen = meant is None and not any(belief.off) and belief.base == seen_above
        return _Here(place, belief.base, belief.off, belief.past, as_seen, belief.sums)

    def further(self, at: int, base: tuple[Number, ...], below: Cells | None) -> float:
        """How much less likely than the likeliest games the step to a player's next total is (a logarithm).

        Only if rows are one of many games, since errors may show far down; on points, how much less likely
        the next row is. ``below``: the meaning of that row, if known.
        """
        evidence = self.evidence
        if evidence.free is not None:
            return self.ahead(at, base) if below is None else 0.0
        if not evidence.games:
            return 0.0
        key = (at, base, below)
        known = self._further.get(key)
        if known is None and not self.running:
            known = self._further[key] = self._next_game(at + 1, below)
        elif known is None:
            following = evidence.written_below[at]
            if below is not None:
                after = zip(below, evidence.written_below[at + 1], strict=True)
                following = tuple([later if cell is None else cell for cell, later in after])
            known = self._further[key] = sum(
                max(-SLIP, evidence.alone(which, said - total) - evidence.most)
                for which, (said, total) in enumerate(zip(following, base, strict=True))
                if said is not None
            )
            if below is None and self._is_of_two(at + 1, base):
                self._further[key] = known = known - SLIP
        return known

    def _is_of_two(self, at: int, base: tuple[Number, ...]) -> bool:
        """Whether a row has changes for more than one player."""
        both = zip(self.evidence.cells[at], base, strict=True) if at < len(self.evidence.cells) else ()
        return sum(cell not in (None, total) for cell, total in both) > 1

    def _next_game(self, at: int, meant: Cells | None) -> float:
        """How much less likely than the likeliest game the points of a row are, at worst by a slip."""
        evidence = self.evidence
        if at >= len(evidence.entries):
            return 0.0
        if meant is None and evidence.spoilt[at]:
            return -SLIP
        step = tuple([cell or 0 for cell in meant or evidence.cells[at]])
        return max(-SLIP, evidence.prior(step) - evidence.most)

    def ahead(self, at: int, base: tuple[Number, ...]) -> float:
        """How much less likely than the likeliest row the next one is as written after these totals.

        At most by a slip.
        """
        evidence, below = self.evidence, at + 1
        if not self.running or below >= len(evidence.entries):
            return 0.0
        if evidence.spoilt[below]:
            return -SLIP
        both = zip(evidence.cells[below], base, strict=True)
        step = tuple([0 if cell is None else cell - old for cell, old in both])
        return max(-SLIP, evidence.usual(step, below, opening=False) - evidence.most)

    def _read(self, belief: Belief, at: int, *, slip: bool, least: float) -> Iterator[Read]:
        here = self._here(belief, at)._replace(least=least)
        if belief.meant(at) is not None:
            yield from self._of_pair(here, belief)
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

    def with_two(self, belief: Belief, at: int, least: float) -> Iterator[Read]:
        """The row under a belief with two slips in it, if that is as likely as ``least``."""
        here = self._here(belief, at)
        if belief.below is None and not here.place.games and _fails(self._broken(here)):
            self._look_at(here)
            yield from self._two(here, least)

    # As it stands.

    def _broken(self, here: _Here) -> Breaches | None:
        """The violations of the row as written; ``None`` if it is unreadable."""
        if here.place.spoilt:
            return None
        if here.as_seen:
            return self.evidence.broken[here.place.at]
        return self.evidence.judge.breaches(self._entry(here, Guess("", 0.0, here.place.cells)), here.past)

    def _as_it_stands(self, here: _Here, broken: Breaches | None) -> Iterator[Read]:
        if broken is None or broken.severity >= Severity.ERROR:
            return
        place, evidence = here.place, self.evidence
        entry = self._entry(here, Guess("", 0.0, place.cells))
        chance = evidence.odd(entry.points, place.at, opening=entry.opening)
        chance += evidence.style(entry.points, place.cells, place.at)
        slip = self._odd_but_right if broken.rules else 0.0
        yield Read(chance + slip, slip, self._base(here, place.cells), here.off, entry)

    def _may_hide(self, here: _Here, read: Read) -> bool:
        """Whether the row may have a slip although it keeps the rules."""
        if here.place.games:
            return here.place.at in self.evidence.suspected
        return self.running and self._soon_fails(here, read)

    def _soon_fails(self, here: _Here, read: Read) -> bool:
        """Whether one of the next rows cannot follow, so that the slip may be above it."""
        evidence, base, as_seen = self.evidence, read.base, here.as_seen
        ahead = _AHEAD if evidence.free is None else 1
        for at in range(here.place.at + 1, min(here.place.at + 1 + ahead, len(evidence.entries))):
            if as_seen:
                if evidence.broken[at].rules:
                    return True
                continue
            if evidence.spoilt[at]:
                return True
            values = [
                old if cell is None else cell for old, cell in zip(base, evidence.cells[at], strict=True)
            ]
            step = tuple([new - old for new, old in zip(values, base, strict=True)])
            if evidence.usual(step, at, opening=False) == -inf:
                return True
            base = tuple(values)
        return False

    # A slip that began in the row above.

    def _of_pair(self, here: _Here, belief: Belief) -> Iterator[Read]:
        """The row as a slip in a row above says that it was meant."""
        at, said = here.place.at, None
        opened = belief.slips[belief.opened].correction
        if opened.kind == "rows-swapped":
            said = with_content(self.evidence.entries[at], self.evidence.entries[opened.at])
        for guess in self._filled(here, Guess("", 0.0, here.place.cells, lost=belief.lost_below)):
            for read in self._ended(here, guess, said):
                last = tuple(edit for slip in read.slips for edit in slip.correction.edits)
                yield read._replace(slips=(), edits_of_last=last)

    # Whole rows.

    def _whole_rows(self, here: _Here) -> Iterator[Read]:
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
        slip = rate("row-left-out", 1) - rows + evidence.steps(at, 2)
        for unsaid in evidence.missing.unsaid(place.cells, sum(steps)):
            step = tuple([a + b for a, b in zip(steps, unsaid, strict=True)])
            entry = self._entry(here, Guess("", 0.0, place.cells))
            totals = tuple([a + b for a, b in zip(entry.totals, unsaid, strict=True)])
            entry = entry._replace(points=step, totals=totals)
            kept = self.fields.kept(entry, here.past, at, here.sums, step=False)
            if kept is not None:
                base = tuple([a + b for a, b in zip(self._base(here, place.cells), unsaid, strict=True)])
                entry, more, of_sums, sums = kept
                cost = slip + of_sums
                # A control that follows is right again with the missing row.
                more = tuple(correction for correction in more if correction.kind != CONTROL_FOLLOWS)
                slips = (Slip(Correction(LEFT_OUT, (), at)), *map(Slip, more))
                yield Read(
                    cost + evidence.missing(step, place.cells), cost, base, here.off, entry, slips, sums=sums
                )
        if sum(steps) and evidence.steps(at, 2) > 0:
            yield from self._beside_a_gap(here, slip)

    def _two_games(self, here: _Here) -> Iterator[Read]:
        """The change is that of two games, of which one is missing: here, or further up."""
        place, evidence, at = here.place, self.evidence, here.place.at
        entry = self._entry(here, Guess("", 0.0, place.cells))
        chance = evidence.missing(entry.points, place.cells)
        if chance == -inf or self.fields.kept(entry, here.past, at, here.sums, step=False) is None:
            return
        first = min(evidence.before.get(at, ()), default=at - 1)
        places = [(evidence.steps(row, 2), row) for row in range(max(1, first + 1), at + 1)] or [(0.0, at)]
        _, where = max(places)
        cost = rate("row-left-out", 1) - log(place.rows) + log_sum(weight for weight, _ in places)
        base = self._base(here, place.cells)
        yield Read(cost + chance, cost, base, here.off, entry, (Slip(Correction(LEFT_OUT, (), where)),))

    def _beside_a_gap(self, here: _Here, slip: float) -> Iterator[Read]:
        """The row above is missing, by numbers or turn, and one total of this one is wrong as well."""
        gap = Slip(Correction(LEFT_OUT, (), here.place.at))
        for guess in (*one_number(here.place), *carried_on(here.place)):
            entry = self._entry(here, guess)
            if not self.evidence.judge.keeps_all(entry, here.past, step=False):
                continue
            correction, cost = self._corrections(here, guess, entry, None, None)[0], slip + guess.log
            off = here.off
            if guess.carried is not None:
                off = tuple([a + b for a, b in zip(off, guess.carried, strict=True)])
            chance = cost + self.evidence.missing(entry.points, guess.meant)
            base = self._base(here, guess.meant)
            yield Read(chance, cost, base, off, entry, (Slip(correction, guess.carried), gap))

    # Guesses.

    def _look_at(self, here: _Here) -> None:
        seen = self.evidence.entries[here.place.at]
        self.fields.look_at(seen, here.past)
        if not here.as_seen:
            self.fields.look_at(self._entry(here, Guess("", 0.0, here.place.cells)), here.past, more=True)

    def _guessed(self, here: _Here, least: float, *, fails: bool) -> Iterator[Read]:
        self._look_at(here)
        hidden = HIDDEN if here.place.free is None else FREE
        for propose in ALL if fails or here.place.games else hidden:
            for guess in propose(here.place):
                if guess.log + self.evidence.most >= least:
                    yield from self._done(here, guess)
        if fails:
            yield from self._otherwise(here)

    def _two(self, here: _Here, least: float) -> Iterator[Read]:
        """Two slips in one row. They are weighed first, and only the likeliest are judged by the rules."""
        place = here.place
        if len(place.spoilt) > 1:
            return
        found: list[tuple[float, Guess, Guess]] = []
        second = likeliest_second(place)
        free = place.free is not None
        # A value beside an unreadable cell is not moved from it.
        losing = () if place.spoilt else LOSING
        proposed = (guess for propose in (FREE if free else FIRST) for guess in propose(place))
        firsts = filter(None, (_with_room(place, guess) for guess in proposed))
        for one in sorted(firsts, key=lambda guess: -guess.log)[: _MOST_PAIRS if free else None]:
            room = least - one.log
            if room > self.evidence.most + second:
                break
            again = place_with(place, one.meant)
            seconds = (*SECOND, *losing) if self._may_be_whole(again, room - second) else losing
            for other in (guess for propose in seconds for guess in propose(again)):
                for filled in self._filled(here, other) if other.log >= room - self.evidence.most else ():
                    if not _in_one_cell(place, one, filled):
                        chance = one.log + other.log + self._usual(here, filled)
                        if chance >= least:
                            found.append((chance, filled, one))
            if len(found) > 2 * _MOST_PAIRS:
                found = _likeliest(found)
                least = found[-1][0]
        for _, filled, one in _likeliest(found):
            yield from self._ended(here, filled, None, one)

    def _may_be_whole(self, place: Place, least: float) -> bool:
        """Whether one more slip, in any cell, may lead to a row as likely as that."""
        if place.free is not None:
            return True
        steps, at = place.steps(), place.at
        out, opening = sum(steps), self.evidence.entries[at].opening
        self.evidence.judge.weighed()
        return any(
            self.evidence.usual((*steps[:cell], step - out, *steps[cell + 1 :]), at, opening=opening) >= least
            for cell, step in enumerate(steps)
        )

    def _otherwise(self, here: _Here) -> Iterator[Read]:
        """Slips that the game shows and sums do not: in cells beside the players', and of similar games."""
        place, layout, at = here.place, self.evidence.layout, here.place.at
        entry = self._entry(here, Guess("", 0.0, place.cells))
        if not place.spoilt:
            for cost, correction, meant, sums in self.fields.wrong(entry, here.past, at, here.sums):
                chance = self.evidence.odd(meant.points, at, opening=meant.opening)
                style = self.evidence.style(meant.points, place.cells, at)
                chance += self.fields.likelier(entry, meant)
                base = self._base(here, place.cells)
                yield Read(chance + style + cost, cost, base, here.off, meant, (Slip(correction),), sums=sums)
            yield from self._mistyped(here, entry)
        yield from self._worked_out_otherwise(here, entry)
        if layout.notation != "plus-minus" and layout.meant is not None:
            yield from self._near(here, layout.meant(entry.points))
        if len(place.spoilt) > 1:
            yield from self._near(here, self.evidence.missing.games)

    def _worked_out_otherwise(self, here: _Here, entry: Entry) -> Iterator[Read]:
        """The facts of the row are right, and its points were miscalculated."""
        place, layout = here.place, self.evidence.layout
        due = layout.worked(entry, self.sheet) if layout.worked is not None else None
        wrong = 0 if due is None else sum(a != b for a, b in zip(due, entry.points, strict=True))
        if due is None or not wrong:
            return
        if layout.worked_among is not None and any(due):
            # If nobody gets points, there is nothing to calculate.
            chance = rate_of_fact("added-up", place.rows, layout.worked_among(entry, self.sheet))
        elif wrong > 1:
            chance = rate("points-wrong", place.rows) + log(_worked_out(entry.points, due))
        else:
            return
        yield from self._done(here, Guess("points-wrong", chance, self._shown(here, due)))

    def _mistyped(self, here: _Here, entry: Entry) -> Iterator[Read]:
        """The points are right, and a fact beside them is wrong."""
        place, at = here.place, here.place.at
        for cost, correction, meant in self.fields.mistyped(entry, here.past, at):
            chance = self.evidence.odd(meant.points, at, opening=meant.opening)
            chance += self.evidence.style(meant.points, place.cells, at) + self.fields.likelier(entry, meant)
            yield Read(
                chance + cost, cost, self._base(here, place.cells), here.off, meant, (Slip(correction),)
            )

    def _near(self, here: _Here, games: Iterable[tuple[Number, ...]]) -> Iterator[Read]:
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
            slips = [self._slip(place, at, game[at]) for at in cells]
            kind, chance = slips[-1][0], sum(slip[1] for slip in slips)
            yield from self._done(here, Guess(kind, chance, self._shown(here, game)))

    def _slip(self, place: Place, at: int, step: Number) -> tuple[str, float]:
        """The slip of one cell whose meant change is this, and its log-probability."""
        due, said = step + place.base[at], place.cells[at]
        if at in place.garbled:
            return "unreadable", rate("other", place.places)
        if said is None:
            return "left-out", rate("left-out", place.places)
        slip = slip_between(said, due)
        if slip is not None:
            return slip.kind, rate_of(slip.log, place.places)
        seen = said - place.base[at]
        if step and (seen == 3 * step or step == 3 * seen):
            return "tripling", rate("tripling", 2 * place.places)
        return "other", rate("other", place.places * constant("spread"))

    def _shown(self, here: _Here, steps: Sequence[Number]) -> Cells:
        """How the sheet would write this change of a row."""
        place = here.place
        return tuple(
            [
                None if not step and cell is None else step + before
                for step, cell, before in zip(steps, place.cells, place.base, strict=True)
            ]
        )

    def _done(self, here: _Here, guess: Guess) -> Iterator[Read]:
        """The row, if a guess makes it right."""
        said = None
        if guess.kind == "rows-swapped":
            said = with_content(
                self.evidence.entries[here.place.at], self.evidence.entries[here.place.at + guess.apart]
            )
        for filled in self._filled(here, guess):
            yield from self._ended(here, filled, said)

    def _filled(self, here: _Here, guess: Guess) -> Sequence[Guess]:
        """The guess with the lost value, or with each possible one; none if there is none."""
        place, lost = here.place, guess.lost
        nothing = place.nothing and not self.running
        if lost is None:
            if place.spoilt and any(guess.meant[at] is None for at in place.spoilt):
                return ()
            if nothing and 0 in guess.meant:
                # A player who did not take part has an empty cell, as in the other rows.
                meant = tuple(
                    [
                        None if cell == 0 and cell != said else cell
                        for cell, said in zip(guess.meant, place.cells, strict=True)
                    ]
                )
                return (guess._replace(meant=meant),)
            return (guess,)
        if place.free is not None:
            return ()
        steps = self._step(here, guess._replace(carried=None))
        if place.games:
            return [
                guess._replace(meant=put(guess.meant, (lost, place.base[lost] + change)))
                for change in place.games.get((lost, others(steps, lost)), ())
                if change
            ]
        out = sum(others(steps, lost))
        out += sum(guess.carried or ())
        value = place.base[lost] - out
        meant = put(guess.meant, (lost, None if nothing and not value else value))
        # A value beside its column in place of an equal one leaves only a gap.
        hole = guess.kind == "wrong-column" and meant[lost] == place.cells[lost]
        return (guess._replace(kind="unreadable" if hole else guess.kind, meant=meant),)

    def _ended(
        self, here: _Here, guess: Guess, said: Entry | None = None, first: Guess | None = None
    ) -> Iterator[Read]:
        evidence, at = self.evidence, here.place.at
        if guess.meant == evidence.cells[at] and guess.carried is None and guess.kind:
            return
        if guess.kind in _ANY and not evidence.goes_on(at, guess.meant):
            return
        chance = self._usual(here, guess)
        if chance == -inf:
            return
        base, below = self._base(here, guess.meant), guess.below if guess.apart == 1 else None
        if here.least > -inf and chance + guess.log + self.further(at, base, below) < here.least:
            return
        entry = self._entry(here, guess, said)
        kept = self.fields.kept(entry, here.past, at, here.sums)
        if kept is None:
            return
        entry, more, cost, sums = kept
        cost += guess.log + (0.0 if first is None else first.log)
        chance += self.fields.likelier(evidence.entries[at], entry)
        corrections = self._corrections(here, guess, entry, said, first)
        if any(self._stands_there(edit, at) for correction in corrections for edit in correction.edits):
            # A wrong total that is continued, and then wrong in the other direction, was not continued. Nor
            # are there two slips in one cell of which the second cancels the first.
            return
        carried = guess.carried
        slips = [
            Slip(correction, carried if which == len(corrections) - 1 else None)
            for which, correction in enumerate(corrections)
        ]
        slips.sort(key=lambda slip: [edit[:2] for edit in slip.correction.edits])
        off = here.off if carried is None else tuple([a + b for a, b in zip(here.off, carried, strict=True)])
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

    def _stands_there(self, edit: CellEdit, at: int) -> bool:
        """Whether an edit of an entry writes the present value."""
        both = zip(self.sheet.points_columns, self.evidence.cells[at], strict=True)
        row = self.evidence.entries[at].row
        return any(edit == (row, column, cell) for column, cell in both)

    def _corrections(
        self, here: _Here, guess: Guess, entry: Entry, said: Entry | None, first: Guess | None
    ) -> tuple[Correction, ...]:
        """The corrections for the slips of a row."""
        evidence, at, points = self.evidence, here.place.at, entry.points
        columns = self.sheet.points_columns

        def edits(old: Cells, new: Cells, more: Sequence[Number]) -> tuple[CellEdit, ...]:
            return tuple(
                (entry.row, columns[p], None if after is None else after + here.off[p] + more[p])
                for p, (before, after) in enumerate(zip(old, new, strict=True))
                if before != after or more[p]
            )

        seen = evidence.cells[at]
        mine = edits(seen if first is None else first.meant, guess.meant, guess.carried or evidence.none)
        if said is not None:
            beside = {column.at for column in self.sheet.columns} - set(columns)
            mine += tuple(e for e in edits_to(self.sheet, evidence.entries[at], said) if e[1] in beside)
        last = Correction(guess.kind, mine, at, points)
        if first is None:
            return (last,)
        return written_once(
            (Correction(first.kind, edits(seen, first.meant, evidence.none), at, points),), (last,)
        )

    # Rows as entries.

    def _base(self, here: _Here, meant: Cells) -> tuple[Number, ...]:
        if not self.running:
            return here.base
        return tuple([old if cell is None else cell for old, cell in zip(here.base, meant, strict=True)])

    def _usual(self, here: _Here, guess: Guess) -> float:
        """The log-probability of the row's change if a guess is right."""
        at = here.place.at
        self.evidence.judge.weighed()
        return self.evidence.usual(self._step(here, guess), at, opening=self.evidence.entries[at].opening)

    def _step(self, here: _Here, guess: Guess) -> tuple[Number, ...]:
        """The row's change if a guess is right."""
        both = zip(guess.meant, here.base, strict=True)
        if guess.carried is None:
            return tuple([0 if cell is None else cell - old for cell, old in both])
        return tuple(
            [
                out if cell is None else cell - old + out
                for (cell, old), out in zip(both, guess.carried, strict=True)
            ]
        )

    def _entry(self, here: _Here, guess: Guess, said: Entry | None = None) -> Entry:
        """The row as the checks see it if a guess is right."""
        seen = self.evidence.entries[here.place.at] if said is None else said
        carried = guess.carried or self.evidence.none
        points = self._step(here, guess)
        if self.running:
            values = [old if cell is None else cell for old, cell in zip(here.base, guess.meant, strict=True)]
            more = [a + b for a, b in zip(here.off, carried, strict=True)]
            totals = tuple([value + out for value, out in zip(values, more, strict=True)])
            written = tuple(
                [None if cell is None else cell + out for cell, out in zip(guess.meant, more, strict=True)]
            )
        else:
            moved = zip(seen.totals, points, self.evidence.entries[here.place.at].points, strict=True)
            totals = tuple([total + new - old for total, new, old in moved])
            written = guess.meant
        return seen._replace(points=points, totals=totals, written=written, readable=True)


_NONE: frozenset[int] = frozenset()
_ANY = frozenset({"other", "left-out", "old-total"})
"""After these slips, the cell is hardly evidence of its meaning."""


def _worked_out(said: Sequence[Number], due: Sequence[Number]) -> float:
    """The probability that a miscalculated game gave exactly these points."""
    _, one = min((abs(a - b), at) for at, (a, b) in enumerate(zip(said, due, strict=True)) if a != b)
    others_won = any(a * b < 0 for a, b in zip(said, due, strict=True))
    return added_up(said[one], due[one]) * (constant("others-won") if others_won else 1.0)


def _fails(broken: Breaches | None) -> bool:
    """Whether a row cannot have been meant as written."""
    return broken is None or bool(broken.rules)


def _in_one_cell(place: Place, one: Guess, other: Guess) -> bool:
    """Whether two slips amount to one miswritten number: then it is one slip."""
    carried = one.carried is not None or other.carried is not None
    return not carried and sum(a != b for a, b in zip(place.cells, other.meant, strict=True)) < 2


def _with_room(place: Place, guess: Guess) -> Guess | None:
    """The guess, if a second slip of the row is possible beside it.

    A player whose total is overwritten is assumed to have no points.
    """
    if guess.lost is None:
        return guess if guess.below is None else None
    if not place.running or guess.kind != "wrong-column":
        return None
    return guess._replace(meant=put(guess.meant, (guess.lost, place.base[guess.lost])), lost=None)


def _likeliest(pairs: Sequence[tuple[float, Guess, Guess]]) -> list[tuple[float, Guess, Guess]]:
    return sorted(pairs, key=lambda pair: -pair[0])[:_MOST_PAIRS]


def place_with(place: Place, cells: Cells) -> Place:
    """The same place with other cells, all readable."""
    return replace(place, cells=cells, below=None, spoilt=_NONE, garbled=_NONE, wrong_below=())
