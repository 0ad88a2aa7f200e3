"""The supported games. A game is imported when it is named, or when a sheet may be of it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from scorecheck.checks.own import file_of, game_of, games
from scorecheck.checks.ruleset import Ruleset
from scorecheck.checks.sketch import Known, Sketch, folder_of, known

GAMES = (
    "doppelkopf",
    "acey-deucey",
    "chouette",
    "yatzy",
    "skat",
)
"""The built-in games. The stricter the rules for rows, the earlier a game is tried."""
OF_NO_GAME = ("standings", "list", "evenings")
"""The layouts of tables of no game."""


def names() -> tuple[str, ...]:
    """All games: the built-in ones, then installed plugins."""
    return (*GAMES, *games())


def asked_for(game: str | None) -> tuple[str, ...]:
    """The possible games of a sheet: the named one; else all except those that must be named."""
    if game is not None:
        return (game,)
    ours = names()
    return ours if len(ours) == len(GAMES) else tuple(one for one in ours if not is_told_only(one))


def fewest_players() -> Mapping[str, int]:
    """The games of ``names`` with a column of points per player, each with its least number of players."""
    fewest = {game: known(game).fewest for game in GAMES if known(game).fewest}
    plain = {
        name: [one.min_players for one in game.ruleset.layouts if not (one.required or one.row_names)]
        for name, game in games().items()
    }
    return fewest | {name: min(each) for name, each in plain.items() if each}


def sketches() -> tuple[Sketch, ...]:
    """The features by which records and cards of all games are recognised."""
    return (
        *(sketch for game in GAMES for sketch in known(game).sketches),
        *(
            Sketch(
                name, one.name, "", one.required, one.row_names or {**game.ruleset.headings, **one.headings}
            )
            for name, game in games().items()
            for one in game.ruleset.layouts
            if one.required or one.row_names
        ),
    )


def one_a_row(game: str) -> Known | None:
    """The features of a built-in game with one player per row; ``None`` for other games."""
    return known(game) if game in GAMES and known(game).one_a_row else None


def in_money(game: str | None) -> tuple[str, ...]:
    """The built-in games on whose sheets money may stand for points."""
    return tuple(one for one in asked_for(game) if one in GAMES and known(one).money)


def is_told_only(game: str) -> bool:
    """Whether a game must be named: it is a club's own, from a file."""
    if game in GAMES:
        return False
    return file_of(game) is not None


def load(game: str) -> Ruleset:
    """The ruleset of a game.

    Raises:
        KeyError: there is no such game.
    """
    if game not in GAMES:
        one = game_of(game)
        if one is None:
            raise KeyError(game)
        return one.ruleset
    ruleset: Ruleset = import_module(f"scorecheck.games.{folder_of(game)}.ruleset").RULESET
    return ruleset
