"""The check of the ranks on a published list by its scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.checks.check import Hit, rows_check
from scorecheck.checks.rules import RANK_ORDER
from scorecheck.checks.words import names_in
from scorecheck.model.cells import Number
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.tournament.listed import ListLine, lines_of
from scorecheck.tournament.seeger import ranks_of_ends


def _ranks(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """Ranks that do not follow from the scores.

    One finding per kind of fault, since one slip moves all ranks in between.
    """
    lines = [line for line in lines_of(sheet, entries) if line.rank is not None]
    if len(lines) < 2:
        return
    # A line may name all who share a rank.
    each = [line.score for line in lines for _ in names_in(line.player)]
    of_score = dict(zip(each, due_ranks(each), strict=True))
    if all(line.rank == of_score.get(line.score) for line in lines):
        return
    column = sheet.column("rank")
    # Other columns may hold tie-breaks.
    beside = any(one.role == "unknown" for one in sheet.columns)
    due = due_ranks([line.score for line in lines])
    if parted := ranks_of_ends(sheet, [line.row for line in lines]):
        ways = zip(lines, parted, due, strict=True)
        due = tuple(one if line.rank == one else shared for line, one, shared in ways)
    if [line.rank for line in lines] == list(_dense(due)) != list(due):
        first = next(at for at, line in enumerate(lines) if line.rank != due[at])
        params = {"player": lines[first].player, "rank": lines[first].rank or 0, "due": due[first]}
        yield Hit(column, params, "after-shared", row=lines[first].row)
        return
    settled: set[int] = set()
    for hit, group in _shared(lines, due, column, beside=beside):
        settled |= group
        yield hit
    wrong = [at for at, line in enumerate(lines) if line.rank != due[at] and at not in settled]
    if wrong:
        worst = max(wrong, key=lambda at: (abs((lines[at].rank or 0) - due[at]), -at))
        line = lines[worst]
        params = {"player": line.player, "score": line.score, "rank": line.rank or 0, "due": due[worst]}
        yield Hit(column, params, row=line.row)


def due_ranks(scores: Sequence[Number]) -> tuple[int, ...]:
    """The rank of each score: one more than the number of better scores."""
    ordered = sorted(scores, reverse=True)
    first: dict[Number, int] = {}
    for place, score in enumerate(ordered, 1):
        first.setdefault(score, place)
    return tuple(first[score] for score in scores)


def _dense(ranks: Sequence[int]) -> Iterator[int]:
    """The ranks without the gaps after shared ones: 1, 2, 2, 3."""
    order = {rank: at for at, rank in enumerate(sorted(set(ranks)), 1)}
    yield from (order[rank] for rank in ranks)


def _shared(
    lines: Sequence[ListLine], due: Sequence[int], column: int | None, *, beside: bool
) -> Iterator[tuple[Hit, set[int]]]:
    """Equal scores with different ranks, or different scores with one rank; with all lines concerned."""
    yield from _not_shared(lines, due, column, beside=beside)
    for rank in sorted({line.rank or 0 for line in lines}):
        together = [at for at, line in enumerate(lines) if line.rank == rank]
        scores = {lines[at].score for at in together}
        if len(scores) > 1 and min(due[at] for at in together) == rank:
            one = lines[next(at for at in together if due[at] == rank)]
            odd = next(at for at in together if due[at] != rank)
            params = {
                "player": lines[odd].player,
                "other": one.player,
                "score": lines[odd].score,
                "other_score": one.score,
                "due": due[odd],
            }
            yield Hit(column, params, "shared", row=lines[odd].row), set(together)


def _not_shared(
    lines: Sequence[ListLine], due: Sequence[int], column: int | None, *, beside: bool
) -> Iterator[tuple[Hit, set[int]]]:
    """Equal scores whose ranks continue as if they were different; with all lines concerned."""
    for rank in sorted(set(due)):
        group = [at for at, one in enumerate(due) if one == rank]
        ranks = sorted(lines[at].rank or 0 for at in group)
        if len(group) > 1 and ranks == list(range(rank, rank + len(group))):
            one, other = lines[group[0]], lines[group[1]]
            params = {"player": other.player, "other": one.player, "score": one.score, "due": rank}
            yield Hit(column, params, "not-shared", row=other.row, doubtful=beside), set(group)


rank_order = rows_check(RANK_ORDER, _ranks, layouts=("standings",))
