"""``scorecheck score``: computes the value of one game from its facts, term by term."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import typer

from scorecheck.checks.sketch import folder_of
from scorecheck.checks.worth import CannotScore, RankedChoices
from scorecheck.cli import options as o
from scorecheck.cli.declared import Parameter, for_typer, parameters_of
from scorecheck.cli.program import CommandGroup, as_typer
from scorecheck.cli.session import WRONG_USE, Options, Session
from scorecheck.games import registry
from scorecheck.model.terms import Worked
from scorecheck.reports.safe import plain
from scorecheck.reports.worked import ranked_json, ranked_text, worked_json, worked_text

if TYPE_CHECKING:
    from scorecheck.cli.help_texts import HelpTexts

LINE = "What a game of {game} is worth."


def _module(game: str) -> str:
    return f"scorecheck.games.{folder_of(game)}.command"


def _games() -> list[str]:
    """The games with a subcommand: a module ``command`` in their folder."""
    return sorted(game for game in registry.GAMES if find_spec(_module(game)) is not None)


def command_of(game: str, asked: Callable[..., Worked | RankedChoices]) -> Callable[..., None]:
    """The subcommand of a game: its parameters plus the shared options; prints the value."""

    def command(*, as_json: bool = False, lang: Any = None, **facts: Any) -> None:
        session = Session(Options(lang=lang))
        try:
            worked = asked(**facts)
        except CannotScore as cause:
            text = plain(session.messages.term_text(game, cause.told))
            if cause.option is not None:
                raise typer.BadParameter(text, param_hint=cause.option or None) from None
            session.console.complain(text)
            raise SystemExit(WRONG_USE) from None
        _print(session, worked, as_json=as_json)

    shared = (Parameter("as_json", o.AsJson, default=False), Parameter("lang", o.Lang, default=None))
    command.__doc__ = asked.__doc__
    vars(command)["parameters"] = [*parameters_of(asked), *shared]
    return command


def _print(session: Session, found: Worked | RankedChoices, *, as_json: bool) -> None:
    if isinstance(found, Worked):
        said = (worked_json if as_json else worked_text)(found, session.messages)
    else:
        said = (ranked_json if as_json else ranked_text)(found, session.messages)
    session.console.out(said) if isinstance(said, str) else session.json(said)
    raise SystemExit(session.status)


class GameCommands(CommandGroup):
    """A subcommand per game."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """The games by name."""
        return _games()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The subcommand of a game, imported now; ``None`` if there is none of that name."""
        if cmd_name not in _games():
            return None
        return as_typer(cmd_name, command_of(cmd_name, import_module(_module(cmd_name)).command))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The subcommand named by the first argument."""
        if args and args[0] not in (known := _games()):
            from scorecheck.cli.help_texts import help_texts_of

            ctx.fail(help_texts_of(ctx).say("no-worth", name=args[0], known=", ".join(known)))
        return super().resolve_command(ctx, args)

    def listed(self, words: HelpTexts) -> tuple[str, list[tuple[str, str]]]:
        """The games for the help, without importing them."""
        return "games", [(name, words.text(LINE).format(game=name)) for name in _games()]


app = typer.Typer(cls=GameCommands, rich_markup_mode=None, add_completion=False, no_args_is_help=True)


@app.callback()
@for_typer
def _score(  # pyright: ignore[reportUnusedFunction] - registered by the decorator
    context: typer.Context, lang: o.Lang = None
) -> None:
    """Work out what one game is worth from its facts, term by term."""
    if lang is not None:
        context.default_map = {game: {"lang": lang} for game in registry.GAMES}
