"""The files that are measured, made from a seed: ``python -m benchmarks.speed.workload FOLDER``.

Games and slips are those of ``benchmarks.slips``, the event is that of ``benchmarks.reports``.
"""

from __future__ import annotations

import csv
import json
import sys
from itertools import chain
from pathlib import Path
from random import Random
from shutil import copyfile, rmtree
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.reports.events import event
from benchmarks.slips import slips
from benchmarks.slips.doppelkopf import draw_game
from benchmarks.slips.layouts import LAYOUTS
from benchmarks.slips.sheets import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.slips.sheets import Sheet

    Line = Sequence[str | int]

EDITION = "1"
"""Raised whenever other files are made: those of before are then made anew."""
GAMES = 24
"""So many games has a sheet of a round."""
FOLDER_OF = 500
ARCHIVE_OF = 10_000
LONG = 1_000_000
LONG_XLSX = 100_000
GROWTH = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
"""Rows of the sheets that show how the time grows."""
SEATS = (4, 8, 16, 32, 64, 128, 200)
"""Players of the sheets that do."""
SEATS_GAMES = 1_000
OF_MANY = 2_000
"""Files that are given to several processes, and to a cluster."""
_NAMES = ("Anna", "Bernd", "Chris", "Dora", "Emil")


class Files(NamedTuple):
    """Where each of the files is, below one folder."""

    home: Path

    @property
    def small_csv(self) -> Path:
        """A sheet of 24 games."""
        return self.home / "sheet.csv"

    @property
    def small_xlsx(self) -> Path:
        """The same as a workbook."""
        return self.home / "sheet.xlsx"

    @property
    def wrong(self) -> Path:
        """A sheet with a game that does not add up to 0: what it is for a tool to have looked."""
        return self.home / "wrong.csv"

    @property
    def clean(self) -> Path:
        """500 workbooks without a fault."""
        return self.home / "clean"

    @property
    def slipped(self) -> Path:
        """500 workbooks with one slip each."""
        return self.home / "slipped"

    @property
    def long_csv(self) -> Path:
        """A million games of five players."""
        return self.rows(LONG)

    @property
    def long_xlsx(self) -> Path:
        """100,000 games of five players, as a workbook."""
        return self.home / "long.xlsx"

    @property
    def event(self) -> Path:
        """40 players, 5 rounds, 50 sheets."""
        return self.home / "event"

    @property
    def archive(self) -> Path:
        """10,000 workbooks and 10,000 CSV files."""
        return self.home / "archive"

    @property
    def part_of_archive(self) -> Path:
        """A tenth of the archive: whether memory grows with the number of files."""
        return self.home / "part-of-archive"

    @property
    def many(self) -> Path:
        """2,000 CSV files."""
        return self.home / "many"

    def rows(self, count: int) -> Path:
        """A CSV file of so many games of five players."""
        return self.home / "rows" / f"{count}.csv"

    def seats(self, count: int) -> Path:
        """A chouette of so many players, 1,000 games, running totals."""
        return self.home / "players" / f"{count}.csv"


def made(home: Path, seed: str = "1") -> Files:
    """Makes the files, where they are not there yet from a run before."""
    files, mark = Files(home), home / "made.json"
    what = json.dumps({"edition": EDITION, "seed": seed})
    if mark.is_file() and mark.read_text(encoding="utf-8") == what:
        return files
    if home.exists():
        rmtree(home)
    for folder in (files.clean, files.slipped, files.archive, files.part_of_archive, files.many):
        folder.mkdir(parents=True)
    for folder in ("rows", "players"):
        (home / folder).mkdir()
    _small(files, _luck(seed, "small"))
    _folders(files, _luck(seed, "folders"))
    _archive(files, _luck(seed, "archive"))
    for count in GROWTH:
        write_csv(files.rows(count), five_players(count, _luck(seed, "rows")))
    write_xlsx(files.long_xlsx, five_players(LONG_XLSX, _luck(seed, "rows")))
    for count in SEATS:
        write_csv(files.seats(count), chouette(count, SEATS_GAMES, _luck(seed, f"players {count}")))
    event(files.event, 40, 5)
    mark.write_text(what, encoding="utf-8")
    return files


def _luck(seed: str, part: str) -> Random:
    return Random(f"{seed}/{part}")


def _small(files: Files, luck: Random) -> None:
    lines = list(four_players(GAMES, luck))
    write_csv(files.small_csv, lines)
    write_xlsx(files.small_xlsx, lines)
    game, first, *others = lines[7]
    write_csv(files.wrong, [*lines[:7], (game, int(first) + 1, *others), *lines[8:]])


def _folders(files: Files, luck: Random) -> None:
    # Imported late: a clean sheet is made without scorecheck.
    from benchmarks.slips.checking import breaks_a_rule

    layout, share_of = LAYOUTS["points-4-total"], slips.shares("doppelkopf")
    for at in range(FOLDER_OF):
        write_xlsx(files.clean / f"{at}.xlsx", four_players(GAMES, luck))
        while True:
            sheet = layout.generate(luck)
            sheet = slips.applied(sheet, slips.draw(sheet, share_of, luck).change)
            # A slip that no rule can see asks for no repair.
            if breaks_a_rule(sheet):
                break
        write_xlsx(files.slipped / f"{at}.xlsx", _lines(sheet))


def _archive(files: Files, luck: Random) -> None:
    for at in range(ARCHIVE_OF):
        lines = list(four_players(GAMES, luck))
        workbook, text = files.archive / f"{at}.xlsx", files.archive / f"{at}.csv"
        write_xlsx(workbook, lines)
        write_csv(text, lines)
        if at < OF_MANY:
            copyfile(text, files.many / text.name)
        if at < ARCHIVE_OF // 10:
            for one in (workbook, text):
                copyfile(one, files.part_of_archive / one.name)


def four_players(games: int, luck: Random) -> Iterator[Line]:
    """Points of each game of Doppelkopf, headings first."""
    yield ("Spiel", *_NAMES[:4])
    for game in range(1, games + 1):
        yield (game, *draw_game(luck))


def five_players(games: int, luck: Random) -> Iterator[Line]:
    """Points of each game; who deals sits out, and the deal passes on."""
    yield ("Spiel", *_NAMES)
    for game in range(1, games + 1):
        points: list[str | int] = list(draw_game(luck))
        points.insert(game % 5, "")
        yield (game, *points)


def chouette(players: int, games: int, luck: Random) -> Iterator[Line]:
    """Running totals; in each game one plays against all others."""
    yield ("Game", *(f"Player {at}" for at in range(1, players + 1)))
    totals = [0] * players
    for game in range(1, games + 1):
        box, value = luck.randrange(players), luck.choice((1, 2, 4)) * luck.choice((1, -1))
        totals = [
            total + (value * (players - 1) if seat == box else -value) for seat, total in enumerate(totals)
        ]
        yield (game, *totals)


def _lines(sheet: Sheet) -> Iterator[Line]:
    """A sheet of the slips as it is typed: numbers as numbers."""
    for row in chain((sheet.headings,), sheet.rows):
        yield [value if (value := number(text)) is not None else text for text in row]


def write_csv(path: Path, lines: Iterable[Line]) -> None:
    """Writes a sheet as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(lines)


def write_xlsx(path: Path, lines: Iterable[Line]) -> None:
    """Writes a sheet as a workbook."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Tisch 1")
    for line in lines:
        sheet.append([None if value == "" else value for value in line])
    book.save(path)


if __name__ == "__main__":
    made(Path(sys.argv[1]), *sys.argv[2:])
