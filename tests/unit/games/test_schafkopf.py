"""Schafkopf, as the file that comes with scorecheck says it: values worked out by hand from the tariff."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import scorecheck
from support import run

if TYPE_CHECKING:
    from pathlib import Path

CLEAN = """\
Spiel,Anna,Bernd,Chris,Doris
1,10,-10,10,-10
2,-60,60,60,-60
3,150,-50,-50,-50
4,20,20,-20,-20
5,-300,100,100,100
"""


def sheet(folder: Path, row: str, event: str = "") -> Path:
    (folder / "evening.csv").write_text(CLEAN + f"6,{row}\n", encoding="utf-8")
    if event:
        (folder / "event.toml").write_text(event, encoding="utf-8")
        return folder
    return folder / "evening.csv"


def found(path: Path, game: str | None = "schafkopf") -> list[tuple[str, str | None]]:
    report = scorecheck.validate(path, settings=None, game=game)
    return [(one.rule, one.cell and one.cell.a1) for one in report.findings]


@pytest.mark.parametrize(
    "row",
    [
        # Call games: 10; Schneider 20; Schwarz 30; three runners 40; Schneider, four runners, Kontra 120.
        "10,10,-10,-10",
        "20,-20,-20,20",
        "-30,30,30,-30",
        "40,-40,40,-40",
        "120,120,-120,-120",
        # Solos: 50; Schneider 60; a Wenz with two runners 70; Tout with three runners, (50 + 30) × 2 = 160.
        "150,-50,-50,-50",
        "-60,180,-60,-60",
        "-70,-70,210,-70",
        "-160,-160,-160,480",
        # Lost, Kontra and Re: 50 × 4.
        "200,-600,200,200",
        # A Ramsch for the base of a call game.
        "10,10,-30,10",
    ],
)
def test_what_games_pay(tmp_path: Path, row: str) -> None:
    assert found(sheet(tmp_path, row)) == []


@pytest.mark.parametrize(
    ("row", "rule"),
    [
        # Between 20 and 30 there is nothing.
        ("25,-25,25,-25", "schafkopf/value"),
        # A solo of 50 with one runner: they count from two on in a Wenz, else from three on. 55 is no value.
        ("165,-55,-55,-55", "schafkopf/value"),
        # It adds up, but two win and lose different amounts; or one pays three others differently.
        ("10,30,-20,-20", "schafkopf/pattern"),
        ("-150,60,50,40", "schafkopf/pattern"),
        # A lost sign, and a soloist who got only once what each of the others pays.
        ("10,10,10,-10", "schafkopf/sum"),
        ("50,-50,-50,-50", "schafkopf/sum"),
    ],
)
def test_what_no_game_pays(tmp_path: Path, row: str, rule: str) -> None:
    assert [one for one, _ in found(sheet(tmp_path, row))] == [rule]


def test_a_lost_sign_is_repaired_by_what_games_there_are(tmp_path: Path) -> None:
    """Only with Doris's minus it is a game: a solo for 50, won."""
    report = scorecheck.validate(sheet(tmp_path, "150,-50,-50,50"), settings=None, game="schafkopf")
    (finding,) = report.findings
    assert [(edit.cell.a1, edit.after) for edit in finding.fixes[0].edits] == [("E7", "-50")]


def test_cents_and_another_tariff_in_an_event(tmp_path: Path) -> None:
    """Call games for 20, solos for 100: 40 is Schneider with 20; the rows above are wrong for that tariff."""
    event = (
        '[event]\nname = "Freitag"\ngame = "schafkopf"\n[options]\ncall = 20\nsolo = 100\nschneider = 20\n'
    )
    told = found(sheet(tmp_path, "40,-40,40,-40", event), None)
    assert told == [("schafkopf/value", "B2"), ("schafkopf/value", "B4")]


def test_an_evening_is_ranked_by_points(tmp_path: Path) -> None:
    # Anna 10 − 60 + 150 + 20 − 300 + 10, Bernd −10 + 60 − 50 + 20 + 100 + 10, and so on.
    made = scorecheck.standings(sheet(tmp_path, "10,10,-10,-10"), settings=None, game="schafkopf")
    told = [(one.rank, one.player, int(one.score)) for one in made.lines]
    assert told == [(1, "Bernd", 130), (2, "Chris", 90), (3, "Doris", -50), (4, "Anna", -170)]


def test_inspect_says_how_to_ask_for_it(tmp_path: Path) -> None:
    said = run("inspect", sheet(tmp_path, "10,10,-10,-10"), "--game", "schafkopf").stdout
    assert "--game schafkopf --layout points" in said


BESIDE = """\
Nr;Spiel;Spieler;Laufende;Schneider;Schwarz;Kontra;Re;Anna;Bernd;Chris;Dora
1;Rufspiel;Anna;0;0;0;0;0;20;-20;20;-20
2;Rufspiel;Bernd;3;1;0;0;0;-60;60;60;-60
3;Wenz;Chris;2;0;0;0;0;-70;-70;210;-70
4;Herz-Solo;Dora;2;0;0;1;0;-100;-100;-100;300
5;Sauspiel;Anna;0;1;1;0;0;-40;40;40;-40
6;Rufspiel;Bernd;0;0;0;1;1;80;-80;-80;80
7;Solo Tout;Chris;4;0;0;0;0;-180;-180;540;-180
8;Rufspiel;Dora;0;1;0;0;0;30;30;-30;-30
9;Rufspiel;Anna;0;0;0;0;0;20;-20;-20;20
10;Sauspiel;Bernd;3;0;0;0;0;-50;50;50;-50
11;Rufspiel;Chris;0;0;0;0;0;-20;20;20;-20
"""


def test_what_stands_beside_the_points_tells_their_values_and_the_tariff(tmp_path: Path) -> None:
    # Call game 20, solo 50; Schneider and each runner 10, Schwarz 20. Two runners count in a Wenz alone.
    path = tmp_path / "evening.csv"
    path.write_text(BESIDE, encoding="utf-8")
    assert found(path) == []
    # Without Schneider game 2 is worth 50; the points are right for themselves, and so is the sum.
    path.write_text(BESIDE.replace("-60;60;60;-60", "-50;50;50;-50"), encoding="utf-8")
    assert found(path) == [("schafkopf/facts", "J3")]
