"""Frozen records and named tuples that take a quarter of the usual time to define, which each start pays."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform
from typing import NamedTuple as NamedTuple

T = TypeVar("T")
_SET = "self.{name} = {value}"
"""How a new record is given a field."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots.

    The library writes and compiles six functions for each class, half a millisecond of them. Here
    ``__init__`` alone is written, and only when the first one is made: most runs make none of most records.
    Comparing, hashing and showing are shared. That nothing is assigned to a record is held by the type
    checker, and in the tests by ``tests/frozen.py``; not again whenever the program runs.
    """
    made: Any = dataclass(slots=True, init=False, eq=False, repr=False)(cls)
    made._values = _values_of(made.__slots__)
    for name, shared in (("__eq__", _equal), ("__hash__", _hash), ("__repr__", _shown)):
        if name not in cls.__dict__:
            setattr(made, name, shared)

    def first(self: T, *values: object, **named: object) -> None:
        made.__init__ = _init_of(made)
        made.__init__(self, *values, **named)

    made.__init__ = first
    return made


def replace(one: T, **changes: object) -> T:
    """A copy of a record with some fields changed; as ``dataclasses.replace``, in a fifth of its time.

    Raises:
        AttributeError: it has no such field.
    """
    its_class: Any = one.__class__
    made = its_class(*its_class._values(one))
    for name, value in changes.items():
        object.__setattr__(made, name, value)
    return made


def _init_of(made: type[Any]) -> Callable[..., None]:
    """Takes the fields in their order or by name, as a dataclass does, and makes what has to be new."""
    space: dict[str, Any] = {"missing": MISSING, "its_class": made}
    taken: list[str] = []
    lines: list[str] = []
    for at, one in enumerate(fields(made)):
        name, value = one.name, one.name
        if one.default is not MISSING:
            space[f"default_{at}"] = one.default
            taken.append(f"{name}=default_{at}")
        elif one.default_factory is not MISSING:
            space[f"new_{at}"] = one.default_factory
            taken.append(f"{name}=missing")
            value = f"new_{at}() if {name} is missing else {name}"
        else:
            taken.append(name)
        lines.append(f" {_SET.format(name=name, value=value)}")
    exec("\n".join((f"def __init__(self, {', '.join(taken)}):", *(lines or [" pass"]))), space)  # noqa: S102 - names of our own
    return space["__init__"]


def _values_of(names: Sequence[str]) -> Callable[[Any], tuple[object, ...]]:
    """What gives the values of the fields of a record, in their order."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda one: tuple(getattr(one, name) for name in names)


def _equal(one: Any, other: Any) -> bool:
    its_class = one.__class__
    if its_class is not other.__class__:
        return NotImplemented
    return its_class._values(one) == its_class._values(other)


def _hash(one: Any) -> int:
    return hash(one.__class__._values(one))


def _shown(one: Any) -> str:
    fields = ", ".join(f"{name}={getattr(one, name)!r}" for name in one.__slots__)
    return f"{one.__class__.__qualname__}({fields})"


if not TYPE_CHECKING:

    class _Named(type):
        """Makes a named tuple of what a class says, without making sense of its annotations."""

        def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, space)
            names = space.get("__annotations__", {})
            defaults = [space.pop(field) for field in names if field in space]
            made = namedtuple(name, names, defaults=defaults, module=space["__module__"])
            for key, value in space.items():
                if key != "__module__":
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Named):
        """``typing.NamedTuple`` without the annotations, which take two thirds of its time."""
