"""Tries a random sample of the mutants of each area, and says how many of them the tests kill.

    pip install -e '.[test,mutation]'
    python tests/tools/sample_mutants.py --each 200 --seed 3
    python tests/tools/sample_mutants.py --only mutants.txt     # those that a file names
    python tests/tools/sample_mutants.py --show scorecheck.games.chouette.play.x_extra__mutmut_68

The mutants are those of ``mutmut``, which ``mutmut run`` would all try, in days. Here one costs half a second
(see ``mutant_trials``). Where the tests that meet a mutant take longer than ``--cap`` seconds the quickest
are run: a mutant may count as alive that the others would kill. Nothing in the folder may change while it
runs: try them in a copy.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import random
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import pytest
from made_mutants import AREAS, ROOT, Mutated, names, original_of, text_of
from mutant_trials import Outcome, Trials

QUICK = ("unit/test_check_makers.py", "golden/test_examples.py", "golden/test_cases.py")
"""For mutants that are tried in a process of their own: that takes as long as these tests do."""
OF_THE_AREAS = (
    "golden",
    "unit/test_api.py",
    "golden/test_corpus.py",
    "golden/test_fuzzed.py",
    "unit/test_game_numbers.py",
    "unit/test_job.py",
    "unit/test_json_sheets.py",
    "unit/test_messages.py",
    "unit/test_registry.py",
    "unit/test_run_checks.py",
    "unit/test_shared_rows.py",
    "unit/test_total_rows.py",
    "unit/doppelkopf",
    "unit/games",
    "unit/layouts",
    "unit/repair",
    "unit/slips",
    "unit/tournament",
    "unit/yatzy",
)
OPTIONS = ("-q", "-p", "no:cacheprovider", "--tb=line", "--capture=sys")
# Measures time, and that modules are not imported: neither says anything here.
NOT_HERE = ("--deselect", "tests/unit/repair/test_effort.py")


def tests(chosen: Sequence[str]) -> list[str]:
    """The tests as pytest is told of them."""
    return [f"tests/{one}" for one in chosen]


def main() -> None:
    """Prints a line for each mutant, the figures of each area, and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--each", type=int, default=60, help="mutants of each area")
    parser.add_argument("--seed", type=int, default=10)
    parser.add_argument("--area", choices=AREAS, action="append")
    parser.add_argument("--cap", type=float, default=10, help="seconds of tests for each mutant")
    parser.add_argument("--only", type=Path, help="a file with the names of mutants, instead of a sample")
    parser.add_argument("--out", type=Path, help="a file for the outcomes, a line of JSON each")
    parser.add_argument("--more", action="append", default=[], help="further tests, below tests/")
    parser.add_argument("--show", nargs="+", default=[], help="what these mutants change")
    parser.add_argument("--fresh", help=argparse.SUPPRESS)
    parser.add_argument("--without", action="append", default=[], help=argparse.SUPPRESS)
    asked = parser.parse_args()
    os.chdir(ROOT)
    if asked.show:
        print(*map(difference, asked.show), sep="\n")
    elif asked.fresh:
        sys.meta_path.insert(0, Mutated(asked.fresh))
        without = (f"--deselect={test}" for test in asked.without)
        sys.exit(pytest.main([*OPTIONS, "-x", *without, *tests(QUICK)]))
    elif asked.only:
        tried(asked.only.read_text(encoding="utf-8").split(), asked)
    else:
        tried([name for area in asked.area or AREAS for name in sample(area, asked.each, asked.seed)], asked)


def sample(area: str, size: int, seed: int) -> list[str]:
    """Some of the mutants of an area, the same for the same seed."""
    every = names(area)
    return sorted(random.Random(seed).sample(every, min(size, len(every))))


def tried(chosen: Sequence[str], asked: argparse.Namespace) -> None:
    """Tries mutants, and prints what came of them."""
    trials = Trials(chosen, asked.cap, [sys.executable, __file__, "--fresh"], told)
    pytest.main(
        [*OPTIONS, "--assert=plain", *NOT_HERE, *tests((*QUICK, *OF_THE_AREAS, *asked.more))],
        plugins=[trials],
    )
    if len(trials.outcomes) < len(chosen):
        sys.exit("not all of them were tried")
    if asked.out:
        lines = [json.dumps(outcome._asdict()) for outcome in trials.outcomes]
        asked.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for area in AREAS:
        mine = [one for one in trials.outcomes if one.mutant.startswith(f"scorecheck.{area}.")]
        if mine:
            killed = sum(one.killed for one in mine)
            low, high = likely(killed, len(mine))
            share = f"{killed / len(mine):.1%} ({low:.1%} to {high:.1%})"
            seconds = f"{sum(one.seconds for one in mine):.0f} seconds"
            print(
                f"{area}: {len(names(area))} mutants, {len(mine)} tried, {killed} killed, {share}, {seconds}"
            )
            print(*(f"  {one.result} {one.mutant}" for one in mine if not one.killed), sep="\n")


def told(outcome: Outcome) -> None:
    """A line for a mutant, as soon as it was tried."""
    by = f" by {outcome.by}" if outcome.by else ""
    print(
        f"{outcome.result} {outcome.mutant} ({outcome.tests} tests, {outcome.seconds:.2f} s){by}", flush=True
    )


def likely(killed: int, of: int) -> tuple[float, float]:
    """Between which shares that of all mutants lies, in 95 of 100 samples (Wilson's interval)."""
    share, z = killed / of, 1.96
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return middle - half, middle + half


def difference(name: str) -> str:
    """What a mutant changes, as a diff."""
    before, after = (text(name).splitlines() for text in (original_of, text_of))
    return "\n".join((f"# {name}", *list(difflib.unified_diff(before, after, lineterm="", n=2))[2:]))


if __name__ == "__main__":
    main()
