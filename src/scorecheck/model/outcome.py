"""The results of a run: checked files, results of tables, standings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from scorecheck.model.cells import CellRef, Number
from scorecheck.model.finding import Edit, Finding, Param, Severity, status_of
from scorecheck.model.record import NamedTuple, field, record, replace
from scorecheck.model.sheet import Sheet, number_of_game
from scorecheck.model.statistics import PlayerPart

if TYPE_CHECKING:
    from scorecheck.model.noticed import Noticed
    from scorecheck.model.statistics import Statistics, Tally
    from scorecheck.model.terms import Sentence

SheetId: TypeAlias = tuple[str, str | None]
"""A sheet by its path and its shown name in the workbook."""


Counts: TypeAlias = Literal["games", "rounds", "evenings"]
"""The meaning of the number of games in a result."""


class PlayerResult(NamedTuple):
    """The result of one player on one sheet."""

    player: str
    points: Number
    games: int
    """The games that this player took part in."""
    figures: Mapping[str, Number] = {}
    """Further figures that a ranking may use, each a number that is added up over the sheets: ``wins``,
    ``solos``, ``yatzys``, ``upper-sum`` …

    A figure that the sheet does not show is missing, which is not 0.
    """
    each: tuple[Number, ...] = ()
    """The points of each game, where everybody plays alone and the most points win: cards."""
    claimed: Number | None = None
    """The player's total as written; ``None`` where there is none."""


@record
class Result:
    """The contribution of a sheet to a ranking."""

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
    """The name of the sheet, with that of the table where there are several."""
    zero_sum: bool = False
    """By the rules of the game the points of its players add up to 0."""
    tally: Tally | None = None
    """Its contribution to the statistics; ``None`` where there is none."""
    parts: tuple[PlayerPart, ...] = ()
    """The points of each player in each game, where kept."""
    table: int | None = None
    """The number of its table in the event file, which precedes that in names."""
    numbers: tuple[int, int] | None = None
    """The round and table in the names of its workbook, as ``2-03``."""
    a_point: Number = 0
    """Not 0: the value of a point in euros; the game counts points, or cents."""
    after: int = 0
    """The number of earlier sheets that it continues; their games are not its own."""
    a_round: int = 1
    """The number of its games that count as one of another table's: a round of dealing."""

    @property
    def id(self) -> SheetId:
        """The identity of its sheet."""
        return self.path, self.shown_name


class Rows(NamedTuple):
    """The points of a sheet's games, by which another sheet of the same table is recognised."""

    points: tuple[tuple[Number, ...], ...] = ()
    """Of each game, by the players of the sheet."""
    labels: tuple[str, ...] = ()
    """The names of these games in messages."""
    opens: bool = False
    """The first row is marked as the totals before the games."""
    of_card: bool = False
    """They are the boxes of a card, each with its own place."""
    at: tuple[int, ...] = ()
    """The table row of each game."""

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of these games, where they have any."""
        return frozenset(number for number in map(number_of_game, self.labels) if number is not None)


class SheetGives(NamedTuple):
    """What a sheet gave a ranking, and the rules that it was read by."""

    path: str
    sheet: str | None
    round: str
    game: str | None
    preset: str | None
    options: Mapping[str, str | int | bool]
    """The options of its rules in force."""
    sha256: str | None
    """Of the bytes of the file; ``None`` where they are not available."""
    faulty: bool
    players: tuple[PlayerResult, ...]


class ListedPart(NamedTuple):
    """An evening or round in a line of a published list."""

    name: str
    """What the list calls the evening."""
    points: Number | None
    """``None`` for an empty cell."""
    cell: CellRef
    said: str = ""
    """The contents of the cell."""


class Listed(NamedTuple):
    """A line of a published list."""

    player: str
    score: Number
    decimals: int
    """The decimals of the score."""
    rank: int | None
    """``None`` where none stands."""
    cell: CellRef
    """Where the score stands."""
    parts: tuple[ListedPart, ...] = ()
    """The evenings or rounds beside the score, or from which it is calculated."""
    said: str = ""
    """The contents of the cell of the score; empty where the list has none."""
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
    """``skipped``: a value there could not be read; ``penalty``: a remark there names one; ``told``: a
    finding there reports it; ``unfollowed``: the state of the game after an earlier fault is unknown."""


class Crash(NamedTuple):
    """A step that failed: a fault in scorecheck, not in the sheet."""

    rule: str | None
    """The rule that was being checked, if it was one."""
    path: str
    row: int | None
    """The row of the sheet, counted from 1."""
    cause: str
    step: str = "check"
    """The step: a key of the labels under ``step``."""
    sheet: str | None = None
    trace: str = ""
    """Where in the program it happened, if that was asked for."""


class Note(NamedTuple):
    """A note for the terminal: a key of the labels, with its parameters."""

    key: str
    params: Mapping[str, Param] = {}


class Held(NamedTuple):
    """A ground of an ok: what was checked on a sheet, could have failed, and did not."""

    key: str
    """The label under ``rests`` that names it; ``GAME.KEY`` of one in the game's own messages."""
    rule: str
    rows: int
    """The number of rows on which it holds."""


@record
class CheckedSheet:
    """A scoresheet that was read and checked."""

    sheet: Sheet
    entries: int
    findings: tuple[Finding, ...]
    result: Result | None = None
    """``None`` where the sheet contributes nothing to a ranking: a published list."""
    skipped: tuple[Skipped, ...] = ()
    course: tuple[tuple[Number, ...], ...] = ()
    """The total of each player of the result after each game; kept only with the rows.

    Beside a result that was left out, the first of them are the players of the sheet.
    """
    searched: bool = True
    """The search for repairs was complete; else the sheet has too many faults for it."""
    listed: tuple[Listed, ...] = ()
    """The readable lines of a published list, where results are kept."""
    grounds: tuple[Held, ...] = ()
    """The grounds of an ok of the sheet."""
    of_rounds: tuple[Result, ...] = ()
    """The contribution of a published list without scores to a ranking, by round."""
    of_evenings: tuple[Listed, ...] = ()
    """The results of the members of a grid of evenings or a long list, where results are kept."""
    repaired: Mapping[tuple[Edit, ...], Result] = field(default_factory=dict["tuple[Edit, ...]", "Result"])
    """The result with the edits of each repair, where asked for; as far as it was worked out."""
    rows: Rows | None = None
    """The points of its games, where kept."""
    noticed: Noticed | None = None
    """The share of slips that a check would detect, where asked for."""
    again: str = ""
    """The sheet whose table it repeats; then its own result does not count."""

    @property
    def id(self) -> SheetId:
        """Its path and its shown name."""
        return self.sheet.path, self.sheet.shown_name

    @property
    def status(self) -> str:
        """The status of the sheet; ``ok`` only if it rests on something."""
        status = status_of(self.findings)
        return "read" if status == "ok" and not self.grounds else status


def file_status(sheets: Iterable[CheckedSheet], findings: Sequence[Finding]) -> str:
    """The status of a file; ``read`` only if nothing was checked on any of its sheets."""
    status, unchecked = status_of(findings), all(sheet.status == "read" for sheet in sheets)
    if status == "ok" and unchecked:
        return "read"
    return "warnings" if status == "read" and not unchecked else status


@record
class CheckedFile:
    """A file with all findings; ``findings`` includes those of its sheets."""

    path: str
    status: str
    """``ok``, ``read`` (nothing to check), ``warnings``, ``errors`` or ``unreadable``."""
    sheets: tuple[CheckedSheet, ...]
    findings: tuple[Finding, ...]


class ComparedRow(NamedTuple):
    """A row of a table on each of its sheets."""

    label: str
    """The number of the game, or the name of the row."""
    cells: tuple[tuple[str, ...] | None, ...]
    """The cells of each sheet, by the players of the first; ``None``: it lacks the row."""
    differs: tuple[bool, ...]
    """For each player whether the sheets differ."""
    rows: tuple[int | None, ...] = ()
    """Where it stands on each sheet, counted from 1."""


class Together(NamedTuple):
    """The sheets of one table."""

    sheets: tuple[tuple[str, str | None], ...]
    """Each by its path and its name there."""
    rows: int
    """The number of common rows."""
    differences: int
    players: tuple[str, ...] = ()
    """Of the first sheet."""
    lines: tuple[ComparedRow, ...] = ()
    """The aligned rows from the top, up to the limit."""


@record
class Checked:
    """The result of a run of the checks."""

    files: tuple[CheckedFile, ...]
    notes: tuple[Note, ...] = ()
    crashes: tuple[Crash, ...] = ()
    together: tuple[Together, ...] = ()
    """The sheets of one table that were compared."""
    known: int = 0
    """The number of findings that are left out, since a baseline knows them."""

    @property
    def sheets(self) -> list[CheckedSheet]:
        """The sheets of all files."""
        return [sheet for file in self.files for sheet in file.sheets]

    def with_sheets(self, made: Callable[[CheckedSheet], CheckedSheet]) -> Checked:
        """The run with ``made`` applied to each sheet; the findings of files stay."""
        files = (replace(file, sheets=tuple(map(made, file.sheets))) for file in self.files)
        return replace(self, files=tuple(files))

    @property
    def findings(self) -> list[Finding]:
        """The findings of all files, by path, sheet, row, column and rule."""
        return sorted((f for file in self.files for f in file.findings), key=lambda f: f.sort_key)

    def count(self, severity: Severity) -> int:
        """The number of findings of a severity, unlisted ones included."""
        return sum(f.count for file in self.files for f in file.findings if f.severity == severity)

    def telling(self, told: Retelling, paths: Container[str] | None = None) -> Checked:
        """The run with ``told`` applied to the findings of each file and of its sheets; of all files, or of
        those with these paths."""
        return replace(
            self,
            files=tuple(
                _telling(file, told) if paths is None or file.path in paths else file for file in self.files
            ),
        )


Retelling: TypeAlias = Callable[[Iterable[Finding]], Iterable[Finding]]
"""Maps findings to others."""


def retold(file: CheckedFile, sheets: tuple[CheckedSheet, ...], findings: tuple[Finding, ...]) -> CheckedFile:
    """A file with other findings; an unreadable one stays unreadable."""
    status = file.status if file.status == "unreadable" else file_status(sheets, findings)
    return replace(file, status=status, sheets=sheets, findings=findings)


def _telling(file: CheckedFile, told: Retelling) -> CheckedFile:
    sheets = tuple(replace(one, findings=tuple(told(one.findings))) for one in file.sheets)
    return retold(file, sheets, tuple(told(file.findings)))


class RoundScore(NamedTuple):
    """The result of one player in one round."""

    name: str
    points: Number
    games: int
    score: Fraction
    counted: bool = True
    """It counts for the score; else it is one of the worst rounds, which are left out."""
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
    """The values that were compared with those of lines with equal scores. ``None`` where none was needed, or
    the value is undefined for one of the tied players, so that it separates nobody."""
    penalty: Fraction = Fraction(0)
    """Penalties that name no round; usually below 0."""
    status: str = ""
    """Why the player is not ranked: ``withdrawn``, ``disqualified``, ``too-few-games``."""
    reason: str = ""
    """The reason in the event file."""


class Club(NamedTuple):
    """The club of an event, for its pages and prints; empty where the file names none."""

    name: str = ""
    logo: str = ""
    """A picture, relative to the folder of the file."""
    footer: str = ""


class Penalty(NamedTuple):
    """Points that are taken from a player, rarely added, for a reason."""

    player: str
    points: Number
    reason: str
    round: str | None = None
    """The round whose points they change; ``None``: they change the score."""


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
    """Players whose points are compared for places: a table, or a whole round."""

    round: str
    table: str | None
    """``None``: the places are those in the whole round."""
    points: tuple[tuple[str, Number], ...]
    """Each player's points, with the penalties of the round; the best first."""


class AuditLine(NamedTuple):
    """A sum that was checked: of a table, a round, or the event."""

    level: str
    """``table``, ``round`` or ``event``."""
    name: str
    sum: Fraction
    expected: bool
    """It must be 0; else neither the method nor the game requires it."""


class Missing(NamedTuple):
    """A file, or a part of one, that standings lack."""

    path: str
    why: Finding | Sentence


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
    """A sheet behind it has errors, or something is missing in it."""
    ties: tuple[str, ...] = ()
    """The tie-breaks, in their order."""
    unranked: tuple[Standing, ...] = ()
    """The players without a rank, and why."""
    teams: tuple[TeamStanding, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    counting: int | None = None
    """The number of best rounds that count; ``None``: all."""
    places: tuple[PlaceGroup, ...] = ()
    """The points behind the places, for the method ``place``."""
    place_points: tuple[int, ...] = ()
    """The points for the places; without, the last gets 1 point and everybody better one more."""
    audit: tuple[AuditLine, ...] = ()
    statistics: Statistics | None = None
    lower_wins: bool = False
    """The lowest score is the best."""
    counts: Counts = "games"
    """What ``Standing.games`` counts."""
    missing: tuple[Missing, ...] = ()
    """The files that do not count in it, since they cannot be used."""

    @property
    def of_events(self) -> bool:
        """It is the ranking of a season: its rounds are events with rankings of their own."""
        return self.method.startswith("season-")


class Compared(NamedTuple):
    """The findings of several sheets, alone and compared."""

    checked: Checked
    tables: tuple[Together, ...]
    alone: tuple[tuple[str, str | None], ...]
    """The sheets with points that could not be aligned with any other."""
    crashes: tuple[Crash, ...] = ()
