"""Compares published lists and season tables with the sheets beside them.

A fault of a sheet is reported once, on the sheet. The list is evidence for or against its repairs; where the
list repeats what the sheet gives, as it is or repaired, it only follows.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set

from scorecheck.checks.rules import RANK_ORDER
from scorecheck.many_files.event_findings import (
    held_against_sheets,
    published_lists,
    with_findings,
    with_instead,
    without_findings,
)
from scorecheck.many_files.job import Job
from scorecheck.model.against import CorrectedCell
from scorecheck.model.cells import Number
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.order import grouped
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, ListedPart, SheetId, Standings
from scorecheck.model.record import replace
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.tournament.checks import UNKNOWN_PLAYER
from scorecheck.tournament.compare import (
    PUBLISHED_MISMATCH,
    ListCompared,
    PublishedList,
    SheetsGive,
    agreeing,
    compare,
    figure_of,
    keys_by,
    says_mostly,
    shares_players,
)
from scorecheck.tournament.event import Event
from scorecheck.tournament.list_as_evidence import (
    agrees,
    as_claimed,
    as_mended,
    causes_of,
    posteriors,
    with_shares,
)
from scorecheck.tournament.listed import STANDINGS_SUM
from scorecheck.tournament.ranking_methods import METHODS
from scorecheck.tournament.rounds import in_rounds_of
from scorecheck.tournament.season_table import (
    Evening,
    EveningColumn,
    all_together,
    columns_of,
    evenings_of_sheets,
    figures_of_sheets,
    scores_of,
)
from scorecheck.tournament.waivers import NOT_READ
from scorecheck.whole_event.ranking import games_to_rank, in_event, results_of, standings_of


def with_published(
    job: Job,
    checked: Checked,
    settings: Settings,
    only: Container[SheetId] | None = None,
    *,
    if_alike: bool = False,
) -> Checked:
    """The run with the differences between published lists and the results of the sheets.

    ``only`` selects lists by path and sheet. ``if_alike``: nobody said that the lists are of these sheets, so
    most of their scores must agree.
    """
    lists = _lists_to_hold(job, checked, settings, only)
    if not lists:
        return checked

    event = job.events[0] if job.events else Event("")
    event = replace(event, aliases=_with_meant(event.aliases, checked.findings))
    own = standings_of(job, checked, event)
    if own is None or not own.lines:
        return checked
    mine = [one for one in lists if event.published or shares_players(one, own, event.aliases)]
    if not mine:
        return checked
    given = _given(job, checked, event, own)
    if not job.events and (method := _method_of(mine, given, event)) is not None:
        # Nobody named the method, so the list shows it.
        event = replace(event, method=method)
        own = standings_of(job, checked, event) or own
        given = _given(job, checked, event, own)
    if if_alike:
        mine = _alike(mine, given, event)
    # What is no score tells nothing of the points on the sheets.
    of_scores = [one for one in mine if figure_of(one, given, event.aliases) is None]
    weighed = _weighed(job, checked, of_scores, event)
    if weighed is not checked:
        checked, given = weighed, _given(job, weighed, event, own)
    found = [(one, compare(one, given, event.aliases)) for one in mine]
    checked = _held(checked, found, event, given)
    for one, compared in found:
        checked = _without_what_follows(job, checked, one, compared.due)
    return with_findings(checked, _not_told(checked, [compared for _, compared in found]))


def _not_told(checked: Checked, lists: Iterable[ListCompared]) -> list[Finding]:
    """The findings of some lists, without wrong ranks on a list whose own check has found one."""
    told = {(one.path, one.sheet) for one in checked.findings if one.rule == RANK_ORDER.name}
    return [
        finding
        for compared in lists
        for finding in compared.findings
        if finding.variant != "rank" or (finding.path, finding.sheet) not in told
    ]


def _lists_to_hold(
    job: Job, checked: Checked, settings: Settings, only: Container[SheetId] | None
) -> Sequence[PublishedList]:
    """The lists that can be compared: all sheets must be of one event and one game, and readable."""
    lists = published_lists(checked, job.of_events[0] if job.of_events else None)
    if only is not None:
        lists = tuple(one for one in lists if (one.path, one.sheet) in only)
    asked = PUBLISHED_MISMATCH.name in settings.selection
    if not lists or not asked or len(job.of_events) > 1 or len(games_to_rank(job, checked)) > 1:
        return ()
    # If a sheet is missing, everything differs, and one fault would be reported many times.
    return () if _is_incomplete(job, checked) else lists


def _alike(lists: Iterable[PublishedList], given: SheetsGive, event: Event) -> list[PublishedList]:
    """The lists whose scores mostly agree with the sheets, by any of the methods."""
    ways = (given.standings, given.claimed, *given.others.values())
    return [
        one
        for one in lists
        if any(says_mostly(one, way, event.aliases) for way in ways) or figure_of(one, given, event.aliases)
    ]


def _method_of(lists: Iterable[PublishedList], given: SheetsGive, event: Event) -> str | None:
    """The other method that most scores of some lists agree with, if more do than with the usual one."""

    def agree(standings: Standings) -> int:
        return sum(agreeing(one, standings, event.aliases) for one in lists)

    lists = list(lists)
    best = max(given.others, key=lambda method: agree(given.others[method]), default=None)
    least = max(agree(given.standings), sum(len(one.lines) for one in lists) // 2)
    return best if best is not None and agree(given.others[best]) > least else None


def _with_meant(aliases: Mapping[str, str], findings: Iterable[Finding]) -> Mapping[str, str]:
    """The spellings of an event, and the likely players of almost equal names.

    Differences on a list follow from the findings about these names.
    """
    odd = (one.params for one in findings if one.rule == UNKNOWN_PLAYER.name)
    meant = {str(params["player"]): str(params["likely"]) for params in odd}
    return {**{name: aliases.get(likely, likely) for name, likely in meant.items()}, **aliases}


def _held(
    checked: Checked, found: Sequence[tuple[PublishedList, ListCompared]], event: Event, given: SheetsGive
) -> Checked:
    """The run with some lists compared with the sheets.

    Where repairs change what the sheets give, no list depends on that.
    """
    changes = given.mended.lines != given.standings.lines
    settles = all(result.zero_sum for result in given.results)
    if event.ties:
        # The sheets show whether equal scores were separated correctly; the list alone does not.
        of_ranks = (RANK_ORDER.name, "not-shared")
        checked = without_findings(
            checked, {one.path for one, _ in found}, lambda one: (one.rule, one.variant) == of_ranks
        )
    lists = {(one.path, one.sheet): compared for one, compared in found}
    if not settles:
        checked = without_findings(
            checked,
            {one.path for one, _ in found},
            lambda one: one.rule == STANDINGS_SUM.name and (one.path, one.sheet) in lists,
        )
    agree = {place for place, compared in lists.items() if not (compared.due or changes)}
    return held_against_sheets(checked, lists, agree)


def _given(job: Job, checked: Checked, event: Event, own: Standings) -> SheetsGive:
    """What the sheets give: as written, repaired, and by their total rows."""
    mended = checked.with_sheets(lambda one: replace(one, result=as_mended(one)))
    claimed = checked.with_sheets(lambda one: replace(one, result=as_claimed(one)))
    results, repaired, said = (results_of(in_event(job, run))[0] for run in (checked, mended, claimed))
    others = dict(_by_other_methods(job, checked, event, own.method))
    good, by_totals = (
        own if gives == results else standings_of(job, run, event) or own
        for gives, run in ((repaired, mended), (said, claimed))
    )
    key_of = keys_by(event.aliases)
    evenings = evenings_of_sheets(results, key_of, repaired, said)
    figures = figures_of_sheets(results, key_of, repaired)
    return SheetsGive(own, good, by_totals, others, results, evenings, figures)


def _weighed(job: Job, checked: Checked, lists: Iterable[PublishedList], event: Event) -> Checked:
    """The run with the repairs of its sheets weighed by what lists show for their evenings.

    If several lists show a fault, the first decides: they may be copies of each other.
    """
    of_event = (one for file in in_event(job, checked).files for one in file.sheets)
    given = [(one, one.result) for one in of_event if one.result is not None and not one.again]
    if not any(result.faulty for _, result in given):
        return checked
    key_of = keys_by(event.aliases)
    claimed = [one for one in (as_claimed(sheet) for sheet, _ in given) if one is not None]
    results = [result for _, result in given]
    evenings = evenings_of_sheets(results, key_of, claimed=claimed)
    together = all_together(results, key_of, claimed)
    instead: dict[int, Finding] = {}
    for called, column, evening in _in_doubt(lists, evenings, together, key_of):
        sheets = (given[at][0] for at in sorted(evening.sheets))
        faults = [(one, of) for of in sheets for one in of.findings if one.severity is Severity.ERROR]
        if not any(id(finding) in instead for finding, _ in faults):
            instead |= _weighed_by(faults, column, evening, key_of, called)
    return with_instead(checked, instead) if instead else checked


def _in_doubt(
    lists: Iterable[PublishedList],
    evenings: Sequence[Evening],
    together: Evening,
    key_of: Callable[[str], str],
) -> Iterator[tuple[str, EveningColumn, Evening]]:
    """The list columns that differ from faulty sheets, each with its list and evening.

    Of a list without evenings it is the column of scores, with all sheets together.
    """
    for one in lists:
        lines = [(key_of(line.player), line) for line in one.lines]
        pairs = [(column, column.meant(evenings)) for column in columns_of(lines)]
        for column, evening in pairs or [(scores_of(lines), together)]:
            if evening is not None and evening.faulty and column.agreeing(evening) < len(column.cells):
                yield one.sheet or one.path.rpartition("/")[2], column, evening


def _weighed_by(
    faults: Sequence[tuple[Finding, CheckedSheet]],
    column: EveningColumn,
    evening: Evening,
    key_of: Callable[[str], str],
    called: str,
) -> dict[int, Finding]:
    causes = [causes_of(finding, sheet) for finding, sheet in faults]
    keyed = [
        [
            one._replace(gains=one.gains and {key_of(name): more for name, more in one.gains.items()})
            for one in mine
        ]
        for mine in causes
    ]
    shares = posteriors(keyed, column, evening)
    if shares is None:
        return {}
    right = called if agrees(keyed, shares, column, evening) else ""
    return {
        id(finding): with_shares(finding, mine, right)
        for (finding, _), mine in zip(faults, shares, strict=True)
        if finding.fixes
    }


def _without_what_follows(
    job: Job, checked: Checked, one: PublishedList, due: Sequence[tuple[ListedPart, Number]]
) -> Checked:
    """The run without the findings on a list that disappear when its cells are corrected."""
    file = next(file for file in checked.files if file.path == one.path)
    source = next((source for source in job.sources if source.shown == one.path), None)
    mine = [finding for finding in file.findings if finding.sheet == one.sheet]
    if source is None or not due or not mine:
        return checked
    corrections = tuple(
        CorrectedCell(one.path, one.sheet or "", part.cell, part.said, str(points)) for part, points in due
    )
    settings = replace(source.settings, corrections=(*source.settings.corrections, *corrections))
    again = check_files([source._replace(settings=settings)], Keep())
    left = {(finding.rule, finding.sheet, finding.cell) for finding in again.findings}
    follows = {id(finding) for finding in mine if (finding.rule, finding.sheet, finding.cell) not in left}
    return without_findings(checked, {one.path}, lambda finding: id(finding) in follows)


def with_own_lists(job: Job, checked: Checked, settings: Settings) -> Checked:
    """Does the same for workbooks with a list beside their game sheets, and for folders.

    A folder may hold a season table beside the sheets of its evenings, or a list that mostly agrees with the
    sheets; these may lie in folders of rounds below.
    """
    with_lists = [file for file in checked.files if any(one.listed for one in file.sheets)]
    alone = {file.path for file in with_lists if any(one.result for one in file.sheets)}
    paths_of = (file.path for file in with_lists)
    homes = grouped(paths_of, lambda path: path if path in alone else path.rpartition("/")[0])
    held = {file.path: file for file in checked.files}
    for home, paths in homes.items():
        mine = [path for path in held if path == home or (path not in alone and in_rounds_of(path, home))]
        known, others = _lists_in((held[path] for path in paths), by_itself=len(mine) == 1)
        some = replace(checked, files=tuple(held[path] for path in mine))
        for lists in filter(None, (known, others)):
            some = with_published(job, some, settings, lists, if_alike=lists is others)
        held |= {file.path: file for file in some.files}
    return replace(checked, files=tuple(held.values()))


def _lists_in(files: Iterable[CheckedFile], *, by_itself: bool) -> tuple[Set[SheetId], Set[SheetId]]:
    """The lists in some files that are known to be of the sheets there, and the others."""
    known = set[SheetId]()
    others = set[SheetId]()
    for file in files:
        of_games = by_itself and any(one.sheet.game for one in file.sheets)
        for one in file.sheets:
            if one.listed:
                kind = known if one.of_evenings or of_games else others
                kind.add((file.path, one.sheet.name))
    return known, others


def _by_other_methods(
    job: Job, checked: Checked, event: Event, method: str
) -> Iterator[tuple[str, Standings]]:
    for name in METHODS:
        if name == method:
            continue
        made = standings_of(job, checked, replace(event, method=name, ties=()))
        if made is not None:
            yield name, made


def _is_incomplete(job: Job, checked: Checked) -> bool:
    """Whether a sheet of the event could not be read."""
    findings = (finding for file in in_event(job, checked).files for finding in file.findings)
    return any(one.rule in NOT_READ and one.severity is Severity.ERROR for one in findings)
