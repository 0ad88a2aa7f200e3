"""Sheets of Schafkopf made of random games are clean however they are written down; a sign that is wrong is
found in its row, and in what order the players stand changes nothing but the columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.checks.own import game_named
from support import checked, found

NAMES = ("Anna", "Bernd", "Chris", "Doris")


class Played(NamedTuple):
    """A game as it was played, by the usual tariff."""

    player: int
    partner: int
    """-1: alone."""
    schneider: bool
    runners: int
    doubled: int
    won: bool


@st.composite
def played(draw: st.DrawFn) -> Played:
    player = draw(st.integers(0, 3))
    alone = draw(st.booleans())
    partner = -1 if alone else draw(st.sampled_from([seat for seat in range(4) if seat != player]))
    return Played(
        player,
        partner,
        draw(st.booleans()),
        draw(st.sampled_from((0, 0, 3, 4))),
        draw(st.integers(0, 2)),
        draw(st.booleans()),
    )


GAMES = st.lists(played(), min_size=4, max_size=20)


def pays(one: Played) -> list[int]:
    """10 for a call game and 50 for a solo, 10 for Schneider and for each runner, doubled."""
    value = (50 if one.partner < 0 else 10) + 10 * one.schneider + 10 * one.runners
    for _ in range(one.doubled):
        value += value
    value = value if one.won else -value
    if one.partner < 0:
        return [3 * value if seat == one.player else -value for seat in range(4)]
    return [value if seat in (one.player, one.partner) else -value for seat in range(4)]


def written(
    rows: Sequence[Sequence[int]], order: Sequence[int], kept: str, summed: Sequence[int] | None = None
) -> str:
    """The rows as ``points``, ``totals`` or ``euro``, the players in an ``order``; a row of sums below."""
    lines = [["Spiel", *(NAMES[seat] for seat in order)]]
    stand = [0] * 4
    for number, row in enumerate(rows, 1):
        stand = [have + got for have, got in zip(stand, row, strict=True)]
        lines.append([str(number), *(said((stand if kept == "totals" else row)[at], kept) for at in order)])
    if summed is not None:
        lines.append(["Summe", *(said(summed[at], kept) for at in order)])
    return "\n".join(map(",".join, lines)) + "\n"


def said(points: int, kept: str) -> str:
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // 100}.{abs(points) % 100:02} €" if kept == "euro" else str(points)


def sums(rows: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


@given(GAMES, st.permutations(range(4)), st.sampled_from(("points", "totals", "euro")), st.booleans())
@examples(60)
def test_right_sheets_are_clean(games: list[Played], order: list[int], kept: str, with_sums: bool) -> None:
    rows = [pays(one) for one in games]
    text = written(rows, order, kept, sums(rows) if with_sums and kept != "totals" else None)
    layout = "totals" if kept == "totals" else "points"
    assert found(checked(text, game=game_named("schafkopf", Path()), layout=layout)) == []


@given(GAMES, st.data(), st.permutations(range(4)), st.sampled_from(("points", "euro")))
@examples(60)
def test_a_wrong_sign_is_found_in_its_row(
    games: list[Played], data: st.DataObject, order: list[int], kept: str
) -> None:
    rows = [pays(one) for one in games]
    right = sums(rows)
    at, seat = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 3))
    rows[at][seat] = -rows[at][seat]
    told: list[set[tuple[str, int]]] = []
    for way in (range(4), order):
        file = checked(written(rows, way, kept, right), game=game_named("schafkopf", Path()), layout="points")
        told.append({(one.rule, one.cell.row) for one in file.findings if one.cell is not None})
        # What should stand there is among the repairs.
        cell = f"{'BCDE'[[*way].index(seat)]}{at + 2}"
        edits = {edit.cell.a1 for one in file.findings for fix in one.fixes for edit in fix.edits}
        assert cell in edits
    assert told[0] == told[1]
    assert {row for _, row in told[0]} == {at + 2}
