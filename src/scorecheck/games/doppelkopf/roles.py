"""Who sits at a table, and what the columns beside a game may name."""

from __future__ import annotations

AT_TABLE = 4
"""Players in a game; at larger tables the others sit out, the dealer first of all."""

WINNERS, PARTY, OPPOSED = "winners", "party", "opposed"
NAMED = (WINNERS, PARTY, OPPOSED)
"""The roles of columns that name players: who won, who played together, and who played against these."""
WON_BY = "won_by"
"""The column that says which party won: Re, Kontra, or whoever played alone; with its points, or without."""
PARTIES = {
    **dict.fromkeys(("re", "r", "solo", "solist"), True),
    **dict.fromkeys(("kontra", "contra", "k"), False),
}
"""The words for a party, and whether it is Re."""
SAY_WHO_WON = frozenset({*NAMED, WON_BY})
OUT = "out"
"""The column that names who sat out."""
