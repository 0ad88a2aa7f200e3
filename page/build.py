"""Builds the page: ``python -m page.build -o DIR`` makes ``DIR/site/`` and ``DIR/scorecheck.html``.

Both hold the same: the front end of ``page/src``, Python for browsers, and scorecheck with what it needs. The
single file has all of it in itself; the site has it beside itself, compressed beforehand. The same
sources give the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

from page.packages import WrongPackage, fonts, node, npm_package, own_wheel, pins, python_files, wheel
from scorecheck.browser.questions import SAMPLES

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCES = HERE / "src"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
"""The standard library of Python, which Pyodide brings as sources."""
_NEVER_ASKED = (
    *(
        "_pydatetime.py",
        "_pyio.py",
        "_pyrepl/",
        "_sysconfigdata",
        "__phello__/",
        "ctypes/",
        "multiprocessing/",
    ),
    *(
        "bdb.py",
        "cProfile.py",
        "doctest.py",
        "pdb.py",
        "pickletools.py",
        "profile.py",
        "pstats.py",
        "pydoc.py",
    ),
    *("ftplib.py", "http/cookie", "http/server.py", "imaplib.py", "mailbox.py", "poplib.py", "smtplib.py"),
    *("logging/config.py", "logging/handlers.py", "optparse.py", "sqlite3/", "trace.py", "turtle.py"),
    *("multiprocessing/", "unittest/", "webbrowser.py", "wsgiref/", "xml/dom/", "xmlrpc/"),
    *("encodings/cp7", "encodings/cp8", "encodings/cp1125.py", "encodings/mac_arabic.py"),
)
"""Parts of the standard library for which a page has no use: servers, mail, other processes, debuggers, the
twins in Python of what is there in C, code pages of DOS."""
LANGUAGES = ("en", "de", "nb")
LATER = ("workbooks", "pdf")
"""Parts that are loaded when something asks for them."""
_SITE_ALONE = "pdf.zip"
"""It would make the single file three times as large."""
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Made(NamedTuple):
    """What both forms of the page are made of."""

    version: str
    parts: dict[str, bytes]
    """What the worker is started with, each packed."""
    later: dict[str, bytes]
    """What it loads when something asks for it."""
    app: str
    worker: str
    style: str
    words: str
    icon: str


def main() -> None:
    """Builds, and says what came of it."""
    arguments = argparse.ArgumentParser(prog="python -m page.build", description=__doc__)
    arguments.add_argument("-o", dest="folder", metavar="DIR", type=Path, required=True)
    folder: Path = arguments.parse_args().folder
    try:
        build(folder)
    except (WrongPackage, FileNotFoundError) as problem:
        sys.exit(str(problem))
    single = folder / "scorecheck.html"
    digest = hashlib.sha256(single.read_bytes()).hexdigest()
    print(f"{single}: {single.stat().st_size:,} bytes, sha256 {digest}")
    size = sum(path.stat().st_size for path in (folder / "site").iterdir())
    print(f"{folder / 'site'}: {size:,} bytes; to look at it: python3 -m http.server -d {folder / 'site'}")


def build(folder: Path) -> None:
    """Makes both forms of the page."""
    made = _made()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scorecheck.html").write_text(_single(made), encoding="utf-8")
    site = folder / "site"
    if site.is_dir():
        shutil.rmtree(site)
    site.mkdir()
    for name, data in _site(made).items():
        (site / name).write_bytes(data)


def _made() -> Made:
    pyodide = npm_package("pyodide")
    parts = {name: (pyodide / name).read_bytes() for name in RUNTIME}
    lock: dict[str, Any] = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    with zipfile.ZipFile(pyodide / LIBRARY) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        library = {name: archive.read(name) for name in names if not name.startswith(_NEVER_ASKED)}
    parts[LIBRARY] = _compiled(_zipped(library), pyodide, "/lib/python3.zip")
    # None of the packages that Pyodide knows of is ever loaded.
    parts["pyodide-lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    with tempfile.TemporaryDirectory() as temporary:
        own = own_wheel(Path(temporary))
        files = python_files([own, *(wheel(name) for name in pins()["wheel"])])
    files = {name: data for name, data in files.items() if _is_for_pages(name)}
    version = own.name.split("-")[1]
    parts["packages.zip"] = _compiled(_zipped(files), pyodide, "/lib/scorecheck")
    later = {f"{kind}.zip": python_files([wheel(name, kind) for name in pins()[kind]]) for kind in LATER}
    later[_SITE_ALONE] |= {"font_roboto/__init__.py": b"", **fonts("font-roboto")}
    with tempfile.TemporaryDirectory() as temporary:
        app, worker = _bundled("app.js", Path(temporary)), _bundled("worker.js", Path(temporary))
    words = {lang: _labels(lang) for lang in LANGUAGES}
    return Made(
        version,
        {name: _packed(data) for name, data in parts.items()},
        {name: _packed(_zipped(files)) for name, files in later.items()},
        app,
        worker,
        _colours() + (SOURCES / "style.css").read_text(encoding="utf-8"),
        json.dumps(words, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        f"data:image/svg+xml;base64,{base64.b64encode((SOURCES / 'icon.svg').read_bytes()).decode()}",
    )


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def _zipped(files: dict[str, bytes]) -> bytes:
    """Files in an archive, not packed: it is packed as a whole."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data)
    return out.getvalue()


def _is_for_pages(name: str) -> bool:
    """Whether the page may ask for a file: not for commands, nor for samples that it does not show."""
    sample = name.removeprefix("scorecheck/_data/samples/")
    if sample != name:
        return sample.startswith(tuple(SAMPLES.values()))
    return not name.startswith(("scorecheck/cli/", "jsonschema/benchmarks/"))


def _compiled(packages: bytes, pyodide: Path, home: str) -> bytes:
    """The same archive with its Python files compiled, by the Python that will run them."""
    with tempfile.TemporaryDirectory() as temporary:
        source, made = Path(temporary) / "in.zip", Path(temporary) / "out.zip"
        source.write_bytes(packages)
        node(str(HERE / "compile.mjs"), str(pyodide), str(source), str(made), home)
        return made.read_bytes()


def _bundled(name: str, folder: Path) -> str:
    """A module of the front end with all that it imports, as one script."""
    out = folder / name
    esbuild = npm_package("esbuild-wasm") / "bin" / "esbuild"
    options = ["--bundle", "--minify", "--format=iife", "--target=es2022", "--log-level=warning"]
    node(str(esbuild), str(SOURCES / name), *options, f"--outfile={out}")
    # In a page the script ends where it says so.
    return out.read_text(encoding="utf-8").replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _labels(lang: str) -> dict[str, Any]:
    labels = ROOT / "templates" / "labels" / f"{lang}.toml"
    table: dict[str, Any] = tomllib.loads(labels.read_text(encoding="utf-8"))["app"]
    return table


def _colours() -> str:
    """The colours and letters of the report: the page has the same."""
    style = (ROOT / "templates" / "report" / "style.css").read_text(encoding="utf-8")
    return style[: style.index("*, *::before")]


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _policy(script: str, *, own_files: bool) -> str:
    """What the page may ask for: what it holds itself; as a site also the files beside it.

    Styles may stand in it, because the report in its frame has its own.
    """
    beside = " 'self'" if own_files else ""
    rules = {
        "default-src": "'none'",
        "script-src": f"{script} 'wasm-unsafe-eval' blob:",
        "style-src": "'unsafe-inline'",
        "img-src": f"data: blob:{beside}",
        "connect-src": f"blob: data:{beside}",
        "worker-src": f"blob:{beside}",
        "frame-src": "blob:",
        "manifest-src": beside.strip() or "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _page(made: Made, head: str, foot: str, policy: str) -> str:
    text = (SOURCES / "index.html").read_text(encoding="utf-8")
    filled = {
        "policy": policy,
        "icon": made.icon,
        "head": f'<meta name="generator" content="scorecheck {made.version}">\n{head}',
        "foot": f'<script type="application/json" id="words">{made.words}</script>\n'
        f'<script type="text/plain" id="worker">{made.worker}</script>\n{foot}',
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: filled[found[1]], text)


def _single(made: Made) -> str:
    later = {name: data for name, data in made.later.items() if name != _SITE_ALONE}
    parts = "".join(
        f'<script type="text/plain" data-{kind}="{name}">{base64.b64encode(data).decode()}</script>\n'
        for kind, some in (("part", made.parts), ("later", later))
        for name, data in some.items()
    )
    foot = f"{parts}<script>{made.app}</script>"
    return _page(made, f"<style>{made.style}</style>", foot, _policy(_digest(made.app), own_files=False))


def _site(made: Made) -> dict[str, bytes]:
    """The files of the site by name; what changes has another name."""
    files: dict[str, bytes] = {}
    places: list[str] = []
    for kind, some in (("part", made.parts), ("later", made.later)):
        for name, data in some.items():
            beside = f"{name}.{hashlib.sha256(data).hexdigest()[:12]}.gz"
            files[beside] = data
            places.append(f'<script type="text/plain" data-{kind}="{name}" data-url="{beside}"></script>\n')
    foot = f"{''.join(places)}<script>{made.app}</script>"
    policy = _policy(_digest(made.app), own_files=True)
    head = f'<link rel="manifest" href="manifest.webmanifest">\n<style>{made.style}</style>'
    files["index.html"] = _page(made, head, foot, policy).encode()
    files["icon.svg"] = (SOURCES / "icon.svg").read_bytes()
    files["manifest.webmanifest"] = (SOURCES / "manifest.webmanifest").read_bytes()
    kept = json.dumps(["./", *sorted(name for name in files if not name.startswith(_SITE_ALONE))])
    digest = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    offline = (SOURCES / "offline.js").read_text(encoding="utf-8")
    files["offline.js"] = f"const VERSION = {digest!r};\nconst KEPT = {kept};\n{offline}".encode()
    return files


if __name__ == "__main__":
    main()
