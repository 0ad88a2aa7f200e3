"""A bad file beside a good one: the bad one is named, the good one gets its whole report, and neither takes
much memory or time."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from bad_files import BAD, GOOD, Bad
from scorecheck.model.finding import Finding, Severity
from scorecheck.reports.messages import LANGUAGES, Messages
from support import run, run_program

MEMORY_MB = 200
SECONDS = 15
"""On a slow machine; none of these files takes more than 11 there."""
CHILD = """
import json, resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "scorecheck", *sys.argv[1:]], capture_output=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps({
    "status": done.returncode,
    "out": done.stdout.decode("utf-8", "replace"),
    "err": done.stderr.decode("utf-8", "replace"),
    "seconds": used.ru_utime + used.ru_stime,
    "memory": used.ru_maxrss // 1024,
}))
"""
"""The largest of all processes that the program starts is measured, by a small one that has no memory of its
own to speak of; seconds are those of the processor, since others may use the machine."""
linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux does")
pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")


def measured(*words: str, cwd: Path) -> dict[str, str]:
    """What the program says, when it has taken no more than it may."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert "Traceback" not in said["err"], said["err"]
    assert said["seconds"] <= SECONDS, said
    assert said["memory"] <= MEMORY_MB, said
    return said


def of(meant: Callable[[Bad], bool]) -> list[ParameterSet]:
    """The names of the bad files that are meant, as parameters of a test."""
    return [
        pytest.param(name, marks=pytest.mark.slow if bad.slow else ())
        for name, bad in BAD.items()
        if meant(bad)
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.csv").write_text(GOOD, encoding="utf-8")
    return tmp_path


@linux
@pytest.mark.parametrize("name", of(lambda bad: bad.command == "validate"))
def test_a_bad_file_beside_a_good_one(name: str, folder: Path) -> None:
    bad = BAD[name]
    (folder / bad.name).write_bytes(bad.make())
    said = measured("validate", ".", "--format", "json", "--lang", "en", cwd=folder)
    assert said["status"] == 1, said
    report = json.loads(said["out"])
    status = {file["path"]: file["status"] for file in report["files"]}
    assert status["good.csv"] == "ok"
    good = next(file for file in report["files"] if file["path"] == "good.csv")
    assert good["sheets"][0]["rows"] == 12
    if bad.reason is None:
        assert status[bad.name] == "errors"
        return
    assert status[bad.name] == "unreadable"
    (finding,) = [one for one in report["findings"] if one["path"] == bad.name]
    refusal = Finding(
        "sheet/unreadable", Severity.ERROR, bad.name, variant=bad.reason, params=finding["params"]
    )
    assert finding["message"] == Messages("en").text(refusal)
    if name == first_of(bad.reason):
        for language in LANGUAGES:
            done = run("validate", ".", "--format", "concise", "--lang", language, cwd=folder)
            assert done.stdout.startswith(f"{bad.name}: ")
            assert Messages(language).text(refusal) in done.stdout
            assert done.returncode == 1


def first_of(reason: str) -> str:
    """The first bad file that is refused for a reason: its sentence is looked at in each language."""
    return next(name for name, bad in BAD.items() if bad.reason == reason)


@linux
@pytest.mark.parametrize("name", of(lambda bad: bad.command != "validate"))
def test_a_copy_of_a_bad_file(name: str, folder: Path) -> None:
    bad = BAD[name]
    (folder / bad.name).write_bytes(bad.make())
    copy = "copy.xlsx" if bad.command == "annotate" else f"copy{Path(bad.name).suffix}"
    said = measured(bad.command, bad.name, "-o", copy, "--lang", "en", cwd=folder)
    assert (folder / copy).exists() == (bad.reason is None), said
    if bad.reason is not None:
        assert said["status"] == 1, said
        assert said["err"].startswith(f"{bad.name}"), said
    elif bad.command == "annotate":
        assert said["status"] == 1, said
        assert "only its values" in said["err"]
    else:
        assert said["status"] == 0, said


@pipes
@pytest.mark.slow
def test_what_is_no_file_is_left_out_or_refused(folder: Path) -> None:
    language = "de"
    os.mkfifo(folder / "pipe.csv")
    os.mkfifo(folder / "event.toml")
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        # The name of a socket may not be long.
        os.chdir(folder)
        listener.bind("socket.csv")
        os.chdir(here)
        done = run("validate", ".", "--format", "json", "--lang", language, cwd=folder)
        assert done.returncode == 0, done.stderr
        assert [file["path"] for file in json.loads(done.stdout)["files"]] == ["good.csv"]
        told = [Messages(language).label("note.skipped-no-file", path=name) for name in SPECIAL]
        assert done.stderr.splitlines() == told
        done = run("validate", "*.csv", "--lang", language, cwd=folder)
        assert done.returncode == 0, done.stderr
        done = run("validate", "pipe.csv", "socket.csv", "good.csv", "--lang", language, cwd=folder)
        assert done.returncode == 1, done.stderr
        refusal = Finding("sheet/unreadable", Severity.ERROR, "", variant="not-a-file")
        assert done.stdout.count(Messages(language).text(refusal)) == 2
        assert "good.csv: " in done.stdout
        done = run("watch", ".", "--once", "--lang", language, cwd=folder)
        assert done.returncode == 0, done.stderr
        assert done.stderr.splitlines() == told
        assert (folder / "good.csv Bericht.html").exists()
        for command in ("annotate", "fix"):
            assert run(command, "pipe.csv", "-o", "copy.xlsx", cwd=folder).returncode == 1


SPECIAL = ("event.toml", "pipe.csv", "socket.csv")


@pipes
@pytest.mark.parametrize(
    ("settings", "words", "said"),
    [
        ("", ("--baseline", "pipe.toml"), "The baseline pipe.toml cannot be read"),
        ("", ("--game", "pipe.toml"), "pipe.toml: the file of a game cannot be opened."),
        ('game = "pipe.toml"', (), "pipe.toml: the file of a game cannot be opened."),
    ],
)
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(
    settings: str, words: tuple[str, ...], said: str, folder: Path
) -> None:
    os.mkfifo(folder / "pipe.toml")
    (folder / "scorecheck.toml").write_text(settings, encoding="utf-8")
    done = run_program("validate", "good.csv", *words, cwd=folder)
    assert done.returncode == 2, done.stderr
    assert said in done.stderr, done.stderr


@pipes
@pytest.mark.slow
def test_what_another_program_writes_is_read(folder: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m scorecheck validate <(sleep 1; cat good.csv)'],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    assert "ok" in done.stdout
