"""Seasons: what is carried from each event, worked by hand; and every way in which a file can be broken."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from scorecheck.many_files.job import plan
from scorecheck.model.outcome import Standing, Standings
from scorecheck.model.record import replace
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.tournament.problem import BrokenEvent
from scorecheck.tournament.season import Season, load_season, season_standings
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import Ranked, rank_job
from support import MESSAGES
from unit.test_job import AB, event, put, table


def evening(*lines: tuple[int, str, int], provisional: bool = False) -> Standings:
    made = tuple(Standing(rank, name, Fraction(score), 20, ()) for rank, name, score in lines)
    return Standings("x", None, "sum", 1, made, (), provisional)


EVENINGS = [
    ("E1", evening((1, "Anna", 40), (2, "Bernd", 10), (2, "Chris", 10), (4, "Dora", -60))),
    ("E2", evening((1, "Bernd", 30), (2, "anna", -30))),
    ("E3", evening((1, "Chris", 25), (2, "Anna", 5), (3, "Dora", -30))),
]


def told(season: Season) -> list[str]:
    made = season_standings(season, EVENINGS)
    return [f"{line.rank} {line.player} {line.score}" for line in made.lines]


def test_carried_scores() -> None:
    # Anna 40 − 30 + 5, Bernd 10 + 30, Chris 10 + 25, Dora −60 − 30.
    assert told(Season("S", ())) == ["1 Bernd 40", "2 Chris 35", "3 Anna 15", "4 Dora -90"]


def test_the_best_events() -> None:
    # Anna 40 + 5; who played in two has nothing to leave out.
    assert told(Season("S", (), best_events=2)) == ["1 Anna 45", "2 Bernd 40", "3 Chris 35", "4 Dora -90"]


def test_the_fewest_points_win_a_season_of_such_events() -> None:
    # Anna 40 − 30 + 5, without the worst −30 + 5; Dora −60 − 30.
    events = [(name, replace(one, lower_wins=True)) for name, one in EVENINGS]
    made = season_standings(Season("S", (), best_events=2), events)
    assert [f"{line.rank} {line.player} {line.score}" for line in made.lines] == [
        "1 Dora -90",
        "2 Anna -25",
        "3 Chris 35",
        "4 Bernd 40",
    ]
    # Of events of both kinds no sum means anything else than it does now.
    assert season_standings(Season("S", ()), [*events[:2], EVENINGS[2]]).lines[0].player == "Bernd"


def test_points_for_ranks_are_shared() -> None:
    # E1: 5, then 3 and 2 shared, then 0 for the fourth; E2: 5, 3; E3: 5, 3, 2.
    season = Season("S", (), method="points", points=(5, 3, 2))
    assert told(season) == ["1 Anna 11", "2 Bernd 15/2", "2 Chris 15/2", "4 Dora 2"]


def test_without_the_sheets_of_the_events_no_tie_break_parts_anybody() -> None:
    # Bernd 10 + 30 and Chris 10 + 25 + 5 in the third.
    events = [*EVENINGS[:2], ("E3", evening((1, "Chris", 30), (2, "Anna", 5)))]
    made = season_standings(Season("S", (), ties=("wins", "last-round")), events)
    told = [(line.rank, line.player, line.score, line.ties) for line in made.lines]
    assert told[0][:3] == (1, "Bernd", 40)
    assert told[1][:3] == (1, "Chris", 40)
    assert [ties[0] for *_, ties in told] == [None] * 4


def test_who_came_too_seldom_is_listed_and_not_ranked() -> None:
    made = season_standings(Season("S", (), min_events=3), EVENINGS)
    assert [line.player for line in made.lines] == ["Anna"]
    assert [line.player for line in made.unranked] == ["Bernd", "Chris", "Dora"]


def test_one_provisional_event_makes_the_season_provisional() -> None:
    events = [*EVENINGS, ("E4", evening((1, "Anna", 1), provisional=True))]
    assert season_standings(Season("S", ()), events).provisional
    assert not season_standings(Season("S", ()), EVENINGS).provisional


def test_aliases_of_the_season() -> None:
    aliases = {"Anna": "Anna", "Chris": "Anna"}
    assert told(Season("S", (), aliases=aliases))[0] == "1 Anna 50"


HEAD = '[season]\nname = "S"\n'
ONE = '[[events]]\npath = "a"\n'
TWICE = ONE + '[[events]]\npath = "a/event.toml"\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(None, "events", "missing"), (None, "season", "missing")]),
        (HEAD + "events = []\n", [(None, "events", "missing"), (3, "season.events", "unknown-key")]),
        (HEAD + '[[events]]\npath = "none"\n', [(4, "events[1].path", "no-event")]),
        (HEAD + '[[events]]\npath = "../x"\n', [(4, "events[1].path", "pattern-outside")]),
        (
            HEAD + TWICE,
            [(6, "events[2].path", "event-twice")],
        ),
        (HEAD + '[ranking]\nmethod = "points"\n' + ONE, [(3, "ranking.points", "missing")]),
        (HEAD + "[ranking]\npoints = [3]\n" + ONE, [(4, "ranking.points", "no-effect")]),
        (
            HEAD + '[ranking]\nmethod = "score"\n' + ONE,
            [(4, "ranking.method", "not-one-of-almost")],
        ),
        (
            HEAD + '[ranking]\nties = ["wins", "share", "wins"]\n' + ONE,
            [(4, "ranking.ties[2]", "share-last"), (4, "ranking.ties[3]", "tie-twice")],
        ),
        (HEAD + '[ranking]\nties = ["win"]\n' + ONE, [(4, "ranking.ties[1]", "not-one-of-almost")]),
        (
            HEAD + "[ranking]\nbest_events = 0\n" + ONE,
            [(4, "ranking.best_events", "not-between")],
        ),
    ],
)
def test_what_is_wrong_and_where(
    tmp_path: Path, text: str, expected: list[tuple[int | None, str, str]]
) -> None:
    put(tmp_path, {"a/event.toml": "[event]\nname = 'A'\n", "season.toml": text})
    with pytest.raises(BrokenEvent) as caught:
        load_season(tmp_path / "season.toml")
    for problem in caught.value.problems:
        for messages in MESSAGES.values():
            assert messages.event_text(problem.reason, problem.params)
    assert [(p.line, p.key, p.reason) for p in caught.value.problems] == expected


def test_a_season_of_two_evenings_by_its_file(tmp_path: Path) -> None:
    other = table("Anna", "Bernd", "Chris", "Emil")
    put(
        tmp_path,
        {
            "season.toml": HEAD
            + '[[events]]\npath = "e1"\n[[events]]\npath = "e2/event.toml"\nname = "Final"\n',
            "e1/event.toml": event(),
            "e1/r1/tisch1.csv": AB,
            "e2/event.toml": event(),
            "e2/r1/tisch1.csv": other,
        },
    )
    for argument in (".", "season.toml"):
        settings = Settings()
        job = plan([argument], tmp_path, settings, None)
        found = check(job, settings, Keep(results=True))
        assert found.findings == []
        outcome = rank_job(job, found, "x")
        assert outcome is not None
        assert outcome.standings.rounds == ("Turnier", "Final")
        told = [f"{line.rank} {line.player} {line.score}" for line in outcome.standings.lines]
        assert told == ["1 Anna 100", "2 Bernd 0", "2 Chris 0", "4 Dora -50", "4 Emil -50"]


FIRST = ("2,2,-2,-2", "1,-1,1,-1", "-2,2,-2,2", "3,-1,-1,-1")
"""Anna 4, Bernd 2, Chris -4, Dora -2; won by them: 3 (one a solo), 2, 1 and 1."""
SECOND = ("-2,-2,2,2", "-1,1,1,-1", "1,-1,1,-1", "-2,2,2,-2")
"""Anna -4, Bernd 0, Chris 6, Dora -2; won by them: 1, 2, 4 and 1."""


def season_of(folder: Path, ties: str) -> Ranked:
    """Two evenings; on the second Bernd and Chris are spelt otherwise, which is said in two places."""
    ranking = f"[ranking]\nties = {ties}\n"
    both = '[[events]]\npath = "e1"\n[[events]]\npath = "e2"\n[players]\nBernd = ["Berndt"]\n'
    by_sum = '[ranking]\nmethod = "sum"\n'
    put(
        folder,
        {
            "season.toml": HEAD + ranking + both,
            "e1/event.toml": event(ranking=by_sum),
            "e1/r1/tisch1.csv": table("Anna", "Bernd", "Chris", "Dora", rows=FIRST),
            "e2/event.toml": event(players='Chris = ["Christoph"]\n', ranking=by_sum),
            "e2/r1/tisch1.csv": table("Anna", "Berndt", "Christoph", "Dora", rows=SECOND),
        },
    )
    settings = Settings()
    job = plan(["."], folder, settings, None)
    assert not job.broken, job.broken
    outcome = rank_job(job, check(job, settings, Keep(results=True)), "x")
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(
    ("ties", "second", "third", "values"),
    [
        ("[]", "1 Bernd 2", "1 Chris 2", ((), ())),
        # Won in both evenings: Chris 1 + 4, Bernd 2 + 2.
        ('["solos", "wins"]', "1 Chris 2", "2 Bernd 2", ((0, 5), (0, 4))),
        # The last evening, and the better one: Chris 6 and 6, Bernd 0 and 2.
        ('["last-round"]', "1 Chris 2", "2 Bernd 2", ((6,), (0,))),
        ('["best-round"]', "1 Chris 2", "2 Bernd 2", ((6,), (2,))),
        # Against each other Bernd has 2 - 1 + 2 on the first evening and -2 - 1 on the second, Chris the
        # opposite: both 0. In the other games they were partners, or both against a solo.
        ('["direct", "share"]', "1 Bernd 2", "1 Chris 2", ((0,), (0,))),
        # Points lost: Bernd 1 + 1 + 2 + 1, Chris 2 + 2 + 1.
        ('["fewest-minus", "wins"]', "1 Chris 2", "2 Bernd 2", ((5, 5), (5, 4))),
    ],
)
def test_ties_over_the_sheets_of_all_events(
    tmp_path: Path, ties: str, second: str, third: str, values: tuple[tuple[int, ...], ...]
) -> None:
    made = season_of(tmp_path, ties).standings
    assert made.rounds == ("Turnier (e1/event.toml)", "Turnier (e2/event.toml)")
    told = [f"{line.rank} {line.player} {line.score}" for line in made.lines]
    assert told == [second, third, "3 Anna 0", "4 Dora -4"]
    assert tuple(line.ties for line in made.lines[:2]) == values


def test_statistics_over_the_sheets_of_all_events(tmp_path: Path) -> None:
    found = season_of(tmp_path, "[]").standings.statistics
    assert found is not None
    assert [(one.player, one.tally.games, one.tally.wins) for one in found.players] == [
        ("Bernd", 8, 4),
        ("Chris", 8, 5),
        ("Anna", 8, 4),
        ("Dora", 8, 2),
    ]
    (anna,) = (one.tally for one in found.players if one.player == "Anna")
    assert (anna.alone_won, anna.alone_lost, anna.alone_points) == (1, 0, 3)
    assert found.alone == "solo"
    pairs = {(one.player, one.other): one.pair for one in found.pairs}
    pair = pairs["Bernd", "Chris"]
    # Partners of one another in the second and the fourth game of the second evening, and against Anna.
    assert (pair.with_games, pair.with_points, pair.against_games, pair.against_points) == (3, 2, 5, 0)
