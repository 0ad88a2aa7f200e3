"""Gets the packages that the page is built from: pinned, checked against their hashes, and kept.

They stand in ``packages.toml``; downloads are kept in ``~/.cache/scorecheck-page`` (or in
``SCORECHECK_PAGE_CACHE``), so that a second build needs no network for them.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
_MACHINE_CODE = "pyemscripten"


class WrongPackage(Exception):
    """What came is not what stands in ``packages.toml``."""


def cache() -> Path:
    """Where downloads are kept."""
    folder = Path(os.environ.get("SCORECHECK_PAGE_CACHE") or Path.home() / ".cache" / "scorecheck-page")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def pins() -> dict[str, dict[str, dict[str, str]]]:
    """The packages by kind (``npm``, ``wheel``, what is loaded later, ``source``) and name."""
    return tomllib.loads((HERE / "packages.toml").read_text(encoding="utf-8"))


def npm_package(name: str) -> Path:
    """The folder of an unpacked npm package.

    Raises:
        WrongPackage: its hash is another one.
        subprocess.CalledProcessError: npm cannot get it.
    """
    pin = pins()["npm"][name]
    folder = cache() / f"npm-{name}-{pin['version']}"
    if folder.is_dir():
        return folder / "package"
    with tempfile.TemporaryDirectory(dir=cache()) as temporary:
        call = [_program("npm"), "pack", "--silent", f"{name}@{pin['version']}"]
        subprocess.run(call, cwd=temporary, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(temporary).glob("*.tgz")
        _hold(archive.read_bytes(), "sha512", base64.b64decode(pin["sha512"]).hex(), name)
        unpacked = Path(temporary) / "unpacked"
        with tarfile.open(archive) as tar:
            tar.extractall(unpacked, filter="data")
        _take(unpacked, folder)
    return folder / "package"


def wheel(name: str, kind: str = "wheel") -> Path:
    """A wheel as a file.

    Raises:
        WrongPackage: its hash is another one.
        subprocess.CalledProcessError: pip cannot get it.
    """
    pin = pins()[kind][name]
    wanted = ["--only-binary=:all:"]
    if "platform" in pin:
        wanted += ["--platform", pin["platform"], "--python-version", pin["python"]]
    return _downloaded(name, "wheel", pin, wanted)


def fonts(name: str) -> dict[str, bytes]:
    """The fonts of a package that there is only as source, by their paths in it.

    Raises:
        WrongPackage: its hash is another one.
        subprocess.CalledProcessError: pip cannot get it.
    """
    archive = _downloaded(name, "source", pins()["source"][name], ["--no-binary=:all:"])
    files: dict[str, bytes] = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member)
            if content is not None and member.name.endswith(".ttf"):
                files[member.name.partition("/")[2]] = content.read()
    return files


def _downloaded(name: str, kind: str, pin: dict[str, str], wanted: list[str]) -> Path:
    """A file from the package index, kept for the next time."""
    folder = cache() / f"{kind}-{name}-{pin['version']}-{pin['sha256'][:12]}"
    if not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=cache()) as temporary:
            got = Path(temporary) / "got"
            call = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *wanted]
            call += ["--disable-pip-version-check", "--dest", str(got)]
            subprocess.run([*call, f"{name}=={pin['version']}"], check=True)
            (file,) = got.iterdir()
            _hold(file.read_bytes(), "sha256", pin["sha256"], name)
            _take(got, folder)
    (found,) = folder.iterdir()
    return found


def own_wheel(folder: Path) -> Path:
    """The wheel of this checkout, made anew."""
    call = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*call, "--wheel-dir", str(folder), str(HERE.parent)], check=True)
    (found,) = folder.glob("scorecheck-*.whl")
    return found


def python_files(wheels: list[Path]) -> dict[str, bytes]:
    """What of some wheels a browser can use, by path: neither machine code of other machines nor tests."""
    files: dict[str, bytes] = {}
    for file in wheels:
        for_browsers = _MACHINE_CODE in file.name
        with zipfile.ZipFile(file) as archive:
            for name in sorted(archive.namelist()):
                of_others = name.endswith((".so", ".c")) and not for_browsers
                aside = ".dist-info/" in name or ".data/" in name or name.endswith((".pyi", "py.typed"))
                if not (name.endswith("/") or of_others or aside or "/tests/" in name):
                    files[name] = archive.read(name)
    return files


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is needed to build the page: install it first")
    return found


def node(*words: str) -> None:
    """Runs node."""
    subprocess.run([_program("node"), *words], check=True)


def _hold(data: bytes, kind: str, expected: str, name: str) -> None:
    found = hashlib.new(kind, data).hexdigest()
    if found != expected:
        raise WrongPackage(f"{name}: its {kind} is {found}, but packages.toml says {expected}")


def _take(made: Path, folder: Path) -> None:
    """Puts a folder into its place, whole; where another build was faster, its folder stays."""
    try:
        made.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
