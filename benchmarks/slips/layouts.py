"""All layouts that the benchmark makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.slips import chouette, detail, doppelkopf, own_games, skat, yatzy

if TYPE_CHECKING:
    from benchmarks.slips.sheets import Generator

LAYOUTS: dict[str, Generator] = {
    layout.name: layout
    for layout in (
        *doppelkopf.LAYOUTS,
        *detail.LAYOUTS,
        *chouette.LAYOUTS,
        *yatzy.LAYOUTS,
        *skat.LAYOUTS,
        *own_games.LAYOUTS,
    )
}
UNBOUNDED = frozenset({"darts-501"})
"""Layouts of which the bound is not worked out: whether a row is missing there hangs on all later ones."""
