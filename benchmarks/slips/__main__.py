"""``python -m benchmarks.slips``: the measure of the repairs. See the README beside it."""

from __future__ import annotations

import argparse
import json
import sys
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.slips.computed import SUMS
from benchmarks.slips.layouts import LAYOUTS
from benchmarks.slips.measure import CHUNK, DRAWN, Counted, Task, run
from benchmarks.slips.report import as_json, of_fix, reliability_table, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def main(given: Sequence[str] | None = None) -> None:
    """Runs what is asked for and prints it, layout by layout."""
    asked = _parser().parse_args(given)
    results: dict[str, dict[str, Counted]] = {}
    start = perf_counter()
    with Pool(asked.jobs) as pool:
        for layout in asked.layout or LAYOUTS:
            runs = {name: Counted() for name in _runs(asked)}
            tasks = list(_tasks(asked, layout))
            for name, counted in pool.imap_unordered(_named_run, tasks):
                runs[name].add(counted)
            results[layout] = runs
            _print(layout, runs, examples=asked.examples)
    if len(results) > 1:
        for name in _runs(asked):
            sure = [one for runs in results.values() for one in runs[name].sure]
            if sure:
                _say(reliability_table(f"all layouts, {name}", sure))
                _say(f"all layouts, {name}: {of_fix(runs[name] for runs in results.values())}")
    _say(f"{perf_counter() - start:.0f} seconds")
    if asked.json:
        asked.json.write_text(json.dumps(as_json(results), indent=1) + "\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slips", description=__doc__)
    parser.add_argument("--sheets", type=int, default=2000, help="slipped sheets a layout (2000)")
    parser.add_argument(
        "--clean", type=int, default=0, help="clean sheets a layout (0; the full measure: 10000)"
    )
    parser.add_argument(
        "--slips", choices=("1", "2", "both", "3", "drawn"), default="both", help="slips on a sheet"
    )
    parser.add_argument(
        "--layout", action="append", choices=tuple(LAYOUTS), help="may be given several times"
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--sums", choices=SUMS, default="hand", help="how sums came about")
    parser.add_argument("--model", choices=("first", "second"), default="first", help="which slip model")
    parser.add_argument(
        "--frequencies", type=int, metavar="SEED", help="draw the frequencies of the kinds at random"
    )
    parser.add_argument("--no-bound", action="store_true", help="do not work out the bound, which takes time")
    parser.add_argument("--recognise", action="store_true", help="do not tell scorecheck game and layout")
    parser.add_argument("--examples", action="store_true", help="show up to three sheets a kind that failed")
    parser.add_argument("--json", type=Path, help="write all that was counted to this file")
    return parser


def _runs(asked: argparse.Namespace) -> list[str]:
    named = {"1": ["one"], "2": ["two"], "both": ["one", "two"], "3": ["three"], "drawn": ["drawn"]}
    names = named[asked.slips] if asked.sheets else []
    return [*(["clean"] if asked.clean else []), *names]


def _tasks(asked: argparse.Namespace, layout: str) -> Iterator[tuple[str, Task]]:
    for name in _runs(asked):
        count = asked.clean if name == "clean" else asked.sheets
        for chunk, begin in enumerate(range(0, count, CHUNK)):
            yield (
                name,
                Task(
                    layout,
                    asked.seed,
                    chunk,
                    min(CHUNK, count - begin),
                    {"clean": 0, "one": 1, "two": 2, "three": 3, "drawn": DRAWN}[name],
                    asked.model,
                    asked.frequencies,
                    not asked.no_bound,
                    asked.recognise,
                    asked.sums,
                ),
            )


def _named_run(named: tuple[str, Task]) -> tuple[str, Counted]:
    name, task = named
    return name, run(task)


def _print(layout: str, runs: dict[str, Counted], *, examples: bool) -> None:
    for name, counted in runs.items():
        if name == "clean":
            spoken = dict(counted.spoken)
            count = f"{spoken.pop('any', 0)} of {counted.clean}"
            _say(f"{layout}: {count} clean sheets with a finding {spoken or ''}")
            continue
        _say(table(f"{layout}, {name}", counted))
        if counted.sure:
            _say(reliability_table(layout, counted.sure))
            _say(f"{layout}: {of_fix([counted])}")
        if counted.crashes:
            _say(f"{layout}: crashed on {len(counted.crashes)} sheets, for example\n{counted.crashes[0]}")
        if examples:
            for kind, texts in sorted(counted.failed.items()):
                for text in texts:
                    _say(f"--- {layout}, {kind}\n{text}")
        _say("")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
