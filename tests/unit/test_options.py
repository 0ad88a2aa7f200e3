"""The options that commands share."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.cli.declared import parameters_of
from scorecheck.cli.options import READING, Force, Options, Paths, shares


def test_a_command_is_given_its_shared_options_as_one_record() -> None:
    told: list[tuple[Options, list[str], bool]] = []

    @shares(*READING, "event", "strict")
    def command(options: Options, paths: Paths, force: Force = False) -> None:
        told.append((options, paths, force))

    command(paths=["a.csv"], game="chouette", event=Path("event.toml"), force=True)
    assert told == [(Options(game="chouette", event=Path("event.toml")), ["a.csv"], True)]


def test_a_command_shows_its_own_options_first() -> None:
    @shares("strict", "game")
    def command(options: Options, paths: Paths, force: Force = False) -> None:
        del options, paths, force

    assert [one.name for one in parameters_of(command)] == ["paths", "force", "strict", "game"]


def test_what_the_command_decides_is_no_option() -> None:
    def command(options: Options) -> None:
        del options

    with pytest.raises(KeyError, match="own_rules"):
        shares("own_rules")(command)
