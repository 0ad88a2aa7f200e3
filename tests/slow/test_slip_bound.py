"""The bound of the slip benchmark: whatever the slip, the true original is among those that it weighs."""

from __future__ import annotations

from math import isclose, isinf
from random import Random

import pytest

from benchmarks.slips import slips
from benchmarks.slips.bound import posteriors
from benchmarks.slips.layouts import LAYOUTS


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_bound_knows_the_original_of_every_slip(name: str) -> None:
    generator, rng, shares = LAYOUTS[name], Random(f"bound {name}"), slips.shares()
    sure, right = 0.0, 0
    for _ in range(60):
        original = generator.generate(rng)
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
    assert abs(sure - right) < 9
