"""The rules for transcripts: a row per turn, replayed from the first on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from scorecheck.checks.check import Hit, Watcher
from scorecheck.games.acey_deucey.board import left
from scorecheck.games.acey_deucey.moves import hops_of, throw_of
from scorecheck.games.acey_deucey.replay import Replay, RowFault, TurnRow, advance, winner_of
from scorecheck.model.cells import value_text
from scorecheck.model.record import record
from scorecheck.model.sheet import Entry, Sheet


def row_of(entry: Entry) -> TurnRow:
    """The content of a row, with all meanings of a cell that became a date."""
    return TurnRow(value_text(entry.fields.get("who", "")), _said(entry, "roll"), _said(entry, "move"))


def _said(entry: Entry, role: str) -> tuple[str, ...]:
    spoilt = entry.dates.get(role)
    if spoilt is not None and spoilt.originals:
        return spoilt.originals
    return (value_text(entry.fields.get(role, "")),)


def is_readable(entry: Entry, _past: Sequence[Entry], _sheet: Sheet) -> bool:
    """Whether the roll and the move of a row have the right notation."""
    row = row_of(entry)
    return any(throw_of(roll) is not None for roll in row.rolls) and any(
        hops_of(move) is not None for move in row.moves
    )


@record
class Seen:
    """A replayed row of a transcript."""

    label: str
    """The game that it belongs to."""
    begins: bool
    """Whether it is the first row of its game."""
    game: Replay
    """The game after it."""
    told: tuple[RowFault, ...]
    judged: bool
    """Whether the game could be followed before it."""


class Follower:
    """Replays the games of a transcript row by row.

    A game starts where the game column changes or, without one, after a win.
    """

    def __init__(self, sheet: Sheet) -> None:
        """For a sheet, whose options decide about the first roll."""
        self._numbered = sheet.column("number") is not None
        title = _GAME_IN_TITLE.search(f"{sheet.table.title} {sheet.name or ''}")
        self._titled = str(int(title[1])) if title else ""
        self._enter_first = sheet.options.get("first_roll") == "enter"
        self._label = ""
        self._game: Replay | None = None
        self._count = 0

    def see(self, entry: Entry) -> Seen:
        """The next row."""
        said = value_text(entry.fields.get("number", "")).strip() if self._numbered else ""
        game = self._game
        begins = game is None or (said not in ("", self._label) if self._numbered else game.is_over)
        if game is None or begins:
            game = Replay()
            self._count += 1
            self._label = said or (self._titled if self._count == 1 else "") or str(self._count)
        judged = bool(game.lines)
        self._game, told = advance(game, row_of(entry), enter_first=self._enter_first)
        return Seen(self._label, begins, self._game, told, judged)


_GAME_IN_TITLE = re.compile(r"(?:game|spiel|parti|partie|spill)\W{0,3}(\d{1,4})\b", re.IGNORECASE)


class TranscriptWatcher(Watcher):
    """Reports the faults of one of the two rules."""

    def __init__(self, sheet: Sheet, rule: str) -> None:
        """For a sheet and the rule ``illegal-move`` or ``bonus``."""
        self._sheet = sheet
        self._rule = rule
        self._follower = Follower(sheet)
        self.unchecked: list[int] = []
        """The rows that could not be judged, because it is not known any more how the game stood."""

    def see(self, entry: Entry) -> Iterator[Hit]:
        """The faults of the next row."""
        seen = self._follower.see(entry)
        if not seen.judged or not (seen.game.lines or seen.told):
            self.unchecked.append(entry.row)
        for told in seen.told:
            if told.rule == self._rule:
                player = value_text(entry.fields.get("who", ""))
                params = {"game": seen.label, "player": player, **told.params}
                yield Hit(self._sheet.column(told.role), params, told.variant)


@record
class Ending:
    """How a game of a transcript ended."""

    label: str
    players: tuple[str, ...]
    """Those who moved, in order."""
    winner: str | None = None
    """``None`` if nobody has borne off all checkers, or it is unknown."""
    loser: str | None = None
    points: int | None = None
    """The loser's checkers; ``None`` if uncertain."""
    followed: bool = True
    """Whether the game could be followed to its last row."""


def endings(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Ending]:
    """The end of each game of a transcript, in order."""
    follower = Follower(sheet)
    last: Seen | None = None
    for entry in entries:
        seen = follower.see(entry)
        if seen.begins and last is not None:
            yield _ending(last)
        last = seen
    if last is not None:
        yield _ending(last)


def _ending(seen: Seen) -> Ending:
    game = seen.game
    ends = {(winner_of(line.position), *map(left, line.position)) for line in game.lines}
    if not ends or not game.is_over:
        return Ending(seen.label, game.players, followed=bool(ends))
    winners = {winner for winner, *_ in ends}
    if len(winners) > 1 or len(game.players) < 2:
        return Ending(seen.label, game.players, followed=False)
    winner = winners.pop() or 0
    remaining = {rest[1 - winner] for _, *rest in ends}
    return Ending(
        seen.label,
        game.players,
        game.players[winner],
        game.players[1 - winner],
        remaining.pop() if len(remaining) == 1 else None,
    )
