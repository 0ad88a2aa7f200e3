"""What a file is, by its content; and what is said of one that is not read."""

from __future__ import annotations

import ast
import io
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from laws import examples
from scorecheck.readers import limits, sniff
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.read import READERS, read_bytes, read_file
from unit.readers.builders import (
    cells,
    csv_table,
    ods_table,
    read,
    sheet_data,
    xls_table,
    xlsb_table,
    xlsx,
    xlsx_table,
    zipped,
)

FOLDER = Path(sniff.__file__).parent
TABLE = [["Anna", "Bernd"], ["+1", "-1"]]
FILES = {
    "csv": csv_table(TABLE),
    "xlsx": xlsx_table(TABLE),
    "ods": ods_table(TABLE),
    "xlsb": xlsb_table(TABLE),
    "xls": xls_table(TABLE),
    "json": b'{"game": "doppelkopf", "layout": "points",'
    b' "rows": [{"points": {"Anna": "+1", "Bernd": "-1"}}]}',
}


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("name", ["a.csv", "a.xlsx", "a.XLS", "a.txt", "a", "ä ö.numbers"])
def test_a_file_is_what_it_holds_not_what_it_is_called(tmp_path: Path, kind: str, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[kind])
    workbook = read_file(path, f"shown/{name}")
    assert (workbook.path, workbook.format) == (f"shown/{name}", kind)
    at = 1 if kind == "json" else 0  # a column for the word of a total row
    assert {(row, column - at): value for (row, column), value in cells(workbook).items() if column > at} == {
        (1, 1): "Anna",
        (1, 2): "Bernd",
        (2, 1): "+1",
        (2, 2): "-1",
    }
    assert read_bytes(FILES[kind], "-", name) == read_file(path, "-")


def refused(data: bytes, name: str | None = None) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(CannotRead) as caught:
        read(data, name)
    return caught.value.reason, caught.value.params


@pytest.mark.parametrize(
    ("data", "reason", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "picture", "PNG"),
        (b"\xff\xd8\xff\xe0" + bytes(50), "picture", "JPEG"),
        (b"GIF89a" + bytes(50), "picture", "GIF"),
        (b"BM" + bytes(50), "picture", "BMP"),
        (b"\0\0\0\x18ftypheic" + bytes(50), "picture", "HEIC"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "picture", "WebP"),
        (b"%PDF-1.7\n" + bytes(50), "pdf", "PDF"),
        (b"{\\rtf1 hello}", "document", "RTF"),
        (b"\x1f\x8b\x08" + bytes(50), "packed", "gzip"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(50), "packed", "7z"),
        (b"Rar!\x1a\x07" + bytes(50), "packed", "RAR"),
        (zipped({"a.csv": "1,2"}), "packed", "zip"),
        (zipped({"word/document.xml": "<w/>"}), "document", "Word"),
        (zipped({"ppt/presentation.xml": "<p/>"}), "document", "PowerPoint"),
        (
            zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": ""}),
            "document",
            "OpenDocument",
        ),
        (zipped({"Index/Document.iwa": b"x"}), "numbers", "Numbers"),
        (b"SQLite format 3\0" + bytes(50), "program-data", "SQLite"),
        (b"\x09\x04\x06\x00\x00\x00\x10\x00", "old-excel", "Excel 4"),
        (b"<!DOCTYPE html><table><tr><td>1</table>", "web-page", "HTML"),
        (b"\xef\xbb\xbf\n <html><table>", "web-page", "HTML"),
        (b"<?xml version='1.0'?><html xmlns='x'>", "web-page", "HTML"),
        (
            b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
            "xml-spreadsheet",
            "XML",
        ),
        (b'<?xml version="1.0"?><office:document xmlns:office="x">', "xml-spreadsheet", "FODS"),
    ],
)
def test_files_of_other_kinds(data: bytes, reason: str, kind: str) -> None:
    for name in ("a.xlsx", "a.csv", None):
        assert refused(data, name) == (reason, {"kind": kind})


@pytest.mark.parametrize(
    "text", ["BM,Anna\n1,2", "<3,Bernd\n1,2", "%,2", "GIFts,1", "PK,Anna\n1,2", "Anna\n", "{\n", "ÿØÿ"]
)
def test_texts_that_begin_like_something_else(text: str) -> None:
    assert read(text.encode()).format == "csv"


def test_neither_spreadsheet_nor_text() -> None:
    assert refused(bytes(range(256)) * 20)[0] == "not-text"
    assert refused(bytes(5000), "a.csv")[0] == "not-text"


@pytest.mark.parametrize("name", [None, "a", "a.csv", "a.tsv", "a.txt", "A.CSV"])
def test_an_empty_text_is_an_empty_sheet(name: str | None) -> None:
    workbook = read(b"", name)
    assert (workbook.format, [list(grid.rows) for grid in workbook.grids]) == ("csv", [[]])


@pytest.mark.parametrize("name", ["a.xlsx", "a.ods", "a.XLS"])
def test_an_empty_spreadsheet_is_refused(name: str) -> None:
    assert refused(b"", name) == ("empty", {})


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    def reason(path: Path) -> str:
        with pytest.raises(CannotRead) as caught:
            read_file(path, "a")
        return caught.value.reason

    assert reason(tmp_path / "none.csv") == "vanished"
    assert reason(tmp_path) == "folder"
    (tmp_path / "file").write_bytes(b"1")
    assert reason(tmp_path / "file" / "below.csv") == "vanished"
    if os.name == "posix":
        loop = tmp_path / "loop.csv"
        loop.symlink_to(loop)
        with pytest.raises(CannotRead) as caught:
            read_file(loop, "a")
        assert caught.value.reason == "disk"
        assert set(caught.value.params) == {"cause"}


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def reason(error: OSError) -> str:
        def fail(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr("scorecheck.readers.read._opened", fail)
        with pytest.raises(CannotRead) as caught:
            read_file(tmp_path / "a.csv", "a")
        return caught.value.reason

    assert reason(PermissionError(13, "Permission denied")) == "no-permission"
    locked = PermissionError(13, "in use")
    locked.winerror = 32  # type: ignore[attr-defined]
    assert reason(locked) == "locked"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'w').write('A,B\\n1,2\\n')"]):
        assert cells(read_file(pipe, "pipe")) == {(1, 1): "A", (1, 2): "B", (2, 1): "1", (2, 2): "2"}


def test_too_large_a_zip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACKAGE_BYTES", 100)
    assert refused(FILES["xlsx"]) == ("too-large", {"size": 1, "limit": 0})


def test_importing_and_reading_csv_loads_nothing_heavy(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(FILES["csv"])
    program = (
        "import sys, pathlib\n"
        "from scorecheck.readers.read import read_file\n"
        f"read_file(pathlib.Path({str(path)!r}), 'a')\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "scorecheck.readers.csv_reader" in loaded
    heavy = {
        "python_calamine",
        "zipfile",
        "zlib_ng",
        "pyexpat",
        "xml",
        "xml.parsers",
        "json",
        "pandas",
        "openpyxl",
    }
    assert loaded & heavy == set()
    assert not any(name.startswith("scorecheck.readers.") and "xls" in name for name in loaded)


BROKEN = [
    *FILES.values(),
    xlsx(sheet_data({"A1": ' t="s"><v>0</v>'}), strings="<sst><si><t>a</t></si></sst>"),
]

ZIPPED = [data for data in BROKEN if data.startswith(b"PK")]


def outcome(data: bytes, name: str | None) -> None:
    try:
        workbook = read_bytes(data, "-", name)
    except CannotRead:
        return
    assert workbook.format in READERS


@examples(150)
@given(st.binary(max_size=300), st.sampled_from([None, "a.xlsx", "a.csv"]))
@example(b"PK\3\4", None)
@example(b"PK\5\6" + bytes(18), None)
@example(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), None)
@example(b"sep=", None)
@example(b'"', None)
def test_any_bytes_give_a_workbook_or_a_reason(data: bytes, name: str | None) -> None:
    outcome(data, name)


@examples(300)
@given(st.data())
def test_any_damage_gives_a_workbook_or_a_reason(data: st.DataObject) -> None:
    whole = bytearray(data.draw(st.sampled_from(BROKEN)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
        whole = whole or bytearray(b"x")
    outcome(bytes(whole), None)


@examples(200)
@given(st.data())
def test_any_damage_inside_a_zip_gives_a_workbook_or_a_reason(data: st.DataObject) -> None:
    with zipfile.ZipFile(io.BytesIO(data.draw(st.sampled_from(ZIPPED)))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = data.draw(st.sampled_from(sorted(parts)))
    part = bytearray(parts[name])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(part) - 1)))
        part[at : at + data.draw(st.integers(0, 9))] = data.draw(
            st.one_of(
                st.binary(max_size=4),
                st.sampled_from([b"<", b">", b"<c>", b"</c>", b'r="B9"', b"\xff\xff\xff\xff"]),
            )
        )
    outcome(zipped({**parts, name: bytes(part)}), None)


def raised() -> dict[str, set[str]]:
    """The reasons that the readers and the workers give, and the words that come with each of them."""
    found: dict[str, set[str]] = {kind: {"kind"} for _, kind, _ in sniff._MAGIC}
    for path in (*FOLDER.glob("*.py"), FOLDER.parent / "many_files" / "workers.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "CannotRead"
            ):
                words = {keyword.arg or "" for keyword in node.keywords}
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant):
                        reason = str(part.value)
                        assert found.setdefault(reason, words) == words
    return found


@pytest.mark.parametrize("language", ["en", "de", "nb"])
def test_every_reason_has_its_sentence(language: str) -> None:
    messages = tomllib.loads((FOLDER / "messages" / f"{language}.toml").read_text("utf-8"))
    assert set(messages) == {"sheet/unreadable"}
    assert set(messages["sheet/unreadable"]) == {"says", "why", "example", "remedy", "text"}
    texts = messages["sheet/unreadable"]["text"]
    reasons = raised()
    assert len(reasons) > 25
    assert set(texts) == {"default", *reasons}
    for reason, words in reasons.items():
        holes = {part.split("}")[0] for part in texts[reason].split("{")[1:]}
        assert holes <= words, reason


def test_a_zip_with_long_sizes() -> None:
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive,
        zipfile.ZipFile(io.BytesIO(FILES["xlsx"])) as plain,
    ):
        for name in plain.namelist():
            with archive.open(name, "w", force_zip64=True) as part:
                part.write(plain.read(name))
    assert cells(read(buffer.getvalue()))[1, 1] == "Anna"
