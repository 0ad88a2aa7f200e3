"""The checks of whole events at their edges: which table differs, which sheet is missing. By hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.checks.check import WARNING
from scorecheck.many_files.job import plan
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.tournament.draft import draft
from scorecheck.tournament.rounds import place_of_result
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import rank_job
from unit.test_job import ONE, ROWS, SUM, TWO, event, put, table, waiver, with_name

pytestmark = pytest.mark.usefixtures("no_repairs")

PEOPLE = [f"{letter}{number}" for number in range(1, 9) for letter in ("Anna", "Bo", "Cem", "Dora")]


def sheets(**games: int) -> dict[str, str]:
    """``r1_2 = 3``: in round 1 table 2 has played three games."""
    found: dict[str, str] = {}
    for name, count in games.items():
        folder, _, number = name.partition("_")
        at = 4 * (int(number) - 1)
        found[f"{folder}/tisch{number}.csv"] = table(*PEOPLE[at : at + 4], rows=ROWS[:count])
    return found


def told(folder: Path, rule: str, files: dict[str, str]) -> list[tuple[str, dict[str, str]]]:
    """Where a rule is told, and what it names."""
    put(folder, files)
    job = plan(["."], folder, Settings(), None)
    assert not job.broken
    checked = check(job, Settings(), Keep(results=True))
    assert checked.crashes == ()
    return [
        (finding.path, {key: str(value) for key, value in finding.params.items()})
        for finding in checked.findings
        if finding.rule == rule
    ]


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ({"r1_1": 4, "r1_2": 4, "r2_1": 3, "r2_2": 3}, []),
        # One table alone is all that the round has.
        ({"r1_1": 4, "r2_1": 3}, []),
        ({"r1_1": 4, "r1_2": 3, "r1_3": 4}, [("r1/tisch2.csv", "3", "4", "r1/tisch1.csv")]),
        # The usual number is what most have, not what the first has; of two as frequent the higher.
        ({"r1_1": 3, "r1_2": 4, "r1_3": 4}, [("r1/tisch1.csv", "3", "4", "r1/tisch2.csv")]),
        ({"r1_1": 4, "r1_2": 3, "r1_3": 3}, [("r1/tisch1.csv", "4", "3", "r1/tisch2.csv")]),
        ({"r1_1": 3, "r1_2": 4}, [("r1/tisch1.csv", "3", "4", "r1/tisch2.csv")]),
        ({"r1_1": 4, "r1_2": 3}, [("r1/tisch2.csv", "3", "4", "r1/tisch1.csv")]),
        # A round that is level says nothing of the next one; each round is told of once.
        ({"r1_1": 4, "r1_2": 4, "r2_1": 4, "r2_2": 3}, [("r2/tisch2.csv", "3", "4", "r2/tisch1.csv")]),
        (
            {"r1_1": 4, "r1_2": 3, "r1_3": 2, "r1_4": 4, "r2_1": 2, "r2_2": 3},
            [("r1/tisch2.csv", "3", "4", "r1/tisch1.csv"), ("r2/tisch1.csv", "2", "3", "r2/tisch2.csv")],
        ),
    ],
)
def test_games_differ(
    games: dict[str, int], expected: list[tuple[str, str, str, str]], tmp_path: Path
) -> None:
    files = {"event.toml": event(TWO, ranking=SUM), **sheets(**games)}
    found = told(tmp_path, "tournament/games-differ", files)
    assert [(path, said["games"], said["usual"], said["other"]) for path, said in found] == expected
    # Where points are divided by the games nothing is told.
    assert told(tmp_path, "tournament/games-differ", {**files, "event.toml": event(TWO)}) == []


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ((1, 2, 3), []),
        ((1, 3), [("r1/tisch3.csv", ["2"], "1")]),
        ((1, 4), [("r1/tisch4.csv", ["2", "3"], "2")]),
        # A club may number its tables from 2 on: only gaps inside a row of tables count.
        ((2, 3), []),
        ((2, 4), [("r1/tisch4.csv", ["3"], "1")]),
        ((1, 3, 5), [("r1/tisch3.csv", ["2", "4"], "2")]),
        # More are missing than there are: these numbers are no row.
        ((1, 5), []),
    ],
)
def test_missing_tables(
    tables: tuple[int, ...], expected: list[tuple[str, list[str], str]], tmp_path: Path
) -> None:
    files = {"event.toml": event(), **sheets(**{f"r1_{number}": 4 for number in tables})}
    found = told(tmp_path, "tournament/missing-sheet", files)
    # The finding stands at the event file, since the sheet is not there.
    assert [(path, said["after"], said["tables"], said["count"]) for path, said in found] == [
        ("event.toml", path, str(tuple(numbers)), count) for path, numbers, count in expected
    ]


def test_the_event_says_which_table_a_sheet_is_of(tmp_path: Path) -> None:
    """The names say tables 1 and 2; the event, that the second is 3. So 2 is missing."""
    said = ONE + "tables = { 3 = ['r1/tisch2.csv'] }\n"
    files = {"event.toml": event(said), **sheets(r1_1=4, r1_2=4)}
    found = told(tmp_path, "tournament/missing-sheet", files)
    assert [(path, one["after"], one["tables"]) for path, one in found] == [
        ("event.toml", "r1/tisch2.csv", "('2',)")
    ]
    job = plan(["."], tmp_path, Settings(), None)
    ranked = rank_job(job, check(job, Settings(), Keep(results=True)), "x")
    assert ranked is not None
    places = [place_of_result(one).table for one in ranked.rounds[0].results]
    assert places == ["Tisch 1", "Table 3"]
    # A pattern that fits no sheet of the round is told like one of the round's.
    files["event.toml"] = event(said.replace("tisch2", "tisch8"))
    found = told(tmp_path, "tournament/missing-sheet", files)
    assert [one["pattern"] for _, one in found] == ["r1/tisch8.csv"]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        # A letter more, a letter less, another letter, two that changed places.
        ("Brigitta", ["Brigitta"]),
        ("Brigite", ["Brigite"]),
        ("Brigittte", ["Brigittte"]),
        ("Birgitte", ["Birgitte"]),
        ("Rbigitte", ["Rbigitte"]),
        ("Brigitte 2", []),
        ("B. Rigitte", []),
        ("Bert", []),
    ],
)
def test_names_that_are_almost_anothers(other: str, expected: list[str], tmp_path: Path) -> None:
    found = told(tmp_path, "tournament/unknown-player", with_name(other))
    assert [said["player"] for _, said in found] == expected
    # A published list before the sheets takes none of them away.
    listed = {"a.csv": "Rang,Spieler,Punkte\n1,Xaver,10\n2,Yvonne,0\n3,Zora,-10\n", **with_name(other)}
    found = told(tmp_path / "listed", "tournament/unknown-player", listed)
    assert [said["player"] for _, said in found] == expected


def test_a_name_in_short(tmp_path: Path) -> None:
    """“Anna” of the first round may be “Anna Berg” of the second, or somebody else."""
    files = {
        "Runde 1 Tisch 1.csv": "Spiel,Anna,Bert,Chris,Dora\n1,2,2,-2,-2\n2,-1,1,-1,1\n3,1,1,-1,-1\n",
        "Runde 2 Tisch 1.csv": "Spiel,Anna Berg,Bert,Chris,Dora\n1,2,2,-2,-2\n2,1,-1,-1,1\n3,1,1,-1,-1\n",
    }
    found = told(tmp_path, "tournament/unknown-player", files)
    assert [(said["player"], said["likely"]) for _, said in found] == [("Anna Berg", "Anna")]
    checked = check(plan(["."], tmp_path, Settings(), None), Settings(), Keep(results=True))
    assert [one.severity for one in checked.findings if one.rule == "tournament/unknown-player"] == [WARNING]
    # There may be two such people.
    third = "Spiel,Anna Kurz,Bert,Chris,Dora\n1,2,2,-2,-2\n2,1,-1,1,-1\n3,1,1,-1,-1\n"
    found = told(tmp_path / "two", "tournament/unknown-player", {**files, "Runde 3 Tisch 1.csv": third})
    assert [(said["player"], said["likely"]) for _, said in found] == [
        ("Anna Berg", "Anna"),
        ("Anna Kurz", "Anna"),
    ]


@pytest.mark.parametrize(
    ("rule", "reason", "almost", "known"),
    [
        # The rules of the area are named, a dozen at most; and the one that is almost it.
        ("doppelkopf/patern", "not-one-of-almost", "doppelkopf/pattern", "doppelkopf/"),
        ("tournament/zzzzzzzz", "not-one-of", None, "tournament/"),
        # Of an area that there is not, the areas are named.
        ("bridge/slam", "not-one-of", None, "acey-deucey/…"),
    ],
)
def test_a_waiver_of_a_rule_that_there_is_not(
    rule: str, reason: str, almost: str | None, known: str, tmp_path: Path
) -> None:
    put(tmp_path, {"event.toml": event() + waiver(rule=rule), **sheets(r1_1=4)})
    job = plan(["."], tmp_path, Settings(), None)
    ((problem,),) = [broken.problems for broken in job.broken]
    assert (problem.key, problem.reason, problem.params["value"]) == ("waivers[1].rule", reason, rule)
    assert problem.params.get("almost") == almost
    named = problem.params["known"]
    assert isinstance(named, tuple)
    assert 0 < len(named) <= 12
    assert any(str(name).startswith(known) for name in named)


def test_players_of_a_draft_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    put(tmp_path, {"tisch1.csv": table("P 10", "P 9", "P 1", "Q")})
    settings = Settings()
    job = plan(["."], tmp_path, settings, None)
    checked = check(job, settings, Keep(results=True))
    ranked = rank_job(job, checked, "x")
    assert ranked is not None
    results = [result for one in ranked.rounds for result in one.results]
    assert draft(results, ["tisch1.csv"]).players == ("P 1", "P 9", "P 10", "Q")


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        ("method = 'sum'", ["r1/tisch2.csv"]),
        ("method = 'mean-round'", ["r1/tisch2.csv"]),
        # Places in the whole round hang on how many games were played, those at each table do not.
        ("method = 'place'", ["r1/tisch2.csv"]),
        ("method = 'place'\nplaces = 'round'", ["r1/tisch2.csv"]),
        ("method = 'place'\nplaces = 'table'", []),
        ("method = 'mean'", []),
    ],
)
def test_where_games_that_differ_matter(ranking: str, expected: list[str], tmp_path: Path) -> None:
    files = {"event.toml": event(ranking=f"[ranking]\n{ranking}\n"), **sheets(r1_1=4, r1_2=3)}
    assert [path for path, _ in told(tmp_path, "tournament/games-differ", files)] == expected


CARD = (
    "Category,{}\nOnes,3\nTwos,6\nThrees,9\nFours,12\nFives,15\nSixes,18\nSum,63\nBonus,50\nPair,12\n"
    "Two pairs,22\nThree of a kind,18\nFour of a kind,16\nSmall straight,15\nLarge straight,20\n"
    "Full house,28\nChance,24\nYatzy,50\nTotal,318\n"
)


def test_a_card_of_one_player_is_no_table_that_is_there_twice(tmp_path: Path) -> None:
    head = "[event]\nname = 'Yatzy'\ngame = 'yatzy'\n"
    files = {f"r1/tisch{at}.csv": CARD.format(name) for at, name in enumerate(("Anna", "Bo", "Anna"), 1)}
    files["r1/tisch3.csv"] = files["r1/tisch3.csv"].replace("Chance,24", "Chance,23").replace("318", "317")
    put(tmp_path, {"event.toml": head + ONE, **files})
    job = plan(["."], tmp_path, Settings(), None)
    (twice,) = check(job, Settings(), Keep(results=True)).findings
    assert (twice.rule, twice.path, twice.variant) == (
        "tournament/player-twice",
        "r1/tisch3.csv",
        "tables",
    )
    assert (twice.params["player"], twice.params["other"]) == ("Anna", "r1/tisch1.csv")


def of_skat(first: int, seats: int, games: int) -> str:
    """A list of Skat: each in turn wins a game."""
    names, values = PEOPLE[first : first + seats], (24, 20, 33, 48, 22, 36, 27, 72, 18, 40, 60)
    rows = [
        ",".join(
            [
                str(game + 1),
                *(str(values[game % 11]) if seat == (game + 1) % seats else "" for seat in range(seats)),
            ]
        )
        for game in range(games)
    ]
    return "\n".join([",".join(["Skat", *names]), *rows]) + "\n"


@pytest.mark.parametrize(
    ("of_five", "expected"), [(5, []), (4, [("r1/tisch1.csv", "4", "4", "r1/tisch2.csv")])]
)
def test_a_table_of_five_deals_round_as_often(
    of_five: int, expected: list[tuple[str, str, str, str]], tmp_path: Path
) -> None:
    """Five games where five sit and one each sits out are four for everybody, as four games of four are."""
    rows = [",".join([str(at + 1), *_without(at)]) for at in range(of_five)]
    files = {
        "event.toml": event(ranking=SUM),
        "r1/tisch1.csv": "\n".join([",".join(["Spiel", *PEOPLE[8:13]]), *rows]) + "\n",
        **sheets(r1_2=4),
    }
    found = told(tmp_path, "tournament/games-differ", files)
    assert [(path, said["games"], said["usual"], said["other"]) for path, said in found] == expected


def _without(seat: int) -> list[str]:
    values = iter(("2", "2", "-2", "-2"))
    return ["" if at == seat else next(values) for at in range(5)]


@pytest.mark.parametrize(
    ("of_four", "of_three", "expected"),
    [
        (16, 12, []),
        (12, 12, [("r1/tisch1.csv", "12", "12", "r1/tisch2.csv")]),
        (16, 9, [("r1/tisch2.csv", "9", "16", "r1/tisch1.csv")]),
    ],
)
def test_rounds_of_dealing_at_tables_of_three_and_four(
    of_four: int, of_three: int, expected: list[tuple[str, str, str, str]], tmp_path: Path
) -> None:
    """Four rounds are 16 games where four sit, and 12 where three do."""
    lists = {"r1/tisch1.csv": of_skat(0, 4, of_four), "r1/tisch2.csv": of_skat(4, 3, of_three)}
    found = told(tmp_path, "tournament/games-differ", lists)
    assert [(path, said["games"], said["usual"], said["other"]) for path, said in found] == expected
