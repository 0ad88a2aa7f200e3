"""Rounds of the federation: 24 games and a solo for each of four, 30 games at a table of five. By hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from support import checked

FOUR = ("Anna", "Bernd", "Chris", "Dora")
FIVE = (*FOUR, "Emil")
ALL = {3: 0, 9: 1, 15: 2, 20: 3}
"""A solo for everybody: the game, and who plays it."""


def four(games: int, solos: dict[int, int], kinds: dict[int, str] | None = None) -> str:
    """So many games at a table of four, with these solos."""
    lines = ["Spiel,Art," + ",".join(FOUR)]
    for game in range(1, games + 1):
        points = ["1", "1", "-1", "-1"] if game % 2 else ["-2", "2", "2", "-2"]
        if game in solos:
            points = ["3" if seat == solos[game] else "-1" for seat in range(4)]
        lines.append(f"{game},{(kinds or {}).get(game, '')},{','.join(points)}")
    return "\n".join(lines) + "\n"


def five(sitters: Sequence[int]) -> str:
    """A game for each who sits out."""
    lines = ["Spiel," + ",".join(FIVE)]
    for game, sitter in enumerate(sitters, start=1):
        points = ["1", "1", "-1", "-1"] if game % 2 else ["-2", "2", "2", "-2"]
        points.insert(sitter, "")
        lines.append(f"{game},{','.join(points)}")
    return "\n".join(lines) + "\n"


def dealt(games: int, wrong: int) -> str:
    """So many games at a table of four, each dealt by the next player, but for one by the one after."""
    lines = ["Spiel,Geber," + ",".join(FOUR)]
    for game in range(1, games + 1):
        points = "1,1,-1,-1" if game % 2 else "-2,2,2,-2"
        lines.append(f"{game},{FOUR[(game - 1 + (game == wrong)) % 4]},{points}")
    return "\n".join(lines) + "\n"


def told(text: str, preset: str = "ddv") -> list[tuple[str, str | None, str]]:
    """The findings about rounds: rule, cell, variant."""
    return [
        (finding.rule.partition("/")[2], finding.cell.a1 if finding.cell else None, finding.variant)
        for finding in checked(text, preset=preset).findings
        if finding.rule in {"doppelkopf/compulsory-solo", "doppelkopf/games-in-round"}
    ]


SECOND = {game + 24: who for game, who in ALL.items()}
KINDS = dict.fromkeys((9, 33), "Pflichtsolo")


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        # Two rounds: everybody has a solo in each. What the first one had begins anew in the second.
        (four(48, ALL | SECOND, KINDS), []),
        # Dora lacks hers in the second round, then Anna in the first.
        (four(48, ALL | {k: v for k, v in SECOND.items() if v != 3}), [("compulsory-solo", "F1", "")]),
        (four(48, SECOND | {k: v for k, v in ALL.items() if v != 0}), [("compulsory-solo", "C1", "")]),
        # Nobody is asked before the round is complete: time may have been up.
        (four(23, {}), []),
        (four(24, {}), [("compulsory-solo", f"{column}1", "") for column in "CDEF"]),
        # The solo in the last game counts, and so does one in the first game of the second round.
        (four(24, {**{k: v for k, v in ALL.items() if v != 3}, 24: 3}), []),
        (four(25, {**{k: v for k, v in ALL.items() if v != 3}, 25: 3}), [
            ("compulsory-solo", "F1", ""), ("games-in-round", "A26", "")
        ]),
        # One game too many, and a second round that is not complete: the first row beyond a round is shown.
        (four(25, ALL), [("games-in-round", "A26", "")]),
        (four(26, ALL), [("games-in-round", "A26", "")]),
        (four(49, ALL | SECOND), [("games-in-round", "A26", "")]),
        # A silent wedding, or one that stayed alone, is no compulsory solo.
        (four(24, ALL, {20: "stille Hochzeit"}), [("compulsory-solo", "F1", "")]),
        (four(24, ALL, {20: "Damensolo"}), []),
        # A second solo is free, a second compulsory one is not.
        (four(24, {**ALL, 22: 1}, {9: "Pflichtsolo", 22: "Solo"}), []),
        (four(24, {**ALL, 22: 1}, dict.fromkeys((9, 22), "Pflichtsolo")), [
            ("compulsory-solo", "B23", "twice")
        ]),
        (four(48, {**ALL, **SECOND, 28: 1}, {9: "Pflichtsolo", 28: "Pflichtsolo"}), []),
    ],
)  # fmt: skip
def test_rounds_of_four(text: str, findings: list[tuple[str, str, str]]) -> None:
    assert told(text) == findings
    assert told(text, "tcg") == []


EVERYBODY_OUT = [0, 1, 2, 3, 4] * 6
"""Each sits out six times of thirty: 24 games for everybody."""


def sitting(*times: int) -> list[int]:
    """Who sits out, so many times each, as evenly as can be."""
    left = list(times)
    found: list[int] = []
    while any(left):
        for seat in range(5):
            if left[seat]:
                found.append(seat)
                left[seat] -= 1
    return found


@pytest.mark.parametrize(
    ("sitters", "findings"),
    [
        (EVERYBODY_OUT, []),
        # 21 games are the fewest, 25 the most.
        (sitting(9, 5, 5, 5, 6), []),
        (sitting(10, 5, 5, 5, 5), [("games-in-round", "B1", "player")]),
        (sitting(4, 7, 7, 6, 6), [("games-in-round", "B1", "player")]),
        (sitting(6, 6, 5, 4, 9), [("games-in-round", "E1", "player")]),
        # Not before the round is complete; and one game more is one too many.
        (sitting(10, 5, 5, 5, 4), []),
        ([*EVERYBODY_OUT, 0], [("games-in-round", "A32", "")]),
        ([*EVERYBODY_OUT, *EVERYBODY_OUT], []),
    ],
)
def test_rounds_of_five(sitters: list[int], findings: list[tuple[str, str, str]]) -> None:
    assert [one for one in told(five(sitters)) if one[0] == "games-in-round"] == findings


@pytest.mark.parametrize(
    ("games", "wrong", "cell"),
    [
        (8, 8, "B9"),
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in ((5000, 5000, "B5001"), (5001, 5001, None), (5001, 4, "B5"))
        ),
    ],
)
def test_so_many_deals_are_looked_at(games: int, wrong: int, cell: str | None) -> None:
    found = checked(dealt(games, wrong), preset="tcg").findings
    assert [(f.rule, f.cell.a1 if f.cell else None) for f in found] == (
        [("doppelkopf/dealer-rotation", cell)] if cell else []
    )


FIVE_DEALT = (
    ("Anna", (0, 2, 2, -2, -2)),
    ("Bernd", (1, 0, -1, 1, -1)),
    ("Chris", (3, -1, 0, -1, -1)),
    ("Dora", (-2, 2, 2, 0, -2)),
    ("Emil", (1, -1, 1, -1, 0)),
    ("Anna", (0, 4, -4, 4, -4)),
)


@pytest.mark.parametrize(
    ("game", "seat", "finding"),
    [
        # One more for the dealer, who sits out: the total should not have changed.
        (4, 3, ("dealer-sits-out", "F5")),
        (6, 0, ("dealer-sits-out", "C7")),
        # One more for somebody else: of Anna in game 4 only the sum tells.
        (4, 0, ("zero-sum", "C5")),
        (6, 1, ("zero-sum", "D7")),
    ],
)
def test_a_wrong_total_at_a_table_of_five(game: int, seat: int, finding: tuple[str, str]) -> None:
    lines, totals = ["Spiel,Geber," + ",".join(FIVE)], [0] * 5
    for number, (dealer, points) in enumerate(FIVE_DEALT, start=1):
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        said = [total + (number == game and at == seat) for at, total in enumerate(totals)]
        lines.append(f"{number},{dealer},{','.join(map(str, said))}")
    found = checked("\n".join(lines) + "\n", preset="tcg", layout="totals").findings
    assert [(f.rule.partition("/")[2], f.cell.a1 if f.cell else None) for f in found] == [finding]
