"""Zips that are made to take long or to take much, each read by the whole program in a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from test_hostile_files import MEMORY_MB, dense, rows, sheet

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux does")

SECONDS = 15
"""The rows are checked as well, not only read."""
CHILD = """
import atexit, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
status = Path("/proc/self/status")
atexit.register(lambda: print(status.read_text().split("VmHWM:")[1].split()[0], file=sys.stderr))
from scorecheck.cli.main import main
sys.argv = ["scorecheck", "validate", sys.argv[1]]
main()
"""


def bombs() -> bytes:
    bomb = sheet(rows(50_000, dense))
    return packed({f"{number}.xlsx": bomb for number in range(200)})


def packed(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


HOSTILE = {
    "workbooks": (bombs, "zip unpacks to more"),
    "texts": (
        lambda: packed(
            {
                f"{n}.csv": b"a,b,c,d\n" + b"1,1,-1,-1\n-2,2,2,-2\n3,-1,-1,-1\n-1,1,-1,1\n" * 50_000
                for n in range(90)
            }
        ),
        "of memory were needed for what lies in this zip",
    ),
    "many": (lambda: packed({f"{n}.csv": b"a" for n in range(9_000)}), "9000 sheets lie in this zip"),
    "itself": (
        lambda: packed({"a.zip": packed({"b.zip": packed({"c.csv": b"a"})})}),
        "This is a packed file",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_and_memory_have_a_limit(tmp_path: Path, name: str) -> None:
    make, said = HOSTILE[name]
    (tmp_path / "a.zip").write_bytes(make())
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path / "a.zip")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == 1, done.stderr[-2000:]
    assert said in done.stdout
    assert time.perf_counter() - begun < SECONDS
    assert int(done.stderr.split()[-1]) // 1024 < MEMORY_MB
