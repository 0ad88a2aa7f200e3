"""The program. Commands are listed in a table and imported only when they are called."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn, cast

import typer
import typer.core
import typer.main

from scorecheck import __version__
from scorecheck.cli.options import Lang

if TYPE_CHECKING:
    from scorecheck.cli.help_texts import HelpTexts

COMMANDS = {
    "validate": "Check scoresheets and say which cell is wrong.",
    "rank": "Work out the standings of a tournament.",
    "compare": "Hold two or three sheets of one table against each other.",
    "export": "Write the games of all sheets as one table: CSV, Parquet or a workbook.",
    "report": "Write standings, sheets and findings as web pages and PDF.",
    "process": "Check, rank and report in one go: the main job.",
    "new": "Make blank scoresheets, for one table or a whole event.",
    "watch": "Check every sheet that is dropped into a folder.",
    "annotate": "Write a copy of a workbook with the bad cells coloured and commented.",
    "fix": "Write copies of sheets with their sure repairs made, and ask about the others.",
    "inspect": "Show how a file was read: tables, columns, notation, and why.",
    "score": "Work out what one game is worth from its facts, term by term.",
    "init": "Write an event file for the sheets of a folder.",
    "games": "List the games, their presets and layouts.",
    "rules": "List the rules that sheets are held to.",
    "config": "Show the settings in force, and where each comes from.",
    "schema": "Print the JSON schema of a report, an event file, a sheet or the settings.",
    "doctor": "Check the installation: versions, fonts, write access, the samples.",
    "explain": "Say what a rule means, with an example and its remedy.",
}
_OPENED = "opened"
"""The hidden command for files that are dragged onto the program."""


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
        raise typer.Exit(2) from error


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

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """The commands, in the order for newcomers."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command, imported now; ``None`` if there is none of that name."""
        if cmd_name not in COMMANDS and cmd_name != _OPENED:
            return None
        module = import_module(f"scorecheck.cli.{cmd_name}")
        if hasattr(module, "app"):
            return typer.main.get_group(module.app)
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(cmd_name, cls=Command)(module.command)
        return typer.main.get_command(app)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command named by the first argument; a file is processed."""
        file = args and args[0] not in COMMANDS and (set("./\\*?") & set(args[0]) or Path(args[0]).exists())
        if file:
            return _OPENED, self.get_command(ctx, _OPENED), args
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
def _program(  # pyright: ignore[reportUnusedFunction] - registered by the decorator
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
    format_: Annotated[
        Literal["text", "json"], typer.Option("--format", help="How to show the version.")
    ] = "text",
    lang: Lang = None,
) -> None:
    """Check the scoresheets of a games club: which cell is wrong, and what it should say."""
    if lang is not None:
        from scorecheck.games import registry

        # A default of each command, and of those below it: what is said there counts more.
        of_one = {"lang": lang}
        defaults: dict[str, Any] = dict.fromkeys((*COMMANDS, _OPENED), of_one)
        defaults["score"] = dict.fromkeys(registry.names(), of_one)
        context.default_map = defaults
    if version:
        typer.echo(_version_json() if format_ == "json" else f"scorecheck {__version__}")
        raise typer.Exit
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


def _open_missing_streams() -> None:
    """Replaces standard streams that are closed at start.

    Otherwise the next file opened would get their file descriptors, and receive the output. Writing to a
    closed standard output fails as on a full disk; complaints to a closed standard error are discarded.
    """
    if sys.stdin is None:
        os.open(os.devnull, os.O_RDONLY)
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stderr is None:
        sys.stderr = open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")  # noqa: PTH123, SIM115


def _is_here() -> bool:
    """Whether the working folder still exists."""
    try:
        os.getcwd()  # noqa: PTH109 - to ask, not to use it
    except OSError:
        return False
    return True


def _is_of_the_place(fault: Exception) -> bool:
    """Whether a failure comes from the output stream, a missing working folder, or a path that is too long
    or may not be opened; if so, complains about it."""
    from scorecheck.cli.console import Console, OutputLost, language, silence
    from scorecheck.reports.safe import plain

    if isinstance(fault, OutputLost) or (isinstance(fault, OSError) and fault.errno == errno.EBADF):
        silence(sys.stdout)
        key, name = "cannot-print", ""
    elif isinstance(fault, FileNotFoundError) and not _is_here():
        key, name = "no-folder-here", ""
    elif isinstance(fault, OSError) and fault.errno == errno.ENAMETOOLONG:
        # Any access to a path may raise this: one that was typed, or one in an event file.
        key, name = "name-too-long", plain(str(fault.filename or ""))
    elif isinstance(fault, PermissionError) and fault.filename is not None:
        key, name = "no-access", plain(str(fault.filename))
    else:
        return False
    from scorecheck.reports.messages import Messages

    try:
        Console().complain(Messages(language(None)).label(f"cli.{key}", path=name))
    except OutputLost:
        silence(sys.stderr)
    return True


def _say_fault(cause: str) -> None:
    """Reports a fault of the program, in the user's language if that still works."""
    try:
        from scorecheck.cli.console import Console
        from scorecheck.cli.help_texts import help_texts_in, language_of
        from scorecheck.reports.safe import plain

        words = help_texts_in(language_of(sys.argv[1:]))
        said, asked = words.say("fault", cause=plain(cause)), words.say("fault-report")
        Console().complain(f"{said}\n{asked}")
    except Exception:  # noqa: BLE001 - nothing else may work
        letters = cause.encode("ascii", "replace").decode()
        print(f"A fault in scorecheck itself: {letters}", file=sys.stderr)  # noqa: T201


def main() -> NoReturn:
    """Runs the program. A fault of its own is one sentence and exit status 3, never a traceback.

    With ``SCORECHECK_DEBUG`` in the environment the traceback is shown, for a report of the fault.
    """
    _open_missing_streams()
    try:
        app(prog_name="scorecheck")
    except SystemExit:
        raise
    except BrokenPipeError:
        from scorecheck.cli.console import silence

        # The reader of our output has closed it.
        silence(sys.stdout)
        raise SystemExit(1) from None
    except Exception as fault:
        if _is_of_the_place(fault):
            raise SystemExit(2) from None
        if os.environ.get("SCORECHECK_DEBUG"):
            raise
        _say_fault(f"{type(fault).__name__}: {fault!s}")
        raise SystemExit(3) from fault
    finally:
        # The garbage collection at exit takes a seventh of a short run.
        gc.freeze()
    raise SystemExit(0)
