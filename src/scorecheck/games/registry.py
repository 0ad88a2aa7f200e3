"""The games that are supported. A game is imported when it is asked for, or may be meant by a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from scorecheck.checks.ruleset import Ruleset
from scorecheck.checks.sketch import Known, Sketch, folder_of, known

GAMES = (
    "doppelkopf",
    "acey-deucey",
    "chouette",
    "yatzy",
    "skat",
)
"""Our games. The stricter a game's rows, the further up: it is recognised first."""
OF_NO_GAME = ("standings", "list", "evenings")
"""The layouts of tables that are no game's."""


def names() -> tuple[str, ...]:
    """All games: ours, then those of others that are installed."""
    from scorecheck.checks.own import games

    return (*GAMES, *games())


def asked_for(game: str | None) -> tuple[str, ...]:
    """The games that a sheet may be of: the one that is named; else all but those that are told only."""
    if game is not None:
        return (game,)
    ours = names()
    return ours if len(ours) == len(GAMES) else tuple(one for one in ours if not is_told_only(one))


def fewest_players() -> Mapping[str, int]:
    """The games of ``names`` with a column of points for each player, and how many of them at least."""
    from scorecheck.checks.own import games

    theirs = games()
    if not theirs:
        return _fewest()
    plain = {
        name: [one.min_players for one in game.ruleset.layouts if not (one.required or one.row_names)]
        for name, game in theirs.items()
    }
    return dict(_fewest()) | {name: min(fewest) for name, fewest in plain.items() if fewest}


@cache
def _fewest() -> Mapping[str, int]:
    return {game: known(game).fewest for game in GAMES if known(game).fewest}


def sketches() -> tuple[Sketch, ...]:
    """What the records and cards of all games are told by."""
    from scorecheck.checks.own import games

    return (
        *_sketches(),
        *(
            Sketch(
                name, one.name, "", one.required, one.row_names or {**game.ruleset.headings, **one.headings}
            )
            for name, game in games().items()
            for one in game.ruleset.layouts
            if one.required or one.row_names
        ),
    )


@cache
def _sketches() -> tuple[Sketch, ...]:
    return tuple(sketch for game in GAMES for sketch in known(game).sketches)


def one_a_row(game: str) -> Known | None:
    """What is known of a game of ours of which a row is one player's; ``None``: it is no such game."""
    return known(game) if game in GAMES and known(game).one_a_row else None


def in_money(game: str | None) -> tuple[str, ...]:
    """The games of ours that a sheet may be of on which money stands for points."""
    return tuple(one for one in asked_for(game) if one in GAMES and known(one).money)


def is_told_only(game: str) -> bool:
    """Whether sheets are of a game only where somebody says so: it is a club's own, from a file."""
    if game in GAMES:
        return False
    from scorecheck.checks.own import file_of

    return file_of(game) is not None


def load(game: str) -> Ruleset:
    """The ruleset of a game.

    Raises:
        KeyError: there is no such game.
    """
    if game not in GAMES:
        from scorecheck.checks.own import games

        return games()[game].ruleset
    ruleset: Ruleset = import_module(f"scorecheck.games.{folder_of(game)}.ruleset").RULESET
    return ruleset
