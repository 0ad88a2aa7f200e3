"""Samples and corpus in full: how files are read, what a ranking says of an event, what games are worth."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from recorded import held, reading_in_full, recorded, standings_in_full
from scorecheck.checking import check
from scorecheck.games.acey_deucey.score import score as acey_deucey
from scorecheck.games.chouette.score import Stake
from scorecheck.games.chouette.score import score as chouette
from scorecheck.games.doppelkopf.facts import PAIRS, SOLOS
from scorecheck.games.doppelkopf.score import option
from scorecheck.games.doppelkopf.score import score as doppelkopf
from scorecheck.games.yatzy.score import best_first, turn, worth
from scorecheck.games.yatzy.scoring import Way
from scorecheck.job import plan
from scorecheck.model.terms import Worked
from scorecheck.pipeline import Keep, Settings
from scorecheck.ranking import rank_job
from support import ROOT
from unit.test_cases import CASES, name_of
from unit.test_examples import EXAMPLES
from unit.test_job import CASES as EVENT_CASES
from unit.tournament.test_known_impacts import CASES as IMPACTS
from unit.tournament.test_known_rankings import CASES as RANKINGS

EVENTS = sorted(path.name for path in (ROOT / "samples" / "events").iterdir() if path.is_dir())
FOLDERS = sorted(
    path.relative_to(ROOT).as_posix()
    for top in ("samples", "tests/corpus")
    for path in (ROOT / top).iterdir()
    if path.is_dir() and path.name != "makers"
)


def test_nothing_is_recorded_of_what_is_gone() -> None:
    assert set(recorded("cases")) == set(map(name_of, CASES))
    assert set(recorded("examples")) == set(EXAMPLES)
    assert set(recorded("events")) == {case.why for case in EVENT_CASES}
    assert set(recorded("impacts")) == {path.stem for path in IMPACTS}
    samples = {f"samples/{name}" for name in EVENTS}
    assert set(recorded("rankings")) == {path.stem for path in RANKINGS} | samples
    assert set(recorded("readings")) == set(FOLDERS)


@pytest.mark.parametrize("folder", FOLDERS)
def test_how_files_are_read(folder: str) -> None:
    job = plan([str(ROOT / folder)], ROOT, Settings(), None)
    told = [
        {"file": source.shown, **line}
        for source in job.sources
        for line in reading_in_full(source.path, source.shown, source.settings)
    ]
    assert told
    held("readings", folder, told)


@pytest.mark.parametrize("name", EVENTS)
def test_what_an_event_gives(name: str) -> None:
    job = plan([str(ROOT / "samples" / "events" / name)], ROOT, Settings(), None)
    checked = check(job, None, Settings(), Keep(results=True))
    ranked = rank_job(job, checked, "x")
    assert ranked is not None
    held("rankings", f"samples/{name}", [*standings_in_full(ranked.standings), *ranked.notes, ranked.names])


def in_one_line(worked: Worked) -> str:
    terms = ", ".join(
        f"{'×' if term.factor else '≥' if term.floor else ''}{term.value} {term.key}"
        + "".join(f" {key}={value}" for key, value in term.params.items())
        for term in worked.terms
    )
    shares = ", ".join(f"{name} {points}" for name, points in worked.shares)
    return f"{worked.area} {worked.value}: {terms} | {shares}"


def refused_or(score: Callable[..., Worked], *args: Any, **facts: Any) -> str:
    try:
        return in_one_line(score(*args, **facts))
    except ValueError as reason:
        return f"refused: {reason}"


POINTS = (
    "0",
    "1",
    "29",
    "30",
    "59",
    "60",
    "89",
    "90",
    "119",
    "120",
    "121",
    "150",
    "151",
    "180",
    "181",
    "211",
    "240",
)
CALLS = ("", "re", "re no 90", "re no 90 no 60", "re no 90 no 60 no 30", "re no 90 no 60 no 30 schwarz")
AGAINST = ("", "kontra", "kontra no 90", "kontra no 90 no 60 no 30 schwarz")


@pytest.mark.parametrize("preset", SOLOS)
@pytest.mark.parametrize("called", CALLS)
def test_what_games_of_doppelkopf_are_worth(preset: str, called: str) -> None:
    told: list[str] = []
    for kind in (*PAIRS, *SOLOS[preset]):
        specials = {"re": "2F D", "kontra": "K"} if kind in PAIRS else {}
        usual = kind == PAIRS[0]
        for points in POINTS if usual else ("90", "151"):
            for against in AGAINST if usual else AGAINST[:2]:
                said = refused_or(
                    doppelkopf,
                    preset=preset,
                    kind=kind,
                    points={"re": points},
                    calls={"re": called, "kontra": against},
                    specials=specials,
                    bock=points == "151",
                )
                told.append(f"{kind} {points} {against or '-'}: {said}")
    held("doppelkopf-values", f"{preset} {called or '-'}", told)


ODD = [
    {"points": {"kontra": "schwarz"}},
    {"points": {"re": "schwarz"}, "preset": "ddv"},
    {"points": {"re": "0"}, "preset": "ddv"},
    {"points": {"re": "100", "kontra": "141"}},
    {"points": {"re": "241"}},
    {"points": {"re": "12345"}},
    {"points": {"re": "many"}},
    {"points": {}},
    {"points": {"re": "130"}, "calls": {"re": "perhaps"}},
    {"points": {"re": "130"}, "specials": {"kontra": "Q"}},
    {"points": {"re": "130"}, "specials": {"re": "9F"}},
    {"points": {"re": "130"}, "specials": {"re": "F"}, "kind": "queen solo"},
    {"points": {"re": "130"}, "kind": "redeal"},
    {"points": {"re": "130"}, "kind": "chess"},
    {"points": {"re": "130"}, "kind": "solo", "preset": "ddv"},
    {"points": {"re": "130"}, "kind": "solo"},
    {"points": {"re": " 130 "}, "kind": "Fleischloser"},
    *(
        {
            "points": {"re": points},
            "kind": kind,
            "calls": {"re": "re no 90", "kontra": against},
            "options": dict([option(choice)]),
        }
        for choice in (
            "solo_point=winner",
            "against_the_old_in_solo=false",
            " against_the_old_if_call_failed_below_121 = False ",
            "both_failed=cards",
        )
        for points in ("100", "130", "160")
        for kind in ("normal", "trump solo")
        for against in ("", "kontra no 90")
    ),
]


def test_what_odd_games_of_doppelkopf_are_worth() -> None:
    bare: dict[str, Any] = {"calls": {}, "specials": {}}
    held(
        "doppelkopf-values",
        "odd",
        [f"{json.dumps(facts)}: {refused_or(doppelkopf, **bare | facts)}" for facts in ODD],
    )


STAKES = [Stake("A", 2), Stake("B", 4, touched=False), Stake("C", 8, "passed"), Stake("D", 16, "paid-off")]


def test_what_games_of_a_chouette_are_worth() -> None:
    told = [
        f"{winner} {result} {jacoby} {count}: "
        + refused_or(chouette, STAKES[:count], winner, result, jacoby=jacoby)
        for winner in ("box", "team")
        for result in ("single", "gammon", "backgammon")
        for jacoby in (False, True)
        for count in (1, 2, 4)
    ]
    for winner in ("box", "team"):
        for result in ("single", "gammon", "backgammon"):
            for stakes, givers in (
                ([STAKES[0], STAKES[2]], ["C"]),
                ([STAKES[0], STAKES[2]], ["C", "C"]),
                ([STAKES[0], STAKES[2]], ["D"]),
                ([STAKES[1], STAKES[2]], ["C"]),
                (STAKES, ["C"]),
                ([STAKES[2]], ["C"]),
                ([STAKES[0], STAKES[0]], []),
                ([Stake("A", 2), STAKES[2], Stake("E", 1, "passed")], ["E", "C"]),
            ):
                said = refused_or(chouette, stakes, winner, result, givers=givers)
                told.append(
                    f"{winner} {result} {' '.join(one.player for one in stakes)} < {' '.join(givers)}: {said}"
                )
    held("scores", "chouette", told)


def test_what_games_of_acey_deucey_are_worth() -> None:
    told = [
        f"{facts}: {refused_or(acey_deucey, **facts, winner='Anna', loser='Bernd')}"
        for facts in (
            *(
                {"board": board, "bar": bar, "waiting": waiting}
                for board in (0, 1, 12)
                for bar in (0, 2)
                for waiting in (0, 1, 3)
            ),
            *({"off": off} for off in (-1, 0, 1, 14, 15, 16)),
            *({"board": 3, "bar": 1, "off": off} for off in (0, 10, 11, 12)),
            {"board": 15},
            {"board": 16},
            {"board": -1},
            {"bar": -1, "board": 4},
            {"waiting": -1, "board": 4},
        )
    ]
    held("scores", "acey-deucey", [*told, in_one_line(acey_deucey(board=2))])


WAYS = {
    "plain": Way("yatzy"),
    "strict": Way("yatzy", strict=True),
    "international": Way("yatzy", international=True),
    "international strict": Way("yatzy", strict=True, international=True),
    "with dice": Way("yatzy", with_dice=True),
    "maxi": Way("maxi-yatzy", strict=True),
    "maxi lenient": Way("maxi-yatzy"),
    "maxi with dice": Way("maxi-yatzy", with_dice=True),
    **{f"doppel {extra}": Way("doppel-yatzy", extra=extra) for extra in ("minus", "chance", "strike")},
}
THROWS = (
    "111112",
    "112233",
    "122223",
    "123456",
    "123455",
    "223344",
    "333366",
    "333666",
    "444444",
    "555522",
    "134566",
    "666661",
)


@pytest.mark.parametrize("name", WAYS)
def test_what_throws_are_worth(name: str) -> None:
    way = WAYS[name]
    told: list[str] = []
    for throw in THROWS:
        dice = [int(die) for die in throw[: way.thrown]]
        told += [
            f"{throw[: way.thrown]} {one.category}: {in_one_line(one.worked)}"
            for one in best_first(dice, way)
            if one.value
        ]
    dice = [int(die) for die in THROWS[6][: way.thrown]]
    outer, inner = worth(way.categories[0], dice, way), worth(way.categories[-1], dice, way)
    held("throws", name, [*told, in_one_line(turn(outer, inner)), in_one_line(inner.worked)])
