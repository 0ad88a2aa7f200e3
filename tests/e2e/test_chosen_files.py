"""Which files are read and which rules are asked of them: settings, baselines and hooks, as CI uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from scorecheck import __version__
from scorecheck.many_files.configuration import KEYS
from scorecheck.reports.json_report import FORMAT_VERSION
from support import ROOT, run

CLEAN = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-1,1,1,-1
3,3,-1,-1,-1
4,-2,-2,2,2
5,4,-4,4,-4
"""
FAULTY = CLEAN.replace("2,-1,1,1,-1", "2,-1,1,-1,-1")


def written(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def paths(folder: Path, *args: str) -> list[str]:
    done = run("validate", *(args or (".",)), "--format", "json", cwd=folder)
    return [file["path"] for file in json.loads(done.stdout)["files"]]


def rules(folder: Path, *args: str) -> list[str]:
    done = run("validate", *(args or (".",)), "--format", "json", cwd=folder)
    return [one["rule"] for one in json.loads(done.stdout)["findings"]]


class TestFiles:
    def test_exclude(self, tmp_path: Path) -> None:
        written(tmp_path, a_csv=CLEAN, old__b_csv=FAULTY, scorecheck_toml='exclude = ["old/"]\n')
        done = run("validate", ".", cwd=tmp_path)
        assert done.returncode == 0
        assert "1 file or folder left out: the settings exclude it." in done.stderr
        assert paths(tmp_path) == ["a.csv"]
        # What is named by hand is read.
        assert paths(tmp_path, "old/b.csv") == ["old/b.csv"]
        assert paths(tmp_path, "old") == ["old/b.csv"]

    def test_include(self, tmp_path: Path) -> None:
        written(tmp_path, runde1_csv=CLEAN, list_csv=CLEAN, scorecheck_toml='include = ["runde*"]\n')
        assert paths(tmp_path) == ["runde1.csv"]

    def test_gitignore(self, tmp_path: Path) -> None:
        written(tmp_path, a_csv=CLEAN, build__b_csv=FAULTY)
        (tmp_path / ".git").mkdir()
        (tmp_path / ".gitignore").write_text("build/\n")
        done = run("validate", ".", cwd=tmp_path)
        assert done.returncode == 0
        assert "1 file or folder left out: .gitignore names it." in done.stderr
        written(tmp_path, scorecheck_toml="gitignore = false\n")
        assert paths(tmp_path) == ["a.csv", "build/b.csv"]

    def test_the_sheets_of_an_event_are_read_whatever_is_excluded(self, tmp_path: Path) -> None:
        event = '[event]\nname = "T"\ngame = "doppelkopf"\n[[rounds]]\nname = "1"\nsheets = ["r1/*.csv"]\n'
        written(tmp_path, event_toml=event, r1__a_csv=CLEAN, scorecheck_toml='exclude = ["*.csv"]\n')
        assert paths(tmp_path) == ["r1/a.csv"]


class TestSettings:
    def test_rules_of_some_files(self, tmp_path: Path) -> None:
        said = '[per-file-ignores]\n"old/*.csv" = ["doppelkopf"]\n'
        written(tmp_path, a_csv=FAULTY, old__a_csv=FAULTY, scorecheck_toml=said)
        found = run("validate", ".", "--format", "json", cwd=tmp_path)
        assert {one["path"] for one in json.loads(found.stdout)["findings"]} == {"a.csv"}

    def test_a_folder_adds_to_the_settings_above(self, tmp_path: Path) -> None:
        written(
            tmp_path,
            scorecheck_toml='game = "doppelkopf"\npreset = "tcg"\nexclude = ["x.csv"]\n',
            sub__scorecheck_toml='preset = "ddv"\n',
            sub__a_csv=CLEAN,
            sub__x_csv=FAULTY,
        )
        said = json.loads(run("config", "sub", "--format", "json", cwd=tmp_path).stdout)
        assert said["game"] == {"value": "doppelkopf", "from": "scorecheck.toml"}
        assert said["preset"] == {"value": "ddv", "from": "sub/scorecheck.toml"}
        assert paths(tmp_path) == ["sub/a.csv"]
        written(tmp_path, sub__scorecheck_toml='root = true\npreset = "ddv"\n')
        said = json.loads(run("config", "sub", "--format", "json", cwd=tmp_path).stdout)
        assert said["game"]["value"] is None

    def test_another_game_takes_nothing_of_the_first(self, tmp_path: Path) -> None:
        written(
            tmp_path,
            scorecheck_toml='game = "doppelkopf"\npreset = "tcg"\nstrict = true\n',
            sub__scorecheck_toml='game = "chouette"\n',
        )
        said = json.loads(run("config", "sub", "--format", "json", cwd=tmp_path).stdout)
        assert (said["game"]["value"], said["preset"]["value"]) == ("chouette", None)

    def test_one_file_for_all(self, tmp_path: Path) -> None:
        written(
            tmp_path,
            a_csv=FAULTY,
            scorecheck_toml='ignore = ["sheet"]\n',
            ci__club_toml='ignore = ["doppelkopf"]\n',
        )
        assert rules(tmp_path) == ["doppelkopf/zero-sum"]
        assert rules(tmp_path, ".", "--config", "ci/club.toml") == []
        missing = run("validate", ".", "--config", "nowhere.toml", cwd=tmp_path)
        assert (missing.returncode, missing.stdout) == (2, "")
        assert "nowhere.toml are not there" in missing.stderr

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('game = "yatzy"\nignor = ["sheet/*"]\n', "scorecheck.toml:2: there is no setting ignor."),
            ('# x\nignore = [\n  "sheet/*",\n  "doppelkop/*",\n]\n', "scorecheck.toml:4: there is no rule"),
            ('strict = "yes"\n', "scorecheck.toml:1: strict cannot be yes."),
            ('[per-file-ignores]\n"a.csv" = ["doppelkopf/zero-sun"]\n', "Did you mean doppelkopf/zero-sum?"),
            ('[options]\nfirst_rol = "free"\n', "scorecheck.toml:2: options cannot be first_rol."),
            ('# x\n[columns]\n"Abend" = "othr"\n', "scorecheck.toml:3: columns.Abend cannot be othr."),
        ],
    )
    def test_what_is_misspelt_is_shown_where_it_stands(self, tmp_path: Path, text: str, said: str) -> None:
        written(tmp_path, a_csv=CLEAN, scorecheck_toml=text)
        done = run("validate", ".", cwd=tmp_path)
        assert done.returncode == 2
        assert said in done.stderr

    @pytest.mark.parametrize("role", ["other", "control", "cube", "evening", "score"])
    def test_a_heading_may_have_any_role_of_a_game_or_a_list(self, tmp_path: Path, role: str) -> None:
        written(tmp_path, a_csv=CLEAN, scorecheck_toml=f'[columns]\n"Kto" = "{role}"\n')
        assert run("validate", ".", cwd=tmp_path).returncode == 0

    def test_an_area_means_all_of_its_rules(self, tmp_path: Path) -> None:
        written(tmp_path, a_csv=FAULTY)
        assert rules(tmp_path, ".", "--select", "doppelkopf") == ["doppelkopf/zero-sum"]
        assert rules(tmp_path, ".", "--ignore", "doppelkopf") == []
        done = run("validate", ".", "--select", "dopelkopf", cwd=tmp_path)
        assert (done.returncode, "Did you mean doppelkopf?" in done.stderr) == (2, True)


class TestBaselines:
    def test_from_any_folder(self, tmp_path: Path) -> None:
        written(tmp_path, sheets__a_csv=FAULTY)
        (tmp_path / "ci").mkdir()
        run("validate", "sheets", "--write-baseline", "ci/known.json", cwd=tmp_path)
        (entry,) = json.loads((tmp_path / "ci/known.json").read_text())["baseline"]
        assert entry["path"] == "../sheets/a.csv"
        for folder, sheet, known in (
            (".", "sheets/a.csv", "ci/known.json"),
            ("sheets", "a.csv", "../ci/known.json"),
            ("ci", "../sheets", "known.json"),
        ):
            done = run("validate", sheet, "--baseline", known, cwd=tmp_path / folder)
            assert (done.returncode, done.stderr) == (
                0,
                "1 finding is known from the baseline and left out.\n",
            )

    def test_what_is_no_longer_found_is_named(self, tmp_path: Path) -> None:
        written(tmp_path, a_csv=FAULTY)
        run("validate", ".", "--write-baseline", "known.json", cwd=tmp_path)
        written(tmp_path, a_csv=CLEAN)
        done = run("validate", ".", "--baseline", "known.json", cwd=tmp_path)
        assert done.returncode == 0
        assert "1 entry of the baseline is no longer found" in done.stderr
        assert "\n  a.csv:B3 doppelkopf/zero-sum\n" in done.stderr


def test_the_hooks_say_nothing_of_clean_sheets() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert hooks.count("entry: scorecheck validate --quiet\n") == 2
    assert "args: [.]" in hooks


class TestBeforeTheRun:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("validate", ".", "-o", "no/where.txt"), "no"),
            (("validate", ".", "--write-baseline", "mine.json"), "mine.json"),
            (("validate", ".", "--output", "json:mine.json"), "mine.json"),
            (("process", ".", "-o", "mine.json"), "mine.json"),
            (("report", ".", "-o", "mine.json/out"), "mine.json"),
            (("rank", ".", "-o", "mine.json"), "mine.json"),
        ],
    )
    def test_what_cannot_be_written_is_said(
        self, tmp_path: Path, arguments: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written(tmp_path, a_csv=FAULTY)
        (tmp_path / "mine.json").write_text("{}")
        monkeypatch.setattr("scorecheck.cli.session.check", None)
        done = run(*arguments, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "mine.json"]


def test_the_version_as_json() -> None:
    said = json.loads(run("--version", "--format", "json").stdout)
    assert (said["name"], said["version"], said["format_version"]) == (
        "scorecheck",
        __version__,
        FORMAT_VERSION,
    )
    assert run("--version").stdout == f"scorecheck {__version__}\n"


class TestSchemas:
    def test_each_is_printed(self) -> None:
        names = run("schema").stdout.split()
        assert names == sorted(path.name.partition(".")[0] for path in (ROOT / "schemas").iterdir())
        for name in names:
            shown = run("schema", name).stdout
            assert shown == (ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
        done = run("schema", "setings")
        assert (done.returncode, done.stderr) == (2, "There is no schema setings. Did you mean settings?\n")

    def test_that_of_the_settings_has_every_key(self) -> None:
        schema = json.loads((ROOT / "schemas" / "settings.schema.json").read_text(encoding="utf-8"))
        assert list(schema["properties"]) == list(KEYS)
        Draft202012Validator.check_schema(schema)

    @pytest.mark.parametrize("key", KEYS)
    def test_it_takes_what_the_program_takes(self, key: str) -> None:
        schema = json.loads((ROOT / "schemas" / "settings.schema.json").read_text(encoding="utf-8"))
        validator = Draft202012Validator(schema["properties"][key])
        values: list[object] = ["x", "de", "plus-minus", "", 1, 0, True, ["x"], [1], {}, {"x": "y"}]
        values += [{"x": ["y"]}, {"x": [1]}, {"x": 1.5}, None, 1.5]
        for value in values:
            assert validator.is_valid(value) is (KEYS[key](value) is None), value
