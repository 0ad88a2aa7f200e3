"""scorecheck from Python: check sheets and rank events without the command line. See ``docs/api.md``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from scorecheck.checking import check
from scorecheck.job import plan
from scorecheck.model.finding import Severity
from scorecheck.pipeline import Keep, Settings
from scorecheck.ranking import games_to_rank, rank_job
from scorecheck.recognition import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

    from scorecheck.job import Job
    from scorecheck.model.finding import Finding
    from scorecheck.model.outcome import Checked, Standing, Standings
    from scorecheck.reports.messages import Language

Paths: TypeAlias = "str | Path | Iterable[str | Path]"


class CannotRank(ValueError):  # noqa: N818 - it says what is the matter
    """There is nothing to rank by, or no single event or game."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found on some sheets."""

    checked: Checked

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, sorted by path, sheet, row, column and rule."""
        return tuple(self.checked.findings)

    @property
    def ok(self) -> bool:
        """Whether there are no errors; warnings and remarks there may be."""
        return not any(finding.severity is Severity.ERROR for finding in self.findings)

    def messages(self, lang: Language = "en") -> tuple[str, ...]:
        """The sentences of the findings, each after its place."""
        from scorecheck.reports.describe import place
        from scorecheck.reports.messages import Messages

        messages = Messages(lang)
        return tuple(
            f"{place(one.path, one.sheet, one.cell.a1 if one.cell else None)}: {messages.text(one)}"
            for one in self.findings
        )

    def to_dict(self, lang: Language = "en") -> dict[str, Any]:
        """The report as ``scorecheck validate --format json`` writes it."""
        from scorecheck.reports.json_report import checked_json
        from scorecheck.reports.messages import Messages

        return checked_json(self.checked, Messages(lang))


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings of an event, with exact scores."""

    standings: Standings
    report: Report
    """What was found on the sheets behind them."""

    @property
    def lines(self) -> tuple[Standing, ...]:
        """The lines of those who are ranked, best first."""
        return self.standings.lines

    def to_dict(self) -> dict[str, Any]:
        """The ranking as ``scorecheck rank --format json`` writes it."""
        from scorecheck.reports.ranking_json import standings_json

        return standings_json(self.standings)

    def to_frame(self, *, exact: bool = True) -> pd.DataFrame:
        """The ranking as a pandas DataFrame, one line a player.

        Columns: ``rank``, ``player``, ``score``, ``games``; for each round its name with ``points``,
        ``games`` and ``score``; the tie-breaks. What a player missed, or what is undefined, is empty.
        Scores are ``Fraction``; with ``exact=False`` the nearest floats, which may tie or split what
        the ranks do not.

        Raises:
            ModuleNotFoundError: pandas is not installed: ``pip install 'scorecheck[pandas]'``.
        """
        try:
            import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
        except ModuleNotFoundError as cause:
            raise ModuleNotFoundError("to_frame needs pandas: pip install 'scorecheck[pandas]'") from cause

        standings = self.standings
        columns = ["rank", "player", "score", "games"]
        columns += [f"{name} {what}" for name in standings.rounds for what in ("points", "games", "score")]
        rows = [_row(line, standings, exact=exact) for line in standings.lines]
        return pd.DataFrame(rows, columns=[*columns, *standings.ties])


def validate(
    path: Paths,
    *,
    game: str | None = None,
    preset: str | None = None,
    layout: str | None = None,
    event: str | Path | None = None,
) -> Report:
    """Checks files, folders (with all below them) or events, like ``scorecheck validate``.

    Raises:
        FileNotFoundError: a path does not exist.
        PermissionError: a folder cannot be opened.
        BrokenEvent: an event file cannot be used; ``problems`` says what is wrong.
    """
    settings, job = _job(path, game, preset, layout, event)
    return Report(check(job, None, settings, Keep(impact=True)))


def standings(
    path: Paths,
    *,
    game: str | None = None,
    preset: str | None = None,
    layout: str | None = None,
    event: str | Path | None = None,
) -> Ranking:
    """Ranks an event file, a folder or sheets, like ``scorecheck rank``.

    Raises:
        FileNotFoundError: a path does not exist.
        PermissionError: a folder cannot be opened.
        BrokenEvent: an event file cannot be used; ``problems`` says what is wrong.
        CannotRank: the sheets give no points, or are of several events or games.
    """
    from scorecheck.tournament.methods import CannotRank as UnfitMethod

    settings, job = _job(path, game, preset, layout, event)
    if len(job.events) > 1 and job.season is None:
        raise CannotRank(f"sheets of several events: {', '.join(one.name for one in job.events)}")
    checked = check(job, None, settings, Keep(results=True))
    games = games_to_rank(job, checked)
    if len(games) > 1:
        raise CannotRank(f"sheets of several games: {', '.join(games)}")
    try:
        ranked = rank_job(job, checked, "")
    except UnfitMethod as cause:
        raise CannotRank(str(cause)) from cause
    if ranked is None:
        raise CannotRank("no sheet gives points to players")
    return Ranking(ranked.standings, Report(checked))


def _job(
    path: Paths, game: str | None, preset: str | None, layout: str | None, event: str | Path | None
) -> tuple[Settings, Job]:
    paths = [path] if isinstance(path, (str, Path)) else list(path)
    settings = Settings(Wanted(game, preset, layout))
    job = plan([str(one) for one in paths], Path.cwd(), settings, None if event is None else Path(event))
    if job.missing:
        raise FileNotFoundError(job.missing[0])
    if job.shut:
        raise PermissionError(job.shut[0])
    if job.broken:
        raise job.broken[0]
    return settings, job


def _row(line: Standing, standings: Standings, *, exact: bool) -> list[object]:
    def shown(number: Any) -> object:
        return number if exact or number is None else float(number)

    played = {one.name: one for one in line.rounds}
    cells: list[object] = [line.rank, line.player, shown(line.score), line.games]
    for name in standings.rounds:
        part = played.get(name)
        cells += [None] * 3 if part is None else [shown(part.points), part.games, shown(part.score)]
    return [*cells, *map(shown, line.ties)]
