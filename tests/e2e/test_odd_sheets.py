"""Odd sheets by the program itself: they are reported whole, and take nothing else with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support import run

GAMES = "Spiel,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,-1,-1,1,1\n3,1,1,1,-3\n4,-2,-2,2,2\n"


class TestNamesOnceMore:
    @pytest.mark.parametrize(
        ("below", "players"),
        [
            ("5,,,,\n6,,,,\n,Anna,Brend,Chris,Dora\n", ["Anna", "Bernd", "Chris", "Dora"]),
            ("Spiel,Anna,Bernd,Chris,Emil\n5,1,-1,-1,1\n", ["Anna", "Bernd", "Chris", "Dora", "Emil"]),
        ],
    )
    def test_the_pages_show_who_played(self, tmp_path: Path, below: str, players: list[str]) -> None:
        (tmp_path / "table1.csv").write_text(GAMES + below)
        done = run("process", "table1.csv", "-o", "out", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        standings = json.loads((tmp_path / "out" / "standings.json").read_text())
        assert sorted(line["player"] for line in standings["standings"]) == players

    def test_a_substitutes_course_begins_at_zero(self, tmp_path: Path) -> None:
        (tmp_path / "t.csv").write_text(GAMES + "Spiel,Anna,Bernd,Chris,Emil\n5,1,-1,-1,1\n6,1,1,-1,-1\n")
        assert run("process", "t.csv", "-o", "out", cwd=tmp_path).returncode == 0
        page = (tmp_path / "out" / "index.html").read_text()
        # Anna 0 + 2, Emil 0; Chris 2 - 2, Dora stays at -2.
        assert all(f">{name}</text>" in page for name in ("Anna 2", "Emil 0", "Chris 0", "Dora −2"))

    def test_two_winners_of_acey_deucey_and_a_name_below(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text("Game,Anna,Bernd\n1,3,-3\n2,-2,2\n3,4,-4\n4,,\n,Anna,Brend\n")
        told = ("--game", "acey-deucey", "--layout", "points")
        done = run("process", "a.csv", *told, "-o", "out", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        standings = json.loads((tmp_path / "out" / "standings.json").read_text())["standings"]
        assert [(line["player"], line["score"]) for line in standings] == [("Anna", "5"), ("Bernd", "-5")]
