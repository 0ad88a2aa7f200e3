"""A call that is read without typer gives what typer gives; what typer refuses is left to it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
import typer
import typer.main
from hypothesis import example, given
from hypothesis import strategies as st

from laws import examples
from scorecheck.cli.declared import COMMANDS, for_typer, parameters_of, plain_call

_USAGE_ERROR: Any = typer.BadParameter.__mro__[1]
PLAIN = [name for name in COMMANDS if name != "score"]


def by_typer(command: Any, words: list[str]) -> dict[str, Any] | None:
    """What the command gets from typer; ``None``: it is not called."""
    got: list[dict[str, Any]] = []

    def record(**given: Any) -> None:
        got.append(given)

    vars(record)["parameters"] = parameters_of(command)
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(for_typer(record))
    try:
        typer.main.get_command(app).main(words, standalone_mode=False)
    except _USAGE_ERROR:
        return None
    return got[0] if got else None


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, list[str]]:
    name = draw(st.sampled_from(PLAIN))
    command = import_module(f"scorecheck.cli.{name}").command
    options = [
        word
        for one in parameters_of(command)
        if one.declared is not None and one.declared.names is not None
        for word in one.declared.names or (f"--{one.name.replace('_', '-')}",)
    ]
    values = [
        "a.csv",
        "-",
        "--",
        "",
        "de",
        "xx",
        "text",
        "json",
        "3",
        "0",
        "-1",
        "points",
        "--game=yatzy",
        "-x",
    ]
    return name, draw(st.lists(st.sampled_from(options + values), max_size=6))


@examples(60, few=12)
@given(calls())
@example(("validate", ["--game", "yatzy", "a.csv", "--strict", "--select", "a", "b.csv", "--select", "b"]))
@example(("validate", ["--lang", "xx", "a.csv"]))
@example(("validate", ["-o", "-", "--jobs", "2", "-j", "0", "a.csv"]))
@example(("compare", ["a.csv", "b.csv", "--format", "json"]))
@example(("fix", ["a.csv", "--min-confidence", "0.5"]))
def test_a_plain_call_is_read_as_typer_reads_it(call: tuple[str, list[str]]) -> None:
    name, words = call
    command = import_module(f"scorecheck.cli.{name}").command
    plain = plain_call(command, words)
    if plain is not None:
        defaults = {one.name: one.default for one in parameters_of(command) if one.default is not ...}
        assert {**defaults, **plain} == by_typer(command, words)


@pytest.mark.parametrize(
    "words",
    [
        ["a.csv"],
        ["a.csv", "b.csv", "--strict", "--lang", "no", "--format", "json", "-o", "out.json"],
        ["--select", "doppelkopf/*", "--jobs", "2", "-"],
    ],
)
def test_usual_calls_are_plain(words: list[str]) -> None:
    assert plain_call(import_module("scorecheck.cli.validate").command, words) is not None


@pytest.mark.parametrize(
    "words",
    [[], ["--help"], ["a.csv", "--strikt"], ["a.csv", "--jobs", "0"], ["--", "a.csv"], ["--game=x", "a"]],
)
def test_others_are_left_to_typer(words: list[str]) -> None:
    assert plain_call(import_module("scorecheck.cli.validate").command, words) is None
