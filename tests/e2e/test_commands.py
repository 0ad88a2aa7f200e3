"""The program as a user starts it: what it prints, what it writes, and its exit status."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from support import ROOT, but_slow, run

MCC = ROOT / "samples" / "chouette" / "mcc-extra.csv"
POINTS = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-1,1,1,-1
3,3,-1,-1,-1
4,-2,-2,2,2
5,4,-4,4,-4
"""
FAULTY = POINTS.replace("2,-1,1,1,-1", "2,-1,1,-1,-1")


def sheet(folder: Path, name: str = "sheet.csv", text: str = POINTS) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def report(*args: str | Path, cwd: Path) -> dict:
    return json.loads(run("validate", *args, "--format", "json", cwd=cwd).stdout)


class TestValidate:
    def test_the_example_is_clean(self) -> None:
        done = run("validate", "samples/chouette/mcc-extra.csv")
        assert done.returncode == 0
        assert "Chouette" in done.stdout
        assert done.stderr == ""

    @pytest.mark.parametrize(
        ("change", "rule", "cell"),
        [(("53/53", "53/52"), "chouette/control", "E5"), (("-16", "-17"), "chouette/extra-payment", "A4")],
    )
    def test_one_slip_is_one_finding(
        self, tmp_path: Path, change: tuple[str, str], rule: str, cell: str
    ) -> None:
        sheet(tmp_path, text=MCC.read_text(encoding="utf-8").replace(*change))
        done = run("validate", "sheet.csv", "--format", "json", cwd=tmp_path)
        assert done.returncode == 1
        (finding,) = json.loads(done.stdout)["findings"]
        assert (finding["rule"], finding["cell"], finding["path"]) == (rule, cell, "sheet.csv")
        assert (finding["sheet"], finding["severity"]) == (None, "error")
        (fix,) = finding["fixes"]
        assert fix["edits"] == [{"cell": cell, "from": change[1], "to": change[0]}]
        assert fix["confidence"] > 0.95

    def test_warnings_fail_only_if_strict(self, tmp_path: Path) -> None:
        sheet(tmp_path, text=POINTS.replace("\n4,", "\n7,").replace("\n5,", "\n8,"))
        assert run("validate", "sheet.csv", cwd=tmp_path).returncode == 0
        assert run("validate", "sheet.csv", "--strict", cwd=tmp_path).returncode == 1

    def test_a_missing_path_is_told_after_the_others_were_checked(self, tmp_path: Path) -> None:
        sheet(tmp_path, text=FAULTY)
        done = run("validate", "gone.xlsx", "sheet.csv", cwd=tmp_path)
        assert done.returncode == 2
        assert "gone.xlsx" in done.stderr
        assert "doppelkopf/zero-sum" in done.stdout

    def test_nothing_to_check(self, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        assert run("validate", "empty", cwd=tmp_path).returncode == 2
        assert run("validate", "empty", "--allow-empty", cwd=tmp_path).returncode == 0
        assert run("validate", "*.xlsx", cwd=tmp_path).returncode == 2

    def test_patterns_are_expanded(self, tmp_path: Path) -> None:
        sheet(tmp_path, "b.csv")
        sheet(tmp_path, "a.csv")
        assert [f["path"] for f in report("*.csv", cwd=tmp_path)["files"]] == ["a.csv", "b.csv"]

    def test_standard_input(self, tmp_path: Path) -> None:
        done = run(
            "validate", "-", "--stdin-filename", "abend.csv", "--format", "json", cwd=tmp_path, input=FAULTY
        )
        assert done.returncode == 1
        (finding,) = json.loads(done.stdout)["findings"]
        assert (finding["path"], finding["cell"]) == ("abend.csv", "B3")

    def test_ignoring_a_rule_uncovers_what_it_absorbed(self, tmp_path: Path) -> None:
        sheet(tmp_path, text=MCC.read_text(encoding="utf-8").replace("-16", "-17"))
        rules = [
            f["rule"] for f in report("sheet.csv", "--ignore", "chouette/extra-*", cwd=tmp_path)["findings"]
        ]
        assert rules == ["chouette/zero-sum"]
        rules = [
            f["rule"] for f in report("sheet.csv", "--select", "chouette/control", cwd=tmp_path)["findings"]
        ]
        assert rules == []

    @pytest.mark.parametrize(
        "args",
        [
            ["--game", "doppelkop"],
            ["--preset", "tgc"],
            ["--layout", "total"],
            ["--select", "doppelkopf/zero-sums"],
            ["--ignore", "nonsense"],
            ["--format", "xml"],
            ["--event", "gone.toml"],
            ["-o", "json"],
            ["--output", "xml:out.xml"],
            ["--output", "text", "--output", "json"],
        ],
    )
    def test_wrong_use(self, tmp_path: Path, args: list[str]) -> None:
        sheet(tmp_path)
        done = run("validate", "sheet.csv", *args, cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr != ""
        assert "Traceback" not in done.stderr

    def test_several_outputs(self, tmp_path: Path) -> None:
        sheet(tmp_path, text=FAULTY)
        done = run("validate", "sheet.csv", "--output", "text", "--output", "json:f.json", cwd=tmp_path)
        assert done.returncode == 1
        assert "doppelkopf/zero-sum" in done.stdout
        assert json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))["summary"]["errors"] == 1
        # A second run may replace what the first one wrote, and nothing else.
        assert run("validate", "sheet.csv", "--format", "json", "-o", "f.json", cwd=tmp_path).returncode == 1
        sheet(tmp_path, "foreign.json", "{}")
        assert (
            run("validate", "sheet.csv", "--format", "json", "-o", "foreign.json", cwd=tmp_path).returncode
            == 2
        )
        assert (tmp_path / "foreign.json").read_text(encoding="utf-8") == "{}"
        done = run("validate", "sheet.csv", "-o", "foreign.json", "--format", "json", "--force", cwd=tmp_path)
        assert done.returncode == 1

    def test_the_input_is_never_written_to(self, tmp_path: Path) -> None:
        path = sheet(tmp_path)
        done = run("validate", "sheet.csv", "-o", "sheet.csv", "--force", cwd=tmp_path)
        assert done.returncode == 2
        assert path.read_text(encoding="utf-8") == POINTS

    def test_bad_files_do_not_hide_the_others(self, tmp_path: Path) -> None:
        sheet(tmp_path, text=FAULTY)
        (tmp_path / "empty.csv").write_bytes(b"")
        (tmp_path / "letter.txt").write_text("Liebe Freunde,\nes war schön.\n", encoding="utf-8")
        (tmp_path / "picture.xlsx").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
        whole = (ROOT / "samples" / "doppelkopf" / "five-players.xlsx").read_bytes()
        (tmp_path / "cut.xlsx").write_bytes(whole[: len(whole) // 2])
        names = ["cut.xlsx", "empty.csv", "letter.txt", "picture.xlsx", "sheet.csv"]
        done = run("validate", *names, "--format", "json", cwd=tmp_path)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        told = json.loads(done.stdout)
        assert [(f["path"], f["rule"]) for f in told["findings"]] == [
            ("cut.xlsx", "sheet/unreadable"),
            ("empty.csv", "sheet/no-table"),
            ("letter.txt", "sheet/no-table"),
            ("picture.xlsx", "sheet/unreadable"),
            ("sheet.csv", "doppelkopf/zero-sum"),
        ]
        status = {f["path"]: f["status"] for f in told["files"]}
        assert (status["cut.xlsx"], status["picture.xlsx"]) == ("unreadable", "unreadable")

    @pytest.mark.parametrize("encoding", ["cp1252", "cp850", "ascii"])
    @pytest.mark.parametrize("lang", but_slow(["en", "de", "nb"], "de"))
    def test_any_console(self, tmp_path: Path, encoding: str, lang: str) -> None:
        sheet(tmp_path, "Ünïcode Łódź ✓ 表.csv", FAULTY.replace("Chris", "Łukasz ✓"))
        for form in ("text", "json"):
            done = run("validate", ".", "--format", form, "--lang", lang, cwd=tmp_path, encoding=encoding)
            assert done.returncode == 1, done.stderr
            assert done.stdout
            if form == "json":
                told = json.loads(done.stdout)
                assert told["files"][0]["path"] == "Ünïcode Łódź ✓ 表.csv"

    def test_the_language_of_the_system(self, tmp_path: Path) -> None:
        sheet(tmp_path, text=FAULTY)
        assert "Spiel 2" in run("validate", ".", cwd=tmp_path, env={"LANG": "de_DE.UTF-8"}).stdout
        assert "Spill 2" in run("validate", ".", cwd=tmp_path, env={"LC_ALL": "nn_NO.UTF-8"}).stdout
        assert "Game 2" in run("validate", ".", cwd=tmp_path, env={"LANG": "fr_FR.UTF-8"}).stdout


class TestTournament:
    def test_brigitte(self) -> None:
        done = run("rank", "samples/events/tcg", "--format", "json")
        assert done.returncode == 0
        told = json.loads(done.stdout)
        (line,) = [line for line in told["standings"] if line["player"] == "Brigitte"]
        assert (line["exact"], line["score"], line["games"]) == ("15/1", "15", 40)
        assert line["rounds"] == [
            {"name": "Runde 1", "points": 8, "games": 20, "score": "40", "place": 3},
            {"name": "Runde 2", "points": -5, "games": 20, "score": "-25", "place": 5},
        ]
        assert (told["event"], told["method"], told["provisional"]) == (
            "TCG Doppelkopfturnier",
            "normalized",
            False,
        )

    def test_by_event_file_and_by_sheets(self) -> None:
        by_folder = json.loads(run("rank", "samples/events/tcg", "--format", "json").stdout)
        by_file = json.loads(run("rank", "samples/events/tcg/event.toml", "--format", "json").stdout)
        assert by_folder == by_file
        sheets = run("rank", "samples/events/tcg/**/*.xlsx", "--format", "json")
        names = {line["player"] for line in json.loads(sheets.stdout)["standings"]}
        # Without the event nobody knows that Gitte is Brigitte.
        assert {"Brigitte", "Gitte"} <= names

    def test_faulty_sheets_make_it_provisional(self) -> None:
        done = run("rank", "samples/events/tcg-faulty", "--format", "json")
        assert done.returncode == 1
        assert json.loads(done.stdout)["provisional"] is True

    def test_the_sheets_that_make_it_provisional_are_named(self) -> None:
        done = run("rank", "samples/events/tcg-faulty")
        assert "runde2/tisch2.xlsx" in done.stdout.splitlines()[1]
        done = run("rank", "samples/events/tcg-faulty", "--format", "csv")
        heading, *lines = done.stdout.splitlines()
        assert heading.endswith(",provisional")
        assert all(line.endswith(",yes") for line in lines)

    def test_certificates_wait_for_the_final_standings(self, tmp_path: Path) -> None:
        call = ("process", "samples/events/tcg-faulty", "-o", tmp_path, "--print", "certificates", "--force")
        done = run(*call)
        assert "certificates" in done.stderr
        assert not (tmp_path / "certificates.pdf").exists()
        run(*call, "--provisional")
        assert (tmp_path / "certificates.pdf").exists()

    def test_who_met_whom_on_request(self) -> None:
        done = run("rank", "samples/events/tcg", "--meetings")
        # Achim and Anke sat together in both rounds, and never with Dagmar.
        assert "Achim\n  2 times: Anke\n" in done.stdout
        assert "Wer mit" not in run("rank", "samples/events/tcg", "--lang", "de").stdout

    def test_it_shows_what_makes_it_provisional(self) -> None:
        done = run("rank", "samples/events/tcg-faulty", "--format", "json", "--lang", "en")
        shown = run("validate", "samples/events/tcg-faulty", "--format", "json", "--lang", "en")
        errors = [one for one in json.loads(shown.stdout)["findings"] if one["severity"] == "error"]
        assert errors
        for one in errors:
            assert any(
                one["path"] in line and one["message"] in line and f"[{one['rule']}]" in line
                for line in done.stderr.splitlines()
            )
        assert "With the rows and the repairs: scorecheck validate" in done.stderr
        assert run("rank", "samples/events/tcg-faulty", "--format", "json", "--quiet").stderr == ""

    def test_of_many_findings_it_shows_ten(self, tmp_path: Path) -> None:
        rows = ("1,1,-1,-1", "-2,2,2,-2", "3,-1,-1,-1", "-1,1,-1,1", "2,-2,-2,2", "1,1,-1,-1")
        lines = [f"{game},{row}" for game, row in enumerate((*rows, "1,1,1,-1", *rows), start=1)]
        for table in range(1, 13):
            names = ",".join(f"{letter * 4}{table}" for letter in "ABCD")
            (tmp_path / f"Table {table}.csv").write_text("\n".join([f"Game,{names}", *lines]) + "\n")
        done = run("rank", ".", "--format", "csv", "--game", "doppelkopf", "--lang", "en", cwd=tmp_path)
        shown = [line for line in done.stderr.splitlines() if line.endswith("[doppelkopf/zero-sum]")]
        assert len(shown) == 10
        assert "2 more not shown." in done.stderr

    def test_quiet_processing_tells_only_findings(self, tmp_path: Path) -> None:
        good = run("process", "samples/events/tcg", "-o", tmp_path / "good", "--quiet", "--lang", "en")
        assert (good.returncode, good.stdout, good.stderr) == (0, "", "")
        bad = run("process", "samples/events/tcg-faulty", "-o", tmp_path / "bad", "--quiet", "--lang", "en")
        told = run("validate", "samples/events/tcg-faulty", "--quiet", "--lang", "en").stdout
        rules = re.findall(r"\[[a-z-]+/[a-z-]+\]", bad.stdout)
        assert rules
        assert rules == re.findall(r"\[[a-z-]+/[a-z-]+\]", told)
        assert "files checked" not in bad.stdout

    def test_rounds_from_names(self, tmp_path: Path) -> None:
        shutil.copytree(ROOT / "samples" / "events" / "tcg", tmp_path / "tcg")
        (tmp_path / "tcg" / "event.toml").unlink()
        told = json.loads(run("rank", "tcg", "--format", "json", cwd=tmp_path).stdout)
        assert told["event"] == "tcg"
        assert [r["name"] for r in told["standings"][0]["rounds"]] == ["Runde 1", "Runde 2"]

    @pytest.mark.parametrize(
        ("form", "beginning"),
        [("csv", b"rank,player,score,exact"), ("html", b"<!doctype html>"), ("pdf", b"%PDF-")],
    )
    def test_formats(self, tmp_path: Path, form: str, beginning: bytes) -> None:
        done = run("rank", "samples/events/tcg", "--format", form, "-o", tmp_path / f"out.{form}")
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"out.{form}").read_bytes().lower().startswith(beginning.lower())

    @pytest.mark.parametrize(
        ("name", "beginning"),
        [
            ("a.XLSX", b"PK"),
            ("a.html", b"<!doctype html>"),
            ("a.pdf", b"%PDF-"),
            ("a.lst", b"TCG Doppelkopf"),
        ],
    )
    def test_a_file_is_what_its_name_says(self, tmp_path: Path, name: str, beginning: bytes) -> None:
        done = run("rank", "samples/events/tcg", "-o", tmp_path / name)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / name).read_bytes().startswith(beginning)

    def test_a_published_list_gives_nothing_to_rank(self) -> None:
        done = run("rank", "samples/standings/tcg-2014.csv")
        assert done.returncode == 2
        # A list is short, and nothing in it could be repaired from the rest: no repairs are missed.
        assert len(done.stderr.splitlines()) == 1

    def test_a_broken_event_file(self, tmp_path: Path) -> None:
        shutil.copytree(ROOT / "samples" / "events" / "tcg", tmp_path / "tcg")
        event = tmp_path / "tcg" / "event.toml"
        event.write_text(
            event.read_text(encoding="utf-8").replace("scale = 100", "scal = 100"), encoding="utf-8"
        )
        sheet(tmp_path, text=FAULTY)
        done = run("validate", "tcg", "sheet.csv", cwd=tmp_path)
        assert done.returncode == 2
        assert "tcg/event.toml:9" in done.stderr
        assert "doppelkopf/zero-sum" in done.stdout

    def test_event_files_reach_no_further_than_their_folder(self, tmp_path: Path) -> None:
        sheet(tmp_path, "secret.csv")
        sheet(
            tmp_path, "e/event.toml", '[event]\nname = "E"\n[[rounds]]\nname = "1"\nsheets = ["../*.csv"]\n'
        )
        done = run("rank", "e/event.toml", cwd=tmp_path)
        assert done.returncode == 2
        assert "secret" not in done.stdout


class TestReport:
    def files(self, folder: Path) -> dict[str, bytes]:
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    def test_the_main_job(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        done = run("process", "samples/events/tcg", "-o", out)
        assert done.returncode == 0, done.stderr
        assert "Brigitte" in done.stdout
        assert "index.html" in done.stderr
        first = self.files(out)
        assert first["index.html"].count(b"<details") == 4
        assert {"index.html", "standings.pdf", "findings.json", "manifest.json"} <= set(first)
        assert sorted(json.loads(first["manifest.json"])["files"]) == sorted(set(first) - {"manifest.json"})
        assert run("process", "samples/events/tcg", "-o", out).returncode == 0
        assert self.files(out) == first

    def test_stale_pages_go_and_foreign_files_stay(self, tmp_path: Path) -> None:
        sheet(tmp_path, "in/a.csv")
        assert run("report", "in", "-o", "out", cwd=tmp_path).returncode == 0
        sheet(tmp_path, "out/notes.txt", "mine")
        # A sheet of two games gives no standings, and so no list of them.
        sheet(tmp_path, "in/b.csv", "Entry,A,B,C\n1,2,-1,-1\n2,4,-2,-2\n3,6,-3,-3\n4,4,-5,1\n")
        assert run("report", "in", "-o", "out", cwd=tmp_path).returncode == 2
        names = set(self.files(tmp_path / "out"))
        assert "standings.pdf" not in names
        assert {"notes.txt", "index.html"} <= names

    def test_a_foreign_file_in_the_way(self, tmp_path: Path) -> None:
        sheet(tmp_path, "in/a.csv")
        sheet(tmp_path, "out/index.html", "mine")
        done = run("report", "in", "-o", "out", cwd=tmp_path)
        assert done.returncode == 2
        assert "index.html" in done.stderr
        assert self.files(tmp_path / "out") == {"index.html": b"mine"}
        assert run("report", "in", "-o", "out", "--force", cwd=tmp_path).returncode == 0

    def test_a_folder_never_reads_our_own_output(self, tmp_path: Path) -> None:
        sheet(tmp_path, "in/a.csv")
        assert run("process", "in", "-o", "in/out", cwd=tmp_path).returncode == 0
        assert run("rank", "in", "--format", "csv", "-o", "in/standings.csv", cwd=tmp_path).returncode == 0
        done = run("validate", "in", "--format", "json", cwd=tmp_path)
        assert [f["path"] for f in json.loads(done.stdout)["files"]] == ["in/a.csv"]
        assert "standings.csv" in done.stderr

    def test_a_file_dragged_onto_the_program(self, tmp_path: Path) -> None:
        sheet(tmp_path, "my evening.csv")
        sheet(tmp_path, "other.csv", FAULTY)
        done = run("my evening.csv", "other.csv", cwd=tmp_path)
        assert done.returncode == 1
        assert (tmp_path / "my evening.csv report" / "index.html").is_file()
        assert "my evening.csv report/index.html" in done.stderr
        assert run("my evening.csv", cwd=tmp_path).returncode == 0

    def test_a_misspelt_command(self) -> None:
        done = run("valdate", "x")
        assert done.returncode == 2
        assert "validate" in done.stderr


class TestWords:
    def test_games(self) -> None:
        done = run("games")
        assert done.returncode == 0
        assert "doppelkopf" in done.stdout
        assert "couette" in done.stdout
        refused = run("validate", "x.csv", "--layout", "nix").stderr
        for layout in ("standings", "list", "evenings"):
            assert f"\n--layout {layout}: " in done.stdout
            assert layout in refused

    def test_a_rule_without_its_area(self) -> None:
        assert "Did you mean chouette/named-box?" in run("explain", "named-box").stderr

    def test_rules(self) -> None:
        told = json.loads(run("rules", "--format", "json").stdout)
        assert {"rule": "doppelkopf/zero-sum", "severity": "error"}.items() <= {
            k: v for rule in told if rule["rule"] == "doppelkopf/zero-sum" for k, v in rule.items()
        }.items()
        assert not any(
            r["rule"].startswith("doppelkopf/")
            for r in json.loads(run("rules", "chouette", "--format", "json").stdout)
        )
        assert run("rules", "chess").returncode == 2

    def test_options(self) -> None:
        said = run("rules", "doppelkopf", "--lang", "en").stdout
        assert "heart_ten = trump | plain\n" in said
        assert "plain: a card of hearts" in said
        assert "late_call_answered = true | false\n" in said
        assert "jacoby" not in said
        said = run("rules", "chouette", "--lang", "de").stdout
        assert "Mit Regelwerk couette: true." in said

    @pytest.mark.parametrize("lang", ["en", "de", "nb"])
    def test_explain(self, lang: str) -> None:
        done = run("explain", "chouette/extra-payment", "--lang", lang)
        assert done.returncode == 0
        assert done.stdout.startswith("chouette/extra-payment (")
        assert max(map(len, done.stdout.splitlines())) <= 80
        assert run("explain", "chouette/extra-paymant").returncode == 2

    def test_the_version(self) -> None:
        from scorecheck import __version__

        assert run("--version").stdout == f"scorecheck {__version__}\n"


def test_score_of_acey_deucey() -> None:
    done = run("score", "acey-deucey", "--on-board", "9", "--on-bar", "1", "--to-enter", "2", "--json")
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert (told["value"], [term["total"] for term in told["terms"]]) == (12, [9, 10, 12])
    done = run("score", "acey-deucey", "--borne-off", "3", "--winner", "Anna", "--lang", "de")
    assert ["Anna", "+12"] in [line.split() for line in done.stdout.splitlines()]
    done = run("score", "acey-deucey", "--borne-off", "15")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize(
    "command",
    ["rank -", "process - -o out", "report - -o out", "export -", "compare - a.csv", "fix - --diff"],
)
def test_standard_input_is_refused_where_it_is_not_read(command: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Game,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n", encoding="utf-8")
    done = run(*command.split(), cwd=tmp_path, input="Game,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Only validate and inspect read standard input" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
