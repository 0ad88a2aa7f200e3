"""The value of one game: the form of each game, and the result, from ``score.py`` in its folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from scorecheck.checks.sketch import folder_of
from scorecheck.checks.worth import CannotScore, GameForm
from scorecheck.games import registry
from scorecheck.model.terms import Term, Worked
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.reports.worked import worked_lines


def forms(messages: Messages) -> list[dict[str, Any]]:
    """The forms of all games that have one, in their order."""
    scored = {game: _form(game) for game in registry.GAMES if find_spec(_module(game)) is not None}
    found = {game: form for game, form in scored.items() if hasattr(form, "PLACE")}
    return [
        {"name": game, "label": messages.label(f"game.{game}"), "fields": form.fields(messages)}
        for game, form in sorted(found.items(), key=lambda one: one[1].PLACE)
    ]


def value_of(game: str, said: Mapping[str, Any], messages: Messages) -> dict[str, Any]:
    """The value of a game for the filled form, or the reason why there is none."""
    try:
        found = _form(game).worth_of(said)
    except CannotScore as cause:
        return {"refused": plain(_refusal(game, cause, messages))}
    if isinstance(found, Worked):
        terms, value, shares = worked_lines(found, messages)
        shown = {"title": "", "terms": _plainly(terms), "value": list(value), "shares": _plainly(shares)}
        return {"values": [shown]}
    return {"values": [_listed(side, values, messages) for side, values in found]}


def _refusal(game: str, cause: CannotScore, messages: Messages) -> str:
    """Why there is no value, without options of the command."""
    try:
        return messages.label(f"app.worth.refused.{cause.reason}", **cause.told.params)
    except KeyError:
        return messages.term_text(game, cause.told)


def _module(game: str) -> str:
    return f"scorecheck.games.{folder_of(game)}.score"


def _form(game: str) -> GameForm:
    return cast("GameForm", import_module(_module(game)))


def _listed(side: str, values: Sequence[tuple[str, Worked]], messages: Messages) -> dict[str, Any]:
    (area,) = {worked.area for _, worked in values}
    terms = [
        [messages.term_text(area, Term(name, 0)), messages.number(worked.value)] for name, worked in values
    ]
    return {"title": messages.party(area, side) if side else "", "terms": terms, "value": None, "shares": []}


def _plainly(lines: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [[plain(name), amount] for name, amount in lines]
