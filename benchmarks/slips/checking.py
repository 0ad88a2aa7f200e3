"""Asks scorecheck: what it finds on a sheet and how it would mend that. Only the public line is used."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.checks.own import game_named, shipped
from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import entries, settled
from scorecheck.layouts.readings import Reading
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Severity
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_workbook
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.one_file.workbook_reading import outcomes_of

if TYPE_CHECKING:
    from benchmarks.slips.sheets import Sheet
    from scorecheck.model.finding import Finding


class Crashed(Exception):
    """A fault in scorecheck itself: nothing can be judged."""


def _settings(game: str | None, layout: str | None, preset: str | None = None) -> Settings:
    # A game that is a file is known once it has been named.
    name = None if game is None else game_named(game, Path())
    return _settings_for(name, layout, preset)


@cache
def _settings_for(game: str | None, layout: str | None, preset: str | None) -> Settings:
    return Settings(Wanted(game=game, preset=preset, layout=layout))


def findings_on(sheet: Sheet, *, recognise: bool = False, preset: str | None = None) -> tuple[Finding, ...]:
    """What ``scorecheck validate`` finds, with the repairs.

    With ``recognise`` the sheet comes without a word, as when it is dragged onto the program; else
    game and layout are told, as an event file does.

    Raises:
        Crashed: a check or the search did, which is a fault in scorecheck.
    """
    shape = sheet.shape
    # A game that is a file is never known by itself.
    by_itself = recognise and shape.game not in shipped() and not shape.game.endswith(".toml")
    told = _settings(None, None) if by_itself else _settings(shape.game, shape.layout or None, preset)
    return _found(sheet, told)


def findings_as(sheet: Sheet, wanted: Wanted) -> tuple[Finding, ...]:
    """What is found on a sheet that is told to be read so, with the repairs.

    Raises:
        Crashed: as above.
    """
    game = wanted.game and game_named(wanted.game, Path())
    return _found(sheet, Settings(wanted._replace(game=game)))


def _found(sheet: Sheet, told: Settings) -> tuple[Finding, ...]:
    file, crashes = check_workbook(sheet.workbook(), told, Keep())
    if crashes:
        raise Crashed(f"{crashes[0]}\n{sheet.text()}")
    return file.findings


def breaks_a_rule(sheet: Sheet, preset: str | None = None) -> bool:
    """Whether any rule speaks up, as an error or a warning. Looks for no repairs, which takes time."""
    told = _settings(sheet.shape.game, sheet.shape.layout, preset)
    for _, outcomes in outcomes_of(sheet.workbook(), told.wanted, Fence("", lets_through=(Exception,))):
        if not outcomes:
            return True
        for outcome in outcomes:
            if not isinstance(outcome, Reading):
                return True
            read = settled(outcome, told.options)
            found = run_checks(read, entries(read, outcome.layout), outcome.ruleset.checks).findings
            if any(finding.severity > Severity.INFO for finding in found):
                return True
    return False
