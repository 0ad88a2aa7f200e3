"""What a game of Skat is worth, by hand from the rules, and ``scorecheck score skat``."""

from __future__ import annotations

import json

import pytest

from scorecheck.checks.worth import CannotScore
from scorecheck.games.skat.score import SkatFacts, kind_in, score
from scorecheck.games.skat.scoring import VALUES
from support import run


@pytest.mark.parametrize(
    ("facts", "value"),
    [
        # The lowest and the highest of each kind.
        (SkatFacts("diamonds", 1), 18),
        (SkatFacts("hearts", -1), 20),
        (SkatFacts("clubs", 11, hand=True, open=True), 216),
        (SkatFacts("grand", 4, open=True), 264),
        (SkatFacts("null"), 23),
        (SkatFacts("null", hand=True), 35),
        (SkatFacts("null", open=True), 46),
        (SkatFacts("null", hand=True, open=True), 59),
        # Spades, without 2: 3; hand 4; Schneider 5.
        (SkatFacts("spades", -2, hand=True, schneider=True), 55),
        # What is announced is a hand game: with 1, game, hand, Schneider, announced.
        (SkatFacts("clubs", 1, announced="schneider"), 60),
        # Schwarz contains Schneider: with 1, game, Schneider, Schwarz.
        (SkatFacts("grand", 1, schwarz=True), 96),
        # Schwarz announced: with 1, game, hand, and twice two.
        (SkatFacts("hearts", 1, announced="schwarz"), 70),
        # Lost: twice the value.
        (SkatFacts("null", lost=True), -46),
        (SkatFacts("clubs", 1, lost=True), -48),
        # Card points tell: 60 are not enough, 30 are Schneider, 90 make the others Schneider.
        (SkatFacts("clubs", 1, points=61), 24),
        (SkatFacts("clubs", 1, points=60), -48),
        (SkatFacts("clubs", 1, points=31), -48),
        (SkatFacts("clubs", 1, points=30), -72),
        (SkatFacts("clubs", 1, points=89), 24),
        (SkatFacts("clubs", 1, points=90), 36),
        (SkatFacts("clubs", 1, points=89, announced="schneider"), -120),
        (SkatFacts("clubs", 1, points=90, announced="schneider"), 60),
        (SkatFacts("clubs", 1, points=119, announced="schwarz"), -168),
        # Overbid: 20 do not reach 24, 30 do, and are lost; 30 reach 30.
        (SkatFacts("hearts", 1, bid=24), -60),
        (SkatFacts("hearts", 1, bid=30), -60),
        (SkatFacts("hearts", 2, bid=30), 30),
        (SkatFacts("grand", 1, bid=120, points=120), -240),
    ],
)
def test_a_game(facts: SkatFacts, value: int) -> None:
    assert score(facts).value == value


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (SkatFacts("hearts"), "matadors-missing"),
        (SkatFacts("grand", 5), "matadors"),
        (SkatFacts("hearts", -12), "matadors"),
        (SkatFacts("null", 1), "null-facts"),
        (SkatFacts("null", schneider=True), "null-facts"),
        (SkatFacts("null", points=0), "null-facts"),
        (SkatFacts("null", bid=24), "null-overbid"),
        (SkatFacts("hearts", 1, bid=19), "bid"),
        (SkatFacts("hearts", 1, points=121), "points"),
        (SkatFacts("hearts", 1, points=61, lost=True), "points-won"),
        (SkatFacts("hearts", 1, points=61, schneider=True), "points-not-so"),
        (SkatFacts("hearts", 1, points=110, schwarz=True), "points-not-so"),
    ],
)
def test_what_cannot_be(facts: SkatFacts, reason: str) -> None:
    with pytest.raises(CannotScore) as refused:
        score(facts)
    assert refused.value.told.key == f"refused-{reason}"


def test_every_game_has_a_value_of_the_list() -> None:
    """All suits and grands that there are, won and lost, and nothing else gives a value."""
    found = {23, 35, 46, 59}
    for kind, most in (("clubs", 11), ("spades", 11), ("hearts", 11), ("diamonds", 11), ("grand", 4)):
        for count in range(1, most + 1):
            for way in (
                {},
                {"hand": True},
                {"schneider": True},
                {"schwarz": True},
                {"hand": True, "schneider": True},
                {"announced": "schneider"},
                {"announced": "schneider", "schwarz": True},
                {"announced": "schwarz"},
                {"open": True},
            ):
                found.add(int(score(SkatFacts(kind, count, **way)).value))  # pyright: ignore[reportArgumentType]
    assert found == VALUES


@pytest.mark.parametrize(
    ("word", "kind"), [("Kreuz", "clubs"), ("kløver", "clubs"), ("GRAND", "grand"), ("Karo", "diamonds")]
)
def test_kinds_as_people_call_them(word: str, kind: str) -> None:
    assert kind_in(word) == kind


def test_the_command_works_it_out_term_by_term() -> None:
    done = run("score", "skat", "--kind", "hearts", "--with", "1", "--bid", "24")
    assert [" ".join(line.split()) for line in done.stdout.splitlines()] == [
        "with 1 +1",
        "the game +1",
        "overbid: up to the first multiple that reaches 24 +1",
        "together = 3",
        "hearts × 10",
        "lost × −2",
        "-" * len(done.stdout.splitlines()[0]),
        "value −60",
        "",
        "the soloist −60",
    ]


def test_the_command_as_json() -> None:
    said = json.loads(run("score", "skat", "--kind", "null", "--open", "--lost", "--json").stdout)
    assert said["value"] == -92
    assert [(one["key"], one["total"]) for one in said["terms"]] == [("null-open", 46), ("lost", -92)]
    assert said["shares"] == [{"who": "soloist", "text": "the soloist", "points": -92}]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (("--kind", "hearts", "--with", "1", "--without", "1"), "either with matadors or without"),
        (("--kind", "trumps", "--with", "1"), "“trumps” is no game of Skat"),
        (("--kind", "grand", "--with", "5"), "more than 4 matadors"),
        (("--kind", "null", "--bid", "27"), "worth less than the 27 bid"),
    ],
)
def test_the_command_says_what_cannot_be(said: tuple[str, ...], why: str) -> None:
    done = run("score", "skat", *said)
    assert done.returncode == 2
    assert why in done.stderr
