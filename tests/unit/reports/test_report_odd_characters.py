"""Characters that no format has: every report is well-formed and can be written, whatever a name holds."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from scorecheck.catalogue import rules
from scorecheck.model.outcome import Checked
from scorecheck.model.record import replace
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.formats import FORMATS, rendered
from scorecheck.reports.html import report_html
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.reports.view import report_view
from support import check

ODD = "a\ufffeb\uffffc\ud800d\udfffe\x00f\x1bg"
SHEET = f"Spiel,Anna,B{ODD}rnd,Chris,Dora\n1,2,2,-2,-2\n2,2,-2,2,-1\n3,1,-1,1,-1\n"


def odd() -> Checked:
    """A sheet with odd characters in a heading and in its name and path."""
    data = SHEET.encode("utf-8", "surrogatepass")
    checked = check(data, "a.csv", preset="tcg", layout="points")
    path = f"t{ODD}.csv"
    files = tuple(
        replace(
            file,
            path=path,
            findings=tuple(replace(one, path=path, sheet=ODD, value=ODD) for one in file.findings),
            sheets=tuple(
                replace(one, sheet=replace(one.sheet, path=path, players=("Anna", ODD, "Chris", "Dora")))
                for one in file.sheets
            ),
        )
        for file in checked.files
    )
    return replace(checked, files=files)


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("name", FORMATS)
def test_no_format_passes_them_on(name: str, ascii_only: bool) -> None:
    text = rendered(name, odd(), Messages("en"), FormatOptions(ascii_only=ascii_only), rules)
    text.encode("utf-8")
    if name == "junit":
        ElementTree.fromstring(text)
        assert not {"\ufffe", "\uffff"} & set(text)
    if name in {"json", "sarif", "gitlab", "rdjson"}:
        # What the strings hold can be written again.
        json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8")


def test_a_page_can_be_written() -> None:
    page = report_html(report_view(odd(), None, Messages("en")), Messages("en"))
    assert not {"\ufffe", "\uffff", "\x1b"} & set(page.decode("utf-8"))


def test_what_is_plain_can_be_written_anywhere() -> None:
    assert plain(ODD) == "a\ufffdb\ufffdc\ufffdd\ufffdefg"
