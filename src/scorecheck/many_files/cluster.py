"""A Dask cluster as an executor, for ``--executor dask://HOST``. Needs the extra ``dask``."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from scorecheck.model.budget import Progress
from scorecheck.model.error import Refusal
from scorecheck.model.outcome import Checked
from scorecheck.model.record import NamedTuple
from scorecheck.one_file.file_findings import ended_twice
from scorecheck.one_file.pipeline import check_files, put_together
from scorecheck.one_file.settings import Keep, Source

_CHUNK = 25
PORT = 8786
"""The default port of a Dask scheduler."""
_PATIENCE = 10
"""The number of seconds to wait for the scheduler, and for its first worker."""


class NoCluster(Refusal):
    """No cluster is available."""


class Cluster(NamedTuple):
    """The workers of a Dask scheduler.

    ``ended``: Dask gave a chunk up, after tries on several workers.
    """

    client: Any
    size: int
    ended: type[Exception]
    work: Callable[[Sequence[Source], Keep], Checked] = check_files

    def check(self, sources: Sequence[Source], keep: Keep, progress: Progress | None = None) -> Checked:
        """Distributes all files to the workers, and reports finished ones to ``progress``.

        If a process is ended from outside (no memory left, a kill), its files are tried again, each alone;
        one that fails again is reported, and the others lose nothing.
        """
        size = max(1, min(_CHUNK, -(-len(sources) // self.size)))
        chunks = [sources[at : at + size] for at in range(0, len(sources), size)]
        parts: list[Checked] = []
        for chunk, part in zip(chunks, self._spread(chunks, keep, progress), strict=True):
            parts += [part] if part is not None else [self._alone(source, keep) for source in chunk]
        return put_together(parts)

    def _spread(
        self, chunks: Sequence[Sequence[Source]], keep: Keep, progress: Progress | None = None
    ) -> list[Checked | None]:
        """The result of each chunk; ``None`` if its process was ended."""
        results: list[Checked | None] = []
        files, done = sum(map(len, chunks)), 0
        # Equal calls are separate: a second try must not return the first result.
        executor: Executor = self.client.get_executor(pure=False)
        try:
            waiting = [executor.submit(self.work, chunk, keep) for chunk in chunks]
            for chunk, one in zip(chunks, waiting, strict=True):
                try:
                    results.append(one.result())
                except self.ended:
                    results.append(None)
                done += len(chunk)
                if progress is not None:
                    progress("files", done, files)
        except CancelledError:
            raise NoCluster("executor-lost") from None
        finally:
            # After Ctrl-C, waiting tasks are cancelled.
            executor.shutdown(wait=False)
        return results

    def _alone(self, source: Source, keep: Keep) -> Checked:
        (result,) = self._spread([[source]], keep)
        return result or ended_twice(source.shown)


@contextmanager
def cluster(said: str) -> Generator[Cluster]:
    """Connects to a cluster within the block.

    Raises:
        NoCluster: it is named wrongly, cannot be reached, has no workers, or they have another scorecheck.
    """
    address = _address(said)
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError:
        raise NoCluster("executor-extra") from None
    # Errors are reported here, in one sentence.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client: Any = Client(address, timeout=_PATIENCE, set_as_default=False)
    except OSError:
        raise NoCluster("executor-unreachable", address=address) from None
    try:
        yield Cluster(client, _threads(client), KilledWorker)
    finally:
        client.close()


def _address(said: str) -> str:
    """``HOST:PORT`` in Dask's form; Dask's own settings decide about TLS."""
    try:
        parts = urlsplit(said)
        port = parts.port or PORT
    except ValueError:
        raise NoCluster("executor-unknown") from None
    named_only = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    if parts.scheme != "dask" or not parts.hostname or not named_only:
        raise NoCluster("executor-unknown")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{host}:{port}"


def _threads(client: Any) -> int:
    """The total number of threads of the workers, after a test whether they can do the work."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise NoCluster("executor-idle") from None
    own = version("scorecheck")
    for worker, theirs in client.run(version, "scorecheck", on_error="return").items():
        if isinstance(theirs, PackageNotFoundError):
            raise NoCluster("executor-without-us", worker=worker)
        if theirs != own:
            raise NoCluster("executor-other-version", worker=worker, theirs=str(theirs), own=own)
    return sum(client.nthreads().values())
