"""The labels: none is missing, and none stands there for nobody."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorecheck.checks.words import data
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


def words() -> set[str]:
    """What stands in quotation marks in the program: each whole, and word by word."""
    quoted = {text for source in (*TEXTS, *SCRIPTS) for text in re.findall(r'"([^"\n]*)"', source)}
    folders = {path.name.replace("_", "-") for path in (ROOT / "src" / "scorecheck" / "games").iterdir()}
    found = quoted | folders | {word for text in quoted for word in _WORD.findall(text)}
    return {word for word in found if len(word) > 1 or word == "-"}


def put_together(name: str, known: set[str], most: int) -> bool:
    """Whether a name is made of up to so many known ones."""
    return name in known or (
        most > 1
        and any(name[:at] in known and put_together(name[at:], known, most - 1) for at in range(1, len(name)))
    )


def test_no_label_stands_there_for_nobody() -> None:
    """A label is used by its whole name, or put together from up to three names in the program."""
    whole = {key for text in TEXTS for key in re.findall(r'"([a-z][\w-]*\.[\w.-]+)"', text)}
    known = words() | set(data("layouts", "elsewhere.toml"))
    unused = sorted(key for key in labels() - whole if not put_together(key.rpartition(".")[2], known, 3))
    unused = [key for key in unused if not key.startswith("date.")]
    assert unused == []


def test_no_message_stands_there_for_nobody() -> None:
    """The same of the sentences beside the checks; what every rule has is tested with the rules."""
    known = words()
    unused: list[str] = []
    for path in sorted((ROOT / "src" / "scorecheck").rglob("messages/en.toml")):
        texts = tomllib.loads(path.read_text(encoding="utf-8"))
        keys = {key for key in leaves(texts) if not key.startswith("labels.")}
        names = {key: key.rpartition(".")[2] for key in keys}
        unused += [
            f"{path.parent.parent.name}: {key}"
            for key, name in names.items()
            if not put_together(name, known, 4)
        ]
    assert [
        key for key in unused if not key.endswith((".says", ".why", ".example", ".remedy", ".choice"))
    ] == []


def test_the_test_sees() -> None:
    assert _ASKED.findall('messages.label("report.title") t("page.x")') == ["report.title", "page.x"]
    assert Path(TEMPLATES / "labels" / "en.toml").is_file()
