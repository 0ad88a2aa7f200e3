"""Frozen records and named tuples, defined in a tenth of the usual time, which each start pays."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform
from typing import NamedTuple as NamedTuple

T = TypeVar("T")
_SET = "self.{name} = {value}"
"""Sets a field of a new record."""


class _Fresh:
    """A default that is made anew for each record."""

    __slots__ = ("factory",)

    def __init__(self, factory: Callable[[], Any]) -> None:
        self.factory = factory


def field(*, default_factory: Callable[[], T]) -> T:
    """A field with a default that is made anew for each record."""
    made: Any = _Fresh(default_factory)
    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots.

    The library writes and compiles six functions per class. Here only ``__init__`` is compiled, with the
    first instance; comparison, hash and repr are shared. The type checker, and
    ``tests/frozen.py`` in the tests, ensure that no record is assigned to; at run time nothing does.
    """
    space = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    names = tuple(space.get("__annotations__", ()))
    defaults = {name: space.pop(name) for name in names if name in space}
    shared = {
        "__eq__": _equal,
        "__hash__": _hash,
        "__repr__": _shown,
        "__reduce__": _packed,
        "_defaults": defaults,
        "_values": staticmethod(_values_of(names)),
    }
    made: Any = type(cls)(cls.__name__, cls.__bases__, shared | space | {"__slots__": names})
    made.__qualname__ = cls.__qualname__

    def first(self: T, *values: object, **named: object) -> None:
        made.__init__ = _init_of(made, names, defaults)
        made.__init__(self, *values, **named)

    made.__init__ = first
    return made


class Lazy:
    """The base of a record with a ``cached_property``, which slots alone have no room for."""


def replace(one: T, **changes: object) -> T:
    """A copy of a record with some fields changed, like ``dataclasses.replace`` in a fifth of its time.

    Raises:
        AttributeError: it has no such field.
    """
    its_class: Any = one.__class__
    made = its_class(*its_class._values(one))
    for name, value in changes.items():
        object.__setattr__(made, name, value)
    return made


def _init_of(made: type[Any], names: Iterable[str], defaults: Mapping[str, Any]) -> Callable[..., None]:
    """An ``__init__`` that takes the fields in order or by name, as a dataclass does, and makes defaults."""
    missing = object()
    space: dict[str, Any] = {"missing": missing, "its_class": made}
    taken: list[str] = []
    lines: list[str] = []
    for at, name in enumerate(names):
        value = name
        if name not in defaults:
            taken.append(name)
        elif defaults[name].__class__ is _Fresh:
            space[f"new_{at}"] = defaults[name].factory
            taken.append(f"{name}=missing")
            value = f"new_{at}() if {name} is missing else {name}"
        else:
            space[f"default_{at}"] = defaults[name]
            taken.append(f"{name}=default_{at}")
        lines.append(f" {_SET.format(name=name, value=value)}")
    exec("\n".join((f"def __init__(self, {', '.join(taken)}):", *(lines or [" pass"]))), space)  # noqa: S102 - names of our own
    return space["__init__"]


def _values_of(names: Sequence[str]) -> Callable[[Any], tuple[object, ...]]:
    """A getter of the values of the fields, in their order."""
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


def _packed(one: Any) -> tuple[type[Any], tuple[object, ...]]:
    """Pickled by its values alone, without the names of its fields."""
    return one.__class__, one.__class__._values(one)


def _shown(one: Any) -> str:
    fields = ", ".join(f"{name}={getattr(one, name)!r}" for name in one.__slots__)
    return f"{one.__class__.__qualname__}({fields})"


if not TYPE_CHECKING:
    _getter = type(namedtuple("_One", "it").it)
    """Reads the field at an index of a named tuple."""

    class _Tuple(tuple):
        """What all named tuples share, with the methods of the library's."""

        __slots__ = ()
        _field_defaults: Mapping[str, Any] = {}
        _fields = ()

        @classmethod
        def _make(cls, values: Iterable[Any]) -> Any:
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **changes: Any) -> Any:
            made = self._make(map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"Got unexpected field names: {list(changes)!r}")
            return made

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            fields = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{self.__class__.__name__}({fields})"

    class _NamedType(type):
        """Makes a named tuple from a class without evaluating its annotations."""

        def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, space)
            names = tuple(space.get("__annotations__", ()))
            defaults = {field: space.pop(field) for field in names if field in space}

            def first(its_class: Any, *values: Any, **named: Any) -> Any:
                made.__new__ = _new_of(names, defaults)
                return made.__new__(its_class, *values, **named)

            getters = {field: _getter(at, None) for at, field in enumerate(names)}
            of_its_own = {"__slots__": (), "_fields": names, "_field_defaults": defaults, "__new__": first}
            made = type(name, (_Tuple,), {**getters, **of_its_own, **space})
            return made

    def _new_of(names: tuple[str, ...], defaults: Mapping[str, Any]) -> Callable[..., Any]:
        """Takes the fields in their order or by name."""
        taken = ", ".join(names)
        comma = "," if len(names) == 1 else ""
        made = eval(  # noqa: S307 - names of our own
            f"lambda _its_class, {taken}: _new(_its_class, ({taken}{comma}))", {"_new": tuple.__new__}
        )
        made.__name__ = made.__qualname__ = "__new__"
        made.__defaults__ = tuple(defaults.values())
        return made

    class NamedTuple(metaclass=_NamedType):
        """``typing.NamedTuple`` without the annotations, which take two thirds of its time."""
