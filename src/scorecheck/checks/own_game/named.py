"""Who played a game, with whom, and whether they won: columns beside the points of a game with sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.checks.check import Hit
from scorecheck.checks.own_game.checks import sides_of_kind
from scorecheck.checks.own_game.file import Described
from scorecheck.checks.own_game.raised import MARKS, NONE
from scorecheck.checks.sides import mostly_agree, named_in, sides_of
from scorecheck.model.cells import value_text
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

MAKER, PARTNER, WON = "maker", "partner", "won"


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
        if mostly_agree(agree[role], len(hits)):
            yield from hits


def _said(game: Described, entry: Entry, sheet: Sheet) -> Iterator[tuple[str, Hit | None]]:
    """What the columns say of a row, each with its fault; it stops at the first fault."""
    sides = sides_of(entry.points, sheet.notation, game.playing)
    maker = named_in(entry.fields.get(MAKER, ""), sheet.players) or frozenset()
    if entry.opening or not maker or not all(sides):
        return
    alone = sides.alone
    if alone and sides_of_kind(entry.fields.get("kind", ""), game) == "two-two":
        # The kind of game has a fault of its own.
        return
    params: dict[str, Param] = {"players": _names(sheet, maker)}
    side = alone or next((one for one in sides if maker <= one), None)
    if side is None or not maker <= side:
        other = {"other": sheet.players[min(alone)]} if alone else {}
        yield MAKER, _hit(MAKER, params | other, "alone" if alone else "apart", entry, sheet)
        return
    yield MAKER, None
    yield from _with_whom(entry, sheet, maker, side, won=side == sides.won)


def _names(sheet: Sheet, seats: frozenset[int]) -> tuple[str, ...]:
    return tuple(sheet.players[at] for at in sorted(seats))


def _with_whom(
    entry: Entry, sheet: Sheet, maker: frozenset[int], side: frozenset[int], *, won: bool
) -> Iterator[tuple[str, Hit | None]]:
    """What is said of the partner, and else of whether they won."""
    params: dict[str, Param] = {"players": _names(sheet, maker)}
    if partner := named_in(entry.fields.get(PARTNER, ""), sheet.players):
        together = maker | partner == side
        more = params | {"named": _names(sheet, partner)}
        yield PARTNER, None if together else _hit(PARTNER, more, "partner", entry, sheet)
        if not together:
            return
    word = value_text(entry.fields.get(WON, "")).strip().casefold()
    if word and word in MARKS | NONE:
        more = params | {"said": word}
        right = (word in MARKS) == won
        yield WON, None if right else _hit(WON, more, "won" if won else "lost", entry, sheet)


def _hit(role: str, params: dict[str, Param], variant: str, entry: Entry, sheet: Sheet) -> Hit:
    params |= {"game": entry.label, "what": sheet.noun}
    return Hit(sheet.column(role), params, variant, sheet.points_columns, row=entry.row)
