"""Makes a release: ``python -m release.build VERSION -o DIR``; ``nox -s release -- VERSION`` does it.

All is made in a clone of what is committed, so that nothing else can get in: version and changelog are set
and committed there, then sdist, wheel, site, page and their checksums are made of that commit, and the wheel
is tried. The checkout gets the commit as a branch ``release-VERSION`` with the tag ``vVERSION``, when all of
it is done. Nothing is published: what to do for that is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from datetime import UTC, datetime
from pathlib import Path

from release.versions import WrongVersion, set_version

ROOT = Path(__file__).resolve().parents[1]


class NotReady(Exception):
    """A checkout that no release can be made of."""


def main() -> None:
    """Makes it, and says what is left to do."""
    parser = argparse.ArgumentParser(prog="python -m release.build", description=__doc__)
    parser.add_argument("version")
    parser.add_argument("-o", dest="folder", metavar="DIR", type=Path, default=ROOT / "dist")
    said = parser.parse_args()
    try:
        release(ROOT, said.version, said.folder)
    except (NotReady, WrongVersion) as problem:
        sys.exit(str(problem))
    except subprocess.CalledProcessError as problem:
        sys.exit(f"{' '.join(map(str, problem.cmd))} failed: nothing was released")
    print((said.folder / "SHA256SUMS").read_text(encoding="utf-8"), end="")
    print(
        f"\nNothing is published. To do so, look at the branch, and then:\n"
        f"  git merge --ff-only release-{said.version}\n"
        f"  git push origin main v{said.version}    # the tag publishes the site\n"
        f"  python -m twine upload {said.folder}/*.whl {said.folder}/*.tar.gz"
    )


def release(root: Path, version: str, folder: Path) -> None:
    """Makes a release of what is committed in a checkout.

    Raises:
        NotReady: something is not committed, the version is tagged already, or the folder is not empty.
        WrongVersion: it is none, or the changelog does not go with it.
        subprocess.CalledProcessError: a step fails.
    """
    if git(root, "status", "--porcelain"):
        raise NotReady("Something is not committed: a release is made of a commit.")
    if git(root, "tag", "--list", f"v{version}") or git(root, "branch", "--list", f"release-{version}"):
        raise NotReady(f"There is a tag v{version}, or a branch release-{version}, already.")
    if folder.is_dir() and any(folder.iterdir()):
        raise NotReady(f"{folder} is not empty.")
    with tempfile.TemporaryDirectory() as temporary:
        clone, made = Path(temporary) / "scorecheck", Path(temporary) / "made"
        git(root, "clone", "--quiet", "--no-hardlinks", str(root), str(clone))
        named(clone, version)
        artifacts(clone, made, version)
        # Only now: a release that could not be made leaves nothing behind.
        git(root, "fetch", "--quiet", str(clone), f"HEAD:refs/heads/release-{version}")
        git(root, "fetch", "--quiet", str(clone), f"refs/tags/v{version}:refs/tags/v{version}")
        shutil.copytree(made, folder, dirs_exist_ok=True)


def named(clone: Path, version: str) -> None:
    """Sets version and changelog, and what is made from the version; commits and tags that."""
    set_version(clone, version, datetime.now(UTC).date().isoformat())
    for tool in ("make_man_page.py", "make_public.py"):
        call(clone, sys.executable, str(clone / "tests" / "tools" / tool))
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message", f"Release {version}")
    git(clone, "tag", "--annotate", f"v{version}", "--message", f"scorecheck {version}")


def artifacts(clone: Path, made: Path, version: str) -> None:
    """Makes all that belongs to a release, and tries the wheel."""
    made.mkdir()
    call(clone, sys.executable, "-m", "build", "--outdir", str(made), str(clone))
    (wheel,) = made.glob("*.whl")
    tried(wheel, version)
    built = clone.parent / "page"
    call(clone, sys.executable, "-m", "page.build", "-o", str(built))
    site = clone.parent / "site"
    call(clone, sys.executable, "-m", "website.build", "-o", str(site), "--page", str(built))
    shutil.copy(built / "scorecheck.html", made / f"scorecheck-{version}.html")
    archive = str(made / f"scorecheck-{version}-site")
    shutil.make_archive(archive, "zip", site)
    (made / "SHA256SUMS").write_text(checksums(made), encoding="utf-8")


def tried(wheel: Path, version: str) -> None:
    """Installs the wheel where nothing else is, and runs it.

    Raises:
        NotReady: it is of another version.
    """
    with tempfile.TemporaryDirectory() as temporary:
        venv.create(Path(temporary) / "env", with_pip=True)
        scripts = Path(temporary) / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        call(Path(temporary), str(scripts / "python"), "-m", "pip", "install", "--quiet", str(wheel))
        call(Path(temporary), str(scripts / "scorecheck"), "doctor")
        done = [str(scripts / "scorecheck"), "--version"]
        said = subprocess.run(done, cwd=temporary, check=True, capture_output=True, text=True).stdout.strip()
        if said != f"scorecheck {version}":
            raise NotReady(f"The wheel says that it is {said}.")


def checksums(folder: Path) -> str:
    """The SHA-256 of each file, as ``sha256sum --check`` reads it."""
    names = sorted(path.name for path in folder.iterdir() if path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names)


def git(folder: Path, *words: str) -> str:
    """What git says.

    Raises:
        subprocess.CalledProcessError: it fails.
    """
    done = subprocess.run(["git", *words], cwd=folder, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return done.stdout.strip()


def call(clone: Path, *words: str) -> None:
    """Runs a program on the clone, with the time of its commit.

    Raises:
        subprocess.CalledProcessError: it fails.
    """
    more = {"PYTHONPATH": f"{clone}{os.pathsep}{clone / 'src'}"} if (clone / "src").is_dir() else {}
    if (clone / ".git").is_dir():
        more["SOURCE_DATE_EPOCH"] = git(clone, "log", "-1", "--format=%ct")
    subprocess.run(words, cwd=clone, check=True, env={**os.environ, **more})


if __name__ == "__main__":
    main()
