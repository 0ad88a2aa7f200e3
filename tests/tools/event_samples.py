"""The sample events besides the TCG's: made up, and the same each time they are made."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

Row = list[int | str | None]
Games = Callable[..., list[Row]]
Write = Callable[[Path, list[Row]], None]


def write(events: Path, games: Games, write_csv: Write, yatzy: list[Row]) -> None:
    """Writes the events; ``games`` makes those of a table of Doppelkopf."""
    _chouette(events / "chouette-evening", write_csv)
    _krug(events / "krug", games, write_csv)
    _yatzy(events / "yatzy-night", write_csv, yatzy)
    _round_robin(events / "acey-deucey-round-robin", write_csv)
    _season(events / "season", games, write_csv)


def _event(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "event.toml").write_text(text, encoding="utf-8", newline="\n")


def _chouette(folder: Path, write_csv: Write) -> None:
    """One evening of a chouette: in each entry the box settles with everybody."""
    chance = random.Random(1)
    players = ["Gabi", "Hansi", "Maria", "Peter"]
    totals = [0] * len(players)
    rows: list[Row] = [[*players, "Kontrolle"], [*totals, "0/0"]]
    for _ in range(24):
        box = chance.randrange(len(players))
        won = chance.random() < 0.5
        factor = chance.choice([1, 1, 1, 1, 2])
        for seat in range(len(players)):
            if seat != box:
                paid = chance.choice([1, 2, 2, 4]) * factor * (1 if won else -1)
                totals[box] += paid
                totals[seat] -= paid
        plus = sum(total for total in totals if total > 0)
        rows.append([*totals, f"{plus}/{plus}"])
    write_csv(folder / "abend.csv", rows)
    _event(
        folder,
        """[event]
name = "Chouette am Freitag"
date = 2014-11-21
game = "chouette"
preset = "mcc"
""",
    )


def _krug(folder: Path, games: Games, write_csv: Write) -> None:
    """Two rounds of Doppelkopf with a table of five, and a sign that was lost on one of the sheets."""
    five = ["Anna", "Bernd", "Chris", "Dora", "Emil"]
    four = ["Frieda", "Gerd", "Heike", "Ivo"]
    mixed = ["Anna", "Gerd", "Dora", "Ivo", "Frieda"]
    rest = ["Bernd", "Chris", "Emil", "Heike"]
    tables = {
        "runde1/tisch1.csv": (five, 20),
        "runde1/tisch2.csv": (four, 16),
        "runde2/tisch1.csv": (mixed, 20),
        "runde2/tisch2.csv": (rest, 16),
    }
    for seed, (name, (players, number)) in enumerate(tables.items(), 70):
        rows = games(players, number, seed)
        if name == "runde2/tisch2.csv":
            rows[4][2] = -int(rows[4][2] or 0)
        write_csv(folder / name, [["Spiel", *players], *rows])
    _event(
        folder,
        """[event]
name = "Doppelkopf im Krug"
date = 2014-12-05
game = "doppelkopf"
preset = "tcg"

[ranking]
method = "normalized"
ties = ["wins", "solos", "last-round", "share"]

[[rounds]]
name = "Runde 1"
sheets = ["runde1/*.csv"]

[[rounds]]
name = "Runde 2"
sheets = ["runde2/*.csv"]

[teams]
"Die Alten" = ["Anna", "Bernd", "Chris"]
"Die Jungen" = ["Dora", "Emil", "Frieda"]
"Die Neuen" = ["Gerd", "Heike", "Ivo"]

[[penalties]]
player = "Ivo"
points = -5
reason = "kam zu spät"
""",
    )


def _yatzy(folder: Path, write_csv: Write, card: list[Row]) -> None:
    """Two cards of the same players; on the second everybody has another's values."""
    write_csv(folder / "omgang1.csv", card)
    write_csv(folder / "omgang2.csv", [card[0], *([row[0], *row[2:], *row[1:2]] for row in card[1:])])
    _event(
        folder,
        """[event]
name = "Yatzykveld"
date = 2014-12-12
game = "yatzy"
preset = "yatzy"

[ranking]
method = "sum"
ties = ["yatzys", "upper-sum"]

[[rounds]]
name = "Omgang 1"
sheets = ["omgang1.csv"]

[[rounds]]
name = "Omgang 2"
sheets = ["omgang2.csv"]
""",
    )


def _round_robin(folder: Path, write_csv: Write) -> None:
    """Everybody against everybody, two games each."""
    chance = random.Random(3)
    rows: list[Row] = [["Game", "Winner", "Loser", "Points"]]
    for pair in combinations(["Anna", "Bernd", "Chris", "Dora"], 2):
        for _ in range(2):
            winner, loser = chance.sample(pair, 2)
            rows.append([len(rows), winner, loser, chance.randint(1, 15)])
    write_csv(folder / "games.csv", rows)
    _event(
        folder,
        """[event]
name = "Acey-deucey, everybody against everybody"
date = 2014-12-19
game = "acey-deucey"

[ranking]
method = "sum"
ties = ["wins", "direct"]
""",
    )


def _season(folder: Path, games: Games, write_csv: Write) -> None:
    """Three evenings with points for the ranks, of which the best two count."""
    tables = [
        ["Anna", "Bernd", "Chris", "Dora"],
        ["Anna", "Bernd", "Dora", "Emil"],
        ["Anna", "Chris", "Dora", "Emil"],
    ]
    for number, players in enumerate(tables, 1):
        evening = folder / f"abend{number}"
        write_csv(evening / "tisch1.csv", [["Spiel", *players], *games(players, 12, 40 + number)])
        _event(
            evening,
            f"""[event]
name = "Abend {number}"
date = 2015-0{number}-09
game = "doppelkopf"
preset = "tcg"
""",
        )
    (folder / "season.toml").write_text(
        """[season]
name = "Winterrunde 2015"

[ranking]
method = "points"        # what the ranks are worth; or "scores", carried from each evening
points = [5, 3, 2, 1]
best_events = 2

[[events]]
path = "abend1"

[[events]]
path = "abend2"

[[events]]
path = "abend3"
""",
        encoding="utf-8",
        newline="\n",
    )
