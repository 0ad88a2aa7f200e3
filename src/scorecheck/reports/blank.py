"""Blank scoresheets: what stands on one, as each game has it in its ``blank.toml``.

A layout there is of a kind: ``games`` (a row a game, a column a player), ``card`` (a row a
category) or ``records`` (a row an event, facts in named columns).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from scorecheck.model.terms import Term
from scorecheck.resources import package_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorecheck.reports.messages import Messages

Kind: TypeAlias = Literal["games", "card", "records"]

MOST_ROWS = 500


class Blank(NamedTuple):
    """A layout that blank sheets can be made of."""

    game: str
    layout: str
    kind: Kind
    least: int
    """So many players fit on it at least, and at most."""
    most: int
    rows: int
    running: bool = False
    """The cells hold running totals, not the points of each game."""
    carried: bool = False
    """An empty cell means that nothing has changed."""
    zero: int = 0
    """Rows add up to 0; so many players take part in each. 0: rows need not add up."""
    control: Literal["", "sum", "sides"] = ""
    """A column with the sum of each row, or with its sums of plus and of minus, as in 37/37."""
    total: bool = False
    """A last row holds the sum of each column."""
    standing: bool = False
    """Beside the points stands where each player is after each game."""
    columns: tuple[str, ...] = ()
    """Of records: the words for the columns."""
    choices: Mapping[str, tuple[str, ...]] = {}
    """Of records: the columns whose cells are chosen from a list; ``players`` are the names."""
    numbers: frozenset[str] = frozenset()
    """Of records: the columns that hold whole numbers."""
    counted: str = ""
    """Of records: the column that holds the number of each row."""
    card: tuple[tuple[str, str], ...] = ()
    """Of a card: its rows, each with ``entry``, or with what is worked out there."""
    least_bonus: int = 0
    """Of a card: the sum of the upper half from which on there is a bonus."""
    bonus: int = 0


class Words:
    """The words on a blank sheet, in the language asked for: of the game's own, then of all sheets."""

    def __init__(self, blank: Blank, messages: Messages) -> None:
        """For a sheet."""
        self._blank = blank
        self._messages = messages

    def __call__(self, key: str) -> str:
        """What a column or row is called."""
        if (key, "entry") in self._blank.card:
            return self._messages.term_text(self._blank.game, Term(key, 0))
        return self._messages.label(f"blank.{key}")

    def standing(self, player: str) -> str:
        """The heading over where a player stands."""
        return self._messages.label("blank.standing", player=player)


class NoBlank(Exception):  # noqa: N818 - it says what is the matter
    """A sheet that cannot be made; ``cli.new-<reason>`` in the labels says why."""

    def __init__(self, reason: str, **params: str | int | tuple[str, ...]) -> None:
        """For a reason, with the words that its sentence names."""
        super().__init__(f"{reason}: {params}")
        self.reason = reason
        self.params = params


def layouts_of(game: str) -> tuple[str, ...]:
    """The layouts of a game that blank sheets can be made of, the usual one first."""
    return tuple(name for name in _said(game) if ":" not in name)


def blank_of(game: str, layout: str | None, rows: int | None = None, preset: str | None = None) -> Blank:
    """A layout of a game, the usual one where none is named, with ``rows`` rows instead of its own.

    Where the sheets of a ``preset`` look otherwise, its own.

    Raises:
        NoBlank: there is no such layout, or it cannot have so many rows.
    """
    known = _said(game)
    name = layout or next(iter(known), "")
    if name not in layouts_of(game):
        raise NoBlank("no-layout", name=name, game=game, known=layouts_of(game))
    said: dict[str, Any] = dict(known.get(f"{name}:{preset}", known[name]))
    least, most = said.pop("players")
    if rows is not None:
        if not 1 <= rows <= MOST_ROWS or said["kind"] == "card":
            raise NoBlank("rows", rows=rows, most=MOST_ROWS)
        said["rows"] = rows
    said["columns"] = tuple(said.get("columns", ()))
    said["numbers"] = frozenset(said.get("numbers", ()))
    said["choices"] = {key: tuple(words) for key, words in said.get("choices", {}).items()}
    said["card"] = tuple((row[0], row[1]) for row in said.get("card", ()))
    return Blank(game, name, least=least, most=most, **said)


def fitting(blank: Blank, players: Sequence[str]) -> None:
    """Sees to it that the players fit on a sheet.

    Raises:
        NoBlank: they are too few or too many, or two of them have one name.
    """
    if not blank.least <= len(players) <= blank.most:
        raise NoBlank("players", count=len(players), least=blank.least, most=blank.most)
    seen: set[str] = set()
    for name in players:
        if name.casefold() in seen:
            raise NoBlank("twice", player=name)
        seen.add(name.casefold())


def _said(game: str) -> dict[str, dict[str, Any]]:
    path = package_file("games", game.replace("-", "_"), "blank.toml")
    if not path.is_file():
        return {}
    import tomllib

    return tomllib.loads(path.read_text(encoding="utf-8"))
