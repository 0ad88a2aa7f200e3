"""What a list of evenings says of faults of their sheets: which repair makes a sheet give what is listed."""

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
"""So many ways in which the faults of an evening may be mended are weighed together."""


class PossibleCause(NamedTuple):
    """What may be behind a fault of a sheet, and how likely that is by the sheet alone."""

    share: float
    gains: Mapping[str, Number] | None
    """What each player has more when it is mended; ``None`` where nobody knows, as of another cause."""


def posteriors(
    faults: Sequence[Sequence[PossibleCause]], column: EveningColumn, evening: Evening
) -> list[list[float]] | None:
    """How likely each cause of each fault is when a list says so of the evening; ``None`` where there are too
    many ways to mend them."""
    if prod(map(len, faults)) > MOST_JOINT:
        return None
    ways = list(product(*(range(len(causes)) for causes in faults)))
    weights: list[float] = []
    for way in ways:
        causes = [causes[at] for causes, at in zip(faults, way, strict=True)]
        prior = sum(log(cause.share) for cause in causes)
        weights.append(prior + _said(column, evening, [cause.gains for cause in causes]))
    total = log_sum(weights)
    found = [[0.0] * len(causes) for causes in faults]
    for way, weight in zip(ways, weights, strict=True):
        for shares, at in zip(found, way, strict=True):
            shares[at] += exp(weight - total)
    return found


def _said(column: EveningColumn, evening: Evening, gains: Sequence[Mapping[str, Number] | None]) -> float:
    """The log-likelihood of what a list says of an evening whose sheets give so much more.

    Under a cause that nobody knows, what one of the players has is any number.
    """
    points = _points_with(evening, gains)
    cells = column.evidence_by_cell(points, {key for key in points if _is_copied(column, evening, key)})
    if None not in gains:
        return sum(cells.values())
    return log_sum([sum(cells.values()) - one for one in cells.values()]) - log(max(1, len(cells)))


def _points_with(evening: Evening, gains: Iterable[Mapping[str, Number] | None]) -> Mapping[str, Number]:
    """What the sheets of an evening give when their players have so much more."""
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
    """Whether a list says what the sheets give when the likeliest causes of their faults are mended."""
    best = [causes[mine.index(max(mine))].gains for causes, mine in zip(faults, shares, strict=True)]
    points = _points_with(evening, best)
    said = {key: part.points for key, part in column.cells.items() if part.points is not None}
    return None not in best and all(one == points.get(key) for key, one in said.items())


def _is_copied(column: EveningColumn, evening: Evening, player: str) -> bool:
    """Whether a list says what a wrong total row does: then it was taken from there, and tells nothing."""
    said = column.cells[player].points if player in column.cells else None
    return said is not None and said == evening.claimed.get(player) != evening.points.get(player)


def causes_of(finding: Finding, sheet: CheckedSheet) -> tuple[PossibleCause, ...]:
    """What may be behind a finding of a sheet, by the sheet alone: its repairs in their order, and another
    cause, which has the rest."""
    repairs = [PossibleCause(fix.confidence, _gains(fix, sheet)) for fix in finding.fixes]
    return (*repairs, PossibleCause(max(_LEAST, 1 - sum(fix.confidence for fix in finding.fixes)), None))


_LEAST, _LEAST_OFFERED = 1e-4, 0.01
"""That none of the repairs is right is never less likely; so likely is what is offered at least."""


def _gains(fix: Fix, sheet: CheckedSheet) -> Mapping[str, Number] | None:
    repaired = sheet.repaired.get(fix.edits)
    if repaired is None or sheet.result is None:
        return None
    before = {one.player: one.points for one in sheet.result.players}
    return {one.player: one.points - before.get(one.player, 0) for one in repaired.players}


def as_claimed(one: CheckedSheet) -> Result | None:
    """What a sheet gives by its totals; one without errors gives that anyway."""
    return by_totals(one.result) if one.result is not None and one.result.faulty else one.result


def by_totals(result: Result) -> Result:
    """What a sheet gives by its totals, where it has any: a list may be made from there."""
    players = tuple(
        one if one.claimed is None else one._replace(points=one.claimed) for one in result.players
    )
    return replace(result, players=players)


def as_mended(one: CheckedSheet) -> Result | None:
    """What a sheet gives with the likeliest repair of each of its faults."""
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
    """A finding with its repairs as likely as a list makes them.

    ``shares``: of its repairs in their order, and of another cause; ``called``: the list that then is right.
    """
    weighed = sorted(zip(shares, finding.fixes, strict=False), key=lambda one: -one[0])
    fixes = [
        replace(fix, confidence=min(round(share, 4), 1 - _LEAST))
        for share, fix in weighed
        if share >= _LEAST_OFFERED
    ]
    if not fixes or fixes[0].confidence == max((fix.confidence for fix in fixes[1:]), default=0.0):
        return replace(finding, fixes=tuple(fixes))
    # Nobody need be asked any more what the list tells.
    params = {name: one for name, one in fixes[0].params.items() if name not in {"ask", "with"}}
    if called:
        fixes = [replace(fixes[0], params={**params, "listed": called}), *fixes[1:]]
    cells = [edit.cell for edit in fixes[0].edits]
    if not cells or finding.cell is None or finding.cell in cells:
        return replace(finding, fixes=tuple(fixes))
    related = tuple(one for one in dict.fromkeys((finding.cell, *finding.related)) if one != cells[0])
    value = fixes[0].edits[0].before
    return replace(finding, cell=cells[0], related=related, value=value, fixes=tuple(fixes))
