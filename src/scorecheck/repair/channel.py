"""The noisy channel from a meant number to the number that is read: its slips and their probabilities."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp, log

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.repair.slips import constant, shares, weights

_DIGITS = "0123456789"
_ALIKE = dict(zip(_DIGITS, ("6", "7", "7", "8", "9", "6", "05", "12", "3", "4"), strict=True))
"""Digits that look alike in hasty writing."""
_NUMBERS = re.compile(r"(-?[0-9]{1,9})")
_WITH_NUMBER = 3
"""A text with a number has at least this many parts."""
_HUNDRED = 100
PEN = ("sign", "off-by-one", "digit-wrong", "digits-swapped", "digit-dropped", "digit-doubled", "digit-added")


class Heard(NamedTuple):
    """A number that may be read in place of the meant one."""

    kind: str
    """The likeliest slip that leads there."""
    log: float
    """The log of the share of all slips, summed over all ways."""


# A cache treats 2 and 2/1 as equal, but only the first has digits.
@lru_cache(maxsize=32768, typed=True)
def slip_between(said: Number, true: Number) -> Heard | None:
    """The slip of the pen between two numbers; ``None`` if no single one is possible."""
    if not (isinstance(said, int) and isinstance(true, int)) or said == true:
        return None
    share, kinds = shares(), dict[str, float]()
    if said == -true:
        kinds["sign"] = share["sign"]
    if abs(said - true) == 1:
        kinds["off-by-one"] = share["off-by-one"] / 2
    if (said < 0) == (true < 0) or not said:
        digits, text = str(abs(true)), str(abs(said))
        for kind, ways in _ways_to(text, digits):
            if ways:
                kinds[kind] = share[kind] * ways / _all_ways(digits)[kind]
    return Heard(max(kinds, key=kinds.__getitem__), log(sum(kinds.values()))) if kinds else None


def _ways_to(text: str, digits: str) -> Iterator[tuple[str, float]]:
    """The number of ways for each digit slip from one text to another."""
    span = range(len(digits))
    if len(text) == len(digits):
        wrong = [at for at in span if text[at] != digits[at]]
        if len(wrong) == 1:
            yield "digit-wrong", _alike(digits[wrong[0]], text[wrong[0]])
        yield "digits-swapped", sum([_swapped(digits, at) == text for at in span[:-1]])
    elif len(text) < len(digits):
        yield "digit-dropped", sum([digits[:at] + digits[at + 1 :] == text for at in span])
    elif digits != "0":
        yield "digit-doubled", sum([digits[: at + 1] + digits[at:] == text for at in span])
        yield "digit-added", sum([text[:at] + text[at + 1 :] == digits for at in range(len(text))])


@lru_cache(maxsize=8192)
def _all_ways(digits: str) -> Mapping[str, float]:
    """The number of possible digit slips, without those that change nothing or add a leading 0."""
    first, span = digits[0], range(len(digits))
    wrong = sum([_alike(digit, other) for digit in digits for other in _DIGITS if other != digit])
    swapped = [text for at in span[:-1] for text in [_swapped(digits, at)] if text != digits]
    return {
        "digit-wrong": wrong - (_alike(first, "0") if len(digits) > 1 else 0.0),
        "digits-swapped": sum([text[0] != "0" for text in swapped]),
        "digit-dropped": len(digits) - bool(digits[2:] and digits[1] == "0"),
        "digit-doubled": len(digits),
        "digit-added": len(_DIGITS) * (len(digits) + 1) - 1,
    }


def _alike(digit: str, other: str) -> float:
    return constant("alike") if other in _ALIKE[digit] else 1.0


def _swapped(digits: str, at: int) -> str:
    return digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]


@lru_cache(maxsize=8192, typed=True)
def heard(number: int) -> Mapping[int, Heard]:
    """All numbers that a single slip of the pen makes of a number."""
    return {said: slip for said in _near(number) for slip in [slip_between(said, number)] if slip}


@lru_cache(maxsize=8192, typed=True)
def meant(number: int) -> Sequence[tuple[int, Heard]]:
    """All numbers that may have been meant by a read number, with the probability of the slip."""
    return [(true, slip) for true in _near(number) for slip in [slip_between(number, true)] if slip]


def _near(number: int) -> Sequence[int]:
    """All numbers that are one slip of the pen away, in either direction."""
    digits, near = str(abs(number)), set[str]()
    for at in range(len(digits) + 1):
        near |= {digits[:at] + digit + digits[at:] for digit in _DIGITS}
        near |= {digits[:at] + digit + digits[at + 1 :] for digit in _DIGITS}
        near |= {digits[:at] + digits[at + 1 :]}
        near |= {digits[:at] + digits[at + 1 : at + 2] + digits[at : at + 1] + digits[at + 2 :]}
    # A 0 may have lost its sign.
    signs = (1, -1) if not number else (-1,) if number < 0 else (1,)
    found = {sign * int(text) for text in near if text for sign in signs}
    return sorted(found | {number + 1, number - 1, -number})


@lru_cache(maxsize=1)
def _of_numbers() -> float:
    """The share of slips of the pen in one number."""
    return sum(shares()[kind] for kind in (*PEN, "other"))


def read_as(said: Number, true: Number) -> tuple[str, float]:
    """The kind and log-probability of a slip between a meant number and a read one.

    Relative to all slips in that number.
    """
    slip = slip_between(said, true)
    kind, anything = read_as_anything(said)
    return (
        (kind, anything) if slip is None else (slip.kind, log(exp(anything) + exp(slip.log) / _of_numbers()))
    )


def read_as_anything(said: Number = 0) -> tuple[str, float]:
    """The same if the one number is no evidence of the other: one of many, the more the larger it is."""
    return "other", log(shares()["other"] / among(said) / _of_numbers())


def among(said: Number) -> float:
    """How many numbers an "other" slip may give where it gave this one."""
    return max(constant("spread"), constant("sizes") * float(abs(said)))


def text_read_as(said: str, true: str) -> tuple[str, float] | None:
    """As ``read_as``, for texts that differ in their numbers only; ``None`` for others."""
    parts = [_NUMBERS.split(text) for text in (said, true)]
    if len(parts[0]) != len(parts[1]) or len(parts[1]) < _WITH_NUMBER:
        return None
    pairs = [(seen, meant) for seen, meant in zip(*parts, strict=True) if seen != meant]
    if not all(_NUMBERS.fullmatch(text) for pair in pairs for text in pair):
        return None
    slips = [read_as(int(seen), int(meant)) for seen, meant in pairs]
    return slips[0][0] if slips else "other", sum(chance for _, chance in slips)


def added_up(said: Number, true: Number) -> float:
    """The probability of this error, given a wrongly calculated sum."""
    share = shares("added-up")
    out, usual = float(abs(said - true)), constant("spread") / 2
    # Half of the other errors are at most of the usual size; larger ones are rarer.
    return share.get(str(abs(said - true)), 0.0) / 2 + share["other"] * usual / (usual + out) ** 2 / 2


def summed_up(said: Number, true: Number) -> float:
    """The same for sums of any size, where the carry of the tens may be forgotten or counted twice."""
    return added_up(said, true) + (constant("hundreds") / 2 if abs(said - true) == _HUNDRED else 0.0)


def worked_out(said: Sequence[Number], due: Sequence[Number]) -> float:
    """The probability that a miscalculated game gave exactly these points."""
    _, one = min((abs(a - b), at) for at, (a, b) in enumerate(zip(said, due, strict=True)) if a != b)
    others_won = any(a * b < 0 for a, b in zip(said, due, strict=True))
    return added_up(said[one], due[one]) * (constant("others-won") if others_won else 1.0)


@lru_cache(maxsize=1024)
def rate(kind: str, places: float) -> float:
    """The log-probability of a kind of slip at one of so many places of a sheet."""
    return log(constant("slips") * shares()[kind] / places)


@lru_cache(maxsize=1024)
def rate_on_card(kind: str, places: float) -> float:
    """The same for slips on cards only; ``written``: a number written wrongly in one box."""
    on_card = weights("card").get(kind)
    share = (
        on_card / sum(weights("kinds").values()) if on_card is not None else shares().get(kind, _of_numbers())
    )
    return rate_of(log(constant("on-card") * share), places)


def rate_of_number(places: float) -> float:
    """The log-probability that one of so many numbers is miswritten."""
    return rate_of(log(_of_numbers()), places)


def rate_of_copy(rows: int) -> float:
    """The log-probability that one of so many rows says what the one above says, instead of its own."""
    return rate("row-twice", rows)


def rate_of_fact(kind: str, rows: int, among: float, slips: str = "slips") -> float:
    """The log-probability of a kind of slip in the facts of one of so many rows, at one of so many places.

    ``slips``: their mean number per sheet, as in ``[model]``.
    """
    return log(constant(slips) * shares("facts")[kind] / rows / (among or 1.0))


def rate_of(log_share: float, places: float) -> float:
    """The same for a slip with this share of all slips, given as a logarithm."""
    return log_share + log(constant("slips") / places)


@lru_cache(maxsize=1024)
def more_often(slips: int, others: int = 0, room: float = 0.0) -> float:
    """The log ratio by which several slips on a sheet are likelier than if independent: errors cluster.

    ``others`` of them wrote any number: who once did so does so again, and who slips with the pen does not.
    ``room``: see ``Evidence``.
    """
    shape, alike, share = constant("careless"), constant("any-number-again"), shares()["other"]
    many = slips * room + sum(log((shape + at) / (shape + constant("slips"))) for at in range(1, slips))
    many += sum(log(alike + at / share) for at in range(others))
    many += sum(log(alike + at / (1 - share)) for at in range(slips - others))
    return many - sum(log(alike + at) for at in range(slips))
