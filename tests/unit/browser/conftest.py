from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from workspace_page import Page


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    before = Path.cwd()
    yield Page(tmp_path / "workspace")
    os.chdir(before)
