"""Files on disk: whole or absent, never over what is not ours."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest

from golden.small_event import CHECKED, STANDINGS, DemoMessages
from scorecheck.reports.html import standings_html
from scorecheck.reports.json_report import checked_json, json_text
from scorecheck.reports.outputs import (
    JOURNAL,
    MANIFEST,
    OutputRefused,
    carries_mark,
    write_file,
    write_folder,
)
from scorecheck.reports.ranking_json import standings_json
from scorecheck.reports.standings_files import standings_csv

FILES = {"index.html": b"one", "sheets/a.html": b"a", "sheets/b.html": b"b"}
EN = DemoMessages("en")


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def written(folder: Path) -> dict[str, bytes]:
    """What stands in a finished folder, without its manifest."""
    found = tree(folder)
    del found[MANIFEST]
    return found


def manifest(names: list[str], tool: str = "scorecheck") -> str:
    return json.dumps({"version": 1, "tool": {"name": tool, "version": "0"}, "files": names})


def refusal(kind: str) -> Any:
    return pytest.raises(OutputRefused, match=rf"^{kind} \(path=")


def test_a_folder_and_its_manifest(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    write_folder(folder, FILES)
    assert written(folder) == FILES
    listed = json.loads((folder / MANIFEST).read_text())
    assert listed["files"] == ["index.html", "sheets/a.html", "sheets/b.html"]
    assert listed["tool"]["name"] == "scorecheck"


def test_a_second_run_replaces_exactly_its_own(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    (tmp_path / "mine.txt").write_bytes(b"mine")
    write_folder(tmp_path, {"index.html": b"two"})
    assert written(tmp_path) == {"index.html": b"two", "mine.txt": b"mine"}
    assert not (tmp_path / "sheets").exists()


def test_a_folder_with_something_of_yours_stays(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    (tmp_path / "sheets" / "mine.txt").write_bytes(b"mine")
    write_folder(tmp_path, {"index.html": b"two"})
    assert written(tmp_path) == {"index.html": b"two", "sheets/mine.txt": b"mine"}


def test_foreign_files_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "b.html").write_bytes(b"mine")
    with refusal("foreign") as caught:
        write_folder(tmp_path, FILES)
    assert caught.value.path == tmp_path / "sheets" / "b.html"
    assert tree(tmp_path) == {"sheets/b.html": b"mine"}
    write_folder(tmp_path, FILES, force=True)
    assert written(tmp_path) == FILES


@pytest.mark.parametrize("content", ["{}", "[]", "no json", manifest(["index.html"], tool="other"), ""])
def test_a_foreign_manifest(tmp_path: Path, content: str) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with refusal("foreign"):
        write_folder(tmp_path, FILES)
    assert tree(tmp_path) == {MANIFEST: content.encode()}


def test_a_manifest_cannot_reach_out_of_its_folder(tmp_path: Path) -> None:
    folder, outside = tmp_path / "report", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    for path in (tmp_path / "letter.txt", outside / "thesis.txt", folder / "own.txt"):
        path.write_bytes(b"mine")
    (folder / "link").symlink_to(outside, target_is_directory=True)
    names: list[Any] = [
        "../letter.txt",
        str(tmp_path / "letter.txt"),
        "x/../../letter.txt",
        "..\\letter.txt",
        "link/thesis.txt",
        "",
        ".",
        "\0",
        7,
        None,
        ["own.txt"],
    ]
    (folder / MANIFEST).write_text(manifest(names))
    write_folder(folder, {"index.html": b"one"})
    assert (tmp_path / "letter.txt").read_bytes() == b"mine"
    assert (outside / "thesis.txt").read_bytes() == b"mine"
    assert (folder / "own.txt").read_bytes() == b"mine"


@pytest.mark.parametrize("list_name", [MANIFEST, JOURNAL])
def test_a_list_of_ours_claims_only_what_it_knows_by_its_bytes(tmp_path: Path, list_name: str) -> None:
    foreign = {"keep.html": b"mine", "photos/a.jpg": b"picture", "changed.pdf": b"by another program"}
    for name, data in foreign.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "link.html").symlink_to(tmp_path / "keep.html")
    digests = {
        "keep.html": "no digest",
        "photos/a.jpg": hashlib.sha256(b"picture").hexdigest(),
        "changed.pdf": hashlib.sha256(b"as we wrote it").hexdigest(),
        "link.html": hashlib.sha256(b"mine").hexdigest(),
        "../out.html": hashlib.sha256(b"mine").hexdigest(),
    }
    forged = {"version": 1, "tool": {"name": "scorecheck"}, "files": [*foreign], "sha256": digests}
    (tmp_path / list_name).write_text(json.dumps(forged))
    write_folder(tmp_path, {"index.html": b"one"})
    assert written(tmp_path) == {"index.html": b"one", "link.html": b"mine", **foreign}
    with refusal("foreign"):
        write_folder(tmp_path, {"changed.pdf": b"two"})
    write_folder(tmp_path, {"changed.pdf": b"two"}, force=True)
    assert (tmp_path / "changed.pdf").read_bytes() == b"two"


def test_a_list_without_digests_claims_nothing(tmp_path: Path) -> None:
    (tmp_path / "keep.html").write_bytes(b"mine")
    (tmp_path / MANIFEST).write_text(manifest(["keep.html"]))
    write_folder(tmp_path, {"index.html": b"one"})
    assert (tmp_path / "keep.html").read_bytes() == b"mine"


def test_what_was_changed_since_is_foreign(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    (tmp_path / "index.html").write_bytes(b"put right by hand")
    with refusal("foreign"):
        write_folder(tmp_path, FILES)
    (tmp_path / "sheets" / "a.html").write_bytes(b"put right by hand")
    write_folder(tmp_path, {"other.html": b"two"})
    assert written(tmp_path) == {
        "index.html": b"put right by hand",
        "sheets/a.html": b"put right by hand",
        "other.html": b"two",
    }


def test_inputs_are_neither_replaced_nor_removed(tmp_path: Path) -> None:
    sheet = tmp_path / "round1.csv"
    sheet.write_bytes(b"points")
    (tmp_path / MANIFEST).write_text(manifest(["round1.csv"]))
    write_folder(tmp_path, {"index.html": b"one"}, inputs=[sheet])
    assert sheet.read_bytes() == b"points"
    with refusal("is-input"):
        write_folder(tmp_path, {"round1.csv": b"one"}, force=True, inputs=[sheet])
    assert sheet.read_bytes() == b"points"


def test_a_killed_run_is_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path, {"index.html": b"old", "sheets/old.html": b"old"})
    replace = Path.replace

    def killed(self: Path, target: Path) -> Path:
        if target.name == "b.html":
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path, FILES)
    monkeypatch.undo()
    assert not (tmp_path / MANIFEST).exists()
    assert set(json.loads((tmp_path / JOURNAL).read_text())["files"]) == {*FILES, "sheets/old.html"}
    write_folder(tmp_path, {"index.html": b"new"})
    assert written(tmp_path) == {"index.html": b"new"}


def test_a_full_disk_leaves_no_half_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path, {"index.html": b"old"})
    opened = Path.open

    class Full:
        def __init__(self, handle: Any) -> None:
            self.handle = handle

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.handle.close()

        def write(self, data: bytes) -> None:
            self.handle.write(data[:1])
            if data == b"a":
                raise OSError(errno.ENOSPC, "full")
            self.handle.write(data[1:])

    def full(self: Path, mode: str = "r", *args: Any, **more: Any) -> Any:
        handle = opened(self, mode, *args, **more)
        return Full(handle) if mode == "xb" else handle

    monkeypatch.setattr(Path, "open", full)
    with refusal("no-space") as caught:
        write_folder(tmp_path, FILES)
    monkeypatch.undo()
    assert caught.value.path == tmp_path / "sheets" / "a.html"
    assert set(tree(tmp_path)) == {"index.html", JOURNAL}
    write_folder(tmp_path, FILES)
    assert written(tmp_path) == FILES


def test_what_a_killed_run_left_of_a_file_is_removed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / f"{'ü' * 120}.json"

    def killed(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    for path in (target, tmp_path / "other.json"):
        with pytest.raises(KeyboardInterrupt):
            write_file(path, b"half")
    monkeypatch.undo()
    left = sorted(tmp_path.iterdir())
    assert len(left) == 2
    write_file(target, b"whole")
    # It may be the file of a run that is still at it.
    assert sorted(tmp_path.iterdir()) == sorted([*left, target])
    for path in left:
        os.utime(path, (time.time() - 100, time.time() - 100))
    write_file(target, b"whole again", force=True)
    assert len(list(tmp_path.iterdir())) == 2
    write_file(tmp_path / "other.json", b"whole")
    assert tree(tmp_path) == {target.name: b"whole again", "other.json": b"whole"}


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (PermissionError(errno.EACCES, "in use"), "locked"),
        (OSError(errno.ENOSPC, "full"), "no-space"),
        (OSError(errno.EROFS, "read-only"), "no-permission"),
        (OSError(errno.EBUSY, "busy"), "locked"),
        (OSError(errno.EIO, "broken"), "other"),
    ],
)
def test_what_the_system_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, kind: str
) -> None:
    target = tmp_path / "out.json"
    target.write_bytes(b"old")

    def refused(_self: Path, _target: Path) -> Path:
        raise error

    monkeypatch.setattr(Path, "replace", refused)
    with refusal(kind):
        write_file(target, b"new", force=True)
    assert tree(tmp_path) == {"out.json": b"old"}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind here")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with refusal("no-permission"):
            write_file(tmp_path / "out.json", b"new")
        with refusal("no-permission"):
            write_folder(tmp_path / "report", FILES)
    finally:
        tmp_path.chmod(0o700)


def test_places_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    (tmp_path / "report" / "index.html").mkdir(parents=True)
    with refusal("is-a-folder"):
        write_file(tmp_path / "report", b"")
    with refusal("missing-folder") as caught:
        write_file(tmp_path / "none" / "out.json", b"")
    assert caught.value.path == tmp_path / "none"
    with refusal("is-a-file"):
        write_file(tmp_path / "file" / "out.json", b"")
    with refusal("is-a-file"):
        write_folder(tmp_path / "file", FILES)
    with refusal("is-a-file"):
        write_folder(tmp_path / "file" / "report", FILES)
    with refusal("is-a-folder"):
        write_folder(tmp_path / "report", FILES, force=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "sheets").write_bytes(b"mine")
    with refusal("is-a-file"):
        write_folder(tmp_path / "other", FILES, force=True)
    assert tree(tmp_path) == {"file": b"mine", "other/sheets": b"mine"}


@pytest.mark.parametrize("name", ["../out.html", "/out.html", "", "a\\b", MANIFEST, JOURNAL])
def test_our_own_names_are_checked(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(name)}$"):
        write_folder(tmp_path / "report", {name: b""})
    assert not (tmp_path / "report").exists()


def test_a_link_out_of_the_folder_is_foreign(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "sheets").symlink_to(tmp_path / "outside", target_is_directory=True)
    with refusal("foreign"):
        write_folder(tmp_path / "report", FILES)
    assert tree(tmp_path / "outside") == {}


def test_one_file(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    ours = json_text(standings_json(STANDINGS, EN)).encode()
    write_file(path, ours)
    write_file(path, b"ours may be replaced")
    with refusal("foreign"):
        write_file(path, b"new")
    write_file(path, b"new", force=True)
    assert tree(tmp_path) == {"out.json": b"new"}


def test_a_file_is_never_written_onto_an_input(tmp_path: Path) -> None:
    sheet, link, hard = tmp_path / "sheet.csv", tmp_path / "link.csv", tmp_path / "hard.csv"
    sheet.write_bytes(b"points")
    link.symlink_to(sheet)
    hard.hardlink_to(sheet)
    for path in (sheet, link, hard, tmp_path / "x" / ".." / "sheet.csv"):
        with refusal("is-input"):
            write_file(path, b"new", force=True, inputs=[tmp_path / "other.csv", sheet])
    assert sheet.read_bytes() == b"points"


def test_a_link_keeps_its_aim(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "aim.json")
    write_file(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "aim.json").read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_written_to_once_something_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "out.csv"
    os.mkfifo(pipe)
    monkeypatch.setattr("scorecheck.reports.outputs._READER_SECONDS", 0)
    with pytest.raises(OutputRefused) as refused:
        write_file(pipe, b"1")
    assert (refused.value.reason, refused.value.path) == ("no-reader", pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, b"1")
    assert (os.read(reader, 9), pipe.is_fifo()) == (b"1", True)
    os.close(reader)


@pytest.mark.skipif(os.name == "nt", reason="no such device")
def test_a_device_is_written_to_not_replaced() -> None:
    write_file(Path(os.devnull), b"new")
    assert not Path(os.devnull).is_file()


def test_marks() -> None:
    assert carries_mark(json_text(checked_json(CHECKED, EN)).encode())
    assert carries_mark(json_text(standings_json(STANDINGS, EN)).encode())
    assert carries_mark(standings_csv(STANDINGS, EN).encode())
    assert carries_mark(standings_html(STANDINGS, EN))
    for foreign in (
        b"",
        b"{}",
        b'{"tool": "scorecheck"}',
        b'{"tool": {"name": "other"}}',
        b"{broken",
        b"[" * 100_000,
        b"{" * 100_000,
        b"rank,player,points",
        b"<p>scorecheck",
        b"%PDF-1.7 scorecheck",
    ):
        assert not carries_mark(foreign)
