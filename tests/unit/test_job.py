"""What the sheets of an event say only together: folders of sheets, and exactly what is found there."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from recorded import held, said_of
from scorecheck.catalogue import Selection
from scorecheck.many_files.job import Job, plan
from scorecheck.model.budget import Progress
from scorecheck.model.outcome import Checked
from scorecheck.one_file.pipeline import check_files, put_together
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.reports.messages import LANGUAGES
from scorecheck.tournament.checks import COPY, EVENT_RULES, SHEETS_DIFFER
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import games_to_rank, rank_job
from support import MESSAGES, ROOT

EVENTS = ROOT / "tests" / "golden" / "events"

ROWS = ("2,2,-2,-2", "-1,1,1,-1", "3,-1,-1,-1", "-2,-2,2,2")
ONE = "[[rounds]]\nname = 'Runde 1'\nsheets = ['r1/*.csv']\n"
TWO = ONE + "[[rounds]]\nname = 'Runde 2'\nsheets = ['r2/*.csv']\n"


def table(*players: str, rows: tuple[str, ...] = ROWS) -> str:
    lines = [f"{number},{row}" for number, row in enumerate(rows, 1)]
    return "\n".join([",".join(("Spiel", *players)), *lines]) + "\n"


def skat(*players: str, games: int) -> str:
    """A list of Skat on which each in turn wins a game of clubs for 24, or of spades for 22."""
    rows = [
        ["" if at != game % len(players) else str(24 - game % 2 * 2) for at in range(len(players))]
        for game in range(1, games + 1)
    ]
    lines = [",".join((str(game), *row)) for game, row in enumerate(rows, 1)]
    return "\n".join([",".join(("Skat", *players)), *lines]) + "\n"


def event(rounds: str = ONE, players: str = "", *, preset: str = "tcg", ranking: str = "") -> str:
    return (
        f"[event]\nname = 'Turnier'\ngame = 'doppelkopf'\npreset = '{preset}'\n{ranking}{rounds}"
        f"[players]\n{players}"
    )


def waiver(rule: str = "doppelkopf/pattern", sheet: str = "r1/tisch1.csv", more: str = "") -> str:
    return f"[[waivers]]\nrule = '{rule}'\nsheet = '{sheet}'\nreason = 'signed'\nby = 'A. Meier'\n{more}"


def substitute(
    sheet: str = "r1/tisch1.csv", leaves: str = "Dora", game: int = 3, enters: str = "Emil"
) -> str:
    return f"[[substitutes]]\nsheet = '{sheet}'\nplayer = '{enters}'\nfor = '{leaves}'\nfrom = {game}\n"


SUM = "[ranking]\nmethod = 'sum'\n"
SECOND = ("2,-2,2,-2", "1,1,-1,-1", "3,-1,-1,-1", "1,-1,1,-1")
"""Anna 7, Bernd −3, Chris 1, Dora −5: with ROWS 225, −75, 25 and −175 in 4 games each."""
THIRDS = ("1,1,-1,-1", "1,-1,1,-1", "-1,1,1,-1")
"""Of three games Anna, Bernd and Chris have 1, and Dora −3."""
PARTED = ("2,2,-2,-2", "1,-1,1,-1", "1,-1,1,-1")
"""Bernd and Chris both have 0; Chris has won two games, Bernd one."""


AB = table("Anna", "Bernd", "Chris", "Dora")
AB_LATER = table("Anna", "Bernd", "Chris", "Dora", rows=SECOND)


def published(*lines: tuple[str, float], head: str = "", ranking: str = "") -> dict[str, str]:
    """Two rounds of one table, and a list of scores in the order of their ranks."""
    listed = [f"{rank},{name},{score}" for rank, (name, score) in enumerate(lines, 1)]
    return {
        "event.toml": event(head + TWO, ranking=ranking),
        "r1/tisch1.csv": AB,
        "r2/tisch1.csv": table("Anna", "Bernd", "Chris", "Dora", rows=SECOND),
        "liste.csv": "\n".join(["Rang,Spieler,Punkte", *listed]) + "\n",
    }


WITH_A_FAULT = "Doppelkopf\n" + table("Anna", "Bernd", "Chris", "Dora", rows=(*SECOND[:3], "1,-1,1,-2"))
"""Of the last game of SECOND Dora lost 1, and 2 stand there."""


def with_rounds(*lines: str, **sheets: str) -> dict[str, str]:
    """The same with what each round gave beside the scores: Anna 2 and 7, Bernd 0 and −3, and so on."""
    listed = ["Spieler,Runde 1,Runde 2,Punkte", *lines]
    event = f"[event]\nname = 'Turnier'\n{SUM}{TWO}"
    files = published() | {"event.toml": event, "liste.csv": "\n".join(listed) + "\n"}
    return files | {f"{name}/tisch1.csv": sheet for name, sheet in sheets.items()}


SEASON = {
    "12.08.2024.csv": table("Anna", "Bernd", "Chris", "Dora"),
    "19.08.2024.csv": table("Anna", "Bernd", "Emil", "Fritz", rows=SECOND),
    "26.08.2024.csv": table("Anna", "Chris", "Emil", "Dora", rows=SECOND),
}
"""Three evenings: 2, 0, 0 and −2 by ROWS, twice 7, −3, 1 and −5 by SECOND."""
ODD = ("2,2,-2,-2", "3,0,0,-3", "3,-1,-1,-1", "-2,-2,2,2")
EF = table("Emil", "Frieda", "Gerd", "Heike")
SHORT = table("Emil", "Frieda", "Gerd", "Heike", rows=ROWS[:3])

Found = list[tuple[str, str, str | None, str]]
UNKNOWN, TWICE = "tournament/unknown-player", "tournament/player-twice"
MISSING, DIFFER = "tournament/missing-sheet", "tournament/games-differ"
NOTHING, PATTERN = "tournament/matches-nothing", "doppelkopf/pattern"
PUBLISHED, SUMS = "tournament/published-mismatch", "tournament/standings-sum"


@dataclass
class Case:
    why: str
    files: dict[str, str]
    found: Found = field(default_factory=Found)
    says: str = ""
    validated: bool = True
    """The same is found without ranking."""
    arguments: tuple[str, ...] = (".",)


def with_name(name: str, round_two: str = "Brigitte") -> dict[str, str]:
    """Three rounds of one table, the last with another spelling of one of the players."""
    return {
        "runde1.csv": table("Anna", "Brigitte", "Chris", "Dora"),
        "runde2.csv": table("Anna", round_two, "Chris", "Dora"),
        "runde3.csv": table("Anna", name, "Chris", "Dora"),
    }


CASES = [
    Case("a round as it should be", {"event.toml": event(), "r1/tisch1.csv": AB, "r1/tisch2.csv": EF}),
    # player-twice on one sheet
    Case(
        "an alias makes two columns one player",
        {
            "event.toml": event(players="Brigitte = ['Anke']"),
            "r1/tisch1.csv": table("Anke", "Brigitte", "Chris", "Dora"),
        },
        [(TWICE, "r1/tisch1.csv", "C1", "error")],
        "Columns B1 “Anke” and C1 “Brigitte” of this sheet are one and the same person, Brigitte",
    ),
    Case(
        "two aliases of somebody who is not there make two columns one player",
        {
            "event.toml": event("", "Birgit = ['Gitte', 'B. Meier']"),
            "tisch1.csv": table("Gitte", "Anna", "B. Meier", "Dora"),
        },
        [(TWICE, "tisch1.csv", "D1", "error")],
    ),
    Case(
        "an alias on another sheet than the name",
        {
            "event.toml": event(TWO, "Brigitte = ['Anke']"),
            "r1/tisch1.csv": table("Brigitte", "Anna", "Chris", "Dora"),
            "r2/tisch1.csv": table("Anke", "Anna", "Chris", "Dora"),
        },
    ),
    Case(
        "the same name twice is told once",
        {"event.toml": event(), "r1/tisch1.csv": table("Anna", "anna", "Chris", "Dora")},
        [("sheet/duplicate-player", "r1/tisch1.csv", "C1", "error")],
    ),
    # player-twice at two tables
    Case(
        "one player at two tables",
        {
            "event.toml": event(),
            "r1/tisch1.csv": AB,
            "r1/tisch2.csv": table("Emil", "Anna", "Gerd", "Heike"),
        },
        [(TWICE, "r1/tisch2.csv", "C1", "error")],
        "Anna sits at two tables of one round: here and on r1/tisch1.csv.",
    ),
    Case(
        "the DDV knows jumpers",
        {
            "event.toml": event(preset="ddv"),
            "r1/tisch1.csv": AB,
            "r1/tisch2.csv": table("Emil", "Anna", "Gerd", "Heike"),
        },
        [(TWICE, "r1/tisch2.csv", "C1", "warning")],
    ),
    Case(
        "one player at two tables, under two spellings",
        {
            "event.toml": event(players="Anna = ['Nana M.']"),
            "r1/tisch1.csv": AB,
            "r1/tisch2.csv": table("Emil", "Nana M.", "Gerd", "Heike"),
        },
        [(TWICE, "r1/tisch2.csv", "C1", "error")],
        "“Nana M.” here and “Anna” on r1/tisch1.csv are one and the same person",
    ),
    Case(
        "a sheet that was copied is one fault",
        {"event.toml": event(), "r1/tisch1.csv": AB, "r1/tisch2.csv": AB},
        [(TWICE, "r1/tisch2.csv", "B1", "error")],
        "All players of this sheet also sit at another table",
    ),
    Case(
        "a table that goes on on a second sheet is one table",
        {"event.toml": event(), "r1/tisch1 teil1.csv": AB, "r1/tisch1 teil2.csv": AB_LATER, "r1/b.csv": EF},
    ),
    Case(
        "tables without a number are told apart by their players",
        {"event.toml": event(), "r1/a.csv": AB, "r1/b.csv": table("Anna", "Emil", "Gerd", "Heike")},
        [(TWICE, "r1/b.csv", "B1", "error")],
    ),
    Case(
        "rounds by names, without an event file",
        {"Runde 1/Tisch 1.csv": AB, "Runde 1/Tisch 2.csv": table("Emil", "Anna", "Gerd", "Heike")},
        [(TWICE, "Runde 1/Tisch 2.csv", "C1", "error")],
    ),
    Case(
        "rounds and tables by names, all in one folder",
        {
            "r1 t1.csv": AB,
            "r1 t2.csv": EF,
            "r2 t1.csv": table("Anna", "Emil", "Chris", "Heike", rows=SECOND),
            "r2 t2.csv": table("Bernd", "Frieda", "Gerd", "Dora", rows=ROWS[::-1]),
        },
    ),
    Case(
        "rounds and tables in numbers alone, one player at two of them",
        {
            "1-01.csv": AB,
            # A title that was copied to all sheets says less than their names.
            "1-02.csv": "Spieleabend, Tisch 1\n" + table("Emil", "Anna", "Gerd", "Heike"),
            "2-01.csv": table("Anna", "Emil", "Chris", "Frieda", rows=SECOND),
            "2-02.csv": table("Bernd", "Ida", "Gerd", "Dora", rows=ROWS[::-1]),
        },
        [(TWICE, "1-02.csv", "C2", "error")],
    ),
    Case(
        "tables of no round",
        {"Tisch 1.csv": AB, "Tisch 2.csv": table("Emil", "Anna", "Gerd", "Heike")},
        [(TWICE, "Tisch 2.csv", "C1", "error")],
        validated=False,
    ),
    Case(
        "evenings of a season are no tables of one round",
        {
            "abend1_tisch1.csv": AB,
            "abend1_tisch2.csv": EF,
            "abend2_tisch1.csv": table("Emil", "Anna", "Gerd", "Heike"),
            "abend2_tisch2.csv": table("Bernd", "Chris", "Dora", "Frieda"),
            "finale.csv": table("Emil", "Anna", "Gerd", "Heike", rows=SECOND),
        },
    ),
    # unknown-player
    Case(
        "a name that is almost another's, among sheets of the same players that say no round",
        {
            "mo.csv": table("Anna", "Brigitte", "Chris", "Dora"),
            "di.csv": table("Anna", "Brigitte", "Chris", "Dora", rows=SECOND),
            "mi.csv": table("Anna", "Brigite", "Chris", "Dora", rows=ROWS[::-1]),
        },
        [(UNKNOWN, "mi.csv", "C1", "error")],
    ),
    Case(
        "a name that is almost another's",
        with_name("Brigite"),
        [(UNKNOWN, "runde3.csv", "C1", "error")],
        'write Brigitte = ["Brigite"] under [players]',
    ),
    Case(
        "the same in an event",
        {"event.toml": event(""), **with_name("Brigite")},
        [(UNKNOWN, "runde3.csv", "C1", "error")],
    ),
    Case(
        "an umlaut in two letters",
        with_name("Mueller", "Müller") | {"runde1.csv": table("Anna", "Müller", "Chris", "Dora")},
        [(UNKNOWN, "runde3.csv", "C1", "error")],
    ),
    Case(
        "two letters changed places",
        with_name("Brigtite"),
        [(UNKNOWN, "runde3.csv", "C1", "error")],
    ),
    Case(
        "the event lists both as players of their own",
        {"event.toml": event("", "Brigitte = []\nBrigite = []"), **with_name("Brigite")},
    ),
    Case(
        "the event lists it as a spelling",
        {"event.toml": event("", "Brigitte = ['Brigite']"), **with_name("Brigite")},
    ),
    Case(
        "whom the event lists is not the odd one, however rare",
        {"event.toml": event("", "Brigite = []"), **with_name("Brigite")},
        [(UNKNOWN, "runde1.csv", "C1", "error"), (UNKNOWN, "runde2.csv", "C1", "error")],
    ),
    Case(
        "too short a name", with_name("Ute", "Uta") | {"runde1.csv": table("Uta", "Bernd", "Chris", "Dora")}
    ),
    Case("too many slips", with_name("Brygyte")),
    Case(
        "initials tell people apart, but each may be the one who has none",
        with_name("Brigitte K.", "Brigitte B."),
        [(UNKNOWN, "runde2.csv", "C1", "warning"), (UNKNOWN, "runde3.csv", "C1", "warning")],
    ),
    Case(
        "two on one sheet are two",
        with_name("Bernd")
        | {
            "runde4.csv": table("Brigitte", "Brigite", "Chris", "Dora"),
            "runde5.csv": with_name("")["runde1.csv"],
        },
    ),
    Case(
        "two at two tables of one round are two",
        {
            "event.toml": event(TWO),
            "r1/tisch1.csv": AB,
            "r1/tisch2.csv": table("Anne", "Emil", "Frieda", "Gerd"),
            "r2/tisch1.csv": AB,
        },
    ),
    Case(
        "as many sheets each, but never in the same round: the later name is the odd one",
        {
            "event.toml": event(TWO),
            "r1/tisch1.csv": AB,
            "r2/tisch1.csv": table("Anne", "Bernd", "Chris", "Dora"),
        },
        [(UNKNOWN, "r2/tisch1.csv", "B1", "error")],
    ),
    Case(
        "as many sheets each, and nothing speaks of rounds",
        {"a.csv": AB, "b.csv": AB.replace("Anna", "Anne")},
    ),
    # missing-sheet
    Case(
        "a pattern without a file",
        {"event.toml": event(TWO), "r1/tisch1.csv": AB},
        [(MISSING, "event.toml", None, "error")],
        "Runde 2: no file fits r2/*.csv.",
    ),
    Case(
        "a table is missing by its number",
        {"event.toml": event(), "r1/tisch1.csv": AB, "r1/tisch3.csv": EF},
        [(MISSING, "event.toml", None, "error")],
        "Runde 1: table 2 has no sheet, though there is r1/tisch3.csv.",
    ),
    Case(
        "without an event file",
        {"Runde 1/Tisch 1.csv": AB, "Runde 1/Tisch 3.csv": EF},
        [(MISSING, "Runde 1/Tisch 3.csv", None, "error")],
        "Runde 1: table 2 has",
        validated=False,
    ),
    Case(
        "without a round",
        {"Tisch 1.csv": AB, "Tisch 3.csv": EF},
        [(MISSING, "Tisch 3.csv", None, "error")],
        "Table 2 has",
        validated=False,
    ),
    Case(
        "a sheet that cannot be read is there all the same",
        {"event.toml": event(), "r1/tisch1.csv": AB, "r1/tisch2.csv": "Prosa\n", "r1/tisch3.csv": EF},
        [("sheet/no-table", "r1/tisch2.csv", None, "error")],
    ),
    Case(
        "what was not asked for is not missing",
        {"Tisch 1.csv": AB, "Tisch 2.csv": AB, "Tisch 3.csv": EF},
        arguments=("Tisch 1.csv", "Tisch 3.csv"),
    ),
    Case("numbers that are no row", {"Tisch 11.csv": AB, "Tisch 31.csv": EF}),
    # games-differ
    Case(
        "fewer games at one table, and points are added up",
        {"event.toml": event(ranking=SUM), "r1/tisch1.csv": AB, "r1/tisch2.csv": SHORT},
        [(DIFFER, "r1/tisch2.csv", None, "warning")],
        "This table played 3 games, others of the same round 4 (such as r1/tisch1.csv).",
    ),
    Case(
        "two rounds of dealing at a table of four, and three at one of three",
        {
            "event.toml": f"[event]\nname = 'Turnier'\ngame = 'skat'\n{SUM}{ONE}",
            "r1/tisch1.csv": skat("Anna", "Bernd", "Chris", "Dora", games=8),
            "r1/tisch2.csv": skat("Emil", "Frieda", "Gerd", games=9),
        },
        [(DIFFER, "r1/tisch1.csv", None, "warning")],
        "This table of 4 played 8 games, and a table of 3 in the same round 9 (r1/tisch2.csv)",
    ),
    Case(
        "points a game level it",
        {"event.toml": event(), "r1/tisch1.csv": AB, "r1/tisch2.csv": SHORT},
    ),
    Case(
        "rounds may differ",
        {"event.toml": event(TWO, ranking=SUM), "r1/tisch1.csv": EF, "r2/tisch1.csv": SHORT},
    ),
    Case(
        "a table on two sheets is counted once",
        {
            "event.toml": event(ranking=SUM),
            "r1/tisch1 a.csv": AB,
            "r1/tisch1 b.csv": AB_LATER,
            "r1/tisch2.csv": table("Emil", "Frieda", "Gerd", "Heike", rows=ROWS * 2),
        },
    ),
    Case(
        "the mean a round does not level it either",
        {
            "event.toml": event(ranking="[ranking]\nmethod = 'mean-round'\n"),
            "r1/tisch1.csv": AB,
            "r1/tisch2.csv": SHORT,
        },
        [(DIFFER, "r1/tisch2.csv", None, "warning")],
    ),
    Case(
        "places at each table do",
        {
            "event.toml": event(ranking="[ranking]\nmethod = 'place'\nplaces = 'table'\n"),
            "r1/tisch1.csv": AB,
            "r1/tisch2.csv": SHORT,
        },
    ),
    # waivers
    Case(
        "an exception that was accepted is a remark",
        {
            "event.toml": event(waiver(more="cell = 'c3'\n") + ONE),
            "r1/tisch1.csv": table("Anna", "Bernd", "Chris", "Dora", rows=ODD),
        },
        [(PATTERN, "r1/tisch1.csv", "C3", "info")],
    ),
    Case(
        "without a cell it holds for the whole sheet, and for no other",
        {
            "event.toml": event(waiver(sheet="r1/*1.csv") + ONE),
            "r1/tisch1.csv": table("Anna", "Bernd", "Chris", "Dora", rows=(*ODD, *ODD[1:])),
            "r1/tisch2.csv": table("Emil", "Frieda", "Gerd", "Heike", rows=ODD),
        },
        [
            (PATTERN, "r1/tisch1.csv", "C3", "info"),
            (PATTERN, "r1/tisch1.csv", "B6", "info"),
            (PATTERN, "r1/tisch2.csv", "C3", "error"),
        ],
    ),
    Case(
        "what is found in another cell stays an error, and the waiver is told",
        {
            "event.toml": event(waiver(more="cell = 'C9'\n") + ONE),
            "r1/tisch1.csv": table("Anna", "Bernd", "Chris", "Dora", rows=ODD),
        },
        [(NOTHING, "event.toml", None, "warning"), (PATTERN, "r1/tisch1.csv", "C3", "error")],
        "The waiver in line 5 accepts doppelkopf/pattern at r1/tisch1.csv:C9, but nothing of that kind",
    ),
    Case(
        "a waiver of a file that is not there",
        {"event.toml": event(waiver(sheet="r1/tisch9.csv") + ONE), "r1/tisch1.csv": AB},
        [(NOTHING, "event.toml", None, "warning")],
        "but no file fits",
    ),
    Case(
        "what was not read cannot be accepted",
        {
            "event.toml": event(waiver("sheet/no-table", "r1/tisch2.csv") + ONE),
            "r1/tisch1.csv": AB,
            "r1/tisch2.csv": "Prosa\n",
        },
        [(NOTHING, "event.toml", None, "warning"), ("sheet/no-table", "r1/tisch2.csv", None, "error")],
        "could not be read",
    ),
    # substitutes, and people on no sheet
    Case("a substitute", {"event.toml": event(substitute() + ONE), "r1/tisch1.csv": AB}),
    Case(
        "a substitute who plays there already",
        {"event.toml": event(substitute(enters="Anna") + ONE), "r1/tisch1.csv": AB},
        [(TWICE, "r1/tisch1.csv", "E4", "error")],
        "“Anna” comes in for Dora here, but has a seat on this sheet already (B1)",
    ),
    Case(
        "a substitute who plays there already under another spelling",
        {"event.toml": event(substitute(enters="Nana") + ONE, "Anna = ['Nana']\n"), "r1/tisch1.csv": AB},
        [(TWICE, "r1/tisch1.csv", "E4", "error")],
        "comes in for Dora",
    ),
    Case(
        "two who change places",
        {
            "event.toml": event(substitute(enters="Anna") + substitute(leaves="Anna", enters="Dora") + ONE),
            "r1/tisch1.csv": AB,
        },
    ),
    Case(
        "one who goes and comes back under another spelling",
        {
            "event.toml": event(substitute() + substitute(game=4, enters="Dodo") + ONE, "Dora = ['Dodo']\n"),
            "r1/tisch1.csv": AB,
        },
    ),
    Case(
        "a substitute for somebody who is not there",
        {"event.toml": event(substitute(leaves="Doris") + ONE), "r1/tisch1.csv": AB},
        [(NOTHING, "event.toml", None, "warning")],
        "In line 5, Emil comes in for Doris from game 3 on in r1/tisch1.csv",
    ),
    Case(
        "a substitute from a game that is not there",
        {"event.toml": event(substitute(game=5) + ONE), "r1/tisch1.csv": AB},
        [(NOTHING, "event.toml", None, "warning")],
    ),
    Case(
        "a substitute on no sheet",
        {"event.toml": event(substitute("tisch1.csv") + ONE), "r1/tisch1.csv": AB},
        [(NOTHING, "event.toml", None, "warning")],
        "no file fits",
    ),
    Case(
        "a published list that is not there",
        {"event.toml": event(ranking="published = ['list*.csv']\n"), "r1/tisch1.csv": AB},
        [(NOTHING, "event.toml", None, "warning")],
        "Under published, list*.csv is to be compared with the ranking, but no file fits.",
    ),
    Case(
        "a correction of a file that is not there",
        {
            "event.toml": event(ONE),
            "r1/tisch1.csv": AB,
            "corrections.csv": "file,sheet,cell,from,to\nr9/x.xlsx,,C1,1,2\n",
        },
        [(NOTHING, "event.toml", None, "warning")],
        "corrections.csv corrects r9/x.xlsx, but there is no such file",
    ),
    Case(
        "teams, penalties and players taken out, by any spelling",
        {
            "event.toml": event(ONE, "Anna = ['Nana']\n[teams]\nA = ['nana', 'bernd']\n")
            + "[[withdrawn]]\nplayer = 'dora'\n"
            + "[[penalties]]\nplayer = 'Nana'\npoints = -3\nreason = 'late'\n",
            "r1/tisch1.csv": AB,
        },
    ),
    Case(
        "a player taken out who is on no sheet",
        {"event.toml": event("[[withdrawn]]\nplayer = 'Xaver'\n" + ONE), "r1/tisch1.csv": AB},
        [(NOTHING, "event.toml", None, "warning")],
        "“Xaver” stands under withdrawn, but is on no sheet.",
    ),
    Case(
        "a member of a team whose name is misspelled",
        {"event.toml": event(ONE, "[teams]\n'Die Asse' = ['Berndt', 'Anna']\n"), "r1/tisch1.csv": AB},
        [(NOTHING, "event.toml", None, "warning")],
        '“Berndt” stands under teams."Die Asse", but is on no sheet. Is “Bernd” meant?',
    ),
    # published lists
    Case("a list as it should be", published(("Anna", 225), ("Chris", 25), ("Bernd", -75), ("Dora", -175))),
    Case(
        "a list of other people is not compared",
        published(("Xaver", 225), ("Yvonne", 25), ("Zoe", -75), ("Dora", -175)),
    ),
    Case(
        "a list that is not to be compared",
        published(("Anna", 225), ("Bernd", 25), ("Chris", -75), ("Dora", -175))
        | {
            "event.toml": "[event]\nname = 'x'\npublished = []\n" + TWO,
        },
    ),
    Case(
        "two scores changed places",
        published(("Anna", 225), ("Bernd", 25), ("Chris", -75), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C3", "error")],
        "The scores of Bernd and Chris were swapped: Bernd has 25 on the list, but the sheets give −75.",
    ),
    Case(
        "a wrong sign",
        published(("Anna", 225), ("Chris", -25), ("Bernd", -75), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C3", "error")],
    ),
    Case(
        "a round that was left out",
        published(("Anna", 50), ("Chris", 25), ("Bernd", -75), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C2", "error")],
    ),
    Case(
        "a round with the wrong sign",
        published(("Chris", 25), ("Bernd", -75), ("Anna", -125), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C4", "error")],
    ),
    Case(
        "a round divided by another number of games",
        published(("Anna", 190), ("Chris", 25), ("Bernd", -75), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C2", "error")],
    ),
    Case(
        "two digits changed places",
        published(("Anna", 252), ("Chris", 25), ("Bernd", -75), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C2", "error")],
    ),
    Case(
        "a difference that nothing explains",
        published(("Anna", 226), ("Chris", 25), ("Bernd", -75), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C2", "error")],
        "Anna has 226 on the list; the sheets give 225.",
    ),
    Case(
        "a penalty that the list leaves out",
        published(
            ("Anna", 225),
            ("Chris", 25),
            ("Bernd", -75),
            ("Dora", -175),
            head="[[penalties]]\nplayer = 'Dora'\npoints = -10\nreason = 'late'\n",
        ),
        [(PUBLISHED, "liste.csv", "C5", "error")],
        "The list leaves out the penalty of −10.",
    ),
    Case(
        "another way of ranking",
        published(("Anna", 9), ("Chris", 1), ("Bernd", -3), ("Dora", -7)),
        [(PUBLISHED, "liste.csv", "C1", "error")],
        "it agrees with “Sum of the points”, the event has “Points per game, round by round”.",
    ),
    Case(
        "somebody who is on no sheet",
        published(("Anna", 225), ("Chris", 25), ("Xaver", 0), ("Bernd", -75), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C4", "error")],
    ),
    Case(
        "a name that is written otherwise",
        published(("Anna", 225), ("Chris", 25), ("Berndt", -75), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C4", "error")],
        "There Bernd is meant, it seems.",
    ),
    Case(
        "a list with its rounds", with_rounds("Anna,2,7,9", "Bernd,0,-3,-3", "Chris,0,1,1", "Dora,-2,-5,-7")
    ),
    Case(
        "a round that is wrong on a list",
        with_rounds("Anna,3,7,9", "Bernd,0,-3,-3", "Chris,0,1,1", "Dora,-2,-5,-7"),
        [(PUBLISHED, "liste.csv", "B2", "error")],
        "Runde 1: Anna has 3 here; the sheet gives 2.",
    ),
    Case(
        "a round with the wrong sign on a list",
        with_rounds("Anna,2,-7,-5", "Bernd,0,-3,-3", "Chris,0,1,1", "Dora,-2,-5,-7"),
        [(PUBLISHED, "liste.csv", "C2", "error")],
        "Runde 2: Anna has −7 here; the sheet gives 7: the sign is wrong.",
    ),
    Case(
        "two players swapped in a round of a list",
        with_rounds("Anna,2,7,9", "Bernd,0,1,1", "Chris,0,-3,-3", "Dora,-2,-5,-7"),
        [(PUBLISHED, "liste.csv", "C3", "error")],
        "Runde 2: Bernd and Chris were swapped. Bernd has 1 here; the sheet gives −3.",
    ),
    Case(
        "a list on which a round is missing for somebody",
        with_rounds("Anna,2,7,9", "Bernd,0,-3,-3", "Chris,0,1,1", "Dora,-2,-,-2"),
        [(PUBLISHED, "liste.csv", "C5", "error")],
        "Runde 2: nothing stands here for Dora; the sheet gives −5.",
    ),
    Case(
        "a list with a round of somebody who was not there",
        with_rounds(
            "Anna,2,7,9",
            "Bernd,0,-3,-3",
            "Chris,0,1,1",
            "Dora,-2,1,-1",
            "Emil,0,-5,-5",
            r2=table("Anna", "Bernd", "Chris", "Emil", rows=SECOND),
        ),
        [(PUBLISHED, "liste.csv", "C5", "error")],
    ),
    Case(
        "a grid of evenings in the folder of its sheets that says something else",
        SEASON
        | {
            "Gesamt.csv": "Datum,Anna,Bernd,Chris,Dora,Emil,Fritz\n12.08.2024,-8,-2,4,6,,\n"
            "19.08.2024,10,2,-4,-8,,\n26.08.2024,13,15,,-7,,-21\nSumme,15,15,0,-9,0,-21\n",
        },
        [(PUBLISHED, "Gesamt.csv", f"{column}5", "error") for column in "BCDEFG"],
        "Anna has 15 on the list; the sheets give 16.",
    ),
    Case(
        "a grid of evenings in the folder of an event of which no round names it",
        {
            "tisch1.csv": table("Anna", "Bernd", "Chris", "Dora"),
            "Saison.csv": "Datum,Anna,Bernd,Chris,Dora,Emil,Fritz\n03.01.2024,-19,,-17,21,15,\n"
            "04.02.2024,-3,,-23,,11,15\n05.03.2024,6,28,,-23,,-11\n"
            "06.04.2024,10,,7,,-1,-16\n07.05.2024,,-5,-22,51,-24,\n"
            "08.06.2024,-29,,44,,-22,7\n",
            "event.toml": "[event]\nname = 'x'\ngame = 'doppelkopf'\n"
            "[[rounds]]\nname = '1'\nsheets = ['tisch1.csv']\n",
        },
    ),
    Case(
        "a grid of evenings in the folder of its sheets",
        SEASON
        | {
            "Gesamt.csv": "Datum,Anna,Bernd,Chris,Dora,Emil,Fritz\n12.08.2024,2,0,0,-2,,\n"
            "19.08.2024,7,-3,,,1,-5\n26.08.2024,7,,-3,-5,1,\nSumme,16,-3,-3,-7,2,-5\n",
        },
    ),
    Case(
        "a grid of evenings in the folder of its sheets with a wrong number",
        SEASON
        | {
            "Gesamt.csv": "Datum,Anna,Bernd,Chris,Dora,Emil,Fritz\n12.08.2024,2,0,0,-2,,\n"
            "19.08.2024,7,-3,,,4,-8\n26.08.2024,7,,-3,-5,1,\nSumme,16,-3,-3,-7,5,-8\n",
        },
        [(PUBLISHED, "Gesamt.csv", "F3", "error"), (PUBLISHED, "Gesamt.csv", "G3", "error")],
        "19.08.2024: Emil has 4 here; the sheet gives 1.",
    ),
    Case(
        "a list with its rounds and a sheet with errors",
        with_rounds(
            "Anna,2,7,9",
            "Bernd,0,-3,-3",
            "Chris,0,1,1",
            "Dora,-2,-5,-7",
            r2=WITH_A_FAULT,
        ),
        [("doppelkopf/zero-sum", "r2/tisch1.csv", "E6", "error")],
        "Game 4 adds up to −1, not 0.",
    ),
    Case(
        "a list taken from a sheet with errors",
        with_rounds(
            "Anna,2,7,9",
            "Bernd,0,-3,-3",
            "Chris,0,1,1",
            "Dora,-2,-6,-8",
            r2=WITH_A_FAULT,
        ),
        [("doppelkopf/zero-sum", "r2/tisch1.csv", "E6", "error")],
        "Game 4 adds up to −1, not 0.",
    ),
    Case(
        "a list that says something else than a sheet with errors, mended or not",
        with_rounds(
            "Anna,2,7,9",
            "Bernd,0,-3,-3",
            "Chris,0,1,1",
            "Dora,-2,-9,-11",
            r2=WITH_A_FAULT,
        ),
        [
            (PUBLISHED, "liste.csv", "C5", "error"),
            ("doppelkopf/zero-sum", "r2/tisch1.csv", "E6", "error"),
        ],
        "Runde 2: Dora has −9 here; the sheet gives −6. Something is wrong on the sheet itself",
    ),
    Case(
        "a list that leaves out a round",
        with_rounds("Anna,2,7,9", "Bernd,0,-3,-3", "Chris,0,1,1", "Dora,-2,-5,-7", r3=AB)
        | {"event.toml": f"[event]\nname = 'x'\n{SUM}{TWO}{TWO[len(ONE) :].replace('2', '3')}"},
        [(PUBLISHED, "liste.csv", "D1", "error")],
        "This list leaves out 1 sheet: r3/tisch1.csv.",
    ),
    Case(
        "somebody who is not on the list",
        published(("Anna", 225), ("Bernd", -75), ("Dora", -175)),
        [(PUBLISHED, "liste.csv", "C1", "error"), (SUMS, "liste.csv", "C1", "warning")],
        "Chris is not on the list; the sheets give 25.",
    ),
    Case(
        "equal scores that a tie-break parts the other way round",
        {
            "event.toml": event(ranking="[ranking]\nties = ['wins']\n"),
            "r1/tisch1.csv": table("Anna", "Bernd", "Chris", "Dora", rows=PARTED),
            "liste.csv": "Rang,Spieler,Punkte\n1,Anna,133.33\n2,Bernd,0\n3,Chris,0\n4,Dora,-133.33\n",
        },
        [(PUBLISHED, "liste.csv", "C3", "error")],
        "Bernd has rank 2 on the list; by the sheets it is 3, the scores being the same.",
    ),
    Case(
        "equal scores that a tie-break parts",
        {
            "event.toml": event(ranking="[ranking]\nties = ['wins']\n"),
            "r1/tisch1.csv": table("Anna", "Bernd", "Chris", "Dora", rows=PARTED),
            "liste.csv": "Rang,Spieler,Punkte\n1,Anna,133.33\n2,Chris,0\n3,Bernd,0\n4,Dora,-133.33\n",
        },
    ),
    Case(
        "rounds that are each rounded before they are added up",
        {
            "event.toml": event(TWO),
            "r1/tisch1.csv": table("Anna", "Bernd", "Chris", "Dora", rows=THIRDS),
            "r2/tisch1.csv": table("Anna", "Bernd", "Chris", "Dora", rows=THIRDS),
            "liste.csv": "Rang,Spieler,Punkte\n1,Anna,66\n1,Bernd,66\n1,Chris,66\n4,Dora,-201\n",
        },
        [(PUBLISHED, "liste.csv", "C5", "error")],
        "Dora has −201 on the list; the sheets give −200.",
    ),
    Case(
        "a list of means where no event says how it counts",
        {
            "tisch1.csv": "Doppelkopf\n" + table("Anna", "Bernd", "Chris", "Dora", rows=THIRDS),
            "liste.csv": "Rang,Spieler,Schnitt\n1,Anna,0.33\n1,Bernd,0.33\n1,Chris,0.33\n4,Dora,-1\n",
        },
    ),
    Case(
        "a correction of a cell that says something else",
        {
            "event.toml": event(),
            "r1/tisch1.csv": AB,
            "r1/tisch2.csv": EF,
            "corrections.csv": "file,sheet,cell,from,to\nr1/tisch1.csv,,B2,99,98\n",
        },
        [("tournament/matches-nothing", "r1/tisch1.csv", "B2", "warning")],
        "corrections.csv says that B2 was corrected from 99 to 98",
    ),
]


_KNOWN: dict[tuple[object, ...], Checked] = {}


def once(sources: Sequence[Source], keep: Keep, _progress: Progress | None = None) -> Checked:
    """The files by themselves, each checked once for all cases that hold it."""
    keys = [(one.shown, one.path.read_bytes(), repr(one.settings), keep) for one in sources]
    for key, source in zip(keys, sources, strict=True):
        if key not in _KNOWN:
            _KNOWN[key] = check_files((source,), keep)
    return put_together(map(_KNOWN.__getitem__, keys))


def checked(folder: Path, *arguments: str, ranking: bool, **settings: Any) -> tuple[Job, Checked]:
    under = Settings(**settings)
    job = plan(arguments or (".",), folder, under, None)
    found = check(job, under, Keep(results=ranking), once)
    assert found.crashes == ()
    return job, found


def put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def told(found: Checked) -> Found:
    return [
        (finding.rule, finding.path, finding.cell.a1 if finding.cell else None, finding.severity.word)
        for finding in found.findings
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.why)
def test_what_the_sheets_say_together(tmp_path: Path, case: Case) -> None:
    put(tmp_path, case.files)
    _, found = checked(tmp_path, *case.arguments, ranking=True)
    assert told(found) == case.found
    slug = "-".join(re.findall(r"\w+", case.why.lower()))
    lines = (line for file in found.files for line in (f"== {file.path}", *said_of(file)))
    held(EVENTS / f"{slug}.txt", lines)
    if case.says:
        assert case.says in MESSAGES["en"].text(found.findings[0])
    for language in LANGUAGES:
        for finding in found.findings:
            assert MESSAGES[language].text(finding)
    _, found = checked(tmp_path, *case.arguments, ranking=False)
    expected = case.found if case.validated else []
    assert told(found) == expected


def test_nothing_is_held_of_what_is_gone() -> None:
    assert len(list(EVENTS.iterdir())) == len(CASES)


def test_every_rule_has_a_passing_and_a_failing_case() -> None:
    found = {rule for case in CASES for rule, *_ in case.found}
    assert {rule.name for rule in {*EVENT_RULES} - {SHEETS_DIFFER, COPY}} <= found
    assert any(not case.found for case in CASES)


@pytest.mark.slow
def test_every_sentence_is_said_in_some_case(tmp_path: Path) -> None:
    said: dict[str, set[str]] = {rule.name: set() for rule in EVENT_RULES}
    for number, case in enumerate(case for case in CASES if case.found):
        put(tmp_path / str(number), case.files)
        _, found = checked(tmp_path / str(number), *case.arguments, ranking=True)
        for finding in found.findings:
            said.setdefault(finding.rule, set()).add(finding.variant or "default")
    # Those of a second sheet of a table are said in tests/e2e/test_compare.py, of a copy in test_twice.py.
    for rule in {*EVENT_RULES} - {SHEETS_DIFFER, COPY}:
        assert said[rule.name] == set(MESSAGES["en"].rule(rule.name).texts)


def test_findings_stand_with_their_sheets_and_make_the_ranking_provisional(tmp_path: Path) -> None:
    put(tmp_path, with_name("Brigite"))
    job, found = checked(tmp_path, ranking=True)
    assert [(file.path, file.status) for file in found.files] == [
        ("runde1.csv", "ok"),
        ("runde2.csv", "ok"),
        ("runde3.csv", "errors"),
    ]
    assert [finding.rule for finding in found.files[2].sheets[0].findings] == [UNKNOWN]
    outcome = rank_job(job, found, "x")
    assert outcome is not None
    assert outcome.standings.provisional


def test_a_missing_sheet_makes_the_ranking_provisional(tmp_path: Path) -> None:
    put(tmp_path, {"event.toml": event(TWO), "r1/tisch1.csv": AB})
    job, found = checked(tmp_path, ranking=True)
    assert [(file.path, file.status) for file in found.files] == [
        ("r1/tisch1.csv", "ok"),
        ("event.toml", "errors"),
    ]
    outcome = rank_job(job, found, "x")
    assert outcome is not None
    assert outcome.standings.provisional


def test_rules_can_be_left_out(tmp_path: Path) -> None:
    put(tmp_path, with_name("Brigite"))
    _, found = checked(tmp_path, ranking=True, selection=Selection(ignore=["tournament/*"]))
    assert told(found) == []


def test_each_event_has_players_of_its_own(tmp_path: Path) -> None:
    for name in ("one", "two"):
        put(tmp_path / name, {"event.toml": event(), "r1/tisch1.csv": AB})
    put(tmp_path / "two", {"r1/tisch1.csv": table("Anne", "Bernd", "Chris", "Dora")})
    put(tmp_path / "two", {"r1/tisch2.csv": table("Bernd", "Emil", "Gerd", "Heike")})
    _, found = checked(tmp_path, ranking=False)
    assert told(found) == [(TWICE, "two/r1/tisch2.csv", "B1", "error")]


def test_a_single_sheet_of_an_event_is_not_asked_for_the_others(tmp_path: Path) -> None:
    put(tmp_path, {"event.toml": event(TWO), "r1/tisch1.csv": AB, "r1/tisch3.csv": EF})
    settings = Settings()
    job = plan(["r1/tisch1.csv"], tmp_path, settings, tmp_path / "event.toml")
    assert told(check(job, settings, Keep())) == []


def test_a_check_that_fails_takes_no_other_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by design")

    monkeypatch.setattr("scorecheck.tournament.joint_checks.two_tables", fail)
    put(tmp_path, with_name("Brigite"))
    settings = Settings()
    found = check(plan(["."], tmp_path, settings, None), settings, Keep(results=True))
    assert [crash.rule for crash in found.crashes] == [TWICE]
    assert [rule for rule, *_ in told(found)] == [UNKNOWN]


def test_the_games_that_would_be_ranked_together(tmp_path: Path) -> None:
    put(tmp_path, {"event.toml": event(), "r1/tisch1.csv": AB})
    shutil.copy(ROOT / "samples" / "chouette" / "mcc-extra.csv", tmp_path / "mcc.csv")
    job, found = checked(tmp_path, ranking=True)
    # The event's rounds do not name the other one.
    assert games_to_rank(job, found) == ("doppelkopf",)
    (tmp_path / "event.toml").unlink()
    job, found = checked(tmp_path, ranking=True)
    assert games_to_rank(job, found) == ("chouette", "doppelkopf")
