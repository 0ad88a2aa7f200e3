"""``python -m benchmarks.speed``: how fast scorecheck is, in one run with its peers. See the README above."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.speed import cluster, growth, machine, tables
from benchmarks.speed.environments import CLUSTER, OURS, PEERS, ROOT, Environments, versions
from benchmarks.speed.jobs import Shop
from benchmarks.speed.measure import Failed, interleaved, own_peak, run
from benchmarks.speed.workload import Files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.speed.environments import Peer
    from benchmarks.speed.jobs import Job
    from benchmarks.speed.measure import Run

README = ROOT / "benchmarks" / "README.md"
JSON = ROOT / "benchmarks" / "speed.json"


def main(given: Sequence[str] | None = None) -> int:
    """Measures what is asked for, prints it, and with ``--write`` puts it into the README."""
    asked = _parser().parse_args(given)
    _say(f"files and environments are kept in {asked.home}")
    _make_files(asked.home / "files", asked.seed)
    environments = Environments(asked.home / "environments")
    peers = () if asked.without_peers else PEERS
    on_cluster = not asked.without_peers and _wanted(asked, "cluster")
    environments.set_up([*peers, *([CLUSTER] if on_cluster else [])])
    for name, why in environments.missing.items():
        _say(f"{name} cannot be installed: {why}")
    if OURS.name in environments.missing:
        return 1
    files = Files(asked.home / "files")
    shop = Shop(files, environments, peers=not asked.without_peers)
    try:
        for proof in shop.proofs():
            run(proof, asked.home)
        _table(asked, shop, environments, [*peers, *([CLUSTER] if on_cluster else [])])
        # What is measured is kept, even if a later part fails.
        times = asked.repeat or 3
        if _wanted(asked, "growth"):
            folder = README.parent if asked.write else asked.home
            _tell(asked, "growth", growth.measured(shop, asked.home, times, folder))
        if _wanted(asked, "profile"):
            _tell(asked, "profile", _profile(asked.home, environments))
        if on_cluster:
            _tell(asked, "cluster", cluster.measured(environments, files, times))
    except Failed as failed:
        _say(f"not measured: {failed}")
        return 1
    return 0


def _table(
    asked: argparse.Namespace, shop: Shop, environments: Environments, installed: Sequence[Peer]
) -> None:
    measured: list[tuple[Job, list[Run]]] = []
    for job in shop.jobs():
        if _wanted(asked, job.name):
            runs = interleaved(job.commands, asked.home, asked.repeat or job.times)
            measured.append((job, runs))
            _say(tables.of_job(job, runs))
    if not measured:
        return
    known = versions(environments, installed)
    text = tables.whole(measured, machine.described(known, environments.missing, floor=own_peak()))
    # A table of some jobs would take the others off the page.
    if asked.only:
        _say(f"\n{text}")
        return
    _tell(asked, "table", text)
    if asked.write:
        JSON.write_text(json.dumps(tables.as_json(measured, known), indent=1) + "\n", encoding="utf-8")


def _tell(asked: argparse.Namespace, part: str, text: str) -> None:
    _say(f"\n{text}")
    if asked.write:
        tables.put(README, part, text)


def _profile(home: Path, environments: Environments) -> str:
    """A process of its own: what is profiled is the scorecheck that was measured."""
    script = Path(__file__).with_name("profiles.py")
    call = [str(environments.program("scorecheck", "python")), str(script), str(home / "files")]
    return subprocess.run(call, capture_output=True, encoding="utf-8", check=True).stdout.strip()


def _make_files(folder: Path, seed: str) -> None:
    """A process of its own, since it holds much: see ``measure.run``."""
    call = [sys.executable, "-m", "benchmarks.speed.workload", str(folder), seed]
    subprocess.run(call, cwd=ROOT, check=True)


def _wanted(asked: argparse.Namespace, name: str) -> bool:
    return not asked.only or name in asked.only


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    home = Path(tempfile.gettempdir()) / "scorecheck-benchmarks"
    parser.add_argument("--only", action="append", metavar="JOB", help="this job only (repeatable)")
    parser.add_argument("--without-peers", action="store_true", help="scorecheck alone, and the limits")
    parser.add_argument("--repeat", type=_from_one, metavar="N", help="runs of each job, instead of 2 to 9")
    parser.add_argument("--home", type=Path, default=home, help="where files and environments are kept")
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--write",
        action="store_true",
        help="put the figures into benchmarks/README.md; the table only when all its jobs were measured",
    )
    return parser


def _from_one(text: str) -> int:
    if (value := int(text)) < 1:
        raise ValueError(text)
    return value


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
