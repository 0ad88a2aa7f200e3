"""Files in workers: the same as one after the other, and no file takes more with it than itself."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from scorecheck.many_files import workers
from scorecheck.many_files.workers import FEWEST, Processes, processes
from scorecheck.model.budget import Progress
from scorecheck.model.outcome import Checked
from scorecheck.one_file.file_findings import ENDED
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.readers.read import is_plain, is_plain_data
from support import ROOT, but_slow

ROWS = "2,2,-2,-2 1,1,-1,-1 2,-2,2,-2 1,-1,1,-1 3,3,-3,-3 -1,1,1,-1 6,-2,-2,-2 -2,2,-2,2 1,1,-1,-1 -4,4,-4,4"
GOOD = "Game,Anna,Bernd,Chris,Dora\n" + "".join(f"{n},{row}\n" for n, row in enumerate(ROWS.split(), 1))
WAYS = [
    pytest.param(True, id="forked", marks=pytest.mark.skipif(not workers.FORKS, reason="no forks here")),
    pytest.param(False, id="spawned", marks=pytest.mark.slow if workers.FORKS else ()),
]
linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def sources(folder: Path, count: int = 8) -> list[Source]:
    made: list[Source] = []
    for number in range(count):
        path = folder / f"{number}.csv"
        path.write_text(GOOD if number % 3 else GOOD.replace("4,1,-1,1,-1", "4,1,-1,1,1"))
        made.append(Source(path, path.name, Settings()))
    return made


@pytest.mark.parametrize("forks", but_slow([True, False], workers.FORKS) if workers.FORKS else [False])
def test_the_same_as_one_after_the_other(forks: bool, tmp_path: Path) -> None:
    files = sources(tmp_path)
    for keep in (Keep(), Keep(results=True, rows=True)):
        together, alone = Processes(3, forks=forks).check(files, keep), check_files(files, keep)
        assert together.findings == alone.findings
        assert [file.path for file in together.files] == [file.path for file in alone.files]
        assert [s.result for f in together.files for s in f.sheets] == [
            s.result for f in alone.files for s in f.sheets
        ]


def killed_by_some(files: Sequence[Source], keep: Keep, progress: Progress | None) -> Checked:
    """Ends its process at file 5, and the first time at file 2."""
    for file in files:
        first = file.path.with_suffix(".met")
        if file.shown == "5.csv" or (file.shown == "2.csv" and not first.exists()):
            first.touch()
            # Its death is meant: no list of what it was at.
            faulthandler.disable()
            os.abort()
    return check_files(files, keep, progress)


def greedy(files: Sequence[Source], keep: Keep, progress: Progress | None) -> Checked:
    """Needs more memory at file 5 than any file may."""
    if files[0].shown == "5.csv":
        held: list[bytes] = []
        while True:
            held.append(b"x" * 8_000_000)
            time.sleep(0.001)
    return check_files(files, keep, progress)


def endless(files: Sequence[Source], keep: Keep, progress: Progress | None) -> Checked:
    """Comes to no end at file 5."""
    while files[0].shown == "5.csv":
        pass
    return check_files(files, keep, progress)


def unsendable(files: Sequence[Source], keep: Keep, progress: Progress | None) -> Checked:
    """Fails at file 5, outside of every fence."""
    if files[0].shown == "5.csv":
        raise RecursionError("by design")
    return check_files(files, keep, progress)


def others_are_whole(checked: Checked) -> None:
    assert [file.path for file in checked.files] == [f"{n}.csv" for n in range(8)]
    assert [len(file.sheets) for file in checked.files] == [0 if n == 5 else 1 for n in range(8)]
    assert [one.path for one in checked.findings if one.rule == "doppelkopf/zero-sum"] == [
        f"{n}.csv" for n in (0, 3, 6)
    ]


@pytest.mark.parametrize("forks", WAYS)
@pytest.mark.parametrize("size", [1, 2])
def test_a_worker_that_breaks_off_takes_its_file_alone_with_it(
    size: int, forks: bool, tmp_path: Path
) -> None:
    checked = Processes(size, killed_by_some, forks).check(sources(tmp_path), Keep())
    others_are_whole(checked)
    (crash,) = checked.crashes
    assert (crash.step, crash.path, crash.cause) == ("ended", "5.csv", ENDED)
    assert [one.path for one in checked.findings if one.rule == "sheet/not-checked"] == ["5.csv"]


@pytest.mark.skipif(not workers.FORKS, reason="a process that was started anew cannot be told this work")
def test_results_that_were_not_sent_are_made_again(tmp_path: Path) -> None:
    def killed_once(files: Sequence[Source], keep: Keep, progress: Progress | None) -> Checked:
        first = files[0].path.with_suffix(".met")
        if files[0].shown in {"17.csv", "26.csv"} and not first.exists():
            first.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return check_files(files, keep, progress)

    files = sources(tmp_path, 40)
    checked = Processes(2, killed_once).check(files, Keep())
    assert checked == check_files(files, Keep())


@pytest.mark.parametrize("forks", WAYS)
@pytest.mark.parametrize(
    ("work", "reason"), [(greedy, "memory"), pytest.param(endless, "processor", marks=pytest.mark.slow)]
)
def test_who_passes_a_ceiling_is_ended(work: workers.Work, reason: str, forks: bool, tmp_path: Path) -> None:
    # A process that is started anew may take a second of a loaded machine before it has begun.
    seconds = 1 if reason == "processor" else 20
    ways = Processes(2, work, forks, memory=150 * 1024 * 1024, seconds=seconds)
    checked = ways.check(sources(tmp_path), Keep())
    others_are_whole(checked)
    assert checked.crashes == ()
    ((rule, variant),) = [(one.rule, one.variant) for one in checked.findings if one.path == "5.csv"]
    assert (rule, variant) == ("sheet/unreadable", reason)
    assert checked.files[5].status == "unreadable"


def test_what_no_fence_holds_is_told_by_the_worker(tmp_path: Path) -> None:
    checked = Processes(1, unsendable).check(sources(tmp_path), Keep())
    others_are_whole(checked)
    assert [(one.path, one.cause) for one in checked.crashes] == [("5.csv", "RecursionError: by design")]


def test_where_no_process_is_to_be_had_it_is_done_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise BlockingIOError

    monkeypatch.setattr(workers, "_Worker", none)
    files = sources(tmp_path)
    assert Processes(2).check(files, Keep()).findings == check_files(files, Keep()).findings


def test_the_rows_of_a_file_alone_are_told(tmp_path: Path) -> None:
    told: list[tuple[object, ...]] = []

    def work(files: Sequence[Source], keep: Keep, progress: Progress | None) -> Checked:
        if progress is not None:
            progress("rows", 5, 10)
        return check_files(files, keep)

    Processes(1, work).check(sources(tmp_path, 1), Keep(), lambda *step: told.append(step))
    assert told == [("rows", 5, 10)]


SLOW = """
import os, signal, sys, time
from pathlib import Path
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.many_files.workers import Processes

def work(files, keep, progress):
    Path(files[0].shown).write_text(str(os.getpid()))
    time.sleep(60)

if __name__ == "__main__":
    # Who starts the tests in the background may have taken it away.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print("begun", flush=True)
    files = [Source(Path("x"), name, Settings()) for name in ("1.pid", "2.pid")]
    Processes(2, work, forks=sys.argv[1] == "True").check(files, Keep())
"""


@linux
@pytest.mark.parametrize("forks", WAYS)
@pytest.mark.parametrize(
    "ends",
    [pytest.param(one, marks=pytest.mark.slow) for one in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT)],
)
def test_workers_end_with_their_parent(ends: signal.Signals, forks: bool, tmp_path: Path) -> None:
    script = tmp_path / "slow.py"
    script.write_text(SLOW)
    parent = subprocess.Popen(
        [sys.executable, script, str(forks)], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    pids = [tmp_path / "1.pid", tmp_path / "2.pid"]
    until(lambda: all(pid.exists() and pid.read_text() for pid in pids), 60)
    parent.send_signal(ends)
    # Who reads its pipe comes to an end: nobody holds it any more.
    assert parent.stdout is not None
    begun = time.monotonic()
    assert parent.stdout.read() == b"begun\n"
    assert time.monotonic() - begun < 10
    parent.wait()
    until(lambda: not any(Path("/proc", pid.read_text()).exists() for pid in pids), 10)


def until(holds: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_how_many_processes() -> None:
    assert processes(None, FEWEST - 1) == 1
    assert processes(None, FEWEST) == (os.cpu_count() or 1)
    assert (processes(4, 2), processes(4, 100), processes(1, 10_000)) == (2, 4, 1)


def test_what_is_small_and_plain(tmp_path: Path) -> None:
    samples = ROOT / "samples"
    assert is_plain(samples / "chouette" / "mcc-extra.csv")
    assert is_plain(samples / "doppelkopf" / "five-players.xlsx")
    assert is_plain(tmp_path / "missing.csv")
    assert not is_plain_data(GOOD.encode("utf-16"))
    assert not is_plain_data(GOOD.encode("utf-32-le"))
    assert not is_plain_data(b'{"game": "chouette"}')
    assert not is_plain_data(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    assert not is_plain_data(b"PK\x03\x04 mimetype content.xml")
    assert not is_plain_data(b"1,2,3\n" * 40_000)
    assert is_plain_data(b"1,2,3\n" * 30_000)
