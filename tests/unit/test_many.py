"""Files in several processes: the same as one after the other, and a process that is killed loses nothing."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scorecheck.many import FEWEST, KILLED, Processes, check_many, workers
from scorecheck.model.outcome import Checked
from scorecheck.pipeline import Keep, Settings, Source, check_files

GOOD = "Game,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,1,1,-1,-1\n3,2,-2,2,-2\n4,1,-1,1,-1\n5,3,3,-3,-3\n"


def sources(folder: Path, count: int = 8) -> list[Source]:
    made: list[Source] = []
    for number in range(count):
        path = folder / f"{number}.csv"
        path.write_text(GOOD if number % 3 else GOOD.replace("4,1,-1,1,-1", "4,1,-1,1,1"))
        made.append(Source(path, path.name, Settings()))
    return made


def killed_by_some(files: Sequence[Source], keep: Keep) -> Checked:
    """Ends its process at file 5, and the first time at file 2."""
    for file in files:
        first = file.path.with_suffix(".met")
        if file.shown == "5.csv" or (file.shown == "2.csv" and not first.exists()):
            first.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return check_files(files, keep)


def test_the_same_as_one_after_the_other(tmp_path: Path) -> None:
    files = sources(tmp_path)
    for keep in (Keep(), Keep(results=True, rows=True)):
        together, alone = check_many(files, keep, Processes(3), check_files), check_files(files, keep)
        assert together.findings == alone.findings
        assert [file.path for file in together.files] == [file.path for file in alone.files]
        assert [s.result for f in together.files for s in f.sheets] == [
            s.result for f in alone.files for s in f.sheets
        ]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not killed that way there")
def test_a_process_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    checked = check_many(sources(tmp_path), Keep(), Processes(2), killed_by_some)
    assert [file.path for file in checked.files] == [f"{n}.csv" for n in range(8) if n != 5]
    ((rule, path, _, cause),) = checked.crashes
    assert (rule, path, cause) == ("sheet/unreadable", "5.csv", KILLED)


def test_how_many_processes() -> None:
    assert workers(None, FEWEST - 1) == 1
    assert workers(None, FEWEST) == (os.cpu_count() or 1)
    assert (workers(4, 2), workers(4, 100), workers(1, 10_000)) == (2, 4, 1)
