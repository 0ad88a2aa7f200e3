"""Many files at once: spread over an executor in chunks, the results in the order of the files."""

from __future__ import annotations

import gc
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias

from scorecheck.model.outcome import Checked, Crash
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from scorecheck.model.progress import Progress
    from scorecheck.pipeline import Keep, Source

    Work: TypeAlias = Callable[[Sequence[Source], Keep], Checked]

FEWEST = 100
"""Fewer files are done in less time than other processes need to start."""
_CHUNK = 25
KILLED = "the process that checked this file was ended from outside, twice"


class Crew(Protocol):
    """Who does the work: processes on this computer, or a cluster."""

    @property
    def size(self) -> int:
        """How many chunks are worked on at a time."""
        ...

    @property
    def ended(self) -> type[Exception]:
        """What a future raises whose process was ended from outside."""
        ...

    def executor(self, chunks: int) -> AbstractContextManager[Executor]:
        """An executor for so many chunks; when it is left early, nothing more is begun."""
        ...


class Processes(NamedTuple):
    """Processes on this computer, as many as ``size`` says."""

    size: int
    ended: type[Exception] = BrokenProcessPool

    @contextmanager
    def executor(self, chunks: int) -> Generator[Executor]:
        """A pool of its own each time: one whose process was ended takes no more work."""
        pool = ProcessPoolExecutor(min(self.size, chunks), initializer=_begin)
        try:
            yield pool
        finally:
            # After Ctrl-C nothing more is begun.
            pool.shutdown(cancel_futures=True)


def workers(asked: int | None, files: int) -> int:
    """How many processes are worth it: as many as were asked for, else one a core for many files."""
    if asked is not None:
        return max(1, min(asked, files))
    return os.cpu_count() or 1 if files >= FEWEST else 1


def check_many(
    sources: Sequence[Source], keep: Keep, crew: Crew, work: Work, progress: Progress | None = None
) -> Checked:
    """Has the crew do the work on all files, and tells ``progress`` of those that are done.

    Where a process is ended from outside (no memory left, a kill), the files that it had are tried once
    more, each alone; one that fails again is a fault to be reported, and the others lose nothing.
    """
    size = max(1, min(_CHUNK, -(-len(sources) // crew.size)))
    chunks = [sources[at : at + size] for at in range(0, len(sources), size)]
    done = _spread(chunks, keep, crew, work, progress)
    parts: list[Checked] = []
    for chunk, part in zip(chunks, done, strict=True):
        parts += [part] if part is not None else [_alone(source, keep, crew, work) for source in chunk]
    return Checked(
        tuple(file for part in parts for file in part.files),
        tuple(note for part in parts for note in part.notes),
        tuple(crash for part in parts for crash in part.crashes),
    )


def _spread(
    chunks: Sequence[Sequence[Source]],
    keep: Keep,
    crew: Crew,
    work: Work,
    progress: Progress | None = None,
) -> list[Checked | None]:
    """What came of each chunk; ``None`` where its process was ended."""
    results: list[Checked | None] = []
    files, done = sum(map(len, chunks)), 0
    with crew.executor(len(chunks)) as executor:
        waiting = [executor.submit(partial(work, chunk, keep)) for chunk in chunks]
        for chunk, one in zip(chunks, waiting, strict=True):
            try:
                results.append(one.result())
            except crew.ended:
                results.append(None)
            done += len(chunk)
            if progress is not None:
                progress("files", done, files)
    return results


def _alone(source: Source, keep: Keep, crew: Crew, work: Work) -> Checked:
    (result,) = _spread([[source]], keep, crew, work)
    return result or Checked((), crashes=(Crash("sheet/unreadable", source.shown, None, KILLED),))


def _begin() -> None:
    # Ctrl-C goes to all processes; only the first one answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What was there before is no garbage: nobody has to look for it in that.
    gc.freeze()
