"""The options that commands share."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.cli.declared import parameters_of
from scorecheck.cli.options import READING, Force, Options, Paths
from scorecheck.cli.session import Session, shares
from scorecheck.model.error import BrokenFile, Refusal


def test_a_command_runs_in_a_session_under_its_shared_options() -> None:
    told: list[tuple[Options, list[str], bool]] = []

    @shares(*READING, "event", "strict", isolated=True)
    def command(session: Session, paths: Paths, force: Force = False) -> None:
        told.append((session.asked, paths, force))
        session.status = 1

    with pytest.raises(SystemExit) as left:
        command(paths=["a.csv"], game="chouette", event=Path("event.toml"), force=True)
    assert left.value.code == 1
    asked = Options(game="chouette", event=Path("event.toml"), isolated=True)
    assert told == [(asked, ["a.csv"], True)]


def test_a_command_shows_its_own_options_first() -> None:
    @shares("strict", "game")
    def command(session: Session, paths: Paths, force: Force = False) -> None:
        del session, paths, force

    assert [one.name for one in parameters_of(command)] == ["paths", "force", "strict", "game"]


def test_what_the_command_decides_is_no_option() -> None:
    def command(session: Session) -> None:
        del session

    with pytest.raises(KeyError, match="own_rules"):
        shares("own_rules")(command)


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (Refusal("no-typst"), "typst"),
        (BrokenFile("game-missing").of(Path("mau.toml")), "mau.toml"),
    ],
)
def test_what_cannot_be_done_is_wrong_use(
    refusal: Exception, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @shares(isolated=True)
    def command(session: Session) -> None:
        raise refusal

    with pytest.raises(SystemExit) as left:
        command()
    assert left.value.code == 2
    assert said in capsys.readouterr().err
