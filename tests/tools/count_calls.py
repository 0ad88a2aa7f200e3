"""How many functions are called to check each of some sheets, as JSON.

python tests/tools/count_calls.py FILE...

Calls are the same on every computer, and nearly the same in every version of Python: a step that costs
more than it should is seen by them on a busy computer, too. The first file is checked a few times before,
so that what a process does only once is not counted: it loads modules, and compiles what makes records of
which there are more than a few.
"""

from __future__ import annotations

import cProfile
import json
import sys
from pathlib import Path

from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source

_FEW = 3
"""So many records of a kind are made by what makes those of every kind."""


def calls(path: Path) -> int:
    """How many calls it takes to check one file."""
    profile = cProfile.Profile()
    profile.runcall(check_files, [Source(path, path.name, Settings())], Keep())
    # pstats takes functions that are called alike for one, and leaves some of their calls out.
    return sum(entry.callcount for entry in profile.getstats())


def main() -> None:
    """Counts each file given."""
    paths = [Path(given) for given in sys.argv[1:]]
    for _ in range(_FEW + 1):
        calls(paths[0])
    print(json.dumps({path.name: calls(path) for path in paths}))


if __name__ == "__main__":
    main()
