"""Uses a list of evenings as evidence: which repairs make a sheet give what is listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import exp, log, prod

from scorecheck.checks.null import log_sum
from scorecheck.model.cells import Number
from scorecheck.model.finding import Finding, Fix
from scorecheck.model.outcome import CheckedSheet, Result
from scorecheck.model.record import NamedTuple, replace
from scorecheck.tournament.season_table import Evening, EveningColumn

MOST_JOINT = 256
"""At most this many combinations of repairs are weighed."""


class PossibleCause(NamedTuple):
    """A possible cause of a fault on a sheet, with its probability by the sheet alone."""

    share: float
    gains: Mapping[str, Number] | None
    """The change of each player's points by the repair; ``None`` if unknown, as for another cause."""


def posteriors(
    faults: Sequence[Sequence[PossibleCause]], column: EveningColumn, evening: Evening
) -> list[list[float]] | None:
    """The probability of each cause of each fault, given a list.

    ``None`` for too many combinations, and where the numbers of the list are no likelier of that evening than
    any others.
    """
    if prod(map(len, faults)) > MOST_JOINT:
        return None
    ways = list(product(*(range(len(causes)) for causes in faults)))
    copied = _copied(column, evening)
    weights: list[float] = []
    for way in ways:
        causes = [causes[at] for causes, at in zip(faults, way, strict=True)]
        prior = sum(log(cause.share) for cause in causes)
        own = _played(column, evening, [cause.gains for cause in causes])
        weights.append(prior + log_sum([log(_COPIED) + copied, log(1 - _COPIED) + own]))
    total = log_sum(weights)
    if total <= 0:
        return None
    found = [[0.0] * len(causes) for causes in faults]
    for way, weight in zip(ways, weights, strict=True):
        for shares, at in zip(found, way, strict=True):
            shares[at] += exp(weight - total)
    return found


_COPIED = 0.9
"""The probability that a list was made from the sheets as they are, and not from what was played."""


def _copied(column: EveningColumn, evening: Evening) -> float:
    """The log-likelihood of a list that repeats what the sheets or their total rows say, slips included.

    It tells nothing of their faults.
    """
    ways = (column.evidence_by_cell(points) for points in (evening.points, evening.claimed))
    return log_sum([sum(cells.values()) for cells in ways]) - log(2)


def _played(column: EveningColumn, evening: Evening, gains: Sequence[Mapping[str, Number] | None]) -> float:
    """The log-likelihood of a list for an evening whose sheets give these further points.

    Under an unknown cause, one player may have any points.
    """
    cells = column.evidence_by_cell(_points_with(evening, gains))
    whole = sum(cells.values())
    if None not in gains:
        return whole
    return log_sum([whole - one for one in cells.values()]) - log(max(1, len(cells)))


def _points_with(evening: Evening, gains: Iterable[Mapping[str, Number] | None]) -> Mapping[str, Number]:
    """The points of an evening with these further points of its players."""
    points = dict(evening.points)
    for gained in filter(None, gains):
        for player, more in gained.items():
            points[player] = points.get(player, 0) + more
    return points


def agrees(
    faults: Sequence[Sequence[PossibleCause]],
    shares: Sequence[Sequence[float]],
    column: EveningColumn,
    evening: Evening,
) -> bool:
    """Whether a list agrees with the sheets after the likeliest repairs."""
    best = [causes[mine.index(max(mine))].gains for causes, mine in zip(faults, shares, strict=True)]
    points = _points_with(evening, best)
    said = {key: part.points for key, part in column.cells.items() if part.points is not None}
    return None not in best and all(one == points.get(key) for key, one in said.items())


def causes_of(finding: Finding, sheet: CheckedSheet) -> tuple[PossibleCause, ...]:
    """The possible causes of a finding by the sheet alone: its repairs in order, and another cause."""
    repairs = [PossibleCause(fix.confidence, _gains(fix, sheet)) for fix in finding.fixes]
    return (*repairs, PossibleCause(max(_LEAST, 1 - sum(fix.confidence for fix in finding.fixes)), None))


_LEAST, _LEAST_OFFERED = 1e-4, 0.03
"""Another cause never has a lower probability; an offered repair has at least this probability."""


def _gains(fix: Fix, sheet: CheckedSheet) -> Mapping[str, Number] | None:
    repaired = sheet.repaired.get(fix.edits)
    if repaired is None or sheet.result is None:
        return None
    before = {one.player: one.points for one in sheet.result.players}
    return {one.player: one.points - before.get(one.player, 0) for one in repaired.players}


def as_claimed(one: CheckedSheet) -> Result | None:
    """The points of a sheet by its totals; a sheet without errors gives these anyway."""
    return by_totals(one.result) if one.result is not None and one.result.faulty else one.result


def by_totals(result: Result) -> Result:
    """The points of a sheet by its totals, if it has any: the list may be made from them."""
    players = tuple(
        one if one.claimed is None else one._replace(points=one.claimed) for one in result.players
    )
    return replace(result, players=players)


def as_mended(one: CheckedSheet) -> Result | None:
    """The points of a sheet after the likeliest repair of each error."""
    gains = [causes_of(finding, one)[0].gains for finding in one.findings if finding.fixes]
    known = [gained for gained in gains if gained is not None]
    if one.result is None or not known:
        return one.result
    players = (
        player._replace(points=player.points + sum(gained.get(player.player, 0) for gained in known))
        for player in one.result.players
    )
    return replace(one.result, players=tuple(players))


def with_shares(finding: Finding, shares: Sequence[float], called: str) -> Finding:
    """A finding with its repairs weighed by a list.

    ``shares``: the probabilities of its repairs in order, and of another cause; ``called``: the list that
    agrees with the repaired sheet.
    """
    weighed = sorted(zip(shares, finding.fixes, strict=False), key=lambda one: -one[0])
    fixes = [
        replace(fix, confidence=min(round(share, 4), 1 - _LEAST))
        for share, fix in weighed
        if share >= _LEAST_OFFERED
    ]
    if not fixes or fixes[0].confidence == max((fix.confidence for fix in fixes[1:]), default=0.0):
        return replace(finding, fixes=tuple(fixes))
    # The list has answered the question.
    params = {name: one for name, one in fixes[0].params.items() if name not in {"ask", "with"}}
    if called:
        params["listed"] = called
    fixes = [replace(fixes[0], params=params), *fixes[1:]]
    cells = [edit.cell for edit in fixes[0].edits]
    if not cells or finding.cell is None or finding.cell in cells:
        return replace(finding, fixes=tuple(fixes))
    related = tuple(one for one in dict.fromkeys((finding.cell, *finding.related)) if one != cells[0])
    value = fixes[0].edits[0].before
    return replace(finding, cell=cells[0], related=related, value=value, fixes=tuple(fixes))
