"""The bounds of the slip benchmark: whatever the slips, the true original is among those that they weigh."""

from __future__ import annotations

from math import isclose, isinf
from random import Random

import pytest

from benchmarks.slips import slips
from benchmarks.slips.bound import posteriors
from benchmarks.slips.bound_two import BOUNDED, outcome_of, posteriors_of_two
from benchmarks.slips.layouts import LAYOUTS, UNBOUNDED
from benchmarks.slips.learnt import LEARNT, worth_of_learnt
from benchmarks.slips.measure import several_slips


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name not in UNBOUNDED])
def test_the_bound_knows_the_original_of_every_slip(name: str) -> None:
    generator, rng = LAYOUTS[name], Random(f"bound {name}")
    sure, right = 0.0, 0
    for _ in range(12):
        original = generator.generate(rng)
        shares = slips.shares(original.shape.game)
        slip = slips.draw(original, shares, rng)
        observed = slips.applied(original, slip.change)
        if not isinf(generator.log_prior(observed)):
            continue
        chances = posteriors(generator, observed, shares)
        best = max(chances, key=lambda rows: chances[rows])
        sure += chances[best]
        assert isclose(sum(chances.values()), 1.0)
        if slip.change.left_out is not None:
            assert chances.get(None, 0.0) > 0.0
            right += best is None
        else:
            rows = {tuple(row[1:] for row in known) for known in chances if known is not None}
            assert tuple(row[1:] for row in original.rows) in rows, (slip, original.text())
            right += best is not None and [row[1:] for row in best] == [row[1:] for row in original.rows]
    # A posterior is what it says it is: the best ones are right as often as they claim.
    assert abs(sure - right) < 4


@pytest.mark.parametrize("name", BOUNDED)
def test_the_bound_of_two_slips_knows_the_original(name: str) -> None:
    generator, rng = BOUNDED[name], Random(f"bound of two {name}")
    shares = slips.shares("doppelkopf")
    sure, right, counted, unknown = 0.0, 0.0, 0, 0
    while counted < 30:
        truth = several_slips("first", generator.generate(rng), shares, rng, 2).truth
        if truth is None:
            continue
        counted += 1
        chances = posteriors_of_two(generator, truth.observed, shares)
        assert isclose(sum(chances.values()), 1.0)
        gaps = {change.left_out for change in truth.changes} - {None}
        original = truth.original
        entries = [at for at in range(len(original.rows)) if at not in gaps]
        true = outcome_of(
            original.with_rows(
                tuple(original.rows[at] for at in entries), tuple(original.kinds[at] for at in entries)
            ),
            left_out=bool(gaps),
        )
        unknown += true not in chances
        best = max(chances.values())
        alike = [outcome for outcome, chance in chances.items() if isclose(chance, best, rel_tol=1e-9)]
        sure += best
        right += (true in alike) / len(alike)
    # Slips in rows that were left out or written twice afterwards are not weighed.
    assert unknown <= 1
    assert abs(sure - right) < 5


@pytest.mark.parametrize("name", LEARNT)
def test_who_learns_from_the_sheet_is_right_no_oftener_than_who_knows(name: str) -> None:
    generator, rng = LAYOUTS[name], Random(f"learnt {name}")
    for _ in range(3):
        original = generator.generate(rng)
        shares = slips.shares(original.shape.game)
        observed = slips.applied(original, slips.draw(original, shares, rng).change)
        chances = posteriors(generator, observed, shares)
        best = max(chances.values(), default=0.0)
        assert 0.0 <= worth_of_learnt(name, observed, shares, chances) <= best
