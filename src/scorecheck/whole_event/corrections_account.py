"""The effect of corrections: the standings of an event with and without them."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.many_files.event_findings import home_of
from scorecheck.many_files.job import CORRECTIONS, Job, corrections_in
from scorecheck.model.against import Account, ListedCorrection
from scorecheck.model.outcome import Checked
from scorecheck.model.record import replace
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep
from scorecheck.whole_event.check_job import as_checked
from scorecheck.whole_event.earlier_standings import changed_between
from scorecheck.whole_event.ranking import NotRanked, Ranked, ranked_or_why


def account_of(job: Job, checked: Checked, outcome: Ranked | None, name: str) -> Account | None:
    """The corrections of a job, and whose score or rank they change; ``None`` if there are none.

    ``name`` names an event without an event file.
    """
    entries = tuple(entries_of(job))
    if not entries:
        return None
    before = None if outcome is None else _uncorrected(job, checked, name)
    if outcome is None or before is None:
        return Account(entries, None)
    return Account(entries, changed_between(before.standings, outcome.standings))


def entries_of(job: Job) -> Sequence[ListedCorrection]:
    """The corrections of all events of a job, numbered per event."""
    found: list[ListedCorrection] = []
    for event in job.of_events:
        if event.event.path is None:
            continue
        shown = f"{event.shown.rpartition('/')[0]}/{CORRECTIONS}".lstrip("/")
        mine = corrections_in(event.event.path.resolve().parent)
        found += (ListedCorrection(shown, number, one) for number, one in enumerate(mine, 1))
    # Two events in one folder share their list.
    return list(dict.fromkeys(found))


def _uncorrected(job: Job, checked: Checked, name: str) -> Ranked | None:
    """The ranking of the sheets as handed in; ``None`` if they cannot be ranked."""
    job = replace(job, sources=tuple(as_checked(job.sources, checked)))
    corrected = [source for source in job.sources if source.settings.corrections]
    plain = {one.shown: one._replace(settings=replace(one.settings, corrections=())) for one in corrected}
    found = check_files(tuple(plain.values()), Keep(results=True))
    files = [file for file in checked.files if home_of(file.path, plain) not in plain]
    both = replace(checked, files=tuple(sorted((*files, *found.files), key=lambda file: file.path)))
    sources = tuple(plain.get(source.shown, source) for source in job.sources)
    ranked = ranked_or_why(replace(job, sources=sources), both, name)
    return None if isinstance(ranked, NotRanked) else ranked
