"""Places below a table: whichever way equal scores are counted, those that follow from them are right."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from support import check

PLAYERS = ("Anna", "Bernd", "Chris", "Dora")
GAMES = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 3)), min_size=6, max_size=12)


def sheet(games: list[tuple[int, int]], *more: str) -> tuple[str, list[int]]:
    """Games in which two win: how much, and who wins with Anna; and what everybody has."""
    rows = [[value if at in (0, partner) else -value for at in range(4)] for value, partner in games]
    totals = [sum(column) for column in zip(*rows, strict=True)]
    lines = [",".join(map(str, (number, *row))) for number, row in enumerate(rows, 1)]
    foot = ",".join(map(str, ("Summe", *totals)))
    return "\n".join((",".join(("Spiel", *PLAYERS)), *lines, foot, *more)) + "\n", totals


def told(text: str) -> list[str | None]:
    (file,) = check(text, game="doppelkopf").files
    return [f.cell.a1 if f.cell else None for f in file.findings if f.rule == "tournament/rank-order"]


@given(GAMES, st.sampled_from(("as many left out", "no gap", "one after the other", "fewest first")))
@examples(40)
def test_places_that_follow_from_the_scores_are_right(games: list[tuple[int, int]], way: str) -> None:
    _, totals = sheet(games)
    ranked = sorted(range(4), key=lambda at: -totals[at])
    places = {
        "as many left out": [1 + sum(other > one for other in totals) for one in totals],
        "no gap": [1 + len({other for other in totals if other > one}) for one in totals],
        "one after the other": [1 + ranked.index(at) for at in range(4)],
        "fewest first": [1 + sum(other < one for other in totals) for one in totals],
    }
    text, _ = sheet(games, ",".join(map(str, ("Platz", *places[way]))))
    assert told(text) == []


@given(GAMES)
@examples(40)
def test_two_places_mixed_up_are_told(games: list[tuple[int, int]]) -> None:
    _, totals = sheet(games)
    places = [1 + sum(other > one for other in totals) for one in totals]
    first, last = places.index(1), places.index(max(places))
    places[first], places[last] = places[last], places[first]
    if len(set(totals)) == len(totals):
        text, _ = sheet(games, ",".join(map(str, ("Platz", *places))))
        row = len(games) + 3
        assert sorted(map(str, told(text))) == sorted(f"{'BCDE'[at]}{row}" for at in (first, last))
