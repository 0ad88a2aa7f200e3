"""What sheets of acey-deucey give for a ranking, and how a transcript and the results fit together."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from scorecheck.checks.check import ERROR, Hit, Rule
from scorecheck.checks.ruleset import Comparison
from scorecheck.checks.words import plain
from scorecheck.games.acey_deucey.checks import faults_of, is_game, name_in, points_of
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.played import Played

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scorecheck.checks.ruleset import Kept
    from scorecheck.games.acey_deucey.transcript import Ending
    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet

RESULT = Rule("acey-deucey/result", ERROR)


def played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """The games of a sheet of any layout, each with what its players got."""
    if sheet.layout == "transcript":
        from scorecheck.games.acey_deucey.transcript import endings

        for ending in endings(sheet, entries):
            if ending.winner is not None and ending.loser is not None and ending.points is not None:
                points = {ending.winner: ending.points, ending.loser: -ending.points}
                yield Played(ending.label, points)
        return
    for entry in entries:
        points = _points_of_row(entry, sheet)
        if points and is_game(entry, sheet):
            yield Played(entry.label, points)


def _points_of_row(entry: Entry, sheet: Sheet) -> Mapping[str, Number]:
    if sheet.layout != "games":
        return {name: points for name, points in zip(sheet.players, entry.points, strict=True) if points}
    winner, loser, points = name_in(entry, "winner"), name_in(entry, "loser"), points_of(entry)
    if not winner or not loser or plain(winner) == plain(loser) or points is None:
        return {}
    return {winner: points, loser: -points}


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Points, games and wins of each player. A game that cannot be read gives nothing to anybody."""
    names = {_key(name, sheet): name for name in sheet.players}
    points: dict[str, Number] = defaultdict(int)
    games: dict[str, int] = defaultdict(int)
    wins: dict[str, int] = defaultdict(int)
    for game in played(sheet, entries):
        for name, number in game.points.items():
            key = _key(name, sheet)
            names.setdefault(key, name)
            points[key] += number
            games[key] += 1
            wins[key] += number > 0
    return tuple(
        PlayerResult(name, points[key], games[key], {"wins": wins[key]}) for key, name in names.items()
    )


def _key(name: str, sheet: Sheet) -> str:
    """How a name is told from others: over columns as it stands there, in cells without its case."""
    return name if sheet.points_columns else name.casefold()


def _compare(transcript: Kept, games: Kept) -> Iterator[Hit]:
    """The games of a transcript against the results of the same games."""
    from scorecheck.games.acey_deucey.transcript import endings

    ends = list(endings(*transcript))
    rows = {entry.label: entry for entry in reversed(games.entries)}
    told = transcript.sheet.column("number") is not None or any(
        end.label != str(at) for at, end in enumerate(ends, 1)
    )
    if not told and len(ends) != len(games.entries):
        # Nothing says which of the games these are.
        return
    for end in ends:
        entry = rows.get(end.label)
        if entry is not None and end.followed and not any(faults_of(entry, games.sheet)):
            yield from _differing(end, entry, games.sheet)


def _differing(end: Ending, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    points = points_of(entry)
    if end.winner is None or end.loser is None:
        yield Hit(sheet.column("value"), {}, "unfinished", row=entry.row)
        return
    for role, name in (("winner", end.winner), ("loser", end.loser)):
        said = name_in(entry, role)
        if said and plain(said) != plain(name):
            params = {"winner": end.winner, "loser": end.loser, "said": said}
            yield Hit(sheet.column(role), params, role, row=entry.row)
            return
    if points is not None and end.points is not None and points != end.points:
        params = {"loser": end.loser, "left": end.points, "points": points}
        yield Hit(sheet.column("value"), params, row=entry.row)


comparison = Comparison(RESULT, "transcript", "games", _compare)
