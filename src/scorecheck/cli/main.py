"""The program. Commands are listed in a table and imported only when they are called."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from scorecheck import __version__
from scorecheck.cli.declared import COMMANDS, plain_call


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


def _run(words: Sequence[str]) -> None:
    """Runs a command. Typer is imported only where there is more to a call than a plain one."""
    if words == ["--version"]:
        # Not by the console, which takes long to import.
        sys.stdout.write(f"scorecheck {__version__}\n")
        sys.stdout.flush()
        return
    # Where it is wanted for shell completion, or has to expand the patterns of a shell that does not.
    needed = "_SCORECHECK_COMPLETE" in os.environ or os.name == "nt"
    if words and words[0] in COMMANDS and not needed:
        module = import_module(f"scorecheck.cli.{words[0]}")
        given = plain_call(module.command, words[1:]) if hasattr(module, "command") else None
        if given is not None:
            module.command(**given)
            return
    from scorecheck.cli.program import app

    app(prog_name="scorecheck")


def main() -> NoReturn:
    """Runs the program. A fault of its own is one sentence and exit status 3, never a traceback.

    With ``SCORECHECK_DEBUG`` in the environment the traceback is shown, for a report of the fault.
    """
    _open_missing_streams()
    try:
        _run(sys.argv[1:])
    except SystemExit:
        raise
    except KeyboardInterrupt:
        raise SystemExit(130) from None
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
