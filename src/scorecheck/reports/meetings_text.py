"""A list of meetings: for each player the others, by how often they sat at one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain

_INDENT = "  "


def meetings_text(
    players: Sequence[str], met: Mapping[tuple[str, str], Sequence[str]], messages: Messages, width: int = 0
) -> str:
    """A block per player, with the most frequent opponents first; ``met`` has the rounds of each pair.

    Lines are wrapped to ``width``; 0: not at all.
    """
    lines = [messages.label("meetings.heading")]
    for player in players:
        lines += ["", plain(player)]
        for said in _met_by(player, players, met, messages):
            lines += wrap(
                said,
                width or len(said) + len(_INDENT),
                initial_indent=_INDENT,
                subsequent_indent=2 * _INDENT,
                break_on_hyphens=False,
            )
    return "\n".join(lines) + "\n"


def _met_by(
    player: str, players: Sequence[str], met: Mapping[tuple[str, str], Sequence[str]], messages: Messages
) -> Iterator[str]:
    others: dict[int, list[str]] = {}
    for other in players:
        if other != player:
            count = len(met.get((min(player, other), max(player, other)), ()))
            others.setdefault(count, []).append(plain(other))
    for count in sorted(others, reverse=True):
        key = "meetings.times" if count else "meetings.never"
        yield messages.label(key, count=count, players=tuple(others[count]))
