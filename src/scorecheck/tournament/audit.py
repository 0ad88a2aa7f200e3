"""The audit of a ranking: what must add up to 0 and whether it does, table by table, round by round."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from scorecheck.model.outcome import AuditLine
from scorecheck.tournament.names import natural_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.outcome import Standing
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.gathered import Gathered, TableScores


def audit(
    gathered: Gathered, lines: Sequence[Standing], event: Event, method: str, counting: int | None
) -> tuple[AuditLine, ...]:
    """The sums of the points of each table, and of the scores of each round and of the event.

    The points of a table must be 0 where the rules of the game say so. Under ``sum`` the same holds
    for the scores of a round and of the event; under ``normalized`` if, besides, all at a table are
    divided by the same number of games, and under ``mean`` if all of the event are. Penalties, rounds
    that do not count, and the other methods leave no such law.
    """
    found: list[AuditLine] = []
    implied = True
    for at, (name, tables) in enumerate(zip(gathered.names, gathered.tables, strict=True)):
        found += _tables(name, tables)
        punished = any(parts[at].penalty for parts in gathered.parts.values() if at in parts)
        lawful = _levelled(tables, method) and not punished
        implied = implied and lawful
        scores = [one.score for line in lines for one in line.rounds if one.name == name]
        found.append(AuditLine("round", name, sum(scores, Fraction(0)), lawful))
    whole = counting is None and not any(line.penalty for line in lines)
    if method == "mean":
        implied = implied and len({line.games for line in lines}) == 1
    total = sum((line.score for line in lines), Fraction(0))
    if lines:
        found.append(AuditLine("event", event.name, total, implied and whole))
    return tuple(found)


def _tables(name: str, tables: Sequence[TableScores]) -> Iterator[AuditLine]:
    found: list[AuditLine] = []
    for table in tables:
        demanded = all(result.zero_sum for result in table.results)
        found.append(
            AuditLine("table", f"{name}, {table.name}", Fraction(sum(table.points.values())), demanded)
        )
    # Whatever the order of the files, the audit is the same.
    yield from sorted(found, key=lambda line: (natural_key(line.name), line.sum))


def _levelled(tables: Sequence[TableScores], method: str) -> bool:
    """Whether the scores of a round must add up to 0 if the points of each of its tables do."""
    if not tables or not all(result.zero_sum for table in tables for result in table.results):
        return False
    if method == "sum":
        return True
    games = [set(table.games.values()) for table in tables]
    if method == "mean":
        return len(set[int]().union(*games)) == 1
    at_tables = [name for table in tables for name in table.points]
    # Who sits at two tables is divided by the games of both.
    alone = len(set(at_tables)) == len(at_tables)
    return method == "normalized" and alone and all(len(one) == 1 for one in games)
