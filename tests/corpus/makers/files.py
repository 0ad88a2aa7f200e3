"""Files: encodings, dialects of CSV, and files that are something else than their name says."""

from __future__ import annotations

import codecs

from makers.tables import ANNA, EIGHT_WRONG, EMIL, SIX_WRONG, Row, table
from makers.writers import (
    book_bytes,
    csv_text,
    with_bytes,
    with_openpyxl,
    with_pandas,
    with_text,
    with_xlsxwriter,
)

NAMES = ["Jörg", "Käthe", "Björn", "Dora"]
WRONG = table(EIGHT_WRONG, NAMES)
TEXT = csv_text(WRONG, ";").replace("-", "–")
"""With umlauts and dashes, which tell the encodings apart."""
QUOTED = '''\
"Spiel";"Anna";"Bernd ""Bär""";"Chris; der Lange";"Dora";"Bemerkung"
"1";"2";"2";"-2";"-2";""
"2";"-1";"1";"1";"-1";"mit ""Karlchen"" am Ende"
"3";"3";"-1";"-1";"-1";"Solo; still"
"4";"-2";"-2";"2";"2";""
"5";"4";"-4";"4";"4";""
"6";"-6";"2";"2";"2";""
"7";"1";"-1";"-1";"1";""
"8";"5";"5";"-5";"-5";"letztes Spiel,
dann war Schluss"
'''
RAGGED = """\
Spiel,Anna,Bernd,Chris,Dora,Bemerkung
1,2,2,-2,-2
2,-1,1,1,-1,Fuchs,,,
3,3,-1,-1,-1,
4,-2,-2,2,2,,

5,4,-4,4,4
6,-6,2,2,2,Solo,,,,
7,1,-1,-1,1
8,5,5,-5,-5,"""


def make() -> None:
    """Makes the files."""
    with_text("files/utf-8.csv", TEXT)
    with_bytes("files/utf-8-bom.csv", codecs.BOM_UTF8 + TEXT.encode())
    for end, mark in (("le", codecs.BOM_UTF16_LE), ("be", codecs.BOM_UTF16_BE)):
        with_bytes(f"files/utf-16-{end}-bom.csv", mark + TEXT.encode(f"utf-16-{end}"))
        # Without a mark it shows by its zeros: in western text every other byte is one.
        with_text(f"files/utf-16-{end}.csv", TEXT.replace("–", "-"), f"utf-16-{end}")
    with_text("files/cp1252.csv", TEXT, "cp1252")
    with_text("files/line-ends-windows.csv", TEXT.replace("\n", "\r\n"))
    with_text("files/line-ends-mac.csv", TEXT.replace("\n", "\r"))
    with_text("files/mac-roman.csv", TEXT.replace("\n", "\r"), "mac_roman")
    with_text("files/sep.csv", "sep=;\r\n" + TEXT.replace("\n", "\r\n"))
    with_bytes(
        "files/sep-utf-16.csv",
        codecs.BOM_UTF16_LE + ("sep=\t\r\n" + TEXT.replace(";", "\t")).encode("utf-16-le"),
    )
    with_text("files/quotes.csv", QUOTED)
    with_text("files/ragged.csv", RAGGED)
    with_bytes("files/nul-bytes.csv", TEXT.replace("Spiel", "Spiel\0").encode() + b"\0\0")
    # What a disk leaves of a file whose last block was never written.
    with_bytes("files/nul-padded.csv", TEXT.encode().ljust(512, b"\0"))
    with_text("files/tab.tsv", TEXT.replace(";", "\t"))
    with_text("files/bar.txt", TEXT.replace(";", "|"))
    with_pandas("files/pandas-index.csv", table(EIGHT_WRONG, ANNA))

    workbook = book_bytes({"Tisch 1": WRONG})
    with_bytes("files/workbook-called-csv.csv", workbook)
    with_text("files/text-called-xls.xls", TEXT.replace(";", "\t"), "cp1252")
    zipped()

    with_openpyxl("files/lock/runde1.xlsx", {"Tisch 1": WRONG})
    owner = "Kassenwart"
    lock = bytes((len(owner),)) + owner.encode().ljust(54) + len(owner).to_bytes(2, "little")
    with_bytes("files/lock/~$runde1.xlsx", lock + owner.encode("utf-16-le").ljust(108))

    summary: list[Row] = [
        ["This document was exported from Numbers. Each table was converted to an Excel worksheet."],
        [],
        ["Numbers Sheet Name", "Numbers Table Name", "Excel Worksheet Name"],
        ["Abend"],
        [None, "Tisch 1", "Abend - Tisch 1"],
        [None, "Tisch 2", "Abend - Tisch 2"],
    ]
    first: list[Row] = [["Tisch 1"], *WRONG]
    second: list[Row] = [["Tisch 2"], *table(SIX_WRONG, EMIL)]
    with_openpyxl(
        "files/numbers-export.xlsx",
        {"Export Summary": summary, "Abend - Tisch 1": first, "Abend - Tisch 2": second},
    )
    with_xlsxwriter("files/google-sheets.xlsx", {"Tabellenblatt1": WRONG}, as_google)


def as_google(book, sheet) -> None:
    """A thousand rows of cells that hold nothing but a format."""
    plain = book.add_format({"font_name": "Arial", "font_size": 10})
    for row in range(9, 300):
        for column in range(26):
            sheet.write_blank(row, column, None, plain)


def zipped() -> None:
    import io
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("runde1/tisch1.csv", TEXT)
        archive.writestr("runde1/tisch2.xlsx", book_bytes({"Tisch 2": table(SIX_WRONG, EMIL)}))
    with_bytes("files/sheets.zip", buffer.getvalue())
