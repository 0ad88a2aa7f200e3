"""Our own data files are read by a reader of our own: it must say what TOML says."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scorecheck import resources
from support import ROOT

FILES = sorted([*(ROOT / "src").rglob("*.toml"), *(ROOT / "templates").rglob("*.toml")])
READ_AT_START = [
    path
    for path in FILES
    if path.name in {"columns.toml", "words.toml"} or path.parent.name in {"labels", "messages"}
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_data_file_is_read_as_toml(path: Path) -> None:
    assert resources.data_of(path) == tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_table_is_read_by_itself_as_well(path: Path) -> None:
    tables, whole = resources.tables_of(path), tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(tables) == set(whole)
    assert "unknown" not in tables
    for name in reversed(whole):
        assert name in tables
        assert tables[name] == whole[name]
    assert dict(tables) == whole


def test_what_every_run_reads_needs_no_toml_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(READ_AT_START) > 20

    def refuse(text: str) -> object:
        raise AssertionError(f"not read line by line: {text[:40]}")

    monkeypatch.setattr(tomllib, "loads", refuse)
    for path in READ_AT_START:
        resources.data_of(path)
        dict(resources.tables_of.__wrapped__(path))


ODD = (
    'a = "x" # said',
    "a = 1.5",
    "a = [1, 2]",
    'a = [["x", "y"]]',
    "a = ['x']",
    'a = ["x", # said\n"y"]',
    "a = { b = 1 }",
    'a.b = "x"',
    'a="x"',
    '[a."b.c".d]\ne = "x"',
    "[[a]]\nb = 1\n[[a]]\nb = 2",
    '[a]\nb = "x"\n[a.c]\nd = "y"',
    '[a.b]\nc = "x"\n[a]\nd = "y"',
    'a = "\\u00e9\\n\\t\\"\\\\n\\\\"',
    'a = "\\U0001F600"',
    'a = """x\ny"""',
    "a = 'x\\n'",
    "a = '''x'''",
    'a = ""',
    "a = []",
    'a = [\n  "x",\n  "y",\n]',
    "a = true",
    "a = 12",
    "a = -12",
    "a = 1_000",
    "a = 2026-11-21",
    '"a b" = "x"',
    "[ a ]\nb = 1",
    '["a b"]\nc = 1',
    'a = "x\u2028y"',
    'a = "x\x85y"',
)
BROKEN = (
    'a = "x',
    'a = "x"y"',
    'a = ["x"',
    'a = "x"\na = "y"',
    "[a]\n[a]",
    "a = 012",
    "[a",
    'a = "\\q"',
    'a = ["x" "y"]',
    "a = ",
    "a",
    "[]\n",
    '[a]\nb = "x"\n[a.b]\nc = "y"',
)


@pytest.mark.parametrize("text", ODD)
def test_what_it_does_not_know_is_left_to_toml(text: str, tmp_path: Path) -> None:
    path = tmp_path / "data.toml"
    path.write_text(text, encoding="utf-8")
    assert resources.data_of(path) == tomllib.loads(text)


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_toml_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "data.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(tomllib.TOMLDecodeError):
        resources.data_of(path)
