"""The share of slips that a check of a sheet would notice, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from scorecheck.reports.messages import Messages

if TYPE_CHECKING:
    from scorecheck.model.noticed import Noticed, Share

_DIGITS = 4


def noticed_lines(noticed: Noticed, messages: Messages) -> Iterator[str]:
    """The shares, then what would raise them, a line each."""
    tried = sum(share.tried for share in noticed.shares.values())
    yield messages.label("noticed.tried", shares=_shares(noticed.shares, messages), tried=tried)
    for way, shares in noticed.raised.items():
        yield messages.label(f"noticed.by-{way}", shares=_shares(shares, messages))


def _shares(shares: Mapping[str, Share], messages: Messages) -> str:
    # Rounded down: 100 % is all of them.
    said = (
        messages.label(f"noticed.{kind}", percent=100 * one.noticed // one.tried)
        for kind, one in shares.items()
    )
    return ", ".join(said)


def noticed_json(noticed: Noticed) -> dict[str, Any]:
    """The shares from 0 to 1, the numbers of trials, and the shares with what would raise them."""
    told: dict[str, Any] = {
        "noticed": _shares_json(noticed.shares),
        "noticed_tried": {kind: one.tried for kind, one in noticed.shares.items()},
    }
    if noticed.raised:
        told["noticed_with"] = {way: _shares_json(shares) for way, shares in noticed.raised.items()}
    return told


def _shares_json(shares: Mapping[str, Share]) -> dict[str, float]:
    return {kind: round(one.noticed / one.tried, _DIGITS) for kind, one in shares.items()}
