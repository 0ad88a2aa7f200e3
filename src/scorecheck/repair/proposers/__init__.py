"""The kinds of slip: each is a function from a row to guesses, in a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scorecheck.repair.channel import rate
from scorecheck.repair.place import Guess, Place
from scorecheck.repair.proposers.added import carried_on, change_written, old_total
from scorecheck.repair.proposers.columns import beside_its_column, swapped
from scorecheck.repair.proposers.numbers import any_number, one_number, scaled
from scorecheck.repair.proposers.whole_rows import rows_swapped, whole_row, wrong_row
from scorecheck.repair.slips import constant

Proposer = Callable[[Place], Iterable[Guess]]

ALL: tuple[Proposer, ...] = (
    one_number,
    scaled,
    beside_its_column,
    swapped,
    wrong_row,
    rows_swapped,
    carried_on,
    old_total,
    change_written,
    whole_row,
)
HIDDEN: tuple[Proposer, ...] = (swapped, beside_its_column, wrong_row, rows_swapped)
"""Those whose slips may be invisible in their row and show further down."""
FREE: tuple[Proposer, ...] = (one_number, scaled, *HIDDEN, whole_row)
"""The same if a player's points follow from nobody else's."""
FIRST: tuple[Proposer, ...] = (
    any_number,
    beside_its_column,
    swapped,
    wrong_row,
    rows_swapped,
    old_total,
    change_written,
)
"""Those for the first of two slips in a row."""
SECOND: tuple[Proposer, ...] = (one_number, scaled, carried_on, old_total)
"""Those for the second, after correction of the first."""
LOSING: tuple[Proposer, ...] = (beside_its_column,)
"""The same if two cells are wrong and the value of one is lost."""


def likeliest_second(place: Place) -> float:
    """The log-probability of the likeliest of them."""
    return max(rate("sign", place.places), rate("tripling", constant("solos") * place.rows))
