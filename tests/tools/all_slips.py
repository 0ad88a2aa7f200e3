"""Holds what is said of slips in recorded sheets to the laws of ``test_one_slip``, as many as you like.

python -m tests.tools.all_slips CASE...                  all slips of new cases, such as skat/long-list
python -m tests.tools.all_slips --each 2 --seed 7        two of each case and sample; another seed, others
python -m tests.tools.all_slips --each 2 --part 1/4      of the first of four parts

Prints what breaks a law; the status is 1 if anything does.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

import frozen  # noqa: E402, F401 - only now it can be found; from here on records are frozen
from property.test_one_slip import bases, holds, slips_of  # noqa: E402 - only now it can be found
from scorecheck.checks import own  # noqa: E402 - has records, so it comes after frozen


def main() -> int:
    """Tries the slips; 1 if one breaks a law."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--each", type=int, default=sys.maxsize, help="as many slips of each sheet (all)")
    parser.add_argument("--seed", type=int, default=1, help="which slips these are")
    parser.add_argument("--part", default="1/1", help="of the sheets, such as 1/4")
    given = parser.parse_args()
    if unknown := {*given.cases} - {*bases()}:
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    part, parts = map(int, given.part.split("/"))
    tried = broken = 0
    for name in (given.cases or bases())[part - 1 :: parts]:
        for slip in slips_of(name, given.each, given.seed):
            tried += 1
            own._clubs.clear()
            try:
                holds(name, slip)
            except Exception as error:  # noqa: BLE001 - a crash breaks a law, too
                broken += 1
                print(f"{name}: {slip.said}: {type(error).__name__} {error}"[:500].replace("\n", " "))
    print(f"{tried} slips, {broken} broken")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
