"""A small event with one of everything that a report can show, for the tests of the reports."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction

from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix, Impact, Moved, Severity
from scorecheck.model.outcome import (
    Checked,
    CheckedFile,
    CheckedSheet,
    Held,
    Missing,
    PlayerResult,
    Result,
    RoundScore,
    Skipped,
    Standing,
    Standings,
)
from scorecheck.model.sheet import Ignored, Sheet, Table
from scorecheck.reports.messages import Messages, RuleText

HOSTILE_NAMES = (
    "<script>alert(1)</script>",
    '=HYPERLINK("x")',
    '#panic("x")',
    "{{ 7*7 }}",
    "{sum:+}",
    "\u202eevil\u200f",
    "\x1b[31mred\x1b[0m\x9b2J",
    "W" * 200,
)

_TEXTS = {
    "demo/sum": {"default": "Game {game} adds up to {sum:+}, not 0."},
    "demo/name": {"default": "{player} and {others} played {games:plural|game|games}."},
    "demo/file": {"default": "The file is empty.", "old": "The file is old."},
}


class DemoMessages(Messages):
    """The labels are the real ones; the rules are made up, so that theirs may be reworded freely."""

    def rule(self, name: str) -> RuleText:
        return RuleText(name, "Says.", "Why.", "Example.", "Remedy.", None, _TEXTS[name])


def sheet(
    path: str,
    name: str | None,
    players: tuple[str, ...],
    rows: list[list[object]],
    *,
    findings: tuple[Finding, ...] = (),
    total_row: int | None = None,
    stop: int | None = None,
    ignored: tuple[Ignored, ...] = (),
    skipped: tuple[Skipped, ...] = (),
    running: bool = False,
    games: int | None = None,
) -> CheckedSheet:
    table = Table(name, ("Spiel", *players, "Bemerkung"), 3, 4, rows)  # type: ignore[arg-type]
    read = Sheet(
        path=path,
        table=table,
        game="doppelkopf",
        preset="tcg",
        layout="totals" if running else "points",
        columns=(),
        players=players,
        points_columns=tuple(range(1, len(players) + 1)),
        running=running,
        total_row=total_row,
        stop=len(rows) if stop is None else stop,
        ignored=ignored,
    )
    result = None
    if games is not None:
        of_each = zip(*(row[1 : len(players) + 1] for row in rows[:games]), strict=True)
        points = [0 if running else sum(int(str(value)) for value in values) for values in of_each]
        results = tuple(PlayerResult(player, n, games) for player, n in zip(players, points, strict=True))
        result = Result(path, name, results, games, faulty=bool(findings))
    played = [[int(str(value)) for value in row[1 : len(players) + 1]] for row in rows[: games or 0]]
    course = tuple(
        tuple(sum(column) for column in zip(*played[: n + 1], strict=True)) for n in range(len(played))
    )
    entries = stop or len(rows)
    grounds = (Held("zero-sum", "demo/sum", entries),)
    return CheckedSheet(read, entries, findings, result, skipped, course, grounds=grounds)


SUM = Finding(
    "demo/sum",
    Severity.ERROR,
    "runde1.xlsx",
    "Tisch 1",
    CellRef(5, 3),
    (CellRef(5, 2), CellRef(5, 4)),
    "",
    "2",
    {"game": "2", "sum": 4},
    (
        Fix(
            (Edit(CellRef(5, 3), "2", "-2"),),
            "sign",
            0.97,
            {"who": ("Bernd",), "roles": ("first",), "game": "2", "what": "game"},
        ),
    ),
    impact=(Impact("ranks", (Moved("Brigitte", 1, 2), Moved("Anna", 2, 1))),),
)
NAME = Finding(
    "demo/name",
    Severity.WARNING,
    "runde1.xlsx",
    "Tisch 1",
    CellRef(3, 2),
    params={"player": "Anna", "others": ("Bernd", "Chris", "Dora"), "games": 1},
    value="Anna",
)
EMPTY = Finding("demo/file", Severity.ERROR, "runde2/leer.csv")
OLD = Finding("demo/file", Severity.INFO, "runde2/tisch.csv", variant="old")

TISCH_1 = sheet(
    "runde1.xlsx",
    "Tisch 1",
    ("Anna", "Bernd", "Chris", "Dora"),
    [
        [1, 2, -2, 2, -2, ""],
        [2, 2, 2, -2, 2, "<b>Solo</b>"],
        [3, "x", 2.5, -2, 2, date(2014, 11, 15)],
        ["Summe", 4, 0, 0, 0, ""],
        ["", "", "", "", "", ""],
        ["Schönes Wetter", "", "", "", "", ""],
        ["", "", "", "", "", ""],
    ],
    findings=(SUM, NAME),
    total_row=3,
    stop=3,
    ignored=(Ignored(5, "note"),),
    skipped=(Skipped("runde1.xlsx", "Tisch 1", "demo/sum", (6,)),),
    games=2,
)
TISCH_2 = sheet(
    "runde2/tisch.csv",
    None,
    ("Anna", "Bernd", "Chris", "Dora"),
    [[1, 2, -2, 2, -2, ""]],
    findings=(OLD,),
    running=True,
)

CHECKED = Checked(
    (
        CheckedFile("runde2/tisch.csv", "ok", (TISCH_2,), (OLD,)),
        CheckedFile("runde2/leer.csv", "unreadable", (), (EMPTY,)),
        CheckedFile("runde1.xlsx", "errors", (TISCH_1,), (SUM, NAME)),
    )
)


def _result(checked: CheckedSheet) -> Result:
    return checked.result or Result(checked.sheet.path, checked.sheet.name, (), 0, faulty=False)


ROUNDS = (("Runde 1", (_result(TISCH_1),)), ("Runde 2", (_result(TISCH_2),)))
MOMENT = datetime(2014, 11, 15, 22, 41, tzinfo=UTC)
"""When the newest of the sheets was changed."""

STANDINGS = Standings(
    event="TCG Doppelkopfturnier",
    day=date(2014, 11, 15),
    method="normalized",
    scale=100,
    lines=(
        Standing(
            1,
            "Brigitte",
            Fraction(15),
            40,
            (
                RoundScore("Runde 1", 8, 20, Fraction(40)),
                RoundScore("Runde 2", -5, 20, Fraction(-25)),
            ),
        ),
        Standing(2, "Anna", Fraction(-5, 3), 60, (RoundScore("Runde 1", -1, 60, Fraction(-5, 3)),)),
        Standing(2, "Øystein Åsheim", Fraction(-5, 3), 60, (RoundScore("Runde 2", -1, 60, Fraction(-5, 3)),)),
    ),
    rounds=("Runde 1", "Runde 2"),
    provisional=True,
    missing=(Missing("runde2/leer.csv", EMPTY),),
)


def standings_of(names: tuple[str, ...], rounds: tuple[str, ...] = ("Runde 1",)) -> Standings:
    """A list of these players, from the first to the last."""
    lines = tuple(
        Standing(
            at + 1,
            name,
            Fraction(-at, 3),
            20,
            tuple(RoundScore(one, -at, 20, Fraction(-at, 20)) for one in rounds),
        )
        for at, name in enumerate(names)
    )
    return Standings("", None, "sum", 1, lines, rounds, provisional=False)
