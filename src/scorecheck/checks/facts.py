"""The interface by which a game helps repairs to find a mistyped fact in a log.

A log is followed row by row. The game gives the state after a row, whether the row is possible, its
probability, and what else it may have meant; the decoder of repairs weighs these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias

from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry

State: TypeAlias = Any
"""The state of the game between two rows: immutable, and opaque to everything but the game."""

FactEdit: TypeAlias = "tuple[int, str, str]"
"""A row, counted from the one that is read; the role of one of its cells; the text that it should hold."""


class Meant(NamedTuple):
    """A correction of the facts of a row: one slip undone."""

    kind: str
    """The kind of the slip, as in ``[facts]`` of ``repair/slips.toml``.

    For ``number`` the probability of the misreading comes from the channel model of repairs. ``misread`` is a
    ``number``, but only if that was a slip of the pen; ``worked-out`` the same, with other edits that follow
    from the first one."""
    edits: tuple[FactEdit, ...]
    among: float = 1.0
    """The number of equally likely slips of this kind in the row; less than 1 where the game makes this one
    likelier than elsewhere."""


def instead(
    role: str, said: str, texts: Iterable[str], among: float | None = None, kind: str = "number"
) -> Iterator[Meant]:
    """Other texts of a cell, each by one slip; of an empty one the content was left out.

    ``among``: by default the number of these texts.
    """
    others = [text for text in texts if text != said]
    for text in others:
        yield Meant(kind if said else "left-out", ((0, role, text),), len(others) if among is None else among)


class Followed(NamedTuple):
    """The result of following one row."""

    state: State
    wrong: bool
    """The row is wrong, or shows that a row above is."""
    log: float = 0.0
    """The log-probability of the row among all that are possible here, if nothing is wrong."""
    may_be_so: bool = False
    """The fault may be a mistake in play, such as a forgotten duty, and not one in writing."""


class Facts(Protocol):
    """The facts of one sheet. It must find wrong exactly what the game's checks report."""

    def begin(self) -> State:
        """The state before the first row."""
        ...

    def follow(self, state: State, entry: Entry) -> Followed:
        """The result of the next row."""
        ...

    def is_wrong_at_end(self, state: State) -> bool:
        """Whether the end of the sheet shows a fault; not where all is known by then."""
        del state
        return False

    def suspects(self, entries: Sequence[Entry], at: int, state: State) -> Sequence[int]:
        """The entries that may hold the slip showing at entry ``at``, given the state before it.

        By default the entry itself.
        """
        del entries, state
        return (at,)

    def meant(self, entries: Sequence[Entry], at: int, state: State) -> Iterable[Meant]:
        """The possible corrections of entry ``at``, given the state before it."""
        ...
