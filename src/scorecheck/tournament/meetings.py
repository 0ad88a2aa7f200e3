"""Who met whom in an event, and what a better draw could have avoided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import comb

from scorecheck.model.outcome import Note
from scorecheck.model.record import NamedTuple
from scorecheck.tournament.rounds import Round, number_of, place_of_result


class MeetingTable(NamedTuple):
    """A sheet of a round: its number, if a name contains it, and its players."""

    path: str
    number: int | None
    players: frozenset[str]


class Sitting(NamedTuple):
    """A round with its tables."""

    name: str
    tables: tuple[MeetingTable, ...]

    @property
    def players(self) -> frozenset[str]:
        """Everybody at one of its tables."""
        return frozenset(player for table in self.tables for player in table.players)


def sittings(rounds: Sequence[Round], names: Mapping[str, str]) -> tuple[Sitting, ...]:
    """The tables of each round, with the players for the spellings on the sheets."""
    return tuple(
        Sitting(
            one.name,
            tuple(
                MeetingTable(
                    result.path,
                    number_of(place_of_result(result).table),
                    frozenset(names.get(player.player, player.player) for player in result.players),
                )
                for result in one.results
            ),
        )
        for one in rounds
    )


def meetings(rounds: Sequence[Sitting]) -> dict[tuple[str, str], tuple[str, ...]]:
    """The rounds in which two players sat at one table, for each two players; each round counts once."""
    met: dict[tuple[str, str], dict[str, None]] = {}
    for one in rounds:
        for table in one.tables:
            for pair in combinations(sorted(table.players), 2):
                met.setdefault(pair, {})[one.name] = None
    return {pair: tuple(names) for pair, names in met.items()}


def remarks(rounds: Sequence[Sitting]) -> Iterator[Note]:
    """Remarks about the draw: repeated meetings, and who sat out. With one table there is no draw."""
    for one in rounds:
        yield from _same_number(one)
    if len(rounds) < 2 or all(len(one.tables) < 2 for one in rounds):
        return
    times, often = _met_often(rounds)
    if often:
        yield Note("met-often", {"pairs": tuple(often[:_MOST_NAMED]), "count": len(often), "times": times})
    out = _sat_out(rounds)
    if out:
        yield Note("sat-out-often", {"players": tuple(out[:_MOST_NAMED]), "count": len(out)})


_MOST_NAMED = 4


def _same_number(one: Sitting) -> Iterator[Note]:
    """Different tables with one number, as opposed to two sheets of one table."""
    for first, second in combinations([table for table in one.tables if table.number is not None], 2):
        if first.number == second.number and not first.players & second.players:
            params = {"round": one.name, "table": first.number or 0, "path": first.path, "other": second.path}
            yield Note("table-twice", params)


def _met_often(rounds: Sequence[Sitting]) -> tuple[int, list[str]]:
    """The pairs with more meetings than in an even draw, each with its rounds as lines; and the even number.

    None if no draw could do better.
    """
    met = meetings(rounds)
    players = len({player for one in rounds for player in one.players})
    pairs = players * (players - 1) // 2
    alike = -(-sum(map(len, met.values())) // pairs) if pairs else 0
    often = [(pair, names) for pair, names in met.items() if len(names) > alike]
    if alike == 1 and len(often) <= _unavoidable(rounds):
        return 0, []
    often.sort(key=lambda one: (-len(one[1]), one[0]))
    return alike + 1, ["\n".join((f"{a} + {b}", *names)) for (a, b), names in often]


def _unavoidable(rounds: Sequence[Sitting]) -> int:
    """The least number of pairs that move together from one table to one table of the next round.

    Four players from two tables are two and two at best: two pairs.
    """
    count = 0
    for before, after in pairwise(rounds):
        for table in after.tables:
            share, more = divmod(len(table.players & before.players), len(before.tables) or 1)
            count += (len(before.tables) - more) * comb(share, 2) + more * comb(share + 1, 2)
    return count


def _sat_out(rounds: Sequence[Sitting]) -> list[str]:
    """Who missed two rounds more than another between first and last round, each with these as lines."""
    missed: dict[str, list[str]] = {}
    for player in sorted({player for one in rounds for player in one.players}):
        played = [at for at, one in enumerate(rounds) if player in one.players]
        between = rounds[played[0] : played[-1]]
        missed[player] = [one.name for one in between if player not in one.players]
    total = sum(map(len, missed.values()))
    fair = -(-total // len(missed)) if missed else 0
    often = [(player, names) for player, names in missed.items() if len(names) > max(fair, 1)]
    return ["\n".join((player, *names)) for player, names in often]
