"""``inspect --ask``: what is in doubt is asked, and the answers stand in the settings beside the sheet."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import pytest

from support import run

if TYPE_CHECKING:
    from pathlib import Path

ZEROS = """\
Nr,Anna,Bernd,Chris,Dora,Etwas
1,3,-1,-1,-1,0
2,1,1,-1,-1,0
3,-1,-1,1,1,0
4,2,-2,-2,2,0
5,1,1,-1,-1,0
"""
"""Doppelkopf of four, with zeros beside it: or of five, of whom one never played."""
EVENINGS = """\
Spieltag,Anna,Bernd,Carl,Dora
Abend 1,-15,19,7,-11
Abend 2,17,19,-29,-7
Abend 3,18,6,-8,-16
"""
SCHAFKOPF = """\
Spiel,Anna,Bernd,Chris,Dora
1,20,-20,20,-20
2,-10,30,-10,-10
3,30,30,-30,-30
4,-60,20,20,20
5,10,10,-10,-10
6,20,-20,20,-20
7,20,-20,-20,20
"""
TWO_GAMES = "Nr,Anna,Bernd,Chris,Dora\n1,3,-1,-1,-1\n2,-1,3,-1,-1\n"
"""One against three twice: solos of Doppelkopf, or the box of a chouette."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "s.csv").write_text(ZEROS, encoding="utf-8")
    return tmp_path


def test_an_answer_settles_the_sheet_for_good(folder: Path) -> None:
    asked = run("inspect", "--ask", "--game", "doppelkopf", "s.csv", cwd=folder, input="2\n")
    assert asked.returncode == 0
    assert "s.csv: Is “Etwas” a player?" in asked.stderr
    assert "2  no, something else" in asked.stderr
    assert "The answers stand in scorecheck.toml now." in asked.stderr
    assert "4 players" in asked.stdout
    assert (folder / "scorecheck.toml").read_text(encoding="utf-8") == 'columns."Etwas" = "other"\n'
    assert run("validate", "--game", "doppelkopf", "s.csv", cwd=folder).returncode == 0


def test_one_answer_may_lead_to_the_next_question(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(ZEROS, encoding="utf-8")
    (tmp_path / "t.csv").write_text(TWO_GAMES, encoding="utf-8")
    asked = run("inspect", "--ask", "t.csv", "s.csv", cwd=tmp_path, input="2\n2\n")
    assert "t.csv: Which game is it?" in asked.stderr
    assert tomllib.loads((tmp_path / "scorecheck.toml").read_text(encoding="utf-8")) == {
        "layout": {"game": "doppelkopf"},
        "columns": {"Etwas": "other"},
    }
    assert run("validate", ".", cwd=tmp_path).returncode == 0


def test_rows_that_are_evenings_are_an_answer_as_well(tmp_path: Path) -> None:
    (tmp_path / "g.csv").write_text(EVENINGS, encoding="utf-8")
    asked = run("inspect", "--ask", "g.csv", cwd=tmp_path, input="2\n")
    assert "2  grid of evenings" in asked.stderr
    assert (tmp_path / "scorecheck.toml").read_text(encoding="utf-8") == 'layout.layout = "evenings"\n'
    assert run("validate", "g.csv", cwd=tmp_path).returncode == 0


def test_each_option_that_a_message_names_is_an_answer(tmp_path: Path) -> None:
    dated = "Datum,Anna,Bernd,Chris,Dora\n3.1.2026,5,13,-5,-13\n10.1.2026,-2,12,-14,4\n"
    dated += "17.1.2026,-29,-5,11,23\n"
    (tmp_path / "s.csv").write_text(dated, encoding="utf-8")
    assert "say --layout evenings" in run("validate", "s.csv", cwd=tmp_path).stdout
    assert "1  grid of evenings" in run("inspect", "--ask", "s.csv", cwd=tmp_path, input="1\n").stderr
    (tmp_path / "s.csv").write_text(SCHAFKOPF, encoding="utf-8")
    assert "say --game schafkopf" in run("validate", "s.csv", cwd=tmp_path).stdout
    assert "1  Schafkopf" in run("inspect", "--ask", "s.csv", cwd=tmp_path, input="1\n").stderr
    (tmp_path / "t.csv").write_text(dated, encoding="utf-8")
    assert "Both sheets are right." in run("validate", "s.csv", "t.csv", cwd=tmp_path).stderr


@pytest.mark.parametrize("role", ["player", "other"])
def test_each_line_that_a_message_gives_is_an_answer(tmp_path: Path, role: str) -> None:
    """S is a word for the soloist as well, which the answer "player" left open: it was asked again.

    Siri has a cross, too; if nobody had, S would be no player.
    """
    rows = "1;1;1;;;x\n2;8;;8;;x\n3;1;x;1;;\n4;;1;;1;x\n5;;1;;1;\n6;3;;;3;x\n"
    (tmp_path / "s.csv").write_text("Nr;Ola;Siri;Frida;Dora;S\n" + rows, encoding="utf-8")
    line = f'columns."S" = "{role}"'
    assert line in run("validate", "s.csv", cwd=tmp_path).stdout
    (tmp_path / "scorecheck.toml").write_text(line, encoding="utf-8")
    done = run("inspect", "s.csv", cwd=tmp_path)
    assert (done.returncode, f"{5 if role == 'player' else 4} players" in done.stdout) == (0, True)


@pytest.mark.parametrize(("answer", "notation"), [("1", "plus-only"), ("2", "losers-only")])
def test_what_only_custom_says_is_asked_and_the_answer_holds(
    tmp_path: Path, answer: str, notation: str
) -> None:
    (tmp_path / "s.csv").write_text(
        "Spiel,Anna,Bernd,Chris,Dora\n1,2,,2,\n2,,1,1,\n3,,3,,3\n4,6,,,\n5,1,,,1\n", encoding="utf-8"
    )
    assert "[sheet/won-or-lost]" in run("validate", "s.csv", cwd=tmp_path).stdout
    asked = run("inspect", "--ask", "s.csv", cwd=tmp_path, input=f"{answer}\n")
    assert "s.csv: How are the points written?\n  1  plus points only\n" in asked.stderr
    assert (tmp_path / "scorecheck.toml").read_text("utf-8") == f'layout.notation = "{notation}"\n'
    report = json.loads(run("validate", "s.csv", "--format", "json", cwd=tmp_path).stdout)
    assert [sheet["notation"] for sheet in report["files"][0]["sheets"]] == [notation]
    assert "sheet/won-or-lost" not in [one["rule"] for one in report["findings"]]
    again = run("inspect", "--ask", "s.csv", cwd=tmp_path, input="")
    assert "Nothing is in doubt" in again.stderr


def test_settings_that_there_are_keep_all_else_and_their_comments(folder: Path) -> None:
    before = '# our club\nlang = "en" # for guests\n\n[options]\n# none yet\n'
    (folder / "scorecheck.toml").write_text(before, encoding="utf-8")
    run("inspect", "--ask", "--game", "doppelkopf", "s.csv", cwd=folder, input="2\n")
    after = (folder / "scorecheck.toml").read_text(encoding="utf-8")
    # The answer stands above the first table.
    assert after == before.replace("\n\n", '\ncolumns.Etwas = "other"\n\n')
    assert tomllib.loads(after)["columns"] == {"Etwas": "other"}


def test_settings_of_windows_keep_its_line_ends(folder: Path) -> None:
    path = folder / "scorecheck.toml"
    path.write_bytes(b'# ours\r\nlang = "en"\r\n')
    assert run("inspect", "--ask", "s.csv", cwd=folder, input="1\n1\n").returncode == 0
    text = path.read_bytes()
    assert text.startswith(b'# ours\r\nlang = "en"\r\n')
    assert text.count(b"\n") == text.count(b"\r\n") > 2


def test_a_game_has_a_table_beside_those_that_there_are(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(TWO_GAMES, encoding="utf-8")
    (tmp_path / "scorecheck.toml").write_text('[columns]\nX = "other"\n', encoding="utf-8")
    run("inspect", "--ask", "t.csv", cwd=tmp_path, input="2\n")
    told = tomllib.loads((tmp_path / "scorecheck.toml").read_text(encoding="utf-8"))
    assert told == {"layout": {"game": "doppelkopf"}, "columns": {"X": "other"}}


def test_the_settings_of_a_project_are_those_in_its_file(folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.scorecheck]\ngame = "doppelkopf"\n', encoding="utf-8")
    run("inspect", "--ask", "s.csv", cwd=folder, input="2\n")
    told = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    assert told["tool"]["scorecheck"] == {"game": "doppelkopf", "columns": {"Etwas": "other"}}
    assert not (folder / "scorecheck.toml").exists()


def test_what_a_heading_means_may_stand_in_the_event_file(folder: Path) -> None:
    (folder / "event.toml").write_text(
        '[event]\nname = "Evening" # of May\ngame = "doppelkopf"\n', encoding="utf-8"
    )
    run("inspect", "--ask", ".", cwd=folder, input="2\n")
    told = (folder / "event.toml").read_text(encoding="utf-8")
    assert "# of May" in told
    assert tomllib.loads(told)["columns"] == {"Etwas": "other"}
    assert run("validate", ".", cwd=folder).returncode == 0


@pytest.mark.parametrize("answer", ["q\n", "", "3\nq\n"])
def test_who_stops_has_nothing_written(folder: Path, answer: str) -> None:
    done = run("inspect", "--ask", "--game", "doppelkopf", "s.csv", cwd=folder, input=answer)
    assert done.returncode == 1
    assert "Nothing was written." in done.stderr
    assert [one.name for one in folder.iterdir()] == ["s.csv"]


@pytest.mark.parametrize(
    "event",
    [
        '[event]\nname = "Evening"\ngame = "doppelkopf"\n',
        '# headings of the club\n[columns]\n"Beer" = "other"\n',
        'columns."Beer" = "other"\n',
    ],
)
def test_an_answer_in_the_event_file_holds_for_a_sheet_by_itself(folder: Path, event: str) -> None:
    (folder / "event.toml").write_text(event, encoding="utf-8")
    assert "Is “Etwas” a player?" in run("validate", "s.csv", cwd=folder).stdout
    asked = run("inspect", "--ask", "s.csv", cwd=folder, input="2\n")
    assert "The answers stand in event.toml now." in asked.stderr
    assert run("validate", "s.csv", cwd=folder).returncode == 0
    assert "Nothing is in doubt" in run("inspect", "--ask", "s.csv", cwd=folder).stderr


def test_a_line_that_a_message_gives_may_stand_above_an_answer(folder: Path) -> None:
    (folder / "t.csv").write_text(ZEROS.replace("Etwas", "Rest"), encoding="utf-8")
    run("inspect", "--ask", "s.csv", cwd=folder, input="2\n")
    line = 'columns."Rest" = "other"'
    assert line in run("validate", "t.csv", cwd=folder).stdout
    settings = folder / "scorecheck.toml"
    settings.write_text(line + "\n" + settings.read_text(encoding="utf-8"), encoding="utf-8")
    assert run("validate", "s.csv", "t.csv", cwd=folder).returncode == 0


def test_an_event_file_beside_a_sheet_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "event.toml").write_text('columns."Etwas" = "othr"\n', encoding="utf-8")
    done = run("validate", "s.csv", cwd=folder)
    assert "event.toml: what it says of columns and words was not taken" in done.stderr
    assert "Is “Etwas” a player?" in done.stdout


def test_what_is_left_open_stays_open(folder: Path) -> None:
    done = run("inspect", "--ask", "--game", "doppelkopf", "s.csv", cwd=folder, input="\n")
    assert done.returncode == 1
    assert [one.name for one in folder.iterdir()] == ["s.csv"]


def test_where_nothing_is_in_doubt_nothing_is_asked(folder: Path) -> None:
    (folder / "s.csv").write_text(ZEROS.replace(",Etwas", "").replace(",0\n", "\n"), encoding="utf-8")
    done = run("inspect", "--ask", "--game", "doppelkopf", "--format", "json", "s.csv", cwd=folder)
    assert "Nothing is in doubt" in done.stderr
    assert json.loads(done.stdout)["files"]


@pytest.mark.parametrize("with_event", [False, True])
def test_headings_alone_make_no_event(folder: Path, with_event: bool) -> None:
    """A file that says what headings mean is told like any settings; the folder above may be an event."""
    (folder / "below").mkdir()
    (folder / "s.csv").rename(folder / "below" / "s.csv")
    (folder / "below" / "event.toml").write_text('columns."Etwas" = "other"\n', encoding="utf-8")
    if with_event:
        (folder / "event.toml").write_text('[event]\nname = "x"\n', encoding="utf-8")
    done = run("rank", "--game", "doppelkopf", ".", "--format", "json", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["standings"]) == 4


def test_headings_that_cannot_be_are_refused_like_those_of_an_event(folder: Path) -> None:
    (folder / "event.toml").write_text('columns."Etwas" = "othr"\n', encoding="utf-8")
    done = run("validate", ".", cwd=folder)
    assert done.returncode == 2
    assert "event.toml:1" in done.stderr
    assert "other" in done.stderr


def test_more_than_headings_needs_an_event(folder: Path) -> None:
    (folder / "event.toml").write_text('columns."Etwas" = "other"\nranking.scale = 4\n', encoding="utf-8")
    done = run("validate", ".", cwd=folder)
    assert done.returncode == 2
    assert "“event” is missing" in done.stderr


def test_an_event_of_a_season_is_more_than_headings(folder: Path) -> None:
    (folder / "event.toml").write_text('columns."Etwas" = "other"\n', encoding="utf-8")
    (folder / "season.toml").write_text(
        '[season]\nname = "2026"\n[[events]]\npath = "event.toml"\n', encoding="utf-8"
    )
    done = run("rank", "season.toml", cwd=folder)
    assert done.returncode == 2
    assert "“event” is missing" in done.stderr


TOTALS_OF_ANOTHER_KIND = (
    "Nr,Anna,Bernd,Chris,Dora\n1,5,5,-5,-5\n2,3,7,-3,-7\n3,0,4,0,-4\n4,6,2,-2,-6\n5,2,6,2,-10\n"
)
"""Beside it lies a sheet of two games that may be points or running totals."""
OPEN = "Nr,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,1,1,-1,-1\n"


def test_an_answer_about_one_sheet_changes_no_other(tmp_path: Path) -> None:
    (tmp_path / "evening.csv").write_text(TOTALS_OF_ANOTHER_KIND, encoding="utf-8")
    (tmp_path / "scorecheck.toml").write_text(
        '[layout]\ngame = "doppelkopf"\nlayout = "points"\n', encoding="utf-8"
    )
    read = json.loads(run("validate", "evening.csv", "--format", "json", cwd=tmp_path).stdout)
    assert [sheet["layout"] for sheet in read["files"][0]["sheets"]] == ["totals"]


@pytest.mark.parametrize("file", ["scorecheck.toml", "event.toml"])
@pytest.mark.parametrize("layout", ["points", "totals"])
def test_what_a_sheet_is_that_leaves_it_open_may_stand_in_either_file(
    file: str, layout: str, tmp_path: Path
) -> None:
    (tmp_path / "open.csv").write_text(OPEN, encoding="utf-8")
    assert run("validate", "open.csv", cwd=tmp_path).returncode == 1
    (tmp_path / file).write_text(f'[layout]\ngame = "doppelkopf"\nlayout = "{layout}"\n', encoding="utf-8")
    read = json.loads(run("validate", ".", "--format", "json", cwd=tmp_path).stdout)
    assert [sheet["layout"] for sheet in read["files"][0]["sheets"]] == [layout]


@pytest.mark.parametrize(
    ("said", "named"),
    [('layout = "totls"', "totals"), ('game = "dopelkopf"', "doppelkopf"), ("x = 1", "notation")],
)
def test_a_layout_that_there_is_not_is_an_error_with_its_line(said: str, named: str, tmp_path: Path) -> None:
    (tmp_path / "open.csv").write_text(OPEN, encoding="utf-8")
    for file in ("scorecheck.toml", "event.toml"):
        (tmp_path / file).write_text(f"[layout]\n{said}\n", encoding="utf-8")
        line = 1 if said == "x = 1" and file == "scorecheck.toml" else 2
        done = run("validate", ".", cwd=tmp_path)
        (tmp_path / file).unlink()
        assert (done.returncode, f"{file}:{line}" in done.stderr, named in done.stderr) == (2, True, True), (
            done.stderr
        )


@pytest.mark.parametrize("lang", ["en", "de", "nb"])
def test_what_a_row_of_a_card_is_can_be_said(tmp_path: Path, lang: str) -> None:
    """“Brelo” holds what a chance gives as well as three of a kind; that decides what is wrong."""
    card = """;Klaus;Jan;Ida
Uno;3;3;4
Duo;6;2;6
Tri;12;3;9
Kva;4;12;16
Kvin;15;15;15
Ses;6;18;12
Sumo;46;53;62
Bono;0;0;0
Brelo;18;18;15
Peti;30;0;30
Grandi;0;40;40
Chanso;28;18;26
Plenum;25;25;25
Carro;25;0;0
Yamso;50;50;50
Totalo;222;204;248
"""
    (tmp_path / "k.csv").write_text(card, encoding="utf-8")
    asked = run("inspect", "--ask", "k.csv", "--lang", lang, cwd=tmp_path, input="1\n2\n")
    word = {"en": "Three of a kind", "de": "Drilling", "nb": "Tre like"}[lang]
    assert f"1  {word}" in asked.stderr
    told = tomllib.loads((tmp_path / "scorecheck.toml").read_text(encoding="utf-8"))
    assert told == {"categories": {"Brelo": "three-of-a-kind", "Chanso": "chance"}}
    assert run("validate", "k.csv", cwd=tmp_path).returncode == 0
