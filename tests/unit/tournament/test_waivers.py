"""Which findings a waiver accepts: by rule, file, table and cell. By hand."""

from __future__ import annotations

import pytest

from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Finding, Severity, Waived
from scorecheck.tournament.event import Event, Waiver
from scorecheck.tournament.unused import unused_waivers
from scorecheck.tournament.waivers import Accepted, accept

RULE = "doppelkopf/pattern"
FILES = {"r1/*.xlsx": frozenset({"r1/a.xlsx"})}


def finding(
    *, rule: str = RULE, path: str = "r1/a.xlsx", sheet: str | None = "Tisch 1", row: int | None = 7
) -> Finding:
    """In C7, if no other row is said."""
    return Finding(rule, Severity.ERROR, path, sheet, None if row is None else CellRef(row, 3))


def waiver(*, cell: str | None = None, table: str | None = None) -> Waiver:
    return Waiver(RULE, "r1/*.xlsx", cell, table, "signed", "A. Meier")


@pytest.mark.parametrize(
    ("waived", "found", "accepted"),
    [
        (waiver(), finding(), True),
        (waiver(), finding(rule="doppelkopf/zero-sum"), False),
        (waiver(), finding(path="r2/a.xlsx"), False),
        (waiver(table="Tisch 1"), finding(), True),
        (waiver(table="tisch  1"), finding(), True),
        (waiver(table="Tisch 2"), finding(), False),
        (waiver(table="Tisch 1"), finding(sheet=None), False),
        (waiver(table="None"), finding(sheet=None), False),
        (waiver(cell="C7"), finding(), True),
        (waiver(cell="C8"), finding(), False),
        (waiver(cell="C7"), finding(row=None), False),
        (waiver(cell="C7", table="Tisch 1"), finding(), True),
        (waiver(cell="C7", table="Tisch 2"), finding(), False),
    ],
)
def test_what_a_waiver_accepts(waived: Waiver, found: Finding, accepted: bool) -> None:
    outcome = accept([found], [waived], FILES)
    assert outcome.used == ({0} if accepted else set())
    assert outcome.refused == set()
    instead = outcome.instead.get(id(found))
    assert (instead is not None) == accepted
    if instead is not None:
        assert instead.severity is Severity.INFO
        assert instead.waived == Waived("signed", "A. Meier", Severity.ERROR)


def test_each_waiver_that_accepts_nothing_is_told() -> None:
    waivers = tuple(
        waiver(cell=cell)._replace(sheet=sheet, line=line)
        for line, (cell, sheet) in enumerate(
            (
                (None, "used.csv"),
                ("C7", "r1/*.xlsx"),
                (None, "no-such.csv"),
                (None, "later.csv"),
                (None, "bad.csv"),
            ),
            start=10,
        )
    )
    files = {**FILES, "used.csv": frozenset({"used.csv"}), "later.csv": frozenset({"later.csv"})}
    files["bad.csv"] = frozenset({"bad.csv"})
    accepted = Accepted({}, frozenset({0}), frozenset({4}))
    event = Event("x", waivers=waivers)
    here = {"used.csv", "r1/a.xlsx", "bad.csv"}
    told = unused_waivers(
        event, "event.toml", accepted, files, lambda rule, named: rule == RULE and named <= here
    )
    # What was not checked this time may well be accepted the next time.
    assert [(f.variant, f.params["place"]) for f in told] == [
        ("waiver", "r1/*.xlsx:C7"),
        ("waiver-no-file", "no-such.csv"),
        ("waiver-not-read", "bad.csv"),
    ]
    assert list(unused_waivers(event, "event.toml", accepted, files, lambda *_: False)) == []
