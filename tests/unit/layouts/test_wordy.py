"""Where words stand among numbers."""

from __future__ import annotations

from scorecheck.layouts.wordy import columns_of_words, has_words


def test_columns_that_may_hold_a_word() -> None:
    assert columns_of_words(["Spiel", "4", "-4", "+4", 3, -3]) == ()
    assert columns_of_words([1, "Anna", "4", "", 2.5]) == (1, 3, 4)


def test_a_truth_value_is_not_taken_for_the_number_that_it_equals() -> None:
    assert columns_of_words(["", 1, 0]) == ()
    assert columns_of_words(["", True, False]) == (1, 2)
    assert columns_of_words(["", 1, 0]) == ()


def test_so_many_words_in_a_column() -> None:
    rows = [["Einser", 3], ["Zweier", 6], ["", 9], ["12"], ["−", 1], ["Chance", 20]]
    assert has_words(rows, 0, 3)
    assert not has_words(rows, 0, 4)
    assert not has_words(rows, 1, 1)
    # Rows may be shorter than others.
    assert not has_words(rows, 2, 1)
