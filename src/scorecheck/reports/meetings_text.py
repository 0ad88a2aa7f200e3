"""Who met whom, as a list: for each player the others, by how often they sat at one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorecheck.reports.messages import Messages


def meetings_text(
    players: Sequence[str], met: Mapping[tuple[str, str], Sequence[str]], messages: Messages
) -> str:
    """A block a player, those first whom he met most often; ``met`` are the rounds of each pair."""
    lines = [messages.label("meetings.heading")]
    for player in players:
        lines += ["", plain(player)]
        lines += (f"  {said}" for said in _met_by(player, players, met, messages))
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
