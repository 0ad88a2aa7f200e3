"""Games and rules of others: an installed package, and the rules of a club in a file of its own."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import scorecheck
from scorecheck.many_files import configuration
from support import ROOT, Done, run, run_program
from unit.test_api import FAULTY

PLUGGED = ROOT / "tests" / "plugged"
# Game 5 adds up to 1; the five games cannot be shared out among three dealers.
TAROCK = "Spiel,Anna,Bernd,Chris\n1,8,-4,-4\n2,-2,4,-2\n3,-6,-6,12\n4,2,2,-4\n5,44,-22,-21\n"
LARGE = FAULTY.replace("10,-4,4,-4,4", "10,-24,24,-24,24")
RULES = """\
from pathlib import Path
from scorecheck.plugins import Hit, row_rule

Path(__file__).with_name("was-run").touch()

@row_rule("club/too-large", says="No game is worth more than 20.", finds="Game {game} is worth {points}.")
def too_large(entry, sheet):
    if (points := max(map(abs, entry.points))) > 20:
        yield Hit(params={"game": entry.label, "points": points})
"""
SETTINGS = 'rules = "rules.py"\n'


def with_package(*args: str | Path, cwd: Path | None = None, package: Path = PLUGGED, **env: str) -> Done:
    return run_program(*args, cwd=cwd, env={"PYTHONPATH": str(package), **env})


@pytest.fixture(autouse=True)
def nothing_stays_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of a file are known to the whole process: here to one test."""
    monkeypatch.setattr("scorecheck.checks.own._known", {})


@pytest.fixture
def club(tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "scorecheck.toml").write_text(SETTINGS, encoding="utf-8")
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    (folder / "sheet.csv").write_text(LARGE, encoding="utf-8")
    return folder


@pytest.mark.parametrize("at", ["at the top", "in the rule"])
def test_what_a_rule_prints_is_no_result(club: Path, at: str) -> None:
    said = 'print("looked at")\n'
    text = (
        RULES + said if at == "at the top" else RULES.replace("    if (points", f"    {said}    if (points")
    )
    (club / "rules.py").write_text(text, encoding="utf-8")
    done = run("validate", "sheet.csv", "--format", "json", cwd=club)
    assert "club/too-large" in rules_in(done)
    assert "looked at" in done.stderr


def rules_in(done: Done) -> list[str]:
    return [finding["rule"] for finding in json.loads(done.stdout)["findings"]]


@pytest.mark.slow
def test_the_game_and_the_rule_of_a_package_are_listed_as_theirs() -> None:
    assert "tarock: Tarock (from tarock-club 1.0)" in with_package("games").stdout
    listed = json.loads(with_package("rules", "--format", "json").stdout)
    theirs = {one["rule"]: one["source"] for one in listed if "source" in one}
    assert theirs == dict.fromkeys(
        ("tarock/zero-sum", "tarock/number-of-games", "club/large-game"), "tarock-club 1.0"
    )
    doctor = with_package("doctor", "--format", "json")
    found = {one["check"]: one for one in json.loads(doctor.stdout)["checks"]}
    assert found["others"] == {
        "check": "others",
        "well": True,
        "found": "tarock-club 1.0: tarock, club/large-game",
    }
    assert found["samples"]["well"]
    explained = with_package("explain", "tarock/zero-sum").stdout
    assert explained.startswith(
        "tarock/zero-sum (error), from tarock-club 1.0\n\nThe points of a game add up to 0."
    )


@pytest.mark.parametrize("jobs", [(), pytest.param(("--jobs", "2"), marks=pytest.mark.slow)])
def test_sheets_are_held_to_the_rules_of_a_package(tmp_path: Path, jobs: tuple[str, ...]) -> None:
    for name, players in (("a.csv", "Anna,Bernd"), ("b.csv", "Eva,Fritz")):
        (tmp_path / name).write_text(TAROCK.replace("Anna,Bernd", players), encoding="utf-8")
    done = with_package("validate", tmp_path, "--game", "tarock", "--format", "json", "--lang", "de", *jobs)
    assert done.returncode == 1
    report = json.loads(done.stdout)
    told = [(one["path"][-5:], one["rule"], one["cell"]) for one in report["findings"]]
    assert {(name, rule) for name, rule, _ in told} == {
        (name, rule)
        for name in ("a.csv", "b.csv")
        for rule in ("club/large-game", "tarock/number-of-games", "tarock/zero-sum")
    }
    assert ("a.csv", "club/large-game", "B6") in told
    said = {one["rule"]: one["message"] for one in report["findings"]}
    assert said["club/large-game"] == "Spiel 5 bringt 44: Hat das jemand zweimal angesehen?"
    # Where a package has no German, its English is taken.
    assert said["tarock/zero-sum"] == "Game 5 adds up to +1, not 0."
    fewer = with_package("validate", tmp_path, "--game", "tarock", "--ignore", "club", "--select", "tarock")
    assert "club/large-game" not in fewer.stdout
    ranked = json.loads(
        with_package("rank", tmp_path / "a.csv", "--game", "tarock", "--format", "json").stdout
    )
    assert [(one["player"], one["exact"]) for one in ranked["standings"]] == [
        ("Anna", "46/1"),
        ("Chris", "-19/1"),
        ("Bernd", "-26/1"),
    ]
    exported = with_package("export", tmp_path / "a.csv", "--game", "tarock").stdout.splitlines()
    first = dict(zip(exported[0].split(","), exported[1].split(","), strict=True))
    assert [first[name] for name in ("kind", "game", "player", "points")] == ["tarock", "1", "Anna", "8"]


@pytest.mark.slow
def test_an_ok_of_a_package_rests_on_its_rules(tmp_path: Path) -> None:
    rows = "".join(f"{at},{points}\n" for at, points in enumerate(["4,-2,-2", "-2,4,-2", "1,1,-2"] * 2, 1))
    (tmp_path / "a.csv").write_text(f"Nr,Anna,Bernd,Chris\n{rows}", encoding="utf-8")
    done = with_package("validate", tmp_path / "a.csv", "--game", "tarock")
    assert (done.returncode, "6 games: the rules of the game are kept\n" in done.stdout) == (0, True)
    left_out = with_package("validate", tmp_path / "a.csv", "--game", "tarock", "--ignore", "tarock/*")
    assert (left_out.returncode, "read, nothing checked" in left_out.stdout) == (2, True)


def test_all_is_said_as_before_beside_a_package() -> None:
    """What is found in every sample is held above, by the doctor."""
    samples = ROOT / "samples" / "doppelkopf"
    ours = run_program("validate", samples, "--format", "json")
    theirs = with_package("validate", samples, "--format", "json", "--ignore", "club")
    assert theirs.stdout == ours.stdout


def test_a_package_can_be_left_out(tmp_path: Path) -> None:
    done = with_package("games", SCORECHECK_NO_PLUGINS="1")
    assert "tarock" not in done.stdout


def broken_package(tmp_path: Path, **files: str) -> Path:
    info = tmp_path / "packages" / "bad_club-2.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-club\nVersion: 2.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[scorecheck.rules]\nbad = bad_club\n", encoding="utf-8")
    (info.parent / "bad_club.py").write_text(files["rules"], encoding="utf-8")
    return info.parent


@pytest.mark.parametrize(
    ("rules", "cause"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        pytest.param("x = 1", "there are no rules in it", marks=pytest.mark.slow),
        pytest.param(
            "from scorecheck.plugins import row_rule\n"
            "row_rule('sheet/mine', says='', finds='')(lambda entry, sheet: ())\n"
            "a = row_rule('sheet/mine', says='', finds='')(lambda entry, sheet: ())\n",
            "a rule cannot be called sheet/mine",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "from scorecheck.plugins import row_rule\nrow_rule('Mine', says='', finds='')",
            "ValueError: a rule is called",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_package_that_does_not_work_is_named_and_all_else_is_done(
    tmp_path: Path, rules: str, cause: str
) -> None:
    package = broken_package(tmp_path, rules=rules)
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(FAULTY, encoding="utf-8")
    done = with_package("validate", sheet, "--format", "json", package=package)
    assert done.returncode == 3
    assert rules_in(done) == ["doppelkopf/zero-sum"]
    (crash,) = json.loads(done.stdout)["crashes"]
    assert (crash["step"], crash["path"]) == ("plug-in", "bad-club 2.0")
    assert "A fault in bad-club 2.0, which is no part of scorecheck" in done.stderr
    assert cause in done.stderr
    assert "Traceback" not in done.stderr


def test_a_rule_that_fails_is_named_and_the_others_are_checked(club: Path) -> None:
    (club / "rules.py").write_text(
        RULES.replace("max(map(abs, entry.points))", "entry.nothing"), encoding="utf-8"
    )
    done = run("validate", "sheet.csv", "--format", "json", cwd=club)
    assert done.returncode == 3
    assert set(rules_in(done)) == {"doppelkopf/zero-sum", "sheet/not-checked"}
    assert "A fault in the rule club/too-large of" in done.stderr
    assert "please report" not in done.stderr.casefold()


@pytest.mark.parametrize(
    ("hit", "cause"),
    [
        ("5", "AttributeError: 'int' object"),
        ("Hit(column=-1)", "ValueError: the table has no column -1"),
        ("Hit(related=(99,))", "ValueError: the table has no column 99"),
        ("exit(4)", "RuntimeError: it would end the program"),
    ],
)
def test_a_rule_that_breaks_its_interface_is_named_as_one_that_fails(
    club: Path, hit: str, cause: str
) -> None:
    rules = RULES.replace('Hit(params={"game": entry.label, "points": points})', hit)
    (club / "rules.py").write_text(rules, encoding="utf-8")
    done = run("validate", "sheet.csv", "--format", "json", cwd=club)
    assert done.returncode == 3
    assert set(rules_in(done)) == {"doppelkopf/zero-sum", "sheet/not-checked"}
    assert "A fault in the rule club/too-large of" in done.stderr
    assert cause in done.stderr


def test_a_rule_may_name_its_only_game_as_a_word(club: Path) -> None:
    said = '"club/too-large", games="doppelkopf",'
    (club / "rules.py").write_text(RULES.replace('"club/too-large",', said), encoding="utf-8")
    done = run("validate", "sheet.csv", "--format", "json", cwd=club)
    assert rules_in(done) == ["doppelkopf/zero-sum", "club/too-large"]


def test_a_sentence_that_asks_for_more_than_the_hit_says_is_the_rule(club: Path) -> None:
    (club / "rules.py").write_text(RULES.replace("{points}.", "{value}."), encoding="utf-8")
    done = run("validate", "sheet.csv", cwd=club)
    assert done.returncode == 1
    assert "No game is worth more than 20. [club/too-large]" in done.stdout


def test_the_rules_of_a_club_hold_where_its_settings_are_those_of_the_working_folder(club: Path) -> None:
    done = run_program("validate", "sheet.csv", "--format", "json", cwd=club)
    assert (done.returncode, rules_in(done)) == (1, ["doppelkopf/zero-sum", "club/too-large"])
    assert [one["message"] for one in json.loads(done.stdout)["findings"]][1] == "Game 10 is worth 24."
    assert rules_in(run("validate", "sheet.csv", "--format", "json", "--select", "club", cwd=club)) == [
        "club/too-large"
    ]
    listed = json.loads(run("rules", "--format", "json", cwd=club).stdout)
    (mine,) = [one for one in listed if one["rule"] == "club/too-large"]
    assert (mine["severity"], mine["source"]) == ("error", str(club.resolve() / "rules.py"))
    (club / "scorecheck.toml").write_text(SETTINGS + 'ignore = ["club/too-large"]\n', encoding="utf-8")
    assert rules_in(run("validate", "sheet.csv", "--format", "json", cwd=club)) == ["doppelkopf/zero-sum"]


def test_rules_beside_a_sheet_are_never_run_for_that(club: Path, tmp_path: Path) -> None:
    for args in (
        ("validate", "club", "--format", "json"),
        ("rank", "club"),
        ("process", "club", "-o", "report"),
        ("fix", "club/sheet.csv", "-o", "fixed.csv"),
    ):
        run(*args, cwd=tmp_path)
    # A file that is dropped onto the program, wherever that is started.
    run("sheet.csv", cwd=club)
    run("validate", "sheet.csv", "--isolated", cwd=club)
    assert not (club / "was-run").exists()
    done = run("validate", "club", "--config", "club/scorecheck.toml", "--format", "json", cwd=tmp_path)
    assert "club/too-large" in rules_in(done)
    assert (club / "was-run").exists()


def test_a_package_in_the_working_folder_is_none_that_is_installed(tmp_path: Path) -> None:
    package = broken_package(tmp_path, rules="1 / 0")
    (package / "sheet.csv").write_text(FAULTY, encoding="utf-8")
    done = run_program("validate", "sheet.csv", cwd=package)
    assert (done.returncode, "bad-club" in done.stderr) == (1, False)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (None, "there is no file"),
        ("1 / 0\n", "line 1: ZeroDivisionError"),
        ("def\n", "SyntaxError"),
        ("raise SystemExit", "SystemExit"),
        ("", "there are no rules in it"),
    ],
)
def test_rules_that_cannot_be_used_are_wrong_use(club: Path, rules: str | None, said: str) -> None:
    (club / "rules.py").unlink()
    if rules is not None:
        (club / "rules.py").write_text(rules, encoding="utf-8")
    done = run("validate", "sheet.csv", cwd=club)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners there")
def test_rules_of_somebody_else_are_not_run(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = (club / "rules.py").stat().st_uid
    monkeypatch.setattr(configuration, "_is_mine", lambda path: path.name != "rules.py")
    monkeypatch.chdir(club)
    with pytest.raises(scorecheck.BrokenSettings, match="somebody else"):
        scorecheck.validate("sheet.csv")
    assert not (club / "was-run").exists()
    assert owner == (club / "rules.py").stat().st_uid
    report = scorecheck.validate("sheet.csv", settings="scorecheck.toml")
    assert [finding.rule for finding in report.findings] == ["doppelkopf/zero-sum", "club/too-large"]


def test_programs_have_them_too(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(club)
    report = scorecheck.validate("sheet.csv", select=["club/too-large"])
    (finding,) = report.findings
    assert (finding.rule, finding.message("de"), finding.fixes) == (
        "club/too-large",
        "Game 10 is worth 24.",
        (),
    )
    assert [one.rule for one in scorecheck.validate(LARGE.encode(), settings=None).findings] == [
        "doppelkopf/zero-sum"
    ]
