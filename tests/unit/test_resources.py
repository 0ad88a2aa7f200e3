"""Of our own data files each table is read by itself, when it is asked for."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scorecheck import resources
from support import ROOT

FILES = sorted([*(ROOT / "src").rglob("*.toml"), *(ROOT / "templates").rglob("*.toml")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_table_is_read_by_itself(path: Path) -> None:
    tables, whole = resources.tables_of(path), tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(tables) == set(whole)
    assert "unknown" not in tables
    for name in reversed(whole):
        assert name in tables
        assert tables[name] == whole[name]
    assert dict(tables) == whole
