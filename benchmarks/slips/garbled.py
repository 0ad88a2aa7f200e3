"""One number written wrongly: what may be read where another was meant, and how likely each is."""

from __future__ import annotations

from functools import lru_cache

from benchmarks.slips.settings import settings
from benchmarks.slips.sheets import number

NUMBER_KINDS = ("sign", "digit", "off-by-one", "transposed", "dropped", "repeated")
"""The slips that a number by itself has room for."""

Ways = tuple[tuple[float, str], ...]
"""What may be written, each with its chance; they add up to 1. Empty: no room for such a slip."""


@lru_cache(maxsize=200_000)
def garbled(kind: str, text: str) -> Ways:
    """What a slip of one kind may make of a number. Nothing where the text is no number."""
    if number(text) is None:
        return ()
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    if kind == "sign":
        return () if digits == "0" else ((1.0, digits if sign else f"-{digits}"),)
    if kind == "off-by-one":
        value = int(text)
        return ((0.5, str(value + 1)), (0.5, str(value - 1)))
    if kind == "digit":
        made = _other_digits(digits)
    elif kind == "transposed":
        made = [
            (1.0, digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :])
            for at in range(len(digits) - 1)
            if digits[at] != digits[at + 1]
        ]
    elif kind == "dropped":
        made = [(1.0, digits[:at] + digits[at + 1 :]) for at in range(len(digits)) if len(digits) > 1]
    else:
        made = [(1.0, digits[: at + 1] + digits[at:]) for at in range(len(digits)) if digits != "0"]
    return _shared(made, sign, digits)


def _other_digits(digits: str) -> list[tuple[float, str]]:
    of = settings("slips")["digits"]
    made: list[tuple[float, str]] = []
    for at, digit in enumerate(digits):
        for other in "0123456789":
            if other != digit:
                weight = of["alike_weight"] if other in of["alike"][digit] else 1
                made.append((weight, digits[:at] + other + digits[at + 1 :]))
    return made


def _shared(made: list[tuple[float, str]], sign: str, digits: str) -> Ways:
    """Without numbers that nobody would leave standing, such as 07; the same numbers taken together."""
    shares: dict[str, float] = {}
    for weight, text in made:
        if text != digits and (len(text) == 1 or text[0] != "0"):
            written = text if text == "0" else sign + text
            shares[written] = shares.get(written, 0.0) + weight
    total = sum(shares.values())
    return tuple((share / total, text) for text, share in shares.items())


@lru_cache(maxsize=200_000)
def meant(text: str) -> frozenset[str]:
    """Every number of which a slip of these kinds may have made this one."""
    if number(text) is None:
        return frozenset()
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    signs = (sign,) if digits != "0" else ("", "-")
    near = {digits}
    for at in range(len(digits) + 1):
        near |= {digits[:at] + digit + digits[at:] for digit in "0123456789"}
        if at < len(digits):
            near |= {digits[:at] + digit + digits[at + 1 :] for digit in "0123456789"}
            near.add(digits[:at] + digits[at + 1 :])
        if at + 1 < len(digits):
            near.add(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :])
    whole = {digit for digit in near if digit and (len(digit) == 1 or digit[0] != "0")}
    candidates = {side + digit if digit != "0" else digit for side in signs for digit in whole}
    candidates |= {str(-int(text)), str(int(text) + 1), str(int(text) - 1)}
    return frozenset(
        one
        for one in candidates
        if one != text and any(text == made for kind in NUMBER_KINDS for _, made in garbled(kind, one))
    )
