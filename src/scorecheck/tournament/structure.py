"""Validates an event file by its JSON schema, with faults as sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from scorecheck.resources import data_folder
from scorecheck.tournament.problem import EventFault, KeyPath, Reason, shown, unknown_word

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


_EXPECTED: Mapping[str, Reason] = {
    "object": "expected-table",
    "array": "expected-list",
    "string": "expected-text",
    "integer": "expected-number",
}


@cache
def schema_of(name: str) -> Mapping[str, Any]:
    """The schema of event or season files, as it is published.

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    text = (data_folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
    return cast("Mapping[str, Any]", json.loads(text))


def structure_faults(data: Mapping[str, Any], schema: str = "event") -> list[EventFault]:
    """All violations, at most one for each place: further ones at a value of a wrong type add nothing."""
    # Imported late since it takes long, and most runs have no event file.
    from jsonschema import Draft202012Validator

    by_place: dict[KeyPath, EventFault] = {}
    validator: Any = Draft202012Validator(schema_of(schema))
    errors: Iterator[ValidationError] = validator.iter_errors(_with_day_as_text(data))
    for error in errors:
        for fault in _faults(error):
            if fault.reason.startswith("expected") or fault.at not in by_place:
                by_place[fault.at] = fault
    return list(by_place.values())


def _with_day_as_text(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """JSON has no dates: the day of the event is validated as text."""
    event: object = data.get("event")
    if not isinstance(event, dict):
        return data
    table = cast("dict[str, object]", event)
    day = table.get("date")
    if not isinstance(day, date):
        return data
    text = day.date().isoformat() if isinstance(day, datetime) else day.isoformat()
    return {**data, "event": {**table, "date": text}}


def _faults(error: ValidationError) -> Iterator[EventFault]:
    at: KeyPath = tuple(error.absolute_path)
    value: Any = error.instance
    schema = cast("Mapping[str, Any]", error.schema)
    match error.validator:
        case "additionalProperties":
            properties = cast("Mapping[str, Mapping[str, object]]", schema["properties"])
            for key in cast("Mapping[str, object]", value):
                if key not in properties:
                    yield unknown_word((*at, key), key, properties, "unknown-key")
        case "required":
            for key in cast("list[str]", schema["required"]):
                if key not in value:
                    yield EventFault((*at, key), "missing")
        case "pattern" if "propertyNames" in error.absolute_schema_path:
            yield EventFault((*at, value), "empty-key")
        case "pattern" if isinstance(value, str) and value.strip():
            yield EventFault(at, "expected-cell", {"value": shown(value)})
        case "pattern" | "minItems":
            yield EventFault(at, "empty")
        case "minimum" | "maximum":
            yield EventFault(
                at,
                "not-between",
                {"value": shown(value), "low": schema["minimum"], "high": schema["maximum"]},
            )
        case "enum":
            yield unknown_word(at, str(value), schema["enum"], "not-one-of")
        case _:
            yield EventFault(at, _expected(schema), {"value": shown(value)})


def _expected(schema: Mapping[str, Any]) -> Reason:
    """The expected value of a place, as a message variant."""
    if schema.get("format") == "date":
        return "expected-date"
    kind: object = schema.get("type")
    if not isinstance(kind, str):
        return "expected-simple"
    if kind == "array" and schema["items"]["type"] == "object":
        return "expected-tables"
    return _EXPECTED[kind]
