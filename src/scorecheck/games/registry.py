"""The games that are supported. A game is imported when it is asked for, or may be meant by a sheet."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from scorecheck.checks.words import vocabulary
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorecheck.checks.ruleset import Ruleset


class Sketch(NamedTuple):
    """What a layout of records, or a card, is told by before its game is imported."""

    game: str
    layout: str
    section: str
    """The section of the game's ``columns.toml`` with its headings, or with the names of its rows."""
    required: frozenset[str] = frozenset()
    """The roles that must stand in a line of headings; a card has none."""
    theirs: Mapping[str, str] | None = None
    """What the words stand for, in a game of others, which has been imported."""
    steps: tuple[int, ...] = ()
    """Rows of a card that stand one below the other hold multiples of these: so it is known in any words."""

    @property
    def _words(self) -> Mapping[str, str]:
        if self.theirs is not None:
            return self.theirs
        return vocabulary("games", _folder(self.game), "columns.toml", section=self.section)

    @property
    def headings(self) -> Mapping[str, str]:
        """What its headings stand for."""
        return self._words if self.required else {}

    @property
    def row_names(self) -> Mapping[str, str]:
        """What the names of its rows stand for; empty where it is no card."""
        return {} if self.required else self._words


class Known(NamedTuple):
    """What is known of a game before it is imported; a test holds that the game itself says the same."""

    fewest: int
    """So many players have a column of points at least; 0: no layout has such columns."""
    sketches: tuple[Sketch, ...] = ()
    """Its layouts of records, and its cards."""
    one_a_row: bool = False
    """In each row one player alone has points, or a new total: only such tables are weighed as the game's."""


def _sketches(game: str, **layouts: tuple[str, ...]) -> tuple[Sketch, ...]:
    """The sketches of layouts of records, by the roles that must stand in a line of headings."""
    return tuple(
        Sketch(game, layout, layout, frozenset(required.split()))
        for layout, every in layouts.items()
        for required in every
    )


GAMES = {
    "doppelkopf": Known(4, _sketches("doppelkopf", detail=("kind re points_re",))),
    "acey-deucey": Known(
        2, _sketches("acey-deucey", games=("winner loser value",), transcript=("who roll move",))
    ),
    "chouette": Known(3, _sketches("chouette", log=("who action to",))),
    "yatzy": Known(
        0,
        (
            Sketch("yatzy", "card", "categories", steps=(1, 2, 3, 4, 5, 6)),
            *_sketches(
                "yatzy",
                dice=(
                    "dice category score",
                    "dice outer-category outer-score inner-category inner-score",
                ),
            ),
        ),
    ),
    "skat": Known(
        3,
        _sketches(
            "skat",
            detail=(
                "soloist kind matadors",
                "kind matadors without hand",
                "soloist value result",
                "soloist value lost",
                "soloist value marked_lost",
                "soloist plus minus",
                "soloist soloist_points number",
                "soloist soloist_points dealer",
                "soloist soloist_points kind",
                "value marked_won marked_lost",
            ),
        ),
        one_a_row=True,
    ),
}
"""Our games. The stricter a game's rows, the further up: it is recognised first."""
_FEWEST = {game: known.fewest for game, known in GAMES.items() if known.fewest}
ONE_A_ROW = frozenset(game for game, known in GAMES.items() if known.one_a_row)
"""The games of which a row is one player's."""
OF_NO_GAME = ("standings", "list", "evenings")
"""The layouts of tables that are no game's."""
_SKETCHES = tuple(sketch for known in GAMES.values() for sketch in known.sketches)


def _folder(game: str) -> str:
    return game.replace("-", "_")


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
        return _FEWEST
    plain = {
        name: [one.min_players for one in game.ruleset.layouts if not (one.required or one.row_names)]
        for name, game in theirs.items()
    }
    return _FEWEST | {name: min(fewest) for name, fewest in plain.items() if fewest}


def sketches() -> tuple[Sketch, ...]:
    """What the records and cards of all games are told by."""
    from scorecheck.checks.own import games

    return (
        *_SKETCHES,
        *(
            Sketch(
                name, one.name, "", one.required, one.row_names or {**game.ruleset.headings, **one.headings}
            )
            for name, game in games().items()
            for one in game.ruleset.layouts
            if one.required or one.row_names
        ),
    )


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
    ruleset: Ruleset = import_module(f"scorecheck.games.{_folder(game)}.ruleset").RULESET
    return ruleset
