"""Games of acey-deucey played at random are clean however they are written down; a changed cell is found."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from acey_games import Played, play, transcript_csv
from acey_referee import PLAYERS, changed, judged, plainly
from laws import examples
from scorecheck.games.acey_deucey.scoring import LEAST, MOST
from support import checked, found


@given(st.integers(0, 10**9))
@examples(4, few=2)
def test_played_games_are_clean(seed: int) -> None:
    games = [play(PLAYERS, random.Random(seed), acey_deuceys=0.1)]
    assert found(checked(transcript_csv(games))) == []


def test_steps_may_be_written_in_any_order() -> None:
    chance = random.Random(133)
    game = play(PLAYERS, chance, acey_deuceys=0.1, plain=True)
    rows = plainly(game)[:45]
    assert rows[44].move == "bar/19 20/14 14/8 10/4"
    # From 14 to 8 and on to 2, told the other way round.
    rows[44] = rows[44]._replace(move="bar/19 8/2 14/8 10/4")
    assert judged(rows) is None
    assert found(checked(transcript_csv([Played(tuple(rows), *game[1:])]))) == []


@given(st.integers(0, 10**9), st.data())
@examples(10, few=1)
def test_a_changed_row_is_found_once_or_leaves_a_valid_game(seed: int, data: st.DataObject) -> None:
    chance = random.Random(seed)
    game = play(PLAYERS, chance, acey_deuceys=0.1, plain=True)
    rows = plainly(game)[: data.draw(st.integers(20, 60))]
    at = data.draw(st.integers(0, len(rows) - 1))
    rows[at] = changed(rows[at], chance)
    wrong = judged(rows)
    told = found(checked(transcript_csv([Played(tuple(rows), *game[1:])])))
    if wrong is None:
        assert told == []
    else:
        ((rule, cell, severity),) = told
        assert rule in {"acey-deucey/illegal-move", "acey-deucey/bonus"}
        assert (cell[1:], severity) == (str(wrong + 2), "error")


# Everybody plays more than once: a name that comes up a single time is doubted.
FIRST = [(["Anna", "Bernd", "Chris"], 5), (["Bernd", "Chris", "Anna"], 9), (["Chris", "Anna", "Bernd"], 15)]
results = st.lists(
    st.tuples(st.permutations(["Anna", "Bernd", "Chris"]), st.integers(LEAST, MOST)), min_size=1, max_size=12
).map(lambda games: [*FIRST, *games])


@given(results)
@examples(25)
def test_results_are_clean_in_every_layout(games: list[tuple[list[str], int]]) -> None:
    names = ["Anna", "Bernd", "Chris"]
    records = ["Spiel,Gewinner,Verlierer,Punkte,Brett,Bar,Einzusetzen,Abgetragen"]
    points, totals = ["Spiel," + ",".join(names)], ["Spiel," + ",".join(names)]
    standing = dict.fromkeys(names, 0)
    for number, ((winner, loser, _), n) in enumerate(games, 1):
        records.append(f"{number},{winner},{loser},{n},{n - n // 3},{n // 3},,{15 - n}")
        row = {winner: n, loser: -n}
        points.append(f"{number}," + ",".join(str(row.get(name, "")) for name in names))
        standing = {name: standing[name] + row.get(name, 0) for name in names}
        totals.append(f"{number}," + ",".join(str(standing[name]) for name in names))
    for layout, lines in (("games", records), ("points", points), ("totals", totals)):
        assert found(checked("\n".join(lines) + "\n", game="acey-deucey", layout=layout)) == []


@given(results, st.data())
@examples(40)
def test_a_changed_number_is_one_fault(games: list[tuple[list[str], int]], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(games) - 1))
    role = data.draw(st.integers(3, 7))
    change = data.draw(st.integers(-20, 20).filter(bool))
    lines = ["Game,Winner,Loser,Points,Board,Bar,To enter,Off"]
    for number, ((winner, loser, _), n) in enumerate(games, 1):
        cells: list[int | str] = [number, winner, loser, n, n - n // 3, n // 3, 0, 15 - n]
        if number == at + 1:
            cells[role] = int(cells[role]) + change
        lines.append(",".join(map(str, cells)))
    ((rule, cell, severity),) = found(checked("\n".join(lines) + "\n", game="acey-deucey"))
    assert rule in {"acey-deucey/checkers", "acey-deucey/points-range", "acey-deucey/cube"}
    assert (cell[1:], severity) == (str(at + 2), "error")
