"""What is printed, word by word as poppler sees it: no two words lie on one another, none is off the
page, a player's page is one page, whatever the names are."""

from __future__ import annotations

import csv
import os
import random
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from golden.small_event import HOSTILE_NAMES
from support import run

pytestmark = pytest.mark.skipif(
    shutil.which("pdftotext") is None and not os.environ.get("CI"), reason="poppler is not on this computer"
)

LONG_NAMES = (
    "Maximiliane-Friederike von und zu Hohenstein-Wallersdorf",
    "Ελένη Παπαδοπούλου-Κωνσταντινίδη",
    "Сергей Владимирович Преображенский",
    "Øystein Kristoffersen-Åsheim",
)
_SHARED = 0.35
# A column called sum is one of sums.
HOSTILE = (*(name for name in HOSTILE_NAMES if "sum" not in name), "Anna")
PRINTS = ("standings", "report", "players", "certificates", "sheets")
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
_WORD = re.compile(
    r'<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*?)</word>'
)


class Word(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    text: str

    @property
    def thick(self) -> float:
        """How high the letters are, also of a word that stands upright."""
        return min(self.right - self.left, self.bottom - self.top)


def pages(pdf: Path) -> list[tuple[float, float, list[Word]]]:
    """The words of each page, with its width and height, in points."""
    done = subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, check=True)
    return [
        (
            float(width),
            float(height),
            [Word(*map(float, found[:4]), found[4]) for found in _WORD.findall(body)],  # type: ignore[arg-type]
        )
        for width, height, body in _PAGE.findall(done.stdout.decode())
    ]


def on_one_another(words: list[Word]) -> list[tuple[str, str]]:
    """The words that lie on others."""
    found: list[tuple[str, str]] = []
    ordered = sorted(words, key=lambda word: word.top)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.top >= one.bottom:
                break
            high = min(one.bottom, other.bottom) - other.top
            wide = min(one.right, other.right) - max(one.left, other.left)
            # Boxes are as high as the font, so that those of two lines of a text share a little.
            if min(high, wide) > _SHARED * min(one.thick, other.thick):
                found.append((one.text, other.text))
    return found


def event(folder: Path, names: tuple[str, ...], rounds: int) -> None:
    """Sheets of Doppelkopf, 20 games each."""
    luck = random.Random(7)
    for number in range(1, rounds + 1):
        (folder / f"Runde {number}").mkdir(parents=True)
        order = luck.sample(names, len(names))
        for table in range(len(names) // 4):
            path = folder / f"Runde {number}" / f"Tisch {table + 1}.csv"
            with path.open("w", newline="", encoding="utf-8") as file:
                sheet = csv.writer(file)
                sheet.writerow(("Spiel", *order[4 * table : 4 * table + 4], "Kontrolle"))
                for game in range(1, 21):
                    value, winners = luck.randint(1, 6), luck.sample(range(4), 2)
                    sheet.writerow((game, *(value if seat in winners else -value for seat in range(4)), 0))


@pytest.mark.parametrize(
    ("names", "rounds"),
    [
        (LONG_NAMES, 1),
        ((*LONG_NAMES, "Anna", "Bernd", "Chris", "Dora"), 3),
        (HOSTILE, 2),
        ((*LONG_NAMES, *(f"Anna-Lena Bergmann {at}" for at in range(36))), 5),
    ],
    ids=["4", "8", "hostile", "40"],
)
def test_words_stand_apart(tmp_path: Path, names: tuple[str, ...], rounds: int) -> None:
    event(tmp_path / "in", names, rounds)
    asked = [word for kind in PRINTS if kind != "standings" for word in ("--print", kind)]
    done = run("report", tmp_path / "in", "-o", tmp_path / "out", "--lang", "de", "--quiet", *asked)
    assert done.returncode == 0, done.stderr
    for kind in PRINTS:
        printed = pages(tmp_path / "out" / f"{kind}.pdf")
        assert printed, kind
        for number, (width, height, words) in enumerate(printed, start=1):
            assert words, (kind, number)
            assert on_one_another(words) == [], (kind, number)
            assert all(word.left >= 0 and word.right <= width + 1 for word in words), (kind, number)
            assert all(word.top >= 0 and word.bottom <= height for word in words), (kind, number)
    if names != HOSTILE:
        assert len(pages(tmp_path / "out" / "players.pdf")) == len(names)


@pytest.mark.parametrize("names", [LONG_NAMES, HOSTILE[-4:]], ids=["long", "hostile"])
@pytest.mark.parametrize("layout", ["points", "totals", "detail", "rounds"])
def test_blank_sheets_hold_on_one_page(tmp_path: Path, layout: str, names: tuple[str, ...]) -> None:
    file = tmp_path / "a.pdf"
    call = ("new", "doppelkopf", "--layout", layout, "--players", ",".join(names), "-o", file)
    done = run(*call, "--lang", "de")
    assert done.returncode == 0, done.stderr
    ((width, _, words),) = pages(file)
    assert on_one_another(words) == []
    assert all(word.left >= 0 and word.right <= width for word in words)


def test_the_eye_of_the_test_sees() -> None:
    words = [Word(0, 0, 30, 10, "one"), Word(20, 2, 50, 12, "other"), Word(0, 14, 30, 24, "below")]
    assert on_one_another(words) == [("one", "other")]
    assert all(not on_one_another([one, other]) for one, other in pairwise(words[1:]))
