"""Skat lists made of random games are clean however they are written down, and a second scorer, which goes
from the facts, comes to the same ends; a value that no game has is found."""

from __future__ import annotations

import random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.games.skat.scoring import VALUES
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Keep, Settings
from support import checked, found, only

NAMES = ("Anna", "Bernd", "Chris", "Doris")


class Fact(NamedTuple):
    """A game as it was played."""

    soloist: int
    """-1: passed in."""
    base: int
    """0: a null game."""
    times: int
    null: int
    won: bool


def drawn(chance: random.Random, seats: int, number: int) -> Fact:
    """A game at a table; at one of four the dealer sits out, and the deal goes round."""
    if chance.random() < 0.03:
        return Fact(-1, 0, 0, 0, won=False)
    playing = [seat for seat in range(seats) if seats == 3 or seat != number % 4]
    base = chance.choice((9, 10, 11, 12, 24, 24, 0))
    times = chance.choice((2, 2, 2, 3, 3, 4, 5, 6))
    null = chance.choice((23, 35, 46, 59))
    return Fact(chance.choice(playing), base, times, null, won=chance.random() < 0.75)


def worth(fact: Fact) -> int:
    value = 0
    for _ in range(fact.times):
        value += fact.base
    if fact.base == 0:
        value = fact.null
    return value if fact.won else -value - value


def ended(facts: list[Fact], seats: int) -> list[int]:
    """The end of the list, game by game: what each one adds to everybody's."""
    ends = [0] * seats
    for fact in facts:
        for seat in range(seats):
            if fact.soloist < 0:
                continue
            if seat == fact.soloist:
                ends[seat] += worth(fact) + (50 if fact.won else -50)
            elif not fact.won:
                ends[seat] += 40 if seats == 3 else 30
    return ends


def written(facts: list[Fact], seats: int, kept: str) -> str:
    """The list with ``points``, ``totals`` of the soloists, ``all`` totals, or the ``ends`` of each game."""
    lines = ["Nr.," + ",".join(NAMES[:seats])]
    stand = [0] * seats
    for number, fact in enumerate(facts, 1):
        cells = ["-"] * seats
        if fact.soloist >= 0:
            stand[fact.soloist] += worth(fact)
            cells[fact.soloist] = str(worth(fact) if kept == "points" else stand[fact.soloist])
        whole = {"all": stand, "ends": ended([fact], seats)}.get(kept)
        lines.append(",".join([str(number), *(cells if whole is None else map(str, whole))]))
    return "\n".join(lines) + "\n"


def of_values(facts: list[Fact], seats: int, kept: str) -> list[str]:
    """The list of soloists with a value and who won, ``marked``, or under ``signs``, and all totals."""
    heads = {"marked": "Wert,G/V", "signs": "Spielwert +,Spielwert -"}[kept]
    lines = [",".join(["Nr.", "Alleinspieler", heads, *NAMES[:seats]])]
    stand = [0] * seats
    for number, fact in enumerate(facts, 1):
        said, cells = ["", "", ""], [""] * seats
        if fact.soloist >= 0:
            stand[fact.soloist] += worth(fact)
            cells[fact.soloist] = str(stand[fact.soloist])
            value = str(worth(fact) if fact.won else -worth(fact))
            marked = [str(worth(fact._replace(won=True))), "G" if fact.won else "V"]
            signs = [value, ""] if fact.won else ["", value]
            said = [NAMES[fact.soloist], *(marked if kept == "marked" else signs)]
        lines.append(",".join([str(number), *said, *cells]))
    return lines


@given(st.integers(0, 10**9), st.sampled_from([3, 4]), st.sampled_from(["marked", "signs"]))
@examples(40, few=3)
def test_a_value_beside_totals_is_held_to_them(seed: int, seats: int, kept: str) -> None:
    chance = random.Random(seed)
    facts = [drawn(chance, seats, number) for number in range(12 * seats)]
    lines = of_values(facts, seats, kept)
    assert found(checked("\n".join(lines) + "\n")) == []
    at = chance.choice([at for at, fact in enumerate(facts) if fact.soloist >= 0])
    row = lines[at + 1].split(",")
    column = next(column for column in (2, 3) if row[column].isdigit())
    # A lost game may stand there doubled, too.
    said = int(row[column])
    row[column] = str(chance.choice([value for value in VALUES if value not in {said, 2 * said, said // 2}]))
    lines[at + 1] = ",".join(row)
    assert found(checked("\n".join(lines) + "\n")) != []


@given(st.integers(0, 10**9), st.sampled_from([3, 4]), st.sampled_from(["points", "totals", "all", "ends"]))
@examples(60, few=5)
def test_lists_are_clean_and_end_as_a_second_scorer_says(seed: int, seats: int, kept: str) -> None:
    chance = random.Random(seed)
    facts = [drawn(chance, seats, number) for number in range(12 * seats)]
    text = written(facts, seats, kept).encode()
    file = only(check_bytes(text, "list.csv", "list.csv", Settings(), Keep(results=True)))
    assert found(file) == []
    (sheet,) = file.sheets
    assert (sheet.sheet.game, sheet.sheet.players) == ("skat", NAMES[:seats])
    assert sheet.result is not None
    assert [one.points for one in sheet.result.players] == ended(facts, seats)


@given(st.integers(0, 10**9), st.sampled_from([3, 4]), st.integers(15, 120))
@examples(30, few=3)
def test_a_value_that_no_game_has_is_found(seed: int, seats: int, value: int) -> None:
    chance = random.Random(seed)
    facts = [drawn(chance, seats, number) for number in range(12 * seats)]
    lines = written(facts, seats, "points").splitlines()
    at = chance.randrange(len(facts))
    seat = chance.randrange(seats)
    lines[at + 1] = ",".join([str(at + 1), *(str(value) if one == seat else "-" for one in range(seats))])
    told = found(checked("\n".join(lines) + "\n"))
    cell = f"{'BCDE'[seat]}{at + 2}"
    assert told == ([] if value in VALUES else [("skat/value", cell, "error")])
