"""Wherever it runs, the results are the same: time zones, locales, encodings, the working folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT, but_slow, run

EVENT = ROOT / "samples" / "events" / "tcg-faulty"
PLACES = [
    {"TZ": "UTC", "LC_ALL": "C"},
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    {"TZ": "America/St_Johns", "LC_ALL": "de_DE.UTF-8", "PYTHONUTF8": "0", "PYTHONHASHSEED": "7"},
    {"TZ": "XYZ+25", "LC_ALL": "nonsense", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "cp1252"},
]


def ran(*args: str | Path, cwd: Path, **place: str) -> subprocess.CompletedProcess[bytes]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "TZ", "PYTHONUTF8"))}
    return subprocess.run(
        [sys.executable, "-m", "scorecheck", *map(str, args)],
        cwd=cwd,
        env=kept | place,
        capture_output=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return outputs(tmp_path_factory.mktemp("first"), PLACES[0])


def outputs(folder: Path, place: dict[str, str]) -> dict[str, bytes]:
    """All that the main job writes, and what the commands print."""
    done = ran("process", EVENT, "-o", folder / "out", "--lang", "de", cwd=EVENT.parent, **place)
    assert done.returncode == 1, done.stderr
    found = {path.name: path.read_bytes() for path in (folder / "out").iterdir()}
    # In files, for a console shows what its encoding can.
    targets = {name: folder / name for name in ("json", "csv", "sarif")}
    wanted = [word for name, path in targets.items() for word in ("--output", f"{name}:{path}")]
    ran("validate", EVENT, *wanted, "--lang", "de", cwd=EVENT.parent, **place)
    return found | {f"validate {name}": path.read_bytes() for name, path in targets.items()}


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES[1:], ids=lambda place: place["TZ"])
def test_the_results_are_the_same(place: dict[str, str], first: dict[str, bytes], tmp_path: Path) -> None:
    found = outputs(tmp_path, place)
    assert found.keys() == first.keys()
    assert [name for name in found if found[name] != first[name]] == []


@pytest.mark.parametrize(
    "encoding", but_slow(["cp1252", "cp850", "ascii", "utf-8", "utf-16"], "cp850", "ascii")
)
@pytest.mark.parametrize(
    "args",
    [
        ("validate", EVENT),
        ("rank", EVENT, "--format", "json"),
        ("explain", "doppelkopf/zero-sum"),
        ("explain", "yatzy/value"),
        ("rules", "chouette"),
        ("games",),
        ("--help",),
        ("inspect", ROOT / "tests" / "corpus" / "cells" / "minus-signs.csv"),
        ("validate", ROOT / "tests" / "corpus" / "cells" / "minus-signs.csv"),
    ],
    ids=lambda args: " ".join(str(arg) for arg in args)[-24:] if isinstance(args, tuple) else None,
)
def test_no_console_is_too_small(args: tuple[str | Path, ...], encoding: str) -> None:
    """A German Windows terminal cannot show ``−``; what cannot be shown is written otherwise."""
    done = run(*args, env={"LANG": "de_DE"}, encoding=encoding)
    assert done.returncode in {0, 1}
    said = done.stdout + done.stderr
    assert said
    assert "Traceback" not in said
    assert "A fault in scorecheck itself" not in said


def test_a_workbook_that_scorecheck_wrote_is_left_out_of_its_folder_and_read_if_named(tmp_path: Path) -> None:
    game = "Spiel,Anna,Bernd,Chris,Dora\n1,1,1,-1,-1\n2,3,-1,-1,-1\n3,-2,2,-2,2\n"
    game += "4,-1,-1,1,1\n5,6,-2,-2,-2\n6,4,-4,-4,4\n7,-3,-3,3,3\n"
    (tmp_path / "a.csv").write_text(game)
    written = run("annotate", "a.csv", "-o", "b.xlsx", cwd=tmp_path)
    assert (written.returncode, written.stderr) == (0, "Written: b.xlsx\n")
    folder = run("validate", ".", cwd=tmp_path)
    assert (folder.returncode, folder.stderr) == (0, "b.xlsx: left out, scorecheck wrote it.\n")
    assert "1 file checked" in folder.stdout
    named = run("validate", ".", "b.xlsx", cwd=tmp_path)
    agree = "a.csv and b.xlsx are sheets of one table, and say the same. The table is counted once.\n"
    assert (named.returncode, named.stderr) == (0, f"{agree}Both sheets are right.\n")
    assert "2 files checked" in named.stdout
