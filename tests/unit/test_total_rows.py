"""Total rows: cells that a spreadsheet made a date of, or that hold a word, and wrong sums. By hand."""

from __future__ import annotations

import pytest

from support import check, checked

GAMES = "Spiel,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,-1,1,1,-1\n3,3,-1,-1,-1\n4,-2,-2,2,2\n5,-2,-2,2,2\n"


@pytest.mark.parametrize(
    ("total", "variant", "originals"),
    [
        # Chris has 2. Of a date with a month by its name it is known what may have been typed.
        ("2", None, None),
        ("07. Mrz", "total-date", ("3-7", "7-3")),
        ("sechs", "total", None),
        ("2026-03-07", "total", None),
    ],
)
def test_what_stands_in_a_total_row(
    total: str, variant: str | None, originals: tuple[str, ...] | None
) -> None:
    findings = checked(f"{GAMES}Summe,0,-2,{total},0\n", preset="tcg", layout="points").findings
    told = [(f.rule, f.cell.a1 if f.cell else None, f.variant) for f in findings]
    assert told == ([] if variant is None else [("sheet/not-a-number", "D7", variant)])
    assert [f.params.get("originals") for f in findings] == ([] if variant is None else [originals])


def test_a_row_of_both_signs_is_none_where_only_the_winners_are_written() -> None:
    rows = ["1;60;60;60;", "2;10;;;10", "Summe;70;60;50;10"]
    run = check("\n".join(["Schafkopf (nur Gewinne)", "Nr;Anderl;Burgl;Christl;Done", *rows, ""]))
    assert run.crashes == ()
    assert [one.rule for one in run.findings] == ["sheet/won-or-lost", "sheet/total-mismatch"]
