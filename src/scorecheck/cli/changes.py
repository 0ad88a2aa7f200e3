"""The files of a git repository that have changed since a revision."""

from __future__ import annotations

import subprocess
from pathlib import Path


class NoRevision(Exception):
    """Git cannot list the changes: no git, no repository, or no such revision."""


def changed_files(revision: str, folder: Path) -> frozenset[Path]:
    """The files that differ from a revision, and the untracked ones.

    Raises:
        NoRevision: git cannot list them.
    """
    top = Path(_git(folder, "rev-parse", "--show-toplevel").rstrip("\n"))
    # A revision that begins with a dash must not become an option.
    commit = _git(
        folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
    ).strip()
    differ = _git(top, "diff", "--name-only", "--no-renames", "--diff-filter=d", "-z", commit, "--")
    new = _git(top, "ls-files", "--others", "--exclude-standard", "-z")
    return frozenset((top / name).resolve() for name in (differ + new).split("\0") if name)


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - the words are ours, but for a revision that git itself checks
            ["git", "-C", str(folder), *words],  # noqa: S607 - whichever git the user has
            capture_output=True,
            check=True,
            encoding="utf-8",
            errors="surrogateescape",
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise NoRevision("git") from None
    except subprocess.CalledProcessError as error:
        lines = str(error.stderr or "").strip().splitlines()
        raise NoRevision(lines[0] if lines else "git rev-parse") from None
    return done.stdout
