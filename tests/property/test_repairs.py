"""Laws of repairs, whatever slips a sheet has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from test_laws import NAMES, Rows, csv_of, games, totals_of

from laws import examples
from scorecheck.games import registry
from scorecheck.layouts.entries import entries
from scorecheck.model.finding import Finding
from scorecheck.repair.channel import more_often, rate_of, slip_between
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.place import Guess
from scorecheck.repair.reading import Reader
from scorecheck.repair.silent import Amounts, Silent, SilentSlips
from support import checked, found


def mended(text: str, findings: tuple[Finding, ...]) -> str:
    """The sheet with the best repair of each finding."""
    rows = [line.split(",") for line in text.splitlines()]
    for finding in findings:
        for edit in finding.fixes[0].edits:
            assert rows[edit.cell.row - 1][edit.cell.column - 1] == edit.before
        for edit in finding.fixes[0].edits:
            rows[edit.cell.row - 1][edit.cell.column - 1] = edit.after
    return "\n".join(map(",".join, rows)) + "\n"


@given(games, st.data())
@examples(60)
def test_a_repaired_sheet_has_no_findings(rows: Rows, data: st.DataObject) -> None:
    row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 3))
    change = data.draw(st.integers(-40, 40).filter(bool))
    for layout, sheet in (("points", rows), ("totals", totals_of(rows))):
        # Of games that gave nothing nobody could tell the notation.
        told = {"layout": layout, "game": "doppelkopf", "notation": "plus-minus"}
        wrong = [list(line) for line in sheet]
        wrong[row][column] += change
        text = csv_of(NAMES[:4], wrong)
        file = checked(text, **told)
        (finding,) = file.findings
        assert sum(fix.confidence for fix in finding.fixes) <= 1
        tied = (
            [fix.confidence for fix in finding.fixes].count(finding.fixes[0].confidence)
            if finding.fixes
            else 0
        )
        # Of equally likely ones none is left out, and one may stand beside them.
        assert len(finding.fixes) <= max(3, tied + 1)
        # The sheet as it was before the slip is always one way out, so there is at least one.
        assert finding.fixes
        for fix in finding.fixes:
            alone = mended(text, (Finding(finding.rule, finding.severity, finding.path, fixes=(fix,)),))
            assert found(checked(alone, **told)) == []


@given(games, st.permutations(range(4)), st.data())
@examples(40)
def test_permuting_players_permutes_repairs(rows: Rows, order: list[int], data: st.DataObject) -> None:
    row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 3))
    rows[row][column] += data.draw(st.integers(-9, 9).filter(bool))
    # Of repairs that are as likely as the last one shown others may be left out.
    first = repairs(NAMES[:4], rows)
    second = repairs([NAMES[p] for p in order], [[line[p] for p in order] for line in rows])
    assert first == second


def repairs(names: list[str], rows: Rows) -> list[set[tuple[object, ...]]]:
    file = checked(csv_of(names, rows), layout="points", game="doppelkopf")
    return [
        {
            (frozenset((e.cell.row, names[e.cell.column - 2], e.after) for e in fix.edits), fix.confidence)
            for fix in finding.fixes
            if fix.confidence > finding.fixes[-1].confidence
        }
        for finding in file.findings
    ]


def judged_in_each_row(self: SilentSlips, rest: Amounts) -> list[Silent]:
    """Two slips of the pen in one row with this effect: each row is judged, however unlikely it is then."""
    found: list[Silent] = []
    for at, cells in enumerate(self.evidence.cells):
        said = [(cell or 0, (cell or 0) + by) for cell, by in zip(cells, rest, strict=True) if by]
        slips = [slip for slip in (slip_between(*pair) for pair in said) if slip is not None]
        if len(slips) < len(said) or self.evidence.broken[at].rules:
            continue
        places = self.reader.place(at).places
        chance = sum(rate_of(slip.log, places) for slip in slips) + more_often(2) + self.evidence.room
        meant = tuple((cell or 0) + by for cell, by in zip(cells, rest, strict=True))
        both = self.reader.undone(at, Guess(slips[0].kind, chance, meant))
        if both is not None:
            here, then = self.evidence.entries[at].points, both.points
            more = self.evidence.usual(then, at, opening=False, hidden=True)
            less = self.evidence.usual(here, at, opening=False, hidden=True)
            found.append(Silent(rest, chance + (more - less), both))
    return found


@given(games, st.data())
@examples(40)
def test_rows_that_are_weighed_first_are_those_that_are_judged(rows: Rows, data: st.DataObject) -> None:
    told = {"layout": "points", "game": "doppelkopf", "notation": "plus-minus"}
    sheet = checked(csv_of(NAMES[:4], rows), **told).sheets[0].sheet
    ruleset = registry.load("doppelkopf")
    layout = next(one for one in ruleset.layouts if (one.name, one.notation) == ("points", "plus-minus"))
    evidence = Evidence(sheet, layout, list(entries(sheet, layout)), ruleset.checks, 1_000_000)
    slips = SilentSlips(evidence, Reader(evidence))
    one, other = data.draw(st.permutations(range(4)))[:2]
    # The signs of two players are wrong, or anything else.
    swapped = {row[other] - row[one] for row in rows}
    for by in {*swapped, *data.draw(st.lists(st.integers(-30, 30), max_size=5))} - {0}:
        rest = tuple({one: by, other: -by}.get(at, 0) for at in range(4))
        assert slips.in_two_cells(rest) == judged_in_each_row(slips, rest)
