"""Answers to questions about sheets, as settings of the club."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from scorecheck.checks.rules import AMBIGUOUS_NOTATION
from scorecheck.checks.words import setting
from scorecheck.layouts.readings import Reading
from scorecheck.model.record import NamedTuple, replace
from scorecheck.one_file.questions import WON_OR_LOST, Doubt
from scorecheck.one_file.settings import Settings


class Answer(NamedTuple):
    """A possible answer to a question about a sheet, as a setting."""

    key: str
    """``game``, ``layout``, ``notation``, ``columns`` or ``categories``."""
    value: str
    heading: str = ""
    """For ``columns``: the heading of the column with this role; for ``categories``: the word of the row."""
    if_open: bool = False
    """Whether it applies only to sheets that leave it open."""

    @property
    def table(self) -> str:
        """The table of the settings that contains it; empty for the top level."""
        return self.key if self.key in _OF_WORDS else "layout" if self.if_open else ""


_OF_WORDS = ("columns", "categories")


def answers_to(doubt: Doubt | Reading) -> tuple[Answer, ...]:
    """The possible answers to a doubt, or to what a reading leaves open; none if no setting answers it."""
    if not isinstance(doubt, Doubt):
        by_custom = doubt.sheet.decided_by == "custom"
        return tuple(Answer("notation", one, if_open=True) for one in WON_OR_LOST) if by_custom else ()
    params = doubt.params
    if doubt.rule is not AMBIGUOUS_NOTATION:
        games = [Answer("game", game, if_open=True) for game in doubt.games if doubt.asks_for_game]
        evenings = [Answer("layout", "evenings", if_open=True)] if doubt.may_be_evenings else []
        return (*games, *evenings)
    if "heading" in params:
        heading = str(params["heading"])
        return Answer("columns", "player", heading), Answer("columns", "other", heading)
    if "kinds" in params:
        kinds = cast("tuple[str, ...]", params["kinds"])
        return tuple(Answer("categories", kind, str(params["word"])) for kind in kinds)
    if "first_option" in params:
        return tuple(_of_option(str(params[key])) for key in ("first_option", "second_option"))
    return ()


def _of_option(option: str) -> Answer:
    """The last option of a command line, as the setting of that name; the game is a separate question."""
    key, value = option.split()[-2:]
    return Answer(key.removeprefix("--"), value, if_open=True)


def answered(settings: Settings, answers: Iterable[Answer]) -> Settings:
    """The settings of a sheet with an answer."""
    wanted = settings.wanted
    for one in answers:
        if one.key == "columns":
            wanted = wanted._replace(headings={**wanted.headings, one.heading: one.value})
        elif one.key == "categories":
            wanted = wanted._replace(categories={**wanted.categories, one.heading: one.value})
        elif one.if_open:
            wanted = wanted._replace(if_open={**wanted.if_open, one.key: one.value})
        else:
            wanted = wanted._replace(**{one.key: one.value})
    return replace(settings, wanted=wanted)


def settings_text(answers: Sequence[Answer]) -> str:
    """The answers as a new ``scorecheck.toml``, in lines such as messages name."""
    return "".join(f"{setting(one.table, one.heading or one.key, one.value)}\n" for one in answers)


def merged(text: str, answers: Iterable[Answer], below: Sequence[str] = ()) -> str:
    """The text of a settings file with the answers added; everything else stays, including comments.

    ``below``: the tables that contain the settings, in ``pyproject.toml``.
    """
    # Imported late: only answers need it.
    import tomlkit

    document = tomlkit.parse(text)
    table: Any = document
    for key in below:
        table = table[key]
    for one in answers:
        if not one.table:
            table[one.key] = one.value
            continue
        name = one.heading or one.key
        if one.table in table:
            table[one.table][name] = one.value
        else:
            table.append(tomlkit.key([one.table, name]), one.value)
    new = tomlkit.dumps(document)
    if 0 < text.count("\n") == text.count("\r\n"):
        new = new.replace("\r\n", "\n").replace("\n", "\r\n")
    return new
