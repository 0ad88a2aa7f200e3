"""Slips that people make, and how likely each is: the chance to read one number where another was meant.

A slip is looked at the way it happens: somebody means ``true`` and ``seen`` ends up in the cell. The
weights stand in ``slips.toml``, which is read when the first repair is looked for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple
from scorecheck.resources import package_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from scorecheck.model.cells import Number


class Weights(NamedTuple):
    """The chances of ``slips.toml``; those of each group add up to one."""

    cell: Mapping[str, float]
    carried: Mapping[str, float]
    row: Mapping[str, float]
    control: Mapping[str, float]
    card: Mapping[str, float]
    """Compared with the slips of one box, which weigh one together."""
    model: Mapping[str, float]
    kinds: Mapping[str, float]
    """Of all slips on rows, those of each kind; not yet shares."""


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weights, read from the file at the first call."""
    import tomllib

    tables = tomllib.loads(package_file("repair", "slips.toml").read_text(encoding="utf-8"))
    shares = {name: _shares(tables[name]) for name in ("cell", "carried", "row", "control")}
    box = sum(tables["cell"].values()) - sum(tables["cell"][kind] for kind in _NOT_ON_CARDS)
    card = {kind: weight / box for kind, weight in tables["card"].items()}
    return Weights(**shares, card=card, model=tables["model"], kinds=tables["kinds"])


def _shares(table: Mapping[str, float]) -> dict[str, float]:
    whole = sum(table.values())
    return {kind: weight / whole for kind, weight in table.items()}


_NOT_ON_CARDS = (
    "doubling",
    "tripling",
    "left-in",
    "change-for-total",
    "total-for-change",
    "old-total",
    "wrong-way",
)


class Slip(NamedTuple):
    """What may have happened in a cell, and how likely that is."""

    kind: str
    chance: float


class Where(NamedTuple):
    """What a slip in a cell may have to do with: on running totals the player's total before, on
    points the player's total after the row."""

    running: bool
    total: Number
    rarity: Mapping[str, float] = {}
    """How many times as likely as usual a kind is in a cell that has room for it, because few have."""


def slip_of(seen: Number | None, true: Number, where: Where) -> Slip:
    """The likeliest way from ``true`` to ``seen``; the chance is that of all ways together.

    ``None`` is a cell that says nothing.
    """
    ways = list(_ways(seen, true, where))
    best = max(ways, key=lambda slip: slip.chance)
    return Slip(best.kind, sum(slip.chance for slip in ways))


def _ways(seen: Number | None, true: Number, where: Where) -> Iterator[Slip]:
    cell, model, rarity = weights().cell, weights().model, where.rarity

    def usual(kind: str, share: float = 1.0) -> Slip:
        return Slip(kind, cell[kind] * share * rarity.get(kind, 1.0))

    if seen is None:
        yield usual("left-out", _MARKED if where.running else 1.0)
        if where.running:
            yield usual("old-total", _MARKED)
        return
    if not where.running and true == 0:
        yield usual("left-in", 1 / model["spread"])
    yield usual("other", 1 / model["spread"])
    if not isinstance(seen, int) or not isinstance(true, int):
        return
    if seen == -true:
        yield usual("sign")
    if abs(seen - true) == 1:
        yield usual("off-by-one", 1 / 2)
    # A total of 0 has no sign that could be left standing; of points 0 is often no number at all.
    if (seen < 0) == (true < 0) or seen == 0 or (true == 0 and not where.running):
        for kind, chance in _digit_slips(abs(seen), abs(true)):
            yield usual(kind, chance)
        if not where.running and true:
            yield from _miscounted(seen, true, usual)
    if where.running:
        change = true - where.total
        if seen == change:
            yield usual("change-for-total")
        if seen == where.total:
            yield usual("old-total")
        elif seen == where.total - change:
            yield usual("wrong-way", _PUT_RIGHT)
        elif change and change == 2 * (seen - where.total):
            yield usual("doubling", _PUT_RIGHT * _FORGOTTEN)
        elif change and seen - where.total == 2 * change:
            yield usual("doubling", _PUT_RIGHT * (1 - _FORGOTTEN))
        elif change and change == 3 * (seen - where.total):
            yield usual("tripling", _PUT_RIGHT)
        elif change and seen - where.total == 3 * change:
            # There is room for it in all cells, however few hold a soloist's points.
            tripled = usual("tripling", _PUT_RIGHT * _TRIPLED)
            yield tripled._replace(chance=tripled.chance / max(1.0, rarity.get("tripling", 1.0)))
    elif seen == where.total:
        yield usual("total-for-change")


def _miscounted(seen: int, true: int, usual: Callable[..., Slip]) -> Iterator[Slip]:
    """The points of a game doubled, halved or tripled. Of totals nobody does that: what is doubled there
    is what the game gave."""
    if seen in (2 * true, true / 2):
        yield usual("doubling", 1 / 2)
    if 3 * seen == true:
        yield usual("tripling")
    elif seen == 3 * true:
        yield Slip("other", weights().cell["tripling"] * _TRIPLED)


_PUT_RIGHT = 0.3
"""A total that is worked out wrongly is mostly carried on; so much less likely is one that the next row
does not build on than points that are wrong by themselves."""
_FORGOTTEN = 0.6
"""Of the doublings that went wrong, so many were forgotten; the others were done twice."""
_TRIPLED = 0.2
"""Who triples what is no soloist's, to who forgets it where it is."""
_ROOM = 5
_RAREST = 15.0
_CARRY = 10
_WRONG_DIGITS = 12
"""What the shares of wrong digits come to, more or less: one that is out by two is likelier than by nine."""
_MARKED = 0.1
"""How often the old total is left standing by a mark for it, or by nothing, beside writing it out."""


def rarity_of(values: Iterable[Number], soloists: int | None) -> dict[str, float]:
    """How much likelier than usual slips are that only some of the cells of a sheet have room for.

    People swap digits so and so often; where few numbers have two, it falls on those. ``soloists``:
    how many rows have one; ``None`` where nobody is paid three times what the others get.
    """
    whole = [abs(value) for value in values if isinstance(value, int)]
    several = [value for value in whole if value > _LARGEST_DIGIT]
    mixed = sum(1 for value in several if len(set(str(value))) > 1)
    count = len(whole) + _ROOM
    return {
        "digits-swapped": min(_RAREST, count / (mixed + _ROOM)),
        "digit-dropped": min(_RAREST, count / (len(several) + _ROOM)),
        "tripling": _TRIPLED if soloists is None else min(_RAREST, count / (soloists + _ROOM)),
    }


_LARGEST_DIGIT = 9


@lru_cache(maxsize=4096)
def _digit_slips(seen: int, true: int) -> tuple[tuple[str, float], ...]:
    """How digits may have been mistaken, each with its chance among all slips of its kind."""
    found: list[tuple[str, float]] = []
    meant, said = str(true), str(seen)
    size = len(meant)
    if len(said) == size:
        differ = [at for at in range(size) if meant[at] != said[at]]
        if len(differ) == 1:
            found.append(("digit-wrong", 1 / (9 * size)))
        elif len(differ) == 2 and differ[1] == differ[0] + 1:
            first, second = differ
            if meant[first] == said[second] and meant[second] == said[first]:
                found.append(("digits-swapped", 1 / (size - 1)))
    if size > 1:
        # A digit that is swapped to the front or dropped may leave a zero that nobody writes.
        dropped = sum(1 for at in range(size) if int(meant[:at] + meant[at + 1 :]) == seen)
        if dropped:
            found.append(("digit-dropped", dropped / size))
        if len(said) < size:
            swapped = sum(
                1
                for at in range(size - 1)
                if int(meant[:at] + meant[at + 1] + meant[at] + meant[at + 2 :]) == seen
            )
            if swapped:
                found.append(("digits-swapped", swapped / (size - 1)))
    if len(said) == size + 1:
        doubled = sum(1 for at in range(size) if meant[: at + 1] + meant[at:] == said)
        if doubled:
            found.append(("digit-doubled", doubled / size))
    return tuple(found)


def carried_slip(
    seen: Number, true: Number, before: Number, rarity: Mapping[str, float] | None = None
) -> Slip:
    """The likeliest way to a total that is worked out wrongly and carried on; chances as in ``slip_of``."""
    rarer: Mapping[str, float] = {} if rarity is None else rarity
    carried, spread = weights().carried, weights().model["spread"]
    ways = [Slip("other", carried["other"] / spread)]
    error, change = abs(seen - true), true - before
    if error == 1:
        ways.append(Slip("off-by-one", carried["off-by-one"] / 2))
    elif error == _CARRY:
        ways.append(Slip("digit-wrong", carried["carry"] / 2))
    elif isinstance(error, int) and len(str(error).rstrip("0")) == 1:
        ways.append(Slip("digit-wrong", carried["digit-wrong"] / (_WRONG_DIGITS * int(str(error)[0]))))
    if seen == before - change and change:
        ways.append(Slip("wrong-way", carried["wrong-way"]))
    if seen == before and change:
        ways.append(Slip("change-forgotten", carried["change-forgotten"]))
    if change and seen - before in (2 * change, change / 2):
        ways.append(Slip("doubling", carried["doubling"] / 2))
    if change and change == 3 * (seen - before):
        ways.append(Slip("tripling", carried["tripling"] * rarer.get("tripling", 1.0)))
    elif change and seen - before == 3 * change:
        ways.append(Slip("tripling", carried["tripling"] * _TRIPLED))
    best = max(ways, key=lambda slip: slip.chance)
    return Slip(best.kind, sum(slip.chance for slip in ways))
