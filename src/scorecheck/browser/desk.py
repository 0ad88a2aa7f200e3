"""The files that lie on the page, the repairs that were taken, and what scorecheck makes of them."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from scorecheck.checks.own import game_in_file, game_named, says_a_game, shipped
from scorecheck.checks.own_game.broken import BrokenGame
from scorecheck.many_files.configuration import BrokenConfiguration, Configurations, by_game
from scorecheck.many_files.job import Job, plan
from scorecheck.model.budget import Progress
from scorecheck.model.error import Refusal
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Finding, Fix
from scorecheck.model.outcome import Checked
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.one_file.mending import CAN_BE_MENDED, edits_of, hold_formulas, mended, with_totals
from scorecheck.one_file.pipeline import check_files, put_together
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.sniff import recognise
from scorecheck.readers.source import source_of
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.mended import CannotEdit
from scorecheck.whole_event.check_job import check, name_of
from scorecheck.whole_event.ranking import NotRanked, Ranked, event_name, ranked_or_why

KEEP = Keep(results=True, rows=True, impact=True)
"""The same as ``scorecheck process`` keeps."""
EVENT_FILE = "event.toml"
_LONGEST_NAME = 120
_MOST_KNOWN = 4000


class Taken(NamedTuple):
    """A repair that was taken: the finding as it stood then, and which of its repairs."""

    finding: Finding
    fix: Fix


class OwnGames(NamedTuple):
    """The games of others that the desk knows."""

    names: tuple[str, ...]
    told: Mapping[str, str]
    """Those of them that files here say, each with its file."""
    broken: tuple[BrokenConfiguration, ...]
    """What is wrong with files that say a game."""


class CannotTake(Refusal):
    """A repair that cannot be made in the file: ``fix.<reason>`` in the labels says why."""


@record
class CheckedFiles:
    """All files on the page, checked, and ranked where they can be."""

    job: Job
    checked: Checked
    ranked: Ranked | NotRanked


class Desk:
    """The state behind the page. All of it can be made anew from the files, the answers and the repairs."""

    def __init__(self, home: Path) -> None:
        """An empty desk; its files are kept in the folder ``home``."""
        home.mkdir(parents=True, exist_ok=True)
        self.home = home.resolve()
        # Paths are told from here, as on the command line.
        os.chdir(self.home)
        self.names: dict[str, None] = {}
        """What was dropped, in its order: files, and the folders at the top."""
        self.originals: dict[str, bytes] = {}
        """The files that repairs were made in, as they came."""
        self.taken: dict[str, list[Taken]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        """What was said of how a file is read."""
        self.arranged = False
        """The event file was made here, so it may be made anew."""
        self._kinds: dict[str, str] = {}
        self._known: dict[tuple[object, ...], Checked] = {}
        self._job: Job | None = None
        self._looked: CheckedFiles | None = None

    # Files.

    def place(self, files: Iterable[tuple[str, bytes]]) -> list[str]:
        """Puts files on the desk; one of the same name is replaced. Gives the names that they got."""
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
        """Puts an event file of our own on the desk, that says which sheets belong to which round."""
        (self.home / EVENT_FILE).write_text(event, encoding="utf-8")
        self.names = {EVENT_FILE: None, **self.names}
        self.arranged = True
        self._changed()

    def clear(self) -> None:
        """Takes everything away."""
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
        """Takes one file away."""
        place = self.home / safe_path(path)
        if place.is_file():
            place.unlink()
        for kept in (self.originals, self.taken, self.answers):
            kept.pop(path, None)
        self.names = {name: None for name in self.names if (self.home / name).exists()}
        self._changed()

    def original(self, path: str) -> bytes:
        """A file as it came."""
        return self.originals[path] if path in self.originals else (self.home / path).read_bytes()

    def own_games(self) -> OwnGames:
        """The games of others that sheets can be made of: those whose files lie here, and those that come
        with us."""
        ours = [game_named(name, self.home) for name in shipped()]
        told: dict[str, str] = {}
        broken: list[BrokenConfiguration] = []
        for path in sorted(self.home.rglob("*.toml")):
            if says_a_game(str(path)):
                try:
                    told[game_in_file(str(path))] = path.relative_to(self.home).as_posix()
                except BrokenGame as problem:
                    broken.append(by_game(problem))
        return OwnGames(tuple(dict.fromkeys((*ours, *told))), told, tuple(broken))

    def _changed(self) -> None:
        """Drops what was cached for all files together."""
        self._job = self._looked = None

    # Checking.

    def job(self) -> Job:
        """The files to check, under what was said of each.

        Raises:
            BrokenConfiguration: the club's settings among them cannot be used.
        """
        if self._job is None:
            self._job = self._planned()
        return self._job

    def _planned(self) -> Job:
        try:
            found = plan(list(self.names), self.home, Settings(), None, Configurations().of_sheets_in)
        except BrokenGame as broken:
            raise by_game(broken) from None
        return replace(found, sources=tuple(self._under_answers(source) for source in found.sources))

    def say(self, path: str, answers: Mapping[str, Any]) -> None:
        """Stores how the user wants a file to be read, instead of earlier answers; empty ones are dropped."""
        self.answers[path] = {key: value for key, value in answers.items() if value}
        if not self.answers[path]:
            del self.answers[path]
        self._changed()

    def _under_answers(self, source: Source) -> Source:
        said = self.answers.get(source.shown)
        if not said:
            return source
        wanted = source.settings.wanted
        wanted = wanted._replace(
            game=said.get("game") or wanted.game,
            preset=said.get("preset") or wanted.preset,
            layout=said.get("layout") or wanted.layout,
            notation=said.get("notation") or wanted.notation,
            headings={**wanted.headings, **said.get("columns", {})},
        )
        return source._replace(settings=replace(source.settings, wanted=wanted))

    def look(self, source: Source) -> None:
        """Checks one file, so that looking at all of them is quick afterwards."""
        self._checked((source,), KEEP)

    def looked(self) -> CheckedFiles:
        """What all files come to.

        Raises:
            BrokenConfiguration: the club's settings among them cannot be used.
        """
        if self._looked is None:
            job = self.job()
            checked = check(job, None, Settings(), KEEP, self._checked)
            fence = Fence(name_of(job))
            ranked: Ranked | NotRanked = NotRanked("nothing-to-rank")
            with fence.around("standings"):
                ranked = ranked_or_why(job, checked, self._event_name(job))
            checked = replace(checked, crashes=(*checked.crashes, *fence.crashes))
            self._looked = CheckedFiles(job, checked, ranked)
        return self._looked

    def _checked(self, sources: Sequence[Source], keep: Keep, progress: Progress | None = None) -> Checked:
        """What the files are by themselves; one that was looked at before is not read again."""
        return put_together(self._one(source, keep, progress) for source in sources)

    def _one(self, source: Source, keep: Keep, progress: Progress | None) -> Checked:
        digest = hashlib.sha256(source.path.read_bytes()).digest()
        key = (source.shown, digest, repr(source.settings), source.unseen, keep)
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = check_files((source,), keep, progress)
        return self._known[key]

    def _event_name(self, job: Job) -> str:
        """What the event is called where no file says it: as its folder, or its only sheet."""
        name = event_name(job)
        return "" if name == self.home.name and len(job.sources) > 1 else name

    # Repairs.

    def take(self, fingerprint: str, at: int) -> None:
        """Makes a repair of a finding in its file.

        Raises:
            CannotTake: it cannot be made there.
        """
        checked = self.looked().checked
        marks = dict(zip(fingerprints(checked.findings), checked.findings, strict=True))
        finding = marks[fingerprint]
        fix = finding.fixes[at]
        path = finding.path
        if not fix.edits or not (self.home / path).is_file():
            raise CannotTake("kind", path=path)
        if self.kind(path) == "xlsx" and finding.sheet is not None:
            first = fix.edits[0].cell
            try:
                formula = first in hold_formulas(self.original(path), finding.sheet, [first])
            except CannotEdit as cannot:
                raise CannotTake(cannot.reason, cell=cannot.cell.a1) from None
            if formula:
                raise CannotTake("formula")
        ((finding, fix),) = with_totals([(finding, fix)], checked)
        self._make(path, [*self.taken.get(path, ()), Taken(finding, fix)])

    def undo(self, path: str, at: int) -> None:
        """Undoes one of the repairs of a file.

        Raises:
            CannotTake: those that came later cannot be made without it.
        """
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
        """The folder of the one event that lies here, unless its file was made here."""
        files = [one.path for one in self.job().events if one.path is not None]
        return files[0].resolve().parent if len(files) == 1 and not self.arranged else None

    def kind_known(self, path: str) -> str:
        """The same, found out once for each file that is on the desk."""
        if path not in self._kinds:
            self._kinds[path] = self.kind(path)
        return self._kinds[path]

    def kind(self, path: str) -> str:
        """The format of a file, by its content; empty where it is none that is known."""
        place = self.home / path
        if not place.is_file():
            return ""
        try:
            with place.open("rb") as stream:
                return recognise(source_of(stream, place.stat().st_size, place.suffix.lower()))
        except CannotRead:
            return ""

    def copy(self, path: str, original: bytes, taken: Sequence[Taken], **listing: Any) -> bytes:
        """A file with repairs made.

        Raises:
            CannotTake: one cannot be made.
        """
        kind = self.kind(path)
        if kind not in CAN_BE_MENDED:
            raise CannotTake("kind", path=path)
        try:
            return mended(original, kind, edits_of(taken), **listing)
        except CannotEdit as cannot:
            raise CannotTake(cannot.reason, cell=cannot.cell.a1) from None


def safe_path(name: str) -> str:
    """A name from outside as a path below the desk: no part leads out of it or is too long for a disk."""
    parts = [part for part in PurePosixPath(name.replace("\\", "/").replace("\0", "")).parts if part != "/"]
    kept = [_short(part) for part in parts if part not in {".", ".."}]
    return "/".join(kept) or "file"


def _short(part: str) -> str:
    """A name cut so that its ending stays."""
    if len(part) <= _LONGEST_NAME:
        return part
    stem, dot, ending = part.rpartition(".")
    if not dot or len(ending) > 8:
        return part[:_LONGEST_NAME]
    return f"{stem[: _LONGEST_NAME - len(ending) - 1]}.{ending}"
