"""Writes the man page, ``docs/scorecheck.1``, from the help of the commands.

python tests/tools/make_man_page.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
import typer.main

from scorecheck import __version__
from scorecheck.cli.main import COMMANDS, app

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scorecheck.1"

_STATUS = (
    ("0", "nothing wrong, and something checked"),
    ("1", "errors found (with --strict warnings too); a file that cannot be read is one"),
    ("2", "wrong use, a broken event file, a missing path, nothing to check, an output that is not ours"),
    ("3", "a fault in scorecheck itself; the other sheets are still reported"),
)
_ENVIRONMENT = (
    ("NO_COLOR, FORCE_COLOR", "no colours; colours though the output is no terminal"),
    ("FORCE_HYPERLINK", "links from rules to their pages on any terminal; 0: on none"),
    ("LC_ALL, LC_MESSAGES, LANG", "the language, where --lang does not say it: en, de or nb"),
    ("SCORECHECK_NO_PLUGINS", "if set, the games and rules of other packages are left out"),
    ("SOURCE_DATE_EPOCH", "the time that reports and JUnit show, in seconds since 1970"),
    ("GITHUB_STEP_SUMMARY", "with the format github: where the summary of the job is added"),
)


def page() -> str:
    """The man page."""
    root: Any = typer.main.get_group(app)
    lines = [
        f'.TH SCORECHECK 1 "" "scorecheck {__version__}" "User commands"',
        ".SH NAME",
        "scorecheck \\- checks the scoresheets of a games club and ranks its tournaments",
        ".SH SYNOPSIS",
        ".B scorecheck",
        "\\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIPATH\\fR...",
        ".br",
        ".B scorecheck",
        "\\fIFILE\\fR...",
        ".SH DESCRIPTION",
        _text(root.help or ""),
        "A file without a command is processed into 'FILE report' beside it.",
        ".SH COMMANDS",
    ]
    context = typer.Context(root, info_name="scorecheck")
    for name in COMMANDS:
        command: Any = root.get_command(context, name)
        lines += _command(command, name, context)
    lines.append(".SH EXIT STATUS")
    for status, meaning in _STATUS:
        lines += [".TP", f".B {status}", _text(meaning)]
    lines.append(".SH ENVIRONMENT")
    for variable, meaning in _ENVIRONMENT:
        lines += [".TP", f".B {variable}", _text(meaning)]
    return "\n".join(lines) + "\n"


def _command(command: Any, name: str, above: Any) -> Iterator[str]:
    context = typer.Context(command, info_name=name, parent=above)
    words = " ".join(command.collect_usage_pieces(context))
    yield f".SS scorecheck {_text(name)} {_text(words)}"
    yield _text(command.help or COMMANDS.get(name, ""))
    if hasattr(command, "list_commands"):
        for inner in command.list_commands(context):
            yield from _command(command.get_command(context, inner), f"{name} {inner}", above)
        return
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            yield ".TP"
            yield f".B {_text(record[0])}"
            yield _text(record[1])


def _text(text: str) -> str:
    """Words as roff takes them for nothing else."""
    flat = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{flat}" if flat.startswith((".", "'")) else flat


def main() -> None:
    """Writes it."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
