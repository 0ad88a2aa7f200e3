"""``--executor dask://HOST``: a cluster on this computer does what one process does."""

from __future__ import annotations

import importlib.abc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from distributed import LocalCluster

from scorecheck.cli.main import main
from scorecheck.many_files.cluster import NoCluster, cluster
from scorecheck.model.outcome import Checked
from scorecheck.one_file.file_findings import ENDED
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source

GOOD = "Game,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,1,1,-1,-1\n3,2,-2,2,-2\n4,1,-1,1,-1\n5,3,3,-3,-3\n"


@pytest.fixture(scope="module")
def here() -> Iterator[str]:
    """A cluster of two processes on loopback, by its address; a worker that dies takes its task with it."""
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", silence_logs=50
        ) as local,
    ):
        yield local.scheduler_address.replace("tcp://", "dask://")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Sixty sheets, each of players of its own; each third has a slip."""
    for number in range(60):
        text = GOOD if number % 3 else GOOD.replace("4,1,-1,1,-1", "4,1,-1,1,1")
        family = chr(ord("a") + number // 26) + chr(ord("a") + number % 26)
        for name in ("Anna", "Bernd", "Chris", "Dora"):
            text = text.replace(name, name + family)
        (tmp_path / f"{number}.csv").write_text(text, encoding="utf-8")
    return tmp_path


def sources(folder: Path, count: int) -> list[Source]:
    return [Source(folder / f"{n}.csv", f"{n}.csv", Settings()) for n in range(count)]


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "scorecheck", "validate", ".", "--lang", "en", *args]
    return subprocess.run(call, cwd=folder, capture_output=True, encoding="utf-8", check=False)


def test_the_same_as_in_one_process(here: str, folder: Path) -> None:
    on_cluster, alone = run(folder, "--executor", here), run(folder, "--jobs", "1")
    assert on_cluster.returncode == alone.returncode == 1
    assert on_cluster.stdout == alone.stdout
    assert on_cluster.stderr == alone.stderr == "20 mistakes on 20 of 60 sheets.\n"


def killed_by_some(files: Sequence[Source], keep: Keep) -> Checked:
    """Ends its worker at file 5, and the first time at file 2."""
    for file in files:
        first = file.path.with_suffix(".met")
        if file.shown == "5.csv" or (file.shown == "2.csv" and not first.exists()):
            first.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return check_files(files, keep)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not killed that way there")
def test_a_worker_that_is_killed_loses_nothing(here: str, folder: Path) -> None:
    with cluster(here) as crew:
        checked = crew._replace(work=killed_by_some).check(sources(folder, 8), Keep())
    assert [file.path for file in checked.files] == [f"{n}.csv" for n in range(8)]
    (crash,) = checked.crashes
    assert (crash.step, crash.path, crash.cause) == ("ended", "5.csv", ENDED)


def slow_work(files: Sequence[Source], keep: Keep) -> Checked:
    (files[0].path.with_suffix(".begun")).touch()
    time.sleep(1)
    return check_files(files, keep)


def test_after_an_interrupt_nothing_more_is_begun(
    here: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorecheck.many_files.cluster._CHUNK", 1)
    with pytest.raises(KeyboardInterrupt), cluster(here) as crew, interrupted_after(1.5):
        crew._replace(work=slow_work).check(sources(folder, 20), Keep())
    time.sleep(2.5)
    begun = len(list(folder.glob("*.begun")))
    assert 0 < begun < 10


class interrupted_after:  # noqa: N801 - used as a verb, after with
    """A Ctrl-C some seconds after the block is entered."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        self.before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)


IN_ONE_PROCESS = """
import sys, time
from distributed import LocalCluster
local = LocalCluster(
    n_workers=1, processes=False, protocol="tcp://", host="127.0.0.1", dashboard_address=":0"
)
with local:
    print(local.scheduler_address, flush=True)
    time.sleep(60)
"""


def test_the_scheduler_goes_away(folder: Path) -> None:
    call = [sys.executable, "-c", IN_ONE_PROCESS]
    with subprocess.Popen(
        call,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
    ) as other:
        assert other.stdout is not None
        address = other.stdout.readline().strip().replace("tcp://", "dask://")
        try:
            with pytest.raises(NoCluster, match="executor-lost"), cluster(address) as crew:
                threading.Timer(0.5, other.kill).start()
                crew._replace(work=slow_work).check(sources(folder, 20), Keep())
        finally:
            other.kill()


def told(capsys: pytest.CaptureFixture[str], folder: Path, *args: str) -> str:
    call = ["scorecheck", "validate", str(folder / "1.csv"), "--lang", "en", *args]
    with mock.patch("sys.argv", call), pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    return capsys.readouterr().err


def test_no_scheduler_answers(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorecheck.many_files.cluster._PATIENCE", 1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        said = told(capsys, folder, "--executor", f"dask://127.0.0.1:{port}")
    assert said == (
        f"--executor dask://127.0.0.1:{port}: there is no answer from 127.0.0.1:{port}. "
        "Is the scheduler running there?\n"
    )


def test_a_scheduler_without_workers(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorecheck.many_files.cluster._PATIENCE", 1)
    with LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=":0", silence_logs=50) as local:
        address = local.scheduler_address.replace("tcp://", "dask://")
        assert "the scheduler has no workers" in told(capsys, folder, "--executor", address)


def test_workers_with_another_version(
    here: str, capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.metadata

    real = importlib.metadata.version

    class Version:
        """Says another version here than on the workers, where it comes as the real function."""

        def __reduce__(self) -> Any:
            return getattr, (importlib.metadata, "version")

        def __call__(self, name: str) -> str:
            return "99" if name == "scorecheck" else real(name)

    monkeypatch.setattr("importlib.metadata.version", Version())
    assert "has scorecheck 0" in told(capsys, folder, "--executor", here)


def test_the_extra_is_not_installed(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Missing(importlib.abc.MetaPathFinder):
        def find_spec(self, name: str, *_: object) -> None:
            if name == "distributed":
                raise ModuleNotFoundError(name=name)

    monkeypatch.delitem(sys.modules, "distributed")
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    assert "pip install 'scorecheck[dask]'" in told(capsys, folder, "--executor", "dask://127.0.0.1")
