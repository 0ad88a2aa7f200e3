"""The players at a table, and the columns that may name them."""

from __future__ import annotations

AT_TABLE = 4
"""The players of a game; at larger tables the others sit out, first of all the dealer."""

WINNERS, PARTY, OPPOSED = "winners", "party", "opposed"
NAMED = (WINNERS, PARTY, OPPOSED)
"""The roles of columns that name players: winners, partners, opponents."""
WON_BY = "won_by"
"""The column of the winning party: Re, Kontra, or the soloist; with or without its points."""
PARTIES = {
    **dict.fromkeys(("re", "r", "solo", "solist"), True),
    **dict.fromkeys(("kontra", "contra", "k"), False),
}
"""The words for a party, and whether it is Re."""
SAY_WHO_WON = frozenset({*NAMED, WON_BY})
OUT = "out"
"""The column of the player who sat out."""
