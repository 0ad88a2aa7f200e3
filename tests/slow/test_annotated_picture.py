"""The annotated workbook as a person sees it: opened by LibreOffice and turned into a picture."""

from __future__ import annotations

import html
import io
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import NamedTuple

import openpyxl
import pytest
from openpyxl.chart import LineChart, Reference

from support import ROOT, check, only, run

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
POPPLER = shutil.which("pdftoppm")
MARK, NOTE = (0xF4, 0xB6, 0xB0), (0xFF, 0xFF, 0xE1)
SHEETS = (
    ROOT / "samples" / "yatzy" / "yatzy-faulty.csv",
    ROOT / "samples" / "doppelkopf" / "five-players-faulty.xlsx",
)


class Word(NamedTuple):
    text: str
    x: float
    y: float


class Picture(NamedTuple):
    """The first page: its words with their middles, in points, and the colour of each point."""

    words: tuple[Word, ...]
    width: int
    pixels: bytes

    def colour(self, x: float, y: float) -> tuple[int, ...]:
        at = 3 * (round(y) * self.width + round(x))
        return tuple(self.pixels[at : at + 3])

    def is_marked(self, word: Word) -> bool:
        """Whether the ground behind a word has the colour of an error."""
        around = [(x, y) for x in range(-14, 15) for y in (-4, 0, 4)]
        return sum(self.colour(word.x + x, word.y + y) == MARK for x, y in around) > len(around) // 3

    def count(self, colour: tuple[int, int, int]) -> int:
        sought = bytes(colour)
        return sum(self.pixels[at : at + 3] == sought for at in range(0, len(self.pixels), 3))


def tools() -> str:
    if OFFICE is None or POPPLER is None:
        if os.environ.get("CI"):
            pytest.fail("LibreOffice or poppler is not installed, and CI must not go without this test")
        pytest.skip("LibreOffice or poppler is not installed")
    return OFFICE


def converted(path: Path, kind: str) -> Path:
    """What LibreOffice makes of a workbook."""
    profile = (path.parent / "profile").as_uri()
    command = [tools(), f"-env:UserInstallation={profile}", "--headless", "--convert-to", kind, "--outdir"]
    subprocess.run([*command, path.parent, path], check=True, capture_output=True, timeout=180)
    return path.with_suffix(f".{kind.partition(':')[0]}")


def with_note_shown(data: bytes) -> bytes:
    """The workbook after somebody said "show note" on the first cell with one, to be printed as shown."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.endswith(".vml"):
                part = part.replace(b"visibility:hidden", b"visibility:visible", 1)
                # Beside the table, so that it hides none of its cells.
                part = re.sub(rb"margin-left:[\d.]+pt", b"margin-left:400pt", part, count=1)
            elif name.startswith("xl/worksheets/sheet"):
                part = re.sub(rb"<pageSetup[^>]*/>", b"", part)
                setup = rb'\1<pageSetup orientation="landscape" cellComments="asDisplayed"/>'
                part = re.sub(rb"(<pageMargins[^>]*/>)", setup, part)
            new.writestr(name, part)
    return made.getvalue()


def picture_of(pdf: Path) -> Picture:
    one = ["-f", "1", "-l", "1"]
    boxes = subprocess.run(["pdftotext", "-bbox", *one, pdf, "-"], check=True, capture_output=True).stdout
    pattern = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
    words = [
        Word(html.unescape(text), (float(left) + float(right)) / 2, (float(top) + float(bottom)) / 2)
        for left, top, right, bottom, text in re.findall(pattern, boxes.decode())
    ]
    ppm = subprocess.run(["pdftoppm", "-r", "72", "-aa", "no", *one, pdf], check=True, capture_output=True)
    magic, size, _, pixels = ppm.stdout.split(b"\n", 3)
    assert magic == b"P6"
    return Picture(tuple(words), int(size.split()[0]), pixels)


@pytest.mark.parametrize("lang", ["en", "de", "nb"])
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_marked_cells_and_a_comment_are_seen(sheet: Path, lang: str, tmp_path: Path) -> None:
    tools()
    assert run("annotate", sheet, "-o", tmp_path / "a.xlsx", "--lang", lang).returncode == 1
    shown = tmp_path / "shown.xlsx"
    shown.write_bytes(with_note_shown((tmp_path / "a.xlsx").read_bytes()))
    picture = picture_of(converted(shown, "pdf"))
    findings = only(check(sheet.read_bytes(), sheet.name)).findings
    values = [finding.value for finding in findings if finding.value and finding.severity.word == "error"]
    assert values
    marked = {word.text for word in picture.words if picture.is_marked(word)}
    assert {value.replace("-", "−") for value in values} <= {text.replace("-", "−") for text in marked}
    # The note: its ground is there, and every word of the first comment stands on the page.
    assert picture.count(NOTE) > 2000
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    comment = next(cell.comment for row in book.worksheets[0] for cell in row if cell.comment)
    assert set(comment.text.split()) <= {word.text for word in picture.words}


def test_formulas_charts_and_formats_stay(tmp_path: Path) -> None:
    tools()
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    games = [(2, 2, -2, -2), (1, 1, -1, -1), (3, -3, -3, 3), (-2, -2, 2, 2), (4, -4, 4, 4), (-2, 2, 2, -2)]
    sheet.append(["Spiel", "Anna", "Bernd", "Chris", "Dora"])
    for number, points in enumerate(games, 1):
        sheet.append([number, *points])
    sheet.append(["Summe", *(f"=SUM({letter}2:{letter}7)" for letter in "BCDE")])
    sheet["B2"].number_format = "+0;-0;0"
    chart = LineChart()
    chart.add_data(Reference(sheet, min_col=2, max_col=5, min_row=1, max_row=7), titles_from_data=True)
    sheet.add_chart(chart, "G2")
    book.save(tmp_path / "plain.xlsx")
    # LibreOffice works out what the formulas give, as a person's program has done.
    source = converted(converted(tmp_path / "plain.xlsx", "ods"), "xlsx")
    done = run("annotate", source, "-o", tmp_path / "a.xlsx", "--game", "doppelkopf")
    assert done.returncode == 1, done.stderr
    kept = openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0]
    assert [kept[f"{letter}8"].value for letter in "BCDE"] == [
        f"=SUM({letter}2:{letter}7)" for letter in "BCDE"
    ]
    assert (
        kept["B2"].number_format
        == openpyxl.load_workbook(source).worksheets[0]["B2"].number_format
        != "General"
    )
    assert [cell.coordinate for row in kept for cell in row if cell.comment]
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        assert any(name.startswith("xl/charts/chart") for name in archive.namelist())
    again = converted(tmp_path / "a.xlsx", "csv").read_text(encoding="utf-8").splitlines()
    before = converted(source, "csv").read_text(encoding="utf-8").splitlines()
    assert again == before
    assert again[7].startswith("Summe,6,-4,2,4")
