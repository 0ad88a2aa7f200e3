"""Makes sheets and slips, asks scorecheck, and counts how often it is right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import isinf
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips import checking, slips
from benchmarks.slips.judging import Truth, judged
from benchmarks.slips.layouts import LAYOUTS
from benchmarks.slips.sheets import ref

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from benchmarks.slips.sheets import Generator, Sheet
    from benchmarks.slips.slips import Change, Slip
    from scorecheck.model.finding import Finding

CHUNK = 50
"""Sheets that one task makes. Seeds belong to chunks, so that the number of jobs changes nothing."""
_MOST_EXAMPLES = 3
_TWO = "two slips"


class Task(NamedTuple):
    """Some sheets of one layout."""

    layout: str
    seed: str
    chunk: int
    sheets: int
    slips: int
    """0: clean sheets; else so many slips on each."""
    model: str = "first"
    frequencies: int | None = None
    """The seed of frequencies drawn at random; ``None``: those of the data."""
    bound: bool = True
    recognise: bool = False


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
        self.crashes += other.crashes
        for kind, texts in other.failed.items():
            mine = self.failed.setdefault(kind, [])
            mine += texts[: _MOST_EXAMPLES - len(mine)]


def run(task: Task) -> Counted:
    """Does one task. The same task always counts the same."""
    rng = Random(f"{task.seed}/{task.layout}/{task.slips}/{task.model}/{task.chunk}")  # noqa: S311 - no secret
    generator = LAYOUTS[task.layout]
    counted = Counted()
    if not task.slips:
        _clean(generator, task, rng, counted)
        return counted
    drawn = None if task.frequencies is None else Random(f"frequencies/{task.frequencies}")  # noqa: S311 - as above
    share_of = slips.shares(drawn)
    for _ in range(task.sheets):
        original = generator.generate(rng)
        if task.slips == 1:
            _one_slip(generator, original, share_of, task, rng, counted)
        else:
            _two_slips(generator, original, share_of, task, rng, counted)
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
    slip = drawn_slip(task.model, original, share_of, rng)
    observed = slips.applied(original, slip.change)
    truth = Truth(original, observed, (slip.change,))
    tally = _judged(generator, truth, slip.kind, slip.kind, task, counted)
    if tally is not None and task.bound and task.model == "first":
        from benchmarks.slips.bound import best_posteriors

        best = best_posteriors(generator, observed, share_of)
        tally.bound += best[0]
        tally.bound_three += sum(best)
        tally.bounded += 1


def _two_slips(
    generator: Generator,
    original: Sheet,
    share_of: Mapping[str, float],
    task: Task,
    rng: Random,
    counted: Counted,
) -> None:
    made = two_slips(task.model, original, share_of, rng)
    if made.truth is None:
        tally = counted.tally(_TWO)
        tally.made += 1
        tally.undetectable += 1
        return
    # Each would be found without the other; where nothing is, both together make a valid sheet.
    tally = _judged(generator, made.truth, _TWO, f"{_TWO}: {made.kinds}", task, counted)
    if tally is not None and task.bound and task.model == "first":
        from benchmarks.slips.bound_two import BOUNDED, posteriors_of_two

        if generator.name in BOUNDED:
            posteriors = posteriors_of_two(BOUNDED[generator.name], made.truth.observed, share_of)
            tally.bound += max(posteriors.values(), default=0.0)
            tally.bounded += 1


def _judged(
    generator: Generator, truth: Truth, kind: str, made_of: str, task: Task, counted: Counted
) -> Tally | None:
    """Asks scorecheck, and counts what it says under a kind; ``None`` where it finds nothing, or crashes."""
    tally = counted.tally(kind)
    tally.made += 1
    try:
        findings = checking.findings_on(truth.observed, recognise=task.recognise)
    except checking.Crashed as fault:
        counted.crashes.append(str(fault))
        return None
    verdict = judged(truth, findings)
    if not verdict.detected:
        tally.undetectable += 1
        tally.silent += isinf(generator.log_prior(truth.observed))
        return None
    tally.detected += verdict.detected
    tally.cell += verdict.cell
    tally.top += verdict.top
    tally.both += verdict.cell and verdict.top
    tally.three += verdict.three
    counted.sure += verdict.sure
    if not verdict.top:
        counted.remember(kind, lambda: f"{made_of}\n{_shown(truth, findings)}")
    return tally


class TwoSlips(NamedTuple):
    """A sheet with two slips."""

    kinds: str
    truth: Truth | None
    """``None`` where one of the slips would not be found without the other."""


def two_slips(model: str, original: Sheet, share_of: Mapping[str, float], rng: Random) -> TwoSlips:
    """Two slips at different cells of one sheet."""
    first = drawn_slip(model, original, share_of, rng)
    between = slips.applied(original, first.change)
    while True:
        second = drawn_slip(model, between, share_of, rng)
        alone = _without(original, between, first.change, second.change)
        if alone is not None:
            break
    kinds = f"{first.kind} + {second.kind}"
    if not (checking.breaks_a_rule(between) and checking.breaks_a_rule(slips.applied(original, alone))):
        return TwoSlips(kinds, None)
    changes = (_moved(first.change, second.change), second.change)
    return TwoSlips(kinds, Truth(original, slips.applied(between, second.change), changes))


def drawn_slip(model: str, sheet: Sheet, share_of: Mapping[str, float], rng: Random) -> Slip:
    """A slip by one of the models."""
    if model == "first":
        return slips.draw(sheet, share_of, rng)
    from benchmarks.slips import second_model

    return second_model.draw(sheet, rng)


def _without(original: Sheet, between: Sheet, first: Change, second: Change) -> Change | None:
    """The second slip as it would be without the first; ``None`` where the two have cells in common."""
    if _is_of_row(first) and _is_of_row(second):
        return None
    if not _is_of_row(first) and not _is_of_row(second):
        mine = {place for place, _ in first.cells}
        return None if any(place in mine for place, _ in second.cells) else second
    if _is_of_row(second):
        return second
    if first.left_out is not None:
        gap = first.left_out
        return second._replace(cells=tuple(((r + (r >= gap), c), text) for (r, c), text in second.cells))
    twice = first.twice if first.twice is not None else len(between.rows)
    if any(row in (twice, twice + 1) for (row, _), _ in second.cells):
        return None
    del original
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
