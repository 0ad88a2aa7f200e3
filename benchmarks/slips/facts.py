"""Facts that were mistyped: on logs, results and detail sheets one fact or number is another, or two are.

``python -m benchmarks.slips.facts``: how often the first repairs put the sheet right, or one of three of
each; how many of those that are sure are right; and how often anybody could.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice, product
from random import Random
from typing import TYPE_CHECKING

from benchmarks.slips import checking
from benchmarks.slips.facts_chouette import LAYOUTS as CHOUETTES
from benchmarks.slips.facts_dice import LAYOUT as DICE
from benchmarks.slips.facts_doppelkopf import LAYOUT as DOPPELKOPF
from benchmarks.slips.facts_results import LAYOUT as RESULTS
from benchmarks.slips.facts_skat import LAYOUTS as SKAT
from benchmarks.slips.facts_skat_values import LAYOUTS as SKAT_VALUES
from benchmarks.slips.judging import edited

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.slips.facts_made import Kind
    from benchmarks.slips.sheets import Row, Sheet
    from scorecheck.model.finding import Finding, Fix

LAYOUTS: dict[str, Kind] = {
    one.name: one for one in (DOPPELKOPF, DICE, *CHOUETTES, RESULTS, *SKAT, *SKAT_VALUES)
}
_SURE = 0.95
_MOST_TOGETHER = 81
_TRIES = 200


@dataclass
class Tally:
    """What was counted."""

    of: Counter[str] = field(default_factory=Counter[str])
    bound: list[float] = field(default_factory=list[float])
    bound_of_three: list[float] = field(default_factory=list[float])
    said: list[tuple[float, bool]] = field(default_factory=list[tuple[float, bool]])

    def add(self, other: Tally) -> None:
        """Counts the same together."""
        self.of += other.of
        self.bound += other.bound
        self.bound_of_three += other.bound_of_three
        self.said += other.said


def drawn(kind: Kind, slips: int, rng: Random) -> tuple[Sheet, Sheet, str]:
    """A valid sheet, the same with so many slips in different rows, and what these are called."""
    while True:
        original = kind.generate(rng)
        observed, names = original, list[str]()
        for _ in range(_TRIES):
            slipped = kind.slip(observed, rng)
            if slipped is None or _differing(kind, original, slipped.sheet) != len(names) + 1:
                continue
            observed = slipped.sheet
            names.append(slipped.kind)
            if len(names) == slips:
                return original, observed, names[0] if slips == 1 else "two slips"


def _differing(kind: Kind, one: Sheet, other: Sheet) -> int:
    return sum(kind.meaning(a) != kind.meaning(b) for a, b in zip(one.rows, other.rows, strict=True))


def judged(
    kind: Kind, original: Sheet, observed: Sheet, findings: Iterable[Finding], *, bound: bool
) -> Tally:
    """What is counted of one sheet."""
    tally = Tally()
    told = [finding for finding in findings if finding.severity.word != "info"]
    tally.of["made"] += 1
    if not told:
        return tally
    tally.of["found"] += 1
    target = _meaning(kind, original)
    all_offers = [finding.fixes[:3] for finding in told if finding.fixes]
    offers = list({tuple(fix.edits for fix in offer): offer for offer in all_offers}.values())

    def restores(fixes: Sequence[Fix]) -> bool:
        return _meaning(kind, edited(observed, fixes)) == target

    top = bool(offers) and (restores([offer[0] for offer in offers]) or restores([offers[0][0]]))
    tally.of["top"] += top
    tally.of["three"] += top or any(
        restores(way) for way in islice(product(*offers), _MOST_TOGETHER) if offers
    )
    whole = {(fix.edits, fix.confidence): fix for finding in told for fix in finding.fixes}
    tally.said += ((fix.confidence, _is_right(kind, original, observed, fix)) for fix in whole.values())
    if bound:
        chances = _posterior(kind, observed)
        if chances:
            tally.bound.append(chances[0])
            tally.bound_of_three.append(sum(chances[:3]))
    return tally


def _posterior(kind: Kind, observed: Sheet) -> list[float]:
    """How likely each original is, the likeliest first."""
    found: dict[tuple[Row, ...], float] = {}
    for sheet, chance in kind.originals(observed) or ():
        key = _meaning(kind, sheet)
        found[key] = found.get(key, 0.0) + chance
    whole = sum(found.values())
    return sorted((chance / whole for chance in found.values()), reverse=True) if whole else []


def _meaning(kind: Kind, sheet: Sheet) -> tuple[Row, ...]:
    return tuple(map(kind.meaning, sheet.rows))


def _is_right(kind: Kind, original: Sheet, observed: Sheet, fix: Fix) -> bool:
    """Whether all that a repair writes is what stood there."""
    mended = edited(observed, [fix])
    for edit in fix.edits:
        row, column = edit.cell.row - 2, edit.cell.column - 1
        if kind.meaning(mended.rows[row])[column] != kind.meaning(original.rows[row])[column]:
            return False
    return True


def count(kind: Kind, sheets: int, slips: int, rng: Random, *, bound: bool) -> dict[str, Tally]:
    """What becomes of so many sheets, by the kind of their slip."""
    counted: dict[str, Tally] = {}
    for _ in range(sheets):
        original, observed, named = drawn(kind, slips, rng)
        findings = checking.findings_on(observed, preset=kind.preset)
        mine = judged(kind, original, observed, findings, bound=bound and slips == 1)
        counted.setdefault(named, Tally()).add(mine)
    return counted


def main() -> None:
    """Prints what each kind of slip gives, and all together."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slips.facts", description=__doc__)
    parser.add_argument("--sheets", type=int, default=2000, help="sheets a layout (2000)")
    parser.add_argument("--slips", type=int, choices=(1, 2), default=1)
    parser.add_argument("--layout", action="append", choices=tuple(LAYOUTS))
    parser.add_argument("--clean", type=int, default=0, help="clean sheets a layout instead")
    parser.add_argument("--no-bound", action="store_true")
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    for name in asked.layout or LAYOUTS:
        kind = LAYOUTS[name]
        rng = Random(f"{asked.seed}/{name}/{asked.slips}")  # noqa: S311 - no secret
        if asked.clean:
            spoken = sum(
                checking.breaks_a_rule(kind.generate(rng), preset=kind.preset) for _ in range(asked.clean)
            )
            _say(f"{name}: {spoken} of {asked.clean} clean sheets with a finding")
            continue
        counted = count(kind, asked.sheets, asked.slips, rng, bound=not asked.no_bound)
        together = Tally()
        for slip in sorted(counted):
            together.add(counted[slip])
            _say(f"{name}, {slip}: {_said(counted[slip])}")
        _say(f"{name}, all together: {_said(together)}")
        _say(f"{name}, said and right: {_reliability(together.said)}")


def _said(tally: Tally) -> str:
    of = tally.of
    found = max(1, of["found"])
    sure = [right for confidence, right in tally.said if confidence >= _SURE]
    text = (
        f"{of['found']} of {of['made']} found; top {100 * of['top'] / found:.1f} %, "
        f"of three {100 * of['three'] / found:.1f} %; "
        f"{sum(sure)} of {len(sure)} that said 95 % or more are right"
    )
    if tally.bound:
        mean = [100 * sum(some) / len(some) for some in (tally.bound, tally.bound_of_three)]
        text += f"; bound {mean[0]:.1f} / {mean[1]:.1f}"
    return text


def _reliability(said: Sequence[tuple[float, bool]]) -> str:
    """By classes what was said and how many were right, and the mean gap."""
    classes: dict[int, list[tuple[float, bool]]] = {}
    for one in said:
        classes.setdefault(min(9, int(one[0] * 10)), []).append(one)
    parts: list[str] = []
    gap = 0.0
    for at in sorted(classes):
        some = classes[at]
        mean, right = (sum(values) / len(some) for values in zip(*some, strict=True))
        gap += abs(mean - right) * len(some)
        parts.append(f"{100 * mean:.0f} → {100 * right:.0f} of {len(some)}")
    return f"{'; '.join(parts)}; mean gap {100 * gap / max(1, len(said)):.1f}"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
