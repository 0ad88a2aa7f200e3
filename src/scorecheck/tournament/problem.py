"""Faults of an event file and their places; those against its JSON schema."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from scorecheck.model.error import Error
from scorecheck.model.key_lines import KeyPath
from scorecheck.model.record import NamedTuple
from scorecheck.model.terms import Param
from scorecheck.resources import data_folder

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


def as_table(value: object) -> dict[str, Any]:
    """The value if it is a table, else an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


class EventFault(NamedTuple):
    """A fault in the data of an event file, without its line."""

    at: KeyPath
    reason: str
    """The key of its sentence in ``messages``, table ``event``."""
    params: Mapping[str, Param] = {}


class Problem(NamedTuple):
    """A fault of an event file."""

    line: int | None
    """The line of the file, counted from 1; ``None`` for the file as a whole."""
    key: str
    """The full key, such as ``ranking.scale``; empty for the file as a whole."""
    reason: str
    params: Mapping[str, Param] = {}
    """The parameters of the sentence; always with ``key``, or ``path`` for the file as a whole."""


class BrokenEvent(Error):
    """An event file cannot be used; so nothing is ranked by part of it."""

    def __init__(self, problems: Iterable[Problem], path: Path) -> None:
        self.problems = tuple(problems)
        self.path = path
        super().__init__(path, self.problems)

    def __str__(self) -> str:
        """One line per fault, without its sentence, which the reports write."""
        return "\n".join(
            f"{self.path}:{p.line or 1}: {p.key + ': ' if p.key else ''}{p.reason}" for p in self.problems
        )


_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST_SHOWN = 60


def key_text(at: KeyPath) -> str:
    """A key as in a file: ``rounds[2].sheets``. List entries count from 1."""
    text = ""
    for part in at:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            bare = _BARE_KEY.fullmatch(part) is not None
            text += ("." if text else "") + (part if bare else json.dumps(part, ensure_ascii=False))
    return text


def shown(value: object) -> str:
    """A value as in the file, shortened if it is long."""
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
    elif isinstance(value, (date, datetime, time)):
        text = value.isoformat()
    elif isinstance(value, list):
        text = "[…]" if value else "[]"
    elif isinstance(value, dict):
        text = "{…}" if value else "{}"
    else:
        text = str(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def almost(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant."""
    by_key = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), by_key, n=1)
    return by_key[close[0]] if close else None


def unknown_word(
    at: KeyPath, word: str, known: Iterable[str], kind: Literal["unknown-key", "not-one-of"]
) -> EventFault:
    """A fault about an unknown word, with the likely one if there is one."""
    names = tuple(known)
    return _unknown(at, word, names, kind, almost(word, names))


def _unknown(
    at: KeyPath,
    word: str,
    names: tuple[str, ...],
    kind: Literal["unknown-key", "not-one-of"],
    meant: str | None,
) -> EventFault:
    params: dict[str, Param] = {"value": word, "known": names}
    if meant is None:
        return EventFault(at, kind, params)
    closer: str = "unknown-key-almost" if kind == "unknown-key" else "not-one-of-almost"
    return EventFault(at, closer, {**params, "almost": meant})


_MOST_RULES = 12


def unknown_rule(at: KeyPath, word: str, known: Iterable[str]) -> EventFault:
    """The same for a rule; only rules of the same area are listed, since there are too many."""
    names = tuple(known)
    area, _, rest = word.partition("/")
    of_area = {name.removeprefix(f"{area}/"): name for name in names if name.startswith(f"{area}/")}
    # The common prefix of an area makes none of them likelier.
    near = almost(rest, of_area)
    meant = of_area[near] if near is not None else None if of_area else almost(word, names)
    shown_names = tuple(of_area.values())[:_MOST_RULES] or tuple(
        dict.fromkeys(f"{name.partition('/')[0]}/…" for name in names)
    )
    return _unknown(at, word, shown_names, "not-one-of", meant)


_EXPECTED: Mapping[str, str] = {
    "object": "expected-table",
    "array": "expected-list",
    "string": "expected-text",
    "integer": "expected-number",
}


@cache
def schema_of(name: str) -> Mapping[str, Any]:
    """The schema of events, seasons or standings, as it is published.

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


def _expected(schema: Mapping[str, Any]) -> str:
    """The expected value of a place, as a message variant."""
    if schema.get("format") == "date":
        return "expected-date"
    kind: object = schema.get("type")
    if not isinstance(kind, str):
        return "expected-simple"
    if kind == "array" and schema["items"]["type"] == "object":
        return "expected-tables"
    return _EXPECTED[kind]
