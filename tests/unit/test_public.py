"""What is public does not change unseen: not without a diff of its list, and a line of the changelog."""

from __future__ import annotations

import json
import sys
from itertools import pairwise

import pytest

from scorecheck import __version__
from support import ROOT

sys.path.insert(0, str(ROOT / "tests" / "tools"))
from make_public import FOLDER, differences, keys, sections, text, unnamed

CHANGELOG = sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
VERSIONS = sorted(
    (path.stem for path in FOLDER.glob("*.json")), key=lambda v: [int(part) for part in v.split(".")]
)


def test_the_list_is_what_the_program_offers() -> None:
    listed = (FOLDER / f"{__version__}.json").read_text(encoding="utf-8")
    assert listed == text(), "run tests/tools/make_public.py, and name each change in CHANGELOG.md"


def test_the_newest_list_is_that_of_this_version() -> None:
    assert VERSIONS[-1] == __version__
    assert set(VERSIONS) <= set(CHANGELOG)


@pytest.mark.parametrize(("before", "after"), [*pairwise(VERSIONS)])
def test_the_changelog_names_every_change(before: str, after: str) -> None:
    one, other = (json.loads((FOLDER / f"{v}.json").read_text(encoding="utf-8")) for v in (before, after))
    assert unnamed(one, other, CHANGELOG[after]) == []


OLD = {
    "exit-status": {"wrong use": 2},
    "rules": {"a/b": "error", "a/c": "error"},
    "commands": {"rank": ["--lang"]},
    "schemas": {"report": ["findings[].row: integer", "tool?.name: string"]},
}


@pytest.mark.parametrize(
    ("new", "names"),
    [
        ({}, set()),
        ({"exit-status": {"wrong use": 4}}, {"wrong use"}),
        ({"rules": {"a/b": "warning", "a/d": "error"}}, {"a/b", "a/c", "a/d"}),
        ({"commands": {"rank": []}}, {"--lang"}),
        ({"commands": {"rank": ["--lang"], "new": ["-o"]}}, {"-o"}),
        (
            {"schemas": {"report": ["findings[].row: string", "tool?.name: string"]}},
            {"findings[].row: integer", "findings[].row: string"},
        ),
    ],
)
def test_a_change_is_seen(new: dict[str, object], names: set[str]) -> None:
    assert differences(OLD, OLD | new) == names
    assert unnamed(OLD, OLD | new, "nothing") == sorted(names)
    assert unnamed(OLD, OLD | new, " ".join(f"`{name}`" for name in names)) == []


def test_a_key_may_be_named_by_its_last_word() -> None:
    new = OLD | {"schemas": {"report": ["findings[].row: integer"]}}
    assert unnamed(OLD, new, "`name` is gone") == []
    assert unnamed(OLD, new, "name is gone") == ["tool?.name: string"]


def test_keys_of_a_schema() -> None:
    schema = {
        "type": "object",
        "required": ["a"],
        "properties": {
            "a": {"type": ["integer", "null"]},
            "b": {"type": "array", "items": {"$ref": "#/$defs/c"}},
        },
        "$defs": {
            "c": {
                "type": "object",
                "properties": {
                    "d": {"enum": ["x", 1]},
                    "e": {"type": "array", "items": {"$ref": "#/$defs/c"}},
                },
                "additionalProperties": {"type": "string"},
            }
        },
    }
    assert keys(schema) == {
        "a: integer",
        "a: null",
        "b?: array",
        "b?[]: object",
        'b?[].d? = "x"',
        "b?[].d? = 1",
        "b?[].e?: array",
        "b?[].*: string",
    }


def test_sections_of_the_changelog() -> None:
    text = "# Changes\n\nx\n\n## 0.2.0 (2027)\n\na\n\n## 0.1.0\n\nb\n"
    assert sections(text) == {"0.2.0": "\na\n", "0.1.0": "\nb\n"}
