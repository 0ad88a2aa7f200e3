"""Many files at once: spread over processes in chunks, the results in the order of the files."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeAlias

from scorecheck.model.outcome import Checked, Crash

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorecheck.model.progress import Progress
    from scorecheck.pipeline import Keep, Source

    Work: TypeAlias = Callable[[Sequence[Source], Keep], Checked]

FEWEST = 100
"""Fewer files are done in less time than other processes need to start."""
_CHUNK = 25
KILLED = "the process that checked this file was ended from outside, twice"


def workers(asked: int | None, files: int) -> int:
    """How many processes are worth it: as many as were asked for, else one a core for many files."""
    if asked is not None:
        return max(1, min(asked, files))
    return os.cpu_count() or 1 if files >= FEWEST else 1


def check_many(
    sources: Sequence[Source],
    keep: Keep,
    processes: int,
    work: Work,
    progress: Progress | None = None,
) -> Checked:
    """Does the work on all files in several processes, and tells ``progress`` of those that are done.

    Where a process is ended from outside (no memory left, a kill), the files that it had are tried once
    more, each alone; one that fails again is a fault to be reported, and the others lose nothing.
    """
    size = max(1, min(_CHUNK, -(-len(sources) // processes)))
    chunks = [sources[at : at + size] for at in range(0, len(sources), size)]
    done = _spread(chunks, keep, processes, work, progress)
    parts: list[Checked] = []
    for chunk, part in zip(chunks, done, strict=True):
        parts += [part] if part is not None else [_alone(source, keep, work) for source in chunk]
    return Checked(
        tuple(file for part in parts for file in part.files),
        tuple(note for part in parts for note in part.notes),
        tuple(crash for part in parts for crash in part.crashes),
    )


def _spread(
    chunks: Sequence[Sequence[Source]],
    keep: Keep,
    processes: int,
    work: Work,
    progress: Progress | None = None,
) -> list[Checked | None]:
    """What came of each chunk; ``None`` where its process was ended."""
    results: list[Checked | None] = []
    files, done = sum(map(len, chunks)), 0
    pool = ProcessPoolExecutor(processes, initializer=_leave_interrupts)
    try:
        waiting = [pool.submit(work, chunk, keep) for chunk in chunks]
        for chunk, one in zip(chunks, waiting, strict=True):
            try:
                results.append(one.result())
            except BrokenProcessPool:
                results.append(None)
            done += len(chunk)
            if progress is not None:
                progress("files", done, files)
    finally:
        # After Ctrl-C nothing more is begun.
        pool.shutdown(cancel_futures=True)
    return results


def _alone(source: Source, keep: Keep, work: Work) -> Checked:
    (result,) = _spread([[source]], keep, 1, work)
    return result or Checked((), crashes=(Crash("sheet/unreadable", source.shown, None, KILLED),))


def _leave_interrupts() -> None:
    """Ctrl-C goes to all processes; only the first one answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
