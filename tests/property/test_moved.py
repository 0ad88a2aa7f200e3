"""A table is the same wherever it stands on its sheet, however it is turned, written and encoded."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from laws import examples
from scorecheck.cli.main import main
from scorecheck.model.cells import CellRef
from support import checked, mend_nothing
from unit.readers.builders import TABLES

NAMES = ["Anna", "Bernd", "Chris", "Dora", "Emil"]
Table = list[list[object]]
Found = list[tuple[str, CellRef | None, str]]


@st.composite
def games(draw: st.DrawFn, players: int) -> list[list[int]]:
    """Games that add up, of any kind; where five sit at the table, one in turn has nothing."""
    rows: list[list[int]] = []
    for number in range(draw(st.integers(8, 16))):
        value = draw(st.integers(1, 9))
        shapes = ([value, value, -value, -value], [3 * value, *[-value] * 3], [-3 * value, *[value] * 3])
        row = list(draw(st.permutations(draw(st.sampled_from(shapes)))))
        if players > 4:
            row.insert(number % 5, 0)
        rows.append(row)
    return rows


@st.composite
def tables(draw: st.DrawFn, most_players: int = 5) -> Table:
    """A scoresheet with up to two slips, of points or of running totals, with or without sums below."""
    players = draw(st.integers(4, most_players))
    rows = draw(games(players))
    sums = [sum(column) for column in zip(*rows, strict=True)]
    running = draw(st.booleans())
    if running:
        for before, row in zip(rows, rows[1:]):  # noqa: B905, RUF007 - each row builds on the changed one before
            row[:] = [a + b for a, b in zip(before, row, strict=True)]
    for _ in range(draw(st.integers(0, 2))):
        row, column = draw(st.integers(0, len(rows) - 1)), draw(st.integers(0, players - 1))
        rows[row][column] += draw(st.sampled_from([-20, -8, -1, 1, 2, 30]))
    table: Table = [["Spiel", *NAMES[:players]], *([at, *row] for at, row in enumerate(rows, 1))]
    if not running and draw(st.booleans()):
        table.append(["Summe", *sums])
    return table


def text_of(table: Table, delimiter: str = ",", end: str = "\n") -> str:
    return "".join(delimiter.join(map(str, row)) + end for row in table)


def seen(data: str | bytes, name: str = "sheet.csv") -> tuple[Found, list[tuple[object, ...]]]:
    """What is found on a table, and how it was read."""
    file = checked(data, name)
    found = [(f.rule, f.cell, f.severity.word) for f in file.findings]
    return found, [
        (one.sheet.game, one.sheet.layout, one.sheet.notation, one.sheet.players, one.entries)
        for one in file.sheets
    ]


def moved(findings: Found, place: Callable[[CellRef], CellRef]) -> Found:
    places = [(rule, cell and place(cell), word) for rule, cell, word in findings]
    return sorted(places, key=lambda one: (one[1] or (0, 0), one[0]))


@given(tables(), st.integers(0, 6), st.integers(0, 5), st.sampled_from(["", "Freitag", "Tisch 3"]))
@examples(60)
def test_moved(table: Table, down: int, right: int, title: str) -> None:
    before: Table = [[""] * right for _ in range(down)]
    if before and title:
        before[0] = [*[""] * right, title]
    found, read = seen(text_of(table))
    found = moved(found, lambda at: CellRef(at.row + down, at.column + right))
    assert seen(text_of([*before, *([*[""] * right, *row] for row in table)])) == (found, read)


@given(tables(), st.integers(0, 6), st.integers(0, 30))
@examples(40)
def test_padded(table: Table, right: int, below: int) -> None:
    width = len(table[0]) + right
    wide = [[*row, *[""] * right] for row in table] + [[""] * width for _ in range(below)]
    assert seen(text_of(wide)) == seen(text_of(table))


@given(tables())
@examples(60)
def test_turned(table: Table) -> None:
    found, read = seen(text_of(table))
    found_there, read_there = seen(text_of([list(column) for column in zip(*table, strict=True)]))
    assert read_there == read
    if not read:
        # Not to be read either way; which of two doubts is told may depend on what else was tried.
        assert [word for _, _, word in found_there] == [word for _, _, word in found]
        return
    assert moved(found_there, lambda at: at) == moved(found, lambda at: CellRef(at.column, at.row))


ENCODINGS: Sequence[Callable[[Table], bytes]] = (
    lambda table: codecs.BOM_UTF8 + text_of(table).encode(),
    lambda table: text_of(table, ";", "\r\n").encode(),
    lambda table: text_of(table, "\t", "\r").encode(),
    lambda table: text_of(table, "|").encode("cp1252"),
    lambda table: codecs.BOM_UTF16_LE + text_of(table, "\t").encode("utf-16-le"),
    lambda table: codecs.BOM_UTF16_BE + text_of(table, ";").encode("utf-16-be"),
    lambda table: text_of(table).encode("utf-16-le"),
    lambda table: text_of(table).encode("utf-16-be"),
    lambda table: text_of([[f'"{value}"' for value in row] for row in table]).encode(),
)


@given(tables())
@examples(40)
def test_encoded_anew(table: Table) -> None:
    with pytest.MonkeyPatch.context() as patched:
        # The cells are the same, so their repairs are; to look for these takes the longest.
        mend_nothing(patched)
        here = seen(text_of(table))
        for number, encode in enumerate(ENCODINGS):
            assert seen(encode(table)) == here, number


@given(tables())
@examples(20)
@pytest.mark.slow
def test_in_every_format(table: Table) -> None:
    with pytest.MonkeyPatch.context() as patched:
        mend_nothing(patched)
        here = seen(text_of(table))
        for kind, build in TABLES.items():
            assert seen(build(table), f"sheet.{kind}") == here, kind


def status(data: bytes, name: str) -> object:
    """The exit status of ``scorecheck validate`` for a file of these bytes."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        screen = TextIOWrapper(BytesIO(), encoding="utf-8")
        with (
            patch.object(sys, "argv", ["scorecheck", "validate", str(path)]),
            redirect_stdout(screen),
            redirect_stderr(StringIO()) as complaint,
        ):
            try:
                main()
            except SystemExit as end:
                return end.code if end.code in (0, 1) else (end.code, complaint.getvalue())


SUFFIXES = ["csv", "xlsx", "xls", "xlsb", "ods", "tsv", "txt"]
BEGINNINGS = [b"", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", codecs.BOM_UTF16_LE, b"sep=;\n"]


@given(st.sampled_from(BEGINNINGS), st.binary(max_size=400), st.sampled_from(SUFFIXES))
@examples(80)
@example(b"", b"", "xlsx")
@example(b"sep=;\n", b"", "csv")
@example(b"", b"Anna,Bernd,Chris,Dora\n1,1,-1,-1\n", "csv")
def test_any_bytes_give_a_report(beginning: bytes, data: bytes, suffix: str) -> None:
    assert status(beginning + data, f"sheet.{suffix}") in (0, 1)


@given(tables(), st.sampled_from(["csv", *TABLES]), st.data())
@examples(60)
def test_a_damaged_file_gives_a_report(table: Table, kind: str, data: st.DataObject) -> None:
    whole = bytearray(text_of(table).encode() if kind == "csv" else TABLES[kind](table))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del whole[data.draw(st.integers(0, len(whole))) :]
    assert status(bytes(whole), f"sheet.{kind}") in (0, 1)
