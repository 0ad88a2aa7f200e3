"""The kinds of slip that are looked for: each a function from a row to guesses, in a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scorecheck.repair.channel import rate
from scorecheck.repair.place import Guess, Place
from scorecheck.repair.proposers.added import carried_on, change_written, old_total
from scorecheck.repair.proposers.columns import beside_its_column, swapped
from scorecheck.repair.proposers.numbers import any_number, one_number, scaled
from scorecheck.repair.proposers.two_rows import rows_swapped, wrong_row
from scorecheck.repair.proposers.whole_rows import whole_row
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
"""Those whose slips a row may keep to itself, so that the rows below tell of them."""
FREE: tuple[Proposer, ...] = (one_number, *HIDDEN)
"""The same where what a player gets follows from nobody else's."""
FIRST: tuple[Proposer, ...] = (any_number, beside_its_column, swapped, old_total, change_written)
"""Those that open a row in which a second slip is to be found."""
SECOND: tuple[Proposer, ...] = (one_number, scaled, carried_on, old_total)
"""Those that find it, once the first one is undone."""
LOSING: tuple[Proposer, ...] = (beside_its_column,)
"""The same where two cells say something else and the value of one is lost."""


def likeliest_second(place: Place) -> float:
    """The log-probability of what is likeliest among them."""
    return max(rate("sign", place.places), rate("tripling", constant("solos") * place.rows))
