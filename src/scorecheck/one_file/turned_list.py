"""Transposes the rounds of a published list into the rows of a grid of evenings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

from scorecheck.checks.words import plain
from scorecheck.layouts.sample import counts_up
from scorecheck.layouts.vocabulary import common_headings, row_words
from scorecheck.model.cells import Value, value_text
from scorecheck.model.sheet import Sheet, Table
from scorecheck.model.written import written
from scorecheck.tournament.listed import Rounds


def turned_list(sheet: Sheet, rounds: Rounds) -> tuple[Table, Mapping[str, str]]:
    """A list as a table with a row per round and a column per player, and its headings.

    Scores are above or below the rounds, as they are before or after them on the list. Of other columns,
    such as games or means, only the heading is left.
    """
    table = sheet.table
    name, score = next(one.at for one in sheet.columns if one.role == "name"), sheet.points_columns[0]
    first = min(*rounds.points, score)
    top, kept = table.heading_row - 1, {name, score, *rounds.points}
    before: list[Value] = [""] * top

    def turned(at: int) -> tuple[Value, ...]:
        """A column of the list, without rows that are no line of it."""
        cells = (table.value(row, at) if at in kept else "" for row in range(sheet.stop))
        return (*before, table.headings[at], *cells)

    headings = tuple(map(value_text, turned(name)))

    def is_aside(row: int) -> bool:
        """Whether a line only counts the rounds, or is a note with nothing beside it."""
        said = [table.value(row, at) for at in (*rounds.points, score)]
        return said[-1] == "" and (counts_up(map(written, said)) or not any(map(value_text, said)))

    words = {**row_words(), **{one: role for one, role in common_headings().items() if role == "control"}}
    kinds = {"total": "control", "control": "control", None: "player"}
    roles = {
        one: "other" if is_aside(row) else kinds.get(words.get(plain(one)), "other")
        for row, one in enumerate(headings[top + 1 :])
        if one
    }
    return Table(
        table.sheet,
        headings,
        name + 1,
        first + 1,
        tuple(map(turned, range(first, len(table.headings)))),
        first_column=top,
        turned=True,
        formats=table.formats,
        around=tuple(zip_longest(*table.around, fillvalue="")),
        total_row=score - first,
    ), {headings[top]: "other", **roles}
