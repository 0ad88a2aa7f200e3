"""TOML of others: keys of very many parts are refused before they take the parser hours."""

from __future__ import annotations

import time
import tomllib

import pytest

from scorecheck.model.toml import parsed


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 100_000 + " = 1",
        "[" + "a . " * 60 + "a]",
        'x = { "a"' + '."a"' * 60 + " = 1 }",
        "a" * 10 + ".b-c" * 50 + " = 2",
    ],
)
def test_a_key_of_too_many_parts(text: str) -> None:
    with pytest.raises(RecursionError):
        parsed(text)


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 30 + " = 1",
        "a = '" + "x" * 500_000 + "'",
        "a = '" + "Satz. Und noch einer. " * 5 + "'",
        "a.b = 1.5",
    ],
)
def test_other_texts_are_read_as_they_are(text: str) -> None:
    begun = time.process_time()
    assert parsed(text) == tomllib.loads(text)
    assert time.process_time() - begun < 1


def test_no_toml_is_a_value_error() -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        parsed("a =")
