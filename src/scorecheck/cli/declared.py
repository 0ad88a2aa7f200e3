"""The commands with their options and arguments, declared without typer, whose import takes half of a run.

A plain call is read here. Help, wrong use and all else are left to typer, which gets the same declarations.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from scorecheck.model.record import NamedTuple

COMMANDS = {
    "validate": "Check scoresheets and say which cell is wrong.",
    "rank": "Work out the standings of a tournament.",
    "compare": "Hold two or three sheets of one table against each other.",
    "export": "Write the games of all sheets as one table: CSV, Parquet or a workbook.",
    "report": "Write standings, sheets and findings as web pages and PDF.",
    "process": "Check, rank and report in one go: the main job.",
    "new": "Make blank scoresheets, for one table or a whole event.",
    "watch": "Check every sheet that is dropped into a folder.",
    "annotate": "Write a copy of a workbook with the bad cells coloured and commented.",
    "fix": "Write copies of sheets with their sure repairs made, and ask about the others.",
    "inspect": "Show how a file was read: tables, columns, notation, and why.",
    "score": "Work out what one game is worth from its facts, term by term.",
    "init": "Write an event file for the sheets of a folder.",
    "games": "List the games, their presets and layouts.",
    "rules": "List the rules that sheets are held to.",
    "config": "Show the settings in force, and where each comes from.",
    "schema": "Print the JSON schema of a report, an event file, a sheet or the settings.",
    "doctor": "Check the installation: versions, fonts, write access, the samples.",
    "explain": "Say what a rule means, with an example and its remedy.",
}
OPENED = "opened"
"""The hidden command for files that are dragged onto the program."""


class Declared(NamedTuple):
    """What stands beside the type of a parameter: how it is given on the command line."""

    names: tuple[str, ...] | None
    """Of an option, where it is not called like its parameter; ``None``: an argument."""
    how: Mapping[str, Any]
    """As typer takes it: help, metavar, least and greatest value, parser, callback."""


def option(*names: str, **how: Any) -> Declared:
    """An option, by default called like its parameter."""
    return Declared(names, how)


def argument(**how: Any) -> Declared:
    """An argument: a word that belongs to no option."""
    return Declared(None, how)


class Parameter(NamedTuple):
    """A parameter of a command."""

    name: str
    annotation: Any
    default: Any = ...
    """``...``: it must be given."""

    @property
    def declared(self) -> Declared | None:
        """How it is given; ``None`` where the annotation does not say so."""
        said = getattr(self.annotation, "__metadata__", ())
        return next((one for one in said if isinstance(one, Declared)), None)

    @property
    def kind(self) -> Any:
        """Its type, without that of a missing value."""
        kind = self.annotation.__origin__
        if get_origin(kind) not in (Union, UnionType):
            return kind
        return next(one for one in get_args(kind) if one is not NoneType)


def parameters_of(command: Any) -> Sequence[Parameter]:
    """The parameters of a command, in their order."""
    if hasattr(command, "parameters"):
        return command.parameters
    code = command.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    defaults = command.__defaults__ or ()
    known = dict(zip(names[code.co_argcount - len(defaults) :], defaults, strict=False))
    known |= command.__kwdefaults__ or {}
    space = command.__globals__
    return [Parameter(name, _evaluated(command, name, space), known.get(name, ...)) for name in names]


def fields_of(record: Any) -> list[Parameter]:
    """The fields of a record that are options."""
    space = vars(sys.modules[record.__module__])
    every = (
        Parameter(name, _evaluated(record, name, space), record._defaults[name])
        for name in record.__annotations__
    )
    return [one for one in every if one.declared is not None]


def _evaluated(of: Any, name: str, space: dict[str, Any]) -> Any:
    said = of.__annotations__[name]
    return eval(said, space) if isinstance(said, str) else said  # noqa: S307 - an annotation of our own


def plain_call(command: Any, words: Sequence[str]) -> dict[str, Any] | None:
    """The values of a call in which each word is a whole option, its value, or an argument.

    ``None`` where there is more to it, or something wrong.
    """
    options: dict[str, Parameter] = {}
    places: list[Parameter] = []
    for one in parameters_of(command):
        if (said := one.declared) is None:
            return None
        if said.names is not None:
            options |= dict.fromkeys(said.names or (f"--{one.name.replace('_', '-')}",), one)
        else:
            places.append(one)
    given: dict[str, Any] = {}
    loose: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "-" or word[:1] != "-":
            loose.append(word)
            continue
        one = options.get(word)
        if one is None:
            return None
        said = "" if one.kind is bool else next(rest, "-")
        if said[:1] == "-" or not _take(given, one, said):
            return None
    for one in places:
        of_all = get_origin(one.kind) is list
        mine, loose = (loose, []) if of_all else (loose[:1], loose[1:])
        if not all(_take(given, one, word) for word in mine):
            return None
    missing = any(one.default is ... and one.name not in given for one in parameters_of(command))
    return None if loose or missing else given


def _take(given: dict[str, Any], one: Parameter, word: str) -> bool:
    """Adds the value of a parameter; returns whether it has such a value."""
    kind = one.kind
    how: Mapping[str, Any] = {} if one.declared is None else one.declared.how
    several = get_origin(kind) is list
    value: Any = word
    if kind is bool:
        value = True
    elif "parser" in how:
        try:
            value = how["parser"](word)
        except Exception:  # noqa: BLE001 - typer meets it again, and says what is wrong
            return False
    elif kind is Path:
        value = Path(word)
        if os.path.exists(word) and not os.access(word, os.R_OK):  # noqa: PTH110 - a pathlib path costs more
            return False
    elif kind is int:
        if not (word.isascii() and word.isdigit()):
            return False
        value = int(word)
        if not how.get("min", value) <= value <= how.get("max", value):
            return False
    elif get_origin(kind) is Literal:
        if word not in get_args(kind):
            return False
    elif kind is not str and not several:
        return False
    if "callback" in how:
        value = how["callback"](value)
    if several:
        given.setdefault(one.name, []).append(value)
    else:
        given[one.name] = value
    return True


def for_typer(command: Callable[..., None]) -> Callable[..., None]:
    """A command with its declarations as typer reads them."""
    import inspect

    import typer

    def typed(annotation: Any, said: Declared | None) -> Any:
        if said is None:
            return annotation
        made = typer.Argument(**said.how) if said.names is None else typer.Option(*said.names, **said.how)
        return Annotated[annotation.__origin__, made]

    def run(**given: Any) -> None:
        command(**given)

    kind = inspect.Parameter.KEYWORD_ONLY
    taken = [
        inspect.Parameter(
            one.name,
            kind,
            default=inspect.Parameter.empty if one.default is ... else one.default,
            annotation=typed(one.annotation, one.declared),
        )
        for one in parameters_of(command)
    ]
    run.__doc__ = command.__doc__
    # Typer reads both.
    vars(run)["__signature__"] = inspect.Signature(taken)
    run.__annotations__ = {}
    return run
