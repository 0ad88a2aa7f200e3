"""Worker processes on this computer: they check files, each under a ceiling of memory and of time.

The guards of the readers are the first line of defence; this is the last, for what nobody thought of. A
worker that needs too much for a file is ended, the file is reported as unreadable for that reason, and
another worker goes on with the next file. A worker that crashes costs its own file only.

On Linux a worker is a fork: it costs a few milliseconds, ``setrlimit`` ends it when its time is over, the
parent looks at its resident memory, and the kernel ends it with its parent. Elsewhere it is a new process,
which costs as much as the start of the program, with a thread that watches all three. In a browser there are
no processes: there the ceiling is that of the host.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from scorecheck.model.budget import Progress
from scorecheck.model.fence import crash_of
from scorecheck.model.outcome import Checked, CheckedFile
from scorecheck.model.record import NamedTuple
from scorecheck.one_file.file_findings import ended_twice, not_checked, refused
from scorecheck.one_file.pipeline import check_files, put_together
from scorecheck.one_file.settings import Keep, Source
from scorecheck.readers.errors import CannotRead

Work: TypeAlias = "Callable[[Sequence[Source], Keep, Progress | None], Checked]"

MEMORY = 400 * 1024 * 1024
"""The limit for a worker's memory in bytes: twice what the guards allow any file."""
SECONDS = 20
"""The limit for processor time per file in seconds."""
FEWEST = 100
"""Fewer small files are faster in one worker or, without forks, without any."""
_LOOK = 0.05
"""The seconds between memory checks."""
_OVER_MEMORY, _OVER_TIME = 90, 91
"""Exit statuses of a worker that checks its own limits."""
FORKS = sys.platform == "linux"
POSSIBLE = sys.platform not in {"emscripten", "wasi"}


class Processes(NamedTuple):
    """Up to ``size`` workers at a time."""

    size: int
    work: Work = check_files
    forks: bool = FORKS
    memory: int = MEMORY
    seconds: int = SECONDS

    def check(self, sources: Sequence[Source], keep: Keep, progress: Progress | None = None) -> Checked:
        """Checks all files with workers; the results are in the order of the files."""
        return put_together(_Batch(self, sources, keep, progress).results())


def processes(asked: int | None, files: int) -> int:
    """The number of processes: as requested, else one per core if there are many files."""
    if asked is not None:
        return max(1, min(asked, files))
    return os.cpu_count() or 1 if files >= FEWEST else 1


class _Batch:
    """A list of files, and the workers that check it."""

    def __init__(
        self, ways: Processes, sources: Sequence[Source], keep: Keep, progress: Progress | None
    ) -> None:
        self.ways = ways
        self.sources = sources
        self.keep = keep
        self.progress = progress
        self.found: list[Checked | None] = [None] * len(sources)
        self.waiting = deque(range(len(sources)))
        self.missing = len(sources)
        self.tried: set[int] = set()
        self.workers: list[_Worker] = []

    def results(self) -> list[Checked]:
        wanted = min(self.ways.size, len(self.sources))
        looked = time.monotonic()
        try:
            while self.missing:
                while self.waiting and len(self.workers) < wanted and self._start():
                    pass
                if not self.workers:
                    self._here()
                    break
                for worker in self.workers:
                    if self.waiting and worker.file is None:
                        worker.give(self.waiting.popleft())
                for worker in self._ready():
                    self._take(worker)
                if time.monotonic() - looked >= _LOOK:
                    looked = time.monotonic()
                    for worker in self.workers:
                        if not worker.over and worker.resident() > worker.most:
                            worker.over = "memory"
                            worker.kill()
        finally:
            # Also after Ctrl-C: no worker is left behind.
            for worker in self.workers:
                worker.kill()
                worker.ended()
        return [one for one in self.found if one is not None]

    def _start(self) -> bool:
        """Starts a worker; returns whether the system allows one more."""
        try:
            self.workers.append(_Worker(self.ways, self.sources, self.keep))
        except OSError:
            return False
        return True

    def _here(self) -> None:
        """Checks in this process the files for which no worker is available."""
        for at in list(self.waiting):
            self._answer(at, self.ways.work(self.sources[at : at + 1], self.keep, None))
        self.waiting.clear()

    def _ready(self) -> list[_Worker]:
        from multiprocessing.connection import wait

        found = wait([worker.pipe for worker in self.workers], _LOOK)
        return [worker for worker in self.workers if worker.pipe in found]

    def _take(self, worker: _Worker) -> None:
        answer, file = worker.answer(), worker.file
        if answer is None:
            self.workers.remove(worker)
            self._ended(worker, worker.ended())
        elif file is not None and isinstance(answer, Checked):
            worker.file = None
            self._answer(file, answer)
        elif self.progress is not None:
            self.progress(*answer)

    def _answer(self, at: int, checked: Checked) -> None:
        self.found[at] = checked
        self.missing -= 1
        if self.progress is not None and len(self.sources) > 1:
            self.progress("files", len(self.sources) - self.missing, len(self.sources))

    def _ended(self, worker: _Worker, status: int) -> None:
        """Handles the end of a worker: reports its file, or has it tried once more."""
        at = worker.file
        if at is None:
            return
        shown = self.sources[at].shown
        time_is_over = status in (_OVER_TIME, -getattr(signal, "SIGXCPU", 0))
        packed = shown.lower().endswith(".zip")
        if worker.over == "memory" or status == _OVER_MEMORY:
            limit = self.ways.memory // (1024 * 1024)
            self._answer(at, _given_up(shown, CannotRead("zip-memory" if packed else "memory", limit=limit)))
        elif time_is_over and status:
            reason = CannotRead("zip-processor" if packed else "processor", limit=self.ways.seconds)
            self._answer(at, _given_up(shown, reason))
        elif at in self.tried:
            self._answer(at, ended_twice(shown))
        else:
            # It may have been ended from outside: no memory left for others, a kill.
            self.tried.add(at)
            self.waiting.appendleft(at)


def _given_up(shown: str, problem: CannotRead) -> Checked:
    return Checked((CheckedFile(shown, "unreadable", (), (refused(shown, problem),)),))


class _Worker:
    """A process, as seen from its parent."""

    def __init__(self, ways: Processes, sources: Sequence[Source], keep: Keep) -> None:
        from multiprocessing import get_context

        self.file: int | None = None
        """The position of the file that it checks."""
        self.over = ""
        """The limit that it has exceeded, if the parent has noticed."""
        self.most = _ceiling(ways.memory, _resident(os.getpid()))
        """The limit for its memory in bytes."""
        context: Any = get_context("fork" if ways.forks else "spawn")
        self.pipe, theirs = context.Pipe()
        self._process: Any = context.Process(
            target=_begin, args=(theirs, ways, sources, keep, os.getpid()), daemon=True
        )
        try:
            self._process.start()
        finally:
            theirs.close()

    def give(self, file: int) -> None:
        self.file = file
        try:
            self.pipe.send(file)
        except OSError:
            # The end is noticed when reading.
            return

    def answer(self) -> Any:
        """What it has sent, a result or its progress; ``None`` when it has ended."""
        try:
            return pickle.loads(self.pipe.recv_bytes())  # noqa: S301 - our own child wrote it
        except (EOFError, OSError):
            return None

    def resident(self) -> int:
        """The bytes of memory that it holds, as far as the parent can see that; else it watches itself."""
        return _resident(self._process.pid or 0)

    def kill(self) -> None:
        self._process.kill()

    def ended(self) -> int:
        """Its exit status after its end; below 0 the signal that ended it."""
        self._process.join()
        self.pipe.close()
        return self._process.exitcode or 0


def _resident(pid: int) -> int:
    """The memory of a process in bytes, on Linux; 0 if unknown."""
    if sys.platform != "linux":
        return 0
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - it is read often
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        return 0


_PAGE = os.sysconf("SC_PAGE_SIZE") if FORKS else 0


def _ceiling(memory: int, begun_with: int) -> int:
    """The memory limit of a worker that starts with so much: at least half of the limit is its own.

    A fork counts the pages of its parent as its own, which may be a large program that calls scorecheck.
    """
    return max(memory, begun_with + memory // 2)


def _begin(pipe: Any, ways: Processes, sources: Sequence[Source], keep: Keep, parent: int) -> None:
    """What a process does from its beginning to its end."""
    begun = [time.process_time()]
    try:
        if ways.forks:
            _die_with(parent)
        else:
            import threading

            threading.Thread(target=_watch_itself, args=(ways, begun), daemon=True).start()
        # Ctrl-C goes to all processes, but only the first one handles it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # Older objects stay alive, so the garbage collector may skip them.
        gc.freeze()

        def told(*counted: object) -> None:
            pipe.send(counted)

        progress = told if len(sources) == 1 else None
        while (at := _next(pipe)) is not None:
            begun[0] = time.process_time()
            pipe.send_bytes(_result(ways, sources[at], keep, progress))
            # What a repair looked at is in cycles: freed at once, its memory serves the next file.
            gc.collect(0)
    finally:
        # Nothing of the parent is to be cleaned up here.
        os._exit(0)


def _watch_itself(ways: Processes, begun: Sequence[float]) -> None:
    """Ends this process when it exceeds a limit, or when its parent is gone."""
    from multiprocessing import parent_process

    parent, most = parent_process(), _ceiling(ways.memory, _most_held())
    while parent is None or parent.is_alive():
        if time.process_time() - begun[0] > ways.seconds:
            os._exit(_OVER_TIME)
        if _most_held() > most:
            os._exit(_OVER_MEMORY)
        time.sleep(_LOOK)
    os._exit(0)


def _most_held() -> int:
    """The largest memory of this process so far, in bytes."""
    if sys.platform == "win32":
        import ctypes

        class Counters(ctypes.Structure):
            _fields_ = (
                ("size", ctypes.c_ulong),
                ("faults", ctypes.c_ulong),
                ("most", ctypes.c_size_t),
                ("rest", ctypes.c_size_t * 7),
            )

        counters = Counters(size=ctypes.sizeof(Counters))
        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        own = ctypes.c_void_p(kernel.GetCurrentProcess())
        kernel.K32GetProcessMemoryInfo(own, ctypes.byref(counters), counters.size)
        return int(counters.most)
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _die_with(parent: int) -> None:
    """Makes the kernel end this process when its parent ends in any way."""
    import ctypes

    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        os._exit(0)


def _next(pipe: Any) -> int | None:
    """The position of the next file; ``None``: the parent has closed the pipe."""
    try:
        return pipe.recv()
    except (EOFError, OSError):
        return None


def _result(ways: Processes, source: Source, keep: Keep, progress: Progress | None) -> bytes:
    """What comes of a file, to be sent."""
    if ways.forks:
        _limit_time(ways.seconds)
    try:
        return pickle.dumps(ways.work([source], keep, progress), pickle.HIGHEST_PROTOCOL)
    except Exception as cause:  # noqa: BLE001 - what no fence held is told as well
        crash = crash_of(cause, source.shown, "check")
        file = CheckedFile(source.shown, "errors", (), tuple(not_checked([crash])))
        return pickle.dumps(Checked((file,), crashes=(crash,)))


def _limit_time(seconds: int) -> None:
    """Makes the system end this process after this much further processor time."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    limit = int(time.process_time()) + 1 + seconds
    if most == resource.RLIM_INFINITY or limit < most:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, most))
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))
