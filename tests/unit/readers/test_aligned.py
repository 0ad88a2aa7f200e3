"""Text whose columns are set apart by blanks."""

from __future__ import annotations

from scorecheck.readers.aligned import Aligned


def cut(text: str) -> list[list[str]]:
    lines = text.strip("\n").splitlines(keepends=True)
    aligned = Aligned(lines)
    assert not aligned.few
    return [aligned.cells(line) for line in lines]


def test_runs_of_blanks_set_cells_apart() -> None:
    assert cut("Platz  Name      Punkte\n1.     Peter K.     485\n2.     Uwe          -45\n") == [
        ["Platz", "Name", "Punkte"],
        ["1.", "Peter K.", "485"],
        ["2.", "Uwe", "-45"],
    ]


def test_a_gap_stays_in_its_column() -> None:
    text = """
Nr  Anna  Bernd  Chris  Dora  Emil
 1     2      2     -2    -2
 2            3     -1    -1    -1
"""
    assert cut(text) == [
        ["Nr", "Anna", "Bernd", "Chris", "Dora", "Emil"],
        ["1", "2", "2", "-2", "-2", ""],
        ["2", "", "3", "-1", "-1", "-1"],
    ]


def test_numbers_that_fill_their_columns_are_apart_by_one_blank() -> None:
    assert cut("Nr  Anna  Bo\n 1  -120 120\n 2     4  -4\n") == [
        ["Nr", "Anna", "Bo"],
        ["1", "-120", "120"],
        ["2", "4", "-4"],
    ]


def test_a_title_is_one_cell_and_blanks_of_the_web_are_blanks() -> None:
    text = "Abend bei Anna, 3. März\nAnna\N{NO-BREAK SPACE} Bo\n1  -1\n2  -2\n"
    assert cut(text) == [["Abend bei Anna, 3. März"], ["Anna", "Bo"], ["1", "-1"], ["2", "-2"]]


def test_a_text_of_sentences_is_not_aligned() -> None:
    assert Aligned(["We met at eight.\n", "Anna won.  Bo lost.\n", "\n", "Next time: cake\n"]).few
