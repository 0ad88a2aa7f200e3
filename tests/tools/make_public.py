"""Writes ``tests/public/<version>.json``: all that scripts and other programs build on.

    python tests/tools/make_public.py

A change shows as a diff: look at each line of it, and name it in ``CHANGELOG.md``. The lists of released
versions stay as they are; a test holds each against the next one, and the differences against the changelog.
"""

from __future__ import annotations

import inspect
import json
from enum import Enum
from pathlib import Path
from typing import Any

import typer.main

import scorecheck
from scorecheck import __version__, plugins
from scorecheck.catalogue import rules
from scorecheck.cli import session
from scorecheck.cli.declared import COMMANDS
from scorecheck.cli.program import app
from scorecheck.games import registry
from scorecheck.reports.formats import FORMATS

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "public"


def public() -> dict[str, Any]:
    """What is promised: names, and what they stand for."""
    games = {name: registry.load(name) for name in sorted(registry.GAMES)}
    return {
        "exit-status": {
            "nothing wrong": session.FINE,
            "errors found": session.ERRORS_FOUND,
            "wrong use": session.WRONG_USE,
            "a fault of ours": session.OUR_FAULT,
        },
        "rules": {name: rule.severity.word for name, rule in sorted(rules().items())},
        "games": {
            name: {
                "presets": sorted(game.presets),
                "layouts": sorted({layout.name for layout in game.layouts}),
            }
            for name, game in games.items()
        },
        "commands": {name: options(name) for name in sorted(COMMANDS)},
        "formats": sorted(FORMATS),
        "python": {name: shape(getattr(scorecheck, name)) for name in sorted(scorecheck.__all__)},
        "plug-ins": {
            name: shape(one) if not isinstance(one, type) else []
            for name, one in sorted(vars(plugins).items())
            if name in plugins.__all__
        },
        "schemas": {
            path.name.removesuffix(".schema.json"): sorted(keys(json.loads(path.read_text("utf-8"))))
            for path in sorted((ROOT / "schemas").glob("*.json"))
        },
    }


def shape(one: Any) -> list[str]:
    """What programs may ask of a function, a class or an exception: arguments, attributes, what it is."""
    if not isinstance(one, type):
        return _arguments(one) if callable(one) else []
    if issubclass(one, Enum):
        return sorted(one.__members__)
    if issubclass(one, BaseException):
        return [base.__name__ for base in one.__mro__[1:-2]]
    found = [name for name in dir(one) if not name.startswith("_")]
    called = {name: _arguments(getattr(one, name)) for name in found if callable(getattr(one, name, None))}
    return sorted(f"{name}({', '.join(called[name])})" if name in called else name for name in found)


def _arguments(function: Any) -> list[str]:
    parameters = inspect.signature(function).parameters.values()
    found: list[str] = []
    for one in parameters:
        if one.kind is one.VAR_KEYWORD and "Unpack" in str(one.annotation):
            texts = function.__globals__[str(one.annotation).removeprefix("Unpack[").rstrip("]")]
            found += [
                *sorted(texts.__required_keys__),
                *sorted(f"{key}=…" for key in texts.__optional_keys__),
            ]
        elif one.name != "self":
            found.append(one.name if one.default is one.empty else f"{one.name}={one.default!r}")
    return found


def options(command: str) -> list[str]:
    """The options of a command, and of those below it."""
    group: Any = typer.main.get_group(app)
    found: set[str] = set()

    def look(one: Any, before: str) -> None:
        for parameter in one.params:
            found.update(f"{before}{name}" for name in (*parameter.opts, *parameter.secondary_opts))
        for name, below in getattr(one, "commands", {}).items():
            look(below, f"{before}{name} ")

    look(group.get_command(None, command), "")
    return sorted(name for name in found if "-" in name)


def keys(schema: dict[str, Any]) -> set[str]:
    """Every key of the documents that a schema describes, with its type: ``findings[].row: integer``."""
    found: set[str] = set()

    def look(one: Any, path: str, inside: frozenset[str]) -> None:
        if "$ref" in one:
            name = one["$ref"].removeprefix("#/$defs/")
            if name not in inside:
                look(schema["$defs"][name], path, inside | {name})
        kinds = one.get("type", [])
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            found.add(f"{path}: {kind}")
        found.update(f"{path} = {json.dumps(value)}" for value in one.get("enum", ()))
        for choice in (*one.get("anyOf", ()), *one.get("oneOf", ()), *one.get("allOf", ())):
            look(choice, path, inside)
        for name, below in one.get("properties", {}).items():
            required = "" if name in one.get("required", ()) else "?"
            look(below, f"{path}.{name}{required}".lstrip("."), inside)
        for key, step in (("items", "[]"), ("additionalProperties", ".*")):
            if isinstance(one.get(key), dict):
                look(one[key], f"{path}{step}".lstrip("."), inside)

    look(schema, "", frozenset())
    return {key for key in found if not key.startswith(":")}


def differences(before: Any, after: Any, name: str = "") -> set[str]:
    """The names of what two lists do not have in common."""
    if isinstance(before, dict) and isinstance(after, dict):
        both: set[str] = set()
        for key in before.keys() | after.keys():
            both |= differences(before.get(key), after.get(key), key)
        return both
    if isinstance(before, list) or isinstance(after, list):
        return {str(one) for one in set(before or ()) ^ set(after or ())}
    return set() if before == after else {name}


def unnamed(before: Any, after: Any, section: str) -> list[str]:
    """The differences that a section of the changelog does not name, as they stand or by their last word."""

    def short(name: str) -> str:
        key = name.split(":")[0].split(" = ")[0].rstrip("?")
        return key.rpartition(".")[2].rstrip("?") if key != name else name

    return sorted(
        name
        for name in differences(before, after)
        if f"`{name}`" not in section and f"`{short(name)}`" not in section
    )


def sections(changelog: str) -> dict[str, str]:
    """What the changelog says of each version."""
    found: dict[str, str] = {}
    for part in changelog.split("\n## ")[1:]:
        heading, _, text = part.partition("\n")
        found[heading.split()[0]] = text
    return found


def text() -> str:
    """The list as it is written."""
    return json.dumps(public(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{__version__}.json").write_text(text(), encoding="utf-8")
