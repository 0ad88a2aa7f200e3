"""What somebody answers where a sheet leaves something open, as settings of the club."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any, cast

from scorecheck.checks.rules import AMBIGUOUS_GAME, AMBIGUOUS_NOTATION
from scorecheck.model.record import NamedTuple, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorecheck.one_file.pipeline import Settings
    from scorecheck.one_file.recognition import Doubt


class Answer(NamedTuple):
    """One of the answers to what is asked of a sheet: a setting."""

    key: str
    """``game``, ``layout``, ``notation``, ``columns`` or ``categories``."""
    value: str
    heading: str = ""
    """Of ``columns``: the heading of the column with this role; of ``categories``: the word of the row."""


_TABLES = ("columns", "categories")


def answers_to(doubt: Doubt) -> tuple[Answer, ...]:
    """The answers to the question that a doubt asks; none where it asks nothing that a setting answers."""
    params = doubt.params
    if doubt.rule is AMBIGUOUS_GAME:
        return tuple(Answer("game", game) for game in cast("tuple[str, ...]", params["games"]))
    if doubt.rule is not AMBIGUOUS_NOTATION:
        return ()
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
    """An option of the command line, as the setting of that name."""
    key, value = option.removeprefix("--").split()
    return Answer(key, value)


def answered(settings: Settings, answers: Iterable[Answer]) -> Settings:
    """The settings of a sheet with what was answered."""
    wanted = settings.wanted
    for one in answers:
        if one.key == "columns":
            wanted = wanted._replace(headings={**wanted.headings, one.heading: one.value})
        elif one.key == "categories":
            wanted = wanted._replace(categories={**wanted.categories, one.heading: one.value})
        else:
            wanted = wanted._replace(**{one.key: one.value})
    return replace(settings, wanted=wanted)


def settings_text(answers: Sequence[Answer]) -> str:
    """The answers as a new ``scorecheck.toml``."""
    lines = [f"{one.key} = {_quoted(one.value)}" for one in answers if one.key not in _TABLES]
    for key in _TABLES:
        told = [f"{_quoted(one.heading)} = {_quoted(one.value)}" for one in answers if one.key == key]
        if told:
            lines += ([""] if lines else []) + [f"[{key}]", *told]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return dumps(text, ensure_ascii=False)


def merged(text: str, answers: Iterable[Answer], below: Sequence[str] = ()) -> str:
    """The text of a settings file with the answers in it; all else stays, its comments too.

    ``below``: the tables in which the settings stand, in ``pyproject.toml``.
    """
    # Only whoever answers a question waits for it.
    import tomlkit

    document = tomlkit.parse(text)
    table: Any = document
    for key in below:
        table = table[key]
    for one in answers:
        if one.key not in _TABLES:
            table[one.key] = one.value
            continue
        if one.key not in table:
            table[one.key] = tomlkit.table()
        table[one.key][one.heading] = one.value
    return tomlkit.dumps(document)
