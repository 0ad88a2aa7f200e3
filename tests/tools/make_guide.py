"""Refreshes the guides, ``docs/*guide.md``, and their pictures from the samples.

python tests/tools/make_guide.py [--texts]

After each block of ``sh`` in a guide stands what its commands print, and its pictures are of what they
write. The pictures want chromium and pdftoppm; where these are missing, and with
``--texts``, only the texts are made.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
GUIDES = {
    lang: ROOT / "docs" / path
    for lang, path in (("en", "guide.md"), ("de", "de/guide.md"), ("nb", "nb/guide.md"))
}
WIDTH, HEIGHT = 900, 820
"""The size of the window in which a page is shown."""

_STEP = re.compile(r"```sh\n(?P<commands>.*?)```\n(?:\n```text\n.*?```\n)?", re.DOTALL)


class Picture(NamedTuple):
    """A picture of what a guide's commands write."""

    name: str
    file: str
    page: int = 1
    part: float = 1
    """How much of the page is shown, from above."""


SHOWN = (
    Picture("blank", "blank.pdf"),
    Picture("report", "evening/index.html"),
    Picture("sheet", "print/sheets.pdf"),
    Picture("player", "print/players.pdf"),
    Picture("season", "season/standings.pdf", part=0.5),
)


_WRITTEN = {
    "de": {"blank.pdf": "leer.pdf", "evening": "abend", "print": "druck", "season": "saison"},
    "nb": {"blank.pdf": "tomt.pdf", "evening": "kveld", "print": "utskrift", "season": "sesong"},
}
"""What the commands of a guide call the files and folders that they write, where not in English."""


def place_of(picture: Picture, lang: str) -> Path:
    """What a picture shows, in the folder in which the commands of a guide ran."""
    first, *rest = Path(picture.file).parts
    return Path(_WRITTEN.get(lang, {}).get(first, first), *rest)


def refreshed(text: str, folder: Path) -> str:
    """A guide whose commands ran in a folder, one after the other, with what each printed."""
    shutil.copytree(ROOT / "samples", folder / "samples")

    def step(found: re.Match[str]) -> str:
        printed = "".join(_printed(line, folder) for line in found["commands"].splitlines())
        # A block may not be left empty: then there is nothing to quote.
        quoted = f"\n```text\n{printed}```\n" if printed else ""
        return f"```sh\n{found['commands']}```\n{quoted}"

    return _STEP.sub(step, text)


def _printed(line: str, folder: Path) -> str:
    """What a command says on the screen; it must do what it should, and may find mistakes."""
    import shlex

    program, *arguments = shlex.split(line)
    assert program == "scorecheck", line
    done = subprocess.run(
        [sys.executable, "-m", "scorecheck", *arguments],
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode in {0, 1}, (line, done.stderr)
    return "\n".join(one.rstrip() for one in done.stdout.splitlines()) + "\n" if done.stdout else ""


def pictures(folder: Path, lang: str) -> None:
    """The pictures of what a guide's commands wrote into a folder."""
    for one in SHOWN:
        source = folder / place_of(one, lang)
        if source.suffix == ".pdf":
            _of_print(source, one, PICTURES / f"{one.name}.{lang}")
        else:
            _of_page(source, PICTURES / f"{one.name}.{lang}.webp")


def _of_print(source: Path, one: Picture, target: Path) -> None:
    # A4 at 72 points an inch, shown at 80.
    high = round(842 * 80 / 72 * one.part)
    page = ["-f", str(one.page), "-l", str(one.page), "-singlefile"]
    size = ["-r", "80", "-x", "0", "-y", "0", "-W", "662", "-H", str(high)]
    # Poppler takes the false of a tagged PDF's Suspects for a fault, and says so.
    subprocess.run(["pdftoppm", "-png", "-q", *page, *size, source, target], check=True)


def _of_page(source: Path, target: Path) -> None:
    import base64

    sys.path.insert(0, str(ROOT / "tests"))
    from browser.chromium import Browser

    with TemporaryDirectory() as profile, Browser(Path(profile)) as browser:
        browser.send("Emulation.setScrollbarsHidden", hidden=True)
        browser.open(source, width=WIDTH, height=HEIGHT)
        shot = browser.send("Page.captureScreenshot", format="webp", quality=80)
        target.write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    can_show = (
        "--texts" not in sys.argv
        and shutil.which("chromium") is not None
        and shutil.which("pdftoppm") is not None
    )
    for language, guide in GUIDES.items():
        with TemporaryDirectory() as place:
            guide.write_text(refreshed(guide.read_text(encoding="utf-8"), Path(place)), encoding="utf-8")
            if can_show:
                pictures(Path(place), language)
    print("guides and pictures" if can_show else "guides without their pictures")
