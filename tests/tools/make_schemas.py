"""Writes the schemas of the games' sheets, ``schemas/<game>.schema.json``, from their layouts.

python tests/tools/make_schemas.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.games import registry
from scorecheck.layouts.readings import ANYWHERE
from scorecheck.model.record import replace

FOLDER = Path(__file__).resolve().parents[2] / "schemas"


# A mark such as / or x is no number, and says something all the same.
_CELL = {"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": 20}, {"type": "null"}]}


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each game, by the name of its file."""
    return {f"{game}.schema.json": _schema(registry.load(game)) for game in registry.GAMES}


def _schema(ruleset: Ruleset) -> dict[str, Any]:
    layouts: dict[str, Layout] = {}
    for layout in ruleset.layouts:
        layouts[layout.name] = _both(layouts.get(layout.name, layout), layout)
    names = sorted(layouts)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:scorecheck:schema:{ruleset.game}:1",
        "title": f"scorecheck sheet: {ruleset.game}",
        "description": "A scoresheet as JSON, one definition a layout. Made from the layouts of the game.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in names],
        "$defs": {name: _layout(ruleset, layouts[name]) for name in names},
    }


def _both(one: Layout, other: Layout) -> Layout:
    """Layouts of one name are one in JSON: what either of them has may be there."""
    return replace(
        one,
        roles=one.roles | other.roles,
        number_roles=one.number_roles | other.number_roles,
        forms={**one.forms, **other.forms},
    )


def _layout(ruleset: Ruleset, layout: Layout) -> dict[str, Any]:
    notations = sorted({one.notation for one in ruleset.layouts if one.name == layout.name})
    properties: dict[str, Any] = {
        "version": {"const": 1},
        "game": {"const": ruleset.game},
        "layout": {"const": layout.name},
        "preset": {"enum": list(ruleset.presets)},
        "notation": {"enum": notations},
        "name": {"type": "string", "maxLength": 200},
        "players": {"type": "array", "items": {"type": "string"}, "maxItems": layout.max_players},
        "rows": {"type": "array", "items": _row(layout)},
    }
    if layout.min_players and not layout.row_names:
        properties["total"] = {"type": "object", "additionalProperties": _CELL}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["game", "layout", "rows"],
        "properties": properties,
    }


def _row(layout: Layout) -> dict[str, Any]:
    facts = sorted(layout.roles | layout.required | ANYWHERE | layout.roles_by_content.keys())
    if layout.row_names:
        facts.append("category")
    properties: dict[str, Any] = {}
    for fact in facts:
        if fact in layout.number_roles and fact not in layout.forms:
            properties[fact] = {"type": ["integer", "null"]}
            continue
        text = {"type": "string"} | ({"pattern": layout.forms[fact]} if fact in layout.forms else {})
        properties[fact] = {"anyOf": [text, {"type": "integer"}, {"type": "null"}]}
    if layout.min_players:
        properties["points"] = {"type": "object", "additionalProperties": _CELL}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [],
        "properties": properties,
    }


def main() -> None:
    """Writes them all."""
    for name, schema in schemas().items():
        text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
