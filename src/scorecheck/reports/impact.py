"""Does it matter? What the repairs of a finding would change in the standings, in words and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorecheck.reports.repairs import edits_text
from scorecheck.reports.safe import plain, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.finding import Finding
    from scorecheck.model.impact import Impact, Moved
    from scorecheck.reports.messages import Messages

_MOST_NAMED = 6
_LONGEST = 60
_WEIGHT = ("ranks", "unknown", "scores", "nothing")
"""What the repairs of a finding change together is what the first of these says that one of them does."""


def impact_lines(finding: Finding, messages: Messages) -> Iterator[str]:
    """Whether a rank changes with the repairs, and which: one sentence where all change the same, else
    one for each repair. Nothing where it was not asked, or there are no repairs."""
    impacts = finding.impact
    if not impacts:
        return
    if len(set(impacts)) == 1:
        key = "impact.so" if len(impacts) == 1 else "impact.each"
        yield messages.label(key, what=_what(impacts[0], messages))
    elif {one.changes for one in impacts} <= {"scores", "nothing"}:
        yield messages.label("impact.each", what=messages.label("impact.no_rank"))
    else:
        for fix, impact in zip(finding.fixes, impacts, strict=True):
            repair = edits_text(fix, messages)
            yield f"· {messages.label('impact.then', repair=repair, what=_what(impact, messages))}"


def impact_json(finding: Finding, messages: Messages) -> dict[str, Any]:
    """The same for programs: what changes in all, and with each of the fixes, in their order."""
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


def _what(one: Impact, messages: Messages) -> str:
    """What changes, as a part of a sentence."""
    if one.changes == "unknown":
        return messages.label(f"impact.unknown.{one.why}")
    if one.changes != "ranks":
        return messages.label(f"impact.{one.changes}")
    parts = [_moves(one.ranks, messages)] if one.ranks else []
    if one.teams:
        parts.append(messages.label("impact.teams", what=_moves(one.teams, messages)))
    if one.season:
        parts.append(messages.label("impact.season", what=_moves(one.season, messages)))
    return messages.joined(parts)


def _moves(moved: Sequence[Moved], messages: Messages) -> str:
    if len(moved) == 2:
        first, second = moved
        if first.before is not None and first[1:] == (second.after, second.before):
            return messages.label(
                "impact.swap",
                names=(_name(first), _name(second)),
                first=first.before,
                second=second.before or 0,
            )
    words = [_move(one, messages) for one in moved[:_MOST_NAMED]]
    if len(moved) > _MOST_NAMED:
        words.append(messages.label("impact.more", count=len(moved) - _MOST_NAMED))
    return messages.label("impact.moves", moves=tuple(words))


def _move(one: Moved, messages: Messages) -> str:
    name = _name(one)
    if one.before is None:
        return messages.label("impact.gets", name=name, after=one.after or 0)
    if one.after is None:
        return messages.label("impact.loses", name=name, before=one.before)
    return messages.label("impact.moved", name=name, before=one.before, after=one.after)


def _name(one: Moved) -> str:
    return shortened(plain(one.name), _LONGEST)
