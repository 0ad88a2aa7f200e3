"""The pages of the reference that are made from the program itself: commands, settings, event file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import typer
import typer.main

from scorecheck.catalogue import rules
from scorecheck.cli.declared import COMMANDS
from scorecheck.cli.help_texts import described, help_texts_in
from scorecheck.cli.program import app

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).resolve().parents[1]


def pages() -> dict[str, str]:
    """Every page that is made, by its path on the site."""
    return {
        "reference/commands.md": commands(),
        "reference/settings.md": settings(),
        "reference/event.md": event(),
        "changes.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        "contributing.md": (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"),
    }


def rule_menu() -> list[dict[str, Any]]:
    """The menu of the rules: area by area, as they are listed, then what else is said of an area."""
    areas: dict[str, list[dict[str, str]]] = {}
    for name in rules():
        area, _, short = name.partition("/")
        areas.setdefault(area, []).append({short: f"rules/{name}.md"})
    known = rules()
    for path in sorted((ROOT / "docs" / "rules").glob("*/*.md")):
        if f"{path.parent.name}/{path.stem}" not in known:
            areas.setdefault(path.parent.name, []).append(
                {path.stem: f"rules/{path.parent.name}/{path.name}"}
            )
    return [{"All rules": "rules/README.md"}, *({area: listed} for area, listed in areas.items())]


def not_listed(menu: object) -> list[str]:
    """The pages that a menu does not lead to."""
    docs = ROOT / "docs"
    there = sorted(path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))
    listed = set(_listed(menu))
    return [path for path in there if path not in listed]


def _listed(menu: object) -> Iterator[str]:
    if isinstance(menu, str):
        yield menu
    elif isinstance(menu, dict):
        for one in cast("dict[str, object]", menu).values():
            yield from _listed(one)
    elif isinstance(menu, list):
        for one in cast("list[object]", menu):
            yield from _listed(one)


def commands() -> str:
    """All commands with their options."""
    root: Any = typer.main.get_group(app)
    context = typer.Context(root, info_name="scorecheck")
    lines = ["# Commands", "", "Made from the program: `scorecheck COMMAND --help` says the same.", ""]
    for name in COMMANDS:
        lines += _command(root.get_command(context, name), name, context)
    return "\n".join(lines) + "\n"


def _command(command: Any, name: str, above: Any) -> Iterator[str]:
    context = typer.Context(command, info_name=name, parent=above)
    words = " ".join(command.collect_usage_pieces(context))
    yield from (f"## {name}", "", "```text", f"scorecheck {name} {words}", "```", "")
    yield from (_flat(command.help or COMMANDS.get(name, "")), "")
    if hasattr(command, "list_commands"):
        for inner in command.list_commands(context):
            yield from _command(command.get_command(context, inner), f"{name} {inner}", above)
        return
    listed = [described(parameter, context, help_texts_in("en")) for parameter in command.get_params(context)]
    yield from _table(("option", "meaning"), [(f"`{one[0]}`", _flat(one[1])) for one in listed if one])


def settings() -> str:
    """All keys of the settings."""
    lines = [
        "# Settings",
        "",
        "The keys of `scorecheck.toml`, and of `[tool.scorecheck]` in `pyproject.toml`.",
    ]
    lines += ["Where they are looked for, and what outranks what: [in the club's CI](../ci.md#settings).", ""]
    lines += _table(("key", "holds", "meaning"), list(_keys(_schema("settings"), "")))
    return "\n".join(lines) + "\n"


def event() -> str:
    """All keys of an event file."""
    lines = ["# Event file", "", "The keys of `event.toml`; `[]` is one of several."]
    lines += ["How one is made and used: [run a tournament](../how-to/tournament.md).", ""]
    lines += _table(("key", "holds", "meaning"), list(_keys(_schema("event"), "")))
    return "\n".join(lines) + "\n"


def _schema(name: str) -> dict[str, Any]:
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def _keys(schema: Mapping[str, Any], above: str) -> Iterator[tuple[str, str, str]]:
    """The keys of a table, and of those in it."""
    for name, said in schema.get("properties", {}).items():
        key = f"{above}{name}"
        inner = said.get("items", {}) if said.get("type") == "array" else said
        table = "properties" in inner
        yield f"`{key}`", "" if table else _holds(said), _flat(said.get("description", ""))
        if table:
            yield from _keys(inner, f"{key}[]." if inner is not said else f"{key}.")


def _holds(said: Mapping[str, Any]) -> str:
    """What may stand there, in a word or two."""
    if "enum" in said:
        return ", ".join(f"`{json.dumps(one, ensure_ascii=False)}`" for one in said["enum"])
    for either in ("anyOf", "oneOf"):
        if either in said:
            return " or ".join(dict.fromkeys(_holds(one) for one in said[either]))
    match said.get("type"):
        case "array":
            return f"list of {_holds(said.get('items', {}))}"
        case "object":
            return "table"
        case "string":
            return "date" if said.get("format") == "date" else "text"
        case "integer":
            return "whole number"
        case "boolean":
            return "true or false"
        case other:
            return str(other or "any value")


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    for row in (heads, ("---",) * len(heads), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


def _flat(text: str) -> str:
    return " ".join(text.split()).replace("<", "&lt;")
