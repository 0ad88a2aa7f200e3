"""One sheet of Doppelkopf and one chouette, each in every format by every writer."""

from __future__ import annotations

from makers.tables import ANNA, CHOUETTE, EIGHT, EIGHT_WRONG, Row, sums, table
from makers.writers import (
    csv_text,
    with_gnumeric,
    with_libreoffice,
    with_odfpy,
    with_openpyxl,
    with_pandas,
    with_text,
    with_xlsb,
    with_xlsxwriter,
    with_xlwt,
)

DOPPELKOPF: list[Row] = [*table(EIGHT_WRONG, ANNA), ["Summe", *sums(EIGHT)]]
FAULTY: list[Row] = [*CHOUETTE[:4], [*CHOUETTE[4][:4], "53/52"]]


def make() -> None:
    """Makes the files."""
    for game, rows in (("doppelkopf", DOPPELKOPF), ("chouette", FAULTY)):
        one = f"formats/{game}"
        sheets = {"Tisch 1": rows}
        with_text(f"{one}.csv", csv_text(rows))
        with_text(f"{one}.tsv", csv_text(rows, "\t"))
        made = with_openpyxl(f"{one}-openpyxl.xlsx", sheets)
        with_xlsxwriter(f"{one}-xlsxwriter.xlsx", sheets)
        with_pandas(f"{one}-pandas.xlsx", rows)
        with_pandas(f"{one}-pandas.ods", rows)
        with_odfpy(f"{one}-odfpy.ods", sheets)
        with_xlwt(f"{one}-xlwt.xls", sheets)
        with_xlsb(f"{one}.xlsb", rows)
        for suffix in ("xlsx", "xlsm", "xls", "ods"):
            with_libreoffice(f"{one}-libreoffice.{suffix}", made)
        for suffix in ("xlsx", "xls", "ods", "csv"):
            with_gnumeric(f"{one}-gnumeric.{suffix}", made)
