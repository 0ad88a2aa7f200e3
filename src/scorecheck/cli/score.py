"""``scorecheck score``: the value of one game from its facts, term by term."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
import typer.main

from scorecheck.cli.main import Command, CommandGroup

if TYPE_CHECKING:
    from scorecheck.cli.spoken import Spoken

LINE = "What a game of {game} is worth."


def _games() -> dict[str, str]:
    """The games that have a sub-command, each with its module."""
    names = sorted(path.stem for path in (Path(__file__).parent / "scores").glob("[a-z]*.py"))
    return {name.replace("_", "-"): f"scorecheck.cli.scores.{name}" for name in names}


class Games(CommandGroup):
    """A sub-command a game."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """The games by name."""
        return list(_games())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The sub-command of a game, imported now; ``None`` if there is none of that name."""
        module = _games().get(cmd_name)
        if module is None:
            return None
        game = typer.Typer(add_completion=False, rich_markup_mode=None)
        game.command(cmd_name, cls=Command)(import_module(module).command)
        return typer.main.get_command(game)

    def listed(self, words: Spoken) -> tuple[str, list[tuple[str, str]]]:
        """The games in the help; none has to be imported for it."""
        return "games", [(name, words.text(LINE).format(game=name)) for name in _games()]


app = typer.Typer(cls=Games, rich_markup_mode=None, add_completion=False, no_args_is_help=True)


@app.callback()
def _score() -> None:  # pyright: ignore[reportUnusedFunction] - registered by the decorator
    """Work out what one game is worth from its facts, term by term."""
