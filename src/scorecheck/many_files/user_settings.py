"""Checks the game, preset, layout, rules and options that a user names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from scorecheck.catalogue import Selection, near_rules
from scorecheck.checks.own import file_of, game_named, games_beside, games_in_files, shipped
from scorecheck.checks.ruleset import Ruleset, strange_choices, with_preset
from scorecheck.games import registry
from scorecheck.model.error import Error
from scorecheck.model.sheet import NOTATIONS
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.settings import Settings

NameKind: TypeAlias = Literal[
    "game", "preset", "layout", "notation", "rule", "option", "value", "schema", "language"
]


class UnknownName(Error, ValueError):
    """An unknown name; ``near`` is the one that was probably meant, if any is similar."""

    def __init__(self, kind: NameKind, name: str, known: Iterable[str], near: str | None = None) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(dict.fromkeys(known))
        # Rules of the same name in several areas are each as near.
        self.near = near or (None if kind == "rule" else _nearest(name, self.known))
        known = f"; there are {', '.join(self.known)}" if self.known else ""
        told = f"; did you mean {self.near!r}?" if self.near else known
        super().__init__(f"there is no {kind} {name!r}{told}")


def _nearest(name: str, known: Sequence[str]) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, known, n=1)), None)


def settings_for(
    wanted: Wanted,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    options: Mapping[str, str | int | bool] | None = None,
) -> Settings:
    """The settings of a run with these choices.

    Raises:
        UnknownName: there is no such game, preset, layout, notation, rule or option.
        BrokenFile: the file that is named says no game, or one in the working folder where one is looked for.
    """
    if wanted.game is not None:
        wanted = wanted._replace(game=game_named(wanted.game, Path.cwd()))
    if wanted.game is not None and wanted.game not in registry.names():
        game, preset = game_called(wanted.game)
        wanted = wanted._replace(game=game, preset=wanted.preset or preset)
    if wanted.notation is not None and wanted.notation not in NOTATIONS:
        raise UnknownName("notation", wanted.notation, NOTATIONS)
    if wanted.preset or wanted.layout or options:
        games = registry.names() if wanted.game is None else (wanted.game,)
        wanted = _of_its_game(wanted, [registry.load(game) for game in games], options or {})
    selection = Selection(select, ignore)
    if select or ignore:
        for stranger in selection.strangers(Path.cwd()):
            near = near_rules(stranger)
            raise UnknownName("rule", stranger.removesuffix("/*"), near, near[0] if len(near) == 1 else None)
    file = file_of(wanted.game)
    return Settings(wanted, dict(options or {}), selection, game_files=() if file is None else (file,))


def game_called(name: str) -> tuple[str, str | None]:
    """A game by its name, or by that of a preset, which is then chosen.

    Raises:
        UnknownName: there is no such game.
        BrokenFile: the file that is named says no game.
    """
    name = game_named(name, Path.cwd())
    names = registry.names()
    if name in names:
        return name, None
    for game in names:
        if name in registry.load(game).presets:
            return game, name
    if name in games_in_files(games_beside(Path.cwd())):
        return name, None
    raise UnknownName("game", name, (*names, *shipped()))


def _of_its_game(
    wanted: Wanted, rulesets: Sequence[Ruleset], options: Mapping[str, str | int | bool]
) -> Wanted:
    """The wanted settings, with the game that the preset belongs to.

    Raises:
        UnknownName: none of the games has such a preset, layout, option, or value of it.
    """
    for one in strange_choices(rulesets, wanted.preset, wanted.layout, options, registry.OF_NO_GAME):
        said = f"{one.at[-1]} = " if one.kind == "value" else ""
        raise UnknownName(one.kind, f"{said}{one.value}", [f"{said}{known}" for known in one.known])
    if wanted.game is not None or wanted.preset is None:
        return wanted
    return wanted._replace(game=with_preset(rulesets, wanted.preset)[0].game)
