"""Frozen dataclasses; and named tuples, defined in a tenth of the usual time, which each start pays."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform
from typing import NamedTuple as NamedTuple

__all__ = ["Lazy", "NamedTuple", "field", "record", "replace"]

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots."""
    return dataclass(frozen=True, slots=True)(cls)


class Lazy:
    """The base of a record with a ``cached_property``, which slots alone have no room for."""


if not TYPE_CHECKING:
    _FEW = 10
    """Up to this many tuples of a class are made by the shared code; beyond, a compiled function is worth its
    cost."""
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

    def _given(
        names: Sequence[str],
        defaults: Mapping[str, Any],
        values: Sequence[object],
        named: Mapping[str, object],
    ) -> dict[str, Any] | None:
        """The values of the fields. ``None`` if one is missing, given twice or unknown: the compiled function
        then raises the error."""
        given = {**defaults, **dict(zip(names, values, strict=False)), **named}
        once = len(values) <= len(names) and named.keys().isdisjoint(names[: len(values)])
        return given if once and given.keys() == set(names) else None

    class _Named(type):
        """Makes a named tuple from a class without evaluating its annotations."""

        def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, space)
            names = tuple(space.get("__annotations__", ()))
            defaults = {field: space.pop(field) for field in names if field in space}
            left = _FEW

            def first(its_class: Any, *values: Any, **named: Any) -> Any:
                nonlocal left
                left -= 1
                given = _given(names, defaults, values, named) if left >= 0 else None
                if given is not None:
                    return tuple.__new__(its_class, [given[field] for field in names])
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

    class NamedTuple(metaclass=_Named):
        """``typing.NamedTuple`` without the annotations, which take two thirds of its time."""
