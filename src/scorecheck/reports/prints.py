"""The prints of a report, and the part that each of them shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from scorecheck.reports.pdf import PdfKind
    from scorecheck.reports.view import ReportView

PrintName: TypeAlias = Literal["report", "players", "certificates", "all-certificates", "sheets"]

KINDS: Mapping[PrintName, PdfKind] = {
    "report": "report",
    "players": "players",
    "certificates": "certificates",
    "all-certificates": "certificates",
    "sheets": "sheets",
}
"""The template of each print."""
_CERTIFICATES = 3
"""The last rank with a certificate, unless all get one."""


class NothingToPrint(Exception):
    """There are no players, or no sheets, for the print."""


class StillProvisional(Exception):
    """The standings for certificates are provisional; ``args`` are the titles of sheets with errors."""


def part_to_print(name: PrintName, view: ReportView, *, provisional: bool = False) -> ReportView:
    """The part of a report for a print; with ``provisional`` certificates are printed in any case.

    Raises:
        NothingToPrint: it is empty.
        StillProvisional: it is for certificates, and the standings may still change.
    """
    page = view.standings
    if name == "report":
        return view
    if name == "sheets":
        if not view.pages:
            raise NothingToPrint
        return view
    if page is None or not page.rows:
        raise NothingToPrint
    if KINDS[name] == "certificates" and page.provisional and not provisional:
        raise StillProvisional(*(page.why or (page.event,)))
    if name == "certificates":
        rows = tuple(row for row in page.rows if int(row.rank) <= _CERTIFICATES)
        return view._replace(standings=page._replace(rows=rows))
    return view
