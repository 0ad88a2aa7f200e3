"""Lines are read the same wherever a batch of them ends."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.readers import csv_reader
from scorecheck.readers.source import FileContent

HEADS = st.sampled_from(["1", "22", "", '"7"', '"7', " 8", "x y", "é", "\0"])
TAILS = st.sampled_from(
    [",1,-1", ",2,-2", ",", "", ',"a,b",3', ',"a', ',a"b,3', ',"a\nb",1', ",1,-1 ", ",,", ",\0,5"]
)
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "\n\n"])
lines = st.tuples(HEADS, TAILS, ENDS).map("".join)


@given(st.lists(st.one_of(lines, st.sampled_from(["3,1,-1\n", "4,2,-2\n"])), max_size=60))
@examples(400)
def test_rows_are_the_same(made: list[str]) -> None:
    """The first batch tells what parts the cells, so that there is nothing but commas."""
    data = "".join(made).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_reader, "_BATCH", 8)
        in_batches = _read(data)
    assert in_batches == _read(data)


def _read(data: bytes) -> list[list[str]]:
    (grid,) = csv_reader.read(FileContent(io.BytesIO(data), len(data), ".csv"))
    return [list(map(str, row)) for row in grid.rows]


def test_a_long_first_cell_is_read_the_plain_way() -> None:
    long = "9" * 140_000
    data = f"1,1,-1\n2,1,-1\n{long},1,-1\n".encode()
    assert _read(data * 3) == [["1", "1", "-1"], ["2", "1", "-1"], [long, "1", "-1"]] * 3
