"""Sheets in JSON: one object per row, with its facts by the names of the columns.

The document is validated with ``schemas/<game>.schema.json``. Its rows become a table with a line of
headings, so findings name rows and columns as on any sheet: the first of the ``rows`` is row 2.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from scorecheck.model.cells import LONGEST_NUMBER, Value
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.source import FileContent
from scorecheck.resources import data_folder

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


_SAID = ("game", "preset", "layout", "notation")
_POINTS = "points"
_LONGEST = 60


def read(source: FileContent) -> tuple[Grid, ...]:
    """The sheet in a JSON document.

    Raises:
        CannotRead: it is no JSON, no sheet, or does not fit the schema of its game; the first place
            that does not fit is named.
    """
    document = _document(source.all(limits.JSON_BYTES))
    game = document.get("game")
    schema = _schema(game) if isinstance(game, str) else None
    if schema is None:
        raise CannotRead("json-other")
    _refuse_misfits(document, schema)
    said = {name: str(document[name]) for name in _SAID if name in document}
    return (Grid(document.get("name"), tuple(_rows(document)), said=said),)


def _document(data: bytes) -> Mapping[str, Any]:
    try:
        document: object = json.loads(data.decode("utf-8-sig"), parse_int=_integer)
    except json.JSONDecodeError as error:
        raise CannotRead("json-broken", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise CannotRead("json-other") from error
    if isinstance(document, dict) and "doc_id" in document:
        raise CannotRead("google-sheet")
    if not isinstance(document, dict) or not isinstance(cast("Any", document).get("rows"), list):
        raise CannotRead("json-other")
    return cast("Mapping[str, Any]", document)


def _integer(digits: str) -> int | str:
    """The number with these digits; with more digits than any score has they stay text."""
    return int(digits) if len(digits) < LONGEST_NUMBER else digits


def _is_long_number(text: str) -> bool:
    return len(text) >= LONGEST_NUMBER and text.removeprefix("-").isdecimal()


def _schema(game: str) -> Mapping[str, Any] | None:
    path = data_folder("schemas") / f"{game}.schema.json"
    if not game.replace("-", "").isalpha() or not path.is_file():
        return None
    return cast("Mapping[str, Any]", json.loads(path.read_text(encoding="utf-8")))


def _refuse_misfits(document: Mapping[str, Any], schema: Mapping[str, Any]) -> None:
    from jsonschema import Draft202012Validator

    layouts: Mapping[str, Any] = schema["$defs"]
    layout: object = document.get("layout")
    if not isinstance(layout, str) or layout not in layouts:
        raise CannotRead("json-layout", known=", ".join(sorted(layouts)))
    validator: Any = Draft202012Validator(layouts[layout])
    error: ValidationError | None = next(validator.iter_errors(document), None)
    if error is not None:
        raise _misfit(error)


def _misfit(error: ValidationError) -> CannotRead:
    at = [str(part + 1) if isinstance(part, int) else str(part) for part in error.absolute_path]
    place = " ".join(at) or "{}"
    value: Any = error.instance
    schema = cast("Mapping[str, Any]", error.schema)
    match error.validator:
        case "required":
            missing = next(name for name in schema["required"] if name not in value)
            return CannotRead("json-missing", place=place, key=missing)
        case "additionalProperties" if schema.get("properties"):
            stranger = next(name for name in value if name not in schema["properties"])
            known = ", ".join(schema["properties"])
            return CannotRead("json-unknown", place=place, key=str(stranger)[:_LONGEST], known=known)
        case _ if isinstance(value, str) and _is_long_number(value):
            return CannotRead("json-number", place=place, digits=len(value.lstrip("-")))
        case _:
            text = json.dumps(value, ensure_ascii=False)
            return CannotRead(
                "json-wrong", place=place, value=text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
            )


def _rows(document: Mapping[str, Any]) -> Iterator[tuple[Value, ...]]:
    rows: Sequence[Mapping[str, Any]] = document["rows"]
    facts = list(dict.fromkeys(name for row in rows for name in row if name != _POINTS))
    named: Sequence[str] = document.get("players", ())
    players = list(dict.fromkeys([*named, *(name for row in rows for name in row.get(_POINTS, ()))]))
    if not any(_POINTS in row for row in rows):
        players = []
    if not facts and players:
        # The label of the total row needs a column.
        facts = ["number"]
    if len(facts) + len(players) > limits.COLUMNS:
        raise CannotRead("too-many-columns", columns=len(facts) + len(players), limit=limits.COLUMNS)
    yield (*facts, *players)
    for row in rows:
        points: Mapping[str, Any] = row.get(_POINTS, {})
        yield (*(_cell(row.get(name)) for name in facts), *(_cell(points.get(player)) for player in players))
    total: Mapping[str, Any] = document.get("total", {})
    if total:
        yield ("Total", *[""] * (len(facts) - 1), *(_cell(total.get(player)) for player in players))


def _cell(value: object) -> Value:
    if value is None:
        return ""
    if isinstance(value, str) and len(value) > limits.CELL_CHARACTERS:
        raise CannotRead("text-too-long", limit=limits.CELL_CHARACTERS)
    return value if isinstance(value, (str, int, float)) else str(value)
