"""What a game tells the repairs about rows of facts, so that a mistyped fact can be found.

A log is followed row by row. The game says which state a row leads to, whether that is possible, how likely
it is, and what else the row may have meant; the decoder of repairs weighs these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry

State: TypeAlias = Any
"""What the game keeps in mind from row to row; nobody else looks into it. Never changed, only made anew."""

FactEdit: TypeAlias = "tuple[int, str, str]"
"""An entry counted from 0, the role of one of its cells, and what it should say."""


class Meant(NamedTuple):
    """What the facts of a row may have meant, one slip undone."""

    kind: str
    """The kind of the slip, as in ``[facts]`` of ``repair/slips.toml``. Of a ``number`` how likely it is to
    be read as what stands there is known elsewhere; of a ``misread`` one that it is read so at all."""
    edits: tuple[FactEdit, ...]
    among: float = 1.0
    """Who meant this could have slipped so in this row in so many ways, each as likely; less than 1 where the
    game says that it is likelier than elsewhere."""


class Followed(NamedTuple):
    """What a row leads to."""

    state: State
    wrong: bool
    """Something is wrong with it, or shows by it of a row above."""
    log: float = 0.0
    """Its log-probability among all rows that could stand here, where nothing is wrong."""
    may_be_so: bool = False
    """What is wrong may have been played so: a duty that was forgotten, and no slip of the pen."""


class Facts(Protocol):
    """The facts of one sheet, for repairs. What it finds wrong is what the game's checks tell as well."""

    def begin(self) -> State:
        """The state before the first row."""
        ...

    def follow(self, state: State, entry: Entry) -> Followed:
        """What the next row leads to."""
        ...

    def is_wrong_at_end(self, state: State) -> bool:
        """Whether something is wrong that only the end of the sheet shows."""
        ...

    def suspects(self, entries: Sequence[Entry], at: int, state: State) -> Sequence[int]:
        """The entries that may hold the slip that shows at one of them; ``state``: before that one."""
        ...

    def meant(self, entries: Sequence[Entry], at: int, state: State) -> Iterable[Meant]:
        """What an entry may have meant; ``state``: before it."""
        ...
