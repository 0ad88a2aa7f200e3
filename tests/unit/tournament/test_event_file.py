"""Event files: what they say, and every way in which one can be broken."""

from __future__ import annotations

import ast
import tomllib
from datetime import date
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING

import pytest

from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.games import registry
from scorecheck.model.outcome import Penalty
from scorecheck.reports.messages import LANGUAGES
from scorecheck.resources import package_file
from scorecheck.tournament.event import Event, EventRound, EventSubstitute, Waiver, load_event
from scorecheck.tournament.problem import BrokenEvent, Problem, key_text, shown
from scorecheck.tournament.substitutes import SeatChange
from support import MESSAGES, ROOT

if TYPE_CHECKING:
    from pathlib import Path

FULL = """\
[event]
name = "TCG Doppelkopfturnier"
date = 2014-11-15
game = "doppelkopf"
preset = "tcg"

[options]
solo_point = "soloist"
limit = 3
strict = true

[ranking]
method = "normalized"
scale = 1000
ties = ["wins", "last-round", "share"]
drop_worst = 1
min_games = 10
team_best = 1

[[rounds]]
name = "Runde 1"
sheets = ["runde1/*.xlsx"]

[[rounds]]
name = " Runde  2 "
sheets = ['runde2\\*.xlsx', "./extra.csv"]

[players]
Brigitte = ["Gitte", "B.  Meier"]
Anna = []

[columns]
"Kto" = "control"

[teams]
"Team A" = ["Anna", "gitte"]

[[penalties]]
player = "Gitte"
points = -4
round = "Runde 1"
reason = "came late"

[[withdrawn]]
player = "Chris"

[[disqualified]]
player = "B. Meier"
reason = "looked at the cards"

[[substitutes]]
sheet = "runde1/a.xlsx"
table = "Tisch 1"
player = "Emil"
for = "Gitte"
from = 13

[[waivers]]
rule = "doppelkopf/pattern"
sheet = 'runde1\\tisch2.xlsx'
cell = "c7"
reason = "penalty, signed by the referee"
by = "A. Meier"
"""


def sentences(language: str) -> dict[str, str]:
    path = package_file("tournament", "messages", f"{language}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))["event"]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "event.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def problems(folder: Path, text: str | bytes, **known: object) -> list[tuple[int | None, str, str]]:
    """Line, key and reason of all problems; each of them can be said in every language."""
    with pytest.raises(BrokenEvent) as caught:
        load_event(written(folder, text), **known)  # type: ignore[arg-type]
    for problem in caught.value.problems:
        for messages in MESSAGES.values():
            assert messages.event_text(problem.reason, problem.params)
    return [(p.line, p.key, p.reason) for p in caught.value.problems]


def problem(folder: Path, text: str | bytes) -> Problem:
    with pytest.raises(BrokenEvent) as caught:
        load_event(written(folder, text))
    (only,) = caught.value.problems
    return only


def test_everything_that_an_event_file_can_say(tmp_path: Path) -> None:
    path = written(tmp_path, FULL)
    assert load_event(path) == Event(
        name="TCG Doppelkopfturnier",
        day=date(2014, 11, 15),
        game="doppelkopf",
        preset="tcg",
        options={"solo_point": "soloist", "limit": 3, "strict": True},
        method="normalized",
        scale=1000,
        ties=("wins", "last-round", "share"),
        drop_worst=1,
        min_games=10,
        team_best=1,
        teams={"Team A": ("Anna", "Brigitte")},
        penalties=(Penalty("Brigitte", -4, "came late", "Runde 1"),),
        out={"Chris": ("withdrawn", ""), "Brigitte": ("disqualified", "looked at the cards")},
        substitutes=(
            EventSubstitute(
                "runde1/a.xlsx",
                SeatChange(
                    "Gitte", "Emil", 13, frozenset({"gitte", "brigitte", "b. meier"}), table="Tisch 1"
                ),
                51,
            ),
        ),
        waivers=(
            Waiver(
                "doppelkopf/pattern",
                "runde1/tisch2.xlsx",
                "C7",
                None,
                "penalty, signed by the referee",
                "A. Meier",
                58,
            ),
        ),
        rounds=(
            EventRound("Runde 1", ("runde1/*.xlsx",), 22),
            EventRound("Runde 2", ("runde2/*.xlsx", "extra.csv"), 26),
        ),
        aliases={"Brigitte": "Brigitte", "Gitte": "Brigitte", "B. Meier": "Brigitte", "Anna": "Anna"},
        columns={"Kto": "control"},
        folder=tmp_path,
        path=path,
    )


def test_a_name_is_enough(tmp_path: Path) -> None:
    path = written(tmp_path, '[event]\nname = "Clubabend"\n')
    assert load_event(path) == Event(name="Clubabend", folder=tmp_path, path=path)
    assert load_event(path).scale == 100
    assert load_event(path).method is None


@pytest.mark.parametrize("day", ["2014-11-15", "2014-11-15T19:30:00", '"2014-11-15"', '"2014-11-15T19:30"'])
def test_the_day_can_be_written_in_several_ways(tmp_path: Path, day: str) -> None:
    assert load_event(written(tmp_path, f'[event]\nname = "x"\ndate = {day}\n')).day == date(2014, 11, 15)


def test_a_mark_of_byte_order_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    raw = b"\xef\xbb\xbf" + FULL.replace("\n", "\r\n").encode()
    event = load_event(written(tmp_path, raw))
    assert event.name == "TCG Doppelkopfturnier"
    assert event.rounds[1].line == 26


HEAD = '[event]\nname = "x"\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(None, "event", "missing")]),
        ("[event]\n", [(1, "event.name", "missing")]),
        ('[event]\nname = " "\n', [(2, "event.name", "empty")]),
        ("[event]\nname = 5\n", [(2, "event.name", "expected-text")]),
        ("[event]\nname = 2014-11-15\n", [(2, "event.name", "expected-text")]),
        ("event = 5\n", [(1, "event", "expected-table")]),
        (HEAD + 'date = "15.11.2014"\n', [(3, "event.date", "expected-date")]),
        (HEAD + "date = 10:30:00\n", [(3, "event.date", "expected-date")]),
        (HEAD + "date = 20141115\n", [(3, "event.date", "expected-date")]),
        (HEAD + 'gmae = "doppelkopf"\n', [(3, "event.gmae", "unknown-key-almost")]),
        (HEAD + "xyz = 1\n", [(3, "event.xyz", "unknown-key")]),
        (HEAD + "[options]\na = 1.5\n", [(4, "options.a", "expected-simple")]),
        (HEAD + "[options]\nsolo.point = 1\n", [(4, "options.solo", "expected-simple")]),
        (HEAD + '[ranking]\nmethod = "normalised"\n', [(4, "ranking.method", "not-one-of-almost")]),
        (HEAD + '[ranking]\nmethod = "elo"\n', [(4, "ranking.method", "not-one-of")]),
        (HEAD + '[ranking]\nmethod = ["sum"]\n', [(4, "ranking.method", "expected-text")]),
        (HEAD + "[ranking]\nscale = 0\n", [(4, "ranking.scale", "not-between")]),
        (HEAD + "[ranking]\nscale = 1000001\n", [(4, "ranking.scale", "not-between")]),
        (HEAD + '[ranking]\nscale = "100"\n', [(4, "ranking.scale", "expected-number")]),
        (HEAD + "[ranking]\nscale = inf\n", [(4, "ranking.scale", "expected-number")]),
        (HEAD + '[ranking]\nties = ["win"]\n', [(4, "ranking.ties[1]", "not-one-of-almost")]),
        (HEAD + '[ranking]\nties = ["share", "wins"]\n', [(4, "ranking.ties[1]", "share-last")]),
        (HEAD + '[ranking]\nties = ["wins", "wins"]\n', [(4, "ranking.ties[2]", "tie-twice")]),
        (HEAD + "[ranking]\ndrop_worst = -1\n", [(4, "ranking.drop_worst", "not-between")]),
        (
            HEAD + "[ranking]\ndrop_worst = 1\nbest_rounds = 3\n",
            [(5, "ranking.best_rounds", "either-or")],
        ),
        (
            HEAD + '[ranking]\ndrop_worst = 1\n[[rounds]]\nname = "A"\nsheets = ["a"]\n',
            [(4, "ranking.drop_worst", "drops-all")],
        ),
        (HEAD + "[ranking]\nplaces = 'table'\n", [(4, "ranking.places", "no-effect")]),
        (HEAD + "[ranking]\nplace_points = [3, 1]\n", [(4, "ranking.place_points", "no-effect")]),
        (HEAD + "[ranking]\nteam_best = 2\n", [(4, "ranking.team_best", "no-teams")]),
        (HEAD + '[ranking]\nmin_games = "no"\n', [(4, "ranking.min_games", "expected-number")]),
        (HEAD + '[rounds]\nname = "A"\n', [(3, "rounds", "expected-tables")]),
        (HEAD + '[[rounds]]\nname = "A"\n', [(3, "rounds[1].sheets", "missing")]),
        (HEAD + '[[rounds]]\nname = "A"\nsheets = "a"\n', [(5, "rounds[1].sheets", "expected-list")]),
        (HEAD + '[[rounds]]\nname = "A"\nsheets = []\n', [(5, "rounds[1].sheets", "empty")]),
        (
            HEAD + '[[rounds]]\nname = "A"\nsheets = ["a"]\n[[rounds]]\nname = "a "\nsheets = ["b"]\n',
            [(7, "rounds[2].name", "round-twice")],
        ),
        (HEAD + '[players]\nAnna = "Ann"\n', [(4, "players.Anna", "expected-list")]),
        (HEAD + '[players]\nAnna = ["Ann", 5]\n', [(4, "players.Anna[2]", "expected-text")]),
        (HEAD + '[players]\n"" = []\n', [(4, 'players.""', "empty-key")]),
        (HEAD + "[players]\nAnna = []\nANNA = []\n", [(5, "players.ANNA", "player-twice")]),
        (
            HEAD + '[players]\nAnna = ["A."]\nAlma = ["a."]\n',
            [(5, "players.Alma[1]", "alias-of-two")],
        ),
        (
            HEAD + '[players]\nAnna = ["alma"]\nAlma = []\n',
            [(4, "players.Anna[1]", "alias-is-player")],
        ),
        (HEAD + "[columns]\nKto = 5\n", [(4, "columns.Kto", "expected-text")]),
        (
            HEAD + '[teams]\nA = ["Anna", "Bo"]\nB = ["anna"]\na = ["C"]\n',
            [(5, "teams.B[1]", "team-of-two"), (6, "teams.a", "team-twice")],
        ),
        (
            HEAD + '[teams]\nA = ["Gitte", "Brigitte"]\n[players]\nBrigitte = ["Gitte"]\n',
            [(4, "teams.A[2]", "team-of-two")],
        ),
        (HEAD + "[teams]\nA = []\n", [(4, "teams.A", "empty")]),
        (
            HEAD + '[[waivers]]\nrule = "x"\n',
            [
                (3, "waivers[1].by", "missing"),
                (3, "waivers[1].reason", "missing"),
                (3, "waivers[1].sheet", "missing"),
            ],
        ),
        (
            HEAD + '[[waivers]]\nrule = "x"\nsheet = "../a"\ncell = "7C"\nreason = "r"\nby = ""\n',
            [
                (5, "waivers[1].sheet", "pattern-outside"),
                (6, "waivers[1].cell", "expected-cell"),
                (8, "waivers[1].by", "empty"),
            ],
        ),
        (
            HEAD + '[[penalties]]\nplayer = "Anna"\npoints = "3"\nreason = "late"\n',
            [(5, "penalties[1].points", "expected-number")],
        ),
        (
            HEAD + '[[penalties]]\nplayer = "A"\npoints = -3\nround = "Runde 3"\nreason = "late"\n'
            '[[rounds]]\nname = "Runde 1"\nsheets = ["a"]\n',
            [(6, "penalties[1].round", "not-one-of-almost")],
        ),
        (
            HEAD + '[[withdrawn]]\nplayer = "Anna"\n[[disqualified]]\nplayer = "anna"\nreason = "x"\n',
            [(6, "disqualified[1].player", "out-twice")],
        ),
        (
            HEAD + '[[substitutes]]\nsheet = "a.csv"\nplayer = "Emil"\nfor = "Dora"\nfrom = 0\n',
            [(7, "substitutes[1].from", "not-between")],
        ),
        (HEAD + 'published = ["/x"]\n', [(3, "event.published[1]", "pattern-outside")]),
        (HEAD + "[options]\na = 0x" + "f" * 5000 + "\n", [(4, "options.a", "number-too-long")]),
        (HEAD + "[ranking]\nscale = 1" + "0" * 5000 + "\n", [(None, "", "number-too-long")]),
        ("a = " + "[" * 20000 + "\n", [(None, "", "too-nested")]),
        ("name = TCG\n", [(1, "", "syntax-value")]),
        ('[event]\nname = "C:\\dir"\n', [(2, "", "syntax-backslash")]),
        ('[event]\nname = "a"\nname = "b"\n', [(3, "", "syntax-twice")]),
        ('[event]\nname = "a"\n[event]\n', [(3, "", "syntax-twice")]),
        ("[event]\nname = [1,\n", [(2, "", "syntax-end")]),
        ('[event]\nname "a"\n', [(2, "", "syntax")]),
        ("[event]\n" + 'näme = "ä"\n', [(2, "", "syntax")]),
        ('[event]\nname = "Grün"\n'.encode("latin-1"), [(2, "", "not-utf-8")]),
        (b"#" * (1 << 20) + b"\n", [(None, "", "too-large")]),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_wrong_and_where(
    tmp_path: Path, text: str | bytes, expected: list[tuple[int | None, str, str]]
) -> None:
    assert problems(tmp_path, text) == expected
    windows = text.replace("\n", "\r\n") if isinstance(text, str) else text.replace(b"\n", b"\r\n")
    assert problems(tmp_path, windows) == expected


def test_a_penalty_of_a_round_that_there_is_not(tmp_path: Path) -> None:
    penalty = '[[penalties]]\nplayer = "A"\npoints = -3\nround = "Finale"\nreason = "late"\n'
    rounds = "".join(f'[[rounds]]\nname = "Runde {number}"\nsheets = ["{number}"]\n' for number in (1, 2))
    found = problem(tmp_path, HEAD + penalty + rounds)
    assert (found.line, found.key, found.reason) == (6, "penalties[1].round", "not-one-of")
    assert (found.params["value"], found.params["known"]) == ("Finale", ("Runde 1", "Runde 2"))
    # Where the event names no rounds they come from the names of its sheets, and may be called anything.
    assert load_event(written(tmp_path, HEAD + penalty)).penalties[0].round == "Finale"


@pytest.mark.parametrize(
    "pattern",
    [
        "../../etc/passwd",
        "runde1/../../x",
        "/etc/passwd",
        "~/x.csv",
        "C:\\x.csv",
        "c:x.csv",
        "\\\\server\\x",
        "..\\x",
    ],
)
def test_a_pattern_must_not_leave_the_folder(tmp_path: Path, pattern: str) -> None:
    text = f"{HEAD}[[rounds]]\nname = 'A'\nsheets = [\n  'ok.csv',\n  '{pattern}',\n]\n"
    assert problems(tmp_path, text) == [(7, "rounds[1].sheets[2]", "pattern-outside")]


def test_a_backslash_that_became_a_tab_is_told(tmp_path: Path) -> None:
    text = HEAD + '[[rounds]]\nname = "A"\nsheets = ["runde1\\tisch1.xlsx"]\n'
    assert problems(tmp_path, text) == [(5, "rounds[1].sheets[1]", "pattern-control")]


def test_all_problems_are_told_in_the_order_of_the_lines(tmp_path: Path) -> None:
    text = """\
[event]
nam = "x"
[ranking]
scale = 0
drop_worst = -2
[[rounds]]
name = "A"
sheets = ["../a"]
[players]
Anna = ["A"]
Berta = ["A"]
[raenking]
"""
    assert problems(tmp_path, text) == [
        (1, "event.name", "missing"),
        (2, "event.nam", "unknown-key-almost"),
        (4, "ranking.scale", "not-between"),
        (5, "ranking.drop_worst", "not-between"),
        (8, "rounds[1].sheets[1]", "pattern-outside"),
        (11, "players.Berta[1]", "alias-of-two"),
        (12, "raenking", "unknown-key-almost"),
    ]


def test_the_words_of_a_problem(tmp_path: Path) -> None:
    found = problem(tmp_path, HEAD + '[ranking]\nmethod = "normalised"\n')
    assert found.params == {
        "key": "ranking.method",
        "value": "normalised",
        "known": ("normalized", "sum", "mean", "mean-round", "place", "plus-only", "games-won"),
        "almost": "normalized",
    }
    found = problem(tmp_path, HEAD + "[raenking]\n")
    assert found.params["almost"] == "ranking"
    assert found.params["known"] == (
        "event",
        "club",
        "options",
        "ranking",
        "rounds",
        "players",
        "publish",
        "columns",
        "categories",
        "layout",
        "teams",
        "waivers",
        "penalties",
        "withdrawn",
        "disqualified",
        "substitutes",
    )
    found = problem(tmp_path, HEAD + f'date = "{"9" * 100}"\n')
    assert found.params["value"] == '"' + "9" * 58 + "…"
    found = problem(tmp_path, "[event]\nname = TCG\n")
    assert found.params == {"column": 8, "text": "name = TCG"}


def test_a_file_that_is_not_there_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(BrokenEvent) as caught:
        load_event(tmp_path / "none.toml")
    assert [(p.line, p.reason) for p in caught.value.problems] == [(None, "not-found")]
    with pytest.raises(BrokenEvent) as caught:
        load_event(tmp_path)
    assert [(p.line, p.reason) for p in caught.value.problems] == [(None, "not-a-file")]
    with pytest.raises(BrokenEvent) as caught:
        load_event(tmp_path / ("x" * 5000))
    assert [(p.line, p.reason) for p in caught.value.problems] == [(None, "unreadable")]


def test_a_broken_event_says_something_by_itself(tmp_path: Path) -> None:
    with pytest.raises(BrokenEvent) as caught:
        load_event(written(tmp_path, HEAD + "[teams]\nA = []\n"))
    assert str(caught.value) == f"{tmp_path / 'event.toml'}:4: teams.A: empty"


def _ruleset(_game: str) -> Ruleset:
    layout = Layout("points", False, frozenset({"control", "dealer"}), lambda _e, _p, _s: True)  # noqa: FBT003
    return Ruleset(
        game="doppelkopf",
        layouts=(layout,),
        presets=("tcg", "ddv"),
        checks=(),
        result=None,
        headings={},
        options={
            "solo_point": ("soloist", "winner"),
            "old": (True, False),
            "doubles": (0,),
        },
    )


def test_game_preset_options_and_columns_are_held_against_the_game(tmp_path: Path) -> None:
    known = {"games": ("doppelkopf", "chouette"), "ruleset": _ruleset}
    assert problems(tmp_path, HEAD + 'game = "dopelkopf"\n', **known) == [
        (3, "event.game", "not-one-of-almost")
    ]
    text = f"""{HEAD}game = "doppelkopf"
preset = "tgc"
[options]
solo_pont = "winner"
solo_point = "looser"
old = 1
doubles = -1
[columns]
Kto = "contrl"
"""
    assert problems(tmp_path, text, **known) == [
        (4, "event.preset", "not-one-of-almost"),
        (6, "options.solo_pont", "unknown-key-almost"),
        (7, "options.solo_point", "not-one-of"),
        (8, "options.old", "not-one-of"),
        (9, "options.doubles", "not-one-of"),
        (11, "columns.Kto", "not-one-of-almost"),
    ]
    text = f"""{HEAD}game = "doppelkopf"
[options]
old = "false"
doubles = "0"
"""
    assert problems(tmp_path, text, **known) == [
        (5, "options.old", "quoted"),
        (6, "options.doubles", "quoted"),
    ]
    text = f"""{HEAD}game = "doppelkopf"
preset = "ddv"
[options]
solo_point = "winner"
old = false
doubles = 2
[columns]
Kto = "control"
"""
    event = load_event(written(tmp_path, text), games=("doppelkopf",), ruleset=_ruleset)
    assert event.options == {"solo_point": "winner", "old": False, "doubles": 2}


def _rulesets(game: str) -> Ruleset:
    if game == "doppelkopf":
        return _ruleset(game)
    layout = Layout("totals", True, frozenset({"control", "stake"}), lambda _e, _p, _s: True)  # noqa: FBT003
    return Ruleset(
        game="chouette",
        layouts=(layout,),
        presets=("mcc",),
        checks=(),
        result=None,
        headings={},
        options={"extras": (True, False), "old": ("very",)},
    )


def test_where_the_game_is_left_to_be_recognised_any_game_will_do(tmp_path: Path) -> None:
    known = {"games": ("doppelkopf", "chouette"), "ruleset": _rulesets}
    text = f"""{HEAD}preset = "mmc"
[options]
solo_point = "foo"
old = "vary"
extra = true
[columns]
Kto = "foo"
Wrf = "stake"
"""
    assert problems(tmp_path, text, **known) == [
        (3, "event.preset", "not-one-of-almost"),
        (5, "options.solo_point", "not-one-of"),
        (6, "options.old", "not-one-of-almost"),
        (7, "options.extra", "unknown-key-almost"),
        (9, "columns.Kto", "not-one-of"),
    ]
    good = f'{HEAD}[options]\nsolo_point = "winner"\nextras = false\nold = "very"\n[columns]\nWrf = "stake"\n'
    assert load_event(written(tmp_path, good), **known).options["old"] == "very"  # type: ignore[arg-type]
    # With a preset only the games that have it are meant.
    text = f'{HEAD}preset = "tcg"\n[options]\nextras = false\n[columns]\nWrf = "stake"\n'
    assert problems(tmp_path, text, **known) == [
        (5, "options.extras", "unknown-key"),
        # Lists of any game have a table.
        (7, "columns.Wrf", "not-one-of-almost"),
    ]


@pytest.mark.parametrize(
    ("game", "roles"),
    [
        ("acey-deucey", ["turn", "roll", "move", "who", "winner", "bar", "off", "cube", "date", "aside"]),
        ("chouette", ["who", "action", "to", "value", "control", "date", "aside"]),
        ("yatzy", ["dice", "category", "score", "outer-score", "inner-category", "who"]),
    ],
)
def test_a_heading_can_stand_for_whatever_a_layout_of_the_game_knows(
    tmp_path: Path, game: str, roles: list[str]
) -> None:
    told = {f"Spalte {role}": role for role in roles}
    text = f'{HEAD}game = "{game}"\n[columns]\n' + "".join(f'"{h}" = "{role}"\n' for h, role in told.items())
    event = load_event(written(tmp_path, text), games=tuple(registry.GAMES), ruleset=registry.load)
    assert event.columns == told
    assert problems(
        tmp_path, f"{text}Foo = 'trick'\n", games=tuple(registry.GAMES), ruleset=registry.load
    ) == [(len(roles) + 5, "columns.Foo", "not-one-of")]


def test_a_scale_that_would_change_nothing_is_refused(tmp_path: Path) -> None:
    for method in ("sum", "mean", "mean-round", "place", "plus-only", "games-won"):
        text = f'{HEAD}[ranking]\nmethod = "{method}"\nscale = 100\n'
        assert problems(tmp_path, text) == [(5, "ranking.scale", "no-scale")]
        assert load_event(written(tmp_path, text.replace("100", "1"))).scale == 1
        assert load_event(written(tmp_path, text.replace("scale = 100\n", ""))).method == method
    # Without a method it is the game's.
    known = {"games": ("doppelkopf", "chouette"), "ruleset": _rulesets}
    text = f'{HEAD}preset = "mcc"\n[ranking]\nscale = 100\n'
    assert problems(tmp_path, text, **known) == [(5, "ranking.scale", "no-scale")]
    assert load_event(written(tmp_path, f"{HEAD}[ranking]\nscale = 1000\n"), **known).scale == 1000  # type: ignore[arg-type]


def test_keys_are_written_as_people_write_them() -> None:
    assert key_text(("rounds", 1, "sheets", 0)) == "rounds[2].sheets[1]"
    assert key_text(("players", "B. Meier", 0)) == 'players."B. Meier"[1]'
    assert key_text(()) == ""


@cache
def reasons() -> tuple[set[str], set[str]]:
    """The reasons that faults are given in the source, and all words of the modules that give them."""
    folder = ROOT / "src" / "scorecheck"
    trees = [ast.parse(path.read_text("utf-8")) for path in folder.glob("*/*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    calls = [node for node in nodes if isinstance(node, ast.Call) and _is_fault(node.func)]
    given = {one.args[1].value for one in calls if isinstance(one.args[1], ast.Constant)}
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {str(one) for one in given}, words


def _is_fault(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id == "EventFault"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_with_the_same_words_in_it(language: str) -> None:
    english = sentences("en")
    own = sentences(language)
    given, words = reasons()
    assert len(given) > 20
    assert given <= set(own) <= words
    assert {key: fields(text) for key, text in own.items()} == {k: fields(t) for k, t in english.items()}


def test_games_are_known_with_and_without_their_rules(tmp_path: Path) -> None:
    text = HEAD + 'game = "doppelkopf"\npreset = "whist"\n'
    # Who knows only the names of the games can say nothing of presets.
    assert load_event(written(tmp_path, text), games=["doppelkopf"]).preset == "whist"
    assert problems(tmp_path, text, games=["chouette"]) == [(3, "event.game", "not-one-of")]
    assert load_event(written(tmp_path, text), ruleset=_ruleset).preset == "whist"
    assert problems(tmp_path, text, games=["doppelkopf"], ruleset=_ruleset) == [
        (4, "event.preset", "not-one-of")
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        ("Grün", '"Grün"'),
        (date(2014, 11, 15), "2014-11-15"),
        ([], "[]"),
        ([1], "[…]"),
        ({}, "{}"),
        ({"a": 1}, "{…}"),
        (2.5, "2.5"),
    ],
)
def test_values_as_they_would_stand_in_the_file(value: object, text: str) -> None:
    assert shown(value) == text
