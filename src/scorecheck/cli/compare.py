"""``scorecheck compare``: compares the sheets of one table."""

from __future__ import annotations

from typing import Annotated, Literal

from scorecheck.cli import options as o
from scorecheck.cli.declared import argument, option
from scorecheck.cli.session import ERRORS_FOUND, Session, shares
from scorecheck.one_file.settings import Keep
from scorecheck.reports.compared import compared_json, compared_text
from scorecheck.reports.format_options import FormatOptions
from scorecheck.resources import is_file
from scorecheck.whole_event.comparing import compare

_FEWEST, _MOST = 2, 3


@shares(*o.READING, "event", "strict", *o.SCREEN, *o.SETTINGS, *o.WORK)
def command(
    session: Session,
    sheets: Annotated[
        list[str], argument(metavar="A B [C]", help="Two or three files with sheets of one table.")
    ],
    format_: Annotated[
        Literal["text", "json"], option("--format", help="How to print what was found.")
    ] = "text",
) -> None:
    """Hold two or three sheets of one table against each other, and say which cell is wrong.

    For tables at which two people write. Players may stand in another order, one sheet may hold points
    and the other running totals, and a game may be missing on one of them. Each difference is one
    finding, with what the rules say of it; errors that all sheets share are found as ever. Exit status:
    0 they agree and have no errors, 1 they differ or have errors, 2 wrong use or nothing to compare, 3 a
    fault in scorecheck.
    """
    job = session.plan(sheets, session.settings())
    several = _FEWEST <= len(job.sources) <= _MOST
    # Each file is read twice, so it cannot be a pipe.
    if not several or not all(is_file(one.path) for one in job.sources):
        raise session.stop("compare-files")
    checked = session.check(job, session.settings(), Keep(points=False))
    found = compare(job, checked)
    if not found.tables:
        # Lists whose rows name their players are recognised by these rows.
        checked = session.check(job, session.settings(), Keep(aligned=True))
        found = found._replace(checked=checked, tables=checked.together)
    session.crashed(found.crashes)
    if session.fails(found.checked) or any(table.differences for table in found.tables):
        session.status = max(session.status, ERRORS_FOUND)
    console, messages = session.console, session.messages
    if format_ == "json":
        console.out(compared_json(found, messages, ascii_only=not console.shows_all))
    else:
        console.out(compared_text(found, messages, FormatOptions(console.color, console.width)))
    if not found.tables and not found.crashes:
        session.wrong_use("compare-nothing")
