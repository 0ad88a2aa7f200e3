"""The commands with their options and arguments, declared without typer, whose import takes half of a run.

A plain call is read here. Help, wrong use and all else are left to typer, which gets the same declarations.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

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
    """As typer takes it: help, metavar, least and greatest value, callback; a parser raises ValueError."""


def option(*names: str, **how: Any) -> Declared:
    """An option, by default called like its parameter."""
    return Declared(names, how)


def argument(**how: Any) -> Declared:
    """An argument: a word that belongs to no option."""
    return Declared(None, how)


class Parameter(NamedTuple):
    """A parameter of a command, or a field of a record of its options."""

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
        missing = get_origin(kind) in (Union, UnionType)
        return next(one for one in get_args(kind) if one is not NoneType) if missing else kind


def parameters_of(command: Any) -> Sequence[Parameter]:
    """The parameters of a command, or the fields of a record, in their order."""
    if hasattr(command, "parameters"):
        return command.parameters
    if isinstance(command, type):
        known: dict[str, Any] = vars(command)["_defaults"]
    else:
        places, defaults = command.__code__.co_varnames[: command.__code__.co_argcount], command.__defaults__
        known = dict(zip(places[::-1], (defaults or ())[::-1], strict=False)) | (command.__kwdefaults__ or {})
    hints = get_type_hints(command, include_extras=True).items()
    return [Parameter(name, hint, known.get(name, ...)) for name, hint in hints if name != "return"]


def plain_call(command: Any, words: Sequence[str]) -> dict[str, Any] | None:
    """The values of a call in which each word is a whole option, its value, or an argument.

    ``None`` where there is more to it, or something wrong: typer reads it once more, and says what.
    """
    parameters = parameters_of(command)
    options: dict[str, Parameter] = {}
    for one in parameters:
        if one.declared is not None and one.declared.names is not None:
            options |= dict.fromkeys(one.declared.names or (f"--{one.name.replace('_', '-')}",), one)
    given: dict[str, Any] = {}
    loose: list[str] = []
    rest = iter(words)
    try:
        for word in rest:
            if word == "-" or word[:1] != "-":
                loose.append(word)
            elif (one := options[word]).kind is bool:
                given[one.name] = True
            else:
                _take(given, one, next(rest))
        for one in parameters:
            if one not in options.values():
                several = get_origin(one.kind) is list
                mine, loose = (loose, []) if several else (loose[:1], loose[1:])
                for word in mine:
                    _take(given, one, word)
    except (KeyError, StopIteration, ValueError):
        # An unknown option, one without its value, or a wrong value.
        return None
    lacks = any(one.default is ... and one.name not in given for one in parameters)
    return None if loose or lacks else given


def _take(given: dict[str, Any], one: Parameter, word: str) -> None:
    """Adds the value of a parameter.

    Raises:
        ValueError: it has no such value, or typer may read another one.
    """
    kind = one.kind
    how: Mapping[str, Any] = {} if one.declared is None else one.declared.how
    several = get_origin(kind) is list
    value: Any = word
    if "parser" in how:
        value = how["parser"](word)
    elif kind is Path:
        value = Path(word)
    elif kind is int:
        value = int(word)
    fits = value in get_args(kind) if get_origin(kind) is Literal else several or kind in (str, Path, int)
    if kind is int:
        fits = how.get("min", value) <= value <= how.get("max", value)
    if kind is Path and os.path.exists(word):  # noqa: PTH110 - of a name that is too long Path.exists raises
        fits = os.access(word, os.R_OK)
    if not fits or (word[:1] == "-" and word != "-"):
        raise ValueError(word)
    if "callback" in how:
        value = how["callback"](value)
    given[one.name] = [*given.get(one.name, ()), value] if several else value


def for_typer(command: Callable[..., None]) -> Callable[..., None]:
    """A command with its declarations as typer reads them."""
    import inspect

    import typer

    def parser_of(parse: Callable[[str], Any]) -> Callable[[str], Any]:
        def parsed(word: str) -> Any:
            try:
                return parse(word)
            except ValueError as error:
                # Of another error typer would not say what it says.
                raise typer.BadParameter(str(error)) from None

        return parsed

    def typed(annotation: Any) -> Any:
        said = Parameter("", annotation).declared
        if said is None:
            return annotation
        how = dict(said.how)
        if "parser" in how:
            how["parser"] = parser_of(how["parser"])
        made = typer.Argument(**how) if said.names is None else typer.Option(*said.names, **how)
        return Annotated[annotation.__origin__, made]

    def run(**given: Any) -> None:
        command(**given)

    one_of, kind = inspect.Parameter, inspect.Parameter.KEYWORD_ONLY
    taken = [
        one_of(name, kind, default=one_of.empty if default is ... else default, annotation=typed(annotation))
        for name, annotation, default in parameters_of(command)
    ]
    run.__doc__ = command.__doc__
    # Typer reads both.
    vars(run)["__signature__"] = inspect.Signature(taken)
    run.__annotations__ = {}
    return run
