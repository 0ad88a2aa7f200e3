"""Runs the fuzz targets for a given time each, and says how many executions there were, and what crashed."""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from commands import COMMANDS
from targets import TARGETS, seeds

HERE = Path(__file__).resolve().parent
_LONGEST = {"file": 1 << 16, **dict.fromkeys(("form", *COMMANDS), 64)}
_PATIENCE = 120
"""Seconds for one execution by the clock on the wall, most of which others may have on a busy machine."""
_RUNS = re.compile(rb"(?:^#(\d+)|Done (\d+) runs)", re.MULTILINE)


def run(target: str, minutes: float) -> tuple[int, list[Path]]:
    """Fuzzes a target; the number of executions and the inputs that crashed it."""
    crashes = HERE / "crashes" / target
    crashes.mkdir(parents=True, exist_ok=True)
    before = set(crashes.iterdir())
    with tempfile.TemporaryDirectory() as corpus:
        for at, seed in enumerate(seeds(target)):
            (Path(corpus) / f"seed-{at}").write_bytes(seed)
        done = subprocess.run(
            [
                sys.executable,
                str(HERE / "targets.py"),
                target,
                f"-max_total_time={int(60 * minutes)}",
                f"-timeout={_PATIENCE}",
                f"-report_slow_units={_PATIENCE}",
                "-rss_limit_mb=2048",
                f"-max_len={_LONGEST.get(target, 2048)}",
                f"-artifact_prefix={crashes}/",
                corpus,
            ],
            capture_output=True,
            check=False,
        )
    output = done.stderr + done.stdout
    runs = [int(one or other) for one, other in _RUNS.findall(output)]
    found = sorted(set(crashes.iterdir()) - before)
    if found or done.returncode:
        sys.stdout.write(output.decode("utf-8", "replace")[-6000:])
    return max(runs, default=0), found


def _processor_seconds() -> float:
    """What the targets took so far: on a busy machine minutes say little."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Exit status 1 if something crashed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="for each target")
    parser.add_argument("--target", choices=sorted(TARGETS), action="append")
    asked = parser.parse_args()
    crashed = False
    for target in asked.target or sorted(TARGETS):
        before = _processor_seconds()
        runs, found = run(target, asked.minutes)
        crashed = crashed or bool(found)
        spent = _processor_seconds() - before
        print(
            f"{target}: {runs:,} executions in {asked.minutes:g} minutes ({spent:.0f} s of the processor), "
            f"{len(found)} crashes",
            flush=True,
        )
        for path in found:
            print(f"  {path}")
    return int(crashed)


if __name__ == "__main__":
    sys.exit(main())
