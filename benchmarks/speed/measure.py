"""Runs a command as a process of its own and measures the whole of it."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import tempfile
from statistics import median
from time import perf_counter
from typing import IO, TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


_END = 4096


class Command(NamedTuple):
    """A command line, and how it is seen that it did its work."""

    who: str
    call: tuple[str | Path, ...]
    says: str
    """What the begin or the end of its output must hold, as a regular expression."""
    status: int = 0
    times: int | None = None
    """So often it is measured at most; ``None``: as often as all others."""
    remark: str = ""
    ours: bool = False


class Run(NamedTuple):
    """What one run took."""

    wall: float
    """Seconds on the clock."""
    cpu: float
    """Seconds of the processor, of all its processes."""
    peak: float
    """The most memory that one of its processes held at a time, in MB."""


class Failed(Exception):
    """A command did not do what it was to do: its time means nothing."""


def run(command: Command, folder: Path) -> Run:
    """Runs a command once.

    Linux counts into a process's peak what its parent held when it began, so the process that measures
    must itself stay small: files are made, and peers set up, by processes of their own.

    Raises:
        Failed: it ended with another status, or did not say what it was to say.
    """
    with tempfile.TemporaryFile() as said:
        start = perf_counter()
        process = subprocess.Popen(
            [*map(str, command.call)], cwd=folder, stdout=said, stderr=subprocess.STDOUT, env=_environment()
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        text = _both_ends(said)
    if process.returncode != command.status or not re.search(command.says, text):
        raise Failed(
            f"{command.who}: status {process.returncode} instead of {command.status}, or it did not say "
            f"{command.says!r} but\n{text[-1500:]}"
        )
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _both_ends(said: IO[bytes]) -> str:
    """The begin and the end of an output; a whole one might be long, and this process is to stay small."""
    length = said.seek(0, os.SEEK_END)
    said.seek(0)
    begin = said.read(_END)
    said.seek(max(_END, length - _END))
    return (begin + said.read()).decode("utf-8", "replace")


def own_peak() -> float:
    """The most memory that this process has held, in MB: a floor under what is measured."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return kept | {"LANG": "C.UTF-8", "NO_COLOR": "1"}


def interleaved(commands: Sequence[Command], folder: Path, times: int) -> list[Run]:
    """The medians of all commands, measured in turns: what disturbs the computer disturbs all of them."""
    runs: list[list[Run]] = [[] for _ in commands]
    for turn in range(times):
        for command, mine in zip(commands, runs, strict=True):
            if command.times is None or turn < command.times:
                mine.append(run(command, folder))
    return [Run(*(median(column) for column in zip(*mine, strict=True))) for mine in runs]
