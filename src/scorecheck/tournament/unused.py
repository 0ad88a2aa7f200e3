"""Entries of an event file without effect: a waiver, substitute, list or player that matches nothing.

Somebody expects an effect of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from scorecheck.checks.check import WARNING, Rule
from scorecheck.model.finding import Finding, Param
from scorecheck.model.names import name_key, slips_between
from scorecheck.model.outcome import CheckedFile
from scorecheck.tournament.problem import key_text

if TYPE_CHECKING:
    from scorecheck.model.against import CorrectedCell
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.waivers import Accepted

MATCHES_NOTHING = Rule("tournament/matches-nothing", WARNING)


def unused_waivers(
    event: Event,
    path: str,
    accepted: Accepted,
    files: Mapping[str, frozenset[str]],
    is_asked: Callable[[str, frozenset[str]], bool],
) -> Iterator[Finding]:
    """Waivers that match no finding; those for rules or files outside this run are skipped."""
    for at, waiver in enumerate(event.waivers):
        named = files.get(waiver.sheet, frozenset())
        if at in accepted.used or not is_asked(waiver.rule, named):
            continue
        variant = "waiver-not-read" if at in accepted.refused else "waiver" if named else "waiver-no-file"
        place = f"{waiver.sheet}:{waiver.cell}" if waiver.cell else waiver.sheet
        yield _finding(path, variant, {"place": place, "waived": waiver.rule}, waiver.line)


def unused_substitutes(
    event: Event, path: str, files: Sequence[CheckedFile], named: Mapping[str, frozenset[str]]
) -> Iterator[Finding]:
    """Substitutes on no sheet: the name or the game number does not fit."""
    checked = {file.path: file for file in files}
    for substitute in event.substitutes:
        paths = named.get(substitute.sheet, frozenset())
        if not paths <= checked.keys():
            continue
        change = substitute.change
        entered = {
            (name_key(one.player), name_key(sheet.sheet.players[one.seat]))
            for shown in paths
            for sheet in checked[shown].sheets
            for one in sheet.sheet.substitutes
        }
        if any(enters == name_key(change.enters) and left in change.spellings for enters, left in entered):
            continue
        variant = "substitute" if paths else "substitute-no-file"
        params: dict[str, Param] = {
            "player": change.enters,
            "leaves": change.leaves,
            "game": change.game,
            "place": substitute.sheet,
        }
        yield _finding(path, variant, params, substitute.line)


def missing_lists(event: Event, path: str, named: Mapping[str, frozenset[str]]) -> Iterator[Finding]:
    """Published lists without a file: nothing is compared with them."""
    for pattern in event.published or ():
        if not named.get(pattern):
            yield _finding(path, "list-no-file", {"place": pattern}, None)


def corrected_nowhere(path: str, files: Iterable[str]) -> Iterator[Finding]:
    """Corrected files that are not there: no correction of theirs is made."""
    for file in files:
        yield _finding(path, "correction-no-file", {"place": file}, None)


def unused_people(event: Event, path: str, names: Collection[str]) -> Iterator[Finding]:
    """Players of teams and penalties, and players taken out, who are on no sheet.

    ``names`` are the players of the sheets. A player without a sheet so far is reported as well: it may be a
    misspelling.
    """
    known = {name_key(name) for name in names}
    said: list[tuple[str, str]] = [
        *((key_text(("teams", team)), one) for team, members in event.teams.items() for one in members),
        *(("penalties", one.player) for one in event.penalties),
        *((status, player) for player, (status, _) in event.out.items()),
        *(("publish.players", player) for player in (event.publish.players if event.publish else ())),
    ]
    for key, player in dict.fromkeys(said):
        if name_key(player) in known:
            continue
        close = [(slips, name) for name in names if (slips := slips_between(player, name)) is not None]
        params: dict[str, Param] = {"key": key, "player": player}
        if close:
            yield _finding(path, "player-almost", {**params, "likely": min(close)[1]}, None)
        else:
            yield _finding(path, "player", params, None)


def unfit_corrections(path: str, corrections: Iterable[CorrectedCell]) -> Iterator[Finding]:
    """Corrections of a file whose cell no longer holds the value that was corrected."""
    for one in corrections:
        params = {"cell": one.cell.a1, "before": one.before or "–", "after": one.after or "–"}
        yield MATCHES_NOTHING.finding(path, one.sheet or None, one.cell, "correction", params)


def _finding(path: str, variant: str, params: dict[str, Param], line: int | None) -> Finding:
    if line is not None:
        params["line"] = line
    return MATCHES_NOTHING.finding(path, variant=variant, params=params)
