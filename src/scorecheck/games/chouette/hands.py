"""Columns of a log for the player on roll and the player who moved. Pure.

Neither pays anything, so a slip there makes nothing else uncertain.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.games.chouette.moves import is_seated
from scorecheck.games.chouette.state import Action, ChouetteGame, LogFault, LogOptions
from scorecheck.model.record import NamedTuple


class Hands(NamedTuple):
    """The names in the two columns; empty if unknown."""

    turn: str = ""
    """Who is on roll."""
    mover: str = ""
    """Who moved."""


TEAM = "team"
"""A word for whoever plays for the team."""


def hand_faults(hands: Hands, action: Action, game: ChouetteGame, options: LogOptions) -> Iterator[LogFault]:
    """The contradictions of an action and the game with these names."""
    for name, where in zip(hands, Hands._fields, strict=True):
        if name not in ("", TEAM) and not is_seated(game, name):
            yield LogFault("illegal", "not-seated", action.row, {"player": name, "seats": game.seats}, where)
            return
    if game.unsure:
        return
    kind, due = _on_roll(action, game)
    if hands.turn and due and not _same_side(hands.turn, due, game):
        params = {"turn": _player(hands.turn, game), "player": action.player or due, "due": due}
        yield LogFault("illegal", kind, action.row, params, "turn")
        return
    if not hands.mover:
        return
    mover = _player(hands.mover, game)
    on_roll = _player(hands.turn, game) or (due if action.kind in {"roll", "open"} else "")
    if options.captain_moves and mover not in (game.box, game.acting_captain):
        params = {"mover": mover, "captain": game.acting_captain}
        yield LogFault("illegal", "mover", action.row, params, "mover")
    elif on_roll and not _same_side(mover, on_roll, game):
        yield LogFault("illegal", "mover-turn", action.row, {"mover": mover, "turn": on_roll}, "mover")


def _on_roll(action: Action, game: ChouetteGame) -> tuple[str, str]:
    """Who is on roll by the action itself, and the variant of the message; empty if unknown."""
    if action.kind == "open" and action.dice is not None:
        box, captain = action.dice
        due = "" if box == captain else game.box if box > captain else game.acting_captain
        return "turn-open", due
    if action.kind in {"double", "raccoon"}:
        return "turn-double", action.player
    if action.kind in {"take", "beaver", "drop"}:
        return "turn-answer", game.acting_captain if action.player == game.box else game.box
    return ("turn-roll", action.player) if action.kind == "roll" else ("", "")


def _player(name: str, game: ChouetteGame) -> str:
    return game.acting_captain if name == TEAM else name


def _same_side(one: str, other: str, game: ChouetteGame) -> bool:
    return (one == game.box) == (other == game.box)
