"""Who played a game, with whom, and whether they won: columns beside the points of a game with sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.checks.check import Hit
from scorecheck.checks.own_game.beside import sides_of_kind
from scorecheck.checks.own_game.file import Described
from scorecheck.checks.own_game.raised import MARKS, NONE
from scorecheck.checks.sides import named_in, sides_of
from scorecheck.model.cells import value_text
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

MAKER, PARTNER, WON = "maker", "partner", "won"
_FEWEST, _ONE_IN = 4, 6
"""So many rows must agree with their points, and at most one in so many may not."""


def misnamed(game: Described, sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """The rows in which those who are named did not play together, or not as it is said, by the points.

    What a column says is only held against the points where most of its rows agree with them.
    """
    agree: dict[str, int] = {MAKER: 0, PARTNER: 0, WON: 0}
    wrong: dict[str, list[Hit]] = {}
    for entry in entries:
        for role, hit in _said(game, entry, sheet):
            if hit is None:
                agree[role] += 1
            else:
                wrong.setdefault(role, []).append(hit)
    for role, hits in wrong.items():
        if agree[role] >= _FEWEST and _ONE_IN * len(hits) <= max(_ONE_IN, agree[role]):
            yield from hits


def _said(game: Described, entry: Entry, sheet: Sheet) -> Iterator[tuple[str, Hit | None]]:
    """What the columns say of a row, each with its fault; the first fault is the last."""
    sides = sides_of(entry.points, sheet.notation, game.playing)
    maker = named_in(entry.fields.get(MAKER, ""), sheet.players) or frozenset()
    if entry.opening or not maker or not all(sides):
        return
    alone = next((side for side in sides if len(side) == 1), None)
    if alone is not None and sides_of_kind(entry.fields.get("kind", ""), game) == "two-two":
        # The kind of game has a fault of its own.
        return
    side = next((one for one in (alone, *sides) if one is not None and maker <= one), frozenset[int]())
    fits = maker == alone if alone is not None else bool(side)
    params: dict[str, Param] = {"players": tuple(sheet.players[at] for at in sorted(maker))}
    if not fits:
        if alone is not None:
            params["other"] = sheet.players[min(alone)]
        yield MAKER, _hit(MAKER, params, "apart" if alone is None else "alone", entry, sheet)
        return
    yield MAKER, None
    partner = named_in(entry.fields.get(PARTNER, ""), sheet.players)
    if partner:
        named = tuple(sheet.players[at] for at in sorted(partner))
        fault = None if maker | partner == side else "partner"
        yield PARTNER, fault and _hit(PARTNER, params | {"named": named}, fault, entry, sheet)
        if fault:
            return
    word = value_text(entry.fields.get(WON, "")).strip().casefold()
    if word in MARKS | NONE and word:
        fault = None if (word in MARKS) == (side == sides.won) else "lost" if word in MARKS else "won"
        yield WON, fault and _hit(WON, params | {"said": word}, fault, entry, sheet)


def _hit(role: str, params: dict[str, Param], variant: str, entry: Entry, sheet: Sheet) -> Hit:
    params |= {"game": entry.label, "what": sheet.noun}
    return Hit(sheet.column(role), params, variant, sheet.points_columns, row=entry.row)
