"""The watched folder: whatever happens, every sheet ends up with just one report, of its last content.

``SCORECHECK_FILES=1000 pytest tests/slow/test_watch.py`` writes as many files as the figures in
``docs/reliability.md`` say; without it fewer.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from support import ROOT, run

GOOD = (ROOT / "samples" / "chouette" / "mcc-extra.csv").read_text(encoding="utf-8")
FAULTY = GOOD.replace("53/53", "53/52")
FILES = int(os.environ.get("SCORECHECK_FILES", "300"))
MADE_OF = re.compile(rb"made this of [0-9a-f]{64} -->\s*\Z")


def started(folder: Path, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "scorecheck", "watch", str(folder), "--lang", "en", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1"},
    )


def until(true: object, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def until_said(watcher: subprocess.Popen[str], words: str, seconds: float = 60.0) -> str:
    """What a watcher complains of, up to these words; on a busy machine they come late."""
    assert watcher.stderr is not None
    too_late = threading.Timer(seconds, watcher.kill)
    too_late.start()
    said = ""
    for line in watcher.stderr:
        said += line
        if words in said:
            break
    too_late.cancel()
    return said


def reports(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.report.html"))
    }


def test_many_files_while_the_watcher_is_killed(tmp_path: Path) -> None:
    chance = random.Random(7)
    folder = tmp_path / "drop ö"
    folder.mkdir()
    watcher = started(folder)
    final: dict[str, str] = {}
    try:
        for number in range(FILES):
            name = f"sheet {number:04}.csv"
            path = folder / name
            kind = chance.randrange(8)
            text = FAULTY if kind == 0 else f"Evening {number},,,,\n{GOOD}"
            if kind == 1:
                # Written in two goes, with a pause in which it is not whole.
                path.write_text(text[:40], encoding="utf-8")
                time.sleep(0.01)
            elif kind == 2:
                path.write_text(FAULTY, encoding="utf-8")
            elif kind == 3:
                (folder / f".{name}.part").write_text(text, encoding="utf-8")
                (folder / f".{name}.part").rename(path)
            path.write_text(text, encoding="utf-8")
            final[name] = text
            if kind == 4 and number > 10:
                gone = chance.choice(sorted(final))
                (folder / gone).unlink()
                del final[gone]
            if number % (FILES // 5) == FILES // 6:
                watcher.send_signal(signal.SIGKILL)
                watcher.wait(30)
                watcher = started(folder)
        wanted = {f"{name}.report.html" for name in final}
        until(lambda: set(reports(folder)) == wanted, 240)
        time.sleep(1.5)
        watcher.send_signal(signal.SIGTERM)
        assert watcher.wait(30) == 0
    finally:
        if watcher.poll() is None:
            watcher.kill()
        watcher.communicate()
    # What the last pass does not find done is done now; then nothing is left to do.
    run("watch", folder, "--once")
    first = reports(folder)
    assert set(first) == wanted
    assert all(MADE_OF.search(page) for page in first.values())
    for name, text in final.items():
        assert (folder / name).read_text(encoding="utf-8") == text
        faulty = b"chouette/control" in first[f"{name}.report.html"]
        assert faulty == (text == FAULTY), name
    times = {path: path.stat().st_mtime_ns for path in folder.rglob("*.report.html")}
    assert run("watch", folder, "--once").stdout == ""
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.report.html")} == times
    some = sorted(folder.rglob("*.report.html"))[:: FILES // 20]
    for path in some:
        path.unlink()
    run("watch", folder, "--once")
    assert reports(folder) == first
    assert not [path for path in folder.iterdir() if path.name.startswith(".scorecheck")]
    marked = {f"{name}.annotated.xlsx" for name, text in final.items() if text == FAULTY}
    assert {path.name for path in folder.iterdir()} == wanted | set(final) | marked


def test_a_sheet_that_changes_is_renamed_and_goes(tmp_path: Path) -> None:
    watcher = started(tmp_path)
    report = tmp_path / "a.csv.report.html"
    try:
        (tmp_path / "a.csv").write_text(GOOD, encoding="utf-8")
        until(report.exists)
        before = report.read_bytes()
        (tmp_path / "a.csv").write_text(FAULTY, encoding="utf-8")
        until(lambda: report.exists() and report.read_bytes() != before)
        (tmp_path / "a.csv").rename(tmp_path / "b.csv")
        until(lambda: not report.exists() and (tmp_path / "b.csv.report.html").exists())
        (tmp_path / "b.csv").unlink()
        until(lambda: not list(tmp_path.glob("*.report.html")))
        (tmp_path / "~$c.xlsx").write_bytes(b"lock")
        (tmp_path / "c.report.html").write_text("mine")
        watcher.send_signal(signal.SIGINT)
        assert watcher.wait(30) == 0
    finally:
        if watcher.poll() is None:
            watcher.kill()
    out, err = watcher.communicate()
    assert "a.csv: OK, see a.csv.report.html." in out
    assert "a.csv: 1 error, 0 warnings: see a.csv.report.html." in out
    assert err.rstrip().endswith("Stopped.")
    assert "Traceback" not in err
    assert (tmp_path / "c.report.html").read_text() == "mine"


def test_reports_below_another_folder_and_by_polling(tmp_path: Path) -> None:
    drop, out = tmp_path / "drop", tmp_path / "out"
    (drop / "round 1").mkdir(parents=True)
    watcher = started(drop, "--out", str(out), "--poll")
    try:
        (drop / "round 1" / "a.csv").write_text(FAULTY, encoding="utf-8")
        until((out / "round 1" / "a.csv.report.html").exists)
    finally:
        watcher.terminate()
        watcher.communicate()
    assert [path.name for path in (drop / "round 1").iterdir()] == ["a.csv"]


def test_once_says_whether_something_failed(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(GOOD, encoding="utf-8")
    assert run("watch", tmp_path, "--once").returncode == 0
    (tmp_path / "b.csv").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "huge.xlsx").write_bytes(b"PK\3\4 not whole")
    again = run("watch", tmp_path, "--once")
    assert again.returncode == 1
    assert again.stdout.splitlines() == [
        "b.csv: 1 error, 0 warnings: see b.csv.report.html.",
        "huge.xlsx: 1 error, 0 warnings: see huge.xlsx.report.html.",
    ]
    assert run("watch", tmp_path / "none", "--once").returncode == 2


def test_a_report_that_cannot_be_written_is_tried_again(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(GOOD, encoding="utf-8")
    (tmp_path / "a.csv.report.html").write_text("somebody's own page")
    result = run("watch", tmp_path, "--once")
    # As with every other command whose output cannot be written.
    assert result.returncode == 2
    assert "No report on a.csv yet" in result.stderr
    # There is no option that replaces it here.
    assert "Move it elsewhere, or rename it." in result.stderr
    assert "--force" not in result.stderr
    assert (tmp_path / "a.csv.report.html").read_text() == "somebody's own page"


def test_a_change_of_the_event_file_makes_all_anew(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(GOOD, encoding="utf-8")
    run("watch", tmp_path, "--once")
    before = reports(tmp_path)
    (tmp_path / "event.toml").write_text('[event]\nname = "Club"\ngame = "chouette"\npreset = "couette"\n')
    run("watch", tmp_path, "--once")
    assert reports(tmp_path).keys() == before.keys()
    assert reports(tmp_path) != before


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev/full")
def test_a_full_disk_is_waited_out(tmp_path: Path) -> None:
    drop, out = tmp_path / "drop", tmp_path / "out"
    drop.mkdir()
    mounted = (
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(out)],
            check=False,
            capture_output=True,
        )
        if out.mkdir() is None
        else None
    )
    if mounted is None or mounted.returncode:
        pytest.skip("a small disk cannot be mounted here")
    watcher = started(drop, "--out", str(out))
    try:
        (drop / "a.csv").write_text(GOOD, encoding="utf-8")
        said = until_said(watcher, "No report on a.csv yet")
        assert not list(out.rglob("*.report.html"))
        subprocess.run(["mount", "-o", "remount,size=16m", str(out)], check=True, capture_output=True)
        until((out / "a.csv.report.html").exists)
    finally:
        watcher.terminate()
        watcher.communicate()
        subprocess.run(["umount", str(out)], check=False, capture_output=True)
    assert "No report on a.csv yet" in said


def test_every_file_is_spoken_of_and_names_are_in_the_language(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "a.csv.report.html").write_text("of another language", encoding="utf-8")
    (tmp_path / "Einladung.pdf").write_bytes(b"%PDF-1.4")
    (tmp_path / "notizen.txt").write_text("Bier holen", encoding="utf-8")
    (tmp_path / "b.csv.part").write_text("half of it", encoding="utf-8")
    done = run("watch", tmp_path, "--once", "--lang", "de")
    assert "a.csv Bericht.html" in done.stdout
    assert (tmp_path / "a.csv Bericht.html").is_file()
    # What is not ours is kept, whatever it is called.
    assert (tmp_path / "a.csv.report.html").read_text(encoding="utf-8") == "of another language"
    said = [line.split(":")[0] for line in done.stderr.splitlines() if "Dateien dieser Art" in line]
    assert said == ["Einladung.pdf", "notizen.txt"]
    # In another language its report takes the place of that one.
    run("watch", tmp_path, "--once", "--lang", "nb")
    assert (tmp_path / "a.csv rapport.html").is_file()
    assert not (tmp_path / "a.csv Bericht.html").exists()
    (tmp_path / "a.csv").unlink()
    run("watch", tmp_path, "--once", "--lang", "en")
    assert not (tmp_path / "a.csv rapport.html").exists()
