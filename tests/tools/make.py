"""Makes all that is made from the program, and says which files changed: ``python -m tests.tools.make``.

The schemas of the games' sheets, the findings of the samples, the rules' pages, the man pages, the list of
what is public, and what the guides quote; the pictures of the guides are made by ``make_guide.py`` alone.
The recorded texts beside the cases are no part of it: they are looked at one by one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parents[1]
MADE = {
    "make_schemas.py": "schemas",
    "make_sample_findings.py": "samples/findings.json",
    "make_rule_pages.py": "docs/rules",
    "make_man_page.py": "docs",
    "make_public.py": "tests/public",
    "make_guide.py --texts": "docs",
}
"""Each tool with what it makes."""


def contents(place: Path) -> dict[Path, bytes]:
    """A file, or those in a folder, with their bytes."""
    files = place.rglob("*") if place.is_dir() else [place]
    return {path: path.read_bytes() for path in files if path.is_file()}


def make(tool: str, place: Path) -> list[Path]:
    """Runs a tool; the files that are other, new or gone then."""
    before = contents(place)
    name, *options = tool.split()
    subprocess.run([sys.executable, TOOLS / name, *options], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    after = contents(place)
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


if __name__ == "__main__":
    changed = [path for tool, place in MADE.items() for path in make(tool, ROOT / place)]
    for path in changed:
        print(path.relative_to(ROOT).as_posix())
    print(f"{len(changed)} files changed" if changed else "nothing changed")
