"""The labels: none is missing, and none stands there for nobody."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorecheck.resources import data_folder
from support import ROOT

TEMPLATES = data_folder("templates")
SOURCES = [
    *(ROOT / "src").rglob("*.py"),
    *(ROOT / "src").rglob("*.toml"),
    *TEMPLATES.rglob("*.j2"),
    *TEMPLATES.rglob("*.typ"),
]
SCRIPTS = [path.read_text(encoding="utf-8") for path in (ROOT / "page" / "src").glob("*.js")]
TEXTS = [path.read_text(encoding="utf-8") for path in SOURCES if "messages" not in path.parts]
_ASKED = re.compile(r"""(?:\blabel|\bt)\(\s*"([a-z][a-z-]*\.[\w.-]+)\"""")
_OF_THE_PAGE = re.compile(r"""\bt\("([a-z][\w.]*)"\)""")
_WORD = re.compile(r"[\w-]+")


def leaves(table: dict[str, Any], above: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{above}{key}.")
        else:
            yield above + key


def labels() -> set[str]:
    return set(leaves(tomllib.loads((TEMPLATES / "labels" / "en.toml").read_text(encoding="utf-8"))))


def test_what_is_asked_for_by_its_whole_name_is_there() -> None:
    asked = {key for text in TEXTS for key in _ASKED.findall(text)}
    assert len(asked) > 80
    of_the_page = {f"app.{key}" for text in SCRIPTS for key in _OF_THE_PAGE.findall(text)}
    assert len(of_the_page) > 30
    assert (asked | of_the_page) - labels() == set()


def test_no_label_stands_there_for_nobody() -> None:
    """A label is used by its whole name, or put together from up to three names in the program."""
    whole = {key for text in TEXTS for key in re.findall(r'"([a-z][\w-]*\.[\w.-]+)"', text)}
    words = {
        word
        for text in (*TEXTS, *SCRIPTS)
        for quoted in re.findall(r'"([^"\n]*)"', text)
        for word in _WORD.findall(quoted)
    }
    folders = {path.name.replace("_", "-") for path in (ROOT / "src" / "scorecheck" / "games").iterdir()}
    known = words | folders

    def used(name: str) -> bool:
        return parts(name, 3)

    def parts(name: str, most: int) -> bool:
        return name in known or (
            most > 1 and any(name[:at] in known and parts(name[at:], most - 1) for at in range(1, len(name)))
        )

    unused = sorted(key for key in labels() - whole if not used(key.rpartition(".")[2]))
    unused = [key for key in unused if not key.startswith("date.")]
    assert unused == []


def test_the_test_sees() -> None:
    assert _ASKED.findall('messages.label("report.title") t("page.x")') == ["report.title", "page.x"]
    assert Path(TEMPLATES / "labels" / "en.toml").is_file()
