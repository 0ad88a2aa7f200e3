"""The event file: the organiser's settings of a tournament, validated with precise messages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from scorecheck.checks.own import file_of, game_named
from scorecheck.checks.ruleset import Ruleset
from scorecheck.model.error import BrokenFile
from scorecheck.model.key_lines import KeyPath, key_lines, line_of
from scorecheck.model.names import Players, clean_name, name_key
from scorecheck.model.outcome import Club, Penalty
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.terms import Param
from scorecheck.model.toml import TomlSlip, parsed, why_not
from scorecheck.tournament.consistency import consistency_faults, plain_pattern, read_day
from scorecheck.tournament.problem import (
    BrokenEvent,
    EventFault,
    Problem,
    as_list,
    as_table,
    key_text,
    structure_faults,
)
from scorecheck.tournament.substitutes import SeatChange

DEFAULT_SCALE = 100
"""The default scale of a normalized ranking."""
LARGEST_FILE = 1 << 20
"""The largest size of an event file in bytes."""
_MOST_BITS = 256
"""Larger whole numbers are no setting of a tournament."""


class EventRound(NamedTuple):
    """A round of an event, and which files belong to it."""

    name: str
    sheets: tuple[str, ...]
    """Patterns relative to the event's folder, with ``/`` between folders."""
    line: int | None = None
    """The line with the patterns in the event file."""
    tables: Mapping[int, tuple[str, ...]] = {}
    """The patterns for each table number, where file names do not contain it."""
    control: tuple[str, ...] = ()
    """The patterns for second sheets of its tables: they are compared with the first and never count."""


class Waiver(NamedTuple):
    """A finding that somebody has accepted as an exception."""

    rule: str
    sheet: str
    """A file or a pattern, relative to the event's folder."""
    cell: str | None
    """In A1 style; ``None`` stands for all cells."""
    table: str | None
    """The name of the sheet in its workbook, if needed."""
    reason: str
    by: str
    line: int | None = None


class EventSubstitute(NamedTuple):
    """A seat with another player from some game on."""

    sheet: str
    """A file or a pattern, relative to the event's folder."""
    change: SeatChange
    line: int | None = None


class Publish(NamedTuple):
    """The names under which players are published."""

    names: str = "initials"
    """``full``, ``initials`` or ``pseudonyms``."""
    players: Mapping[str, str] = {}
    """The choices of single members: one of these words, or a name of their own."""


def read_publish(data: Mapping[str, Any], people: Players) -> Publish | None:
    """The settings for publication; ``None`` if there are none."""
    if "publish" not in data:
        return None
    table = as_table(data["publish"])
    wishes = as_table(table.get("players"))
    return Publish(
        table.get("names", "initials"), {people.name(name): clean_name(wish) for name, wish in wishes.items()}
    )


@record
class Event:
    """A tournament by its event file; without one, only the name is known."""

    name: str
    day: date | None = None
    game: str | None = None
    preset: str | None = None
    options: Mapping[str, str | int | bool] = field(default_factory=dict[str, "str | int | bool"])
    method: str | None = None
    """One of ``METHODS``; ``None`` for the default of the game."""
    scale: int = DEFAULT_SCALE
    ties: tuple[str, ...] = ()
    """The tie-breaks in their order."""
    drop_worst: int = 0
    best_rounds: int | None = None
    """The number of best rounds that count; ``None``: all except for ``drop_worst``."""
    min_games: int = 0
    places: str = "round"
    """Whether places are those in the ``round`` or at each ``table``."""
    place_points: tuple[int, ...] = ()
    """The points for places; by default 1 for the last place and one more for each better one."""
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    team_best: int | None = None
    """The number of best members of a team that count; ``None``: all."""
    penalties: tuple[Penalty, ...] = ()
    out: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, "tuple[str, str]"])
    """Players who are not ranked: ``withdrawn`` or ``disqualified``, and the reason."""
    substitutes: tuple[EventSubstitute, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    published: tuple[str, ...] | None = None
    """Patterns for the published lists; ``None``: those beside the sheets."""
    rounds: tuple[EventRound, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])
    """The player for each spelling, own names included."""
    columns: Mapping[str, str] = field(default_factory=dict[str, str])
    """The role of each heading that only this club uses."""
    categories: Mapping[str, str] = field(default_factory=dict[str, str])
    """The category for each word on cards that only this club uses."""
    if_open: Mapping[str, str] = field(default_factory=dict[str, str])
    """The game, layout and notation of sheets that leave them open."""
    club: Club = Club()
    publish: Publish | None = None
    """The names for publication, if set."""
    folder: Path = Path()
    """The folder that patterns are relative to."""
    path: Path | None = None
    """The event file."""


def load_event(
    path: Path,
    *,
    games: Collection[str] = (),
    ruleset: Callable[[str], Ruleset] | None = None,
    rules: Callable[[], Collection[str]] | None = None,
    or_headings: bool = False,
) -> Event:
    """Reads an event file.

    With ``or_headings``, also a file with roles of headings only; that is no event and has no name. With
    ``games``, the game must be one of them; with ``ruleset``, preset, options and columns are checked by the
    rules of the game; with ``rules`` (the names of all sheet rules), the waivers are checked, too.

    Raises:
        BrokenEvent: the file cannot be used; with all faults, not only the first.
    """

    def with_game(data: Mapping[str, Any]) -> Mapping[str, Any]:
        return _with_preset_named(_with_game_named(path, data), games, ruleset)

    def faults(data: Mapping[str, Any]) -> Iterable[EventFault]:
        named = with_game(data)
        game: object = as_table(named.get("event")).get("game")
        known = (*games, game) if games and isinstance(game, str) and file_of(game) else games
        return consistency_faults(named, known, ruleset, rules)

    data, lines = read_toml(path, "event", faults, or_headings=or_headings)
    if "event" not in data:
        columns, categories = _words(data, "columns"), _words(data, "categories")
        if_open = _words(data, "layout")
        return Event(
            "", columns=columns, categories=categories, if_open=if_open, folder=path.parent, path=path
        )
    return _event(path, with_game(data), lines)


def _with_preset_named(
    data: Mapping[str, Any], games: Collection[str], ruleset: Callable[[str], Ruleset] | None
) -> Mapping[str, Any]:
    """The data, where ``game`` may name a preset: ``kniffel`` becomes this preset of Yatzy."""
    event = as_table(data.get("event"))
    said: object = event.get("game")
    if not isinstance(said, str) or ruleset is None or not games or said in games or file_of(said):
        return data
    game = next((name for name in games if said in ruleset(name).presets), None)
    return data if game is None else {**data, "event": {"preset": said, **event, "game": game}}


def _words(data: Mapping[str, Any], table: str) -> dict[str, str]:
    """The meaning of each word in a table of words."""
    return dict(as_table(data.get(table)))


def _with_game_named(path: Path, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The data with the name of the game, where a file describes it.

    Raises:
        BrokenEvent: the file says none.
    """
    said: object = as_table(data.get("event")).get("game")
    if not isinstance(said, str):
        return data
    try:
        name = game_named(said, path.parent)
    except BrokenFile as broken:
        key = ".".join(map(str, broken.at)) or broken.reason
        raise _whole_file(path, "game-file", {"name": said, "key": key}) from None
    return data if name == said else {**data, "event": {**as_table(data["event"]), "game": name}}


def read_toml(
    path: Path,
    schema: str,
    faults: Callable[[Mapping[str, Any]], Iterable[EventFault]],
    *,
    or_headings: bool = False,
) -> tuple[Mapping[str, Any], Mapping[KeyPath, int]]:
    """Reads a TOML file, validates it, and returns its data with the lines of its keys.

    Raises:
        BrokenEvent: the file cannot be used; with all that is wrong, not only the first.
    """
    text, data = _data(path)
    problems = [*structure_faults(data, schema)]
    if or_headings and data and data.keys() <= {"columns", "categories", "layout"}:
        problems = [fault for fault in problems if fault.at != ("event",)]
    told = {fault.at for fault in problems}
    problems += [fault for fault in faults(data) if fault.at not in told]
    lines = key_lines(text)
    if problems:
        found = [_problem(fault, lines) for fault in problems]
        raise BrokenEvent(sorted(found, key=lambda p: (p.line or 0, p.key)), path)
    return data, lines


def _bytes(path: Path) -> bytes:
    try:
        if not path.exists():
            raise _whole_file(path, "not-found")
        if not path.is_file():
            raise _whole_file(path, "not-a-file")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as cause:
        raise _whole_file(path, "unreadable") from cause
    if len(raw) > LARGEST_FILE:
        raise _whole_file(path, "too-large", {"limit": LARGEST_FILE >> 20})
    return raw


def _data(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of the file, without the byte order mark that some editors write, and its data."""
    raw = _bytes(path)
    try:
        text = raw.decode("utf-8-sig")
        data = parsed(text)
    except (ValueError, RecursionError) as cause:
        raise _no_toml(path, raw, cause) from cause
    for at, value in _values(data):
        if isinstance(value, int) and value.bit_length() > _MOST_BITS:
            line = line_of(key_lines(text), at)
            raise BrokenEvent([Problem(line, key_text(at), "number-too-long", {"key": key_text(at)})], path)
    return text, data


def _values(data: object) -> Iterator[tuple[KeyPath, object]]:
    """All values, each with its key path."""
    waiting: list[tuple[KeyPath, object]] = [((), data)]
    while waiting:
        place, value = waiting.pop()
        waiting += [((*place, key), part) for key, part in as_table(value).items()]
        waiting += [((*place, key), part) for key, part in enumerate(as_list(value))]
        if not isinstance(value, (dict, list)):
            yield place, value


_REASONS: Mapping[TomlSlip, str] = {
    "value": "syntax-value",
    "backslash": "syntax-backslash",
    "twice": "syntax-twice",
    "end": "syntax-end",
    "utf-8": "not-utf-8",
    "number": "number-too-long",
    "nested": "too-nested",
}
"""The reasons with a more helpful sentence than “not understood”."""


def _no_toml(path: Path, raw: bytes, error: Exception) -> BrokenEvent:
    slip, line, column = why_not(error, raw)
    params: dict[str, Param] = {}
    if line is not None and column is not None:
        rows = raw.decode("utf-8-sig").split("\n")
        excerpt = rows[line - 1].strip() if line <= len(rows) else ""
        params = {"column": column, "text": excerpt[:80]}
    return _whole_file(path, _REASONS.get(slip, "syntax"), params, line=line)


def _whole_file(
    path: Path, reason: str, params: Mapping[str, Param] | None = None, *, line: int | None = None
) -> BrokenEvent:
    """A problem that keeps the file from being read at all."""
    return BrokenEvent([Problem(line, "", reason, params or {})], path)


def _problem(fault: EventFault, lines: Mapping[KeyPath, int]) -> Problem:
    key = key_text(fault.at)
    return Problem(line_of(lines, fault.at), key, fault.reason, {"key": key, **fault.params})


def _event(path: Path, data: Mapping[str, Any], lines: Mapping[KeyPath, int]) -> Event:
    """The event of a valid file."""
    event, ranking = as_table(data["event"]), as_table(data.get("ranking"))
    rounds = [
        EventRound(
            clean_name(entry["name"]),
            tuple(plain_pattern(pattern) for pattern in entry["sheets"]),
            line_of(lines, ("rounds", position, "sheets")),
            {
                int(number): tuple(map(plain_pattern, patterns))
                for number, patterns in as_table(entry.get("tables")).items()
            },
            tuple(map(plain_pattern, as_list(entry.get("control")))),
        )
        for position, entry in enumerate(as_list(data.get("rounds")))
    ]
    people = people_of(as_table(data.get("players")))
    published = event.get("published")
    return Event(
        name=clean_name(event["name"]),
        day=read_day(event.get("date")),
        game=event.get("game"),
        preset=event.get("preset"),
        options={
            # 2.0 becomes 2.
            name: int(value) if isinstance(value, float) else value
            for name, value in as_table(data.get("options")).items()
        },
        method=ranking.get("method"),
        scale=int(ranking.get("scale", DEFAULT_SCALE)),
        ties=tuple(ranking.get("ties", ())),
        drop_worst=int(ranking.get("drop_worst", 0)),
        best_rounds=_whole(ranking.get("best_rounds")),
        min_games=int(ranking.get("min_games", 0)),
        places=ranking.get("places", "round"),
        place_points=tuple(map(int, ranking.get("place_points", ()))),
        teams={
            clean_name(name): tuple(map(people.name, members))
            for name, members in as_table(data.get("teams")).items()
        },
        team_best=_whole(ranking.get("team_best")),
        rounds=tuple(rounds),
        aliases=people.aliases,
        columns=_words(data, "columns"),
        categories=_words(data, "categories"),
        if_open=_words(data, "layout"),
        penalties=tuple(
            Penalty(
                people.name(entry["player"]),
                int(entry["points"]),
                clean_name(entry["reason"]),
                clean_name(entry["round"]) if "round" in entry else None,
            )
            for entry in as_list(data.get("penalties"))
        ),
        out={
            people.name(entry["player"]): (status, clean_name(entry.get("reason", "")))
            for status in ("withdrawn", "disqualified")
            for entry in as_list(data.get(status))
        },
        substitutes=tuple(
            _substitute(entry, people, line_of(lines, ("substitutes", position)))
            for position, entry in enumerate(as_list(data.get("substitutes")))
        ),
        waivers=tuple(
            _waiver(entry, line_of(lines, ("waivers", position)))
            for position, entry in enumerate(as_list(data.get("waivers")))
        ),
        published=None if published is None else tuple(map(plain_pattern, published)),
        club=read_club(data),
        publish=read_publish(data, people),
        folder=path.parent,
        path=path,
    )


def read_club(data: Mapping[str, Any]) -> Club:
    """The settings for the club in an event or season file."""
    return Club(**{key: clean_name(text) for key, text in as_table(data.get("club")).items()})


def people_of(players: Mapping[str, Any]) -> Players:
    """Finds the player for a name by the list of a file: each player with other spellings."""
    spellings = ((name, spelling) for name, others in players.items() for spelling in (name, *others))
    return Players({clean_name(spelling): clean_name(name) for name, spelling in spellings}, ())


def _substitute(entry: Mapping[str, Any], people: Players, line: int | None) -> EventSubstitute:
    leaves, enters = clean_name(entry["for"]), people.name(entry["player"])
    player = people.name(leaves)
    spellings = {leaves, *(one for one, owner in people.aliases.items() if owner == player)}
    table = _optional_name(entry.get("table"))
    change = SeatChange(leaves, enters, int(entry["from"]), frozenset(map(name_key, spellings)), table)
    return EventSubstitute(plain_pattern(entry["sheet"]), change, line)


def _waiver(entry: Mapping[str, Any], line: int | None) -> Waiver:
    cell: str | None = entry.get("cell")
    return Waiver(
        entry["rule"],
        plain_pattern(entry["sheet"]),
        None if cell is None else cell.strip().upper(),
        _optional_name(entry.get("table")),
        clean_name(entry["reason"]),
        clean_name(entry["by"]),
        line,
    )


def _optional_name(name: str | None) -> str | None:
    return None if name is None else clean_name(name)


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)
