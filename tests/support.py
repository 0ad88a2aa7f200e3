"""Helps that the tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorecheck.games import registry
from scorecheck.model.outcome import Checked, CheckedFile
from scorecheck.pipeline import Settings, check_bytes
from scorecheck.recognition import Wanted

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parents[1]


def checked(data: str | bytes, name: str = "sheet.csv", **wanted: str) -> CheckedFile:
    """One file, checked; a crash of a check fails the test, and so does a change of what was recorded."""
    from recorded import held_in_test

    file = only(check(data, name, **wanted))
    held_in_test(file)
    return file


def check(data: str | bytes, name: str = "sheet.csv", **wanted: Any) -> Checked:
    raw = data.encode() if isinstance(data, str) else data
    if "preset" in wanted and "game" not in wanted:
        wanted["game"] = game_of_preset(wanted["preset"])
    return check_bytes(raw, name, name, Settings(Wanted(**wanted)))


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


def run(*args: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None, **more: Any) -> Any:
    """The program itself, in a process of its own."""
    environment = {
        k: v for k, v in os.environ.items() if k not in {"LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR"}
    }
    environment |= {"LANG": "C.UTF-8", "PYTHONUTF8": "1"} | (env or {})
    more.setdefault("text", True)
    if more["text"]:
        more.setdefault("encoding", "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "scorecheck", *map(str, args)],
        cwd=cwd or ROOT,
        env=environment,
        capture_output=True,
        check=False,
        timeout=120,
        **more,
    )
