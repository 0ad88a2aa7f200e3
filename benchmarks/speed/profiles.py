"""Where the time of long sheets goes: run by scorecheck's own environment, with the folder of the files."""

from __future__ import annotations

import contextlib
import cProfile
import io
import pstats
import sys
from pathlib import Path
from typing import Any

SHEETS = ("rows/1000000.csv", "long.xlsx")
MOST = 8


def main(home: Path) -> None:
    """Prints a table for each sheet: the functions in which most of the time is spent."""
    from scorecheck.cli.main import main as scorecheck

    for sheet in SHEETS:
        profile = cProfile.Profile()
        sys.argv = ["scorecheck", "validate", str(home / sheet), "--lang", "en"]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            profile.runcall(scorecheck)
        print(_table(sheet, profile))


def _table(sheet: str, profile: cProfile.Profile) -> str:
    stats: Any = pstats.Stats(profile)
    found = sorted(
        ((own, calls, place) for place, (_, calls, own, _, _) in stats.stats.items()), reverse=True
    )
    total = sum(own for own, _, _ in found)
    lines = [
        f"`{sheet}`, by cProfile ({total:.2f} s under it):",
        "",
        "| function | calls | of the time |",
        "| --- | ---: | ---: |",
    ]
    lines += [
        f"| `{_name(*place)}` | {calls:,} | {100 * own / total:.0f} % |" for own, calls, place in found[:MOST]
    ]
    return "\n".join(lines) + "\n"


def _name(file: str, line: int, function: str) -> str:
    if file == "~":
        return function.strip("<>")
    path = Path(file)
    # The last of that name: the environment is called so, too.
    _, found, inside = path.as_posix().rpartition("/scorecheck/")
    return f"{inside if found else path.name}:{line} {function}"


main(Path(sys.argv[1]))
