"""Sheets in JSON: one object per row, with its facts by the names of the columns.

The document is validated with ``schemas/<game>.schema.json``. Its rows become a table with a line of
headings, so findings name rows and columns as on any sheet: the first of the ``rows`` is row 2.
Other documents, such as exports of apps, are read as the table of the longest list of objects in them.
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
_OF_ROWS, _DEEPEST = (dict, list), 6
"""What may be a row; further lists in lists are none."""


def read(source: FileContent) -> tuple[Grid, ...]:
    """The sheet in a JSON document.

    Raises:
        CannotRead: it is no JSON, no sheet, or does not fit the schema of its game; the first place
            that does not fit is named.
    """
    document = _document(source.all(limits.JSON_BYTES))
    game = document.get("game") if document.__class__ is dict else None
    schema = _schema(game) if isinstance(game, str) else None
    if schema is None or document.get("rows").__class__ is not list:
        return (_exported(document),)
    _refuse_misfits(document, schema)
    said = {name: str(document[name]) for name in _SAID if name in document}
    return (Grid(document.get("name"), tuple(_rows(document)), said=said),)


def _document(data: bytes) -> Any:
    try:
        document: Any = json.loads(data.decode("utf-8-sig"), parse_int=_integer, parse_constant=str)
    except json.JSONDecodeError as error:
        raise CannotRead("json-broken", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise CannotRead("json-other") from error
    if document.__class__ is dict and "doc_id" in document:
        raise CannotRead("google-sheet")
    return document


def _exported(document: Any) -> Grid:
    """The table of the longest list of objects in a document, one in a row."""
    within: Mapping[str, Any] = document if document.__class__ is dict else {"": document}
    lists = {
        key: [each for each in value if each.__class__ in _OF_ROWS]
        for key, value in within.items()
        if value.__class__ is list
    }
    key = max(lists, key=lambda one: len(lists[one]), default="")
    if not lists.get(key):
        raise CannotRead("json-other")
    people = _people(within.get("players")) if key != "players" else []
    named, called = [name for _, name in people], dict(people)
    rows: list[dict[str, object]] = []
    for each in lists[key]:
        flat = list(_flat(each, "", "", named))
        rows.append({called.get(heading, heading): value for heading, value in flat})
        if len(rows[-1]) != len(flat):
            # Of two values under one heading, one would be left out.
            raise CannotRead("json-other")
    headings = list(dict.fromkeys(heading for row in rows for heading in row))
    if len(headings) > limits.COLUMNS:
        raise CannotRead("too-many-columns", columns=len(headings), limit=limits.COLUMNS)
    return Grid(None, (tuple(headings), *(tuple(_cell(row.get(one)) for one in headings) for row in rows)))


def _people(players: Any) -> list[tuple[str, str]]:
    """The id and the name of each of the players that a document lists."""
    listed: Sequence[Any] = players if players.__class__ is list else ()
    people = [one if one.__class__ is dict else {"name": one} for one in listed]
    return [(str(one.get("id")), str(one.get("name"))) for one in people]


def _flat(
    value: Any, heading: str, seat: str, named: Sequence[str], depth: int = 0
) -> Iterator[tuple[str, object]]:
    """What stands in an object, by headings: of a list one for each of its values, by the ``named`` players
    if there are as many, else by its number.
    """
    if depth > _DEEPEST:
        raise CannotRead("json-other")
    if value.__class__ is dict:
        for key, each in value.items():
            yield from _flat(each, key, seat, named, depth + 1)
    elif value.__class__ is list:
        of_named = len(value) == len(named) and not any(one.__class__ in (str, dict) for one in value)
        for at, each in enumerate(value):
            here = (named[at], "") if of_named else (heading, f"{seat} {at + 1}")
            yield from _flat(each, *here, (), depth + 1)
    else:
        yield f"{heading}{seat}", "x" * value if value.__class__ is bool else value


def _integer(digits: str) -> int | str:
    """The number with these digits; with more digits than any score has they stay text."""
    return int(digits) if len(digits) < LONGEST_NUMBER else digits


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
        case _ if (
            isinstance(value, str) and len(value) >= LONGEST_NUMBER and value.removeprefix("-").isdecimal()
        ):
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
