"""What sheets of acey-deucey give for a ranking, and what one game is worth."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from acey_games import play, transcript_csv
from scorecheck.games.acey_deucey.score import score
from scorecheck.model.outcome import CheckedFile
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from support import ROOT, only

SHORT = (
    (ROOT / "tests/cases/acey-deucey/result-clean.toml").read_text().split('"""')[1].split("\n\n")[0].strip()
)


def kept(folder: Path, text: str, **options: str) -> CheckedFile:
    path = folder / "sheet.csv"
    path.write_text(text)
    settings = Settings(Wanted(), options)
    return only(check_files([Source(path, "sheet.csv", settings)], Keep(results=True, rows=True)))


def points_of(file: CheckedFile) -> list[dict[str, tuple[int, int, int]]]:
    return [
        {one.player: (int(one.points), one.games, int(one.figures["wins"])) for one in sheet.result.players}
        for sheet in file.sheets
        if sheet.result is not None
    ]


def test_winners_and_losers(tmp_path: Path) -> None:
    text = "Game,Winner,Loser,Points\n1,Anna,Bernd,12\n2,bernd,Chris,4\n3,Chris,Anna,15\n"
    assert points_of(kept(tmp_path, text)) == [{"Anna": (-3, 2, 1), "Bernd": (-8, 2, 1), "Chris": (11, 2, 1)}]


def test_the_course_of_a_sheet_without_columns_of_players(tmp_path: Path) -> None:
    text = "Game,Winner,Loser,Points\n1,Anna,Bernd,12\n2,bernd,Chris,4\n3,Chris,Anna,15\n"
    (sheet,) = kept(tmp_path, text).sheets
    assert sheet.sheet.players == ("Anna", "Bernd", "Chris")
    assert tuple(sheet.course) == ((12, -12, 0), (12, -8, -4), (-3, -8, 11))


def test_a_column_a_player(tmp_path: Path) -> None:
    text = "Game,Anna,Bernd,Chris\n1,12,-12,\n2,,4,-4\n3,-15,,15\n4,,,\n"
    assert points_of(kept(tmp_path, text)) == [{"Anna": (-3, 2, 1), "Bernd": (-8, 2, 1), "Chris": (11, 2, 1)}]


ALONE = "\n".join(line.replace("*", "") for line in SHORT.splitlines() if "Bernd" not in line)
"""Anna rolls one 1-2 after the other and bears all off; no other player is named."""


def test_a_transcript_of_one_player_has_no_loser(tmp_path: Path) -> None:
    file = kept(tmp_path, ALONE + "\n")
    assert file.findings == ()
    assert points_of(file) == [{"Anna": (0, 0, 0)}]


@pytest.mark.parametrize(
    ("results", "told"),
    [
        # One game each: it is that one, and Bernd has fifteen checkers left.
        ("1,Anna,Bernd,15", []),
        ("1,Anna,Bernd,14", [("D20", "")]),
        ("1,Bernd,Anna,15", [("B20", "winner")]),
        # Of two games nobody says which one was written down.
        ("1,Anna,Bernd,14\n2,Bernd,Anna,3", []),
    ],
)
def test_a_transcript_without_a_number_is_of_the_only_game(
    tmp_path: Path, results: str, told: list[tuple[str, str]]
) -> None:
    bare = "\n".join(line.partition(",")[2] for line in SHORT.splitlines())
    findings = kept(tmp_path, f"{bare}\n\nGame,Winner,Loser,Points\n{results}\n").findings
    assert {f.rule for f in findings} <= {"acey-deucey/result"}
    assert [(f.cell.a1 if f.cell else "", f.variant) for f in findings] == told


@pytest.mark.parametrize(
    ("row", "variant"),
    [("3,-3,", None), ("3,-4,", ""), ("3,,", "one"), ("3,-2,-2", "many"), ("3,-2,-1", "many"), (",,", None)],
)
def test_only_two_play(tmp_path: Path, row: str, variant: str | None) -> None:
    text = f"Anna,Bernd,Chris\n7,-7,\n,5,-5\n-9,,9\n4,,-4\n,-5,5\n{row}\n"
    told = [(f.rule, f.variant) for f in kept(tmp_path, text).findings]
    assert told == ([] if variant is None else [("acey-deucey/zero-sum", variant)])


def test_a_transcript_alone(tmp_path: Path) -> None:
    file = kept(tmp_path, SHORT + "\n")
    assert file.findings == ()
    assert points_of(file) == [{"Bernd": (-15, 1, 0), "Anna": (15, 1, 1)}]


def test_a_transcript_beside_its_results_counts_once(tmp_path: Path) -> None:
    file = kept(tmp_path, SHORT + "\n\nGame,Winner,Loser,Points\n1,Anna,Bernd,15\n")
    assert [sheet.sheet.layout for sheet in file.sheets] == ["transcript", "games"]
    assert points_of(file) == [{"Anna": (15, 1, 1), "Bernd": (-15, 1, 0)}]


@pytest.mark.slow
def test_without_a_game_column_a_game_begins_after_a_win(tmp_path: Path) -> None:
    games = [play(("Anna", "Bernd"), random.Random(seed)) for seed in (3, 8)]
    lines = [line.split(",", 1)[1] for line in transcript_csv(games).splitlines()]
    file = kept(tmp_path, "\n".join(lines) + "\n")
    assert file.findings == ()
    (result,) = points_of(file)
    assert {name: games for name, (_, games, _) in result.items()} == {"Anna": 2, "Bernd": 2}
    assert sum(points for points, _, _ in result.values()) == 0


def test_the_option_of_the_first_roll(tmp_path: Path) -> None:
    text = "Game,Player,Roll,Move\n1,Anna,6-3,enter/19/16\n1,Bernd,5-3,enter/20 enter/22\n"
    assert kept(tmp_path, text).findings == ()
    (finding,) = kept(tmp_path, text, first_roll="enter").findings
    assert (finding.rule, finding.variant) == ("acey-deucey/illegal-move", "enter-first")


@pytest.mark.parametrize(
    ("facts", "value"),
    [
        ({"board": 9, "bar": 1, "waiting": 2}, 12),
        ({"board": 9, "bar": 1, "waiting": 2, "off": 3}, 12),
        ({"waiting": 15}, 15),
        ({"off": 14}, 1),
        ({"off": 0}, 15),
    ],
)
def test_score(facts: dict[str, int], value: int) -> None:
    worked = score(**facts, names=("Anna", "Bernd"))
    assert worked.value == value == sum(term.value for term in worked.terms)
    assert worked.shares == (("Anna", value), ("Bernd", -value))


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({}, "all-off"),
        ({"off": 15}, "all-off"),
        ({"board": 9, "off": 3}, "not-fifteen"),
        ({"board": 10, "waiting": 6}, "too-many"),
        ({"off": 16}, "too-many"),
        ({"bar": -1}, "negative"),
    ],
)
def test_score_refuses_what_cannot_be(facts: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}$"):
        score(**facts)
