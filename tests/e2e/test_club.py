"""What an event file says of the club stands on its pages and prints."""

from __future__ import annotations

import base64
import shutil
from pathlib import Path

import pytest

from support import ROOT, run

_DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
CLUB = '\n[club]\nname = "Skatfreunde <Süd>"\nlogo = "logo.png"\nfooter = "Am Markt 1 & Co."\n'


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "samples" / "events" / "tcg", tmp_path / "evening")
    (tmp_path / "evening" / "logo.png").write_bytes(_DOT)
    return tmp_path / "evening"


def say(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_name_logo_and_footer_stand_on_the_page_and_in_the_prints(evening: Path, tmp_path: Path) -> None:
    say(evening / "event.toml", CLUB)
    done = run("report", "evening", "-o", "out", "--print", "report", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert '<p class="club">Skatfreunde &lt;Süd&gt;</p>' in page
    assert "<p>Am Markt 1 &amp; Co.</p>" in page
    assert base64.b64encode(_DOT).decode() in page
    for name in ("standings.pdf", "report.pdf"):
        assert b"/Subtype /Image" in (tmp_path / "out" / name).read_bytes().replace(
            b"/Subtype/Image", b"/Subtype /Image"
        )


def test_standings_of_a_season_bear_its_club(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples" / "events" / "season", tmp_path / "season")
    say(tmp_path / "season" / "season.toml", '\n\n[club]\nname = "Doppelkopf Nord"\n')
    done = run("rank", "season", "-o", "a.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert '<p class="club">Doppelkopf Nord</p>' in (tmp_path / "a.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("logo", ["none.png", "../logo.png", "event.toml"])
def test_a_logo_that_is_none_is_said(evening: Path, tmp_path: Path, logo: str) -> None:
    (tmp_path / "logo.png").write_bytes(_DOT)
    say(evening / "event.toml", f'\n[club]\nlogo = "{logo}"\n')
    done = run("report", "evening", "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert Path(logo).name in done.stderr
    assert not (tmp_path / "out").exists()
