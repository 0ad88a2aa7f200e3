"""Builds the documentation: ``python -m website.build -o DIR [--page BUILT]``.

A link to nothing is an error. With ``--page`` the page that ``page.build``
made lies below ``check/``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Builds, and says what came of it."""
    parser = argparse.ArgumentParser(prog="python -m website.build", description=__doc__)
    parser.add_argument("-o", dest="folder", metavar="DIR", type=Path, required=True)
    parser.add_argument("--page", metavar="BUILT", type=Path, help="the folder that page.build has made")
    said = parser.parse_args()
    try:
        build(said.folder, said.page)
    except (subprocess.CalledProcessError, FileNotFoundError) as problem:
        sys.exit(str(problem))
    print(f"{said.folder}: to look at it: python3 -m http.server -d {said.folder}")


def build(folder: Path, page: Path | None = None) -> None:
    """Makes the site, in the place of what was in the folder.

    Raises:
        FileNotFoundError: there is no page where one should be.
        subprocess.CalledProcessError: something is wrong with the documentation, which has been said.
    """
    if page is not None and not (page / "site" / "index.html").is_file():
        raise FileNotFoundError(f"{page} holds no site/index.html: python -m page.build -o {page}")
    # The theme's advertisement of its successor is no warning of ours.
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"]
    where = ["--config-file", str(ROOT / "mkdocs.yml"), "--site-dir", str(folder.resolve())]
    subprocess.run([*command, *where], check=True, env=quiet, cwd=ROOT)
    if page is not None:
        shutil.copytree(page / "site", folder / "check")
        # The single file lies beside the site, for whoever wants it on a stick.
        shutil.copy(page / "scorecheck.html", folder / "check" / "scorecheck.html")


if __name__ == "__main__":
    main()
