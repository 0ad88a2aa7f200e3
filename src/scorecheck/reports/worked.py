"""A value worked out step by step, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorecheck.model.terms import total_of
from scorecheck.reports.describe import display_width
from scorecheck.reports.json_report import FORMAT_VERSION, number_json, tool
from scorecheck.reports.messages import MINUS
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from scorecheck.model.terms import Term, Worked
    from scorecheck.reports.messages import Messages


def worked_text(worked: Worked, messages: Messages) -> str:
    """A line a term, then what they come to and what each party or player gets."""
    lines = [(messages.term_text(worked.area, term), _amount(term, messages)) for term in worked.terms]
    lines.append((messages.label("score.value"), messages.number(worked.value)))
    shares = [
        (messages.party(worked.area, who), messages.number(points, signed=True))
        for who, points in worked.shares
    ]
    wide = max(display_width(name) for name, _ in (*lines, *shares))
    far = max(len(amount) for _, amount in (*lines, *shares))

    def line(name: str, amount: str) -> str:
        return plain(f"{name}{' ' * (wide - display_width(name))}  {amount:>{far}}")

    rule = "-" * (wide + 2 + far)
    parts = [*(line(*one) for one in lines[:-1]), rule, line(*lines[-1])]
    if shares:
        parts += ["", *(line(*one) for one in shares)]
    return "\n".join(parts) + "\n"


def _amount(term: Term, messages: Messages) -> str:
    if term.factor:
        return f"× {messages.number(term.value)}"
    if term.floor:
        return f"≥ {messages.number(term.value)}"
    return (
        messages.number(term.value, signed=True)
        if term.value >= 0
        else f"{MINUS}{messages.number(-term.value)}"
    )


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
