"""All layouts that the benchmark makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.slips import chouette, detail, doppelkopf, skat, yatzy

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
    )
}
