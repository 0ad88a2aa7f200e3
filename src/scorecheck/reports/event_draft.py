"""The text of a drafted event file, with comments in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date

from scorecheck.model.draft import Draft
from scorecheck.model.record import NamedTuple
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain


class Head(NamedTuple):
    """The data of an event as a whole."""

    name: str
    games: tuple[str, ...]
    preset: str | None
    method: str
    day: date | None = None


def event_text(draft: Draft, head: Head, messages: Messages) -> str:
    """An event file as TOML, usable as it is and meant to be edited."""
    return "\n".join(_lines(draft, head, messages)) + "\n"


def _lines(draft: Draft, head: Head, messages: Messages) -> Iterator[str]:
    yield "[event]"
    yield f"name = {_text(head.name)}    # {messages.label('init.name')}"
    yield "# date = 2014-11-15" if head.day is None else f"date = {head.day}"
    if len(head.games) == 1:
        yield f"game = {_text(head.games[0])}"
        if head.preset is not None:
            yield f"preset = {_text(head.preset)}"
    else:
        yield f"# {messages.label('init.several', games=head.games)}"
    yield ""
    yield f"# {messages.label('init.ranking')}"
    yield "[ranking]"
    yield f"method = {_text(head.method)}"
    yield "ties = []"
    yield ""
    yield f"# {messages.label('init.rounds' if draft.apart else 'init.one_file')}"
    for one in draft.rounds:
        mark = "" if draft.apart else "# "
        yield ""
        yield f"{mark}[[rounds]]"
        yield f"{mark}name = {_text(messages.place_name(one.name))}"
        yield f"{mark}sheets = [{', '.join(map(_pattern, one.patterns))}]"
        if one.numbers:
            of_each = (f"{table} = [{', '.join(map(_pattern, mine))}]" for table, mine in one.numbers.items())
            yield f"{mark}tables = {{ {', '.join(of_each)} }}"
        for table in one.tables:
            said = f"{plain(messages.place_name(table.name))}: " if table.name else ""
            yield f"# {said}{', '.join(map(plain, table.players))}"
    yield ""
    yield f"# {messages.label('init.players')}"
    for pair in draft.alike:
        yield f"# {messages.label('init.alike', names=tuple(map(plain, pair)))}"
    yield "[players]"
    for player in draft.players:
        yield f"{_text(player)} = [{', '.join(map(_text, draft.spellings.get(player, ())))}]"


def season_text(messages: Messages, *, name: str, events: Mapping[date, str], same: Mapping[str, str]) -> str:
    """A season file for the event files of evenings, each in its folder."""
    lines = ["[season]", f"name = {_text(name)}", "", f"# {messages.label('init.season')}", "[ranking]"]
    lines += ['method = "scores"']
    for day, folder in events.items():
        lines += ["", "[[events]]", f"path = {_text(folder)}", f'name = "{day}"']
    if same:
        lines += ["", f"# {messages.label('init.players')}", "[players]"]
        for player in sorted(set(same.values())):
            others = sorted(odd for odd, one in same.items() if one == player)
            lines.append(f"{_text(player)} = [{', '.join(map(_text, others))}]")
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    return json.dumps(plain(text), ensure_ascii=False)


def _pattern(path: str) -> str:
    """The pattern for a file; a character that no event file may hold, or that was none, is any."""
    return _text("".join(sign if plain(sign) == sign != "\ufffd" else "?" for sign in path))
