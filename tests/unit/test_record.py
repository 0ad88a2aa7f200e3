"""Records behave as frozen dataclasses do, as far as the program and its tests use that."""

from __future__ import annotations

from dataclasses import field, fields, replace

import pytest

from scorecheck.model.record import record


@record
class Point:
    """A place."""

    x: int
    y: int = 0
    names: dict[str, int] = field(default_factory=dict[str, int])


@record
class Other:
    """Another thing with the same values."""

    x: int


def test_records_are_equal_by_their_values() -> None:
    assert Point(1) == Point(1, 0, {})
    assert Point(1) != Point(2)
    assert Other(1) != Point(1)
    assert hash(Other(1)) == hash(Other(1))
    assert len({Other(1), Other(1), Other(2)}) == 2


def test_records_are_changed_by_replacing() -> None:
    assert replace(Point(1, 2), y=3) == Point(1, 3)
    assert [one.name for one in fields(Point)] == ["x", "y", "names"]


def test_a_record_shows_its_values() -> None:
    assert repr(Point(1, 2)) == "Point(x=1, y=2, names={})"


def test_a_record_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Point(1).z = 3  # type: ignore[attr-defined]
