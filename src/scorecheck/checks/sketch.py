"""What recognition asks of a game before it imports it: ``[sketch]`` in the game's ``columns.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scorecheck.checks.words import data, row_names, vocabulary
from scorecheck.model.record import NamedTuple


class Sketch(NamedTuple):
    """What a layout of records, or a card, is told by before its game is imported."""

    game: str
    layout: str
    section: str
    """The section of the game's ``columns.toml`` with its headings; a card has none."""
    required: frozenset[str] = frozenset()
    """The roles that must stand in a line of headings; a card has none."""
    theirs: Mapping[str, str] | None = None
    """What the words stand for, in a game of others, which has been imported."""
    steps: tuple[int, ...] = ()
    """Rows of a card that stand one below the other hold multiples of these: so it is known in any words."""

    @property
    def _words(self) -> Mapping[str, str]:
        if self.theirs is not None:
            return self.theirs
        return vocabulary(*_columns(self.game), section=self.section) if self.section else row_names()

    @property
    def headings(self) -> Mapping[str, str]:
        """What its headings stand for."""
        return self._words if self.required else {}

    @property
    def row_names(self) -> Mapping[str, str]:
        """What the names of its rows stand for; empty where it is no card."""
        return {} if self.required else self._words


class Known(NamedTuple):
    """What is known of a game of ours before it is imported."""

    fewest: int
    """So many players have a column of points at least; 0: no layout has such columns."""
    one_a_row: int
    """Not 0: in each row one player alone has points, or a new total, and so much at least. Only tables of
    which half of the rows are so are weighed as the game's."""
    sketches: tuple[Sketch, ...]
    """Its layouts of records, and its cards."""
    money: bool
    """Sheets may hold money for points: so much each."""


def folder_of(game: str) -> str:
    """The name of a game's folder."""
    return game.replace("-", "_")


def _columns(game: str) -> tuple[str, str, str]:
    return "games", folder_of(game), "columns.toml"


@cache
def known(game: str) -> Known:
    """What a game of ours says of itself."""
    said = data(*_columns(game))["sketch"]
    steps = tuple(map(int, said.get("steps", ())))
    cards = [Sketch(game, layout, "", steps=steps) for layout in said.get("cards", ())]
    records = [
        Sketch(game, layout, layout, required)
        for layout in said.get("records", {})
        for required in required_of(game, layout)
    ]
    return Known(said["fewest"], said.get("one_a_row", 0), (*cards, *records), said.get("money", False))


@cache
def required_of(game: str, layout: str) -> tuple[frozenset[str], ...]:
    """The roles that must stand in a line of headings of a layout of records: each choice of them."""
    return tuple(frozenset(one.split()) for one in data(*_columns(game))["sketch"]["records"][layout])
