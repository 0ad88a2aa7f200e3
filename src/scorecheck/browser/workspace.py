"""The state behind the page: its files, the user's answers, the repairs taken, and the results."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from scorecheck.checks.own import game_in_file, game_named, says_a_game, shipped
from scorecheck.many_files.answers import Answer, answered
from scorecheck.many_files.configuration import Configurations
from scorecheck.many_files.job import Job, plan
from scorecheck.model.budget import Progress
from scorecheck.model.error import BrokenFile, Refusal
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Finding, Fix
from scorecheck.model.outcome import Checked
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.one_file.mending import CAN_BE_MENDED, edits_of, mended, with_totals, would_replace_formula
from scorecheck.one_file.pipeline import check_files, put_together
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.sniff import recognise
from scorecheck.readers.source import source_of
from scorecheck.reports.edited_files import ListedEdit
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.safe import plain
from scorecheck.resources import EVENT_FILE
from scorecheck.whole_event.check_job import check, name_of
from scorecheck.whole_event.ranking import NotRanked, Ranked, event_name, ranked_or_why

KEEP = Keep(results=True, rows=True, impact=True)
"""As in ``scorecheck process``."""
_LONGEST_NAME = 120
_MOST_KNOWN = 4000


class Taken(NamedTuple):
    """A repair that was taken, with its finding at that time."""

    finding: Finding
    fix: Fix


class OwnGames(NamedTuple):
    """The games that files define."""

    names: tuple[str, ...]
    told: Mapping[str, str]
    """The games of files on the page, each with its file."""
    broken: tuple[BrokenFile, ...]
    """The errors in game files on the page."""


class CannotTake(Refusal):
    """A repair cannot be made in the file."""

    said = "fix."


@record
class CheckedFiles:
    """All files on the page, checked, and ranked where they can be."""

    job: Job
    checked: Checked
    ranked: Ranked | NotRanked

    @property
    def ranking(self) -> Ranked | None:
        """The standings, where there are any."""
        return None if isinstance(self.ranked, NotRanked) else self.ranked


class Workspace:
    """The state behind the page. It is determined by the files, the answers and the repairs taken."""

    def __init__(self, home: Path) -> None:
        """An empty workspace, which keeps its files in the folder ``home``."""
        home.mkdir(parents=True, exist_ok=True)
        self.home = home.resolve()
        # Paths are relative to the working folder, as on the command line.
        os.chdir(self.home)
        self.names: dict[str, None] = {}
        """The dropped files and top-level folders, in order."""
        self.originals: dict[str, bytes] = {}
        """The original content of repaired files."""
        self.taken: dict[str, list[Taken]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        """The user's answers on how each file is read."""
        self.arranged = False
        """The event file was made by the page, so it may be replaced."""
        self._kinds: dict[str, str] = {}
        self._known: dict[tuple[object, ...], Checked] = {}
        self._job: Job | None = None
        self._looked: CheckedFiles | None = None

    # Files.

    def place(self, files: Iterable[tuple[str, bytes]]) -> list[str]:
        """Adds files, replacing those of the same name; returns the names that they got."""
        placed: list[str] = []
        for name, data in files:
            path = safe_path(name)
            place = self.home / path
            if place.is_dir() or any(parent.is_file() for parent in place.parents):
                place = self.home / (path := f"{path}.file".replace("/", "_"))
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            self.originals.pop(path, None)
            self.taken.pop(path, None)
            self._kinds.pop(path, None)
            self.names[path.partition("/")[0]] = None
            placed.append(path)
        self._changed()
        return placed

    def arrange(self, event: str) -> None:
        """Adds an event file that assigns sheets to rounds."""
        (self.home / EVENT_FILE).write_text(event, encoding="utf-8")
        self.names = {EVENT_FILE: None, **self.names}
        self.arranged = True
        self._changed()

    def clear(self) -> None:
        """Removes everything."""
        for one in self.home.iterdir():
            if one.is_dir():
                shutil.rmtree(one)
            else:
                one.unlink()
        for kept in (self.names, self.originals, self.taken, self.answers, self._known, self._kinds):
            kept.clear()
        self.arranged = False
        self._changed()

    def remove(self, path: str) -> None:
        """Removes one file."""
        place = self.home / safe_path(path)
        if place.is_file():
            place.unlink()
        for kept in (self.originals, self.taken, self.answers):
            kept.pop(path, None)
        self.names = {name: None for name in self.names if (self.home / name).exists()}
        self._changed()

    def original(self, path: str) -> bytes:
        """The original content of a file."""
        return self.originals[path] if path in self.originals else (self.home / path).read_bytes()

    def own_games(self) -> OwnGames:
        """The games that files define: files on the page, and those that ship with scorecheck."""
        ours = [game_named(name, self.home) for name in shipped()]
        told: dict[str, str] = {}
        broken: list[BrokenFile] = []
        for path in sorted(self.home.rglob("*.toml")):
            if says_a_game(str(path)):
                try:
                    told[game_in_file(str(path))] = path.relative_to(self.home).as_posix()
                except BrokenFile as problem:
                    broken.append(problem)
        return OwnGames(tuple(dict.fromkeys((*ours, *told))), told, tuple(broken))

    def _changed(self) -> None:
        """Clears the cached results of all files together."""
        self._job = self._looked = None

    # Checking.

    def job(self) -> Job:
        """The files to check, with the answers for each."""
        if self._job is None:
            self._job = self._planned()
        return self._job

    def _planned(self) -> Job:
        found = plan(list(self.names), self.home, Settings(), None, Configurations().of_sheets_in)
        return replace(found, sources=tuple(map(self._under_answers, found.sources)))

    def say(self, path: str, answers: Mapping[str, Any]) -> None:
        """Replaces the answers on how a file is read, without empty ones."""
        self.answers[path] = {key: value for key, value in answers.items() if value}
        if not self.answers[path]:
            del self.answers[path]
        self._changed()

    def _under_answers(self, source: Source) -> Source:
        answers = answers_of(self.answers.get(source.shown, {}))
        return source._replace(settings=answered(source.settings, answers))

    def look(self, source: Source) -> None:
        """Checks one file, so that checking all of them is quick afterwards."""
        self._checked((source,), KEEP)

    def looked(self) -> CheckedFiles:
        """The findings and standings of all files."""
        if self._looked is None:
            job = self.job()
            checked = check(job, Settings(), KEEP, self._checked)
            fence = Fence(name_of(job))
            ranked: Ranked | NotRanked = NotRanked("nothing-to-rank")
            with fence.around("standings"):
                ranked = ranked_or_why(job, checked, self._event_name(job))
            checked = replace(checked, crashes=(*checked.crashes, *fence.crashes))
            self._looked = CheckedFiles(job, checked, ranked)
        return self._looked

    def _checked(self, sources: Sequence[Source], keep: Keep, progress: Progress | None = None) -> Checked:
        """The results of the files by themselves, cached by content and settings."""
        return put_together(self._one(source, keep, progress) for source in sources)

    def _one(self, source: Source, keep: Keep, progress: Progress | None) -> Checked:
        digest = hashlib.sha256(source.path.read_bytes()).digest()
        key = (source.shown, digest, repr(source.settings), keep)
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = check_files((source,), keep, progress)
        return self._known[key]

    def _event_name(self, job: Job) -> str:
        """The name of an event without an event file: that of its folder, or of its only sheet."""
        name = event_name(job)
        return "" if name == self.home.name and len(job.sources) > 1 else name

    # Repairs.

    def take(self, fingerprint: str, at: int) -> None:
        """Applies a repair of a finding to its file."""
        checked = self.looked().checked
        marks = dict(zip(fingerprints(checked.findings), checked.findings, strict=True))
        finding = marks[fingerprint]
        fix = finding.fixes[at]
        path = finding.path
        if not fix.edits or not (self.home / path).is_file():
            raise CannotTake("kind", path=path)
        if self.kind(path) == "xlsx" and would_replace_formula(self.original(path), finding, fix):
            raise CannotTake("formula")
        ((finding, fix),) = with_totals([(finding, fix)], checked)
        self._make(path, [*self.taken.get(path, ()), Taken(finding, fix)])

    def undo(self, path: str, at: int) -> None:
        """Undoes one of the repairs of a file."""
        left = [one for number, one in enumerate(self.taken.get(path, ())) if number != at]
        self._make(path, left)

    def _make(self, path: str, taken: list[Taken]) -> None:
        original = self.original(path)
        data = original
        if taken:
            data = self.copy(path, original, taken)
        (self.home / path).write_bytes(data)
        if taken:
            self.originals[path], self.taken[path] = original, taken
        else:
            self.originals.pop(path, None)
            self.taken.pop(path, None)
        self._changed()

    def event_folder(self) -> Path | None:
        """The folder of the only event, unless the page made its event file."""
        files = [one.path for one in self.job().events if one.path is not None]
        return files[0].resolve().parent if len(files) == 1 and not self.arranged else None

    def kind(self, path: str) -> str:
        """The format of a file by its content; empty where it is unknown."""
        if path not in self._kinds:
            self._kinds[path] = _kind_of(self.home / path)
        return self._kinds[path]

    def copy(
        self,
        path: str,
        original: bytes,
        taken: Sequence[Taken],
        listed: Sequence[ListedEdit] = (),
        heading: str = "",
    ) -> bytes:
        """The repaired content of a file, with a list of the edits in a workbook."""
        kind = self.kind(path)
        if kind not in CAN_BE_MENDED:
            raise CannotTake("kind", path=path)
        return mended(original, kind, edits_of(taken), listed, heading)


def answers_of(said: Mapping[str, Any]) -> list[Answer]:
    """The answers for a file, as settings."""
    told = [Answer(key, plain(said[key])) for key in ("game", "layout", "notation") if said.get(key)]
    columns: Mapping[str, str] = said.get("columns") or {}
    return [*told, *(Answer("columns", plain(role), plain(heading)) for heading, role in columns.items())]


def _kind_of(place: Path) -> str:
    if not place.is_file():
        return ""
    try:
        with place.open("rb") as stream:
            return recognise(source_of(stream, place.stat().st_size, place.suffix.lower()))
    except CannotRead:
        return ""


def safe_path(name: str) -> str:
    """An untrusted name as a path below the workspace: it cannot leave it, and no part is too long."""
    parts = [part for part in PurePosixPath(name.replace("\\", "/").replace("\0", "")).parts if part != "/"]
    kept = [_short(part) for part in parts if part not in {".", ".."}]
    return "/".join(kept) or "file"


def _short(part: str) -> str:
    """A name, cut before its suffix."""
    if len(part) <= _LONGEST_NAME:
        return part
    stem, dot, ending = part.rpartition(".")
    if not dot or len(ending) > 8:
        return part[:_LONGEST_NAME]
    return f"{stem[: _LONGEST_NAME - len(ending) - 1]}.{ending}"
