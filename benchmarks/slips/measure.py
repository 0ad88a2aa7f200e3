"""Makes sheets and slips, asks scorecheck, and counts how often it is right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import isinf
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips import checking, slips
from benchmarks.slips.computed import columns_that_follow, followed
from benchmarks.slips.judging import Truth, Verdict, judged, meaning
from benchmarks.slips.layouts import LAYOUTS, UNBOUNDED
from benchmarks.slips.sheets import number, ref
from benchmarks.slips.slips import Change

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from benchmarks.slips.bound import Original
    from benchmarks.slips.sheets import Generator, Sheet
    from benchmarks.slips.slips import Slip
    from scorecheck.model.finding import Finding

CHUNK = 50
"""Sheets that one task makes. Seeds belong to chunks, so that the number of jobs changes nothing."""
_MOST_EXAMPLES = 3
_SEVERAL = {0: "no slip", 1: "one slip", 2: "two slips", 3: "three slips", 4: "four slips"}


class Task(NamedTuple):
    """Some sheets of one layout."""

    layout: str
    seed: str
    chunk: int
    sheets: int
    slips: int
    """0: clean sheets; else so many slips on each, or ``DRAWN``."""
    model: str = "first"
    frequencies: int | None = None
    """The seed of frequencies drawn at random; ``None``: those of the data."""
    bound: bool = True
    recognise: bool = False
    sums: str = "hand"
    """How total rows, controls and sums of cards are made: see ``computed``."""


DRAWN = -1
"""Instead of a number of slips: each of ``MOST_DRAWN`` and fewer as often, none included."""
MOST_DRAWN = 4


@dataclass
class Tally:
    """What was counted of one kind of slip."""

    made: int = 0
    undetectable: int = 0
    silent: int = 0
    """Of the undetectable: a sheet that the generator never makes, though no rule says why."""
    detected: int = 0
    cell: int = 0
    top: int = 0
    both: int = 0
    three: int = 0
    bound: float = 0.0
    worth: float = 0.0
    """The chances, as the bound has them, that our first repairs are right: luck left aside."""
    learnt: float = 0.0
    """The same chances, that whoever learns a club's game from its file and the sheet is right."""
    bound_three: float = 0.0
    """The same of the three likeliest originals together."""
    bounded: int = 0
    """How many sheets the bound was worked out for."""

    def add(self, other: Tally) -> None:
        """Counts another tally in."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def detectable(self) -> int:
        """The slips that some rule can find."""
        return self.made - self.undetectable


@dataclass
class Counted:
    """What a task, or many, counted."""

    by_kind: dict[str, Tally] = field(default_factory=dict[str, Tally])
    clean: int = 0
    spoken: Counter[str] = field(default_factory=Counter[str])
    """Rules that spoke up on clean sheets."""
    sure: list[tuple[float, bool]] = field(default_factory=list[tuple[float, bool]])
    """The confidence of every repair shown, and whether it was right."""
    failed: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Some sheets of each kind that were not mended, as text."""

    written: int = 0
    """Sheets that ``fix`` would change without a question."""
    spoilt: int = 0
    """Those of them on which it would write something wrong."""
    tied: int = 0
    """Findings that say that it is one of several repairs, each as likely as the other."""
    tied_wrongly: int = 0
    """Those that leave out what is right."""
    crashes: list[str] = field(default_factory=list[str])
    """Sheets on which scorecheck crashed; they count as not repaired."""

    def tally(self, kind: str) -> Tally:
        """The tally of a kind."""
        return self.by_kind.setdefault(kind, Tally())

    def remember(self, kind: str, text: Callable[[], str]) -> None:
        """Keeps a sheet that was not mended, if there are not enough of its kind."""
        kept = self.failed.setdefault(kind, [])
        if len(kept) < _MOST_EXAMPLES:
            kept.append(text())

    def add(self, other: Counted) -> None:
        """Counts another one in."""
        for kind, tally in other.by_kind.items():
            self.tally(kind).add(tally)
        self.clean += other.clean
        self.spoken += other.spoken
        self.sure += other.sure
        self.written += other.written
        self.spoilt += other.spoilt
        self.tied += other.tied
        self.tied_wrongly += other.tied_wrongly
        self.crashes += other.crashes
        for kind, texts in other.failed.items():
            mine = self.failed.setdefault(kind, [])
            mine += texts[: _MOST_EXAMPLES - len(mine)]


def run(task: Task) -> Counted:
    """Does one task. The same task always counts the same."""
    sums = "" if task.sums == "hand" else f"/{task.sums}"
    rng = Random(f"{task.seed}/{task.layout}/{task.slips}/{task.model}{sums}/{task.chunk}")  # noqa: S311 - no secret
    generator = LAYOUTS[task.layout]
    counted = Counted()
    if not task.slips:
        _clean(generator, task, rng, counted)
        return counted
    for _ in range(task.sheets):
        original = generator.generate(rng)
        share_of = slips.shares(original.shape.game, task.frequencies)
        if task.slips == 1:
            _one_slip(generator, original, share_of, task, rng, counted)
        else:
            count = rng.randrange(MOST_DRAWN + 1) if task.slips == DRAWN else task.slips
            _several_slips(generator, original, share_of, task, count, rng, counted)
    return counted


def _clean(generator: Generator, task: Task, rng: Random, counted: Counted) -> None:
    for _ in range(task.sheets):
        sheet = generator.generate(rng)
        counted.clean += 1
        rules = {finding.rule for finding in checking.findings_on(sheet, recognise=True)}
        if rules:
            counted.spoken.update(rules)
            counted.spoken["any"] += 1


def _one_slip(
    generator: Generator,
    original: Sheet,
    share_of: Mapping[str, float],
    task: Task,
    rng: Random,
    counted: Counted,
) -> None:
    follows = columns_that_follow(original, task.sums, rng)
    slip = _felt_slip(task.model, original, share_of, follows, rng)
    observed = followed(slips.applied(original, slip.change), follows)
    truth = Truth(original, observed, (slip.change,), follows)
    tally, verdict = _judged(generator, truth, slip.kind, slip.kind, task, counted)
    bounded = _bounded_by(generator, observed, task)
    if tally is not None and bounded is not None:
        from benchmarks.slips.bound import likeliest, posteriors
        from benchmarks.slips.learnt import LEARNT, worth_of_learnt

        chances = posteriors(*bounded, share_of)
        best = likeliest(chances)
        tally.worth += _worth(truth, verdict, chances)
        if task.layout in LEARNT:
            tally.learnt += worth_of_learnt(task.layout, bounded[1], share_of, chances)
        tally.bound += best[0]
        tally.bound_three += sum(best)
        tally.bounded += 1


def _worth(truth: Truth, verdict: Verdict, chances: Mapping[Original, float]) -> float:
    """How likely it is, as the bound has it, that the sheet was what the first repairs make of it."""
    if verdict.top:
        made = [None if truth.changes[0].left_out is not None else truth.original.rows]
    else:
        made = [*verdict.made]
    known: dict[object, float] = {}
    for rows, chance in chances.items():
        key = _said(rows, truth)
        known[key] = known.get(key, 0.0) + chance
    return max((known.get(_said(rows, truth), 0.0) for rows in made), default=0.0)


def _said(rows: Original, truth: Truth) -> object:
    """What an original says, but for the numbers of the games; of a row left out that it was."""
    if rows is None:
        return None
    sheet = truth.original
    kinds = (*["entry"] * (len(rows) - len(sheet.rows) + sheet.entries), *sheet.kinds[sheet.entries :])
    said = meaning(sheet.with_rows(rows, sheet.kinds if sheet.shape.card else kinds), numbers=False)
    return tuple(tuple(row[column] for column in sheet.shape.players) for row in said)


def _bounded_by(generator: Generator, observed: Sheet, task: Task) -> tuple[Generator, Sheet] | None:
    """What the bound is worked out for: total rows that follow say nothing, so they are taken off.

    ``None`` where it is not worked out.
    """
    if not task.bound or task.model != "first" or task.layout in UNBOUNDED:
        return None
    if task.sums == "hand":
        return generator, observed
    plain = LAYOUTS.get(generator.name.removesuffix("-total"))
    if task.sums != "computed" or plain is None or plain is generator:
        return None
    return plain, observed.with_rows(observed.rows[:-1], observed.kinds[:-1])


def _several_slips(
    generator: Generator,
    original: Sheet,
    share_of: Mapping[str, float],
    task: Task,
    count: int,
    rng: Random,
    counted: Counted,
) -> None:
    named = _SEVERAL.get(count, f"{count} slips")
    follows = columns_that_follow(original, task.sums, rng)
    made = several_slips(task.model, original, share_of, rng, count, follows)
    if made.truth is None:
        tally = counted.tally(named)
        tally.made += 1
        tally.undetectable += 1
        return
    # Each would be found without the other; where nothing is, both together make a valid sheet.
    tally, _ = _judged(generator, made.truth, named, f"{named}: {made.kinds}", task, counted)
    bounded = _bounded_by(generator, made.truth.observed, task) if count == 2 else None
    if tally is not None and bounded is not None:
        from benchmarks.slips.bound_two import BOUNDED, posteriors_of_two

        if bounded[0].name in BOUNDED:
            posteriors = posteriors_of_two(BOUNDED[bounded[0].name], bounded[1], share_of)
            tally.bound += max(posteriors.values(), default=0.0)
            tally.bounded += 1


def _judged(
    generator: Generator, truth: Truth, kind: str, made_of: str, task: Task, counted: Counted
) -> tuple[Tally | None, Verdict]:
    """Asks scorecheck, and counts what it says under a kind; ``None`` where it finds nothing, or crashes."""
    tally = counted.tally(kind)
    tally.made += 1
    try:
        findings = checking.findings_on(truth.observed, recognise=task.recognise)
    except checking.Crashed as fault:
        counted.crashes.append(str(fault))
        return None, Verdict(detected=False)
    verdict = judged(truth, findings)
    if not verdict.detected:
        tally.undetectable += 1
        tally.silent += isinf(generator.log_prior(truth.observed))
        return None, verdict
    tally.detected += verdict.detected
    tally.cell += verdict.cell
    tally.top += verdict.top
    tally.both += verdict.cell and verdict.top
    tally.three += verdict.three
    counted.sure += verdict.sure
    counted.written += verdict.written
    counted.spoilt += verdict.spoilt
    counted.tied += verdict.tied
    counted.tied_wrongly += verdict.tied_wrongly
    if not verdict.top:
        counted.remember(kind, lambda: f"{made_of}\n{_shown(truth, findings)}")
    return tally, verdict


class SeveralSlips(NamedTuple):
    """A sheet with several slips."""

    kinds: str
    truth: Truth | None
    """``None`` where one of the slips would not be found without the others."""


def several_slips(
    model: str,
    original: Sheet,
    share_of: Mapping[str, float],
    rng: Random,
    count: int,
    follows: frozenset[int] = frozenset(),
) -> SeveralSlips:
    """So many slips at different cells of one sheet; at most one of them takes a row away, or adds one."""
    sheet, changes, alone, kinds = original, list[Change](), list[Change](), list[str]()
    while len(changes) < count:
        slip = _felt_slip(model, sheet, share_of, follows, rng)
        by_itself = _by_itself(changes, slip.change, len(sheet.rows))
        if by_itself is None or _leaves_one_out(changes, slip, sheet):
            continue
        alone.append(by_itself)
        kinds.append(slip.kind)
        changes = [*(_moved(change, slip.change) for change in changes), slip.change]
        sheet = slips.applied(sheet, slip.change)
    named = " + ".join(kinds)
    if count > 1:
        each = (followed(slips.applied(original, change), follows) for change in alone)
        if not all(checking.breaks_a_rule(one) for one in each):
            return SeveralSlips(named, None)
    return SeveralSlips(named, Truth(original, followed(sheet, follows), tuple(changes), follows))


def _felt_slip(
    model: str, sheet: Sheet, share_of: Mapping[str, float], follows: frozenset[int], rng: Random
) -> Slip:
    """A slip that is still there once the sums that follow are worked out again."""
    before = followed(sheet, follows)
    while True:
        slip = drawn_slip(model, sheet, share_of, rng)
        if not follows or followed(slips.applied(sheet, slip.change), follows) != before:
            return slip


def drawn_slip(model: str, sheet: Sheet, share_of: Mapping[str, float], rng: Random) -> Slip:
    """A slip by one of the models."""
    if model == "first":
        return slips.draw(sheet, share_of, rng)
    from benchmarks.slips import second_model

    return second_model.draw(sheet, rng)


def _by_itself(changes: Sequence[Change], new: Change, rows: int) -> Change | None:
    """The next slip as it would be without those before it; ``None`` where it has cells in common with one,
    takes away or repeats its row, or both take a row away or add one."""
    # Held against each other where they stand now: a row taken away or added moves what is below it.
    taken = {place for change in changes for place, _ in change.cells}
    if any(place in taken for place, _ in new.cells) or any(
        row in (new.left_out, new.twice) for row, _ in taken
    ):
        return None
    alone = new
    for change in changes:
        found = _without(change, alone, rows)
        if found is None:
            return None
        alone = found
    return alone


_CARRIED_ON = frozenset({"addition", "doubling", "undoubled", "tripling"})


def _leaves_one_out(changes: Sequence[Change], slip: Slip, sheet: Sheet) -> bool:
    """Whether a wrong total is carried on, but not in one that an earlier slip put into another place: nobody
    writes that."""
    if slip.kind not in _CARRIED_ON or not sheet.shape.running or len(slip.change.cells) == 1:
        return False
    (first, column), _ = slip.change.cells[0]
    moved = (place for change in changes for place, _ in change.cells)
    return any(at == column and row > first and number(sheet.rows[row][column]) is None for row, at in moved)


def _without(first: Change, second: Change, rows: int) -> Change | None:
    """The second of two slips as it would be without the first, on a sheet of so many rows with the first."""
    if _is_of_row(first) and _is_of_row(second):
        return None
    if _is_of_row(second) or not _is_of_row(first):
        return second
    if first.left_out is not None:
        gap = first.left_out
        return second._replace(cells=tuple(((r + (r >= gap), c), text) for (r, c), text in second.cells))
    twice = first.twice if first.twice is not None else rows
    if any(row in (twice, twice + 1) for (row, _), _ in second.cells):
        return None
    return second._replace(cells=tuple(((r - (r > twice), c), text) for (r, c), text in second.cells))


def _is_of_row(change: Change) -> bool:
    return change.left_out is not None or change.twice is not None


def _moved(first: Change, second: Change) -> Change:
    """The first slip on the sheet as the second one left it."""
    if second.left_out is not None:
        gap = second.left_out
        return first._replace(cells=tuple(((r - (r > gap), c), t) for (r, c), t in first.cells))
    if second.twice is not None:
        twice = second.twice
        return first._replace(cells=tuple(((r + (r > twice), c), t) for (r, c), t in first.cells))
    return first


def _shown(truth: Truth, findings: Sequence[Finding]) -> str:
    """A sheet that was not mended, with what was changed and what was said."""
    lines = [truth.observed.text(), "slipped:"]
    for change in truth.changes:
        if change.left_out is not None or change.twice is not None:
            lines.append(f"  {change}")
        lines += [f"  {ref(place).a1} should not be {text!r}" for place, text in change.cells]
    lines += ["was:", truth.original.text(), "said:"]
    for finding in findings:
        lines.append(f"  {finding.rule} at {finding.cell.a1 if finding.cell else None}")
        for fix in finding.fixes:
            edits = ", ".join(f"{e.cell.a1}: {e.before} -> {e.after}" for e in fix.edits)
            lines.append(f"    {fix.confidence:.2f} {fix.kind}: {edits}")
    return "\n".join(lines)
