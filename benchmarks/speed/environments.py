"""A virtual environment for scorecheck, and one for each tool that it is held against."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
_SCRIPTS = Path(__file__).parent / "peers"


class Peer(NamedTuple):
    """A tool from PyPI."""

    name: str
    packages: tuple[str, ...]
    shown: str
    """The package whose version the table names."""


PEERS = (
    Peer("frictionless", ("frictionless[excel]",), "frictionless"),
    Peer("pandera", ("pandera[pandas]", "python-calamine"), "pandera"),
    Peer("csvkit", ("csvkit",), "csvkit"),
    Peer("goodtables", ("goodtables",), "goodtables"),
    Peer("polars", ("polars",), "polars"),
)
OURS = Peer("scorecheck", (str(ROOT),), "scorecheck")
CLUSTER = Peer("dask", (f"{ROOT}[dask]",), "distributed")


class Environments:
    """The environments below a folder; those of peers are kept from run to run."""

    def __init__(self, home: Path) -> None:
        """None is made yet."""
        self._home = home
        self.missing: dict[str, str] = {}
        """Peers that cannot be installed, and why."""

    def set_up(self, peers: Sequence[Peer]) -> None:
        """Makes the environments that are not there yet; scorecheck is installed anew into its own."""
        for peer in (OURS, *peers):
            of_ours = any(package.startswith(str(ROOT)) for package in peer.packages)
            new = not self._python(peer.name).exists()
            if new:
                venv.create(self._home / peer.name, with_pip=True)
            if new or not self._has(peer):
                self._pip(peer.name, *peer.packages)
            if of_ours and peer.name not in self.missing:
                self._pip(peer.name, "--force-reinstall", "--no-deps", str(ROOT))

    def _pip(self, name: str, *what: str) -> None:
        call = [str(self._python(name)), "-m", "pip", "install", "--quiet", *what]
        done = subprocess.run(call, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            self.missing[name] = lines[-1] if lines else f"pip ended with {done.returncode}"

    def _python(self, name: str) -> Path:
        return self._home / name / "bin" / "python"

    def _has(self, peer: Peer) -> bool:
        try:
            self.version(peer.name, peer.shown)
        except subprocess.CalledProcessError:
            return False
        return True

    def version(self, name: str, package: str) -> str:
        """The version of a package in an environment."""
        code = f"from importlib.metadata import version; print(version({package!r}))"
        call = [str(self._python(name)), "-c", code]
        done = subprocess.run(call, capture_output=True, encoding="utf-8", check=True)
        return done.stdout.strip()

    def program(self, name: str, program: str) -> Path:
        """A program that was installed into an environment."""
        return self._home / name / "bin" / program

    def script(self, name: str, script: str) -> tuple[str | Path, ...]:
        """The call of one of the scripts for peers in an environment."""
        return (self._python(name), _SCRIPTS / f"with_{script}.py")


def versions(environments: Environments, peers: Sequence[Peer]) -> dict[str, str]:
    """The version of each tool, Python's first."""
    found = {"Python": ".".join(map(str, sys.version_info[:3]))}
    for name, package in (("scorecheck", "scorecheck"), ("scorecheck", "typer")):
        found[package] = environments.version(name, package)
    found["python-calamine"] = environments.version("scorecheck", "python-calamine")
    for peer in peers:
        if peer.name not in environments.missing:
            found[peer.shown] = environments.version(peer.name, peer.shown)
    if any(peer.name == "pandera" for peer in peers) and "pandera" not in environments.missing:
        found["pandas"] = environments.version("pandera", "pandas")
    return found
