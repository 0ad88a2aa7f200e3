"""The guides of one page: their commands run on the samples, and what they quote is what is printed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from support import ROOT, run
from tools.make_guide import GUIDES, SHOWN, place_of, refreshed

_LARGEST = 150_000
LANGUAGES = pytest.mark.parametrize("lang", list(GUIDES))


@pytest.mark.slow
@LANGUAGES
def test_a_guide_quotes_what_is_printed(lang: str, tmp_path: Path) -> None:
    """Where this fails: ``python tests/tools/make_guide.py``, and read what is other."""
    text = GUIDES[lang].read_text(encoding="utf-8")
    assert refreshed(text, tmp_path) == text
    assert all((tmp_path / place_of(one, lang)).is_file() for one in SHOWN)


def test_a_guide_quotes_what_is_said_of_a_sheet(tmp_path: Path) -> None:
    """The steps that print nothing on paper."""
    text = GUIDES["de"].read_text(encoding="utf-8")
    steps = text[text.index("```sh\nscorecheck validate") : text.index("```sh\nscorecheck process")]
    assert refreshed(steps, tmp_path) == steps


@LANGUAGES
def test_a_guide_shows_each_picture_and_none_is_large(lang: str) -> None:
    guide = GUIDES[lang]
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", guide.read_text(encoding="utf-8"))
    assert [Path(one).name.split(".")[:2] for one in shown] == [[one.name, lang] for one in SHOWN]
    for one in shown:
        assert 1_000 < (guide.parent / one).resolve().stat().st_size < _LARGEST


def test_the_guides_have_the_same_steps() -> None:
    steps = {
        lang: re.findall(r"^scorecheck (\w+)", guide.read_text(encoding="utf-8"), re.MULTILINE)
        for lang, guide in GUIDES.items()
    }
    assert steps["en"] == steps["de"] == steps["nb"]
    assert set(steps["en"]) == {"new", "validate", "fix", "process", "report", "rank"}


@pytest.mark.slow
def test_what_a_guide_quotes_is_replaced(tmp_path: Path) -> None:
    stale = "```sh\nscorecheck rank samples/events/season --lang en\n```\n\n```text\nold\n```\n\nAfter.\n"
    made = refreshed(stale, tmp_path)
    assert "old" not in made
    assert made.startswith("```sh\nscorecheck rank")
    assert "Winterrunde 2015" in made
    assert made.endswith("```\n\nAfter.\n")


def test_the_readme_quotes_what_is_printed() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^```text\n\$ scorecheck ([^\n]+)\n(.+?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(quoted) > 1
    for command, said in quoted:
        lines = run(*shlex.split(command), cwd=ROOT).stdout.splitlines()
        printed = "\n".join(line.rstrip() for line in lines)
        assert printed == said.rstrip(), command


def test_the_readme_shows_the_page_and_the_print() -> None:
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").split("## Try it")[0]
    for name in ("report.en.webp", "season.en.png"):
        assert f"/docs/pictures/{name}" in first_screen
