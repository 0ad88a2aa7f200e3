"""A club's own game, as its file says it: sheets are read, checked and ranked by it."""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import scorecheck
from scorecheck.checks import own
from scorecheck.checks.own_game.broken import BrokenGame
from scorecheck.checks.own_game.file import described
from support import ROOT, run

ROMME = """\
[game]
name = "romme"
title = "Rommé"
players = [2, 6]
cells = {least = 0, most = 300}
zeros = 1
wins = "lower"
"""
# 15 + 22 + 12 = 49; 25 + 10 + 31 = 66; 40 + 33 = 73.
GOOD = "Runde,Anna,Bernd,Chris\n1,0,25,40\n2,15,0,33\n3,22,10,0\n4,12,31,0\nSumme,49,66,73\n"
SCHAFKOPF = (
    "Spiel,Anna,Bernd,Chris,Dora\n1,60,60,-60,-60\n2,-300,100,100,100\n3,10,-10,10,-10\n4,20,-20,20,-20\n"
)


def evening(folder: Path, sheet: str, game: str | None = ROMME) -> Path:
    if game is not None:
        (folder / "game.toml").write_text(game, encoding="utf-8")
    (folder / "evening.csv").write_text(sheet, encoding="utf-8")
    return folder / "evening.csv"


def found(path: Path, game: str | None = None) -> list[tuple[str, str | None]]:
    report = scorecheck.validate(path, settings=None, game=game)
    return [(one.rule, one.cell and one.cell.a1) for one in report.findings]


def test_a_good_sheet_beside_its_game_is_clean(tmp_path: Path) -> None:
    assert found(evening(tmp_path, GOOD)) == []


def test_a_sheet_without_the_file_is_of_no_game(tmp_path: Path) -> None:
    assert [rule for rule, _ in found(evening(tmp_path, GOOD, None))] == ["sheet/foreign"]


@pytest.mark.parametrize(
    ("before", "after", "rule", "cell"),
    [
        ("2,15,0,33", "2,15,0,-33", "romme/points", "D3"),
        ("2,15,0,33", "2,15,7,33", "romme/pattern", "B3"),
        ("Summe,49", "Summe,50", "sheet/total-mismatch", "B6"),
    ],
)
def test_what_the_file_says_is_checked(tmp_path: Path, before: str, after: str, rule: str, cell: str) -> None:
    # Which amounts there are, that one player goes out in each round, and the total row.
    assert (rule, cell) in found(evening(tmp_path, GOOD.replace(before, after)))


def test_the_sheets_of_our_games_beside_the_file_stay_theirs(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(ROMME, encoding="utf-8")
    sample = min((ROOT / "samples" / "doppelkopf").glob("*.csv"))
    (tmp_path / "sheet.csv").write_bytes(sample.read_bytes())
    beside = scorecheck.validate(tmp_path / "sheet.csv", settings=None)
    alone = scorecheck.validate(sample, settings=None)
    assert [one.rule for one in beside.findings] == [one.rule for one in alone.findings]


def test_the_fewest_points_win(tmp_path: Path) -> None:
    ranking = scorecheck.standings(evening(tmp_path, GOOD), settings=None)
    assert [(one.rank, one.player) for one in ranking.lines] == [(1, "Anna"), (2, "Bernd"), (3, "Chris")]


def test_rows_add_up_to_a_number(tmp_path: Path) -> None:
    # Ten tricks are shared out: 4 + 3 + 3 and so on; in round 3 there are eleven.
    game = '[game]\nname = "tricks"\nplayers = 3\nsum = 10\n'
    sheet = "Runde,Anna,Bernd,Chris\n1,4,3,3\n2,5,5,0\n3,6,4,1\n4,2,2,6\n"
    assert found(evening(tmp_path, sheet, game)) == [("tricks/sum", "B4")]


def test_schafkopf_comes_with_us(tmp_path: Path) -> None:
    # 10 + 10 + 4 × 10 = 60; a solo for 50, doubled by Kontra: 100, three times it for the soloist.
    path = evening(tmp_path, SCHAFKOPF, None)
    assert found(path, game="schafkopf") == []
    path.write_text(SCHAFKOPF.replace("20,-20,20,-20", "25,-25,25,-25"), encoding="utf-8")
    assert found(path, game="schafkopf") == [("schafkopf/value", "B5")]
    path.write_text(SCHAFKOPF.replace("20,-20,20,-20", "20,-20,40,-40"), encoding="utf-8")
    assert [rule for rule, _ in found(path, game="schafkopf")] == ["schafkopf/pattern"]


SCHEMA = Draft202012Validator(json.loads((ROOT / "schemas" / "game.schema.json").read_text(encoding="utf-8")))


def test_the_schema_says_what_the_program_takes() -> None:
    shipped = (own._SHIPPED / "schafkopf.toml").read_text(encoding="utf-8")
    for text in (ROMME, shipped, DOPPELKOPF):
        assert SCHEMA.is_valid(tomllib.loads(text))
        assert described(text.encode()).name in text


@pytest.mark.parametrize("wrong", ["zeros = 0", "smu = 0", "cells = []", 'wins = "both"', "title = 3"])
def test_the_schema_refuses_what_the_program_refuses(wrong: str) -> None:
    text = f'[game]\nname = "a"\nplayers = 4\n{wrong}\n'
    assert not SCHEMA.is_valid(tomllib.loads(text))
    with pytest.raises(BrokenGame):
        described(text.encode())


DOPPELKOPF = '[game]\nname = "doko"\nplayers = [4, 8]\nsides = ["two-two", "one-rest"]\n'


def compared(sample: Path, game: Path) -> tuple[list[object], list[object]]:
    """What our Doppelkopf and the file find of sums and patterns on the sheets of points of a file."""
    game.write_text(DOPPELKOPF, encoding="utf-8")
    ours = scorecheck.validate(sample, game="doppelkopf", settings=None)
    if any(sheet["layout"] == "detail" for file in ours.to_dict()["files"] for sheet in file["sheets"]):
        return [], []
    theirs = scorecheck.validate(sample, game=str(game), settings=None)
    same = {"doppelkopf/zero-sum": "doko/sum", "doppelkopf/pattern": "doko/pattern"}
    return (
        [(same[one.rule], one.sheet, one.cell) for one in ours.findings if one.rule in same],
        [(one.rule, one.sheet, one.cell) for one in theirs.findings if one.rule in same.values()],
    )


@pytest.mark.parametrize("name", ["doppelkopf/five-players-faulty.xlsx", "events/krug/runde2/tisch2.csv"])
def test_doppelkopf_as_a_file_finds_the_same_sums_and_patterns(tmp_path: Path, name: str) -> None:
    ours, theirs = compared(ROOT / "samples" / name, tmp_path / "doko.toml")
    assert ours
    assert theirs == ours


@pytest.mark.slow
def test_doppelkopf_as_a_file_finds_the_same_on_all_samples(tmp_path: Path) -> None:
    samples = [
        path
        for folder in ("doppelkopf", "events")
        for path in sorted((ROOT / "samples" / folder).rglob("*.*"))
        if path.suffix in {".csv", ".xlsx"}
    ]
    told = [compared(path, tmp_path / "doko.toml") for path in samples]
    assert sum(len(ours) for ours, _ in told) >= 3
    assert [theirs for _, theirs in told] == [ours for ours, _ in told]


def test_blank_sheets_are_made_and_read_again(tmp_path: Path) -> None:
    evening(tmp_path, GOOD)
    done = run("new", "game.toml", "--players", "Anna,Bernd,Chris", "-o", "blank.xlsx", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "blank.xlsx").is_file()


def test_games_lists_what_lies_in_the_folder(tmp_path: Path) -> None:
    evening(tmp_path, GOOD)
    listed = run("games", cwd=tmp_path).stdout
    assert "romme: Rommé (from " in listed
    assert "\nschafkopf: Schafkopf\n" in listed


def test_an_event_names_the_game_and_its_tariff(tmp_path: Path) -> None:
    # A call game for 25 is worth 25.
    evening(tmp_path, SCHAFKOPF.replace("3,10,-10,10,-10", "3,25,-25,25,-25"), None)
    (tmp_path / "event.toml").write_text(
        '[event]\nname = "Freitag"\ngame = "schafkopf"\n[options]\ncall = 25\n', encoding="utf-8"
    )
    # 60 and 20 cannot come from 25.
    assert found(tmp_path) == [("schafkopf/value", "B2"), ("schafkopf/value", "B5")]


@pytest.mark.parametrize(
    ("game", "at"),
    [
        ('name = "Doppelkopf 2"\nplayers = 4', "game.name"),
        ('name = "skat"\nplayers = 3', "game.name"),
        ('name = "a"', "game.players"),
        ('name = "a"\nplayers = [6, 2]', "game.players"),
        ('name = "a"\nplayers = 4\nsmu = 0', "game.smu"),
        ('name = "a"\nplayers = 4\nsides = "three-one"', "game.sides"),
        ('name = "a"\nplayers = 4\nsides = "two-two"\nsum = 5', "game.sum"),
        ('name = "a"\nplayers = 4\nzeros = true', "game.zeros"),
        ('name = "a"\nplayers = 4\ncells = {least = 5, most = 1}', "game.cells.least"),
        ('name = "a"\nplayers = 4\nsides = "two-two"\nvalues = [{base = "call"}]', "game.values.0.base"),
        (
            'name = "a"\nplayers = 4\nsides = "two-two"\n'
            f"values = [{{base = 1, plus = [{', '.join(['[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'] * 5)}]}}]",
            "game.values.0",
        ),
        ('name = "a"\nplayers = 4\ntitle = "\\u001b[31m"', "game.title"),
        ('name = "a"\nplayers = 4\nwins = 3', "game.wins"),
    ],
)
def test_what_cannot_be_is_told_with_its_key(game: str, at: str) -> None:
    with pytest.raises(BrokenGame) as broken:
        described(f"[game]\n{game}\n".encode())
    assert ".".join(map(str, broken.value.at)) == at


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"[game", b"game = 3", b"[[game]]", b"[game]" + b" " * 70_000]
)
def test_what_is_no_such_file_is_told(data: bytes) -> None:
    with pytest.raises(BrokenGame):
        described(data)


def test_a_broken_file_is_told_with_file_line_and_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(tmp_path, GOOD, ROMME.replace("zeros = 1", "zeros = -1"))
    monkeypatch.chdir(tmp_path)
    done = run("validate", "evening.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "game.toml:6: game.zeros cannot be -1. It may be: 1 … 6.\n"


def test_two_workers_know_the_game(tmp_path: Path) -> None:
    evening(tmp_path, GOOD)
    (tmp_path / "second.csv").write_text(GOOD.replace("2,15,0,33", "2,15,0,-33"), encoding="utf-8")
    done = run("validate", ".", "--jobs", "2", cwd=tmp_path)
    assert "romme/points" in done.stdout
    assert "sheet/foreign" not in done.stdout


def test_inspect_says_how_to_ask_for_the_game_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "our club"
    folder.mkdir()
    sheet = evening(folder, GOOD)
    said = run("inspect", sheet, cwd=tmp_path).stdout
    named = next(line for line in said.splitlines() if "--game" in line).partition("--game ")[2]
    assert shlex.split(named)[0] == str(Path("our club", "game.toml"))
    alone = tmp_path / "alone.csv"
    alone.write_text(GOOD, encoding="utf-8")
    assert run("validate", alone, "--game", *shlex.split(named), cwd=tmp_path).returncode == 0
