"""Helps that the tests share."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from unittest.mock import patch

import pytest
from _pytest.mark import ParameterSet

from scorecheck.games import registry
from scorecheck.model.outcome import Checked, CheckedFile
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from scorecheck.reports.messages import LANGUAGES, Messages

MESSAGES = {lang: Messages(lang) for lang in LANGUAGES}
"""Read once: most tests ask them for a sentence or two."""
ROOT = Path(__file__).resolve().parents[1]


def needs(module: str, extra: str = "test") -> None:
    """Skips a test where a package is absent; in CI, where nothing may pass unseen, the test fails."""
    if sys.modules.get(module, module) is None or find_spec(module) is None:
        _absent(f"{module} is not installed: pip install 'scorecheck[{extra}]'")


def program(*names: str) -> str:
    """The path of the first of these programs that is there; without one as ``needs``."""
    path = next(filter(None, map(shutil.which, names)), None)
    return _absent(f"{' or '.join(names)} is not installed") if path is None else path


def but_slow(all_of: Iterable[Any], *quick: Any) -> list[ParameterSet]:
    """What a test is tried with: in the fast suite a few that stand for the others, which are slow tests."""
    return [pytest.param(one, marks=() if one in quick else pytest.mark.slow) for one in all_of]


def _absent(said: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(said)
    pytest.skip(said)


def checked(data: str | bytes, name: str = "sheet.csv", **wanted: str) -> CheckedFile:
    """One file, checked; a crash of a check fails the test."""
    return only(check(data, name, **wanted))


def check(data: str | bytes, name: str = "sheet.csv", **wanted: Any) -> Checked:
    raw = data.encode() if isinstance(data, str) else data
    if "preset" in wanted and "game" not in wanted:
        wanted["game"] = game_of_preset(wanted["preset"])
    return check_bytes(raw, name, name, Settings(Wanted(**wanted)))


GAMES = [
    ["Anna", "Bernd", "Chris", "Dora"],
    [2, 2, -2, -2],
    [-1, 1, 1, -1],
    [3, -1, -1, -1],
    [-2, -2, 2, 2],
    [1, -1, 1, -1],
    [2, -2, -2, 2],
]
"""A right sheet of Doppelkopf."""


def workbook(**sheets: Sequence[Sequence[object]]) -> io.BytesIO:
    """A workbook with these rows on its sheets; an empty text leaves its cell empty."""
    import openpyxl

    book = openpyxl.Workbook()
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([None if cell == "" else cell for cell in row])
    del book["Sheet"]
    data = io.BytesIO()
    book.save(data)
    data.seek(0)
    return data


def mend_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has findings told without their repairs, as where the budget is spent at once."""

    def unmended(*given: Any) -> tuple[Any, bool]:
        findings = given[0].findings
        return findings, True

    monkeypatch.setattr("scorecheck.repair.findings.with_repairs", unmended)


def write_event(case: Mapping[str, Any], folder: Path) -> None:
    """Writes the event file and the sheets of a case."""
    (folder / "event.toml").write_text(case["event"], encoding="utf-8")
    for name, text in case["sheets"].items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")


def game_of_preset(preset: str) -> str:
    return next(game for game in registry.GAMES if preset in registry.load(game).presets)


def only(result: Checked) -> CheckedFile:
    assert result.crashes == ()
    (file,) = result.files
    return file


def found(file: CheckedFile) -> list[tuple[str, str | None, str]]:
    """The findings as rule, cell and severity, in their order."""
    return [(f.rule, f.cell.a1 if f.cell else None, f.severity.word) for f in file.findings]


class Done(NamedTuple):
    """What the program gave, as of a process that has ended."""

    returncode: int
    stdout: Any
    stderr: Any


def run(
    *args: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    input: str | bytes = b"",  # noqa: A002 - as subprocess calls it
    encoding: str = "utf-8",
    text: bool = True,
    workers: bool = False,
) -> Done:
    """The program, as somebody types it. It runs in this process: to start one costs more than most commands.

    What a process is the point of (signals, limits, a broken pipe, imports) starts one: ``run_program``.
    Nor do files go to ``workers``, where no number is given: a copy of the tests costs more than a sheet.
    """
    from scorecheck.cli.main import main
    from scorecheck.many_files import workers as many

    given = io.TextIOWrapper(io.BytesIO(input.encode() if isinstance(input, str) else input), "utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, newline="") for _ in range(2))
    status: Any = None
    with (
        contextlib.chdir(cwd or ROOT),
        patch.dict(os.environ, _environment(env), clear=True),
        patch.multiple(sys, argv=["scorecheck", *map(str, args)], stdin=given, stdout=out, stderr=err),
        # Made for a process that ends after it: here everything would be kept for good.
        patch.object(gc, "freeze"),
        patch.object(many, "POSSIBLE", workers or "--jobs" in args),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code
        out.flush()
        err.flush()
    told = [stream.buffer.getvalue() for stream in (out, err)]  # type: ignore[attr-defined]
    return Done(status or 0, *(one.decode(encoding) if text else one for one in told))


def run_program(*args: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> Done:
    """The program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "scorecheck", *map(str, args)],
        cwd=cwd or ROOT,
        env=_environment(env),
        capture_output=True,
        check=False,
        timeout=120,
        encoding="utf-8",
    )
    return Done(done.returncode, done.stdout, done.stderr)


def _environment(more: Mapping[str, str] | None) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in {"LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR"}}
    return kept | {"LANG": "C.UTF-8", "PYTHONUTF8": "1"} | dict(more or {})
