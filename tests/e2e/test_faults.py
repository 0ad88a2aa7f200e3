"""Full and read-only disks, files without permission, names of every kind: a sentence, no traceback."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from support import ROOT, Done, but_slow, run

GOOD = (ROOT / "samples" / "acey-deucey" / "club-night.csv").read_bytes()
FAULTY = (ROOT / "samples" / "acey-deucey" / "club-night-faulty.csv").read_bytes()
WORKBOOK = ROOT / "samples" / "doppelkopf" / "five-players-faulty.xlsx"

_ROOT = sys.platform != "win32" and os.geteuid() == 0
_AS_OTHERS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""Permissions bind root, too, once it has given up to be above them."""
binding = pytest.mark.skipif(
    sys.platform == "win32" or (_ROOT and shutil.which("setpriv") is None),
    reason="permissions do not bind here",
)
posix = pytest.mark.skipif(sys.platform == "win32", reason="limits and links are otherwise there")


def bound(*args: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """The program, held by permissions whoever runs it."""
    return subprocess.run(
        [*(_AS_OTHERS if _ROOT else ()), sys.executable, "-m", "scorecheck", *map(str, args), "--lang", "en"],
        cwd=cwd,
        env={**os.environ, "PYTHONUTF8": "1", **env},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def refused(done: Done | subprocess.CompletedProcess[str], said: str, status: int = 2) -> None:
    assert said in done.stderr + done.stdout, done.stderr
    assert "Traceback" not in done.stderr
    assert "fault in scorecheck" not in done.stderr
    assert done.returncode == status, done.stderr


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def sheets(tmp_path: Path) -> Path:
    folder = tmp_path / "sheets"
    folder.mkdir()
    (folder / "a.csv").write_bytes(FAULTY)
    shutil.copy2(WORKBOOK, folder / "b.xlsx")
    return folder


WRITES = {
    "process": ("process", "a.csv", "-o", "{out}"),
    "report": ("report", "a.csv", "-o", "{out}"),
    "rank": ("rank", "a.csv", "--format", "pdf", "-o", "{out}/standings.pdf"),
    "validate": ("validate", "a.csv", "--output", "json:{out}/a.json"),
    "annotate": ("annotate", "b.xlsx", "-o", "{out}/b.xlsx"),
    "fix": ("fix", "a.csv", "--yes", "-o", "{out}/a.csv"),
    "new": ("new", "acey-deucey", "--players", "A,B", "-o", "{out}/c.xlsx"),
}


def arguments(command: str, out: Path) -> list[str]:
    return [argument.format(out=out) for argument in WRITES[command]]


@binding
def test_a_folder_that_may_not_be_written_to(sheets: Path, tmp_path: Path) -> None:
    """By one command; the others are tried in the slow tests."""
    out = tmp_path / "out"
    out.mkdir(mode=0o500)
    refused(bound(*arguments("process", out), cwd=sheets), "you have no permission for it")
    assert tree(out) == {}


@binding
def test_a_sheet_that_may_not_be_read(sheets: Path) -> None:
    (sheets / "a.csv").chmod(0)
    done = bound("validate", ".", cwd=sheets)
    refused(done, "sheet/unreadable", 1)
    assert "doppelkopf/zero-sum" in done.stdout


@binding
def test_settings_beside_a_sheet_that_may_not_be_read(sheets: Path) -> None:
    """Any such file might describe the sheet's game: without it the sheet is not what it says."""
    (sheets / "romme.toml").write_bytes(b"")
    (sheets / "romme.toml").chmod(0)
    refused(bound("validate", ".", cwd=sheets), "romme.toml: the file of a game cannot be opened.")


@binding
def test_a_folder_that_may_not_be_read(sheets: Path) -> None:
    (sheets / "locked").mkdir()
    (sheets / "locked" / "c.csv").write_bytes(GOOD)
    (sheets / "locked").chmod(0)
    try:
        done = bound("validate", ".", cwd=sheets)
        assert "locked: this folder cannot be opened" in done.stderr
        # What is in it was not checked: that is never green, and the others are checked all the same.
        refused(done, "doppelkopf/zero-sum")
        refused(bound("rank", "locked", cwd=sheets), "locked: this folder cannot be opened")
        done = bound("fix", "--diff", "locked/c.csv", cwd=sheets)
        refused(done, "locked/c.csv cannot be opened")
        done = bound("validate", "a.csv", "--event", "locked/e.toml", cwd=sheets)
        refused(done, "locked/e.toml cannot be opened")
    finally:
        (sheets / "locked").chmod(0o700)


class TestFilesThatChange:
    """A sheet that somebody saves just now is read as it was, as it is, or said to be unreadable."""

    @pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])
    def test_while_it_is_read(self, name: str, tmp_path: Path) -> None:
        path = tmp_path / name
        contents = [GOOD, FAULTY, b"", GOOD[:100]]
        if name == "a.xlsx":
            whole = WORKBOOK.read_bytes()
            contents = [whole, whole[: len(whole) // 2], FAULTY]
        done = threading.Event()
        writer = threading.Thread(target=_rewrites, args=(path, contents, done))
        writer.start()
        try:
            for _ in range(60):
                checked = check_files([Source(path, name, Settings())], Keep())
                assert checked.crashes == ()
                assert len(checked.files) == 1
        finally:
            done.set()
            writer.join()

    def test_it_is_gone(self, tmp_path: Path) -> None:
        checked = check_files([Source(tmp_path / "a.csv", "a.csv", Settings())], Keep())
        assert [(f.rule, f.variant) for f in checked.findings] == [("sheet/unreadable", "vanished")]


def _rewrites(path: Path, contents: list[bytes], done: threading.Event) -> None:
    for content in itertools.cycle(contents):
        if done.is_set():
            return
        if content:
            path.write_bytes(content)
        else:
            path.unlink(missing_ok=True)


NAMES = [
    "with blanks  in it.csv",
    "Spieltag Köln – Bär & Söhne.csv",
    "🎲🎲.csv",
    "-o.csv",
    "--help.csv",
    "a'b\"c.csv",
    "100%.csv",
    "$(reboot).csv",
    "[a-z]*.csv",
    f"{'x' * 246}.csv",
    "-.csv",
    "a..b...csv",
    "e\u0301.csv",
]


@posix
@pytest.mark.parametrize("name", but_slow(NAMES, *NAMES[::8]))
def test_names_of_every_kind(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(FAULTY)
    done = run("process", "--lang", "en", "-o", "out", "--", name, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert f"{name}:" in done.stdout
    assert "sheet/unreadable" not in done.stdout
    findings = json.loads((tmp_path / "out" / "findings.json").read_text("utf-8"))
    assert [file["path"] for file in findings["files"]] == [name]
    done = run("validate", ".", "--format", "concise", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith(name)


@posix
@pytest.mark.parametrize("name", but_slow(NAMES, *NAMES[::8]))
def test_copies_of_every_name(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(FAULTY)
    (tmp_path / "out").mkdir()
    done = run("fix", "--yes", "-o", f"out/{name[:200]}.csv", "--", name, cwd=tmp_path)
    assert done.returncode in {0, 1}, done.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        f"{name[:200]}.csv",
        f"{name[:200]}.csv.changes.txt",
    ]


LONG = "x" * 300


@posix
@pytest.mark.parametrize(
    "arguments",
    [
        ("validate", f"{LONG}.csv"),
        ("validate", "a.csv", "--event", f"{LONG}.toml"),
        ("validate", "a.csv", "--baseline", f"{LONG}.json"),
        ("validate", "a.csv", "-o", f"{LONG}.txt"),
        ("validate", "a.csv", "-o", "loop"),
        ("process", "a.csv", "-o", LONG),
        ("process", "a.csv", "-o", "loop"),
        ("process", "a.csv", "-o", "out", "--templates", LONG),
        ("fix", "a.csv", "--yes", "-o", f"{LONG}.csv"),
        ("fix", "a.csv", "--yes", "-o", f"{LONG[:250]}.csv"),
        ("annotate", "a.csv", "-o", f"{LONG}.xlsx"),
        ("new", "yatzy", "--players", "A,B", "-o", f"{LONG}.xlsx"),
        ("watch", LONG, "--once"),
        ("inspect", f"{LONG}.csv"),
        ("init", LONG),
        (f"{LONG}.csv",),
        ("validate", "a.csv", "--config", "loop"),
        ("validate", "a.csv", "--game", "loop.toml"),
        ("rank", "season.toml"),
        ("loop",),
    ],
    ids=lambda arguments: " ".join(arguments).replace(LONG, "long").replace(LONG[:250], "almost"),
)
def test_names_that_no_file_has(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(FAULTY)
    for name in ("loop", "loop.toml"):
        (tmp_path / name).symlink_to(name)
    (tmp_path / "season.toml").write_text(
        '[season]\nname = "S"\n[[events]]\npath = "loop"\n', encoding="utf-8"
    )
    before = sorted(path.name for path in tmp_path.iterdir())
    done = run(*arguments, "--lang", "en", cwd=tmp_path)
    refused(done, LONG[:250] if LONG[:250] in " ".join(arguments) else "loop")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@posix
def test_sheets_are_not_judged_without_an_event_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(FAULTY)
    (tmp_path / "event.toml").symlink_to("elsewhere.toml")
    done = run("validate", ".", "--lang", "en", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        "event.toml: There is no such event file.\n",
    )


@posix
def test_links_and_loops(tmp_path: Path) -> None:
    real = tmp_path / "elsewhere"
    real.mkdir()
    (real / "a.csv").write_bytes(FAULTY)
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    (sheets / "a.csv").symlink_to(real / "a.csv")
    (sheets / "b.csv").symlink_to(real / "a.csv")
    (sheets / "loop").symlink_to(sheets, target_is_directory=True)
    (sheets / "itself.csv").symlink_to("itself.csv")
    (sheets / "nowhere.csv").symlink_to("gone.csv")
    done = run("process", "sheets", "-o", "out", "--lang", "en", cwd=tmp_path)
    assert "Traceback" not in done.stderr
    assert done.returncode in {1, 2}
    assert done.stdout.count("acey-deucey/zero-sum") <= 1
    assert (tmp_path / "out" / "manifest.json").exists()


def test_written_names_suit_windows(tmp_path: Path) -> None:
    """However sheets, players and rounds are called: what we write has names that every system takes."""
    names = ["CON", "nul", "aux.", "COM1", "a:b", "x|y", "trailing. ", "LPT9"]
    sheets = tmp_path / "sheets"
    for at, name in enumerate(_possible(names, sheets)):
        text = FAULTY.replace(b"Anna", names[at % len(names)].encode())
        (sheets / f"{name}.csv").write_bytes(text)
    wished = [part for wish in ("players", "certificates", "sheets") for part in ("--print", wish)]
    done = run("process", "sheets", "-o", "out", *wished, "--lang", "en", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    written = [path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("*")]
    assert written
    for path in written:
        for part in path.parts:
            assert part.rstrip(". ") == part
            assert not set(part) & set('<>:"/\\|?*')
            assert part.split(".")[0].upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT9"}


def _possible(names: list[str], folder: Path) -> Iterator[str]:
    """Those of the names that a file can have on this system."""
    folder.mkdir()
    for name in names:
        try:
            (folder / f"{name}.csv").write_bytes(b"")
        except OSError:
            continue
        yield name
