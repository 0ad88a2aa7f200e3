"""Many files on a cluster: spread over an executor in chunks, the results in the order of the files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias

from scorecheck.one_file.file_findings import ended_twice
from scorecheck.one_file.pipeline import put_together

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from scorecheck.model.outcome import Checked
    from scorecheck.model.progress import Progress
    from scorecheck.one_file.pipeline import Keep, Source

    Work: TypeAlias = Callable[[Sequence[Source], Keep], Checked]

_CHUNK = 25


class Executors(Protocol):
    """Where the work is done."""

    @property
    def size(self) -> int:
        """How many chunks are worked on at a time."""
        ...

    @property
    def ended(self) -> type[Exception]:
        """The exceptions of a future whose process was killed."""
        ...

    def executor(self, chunks: int) -> AbstractContextManager[Executor]:
        """An executor for so many chunks; when it is left early, nothing more is begun."""
        ...


def check_many(
    sources: Sequence[Source], keep: Keep, crew: Executors, work: Work, progress: Progress | None = None
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
    return put_together(parts)


def _spread(
    chunks: Sequence[Sequence[Source]],
    keep: Keep,
    crew: Executors,
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


def _alone(source: Source, keep: Keep, crew: Executors, work: Work) -> Checked:
    (result,) = _spread([[source]], keep, crew, work)
    return result or ended_twice(source.shown)
