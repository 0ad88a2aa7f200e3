"""Differences from earlier standings, and corrections with their effect on standings, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from scorecheck.model.record import NamedTuple
from scorecheck.reports.json_report import fields_json
from scorecheck.reports.messages import Messages, decimal_text, exact
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from scorecheck.model.against import Account, Against, Cause, Changed, ListedCorrection, RankAndScore


_NOTHING = "–"


def against_text(found: Against, messages: Messages) -> str:
    """The differing scores and ranks, a line each, then their causes."""
    return "".join(f"{plain(line)}\n" for line in _against_lines(found, messages))


def _against_lines(found: Against, messages: Messages) -> Iterator[str]:
    label = messages.label
    if found.event is not None:
        yield label("against.event", path=found.path, event=found.event)
    if not found.changed:
        yield label("against.same", path=found.path, version=found.version)
        return
    scores = sum(_score(one.before) != _score(one.now) for one in found.changed)
    ranks = sum(_rank(one.before) != _rank(one.now) for one in found.changed)
    said = {"path": found.path, "version": found.version, "scores": scores, "ranks": ranks}
    yield label("against.differs", **said)
    yield from (f"  {line}" for line in changed_lines(found.changed, messages))
    yield label("against.because")
    for cause in found.causes:
        yield "  " + label(f"against.cause.{cause.kind}", **_shown(cause, messages))
        for given in cause.players:
            yield f"    {given.player}: {_then_now(*_numbers(given.before, given.now, messages))}"


def changed_lines(changed: Iterable[Changed], messages: Messages) -> Iterator[str]:
    """The differing scores and ranks, a line each."""
    for one in changed:
        yield messages.label(
            "against.player",
            player=one.name,
            ranks=_then_now(_rank_said(one.before), _rank_said(one.now)),
            scores=_then_now(*_numbers(_score(one.before), _score(one.now), messages)),
        )


def _shown(cause: Cause, messages: Messages) -> dict[str, Any]:
    """The params of a cause, with rules of the ranking in words."""
    if cause.kind != "rule":
        return dict(cause.params)
    return {**cause.params, "name": messages.label(f"against.rule.{cause.params['name']}")}


def _score(place: RankAndScore | None) -> Fraction | None:
    return None if place is None else place.score


def _rank(place: RankAndScore | None) -> int | None:
    return None if place is None else place.rank


def _rank_said(place: RankAndScore | None) -> str:
    rank = _rank(place)
    return _NOTHING if rank is None else str(rank)


def _numbers(before: Fraction | None, now: Fraction | None, messages: Messages) -> tuple[str, str]:
    """Two numbers as text; exact where they differ but would look the same."""
    said = [_NOTHING if one is None else messages.number(one) for one in (before, now)]
    if before != now and said[0] == said[1]:
        said = [_NOTHING if one is None else str(one) for one in (before, now)]
    return said[0], said[1]


def _then_now(before: str, now: str) -> str:
    return before if before == now else f"{before} → {now}"


def against_json(found: Against) -> dict[str, Any]:
    """The differences as JSON."""
    told: dict[str, Any] = {
        **fields_json(found, "path", "version"),
        "provisional": {"before": found.provisional[0], "now": found.provisional[1]},
        "same": not found.changed,
        "changed": changed_json(found.changed),
        "causes": [_cause_json(cause) for cause in found.causes],
    }
    return told if found.event is None else {**told, "event": found.event}


def changed_json(changed: Iterable[Changed]) -> list[dict[str, Any]]:
    """The differing scores and ranks as JSON."""
    return [
        {
            "team" if one.team else "player": one.name,
            "before": _place_json(one.before),
            "now": _place_json(one.now),
        }
        for one in changed
    ]


def _place_json(place: RankAndScore | None) -> dict[str, Any] | None:
    if place is None:
        return None
    return {"rank": place.rank, "score": decimal_text(place.score), "exact": exact(place.score)}


def _cause_json(cause: Cause) -> dict[str, Any]:
    params = {key: list(value) if isinstance(value, tuple) else value for key, value in cause.params.items()}
    told: dict[str, Any] = {"kind": cause.kind, "params": params}
    if cause.players:
        told["players"] = [fields_json(one, "player", "before", "now") for one in cause.players]
    return told


class CorrectionsPage(NamedTuple):
    """The corrections in words."""

    entries: tuple[str, ...]
    effect: str
    """The heading of ``changed``, or that nothing changes."""
    changed: tuple[str, ...]


def corrections_page(account: Account, messages: Messages) -> CorrectionsPage:
    """The corrections in order, and the scores and ranks that they change."""
    changed = account.changed
    key = "unranked" if changed is None else "effect" if changed else "no-effect"
    return CorrectionsPage(
        tuple(plain(entry_text(one, messages)) for one in account.entries),
        messages.label(f"corrections.{key}"),
        tuple(plain(line) for line in changed_lines(changed or (), messages)),
    )


def entry_text(entry: ListedCorrection, messages: Messages) -> str:
    """A correction: the cell, its values, the reason, the author and the time."""
    one = entry.correction
    file = normpath(join(dirname(entry.list), one.file))
    place = f"{file} ({one.sheet})" if one.sheet else file
    said = messages.label(
        "corrections.entry",
        number=entry.number,
        place=place,
        cell=one.cell.a1,
        before=one.before or "–",
        after=one.after or "–",
    )
    who = ", ".join(word for word in (one.by, one.when) if word)
    return " ".join(filter(None, (said, one.why, f"({who})" if who else "")))


def corrections_text(account: Account, messages: Messages) -> str:
    """The corrections as text for a terminal."""
    return "".join(f"{line}\n" for line in _lines(account, messages))


def _lines(account: Account, messages: Messages) -> Iterator[str]:
    page = corrections_page(account, messages)
    yield messages.label("corrections.title")
    yield from (f"  {line}" for line in page.entries)
    yield page.effect
    yield from (f"  {line}" for line in page.changed)


def corrections_json(account: Account) -> dict[str, Any]:
    """The corrections as JSON."""
    return {
        "list": [
            {
                "path": one.list,
                "number": one.number,
                "file": one.correction.file,
                "sheet": one.correction.sheet or None,
                "cell": one.correction.cell.a1,
                "from": one.correction.before,
                "to": one.correction.after,
                **fields_json(one.correction, "rule", "why", "by", "when"),
            }
            for one in account.entries
        ],
        "changed": None if account.changed is None else changed_json(account.changed),
    }
