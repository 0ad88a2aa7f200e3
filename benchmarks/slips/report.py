"""The figures as a table for people, and as JSON."""

from __future__ import annotations

from itertools import pairwise
from math import pi, sqrt
from typing import TYPE_CHECKING, Any

from benchmarks.slips.measure import Counted, Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_SUREST = 0.95
BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)
"""The bounds of the bins of confidence; the last ones are narrow, since ``fix`` acts on them."""

_HEADINGS = (
    *("", "made", "undetectable", "detected", "cell", "top", "both", "bound", "worth", "learnt"),
    "of bound",
    "of three",
    "bound of three",
)


def table(title: str, counted: Counted) -> str:
    """The figures of a layout: a line a kind of slip, the sum last; per cent of the detectable."""
    lines = [_line(kind, tally) for kind, tally in sorted(counted.by_kind.items())]
    if len(lines) > 1:
        lines.append(_line("all", whole(counted)))
    rows = [(title, *_HEADINGS[1:]), *lines]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEADINGS))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def whole(counted: Counted) -> Tally:
    """All kinds together."""
    summed = Tally()
    for tally in counted.by_kind.values():
        summed.add(tally)
    return summed


def _line(kind: str, tally: Tally) -> tuple[str, ...]:
    of = tally.detectable
    bound = tally.bound / tally.bounded if tally.bounded else None
    # Of two slips each finding has three repairs of its own, so there is no such bound.
    of_three = tally.bound_three / tally.bounded if tally.bounded and tally.bound_three else None
    reached = tally.top / of / bound if bound and of else None
    # Of two slips the bound knows no single sheet that ours is held against.
    worth = tally.worth / tally.bounded if tally.bounded and tally.worth else None
    learnt = tally.learnt / tally.bounded if tally.bounded and tally.learnt else None
    return (
        kind,
        str(tally.made),
        str(tally.undetectable),
        *(_share(count, of) for count in (tally.detected, tally.cell, tally.top, tally.both)),
        "" if bound is None else f"{100 * bound:.1f}",
        "" if worth is None else f"{100 * worth:.1f}",
        "" if learnt is None else f"{100 * learnt:.1f}",
        "" if reached is None else f"{100 * reached:.1f}",
        _share(tally.three, of),
        "" if of_three is None else f"{100 * of_three:.1f}",
    )


def _share(count: float, of: int) -> str:
    return f"{100 * count / of:.1f}" if of else "-"


def reliability(sure: Sequence[tuple[float, bool]]) -> list[dict[str, float]]:
    """Per bin of confidence: how many repairs, how sure they were on average, how many were right."""
    bins: list[dict[str, float]] = []
    for low, high in pairwise(BINS):
        inside = [(confidence, right) for confidence, right in sure if low <= confidence < high]
        if inside:
            said = sum(confidence for confidence, _ in inside) / len(inside)
            was = sum(right for _, right in inside) / len(inside)
            bins.append(
                {
                    "from": low,
                    "to": min(high, 1.0),
                    "repairs": len(inside),
                    "said": said,
                    "right": was,
                    "gap": was - said,
                }
            )
    return bins


def mean_gap(bins: Sequence[Mapping[str, float]]) -> float:
    """By how much the bins are out, each weighted by its repairs."""
    count = sum(one["repairs"] for one in bins)
    return sum(abs(one["gap"]) * one["repairs"] for one in bins) / count if count else 0.0


def chance_gap(sure: Sequence[tuple[float, bool]]) -> float:
    """The mean gap that chance alone makes, if every repair is right as often as it says."""
    expected = 0.0
    for low, high in pairwise(BINS):
        inside = [confidence for confidence, _ in sure if low <= confidence < high]
        # The mean of how far a sum of so many tosses is from what it should be.
        expected += sqrt(2 / pi * sum(one * (1 - one) for one in inside))
    return expected / len(sure) if sure else 0.0


def reliability_table(title: str, sure: Sequence[tuple[float, bool]]) -> str:
    """The reliability as a table, with the mean gap weighted by the repairs."""
    bins = reliability(sure)
    lines = [f"{title}: confidence, repairs, said, right, gap"]
    lines += [
        f"  {100 * one['from']:3.0f}-{100 * one['to']:3.0f} %  {one['repairs']:7.0f}"
        f"  {100 * one['said']:5.1f}  {100 * one['right']:5.1f}  {100 * one['gap']:+5.1f}"
        for one in bins
    ]
    if bins:
        count = sum(one["repairs"] for one in bins)
        lines.append(
            f"  mean gap {100 * mean_gap(bins):.1f} points over {count:.0f} repairs;"
            f" {100 * chance_gap(sure):.1f} are to be expected if all is as sure as it says"
        )
        surest = [(confidence, right) for confidence, right in sure if confidence >= _SUREST]
        if surest:
            lines.append(
                f"  95 % sure or more: {sum(right for _, right in surest)} of {len(surest)} right;"
                f" {sum(said for said, _ in surest):.1f} are to be expected"
            )
    return "\n".join(lines)


def as_json(results: Mapping[str, Mapping[str, Counted]]) -> dict[str, Any]:
    """All that was counted, a layout and run: ``clean``, ``one``, ``two``."""
    return {
        layout: {
            name: {
                "kinds": {kind: _numbers(tally) for kind, tally in sorted(counted.by_kind.items())},
                "all": _numbers(whole(counted)),
                "clean": counted.clean,
                "clean_with_finding": counted.spoken.get("any", 0),
                "rules_on_clean": {rule: n for rule, n in sorted(counted.spoken.items()) if rule != "any"},
                "crashes": len(counted.crashes),
                "reliability": (bins := reliability(counted.sure)),
                "repairs": len(counted.sure),
                "mean_gap": mean_gap(bins),
                "chance_gap": chance_gap(counted.sure),
                "sure": sum(confidence >= _SUREST for confidence, _ in counted.sure),
                "sure_right": sum(right for confidence, right in counted.sure if confidence >= _SUREST),
                "written": counted.written,
                "spoilt": counted.spoilt,
                "tied": counted.tied,
                "tied_wrongly": counted.tied_wrongly,
            }
            for name, counted in runs.items()
        }
        for layout, runs in results.items()
    }


def _numbers(tally: Tally) -> dict[str, float]:
    numbers: dict[str, float] = {name: getattr(tally, name) for name in tally.__dataclass_fields__}
    numbers["detectable"] = tally.detectable
    return numbers


def of_fix(counted: Iterable[Counted]) -> str:
    """How many sheets ``fix`` would change without a question, how many of them wrongly; how many findings
    say that it is one of several, and how many leave out what is right."""
    each = [(one.written, one.spoilt, one.tied, one.tied_wrongly) for one in counted]
    written, spoilt, tied, wrongly = (sum(numbers) for numbers in zip(*each, strict=True))
    fixed = f"fix would change {written} sheets unasked, {spoilt} of them wrongly"
    return f"{fixed}; {tied} findings say that it is one of several, {wrongly} leave out what is right"
