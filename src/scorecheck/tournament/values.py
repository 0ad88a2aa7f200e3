"""Values of an event file before their type is checked."""

from __future__ import annotations

from typing import Any, cast


def as_table(value: object) -> dict[str, Any]:
    """The value if it is a table, else an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []
