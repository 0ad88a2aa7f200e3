"""Compares standings with earlier ones that scorecheck wrote: whose score or rank changed, and why.

Both are in the JSON that ``rank`` writes, so the earlier ones are compared as they were published.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from pathlib import PurePosixPath
from typing import Any, TypeAlias, cast

from scorecheck.model.against import Against, Cause, Changed, Given, RankAndScore
from scorecheck.model.outcome import Standings
from scorecheck.model.terms import Param
from scorecheck.tournament.problem import schema_of

Document: TypeAlias = "Mapping[str, Any]"
MOST_BYTES = 64 * 1024 * 1024
_RULES = ("method", "scale", "counting", "ties", "place_points", "penalties", "unranked", "teams")
"""The rules of the ranking, by the keys of the JSON that show them."""


def read_earlier(data: bytes) -> Document:
    """Reads standings that ``rank --format json`` or a report wrote.

    Raises:
        ValueError: they are none.
    """
    from jsonschema import Draft202012Validator

    if len(data) > MOST_BYTES:
        raise ValueError
    try:
        document: Any = json.loads(data.decode("utf-8-sig"))
        validator = Draft202012Validator(schema_of("standings"))
        fits = validator.is_valid(document)  # pyright: ignore[reportUnknownMemberType]
    except RecursionError as error:
        raise ValueError from error
    if not fits:
        raise ValueError
    return cast("Document", document)


def compare_standings(path: str, then: Document, now: Document) -> Against:
    """Compares standings with those in ``path``: what differs, and which sheet, rule or version caused it.

    Raises:
        ValueError: the earlier ones hold a number that cannot be read.
    """
    changed = tuple(_changed(_places(then), _places(now)))
    causes = tuple(_causes(then, now)) if changed else ()
    event = None if then["event"] == now["event"] else str(then["event"])
    provisional = (bool(then["provisional"]), bool(now["provisional"]))
    return Against(path, then["tool"]["version"], event, changed, causes, provisional)


def changed_between(before: Standings, now: Standings) -> tuple[Changed, ...]:
    """The players and teams whose score or rank differs between two rankings."""
    return tuple(_changed(_places_in(before), _places_in(now)))


def _places_in(standings: Standings) -> dict[tuple[bool, str], RankAndScore]:
    lines = (*standings.lines, *standings.unranked)
    players = {(False, line.player): RankAndScore(line.rank or None, line.score) for line in lines}
    return players | {(True, team.team): RankAndScore(team.rank, team.score) for team in standings.teams}


def _places(document: Document) -> dict[tuple[bool, str], RankAndScore]:
    ranked = {(False, one["player"]): one for one in document["standings"]}
    out = {(False, one["player"]): one for one in document.get("unranked", ())}
    teams = {(True, one["team"]): one for one in document.get("teams", ())}
    return {
        who: RankAndScore(one.get("rank"), Fraction(one["exact"]))
        for who, one in {**ranked, **out, **teams}.items()
    }


def _changed(
    then: Mapping[tuple[bool, str], RankAndScore], now: Mapping[tuple[bool, str], RankAndScore]
) -> Iterator[Changed]:
    """The changes in the order of the current standings; players who are gone come last."""
    for team, name in dict.fromkeys((*now, *then)):
        before, after = then.get((team, name)), now.get((team, name))
        if before != after:
            yield Changed(name, team, before, after)


def _causes(then: Document, now: Document) -> Iterator[Cause]:
    found = [*_of_rules(then, now), *_of_sheets(then, now)]
    yield from found
    versions: dict[str, Param] = {"before": then["tool"]["version"], "now": now["tool"]["version"]}
    other_version = versions["before"] != versions["now"]
    if not then.get("sheets"):
        yield Cause("no-sheets", versions)
    elif not found or any(cause.kind == "same-file" for cause in found):
        yield Cause("version" if other_version else "unknown", versions)


def _of_rules(then: Document, now: Document) -> Iterator[Cause]:
    for key in _RULES:
        if key == "scale" and key not in then:
            continue  # An earlier version did not write it.
        before, after = _rule(then, key), _rule(now, key)
        if before != after:
            yield Cause("rule", {"name": key, "before": before, "now": after})


def _rule(document: Document, key: str) -> str:
    """The value of a ranking rule, in the words of the event file."""
    said: Any = document.get(key)
    if key == "penalties":
        said = [f"{one['player']} {one['points']} ({one['reason']})" for one in said or ()]
    elif key == "unranked":
        said = [f"{one['player']} ({one['status']})" for one in said or ()]
    elif key == "teams":
        of_teams: Sequence[Document] = said or ()
        members = {one["team"]: sorted(m["player"] for m in one["members"]) for one in of_teams}
        said = [f"{team}: {', '.join(members[team])}" for team in sorted(members)]
    if isinstance(said, list):
        return "; ".join(map(str, cast("list[object]", said))) or "–"
    return "–" if said is None else str(said)


def _of_sheets(then: Document, now: Document) -> Iterator[Cause]:
    before, after = _sheets(then), _sheets(now)
    if not before:
        return
    pairs, gone = _paired(before, after)
    corrections = _corrections(then), _corrections(now)
    for key, old in pairs.items():
        cells, before_them = (
            corrections[1].get(key[0]),
            None if old is None else corrections[0].get(old["path"]),
        )
        cause = _of_sheet(old, after[key], corrected=cells != before_them)
        if cause is not None:
            yield cause
    for key in gone:
        yield Cause("gone", _named(before[key]), _given(before[key], None))


def _corrections(document: Document) -> dict[str, set[tuple[str | None, str, str]]]:
    """The corrected cells of each file, by its path, with their values."""
    found: dict[str, set[tuple[str | None, str, str]]] = {}
    for one in document.get("corrections", {}).get("list", ()):
        path = (PurePosixPath(one["path"]).parent / one["file"]).as_posix()
        found.setdefault(path, set()).add((one["sheet"], one["cell"], one["to"]))
    return found


_Key: TypeAlias = "tuple[str, str | None, int]"


def _sheets(document: Document) -> dict[_Key, Document]:
    """The sheets by path and name; equal names are numbered."""
    found: dict[_Key, Document] = {}
    for one in document.get("sheets", ()):
        keys = ((one["path"], one["sheet"], number) for number in count())
        found[next(key for key in keys if key not in found)] = one
    return found


def _paired(
    before: Mapping[_Key, Document], after: Mapping[_Key, Document]
) -> tuple[dict[_Key, Document | None], list[_Key]]:
    """Pairs each current sheet with the earlier one, by path or by content; and the sheets that are gone."""
    left = [key for key in before if key not in after]
    pairs: dict[_Key, Document | None] = {}
    for key, one in after.items():
        match = key if key in before else next((old for old in left if _same_bytes(before[old], one)), None)
        if match in left:
            left.remove(match)
        pairs[key] = None if match is None else before[match]
    return pairs, left


def _same_bytes(one: Document, other: Document) -> bool:
    return one["sha256"] is not None and one["sha256"] == other["sha256"] and one["sheet"] == other["sheet"]


def _of_sheet(old: Document | None, new: Document, *, corrected: bool) -> Cause | None:
    """The difference between the current and the earlier sheet; ``None`` if it gives the same points.

    ``corrected`` says that the corrections of its file are others.
    """
    named = _named(new)
    if old is None:
        return Cause("new", named, _given(None, new))
    given = _given(old, new)
    if not given:
        moved = old["round"] != new["round"]
        return Cause("round", {**named, "before": old["round"], "now": new["round"]}) if moved else None
    if sorted(_points(old).values()) == sorted(_points(new).values()) and all(
        one.before is None or one.now is None for one in given
    ):
        return Cause("names", named, given)
    if not _same_bytes(old, new):
        return Cause("changed", named, given)
    rules = tuple(_read_otherwise(old, new))
    if rules:
        return Cause("rules", {**named, "rules": rules}, given)
    return Cause("corrections" if corrected else "same-file", named, given)


def _read_otherwise(old: Document, new: Document) -> Iterator[str]:
    """The game rules whose value differs, each with its value then and now."""
    for key in ("game", "preset"):
        if old[key] != new[key]:
            yield f"{key}: {old[key] or '–'} → {new[key] or '–'}"
    before, after = old["options"], new["options"]
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield f"{name}: {before.get(name, '–')} → {after.get(name, '–')}"


def _named(sheet: Document) -> dict[str, Param]:
    return {"sheet": f"{sheet['path']} ({sheet['sheet']})" if sheet["sheet"] else str(sheet["path"])}


def _points(sheet: Document | None) -> dict[str, Fraction]:
    """The points that a sheet gives each player, added up if a player has two columns."""
    found: dict[str, Fraction] = {}
    for one in () if sheet is None else sheet["players"]:
        found[one["player"]] = found.get(one["player"], Fraction(0)) + Fraction(one["points"])
    return found


def _given(old: Document | None, new: Document | None) -> tuple[Given, ...]:
    """The players whose points on the sheet have changed."""
    before, after = _points(old), _points(new)
    games = _games(old), _games(new)
    return tuple(
        Given(player, before.get(player), after.get(player))
        for player in dict.fromkeys((*after, *before))
        if before.get(player) != after.get(player) or games[0].get(player) != games[1].get(player)
    )


def _games(sheet: Document | None) -> dict[str, int]:
    return {} if sheet is None else {one["player"]: one["games"] for one in sheet["players"]}
