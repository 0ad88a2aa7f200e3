"""CSV: encodings, delimiters, quotes, and rows that stay the lines of the file."""

from __future__ import annotations

import pytest

from scorecheck.readers import csv_reader, limits
from scorecheck.readers.errors import CannotRead
from unit.readers.builders import read


def rows(data: bytes | str) -> list[tuple[str, ...]]:
    workbook = read(data.encode() if isinstance(data, str) else data, "a.csv")
    assert workbook.format == "csv"
    (grid,) = workbook.grids
    assert grid.name is None
    return [tuple(map(str, row)) for row in grid.rows]


TABLE = [("Spiel", "Jörg", "Bernd"), ("1", "+2", "−2")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends(delimiter: str, end: str) -> None:
    assert rows(end.join(delimiter.join(row) for row in TABLE)) == TABLE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings(encoding: str) -> None:
    table = [("Spiel", "Jörg", "Bernd"), ("1", "+2", "–2")]
    assert rows("\n".join(",".join(row) for row in table).encode(encoding)) == table


def test_utf16_with_a_mark_at_the_big_end() -> None:
    assert rows(b"\xfe\xff" + "a,b\n1,2".encode("utf-16-be")) == [("a", "b"), ("1", "2")]


def test_bytes_that_no_encoding_has_are_shown_as_such() -> None:
    assert rows(b"a,b\nx\x81,\xfc") == [("a", "b"), ("x�", "ü")]


@pytest.mark.slow
def test_broken_utf8_far_down_makes_the_whole_file_cp1252() -> None:
    data = b"a,b\n" + b"1,2\n" * 600_000 + "Jörg,3\n".encode("cp1252")
    assert rows(data)[-1] == ("Jörg", "3")


def test_values_stay_as_they_are_written() -> None:
    assert rows(' a ,"b, c","say ""hi"""\n+1, −2 ,"5,0"') == [
        (" a ", "b, c", 'say "hi"'),
        ("+1", " −2 ", "5,0"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna;Bernd\n2,5;-2,5", [("Anna", "Bernd"), ("2,5", "-2,5")]),
        ("2,5;-2,5\n1,0;-1,0", [("2,5", "-2,5"), ("1,0", "-1,0")]),
        (
            "Runde 1, Tisch 2, 3.4.\nA;B;C\n1;2;3\n4;5;6",
            [("Runde 1, Tisch 2, 3.4.",), ("A", "B", "C"), ("1", "2", "3"), ("4", "5", "6")],
        ),
        ("A,B,C\n1,2,3\n4,5,6;7", [("A", "B", "C"), ("1", "2", "3"), ("4", "5", "6;7")]),
        ("A|B\n1,5|2,5", [("A", "B"), ("1,5", "2,5")]),
        ("nothing here\nat all", [("nothing here",), ("at all",)]),
    ],
)
def test_the_delimiter_is_the_one_that_makes_a_table(text: str, expected: list[tuple[str, ...]]) -> None:
    assert rows(text) == expected


@pytest.mark.parametrize("line", ["sep=|", "SEP=|", "sep=|\r"])
def test_a_line_may_name_the_delimiter_and_stays_a_line(line: str) -> None:
    assert rows(f"{line}\nA,B|C\n1|2") == [(), ("A,B", "C"), ("1", "2")]


def test_a_named_tab() -> None:
    assert rows("sep=\\t\nA\tB") == [(), ("A", "B")]


def test_ragged_and_empty_rows_are_kept() -> None:
    assert rows("A,B,C\n\n1,2\n,,,4\n\n") == [("A", "B", "C"), (), ("1", "2"), ("", "", "", "4"), ()]


def test_a_cell_of_two_lines_is_in_one_row() -> None:
    text = 'A,B\n"x\ny",2\n"p\r\nq\n",3\n4,5'
    assert rows(text) == [("A", "B"), ("x\ny", "2"), ("p\r\nq\n", "3"), ("4", "5")]


def test_a_quote_that_is_never_closed_spoils_only_its_line() -> None:
    assert rows('A,B\n"x,2\n3,4\n5,6') == [("A", "B"), ('"x', "2"), ("3", "4"), ("5", "6")]
    long = "3,4\n" * 100_000
    assert rows(f'A,B\n"x,2\n{long}')[1:4] == [('"x', "2"), ("3", "4"), ("3", "4")]
    assert len(rows(f'A,B\n"x,2\n{long}')) == 100_002


def test_a_quoted_cell_over_the_end_of_a_batch() -> None:
    before = "1,2\n" * (csv_reader._BATCH // 4 - 1)
    found = rows(before + '"a\nb",3\n4,5\n')
    assert found[-2:] == [("a\nb", "3"), ("4", "5")]


def test_a_cell_longer_than_the_module_takes() -> None:
    long = "x" * 200_000
    assert rows(f"A,B\n{long},2\n3,4") == [("A", "B"), (long, "2"), ("3", "4")]


def test_zero_characters_are_dropped() -> None:
    assert rows(b"A,B\n1\0,2\n" + b"3,4\n" * 100)[:2] == [("A", "B"), ("1", "2")]


@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf", b"\r\n\r\n"])
def test_an_empty_file_is_an_empty_grid(data: bytes) -> None:
    assert all(row == () for row in rows(data))


def test_equal_texts_are_one_object() -> None:
    grid = read(b"A,B\n" + b"-12,+12\n" * 50, "a.csv").grids[0]
    assert len({id(row[0]) for row in grid.rows[1:]}) == 1


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"x" * (limits.LINE + 10), "line-too-long"),
        (b"A,B\n" + b"x," * limits.LINE, "line-too-long"),
    ],
)
def test_lines_without_end_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(CannotRead) as caught:
        rows(data)
    assert (caught.value.reason, caught.value.params) == (reason, {"limit": limits.LINE})


def test_lines_just_long_enough_are_read() -> None:
    line = "x" * (limits.LINE - 10)
    assert rows(f"{line}\n{line}\n{line}") == [(line,), (line,), (line,)]


def test_too_much_for_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TEXT_MEMORY", 100_000)
    with pytest.raises(CannotRead) as caught:
        rows("1,2,3\n" * 20_000)
    assert caught.value.reason == "too-many-lines"
    assert set(caught.value.params) == {"rows"}


def test_too_large_a_file_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TEXT_BYTES", 3 * limits.MIB)
    with pytest.raises(CannotRead) as caught:
        rows("1,2\n" * limits.MIB)
    assert (caught.value.reason, caught.value.params) == ("too-large", {"size": 4, "limit": 3})


def test_rows_are_those_of_a_spreadsheet() -> None:
    """Each kind of line end ends a row, but in a quoted cell."""
    assert rows('a,b\r\n1,2\r3,4\n\n"x\ny",1\n5,6\n') == [
        ("a", "b"),
        ("1", "2"),
        ("3", "4"),
        (),
        ("x\ny", "1"),
        ("5", "6"),
    ]
