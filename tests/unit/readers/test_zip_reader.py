"""A zip of sheets."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from builders import zipped

from scorecheck.model.workbook import Workbook
from scorecheck.readers import limits
from scorecheck.readers.read import Refused, workbooks_in, workbooks_of

SHEET = "Anna,Bernd\n1,-1\n"


def read(data: bytes) -> dict[str, str]:
    """What each file in a zip is, or why it was not read."""
    return {
        one.path: one.format if isinstance(one, Workbook) else one.problem.reason
        for one in workbooks_in(data, "a.zip", "a.zip")
    }


def test_every_sheet_is_a_file_of_its_own_in_the_order_of_people(tmp_path: Path) -> None:
    data = zipped(
        {
            "Runde 1/Tisch 10.csv": SHEET,
            "Runde 1/Tisch 2.csv": SHEET,
            "letter.txt": "Dear Anna",
            "photo.jpg": "x",
            "__MACOSX/._Tisch 2.csv": "x",
            ".hidden.csv": SHEET,
            "Runde 1/~$Tisch 2.xlsx": "x",
        }
    )
    (tmp_path / "a.zip").write_bytes(data)
    found = list(workbooks_of(tmp_path / "a.zip", "in/a.zip"))
    assert [one.path for one in found] == ["in/a.zip/Runde 1/Tisch 2.csv", "in/a.zip/Runde 1/Tisch 10.csv"]
    assert all(isinstance(one, Workbook) for one in found)
    assert read(data) == {"a.zip/Runde 1/Tisch 2.csv": "csv", "a.zip/Runde 1/Tisch 10.csv": "csv"}


def test_a_name_may_hold_a_number_of_any_length() -> None:
    names = ["9.csv", f"{'1' * 5000}.csv", f"{'2' * 5000}.csv"]
    assert list(read(zipped(dict.fromkeys(reversed(names), SHEET)))) == [f"a.zip/{name}" for name in names]


def test_names_lead_nowhere() -> None:
    assert read(zipped({"../../etc/a.csv": SHEET, "/b.csv": SHEET, "C:\\x\\c.csv": SHEET})) == {
        "a.zip/b.csv": "csv",
        "a.zip/C:/x/c.csv": "csv",
        "a.zip/etc/a.csv": "csv",
    }


def test_names_of_a_mac_and_of_dos() -> None:
    raw = zipped({"Mxxller.csv": SHEET})
    assert list(read(raw.replace(b"Mxxller", "Müller".encode()))) == ["a.zip/Müller.csv"]
    raw = zipped({"Mxller.csv": SHEET})
    assert list(read(raw.replace(b"Mxller", "Müller".encode("cp437")))) == ["a.zip/Müller.csv"]


def test_what_cannot_be_read_leaves_the_others_alone() -> None:
    inner = zipped({"c.csv": SHEET})
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a.csv", SHEET)
        archive.writestr("b.xlsx", b"\x89PNG....")
        archive.writestr("c.zip", inner)
        archive.writestr("d.csv", SHEET, zipfile.ZIP_BZIP2)
    assert read(data.getvalue()) == {
        "a.zip/a.csv": "csv",
        "a.zip/b.xlsx": "picture",
        "a.zip/c.zip": "packed",
        "a.zip/d.csv": "packed",
    }


def test_without_a_sheet() -> None:
    assert read(zipped({"letter.txt": "Dear Anna"})) == {"a.zip": "zip-empty"}
    ours = {"standings.csv": "rank,player,score,exact\n1,Anna,3,3/1\n"}
    assert read(zipped(ours)) == {"a.zip": "zip-empty"}
    assert read(zipped({**ours, "a.csv": SHEET})) == {"a.zip/a.csv": "csv"}


def test_with_a_password() -> None:
    data = bytearray(zipped({"a.csv": SHEET}))
    data[data.index(b"PK\1\2") + 8] |= 1
    assert read(bytes(data)) == {"a.zip": "zip-encrypted"}


def test_too_many_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ZIP_SHEETS", 2)
    assert read(zipped({f"{n}.csv": SHEET for n in range(3)})) == {"a.zip": "zip-too-many"}


def test_all_that_unpacks_counts_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ZIP_BYTES", 3 * len(SHEET))
    assert read(zipped({f"{n}.csv": SHEET for n in range(5)})) == {
        "a.zip/0.csv": "csv",
        "a.zip/1.csv": "csv",
        "a.zip/2.csv": "csv",
        "a.zip": "zip-too-large",
    }


def test_a_workbook_in_a_zip_shares_what_may_be_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    book = zipped({"xl/workbook.xml": "<workbook/>" + " " * 5000})
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w") as archive:
        archive.writestr("a.xlsx", book)
    monkeypatch.setattr(limits, "ZIP_BYTES", len(book) + 1000)
    assert read(outer.getvalue()) == {"a.zip": "zip-too-large"}


def test_a_workbook_whose_lock_lies_beside_it(tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv", "~$a.csv", ".~lock.b.csv#"):
        (tmp_path / name).write_text(SHEET, encoding="utf-8")
    for name, programs in (("a.csv", ("Excel",)), ("b.csv", ("LibreOffice",))):
        (one,) = workbooks_of(tmp_path / name, name)
        assert not isinstance(one, Refused)
        assert one.open_in == programs


@pytest.mark.parametrize("names", [("a.csv", "a.csv"), ("R1/a.csv", "r1/A.csv")])
def test_two_files_of_one_name_are_told_by_it(names: tuple[str, ...]) -> None:
    data = zipped({f"{at}{name}": SHEET for at, name in enumerate(names)})
    for at, name in enumerate(names):
        data = data.replace(f"{at}{name}".encode(), f"/{name}".encode())
    assert read(data) == {"a.zip": "zip-twice"}


def test_a_damaged_zip_is_nothing_to_open_in_excel() -> None:
    data = zipped({"a.csv": SHEET})
    assert read(data[:-30]) == {"a.zip": "zip-damaged"}
