"""Checks a job: first each file alone, then what only several files can show."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from scorecheck.checks.own import installed
from scorecheck.checks.rules import AMBIGUOUS_GAME, AMBIGUOUS_NOTATION, FOREIGN
from scorecheck.many_files.event_findings import EventFiles, home_of, with_findings, with_waivers
from scorecheck.many_files.job import Job
from scorecheck.model.budget import Progress
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Finding
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, Crash, PlayerResult, Result, SheetId
from scorecheck.model.record import replace
from scorecheck.model.sheet import Start
from scorecheck.one_file.file_findings import unlike
from scorecheck.one_file.pipeline import check_files, put_together
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.readers.discover import sheet_names

if TYPE_CHECKING:
    from scorecheck.many_files.workers import Work
    from scorecheck.tournament.joint_checks import EventSheets
    from scorecheck.tournament.seating import Board

SheetKind: TypeAlias = tuple[str, str, str]


def check(
    job: Job, settings: Settings, keep: Keep, work: Work = check_files, progress: Progress | None = None
) -> Checked:
    """Checks all files of a job, and the sheet from standard input.

    ``work`` checks single files and reports to ``progress``: in this process, in worker processes, or with
    results that the caller has already. The sheets of an event, and those to be ranked, are also compared
    with each other; other sheets only with those in their folder, or in folders of rounds, that may be of the
    same table.
    """
    keep_each = keep._replace(results=keep.results or bool(job.of_events))
    checked = work(job.sources, keep_each, progress)
    beside = partial(_beside_each_other, job.sources, work, keep_each)
    checked = _amended(job, checked, "together", beside)
    job = replace(job, sources=tuple(as_checked(job.sources, checked)))
    if not keep_each.results:
        given = partial(_with_what_lists_need, job.sources, work, keep_each)
        checked = _amended(job, checked, "together", given)
    checked = _with_lists_apart(checked)
    if keep_each.results:
        from scorecheck.tournament.rounds import with_numbers

        checked = replace(checked, files=with_numbers(checked.files))
        held = partial(_held_together, job, settings=settings, keep=keep)
        checked = _amended(job, checked, "together", held)
    else:
        for files in _with_same_players(checked):
            held = partial(_counted_once, job, seats=_boards_by_rows(files), settings=settings, keep=keep)
            checked = _amended(job, checked, "together", held)
        held = partial(_by_names, settings=settings)
        checked = _amended(job, checked, "together", held)
    lists = partial(_with_lists, job, settings=settings, together=keep_each.results)
    checked = _amended(job, checked, "published", lists)
    for event in job.of_events:
        accepted = partial(with_waivers, event=event, settings=settings)
        checked = _amended(job, checked, "waivers", accepted)
    if keep.impact and keep_each.results and any(one.fixes for one in checked.findings):
        from scorecheck.whole_event.impact import with_impact

        checked = _amended(job, checked, "impact", partial(with_impact, job, ranking=keep.results))
    if faults := installed().faults:
        crashes = (Crash(None, fault.source, None, fault.cause, "plug-in") for fault in faults)
        checked = replace(checked, crashes=(*checked.crashes, *crashes))
    if job.stdin is not None:
        piped = _beside_each_other((job.stdin,), work, Keep(), work((job.stdin,), Keep(), progress))
        checked = put_together((checked, piped))
    return checked


def _with_lists(job: Job, checked: Checked, *, settings: Settings, together: bool) -> Checked:
    """The run with published lists compared with the sheets, ``together`` or workbook by workbook."""
    if not any(one.listed for one in checked.sheets):
        return checked
    from scorecheck.whole_event.published_lists import with_own_lists, with_published

    held = with_published if together else with_own_lists
    return held(job, checked, settings)


def as_checked(sources: Iterable[Source], checked: Checked) -> list[Source]:
    """Sources with the settings that other files imply, so that each can be read again alone."""
    starts: dict[SheetId, Start] = {}
    kinds: dict[str, SheetKind] = {}
    lists: set[str] = set()
    for one in (sheet.sheet for sheet in checked.sheets):
        if one.continues is not None:
            starts[one.path, one.shown_name] = one.continues
        if one.decided_by == "beside" and one.game is not None:
            kinds[one.path] = one.game, one.layout, one.notation
        elif one.decided_by == "beside":
            lists.add(one.path)
    evenings = _evenings_beside(checked, lists)
    if not starts and not kinds and not evenings:
        return list(sources)
    return [
        _with(source, starts, kinds.get(source.shown), evenings.get(source.shown, ())) for source in sources
    ]


def _with(
    source: Source, starts: Mapping[SheetId, Start], kind: SheetKind | None, evenings: tuple[Result, ...] = ()
) -> Source:
    wanted = source.settings.wanted._replace(evenings=evenings)
    if kind is not None:
        wanted = wanted._replace(like=kind)
    return source._replace(settings=replace(source.settings, starts=starts, wanted=wanted))


def _beside_each_other(sources: Sequence[Source], work: Work, keep: Keep, checked: Checked) -> Checked:
    """The run in which files are checked again with what other files say about them.

    Others may show the game, the layout, the evenings that a table lists, or the totals before the first row.
    """
    known = {source.shown for source in sources}
    kinds = _kinds_beside(checked)
    evenings = _evenings_beside(checked, {file.path for file in checked.files if _is_left_open(file)})
    doubtful = kinds.keys() | evenings.keys()
    sources = [
        _with(one, {}, kinds.get(one.shown), evenings.get(one.shown, ())) if one.shown in doubtful else one
        for one in sources
    ]
    if doubtful:
        checked = _again(checked, work([one for one in sources if one.shown in doubtful], keep, None), known)
    with_rows = [one.sheet for one in checked.sheets if one.rows]
    if not with_rows[1:] or not any(one.says_totals for one in with_rows):
        return checked
    from scorecheck.whole_event.continuing import starts_of

    starts = starts_of(checked)
    homes = {home_of(path, known) for path, _ in starts}
    again = [_with(one, starts, None) for one in sources if one.shown in homes]
    return _again(checked, work(again, keep, None), known) if again else checked


def _is_left_open(file: CheckedFile) -> bool:
    """Whether nothing in a file could be read, though it holds scores."""
    rules = {AMBIGUOUS_GAME.name, AMBIGUOUS_NOTATION.name, FOREIGN.name}
    return not file.sheets and any(one.rule in rules for one in file.findings)


def _evenings_beside(checked: Checked, paths: Container[str]) -> Mapping[str, tuple[Result, ...]]:
    """For each of some files, the results of the other sheets in its folder, if there are several."""
    mine = [file.path for file in checked.files if file.path in paths]
    folders: dict[str, list[Result]] = {path.rpartition("/")[0]: [] for path in mine}
    for file in checked.files if folders else ():
        found = folders.get(file.path.rpartition("/")[0])
        if found is not None and file.path not in paths:
            found += (_result_by_rows(one) for one in file.sheets if one.rows is not None and one.sheet.game)
    evenings = {path: tuple(folders[path.rpartition("/")[0]]) for path in mine}
    return {path: results for path, results in evenings.items() if len(results) > 1}


_OF_SHEETS = frozenset({"evenings", "list", "standings"})
"""The layouts of tables that repeat the results of sheets beside them: season tables and published lists."""


def _with_what_lists_need(sources: Sequence[Source], work: Work, keep: Keep, checked: Checked) -> Checked:
    """The run with season tables and lists checked against the sheets beside them.

    These lie in the same folder, or in folders of rounds below it.
    """
    games: set[str] = set()
    tables: set[str] = set()
    for file in checked.files:
        if any(one.sheet.game for one in file.sheets):
            games.add(file.path)
        elif any(one.sheet.layout in _OF_SHEETS for one in file.sheets):
            tables.add(file.path.rpartition("/")[0])
    if not tables:
        return checked
    from scorecheck.tournament.rounds import in_rounds_of

    mine = {table for table in tables if any(in_rounds_of(path, table) for path in games)}
    again = [one for one in sources if any(in_rounds_of(one.shown, table) for table in mine)]
    if not again:
        return checked
    known = {source.shown for source in sources}
    return _again(checked, work(again, keep._replace(results=True), None), known)


def _kinds_beside(checked: Checked) -> Mapping[str, SheetKind]:
    """For each file with an open game or layout: those of the other sheets of its folder, if equal."""
    rules = {AMBIGUOUS_GAME.name, AMBIGUOUS_NOTATION.name}
    doubtful = [file for file in checked.files if any(one.rule in rules for one in file.findings)]
    if not doubtful:
        return {}
    kinds: dict[str, set[SheetKind]] = {}
    for file in checked.files:
        kinds.setdefault(file.path.rpartition("/")[0], set()).update(
            (one.sheet.game, one.sheet.layout, one.sheet.notation)
            for one in file.sheets
            if one.sheet.game is not None
        )
    beside = {file.path: kinds[file.path.rpartition("/")[0]] for file in doubtful}
    return {path: next(iter(found)) for path, found in beside.items() if len(found) == 1}


def _again(checked: Checked, anew: Checked, known: Container[str]) -> Checked:
    """The run in which some files are checked again."""
    files = {file.path: file for file in anew.files}
    homes = {home_of(path, known) for path in files}
    crashes = tuple(one for one in checked.crashes if home_of(one.path, known) not in homes)
    return replace(
        checked,
        files=tuple(files.get(file.path, file) for file in checked.files),
        crashes=(*crashes, *anew.crashes),
    )


def _amended(job: Job, checked: Checked, step: str, amend: Callable[[Checked], Checked]) -> Checked:
    """The run after a further step; unchanged if the step fails."""
    fence = Fence(name_of(job))
    with fence.around(step):
        return amend(checked)
    from scorecheck.many_files.crash_isolation import amended

    return amended(checked, fence.crashes[0], amend, step=step)


def name_of(job: Job) -> str:
    """The name for a fault of no single file: the event, else the folder of the first sheet."""
    if job.of_events and job.of_events[0].shown:
        return job.of_events[0].shown
    folder = job.sources[0].shown.rpartition("/")[0] if job.sources else ""
    return folder or "."


def _held_together(job: Job, checked: Checked, settings: Settings, keep: Keep) -> Checked:
    """The run with the findings that need several sheets."""
    ranking = keep.results
    from scorecheck.tournament.joint_checks import boards_of, check_together

    by_event = _sheets_of_events(job, checked, ranking=ranking)
    seats = [_of_evening(number, boards_of(event_sheets)) for number, event_sheets in enumerate(by_event)]
    # Events that are not ranked together may lie beside a copy of themselves.
    as_season = len(by_event) > 1 and (ranking or job.season is not None)
    for mine in [list(chain.from_iterable(seats))] if as_season else seats:
        checked = _counted_once(job, checked, mine, settings, keep)
    by_event = _sheets_of_events(job, checked, ranking=ranking)
    findings: list[Finding] = []
    crashes: list[Crash] = []
    for event_sheets in by_event:
        found, crashed = check_together(event_sheets)
        differing = unlike(sheet.sheet for file in event_sheets.files for sheet in file.sheets)
        found += _untold(differing, checked.findings)
        findings += (finding for finding in found if finding.rule in settings.selection)
        crashes += crashed
    if as_season:
        boards = [
            board
            for number, event_sheets in enumerate(by_event)
            for board in _of_evening(number, boards_of(event_sheets))
            if not board.again
        ]
        odd = (one for one in _odd_names(job, boards) if one.rule in settings.selection)
        findings += _untold(odd, (*checked.findings, *findings))
    return with_findings(replace(checked, crashes=(*checked.crashes, *crashes)), findings)


def _sheets_of_events(job: Job, checked: Checked, *, ranking: bool) -> list[EventSheets]:
    """The files that are checked together: all if all are ranked together, else those of each event."""
    from scorecheck.tournament.event import Event
    from scorecheck.whole_event.ranking import files_of_rounds, in_event

    if ranking and len(job.of_events) <= 1:
        event = job.of_events[0] if job.of_events else EventFiles(Event(""), "", (), frozenset())
        return [_sheets_of_event(job, event, in_event(job, checked).files)]
    found: list[EventSheets] = []
    for event in job.of_events:
        paths = event.paths
        mine = (file for file in checked.files if home_of(file.path, paths) in paths)
        found.append(_sheets_of_event(job, event, files_of_rounds(job, event, mine)))
    return found


def _of_evening(number: int, seats: Iterable[Board]) -> list[Board]:
    """The sheets of one of several events.

    The same round of two events is not one occasion.
    """
    return [board._replace(occasion=(number, board.occasion)) for board in seats]


def _untold(findings: Iterable[Finding], before: Iterable[Finding]) -> list[Finding]:
    """The findings whose rule has not been reported in the same cell before."""
    told = {(one.rule, one.path, one.sheet, one.cell) for one in before}
    return [one for one in findings if (one.rule, one.path, one.sheet, one.cell) not in told]


def _with_same_players(checked: Checked) -> list[tuple[CheckedFile, ...]]:
    """The files of each event whose sheets name the same players, or all but one of them."""
    files: dict[str, list[CheckedFile]] = {}
    homes = _homes(checked)
    seen: set[tuple[str, str | None, frozenset[str]]] = set()
    found: set[str] = set()
    for file in checked.files:
        folder = homes[file.path]
        files.setdefault(folder, []).append(file)
        for one in file.sheets:
            names = frozenset(one.sheet.players if one.rows is not None else ())
            mine = {(folder, one.sheet.game, names - {name}) for name in names}
            if not seen.isdisjoint(mine):
                found.add(folder)
            seen |= mine
    return [tuple(files[folder]) for folder in files if folder in found]


def _homes(checked: Checked) -> Mapping[str, str]:
    """The folder of each file's event: that of the file, above those of rounds and tables."""
    folders = {file.path: file.path.rpartition("/")[0] for file in checked.files}
    several = {*folders.values()}
    if len(several) < 2:
        return folders
    from scorecheck.tournament.rounds import home_of

    homes = {folder: home_of(folder) for folder in several}
    return {path: homes[folder] for path, folder in folders.items()}


def _counted_once(
    job: Job, checked: Checked, seats: Sequence[Board], settings: Settings, keep: Keep
) -> Checked:
    """The run with each table counted once, however many sheets of it there are."""
    from scorecheck.alongside.twice import twice

    control = _control(job)
    found = twice(seats, control)
    second = {one.board.id for one in found}
    lone = [one for one in seats if one.path in control and one.id not in second]
    if not found and not lone:
        return checked
    from scorecheck.whole_event.comparing import counted_once

    return counted_once(job, checked, found, lone, settings.selection, aligned=keep.aligned)


def _control(job: Job) -> frozenset[str]:
    """The second sheets that an event names, by the paths that findings use."""
    control = {path for event in job.of_events for one in event.rounds for path in one.control}
    return frozenset(source.shown for source in job.sources if control and source.path.resolve() in control)


def _by_names(checked: Checked, settings: Settings) -> Checked:
    """The run with the findings about names: players at two tables of one round, and almost equal names.

    Needs sheets that say their round, a single workbook, or the same players but for one.
    """
    together = _boards_together(checked)
    if not any(together):
        return checked
    from scorecheck.tournament.checks import PLAYER_TWICE, UNKNOWN_PLAYER, two_tables, unknown_players

    findings: list[Finding] = []
    for seats in together:
        if PLAYER_TWICE.name in settings.selection:
            findings += two_tables(board for board in seats if board.said and board.table is not None)
        if UNKNOWN_PLAYER.name in settings.selection:
            findings += unknown_players(seats, {})
    return with_findings(checked, findings)


def _boards_together(checked: Checked) -> list[list[Board]]:
    """Who sat where on the sheets of each event that belong together; nothing if no name occurs twice."""
    sheets = [one.sheet for one in checked.sheets if one.sheet.game]
    names = [name for sheet in sheets for name in sheet.players]
    if len(set(names)) == len(names):
        return []
    together: list[list[Board]] = []
    of_a_circle = {file.path for files in _with_same_players(checked) for file in files}
    for files in _of_games_by_event(checked).values():
        related = of_a_circle | {file.path for file in files if len(file.sheets) > 1}
        together.append([one for one in _boards_by_rows(files) if one.said or one.path in related])
    return together


def _of_games_by_event(checked: Checked) -> Mapping[str, Sequence[CheckedFile]]:
    """The files of each event that hold game sheets, reduced to these sheets."""
    homes = _homes(checked)
    folders: dict[str, list[CheckedFile]] = {}
    for file in checked.files:
        mine = tuple(one for one in file.sheets if one.sheet.game)
        if mine:
            alone = file if len(mine) == len(file.sheets) else replace(file, sheets=mine)
            folders.setdefault(homes[file.path], []).append(alone)
    return folders


def _boards_by_rows(files: Sequence[CheckedFile]) -> tuple[Board, ...]:
    """Who sat where, by the rows that were kept from some sheets; each name is a player, in any case."""
    from scorecheck.model.names import Players
    from scorecheck.tournament.rounds import with_numbers
    from scorecheck.tournament.seating import boards

    with_rows = with_numbers(replace(file, sheets=tuple(map(_by_rows, file.sheets))) for file in files)
    names = [name for file in files for one in file.sheets for name in one.sheet.players]
    players = Players({}, names)
    return boards(with_rows, None, {name: players.name(name) for name in names})


def _by_rows(checked: CheckedSheet) -> CheckedSheet:
    """A sheet with the result of the rows that were kept from it."""
    return replace(checked, result=None if checked.rows is None else _result_by_rows(checked))


def _result_by_rows(checked: CheckedSheet) -> Result:
    """The result of the rows that were kept from a sheet."""
    sheet, rows = checked.sheet, () if checked.rows is None else checked.rows.points
    sums = [sum(points) for points in zip(*rows, strict=True)] or [0] * len(sheet.players)
    players = tuple(map(PlayerResult, sheet.players, sums, [len(rows)] * len(sums)))
    return Result(
        sheet.path,
        sheet.name,
        players,
        len(rows),
        faulty=False,
        title=sheet.table.title,
        shown_name=sheet.shown_name,
        zero_sum=not sum(sums),
    )


def _odd_names(job: Job, boards: Sequence[Board]) -> Iterator[Finding]:
    """Names of one evening that are almost those of players on other evenings, and two of one sheet that the
    season takes for one player."""
    from scorecheck.model.names import Players
    from scorecheck.tournament.checks import one_person_twice, unknown_players

    aliases: Mapping[str, str] = {} if job.season is None else job.season.aliases
    players = Players(aliases, dict.fromkeys(seat.person for board in boards for seat in board.seats))
    called = [
        board._replace(seats=tuple(seat._replace(person=players.name(seat.person)) for seat in board.seats))
        for board in boards
    ]
    spellings = {name: player for event in job.events for name, player in event.aliases.items()}
    yield from unknown_players(called, {**spellings, **aliases})
    yield from one_person_twice(called)


def _with_lists_apart(checked: Checked) -> Checked:
    """The run in which a list of rounds beside game sheets counts as published, not as further games.

    A list with a row per evening, or per evening and player, only counts as published if it shows evenings of
    these sheets, or names no others. If it names some and shows none, it counts for nothing.
    """
    if not any(one.of_evenings for one in checked.sheets):
        return checked
    from scorecheck.model.names import name_key
    from scorecheck.tournament.season_table import columns_of, evenings_of_sheets

    sheets = checked.sheets
    results = [one.result for one in sheets if one.result and one.sheet.game]
    evenings = evenings_of_sheets(results, name_key)

    def apart(one: CheckedSheet) -> CheckedSheet:
        columns = columns_of((name_key(line.player), line) for line in one.of_evenings)
        published = one.sheet.table.turned or any(column.meant(evenings) for column in columns)
        named = [any(evening.is_called(column.name) for evening in evenings) for column in columns]
        if not columns or not (published or any(named)):
            return one
        return replace(one, result=None, listed=one.of_evenings if published or all(named) else ())

    return checked.with_sheets(apart) if results else checked


def _sheets_of_event(job: Job, event: EventFiles, files: tuple[CheckedFile, ...]) -> EventSheets:
    from scorecheck.tournament.joint_checks import EventSheets
    from scorecheck.whole_event.ranking import method_of, rounds_by_path

    of_round = rounds_by_path(job, event, (file.path for file in files))
    mine = {path for file in files for path in (file.path, home_of(file.path, of_round))}
    on_disk = [one for one in job.sources if one.data is None and one.shown in mine]
    beside = () if event.rounds else _beside(on_disk)
    return EventSheets(
        event.event,
        event.shown or None,
        files,
        of_round if event.rounds else None,
        tuple((one.name, pattern) for one in event.rounds for pattern in one.unmatched),
        tuple(of_round) if event.rounds else beside,
        method_of(files, event.event),
        complete=all(path in mine for path in of_round),
        named=event.named,
        nowhere=event.nowhere,
        of_table={one.shown: one.settings.table for one in on_disk if one.settings.table is not None},
    )


def _beside(sources: Sequence[Source]) -> tuple[str, ...]:
    """All sheets in the folders of some sheets, named or not: so none of them is reported as missing."""
    folders = {source.path.parent: source.shown.rpartition("/")[0] for source in sources}
    return tuple(
        f"{shown}/{name}" if shown else name
        for folder, shown in folders.items()
        for name in sheet_names(folder)
    )
