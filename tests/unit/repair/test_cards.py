"""Repairs of cards: bounded like all others, and laws that hold whatever the slip."""

from __future__ import annotations

import cProfile
import random

import pytest

from scorecheck.games.yatzy.repairs import chances_of
from scorecheck.games.yatzy.scoring import PRESETS, UPPER, ScoringWay, possible
from scorecheck.model.finding import Finding, Severity
from support import check, only

LOWER = {
    "Pair": (2, 4, 6, 8, 10, 12),
    "Two pairs": (0, 10, 14, 16, 18, 22),
    "Three of a kind": (0, 9, 12, 15, 18),
    "Four of a kind": (0, 8, 16, 20, 24),
    "Small straight": (0, 15),
    "Large straight": (0, 20),
    "Full house": (0, 13, 17, 19, 22, 28),
    "Chance": (15, 17, 19, 21, 22, 24, 26),
    "Yatzy": (0, 50),
}
NAMES = (
    "Anna",
    "Bernd",
    "Chris",
    "Dora",
    "Emil",
    "Frieda",
    "Gustav",
    "Hanne",
    "Ingo",
    "Jule",
    "Karl",
    "Lena",
)


def cards(players: int, chance: random.Random) -> dict[str, list[int]]:
    """Right cards, as rows."""
    rows: dict[str, list[int]] = {}
    for face, name in enumerate(UPPER, 1):
        rows[name.capitalize()] = [face * chance.choice([1, 2, 2, 3, 3, 3, 4]) for _ in range(players)]
    rows["Sum"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    rows["Bonus"] = [50 if total >= 63 else 0 for total in rows["Sum"]]
    lower = {name: [chance.choice(values) for _ in range(players)] for name, values in LOWER.items()}
    below = [sum(column) for column in zip(*lower.values(), strict=True)]
    totals = [sum(three) for three in zip(rows["Sum"], rows["Bonus"], below, strict=True)]
    return {**rows, **lower, "Total": totals}


def written(rows: dict[str, list[int]]) -> str:
    count = len(next(iter(rows.values())))
    lines = [f"{name},{','.join(map(str, values))}" for name, values in rows.items()]
    return "\n".join([f"Category,{','.join(NAMES[:count])}", *lines])


def mended(text: str, findings: tuple[Finding, ...]) -> str:
    cells = [line.split(",") for line in text.splitlines()]
    for finding in findings:
        for edit in finding.fixes[0].edits if finding.fixes else ():
            cells[edit.cell.row - 1][edit.cell.column - 1] = edit.after
    return "\n".join(map(",".join, cells))


@pytest.mark.parametrize("seed", range(12))
def test_a_mended_card_breaks_no_rule(seed: int) -> None:
    chance = random.Random(seed)
    rows = cards(chance.choice([1, 2, 3]), chance)
    name = chance.choice(list(rows))
    at = chance.randrange(len(rows["Sum"]))
    rows[name][at] += chance.choice([-10, -1, 1, 2, 3, 9, 10, 40])
    text = written(rows)
    file = only(check(text, game="yatzy"))
    told = tuple(finding for finding in file.findings if finding.severity > Severity.INFO)
    assert told
    assert all(finding.fixes for finding in told)
    assert only(check(mended(text, told), game="yatzy")).findings == ()


MOST_CALLS = 9_000_000
"""Half as much again as was counted."""


@pytest.mark.slow
def test_cards_full_of_slips_are_no_endless_work() -> None:
    chance = random.Random(3)
    rows = cards(12, chance)
    names = [name for name in rows if name != "Category"]
    for _ in range(100):
        rows[chance.choice(names)][chance.randrange(12)] += chance.choice([-10, -3, 1, 5, 10])
    profile = cProfile.Profile()
    file = only(profile.runcall(check, written(rows), game="yatzy"))
    assert sum(entry.callcount for entry in profile.getstats()) < MOST_CALLS
    assert len(file.findings) > 12


def test_players_in_another_order_have_the_same_repairs() -> None:
    rows = cards(3, random.Random(7))
    rows["Fours"][1] += 3
    rows["Chance"][2] -= 10
    order = [2, 0, 1]
    turned = {name: [values[at] for at in order] for name, values in rows.items()}

    def repairs(of: dict[str, list[int]], column_of: list[int]) -> list[tuple[object, ...]]:
        findings = only(check(written(of), game="yatzy")).findings
        return sorted(
            (
                finding.rule,
                fix.kind,
                edit.cell.row,
                column_of[edit.cell.column - 2],
                edit.after,
                fix.confidence,
            )
            for finding in findings
            for fix in finding.fixes
            for edit in fix.edits
        )

    assert repairs(rows, [0, 1, 2]) == repairs(turned, order)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("international", [False, True])
def test_every_possible_value_has_a_chance(preset: str, international: bool) -> None:
    way = ScoringWay(
        preset, international=international and preset != "maxi-yatzy", strict=preset == "maxi-yatzy"
    )
    for category in way.categories:
        chances = chances_of(category, way, "minus")
        assert chances.keys() == possible(category, way)
        assert all(chance > 0 for chance in chances.values())
        if category != "extra":
            assert sum(chances.values()) == pytest.approx(1)
