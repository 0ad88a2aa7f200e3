"""A release: the version wherever it stands, and what no release is made of. The whole is tried by hand."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from release.build import NotReady, checksums, release
from release.versions import WrongVersion, set_version, versioned
from support import ROOT

TEXTS = {
    "src/scorecheck/__init__.py": '"""Doc."""\n__version__ = "0.1.0"\n',
    "docs/ci.md": "    rev: v0.1.0\n    hooks:\n",
    "CHANGELOG.md": "# Changelog\n\n## 0.2.0 (unreleased)\n\n- New.\n\n## 0.1.0 (2026-01-02)\n\nFirst.\n",
}


def test_the_version_is_set_wherever_it_stands() -> None:
    assert versioned(TEXTS, "0.2.0", "2026-11-23") == {
        "src/scorecheck/__init__.py": '"""Doc."""\n__version__ = "0.2.0"\n',
        "docs/ci.md": "    rev: v0.2.0\n    hooks:\n",
        "CHANGELOG.md": "# Changelog\n\n## 0.2.0 (2026-11-23)\n\n- New.\n\n## 0.1.0 (2026-01-02)\n\nFirst.\n",
    }


@pytest.mark.parametrize(
    ("version", "change", "said"),
    [
        ("v1", {}, "no version"),
        ("1.0", {}, "no version"),
        ("0.1.0", {}, "has a release 0.1.0 already"),
        ("0.3.0", {"CHANGELOG.md": "# Changelog\n\n## 0.2.0 (2026-01-02)\n"}, "needs one heading"),
        ("0.3.0", {"docs/ci.md": "nothing"}, "docs/ci.md names no version"),
    ],
)
def test_what_cannot_be_released(version: str, change: dict[str, str], said: str) -> None:
    with pytest.raises(WrongVersion, match=said):
        versioned({**TEXTS, **change}, version, "2026-11-23")


def test_the_files_of_this_project_can_be_versioned(tmp_path: Path) -> None:
    for name in TEXTS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    set_version(tmp_path, "9.8.7", "2026-11-23")
    assert '__version__ = "9.8.7"' in (tmp_path / "src/scorecheck/__init__.py").read_text(encoding="utf-8")
    assert "rev: v9.8.7" in (tmp_path / "docs/ci.md").read_text(encoding="utf-8")
    assert "## 9.8.7 (2026-11-23)" in (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "--quiet")
    (folder / "a.txt").write_text("a", encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "First")
    return folder


def test_a_release_is_made_of_a_commit(checkout: Path, tmp_path: Path) -> None:
    (checkout / "b.txt").write_text("b", encoding="utf-8")
    with pytest.raises(NotReady, match="not committed"):
        release(checkout, "1.0.0", tmp_path / "dist")


def test_a_version_is_released_once(checkout: Path, tmp_path: Path) -> None:
    git(checkout, "tag", "v1.0.0")
    with pytest.raises(NotReady, match=r"a tag v1\.0\.0"):
        release(checkout, "1.0.0", tmp_path / "dist")


def test_nothing_is_laid_beside_an_older_release(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "old.whl").write_bytes(b"")
    with pytest.raises(NotReady, match="is not empty"):
        release(checkout, "1.0.0", tmp_path / "dist")


def test_checksums_are_as_sha256sum_reads_them(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "SHA256SUMS").write_text("old", encoding="utf-8")
    # FIPS 180: the example of one block.
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert checksums(tmp_path) == f"{digest}  a\n"
