"""scorecheck from Python: check sheets and rank events without the command line. See ``docs/api.md``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast, get_args

from scorecheck.catalogue import Selection
from scorecheck.many_files.configuration import Configurations, own_rules
from scorecheck.many_files.job import Job, plan, under
from scorecheck.many_files.user_settings import UnknownName, settings_for
from scorecheck.model import finding as model
from scorecheck.model.cells import CellRef
from scorecheck.model.error import BrokenFile, Error
from scorecheck.model.finding import Edit, Impact, Severity
from scorecheck.model.outcome import Checked, Standing, Standings
from scorecheck.model.record import replace
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.reports.messages import Language, Messages
from scorecheck.resources import resolved
from scorecheck.tournament import problem
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import games_to_rank, rank_job

if TYPE_CHECKING:
    import pandas as pd  # pyright: ignore[reportMissingTypeStubs]


class Readable(Protocol):
    """An open binary file."""

    def read(self, size: int = -1, /) -> bytes:
        """Reads bytes."""
        ...


Sheet: TypeAlias = "str | Path | bytes | Readable"
Sheets: TypeAlias = "Sheet | Iterable[Sheet]"
NEAREST = "nearest"
"""The settings of ``scorecheck.toml`` or ``pyproject.toml`` in the folders above each sheet."""


class CannotRank(Error, ValueError):
    """The sheets give no points, or are of several events or games."""


class NoSuchFile(Error, FileNotFoundError):
    """A path does not exist."""


class NotOpened(Error, PermissionError):
    """A folder cannot be opened."""


class SheetChanged(Error, RuntimeError):
    """A sheet has changed since it was checked, or is gone."""


class BrokenSettings(Error, ValueError):
    """The settings of a club cannot be used."""


class BrokenEvent(problem.BrokenEvent):
    """An event file cannot be used; each of its ``problems`` has a line, a key and a reason."""

    def __str__(self) -> str:
        messages = Messages("en")
        return "\n".join(
            f"{self.path}:{one.line or 1}: {messages.event_text(one.reason, one.params)}"
            for one in self.problems
        )


@dataclass(frozen=True, slots=True)
class Fix:
    """A repair: the new values of some cells, and their probability."""

    edits: tuple[Edit, ...]
    kind: str
    confidence: float
    """The probability that the repair is right, from 0 to 1."""
    _fix: model.Fix = field(repr=False, compare=False)
    _lang: Language = field(default="en", repr=False, compare=False)

    def message(self, lang: Language | None = None) -> str:
        """Its sentence."""
        from scorecheck.reports.repairs import fix_text

        return fix_text(self._fix, _messages(lang or self._lang))

    def __repr__(self) -> str:
        edits = ", ".join(f"{edit.cell.a1} {edit.before!r} → {edit.after!r}" for edit in self.edits)
        return f"<Fix {edits or self.kind}, {int(100 * self.confidence)} %>"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: its rule, place and repairs."""

    rule: str
    severity: Severity
    path: str
    sheet: str | None
    cell: CellRef | None
    """The cell to look at first; ``None`` where the finding is about a whole file or sheet."""
    related: tuple[CellRef, ...]
    value: str | None
    """The content of the cell."""
    fixes: tuple[Fix, ...]
    """The repairs, likeliest first."""
    impact: tuple[Impact, ...]
    """The changes in the standings for each of the fixes, in their order."""
    fingerprint: str
    """Identifies the finding from run to run, even if rows move."""
    _finding: model.Finding = field(repr=False, compare=False)
    _lang: Language = field(default="en", repr=False, compare=False)

    @property
    def place(self) -> str:
        """The place: ``evening.xlsx:Table 1!C7``."""
        from scorecheck.reports.describe import place

        return place(self.path, self.sheet, self.cell.a1 if self.cell else None)

    def message(self, lang: Language | None = None) -> str:
        """Its sentence."""
        return _messages(lang or self._lang).text(self._finding)

    def __repr__(self) -> str:
        return f"<Finding {self.severity.word} {self.rule} at {self.place}>"


@dataclass(frozen=True, slots=True)
class _Read:
    """The input of a report, to be read again."""

    job: Job
    stamps: tuple[tuple[int, int] | None, ...]

    def with_games(self) -> Checked:
        """The sheets with their games, without checking any rule.

        Raises:
            SheetChanged: a sheet has changed, or is gone.
        """
        none = Selection(ignore=("*",))
        sources = tuple(
            one._replace(settings=replace(one.settings, selection=none)) for one in self.job.sources
        )
        settings = Settings(selection=none)
        read = check(replace(self.job, sources=sources), settings, Keep(results=True, games=True))
        for source, then, now in zip(self.job.sources, self.stamps, _stamps(self.job), strict=True):
            if then != now:
                raise SheetChanged(f"the sheet has changed since it was checked: {source.shown}")
        return read


def _stamps(job: Job) -> tuple[tuple[int, int] | None, ...]:
    """The modification time and size of each file, to notice changes; ``None`` for sheets in memory."""
    return tuple(None if source.data is not None else _stamp(source.path) for source in job.sources)


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size)


@dataclass(frozen=True, slots=True)
class Report:
    """The findings on some sheets."""

    checked: Checked = field(repr=False)
    lang: Language
    min_confidence: float
    _read: _Read = field(repr=False, compare=False)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, sorted by path, sheet, row, column and rule."""
        from scorecheck.reports.fingerprints import fingerprints

        told = tuple(self.checked.findings)
        return tuple(
            self._finding(finding, known) for finding, known in zip(told, fingerprints(told), strict=True)
        )

    def _finding(self, finding: model.Finding, fingerprint: str) -> Finding:
        kept = [at for at, fix in enumerate(finding.fixes) if fix.confidence >= self.min_confidence]
        fixes = [finding.fixes[at] for at in kept]
        return Finding(
            finding.rule,
            finding.severity,
            finding.path,
            finding.sheet,
            finding.cell,
            finding.related,
            finding.value,
            tuple(Fix(fix.edits, fix.kind, fix.confidence, fix, self.lang) for fix in fixes),
            tuple(finding.impact[at] for at in kept) if finding.impact else (),
            fingerprint,
            finding,
            self.lang,
        )

    @property
    def ok(self) -> bool:
        """Whether something was checked and there are no errors; warnings are allowed."""
        checked = any(file.status in {"ok", "warnings"} for file in self.checked.files)
        return checked and not any(one.severity is Severity.ERROR for one in self.checked.findings)

    def messages(self, lang: Language | None = None) -> tuple[str, ...]:
        """The sentences of the findings, each after its place."""
        return tuple(f"{one.place}: {one.message(lang)}" for one in self.findings)

    def to_dict(self, lang: Language | None = None) -> dict[str, Any]:
        """The report in the form of ``scorecheck validate --format json``."""
        from scorecheck.reports.json_report import checked_json

        return checked_json(self.checked, _messages(lang or self.lang))

    def findings_frame(self, lang: Language | None = None) -> pd.DataFrame:
        """The findings as a pandas DataFrame, one line each, for counting and grouping.

        Columns: ``path``, ``sheet``, ``cell``; ``row`` and ``column`` (``Int64``, empty where the finding is
        about a whole sheet); ``rule`` and ``severity`` (categories); ``message``, ``value``; ``edits``
        (``C7: -4 → 4``), ``repair`` and ``confidence`` (``Float64``) of the likeliest repair;
        ``fingerprint``. Texts are ``string``.
        """
        from scorecheck.whole_event.frames import findings_frame

        return findings_frame(_finding_row(finding, lang) for finding in self.findings)

    def games_frame(self) -> pd.DataFrame:
        """The games of all sheets that give points as a pandas DataFrame, one line a player and game.

        Columns: ``event``, ``round`` (in their order), ``table``, ``path``, ``sheet``, ``kind`` (of game, as
        the options name it), ``game`` (its number on the sheet; empty for a penalty), ``player`` (as the
        event has it), ``points``, ``role``, ``evening`` (its day, where the event or a name says it) and
        ``provisional`` (``yes`` where the sheet has errors). ``points`` are ``Int64``, or ``Float64`` where
        some are not whole; what cannot be read is empty. ``role`` is ``solo`` or ``box`` for who played
        against all others, each of whom is an ``opponent``; ``penalty`` where the row is no game; else empty.
        All but ``points`` and ``game`` (``string``) are categories. A card of Yatzy is one game.

        The sheets are read once more.

        Raises:
            SheetChanged: one of them is another by now, or gone.
        """
        from scorecheck.whole_event.frames import games_frame
        from scorecheck.whole_event.tidy import games_of

        return games_frame(games_of(self._read.job, self._read.with_games()))

    def __repr__(self) -> str:
        weights = [finding.severity for finding in self.checked.findings]
        counts = f"{weights.count(Severity.ERROR)} errors, {weights.count(Severity.WARNING)} warnings"
        return f"<Report {len(self.checked.files)} files, {counts}>"


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings of an event, with exact scores."""

    standings: Standings = field(repr=False)
    report: Report
    """The findings on the sheets behind them."""

    @property
    def lines(self) -> tuple[Standing, ...]:
        """The lines of the ranked players, best first."""
        return self.standings.lines

    def to_dict(self) -> dict[str, Any]:
        """The ranking in the form of ``scorecheck rank --format json``, without the contribution of each
        sheet."""
        from scorecheck.reports.ranking_json import standings_json

        return standings_json(self.standings, _messages(self.report.lang))

    def to_frame(self) -> pd.DataFrame:
        """The ranking as a pandas DataFrame, one line a player.

        Columns: ``rank`` (``Int64``), ``player``, ``score`` (the exact fraction as text), ``score_float``
        (``Float64``, the nearest float, which may tie or split what the ranks do not), ``games``; for each
        round its name with ``points``, ``games``, ``score`` and ``score_float``; each tie-break as text and
        as float. What a player missed, or what is undefined, is empty.
        """
        from scorecheck.whole_event.frames import ranking_frame

        return ranking_frame(self.standings)

    def rounds_frame(self) -> pd.DataFrame:
        """The rounds as a pandas DataFrame, one line a player and round that they have played.

        Columns: ``round`` (a category, in the order of the rounds), ``player``, ``points`` and ``games``
        (``Int64``; points are ``Float64`` where some are not whole), ``score`` (the exact fraction as text)
        and ``score_float`` (the nearest float), ``counted`` (``boolean``): ``False`` where it is struck.
        """
        from scorecheck.whole_event.frames import rounds_frame

        return rounds_frame(self.standings)

    def statistics_frame(self) -> pd.DataFrame:
        """The statistics as a pandas DataFrame, one line a player; without any lines where there are none.

        Columns: ``player``; ``games``, ``wins``, ``losses``, ``plus`` and ``minus``; where the game has
        soloists or boxes, ``solo_won``, ``solo_lost``, ``solo_points`` (``box_…``); ``best`` and ``worst``,
        each with ``…_path`` and ``…_game``, where it was; ``longest_winning_streak`` and
        ``longest_losing_streak``. Numbers are ``Int64``, points ``Float64`` where some are not whole.
        """
        from scorecheck.whole_event.frames import statistics_frame

        return statistics_frame(self.standings)

    def __repr__(self) -> str:
        return f"<Ranking {len(self.lines)} players, {self.standings.method}>"


def validate(
    path: Sheets,
    *,
    game: str | None = None,
    preset: str | None = None,
    layout: str | None = None,
    notation: str | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    event: str | Path | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    min_confidence: float = 0.0,
    lang: Language = "en",
    settings: str | Path | None = NEAREST,
    noticed: bool = False,
) -> Report:
    """Checks files, folders (with all below them) or events, like ``scorecheck validate``.

    Bytes and open binary files are sheets themselves; a file is called by the last part of its ``name``.
    ``settings`` are those in the folders above each sheet; a path names a settings file, and ``None`` means
    no settings. The club's own rules apply if the settings above the working folder, or the named ones, have
    any. Repairs less likely than ``min_confidence`` are left out. ``noticed``: slips are tried on each sheet,
    and ``to_dict`` says which share of them would be noticed. Thread-safe.

    Raises:
        NoSuchFile: a path does not exist.
        NotOpened: a folder cannot be opened.
        UnknownName: there is no such game, preset, layout, rule, option or language.
        BrokenEvent: an event file cannot be used; ``problems`` says what is wrong.
        BrokenSettings: the settings above a sheet, or the file of a game, cannot be used.
    """
    from scorecheck.model.noticed import tried_on_file

    _messages(lang)
    wanted = Wanted(game, preset, layout, notation=notation)
    asked, job = _planned(path, partial(settings_for, wanted, select, ignore, options), event, settings)
    read = _Read(job, _stamps(job))
    keep = Keep(impact=True, noticed=tried_on_file(len(job.sources)) if noticed else 0)
    return Report(check(job, asked, keep), lang, min_confidence, read)


def standings(
    path: Sheets,
    *,
    game: str | None = None,
    preset: str | None = None,
    layout: str | None = None,
    notation: str | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    event: str | Path | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    min_confidence: float = 0.0,
    lang: Language = "en",
    settings: str | Path | None = NEAREST,
) -> Ranking:
    """Ranks an event file, a folder or sheets, like ``scorecheck rank``; for the parameters see ``validate``.

    Raises:
        NoSuchFile: a path does not exist.
        NotOpened: a folder cannot be opened.
        UnknownName: there is no such game, preset, layout, rule, option or language.
        BrokenEvent: an event file cannot be used; ``problems`` says what is wrong.
        BrokenSettings: the settings above a sheet, or the file of a game, cannot be used.
        CannotRank: the sheets give no points, or are of several events or games.
    """
    from scorecheck.tournament.methods import CannotRank as UnfitMethod

    _messages(lang)
    wanted = Wanted(game, preset, layout, notation=notation)
    asked, job = _planned(path, partial(settings_for, wanted, select, ignore, options), event, settings)
    if len(job.events) > 1 and job.season is None:
        raise CannotRank(f"sheets of several events: {', '.join(one.name for one in job.events)}")
    read = _Read(job, _stamps(job))
    checked = check(job, asked, Keep(results=True))
    games = games_to_rank(job, checked)
    if len(games) > 1:
        raise CannotRank(f"sheets of several games: {', '.join(games)}")
    try:
        ranked = rank_job(job, checked, "")
    except UnfitMethod as cause:
        raise CannotRank(str(cause)) from cause
    if ranked is None:
        raise CannotRank("no sheet gives points to players")
    return Ranking(ranked.standings, Report(checked, lang, min_confidence, read))


def _messages(lang: str) -> Messages:
    if lang not in get_args(Language):
        raise UnknownName("language", lang, get_args(Language))
    return Messages(cast("Language", lang))


def _broken(broken: BrokenFile) -> BrokenSettings:
    return BrokenSettings(
        Messages("en").label(f"cli.config.{broken.reason}", path=str(broken.path), **broken.params)
    )


def _planned(
    path: Sheets, ask: Callable[[], Settings], event: str | Path | None, settings: str | Path | None
) -> tuple[Settings, Job]:
    """The settings, and the sheets to check. The club's own rules are loaded first: the settings may name
    them."""
    one = isinstance(path, (str, Path, bytes)) or hasattr(path, "read")
    given = [cast("Sheet", path)] if one else list(cast("Iterable[Sheet]", path))
    paths = [str(one) for one in given if isinstance(one, (str, Path))]
    file = None if settings in (None, NEAREST) else resolved(Path(settings))
    configurations = Configurations(isolated=settings is None, file=file)
    try:
        own = own_rules(configurations.above(Path.cwd()), trusted=settings != NEAREST)
        asked = replace(ask(), own_rules=own)
        job = plan(
            paths,
            Path.cwd(),
            asked,
            None if event is None else Path(event),
            configurations.of_sheets_in,
            configurations.leaves_out,
        )
    except BrokenFile as broken:
        raise _broken(broken) from broken
    if job.missing:
        raise NoSuchFile(f"there is no such file or folder: {job.missing[0]}")
    if job.shut:
        raise NotOpened(f"the folder cannot be opened: {job.shut[0]}")
    if job.broken:
        raise BrokenEvent(job.broken[0].problems, job.broken[0].path)
    of_event = job.events[0] if len(job.events) == 1 else None
    held = [one for one in given if not isinstance(one, (str, Path))]
    in_memory = _in_memory(held, under(asked, of_event, None))
    return asked, replace(job, sources=(*job.sources, *in_memory))


def _in_memory(held: Sequence[bytes | Readable], settings: Settings) -> Iterable[Source]:
    """Sheets in memory, each with a unique name that contains no folders of the computer."""
    names: dict[str, int] = {}
    for one in held:
        name = "sheet"
        if not isinstance(one, bytes):
            name = str(getattr(one, "name", name)).replace("\\", "/").rpartition("/")[2] or name
        names[name] = names.get(name, 0) + 1
        shown = name if names[name] == 1 else f"{names[name]}-{name}"
        yield Source(Path(shown), shown, settings, data=one if isinstance(one, bytes) else one.read())


def _finding_row(finding: Finding, lang: Language | None) -> tuple[object, ...]:
    cell = finding.cell
    place = (None, None, None) if cell is None else (cell.a1, cell.row, cell.column)
    told = (finding.rule, finding.severity.word, finding.message(lang), finding.value)
    best = finding.fixes[0] if finding.fixes else None
    edits = None if best is None else "; ".join(f"{e.cell.a1}: {e.before} → {e.after}" for e in best.edits)
    repair = (None, None, None) if best is None else (edits, best.message(lang), best.confidence)
    return (finding.path, finding.sheet, *place, *told, *repair, finding.fingerprint)
