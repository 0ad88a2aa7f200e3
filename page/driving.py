"""For tests and benchmarks: the page built once, what drives a browser, and a server for the site."""

from __future__ import annotations

import fcntl
import hashlib
import http.server
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from page.packages import cache

if TYPE_CHECKING:
    from collections.abc import Generator

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("puppeteer-core@25", "axe-core@4", "typescript@7")
PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}
_SOURCES = ("src", "templates", "schemas", "samples", "page")


def program(browser: str) -> str | None:
    """The browser of this computer."""
    return next(filter(None, map(shutil.which, PROGRAMS[browser])), None)


def node_modules() -> Path:
    """The folder with what drives the browsers, fetched once."""
    folder = cache() / f"node-{hashlib.sha256(' '.join(NEEDED).encode()).hexdigest()[:12]}"
    with _alone():
        if not (folder / "done").is_file():
            folder.mkdir(parents=True, exist_ok=True)
            npm = shutil.which("npm")
            if npm is None:
                raise FileNotFoundError("npm is needed to drive a browser: install it first")
            call = [npm, "install", "--silent", "--no-save", "--no-package-lock", "--prefix", str(folder)]
            subprocess.run([*call, *NEEDED], check=True, capture_output=True, timeout=300)
            (folder / "done").touch()
    return folder / "node_modules"


def built() -> Path:
    """The folder with both forms of the page, built once from what stands here now."""
    digest = hashlib.sha256()
    for folder in _SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.relative_to(ROOT).as_posix().encode())
                digest.update(path.read_bytes())
    folder = cache() / f"built-{digest.hexdigest()[:16]}"
    with _alone():
        if not (folder / "done").is_file():
            for old in cache().glob("built-*"):
                shutil.rmtree(old, ignore_errors=True)
            call = [sys.executable, "-m", "page.build", "-o", str(folder)]
            subprocess.run(call, cwd=ROOT, check=True, timeout=500)
            (folder / "done").touch()
    return folder


@contextmanager
def _alone() -> Generator[None]:
    """Lets one process at a time build: tests run in several."""
    with (cache() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def served(folder: Path) -> Generator[str]:
    """A folder on a server of this computer."""
    handler = partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Says nothing."""


def missing() -> list[str]:
    """What this computer lacks for driving browsers."""
    programs = [name for name in ("npm", "node") if shutil.which(name) is None]
    return programs + [name for name in PROGRAMS if program(name) is None]
