"""What an event file must satisfy beyond the schema: names, patterns, the game's options.

The functions here ignore values of a wrong type, which the schema check reports.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from scorecheck.checks.own import shipped
from scorecheck.checks.ruleset import Ruleset, Strange, strange_choices, with_preset
from scorecheck.model.names import clean_name, name_key
from scorecheck.tournament import evenings_grid, long_list, published
from scorecheck.tournament.problem import EventFault, as_list, as_table, shown, unknown_rule, unknown_word
from scorecheck.tournament.ranking_methods import BY_COMPARING, WITHOUT_SCALE


def ranking_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    """Settings of the ranking that contradict each other or have no effect."""
    ranking = as_table(data.get("ranking"))
    for key, methods in (("places", BY_COMPARING), ("place_points", ("place",))):
        if key in ranking and ranking.get("method") not in methods:
            yield EventFault(("ranking", key), "no-effect", {"value": shown(ranking[key]), "method": "place"})
    if "team_best" in ranking and not as_table(data.get("teams")):
        yield EventFault(("ranking", "team_best"), "no-teams")
    if "best_rounds" in ranking and ranking.get("drop_worst"):
        yield EventFault(("ranking", "best_rounds"), "either-or", {"other": "ranking.drop_worst"})
    rounds = as_list(data.get("rounds"))
    dropped: object = ranking.get("drop_worst")
    if rounds and isinstance(dropped, (int, float)) and dropped >= len(rounds):
        yield EventFault(
            ("ranking", "drop_worst"), "drops-all", {"value": shown(dropped), "rounds": len(rounds)}
        )
    yield from tie_faults(ranking)


def tie_faults(ranking: Mapping[str, Any]) -> Iterator[EventFault]:
    """Repeated tie-breaks, and tie-breaks after the last that can decide."""
    ties = as_list(ranking.get("ties"))
    for at, tie in enumerate(ties):
        if tie == "share" and at < len(ties) - 1:
            yield EventFault(("ranking", "ties", at), "share-last")
        elif tie in ties[:at]:
            yield EventFault(("ranking", "ties", at), "tie-twice", {"value": shown(tie)})


def people_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    """Players in two teams, players taken out twice, penalties of unknown rounds."""
    players = {
        name_key(spelling): name_key(name)
        for name, spellings in as_table(data.get("players")).items()
        for spelling in (name, *as_list(spellings))
        if isinstance(spelling, str)
    }
    teams: dict[str, str] = {}
    owners: dict[str, str] = {}
    for team, members in as_table(data.get("teams")).items():
        first = teams.setdefault(name_key(team), team)
        if first != team:
            yield EventFault(("teams", team), "team-twice", {"name": team, "other": first})
        for at, member in enumerate(as_list(members)):
            if not isinstance(member, str):
                continue
            key = players.get(name_key(member), name_key(member))
            if key in owners:
                params = {"name": member, "first": owners[key], "second": team}
                yield EventFault(("teams", team, at), "team-of-two", params)
            owners.setdefault(key, team)
    yield from _out_faults(data, players)
    yield from _penalty_faults(data)


def _out_faults(data: Mapping[str, Any], players: Mapping[str, str]) -> Iterator[EventFault]:
    seen: set[str] = set()
    for status in ("withdrawn", "disqualified"):
        for at, entry in enumerate(as_list(data.get(status))):
            name: object = as_table(entry).get("player")
            if not isinstance(name, str) or not name.strip():
                continue
            key = players.get(name_key(name), name_key(name))
            if key in seen:
                yield EventFault((status, at, "player"), "out-twice", {"name": clean_name(name)})
            seen.add(key)


def _penalty_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    """Penalties of unknown rounds; if the event names no rounds, any name is allowed."""
    rounds = [as_table(one).get("name") for one in as_list(data.get("rounds"))]
    names = [clean_name(name) for name in rounds if isinstance(name, str)]
    for at, entry in enumerate(as_list(data.get("penalties"))):
        name: object = as_table(entry).get("round")
        if names and isinstance(name, str) and name.strip() and clean_name(name) not in names:
            yield unknown_word(("penalties", at, "round"), name, names, "not-one-of")


_DRIVE = re.compile(r"[A-Za-z]:")


def consistency_faults(
    data: Mapping[str, Any],
    games: Collection[str],
    ruleset: Callable[[str], Ruleset] | None,
    rules: Callable[[], Collection[str]] | None = None,
) -> Iterator[EventFault]:
    """All contradictions. Without ``games``, ``ruleset`` and ``rules``, any are allowed."""
    yield from _day_faults(data)
    yield from _player_faults(data)
    yield from _round_faults(data)
    yield from _path_faults(data)
    yield from ranking_faults(data)
    yield from people_faults(data)
    yield from _waiver_faults(data, rules)
    yield from _game_faults(data, games, ruleset)


def read_day(value: object) -> date | None:
    """The day in an event file, as a date or as text; ``None`` if it is neither."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value.strip()).date()
    except ValueError:
        return None


def plain_pattern(pattern: str) -> str:
    """A pattern with ``/`` between folders, as it may come from Windows."""
    return pattern.strip().replace("\\", "/").removeprefix("./")


def _day_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    day: object = as_table(data.get("event")).get("date")
    if isinstance(day, str) and read_day(day) is None:
        yield EventFault(("event", "date"), "expected-date", {"value": shown(day)})


def _player_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    """Checks that each spelling means one player."""
    players = as_table(data.get("players"))
    names: dict[str, str] = {}
    for name in players:
        first = names.setdefault(name_key(name), name)
        if first != name:
            yield EventFault(("players", name), "player-twice", {"name": name, "other": first})
    owners: dict[str, str] = {}
    for name, spellings in players.items():
        for position, spelling in enumerate(as_list(spellings)):
            if not isinstance(spelling, str) or not (key := name_key(spelling)):
                continue
            at = ("players", name, position)
            namesake = names.get(key)
            if namesake is not None:
                if namesake != name:
                    yield EventFault(at, "alias-is-player", {"name": spelling, "other": name})
                continue
            owner = owners.setdefault(key, name)
            if owner != name:
                yield EventFault(at, "alias-of-two", {"name": spelling, "first": owner, "second": name})


def _round_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    names: set[str] = set()
    for position, entry in enumerate(as_list(data.get("rounds"))):
        table = as_table(entry)
        name: object = table.get("name")
        if isinstance(name, str) and (key := name_key(name)):
            if key in names:
                yield EventFault(("rounds", position, "name"), "round-twice", {"name": clean_name(name)})
            names.add(key)
        for key in ("sheets", "control"):
            yield from _pattern_faults(("rounds", position, key), table.get(key))
        for key, patterns in as_table(table.get("tables")).items():
            yield from _pattern_faults(("rounds", position, "tables", key), patterns)


def _pattern_faults(at: tuple[str | int, ...], patterns: object) -> Iterator[EventFault]:
    """Checks that patterns stay in the folder of the event, which does not decide about other files."""
    for number, pattern in enumerate(as_list(patterns)):
        if isinstance(pattern, str):
            yield from _pattern_fault((*at, number), pattern)


def _pattern_fault(at: tuple[str | int, ...], pattern: str) -> Iterator[EventFault]:
    plain = plain_pattern(pattern)
    if any(unicodedata.category(character) == "Cc" for character in plain):
        yield EventFault(at, "pattern-control", {"value": shown(pattern)})
    elif plain.startswith(("/", "~")) or _DRIVE.match(plain) or ".." in plain.split("/"):
        yield EventFault(at, "pattern-outside", {"value": shown(pattern)})


def _path_faults(data: Mapping[str, Any]) -> Iterator[EventFault]:
    """Checks paths outside the rounds."""
    yield from _pattern_faults(("event", "published"), as_table(data.get("event")).get("published"))
    for key in ("waivers", "substitutes"):
        for position, entry in enumerate(as_list(data.get(key))):
            pattern: object = as_table(entry).get("sheet")
            if isinstance(pattern, str):
                yield from _pattern_fault((key, position, "sheet"), pattern)


def _waiver_faults(
    data: Mapping[str, Any], rules: Callable[[], Collection[str]] | None
) -> Iterator[EventFault]:
    """Checks that the waived rules exist."""
    waivers = as_list(data.get("waivers"))
    if rules is None or not waivers:
        return
    known = rules()
    for position, entry in enumerate(waivers):
        rule: object = as_table(entry).get("rule")
        if isinstance(rule, str) and rule.strip() and rule not in known:
            yield unknown_rule(("waivers", position, "rule"), rule, known)


def _game_faults(
    data: Mapping[str, Any], games: Collection[str], ruleset: Callable[[str], Ruleset] | None
) -> Iterator[EventFault]:
    """Checks the game, its presets and options, and the roles of its columns.

    If the event names no game, those of any game are allowed, or of any game with the preset.
    """
    event = as_table(data.get("event"))
    game: object = event.get("game")
    named = isinstance(game, str) and bool(game.strip())
    if named and games and game not in games:
        yield unknown_word(("event", "game"), str(game), games, "not-one-of")
        return
    if ruleset is None or not games:
        yield from _scale_faults(data, ())
        return
    rulesets = [ruleset(name) for name in games if not named or name == game]
    said: object = event.get("preset")
    preset = said if isinstance(said, str) and said.strip() else None
    yield from map(_choice_fault, strange_choices(rulesets, preset, options=as_table(data.get("options"))))
    rulesets = with_preset(rulesets, preset)
    yield from _scale_faults(data, rulesets)
    for at, meaning, known in strange_words(data, rulesets):
        yield unknown_word(at, meaning, known, "not-one-of")


def _choice_fault(one: Strange) -> EventFault:
    """A preset, an option or its value that none of the games has."""
    if one.kind == "option":
        return unknown_word(one.at, str(one.value), map(str, one.known), "unknown-key")
    if isinstance(one.value, str):
        if one.value in {shown(choice) for choice in one.known if not isinstance(choice, str)}:
            return EventFault(one.at, "quoted", {"value": one.value})
        at = ("event", "preset") if one.kind == "preset" else one.at
        return unknown_word(at, one.value, dict.fromkeys(map(str, one.known)), "not-one-of")
    known = tuple(map(shown, one.known))
    return EventFault(one.at, "not-one-of", {"value": shown(one.value), "known": known})


def _scale_faults(data: Mapping[str, Any], rulesets: Sequence[Ruleset]) -> Iterator[EventFault]:
    """Reports a scale without effect. Without a method, that of the game counts."""
    ranking = as_table(data.get("ranking"))
    scale: object = ranking.get("scale")
    method: object = ranking.get("method")
    if method is None and len(rulesets) == 1:
        method = rulesets[0].ranking
    if method in WITHOUT_SCALE and scale not in (None, 1):
        yield EventFault(("ranking", "scale"), "no-scale", {"value": shown(scale), "method": str(method)})


def strange_words(
    data: Mapping[str, Any], rulesets: Sequence[Ruleset]
) -> Iterator[tuple[tuple[str, str], str, Sequence[str]]]:
    """Words and layouts that none of these games has: key, value, and the known ones."""
    for table, known_of in (("columns", column_roles), ("categories", _categories)):
        said = as_table(data.get(table))
        known = known_of(rulesets) if said else frozenset[str]()
        for word, meaning in said.items():
            if isinstance(meaning, str) and meaning.strip() and meaning not in known:
                # Without the points and games of single rounds.
                yield (table, word), meaning, sorted(one for one in known if not any(map(str.isdigit, one)))
    for key, value in as_table(data.get("layout")).items():
        of_key = _LAYOUT_KEYS.get(key)
        known = of_key(rulesets) if of_key is not None else ()
        if isinstance(value, str) and value.strip() and known and value not in known:
            yield ("layout", key), value, sorted(known)


_LAYOUT_KEYS: Mapping[str, Callable[[Sequence[Ruleset]], Collection[str]]] = {
    "game": lambda rulesets: {*shipped(), *(rules.game for rules in rulesets if rules.game is not None)},
    "layout": lambda rulesets: {layout.name for rules in (*rulesets, *_lists()) for layout in rules.layouts},
    "notation": lambda rulesets: {layout.notation for rules in rulesets for layout in rules.layouts},
}
"""The possible values under each key of ``[layout]``."""


def _categories(rulesets: Sequence[Ruleset]) -> frozenset[str]:
    """The categories on cards of these games."""
    names = (layout.row_names for rules in rulesets for layout in rules.layouts)
    return frozenset[str]().union(*(one.values() for one in names))


def column_roles(rulesets: Sequence[Ruleset]) -> frozenset[str]:
    """The column roles on the sheets of these games, and on lists of no game."""
    every = (*rulesets, *_lists())
    layouts = (layout.roles for rules in every for layout in rules.layouts)
    return _ANY_GAME.union(*(rules.headings.values() for rules in every), *layouts)


def _lists() -> Sequence[Ruleset]:
    return (published.RULESET, long_list.RULESET, evenings_grid.RULESET)


_ANY_GAME = frozenset({"number", "remark", "date", "kind", "player", "other"})
"""The column roles on sheets of any game."""
