"""``scorecheck new``: blank scoresheets, to be filled in on a computer or by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from scorecheck.checks.own import file_of
from scorecheck.cli import options as o
from scorecheck.cli.declared import argument, option
from scorecheck.cli.printing import needs_pdf
from scorecheck.cli.session import Session, shares
from scorecheck.games import registry
from scorecheck.many_files.user_settings import UnknownName, game_called
from scorecheck.model.record import NamedTuple, record
from scorecheck.reports.blank import Blank, NoBlank, blank_data, blank_of, fitting, layouts_of, with_values
from scorecheck.reports.blank_xlsx import blank_xlsx
from scorecheck.reports.outputs import write_file
from scorecheck.reports.printing import PaperSize, Printing, printed, unprintable
from scorecheck.tournament.draw import CannotPair, draw, sizes
from scorecheck.tournament.event import Event, EventRound, load_event
from scorecheck.tournament.problem import BrokenEvent


@record
class _BlankWish:
    """What the command is given: how blank sheets should be made."""

    game: Annotated[str | None, argument(metavar="[GAME]", help="The game: see `scorecheck games`.")] = None
    players: Annotated[
        str | None, option(metavar="NAME,NAME…", help="The players, in their order on the sheet.")
    ] = None
    target: Annotated[
        Path | None, option("-o", metavar="FILE|DIR", help="An .xlsx or a .pdf; with --event a folder.")
    ] = None
    layout: o.Layout = None
    preset: o.Preset = None
    rows: Annotated[int | None, option(help="How many games there is room for.")] = None
    games: Annotated[
        int, option(metavar="N", help="Of a card: so many games of each player side by side.")
    ] = 1
    title: Annotated[str, option(help="What stands above the sheet.")] = ""
    event: o.EventFile = None
    format: Annotated[
        Literal["xlsx", "pdf"], option("--format", help="With --event: the kind of sheets.")
    ] = "xlsx"
    copies: Annotated[
        int | None,
        option(
            min=1,
            max=3,
            metavar="N",
            help="With --event: so many sheets of each table, one for each who writes.",
        ),
    ] = None
    paper: o.Paper = "a4"
    force: o.Force = False


@shares("lang", "quiet")
def command(session: Session, wish: _BlankWish) -> None:
    """Make a blank scoresheet, or those of a whole event: all rounds and tables."""
    if wish.target is None or (wish.event is None and (wish.game is None or wish.players is None)):
        raise session.stop("new-usage")
    if wish.copies is not None and wish.event is None:
        raise session.stop("new-copies")
    if wish.event is not None:
        _whole_event(session, wish.event, wish.target, wish)
    else:
        names = [name.strip() for name in (wish.players or "").split(",") if name.strip()]
        blank = _blank(wish.game or "", wish, wish.preset)
        _one(session, blank, _Filled(names, wish.title), wish.target, wish)


class _Filled(NamedTuple):
    """The names on a blank sheet."""

    players: Sequence[str]
    title: str
    table: str = ""


def _one(session: Session, blank: Blank, filled: _Filled, target: Path, wish: _BlankWish) -> None:
    ending = target.suffix.lower()
    if ending not in {".xlsx", ".pdf"}:
        raise session.stop("new-ending", path=target.as_posix())
    _write(session, {target: _made(session, blank, filled, ending, wish.paper)}, force=wish.force)
    session.console.note(session.say("written", path=target.as_posix()))


def _blank(
    game: str, wish: _BlankWish, preset: str | None, options: Mapping[str, str | int | bool] = {}
) -> Blank:
    game, its_preset = game_called(game)
    preset = preset or its_preset
    if game not in registry.GAMES and file_of(game) is None:
        raise UnknownName("game", game, registry.GAMES)
    if not layouts_of(game):
        raise NoBlank("no-blank", game=game)
    ruleset = registry.load(game)
    if preset is not None and preset not in ruleset.presets:
        raise UnknownName("preset", preset, ruleset.presets)
    return with_values(blank_of(game, wish.layout, wish.rows, preset, wish.games), ruleset, options)


def _made(session: Session, blank: Blank, filled: _Filled, ending: str, paper: PaperSize) -> bytes:
    players, title, table = filled
    blank = fitting(blank, players)
    if ending == ".xlsx":
        return blank_xlsx(blank, players, session.messages, title=title, table=table)
    needs_pdf(session)
    data = blank_data(blank, players, session.messages, title=title)
    session.unprintable(unprintable(data))
    return printed("blank", data, Printing(paper))


def _whole_event(session: Session, path: Path, folder: Path, wish: _BlankWish) -> None:
    event = _event(session, path)
    if event.game is None:
        raise session.stop("new-no-game", path=path.as_posix())
    names = list(dict.fromkeys(event.aliases.values()))
    if not names:
        raise session.stop("new-no-players", path=path.as_posix())
    blank = _blank(event.game, wish, event.preset, event.options)
    words = session.messages
    rounds = event.rounds or (EventRound(words.label("new.round", number=1), ()),)

    def table_name(number: int) -> str:
        return words.label("new.table", number=number)

    usual = registry.load(event.game).seats or len(names)
    at_tables = sizes(len(names), usual, blank.least, blank.most)
    try:
        seats = draw(names, rounds, at_tables, table_name, wish.copies or 1)
    except CannotPair as problem:
        raise session.stop("new-copies-named", path=path.as_posix(), round=problem.round) from None
    files: dict[Path, bytes] = {}
    for seat in seats:
        table = " ".join(filter(None, (table_name(seat.table), seat.writer)))
        file = seat.file if seat.file.lower().endswith(".xlsx") else f"{seat.file}.xlsx"
        place = (folder / file).with_suffix(f".{wish.format}")
        title = " · ".join(filter(None, (event.name, seat.round, table)))
        files[place] = _made(session, blank, _Filled(seat.players, title, table), place.suffix, wish.paper)
    _write(session, files, force=wish.force)
    session.console.note(session.say("new-written", sheets=len(files), path=folder.as_posix()))


def _event(session: Session, path: Path) -> Event:
    if not path.is_file():
        raise session.stop("no-event-file", path=path.as_posix())
    try:
        return load_event(path, games=registry.GAMES, ruleset=registry.load)
    except BrokenEvent as problem:
        session.broken(problem)
        raise SystemExit(session.status) from None


def _write(session: Session, files: dict[Path, bytes], *, force: bool) -> None:
    """Writes all of them, or none where one exists: it may be filled in already."""
    for path in files:
        if path.exists() and not force:
            raise session.stop("new-exists", path=path.as_posix())
    try:
        for path, data in files.items():
            if len(files) > 1:
                path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, data, force=force)
    except OSError as problem:
        raise session.stop("new-no-folder", path=str(problem.filename)) from None
