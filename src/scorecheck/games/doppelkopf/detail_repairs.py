"""What a fact of a detail sheet may have been meant to say, where it does not go with the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.games.doppelkopf.detail import told_by
from scorecheck.games.doppelkopf.detail_checks import due_of, dues_of
from scorecheck.model.cells import value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet

_ALL = 240
_WORDS = ("calls_re", "calls_kontra", "specials_re", "specials_kontra", "kind")
_MOST_WORDS = 10
_LOOKED_AT = 60
_SLIPS = (1, -1, 10, -10, 100, -100)


def facts_due(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Other facts with which the row may be right: card points that go with the other side's or are a
    digit off, calls and special points as they stand elsewhere on the sheet, Re players by the points.
    """
    if sheet.column("control") is not None:
        yield "control", str(sum(entry.points))
    if any(due.points == entry.points for due in dues_of(entry, sheet)):
        # Facts and points agree: a call that is missing or late is no slip of the pen in another cell.
        return
    told = told_by(entry, sheet)
    re, kontra = told.points.get("re"), told.points.get("kontra")
    if kontra is not None and re != _ALL - kontra and not told.revoked:
        yield "points_re", str(_ALL - kontra)
    if re is not None and kontra is not None and kontra != _ALL - re and not told.revoked:
        yield "points_kontra", str(_ALL - re)
    if re is not None and kontra is None:
        yield from (("points_re", str(re + by)) for by in _SLIPS if 0 <= re + by <= _ALL)
    yield from (
        (f"points_{party}", "schwarz") for party, said in (("re", re), ("kontra", kontra)) if said == 0
    )
    yield from _parties(entry, sheet)
    for role in _WORDS:
        column = sheet.column(role)
        if column is not None:
            # A game without a kind has no value: that is no repair, it only leaves nothing to judge.
            yield from ((role, word) for word in _words(sheet, column) if word or role != "kind")


def points_due(entry: Entry, sheet: Sheet) -> tuple[Number, ...] | None:
    """What the facts of a game give each player."""
    due = due_of(entry, sheet)
    return None if due is None else due.points


def _parties(entry: Entry, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Who may have been Re, by who has the same points."""
    if sheet.column("re") is None:
        return
    names = sheet.players
    won = [name for name, points in zip(names, entry.points, strict=True) if points > 0]
    lost = [name for name, points in zip(names, entry.points, strict=True) if points < 0]
    for party in (won, lost):
        if len(party) in (1, 2):
            yield "re", " + ".join(party)


def _words(sheet: Sheet, column: int) -> list[str]:
    """What else stands in a column of words, and nothing."""
    found = dict.fromkeys(
        value_text(sheet.table.value(row, column)) for row in range(min(sheet.stop, _LOOKED_AT))
    )
    return [*dict.fromkeys(("", *found))][:_MOST_WORDS]
