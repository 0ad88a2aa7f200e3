"""What can be printed besides the standings, and which part of a report each print shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from scorecheck.reports.pdf import Kind
    from scorecheck.reports.view import ReportView

Wish: TypeAlias = Literal["report", "players", "certificates", "all-certificates", "sheets"]

KINDS: Mapping[Wish, Kind] = {
    "report": "report",
    "players": "players",
    "certificates": "certificates",
    "all-certificates": "certificates",
    "sheets": "sheets",
}
"""The template that each is printed with."""
_CERTIFICATES = 3
"""The ranks that get a certificate where not all do."""


class NothingToPrint(Exception):
    """There are no players, or no sheets, that could stand on the print."""


class StillProvisional(Exception):
    """Certificates are printed from settled standings; ``sheets`` are those that have errors."""

    def __init__(self, sheets: tuple[str, ...]) -> None:
        """With the sheets that have errors, as the standings name them."""
        super().__init__(", ".join(sheets))
        self.sheets = sheets


def wished(wish: Wish, view: ReportView, *, provisional: bool = False) -> ReportView:
    """What of a report goes onto a print; with ``provisional`` certificates are printed in any case.

    Raises:
        NothingToPrint: nothing does.
        StillProvisional: certificates were wished for, and the standings may still change.
    """
    page = view.standings
    if wish == "report":
        return view
    if wish == "sheets":
        if not view.pages:
            raise NothingToPrint
        return view
    if page is None or not page.rows:
        raise NothingToPrint
    if KINDS[wish] == "certificates" and page.provisional and not provisional:
        raise StillProvisional(page.why or (page.event,))
    if wish == "certificates":
        rows = tuple(row for row in page.rows if int(row.rank) <= _CERTIFICATES)
        return view._replace(standings=page._replace(rows=rows))
    return view
