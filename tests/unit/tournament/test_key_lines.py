"""Where the keys of a TOML text stand."""

from __future__ import annotations

import tomllib

import pytest

from scorecheck.model.key_lines import key_lines, line_of

NASTY = '''\
# [event] is not here
top.dotted."quo.ted" = 1
[event]   # ] = "
name = """
[rounds]
\\""" still the name = x"""
'literal = key' = 'a # b'
"es\\u00e4c\\"aped" = "]"
[ranking.deep]
list = [ # a comment ]
  "a", 'b',
  [1, 2],

  { in = "line", and.so = [3] },
]
[[rounds]]
name = "A"
when = 1979-05-27 07:32:00
[rounds.more]
x = \'\'\'\'quoted\'\'\'\'
[[rounds]]
name = "B"
[[rounds.inner]]
[[rounds.inner]]
y = true
[ ranking . "other" ]
z = -1.5e3
'''


def paths(data: object, at: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    found = {at} if at else set()
    if isinstance(data, dict):
        for key, value in data.items():
            found |= paths(value, (*at, key))
    if isinstance(data, list):
        for key, value in enumerate(data):
            found |= paths(value, (*at, key))
    return found


def test_every_key_is_found() -> None:
    assert set(key_lines(NASTY)) == paths(tomllib.loads(NASTY))


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("top",), 2),
        (("top", "dotted", "quo.ted"), 2),
        (("event",), 3),
        (("event", "name"), 4),
        (("event", "literal = key"), 7),
        (("event", 'esäc"aped'), 8),
        (("ranking",), 9),
        (("ranking", "deep", "list"), 10),
        (("ranking", "deep", "list", 1), 11),
        (("ranking", "deep", "list", 2, 1), 12),
        (("ranking", "deep", "list", 3, "and", "so", 0), 14),
        (("rounds",), 16),
        (("rounds", 0, "when"), 18),
        (("rounds", 0, "more", "x"), 20),
        (("rounds", 1), 21),
        (("rounds", 1, "inner", 1, "y"), 25),
        (("ranking", "other", "z"), 27),
    ],
)
def test_the_line_of_a_key(key: tuple[str | int, ...], line: int) -> None:
    assert key_lines(NASTY)[key] == line


def test_what_is_not_there_stands_where_it_should() -> None:
    lines = key_lines(NASTY)
    assert line_of(lines, ("rounds", 1, "sheets", 3)) == 21
    assert line_of(lines, ("nothing",)) is None
    assert line_of(lines, ()) is None
