"""``python -m benchmarks.reading``: how well tables are read. See the README beside it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from multiprocessing import Pool
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.reading.foreign import FOREIGN
from benchmarks.reading.held_out import HELD_OUT
from benchmarks.reading.judging import verdict
from benchmarks.reading.own import OWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.reading.made import Kind, Made

KINDS = {kind.name: kind for kind in (*OWN, *FOREIGN, *HELD_OUT)}
VERDICTS = ("right", "asked", "asked in vain", "refused", "faulted", "wrong", "wrong and ok")
SHORT = 6
"""Sheets of fewer games are counted apart."""


class Task(NamedTuple):
    """Some sheets of one kind."""

    kind: str
    seed: str
    sheets: int
    slips: int
    beside: str = ""


class Seen(NamedTuple):
    """What came of a task, by verdict: long sheets and short ones, and the first seeds of each verdict."""

    kind: str
    long: Counter[str]
    short: Counter[str]
    first: dict[str, int]


def make(kind: Kind, seed: str, at: int, slips: int) -> tuple[Made, int, bool]:
    """A sheet, how many slips are in it, and whether its cells are texts."""
    rng = Random(f"{seed}/{kind.name}/{at}")  # noqa: S311 - no secret
    made = kind.make(rng)
    count = min(slips and rng.randint(1, slips), made.games // 4, len(made.points)) if kind.own else 0
    for row, column in rng.sample(made.points, count):
        value = made.rows[row][column]
        if isinstance(value, int):
            made.rows[row][column] = (
                rng.choice((-value, value + 1, value - 1, value * 2)) if value else rng.choice((1, -1, 2))
            )
    return made, count, rng.random() < 0.5


def run(task: Task) -> Seen:
    """Makes sheets, has them read, and counts what comes of it."""
    long, short = Counter[str](), Counter[str]()
    first: dict[str, int] = {}
    for at in range(task.sheets):
        made, slips, as_text = make(KINDS[task.kind], task.seed, at, task.slips)
        found = verdict(made, slips=slips, as_text=as_text, beside=task.beside)
        (short if made.game and made.games < SHORT else long)[found] += 1
        first.setdefault(found, at)
    return Seen(task.kind, long, short, first)


def main(given: Sequence[str] | None = None) -> None:
    """Runs what is asked for and prints it."""
    asked = _parser().parse_args(given)
    if asked.show:
        made, slips, _ = make(KINDS[asked.kinds[0]], asked.seed, asked.show - 1, asked.slips)
        _say(*(",".join(map(str, row)) for row in made.rows), made[1:5], f"slips {slips}")
        return
    names = asked.kinds or [name for name, kind in KINDS.items() if kind.held_out == asked.held_out]
    tasks = [
        Task(name, asked.seed, asked.sheets, asked.slips, "all" if asked.beside else "") for name in names
    ]
    with Pool(asked.jobs) as pool:
        seen = list(pool.imap(run, tasks))
    for own in (True, False):
        mine = [one for one in seen if KINDS[one.kind].own is own]
        if mine:
            _say(f"\n{'own' if own else 'foreign'} tables: {len(mine)} kinds")
            _say(*(() if asked.held_out else map(_line, mine)))
            long = sum((one.long for one in mine), Counter[str]())
            short = sum((one.short for one in mine), Counter[str]())
            _say(
                _totals("all", long + short), _totals("six games or more", long), _totals("under six", short)
            )


def _line(seen: Seen) -> str:
    counted = seen.long + seen.short
    other = (
        f"{name} {n} (first {seen.first[name] + 1})" for name, n in counted.items() if name != VERDICTS[0]
    )
    return f"  {seen.kind:45} right {counted['right']:5} {', '.join(other)}"


def _totals(label: str, counted: Counter[str]) -> str:
    count = max(1, counted.total())
    shares = (f"{name} {counted[name]} ({100 * counted[name] / count:.2f} %)" for name in VERDICTS)
    return f"  {label}: {counted.total()}; {', '.join(shares)}"


def _say(*lines: object) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    parser.add_argument("--sheets", type=int, default=100, help="sheets a kind (100)")
    parser.add_argument(
        "--slips", type=int, default=0, help="at most so many slips a sheet, and at least one (0)"
    )
    parser.add_argument("--kinds", nargs="*", choices=tuple(KINDS), metavar="KIND", help="only these")
    parser.add_argument("--held-out", action="store_true", help="the kinds that nobody looks at: totals only")
    parser.add_argument(
        "--beside", action="store_true", help="the files of all clubs' own games lie beside each sheet"
    )
    parser.add_argument(
        "--show", type=int, metavar="N", help="print the N-th sheet of the first kind instead"
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    return parser


if __name__ == "__main__":
    main()
