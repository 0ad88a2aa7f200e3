"""Writes the man page in three languages, ``docs/scorecheck*.1``, from the help of the commands.

python tests/tools/make_man_page.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
import typer.main

from scorecheck import __version__
from scorecheck.cli.declared import COMMANDS
from scorecheck.cli.help_texts import HelpTexts, described, help_texts_in, usage
from scorecheck.cli.program import app

_DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {lang: _DOCS / f"scorecheck.{end}" for lang, end in (("en", "1"), ("de", "de.1"), ("nb", "nb.1"))}
_NAME = "checks the scoresheets of a games club and ranks its tournaments"
_WITHOUT_COMMAND = "A file without a command is processed into 'FILE report' beside it."

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


def own_texts() -> Iterator[str]:
    """What the page says beside the help, in English."""
    yield _NAME
    yield _WITHOUT_COMMAND
    yield from (meaning for _, meaning in (*_STATUS, *_ENVIRONMENT))


def page(words: HelpTexts) -> str:
    """The man page in a language."""
    root: Any = typer.main.get_group(app)
    man = words.man
    lines = [
        f'.TH SCORECHECK 1 "" "scorecheck {__version__}" "{man["title"]}"',
        f".SH {man['name']}",
        f"scorecheck \\- {words.text(_NAME)}",
        f".SH {man['synopsis']}",
        ".B scorecheck",
        f"{_italic(words, 'COMMAND')} [{_italic(words, 'OPTIONS')}] {_italic(words, 'PATH')}...",
        ".br",
        ".B scorecheck",
        f"{_italic(words, 'FILE')}...",
        f".SH {man['description']}",
        _text(words.text(root.help or "")),
        _text(words.text(_WITHOUT_COMMAND)),
        f".SH {man['commands']}",
    ]
    context = typer.Context(root, info_name="scorecheck")
    for name in COMMANDS:
        command: Any = root.get_command(context, name)
        lines += _command(command, name, context, words)
    for heading, listed in (("status", _STATUS), ("environment", _ENVIRONMENT)):
        lines.append(f".SH {man[heading]}")
        for name, meaning in listed:
            lines += [".TP", f".B {name}", _text(words.text(meaning))]
    return "\n".join(lines) + "\n"


def _command(command: Any, name: str, above: Any, words: HelpTexts) -> Iterator[str]:
    context = typer.Context(command, info_name=name, parent=above)
    yield f".SS scorecheck {_text(name)} {_text(usage(command, context, words))}"
    yield _text(words.text(command.help or COMMANDS.get(name, "")))
    if hasattr(command, "list_commands"):
        for inner in command.list_commands(context):
            yield from _command(command.get_command(context, inner), f"{name} {inner}", above, words)
        return
    for parameter in command.get_params(context):
        record = described(parameter, context, words)
        if record is not None:
            yield ".TP"
            yield f".B {_text(record[0])}"
            yield _text(record[1])


def _italic(words: HelpTexts, name: str) -> str:
    return f"\\fI{words.name(name)}\\fR"


def _text(text: str) -> str:
    """Words as roff takes them for nothing else."""
    flat = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{flat}" if flat.startswith((".", "'")) else flat


def main() -> None:
    """Writes them."""
    for lang, path in PAGES.items():
        path.write_text(page(help_texts_in(lang)), encoding="utf-8")


if __name__ == "__main__":
    main()
