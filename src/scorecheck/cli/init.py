"""``scorecheck init``: an event file from the sheets of a folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated

from scorecheck.checks.own import called_from
from scorecheck.cli import options as o
from scorecheck.cli.declared import argument
from scorecheck.cli.session import Session, shares
from scorecheck.many_files.job import Job, by_own_game
from scorecheck.model.outcome import Checked
from scorecheck.model.record import replace
from scorecheck.one_file.settings import Keep, Source
from scorecheck.readers.discover import discover, shown_path
from scorecheck.reports.event_draft import Head, event_text, season_text
from scorecheck.reports.safe import plain
from scorecheck.resources import EVENT_FILE, SEASON_FILE
from scorecheck.tournament.draft import UNASKED, Answers, alike_names, draft, folders_of_evenings
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import default_method, results_of


@shares(*o.READING, *o.SCREEN, *o.SETTINGS)
def command(
    session: Session,
    folder: Annotated[Path, argument(metavar="DIR", help="The folder with the sheets of the event.")],
    force: o.Force = False,
) -> None:
    """Write an event file for the sheets of a folder: players, rounds, tables, game and preset, to be edited.

    Where the names of folders speak of several days, it is one for each evening, and a season file.
    A file that is there already stays, unless --force is said.
    """
    if not folder.is_dir():
        raise session.stop("no-folder", path=str(folder))
    settings = session.settings()
    found = discover([str(folder)], Path.cwd())
    home = folder.resolve()
    known: dict[Path, tuple[str, ...]] = {}
    sources = [
        Source(
            file.path,
            file.path.resolve().relative_to(home).as_posix(),
            by_own_game(settings, file.path, known),
        )
        for file in found.files
        if file.path.resolve().is_relative_to(home)
    ]
    # Together, as when they are ranked: sheets that go on from others are rounds of their own.
    together = check(Job(tuple(sources), (), (), (), ()), settings, Keep(results=True))
    # A copy is drafted as well, for rank to tell.
    checked = together.with_sheets(lambda sheet: replace(sheet, again=""))
    results, _ = results_of(checked)
    if not results:
        if (folder / EVENT_FILE).exists() and not force:
            raise _there(session, folder / EVENT_FILE)
        session.console.complain(session.messages.label("init.nothing", path=plain(str(folder))))
        raise SystemExit(2)
    alike = alike_names(results)
    answers = _asked(session, alike)
    made = _files(session, home, checked, [one.shown for one in sources], answers)
    for name in made:
        if (folder / name).exists() and not force:
            raise _there(session, folder / name)
    for name, text in made.items():
        session.write(folder / name, text.encode(), force=force)
    for odd, player in answers.same.items():
        session.console.note(session.messages.label("init.is-same", odd=plain(odd), player=plain(player)))
    for player, odd in alike:
        if odd not in answers.same and odd not in answers.others:
            said = session.messages.label("init.left-open", odd=plain(odd), player=plain(player))
            session.console.note(said)
    for name in made:
        shown = plain(shown_path(folder / name, Path.cwd()))
        session.console.note(session.messages.label("init.written", path=shown))


def _asked(session: Session, alike: Sequence[tuple[str, str]]) -> Answers:
    """Asks at a terminal whether similar names belong to one player."""
    if session.options.quiet or not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return UNASKED
    same: dict[str, str] = {}
    others: set[str] = set()
    for player, odd in alike:
        if odd in same or odd in others:
            continue
        question = session.messages.label("init.ask-same", odd=plain(odd), player=plain(player))
        session.console.note(question)
        line = sys.stdin.readline()
        if not line:
            raise SystemExit(1)
        said = line.strip().casefold()[:1]
        if said in {"y", "j"}:
            same[odd] = player
        elif said == "n":
            others.add(odd)
    return Answers(same, frozenset(others))


def _there(session: Session, path: Path) -> SystemExit:
    """Refuses to replace a file; returns the exception that ends the run."""
    return session.stop_with("init.there", path=plain(path.as_posix()))


def _files(
    session: Session, home: Path, checked: Checked, paths: Sequence[str], answers: Answers
) -> dict[str, str]:
    """The files to write: one event file, or a season file and an event file for each evening."""
    name = home.name or "Event"
    results, _ = results_of(checked)
    alike = alike_names(results)
    sheets = [sheet.sheet for sheet in checked.sheets if sheet.result is not None]
    games = tuple(dict.fromkeys(sheet.game for sheet in sheets if sheet.game is not None))
    method = default_method(sheets)

    def event(title: str, folder: str, day: date | None) -> str:
        inside = f"{folder}/" if folder else ""
        mine = [
            replace(one, path=one.path.removeprefix(inside)) for one in results if one.path.startswith(inside)
        ]
        files = [path.removeprefix(inside) for path in paths if path.startswith(inside)]
        drafted = draft(mine, files, alike, answers)
        called = tuple(called_from(game, home / folder) for game in games)
        return event_text(drafted, Head(title, called, sheets[0].preset, method, day), session.messages)

    evenings = folders_of_evenings(results)
    if not evenings:
        return {EVENT_FILE: event(name, "", None)}
    made = {
        f"{folder}/{EVENT_FILE}": event(f"{name}, {session.messages.day(day)}", folder, day)
        for day, folder in evenings.items()
    }
    made[SEASON_FILE] = season_text(session.messages, name=name, events=evenings, same=answers.same)
    return made
