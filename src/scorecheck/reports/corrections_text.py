"""The corrections of an event and their effect on the standings, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from scorecheck.model.record import NamedTuple
from scorecheck.reports.against_text import changed_json, changed_lines
from scorecheck.reports.json_report import fields_json
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from scorecheck.model.against import Account, ListedCorrection


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
