"""What recognition knows of a game before it imports it: ``[sketch]`` in the game's ``columns.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scorecheck.checks.words import data, row_names, vocabulary
from scorecheck.model.record import NamedTuple


class Sketch(NamedTuple):
    """The features of a layout of records, or a card, that are known without importing its game."""

    game: str
    layout: str
    section: str
    """The section of the game's ``columns.toml`` with its headings; empty for a card."""
    required: frozenset[str] = frozenset()
    """The roles that must occur in a line of headings; empty for a card."""
    theirs: Mapping[str, str] | None = None
    """The vocabulary of a game of a plug-in, which is imported already."""
    steps: tuple[int, ...] = ()
    """Consecutive rows of a card hold multiples of these, which identifies it in any language."""

    @property
    def _words(self) -> Mapping[str, str]:
        if self.theirs is not None:
            return self.theirs
        return headings_of(self.game, self.section) if self.section else row_names()

    @property
    def headings(self) -> Mapping[str, str]:
        """The roles of its headings."""
        return self._words if self.required else {}

    @property
    def row_names(self) -> Mapping[str, str]:
        """The kinds of its rows by label; empty where it is no card."""
        return {} if self.required else self._words


class Known(NamedTuple):
    """What is known of one of our games without importing it."""

    fewest: int
    """The least number of columns of points; 0: no layout has such columns."""
    one_a_row: int
    """Not 0: in each row only one player has points, or a new total, of at least this size. Only tables where
    half of the rows are like that are weighed as this game."""
    sketches: tuple[Sketch, ...]
    """Its layouts of records and its cards."""
    money: bool
    """Sheets may hold money instead of points."""


def folder_of(game: str) -> str:
    """The name of a game's folder."""
    return game.replace("-", "_")


def headings_of(game: str, section: str = "columns") -> Mapping[str, str]:
    """The roles of a game's headings; ``section``: of one of its layouts."""
    return vocabulary(*_columns(game), section=section)


def _columns(game: str) -> tuple[str, str, str]:
    return "games", folder_of(game), "columns.toml"


@cache
def known(game: str) -> Known:
    """The sketch of one of our games."""
    said = data(*_columns(game))["sketch"]
    steps = tuple(map(int, said.get("steps", ())))
    cards = [Sketch(game, layout, "", steps=steps) for layout in said.get("cards", ())]
    records = [
        Sketch(game, layout, layout, required)
        for layout in said.get("records", {})
        for required in required_of(game, layout)
    ]
    return Known(said["fewest"], said.get("one_a_row", 0), (*cards, *records), said.get("money", False))


def required_of(game: str, layout: str) -> tuple[frozenset[str], ...]:
    """The alternative sets of roles that identify the headings of a layout of records."""
    return tuple(frozenset(one.split()) for one in data(*_columns(game))["sketch"]["records"][layout])
