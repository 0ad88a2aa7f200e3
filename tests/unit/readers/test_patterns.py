"""Patterns for paths are read as git reads them: worked out by hand, and held against git itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from laws import examples
from scorecheck.readers.patterns import GitIgnored, Patterns


@pytest.mark.parametrize(
    ("lines", "path", "named"),
    [
        (["*.csv"], "a.csv", True),
        (["*.csv"], "old/a.csv", True),
        (["/*.csv"], "old/a.csv", False),
        (["old/"], "old/a.csv", True),
        (["old/"], "old", False),
        (["old/*.csv"], "x/old/a.csv", False),
        (["**/old/*.csv"], "x/y/old/a.csv", True),
        (["old/**"], "old/x/a.csv", True),
        (["a/**/b.csv"], "a/b.csv", True),
        (["a/**/b.csv"], "a/x/y/b.csv", True),
        (["*.csv", "!keep.csv"], "keep.csv", False),
        (["runde?.csv"], "runde1.csv", True),
        (["runde[!1].csv"], "runde1.csv", False),
        (["runde[0-3].csv"], "runde2.csv", True),
        ([r"\#a.csv"], "#a.csv", True),
        (["# a.csv", "", "   "], "# a.csv", False),
        (["a.csv   "], "a.csv", True),
        (["[a.csv"], "[a.csv", True),
    ],
)
def test_what_a_pattern_names(lines: list[str], path: str, named: bool) -> None:
    assert Patterns(lines).fits(path) is named


names = st.sampled_from(["a", "b", "ab", "a.csv", "b.csv", "x", "[a", "#a", "!a"])
paths = st.lists(names, min_size=1, max_size=3).map("/".join)
pieces = st.sampled_from(
    ["a", "b", "*", "?", "**", "*.csv", "a*", "[ab]", "[!a]", "x", r"\#a", r"\!a", "**a", "[a-b].csv"]
)
lines = st.tuples(
    st.sampled_from(["", "!", "/", ""]),
    st.lists(pieces, min_size=1, max_size=3).map("/".join),
    st.sampled_from(["", "", "/", " "]),
).map("".join)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not on this computer")
@given(st.lists(lines, min_size=1, max_size=4), st.lists(paths, min_size=3, max_size=8, unique=True))
@examples(300, few=5)
def test_as_git_does(ignored: list[str], made: list[str]) -> None:
    note("\n".join(ignored))
    with TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["git", "init", "-q", folder], check=True)
        (folder / ".gitignore").write_text("".join(f"{line}\n" for line in ignored))
        for path in made:
            try:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).touch()
            except OSError:
                # One of the others is a folder of this name, or a file where this wants a folder.
                continue
        ours = GitIgnored()

        def walked(at: Path) -> list[str]:
            found: list[str] = []
            for entry in sorted(at.iterdir()):
                if entry.name in {".git", ".gitignore"} or ours(entry, is_folder=entry.is_dir()):
                    continue
                found += walked(entry) if entry.is_dir() else [entry.relative_to(folder).as_posix()]
            return found

        told = subprocess.run(
            ["git", "ls-files", "-z", "--others", "--exclude-standard"],
            cwd=folder,
            check=True,
            capture_output=True,
            env={"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "PATH": "/usr/bin:/bin"},
        ).stdout.decode()
        theirs = {path for path in told.split("\0") if path and path != ".gitignore"}
        assert set(walked(folder)) == theirs


def test_files_deeper_down_outrank_those_above(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "old").mkdir()
    (tmp_path / ".gitignore").write_text("*.csv\n")
    (tmp_path / "old" / ".gitignore").write_text("!a.csv\n")
    ignored = GitIgnored()
    assert ignored(tmp_path / "a.csv", is_folder=False)
    assert not ignored(tmp_path / "old" / "a.csv", is_folder=False)
    assert ignored(tmp_path / "old" / "b.csv", is_folder=False)


def test_outside_of_a_repository_nothing_is_ignored(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*.csv\n")
    assert not GitIgnored()(tmp_path / "a.csv", is_folder=False)
