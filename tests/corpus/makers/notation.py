"""What the notation is."""

from __future__ import annotations

from pathlib import Path

from makers.tables import ANNA, EIGHT, EIGHT_WRONG, Row, running, sums, table
from makers.writers import csv_text, with_libreoffice, with_openpyxl, with_text, with_xlsxwriter

WRONG = table(EIGHT_WRONG, ANNA)

VALUES = """\
Anna,Bernd,Chris,Dora,Spielpunkte
2,2,-2,-2,2
1,3,-1,-3,1
4,2,-2,-4,3,TA
2,0,0,-2,2
6,-4,4,-6,3
0,-2,6,-4,2,TA
1,-3,5,-3,1,HZ
6,2,0,-8,5
"""
BOCK = """\
Spiel,Anna,Bernd,Chris,Dora,Wert,Bock
1,2,2,-2,-2,2,
2,-1,1,1,-1,1,
3,8,-8,8,-8,4,B
4,-2,2,2,-2,1,O
5,3,3,-3,-3,3,C
6,4,-4,-4,4,2,K
7,-3,1,1,1,1,
8,5,5,-5,-5,5,
"""
CODES = """\
Spiel,,Anna,,Bernd,,Chris,,Dora
1,R,2,R,2,,-2,F,-2
2,,-1,R,1,R,1,,-1
3,R,3,,-1,,-1,,-1
4,R,-2,R,-2,,2,D,2
5,R,4,,-4,R,4,,4
6,R,-6,,2,F,2,,2
7,R,1,,-1,,-1,R,1
8,RF,5,R,5,,-5,,-5
"""
ROTATION = """\
Spiel,Anna,Bernd,Chris,Dora,Emil
1,,2,2,-2,-2
2,1,,-1,1,-1
3,-1,3,,-1,-1
4,2,-2,-2,,2
5,-4,4,4,-4,
6,,1,1,-1,1
7,6,,-2,-2,-2
8,3,-3,,3,-3
"""
FIVE_PLUS: list[Row] = [
    [None, 2, 2, None],
    [2, None, None, None],
    [None, 3, None, None],
    [2, None, None, None],
    [None, 4, 4, None],
    [None, None, 1, None],
    [None, None, None, 6],
    [3, None, None, None],
]
"""What Anna to Dora won where Emil is the fifth; in game 2 he and Anna won, but not the same."""
UNUSED = """\
Spiel,Wer heiratet,Anna,Bernd,Chris,Dora,Emil,Fritz
1,,0,0,-2,-2,,
2,,,-1,0,,-1,0
3,,-3,,-3,0,,-3
4,,0,-2,,,-2,0
5,,,0,-4,0,,-4
6,,-6,0,,0,0,
7,,0,,-1,-1,0,
8,,,-5,0,,0,-5
Summe,,-9,-8,-10,-3,-3,-12
"""
"""Who sat out has an empty cell, who won a 0; nobody wrote anything under Wer heiratet, and it has no sum."""
TWO_WAYS = """\
Anna,Bernd,Chris,Dora
1,1,-1,-1
2,2,-2,-2
"""


def make() -> None:
    """Makes the files."""
    stand = running(EIGHT)
    stand[4][3] = -stand[4][3]
    with_text("notation/points.csv", csv_text(WRONG))
    with_text("notation/totals.csv", csv_text(table(stand, ANNA)))
    one_sign()
    with_text("notation/value-unsigned.csv", VALUES)
    won = [2, -1, 3, -2, 4, -2, 1, 4]
    signed = [[*row, value] for row, value in zip(table(EIGHT, ANNA), ["Wert", *won], strict=True)]
    with_xlsxwriter("notation/value-signed.xlsx", {"Tisch 1": signed})
    with_text("notation/bock.csv", BOCK)
    with_text("notation/code-columns.csv", CODES)
    with_text("notation/rotation.csv", ROTATION)
    with_openpyxl(
        "notation/names-at-foot.xlsx", {"Tisch 1": [*WRONG, ["Summe", *sums(EIGHT)], [None, *ANNA]]}
    )
    with_text("notation/names-at-foot.csv", csv_text([*WRONG, [None, *ANNA]]))
    with_text("notation/two-ways.csv", TWO_WAYS)
    strange = [[*row, "Kto" if at == 0 else "ok"] for at, row in enumerate(WRONG)]
    with_text("notation/own-heading.csv", csv_text(strange))
    made = club_sheet()
    for suffix in ("ods", "xls", "xlsx"):
        with_libreoffice(f"notation/club-sheet.{suffix}", made)


def one_sign() -> None:
    plus: list[Row] = [[at, *(n if n > 0 else None for n in row)] for at, row in enumerate(EIGHT, 1)]
    plus[4][3] = 5
    with_text("notation/plus-only.csv", csv_text([["Spiel", *ANNA], *plus]))
    zeros = [[n or 0 for n in row] for row in plus]
    with_openpyxl("notation/plus-only-zeros.xlsx", {"Tisch 1": [["Spiel", *ANNA], *zeros]})
    minus: list[Row] = [[at, *(n if n < 0 else None for n in row)] for at, row in enumerate(EIGHT, 1)]
    minus[7][4] = -4
    with_openpyxl("notation/minus-only.xlsx", {"Tisch 1": [["Spiel", *ANNA], *minus]})
    with_text("notation/minus-only-unused-column.csv", UNUSED)
    five: list[Row] = [[at, *row[:4], None] for at, row in enumerate(FIVE_PLUS, 1)]
    for row, emil in zip(five, [None, 1, None, 2, None, 1, None, 3], strict=True):
        row[5] = emil
    with_text("notation/plus-only-five.csv", csv_text([["Spiel", *ANNA, "Emil"], *five]))
    five[6][1], five[6][4] = 6, None
    with_text("notation/plus-only-loser.csv", csv_text([["Spiel", *ANNA, "Emil"], *five]))
    stand = running([[min(n, 0) for n in row] for row in EIGHT])
    with_text("notation/minus-only-totals.csv", csv_text(table(stand, ANNA)))
    stand = running([[max(n, 0) for n in row] for row in EIGHT])
    stand[5][3] += 1
    with_text("notation/plus-only-totals.csv", csv_text(table(stand, ANNA)))


def club_sheet() -> Path:
    """A sheet with most of what clubs do at once, its formulas not yet worked out."""
    stand = running(EIGHT)
    stand[4][3] = -stand[4][3]
    codes = ["RR  ", " RR ", "R   ", "RR D", "R R ", "R F ", "R  R", "RR  "]
    head: Row = ["Nr.", *(cell for name in ANNA for cell in (None, name)), "Wert", "Kontrolle", "Bock"]
    rows: list[Row] = [["Spieleabend 14"], head]
    values = [2, 1, 3, 2, 4, 2, 1, 5]
    for at, (totals, code, value) in enumerate(zip(stand, codes, values, strict=True)):
        cells = (cell for pair in zip(code.replace(" ", "\0"), totals, strict=True) for cell in pair)
        row = at + 3
        line: Row = [at + 1, *(None if cell == "\0" else cell for cell in cells), value]
        rows.append([*line, f"=C{row}+E{row}+G{row}+I{row}", None, "TA" if at == 2 else None])
    rows += [[9, *[None] * 8, 1], [10, *[None] * 8, 3], [11], []]
    rows.append([None, *(cell for name in ANNA for cell in (None, name))])
    return with_openpyxl("notation/club-sheet.xlsx", {"Abend 14": rows})
