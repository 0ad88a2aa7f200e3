"""Records behave as frozen dataclasses do, as far as the program and its tests use that."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from scorecheck.model.record import NamedTuple, field, record, replace
from scorecheck.model.sheet import options_of


@record
class Point:
    """A place."""

    x: int
    y: int = 0
    names: dict[str, int] = field(default_factory=dict[str, int])


@record
class Nothing:
    """What has no fields."""


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
    first = Point(1, 2)
    assert replace(first, y=3) == Point(1, 3)
    assert first == Point(1, 2)


def test_what_a_record_does_not_have_cannot_be_replaced() -> None:
    with pytest.raises(AttributeError, match="z"):
        replace(Point(1), z=3)


def test_a_record_shows_its_values() -> None:
    assert repr(Point(1, 2)) == "Point(x=1, y=2, names={})"


def test_a_record_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Point(1).z = 3  # type: ignore[attr-defined]


class Place(NamedTuple):
    """Where somebody stands."""

    name: str
    rank: int = 0
    shared: tuple[str, ...] = ()

    @property
    def is_first(self) -> bool:
        """Nobody stands before."""
        return self.rank == 1


# The first ones of a class are made by what serves all classes, later ones by a function of their own.
AS_FIRST_AND_LATER = pytest.mark.parametrize("made_before", [0, 5])


@AS_FIRST_AND_LATER
def test_a_record_takes_no_more_and_no_less_than_its_fields(made_before: int) -> None:
    @record
    class Point:
        x: int
        y: int = 0
        names: dict[str, int] = field(default_factory=dict[str, int])

    made = [Point(1) for _ in range(made_before)]
    first, second = Point(1, 2), Point(names={"a": 1}, x=2)
    assert (first.x, first.y, first.names) == (1, 2, {})
    assert (second.x, second.y, second.names) == (2, 0, {"a": 1})
    assert all(one.names is not first.names for one in made)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Point(1, z=2)
    with pytest.raises(TypeError, match="multiple values for argument 'x'"):
        Point(1, x=2)
    with pytest.raises(TypeError, match="5 were given"):
        Point(1, 2, {}, 4)


@AS_FIRST_AND_LATER
def test_a_named_tuple_takes_no_more_and_no_less_than_its_fields(made_before: int) -> None:
    class Place(NamedTuple):
        name: str
        rank: int = 0

    assert {Place("Bernd") for _ in range(made_before)} <= {("Bernd", 0)}
    assert Place(rank=1, name="Anna") == Place("Anna", 1) == ("Anna", 1)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        Place()
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Place("Anna", z=2)
    with pytest.raises(TypeError, match="multiple values for argument 'name'"):
        Place("Anna", name="Bernd")
    with pytest.raises(ValueError, match="unexpected field names"):
        Place("Anna")._replace(z=2)


def test_a_named_tuple_is_what_the_library_makes_of_it() -> None:
    first = Place("Anna", rank=1)
    assert first == ("Anna", 1, ())
    assert first.is_first
    assert not Place("Bernd").is_first
    assert first._replace(rank=2) == Place("Anna", 2)
    assert Place._fields == ("name", "rank", "shared")
    assert Place.__doc__ == "Where somebody stands."
    assert repr(first) == "Place(name='Anna', rank=1, shared=())"
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        Place()


def test_records_and_named_tuples_go_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps((Place("Anna", 1), Point(1, 2)))) == (Place("Anna", 1), Point(1, 2))


def test_a_field_is_not_assigned_again() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match=r"Point\.x is assigned again"):
        point.x = 2
    assert point.x == 1


@record
class Named:
    """Fields called as something in the body of what makes them."""

    made: int
    missing: int = 2
    self_: int = 3


def test_fields_may_have_any_name() -> None:
    assert repr(Named(1)) == "Named(made=1, missing=2, self_=3)"


def test_a_record_may_have_no_fields() -> None:
    assert Nothing() == Nothing() != Point(0)
    assert repr(Nothing()) == "Nothing()"


def test_sheets_of_two_processes_share_their_options() -> None:
    in_force: dict[str, str | int | bool] = {"solo_point": "soloist", "bock": True}
    there = [pickle.dumps(options_of(tuple(in_force.items()))) for _ in range(2)]
    one, other = map(pickle.loads, there)
    assert one == in_force
    assert one is other
