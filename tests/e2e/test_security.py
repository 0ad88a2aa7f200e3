"""What ``docs/security.md`` promises, through the whole program: the rows that need no slow test."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest

from support import ROOT, but_slow, run

ESCAPE = "\x1b[31mred\x1b]8;;http://x\x07"
NAMES = [
    '=HYPERLINK("http://x","y")',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
]
OTHERS = ["{{ 7777777*143 }}", f"{ESCAPE}Dora", '#panic("x")', "Al\u202ece\u2066"]


def games() -> list[list[str]]:
    """Games that can be nothing but the points of each: winners change."""
    return [
        [str(number), *shape.split()]
        for number, shape in enumerate(["2 2 -2 -2", "-1 1 -1 1", "-3 1 1 1", "1 -1 -1 1"] * 3, start=1)
    ]


def sheet(names: list[str], rows: list[list[str]] | None = None) -> bytes:
    text = io.StringIO()
    rows = rows or games()
    csv.writer(text).writerows([["Game", *names], *rows])
    return text.getvalue().encode()


@pytest.fixture(scope="module", params=[NAMES, OTHERS], ids=["formulas and markup", "templates and escapes"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """All that the program makes of a sheet with such names: on the screen, and in files."""
    folder = tmp_path_factory.mktemp("hostile")
    wrong = games()
    wrong[3][4] = "7"
    (folder / "a.csv").write_bytes(sheet(request.param, wrong))
    found: dict[str, bytes] = {}
    for form in ("text", "concise", "json", "sarif", "junit", "github", "gitlab", "rdjson", "csv"):
        found[f"validate.{form}"] = run("validate", "a.csv", "--format", form, cwd=folder, text=False).stdout
    for form in ("text", "json", "csv", "md", "html", "xlsx"):
        found[f"rank.{form}"] = run("rank", "a.csv", "--format", form, cwd=folder, text=False).stdout
    (folder / "b.csv").write_bytes(sheet(request.param))
    for form in ("text", "json"):
        done = run("compare", "a.csv", "b.csv", "--format", form, cwd=folder, text=False)
        found[f"compare.{form}"] = done.stdout
    run("process", "a.csv", "-o", "out", cwd=folder)
    run("annotate", "a.csv", "-o", "copy.xlsx", cwd=folder)
    for path in (*(folder / "out").iterdir(), folder / "copy.xlsx"):
        found[path.name] = path.read_bytes()
    assert found.keys() >= {"index.html", "standings.pdf", "copy.xlsx", "rank.xlsx"}
    assert all(found.values())
    return found


def texts(made: dict[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in made.items() if not name.endswith((".pdf", ".xlsx"))}


def test_no_terminal_is_steered(made: dict[str, bytes]) -> None:
    for name, text in texts(made).items():
        if not name.endswith("json") and name != "validate.gitlab":
            assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x9b\u202a-\u202e\u2066-\u2069]", text), name
        assert "\x1b" not in text, name


def test_no_markup_is_let_in(made: dict[str, bytes]) -> None:
    for name, text in texts(made).items():
        if "html" in name:
            assert "<script>alert" not in text, name
            assert "<img src=x" not in text, name
            assert "default-src 'none'" in text, name


def test_no_template_is_filled_in(made: dict[str, bytes]) -> None:
    # The product is long, as the checksums of manifest.json hold any four digits by chance.
    assert [name for name, text in texts(made).items() if "1112222111" in text] == []


def test_no_formula_is_let_in(made: dict[str, bytes]) -> None:
    for name, text in texts(made).items():
        if name.endswith("csv"):
            cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
            assert [c for c in cells if c.startswith(("=", "@", "\t")) or re.match(r"[+-]\D", c)] == [], name
    for name, data in made.items():
        if name.endswith(".xlsx"):
            book = openpyxl.load_workbook(io.BytesIO(data))
            values = [c for grid in book for row in grid.iter_rows() for c in row if c.data_type == "f"]
            assert [c.value for c in values if "HYPERLINK" in str(c.value) or "cmd" in str(c.value)] == []


def test_a_sheet_of_an_event_lies_below_it(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_bytes(sheet(["Geheim", "B", "C", "D"]))
    event = tmp_path / "event"
    event.mkdir()
    (event / "a.csv").write_bytes(sheet(["A", "B", "C", "D"]))
    (event / "link.csv").symlink_to(tmp_path / "secret.csv")
    for named in ("../../etc/passwd", "../secret.csv", "/etc/passwd", "link.csv", "x/../../secret.csv"):
        (event / "event.toml").write_text(
            f'[event]\nname = "E"\ngame = "doppelkopf"\n[[rounds]]\nname = "1"\nsheets = ["{named}"]\n'
        )
        done = run("rank", "event/event.toml", "--lang", "en", cwd=tmp_path)
        assert done.returncode == 2, named
        assert "event.toml:6" in done.stderr, done.stderr
        assert "Geheim" not in done.stdout + done.stderr
        assert "root:" not in done.stdout + done.stderr
    # What is named on the command line is asked for.
    assert run("validate", "secret.csv", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    "value",
    but_slow(
        ["1" + "0" * 400, "-" + "9" * 5000, "1e400", "1e999", "NaN", "inf", "-∞", "0x" + "f" * 400],
        "1e400",
        "inf",
    ),
)
def test_no_number_is_too_large(value: str, tmp_path: Path) -> None:
    rows = games()
    rows[3][2] = value
    (tmp_path / "a.csv").write_bytes(sheet(["A", "B", "C", "D"], rows))
    numbers = json.dumps([["Game", "A", "B", "C", "D"], *rows])
    (tmp_path / "b.sheet.json").write_text('{"game": "doppelkopf", "rows": ' + numbers + "}")
    done = run("process", ".", "-o", "out", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    found = json.loads((tmp_path / "out" / "findings.json").read_text(encoding="utf-8"))
    assert "C5" in [finding["cell"] for finding in found["findings"] if finding["path"] == "a.csv"]


def test_links_and_commands_in_a_workbook_are_not_followed(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    grid = book.active
    grid.append(["Game", "A", "B", "C", "D"])
    for row in games():
        grid.append([int(value) for value in row])
    grid["B3"] = "=cmd|'/C touch done'!A0"
    grid["C3"] = "='[other.xlsx]Sheet1'!A1"
    grid["D3"] = '=WEBSERVICE("http://localhost/x")'
    book.save(tmp_path / "a.xlsx")
    other = openpyxl.Workbook()
    other.active["A1"] = 2
    other.save(tmp_path / "other.xlsx")
    done = run("validate", "a.xlsx", "--format", "json", cwd=tmp_path)
    told = [f for f in json.loads(done.stdout)["findings"] if f["rule"] == "sheet/uncalculated-formula"]
    assert [(f["cell"], f["related"]) for f in told] == [("B3", ["C3", "D3"])]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.xlsx", "other.xlsx"]


def test_names_in_a_zip_are_no_paths(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    with zipfile.ZipFile(inside / "a.zip", "w") as archive:
        for name in ("../../out.csv", "/abs.csv", "C:\\x.csv", "a/../../b.csv"):
            archive.writestr(name, sheet(["A", "B", "C", "D"]))
    run("process", "a.zip", "-o", "report", cwd=inside)
    assert {path.name for path in tmp_path.rglob("*.csv")} == set()
    assert not Path("/abs.csv").exists()


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("a.sheet.json", '{"a":' * 100_000, 1),
        ("a.sheet.json", "[" * 1_000_000, 1),
        ("event.toml", "a = " + "[" * 100_000, 2),
        ("event.toml", "a" + ".a" * 100_000 + " = 1", 2),
        ("event.toml", "[event]\nname = " + '"' + "x" * 3_000_000 + '"', 2),
    ],
)
def test_nothing_is_nested_too_deep(name: str, text: str, status: int, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "b.csv").write_bytes(sheet(["A", "B", "C", "D"]))
    done = run("validate", ".", cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert "fault in scorecheck" not in done.stderr


def test_every_test_that_the_list_names_is_there() -> None:
    listed = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    for named in re.findall(r"`([^`]+)`", listed):
        if named.endswith(".py") or named.startswith("tests/"):
            folders = ("", "tests/slow/", "tests/unit/reports/", "tests/unit/readers/", "tests/e2e/")
            assert any((ROOT / folder / named).exists() for folder in folders), named
