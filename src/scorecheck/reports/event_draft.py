"""The text of an event file to begin with, with remarks in the reader's language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorecheck.model.draft import Draft
    from scorecheck.reports.messages import Messages


def event_text(
    draft: Draft, messages: Messages, *, name: str, games: tuple[str, ...], preset: str | None, method: str
) -> str:
    """An event file as TOML, that can be used as it is and is meant to be edited."""
    return "\n".join(_lines(draft, messages, name, games, preset, method)) + "\n"


def _lines(
    draft: Draft, messages: Messages, name: str, games: tuple[str, ...], preset: str | None, method: str
) -> Iterator[str]:
    yield "[event]"
    yield f"name = {_text(name)}    # {messages.label('init.name')}"
    yield "# date = 2014-11-15"
    if len(games) == 1:
        yield f"game = {_text(games[0])}"
        if preset is not None:
            yield f"preset = {_text(preset)}"
    else:
        yield f"# {messages.label('init.several', games=games)}"
    yield ""
    yield f"# {messages.label('init.ranking')}"
    yield "[ranking]"
    yield f"method = {_text(method)}"
    yield "ties = []"
    yield ""
    yield f"# {messages.label('init.rounds' if draft.apart else 'init.one_file')}"
    for one in draft.rounds:
        mark = "" if draft.apart else "# "
        yield ""
        yield f"{mark}[[rounds]]"
        yield f"{mark}name = {_text(one.name)}"
        yield f"{mark}sheets = [{', '.join(map(_text, one.patterns))}]"
        for table in one.tables:
            said = f"{plain(table.name)}: " if table.name else ""
            yield f"# {said}{', '.join(map(plain, table.players))}"
    yield ""
    yield f"# {messages.label('init.players')}"
    for pair in draft.alike:
        yield f"# {messages.label('init.alike', names=tuple(map(plain, pair)))}"
    yield "[players]"
    for player in draft.players:
        yield f"{_text(player)} = []"


def _text(text: str) -> str:
    return json.dumps(plain(text), ensure_ascii=False)
