"""The one rule of trio."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.check import ERROR, Hit, Rule, row_check
from scorecheck.games.trio.scoring import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorecheck.model.sheet import Entry, Sheet

SHARES = Rule("trio/shares", ERROR)


def _shares(entry: Entry, _sheet: Sheet) -> Iterator[Hit]:
    if entry.points not in GAMES:
        out = sum(entry.points)
        yield Hit(params={"game": entry.label, "sum": out}, off=out or None)


CHECKS = (row_check(SHARES, _shares),)
