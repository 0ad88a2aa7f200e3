"""What came out: checked files, results of tables, standings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from scorecheck.model.cells import CellRef, Number
from scorecheck.model.finding import Edit, Finding, Param, Severity, status_of
from scorecheck.model.played import PlayerPart
from scorecheck.model.record import NamedTuple, field, record, replace
from scorecheck.model.sheet import Sheet

if TYPE_CHECKING:
    from scorecheck.model.noticed import Noticed
    from scorecheck.model.statistics import Statistics, Tally

SheetId: TypeAlias = tuple[str, str | None]
"""A sheet by its path and its shown name in the workbook."""


Counts: TypeAlias = Literal["games", "rounds", "evenings"]
"""What the number of games in a result counts."""


class PlayerResult(NamedTuple):
    """What one player has from one sheet."""

    player: str
    points: Number
    games: int
    """The games that this player took part in."""
    figures: Mapping[str, Number] = {}
    """What else the sheet says of this player and a ranking may ask for, each a number that is added
    up over the sheets: ``wins``, ``solos``, ``yatzys``, ``upper-sum`` … A figure that the sheet does
    not tell is not there: that is not 0."""
    each: tuple[Number, ...] = ()
    """What each game gave, where everybody plays games alone and the most points win one: cards."""
    claimed: Number | None = None
    """What the totals on the sheet say; ``None`` where it has none."""


@record
class Result:
    """What a sheet gives for a ranking."""

    path: str
    sheet: str | None
    players: tuple[PlayerResult, ...]
    games: int
    """The games played at the table."""
    faulty: bool
    """The sheet has errors: a ranking built on it is provisional."""
    opening: tuple[Number, ...] = ()
    """The totals of its first row, where they may be carried in from a sheet that is not there; they are
    still in the points."""
    title: str = ""
    """What stands above its headings: often round and table."""
    shown_name: str | None = None
    """The name of the sheet, with the part of it that the table is where there are several."""
    zero_sum: bool = False
    """By the rules of the game the points of its players add up to 0."""
    tally: Tally | None = None
    """What its games add to the statistics; ``None`` where they tell nothing of that."""
    parts: tuple[PlayerPart, ...] = ()
    """What each player got in each game, where that is kept."""
    table: int | None = None
    """The number of its table, where the event says it; it goes before what names say."""
    numbers: tuple[int, int] | None = None
    """The round and the table that the names of its workbook say together, as ``2-03``."""
    a_point: Number = 0
    """Not 0: its points are so much each, in euros, where the game counts points, or cents."""
    after: int = 0
    """It goes on from another sheet, whose games are not its own: so many came before."""
    a_round: int = 1
    """So many of its games are as much as one of another table: a round of dealing."""

    @property
    def id(self) -> SheetId:
        """The sheet that gives it."""
        return self.path, self.shown_name


class Rows(NamedTuple):
    """What the games of a sheet gave: so another sheet of the same table is known."""

    points: tuple[tuple[Number, ...], ...]
    """Of each game, by the players of the sheet."""
    numbers: frozenset[int]
    """The numbers of these games, where they have any."""
    opens: bool = False
    """The first row says that it is no game, but where everybody stood before."""
    of_card: bool = False
    """They are the boxes of a card, each with its own place."""
    games: tuple[tuple[int, str], ...] = ()
    """The row of each game in the table, and how messages name it."""


class SheetGives(NamedTuple):
    """What a sheet gave to a ranking, and under which rules it was read."""

    path: str
    sheet: str | None
    round: str
    game: str | None
    preset: str | None
    options: Mapping[str, str | int | bool]
    """The choices of its rules that were in force."""
    sha256: str | None
    """Of the bytes of the file; ``None`` where they are not at hand."""
    faulty: bool
    players: tuple[PlayerResult, ...]


class ListedPart(NamedTuple):
    """What a line of a published list says of one evening or round."""

    name: str
    """What the list calls the evening."""
    points: Number | None
    """``None`` where nothing stands."""
    cell: CellRef
    said: str = ""
    """What stands in the cell."""


class Listed(NamedTuple):
    """A line of a published list."""

    player: str
    score: Number
    decimals: int
    """How many the score shows."""
    rank: int | None
    """``None`` where none stands."""
    cell: CellRef
    """Where the score stands."""
    parts: tuple[ListedPart, ...] = ()
    """The evenings or rounds that stand beside the score, or that it is worked out from."""
    said: str = ""
    """What stands in the cell of the score; empty where the list has none."""
    name_cell: CellRef | None = None
    """Where the name stands, if that is not beside the score."""
    beside: tuple[ListedPart, ...] = ()
    """The numbers under other headings, which may be won games or points."""


class Skipped(NamedTuple):
    """A rule that could not be checked on some rows."""

    path: str
    sheet: str | None
    rule: str
    rows: tuple[int, ...]
    """The rows of the sheet, counted from 1."""
    why: str = "skipped"
    """``skipped``: a value there could not be read; ``unfollowed``: after an earlier fault it is not
    known how the game stood; ``told``: a finding there says it."""


class Crash(NamedTuple):
    """A step that failed by itself: a fault in scorecheck, not in the sheet."""

    rule: str | None
    """The rule that was being checked, if it was one."""
    path: str
    row: int | None
    """The row of the sheet, counted from 1."""
    cause: str
    step: str = "check"
    """What was being done: a key of the labels under ``step``."""
    sheet: str | None = None
    trace: str = ""
    """Where in the program it happened, if that was asked for."""


class Note(NamedTuple):
    """A remark for the person at the screen: a key of the labels and the words that it names."""

    key: str
    params: Mapping[str, Param] = {}


@record
class CheckedSheet:
    """A scoresheet that was read and checked."""

    sheet: Sheet
    entries: int
    findings: tuple[Finding, ...]
    result: Result | None = None
    """``None`` where the sheet gives nothing to a ranking: a published list."""
    skipped: tuple[Skipped, ...] = ()
    course: tuple[tuple[Number, ...], ...] = ()
    """Where each player of the result stands after each game; kept only with the rows. Beside a result
    that was left out, the first of them are the players of the sheet."""
    searched: bool = True
    """Repairs were looked for as far as there may be any; else the sheet has too many faults for it."""
    listed: tuple[Listed, ...] = ()
    """The lines of a published list that could be read, where results are kept."""
    grounds: tuple[str, ...] = ()
    """What an ok of the sheet rests on: keys of the labels under ``rests``."""
    held_on: Mapping[str, int] = field(default_factory=dict[str, int])
    """Of those that could not be checked on every row, on how many they were."""
    of_rounds: tuple[Result, ...] = ()
    """What a published list without scores gives to a ranking, round by round."""
    of_evenings: tuple[Listed, ...] = ()
    """What everybody has on a grid of evenings or a long list, where results are kept."""
    repaired: Mapping[tuple[Edit, ...], Result] = field(default_factory=dict["tuple[Edit, ...]", "Result"])
    """What it would give with the edits of a repair, where that is asked; as far as it was worked out."""
    rows: Rows | None = None
    """What its games gave, where that is kept."""
    noticed: Noticed | None = None
    """How much a check of it would notice, where that is asked."""
    again: str = ""
    """The sheet whose table it says once more; then its own result does not count."""

    @property
    def id(self) -> SheetId:
        """Its path and its shown name."""
        return self.sheet.path, self.sheet.shown_name


def file_status(sheets: Iterable[CheckedSheet], findings: Sequence[Finding]) -> str:
    """What the findings make of a file; ``read`` only where nothing on any of its sheets could be checked."""
    status = status_of(findings)
    checked = status == "read" and any(status_of(sheet.findings) != status for sheet in sheets)
    return "warnings" if checked else status


@record
class CheckedFile:
    """A file with all that was found in it; ``findings`` holds those of its sheets, too."""

    path: str
    status: str
    """``ok``, ``read`` (nothing in it could be checked), ``warnings``, ``errors`` or ``unreadable``."""
    sheets: tuple[CheckedSheet, ...]
    findings: tuple[Finding, ...]


class ComparedRow(NamedTuple):
    """A row of a table as each of its sheets has it."""

    label: str
    """The number of the game, or the name of the row."""
    cells: tuple[tuple[str, ...] | None, ...]
    """For each sheet what stands there for each player of the first; ``None``: it lacks the row."""
    differs: tuple[bool, ...]
    """For each player whether the sheets differ."""
    rows: tuple[int | None, ...] = ()
    """Where it stands on each sheet, counted from 1."""


class Together(NamedTuple):
    """The sheets of one table."""

    sheets: tuple[tuple[str, str | None], ...]
    """Each by its path and its name there."""
    rows: int
    """How many rows they have side by side."""
    differences: int
    players: tuple[str, ...] = ()
    """Of the first sheet."""
    lines: tuple[ComparedRow, ...] = ()
    """The rows side by side, from the top; no more than can be looked at."""


@record
class Checked:
    """All that one run of the checks gives."""

    files: tuple[CheckedFile, ...]
    notes: tuple[Note, ...] = ()
    crashes: tuple[Crash, ...] = ()
    together: tuple[Together, ...] = ()
    """The sheets of one table that were held against each other."""

    @property
    def sheets(self) -> list[CheckedSheet]:
        """The sheets of all files."""
        return [sheet for file in self.files for sheet in file.sheets]

    def with_sheets(self, made: Callable[[CheckedSheet], CheckedSheet]) -> Checked:
        """The run with each sheet replaced by what ``made`` gives for it; the findings of files stay."""
        files = (replace(file, sheets=tuple(map(made, file.sheets))) for file in self.files)
        return replace(self, files=tuple(files))

    @property
    def findings(self) -> list[Finding]:
        """The findings of all files, by path, sheet, row, column and rule."""
        return sorted((f for file in self.files for f in file.findings), key=lambda f: f.sort_key)

    def count(self, severity: Severity) -> int:
        """The number of findings of a severity, with those that are counted and not listed."""
        return sum(f.count for file in self.files for f in file.findings if f.severity == severity)

    def telling(self, told: Retelling, paths: Container[str] | None = None) -> Checked:
        """The run with the findings of each file, and of each of its sheets, replaced by what ``told`` makes
        of them; of all files, or of those with these paths."""
        return replace(
            self,
            files=tuple(
                _telling(file, told) if paths is None or file.path in paths else file for file in self.files
            ),
        )


Retelling: TypeAlias = Callable[[Iterable[Finding]], Iterable[Finding]]
"""Makes other findings of those that there are."""


def retold(file: CheckedFile, sheets: tuple[CheckedSheet, ...], findings: tuple[Finding, ...]) -> CheckedFile:
    """A file with other findings; one that cannot be read stays unreadable."""
    status = file.status if file.status == "unreadable" else file_status(sheets, findings)
    return replace(file, status=status, sheets=sheets, findings=findings)


def _telling(file: CheckedFile, told: Retelling) -> CheckedFile:
    sheets = tuple(replace(one, findings=tuple(told(one.findings))) for one in file.sheets)
    return retold(file, sheets, tuple(told(file.findings)))


class RoundScore(NamedTuple):
    """One player's part of one round."""

    name: str
    points: Number
    games: int
    score: Fraction
    counted: bool = True
    """It counts for the score; else it is one of the worst rounds, which do not."""
    place: int | None = None
    """The place in this round, shared by equal scores."""


class Standing(NamedTuple):
    """One line of the standings."""

    rank: int
    """0 for a player who is not ranked."""
    player: str
    score: Fraction
    games: int
    rounds: tuple[RoundScore, ...]
    ties: tuple[Fraction | None, ...] = ()
    """The values of the tie-breaks of the standings, in their order; ``None``: undefined."""
    asked: tuple[Fraction | None, ...] = ()
    """Those of the values by which the line was really held against others of its score. ``None`` where
    that was not needed, or the value is undefined for somebody in the tie, so that it parts nobody."""
    penalty: Fraction = Fraction(0)
    """What penalties that name no round add to the score: below 0 as a rule."""
    status: str = ""
    """Why the player is not ranked: ``withdrawn``, ``disqualified``, ``too-few-games``."""
    reason: str = ""
    """What the event file says of that."""


class Club(NamedTuple):
    """Whose event it is, as its pages and prints say it; empty where the file does not."""

    name: str = ""
    logo: str = ""
    """A picture, from the folder of the file on."""
    footer: str = ""


class Penalty(NamedTuple):
    """Points added to, or mostly taken from, a player for a reason."""

    player: str
    points: Number
    reason: str
    round: str | None = None
    """The round to whose points they belong; ``None``: they belong to the score."""


class TeamMember(NamedTuple):
    """A player of a team."""

    player: str
    score: Fraction | None
    """``None``: the player is not ranked, or has not played."""
    counted: bool


class TeamStanding(NamedTuple):
    """One line of the standings of the teams."""

    rank: int
    team: str
    score: Fraction
    members: tuple[TeamMember, ...]


class PlaceGroup(NamedTuple):
    """Players whose points were held against each other for places: a table, or a whole round."""

    round: str
    table: str | None
    """``None``: the places are those in the whole round."""
    points: tuple[tuple[str, Number], ...]
    """Each player's points, with the penalties of the round; the best first."""


class AuditLine(NamedTuple):
    """A sum that was looked at: of a table, a round, or the event."""

    level: str
    """``table``, ``round`` or ``event``."""
    name: str
    sum: Fraction
    expected: bool
    """It must be 0; else the method or the game does not demand it."""


@record
class Standings:
    """A ranking: exact scores, best first; equal scores have equal ranks."""

    event: str
    day: date | None
    method: str
    scale: int
    lines: tuple[Standing, ...]
    rounds: tuple[str, ...]
    provisional: bool
    ties: tuple[str, ...] = ()
    """The tie-breaks, in the order in which they are asked."""
    unranked: tuple[Standing, ...] = ()
    """Who is not ranked, and why."""
    teams: tuple[TeamStanding, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    counting: int | None = None
    """So many of a player's rounds count, the best; ``None``: all of them."""
    places: tuple[PlaceGroup, ...] = ()
    """Under ``place`` the points that gave the places."""
    place_points: tuple[int, ...] = ()
    """What the places are worth; without, the last has 1 point and everybody better one more."""
    audit: tuple[AuditLine, ...] = ()
    statistics: Statistics | None = None
    lower_wins: bool = False
    """The lowest score is the best."""
    counts: Counts = "games"
    """What ``Standing.games`` counts."""

    @property
    def of_events(self) -> bool:
        """It is the ranking of a season: what stands for rounds are events with rankings of their own."""
        return self.method.startswith("season-")


class Compared(NamedTuple):
    """What was found on sheets, by themselves and against each other."""

    checked: Checked
    tables: tuple[Together, ...]
    alone: tuple[tuple[str, str | None], ...]
    """The sheets with points beside which no other could be put."""
    crashes: tuple[Crash, ...] = ()
