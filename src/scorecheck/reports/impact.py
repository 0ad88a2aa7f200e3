"""The impact of a finding: the changes in the standings by its repairs, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorecheck.model.cells import shortened
from scorecheck.model.finding import Finding, Impact, Moved
from scorecheck.model.terms import Sentence, Several
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import edits_sentence
from scorecheck.reports.safe import plain

_MOST_NAMED = 6
_LONGEST = 60
_WEIGHT = ("ranks", "unknown", "scores", "nothing")
"""Kinds of changes in descending order: the overall change is the first that a repair has."""


def impact_lines(finding: Finding, messages: Messages) -> Iterator[str]:
    """The changes of ranks by the repairs: one sentence if all change the same, else one for each repair;
    none if the impact was not computed."""
    said = impact_sentences(finding)
    for one in said:
        yield f"· {messages.said(one)}" if len(said) > 1 else messages.said(one)


def impact_sentences(finding: Finding) -> list[Sentence]:
    """The sentences of ``impact_lines``, not yet in words."""
    impacts = finding.impact
    if not impacts:
        return []
    if len(set(impacts)) == 1:
        return [Sentence("impact.so" if len(impacts) == 1 else "impact.each", {"what": _what(impacts[0])})]
    if {one.changes for one in impacts} <= {"scores", "nothing"}:
        return [Sentence("impact.each", {"what": Sentence("impact.no_rank")})]
    return [
        Sentence("impact.then", {"repair": edits_sentence(fix), "what": _what(impact)})
        for fix, impact in zip(finding.fixes, impacts, strict=True)
    ]


def impact_json(finding: Finding, messages: Messages) -> dict[str, Any]:
    """The impact as JSON: the overall change, and the changes by each fix, in their order."""
    changes = {one.changes for one in finding.impact}
    return {
        "changes": next(one for one in _WEIGHT if one in changes),
        "message": " ".join(impact_lines(finding, messages)),
        "fixes": [_one_json(one) for one in finding.impact],
    }


def _one_json(one: Impact) -> dict[str, Any]:
    told: dict[str, Any] = {"changes": one.changes}
    if one.why:
        told["why"] = one.why
    for key, who, moved in (
        ("ranks", "player", one.ranks),
        ("teams", "team", one.teams),
        ("season", "player", one.season),
    ):
        if moved:
            told[key] = [{who: each.name, "from": each.before, "to": each.after} for each in moved]
    return told


def _what(one: Impact) -> Sentence | Several:
    """The change as a part of a sentence."""
    if one.changes == "unknown":
        return Sentence(f"impact.unknown.{one.why}")
    if one.changes != "ranks":
        return Sentence(f"impact.{one.changes}")
    parts = [_moves(one.ranks)] if one.ranks else []
    for where, moved in (("teams", one.teams), ("season", one.season)):
        if moved:
            parts.append(
                Sentence(f"impact.{where}_too" if parts else f"impact.{where}", {"what": _moves(moved)})
            )
    return parts[0] if len(parts) == 1 else Several(tuple(parts), inside=True)


def _moves(moved: Sequence[Moved]) -> Sentence:
    if len(moved) == 2:
        first, second = moved
        if first.before is not None and first[1:] == (second.after, second.before):
            names = _name(first), _name(second)
            return Sentence(
                "impact.swap", {"names": names, "first": first.before, "second": second.before or 0}
            )
    parts = [_move(one) for one in moved[:_MOST_NAMED]]
    if len(moved) > _MOST_NAMED:
        parts.append(Sentence("impact.more", {"count": len(moved) - _MOST_NAMED}))
    return Sentence("impact.moves", {"moves": Several(tuple(parts), inside=True)})


def _move(one: Moved) -> Sentence:
    name = _name(one)
    if one.before is None:
        return Sentence("impact.gets", {"name": name, "after": one.after or 0})
    if one.after is None:
        return Sentence("impact.loses", {"name": name, "before": one.before})
    return Sentence("impact.moved", {"name": name, "before": one.before, "after": one.after})


def _name(one: Moved) -> str:
    return shortened(plain(one.name), _LONGEST)
