"""Laws of names: whatever files and folders are called, all of them are found."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.model.order import path_key
from scorecheck.readers.discover import discover

DIGITS = st.text(st.characters(categories=["Nd", "No", "Nl"], max_codepoint=0xFFFF), max_size=4)
WORDS = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=9)
NAMES = st.one_of(DIGITS, WORDS, st.tuples(WORDS, DIGITS).map("".join)).filter(
    lambda name: name.strip(". ") and not name.startswith((".", "~$"))
)


@given(st.lists(NAMES, min_size=1, max_size=6, unique=True), st.randoms())
@examples(300, few=20)
def test_each_name_has_its_place(names: list[str], chance: Random) -> None:
    mixed = chance.sample(names, len(names))
    assert sorted(names, key=path_key) == sorted(mixed, key=path_key)


@given(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=5, unique_by=lambda pair: pair[0].casefold()))
@examples(100, few=5)
def test_a_file_in_each_folder_is_found(made: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as place:
        paths = {Path(place) / folder / f"{name}.csv" for folder, name in made}
        for path in paths:
            path.parent.mkdir(exist_ok=True)
            path.write_text("A,B\n1,-1\n", encoding="utf-8")
        assert {file.path for file in discover([place], Path(place)).files} == paths
