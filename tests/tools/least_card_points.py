"""The table of a rule's page: the least card points that a party has with its special points."""

from __future__ import annotations

from scorecheck.games.doppelkopf.specials import Pack, points_needed
from scorecheck.games.doppelkopf.valuation import NONE, Specials

_PACKS = (
    ("`tcg`, without nines", Pack("tcg")),
    ("`tcg`, the ten of hearts no trump", Pack("tcg", "plain")),
    ("`ddv`, with nines", Pack("ddv")),
)
_HEAD = ("", "–", "F", "2F", "K", "F K", "2F K")


def table() -> str:
    """A table a pack: Doppelköpfe and a pure hearts trick by row, foxes and Karl by column."""
    parts = [
        "The card points that a party has at least with Doppelköpfe (D), a pure hearts trick (H), caught "
        "foxes (F) and Karl (K), if the other party has no special point. Where both have some they share "
        "the aces and tens of one pack, so it may be more. A soloist plays one card into a trick: the others "
        "catch two foxes in two tricks.",
    ]
    for name, pack in _PACKS:
        lines = [_line(_HEAD), _line(["---"] * len(_HEAD))]
        for hearts in range(1 if pack.preset == "ddv" else 2):
            for number in range(5):
                cells = [
                    _least(Specials(number, fox, hearts, karl), pack) for karl in (0, 1) for fox in range(3)
                ]
                lines.append(_line([_row_name(number, hearts), *cells]))
        parts += [f"{name[0].upper()}{name[1:]}:", "\n".join(lines)]
    return "\n\n".join(parts)


def _least(specials: Specials, pack: Pack) -> str:
    needed = points_needed(specials, NONE, pack)
    return "cannot be" if needed is None else str(needed.re)


def _row_name(number: int, hearts: int) -> str:
    return " ".join(part for part in (f"{number}D" if number else "", "H" if hearts else "") if part) or "–"


def _line(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"
