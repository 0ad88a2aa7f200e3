"""Runs the tests on mutants, in one process that has everything imported and a forked child for each mutant.

A mutant is killed only by a test that passes on the unchanged program, likewise in a child of its own. First
come the tests that killed another mutant of the same function, then those that call the function, the quick
ones first; the first one that fails ends the trial. A test that does not come to an end is stopped by a limit
of processor time.
"""

from __future__ import annotations

import gc
import hashlib
import importlib
import os
import pickle
import pkgutil
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import hypothesis
import pytest
from made_mutants import AREAS, ROOT, SOURCE, Place, exchange, modules, place_of

import scorecheck

_AREA_FOLDERS = tuple(str(SOURCE / "scorecheck" / area) + os.sep for area in AREAS)
_MOST_MEMORY = 4 << 30

# Chance is no reason to kill a mutant, and nobody looks at the smallest input that does.
hypothesis.settings.register_profile(
    "mutants",
    derandomize=True,
    database=None,
    deadline=None,
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    suppress_health_check=list(hypothesis.HealthCheck),
)


class Outcome(NamedTuple):
    """What came of a mutant: ``killed``, ``timeout`` or ``crashed`` (its process), ``alive``, or ``unmet``:
    no test calls it.
    """

    mutant: str
    result: str
    by: str = ""
    tests: int = 0
    seconds: float = 0.0

    @property
    def killed(self) -> bool:
        """A test sees it."""
        return self.result in {"killed", "timeout", "crashed"}


@dataclass
class Baseline:
    """How long each test takes that passes, and which functions of the areas it calls."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])
    calls: dict[Place, set[str]] = field(default_factory=dict[Place, set[str]])
    failed: list[str] = field(default_factory=list[str])


class Watch:
    """Which functions of the areas are called while modules are imported."""

    def __init__(self) -> None:
        self.seen: set[Any] = set()

    def start(self) -> None:
        """From now on."""
        seen = self.seen

        def called(frame: Any, event: str, arg: object) -> None:
            seen.add(frame.f_code)

        sys.settrace(called)

    def stop(self) -> set[Place]:
        """Those that were called since."""
        sys.settrace(None)
        found = {place for code in self.seen if (place := _place(code)) is not None}
        self.seen.clear()
        return found


def _place(code: Any) -> Place | None:
    if not code.co_filename.startswith(_AREA_FOLDERS):
        return None
    module = ".".join(Path(code.co_filename).relative_to(SOURCE).with_suffix("").parts)
    return Place(module.removesuffix(".__init__"), code.co_qualname.partition(".<locals>")[0])


class Probes:
    """Which functions of the areas a test calls: the first call of each puts a probe out of its way.

    That costs a test next to nothing, while a trace of all calls makes it three times slower.
    """

    def __init__(self) -> None:
        self.seen: set[Place] = set()
        self.probes: list[tuple[types.FunctionType, types.CodeType]] = []
        for place, function in _functions():
            self.probes.append((function, self._probe(place, function)))

    def set(self) -> None:
        """Puts all of them up again."""
        self.seen = set()
        for function, probe in self.probes:
            function.__code__ = probe

    def _probe(self, place: Place, function: types.FunctionType) -> types.CodeType:
        code = function.__code__

        def first(*args: Any, **kwargs: Any) -> Any:
            self.seen.add(place)
            function.__code__ = code
            return function(*args, **kwargs)

        like = _with_class(None) if code.co_freevars else _without
        constants = tuple(first if one == "first" else one for one in like.__code__.co_consts)
        return like.__code__.replace(co_consts=constants)


def _without(*args: Any, **kwargs: Any) -> Any:
    call: Any = "first"
    return call(*args, **kwargs)


def _with_class(__class__: Any) -> types.FunctionType:
    def probe(*args: Any, **kwargs: Any) -> Any:
        _ = __class__
        call: Any = "first"
        return call(*args, **kwargs)

    return probe  # type: ignore[return-value] - it stands in for what it replaces


def _functions() -> Iterator[tuple[Place, types.FunctionType]]:
    """The functions of the areas, and the methods of their classes."""
    for area in AREAS:
        for module, _ in modules(area):
            for name, value in vars(sys.modules[module]).items():
                if getattr(value, "__module__", None) != module:
                    continue
                inside = vars(value).items() if isinstance(value, type) else ()
                for path, one in ((name, value), *((f"{name}.{key}", method) for key, method in inside)):
                    function = getattr(one, "__func__", one)
                    plain = isinstance(function, types.FunctionType) and function.__module__ == module
                    if plain and function.__code__.co_freevars in ((), ("__class__",)):
                        yield Place(module, path), function


class Trials:
    """A plugin of pytest: collects the tests, and tries mutants instead of running each test once.

    Args:
        mutants: their names.
        cap: the seconds that the tests of one mutant may take on the unchanged program.
        fresh: the command that tries a mutant, named last, in a process of its own.
        tell: is told of each outcome.
    """

    def __init__(
        self, mutants: Sequence[str], cap: float, fresh: Sequence[str], tell: Callable[[Outcome], None]
    ) -> None:
        self.mutants = mutants
        self.cap = cap
        self.fresh = fresh
        self.tell = tell
        self.outcomes: list[Outcome] = []
        self.early: set[Place] = set()
        """Functions that were called before the first test: what they gave then is not of the mutant."""
        self.watch = Watch()
        self.failures: list[str] = []
        self.killers: dict[Place, list[str]] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        """Watches what is called while the program and the tests are imported."""
        hypothesis.settings.load_profile("mutants")
        self.watch.start()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes what fails."""
        if report.failed:
            self.failures.append(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries all mutants."""
        for module in pkgutil.walk_packages(scorecheck.__path__, "scorecheck."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        self.early = self.watch.stop()
        self.items = {item.nodeid: item for item in session.items}
        self.factory = session.config._tmp_path_factory  # type: ignore[attr-defined] - pytest offers no other way
        gc.collect()
        gc.freeze()
        base = self._baseline()
        for test in base.failed:
            print(f"left out, since it fails on the unchanged program: {test}", flush=True)
        for mutant in self.mutants:
            outcome = self._try(mutant, base)
            self.outcomes.append(outcome)
            self.tell(outcome)
        self._control()
        return True

    def _control(self) -> None:
        """What killed a mutant must pass without it, alone as well; else nothing was killed."""
        for test in sorted({one.by for one in self.outcomes if one.by in self.items}):
            status, passed = self._forked(lambda send, test=test: send(self._passes(self.items[test])))
            if status or not passed:
                print(f"fails alone on the unchanged program: {test}", flush=True)
                self.outcomes = [
                    one._replace(result="alive", by="") if one.by == test else one for one in self.outcomes
                ]

    def _baseline(self) -> Baseline:
        kept = ROOT / "mutants" / f"calls-{self._state()}.pickle"
        if kept.exists():
            return pickle.loads(kept.read_bytes())
        status, base = self._forked(self._measured)
        if status or not isinstance(base, Baseline):
            raise RuntimeError("the tests did not come to an end on the unchanged program")
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(pickle.dumps(base))
        return base

    def _measured(self, send: Callable[[object], None]) -> None:
        base, probes = Baseline(), Probes()
        for test, item in self.items.items():
            probes.set()
            start = time.process_time()
            passed = self._passes(item)
            taken = time.process_time() - start
            places = probes.seen
            if not passed:
                base.failed.append(test)
                continue
            base.seconds[test] = taken
            for place in places:
                base.calls.setdefault(place, set()).add(test)
        send(base)

    def _state(self) -> str:
        """Changes with the program, the tests and their data."""
        digest = hashlib.sha256("\n".join(sorted(self.items)).encode())
        for folder in ("src", "tests", "samples", "templates", "schemas"):
            for path in sorted((ROOT / folder).rglob("*")):
                if path.is_file() and path.suffix != ".pyc" and "tools" not in path.parts:
                    digest.update(path.read_bytes())
        return digest.hexdigest()[:16]

    def _try(self, mutant: str, base: Baseline) -> Outcome:
        place, start = place_of(mutant), _used()
        tests = self._order(place, base)

        def trial(send: Callable[[object], None]) -> None:
            exchange(mutant)
            for count, test in enumerate(tests, 1):
                send((test, count))
                # Ends the process where the test does not come to an end.
                signal.setitimer(signal.ITIMER_PROF, 3 + 10 * base.seconds[test])
                if not self._passes(self.items[test]):
                    return
            signal.setitimer(signal.ITIMER_PROF, 0)
            send(("", len(tests)))

        if tests:
            status, last = self._forked(trial)
            if not isinstance(last, tuple):
                raise RuntimeError(f"{mutant} cannot be tried")
            test, count = last
            if status or test:
                self._remember(place, test)
                result = {0: "killed", -signal.SIGPROF: "timeout"}.get(status, "crashed")
                return Outcome(mutant, result, test, count, _used() - start)
        if place in self.early:
            return self._tried_fresh(mutant, start, base)
        return Outcome(mutant, "alive" if tests else "unmet", "", len(tests), _used() - start)

    def _tried_fresh(self, mutant: str, start: float, base: Baseline) -> Outcome:
        """Tries a mutant with which something was worked out before the first test."""
        # What fails on the unchanged program is no kill here either.
        asked = [*self.fresh, mutant, *(f"--without={test}" for test in base.failed)]
        done = subprocess.run(asked, capture_output=True, check=False, cwd=ROOT, text=True)
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        if done.returncode and not failed:
            raise RuntimeError(f"{mutant} cannot be tried: {done.stdout}{done.stderr}")
        return Outcome(mutant, "killed" if failed else "alive", " ".join(failed)[:200], 0, _used() - start)

    def _remember(self, place: Place, test: str) -> None:
        known = self.killers.setdefault(place, [])
        if test in known:
            known.remove(test)
        known.insert(0, test)

    def _order(self, place: Place, base: Baseline) -> list[str]:
        """As many tests as fit into the time; the first one in any case."""
        first = self.killers.get(place, [])
        rest = sorted(base.calls.get(place, set()) - set(first), key=lambda test: base.seconds[test])
        order: list[str] = []
        left = self.cap
        for test in (*first, *rest):
            left -= base.seconds[test]
            if left < 0 and order:
                break
            order.append(test)
        return order

    def _passes(self, item: pytest.Item) -> bool:
        self.failures.clear()
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failures

    def _forked(self, work: Callable[[Callable[[object], None]], None]) -> tuple[int, object]:
        """Does a work in a child: how it ended (a signal is negative), and the last thing that it sent."""
        folder = tempfile.mkdtemp(prefix="mutant-")
        sent = Path(folder, "sent.pickle")
        child = os.fork()
        if not child:
            status = 70
            try:
                null = os.open(os.devnull, os.O_RDWR)
                os.dup2(null, 0)
                os.dup2(null, 1)
                resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
                self.factory._basetemp = Path(folder)
                work(lambda thing: _sent(sent, thing))
                status = 0
            except BaseException:  # noqa: BLE001 - a child must never go on with what is its parent's
                traceback.print_exc()
            finally:
                os._exit(status)
        _, raw = os.waitpid(child, 0)
        last = pickle.loads(sent.read_bytes()) if sent.exists() else None
        shutil.rmtree(folder, ignore_errors=True)
        return os.waitstatus_to_exitcode(raw), last


def _sent(path: Path, thing: object) -> None:
    path.write_bytes(pickle.dumps(thing))


def _used() -> float:
    """The processor seconds of all children so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
