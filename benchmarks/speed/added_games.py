"""What recognition of a sheet takes more since there are further games.

``python -m benchmarks.speed.added_games [STEP]`` checks each sheet, or every so-manieth, of the cases and
samples of Doppelkopf, acey-deucey, chouette and Yatzy without a word of what it is: with all games in the
registry, and with these four alone, by turns. Calls of functions do not hang on what else the computer does;
of the time of the processor the least of several turns is taken.
"""

from __future__ import annotations

import cProfile
import subprocess
import sys
import tomllib
from pathlib import Path
from statistics import median
from subprocess import PIPE
from tempfile import TemporaryDirectory
from time import process_time

from scorecheck.games import registry
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source

_FIRST = ("doppelkopf", "acey-deucey", "chouette", "yatzy")
_TURNS = 5
_ROOT = Path(__file__).parents[2]


def _sheets(into: Path) -> list[Path]:
    """The sheets of the cases, written below a folder, and the samples."""
    found: list[Path] = []
    for game in _FIRST:
        for case in sorted((_ROOT / "tests" / "cases" / game).glob("*.toml")):
            said = tomllib.loads(case.read_text(encoding="utf-8"))
            if "sheet" in said:
                found.append(into / f"{game}-{case.stem}.csv")
                found[-1].write_text(said["sheet"], encoding="utf-8")
        found += (one for one in sorted((_ROOT / "samples" / game).iterdir()) if one.is_file())
    return found


def _check(path: Path) -> None:
    check_files([Source(path, "sheet" + path.suffix, Settings())], Keep())


def _calls(path: Path) -> int:
    profile = cProfile.Profile()
    profile.runcall(_check, path)
    return sum(entry.callcount for entry in profile.getstats())


def _seconds(path: Path) -> float:
    began = process_time()
    _check(path)
    return process_time() - began


def _answer(*, first: bool) -> None:
    """What each line asks: how much it takes to check a file."""
    if first:
        registry.GAMES = _FIRST
    for line in sys.stdin:
        what, name = line.rstrip("\n").split(" ", 1)
        if what == "modules":
            print(len(sys.modules), flush=True)
        else:
            print((_calls if what == "calls" else _seconds)(Path(name)), flush=True)


class _Child:
    """A process that checks what it is told, with some games."""

    def __init__(self, games: str) -> None:
        asked = [sys.executable, "-m", "benchmarks.speed.added_games", games]
        self._process = subprocess.Popen(asked, stdin=PIPE, stdout=PIPE, text=True, cwd=_ROOT)

    def __call__(self, what: str, path: str = "") -> float:
        """What it answers."""
        told, said = self._process.stdin, self._process.stdout
        if told is None or said is None:
            raise ValueError(what)
        print(what, path, file=told, flush=True)
        return float(said.readline())

    def end(self) -> None:
        """Let it go."""
        self._process.communicate()


def main() -> None:
    """Measure both by turns, and say what the sheets take more."""
    if sys.argv[-1] in {"first", "all"}:
        _answer(first=sys.argv[-1] == "first")
        return
    with TemporaryDirectory() as folder:
        paths = _sheets(Path(folder))[:: int(sys.argv[1]) if len(sys.argv) > 1 else 1]
        children = [_Child("first"), _Child("all")]
        ways = {"calls": 1, "seconds": _TURNS}
        found: dict[str, list[list[float]]] = {what: [] for what in ways}
        for path in map(str, paths):
            for child in children:
                child("seconds", path)
            for what, turns in ways.items():
                said = [[child(what, path) for child in children] for _ in range(turns)]
                found[what].append([min(one) for one in zip(*said, strict=True)])
        modules = [int(child("modules")) for child in children]
        for child in children:
            child.end()
    for what, unit, per in (("calls", "calls", 1), ("seconds", "ms of the processor", 1000)):
        more = sorted(per * (now - before) for before, now in found[what])
        before = per * sum(one for one, _ in found[what]) / len(more)
        mean, most = sum(more) / len(more), more[len(more) * 95 // 100]
        print(f"{unit} a sheet, {len(more)} sheets: {before:.1f} before; more: mean {mean:.2f}, ", end="")
        print(f"median {median(more):.2f}, 95 of 100 under {most:.2f}, most {more[-1]:.2f}")
    print(f"modules loaded: {modules[0]} before, {modules[1]} now")


if __name__ == "__main__":
    main()
