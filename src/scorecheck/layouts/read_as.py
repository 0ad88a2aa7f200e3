"""What a table is read as, and the sheet that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.words import names_in
from scorecheck.layouts.foot import Feet
from scorecheck.model.cells import Value, number_in, shown_name
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Column, Sheet, Table


class ReadAs(NamedTuple):
    """What a table may be read as, and what is known about it beforehand."""

    ruleset: Ruleset
    layout: Layout
    path: str
    preset: str | None = None
    headings: Mapping[str, str] = {}
    """The meaning of this club's headings, in their plain form."""
    words: Mapping[str, str] = {}
    """The same for its names of rows on cards."""

    @property
    def row_names(self) -> Mapping[str, str]:
        """The meaning of the words before the rows of a card, including this club's own."""
        return {**self.layout.row_names, **self.words}

    def is_part_of(self, other: ReadAs) -> bool:
        """Whether another layout of the game has the same headings and more."""
        return self.ruleset is other.ruleset and self.layout.required < other.layout.required


def sheet_of(table: Table, read_as: ReadAs, columns: tuple[Column, ...], feet: Feet) -> Sheet | None:
    """The table read with these columns, or ``None`` if they do not fit the layout."""
    ruleset, layout, path, preset, _, words = read_as
    if layout.list_of is None and layout.may_name_players and not layout.running:
        columns = _with_enough_players(columns, layout)
    whose = _of_columns(layout, columns) if layout.list_of is None else _of_rows(table, layout, columns)
    if whose is None:
        return None
    players, points = whose
    summed = points or tuple(c.at for c in columns if c.role == layout.adds_up)
    table, foot = feet.of(layout, summed, numbers_column(columns))
    if layout.list_of is not None and foot.row is not None:
        players, _ = _of_rows(table, layout, columns, foot.row) or whose
    if not points:
        players = _named_in(table.rows[: foot.stop], columns, layout)
        # Text at the foot of a player's column has no meaning.
        foot = foot._replace(said=())
    sheet = Sheet(
        path,
        table,
        ruleset.game,
        preset or (ruleset.presets[0] if ruleset.presets else None),
        layout.name,
        columns,
        players,
        points,
        layout.running,
        layout.notation,
        *foot,
        preset_said=preset is not None,
        own_words=words,
    )
    if preset is None and ruleset.shown_preset is not None:
        sheet = replace(sheet, preset=ruleset.shown_preset(sheet))
    return sheet


_Whose: TypeAlias = "tuple[tuple[str, ...], tuple[int, ...]]"
"""The players, and their columns of points."""


def _of_columns(layout: Layout, columns: Sequence[Column]) -> _Whose | None:
    """The players of a table with a column each; ``None`` with too few or too many of them."""
    mine = [column for column in columns if column.role == "player"]
    named = layout.may_name_players and not layout.running and not mine
    # On a block of cards, a player has several.
    count = len({column.heading for column in mine}) if layout.row_names else len(mine)
    if not named and not layout.min_players <= count <= layout.max_players:
        return None
    return tuple(column.heading for column in mine), tuple(column.at for column in mine)


def _of_rows(
    table: Table, layout: Layout, columns: Sequence[Column], total: int | None = None
) -> _Whose | None:
    """The same for a list with a row per player, besides the row of the ``total``.

    ``None`` if it has no names or no score.
    """
    points = tuple(c.at for role in layout.score_roles for c in columns if c.role == role)
    points = points[:1] if len(layout.score_roles) == 1 else points
    names = next((c.at for c in columns if c.role == layout.list_of), None)
    if not points or names is None:
        return None
    scored = (table.value(row, points[0]) for row in range(len(table.rows)))
    players = tuple(
        shown_name(table.value(row, names))
        for row, score in enumerate(scored)
        if row != total and number_in(score) is not None
    )
    # A prepared list may have a rank and a zero in each row.
    return (players, points) if any(players) or not players else None


def _with_enough_players(columns: tuple[Column, ...], layout: Layout) -> tuple[Column, ...]:
    """The columns, with those of too few players as unknown ones."""
    if sum(column.role == "player" for column in columns) >= layout.min_players:
        return columns
    return tuple(column._replace(role="unknown") if column.role == "player" else column for column in columns)


def numbers_column(columns: Sequence[Column]) -> int | None:
    """The column of the game numbers."""
    return next((c.at for c in columns if c.role == "number"), None)


def _named_in(rows: Sequence[Sequence[Value]], columns: Sequence[Column], layout: Layout) -> tuple[str, ...]:
    """The names in the rows of records, by first appearance."""
    found: dict[str, str] = {}
    for row in rows[:_MOST_NAMED_IN]:
        width = len(row)
        fields = {column.role: row[column.at] if column.at < width else "" for column in columns}
        if layout.names_of_row is not None:
            names = layout.names_of_row(fields)
        else:
            names = (name for role in layout.name_roles for name in names_in(fields.get(role, "")))
        for name in names:
            found.setdefault(name.casefold(), name)
    return tuple(found.values())


_MOST_NAMED_IN = 2000
"""The first rows show who plays."""
