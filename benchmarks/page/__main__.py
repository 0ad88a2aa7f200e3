"""Measures the page: ``python -m benchmarks.page [RUNS]``. Wants a quiet computer and headless Chromium."""

from __future__ import annotations

import base64
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from page.build import LATER
from page.driving import built, node_modules, program, served
from scorecheck.reports.workbooks import saved

_GAMES = 24
_PATTERNS = ((1, 1, -1, -1), (1, -1, 1, -1), (1, -1, -1, 1), (3, -1, -1, -1))


def main() -> None:
    """Measures, and prints the table."""
    runs = sys.argv[1] if len(sys.argv) > 1 else "10"
    folder = built()
    choose = random.Random(21)
    faulty = [_named("tisch.xlsx", _workbook(choose, slip=True))]
    plan: dict[str, Any] = {
        "program": program("chromium"),
        "workbook": faulty,
        "text": [_named("tisch.csv", _text(choose))],
        "next": [[_named(f"next{at}.xlsx", _workbook(choose, slip=True))] for at in range(10)],
        "many": [
            _named(
                f"turnier/runde{1 + at // 25}/tisch{at % 25 + 1}.xlsx",
                _workbook(choose, slip=at % 10 == 0, who=at % 25 + 1),
            )
            for at in range(100)
        ],
    }
    with tempfile.TemporaryDirectory() as temporary, served(folder / "site") as address:
        place = Path(temporary) / "plan.json"
        place.write_text(json.dumps(plan), encoding="utf-8")
        script = str(Path(__file__).with_name("measure.mjs"))
        call = ["node", script, (folder / "scorecheck.html").as_uri(), address, str(place), runs]
        environment = {**os.environ, "SCORECHECK_NODE_MODULES": str(node_modules())}
        done = subprocess.run(call, env=environment, check=True, capture_output=True, encoding="utf-8")
    found = json.loads(done.stdout)
    # Asked for after the first answer, or when somebody prints or writes a workbook.
    later = {path.name for part in LATER for path in (folder / "site").glob(f"{part}.zip*")}
    size = (folder / "scorecheck.html").stat().st_size / 1e6
    first = (
        sum(_sent(path) for path in (folder / "site").iterdir() if path.name not in {"offline.js", *later})
        / 1e6
    )
    for name, value, most in (
        ("scorecheck.html, MB", size, 14),
        ("site, first visit, MB", first, 9),
        ("single file, opened to the findings of a 24-game .xlsx, s", found["single"], 3.5),
        ("site, second visit, the same, s", found["second"], 2.5),
        ("next .xlsx of 24 games, s", found["next"], 0.15),
        ("100 .xlsx, standings shown, s", found["many"], 5),
        ("site: PDF of standings, first, s", found["pdf"], 8),
        ("site: PDF of standings, next, s", found["pdfAgain"], 1.5),
        ("longest block of the main thread, ms", found["block"], 100),
    ):
        print(f"{name:60} {value:8.2f}   at most {most}")
    print("start of the single file, ms:", found["phases"])


def _sent(path: Path) -> int:
    """What a file is when it is sent: the page itself is packed by the server."""
    data = path.read_bytes()
    return len(data) if path.suffix == ".gz" else len(gzip.compress(data, 6))


def _named(name: str, data: bytes) -> tuple[str, str]:
    return name, base64.b64encode(data).decode()


def _games(choose: random.Random, *, slip: bool, who: int = 0) -> list[list[object]]:
    names = [f"{name}{who or ''}" for name in ("Anna", "Bernd", "Chris", "Dora")]
    rows: list[list[object]] = [list(names)]
    for _ in range(_GAMES):
        value, sign = choose.randint(1, 6), choose.choice((1, -1))
        rows.append([value * sign * part for part in choose.choice(_PATTERNS)])
    rows.append([sum(int(str(row[at])) for row in rows[1:]) for at in range(4)])
    if slip:
        row, at = choose.randint(2, _GAMES - 1), choose.randint(0, 3)
        rows[row][at] = -int(str(rows[row][at]))
    return rows


def _workbook(choose: random.Random, *, slip: bool, who: int = 0) -> bytes:
    book = Workbook()
    for row in _games(choose, slip=slip, who=who):
        book.worksheets[0].append(row)
    return saved(book)


def _text(choose: random.Random) -> bytes:
    return "\n".join(",".join(map(str, row)) for row in _games(choose, slip=True)).encode()


if __name__ == "__main__":
    main()
