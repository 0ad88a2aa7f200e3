"""Our own data files are read as the library of TOML reads them, those of messages without it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scorecheck import resources
from support import ROOT

FILES = sorted([*(ROOT / "src").rglob("*.toml"), *(ROOT / "templates").rglob("*.toml")])
MESSAGES = [path for path in FILES if path.parent.name in {"messages", "labels"}]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_holds_what_the_library_reads(path: Path) -> None:
    assert resources.data_of(path) == tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_messages_are_plain(path: Path) -> None:
    """Each run reads some: the library takes ten times as long."""
    resources.plain_data(path.read_text(encoding="utf-8"))
