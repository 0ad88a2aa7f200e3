"""Random evenings of chouette, played and booked by the referee of the tests, against the rules of logs."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chouette_referee import COUETTE, MCC, Evening, csv_of, evening, is_legal, totals_of
from laws import examples
from scorecheck.model.outcome import CheckedFile
from support import checked, found

# What is found is held against the referee, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

NAMES = ["Anna", "Bea", "Carl", "Dora", "Emil"]
ACTIONS = "open skip roll double take drop beaver raccoon extra accept refuse leave win".split()  # noqa: SIM905
PRESETS = {"mcc": MCC, "couette": COUETTE}


def played(seed: int, games: int = 3) -> tuple[random.Random, str, list[str], Evening]:
    chance = random.Random(seed)
    preset = chance.choice(list(PRESETS))
    names = NAMES[: chance.randint(3, 5)]
    return chance, preset, names, evening(chance, names, PRESETS[preset], games)


def looked_at(text: str, preset: str, **more: str) -> CheckedFile:
    return checked(text, preset=preset, game="chouette", **more)


def is_even(done: Evening) -> bool:
    """Whether the totals rules can know every extra: they take its price from the passes."""
    return not any(table.uneven for table in done.tables)


@given(st.integers(0, 9999))
@examples(250)
def test_a_legal_evening_is_clean_in_every_layout(seed: int) -> None:
    chance, preset, names, done = played(seed)
    if not done.rows:
        # The first game got stuck: there is nothing to check.
        return
    assert is_legal(done.rows, PRESETS[preset])
    assert found(looked_at(csv_of(done.rows), preset)) == []
    if is_even(done) and done.entries:
        totals = totals_of(names, done.entries, controls=chance.random() < 0.5)
        assert found(looked_at(totals, preset, layout="totals")) == []
        both = looked_at(totals + "\n" + csv_of(done.rows), preset)
        assert [sheet.sheet.layout for sheet in both.sheets] == ["totals", "log"]
        assert found(both) == []


# In 933 all that Carl wins and loses is one entry of 0: a column that says nothing.
@example(933)
@given(st.integers(0, 9999))
@examples(300)
def test_entries_may_be_merged(seed: int) -> None:
    chance, preset, names, done = played(seed)
    if not done.entries:
        return
    merged: list[dict[str, int]] = []
    for entry in done.entries:
        if merged and chance.random() < 0.4:
            merged[-1] = {n: merged[-1].get(n, 0) + entry.get(n, 0) for n in {**merged[-1], **entry}}
        else:
            merged.append(entry)
    both = totals_of(names, merged, controls=True) + "\n" + csv_of(done.rows)
    assert "chouette/log-mismatch" not in {rule for rule, _, _ in found(looked_at(both, preset))}


def changed(
    chance: random.Random, done: Evening, names: list[str]
) -> list[tuple[int, tuple[str, str, str, str]]]:
    """The log with one of its rows changed, left out, doubled or moved."""
    rows = list(done.rows)
    at = chance.randrange(len(rows))
    game, (who, what, to, value) = rows[at]
    way = chance.choice(["action", "player", "to", "without", "twice", "moved", "seats"])
    if way == "action" and what != "order":
        rows[at] = (game, (who, chance.choice(ACTIONS), to, value))
    elif way == "player" and what not in ("order", "open"):
        rows[at] = (game, (chance.choice(names), what, to, value))
    elif way == "to" and what in ("double", "take", "drop", "beaver"):
        rows[at] = (game, (who, what, chance.choice(names), value))
    elif way == "without":
        del rows[at]
    elif way == "twice":
        rows.insert(at, rows[at])
    elif way == "moved" and at:
        rows[at - 1], rows[at] = rows[at], rows[at - 1]
    elif way == "seats" and what == "order":
        seats = to.split(", ")
        chance.shuffle(seats)
        rows[at] = (game, (who, what, ", ".join(seats), value))
    return rows


@given(st.integers(0, 9999))
@examples(600)
def test_a_changed_action_is_found_just_where_the_referee_forbids_it(seed: int) -> None:
    chance, preset, names, done = played(seed)
    rows = changed(chance, done, names)
    try:
        legal = is_legal(rows, PRESETS[preset])
    except (IndexError, KeyError, ValueError):
        legal = False  # an action with a cell of another one: no referee can read it
    findings = found(looked_at(csv_of(rows), preset, layout="log")) if rows else []
    assert bool(findings) != legal
    assert {rule.partition("/")[2] for rule, _, _ in findings} <= {
        "log-order",
        "log-illegal",
        "log-obligation",
    }


@given(st.integers(0, 9999))
@example(953)  # as near to the log after one pass of an entry as after both
@examples(150)
def test_a_changed_total_is_found_whatever_the_order_of_the_columns(seed: int) -> None:
    chance, preset, names, done = played(seed)
    if not done.entries or not done.rows or not is_even(done):
        return
    # Two totals of one entry are out, so that the entry still adds up; later ones carry that on.
    entries = [dict(entry) for entry in done.entries]
    at = chance.randrange(len(entries))
    one, other = chance.sample(names, 2)
    off = chance.choice([5, 7, 11])
    entries[at] = {n: entries[at].get(n, 0) + {one: off, other: -off}.get(n, 0) for n in names}
    log = "\n" + csv_of(done.rows)
    told: list[set[tuple[str, int, frozenset[str]]]] = []
    for order in (names, chance.sample(names, len(names))):
        file = looked_at(totals_of(order, entries, controls=True) + log, preset)
        told.append(
            {
                (f.rule, f.cell.row, frozenset(order[c.column - 2] for c in (f.cell, *f.related)))
                for f in file.findings
                if f.cell is not None and f.rule == "chouette/log-mismatch"
            }
        )
    assert told[0] == told[1]
    assert len(told[0]) == 1
    ((_, row, players),) = told[0]
    assert row == at + 3
    assert {one, other} & players
