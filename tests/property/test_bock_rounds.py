"""Bock rounds: marks made by a rule are right by it, and one mark more or less is told once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.games.doppelkopf.bock import ON_POINTS, BockGame, BockRule, due
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings


@st.composite
def marked_games(draw: st.DrawFn) -> tuple[BockRule, list[tuple[tuple[int, ...], bool]]]:
    """A rule of Bock rounds, and games with the marks that it asks for."""
    rule = BockRule(
        frozenset(draw(st.sets(st.sampled_from(ON_POINTS), min_size=1))),
        draw(st.sampled_from([2, 3, 4])),
        draw(st.sampled_from(["added", "anew", "none"])),
    )
    usual = st.sampled_from([(1, 1, -1, -1), (2, -2, 2, -2), (-1, 3, -1, -1)])
    telling = st.sampled_from([(0, 0, 0, 0), (-6, 2, 2, 2)])
    rows = draw(st.lists(st.one_of(usual, usual, usual, telling), min_size=8, max_size=30))
    events = {(0, 0, 0, 0): {"bock_after_zero"}, (-6, 2, 2, 2): {"bock_after_lost_solo"}}
    games = [
        BockGame(at, "", bock=False, events=frozenset(events.get(row, ()))) for at, row in enumerate(rows)
    ]
    marks = [cause is not None for cause in due(games, rule)]
    return rule, [(row, mark) for row, mark in zip(rows, marks, strict=True)]


def bock_sheet(games: list[tuple[tuple[int, ...], bool]]) -> str:
    lines = [
        f"{at},{','.join(str(2 * n if mark else n) for n in row)},{'x' if mark else ''}"
        for at, (row, mark) in enumerate(games, start=1)
    ]
    return "\n".join(["Spiel,Anna,Bernd,Chris,Dora,Bock", *lines]) + "\n"


@given(marked_games(), st.data())
@examples(25)
def test_marks_of_bock_rounds_are_right_by_their_rule_and_one_more_or_less_is_told(
    made: tuple[BockRule, list[tuple[tuple[int, ...], bool]]], data: st.DataObject
) -> None:
    rule, games = made
    options = {**dict.fromkeys(rule.events, True), "bock_games": rule.games, "bock_again": rule.again}
    if not any(mark for _, mark in games):
        return

    def told(shown: list[tuple[tuple[int, ...], bool]]) -> list[str]:
        settings = Settings(Wanted(game="doppelkopf", layout="points", notation="plus-minus"), options)
        (file,) = check_bytes(bock_sheet(shown).encode(), "a.csv", "a.csv", settings).files
        return [finding.rule for finding in file.findings if finding.rule == "doppelkopf/bock-rounds"]

    assert told(games) == []
    at = data.draw(st.integers(0, len(games) - 1))
    row, mark = games[at]
    other = [*games[:at], (row, not mark), *games[at + 1 :]]
    if any(one for _, one in other):
        assert told(other) == ["doppelkopf/bock-rounds"]
