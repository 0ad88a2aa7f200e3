"""What the benchmark of facts makes: sheets whose rows hold facts, and slips in these."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from benchmarks.slips.sheets import Row, Sheet


class Slipped(NamedTuple):
    """A sheet after one slip."""

    sheet: Sheet
    kind: str


class Kind(Protocol):
    """A kind of sheet."""

    @property
    def name(self) -> str:
        """What it is called here."""
        ...

    @property
    def preset(self) -> str | None:
        """Under which preset it is checked, where one is told."""
        ...

    def generate(self, rng: Random) -> Sheet:
        """A valid sheet."""
        ...

    def slip(self, sheet: Sheet, rng: Random) -> Slipped | None:
        """The sheet with one slip; nothing where it changed nothing that is meant."""
        ...

    def meaning(self, row: Row) -> Row:
        """What a row says, in whatever way it is written."""
        ...

    def originals(self, sheet: Sheet) -> Iterator[tuple[Sheet, float]] | None:
        """Every valid sheet that one slip could have made this one, with its chance times that of the slip,
        up to a factor; the same sheet may come several times. ``None`` where that is not worked out."""
        ...


def with_row(sheet: Sheet, at: int, row: Row) -> Sheet:
    """The sheet with another row in the place of one."""
    return sheet.with_rows((*sheet.rows[:at], row, *sheet.rows[at + 1 :]), sheet.kinds)


def digits_swapped(text: str, rng: Random) -> str:
    """A number with two of its digits in each other's place."""
    if len(text) < 2:
        return text
    at = rng.randrange(len(text) - 1)
    return str(int(text[:at] + text[at + 1] + text[at] + text[at + 2 :]))


def digit_wrong(text: str, rng: Random) -> str:
    """A number with another digit in one place."""
    at = rng.randrange(len(text))
    return str(int(text[:at] + rng.choice("0123456789") + text[at + 1 :]))


def chance_of_swap(meant: str, said: str) -> float:
    """How often that makes this of it."""
    if len(meant) < 2:
        return float(meant == said)
    places = range(len(meant) - 1)
    hits = sum(str(int(meant[:a] + meant[a + 1] + meant[a] + meant[a + 2 :])) == said for a in places)
    return hits / len(places)


def chance_of_digit(meant: str, said: str) -> float:
    """How often a wrong digit makes this of it."""
    made = [str(int(meant[:a] + digit + meant[a + 1 :])) for a in range(len(meant)) for digit in "0123456789"]
    return made.count(said) / len(made)
