"""The rules for whole rounds: the dealers, the number of games, solos, the sums of a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.checks.check import (
    ERROR,
    HEADINGS,
    INFO,
    WARNING,
    Hit,
    Rule,
    Watcher,
    column_check,
    late,
    row_check,
    rows_check,
)
from scorecheck.checks.common import is_marked
from scorecheck.games.doppelkopf.checks import WITH_GAMES, dealer_sits_out, is_game, is_redeal
from scorecheck.games.doppelkopf.detail import is_compulsory, kind_in
from scorecheck.games.doppelkopf.results import players_in_game
from scorecheck.games.doppelkopf.roles import AT_TABLE
from scorecheck.games.doppelkopf.scoring import payment_of
from scorecheck.games.doppelkopf.valuation import BOCK_EVENTS, LONE_WEDDING, SILENT_WEDDING, WEDDING
from scorecheck.model.cells import Value
from scorecheck.model.sheet import Entry, Sheet

DEALER_ROTATION = Rule("doppelkopf/dealer-rotation", WARNING)
BOCK_ROUNDS = Rule("doppelkopf/bock-rounds", WARNING)


GAMES_OF_ROUND = {4: 24, 5: 30}
"""The games of a round by the federation's rules, by the number of players."""
FEWEST_OF_FIVE, MOST_OF_FIVE = 21, 25
"""The limits for each player's games in such a round of five."""
_WEDDINGS = frozenset({WEDDING, SILENT_WEDDING, LONE_WEDDING})


def _stays(entry: Entry, sheet: Sheet) -> bool:
    """Whether the same player may deal again: after a redeal or a compulsory solo, or any solo (ddv)."""
    if is_redeal(entry):
        return True
    paid = payment_of(entry.points, sheet.notation)
    said = any(is_compulsory(str(entry.fields.get(role, ""))) for role in ("kind", "remark"))
    return paid is not None and paid.solo and (said or sheet.preset == "ddv")


class _RoundCount:
    """Counts the games and solos of each round of the federation."""

    def __init__(self, sheet: Sheet, length: int) -> None:
        self.sheet = sheet
        self.length = length
        self.games = 0
        self._begin()

    def _begin(self) -> None:
        self.played = [0] * len(self.sheet.players)
        self.solos = [0] * len(self.sheet.players)
        self.compulsory = [0] * len(self.sheet.players)

    def take(self, entry: Entry) -> bool:
        """Adds a game; returns whether it is the last of a round."""
        if not is_game(entry, self.sheet):
            return False
        if self.length and self.games and self.games % self.length == 0:
            self._begin()
        self.games += 1
        for position in players_in_game(entry, self.sheet):
            self.played[position] += 1
        return self.length > 0 and self.games % self.length == 0


class _Solos(_RoundCount):
    """Each player must play a number of solos per round, or per sheet without rounds."""

    told: tuple[Hit, ...] = ()

    def __init__(self, sheet: Sheet, length: int) -> None:
        super().__init__(sheet, length)
        self.due = int(sheet.options.get("compulsory_solos", 0))

    def see(self, entry: Entry) -> Iterator[Hit]:
        last = self.take(entry)
        if not is_game(entry, self.sheet):
            return
        soloist = self._soloist(entry)
        if soloist is not None:
            self.solos[soloist] += 1
            if is_compulsory(str(entry.fields.get("kind", ""))):
                self.compulsory[soloist] += 1
                if self.compulsory[soloist] > self.due:
                    yield Hit(self.sheet.column("kind"), {"player": self.sheet.players[soloist]}, "twice")
        if last:
            self.told += tuple(self._missing("" if self.due == 1 else "several"))

    def _missing(self, variant: str) -> Iterator[Hit]:
        for position, name in enumerate(self.sheet.players):
            solos = self.solos[position]
            if solos < self.due:
                params = {"player": name, "solos": solos, "due": self.due}
                yield Hit(self.sheet.points_columns[position], params, variant, row=HEADINGS)

    def _soloist(self, entry: Entry) -> int | None:
        """The player of a solo; silent and lone weddings do not count."""
        paid = payment_of(entry.points, self.sheet.notation)
        if paid is None or not paid.solo or kind_in(str(entry.fields.get("kind", ""))) in _WEDDINGS:
            return None
        amounts = [abs(number) for number in entry.points]
        most = max(amounts)
        alone = [position for position, amount in enumerate(amounts) if amount == most]
        if len(alone) == AT_TABLE - 1 and len(amounts) == AT_TABLE:
            # Only the points of the three others are written.
            alone = [position for position, amount in enumerate(amounts) if not amount]
        return alone[0] if len(alone) == 1 else None

    def finish(self) -> Iterator[Hit]:
        return iter(self.told if self.length else self._missing("sheet"))


class _CountedRound(_RoundCount):
    """A round has a number of games, and each of five players takes part in most of them."""

    over: int | None = None
    uneven: tuple[Hit, ...] = ()

    def see(self, entry: Entry) -> Iterator[Hit]:
        last = self.take(entry)
        if self.games == self.length + 1 and self.over is None:
            self.over = entry.row
        if last and len(self.sheet.players) > AT_TABLE:
            self.uneven += tuple(
                Hit(
                    self.sheet.points_columns[position],
                    {"player": name, "games": count},
                    "player",
                    row=HEADINGS,
                )
                for position, (name, count) in enumerate(zip(self.sheet.players, self.played, strict=True))
                if not FEWEST_OF_FIVE <= count <= MOST_OF_FIVE and sum(self.played) == AT_TABLE * self.length
            )
        return iter(())

    def finish(self) -> Iterator[Hit]:
        yield from self.uneven
        if self.over is not None and self.games % self.length:
            params = {"games": self.games, "length": self.length, "seats": len(self.sheet.players)}
            yield Hit(self.sheet.column("number"), params, "", row=self.over)


def _parity(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """The results of all four are even, or all are odd: every game changes all of them by equal parity."""
    if sheet.preset != "ddv" or len(entry.points) != AT_TABLE or entry.opening:
        return
    odd = [position for position, number in enumerate(entry.points) if number % 2]
    if len(odd) in (0, AT_TABLE):
        return
    names = tuple(sheet.players[position] for position in odd)
    marked = is_marked(entry)
    columns = tuple(sheet.points_columns)
    yield Hit(None, {"odd": names}, "penalty" if marked else "", columns, doubtful=marked)


def _watch_dealers(sheet: Sheet) -> Watcher | None:
    """Without written dealers and players who sit out, the dealers are unknown.

    The game that ended with a penalty may have been dealt.
    """
    if len(sheet.players) < AT_TABLE or (
        sheet.column("dealer") is None and len(sheet.players) not in (AT_TABLE + 1, AT_TABLE + 2)
    ):
        return None
    from scorecheck.checks.deal import Deals

    return Deals(
        sheet,
        AT_TABLE,
        lambda entry: _stays(entry, sheet),
        lambda entry: dealer_sits_out.look is not None and any(dealer_sits_out.look(entry, (), sheet)),
        lambda entry: not is_marked(entry),
    )


def _in_federation(sheet: Sheet) -> bool:
    """Whether somebody said that the federation's rules hold; values alone do not show a tournament."""
    return sheet.preset == "ddv" and sheet.preset_said


def _watch_games(sheet: Sheet) -> _CountedRound | None:
    """Only the federation's rules have rounds."""
    length = GAMES_OF_ROUND.get(len(sheet.players)) if _in_federation(sheet) else None
    return None if length is None else _CountedRound(sheet, length)


def _watch_solos(sheet: Sheet) -> _Solos | None:
    """Where solos are compulsory: per round by the federation's rules, else per sheet."""
    if not sheet.options.get("compulsory_solos"):
        return None
    return _Solos(sheet, GAMES_OF_ROUND.get(len(sheet.players), 0) if _in_federation(sheet) else 0)


def _has_bock_rule(sheet: Sheet) -> bool:
    """Whether an option says what starts a Bock round."""
    return any(map(sheet.options.get, BOCK_EVENTS))


def _has_game_of_nothing(sheet: Sheet) -> bool:
    """A quick test whether some row has no points for anybody."""
    if sheet.running or sheet.stop > _MOST_ASKED_ABOUT:
        return False
    first, width = sheet.points_columns[0], len(sheet.points_columns)
    nothing: list[Sequence[Value]] = [(0,) * width, ("0",) * width, [0] * width, ["0"] * width]
    return bool([row for row in sheet.table.rows[: sheet.stop] if row[first : first + width] in nothing])


_MOST_ASKED_ABOUT = 200
"""Longer sheets are not of a single evening and get no question."""


def _may_lack_bock_rule(sheet: Sheet) -> bool:
    """Whether games may be Bock games, and no option says what starts a round."""
    if sheet.notation != "plus-minus" or _has_bock_rule(sheet):
        return False
    return any(column.role == "bock" for column in sheet.columns) or _has_game_of_nothing(sheet)


dealer_rotation = column_check(DEALER_ROTATION, _watch_dealers, layouts=WITH_GAMES)
compulsory_solo = column_check(Rule("doppelkopf/compulsory-solo", WARNING), _watch_solos, layouts=WITH_GAMES)
bock_rounds = rows_check(
    BOCK_ROUNDS, late("games.doppelkopf.bock", "bock_faults"), layouts=WITH_GAMES, where=_has_bock_rule
)
bock_rule = rows_check(
    Rule("doppelkopf/bock-rule", INFO, has_repairs=False),
    late("games.doppelkopf.bock", "bock_question"),
    layouts=WITH_GAMES,
    where=_may_lack_bock_rule,
)
games_in_round = column_check(Rule("doppelkopf/games-in-round", WARNING), _watch_games, layouts=WITH_GAMES)
parity = row_check(Rule("doppelkopf/parity", ERROR, doubtful=WARNING), _parity, layouts=("rounds",))

ROUND_CHECKS = (dealer_rotation, compulsory_solo, games_in_round, parity, bock_rounds, bock_rule)
