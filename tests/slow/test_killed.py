"""Killed at random moments: every file whole or absent, the manifest last, the inputs as they were.

``SCORECHECK_KILLS=67 pytest -s tests/slow/test_killed.py`` kills each command as often as the figures
in ``docs/reliability.md`` say; without it a few times.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from itertools import count
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from scorecheck.resources import JOURNAL, MANIFEST
from support import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")

KILLS = int(os.environ.get("SCORECHECK_KILLS", "4"))
SAMPLES = ROOT / "samples"
TEMPORARY = ".scorecheck-*-*.tmp"


class Job(NamedTuple):
    """A command, and the inputs of its two runs: the outputs of one stand where the other writes."""

    arguments: tuple[str, ...]
    inputs: tuple[Path, Path]
    """Files or folders."""


EVENTS = SAMPLES / "events"
JOBS = {
    "process": Job(("process", "{input}", "-o", "{out}"), (EVENTS / "yatzy-night", EVENTS / "tcg-faulty")),
    "annotate": Job(
        ("annotate", "{input}", "-o", "{out}/copy.xlsx", "--force"),
        (SAMPLES / "doppelkopf" / "five-players-faulty.xlsx", SAMPLES / "acey-deucey" / "match-faulty.xlsx"),
    ),
    "fix": Job(
        ("fix", "{input}", "-o", "{out}/copy.csv", "--yes", "--force"),
        (SAMPLES / "doppelkopf" / "detail-faulty.csv", SAMPLES / "acey-deucey" / "club-night-faulty.csv"),
    ),
}


def started(job: Job, at: int, inputs: Path, out: Path) -> subprocess.Popen[bytes]:
    source = inputs / str(at) / job.inputs[at].name
    arguments = [argument.format(input=source, out=out) for argument in job.arguments]
    return subprocess.Popen(
        [sys.executable, "-m", "scorecheck", *arguments, "--lang", "en"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        cwd=inputs,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1400000000"},
    )


def finished(job: Job, at: int, inputs: Path, out: Path) -> dict[str, object]:
    """What a run leaves that nobody kills."""
    run = started(job, at, inputs, out)
    _, said = run.communicate(timeout=120)
    assert run.returncode in {0, 1}, said
    return files(out)


def files(folder: Path) -> dict[str, object]:
    """The content of each file; a workbook by its parts, but for the time at which it was saved."""
    return {
        path.relative_to(folder).as_posix(): parts(path) if path.suffix == ".xlsx" else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as workbook:
        return {name: workbook.read(name) for name in workbook.namelist() if name != "docProps/core.xml"}


def told(folder: Path) -> dict[str, tuple[int, bytes]]:
    """The inputs to the byte, and when they were last written."""
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def killed(run: subprocess.Popen[bytes], out: Path, chance: random.Random, seconds: float) -> bool:
    """Kills a run at any moment, or half of the time at any moment after it began to write."""
    if chance.random() < 0.5:
        time.sleep(chance.uniform(0, seconds))
    else:
        before = state(out)
        while run.poll() is None and state(out) == before:
            pass
        time.sleep(chance.uniform(0, 0.004))
    run.send_signal(signal.SIGKILL)
    run.communicate()
    return run.returncode == -signal.SIGKILL


def state(out: Path) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    with os.scandir(out) as listing:
        for entry in listing:
            try:
                found.append((entry.name, entry.stat().st_mtime_ns))
            except FileNotFoundError:
                continue
    return found


@pytest.mark.parametrize("command", JOBS)
def test_every_file_is_whole_or_absent(command: str, tmp_path: Path) -> None:
    job, chance = JOBS[command], random.Random(10)
    inputs, out = tmp_path / "ein gäbe 🎲", tmp_path / "aus gäbe"
    for at, source in enumerate(job.inputs):
        target = inputs / str(at) / source.name
        target.parent.mkdir(parents=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy2(source, target)
    before = told(inputs)

    whole: list[dict[str, object]] = []
    seconds = 0.0
    for at in (0, 1):
        alone = tmp_path / f"alone {at}"
        alone.mkdir()
        begun = time.monotonic()
        whole.append(finished(job, at, inputs, alone))
        seconds = max(seconds, time.monotonic() - begun)
    assert all(whole)

    out.mkdir()
    kills = in_writing = 0
    for turn in count():
        at = turn % 2
        kills += killed(started(job, at, inputs, out), out, chance, seconds)
        left = {name: data for name, data in files(out).items() if not Path(name).match(TEMPORARY)}
        in_writing += JOURNAL in left or any(Path(name).match(TEMPORARY) for name in files(out))
        assert told(inputs) == before
        for name, data in left.items():
            if name == JOURNAL:
                assert json.loads(cast("bytes", data))["files"]
            elif name != MANIFEST:
                assert data in [one[name] for one in whole if name in one], name
        if MANIFEST in left:
            # The manifest is the last to come and the first to go: all that it lists is of one run.
            assert JOURNAL in left or left in whole
            assert {n: d for n, d in left.items() if n != JOURNAL} in whole
        if turn % 4 == 3 or kills >= KILLS:
            other = chance.randrange(2)
            # What is left of one file is taken for that of a run that is still at it, for a while.
            for path in out.glob(TEMPORARY):
                os.utime(path, (0, 0))
            again = finished(job, other, inputs, out)
            assert {n: again[n] for n in whole[other]} == whole[other]
            assert not [n for n in again if Path(n).match(TEMPORARY) or n == JOURNAL]
            assert told(inputs) == before
        if kills >= KILLS:
            break
    print(f"{command}: {kills} kills, {in_writing} of them in mid-write")
