"""Which files the arguments stand for."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from pathlib import Path

import openpyxl
import pytest

from scorecheck.model.order import path_key
from scorecheck.path_patterns import matching
from scorecheck.readers.discover import Discovered, discover, shown_path
from scorecheck.readers.own import own_files
from scorecheck.resources import data_folder
from unit.readers.builders import csv_table, xlsx_table

SHEET = csv_table([["Anna", "Bernd"], ["1", "-1"]])


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(SHEET)


def shown(found: Discovered) -> list[str]:
    return [file.shown for file in found.files]


def test_files_in_the_order_of_the_arguments(tmp_path: Path) -> None:
    make(tmp_path, "b.csv", "a.csv", "notes.md")
    found = discover(["b.csv", "./a.csv", "notes.md", str(tmp_path / "b.csv")], tmp_path)
    assert found == Discovered(
        tuple((tmp_path / name, name) for name in ("b.csv", "a.csv", "notes.md")), (), (), (), (), (), ()
    )


def test_folders_are_searched_and_sorted_as_people_sort(tmp_path: Path) -> None:
    make(
        tmp_path / "event",
        "Tisch 10.csv",
        "tisch 2.CSV",
        "Tisch 1.xlsx",
        "Runde 2/Tisch 1.ods",
        "Runde 10/Tisch 1.xls",
        "Runde 2/tief/x.tsv",
        "a.xlsb",
        "b.xlsm",
        "c.numbers",
        "d.gsheet",
        "readme.txt",
        "foto.png",
        ".versteckt.csv",
        ".git/x.csv",
        "~$Tisch 1.xlsx",
    )
    assert shown(discover(["event"], tmp_path)) == [
        "event/a.xlsb",
        "event/b.xlsm",
        "event/c.numbers",
        "event/d.gsheet",
        "event/Runde 2/tief/x.tsv",
        "event/Runde 2/Tisch 1.ods",
        "event/Runde 10/Tisch 1.xls",
        "event/Tisch 1.xlsx",
        "event/tisch 2.CSV",
        "event/Tisch 10.csv",
    ]


def test_paths_are_shown_below_the_working_folder(tmp_path: Path) -> None:
    make(tmp_path, "here/a.csv", "there/b.csv")
    found = discover(["../there/b.csv", "a.csv", "."], tmp_path / "here")
    assert shown(found) == [(tmp_path / "there" / "b.csv").as_posix(), "a.csv"]


def test_any_path_as_findings_name_it(tmp_path: Path) -> None:
    assert shown_path(Path("ev/../cup/event.toml"), tmp_path) == "cup/event.toml"
    assert shown_path(tmp_path / "event.toml", tmp_path) == "event.toml"
    assert shown_path(Path("../event.toml"), tmp_path / "ev") == (tmp_path / "event.toml").as_posix()


def test_event_files(tmp_path: Path) -> None:
    make(tmp_path, "cup/event.toml", "cup/deep/Event.toml", "cup/a.csv", "cup/other.toml", "mine.toml")
    found = discover(["cup", "mine.toml", "cup/event.toml"], tmp_path)
    assert shown(found) == ["cup/a.csv"]
    assert found.events == tuple(
        (tmp_path / name, name) for name in ("cup/deep/Event.toml", "cup/event.toml", "mine.toml")
    )


def test_what_is_missing_or_empty(tmp_path: Path) -> None:
    make(tmp_path, "none/readme.md")
    (tmp_path / "void").mkdir()
    found = discover(["gone.csv", "*.csv", "void", "none", "a\0b", "x" * 5000, "", "gone.csv"], tmp_path)
    assert found.files == ()
    assert found.missing == ("gone.csv", "*.csv", "a\0b", "x" * 5000, "")
    assert found.empty_folders == ("void", "none")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.csv", ["a.csv", "b2.csv", "b10.csv"]),
        ("b?.csv", ["b2.csv"]),
        ("[ab]*.csv", ["a.csv", "b2.csv", "b10.csv"]),
        ("r*/*.csv", ["r1/c.csv"]),
        ("**/*.csv", ["a.csv", "b2.csv", "b10.csv", "r1/c.csv", "r1/s/d.csv"]),
        ("r1/**/d.csv", ["r1/s/d.csv"]),
        ("*/s/d.csv", ["r1/s/d.csv"]),
        ("r?", ["r1/c.csv", "r1/s/d.csv"]),
        ("**", ["a.csv", "b2.csv", "b10.csv", "r1/c.csv", "r1/s/d.csv"]),
    ],
)
def test_patterns(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    make(tmp_path, "a.csv", "b10.csv", "b2.csv", "r1/c.csv", "r1/s/d.csv", ".h.csv", ".d/e.csv")
    assert shown(discover([pattern], tmp_path)) == expected
    assert shown(discover([str(tmp_path / pattern)], tmp_path)) == expected


def test_a_name_that_looks_like_a_pattern(tmp_path: Path) -> None:
    make(tmp_path, "a[1].csv", "a1.csv")
    assert shown(discover(["a[1].csv"], tmp_path)) == ["a[1].csv"]


def test_lock_files(tmp_path: Path) -> None:
    make(tmp_path, "~$a.xlsx", "a.csv", ".~lock.a.ods#")
    found = discover(["~$a.xlsx", ".~lock.a.ods#", "a.csv"], tmp_path)
    assert shown(found) == ["a.csv"]
    assert found.skipped == (("~$a.xlsx", "lock-file"), (".~lock.a.ods#", "lock-file"))


def our_list(*names: str) -> str:
    digests = dict.fromkeys(names, hashlib.sha256(SHEET).hexdigest())
    return json.dumps({"version": 1, "tool": {"name": "scorecheck"}, "files": names, "sha256": digests})


def test_what_our_lists_name_is_left_out_and_nothing_else(tmp_path: Path) -> None:
    make(
        tmp_path,
        "in/a.csv",
        "in/report/b.csv",
        "in/report/deep/b2.csv",
        "in/half/c.csv",
        "in/half/mine.csv",
        "in/other/d.csv",
        "in/odd/e.csv",
        "in/list/f.csv",
        "in/list2/g.csv",
    )
    (tmp_path / "in/report/manifest.json").write_text(our_list("b.csv", "deep/b2.csv", "../a.csv"))
    (tmp_path / "in/half/.scorecheck-unfinished").write_text(our_list("c.csv"))
    (tmp_path / "in/other/manifest.json").write_text(
        json.dumps({"tool": {"name": "webpack"}, "files": ["d.csv"]})
    )
    (tmp_path / "in/odd/manifest.json").write_bytes(b"\xff{")
    (tmp_path / "in/list/manifest.json").write_text("[" * 100_000)
    (tmp_path / "in/list2/manifest.json").write_text(
        '{"tool": {"name": "scorecheck"}, "files": {"g.csv": 1}}'
    )
    found = discover(["in"], tmp_path)
    assert shown(found) == [
        "in/a.csv",
        "in/half/mine.csv",
        "in/list/f.csv",
        "in/list2/g.csv",
        "in/odd/e.csv",
        "in/other/d.csv",
    ]
    assert set(found.skipped) == {
        ("in/half", "own-report"),
        ("in/list2", "own-report"),
        ("in/report", "own-output"),
    }
    assert discover(["in/report"], tmp_path).skipped == (("in/report", "own-output"),)
    assert shown(discover(["in/report/b.csv"], tmp_path)) == ["in/report/b.csv"]


def test_a_forged_list_hides_no_sheet(tmp_path: Path) -> None:
    make(tmp_path, "in/a.csv", "in/b.csv")
    (tmp_path / "in/manifest.json").write_text(our_list("a.csv", "b.csv"))
    (tmp_path / "in/b.csv").write_bytes(SHEET + b"\n")
    assert shown(discover(["in"], tmp_path)) == ["in/b.csv"]


def test_a_report_among_the_inputs_hides_none_of_them(tmp_path: Path) -> None:
    make(tmp_path, "ev/event.toml", "ev/runde1/tisch1.csv", "ev/sheets/tisch1.csv", "ev/sheets/mine.csv")
    (tmp_path / "ev/manifest.json").write_text(our_list("index.html", "sheets/tisch1.csv"))
    found = discover(["ev"], tmp_path)
    assert shown(found) == ["ev/runde1/tisch1.csv", "ev/sheets/mine.csv"]
    assert [event.shown for event in found.events] == ["ev/event.toml"]
    assert found.skipped == (("ev", "own-report"),)
    assert found.empty_folders == ()


def test_which_of_some_files_are_ours(tmp_path: Path) -> None:
    make(tmp_path, "ev/a.csv", "ev/out/b.csv", "ev/out/c.csv")
    (tmp_path / "ev/out/manifest.json").write_text(our_list("b.csv"))
    (tmp_path / "manifest.json").write_text(our_list("ev/a.csv"))
    (tmp_path / "ev/list.csv").write_bytes(b"rank,player,score,exact,games\n")
    files = [tmp_path / "ev" / name for name in ("a.csv", "out/b.csv", "out/c.csv", "list.csv")]
    # A list above the folder in question has no say.
    assert own_files(files, tmp_path / "ev") == {files[1], files[3]}


def workbook_by(creator: str) -> bytes:
    book = openpyxl.Workbook()
    book.properties.creator = creator
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_own_files_are_left_out_of_folders(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    files = {
        "standings.csv": b"\xef\xbb\xbfrank,player,score,exact,games\n1,Anna,5,5/1,9\n",
        "published.csv": b"rank,player,score\n1,Anna,5\n",
        "standings.xlsx": workbook_by("scorecheck"),
        "mine.xlsx": workbook_by("Anna"),
        "plain.xlsx": xlsx_table([["a"]]),
        "broken.xlsx": b"PK\3\4broken",
    }
    for name, data in files.items():
        (tmp_path / "in" / name).write_bytes(data)
    found = discover(["in"], tmp_path)
    assert shown(found) == ["in/broken.xlsx", "in/mine.xlsx", "in/plain.xlsx", "in/published.csv"]
    assert found.skipped == (("in/standings.csv", "own-file"), ("in/standings.xlsx", "own-file"))
    assert shown(discover(["in/standings.csv"], tmp_path)) == ["in/standings.csv"]


def test_the_mark_in_the_other_part(tmp_path: Path) -> None:
    path = tmp_path / "in" / "a.xlsx"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "docProps/app.xml", "<Properties><Application>scorecheck 0.1</Application></Properties>"
        )
    assert discover(["in"], tmp_path).skipped == (("in/a.xlsx", "own-file"),)


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_folders_beyond_all_measure_are_named_and_left(tmp_path: Path) -> None:
    make(tmp_path, "a.csv", "/".join(["x"] * 50) + "/b.csv", "z.csv")
    found = discover(["."], tmp_path)
    assert shown(found) == ["a.csv", "z.csv"]
    assert found.skipped == (("/".join(["x"] * 50), "too-deep"),)
    assert shown(discover(["**/*.csv"], tmp_path)) == ["a.csv", "z.csv"]
    named = "/".join(["x"] * 50)
    assert shown(discover([named], tmp_path)) == [f"{named}/b.csv"]


def test_digits_that_are_no_numbers_are_letters(tmp_path: Path) -> None:
    make(tmp_path, "1²/a.csv", "²/a.csv", "2/a.csv")
    assert shown(discover(["."], tmp_path)) == ["1²/a.csv", "2/a.csv", "²/a.csv"]


def test_links_that_lead_in_circles(tmp_path: Path) -> None:
    make(tmp_path, "in/a.csv", "in/deep/b.csv", "else/c.csv")
    (tmp_path / "in/deep/up").symlink_to(tmp_path / "in")
    (tmp_path / "in/self").symlink_to(tmp_path / "in/self")
    (tmp_path / "in/copy.csv").symlink_to(tmp_path / "in/a.csv")
    (tmp_path / "in/gone.csv").symlink_to(tmp_path / "nothing.csv")
    (tmp_path / "in/else").symlink_to(tmp_path / "else")
    found = discover(["in", "in/**/*.csv", "in/**"], tmp_path)
    assert shown(found) == ["in/a.csv", "in/deep/b.csv", "in/else/c.csv"]
    assert found.skipped == (("in/gone.csv", "vanished"),)


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_links_that_lead_in_circles_are_followed_once(tmp_path: Path) -> None:
    """Of two circles each step has two ways on: followed to the end, they would take years."""
    make(tmp_path, "in/a.csv")
    for name in ("x", "y"):
        (tmp_path / "in" / name).symlink_to(tmp_path / "in")
    assert shown(discover(["in/**/*.csv", "in/**"], tmp_path)) == ["in/a.csv"]
    assert [path.name for path in matching("**/*.csv", tmp_path / "in")] == ["a.csv"]


def test_a_folder_that_is_called_like_a_pattern(tmp_path: Path) -> None:
    make(tmp_path, "[2026]/a.csv", "2/b.csv")
    assert shown(discover(["*.csv"], tmp_path / "[2026]")) == ["a.csv"]


def test_a_folder_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "in/a.csv", "in/shut/b.csv")
    plain = os.scandir

    def scandir(path: object) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return plain(path)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "scandir", scandir)
    found = discover(["in", "in/shut"], tmp_path)
    assert shown(found) == ["in/a.csv"]
    assert (found.unreadable_folders, found.empty_folders) == (("in/shut",), ())


def test_what_is_named_in_a_folder_that_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "in/shut/b.csv")
    plain = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("shut") and plain(path, mode))
    found = discover(["in/shut/c.csv", "in/shut/*.txt", "in/nothing.csv"], tmp_path)
    assert (found.unreadable_folders, found.missing) == (("in/shut",), ("in/nothing.csv",))


def test_samples_that_come_with_scorecheck(tmp_path: Path) -> None:
    samples = data_folder("samples")
    some = min(path for path in samples.rglob("*") if path.suffix in (".csv", ".xlsx"))
    argument = f"samples/{some.relative_to(samples).as_posix()}"
    found = discover([argument, "samples/nothing.csv", "samples/../pyproject.toml"], tmp_path)
    assert found.files == ((some, argument),)
    assert found.bundled == (argument,)
    assert found.missing == ("samples/nothing.csv", "samples/../pyproject.toml")
    folder = argument.rpartition("/")[0]
    assert argument in shown(discover([folder], tmp_path)) or discover([folder], tmp_path).bundled == (
        folder,
    )


def test_own_samples_come_first(tmp_path: Path) -> None:
    make(tmp_path, "samples/mine.csv")
    found = discover(["samples"], tmp_path)
    assert (shown(found), found.bundled) == (["samples/mine.csv"], ())


def test_names_that_are_no_unicode_are_shown_all_the_same(tmp_path: Path) -> None:
    if os.name != "posix":
        pytest.skip("names are always Unicode here")
    name = os.fsdecode(b"J\xf6rg.csv")
    make(tmp_path, name)
    found = discover([name], tmp_path)
    assert shown(found) == ["J�rg.csv"]


def test_the_natural_order() -> None:
    names = ["b", "A10", "a2", "a", "A02", "a/2", "a/10", "2", "10", "ä"]
    assert sorted(names, key=path_key) == ["2", "10", "a", "a/2", "a/10", "A02", "a2", "A10", "b", "ä"]


def test_a_folder_with_nothing_but_files_of_ours_is_empty(tmp_path: Path) -> None:
    make(tmp_path / "in", "a.csv", "d.xlsx")
    (tmp_path / "in" / "b.xlsx").write_bytes(workbook_by("scorecheck"))
    (tmp_path / "in" / "c.csv").write_text("rank,player,score,exact\n1,Anna,1,1\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "b.xlsx").write_bytes(workbook_by("scorecheck"))
    found = discover(["in", "out"], tmp_path)
    assert shown(found) == ["in/a.csv", "in/d.xlsx"]
    ours = ("in/b.xlsx", "in/c.csv", "out/b.xlsx")
    assert found.skipped == tuple((name, "own-file") for name in ours)
    assert found.empty_folders == ("out",)


def test_a_workbook_of_ours_that_is_named_as_well_is_wanted(tmp_path: Path) -> None:
    make(tmp_path / "in", "a.csv")
    (tmp_path / "in" / "b.xlsx").write_bytes(workbook_by("scorecheck"))
    for arguments in (["in", "in/b.xlsx"], ["in/b.xlsx", "in"]):
        found = discover(arguments, tmp_path)
        assert sorted(shown(found)) == ["in/a.csv", "in/b.xlsx"]
