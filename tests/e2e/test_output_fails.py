"""A screen that cannot be written to: one plain sentence, and no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT

FULL = Path("/dev/full")
POINTS = ROOT / "samples" / "chouette" / "mcc-extra.csv"

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="no device here that is always full")


@pytest.mark.parametrize(
    "arguments",
    [("validate", str(POINTS)), ("rank", str(POINTS), "--format", "pdf"), ("games",)],
)
@pytest.mark.parametrize(("lang", "said"), [("C.UTF-8", "cannot be written"), ("de_DE", "nicht schreiben")])
def test_full_disk(arguments: tuple[str, ...], lang: str, said: str) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scorecheck", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "LANG": lang, "LC_ALL": lang},
            check=False,
            encoding="utf-8",
        )
    assert done.returncode == 2
    complaints = done.stderr.strip().splitlines()
    assert said in complaints[-1]
    assert not [line for line in complaints if "Exception" in line or "fault" in line]
