"""The basis of a ranking: what each sheet gives, so that a later run can explain a difference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from scorecheck.many_files.event_findings import home_of
from scorecheck.many_files.job import Job
from scorecheck.model.manifest import digest
from scorecheck.model.outcome import Checked, PlayerResult, SheetGives, SheetId
from scorecheck.model.sheet import Sheet
from scorecheck.whole_event.ranking import Ranked


def basis_of(job: Job, checked: Checked, outcome: Ranked) -> Iterator[SheetGives]:
    """What each sheet that counts gives to its round, and the rules under which it was read."""
    sheets: dict[SheetId, Sheet] = {one.id: one.sheet for one in checked.sheets}
    digests: dict[str, str | None] = {}
    files = {source.shown: source.path for source in job.sources}
    for round_ in outcome.rounds:
        for result in round_.results:
            home = home_of(result.path, files)
            if home in files and home not in digests:
                digests[home] = None
                # The file may have gone since it was read; then its hash is left out.
                with suppress(OSError):
                    digests[home] = digest(files[home].read_bytes())
            sheet = sheets.get(result.id)
            yield SheetGives(
                result.path,
                result.shown_name,
                round_.name,
                None if sheet is None else sheet.game,
                None if sheet is None else sheet.preset,
                {} if sheet is None else dict(sorted(sheet.options.items())),
                digests.get(home),
                result.faulty,
                tuple(
                    PlayerResult(outcome.names.get(one.player, one.player), one.points, one.games)
                    for one in result.players
                ),
            )
