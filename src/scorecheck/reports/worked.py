"""The calculation of a value, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorecheck.model.record import NamedTuple
from scorecheck.model.terms import Term, Worked, total_of
from scorecheck.reports.describe import aligned, display_width
from scorecheck.reports.json_report import FORMAT_VERSION, number_json, tool
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain


class Lines(NamedTuple):
    """A calculation as lines with a text and an amount."""

    terms: tuple[tuple[str, str], ...]
    value: tuple[str, str]
    shares: tuple[tuple[str, str], ...]
    """The share of each party or player."""


def worked_lines(worked: Worked, messages: Messages) -> Lines:
    """The lines of a calculation: terms, value, shares."""
    terms: list[tuple[str, str]] = []
    for at, term in enumerate(worked.terms):
        if term.factor and at > 1 and not worked.terms[at - 1].factor:
            # The subtotal comes before its factor.
            before = total_of(worked.terms[:at])
            terms.append((messages.label("score.sum"), f"= {messages.number(before)}"))
        terms.append((messages.term_text(worked.area, term), _amount(term, messages)))
    shares = (
        (messages.party(worked.area, who), messages.number(points, signed=True))
        for who, points in worked.shares
    )
    return Lines(tuple(terms), (messages.label("score.value"), messages.number(worked.value)), tuple(shares))


def worked_text(worked: Worked, messages: Messages) -> str:
    """The terms, the value, and the shares, a line each."""
    terms, value, shares = worked_lines(worked, messages)
    lines = aligned([*terms, value, *shares])
    rule = "-" * display_width(lines[0])
    lines.insert(len(terms), rule)
    if shares:
        lines.insert(len(terms) + 2, "")
    return "\n".join(map(plain, lines)) + "\n"


def _amount(term: Term, messages: Messages) -> str:
    if term.factor:
        return f"× {messages.number(term.value)}"
    if term.floor:
        return f"≥ {messages.number(term.value)}"
    return messages.number(term.value, signed=True)


def worked_json(worked: Worked, messages: Messages) -> dict[str, Any]:
    """The terms in order, each with the total after it."""
    return {
        "version": FORMAT_VERSION,
        "tool": tool(),
        "game": worked.area,
        "value": number_json(worked.value),
        "terms": [
            {
                "key": term.key,
                "text": messages.term_text(worked.area, term),
                "kind": "times" if term.factor else "at-least" if term.floor else "add",
                "value": number_json(term.value),
                "total": number_json(total_of(worked.terms[: at + 1])),
            }
            for at, term in enumerate(worked.terms)
        ],
        "shares": [
            {"who": who, "text": messages.party(worked.area, who), "points": number_json(points)}
            for who, points in worked.shares
        ],
    }


def ranked_text(lists: Sequence[tuple[str, Sequence[tuple[str, Worked]]]], messages: Messages) -> str:
    """Several values, best first, with their calculations."""
    blocks: list[str] = []
    for party, values in lists:
        names = [messages.term_text(worked.area, Term(key, 0)) for key, worked in values]
        table = [
            (name, messages.number(worked.value), messages.worked(worked))
            for name, (_, worked) in zip(names, values, strict=True)
        ]
        lines = map(plain, aligned(table, (0, 2)))
        head = [messages.party(values[0][1].area, party)] if party and values else []
        blocks.append("\n".join((*head, *lines)))
    return "\n\n".join(blocks) + "\n"


def ranked_json(
    lists: Sequence[tuple[str, Sequence[tuple[str, Worked]]]], messages: Messages
) -> dict[str, Any]:
    """Several values with their terms, as JSON."""
    return {
        "version": FORMAT_VERSION,
        "tool": tool(),
        "lists": [
            {
                "who": party,
                "values": [
                    {"key": key, "text": messages.term_text(worked.area, Term(key, 0))}
                    | {name: part for name, part in worked_json(worked, messages).items() if name in _PARTS}
                    for key, worked in values
                ],
            }
            for party, values in lists
        ],
    }


_PARTS = frozenset({"value", "terms"})
