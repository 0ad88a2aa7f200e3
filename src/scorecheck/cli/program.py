"""The commands as typer parses them: for help, for wrong use, and for calls that are more than plain ones."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer
import typer.core
import typer.main

from scorecheck import __version__
from scorecheck.cli.declared import COMMANDS, OPENED, for_typer, option
from scorecheck.cli.options import Lang

if TYPE_CHECKING:
    from scorecheck.cli.help_texts import HelpTexts

# The base class of usage errors, which typer does not export.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]


class _LocalHelp:
    """Help in the user's language."""

    def get_help(self, ctx: Any) -> str:
        """The help, wrapped to the terminal."""
        from scorecheck.cli.help_texts import help_text

        return help_text(self, ctx)

    def get_usage(self, ctx: Any) -> str:
        """The usage line."""
        from scorecheck.cli.help_texts import usage_text

        return usage_text(self, ctx)


class Command(_LocalHelp, typer.core.TyperCommand):
    """A command whose help is in the user's language."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments; usage errors get the context of this command."""
        try:
            return super().parse_args(ctx, args)
        except _UsageError as error:
            cast("Any", error).ctx = ctx
            raise


def as_typer(name: str, command: Callable[..., None]) -> Any:
    """A command as typer runs it."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, cls=Command)(for_typer(command))
    return typer.main.get_command(app)


class CommandGroup(_LocalHelp, typer.core.TyperGroup):
    """A command with subcommands, whose help is in the user's language."""


@contextmanager
def _wrong_use_told(typed: Sequence[str]) -> Generator[None]:
    """Turns a usage error into a complaint and exit status 2."""
    try:
        yield
    except _UsageError as error:
        from scorecheck.cli.help_texts import complain

        complain(error, typed)
        raise SystemExit(2) from error


class Commands(CommandGroup):
    """The commands; a file in place of a command is processed."""

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of a run, which keeps the arguments as typed."""
        typed = tuple(args)
        with _wrong_use_told(typed):
            return super().make_context(info_name, args, parent, **{**extra, "obj": {"words": typed}})

    def invoke(self, ctx: Any) -> Any:
        """Runs the command."""
        with _wrong_use_told(ctx.obj["words"]):
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - typer gives it
        """The commands, in the order for newcomers."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - typer gives it
        """The command, imported now; ``None`` if there is none of that name."""
        if cmd_name not in COMMANDS and cmd_name != OPENED:
            return None
        module = import_module(f"scorecheck.cli.{cmd_name}")
        if hasattr(module, "app"):
            return typer.main.get_group(module.app)
        return as_typer(cmd_name, module.command)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command named by the first argument; a file is processed."""
        file = args and args[0] not in COMMANDS and (set("./\\*?") & set(args[0]) or Path(args[0]).exists())
        if file:
            return OPENED, self.get_command(ctx, OPENED), args
        if args and args[0] not in COMMANDS:
            from difflib import get_close_matches

            from scorecheck.cli.help_texts import help_texts_of

            words = help_texts_of(ctx)
            for near in get_close_matches(args[0], COMMANDS, n=1):
                ctx.fail(f"{words.say('no-command', name=args[0])} {words.say('near', near=near)}")
        return super().resolve_command(ctx, args)

    def listed(self, words: HelpTexts) -> tuple[str, list[tuple[str, str]]]:
        """The list of commands for the help, without importing them."""
        return "commands", [(name, words.text(says)) for name, says in COMMANDS.items()]


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="A file without a command (scorecheck FILE) is processed into 'FILE report' beside it. "
    "Exit status: 0 nothing wrong, 1 errors found, 2 wrong use or nothing to check, 3 a fault in scorecheck.",
)


@app.callback()
@for_typer
def _program(  # pyright: ignore[reportUnusedFunction] - registered by the decorator
    context: typer.Context,
    version: Annotated[bool, option("--version", help="Show the version.")] = False,
    format_: Annotated[Literal["text", "json"], option("--format", help="How to show the version.")] = "text",
    lang: Lang = None,
) -> None:
    """Check the scoresheets of a games club: which cell is wrong, and what it should say."""
    if lang is not None:
        from scorecheck.games import registry

        # A default of each command, and of those below it: what is said there counts more.
        of_one = {"lang": lang}
        defaults: dict[str, Any] = dict.fromkeys((*COMMANDS, OPENED), of_one)
        defaults["score"] = dict.fromkeys(registry.names(), of_one)
        context.default_map = defaults
    if version:
        typer.echo(_version_json() if format_ == "json" else f"scorecheck {__version__}")
        raise SystemExit
    if context.invoked_subcommand is None:
        from scorecheck.cli.help_texts import help_texts_of

        context.fail(help_texts_of(context).say("missing-command"))


def _version_json() -> str:
    import json
    import platform

    from scorecheck.reports.json_report import FORMAT_VERSION

    said = {
        "name": "scorecheck",
        "version": __version__,
        "format_version": FORMAT_VERSION,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    return json.dumps(said, indent=2)
