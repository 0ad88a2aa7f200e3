"""What is remembered between two sheets is handed out to whoever asks again: nobody may change it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from support import ROOT

SOURCES = sorted((ROOT / "src").rglob("*.py"))
MUTABLE = re.compile(
    r"\b(?:list|dict|set|bytearray|defaultdict|Counter|deque|Any|Environment|Fonts)\b(?!\s*\])"
)
"""As the type of what is handed out; ``Mapping[str, Any]`` offers no way to change it."""


def is_memory(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).partition("(")[0].rpartition(".")[2] in {"cache", "lru_cache"}


def memories(path: Path) -> list[tuple[str, str]]:
    source = path.read_text(encoding="utf-8")
    if "cache" not in source:
        return []
    return [
        (f"{path.stem}.{node.name}", ast.unparse(node.returns) if node.returns else "Any")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and any(map(is_memory, node.decorator_list))
    ]


def test_what_is_remembered_cannot_be_changed() -> None:
    found = [memory for path in SOURCES for memory in memories(path)]
    assert len(found) > 30
    assert [(name, given) for name, given in found if MUTABLE.search(given)] == []


def test_what_could_be_changed_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(
        "@cache\ndef one() -> dict[str, Any]: ...\n"
        "@lru_cache(maxsize=4)\ndef two() -> list[str]: ...\n"
        "@functools.cache\ndef three(): ...\n"
        "@cache\ndef four() -> Mapping[str, Any]: ...\n"
        "@cache\ndef five() -> frozenset[int]: ...\n"
    )
    seen = [name for name, given in memories(path) if MUTABLE.search(given)]
    assert seen == ["some.one", "some.two", "some.three"]
